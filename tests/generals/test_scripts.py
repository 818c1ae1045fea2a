"""The plain opponents: they play everything by one habit, and no page offers them."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.generals import BOTS, YARDSTICKS, find_bot
from hardtack.generals.scripts import distance
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.server.library import Library
from hardtack.study.simulate import make_plan, play_game

SCENARIOS = [name for battle in all_battles() for name in battle.scenarios]
PLIES = 60


def opening(scenario_id, seed=3):
    battle = find_battle(scenario_id)
    dice = SeededDice(seed)
    return begin(battle.set_up(battle.scenario(scenario_id)), dice).state, dice


def follow(scenario_id, bots, plies):
    """The states of a game by scripts, with the action chosen in each."""
    state, dice = opening(scenario_id)
    random = Random(3)
    for _ in range(plies):
        side = to_act(state)
        if side is None:
            return
        action = find_bot(bots[side]).choose(view(state, side), random)
        yield state, side, action
        state = play_trusted(state, action, dice).state


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_scripts_play_every_scenario_legally(scenario_id):
    for bots in ({"union": "rusher", "confederate": "sitter"}, {"union": "sitter", "confederate": "idler"}):
        for state, _, action in follow(scenario_id, bots, PLIES):
            assert action in options(state)


@pytest.mark.parametrize("name", YARDSTICKS)
def test_scripts_are_known_by_name_and_not_offered(name):
    assert find_bot(name).name == name
    assert name not in BOTS
    for _, info in Library().scenarios():
        assert name not in info.bots


@pytest.mark.parametrize("scenario_id", ["bull-run", "kellys-ford", "sharpsburg"])
def test_the_idler_moves_nobody(scenario_id):
    start = opening(scenario_id)[0]
    for state, _, _ in follow(scenario_id, {"union": "idler", "confederate": "idler"}, PLIES):
        on_map = [piece for piece, place in enumerate(start.at) if place >= 0]
        assert [state.at[piece] for piece in on_map] == [start.at[piece] for piece in on_map]


def test_the_rusher_comes_nearer_with_every_move_of_its_own():
    moved = 0
    for state, side, action in follow("bull-run", {"union": "rusher", "confederate": "idler"}, PLIES):
        hint = state.scenario.battle.page.hint(state, action)
        if side == "union" and hint.kind == "move":
            goals = find_bot("rusher").goals(state, side)
            here = state.at[state.scenario.index[hint.unit]]
            assert distance(state, state.scenario.board.grid.index(hint.hex), goals) < distance(state, here, goals)
            moved += 1
    assert moved > 10


def test_the_rusher_takes_the_objective_of_an_idler():
    result = play_game(make_plan("bull-run", {"union": "rusher", "confederate": "idler"}, 1, {}), 0)
    assert (result.winner, result.reason) == ("union", "objective")


def test_the_sitter_guards_what_the_enemy_is_after_and_stays_there():
    goal = opening("bull-run")[0].scenario.objective["union"]
    last = None
    for state, _, _ in follow("bull-run", {"union": "idler", "confederate": "sitter"}, 400):
        last = state
    assert last is not None
    near = [
        p for p in last.scenario.of_side["confederate"] if last.at[p] >= 0 and distance(last, last.at[p], {goal}) <= 1
    ]
    assert len(near) >= 8
