"""Replacements: restoring steps and bringing routed units back (MS 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import END, End, Place, Recall, Restore
from hardtack.battles.musket.checks import RETURN, Check
from hardtack.battles.musket.command import has_loc
from hardtack.battles.musket.reaching import hq_active, in_zone
from hardtack.battles.musket.state import DESTROYED, MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, enemy_of, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class CountSteps(Step):
    """MS 3.3d, 13.1: the phase's replacement steps; they cannot be saved.

    Where the book gives them to an HQ that begins the phase active, what the check of 3.3c made of it does not matter.
    """

    side: str
    commanded: bool = True  # the HQ was active when the phase began

    def run(self, draft: MusketState, umpire: Umpire) -> None:
        scenario = draft.scenario
        draft.steps = 0
        if self.commanded or scenario.supply.get(self.side, {}).get("kind") != "active_hq":
            draft.steps = scenario.battle.replacement_steps(draft, umpire, self.side)
        if draft.steps:
            umpire.push(Replacements(self.side))


def restore_reasons(state: MusketState, side: str, piece: int) -> list[Reason]:
    """Who may not be restored: MS 13.1, 12.43."""
    scenario = state.scenario
    counter = scenario.counters[piece]
    here = state.at[piece]
    if counter.side != side or not counter.combat or not (here >= 0 or scenario.in_box(here)):
        return [reason("MS 13.1", "reason.not_restorable", unit=counter.id)]
    found = []
    if not state.reduced[piece]:
        found.append(reason("MS 13.1", "reason.full_strength", unit=counter.id))
    if here >= 0 and in_zone(state, piece):
        found.append(reason("MS 13.1", "reason.in_zone", unit=counter.id))
    if here >= 0 and state.disordered[piece]:
        found.append(reason("MS 13.1", "reason.is_disordered", unit=counter.id))
    found += scenario.battle.step_bars(state, piece)
    if here >= 0 and not has_loc(state, piece):
        found.append(reason("MS 12.43", "reason.no_loc", unit=counter.id))
    return found


def recall_reasons(state: MusketState, side: str, piece: int) -> list[Reason]:
    """Who may not be called back: MS 13.2."""
    scenario = state.scenario
    counter = scenario.counters[piece]
    here = state.at[piece]
    if counter.side != side or here not in (scenario.track, scenario.aside):
        return [reason("MS 13.2", "reason.not_routed", unit=counter.id)]
    found = []
    if here == scenario.track and state.due[piece] > state.turn:
        found.append(reason("MS 13.2", "reason.not_due", unit=counter.id, n=state.due[piece]))
    found += scenario.battle.step_bars(state, piece)
    if not any(
        scenario.battle.return_places(state, piece, helper)
        for helper in (-1, *scenario.battle.return_helpers(state, piece))
    ):
        found.append(reason("MS 13.2", "reason.no_place", unit=counter.id))
    return found


def return_ground(state: MusketState, piece: int) -> int:
    """MS 13.2: the active HQ's hex or one next to it that the unit can enter; else the LOC hexes."""
    scenario = state.scenario
    side = scenario.side_of[piece]
    if not hq_active(state, side):
        return scenario.battle.loc_hexes(state, side)
    here = state.at[scenario.hq[side]]
    ways = scenario.ground.ways(scenario.profile((piece,)))
    return ways.enterable[here] | (1 << here if ways.into[here] else 0)  # an HQ goes where guns may not


def return_bans(state: MusketState, piece: int) -> list[tuple[str, str, int]]:
    """Hexes in which no unit is placed: clause, words, hexes (MS 4.5, 5.1, 13.2)."""
    own = state.scenario.side_of[piece]
    return [
        ("MS 4.5", "reason.enemy_hex", state.enemies(own)),
        ("MS 13.2", "reason.zone_alone", state.uncovered(own)),
        ("MS 5.1", "reason.full", state.full(state.scenario.weight[piece])),
    ]


def return_places(state: MusketState, piece: int) -> int:
    """Where a returning unit may be placed: never in an enemy's, a full or a closed hex (MS 13.2)."""
    wanted = return_ground(state, piece)
    for _, _, mask in return_bans(state, piece):
        wanted &= ~mask
    return wanted


