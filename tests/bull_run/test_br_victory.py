"""Chapters 3 and 12: objectives, destruction, the victory table."""

from __future__ import annotations

import pytest
from bull_run_field import BATTLE, EndTurn, do, fighting, moving, run, stage, told

from hardtack.battles.bull_run.victory import losses, read_victory_table, result_term
from hardtack.referee.events import CONFEDERATE, UNION


def end_turn(units, dice=(1, 1), **more):
    return run(stage((EndTurn(),), units, **more), dice).state


@pytest.mark.rule("BR 3.1", "BR C1")
def test_the_union_wins_by_holding_to_manassas_for_a_turn():
    units = {"SHE": "1614", "EVA": "0805"}
    once = end_turn(units)
    assert once.outcome is None
    assert once.held_manassas == 1
    twice = end_turn(units, (), held_manassas=1)
    assert (twice.outcome.winner, twice.outcome.clause) == (UNION, "BR 3.1")


@pytest.mark.rule("BR 3.2", "BR C1")
def test_the_confederates_win_by_holding_centreville_for_a_turn():
    units = {"SHE": "1104", "BON": "1802"}
    assert end_turn(units).held_centreville == 1
    won = end_turn(units, (), held_centreville=1)
    assert (won.outcome.winner, won.outcome.clause) == (CONFEDERATE, "BR 3.2")


@pytest.mark.rule("BR C1")
def test_an_enemy_entering_or_an_empty_hex_breaks_the_hold():
    walked_off = end_turn({"SHE": "1604", "EVA": "0805"}, held_manassas=1)
    assert walked_off.held_manassas == 0
    state = moving(CONFEDERATE, {"SHE": "1104", "HOL": "1714"}, held_manassas=1)
    assert do(state, "move HOL 1614").state.held_manassas == 0
    north = moving(UNION, {"BLE": "1702", "EVA": "0805"}, held_centreville=1)
    assert do(north, "move BLE 1802").state.held_centreville == 0


@pytest.mark.rule("BR C1")
def test_the_hex_must_be_taken_by_the_end_of_turn_fourteen():
    last = end_turn({"SHE": "1614", "EVA": "0805"}, (), turn=15)
    assert last.outcome.clause == "BR 12.0"


@pytest.mark.rule("BR C1")
@pytest.mark.parametrize(("hold_turns", "held", "won"), [(0, 0, True), (2, 1, False), (2, 2, True)])
def test_the_hold_can_be_set_otherwise(hold_turns, held, won):
    units = {"SHE": "1614", "EVA": "0805"}
    state = end_turn(units, () if won else (1, 1), held_manassas=held, settings={"hold_turns": hold_turns})
    assert (state.outcome is not None) is won


@pytest.mark.rule("BR 3.1", "BR 3.2", "BR C1")
def test_when_both_hold_their_objectives_neither_victory_counts_and_the_losses_decide():
    units = {"SHE": "1614", "BON": "1802", "JAC": "1209"}
    facts = {"held_manassas": 1, "held_centreville": 1}
    even = end_turn(units, (), **facts)
    assert (even.outcome.winner, even.outcome.clause) == ("draw", "BR 12.0")
    bloody = end_turn(units, (), strengths={"BON": 1}, **facts)
    assert (bloody.outcome.winner, bloody.outcome.level) == (UNION, "marginal")
    ruling = run(stage((EndTurn(),), units, **facts), ())
    assert told(ruling, "event.both_win")
    drawn = end_turn(units, (), strengths={"BON": 1}, settings={"both_win": "draw"}, **facts)
    assert (drawn.outcome.winner, drawn.outcome.level, drawn.outcome.clause) == ("draw", "draw", "BR C1")


@pytest.mark.rule("BR 3.1")
def test_one_who_held_it_sooner_has_won_already():
    units = {"SHE": "1614", "BON": "1802"}
    first = end_turn(units, (), held_manassas=1)
    assert first.outcome.winner == UNION


@pytest.mark.rule("BR 3.1", "BR 3.2", "BR 3.4", "BR 3.5")
def test_every_way_to_win_is_told_sudden_ones_first():
    ground = BATTLE.scenario("bull-run")
    goals = BATTLE.page.goals(ground)
    assert [(goal.clause, goal.side, goal.sudden) for goal in goals] == [
        ("BR 3.1", UNION, True), ("BR 3.2", CONFEDERATE, True), ("BR 3.4", "", True), ("BR 3.5", "", False),
    ]  # fmt: skip
    said = [BATTLE.words.say(goal.label.key, goal.label.args, "en") for goal in goals]
    assert "1614" in said[0]
    assert "1802" in said[1]
    for hold_turns in (0, 2):
        other = BATTLE.page.goals(BATTLE.scenario("bull-run", {"hold_turns": hold_turns}))
        assert other[0].label != goals[0].label
        assert "1614" in BATTLE.words.say(other[0].label.key, other[0].label.args, "ja")


