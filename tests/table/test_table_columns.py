"""One order for a whole column: a stack or a leader's units along one route (GC 5.2.3)."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles.gcacw.counters import WORKS
from hardtack.referee.errors import BadNotation, WrongSeat
from hardtack.referee.position import write_position
from hardtack.referee.state import put
from hardtack.table.match import Match
from hardtack.table.orders import march_column, name_all


def with_initiative(seed: int = 7) -> Match:
    """Scenario 5 at a moment when the Union has the initiative."""
    match = Match.new("certain-destruction", seed=seed)
    for _ in range(40):
        if type(match.state.agenda[-1]).__name__ == "Activation" and match.to_act == "union":
            return match
        rest = [action for action in match.legal() if action.verb in ("done", "pass")]
        match.play(rest[0] if rest else match.legal()[0])
    raise AssertionError("the Union never had the initiative")


def sickles_on_the_march() -> Match:
    match = with_initiative()
    for order in ("activate Sickles", "name Birney", "name Berry", "name Whipple", "march Birney"):
        match.play(order)
    return match


def test_a_leaders_units_follow_one_another_along_the_road() -> None:
    match = sickles_on_the_march()
    page = match.battle.page
    column = page.column(match.state, "Birney")
    assert column == ("Birney", "Berry", "Whipple")
    way = next(way for way in page.ways(match.state, "Birney") if len(way.path) > 2 and not way.risk)
    played = march_column(match, column, way.path, "union")
    marched = {str(entry.action).split()[1] for entry in played}
    assert marched == set(column)
    index, name = match.scenario.index, match.scenario.place_name
    assert name(match.state.at[index["Birney"]]) == way.hex
    assert all(name(match.state.at[index[unit]]) in way.path for unit in column)
    frame = match.state.agenda[-1]
    assert frame.unit == "Whipple"  # the last one is halted by its commander, who may have more for it to do


def test_a_unit_too_far_behind_comes_up_along_the_road_as_far_as_it_gets() -> None:
    """It cannot reach a hex of the route this time, but where the first unit stood it can."""
    match = sickles_on_the_march()
    index, page = match.scenario.index, match.battle.page
    way = next(way for way in page.ways(match.state, "Birney") if len(way.path) == 1 and not way.risk)
    start = match.scenario.place_name(match.state.at[index["Birney"]])
    grid, stacks = match.scenario.board.grid, match.state.deployment.stacks
    behind = next(
        hex_
        for hex_ in grid.around[match.state.at[index["Birney"]]]
        if way.hex not in {grid.names[near] for near in grid.around[hex_]} and not stacks.get(hex_)
    )
    state = match.state.changed(at=put(match.state.at, index["Berry"], behind))
    match = Match.from_position(write_position(state), seed=3)
    march_column(match, ("Birney", "Berry", "Whipple"), way.path)
    at = {unit: match.scenario.place_name(match.state.at[index[unit]]) for unit in ("Birney", "Berry", "Whipple")}
    assert at["Birney"] == way.hex
    assert at["Berry"] in {start, way.hex}
    assert at["Whipple"] in {start, way.hex}


def test_the_order_is_played_as_single_actions_that_a_record_repeats() -> None:
    match = sickles_on_the_march()
    way = match.battle.page.ways(match.state, "Birney")[-1]
    march_column(match, match.battle.page.column(match.state, "Birney"), way.path)
    assert Match.from_record(match.save_text()).state == match.state


def test_the_column_halts_where_a_die_falls() -> None:
    match = sickles_on_the_march()
    index = match.scenario.index["Berry"]
    tired = match.state.changed(fatigue=put(match.state.fatigue, index, 3))
    match = Match.from_position(write_position(tired), seed=3)
    way = match.battle.page.ways(match.state, "Birney")[0]
    played = march_column(match, ("Birney", "Berry", "Whipple"), way.path)
    assert str(played[-1].action) == "march Berry"
    assert played[-1].dice


def test_a_stack_of_another_battle_goes_in_one_order() -> None:
    match = Match.new("bull-run", seed=1)
    page = match.battle.page
    assert page.column(match.state, "SHE") == ("SHE", "SCH")
    moves = [page.hint(match.state, action) for action in match.options.of("SHE")]
    goal = next(hint for hint in moves if hint.kind == "move" and not hint.risk and len(hint.path) > 1)
    march_column(match, ("SHE", "SCH"), goal.path or (goal.hex,), "union")
    at, index = match.state.at, match.scenario.index
    assert match.scenario.place_name(at[index["SHE"]]) == goal.hex


def test_a_column_that_cannot_go_plays_nothing() -> None:
    match = sickles_on_the_march()
    assert march_column(match, ("Birney", "Berry"), ("0101",)) == []
    assert match.battle.page.column(match.state, "Berry") == ()


def test_bad_orders_lose_nothing() -> None:
    match = sickles_on_the_march()
    before = match.version
    with pytest.raises(WrongSeat):
        march_column(match, ("Birney",), ("4627",), "confederate")
    with pytest.raises(BadNotation):
        march_column(match, ("Nobody",), ("4627",))
    with pytest.raises(BadNotation):
        march_column(match, ("Birney",), ("9999",))
    assert match.version == before


def test_a_side_that_moves_by_another_action_has_no_column() -> None:
    match = Match.new("shiloh", seed=1)
    assert all(match.battle.page.column(match.state, unit) == () for unit in match.options.actors())


def test_all_units_of_a_leader_are_named_in_one_order() -> None:
    match = with_initiative()
    match.play("activate Sedgwick")
    named = name_all(match, "union")
    assert {str(entry.action) for entry in named} == {"name Brooks", "name Newton", "name Howe"}
    assert type(match.state.agenda[-1]).__name__ == "NextMarch"
    assert name_all(match) == []  # here nobody is named


def attack_at_sharpsburg(seed: int) -> Match | None:
    """A game of chance at the first attack that more than one could still join."""
    match, random = Match.new("sharpsburg", seed=seed), Random(seed)
    while match.outcome is None:
        if type(match.state.agenda[-1]).__name__ == "Attacking" and len(match.options.actors()) > 1:
            return match
        match.play(match.options.pick(random))
    return None


def test_all_attackers_of_another_battle_are_named_in_one_order() -> None:
    """Sharpsburg gathers its attackers by the shared decision."""
    match = next(match for match in (attack_at_sharpsburg(seed) for seed in range(40)) if match is not None)
    named = name_all(match)
    assert len(named) > 1
    assert not match.options.actors()


def test_everybody_digs_at_one_order_but_who_would_lose_his_cover() -> None:
    """GC 9.2, 9.3: a fort that is only begun covers nobody: who has breastworks begins one by an order of his own."""
    match = Match.new("certain-destruction", seed=7)
    while type(match.state.agenda[-1]).__name__ != "Works":
        match.play(next((action for action in match.legal() if action.verb in ("done", "pass")), match.legal()[0]))
    state = match.state
    able = {action.unit for action in match.legal() if action.verb == "dig"}
    covered = {unit for unit in able if WORKS[state.works[match.scenario.index[unit]]] == "breastworks"}
    assert len(able - covered) > 5
    assert covered
    named = name_all(match)
    assert {entry.action.unit for entry in named} == able - covered
    assert {entry.action.verb for entry in named} == {"dig"}


def test_every_unit_in_need_gets_an_attempt_before_any_gets_two() -> None:
    """SLB 20.2d: attempts are given before the dice, and a unit may have a second one."""
    match, random = Match.new("certain-destruction", seed=1), Random(1)
    while type(frame := match.state.agenda[-1]).__name__ != "Resupplying" or len(match.options.actors()) < 3:
        match.play(match.options.pick(random))
    able = match.options.actors()
    named = [entry.action.unit for entry in name_all(match)]
    assert len(named) == len(set(named)) == min(frame.attempts, len(able))
