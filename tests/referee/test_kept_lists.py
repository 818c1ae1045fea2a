"""A list that is kept is the one that would be made anew, whatever has happened since."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.nearby import NearbyOrder
from hardtack.referee.orders import MarchOrder, Orders
from hardtack.referee.playout import Playout
from hardtack.referee.umpire import begin

ACTIONS = 400


@pytest.mark.parametrize("scenario_id", ["bull-run", "sharpsburg", "chickamauga"])
def test_a_kept_list_is_the_list_made_anew(scenario_id):
    battle = find_battle(scenario_id)
    random, dice = Random(7), SeededDice("kept lists")
    line = Playout(begin(battle.set_up(battle.scenario(scenario_id)), dice).state, undoable=False)
    again = 0  # lists that were kept from an earlier position
    for number in range(ACTIONS):
        if line.outcome is not None:
            break
        offered = line.options()
        for order in offered.orders if isinstance(offered, Orders) else ():
            if isinstance(order, NearbyOrder):
                free, lists = order.units(offered.asked), order.present(offered.asked).lists
                for unit in [unit for unit, kept in enumerate(lists) if kept is not None and free >> unit & 1]:
                    assert lists[unit][1] == order.find(offered.asked, unit), (number, unit)
                    again += 1
                order.of_all(offered.asked, free)
            elif isinstance(order, MarchOrder) and order.rests_on is not None:
                free = order.units(offered.asked)
                for unit in [unit for unit in range(len(line.state.at)) if free >> unit & 1]:
                    before = line.state.listed.get(order, {}).get(unit)
                    found = order.of(offered.asked, unit)
                    assert [*found] == [*order.find(offered.asked, unit)], (number, unit)
                    again += before is not None and found is before[1]
        line.apply(offered.pick(random), dice)
    assert again > ACTIONS // 2


@pytest.mark.parametrize("scenario_id", ["bull-run", "sharpsburg"])
def test_what_is_seen_at_a_glance_is_what_the_bans_leave_open(scenario_id):
    battle = find_battle(scenario_id)
    random, dice = Random(11), SeededDice("at a glance")
    looked = 0
    while looked < ACTIONS:
        line = Playout(begin(battle.set_up(battle.scenario(scenario_id)), dice).state, undoable=False)
        while line.outcome is None and looked < ACTIONS:
            offered = line.options()
            if isinstance(offered, Orders):
                asked = offered.asked.without({("no such clause", "no such ban")})  # then every ban is asked
                assert offered.all() == Orders(asked, offered.orders, offered.clause).all()
                looked += 1
            line.apply(offered.pick(random), dice)
