"""One option picked by numbers alone is the one that would be picked from all the lists."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.options import Options
from hardtack.referee.umpire import begin, options, play_trusted

SCENARIOS = [name for battle in all_battles() for name in battle.scenarios]
DECISIONS = 150


@pytest.mark.parametrize("name", SCENARIOS)
def test_an_option_is_picked_as_from_all_lists(name: str) -> None:
    battle, random, dice = find_battle(name), Random(name), SeededDice(name)
    state = begin(battle.set_up(battle.scenario(name)), dice).state
    for _ in range(DECISIONS):
        if state.outcome is not None:
            break
        twin = Random()
        twin.setstate(random.getstate())
        offered = options(state)
        chosen = offered.pick(random)
        assert chosen == Options.pick(offered, twin)
        assert chosen in offered.all()
        assert random.getstate() == twin.getstate()
        state = play_trusted(state, chosen, dice).state
