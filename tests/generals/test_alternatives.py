"""What else there was to do, each with the chance to win it leaves."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.battles.chickamauga.victory import ChoosePlan
from hardtack.generals import find_bot
from hardtack.generals.alternatives import MOST_TOLD, others, weighed
from hardtack.generals.planning import chance_from
from hardtack.referee.chance import expected_value
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, deciding, options, play, to_act
from hardtack.table import Match

SCENARIOS = ("bull-run", "sharpsburg", "kellys-ford", "shiloh")


def positions(scenario: str, actions: int):
    """Positions of a random game with the side to act."""
    battle, dice, random = find_battle(scenario), SeededDice(3), Random(3)
    state = begin(battle.set_up(battle.scenario(scenario)), dice).state
    for _ in range(actions):
        side = to_act(state)
        if side is None:
            return
        yield state, side
        state = play(state, options(state).pick(random), dice).state


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_action_comes_first_then_the_best_others_one_of_each_piece(scenario):
    seen = 0
    for state, side in positions(scenario, 25):
        action = options(state).pick(Random(1))
        told = weighed(state, side, action)
        if not told:
            assert len(options(state).all()) == 1
            continue
        seen += 1
        assert told[0].action == action
        rest = told[1:]
        assert 1 <= len(rest) <= MOST_TOLD
        assert action not in [one.action for one in rest]
        assert all(one.action in options(state) and 0.0 <= one.chance <= 1.0 for one in told)
        assert len({one.action.actor for one in rest}) == len(rest)
        assert [one.chance for one in rest] == sorted((one.chance for one in rest), reverse=True)
        assert told == weighed(state, side, action)  # the same again
    assert seen > 5


def test_the_chance_is_that_of_the_evaluation_over_all_dice():
    state, side = next((s, side) for s, side in positions("kellys-ford", 40) if len(options(s).all()) > 3)
    action = options(state).all()[0]
    knowledge = state.scenario.battle.knowledge
    for one in weighed(state, side, action):
        if not knowledge.ends_phase(state, one.action):
            exact = expected_value(state, one.action, knowledge.intend, lambda after: chance_from(after, side, None))
            assert one.chance == pytest.approx(exact)


def test_of_the_pieces_own_choices_the_best_is_told():
    for state, side in positions("bull-run", 30):
        actor = next((name for name in options(state).actors() if len(options(state).of(name)) > 2), None)
        if actor is None:
            continue
        own = options(state).of(actor)
        told = weighed(state, side, own[0])
        same = [one for one in told[1:] if one.action.actor == actor]
        for one in same:
            marks = [weighed(state, side, other)[0].chance for other in own[1:]]
            assert one.chance == pytest.approx(max(marks))
        if same:
            return
    pytest.fail("no piece had a choice worth telling")


@pytest.mark.rule("CK 18.2")
def test_secrets_are_not_among_the_others():
    match, random = Match.new("chickamauga", seed=5), Random(5)
    while not isinstance(deciding(match.state), ChoosePlan):
        match.play(match.options.pick(random))
    plans = options(match.state).all()
    assert any(plan.secret for plan in plans)
    assert not any(one.secret for one in others(match.state, plans[0]))


@pytest.mark.parametrize("name", ["recruit", "veteran", "general"])
def test_bots_with_judgement_say_what_else_there_was(name):
    state, side = next(positions("kellys-ford", 1))
    action = options(state).all()[0]
    assert find_bot(name).weighed(state, side, action) == weighed(state, side, action)
