"""What is kept from position to position, or found by a short way, is what would be found by looking anew."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hardtack.battles import find_battle
from hardtack.battles.chancellorsville.resupply import ORDERS, Resupplying
from hardtack.battles.gcacw.activation import able_units
from hardtack.battles.gcacw.leaders import TRANSFERS, LeaderTransfer, TransferOrder
from hardtack.battles.gcacw.state import MAX_FATIGUE
from hardtack.board.masks import joined, mask_of
from hardtack.board.trace import flood
from hardtack.referee.bans import Asked
from hardtack.referee.dice import SeededDice
from hardtack.referee.orders import TargetOrder
from hardtack.referee.playout import Playout
from hardtack.referee.umpire import begin

ACTIONS = 500
SCENARIOS = ("salem-church", "certain-destruction", "chancellorsville-campaign")


def positions(scenario_id: str, seed: int = 3, actions: int = ACTIONS) -> Any:
    """The positions of random games, each followed from the one before."""
    battle = find_battle(scenario_id)
    scenario, random, played = battle.scenario(scenario_id), Random(seed), 0
    while played < actions:
        dice = SeededDice(f"kept {seed} {played}")
        line = Playout(begin(battle.set_up(scenario), dice).state, undoable=False)
        while line.outcome is None and played < actions:
            yield line.state
            line.apply(line.options().pick(random), dice)
            played += 1


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_who_obeys_whom_and_who_may_act_is_as_if_asked_anew(scenario_id: str) -> None:
    parted = rested = 0
    for state in positions(scenario_id):
        scene, units = state.scenario, state.scenario.combat_units
        parted += state.parent != tuple(range(len(state.parent)))
        for leader in scene.leader_counters:
            own = mask_of(unit for unit in units if scene.commands(state, leader, unit))
            assert state.commands.followers[leader] & scene.combat_mask == own, scene.ids[leader]
        tired = mask_of(n for n, level in enumerate(state.fatigue) if level >= MAX_FATIGUE)
        rested += not tired
        assert state.tired.units == tired
        for side in scene.battle.sides:
            present = mask_of(unit for unit in scene.units_of[side] if state.at[unit] >= 0)
            assert able_units(state, side) == scene.free_units(state, present & ~tired), side
    assert parted > 0
    assert rested < ACTIONS


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_kept_transfers_are_those_found_anew(scenario_id: str) -> None:
    order = next(order for order in TRANSFERS if isinstance(order, TransferOrder))
    looked = kept = 0
    for state in positions(scenario_id, seed=4):
        if not isinstance(state.agenda[-1], LeaderTransfer):
            continue
        asked = Asked(state, state.agenda[-1])
        for leader in state.scenario.leader_counters:
            if order.units(asked) >> leader & 1:
                before = state.listed.get(order, {}).get(leader)
                found = order.of(asked, leader)
                assert [*found] == [*TargetOrder.find(order, asked, leader)], state.scenario.ids[leader]
                looked += 1
                kept += before is not None and found is before[1]
    assert looked > 0
    assert kept > looked / 4


def test_the_places_of_units_are_the_same_while_only_leaders_go() -> None:
    scene = find_battle("salem-church").scenario("salem-church")
    state = find_battle("salem-church").set_up(scene)
    before = state.unit_places
    leader = next(n for n in scene.leader_counters if state.at[n] >= 0)
    unit = next(n for n in scene.combat_units if state.at[n] >= 0)

    def elsewhere(piece: int) -> Any:
        there = scene.board.grid.around[state.at[piece]][0]
        return state.changed(at=tuple(there if n == piece else at for n, at in enumerate(state.at)))

    assert elsewhere(leader).unit_places is before
    assert elsewhere(unit).unit_places is not before
    assert state.unit_places is before


@pytest.mark.parametrize("scenario_id", SCENARIOS[1:])
def test_a_retreat_is_barred_where_there_is_a_reason(scenario_id: str) -> None:
    barred = 0
    for state in [*positions(scenario_id, seed=5)][::25]:
        scene = state.scenario
        for side in scene.battle.sides:
            stand = {state.at[unit] for unit in scene.units_of[side] if state.at[unit] >= 0}
            for here, there in [(a, b) for a in sorted(stand) for b in scene.board.grid.around[a]]:
                found = any(scene.retreat_bans(state, side, here, there))
                assert scene.bars_retreat(state, side, here, there) == found
                barred += found
    assert barred > 0


def test_attempts_are_open_when_somebody_can_be_named() -> None:
    seen = set()
    for state in [*positions("certain-destruction", seed=6)][::10]:
        marked = state.changed(marks=tuple(min(1, boxes) for boxes in state.boxes))
        for one in (state, marked):
            for side in one.scenario.battle.sides:
                for attempts in (0, 3):
                    frame = Resupplying(side, attempts)
                    seen.add(frame.is_open(one))
                    assert frame.is_open(one) == bool(ORDERS[0].units(Asked(one, frame)))
    assert seen == {True, False}


def test_roads_join_what_a_flood_would_reach() -> None:
    scene: Any = find_battle("certain-destruction").scenario("certain-destruction")
    random, size = Random(7), scene.board.grid.size
    on_roads = [here for here, joined in enumerate(scene.roads) if joined]
    for share in (0.0, 0.02, 0.1, 0.3):
        closed = mask_of(hex_ for hex_ in range(size) if random.random() < share)
        start = 1 << random.choice(on_roads)
        assert joined(scene.roads, start, closed) == flood(scene.roads, start, closed)
        assert joined(scene.roads, start, ~closed) == flood(scene.roads, start, ~closed)
