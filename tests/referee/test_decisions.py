"""The decisions battles share, and the one way to touch what waits on the agenda."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar

import pytest

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import Asked, Ban
from hardtack.referee.decisions import Gather, OrderDecision, TakeLosses
from hardtack.referee.dice import LoadedDice
from hardtack.referee.errors import IllegalAction
from hardtack.referee.events import Reason, Text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import NOT_ASKED
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.state import LOST, State, freeze, put
from hardtack.referee.umpire import Umpire, deciding, options, play, to_act, waiting
from toy.battle import BATTLE


@dataclass(frozen=True, slots=True)
class Join(UnitAction):
    verb: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Go(Action):
    verb: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class Wait(OrderDecision):
    """What everything else happens on top of."""

    clause: ClassVar[str] = "TOY 1"
    heard: tuple[str, ...] = ()

    def orders(self, state: Any) -> Sequence[Order[Any]]:
        return (SideOrder(Go()),)

    def prompt(self, state: Any) -> Text:
        return Text("prompt.movement")


@dataclass(frozen=True, slots=True)
class Column(Gather):
    clause: ClassVar[str] = "TOY 2"
    field: ClassVar[str] = "units"
    naming: ClassVar[type[UnitAction]] = Join
    going: ClassVar[Action] = Go()
    twice: ClassVar[str] = "reason.done"
    first: ClassVar[str] = "reason.not_adjacent"
    units: tuple[str, ...] = ()

    def bans(self, state: Any) -> Sequence[Ban[Any]]:
        return (Ban("TOY 1", "reason.not_yours", lambda asked: ~asked.state.scenario.forces[asked.side]),)

    def go(self, draft: Any, umpire: Umpire) -> None:
        umpire.amend(Wait, lambda below: replace(below, heard=(*below.heard, *self.units)))

    def prompt(self, state: Any) -> Text:
        return Text("prompt.movement")


@dataclass(frozen=True, slots=True)
class Eager(Column):
    at_once: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Free(Column):
    first: ClassVar[str] = ""


@dataclass(frozen=True, slots=True)
class Pay(TakeLosses):
    clause: ClassVar[str] = "TOY 4"
    paying: ClassVar[type[UnitAction]] = Join
    refusal: ClassVar[str] = "reason.cannot_reach"
    owed: int = 0

    def payers(self, state: Any) -> Sequence[str]:
        own = state.scenario.of_side[self.side]
        return [state.scenario.ids[unit] for unit in own if state.at[unit] >= 0] if self.owed else []

    def pay(self, draft: Any, unit: str, umpire: Umpire) -> None:
        draft.at = put(draft.at, draft.scenario.index[unit], LOST)
        umpire.replace(replace(self, owed=self.owed - 1))

    def prompt(self, state: Any) -> Text:
        return Text("prompt.combat")


@dataclass(frozen=True, slots=True)
class Resume(Decision):
    """A decision that counts down by itself, and asks only when there is nothing left to count."""

    left: int = 0
    asks: bool = True

    def options(self, state: Any) -> Any:
        return Wait(self.side).options(state)

    def apply(self, draft: Any, action: Any, umpire: Umpire) -> None:
        umpire.pop()

    def prompt(self, state: Any) -> Text:
        return Text("prompt.combat")

    def settle(self, draft: Any, umpire: Umpire) -> bool:
        if self.left:
            umpire.replace(replace(self, left=self.left - 1))
            umpire.push(Tick(self.left))
            return True
        if not self.asks:
            umpire.pop()
            return True
        return False


@dataclass(frozen=True, slots=True)
class Tick(Step):
    number: int

    def run(self, draft: Any, umpire: Umpire) -> None:
        """The step has left the agenda: what is on top of it now waits."""
        assert umpire.waiting(Resume) is draft.agenda[-1]
        umpire.amend(Wait, lambda below: replace(below, heard=(*below.heard, str(self.number))))


def at(*agenda: Any) -> State:
    draft = BATTLE.set_up(BATTLE.scenario("mill")).draft()
    draft.agenda = (Wait("union"), *agenda)
    state: State = freeze(draft)
    return state


def do(state: State, *actions: Action) -> Any:
    for action in actions:
        state = play(state, action, LoadedDice(())).state
    return state


def keys(state: State, action: Action) -> list[str]:
    return [refusal.key for refusal in options(state).reasons(action)]


# -- gathering


def test_counters_are_named_one_by_one_until_the_side_says_go() -> None:
    state = at(Column("union"))
    assert keys(state, Go()) == ["reason.not_adjacent"], "somebody has to be named first"
    assert sorted(map(str, options(state).all())) == ["join UA", "join UB", "join UC"]
    state = do(state, Join("UB"))
    assert deciding(state) == Column("union", ("UB",))
    assert options(state).reasons(Join("UB")) == [Reason("TOY 2", "reason.done", (("unit", "UB"),))]
    assert keys(state, Join("CA")) == ["reason.not_yours"]
    state = do(state, Join("UA"), Go())
    assert state.agenda == (Wait("union", ("UB", "UA")),), "in the order they were named"


def test_a_gathering_that_needs_nobody_may_go_at_once() -> None:
    assert do(at(Free("union")), Go()).agenda == (Wait("union"),)


def test_a_gathering_goes_by_itself_when_nobody_is_left_to_be_named() -> None:
    units = ("UA", "UB", "UC")
    assert do(at(Eager("union")), *map(Join, units)).agenda == (Wait("union", units),)
    assert deciding(do(at(Column("union")), *map(Join, units))) == Column("union", units), "unless it has to be told"
    assert not Column("union", units).is_open(at())
    assert Column("union", units[:2]).is_open(at())


def test_a_gathering_refuses_what_it_does_not_ask() -> None:
    state = at(Column("union"))
    assert options(state).reasons(BATTLE.parse(state.scenario, "end")) == [Reason("TOY 2", NOT_ASKED)]
    with pytest.raises(IllegalAction):
        do(state, Go())


# -- losses


def test_losses_are_paid_in_the_owners_order_until_nothing_is_owed() -> None:
    state = at(Pay("confederate", 2))
    assert to_act(state) == "confederate"
    assert deciding(state).follow_up
    assert keys(state, Join("UA")) == ["reason.cannot_reach"]
    state = do(state, Join("CC"))
    assert deciding(state) == Pay("confederate", 1)
    state = do(state, Join("CA"))
    assert state.agenda == (Wait("union"),)
    assert [state.scenario.ids[unit] for unit, place in enumerate(state.at) if place == LOST] == ["CA", "CC"]


def test_what_nobody_can_pay_is_forgiven() -> None:
    state = do(at(Pay("confederate", 5)), Join("CA"), Join("CB"), Join("CC"))
    assert state.agenda == (Wait("union"),)
    assert do(at(Pay("union", 0), Wait("union")), Go()).agenda == (Wait("union"),), "nor does an empty debt ask"


# -- settling, and what waits


def test_a_decision_does_what_needs_no_answer_each_time_it_comes_to_the_top() -> None:
    state = do(at(Resume("union", 2), Wait("confederate")), Go())
    assert state.agenda == (Wait("union", ("2", "1")), Resume("union"))
    assert do(state, Go()).agenda == (Wait("union", ("2", "1")),)


def test_a_decision_may_settle_itself_for_good() -> None:
    assert do(at(Resume("union", 1, asks=False), Wait("union")), Go()).agenda == (Wait("union", ("1",)),)


def test_amend_changes_the_topmost_frame_of_its_kind_and_nothing_else() -> None:
    state = at(Wait("confederate"), Column("union"), Pay("union", 1))
    umpire = Umpire(state.draft(), LoadedDice(()))
    assert umpire.waiting(Wait) == Wait("confederate")
    assert umpire.waiting(Pay) == Pay("union", 1), "the one on top too"
    assert umpire.amend(Wait, lambda frame: replace(frame, heard=("x",)))
    assert umpire.draft.agenda == (Wait("union"), Wait("confederate", ("x",)), Column("union"), Pay("union", 1))
    assert umpire.waiting(Resume) is None
    assert not umpire.amend(Resume, lambda frame: frame)
    assert state.agenda == (Wait("union"), Wait("confederate"), Column("union"), Pay("union", 1)), "a state is a value"
    assert waiting(state, Column) == Column("union")


def test_an_order_without_an_effect_of_its_own_ends_the_decision() -> None:
    order: UnitOrder[Any] = UnitOrder(Join)
    state = at(Column("union"))
    umpire = Umpire(state.draft(), LoadedDice(()))
    order.do(deciding(state), umpire.draft, Join("UA"), umpire)
    assert umpire.draft.agenda == (Wait("union"),)
    assert order.units(Asked(state, deciding(state))) == state.scenario.everybody


def test_what_concerns_every_frame_is_changed_in_all_of_them() -> None:
    umpire = Umpire(at(Column("union"), Pay("union", 1)).draft(), LoadedDice(()))
    umpire.amend_all(lambda frame: replace(frame, heard=("x",)) if isinstance(frame, Wait) else frame)
    assert umpire.draft.agenda == (Wait("union", ("x",)), Column("union"), Pay("union", 1))
