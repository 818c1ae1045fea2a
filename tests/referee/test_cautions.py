"""What a player may regret when the phase ends now, and nothing else."""

from __future__ import annotations

from pathlib import Path

from hardtack.board.masks import hexes_in
from hardtack.referee.events import ENEMY
from hardtack.referee.page import acting
from hardtack.referee.state import WAITING, freeze, put
from hardtack.referee.umpire import deciding
from hardtack.table import Match


def keys(state):
    return [caution.label.key for caution in state.scenario.battle.page.cautions(state)]


def test_units_that_wait_beside_the_road_are_named_the_strongest_first():
    state = Match.new("bull-run", seed=4).state
    found = [one for one in state.scenario.battle.page.cautions(state) if one.label.key == "caution.laggard"]
    assert 1 <= len(found) <= 3
    strengths = [state.strength[state.scenario.index[one.unit]] for one in found]
    assert strengths == sorted(strengths, reverse=True)
    for one in found:
        assert one.unit in acting(state)
        assert dict(one.label.args)["n"] >= 4


def test_a_brigade_that_has_marched_part_of_its_way_does_not_wait():
    """Two points of four are left to it, but the warning says that it has not moved."""
    match = Match.new("bull-run", seed=4)
    (unit, *_) = [
        one.unit for one in match.state.scenario.battle.page.cautions(match.state) if one.label.key == "caution.laggard"
    ]
    number = match.state.scenario.index[unit]
    draft = match.state.draft()
    draft.spent = put(draft.spent, number, 2)
    told = match.state.scenario.battle.page.cautions(freeze(draft))
    assert unit in acting(freeze(draft)), "it could still go on"
    assert unit not in [one.unit for one in told if one.label.key == "caution.laggard"]


def test_nobody_is_warned_where_nothing_can_be_mended():
    """In the combat phase no unit marches: who waits beside a road does not matter."""
    match = Match.new("bull-run", seed=4)
    while type(deciding(match.state)).__name__ != "Combat":
        match.play("end" if match.number < 40 else next(iter(match.options)))
        if match.outcome is not None:
            return
    assert "caution.laggard" not in keys(match.state)


def test_an_objective_left_bare_with_the_enemy_near():
    match = Match.new("bull-run", seed=4)
    state, side = match.state, match.to_act
    scenario = state.scenario
    foe = "union" if side == "confederate" else "confederate"
    goal = scenario.objective[foe]  # where the enemy wins
    draft = state.draft()
    near = scenario.board.grid.around[goal][0]
    away = [unit for unit in scenario.of_side[side] if draft.at[unit] == goal]
    for unit in away:
        draft.at = put(draft.at, unit, WAITING)
    enemy = next(unit for unit in scenario.of_side[foe] if draft.at[unit] >= 0)
    draft.at = put(draft.at, enemy, near)
    bare = freeze(draft)
    told = [one for one in scenario.battle.page.cautions(bare) if one.label.key == "caution.objective"]
    assert [one.hex for one in told] == [scenario.board.grid.name(goal)]
    assert dict(told[0].label.args)["n"] == 1
    assert "caution.objective" not in keys(state), "guarded, or nobody near"


def test_orders_for_union_corps_that_are_left_over():
    match = Match.new("sharpsburg", seed=4)
    while match.to_act != "union":
        match.play("end")
    assert "caution.corps" in keys(match.state)


def test_a_leader_alone_beside_the_enemy():
    record = Path(__file__).parents[1] / "records" / "shiloh-recruit-recruit-1-0.hardtack"
    states = (entry.after for entry in Match.from_record(record.read_text("utf-8")).journal.entries)
    state = next(state for state in states if type(deciding(state)).__name__ == "Movement" and leaders(state))
    scenario, side = state.scenario, deciding(state).side
    leader, grid, own, foes = leaders(state)[0], scenario.board.grid, state.troops(side), state.troops(ENEMY[side])
    spot = next(
        hex_
        for hex_ in hexes_in(scenario.board.playable & ~own & ~foes)
        if any(foes >> near & 1 for near in grid.around[hex_])
    )
    draft = state.draft()
    draft.at = put(draft.at, leader, spot)
    told = [one for one in scenario.battle.page.cautions(freeze(draft)) if one.label.key == "caution.leader"]
    assert [(one.unit, one.hex) for one in told] == [(scenario.pieces[leader].id, grid.name(spot))]
    draft.at = put(draft.at, leader, next(iter(hexes_in(own))))
    assert "caution.leader" not in keys(freeze(draft)), "troops are with him"


def leaders(state):
    """Those of the side to act who may still do something on the map."""
    pieces, able = state.scenario.pieces, acting(state)
    return [n for n, piece in enumerate(pieces) if piece.type == "leader" and piece.id in able and state.at[n] >= 0]
