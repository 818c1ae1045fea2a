"""Replacements: restoring steps and bringing routed units back (MS 13)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import END, Place, Recall, Restore
from hardtack.battles.musket.checks import RETURN
from hardtack.battles.musket.checks import Check as Roll
from hardtack.battles.musket.command import has_loc
from hardtack.battles.musket.placing import FULL, PieceOrder, enemy_hexes, uncovered_hexes
from hardtack.battles.musket.reaching import hq_active, in_zone
from hardtack.battles.musket.state import DESTROYED, MusketState, Question
from hardtack.board.masks import hexes_in, marked, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Ban, Check
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.frames import Step
from hardtack.referee.orders import Order, SideOrder, UnitOrder
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


def unrestorable(asked: Question) -> int:
    """Whoever is no combat unit of the side on the map or in a box (MS 13.1)."""
    state, scenario = asked.state, asked.state.scenario
    units, on_map = scenario.combat[asked.side], state.on_map
    boxed = [unit for unit in hexes_in(units & ~on_map) if scenario.in_box(state.at[unit])]
    return ~(units & on_map | mask_of(boxed))


def not_routed(asked: Question) -> int:
    state, scenario = asked.state, asked.state.scenario
    off_map = scenario.combat[asked.side] & ~state.on_map
    return ~mask_of([unit for unit in hexes_in(off_map) if state.at[unit] in (scenario.track, scenario.aside)])


def not_due(asked: Question, unit: int) -> bool:
    state = asked.state
    return state.at[unit] == state.scenario.track and state.due[unit] > state.turn


def no_place(asked: Question, unit: int) -> bool:
    """Asked of those who wait to return: there is no hex where they could be placed."""
    scenario = asked.state.scenario
    battle, waits = scenario.battle, asked.state.at[unit] in (scenario.track, scenario.aside)
    if not waits or not scenario.combat[asked.side] >> unit & 1:
        return False
    helpers = (-1, *battle.return_helpers(asked.state, unit))
    return not any(battle.return_places(asked.state, unit, helper) for helper in helpers)


NO_STEPS: Ban[Question] = Ban("MS 13.1", "reason.no_steps", lambda asked: 0 if asked.state.steps else EVERYTHING)
RESTORE_BANS: tuple[Ban[Question], ...] = (
    NO_STEPS,
    Ban("MS 13.1", "reason.not_restorable", unrestorable),
    Ban("MS 13.1", "reason.full_strength", lambda asked: ~(unrestorable(asked) | marked(asked.state.reduced))),
    Check("MS 13.1", "reason.in_zone", lambda asked, unit: asked.on_map(unit) and in_zone(asked.state, unit)),
    Ban("MS 13.1", "reason.is_disordered", lambda asked: asked.state.on_map & marked(asked.state.disordered)),
)
CUT_OFF: Ban[Question] = Check(
    "MS 12.43", "reason.no_loc", lambda asked, unit: asked.on_map(unit) and not has_loc(asked.state, unit)
)
RECALL_BANS: tuple[Ban[Question], ...] = (
    NO_STEPS,
    Ban("MS 13.2", "reason.not_routed", not_routed),
    Check("MS 13.2", "reason.not_due", not_due, lambda asked, unit: {"n": asked.state.due[unit]}),
)
NO_PLACE: Ban[Question] = Check("MS 13.2", "reason.no_place", no_place)


def return_ground(state: MusketState, piece: int) -> int:
    """MS 13.2: the active HQ's hex or one next to it that the unit can enter; else the LOC hexes."""
    scenario = state.scenario
    side = scenario.side_of[piece]
    if not hq_active(state, side):
        return scenario.battle.loc_hexes(state, side)
    here = state.at[scenario.hq[side]]
    ways = scenario.ground.ways(scenario.profile((piece,)))
    return ways.enterable[here] | (1 << here if ways.into.moves[here] else 0)  # an HQ goes where guns may not


def closed_to_returning(state: MusketState, piece: int) -> int:
    """Hexes in which no unit is placed: the enemy's, uncovered in his zone, full (MS 4.5, 5.1, 13.2)."""
    side = state.scenario.side_of[piece]
    return state.enemies(side) | state.uncovered(side) | state.full(state.scenario.weight[piece])


