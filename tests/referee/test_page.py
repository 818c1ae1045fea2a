"""What a page shows of a battle that says nothing special: hints by the shape of an action, counters, the standing."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, End, HexAction, Move, UnitAction
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import Outcome, Text
from hardtack.referee.page import Page
from hardtack.referee.showing import Hint, Look, Standing
from hardtack.referee.state import LOST, put
from hardtack.referee.umpire import begin, options, play
from toy.battle import BATTLE, Attack, GiveColours


@dataclass(frozen=True, slots=True)
class Mark(Action):
    verb: ClassVar[str] = "mark"
    hex: str


@dataclass(frozen=True, slots=True)
class Split(HexAction):
    verb: ClassVar[str] = "split"
    strength: int


@dataclass(frozen=True, slots=True)
class Choose(Action):
    verb: ClassVar[str] = "choose"
    plan: str


@dataclass(frozen=True, slots=True)
class Rally(UnitAction):
    verb: ClassVar[str] = "rally"


@pytest.fixture
def page() -> Page[Any]:
    return Page()


@pytest.fixture
def state() -> Any:
    return begin(BATTLE.set_up(BATTLE.scenario("mill")), SeededDice(1)).state


def words(verb: str, **args: Any) -> Text:
    return Text(f"action.{verb}", tuple(args.items()))


@pytest.mark.parametrize(
    ("action", "hint"),
    [
        (Move("UA", "0104"), Hint("move", words("move", unit="UA", hex="0104"), "UA", "0104")),
        (Split("UA", "0104", 2), Hint("move", words("split", unit="UA", hex="0104", strength=2), "UA", "0104")),
        (Rally("UA"), Hint("choose", words("rally", unit="UA"), "UA")),
        (Mark("0303"), Hint("choose", words("mark", hex="0303"), hex="0303")),
        (Choose("A"), Hint("choose", words("choose", plan="A"))),
        (End(), Hint("end", words("end"))),
        (
            Attack("UA", "CB"),
            Hint("attack", words("attack", unit="UA", unit_target="CB"), "UA", "0301", attackers=("UA",), target="CB"),
        ),
    ],
    ids=lambda value: getattr(value, "verb", ""),
)
def test_an_action_is_presented_by_what_it_names(page, state, action, hint):
    assert page.hint(state, action) == hint


def test_a_counter_shows_whether_it_can_act(page, state):
    acting = {number for number in range(6) if page.look(state, number) == Look(can_act=True)}
    assert {state.scenario.ids[number] for number in acting} == set(options(state).actors()) == {"UA", "UB", "UC"}
    state = play(state, GiveColours("UA"), SeededDice(1)).state
    assert [page.look(state, number).can_act for number in range(6)] == [False] * 3 + [True] * 3
    over = state.changed(agenda=(), outcome=Outcome("union", "steps", "TOY 6", "event.over"))
    assert not any(page.look(over, number).can_act for number in range(6))


def test_the_standing_goes_by_the_counters_left(page, state):
    assert page.standing(state) == Standing(0.0, (), (("union", 0), ("confederate", 0)))
    fewer = state.changed(at=put(put(state.at, 3, LOST), 4, LOST))
    assert page.standing(fewer) == Standing(0.5, (), (("union", 0), ("confederate", 2)))
