"""The toy battle passes what every battle must pass: the docs' example is a real one."""

import pytest

from hardtack.referee.conformance import check_battle
from toy.battle import BATTLE


@pytest.mark.rule("TOY 1", "TOY 2", "TOY 3", "TOY 4", "TOY 5", "TOY 6")
def test_the_toy_battle_conforms():
    games = check_battle(BATTLE, "mill", games=4, seed=86, look_every=2)
    assert {game.state.outcome.level for game in games} == {"steps", "colours"}