class ReplacementOptions(Options):
    def __init__(self, state: MusketState, side: str) -> None:
        self.state = state
        self.side = side
        self.scenario = state.scenario

    def candidates(self) -> list[int]:
        """Pieces worth asking about: reduced, routed or set aside."""
        state, scenario = self.state, self.scenario
        off = (scenario.track, scenario.aside)
        return [
            piece
            for piece in scenario.fighters[self.side]
            if state.at[piece] in off or (state.reduced[piece] and state.at[piece] != -2)
        ]

    def actors(self) -> Sequence[str]:
        return list(self.useful())

    def useful(self) -> Iterator[str]:
        """Candidates that may really take a step, one by one: often a single one is asked for."""
        return (self.scenario.ids[piece] for piece in self.candidates() if self.of(self.scenario.ids[piece]))

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        if piece < 0:
            return ()
        found: list[Action] = []
        if not restore_reasons(self.state, self.side, piece):
            found.append(Restore(actor))
        if not recall_reasons(self.state, self.side, piece):
            found.append(Recall(actor))
        return found

    def general(self) -> Sequence[Action]:
        return [END]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if isinstance(action, Restore):
            return restore_reasons(self.state, self.side, self.scenario.index[action.unit])
        if isinstance(action, Recall):
            return recall_reasons(self.state, self.side, self.scenario.index[action.unit])
        return [reason("MS 13.1", NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class Replacements(Decision):
    """MS 3.3d: spend the steps of this phase or let them go."""

    used: bool = False

    def options(self, state: MusketState) -> Options:
        return ReplacementOptions(state, self.side) if state.steps else Choice([END], "MS 13.1", "reason.no_steps")

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.replacements", side=self.side, n=state.steps)

    def idle(self, draft: MusketState) -> bool:
        return not self.used and next(ReplacementOptions(draft, self.side).useful(), None) is None

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, End):
            draft.steps = 0
            umpire.pop()
            return
        scenario = draft.scenario
        piece = scenario.index[action.unit]
        draft.steps -= 1
        umpire.replace(Replacements(self.side, used=True))
        if isinstance(action, Restore):
            draft.reduced = put(draft.reduced, piece, 0)
            umpire.tell("MS 13.1", "event.restored", unit=action.unit)
        else:
            umpire.push(Check(self.side, piece, RETURN))


def returned(draft: MusketState, umpire: Umpire, check: Check, passed: bool) -> None:
    """MS 13.2: placed with the army, or destroyed; a battalion merely stays aside (CK 19.63)."""
    scenario = draft.scenario
    counter = scenario.counters[check.piece]
    if passed:
        umpire.push(Returning(check.side, check.piece, latest_helper(draft, check)))
    elif counter.battalion:
        umpire.tell("MS 11.2", "event.battalion_fails", unit=counter.id)
    else:
        losses.remove(draft, check.piece, DESTROYED)
        umpire.tell("MS 11.2", "event.destroyed", unit=counter.id)
        losses.score(draft, umpire, enemy_of(counter.side), losses.VP_DESTROYED, "destroyed")


def latest_helper(draft: MusketState, check: Check) -> int:
    """The leader who assisted this return roll, -1 for none."""
    helped = [piece for piece in draft.scenario.battle.return_helpers(draft, check.piece) if draft.helped[piece]]
    return helped[0] if helped else -1


class ReturnOptions(Choice):
    """The hexes where a returning unit may be placed; any other is refused for what is wrong with it."""

    def __init__(self, state: MusketState, frame: Returning) -> None:
        scenario = state.scenario
        unit = scenario.ids[frame.piece]
        super().__init__([Place(unit, scenario.names[hex_]) for hex_ in hexes_in(frame.places(state))], "MS 13.2")
        self.state = state
        self.frame = frame

    def reasons(self, action: Action) -> list[Reason]:
        scenario, piece = self.state.scenario, self.frame.piece
        if action in self.choices or not isinstance(action, Place) or action.unit != scenario.ids[piece]:
            return super().reasons(action)
        goal = scenario.board.grid.index(action.hex)
        found = [
            reason(clause, key, hex=action.hex, n=scenario.params.stack_limit)
            for clause, key, mask in return_bans(self.state, piece)
            if mask >> goal & 1
        ]
        if not return_ground(self.state, piece) >> goal & 1 or not found:
            found.append(reason("MS 13.2", "reason.return_place"))
        return found


@dataclass(frozen=True, slots=True)
class Returning(Decision):
    """A returning unit is placed on the map; it may move this phase."""

    piece: int
    helper: int

    def places(self, state: MusketState) -> int:
        battle = state.scenario.battle
        return battle.return_places(state, self.piece, self.helper) or battle.return_places(state, self.piece, -1)

    def options(self, state: MusketState) -> Options:
        return ReturnOptions(state, self)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.returning", unit=state.scenario.ids[self.piece])

    def idle(self, draft: MusketState) -> bool:
        return not self.places(draft)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        scenario = draft.scenario
        draft.at = put(draft.at, self.piece, scenario.board.grid.index(action.hex))
        draft.reduced = put(draft.reduced, self.piece, int(scenario.counters[self.piece].steps == 2))
        draft.due = put(draft.due, self.piece, 0)
        umpire.tell("MS 13.2", "event.returns", unit=action.unit, hex=action.hex)