@pytest.mark.rule("BR 3.1", "BR 3.2")
def test_the_objectives_of_both_sides_are_named_with_who_stands_there():
    state = stage((EndTurn(),), {"SHE": "1614", "BLE": "1802", "EVA": "0805"})
    found = [(o.hex, o.side, o.clause, o.holder, o.sudden) for o in BATTLE.page.objectives(state)]
    assert found == [("1614", UNION, "BR 3.1", UNION, True), ("1802", CONFEDERATE, "BR 3.2", UNION, True)]
    empty = BATTLE.page.objectives(stage((EndTurn(),), {"SHE": "1104", "EVA": "0805"}))
    assert [objective.holder for objective in empty] == ["", ""]


@pytest.mark.rule("BR 3.4", "BR C2")
def test_destroying_the_other_army_wins_at_once():
    state = fighting(UNION, {"SHE": "1104", "STU": "1203"}).draft()
    from hardtack.referee.state import LOST, freeze

    keep = {state.scenario.index["SHE"], state.scenario.index["STU"]}
    state.at = tuple(place if unit in keep else LOST for unit, place in enumerate(state.at))
    state.strength = tuple(points if unit in keep else 0 for unit, points in enumerate(state.strength))
    ruling = do(freeze(state), "attack 1104 1203", [4, 1])
    assert (ruling.state.outcome.winner, ruling.state.outcome.clause) == (UNION, "BR 3.4")


@pytest.mark.rule("BR C2")
def test_units_still_to_arrive_keep_an_army_alive():
    ruling = do(fighting(UNION, {"SHE": "1104", "STU": "1203"}), "attack 1104 1203", [4, 1])
    assert ruling.state.outcome is None


@pytest.mark.rule("BR 3.5")
def test_after_turn_fifteen_the_losses_decide():
    over = end_turn({"SHE": "1104", "BON": "1309"}, (), turn=15, strengths={"BON": 1})
    assert over.outcome.clause == "BR 12.0"
    assert (over.outcome.winner, over.outcome.level) == (UNION, "marginal")
    before = end_turn({"SHE": "1104", "BON": "1309"}, turn=14, strengths={"BON": 1})
    assert before.outcome is None


# The seed's table with both ends of every row.
@pytest.mark.rule("BR 12.0")
@pytest.mark.parametrize(
    ("difference", "winner", "grade"),
    [
        (46, CONFEDERATE, "victory"), (10, CONFEDERATE, "victory"),
        (9, CONFEDERATE, "marginal"), (5, CONFEDERATE, "marginal"),
        (4, "draw", "draw"), (0, "draw", "draw"), (-4, "draw", "draw"),
        (-5, UNION, "marginal"), (-9, UNION, "marginal"),
        (-10, UNION, "victory"), (-53, UNION, "victory"),
    ],
)  # fmt: skip
def test_victory_table(difference, winner, grade):
    assert read_victory_table(difference) == (winner, grade)
    assert f"term.{result_term(winner, grade)}" in BATTLE.words


@pytest.mark.rule("BR 12.0")
def test_a_draw_is_told_once():
    state = stage((EndTurn(),), {"SHE": "1104", "EVA": "0805"}, turn=15)
    standing = [BATTLE.words.say(line.key, line.args, "en") for line in BATTLE.page.standing(state).lines]
    assert "Victory table now: draw (difference 0)" in standing
    [event] = told(run(state, ()), "event.over_losses")
    assert BATTLE.words.say(event.key, event.args, "ja") == "損失で判定。結果：引き分け。損失SP：北軍0、南軍0。"


@pytest.mark.rule("BR 12.0")
def test_worked_cases():
    assert read_victory_table(12 - 7) == (CONFEDERATE, "marginal")
    assert read_victory_table(3 - 13) == (UNION, "victory")


@pytest.mark.rule("BR C21")
def test_losses_count_units_that_have_arrived_and_what_a_lost_stack_had_left():
    state = stage((EndTurn(),), {"SHE": "1104", "EVA": "0805"}, strengths={"SHE": 2, "BUR": 0})
    assert losses(state, UNION) == 3  # Burnside waits: nothing of his counts
    cut_off = do(fighting(UNION, {"HOL": "2014", "KEY": "1914", "EVA": "0805"}), "attack 1914 2014", [5, 6, 1, 6])
    assert losses(cut_off.state, CONFEDERATE) == 3
    assert dict(BATTLE.page.standing(cut_off.state).losses)[CONFEDERATE] == 3
