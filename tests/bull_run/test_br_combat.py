"""Chapter 10: who fights whom, the combat table, modifiers, hits."""

from __future__ import annotations

import pytest
from bull_run_field import (
    BATTLE,
    Combat,
    Movement,
    at,
    clauses,
    do,
    fighting,
    hex_,
    legal,
    marked,
    scenario,
    stage,
    strength,
    told,
)

from hardtack.battles.bull_run.combat import fire_strength, ground_modifiers, hits
from hardtack.referee.chance import forecast
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.position import read_position, write_position
from hardtack.referee.umpire import deciding, to_act
from hardtack.table import Match, lessons

# The seed's table: modified die (0 stands for "below 1") by strength column.
TABLE = {
    0: (0, 0, 0, 0, 0, 0),
    1: (0, 0, 0, 0, 0, 1),
    2: (0, 0, 0, 0, 1, 1),
    3: (0, 0, 0, 1, 1, 1),
    4: (0, 0, 1, 1, 2, 2),
    5: (0, 1, 1, 2, 2, 3),
    6: (1, 1, 2, 2, 3, 3),
}
NORTH = {"SHE": "1104", "JAC": "1203"}  # adjacent, both north of the run, clear ground, no hesitation


@pytest.mark.rule("BR 10.4")
@pytest.mark.parametrize("die", TABLE)
@pytest.mark.parametrize("points", range(1, 13))
def test_combat_table_cell_by_cell(die, points):
    state = fighting(UNION, NORTH)
    column = TABLE[die][(points - 1) // 2]
    assert hits(state, die - 6, points)[5] == column  # a 6 modified to the row
    if die == 0:
        assert hits(state, -3, points)[0] == 0  # far below 1


@pytest.mark.rule("BR 10.1")
def test_adjacent_stacks_fire_at_once():
    # Sherman 5 SP rolls 6: 2 hits; Jackson 5 SP, though hit, rolls 6 as well: 2 hits. Equal hits, no check.
    ruling = do(fighting(UNION, NORTH), "attack 1104 1203", [6, 6])
    assert (strength(ruling.state, "SHE"), strength(ruling.state, "JAC")) == (3, 3)


@pytest.mark.rule("BR 10.1")
def test_only_adjacent_enemies_are_attacked():
    state = fighting(UNION, {"SHE": "1104", "JAC": "1303", "KEY": "1203"})
    assert clauses(state, "attack 1104 1303") == ["BR 10.1"]
    assert clauses(state, "attack 1104 1203") == ["BR 10.1"]  # a friend
    assert clauses(state, "attack 1303 1203") == ["BR 10.1", "BR 10.1"]  # not our stack, not an enemy


@pytest.mark.rule("BR 10.1a")
def test_a_stack_attacks_one_enemy_stack_a_turn():
    units = {"SHE": "1104", "KEY": "1103", "JAC": "1203", "BEE": "1204"}
    after = do(fighting(UNION, units), "attack 1104 1203", [1, 1]).state
    assert clauses(after, "attack 1104 1204") == ["BR 10.1a"]
    assert "attack 1103 1203" in legal(after)  # but a stack may be attacked by several


@pytest.mark.rule("BR 10.1a", "BR 10.1b", "BR C13", "BR C26")
def test_worked_case_two_stacks_attack_one_which_answers_only_the_first():
    # Porter (5) and Burnside (4) stand north; Evans (3) beside both.
    state = fighting(UNION, {"SHE": "1104", "KEY": "1203", "EVA": "1204"}, strengths={"SHE": 6})
    first = do(state, "attack 1104 1204", [4, 1, 1])  # 6 SP, die 4: 1 hit; Evans 3 SP, die 1: 0; Evans stands on 1
    assert strength(first.state, "EVA") == 2
    second = do(first.state, "attack 1203 1204", [4])  # Keyes 4 SP, die 4: 0 hits; Evans does not roll again
    assert told(second, "event.no_answer")
    assert strength(second.state, "KEY") == 4
    assert second.dice == (4,)


@pytest.mark.rule("BR 10.4b", "BR C18")
def test_a_stack_fires_with_its_strength_at_the_start_of_the_turn():
    weak = fighting(CONFEDERATE, NORTH, half=2).draft()
    weak.strength = tuple(1 if points else 0 for points in weak.strength)
    assert fire_strength(weak, hex_("1203")) == 5
    other = fighting(CONFEDERATE, NORTH, settings={"fire_strength": "combat_start"}).draft()
    other.strength = tuple(1 if points else 0 for points in other.strength)
    assert fire_strength(other, hex_("1203")) == 1


@pytest.mark.rule("BR C18")
def test_the_dead_do_not_fire():
    state = fighting(UNION, {**NORTH, "BEE": "1203"})
    assert fire_strength(state, hex_("1203")) == 8
    gone = do(fighting(UNION, {**NORTH, "BEE": "1203"}, strengths={"BEE": 1}), "attack 1104 1203", [4, 1])
    after = do(gone.state, "hit BEE", [1])
    assert fire_strength(after.state, hex_("1203")) == 5


@pytest.mark.rule("BR 10.1c", "BR 8.2c")
def test_the_whole_stack_fires_and_defends_as_one():
    ruling = do(
        fighting(UNION, {"SHE": "1104", "SCH": "1104", "JAC": "1203", "BEE": "1203"}), "attack 1104 1203", [6, 1]
    )
    fire = told(ruling, "event.fire")
    assert [dict(event.args)["n"] for event in fire] == [8, 8]


@pytest.mark.rule("BR 10.1d")
def test_one_defender_is_finished_before_the_next():
    units = {"SHE": "1104", "KEY": "1103", "JAC": "1203", "STU": "1204"}
    after = do(fighting(UNION, units), "attack 1104 1203", [1, 1]).state
    assert deciding(after).target == "1203"  # Jackson is the defender being dealt with
    moved_on = fighting(UNION, units, marks={"settled": ["JAC"], "attacked": ["SHE"]})
    assert clauses(moved_on, "attack 1103 1203") == ["BR 10.1d"]


@pytest.mark.rule("BR 10.1d")
def test_turning_to_another_defender_closes_the_last_one():
    units = {"SHE": "1104", "KEY": "1303", "SCH": "1202", "JAC": "1203", "BEE": "1103"}
    first = do(fighting(UNION, units), "attack 1303 1203", [1, 1]).state
    assert {"attack 1104 1103", "attack 1202 1203"} <= legal(first)
    second = do(first, "attack 1104 1103", [1, 1]).state
    assert marked(second, "settled", "JAC") == 1
    assert clauses(second, "attack 1202 1203") == ["BR 10.1d"]


@pytest.mark.rule("BR C13")
def test_when_the_defender_retreats_the_other_attacks_on_it_lapse():
    units = {"SHE": "1104", "KEY": "1303", "EVA": "1203", "BEE": "1302"}
    ruling = do(fighting(UNION, units), "attack 1104 1203", [6, 1, 6])
    state = ruling.state
    while type(deciding(state)).__name__ == "ChooseRetreat":
        state = do(state, sorted(legal(state))[0]).state
    state = do(state, "stay").state
    assert marked(state, "settled", "EVA") == 1
    assert "attack 1303 1302" in legal(state)  # Keyes has not attacked and turns on another defender


@pytest.mark.rule("BR 10.1e")
def test_the_side_with_the_initiative_attacks_first_and_need_not():
    state = fighting(UNION, NORTH)
    assert "end" in legal(state)
    assert to_act(state) == UNION


@pytest.mark.rule("BR 10.1f", "BR C14")
def test_in_the_second_half_only_stacks_not_yet_in_combat_attack():
    units = {"SHE": "1104", "JAC": "1203", "BEE": "1204"}
    state = fighting(CONFEDERATE, units, half=2, marks={"defended": ["JAC"]})
    assert clauses(state, "attack 1203 1104") == ["BR C14"]
    assert "attack 1204 1104" in legal(state)
    literal = fighting(CONFEDERATE, units, half=2, marks={"defended": ["JAC"]}, settings={"second_half": "any"})
    assert "attack 1203 1104" in legal(literal)
    first_half = fighting(CONFEDERATE, units, marks={"defended": ["JAC"]})
    assert "attack 1203 1104" in legal(first_half)


@pytest.mark.rule("BR C14")
def test_attacking_does_not_use_up_the_defence_roll():
    state = fighting(CONFEDERATE, NORTH, half=2, marks={"attacked": ["SHE"]})
    ruling = do(state, "attack 1203 1104", [1, 1])
    assert len(told(ruling, "event.fire")) == 2


@pytest.mark.rule("BR 10.1g")
def test_attacker_and_defender_are_fixed_and_only_the_attacker_is_modified():
    state = fighting(UNION, {"SHE": "1506", "JAC": "1507"})  # Jackson on the ridge
    ruling = do(state, "attack 1506 1507", [6, 6, 1])
    fires = [dict(event.args) for event in told(ruling, "event.fire")]
    assert [fire["modifier"] for fire in fires] == [-1, 0]
    assert (marked(ruling.state, "attacked", "SHE"), marked(ruling.state, "defended", "JAC")) == (1, 1)


class TestBothHalves:
    """A defender is finished with for the half of the side that attacks it, and only it (10.1d, 10.1f, 11.2a)."""

    GREY = ("EVA", "COC", "BON", "LON", "JON", "EWE", "HOL", "EAR", "HAM")

    def battlefield(self, units, **more):
        agenda = (Movement(UNION), Combat(CONFEDERATE, 2), Combat(UNION, 1))
        return stage(agenda, units, marks={"crossed": self.GREY}, turn=8, **more)

    @pytest.mark.rule("BR 11.2a", "BR 10.1d")
    def test_an_attacker_that_advanced_may_be_attacked_although_its_side_turned_to_another_defender(self):
        state = self.battlefield({"DAV": "1709", "JON": "1710", "BON": "1810", "RIC": "1904", "COC": "1905"})
        state = do(state, "attack 1709 1710", [6, 3, 6]).state
        state = do(do(state, "retreat 1610").state, "advance").state
        state = do(state, "attack 1904 1905", [1, 1]).state
        assert to_act(state) == CONFEDERATE
        assert "attack 1810 1710" in legal(state)

    def test_such_a_set_piece_can_be_written_and_read(self):
        state = self.battlefield({"DAV": "1709", "JON": "1710", "BON": "1808"})
        assert read_position(write_position(state), lambda _: BATTLE) == state
        followed = fighting(UNION, {"DAV": "1709", "JON": "1710", "BON": "1808"})
        assert read_position(write_position(followed), lambda _: BATTLE) == followed

    @pytest.mark.rule("BR 10.1f", "BR 10.1d")
    def test_a_beaten_attacker_may_be_attacked_in_the_second_half(self):
        state = self.battlefield({"DAV": "1709", "JON": "1710", "BON": "1808"})
        state = do(do(state, "attack 1709 1710", [1, 5, 6]).state, "retreat 1708").state
        assert "attack 1808 1708" in legal(state)

    @pytest.mark.rule("BR 10.1", "BR 10.1d", "BR C13")
    def test_a_beaten_brigade_does_not_shield_the_friends_it_falls_back_on(self):
        state = self.battlefield({"DAV": "1709", "JON": "1710", "EWE": "1810", "RIC": "1910"})
        state = do(state, "attack 1709 1710", [6, 3, 6]).state
        state = do(do(state, "retreat 1810").state, "stay").state
        assert "attack 1910 1810" in legal(state)  # Ewell was never attacked
        alone = self.battlefield({"DAV": "1709", "JON": "1710", "RIC": "1910", "KEY": "1904", "BON": "1905"})
        alone = do(alone, "attack 1709 1710", [6, 3, 6]).state
        alone = do(do(alone, "retreat 1810").state, "stay").state
        assert clauses(alone, "attack 1910 1810") == ["BR 10.1d"]  # Jones by himself: the attacks on him have lapsed

    @pytest.mark.rule("BR 10.1b", "BR C14")
    def test_a_stack_that_took_in_a_beaten_brigade_does_not_roll_a_second_time(self):
        state = self.battlefield({"DAV": "1709", "JON": "1710", "EWE": "1810", "RIC": "1910"})
        state = do(state, "attack 1709 1710", [6, 3, 6]).state
        state = do(do(state, "retreat 1810").state, "stay").state
        ruling = do(state, "attack 1910 1810", [1])
        assert told(ruling, "event.no_answer")

    @pytest.mark.rule("BR C16", "BR 10.1d")
    def test_a_stack_that_hesitates_neither_opens_nor_closes_a_defender(self):
        # Burnside south of the run hesitates before Evans; Sherman attacks elsewhere; Porter may still attack Evans.
        units = {"BUR": "0403", "POR": "0505", "EVA": "0404", "SHE": "1104", "KEY": "1202", "JAC": "1203"}
        state = do(fighting(UNION, units), "attack 1104 1203", [1, 1]).state
        state = do(state, "attack 0403 0404", [1]).state
        assert "attack 1202 1203" in legal(state)  # nobody turned away from Jackson
        state = do(state, "attack 1202 1203", [1]).state
        assert "attack 0505 0404" in legal(state)  # nobody has attacked Evans


class TestHesitation:
    SOUTH = {"BUR": "0403", "POR": "0403", "EVA": "0404"}

    @pytest.mark.rule("BR 10.1h", "BR C16")
    @pytest.mark.parametrize("die", [1, 4])
    def test_south_of_the_run_a_low_die_stops_the_attack_for_the_turn(self, die):
        ruling = do(fighting(UNION, {**self.SOUTH, "SHE": "1104", "JAC": "1203"}), "attack 0403 0404", [die])
        assert told(ruling, "event.hesitates")
        assert clauses(ruling.state, "attack 0403 0404") == ["BR C16"]
        assert strength(ruling.state, "EVA") == 3

    @pytest.mark.rule("BR 10.1h", "BR 10.4", "BR 10.5")
    def test_worked_case_burnside_and_porter_attack_matthews_hill(self):
        # Hesitation 5; die 6 - 1 = 5 in column 9-10: 2 hits; Evans rolls in column 3-4; he stands on a 1.
        ruling = do(fighting(UNION, self.SOUTH), "attack 0403 0404", [5, 6, 4, 1])
        assert strength(ruling.state, "EVA") == 1
        assert dict(told(ruling, "event.fire")[0].args)["hits"] == 2

    @pytest.mark.rule("BR C16")
    def test_from_the_north_bank_no_roll_and_the_defence_needs_none(self):
        north = do(fighting(UNION, NORTH), "attack 1104 1203", [1, 1])
        assert not told(north, "event.resolute")
        defended = do(fighting(CONFEDERATE, self.SOUTH), "attack 0404 0403", [1, 1])
        assert len(told(defended, "event.fire")) == 2

    @pytest.mark.rule("BR 10.1h")
    def test_confederates_never_hesitate(self):
        assert not told(do(fighting(CONFEDERATE, self.SOUTH), "attack 0404 0403", [1, 1]), "event.hesitates")


class TestOverTheRun:
    @pytest.mark.rule("BR C15")
    def test_no_fight_over_the_creek_without_a_crossing(self):
        state = fighting(CONFEDERATE, {"COC": "0907", "SHE": "1006"})
        assert clauses(state, "attack 0907 1006") == ["BR C15"]

    @pytest.mark.rule("BR C15")
    def test_farm_ford_serves_a_union_attack_only_when_found(self):
        units = {"SHE": "0704", "EVA": "0705"}
        assert clauses(fighting(UNION, units), "attack 0704 0705") == ["BR C15"]
        assert "attack 0704 0705" in legal(fighting(UNION, units, farm_ford_found=True))
        assert "attack 0705 0704" in legal(fighting(CONFEDERATE, units))

    @pytest.mark.rule("BR 10.5a", "BR C19")
    def test_worked_case_jones_across_mcleans_ford_into_woods(self):
        # 4 SP, die 6, -2 for the ford and -1 for woods: 3 in column 3-4, no hit.
        state = fighting(CONFEDERATE, {"JON": "1610", "KEY": "1710"})
        assert [value for _, _, value in ground_modifiers(state.scenario, hex_("1610"), hex_("1710"))] == [-2]
        into_woods = fighting(UNION, {"SHE": "0704", "EVA": "0705"}, farm_ford_found=True)
        found = ground_modifiers(into_woods.scenario, hex_("0704"), hex_("0705"))
        assert sum(value for _, _, value in found) == -3
        assert hits(state, -3, 4)[5] == 0

    @pytest.mark.rule("BR 10.5")
    @pytest.mark.parametrize(("target", "value"), [("0404", -1), ("0603", -1), ("1203", 0), ("1802", 0)])
    def test_minus_one_for_hill_or_woods_only(self, target, value):
        grid = scenario().board.grid
        there = hex_(target)
        here = next(
            h
            for h in grid.around[there]
            if scenario().ground.cost(h, there) and not scenario().board.crossing(h, there)
        )
        assert sum(v for _, _, v in ground_modifiers(fighting(UNION, NORTH).scenario, here, there)) == value

    @pytest.mark.rule("BR 10.5a", "BR C19")
    def test_the_stone_bridge_is_no_ford_unless_switched(self):
        units = {"SHE": "0804", "EVA": "0805"}
        state = fighting(UNION, units)
        assert ground_modifiers(state.scenario, hex_("0804"), hex_("0805")) == []
        ruling = do(state, "attack 0804 0805", [5, 1, 1])  # 5 SP, die 5 unmodified: 1 hit
        assert dict(told(ruling, "event.fire")[0].args)["modifier"] == 0
        assert strength(ruling.state, "EVA") == 2
        other = fighting(UNION, units, settings={"bridge_modifier": -2})
        found = ground_modifiers(other.scenario, hex_("0804"), hex_("0805"))
        assert found == [("BR C19", "modifier.across_bridge", -2)]


class TestHits:
    TWO = {"SHE": "1104", "SCH": "1104", "JAC": "1203", "BEE": "1203"}

    @pytest.mark.rule("BR 10.3")
    def test_the_firing_side_names_the_unit(self):
        after = do(fighting(UNION, self.TWO), "attack 1104 1203", [6, 1]).state
        assert to_act(after) == UNION
        assert legal(after) == {"hit JAC", "hit BEE"}
        answer = do(fighting(UNION, self.TWO), "attack 1104 1203", [1, 6]).state
        assert to_act(answer) == CONFEDERATE
        assert legal(answer) == {"hit SHE", "hit SCH"}

    @pytest.mark.rule("BR 10.3", "BR C17")
    def test_worked_case_three_hits_on_one_and_four(self):
        state = fighting(
            UNION,
            {"SHE": "1104", "KEY": "1104", "JAC": "1203", "BEE": "1203"},
            strengths={"SHE": 6, "KEY": 6, "JAC": 4, "BEE": 1},
        )
        after = do(state, "attack 1104 1203", [6, 1]).state  # 12 SP, die 6: 3 hits; 5 SP, die 1: none
        on_small = do(after, "hit BEE", [1]).state
        assert (strength(on_small, "BEE"), strength(on_small, "JAC")) == (0, 4)
        on_large = do(after, "hit JAC", [1]).state
        assert (strength(on_large, "BEE"), strength(on_large, "JAC")) == (1, 1)

    @pytest.mark.rule("BR 10.3a", "BR C17")
    def test_surplus_hits_are_lost_or_fall_on_the_stackmate_by_the_other_reading(self):
        strengths = {"SHE": 6, "KEY": 6, "JAC": 4, "BEE": 1}
        units = {"SHE": "1104", "KEY": "1104", "JAC": "1203", "BEE": "1203", "STU": "1204"}
        lost = do(do(fighting(UNION, units, strengths=strengths), "attack 1104 1203", [6, 1]).state, "hit BEE", [1])
        assert told(lost, "event.surplus")
        assert (strength(lost.state, "JAC"), strength(lost.state, "STU")) == (4, 1)
        soft = fighting(UNION, units, strengths=strengths, settings={"surplus_hits": "stackmate"})
        spread = do(do(soft, "attack 1104 1203", [6, 1]).state, "hit BEE", [1])
        assert strength(spread.state, "JAC") == 2

    @pytest.mark.rule("BR 10.4a")
    def test_hits_come_off_as_soon_as_the_combat_ends(self):
        state = fighting(UNION, {"SHE": "1104", "KEY": "1303", "JAC": "1203"})
        first = do(state, "attack 1104 1203", [6, 1, 1]).state
        assert strength(first, "JAC") == 3
        second = do(first, "attack 1303 1203", [6, 1]).state
        assert strength(second, "JAC") == 2

    @pytest.mark.rule("BR 10.4c")
    def test_a_unit_without_strength_leaves_the_game(self):
        ruling = do(fighting(UNION, {**NORTH, "BON": "1309"}, strengths={"JAC": 1}), "attack 1104 1203", [4, 1])
        assert at(ruling.state, "JAC") == "x"
        assert strength(ruling.state, "JAC") == 0


class TestRefusedAttacks:
    """A refusal names every clause that forbids the attack (10.1)."""

    @pytest.mark.rule("BR 10.1", "BR 10.1a")
    def test_a_stack_that_has_attacked_and_does_not_touch_its_target(self):
        state = fighting(UNION, {"SHE": "1104", "JAC": "1303", "BEE": "1203"}, marks={"attacked": ["SHE"]})
        assert clauses(state, "attack 1104 1303") == ["BR 10.1", "BR 10.1a"]

    @pytest.mark.rule("BR C15", "BR 10.1a")
    def test_over_the_bare_creek_by_a_stack_that_has_attacked(self):
        state = fighting(CONFEDERATE, {"COC": "0907", "SHE": "1006"}, marks={"attacked": ["COC"]})
        assert clauses(state, "attack 0907 1006") == ["BR C15", "BR 10.1a"]

    @pytest.mark.rule("BR 10.3")
    def test_hits_on_a_brigade_that_is_not_in_the_stack(self):
        after = do(fighting(UNION, TestHits.TWO), "attack 1104 1203", [6, 1]).state
        assert clauses(after, "hit SHE") == ["BR 10.3"]
        assert clauses(after, "end") == ["BR 5.1a"]


@pytest.mark.rule("BR 10.4", "BR 10.1h")
def test_the_forecast_adds_up_and_knows_the_hesitation():
    state = fighting(UNION, {"BUR": "0403", "POR": "0403", "EVA": "0404", "COC": "0907"})
    found = forecast(state, BATTLE.parse(state.scenario, "attack 0403 0404"))
    assert sum(share for _, share in found.chances) == 1
    assert found.chance(attack="hesitates") == found.chance(attack="hesitates", confederate_lost=0)
    assert float(found.chance(attack="made")) == pytest.approx(1 / 3)
    # 9 SP at -1: 4 of 6 faces score; Evans is hit in 1/3 x 4/6 of all cases.
    assert float(1 - found.chance(confederate_lost=0)) == pytest.approx(1 / 3 * 4 / 6)
    assert {line.clause for line in found.modifiers} >= {"BR 10.5", "BR 10.1h", "BR 10.4b"}


@pytest.mark.rule("BR C16")
def test_the_forecast_says_nothing_of_hesitation_where_nobody_hesitates():
    found = forecast(fighting(UNION, NORTH), BATTLE.parse(fighting(UNION, NORTH).scenario, "attack 1104 1203"))
    assert {name for results, _ in found.chances for name, _ in results} == {
        "union_lost", "confederate_lost", "attacker", "defender",
    }  # fmt: skip


def test_a_combat_phase_in_which_nobody_can_attack_is_passed_over_with_a_word():
    """Two sides end their marches and the next turn begins: the log says that nobody could attack, and only then."""
    match = Match.new("bull-run", seed=4)
    while match.state.turn == 1:
        assert type(deciding(match.state)).__name__ == "Movement"
        match.play("end")
    told = [event.key for entry in match.journal.entries for event in entry.events]
    assert told.count("event.no_combat") == 1
    assert told.index("event.no_combat") < len(told) - 1 - told[::-1].index("event.turn")
    asked = lessons.begin(lessons.find_lesson("bull-run", "halves")[1])
    asked.play("end")
    assert asked.state.turn == 7
    assert "event.no_combat" not in [event.key for event in asked.journal.entries[-1].events], "somebody was asked"
