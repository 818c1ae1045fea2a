"""Shiloh made ready to play: the camps, the arrivals by die, and what it adds to the state of the series."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hardtack.battles.musket.placing import standing_room
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import bit, equal_to, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.events import UNION
from hardtack.referee.state import WAITING, Row


@dataclass(frozen=True, slots=True)
class Camp:
    """A camp hex, the units that sleep there, and the hexes from which an enemy wakes them (SL 17.33)."""

    hex: int
    units: tuple[int, ...]
    ring: int


@dataclass(frozen=True, slots=True)
class LateComers:
    """Units that arrive by die: on a turn a roll of so much or less; 6 needs no roll (SL 17.35)."""

    units: tuple[int, ...]
    each: bool  # a roll for every unit, or one for all
    entry: int
    at_most: Mapping[int, int]  # by turn


class ShilohScenario(MusketScenario):
    def make_ready(self) -> None:
        self.camps = tuple(self.read_camp(row) for row in self.data["camps"])
        self.camped: int = mask_of(piece for camp in self.camps for piece in camp.units)
        self.camp_of = {piece: camp for camp in self.camps for piece in camp.units}
        self.late_comers = tuple(self.read_late_comers(row) for row in self.data["rolled"])
        regions = self.board.regions
        self.landing = regions["confederate_objective"]
        self.corinth_road = regions["union_objective"]
        self.standing_room = {kind: standing_room(self.ground.ways((kind,))) for kind in ("infantry", "artillery")}

    def read_camp(self, row: Mapping[str, Any]) -> Camp:
        grid = self.board.grid
        hex_ = grid.index(row["hex"])
        return Camp(hex_, tuple(self.index[unit] for unit in row["units"]), grid.around_mask[hex_] | bit(hex_))

    def read_late_comers(self, row: Mapping[str, Any]) -> LateComers:
        units = tuple(self.index[unit] for unit in row["units"])
        at_most = {roll["turn"]: roll["at_most"] for roll in row["rolls"]}
        return LateComers(units, row["each"], self.board.entries[row["entry"]].hex, at_most)


@lru_cache(maxsize=256)
def around_camps(scenario: ShilohScenario, sleepers: int) -> tuple[int, int]:
    """The camps of some units, and the hexes of these camps and next to them."""
    camps = [camp for camp in scenario.camps if mask_of(camp.units) & sleepers]
    rings = 0
    for camp in camps:
        rings |= camp.ring
    return mask_of(camp.hex for camp in camps), rings


class ShilohState(MusketState[ShilohScenario]):
    surprised: Row  # surprise checks a Union unit has failed (SL 19.21)
    fatigued: bool  # the Confederate army is Fatigued (SL 19.31)
    marker: int  # turn space of the Fresh/Fatigued marker; 0 when it has left play

    @property
    def asleep(self) -> int:
        """The counters still in the cup."""
        camped = self.scenario.camped & ~self.on_map
        return camped and camped & equal_to(self.at, WAITING)

    def halting_hexes(self, side: str) -> int:
        """SL 17.32: next to a camp that still holds off-map units a Confederate move ends."""
        if side == UNION or not self.scenario.params.alarm_stops_move:
            return 0
        asleep = self.asleep
        return around_camps(self.scenario, asleep)[1] if asleep else 0

    def wary_of(self, side: str) -> int:
        """A Confederate march keeps away from camps that sleep (MS 4.65a)."""
        asleep = 0 if side == UNION else self.asleep
        return around_camps(self.scenario, asleep)[0] if asleep else 0
