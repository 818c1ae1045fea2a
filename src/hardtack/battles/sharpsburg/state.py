"""The scenario made ready, and everything that can change during the battle."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hardtack.battles.sharpsburg.charts import Limits
from hardtack.battles.sharpsburg.counters import Counter
from hardtack.battles.sharpsburg.ground import Terrain
from hardtack.board.deployment import UNIT, ZONE, OrderOfBattle
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.bans import Asked
from hardtack.referee.battle import Scenario
from hardtack.referee.events import SIDES, UNION, enemy_of
from hardtack.referee.state import Row, State, derived, put, tracked

if TYPE_CHECKING:
    from hardtack.battles.sharpsburg.battle import Sharpsburg

CONTACT = "contact"  # the sort of zone a unit can attack into hand to hand (SH 9)

Engagement = tuple[int, str, tuple[str, ...], tuple[str, ...]]
"""After EN (SH 9g): the turn, the hex attacked, the attackers bound and the defenders they are bound to."""


class Field(Scenario):
    """The battlefield of Sharpsburg with its charts, counters and chosen readings."""

    battle: Sharpsburg
    pieces: tuple[Counter, ...]

    def prepare(self) -> None:
        board, settings = self.board, self.settings
        self.counters = counters = self.pieces
        self.charts = charts = self.battle.charts_read
        self.limits: Limits = charts.limits
        self.hours: tuple[str, ...] = tuple(self.battle.about["clock"])  # the time of day each turn begins at
        self.terrain = Terrain(board, charts, settings)
        self.woods_stop = settings["woods_entry"] == "stop"  # woods end a move instead of being the whole of it (SH C4)
        self.strength = tuple(counter.strength for counter in counters)
        self.movement: tuple[int, ...] = tuple(counter.movement for counter in counters)
        self.is_union = tuple(counter.side == UNION for counter in counters)
        self.is_infantry = tuple(counter.type == "infantry" for counter in counters)
        self.is_gun = tuple(counter.type == "artillery" for counter in counters)
        self.guns = mask_of(n for n, is_gun in enumerate(self.is_gun) if is_gun)
        self.zone_tables = {ZONE: self.terrain.zone, CONTACT: self.terrain.joined}
        # Sets of counters, bit n for counter n.
        self.corps = mask_of(n for n in self.of_side[UNION] if self.is_infantry[n])
        self.one_of = mask_of(self.index[name] for name in self.limits.one_of)
        self.limbering_guns = tuple(n for n in self.of_side[UNION] if self.is_gun[n])
        self.limbering_set: int = mask_of(self.limbering_guns)
        towns = [board.grid.index(name) for name in self.limits.objective]
        self.objective = mask_of(towns)
        self.to_town = tuple(min(board.grid.distance(h, town) for town in towns) for h in range(board.grid.size))

    def draw_up(self) -> OrderOfBattle:
        """Only infantry takes room in a hex (SH 8, SH C9)."""
        sides, foot = [unit.side for unit in self.pieces], [int(unit.type == "infantry") for unit in self.pieces]
        return OrderOfBattle(
            self.board.grid, self.battle.sides, sides, {UNIT: range(len(self.pieces))}, foot, zoned=UNIT
        )

    def limbers(self, piece: int) -> bool:
        """Union guns have to limber before they move; Confederate guns act like other units (SH 11g, SH 11h)."""
        return self.is_gun[piece] and self.is_union[piece]

    def counters_in(self, names: tuple[str, ...]) -> int:
        """The set of the named counters."""
        return mask_of(self.index[name] for name in names) if names else 0

    def hexes_of(self, names: tuple[str, ...]) -> int:
        """The set of the named hexes."""
        return mask_of(self.board.grid.index(name) for name in names) if names else 0


@dataclass(slots=True)
class Front:
    """What the marches of a side meet, as sets of hexes."""

    enemies: int  # never entered (SH 5d)
    zone: int  # where marches end (SH 7a)
    full: int  # where no further infantry finds room (SH 8, SH 8a)


@dataclass(slots=True)
class Named:
    """Some units by name, and the set of them."""

    names: tuple[str, ...]
    units: int


class SharpsburgState(State[Field]):
    corps_left: int  # Union corps that may still move this phase
    moved: tuple[str, ...]  # units that have moved, or begun to limber, this phase
    fought: tuple[str, ...]  # units that have attacked or bombarded this phase
    struck: tuple[str, ...]  # hexes attacked this phase
    taken: tuple[str, ...]  # Sharpsburg hexes whose last occupant was Union
    engaged: tuple[Engagement, ...]
    hitched: Row  # 1: a Union gun that is limbering or limbered
    ready: Row  # the turn in which its limbering or deploying is done

    def occupied(self, side: str) -> int:
        """The hexes with units of a side."""
        return self.deployment.held(UNIT, side)

    def full(self, side: str) -> int:
        """The hexes that take no more infantry of a side (SH 8, SH 8a)."""
        return self.deployment.full(side, self.scenario.limits.stack[side])

    def front(self, side: str) -> Front:
        """What a side's marches meet, worked out once."""
        front = self.fronts.get(side)
        if front is None:
            enemy = enemy_of(side)
            front = self.fronts[side] = Front(self.occupied(enemy), self.deployment.zone(enemy), self.full(side))
        return front

    @derived
    def fronts(self) -> dict[str, Front]:
        return {}

    @tracked
    def moved_units(self, last: Named | None) -> Named:
        """The units that have moved this phase, as a set: mostly one more than a moment ago."""
        names = self.moved
        if last is not None and names == last.names:
            return last
        if last is not None and names and names[:-1] == last.names:
            return Named(names, last.units | 1 << self.scenario.index[names[-1]])
        return Named(names, self.scenario.counters_in(names))

    @derived
    def zones(self) -> dict[str, int]:
        """The hexes each side controls (SH 7)."""
        return {side: self.deployment.zone(side) for side in SIDES}

    def in_hex(self, side: str, hex_: int) -> list[int]:
        """The side's counters in a hex."""
        army = self.scenario.forces[side]
        return [piece for piece in self.deployment.stacks.get(hex_, ()) if army >> piece & 1]

    def deployed(self, piece: int) -> bool:
        """A Union gun ready to fire; everyone else always is (SH 11h)."""
        return not self.hitched[piece] and self.turn >= self.ready[piece]

    def limbered(self, piece: int) -> bool:
        """A Union gun ready to move (SH 11h)."""
        return bool(self.hitched[piece]) and self.turn >= self.ready[piece]


Question = Asked[SharpsburgState, Any]


def ids(state: SharpsburgState, pieces: Iterable[int]) -> tuple[str, ...]:
    names = state.scenario.ids
    return tuple(names[piece] for piece in pieces)


def enter(draft: SharpsburgState, piece: int, hex_: int) -> None:
    """Put a counter into a hex; in Sharpsburg this also takes the hex (SH C20)."""
    draft.at = put(draft.at, piece, hex_)
    if draft.scenario.objective >> hex_ & 1:
        take(draft, hex_, by_union=draft.scenario.is_union[piece])


def take(draft: SharpsburgState, hex_: int, *, by_union: bool) -> None:
    """A Sharpsburg hex belongs to the side whose unit was last in it (SH C20)."""
    name = draft.scenario.board.grid.name(hex_)
    if by_union and name not in draft.taken:
        draft.taken = tuple(sorted((*draft.taken, name)))
    elif not by_union and name in draft.taken:
        draft.taken = tuple(held for held in draft.taken if held != name)
