"""What bots remember of positions gives the same numbers, to the last bit, as looking at everything anew."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import plain_weighing as plain
import pytest

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.bot_knowledge import PLAN_TERMS as PLANNED
from hardtack.battles.chancellorsville.knowledge import TERMS, _worn
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import SIDES
from hardtack.referee.umpire import begin, options, play_trusted

GAMES = {
    "kellys-ford": (1, 50),
    "brandy-station": (2, 50),
    "great-flank-march": (3, 50),
    "sedgwick-to-the-rescue": (4, 50),
    "chancellorsville-campaign": (5, 50),
}


def positions(scenario_id: str) -> Iterator[Any]:
    """A game of random play, each position with what was found out about the one before; and side branches of it."""
    seed, decisions = GAMES[scenario_id]
    random, dice = Random(seed), SeededDice(seed)
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
    for _ in range(decisions):
        if state.outcome is not None:
            return
        yield state
        yield play_trusted(state, options(state).pick(random), SeededDice(str(random.random()))).state
        state = play_trusted(state, options(state).pick(random), dice).state


@pytest.mark.parametrize("scenario_id", list(GAMES))
def test_followed_terms_are_those_of_a_plain_look(scenario_id: str) -> None:
    compared = 0
    for state in positions(scenario_id):
        if state.outcome is not None:
            continue
        for side in SIDES:
            assert TERMS["control"][1](state, side) == plain.control(state, side)
            assert TERMS["exposure"][1](state, side) == plain.exposure(state, side)
            assert TERMS["points"][1](state, side) == plain.points(state, side)
            assert _worn(state, side) == plain.worn(state, side)
            compared += 1
    assert compared > 80


@pytest.mark.parametrize("scenario_id", ["brandy-station", "chancellorsville-campaign"])
def test_nothing_that_is_shared_rests_on_the_agenda(scenario_id: str) -> None:
    """Weighed with another agenda first: what was found out then must hold for the true one, and for a fresh look."""
    for state in positions(scenario_id):
        if state.outcome is not None:
            continue
        other = state.changed(agenda=state.agenda[:1])
        state.forget()
        fresh = {(name, side): term(state, side) for name, (_, term) in PLANNED.items() for side in SIDES}
        state.forget()
        for name, (_, term) in PLANNED.items():
            for side in SIDES:
                term(other, side)
                twin = other.changed(agenda=state.agenda)
                assert twin.situation is other.situation
                assert term(twin, side) == fresh[name, side]
