"""Forecasts held against the log: their words must be what the events of every fall of the dice tell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from hardtack.battles.sharpsburg.actions import Attack, AttackAll
from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.actions import Action
from hardtack.referee.chance import forecast, is_open, rulings
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import CONFEDERATE, UNION, Event
from hardtack.referee.umpire import begin, deciding, options, play_trusted

REMOVED = ("event.eliminated", "event.cannot_retreat")
MEANINGS = {
    "DE": "defenders_lost", "AE": "attackers_lost", "DR": "defenders_retreat", "AR": "attackers_retreat",
    "EN": "engaged", "EX": "exchange",
}  # fmt: skip


def fights(seed: int, number: int, **settings: Any) -> Iterator[tuple[SharpsburgState, Action]]:
    """Attacks out of a random game, each of another moment."""
    random, dice = Random(seed), SeededDice(seed)
    state: Any = begin(BATTLE.set_up(BATTLE.scenario("sharpsburg", settings)), dice).state
    found = 0
    while state.outcome is None and found < number:
        offered = [action for action in options(state).all() if isinstance(action, Attack | AttackAll)]
        if offered:
            found += 1
            yield state, random.choice(offered)
        state = play_trusted(state, options(state).pick(random), dice).state


def falls(state: Any, action: Action, floor: int) -> Iterator[tuple[Fraction, tuple[Event, ...]]]:
    """Every way the dice can fall, with all it is told, follow-up decisions as a forecast presumes them."""
    for chance, ruling in rulings(state, action, floor):
        if not is_open(ruling.state):
            yield chance, ruling.events
            continue
        for share, events in falls(ruling.state, BATTLE.knowledge.presume(ruling.state), floor):
            yield chance * share, (*ruling.events, *events)


def word_for(state: SharpsburgState, events: tuple[Event, ...]) -> str:
    """The word for one fall of the dice: the code of the table, or what its carrying out made of it."""
    side = deciding(state).side
    gone = {side_of(state, str(event.get("unit"))) for event in events if event.key in REMOVED}
    if gone:
        return "exchange" if len(gone) == 2 else "attackers_lost" if gone == {side} else "defenders_lost"
    moved = {side_of(state, str(event.get("unit"))) for event in events if event.key == "event.retreats"}
    if moved:
        return "attackers_retreat" if moved == {side} else "defenders_retreat"
    return "engaged" if any(event.key == "event.engaged" for event in events) else "nothing"


def side_of(state: SharpsburgState, unit: str) -> str:
    return state.scenario.counters[state.scenario.index[unit]].side


def lost(state: SharpsburgState, events: tuple[Event, ...], side: str) -> int:
    removed = [event for event in events if event.key in REMOVED]
    return sum(int(str(event.get("n"))) for event in removed if side_of(state, str(event.get("unit"))) == side)


def hold_against_the_log(state: SharpsburgState, action: Action) -> None:
    chances: Counter[tuple[str, int, int]] = Counter()
    for chance, events in falls(state, action, len(state.agenda)):
        word = word_for(state, events)
        code = next(str(event.get("term")) for event in events if event.key in ("event.attack", "event.hopeless"))
        if word != "nothing":  # a bombardment alone may have no effect; a retreat with nowhere to go is a loss
            cut_off = any(event.key == "event.cannot_retreat" for event in events)
            assert word == MEANINGS[code] or cut_off or code == "EX", (word, code)
        chances[word, lost(state, events, UNION), lost(state, events, CONFEDERATE)] += chance  # type: ignore[assignment]
    told: Counter[tuple[str, int, int]] = Counter()
    for aftermath, share in forecast(state, action).chances:
        known: Any = dict(aftermath)
        told[known["outcome"], known["union_lost"], known["confederate_lost"]] += share  # type: ignore[assignment]
    assert told == chances, (str(action), told, chances)


@pytest.mark.parametrize("settings", [{}, {"advance_after_combat": True}, {"no_retreat": "stay"}])
def test_forecasts_of_a_random_game_tell_what_the_log_will(settings: dict[str, Any]) -> None:
    found = 0
    for seed in range(3):
        for state, action in fights(seed, 15, **settings):
            hold_against_the_log(state, action)
            found += 1
    assert found > 20


@pytest.mark.rule("SH 12", "SH 12a", "SH 12b", "SH C20")
def test_goals_and_objectives_tell_what_decides() -> None:
    field: Any = BATTLE.scenario("sharpsburg")
    state = BATTLE.set_up(field)
    assert [goal.clause for goal in BATTLE.page.goals(field)] == ["SH 12b", "SH 12", "SH 12a"]
    assert not any(goal.sudden for goal in BATTLE.page.goals(field))
    assert [(one.hex, one.points, one.holder) for one in BATTLE.page.objectives(state)] == [
        (name, 10, CONFEDERATE) for name in field.limits.objective
    ]
    assert BATTLE.page.standing(state).points == ((UNION, 0), (CONFEDERATE, 10))