def return_places(state: MusketState, piece: int) -> int:
    """Where a returning unit may be placed: never in an enemy's, a full or a closed hex (MS 13.2)."""
    return return_ground(state, piece) & ~closed_to_returning(state, piece)


class RestoreOrder(UnitOrder[Question]):
    """A step turns a reduced unit to full strength."""

    def units(self, asked: Question) -> int:
        reduced = asked.state.scenario.combat[asked.side] & marked(asked.state.reduced)
        return super().units(asked) if reduced or asked.lifted else 0


@lru_cache(maxsize=16)
def replacing(more: tuple[Ban[Any], ...]) -> Sequence[Order[Question]]:
    """What is done with a step, by the bans of the series and those of a battle's own."""
    return (
        SideOrder(END, (), end_replacements),
        RestoreOrder(Restore, (*RESTORE_BANS, *more, CUT_OFF), use_step),
        UnitOrder(Recall, (*RECALL_BANS, *more, NO_PLACE), use_step),
    )


@dataclass(frozen=True, slots=True)
class Replacements(OrderDecision):
    """MS 3.3d: spend the steps of this phase or let them go."""

    clause: ClassVar[str] = "MS 13.1"
    used: bool = False

    def orders(self, state: MusketState) -> Sequence[Order[Question]]:
        return replacing(tuple(state.scenario.battle.step_bans))

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.replacements", side=self.side, n=state.steps)

    def idle(self, draft: MusketState) -> bool:
        return not self.used and not self.options(draft).actors()


def end_replacements(frame: Replacements, draft: MusketState, action: Action, umpire: Umpire) -> None:
    draft.steps = 0
    umpire.pop()


def use_step(frame: Replacements, draft: MusketState, action: Restore | Recall, umpire: Umpire) -> None:
    piece = draft.scenario.index[action.unit]
    draft.steps -= 1
    umpire.replace(Replacements(frame.side, used=True))
    if isinstance(action, Recall):
        umpire.push(Roll(frame.side, piece, RETURN))
        return
    draft.reduced = put(draft.reduced, piece, 0)
    umpire.tell("MS 13.1", "event.restored", unit=action.unit)


def returned(draft: MusketState, umpire: Umpire, check: Roll, passed: bool) -> None:
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


def latest_helper(draft: MusketState, check: Roll) -> int:
    """The leader who assisted this return roll, -1 for none."""
    helped = [piece for piece in draft.scenario.battle.return_helpers(draft, check.piece) if draft.helped[piece]]
    return helped[0] if helped else -1


def no_return(asked: Question) -> int:
    """Away from the HQ and the LOC hexes; where a leader has helped, away from him."""
    frame, state = asked.frame, asked.state
    closed = closed_to_returning(state, frame.piece)
    return ~int(frame.places(state) | closed & return_ground(state, frame.piece))


def put_back(frame: Returning, draft: MusketState, action: Place, umpire: Umpire) -> None:
    umpire.pop()
    scenario, piece = draft.scenario, frame.piece
    draft.at = put(draft.at, piece, scenario.board.grid.index(action.hex))
    draft.reduced = put(draft.reduced, piece, int(scenario.counters[piece].steps == 2))
    draft.due = put(draft.due, piece, 0)
    umpire.tell("MS 13.2", "event.returns", unit=action.unit, hex=action.hex)


RETURN_BANS = (
    Ban("MS 4.5", "reason.enemy_hex", enemy_hexes),
    Ban("MS 13.2", "reason.zone_alone", uncovered_hexes),
    FULL,
    Ban("MS 13.2", "reason.return_place", no_return),
)


@dataclass(frozen=True, slots=True)
class Returning(OrderDecision):
    """A returning unit is placed on the map; it may move this phase."""

    clause: ClassVar[str] = "MS 13.2"
    standing_orders: ClassVar[Sequence[Order[Question]]] = (PieceOrder(Place, "MS 13.2", RETURN_BANS, put_back),)
    piece: int
    helper: int

    def places(self, state: MusketState) -> int:
        battle = state.scenario.battle
        return battle.return_places(state, self.piece, self.helper) or battle.return_places(state, self.piece, -1)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.returning", unit=state.scenario.ids[self.piece])

    def idle(self, draft: MusketState) -> bool:
        return not self.places(draft)
