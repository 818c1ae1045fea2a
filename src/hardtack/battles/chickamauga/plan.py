"""The Confederate writes down how he means to win, and nobody else may know (CK 18.2)."""

from __future__ import annotations

from random import Random
from typing import Any, ClassVar

from hardtack.battles.chickamauga.state import HIDDEN, OPTION_A, OPTION_B, UNWRITTEN, ChickamaugaState
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, Text, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import Choice, Options
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
