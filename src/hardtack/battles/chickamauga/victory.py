"""Who has won at Chickamauga, and the plan to win that the Confederate writes down in secret (CK 18)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from hardtack.battles.chickamauga.scenario import (
    HIDDEN,
    OPTION_A,
    OPTION_B,
    UNWRITTEN,
    ChickamaugaScenario,
    ChickamaugaState,
)
from hardtack.battles.musket.state import ALIVE
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Outcome, Text, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import Choice, Options
from hardtack.referee.showing import Goal, Objective
from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class Plan(Action):
    """Write down option A or B."""

    verb: ClassVar[str] = "plan"
    secret: ClassVar[bool] = True
    option: str


CHOICES = (Plan(OPTION_A), Plan(OPTION_B))


@dataclass(frozen=True, slots=True)
class ChoosePlan(Decision):
    """Before the first turn the Confederate chooses A or B (CK 18.2)."""

    def options(self, state: ChickamaugaState) -> Options:
        return Choice(CHOICES, "CK 18.2")

    def prompt(self, state: ChickamaugaState) -> Text:
        return text("prompt.plan")

    def apply(self, draft: ChickamaugaState, action: Any, umpire: Umpire) -> None:
        umpire.pop()
        draft.plan = action.option
        umpire.tell("CK 18.2", "event.plan_written")
        umpire.tell("CK 18.2", "event.plan_kept", seats=(CONFEDERATE,), term=f"plan_{action.option}")


def conceal(state: ChickamaugaState, seat: str | None) -> ChickamaugaState:
    """The state for a seat: until the game is over only the Confederate reads the paper."""
    if seat == CONFEDERATE or state.outcome is not None or state.plan in (UNWRITTEN, HIDDEN):
        return state
    return state.changed(plan=HIDDEN)


def guess(state: ChickamaugaState, random: Random) -> ChickamaugaState:
    """A state that could be the real one for somebody who has not read the paper."""
    if state.plan != HIDDEN:
        return state
    return state.changed(plan=random.choice((OPTION_A, OPTION_B)))


def reveal(draft: ChickamaugaState, umpire: Umpire) -> None:
    """The game is over: the paper is read out."""
    umpire.reveal()
    umpire.tell("CK 18.2", "event.plan_revealed", term=f"plan_{draft.plan}")


# -- what wins


def union_removed(state: ChickamaugaState) -> int:
    """CK 18.22: Union infantry and artillery out of play for good; battalions, boxes and the track do not count."""
    scenario = state.scenario
    return sum(
        1 for piece in scenario.fighters[UNION]
        if state.fate[piece] != ALIVE and not scenario.counters[piece].battalion
    )  # fmt: skip


def road_is_safe(state: ChickamaugaState) -> bool:
    """CK 18.1: no Confederate combat unit and no Confederate ZOC on or west of the LaFayette Road."""
    return not (state.troops(CONFEDERATE) | state.zone(CONFEDERATE)) & state.scenario.road_and_west


def conditions(scenario: ChickamaugaScenario) -> tuple[Goal, ...]:
    """What wins at the end, before anybody counts points: the Confederate's own, tested first, and the Union's."""
    return (
        Goal("CK 18.21", text("win.plan_A"), CONFEDERATE),
        Goal("CK 18.22", text("win.plan_B", n=scenario.removed_needed), CONFEDERATE),
        Goal("CK 18.1", text("win.road"), UNION),
    )


def marked(state: ChickamaugaState) -> list[Objective]:
    """The hexes of the road: the Union's unless a Confederate unit or ZOC is there."""
    scenario, lost = state.scenario, state.troops(CONFEDERATE) | state.zone(CONFEDERATE)
    return [
        Objective(
            scenario.names[hex_], text("card.objective"), "CK 18.1", UNION,
            holder=CONFEDERATE if lost >> hex_ & 1 else UNION,
        )
        for hex_ in hexes_in(scenario.board.regions["lafayette_road"])
    ]  # fmt: skip


def decided(state: ChickamaugaState) -> Outcome | None:
    """The special conditions, the Confederate's first; None sends the players to the points (CK 18.3)."""
    points = (("union", state.points[0]), ("confederate", state.points[1]))
    if state.plan == OPTION_A and not state.troops(UNION):
        return Outcome(CONFEDERATE, "plan", "CK 18.21", "plan_A", points)
    if state.plan == OPTION_B and union_removed(state) >= state.scenario.removed_needed:
        return Outcome(CONFEDERATE, "plan", "CK 18.22", "plan_B", points)
    if road_is_safe(state):
        return Outcome(UNION, "road", "CK 18.1", "road", points)
    return None
