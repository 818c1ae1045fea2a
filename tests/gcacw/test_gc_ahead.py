"""A look ahead along a march: every way is legal step by step, costs what it says, and no cheaper one is missed."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from gc_field import FieldBattle, Unit, game, ground, leader, marching
from test_gc_conformance import ARMIES, BOARD, Everything

from hardtack.battles.gcacw.actions import StepTo, TransferLeader
from hardtack.battles.gcacw.leaders import LeaderTransfer
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.screen import Screen
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone
from hardtack.battles.gcacw.steps import ground_refusals, step_cost
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import enemy_of, text
from hardtack.referee.showing import Way
from hardtack.referee.state import freeze
from hardtack.referee.umpire import begin, deciding, options, play, play_trusted
from machine import calls_of


def marches_of(battle: FieldBattle, seeds: range) -> Iterator[tuple[CampaignState, March]]:
    """States of random games in which a unit marches."""
    for seed in seeds:
        random, dice = Random(seed), SeededDice(seed)
        state = begin(battle.set_up(battle.scenario("field")), dice).state
        while state.outcome is None:
            frame = deciding(state)
            if isinstance(frame, March):
                yield state, frame
            state = play_trusted(state, options(state).pick(random), dice).state


@pytest.mark.rule("GC 6.1.1", "GC 6.2.1")
def test_every_way_can_be_marched_as_it_says():
    battle = FieldBattle(BOARD, ARMIES, Everything, 2)
    walked = 0
    for state, march in marches_of(battle, range(6)):
        unit = state.scenario.index[march.unit]
        for way in battle.page.ways(state, march.unit):
            after, points = state, march.mp
            for number, action in enumerate(way.actions):
                last = battle.page.hint(after, action)
                points -= last.cost or 0
                assert last.stops == (way.stops and number == len(way.actions) - 1)
                after = play(after, action, SeededDice(1)).state
            assert last.risk == way.risk
            assert march.mp - points == way.cost
            assert way.path == tuple(action.hex for action in way.actions)
            if after.at[unit] >= 0:  # a move from zone to zone may cost the last man
                assert state.scenario.name(after.at[unit]) == way.hex
                assert in_enemy_zone(after, unit, after.at[unit]) == way.stops
                if after.outcome is None and isinstance(deciding(after), Screen) and not march.stopped:
                    assert way.risk is not None
                    assert way.risk.key == "risk.cavalry_retreat" or way.risk.key.startswith("risk.zone_")
            walked += 1
    assert walked > 2000


@pytest.mark.rule("GC 6.2.1", "GC 6.2.4")
def test_no_hex_is_missed_and_no_way_is_dearer_than_it_must_be():
    battle = FieldBattle(BOARD, ARMIES, Everything, 2)
    compared = 0
    for state, march in marches_of(battle, range(6)):
        if march.mp <= 6:
            assert {way.hex: way.cost for way in battle.page.ways(state, march.unit)} == walked_out(state, march)
            compared += 1
    assert compared > 200


@pytest.mark.rule("GC 6.1.1", "GC 6.2.1", "GC 6.2.2", "GC 6.2.4")
def test_the_steps_offered_are_those_nothing_speaks_against():
    """All neighbours at once, and one by one with every reason: also with few points, after an attack, in rain."""
    battle = FieldBattle(BOARD, ARMIES, Everything, 2)
    compared = 0
    for state, march in marches_of(battle, range(4)):
        scenario = state.scenario
        here = state.at[scenario.index[march.unit]]
        wet = state.draft()
        wet.rain = 1 - state.rain
        for position in (state, freeze(wet)):
            for variant in (march, replace(march, mp=3, fought=True), replace(march, mp=4, moved=1)):
                offered = variant.options(position)
                steps = {action.hex for action in offered.of(march.unit) if isinstance(action, StepTo)}
                for there in scenario.board.grid.around[here]:
                    action = StepTo(march.unit, scenario.name(there))
                    against = {(reason.clause, reason.key) for reason in offered.reasons(action)}
                    assert against == step_refusals(position, variant, there)
                    assert (action.hex in steps) == (not against)
                compared += 1
    assert compared > 1000


def step_refusals(state: CampaignState, march: March, there: int) -> set[tuple[str, str]]:
    """What speaks against one step, looked at by itself; this field has no more bans than the series."""
    campaign = state.scenario
    unit = campaign.index[march.unit]
    here, found = state.at[unit], set()
    if march.stopped and in_enemy_zone(state, unit, here):
        found.add(("GC 6.2.4", "reason.stopped"))
    if state.occupied(enemy_of(campaign.side_of[unit])) >> there & 1:
        found.add(("GC 6.2.1", "reason.enemy_hex"))
    cost = step_cost(state, unit, here, there)
    if cost is None:
        found |= {(reason.clause, reason.key) for reason in ground_refusals(state, here, there)}
    elif cost > march.mp and (march.moved or march.fought):
        found.add(("GC 6.1.1", "reason.no_points"))
    return found


def walked_out(state: CampaignState, march: March) -> dict[str, int]:
    """Every hex with the least cost, by playing every march the referee allows."""
    battle, scenario = state.scenario.battle, state.scenario
    unit = scenario.index[march.unit]
    start = scenario.name(state.at[unit])
    best: dict[str, int] = {}
    open_ends = [(0, state)]
    while open_ends:
        spent, before = open_ends.pop()
        if before.outcome is not None or not isinstance(deciding(before), March):
            continue
        if deciding(before).unit != march.unit:
            continue
        for action in options(before).all():
            if action.verb != "step" or action.hex == start:
                continue
            hint = battle.page.hint(before, action)
            cost = spent + hint.cost
            if cost < best.get(action.hex, 99):
                best[action.hex] = cost
                if not hint.stops:
                    open_ends.append((cost, play(before, action, SeededDice(1)).state))
    return best


def way_to(found, unit: str, hex_: str) -> Way:
    ways = found.state.scenario.battle.page.ways(found.state, unit)
    assert [way.cost for way in ways] == sorted(way.cost for way in ways)
    return next(way for way in ways if way.hex == hex_)


@pytest.mark.rule("GC 5.1.2")
def test_the_first_hex_may_cost_more_than_the_points():
    found = marching(Unit("A", "u inf", "0505"), unit="A", mp=1, board=ground(rough="0605 0705"))
    ways = found.state.scenario.battle.page.ways(found.state, "A")
    assert way_to(found, "A", "0605").cost > 1
    assert all(len(way.path) == 1 for way in ways)


@pytest.mark.rule("GC 6.2.4", "GC 7.7.1")
def test_a_way_ends_in_the_first_enemy_zone_and_names_the_cavalry():
    units = Unit("A", "u inf", "0505"), Unit("C", "c cav", "0805")
    found = marching(*units, unit="A", mp=6)
    way = way_to(found, "A", "0705")
    assert (way.stops, way.risk.key) == (True, "risk.cavalry_retreat")
    assert not any("0705" in way.path[:-1] for way in found.state.scenario.battle.page.ways(found.state, "A"))


@pytest.mark.rule("GC 6.2.6")
def test_a_way_from_zone_to_zone_is_one_step_with_its_risk():
    units = Unit("A", "u inf", "0705"), Unit("B", "c inf", "0805")
    found = marching(*units, unit="A", mp=6)
    way = way_to(found, "A", "0804")
    assert (way.path, way.risk) == (("0804",), text("risk.zone_to_zone"))
    by_road = marching(*units, unit="A", mp=6, board=ground(road="0705-0804"))
    assert way_to(by_road, "A", "0804").risk == text("risk.zone_by_road")
    shaken = marching(Unit("A", "u inf", "0705", disorganised=True), units[1], unit="A", mp=6)
    assert way_to(shaken, "A", "0804").risk == text("risk.zone_loss", n=1)


@pytest.mark.rule("GC 5.1.3", "GC 5.1.4")
def test_orders_name_the_rolls_they_bring():
    """Marching, naming for an activation and force marching; naming for an assault brings no extended march."""
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505", fatigue=2), Unit("B", "u inf", "0505"))
    found = game(*units, Unit("E", "c inf", "0504"))
    assert risks(found, "march A", "march B") == ["risk.extended_march", None]
    assault = game(*units, Unit("E", "c inf", "0504")).do("assault L 0504")
    assert risks(assault, "name A") == [None]
    found.do("activate L")
    assert risks(found, "name A", "name B") == ["risk.extended_march", None]
    marched = marching(*units, Unit("E", "c inf", "0504"), unit="A", mp=3)
    assert risks(marched, "force A", "halt A") == ["risk.force_march", None]


@pytest.mark.rule("GC 6.3.3", "GC 6.3.4")
def test_a_transfer_points_at_a_hex_only_where_nobody_marches():
    units = (
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505"),
        Unit("B", "u inf", "0507"),
        Unit("E", "c inf", "1111"),
    )
    found = game(*units).do("activate L").do("name A").do("name B", 3).do("march A")
    battle, order = found.state.scenario.battle, TransferLeader("L", "B")
    assert battle.page.hint(found.state, order).hex == ""
    going = {
        hint.unit for hint in (battle.page.hint(found.state, action) for action in options(found.state)) if hint.hex
    }
    assert going == {"A"}  # a page takes up the one unit that can go anywhere
    phase = game(*units, agenda=(LeaderTransfer("union"),))
    assert battle.page.hint(phase.state, order).hex == "0507"


def risks(found, *notations: str) -> list[str | None]:
    battle, scenario = found.state.scenario.battle, found.state.scenario
    hints = [battle.page.hint(found.state, battle.parse(scenario, notation)) for notation in notations]
    return [hint.risk.key if hint.risk else None for hint in hints]


def test_nobody_else_has_ways():
    units = Unit("A", "u inf", "0505"), Unit("A2", "u inf", "0605")
    found = marching(*units, unit="A", mp=6)
    battle = found.state.scenario.battle
    assert battle.page.ways(found.state, "A2") == []
    assert battle.page.ways(found.do("halt A").state, "A") == []


def test_a_look_ahead_is_quick():
    """A horseman with a whole day's points on an empty map is the worst case."""
    found = marching(
        Unit("C", "u cav", "0807"), unit="C", mp=13, board=ground(pike="0801-0802-0803-0804-0805-0806-0807")
    )
    ways = found.state.scenario.battle.page.ways
    assert calls_of(lambda: ways(found.state, "C")) < 40_000  # 9,700: 4 ms
