"""Quicker ways to an answer, held against the plain one: what may be done, asked without the reasons why not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random
from typing import Any

import pytest

from hardtack.battles import find_battle
from hardtack.battles.gcacw.actions import AttackHex, BringLeader, TransferLeader
from hardtack.battles.gcacw.activation import able_units, followed, subordinates
from hardtack.battles.gcacw.engagement import attack_refusals, may_attack
from hardtack.battles.gcacw.exertion import force_refusals, may_force, may_refuse, refuse_refusals
from hardtack.battles.gcacw.initiative import BURN, MARCH, InitiativeOrders
from hardtack.battles.gcacw.leaders import activated, bring_refusals, join_refusals, leaders_to_bring, units_to_join
from hardtack.battles.gcacw.march import ATTACK, March
from hardtack.battles.gcacw.recovery import BANKS, BridgeOrder, Works
from hardtack.battles.gcacw.steps import closed_steps, open_steps
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.bans import Asked, open_numbers
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import SIDES, Reason
from hardtack.referee.playout import Playout
from hardtack.referee.umpire import begin

ACTIONS, APART = 420, 3
SCENARIOS = (
    "kellys-ford", "brandy-station", "salem-church", "sedgwick-to-the-rescue", "certain-destruction",
    "chancellorsville-campaign",
)  # fmt: skip


@cache
def states(scenario_id: str) -> list[Any]:
    """Some of the states of a random game."""
    battle, random, dice = find_battle(scenario_id), Random(5), SeededDice("shortcuts")
    line = Playout(begin(battle.set_up(battle.scenario(scenario_id)), dice).state, undoable=False)
    found = []
    for number in range(ACTIONS):
        if line.outcome is not None:
            break
        if number % APART == 0:
            found.append(line.state)
        line.apply(line.options().pick(random), dice)
    return found


def marches(scenario_id: str) -> Iterator[tuple[Any, March, int]]:
    """The states in which a unit is on the march, with the march and the unit."""
    for state in states(scenario_id):
        march = state.agenda[-1]
        if isinstance(march, March):
            yield state, march, state.scenario.index[march.unit]


def nothing(reasons: Iterable[Reason]) -> bool:
    return not [*reasons]


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_what_a_march_may_do_is_what_nothing_is_said_against(scenario_id: str) -> None:
    for state, march, unit in marches(scenario_id):
        campaign, here = state.scenario, state.at[unit]
        assert may_force(state, march, unit) == nothing(force_refusals(state, march))
        assert may_refuse(state, march, unit) == nothing(refuse_refusals(state, march))
        closed = 0
        for hexes, _ in closed_steps(state, march, here):
            closed |= hexes
        assert open_steps(state, march, here) == [n for n in campaign.board.grid.around[here] if not closed >> n & 1]
        asked = Asked(state, march, unit)
        listed = {attack.hex for attack in ATTACK.of(asked, unit) if isinstance(attack, AttackHex)}
        for target in campaign.board.grid.around[here]:
            may = may_attack(state, unit, target, march)
            assert may == nothing(attack_refusals(state, unit, target, march))
            assert may or campaign.name(target) not in listed


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_leaders_go_with_those_nothing_is_said_against(scenario_id: str) -> None:
    for state, march, unit in marches(scenario_id):
        campaign = state.scenario
        bringing = [BringLeader(campaign.ids[leader]) for leader in campaign.leader_counters]
        brought = {order for order in bringing if nothing(bring_refusals(state, march, order))}
        assert set(leaders_to_bring(state, march, unit)) == brought
        joining = [TransferLeader(march.leader, name) for name in activated(state)] if march.leader else []
        assert [*units_to_join(state, march)] == [one for one in joining if nothing(join_refusals(state, march, one))]


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_who_may_act_is_whom_nothing_is_said_against(scenario_id: str) -> None:
    for state in states(scenario_id):
        campaign = state.scenario
        present = state.deployment.present & campaign.combat_mask
        free = mask_of(unit for unit in hexes_in(present) if nothing(campaign.unit_bans(state, unit)))
        assert campaign.free_units(state, present) == free
        assert campaign.diggers(state, present) == mask_of(
            unit for unit in hexes_in(present) if nothing(campaign.dig_bans(state, unit))
        )
        leaders = state.deployment.present & campaign.leader_mask
        for what in ("activate", "assault", "move", "transfer"):
            open_ = mask_of(n for n in hexes_in(leaders) if nothing(campaign.leader_bans(state, n, what)))
            assert campaign.free_leaders(state, leaders, what) == open_, what
        for side in SIDES:
            own, able = leaders & campaign.forces[side], able_units(state, side)
            leading = mask_of(leader for leader in hexes_in(own) if subordinates(state, leader))
            assert followed(state, own, able) == leading


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_an_initiative_lists_what_each_order_allows(scenario_id: str) -> None:
    for state in states(scenario_id):
        options = state.agenda[-1].options(state)
        if isinstance(options, InitiativeOrders):
            listed = options.all()
            by_actor = [*options.general(), *(one for actor in options.actors() for one in options.of(actor))]
            assert listed == by_actor
            assert all(action in options for action in listed)
            for order in (MARCH, BURN):
                allowed = [order.of(options.asked, unit)[0] for unit in hexes_in(order.units(options.asked))]
                assert [one for one in listed if type(one) is order.verb] == allowed


def test_whoever_stands_at_no_river_builds_no_bridge() -> None:
    for state in states("sedgwick-to-the-rescue"):
        for side in SIDES:
            asked = Asked(state, Works(side))
            order = next(order for order in Works.standing_orders if isinstance(order, BridgeOrder))
            units = order.units(asked)
            everywhere = state.scenario.board.grid.everywhere
            for unit in hexes_in(units):
                goals = open_numbers(BANKS, asked.about(unit), everywhere)
                assert len(order.of(asked, unit)) == goals.bit_count()
            assert len(order.of_all(asked, units)) == sum(len(order.of(asked, unit)) for unit in hexes_in(units))
