"""Playing on in thought: whoever thinks a plan through must not take its own side, or the enemy's, for a fool."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.playout import Greedy, Work
from hardtack.generals.recruit import evaluation
from hardtack.referee.chance import expected_value, settling_floor
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, deciding, play_trusted, to_act
from hardtack.referee.views import view

BLUNDER = 3.0  # tenths of a victory point, in the weight of the terms


def worth(state, side, action):
    """What an action promises, as anybody reckons it who looks one action ahead."""
    knowledge, value = state.scenario.battle.knowledge, evaluation(state, side)
    if knowledge.ends_phase(state, action):
        return value(state)
    return expected_value(state, action, knowledge.intend, value, settling_floor(state))


@pytest.mark.parametrize("scenario", ["brandy-station", "salem-church"])
def test_marches_are_made_in_thought_as_recruit_makes_them(scenario):
    """A unit on the march that had found nothing useful to do once did anything at its next step: it attacked Rodes at
    Culpeper with a handful of cavalry. So every plan was tried with, and against, an army out of its mind."""
    battle = find_battle(scenario)
    dice, recruit = SeededDice("c/0"), find_bot("recruit")
    state = begin(battle.set_up(battle.scenario(scenario)), dice).state
    chances = {side: Random(side) for side in battle.sides}
    minds = {side: Greedy(evaluation(state, side), Random(1), Work()) for side in battle.sides}
    marches, blunders = 0, []
    while (side := to_act(state)) is not None and marches < 60:
        done = recruit.choose(view(state, side), chances[side])
        thought = minds[side].choose(state)
        if type(deciding(state)).__name__ == "March":
            marches += 1
            lost = worth(state, side, done) - worth(state, side, thought)
            if lost > BLUNDER:
                blunders.append((str(done), str(thought), round(lost, 1)))
        minds[side].last = done
        state = play_trusted(state, done, dice).state
    assert marches >= 50
    assert not blunders


def test_the_initiative_is_spent_in_thought_as_recruit_spends_it():
    """It is for one action: not for the first piece with something useful to do."""
    battle = find_battle("brandy-station")
    state = begin(battle.set_up(battle.scenario("brandy-station")), SeededDice("c/0")).state
    side = to_act(state)
    done = find_bot("recruit").choose(view(state, side), Random(1))
    for seed in range(5):
        thought = Greedy(evaluation(state, side), Random(seed), Work()).choose(state)
        assert worth(state, side, thought) == pytest.approx(worth(state, side, done))
