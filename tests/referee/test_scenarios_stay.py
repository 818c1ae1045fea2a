"""Play writes nothing on a scenario: not a field, not an entry of anything it is made of."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.generals import find_bot
from hardtack.referee.conformance import Breach, check_battle, contents, differences
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, options, play_trusted, to_act, why_not
from hardtack.referee.views import view
from toy.battle import MillBattle

SCENARIOS = [scenario_id for battle in all_battles() for scenario_id in battle.scenarios]
ACTIONS = 24


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_play_leaves_the_scenario_as_it_is(scenario_id):
    battle = find_battle(scenario_id)
    scenario = battle.scenario(scenario_id)
    before = contents(scenario)
    random, dice, bot = Random(5), SeededDice("stay"), find_bot("recruit")
    state = begin(battle.set_up(scenario), dice).state
    for number in range(ACTIONS):
        side = to_act(state)
        if side is None:
            break
        offered = options(state)
        for action in random.sample(offered.all(), min(3, len(offered.all()))):
            why_not(state, action)
            battle.page.hint(state, action)
        seen = view(state, side)
        seen.data()
        state = play_trusted(state, offered.pick(random) if number % 4 else bot.choose(seen, random), dice).state
    assert differences(before, contents(scenario)) == []


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_no_field_of_a_scenario_can_be_set(scenario_id):
    scenario = find_battle(scenario_id).scenario(scenario_id)
    with pytest.raises(AttributeError, match="never changes"):
        scenario.turns = 1
    with pytest.raises(AttributeError, match="never changes"):
        scenario.kept = {}
    with pytest.raises(AttributeError, match="never changes"):
        del scenario.ids


class Forgetful(MillBattle):
    """One that keeps something where it does not belong."""

    def check_position(self, state):
        state.scenario.of_side[f"seen on turn {state.turn}"] = ()


def test_the_kit_tells_of_a_battle_that_writes_on_its_scenario():
    with pytest.raises(Breach, match=r"written on the scenario: \.of_side"):
        check_battle(Forgetful(), "mill", games=1, seed=86)


def test_what_something_is_made_of_is_seen_all_the_way_down():
    class Thing:
        def __init__(self):
            self.rows = ({"a": [1]}, frozenset({2}))

    thing = Thing()
    before = contents(thing)
    assert differences(before, contents(thing)) == []
    thing.rows[0]["a"].append(3)
    assert differences(before, contents(thing)) == [".rows[]['a']"]
    before = contents(thing)
    thing.more = 1
    assert differences(before, contents(thing)) == [""]
