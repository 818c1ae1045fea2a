"""Chapters 1 to 4: counters, set-up, arrivals, the sequence of play."""

from __future__ import annotations

import pytest
from sharpsburg_field import at, choices, clauses, do, field, frame, goals, opened, placed, set_up, told

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.referee.umpire import to_act

# unit: (strength, movement, hex, turn)
CONFEDERATES = {
    "JR": (2, 4, "0604", 1), "EW": (4, 4, "0705", 1), "HO": (2, 4, "0605", 1), "DH": (5, 4, "0806", 1),
    "DR": (4, 4, "0910", 1), "WA": (4, 4, "0811", 1), "FL": (2, 6, "0504", 1), "MU": (1, 6, "0712", 1),
    "SD": (2, 4, "0706", 1), "WN": (2, 4, "0808", 1), "PE": (1, 4, "0504", 1), "MC": (3, 4, "0213", 2),
    "AN": (4, 4, "0213", 2), "HM": (1, 6, "0213", 2), "AP": (4, 4, "0213", 8),
}  # fmt: skip
UNION = {
    "I": (9, 4, "0703", 1), "XII": (8, 4, "0801", 1), "IX": (12, 4, "1010", 1), "CV1": (2, 6, "1107", 1),
    "CV2": (2, 6, "1107", 1), "RA1": (3, 4, "1106", 1), "RA2": (3, 4, "1109", 1), "II": (15, 4, "1503", 2),
    "VI": (12, 4, "1503", 5), "V": (9, 4, "1206", 7),
}  # fmt: skip


@pytest.mark.rule("SH 1")
def test_there_are_fifteen_confederate_and_ten_union_counters() -> None:
    of_side = field().of_side
    assert (len(of_side["confederate"]), len(of_side["union"])) == (15, 10)


@pytest.mark.rule("SH 1a")
def test_infantry_is_corps_or_divisions_and_each_side_has_horse_and_guns() -> None:
    counters = field().counters
    for side, size, foot, horse, guns in (("confederate", "division", 9, 3, 3), ("union", "corps", 6, 2, 2)):
        own = [unit for unit in counters if unit.side == side]
        assert [unit.size for unit in own if unit.type == "infantry"] == [size] * foot
        assert len([unit for unit in own if unit.type == "cavalry"]) == horse
        assert len([unit for unit in own if unit.type == "artillery"]) == guns


@pytest.mark.rule("SH 1a", "SH 3", "SH 3a")
@pytest.mark.parametrize("unit", [*CONFEDERATES, *UNION])
def test_every_line_of_the_set_up_table(unit: str) -> None:
    strength, movement, hex_, turn = (CONFEDERATES | UNION)[unit]
    state = set_up()
    counter = state.scenario.counters[state.scenario.index[unit]]
    assert (counter.strength, counter.movement, counter.hex, counter.turn) == (strength, movement, hex_, turn)
    assert BATTLE.page.look(state, state.scenario.index[unit]).numbers == (str(strength), str(movement))
    assert at(state, unit) == (hex_ if turn == 1 else "-")


@pytest.mark.rule("SH 2")
def test_reinforcements_come_on_turns_two_five_seven_and_two_eight() -> None:
    due = BATTLE.page.arrivals(set_up())
    union = sorted(turn for turn, unit in due if unit in UNION)
    confederate = sorted(turn for turn, unit in due if unit in CONFEDERATES)
    assert union == [2, 5, 7]
    assert confederate == [2, 2, 2, 8]


@pytest.mark.rule("SH 2", "SH C1")
def test_arrivals_are_placed_for_nothing_and_may_move_at_once() -> None:
    state = opened("union", {"II": "-"}, turn=2)
    assert at(state, "II") == "1503"
    assert "1203" in goals(state, "II")  # 1403 for 1, 1303 for 1, the Upper Bridge for 2: all four points are left
    state = opened("confederate", {"MC": "-", "AN": "-", "HM": "-"}, turn=2)
    assert {at(state, unit) for unit in ("MC", "AN", "HM")} == {"0213"}


@pytest.mark.rule("SH 2")
def test_nobody_arrives_before_his_turn() -> None:
    state = opened("union", {"II": "1403", "VI": "-"}, turn=4)
    assert at(state, "VI") == "-"
    assert at(opened("union", {"II": "1403", "VI": "-"}, turn=5), "VI") == "1503"


