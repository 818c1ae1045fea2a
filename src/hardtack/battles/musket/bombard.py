"""Bombardment: artillery fires at a distance (MS 3.4a, 7.6)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import END, Bombard, End
from hardtack.battles.musket.checks import AMMO, BOMBARD, Check
from hardtack.battles.musket.combat import name_leads
from hardtack.battles.musket.command import leader_casualties
from hardtack.battles.musket.fog import UseGained
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.results import roll_table
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MARCHED, Fight, MusketState, fight_of
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Frame, Step
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


def may_fire(state: MusketState, piece: int) -> bool:
    """Artillery on the map that is in order, did not march and has not fought (MS 4.66, 7.2, 10.2)."""
    return (
        state.at[piece] >= 0
        and not state.disordered[piece]
        and not state.fought[piece]
        and state.moved[piece] != MARCHED
    )


def fire_mask(state: MusketState, piece: int) -> int:
    """Enemy hexes the guns can bombard now (MS 7.61, 7.62)."""
    scenario = state.scenario
    foes = state.troops(enemy_of(scenario.side_of[piece]))
    afloat = scenario.kind[piece] == "gunboat"
    return scenario.sight.targets(state.at[piece], scenario.range[piece], foes, afloat)


def bombard_reasons(state: MusketState, side: str, piece: int, target: int) -> list[Reason]:
    scenario = state.scenario
    unit, name = scenario.ids[piece], scenario.names[target]
    if scenario.side_of[piece] != side or scenario.arm[piece] != "artillery" or state.at[piece] < 0:
        return [reason("MS 7.61", "reason.not_guns", unit=unit)]
    found = []
    if state.disordered[piece]:
        found.append(reason("MS 10.2", "reason.disordered_attack", unit=unit))
    if state.fought[piece]:
        found.append(reason("MS 7.2", "reason.has_fought", unit=unit))
    if state.moved[piece] == MARCHED:
        found.append(reason("MS 4.66", "reason.has_marched", unit=unit))
    if not state.troops(enemy_of(side)) >> target & 1:
        found.append(reason("MS 7.61", "reason.no_enemy", hex=name))
    here = state.at[piece]
    reach = scenario.sight.reach_of(here, scenario.range[piece])
    return found + sight_reasons(scenario, here, reach, target, scenario.kind[piece] == "gunboat")


def sight_reasons(scenario: MusketScenario, here: int, reach: int, target: int, afloat: bool) -> list[Reason]:
    """Range, line of sight and deep woods, each with its clause, for guns or a boat in a hex (MS 7.61, 7.62, 7.7)."""
    name = scenario.names[target]
    sight = scenario.sight
    distance = scenario.board.grid.distance(here, target)
    found = []
    if distance > reach or distance == 0:
        found.append(reason("MS 7.61", "reason.out_of_range", hex=name))
    if distance == 1 and not sight.across_water(here, target, afloat):
        found.append(reason("MS 7.65", "reason.attack_instead", hex=name))
    if scenario.ground.no_bombardment >> target & 1:
        found.append(reason("MS 7.62", "reason.deep_woods", hex=name))
    if sight.blocked(here, target):
        found.append(reason("MS 7.7", "reason.no_sight", hex=name))
    return found


class BombardOptions(Options):
    def __init__(self, state: MusketState, side: str) -> None:
        self.state = state
        self.side = side
        self.scenario = state.scenario

    def batteries(self) -> list[tuple[int, int]]:
        found = []
        for piece in self.scenario.guns[self.side]:
            if may_fire(self.state, piece):
                mask = fire_mask(self.state, piece)
                if mask:
                    found.append((piece, mask))
        return found

    def actors(self) -> Sequence[str]:
        return [self.scenario.ids[piece] for piece, _ in self.batteries()]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        if piece not in self.scenario.guns[self.side] or not may_fire(self.state, piece):
            return ()
        names = self.scenario.names
        return [Bombard(actor, names[hex_]) for hex_ in hexes_in(fire_mask(self.state, piece))]

    def general(self) -> Sequence[Action]:
        return [END]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if isinstance(action, Bombard):
            target = self.scenario.board.grid.index(action.hex)
            return bombard_reasons(self.state, self.side, self.scenario.index[action.unit], target)
        return [reason("MS 3.4", NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class Bombardments(Decision):
    """MS 3.4a: bombardments before attacks."""

    def options(self, state: MusketState) -> Options:
        return BombardOptions(state, self.side)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.bombardments", side=self.side)

    def idle(self, draft: MusketState) -> bool:
        if any(draft.fought[piece] for piece in draft.scenario.guns[self.side]):
            return False
        return not BombardOptions(draft, self.side).batteries()

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, End):
            umpire.pop()
            return
        scenario = draft.scenario
        target = scenario.board.grid.index(action.hex)
        umpire.push(Battery(self.side, "bombard", target, (scenario.index[action.unit],)))


@dataclass(frozen=True, slots=True)
class Battery(Preparation):
    """A bombardment is being prepared: several artillery units may combine (MS 7.63)."""

    clause: ClassVar[str] = "MS 7.63"
    question: ClassVar[str] = "prompt.battery"

    def joiners(self, state: MusketState) -> list[int]:
        return [
            piece
            for piece in state.scenario.guns[self.side]
            if piece not in self.units and may_fire(state, piece) and fire_mask(state, piece) >> self.target & 1
        ]

    def bars(self, state: MusketState, piece: int) -> list[Reason]:
        return bombard_reasons(state, self.side, piece, self.target)

    def begin(self, draft: MusketState, umpire: Umpire, fight: Fight) -> None:
        open_fire(draft, umpire, fight)


def open_fire(draft: MusketState, umpire: Umpire, fight: Fight) -> None:
    scenario = draft.scenario
    for piece in fight.units:
        draft.fought = put(draft.fought, piece, 1)
    umpire.tell(
        "MS 7.61", "event.bombards", units=tuple(scenario.ids[piece] for piece in fight.units),
        hex=scenario.names[fight.target],
    )  # fmt: skip
    name_leads(draft, umpire, fight, FireGuns())


@dataclass(frozen=True, slots=True)
class FireGuns(Step):
    """MS 7.64: what a bombardment does; the guns take no harm but from want of ammunition."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        result = roll_table(draft, umpire)
        fight = fight_of(draft)
        frames: list[Frame] = []
        if result.extra == "Leader":  # at once, before what happens to the unit (MS 8.1)
            leader_casualties(draft, umpire, {fight.target})
        if result.main in ("Dc", "Dm"):
            frames.append(Check(enemy_of(fight.side), fight.foe_lead, BOMBARD))
        elif result.main == "Dr":
            losses.disorder(draft, umpire, fight.foe_lead, "MS 7.64")
        elif result.main == "Dx":
            losses.lose_step(draft, umpire, fight.foe_lead)
        else:
            umpire.tell("MS 7.64", "event.no_effect", hex=draft.scenario.names[fight.target])
        if result.extra == "Ammo":
            frames.append(Check(fight.side, fight.lead, AMMO))
        umpire.push(*frames, CeaseFire())


def bombard_checked(draft: MusketState, umpire: Umpire, check: Check, passed: bool) -> None:
    """Dc: failing disorders. Dm: failing costs a step, passing still disorders (MS 7.64)."""
    if fight_of(draft).code.startswith("Dm") and not passed:
        losses.lose_step(draft, umpire, check.piece)
    elif fight_of(draft).code.startswith("Dm") or not passed:
        losses.disorder(draft, umpire, check.piece, "MS 7.64")


@dataclass(frozen=True, slots=True)
class CeaseFire(Step):
    """The bombardment is over; FOW gained by it are used at once (MS 14.2)."""

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        draft.fight = ()
        umpire.push(UseGained())
