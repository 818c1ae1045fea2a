"""A line of play gives exactly the states the referee's rulings give, in every scenario."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.playout import Playout
from hardtack.referee.umpire import begin, options, play_trusted, to_act

ACTIONS = 60  # of each scenario; what differs between the two ways does so at once


def opening(scenario_id: str):
    battle = find_battle(scenario_id)
    return begin(battle.set_up(battle.scenario(scenario_id)), SeededDice(scenario_id)).state


@pytest.mark.parametrize("scenario_id", [name for battle in all_battles() for name in battle.scenarios])
def test_a_line_of_play_is_the_same_game(scenario_id):
    state = opening(scenario_id)
    line = Playout(state)
    dice, same_dice, random = SeededDice("line"), SeededDice("line"), Random(3)
    game = [state]
    for _ in range(ACTIONS):
        if state.outcome is not None:
            break
        assert line.side == to_act(state)
        action = options(state).pick(random)
        assert action in line.options()
        state = play_trusted(state, action, dice).state
        line.apply(action, same_dice)
        assert line.state == state
        assert dice.rolled == same_dice.rolled
        game.append(state)
    assert line.depth == len(game) - 1
    assert line.outcome == state.outcome
    while line.depth:
        line.undo()
        game.pop()
        assert line.state == game[-1]


def test_another_line_goes_its_own_way():
    line = Playout(opening("bull-run"))
    line.apply(line.options().all()[-1], SeededDice(1))
    here = line.state
    other = Playout(here)
    other.apply(other.options().pick(Random(1)), SeededDice(2))
    assert line.state is here
    with pytest.raises(IndexError, match="by 1 actions"):
        other.undo(2)


def test_a_line_nobody_takes_back_keeps_nothing():
    line = Playout(opening("bull-run"), undoable=False)
    line.apply(line.options().pick(Random(1)), SeededDice(2))
    assert line.depth == 1
    with pytest.raises(IndexError):
        line.undo()