@pytest.mark.rule("SH C1")
def test_arrivals_wait_while_an_enemy_or_too_many_friends_hold_the_entry() -> None:
    by_enemy = opened("union", {"II": "-", "CV1": "1107", "FL": "1503"}, turn=3)
    assert at(by_enemy, "II") == "-"
    by_stacking = opened("union", {"II": "1503", "VI": "-"}, turn=5)
    assert at(by_stacking, "VI") == "-"
    overdue = opened("union", {"II": "1503", "VI": "-"}, turn=6)
    assert (6, "VI") in BATTLE.page.arrivals(overdue)  # the track shows him where he waits, not in the past
    beside_cavalry = opened("union", {"CV1": "1503", "VI": "-"}, turn=5)
    assert at(beside_cavalry, "VI") == "1503"


@pytest.mark.rule("SH C1")
def test_a_waiting_unit_comes_on_a_later_turn() -> None:
    state = opened("union", {"II": "1403", "VI": "-"}, turn=6)
    assert at(state, "VI") == "1503"


@pytest.mark.rule("SH C1")
def test_by_the_other_reading_a_blocked_arrival_enters_beside_its_hex() -> None:
    state = opened("union", {"II": "1503", "VI": "-"}, turn=5, settings={"blocked_entry": "beside"})
    assert at(state, "VI") == "1402"


@pytest.mark.rule("SH 4")
def test_the_union_goes_first_and_the_marker_moves_after_both() -> None:
    state = set_up()
    assert (state.turn, to_act(state)) == (1, "union")
    state = do(state, "end", "end")  # RA2 could bombard, so the combat phase asks
    assert (state.turn, to_act(state)) == (1, "confederate")
    state = do(state, "end", "end", dice=[1])  # four corps on the map in turn 2: one die
    assert (state.turn, to_act(state)) == (2, "union")


@pytest.mark.rule("SH 4")
def test_the_game_ends_after_ten_turns() -> None:
    state = placed("confederate", "move", {"JR": "0406", "I": "1403"}, turn=10)
    assert do(state, "end").outcome is not None
    state = placed("confederate", "move", {"JR": "0406", "I": "1403"}, turn=9)
    assert do(state, "end").outcome is None


@pytest.mark.rule("SH 4a")
def test_movement_comes_before_combat_and_neither_in_the_others_phase() -> None:
    state = placed("union", "move", {"I": "0704", "EW": "0705"})
    assert frame(state) == "Movement"
    assert clauses(state, "attack I 0705") == {"SH 4a"}
    state = do(state, "end")
    assert frame(state) == "Combat"
    assert clauses(state, "move I 0703") == {"SH 4a"}


@pytest.mark.rule("SH 4a")
def test_a_player_may_move_none_of_his_units() -> None:
    before = set_up()
    assert do(before, "end").at == before.at


def test_what_happens_at_the_start_of_a_turn_is_told_with_its_clause() -> None:
    _, events = told(placed("confederate", "move", {"JR": "0406", "V": "-"}, turn=6), "end")
    assert [(event.clause, event.key) for event in events] == [("SH 4", "event.turn_begins"), ("SH 2", "event.arrives")]


def test_the_first_decision_offers_every_union_unit() -> None:
    state = set_up()
    movers = {line.split()[1] for line in choices(state) if line.startswith(("move", "limber"))}
    assert movers == {"I", "XII", "IX", "CV1", "CV2", "RA1", "RA2"}


@pytest.mark.rule("SH 1a")
def test_the_roster_counts_what_is_left_of_each_arm() -> None:
    def arms(state):
        return {dict(arm.label.args)["term"]: arm for arm in BATTLE.page.roster(state) if arm.side == "union"}

    opening = arms(set_up())
    assert opening["infantry"].units == ("I", "XII", "IX", "II", "VI", "V")
    assert sorted(unit for arm in BATTLE.page.roster(set_up()) for unit in arm.units) == sorted(field().ids)
    assert [dict(line.args) for line in opening["infantry"].lines] == [{"n": 65, "full": 65}]
    later = arms(placed("union", "move", {"I": "0703", "CV1": "1107"}))
    assert [dict(later[arm].lines[0].args)["n"] for arm in ("infantry", "cavalry", "artillery")] == [9, 2, 0]
