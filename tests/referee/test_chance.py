"""Exact chances: they add up, agree with rolling, and refuse what is illegal."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.battles.bull_run.combat import Combat
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.turns import EndTurn
from hardtack.referee.chance import expected_value, forecast, results, rulings, settled
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import IllegalAction
from hardtack.referee.state import WAITING, freeze, put
from hardtack.referee.umpire import play_trusted


@pytest.fixture
def state():
    """Sherman and Keyes face Jackson north of the run; the Union attacks."""
    scenario = BATTLE.scenario("bull-run")
    draft = BATTLE.set_up(scenario).draft()
    draft.at = (WAITING,) * len(draft.at)
    for unit, place in (("SHE", "1104"), ("KEY", "1104"), ("JAC", "1203"), ("BEE", "1203")):
        draft.at = put(draft.at, scenario.index[unit], scenario.board.grid.index(place))
    draft.initiative = "union"
    draft.agenda = (EndTurn(), Movement("union"), Combat("union", 1))
    return freeze(draft)


def attack(state):
    return BATTLE.parse(state.scenario, "attack 1104 1203")


def test_chances_add_up_to_one(state):
    assert sum(chance for chance, _ in rulings(state, attack(state))) == 1
    assert sum(results(state, attack(state)).values()) == 1
    assert sum(settled(state, attack(state), BATTLE.knowledge.presume).values()) == 1


def test_exact_chances_agree_with_rolling(state):
    exact = results(state, attack(state))
    dice = SeededDice("agree")
    trials = 6000
    floor = len(state.agenda)
    rolled = Counter(play_trusted(state, attack(state), dice, floor).state for _ in range(trials))
    assert set(rolled) <= set(exact)
    for after, chance in exact.items():
        spread = (float(chance * (1 - chance)) / trials) ** 0.5
        assert abs(rolled[after] / trials - float(chance)) < 5 * spread + 1e-9


def test_a_forecast_counts_what_it_is_asked_for(state):
    found = forecast(state, attack(state))
    # 9 SP, no modifier: no hit on 1; 1 on 2, 3; 2 on 4, 5; 3 on 6.
    assert found.chance(confederate_lost=0) == Fraction(1, 6)
    assert found.expected("confederate_lost") == pytest.approx((0 + 1 + 1 + 2 + 2 + 3) / 6)


def test_the_expected_value_is_the_mean_over_the_settled_states(state):
    def value(after):
        return float(sum(after.strength))

    exact = settled(state, attack(state), BATTLE.knowledge.presume)
    mean = sum(float(chance) * value(after) for after, chance in exact.items())
    assert expected_value(state, attack(state), BATTLE.knowledge.presume, value) == pytest.approx(mean)


def test_a_look_ahead_rolls_no_die_of_the_next_phase(state):
    """The attack is the last of the turn: the initiative of the next turn is not part of its forecast."""
    draft = state.draft()
    draft.agenda = (EndTurn(), Combat("union", 1))
    last = freeze(draft)
    for _, ruling in rulings(last, attack(last)):
        assert not [event for event in ruling.events if event.key == "event.initiative"]
        assert ruling.state.turn == last.turn


def test_an_illegal_action_is_not_forecast(state):
    with pytest.raises(IllegalAction):
        forecast(state, BATTLE.parse(state.scenario, "attack 1203 1104"))
