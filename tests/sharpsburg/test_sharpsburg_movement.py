"""Chapters 5 to 8: movement, terrain costs, zones of control, stacking. Worked cases from the dossier of the game."""

from __future__ import annotations

from random import Random

import pytest
from sharpsburg_field import allowed, at, clauses, do, field, goals, opened, placed, set_up, told

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.reach import goals_of, reach_of
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, deciding, options, play_trusted


def cost(state: SharpsburgState, unit: str, hex_: str) -> int | None:
    return BATTLE.page.hint(state, BATTLE.parse(state.scenario, f"move {unit} {hex_}")).cost


def path(state: SharpsburgState, unit: str, hex_: str) -> tuple[str, ...]:
    return BATTLE.page.hint(state, BATTLE.parse(state.scenario, f"move {unit} {hex_}")).path


# -- chapter 5


@pytest.mark.rule("SH 5")
def test_no_unit_exceeds_its_allowance() -> None:
    state = placed("union", "move", {"XII": "1308", "CV1": "1308"})
    assert cost(state, "XII", "1312") == 4
    assert clauses(state, "move XII 1313") == {"SH 5"}
    assert cost(state, "CV1", "1314") == 6  # cavalry has six points


@pytest.mark.rule("SH 5")
def test_a_unit_moves_once_in_a_phase() -> None:
    state = do(placed("union", "move", {"XII": "1308", "CV1": "1308"}), "move XII 1309")
    assert clauses(state, "move XII 1310") == {"SH 5"}


@pytest.mark.rule("SH 5a")
def test_the_prompt_names_the_two_divisions_of_which_one_may_move() -> None:
    state = placed("confederate", "move", {"MC": "0213", "AN": "0213"})
    asked = deciding(state).prompt(state)
    assert BATTLE.words.say(asked.key, asked.args, "en").endswith(": McLaws, R.H. Anderson.")


@pytest.mark.rule("SH 5a")
def test_every_confederate_may_move_but_only_one_of_mc_and_an() -> None:
    state = placed("confederate", "move", {"MC": "0213", "AN": "0213", "JR": "0406", "HO": "0406"})
    state = do(state, "move JR 0405", "move HO 0405", "move MC 0212")
    assert clauses(state, "move AN 0212") == {"SH 5a"}
    assert at(state, "AN") == "0213"


@pytest.mark.rule("SH 5a", "SH C2")
def test_which_of_mc_and_an_moves_is_chosen_afresh_each_turn() -> None:
    where = {"MC": "0213", "AN": "0213", "I": "1403", "JR": "0406"}
    state = do(placed("confederate", "move", where, turn=3), "move AN 0212", "end", "end")
    assert state.turn == 4
    state = do(state, "move MC 0212")
    assert clauses(state, "move AN 0211") == {"SH 5a"}


@pytest.mark.rule("SH C2")
def test_the_one_that_stays_is_the_owners_choice() -> None:
    state = placed("confederate", "move", {"MC": "0213", "AN": "0213"})
    assert allowed(state, "move MC 0212")
    assert allowed(state, "move AN 0212")


FOUR_CORPS = {"I": "1308", "XII": "1310", "IX": "1312", "II": "1403", "CV1": "1214", "RA1": "1106"}


@pytest.mark.rule("SH 5b", "SH 5c")
def test_on_an_odd_die_three_corps_move_and_all_others() -> None:
    state = opened("union", FOUR_CORPS, dice=[3], turn=4)
    state = do(state, "move I 1309", "move XII 1311", "move IX 1313")
    assert clauses(state, "move II 1404") == {"SH 5b"}
    assert allowed(state, "move CV1 1213")
    assert allowed(state, "limber RA1")


@pytest.mark.rule("SH 5c", "SH C3")
@pytest.mark.parametrize("die", [2, 4, 6])
def test_on_an_even_die_four_corps_move(die: int) -> None:
    state = opened("union", FOUR_CORPS | {"VI": "1503"}, dice=[die], turn=6)
    state = do(state, "move I 1309", "move XII 1311", "move IX 1313", "move II 1404")
    assert clauses(state, "move VI 1403") == {"SH 5b"}


@pytest.mark.rule("SH C3")
def test_the_die_is_rolled_once_at_the_start_of_the_phase_at_no_risk() -> None:
    state = placed("confederate", "move", FOUR_CORPS | {"JR": "0406"}, turn=3)
    state, events = told(state, "end", dice=[5])
    assert [event.dice for event in events if event.key == "event.corps_roll"] == [(5,)]
    assert state.corps_left == 3  # a failed die takes nothing away
    do(state, "move I 1309", "move CV1 1213")  # and no further die is asked for


@pytest.mark.rule("SH 5b")
def test_with_three_corps_on_the_map_nobody_rolls() -> None:
    assert set_up().corps_left == 3  # `set_up` has no dice to roll


@pytest.mark.rule("SH 5d")
def test_no_unit_enters_an_enemy_hex_or_skips_one() -> None:
    state = placed("union", "move", {"CV1": "1308", "JR": "1309"})
    assert clauses(state, "move CV1 1309") == {"SH 5d"}
    walled = placed("union", "move", {"XII": "1514", "JR": "1513", "EW": "1413"})
    assert goals(walled, "XII") == set()  # no jumping over the two enemies


@pytest.mark.rule("SH 5d")
def test_a_creek_is_crossed_by_bridge_or_ford_only() -> None:
    state = placed("union", "move", {"IX": "1009"})
    assert clauses(state, "move IX 1008") == {"SH 5d", "SH 5"}  # the creek is in the way, and round it is too far
    assert cost(state, "IX", "0910") == 3  # 1010 for 1, the Lower Bridge for 2
    assert path(placed("union", "move", {"I": "1106"}), "I", "1105") == ("1205", "1204", "1105")  # by Pry's Ford


@pytest.mark.rule("SH C7")
def test_the_potomac_is_out_of_play() -> None:
    state = placed("confederate", "move", {"JR": "0304"})
    assert clauses(state, "move JR 0303") == {"SH C7"}
    assert all(hex_ not in goals(state, "JR") for hex_ in ("0303", "0207", "0206"))


# -- chapter 6


@pytest.mark.rule("SH 6", "SH C5")
@pytest.mark.parametrize(
    ("start", "goal", "points", "into_woods"),
    [
        ("1308", "1309", 1, False),  # clear
        ("0706", "0805", 2, False),  # over a ridge
        ("0503", "0504", 2, False),
        ("0708", "0608", 1, False),  # town off the road
        ("0504", "0604", 2, True),  # woods over a ridge
        ("0803", "0804", 1, True),  # woods
        ("1204", "1105", 2, False),  # ford
        ("0812", "0811", 2, False),
        ("0702", "0703", 1, False),  # road through woods
        ("0705", "0706", 1, False),  # road over a ridge
        ("0809", "0709", 1, False),
        ("1010", "0910", 2, False),  # bridge: the road does not cancel its point
        ("1303", "1203", 2, False),
        ("1107", "1007", 2, False),
    ],
)
def test_terrain_effects_chart_movement_column(start: str, goal: str, points: int, into_woods: bool) -> None:
    ground = field()
    price = ground.terrain.price(ground.board.grid.index(start), ground.board.grid.index(goal))
    assert price is not None
    assert (price.points, price.into_woods) == (points, into_woods)


@pytest.mark.rule("SH 6", "SH 5d")
@pytest.mark.parametrize(("start", "goal"), [("1009", "1008"), ("1106", "1105"), ("0911", "1010"), ("1301", "1302")])
def test_a_bare_creek_has_no_price(start: str, goal: str) -> None:
    ground = field()
    assert ground.terrain.price(ground.board.grid.index(start), ground.board.grid.index(goal)) is None


@pytest.mark.rule("SH 6")
def test_sumner_by_the_upper_bridge_takes_four_points() -> None:
    state = placed("union", "move", {"II": "1503"}, turn=2)
    assert cost(state, "II", "1203") == 4
    assert path(state, "II", "1203")[1:] == ("1303", "1203")


@pytest.mark.rule("SH 6")
def test_a_p_hill_reaches_sharpsburg_on_his_second_turn() -> None:
    state = placed("confederate", "move", {"AP": "0213", "I": "1403"}, turn=8)
    assert cost(state, "AP", "0310") == 4
    assert path(state, "AP", "0310") == ("0212", "0211", "0210", "0310")
    state = do(state, "move AP 0310", "end")
    assert path(placed("confederate", "move", {"AP": "0310"}), "AP", "0608") == ("0409", "0509", "0608")


@pytest.mark.rule("SH C4")
def test_woods_are_entered_only_as_the_whole_move() -> None:
    state = placed("union", "move", {"XII": "0803"})
    assert allowed(state, "move XII 0804")  # from the hex beside it
    assert clauses(placed("union", "move", {"XII": "1002"}), "move XII 0802") == {"SH C4"}  # two hexes away
    assert clauses(state, "move XII 0904") == set()  # but nobody has to go through the wood
    assert path(state, "XII", "0904")[0] != "0804"


@pytest.mark.rule("SH C4")
def test_a_unit_that_enters_woods_may_attack_in_the_combat_phase() -> None:
    state = do(placed("union", "move", {"XII": "0803", "EW": "0805"}), "move XII 0804", "end")
    assert allowed(state, "attack XII 0805")


@pytest.mark.rule("SH C4", "SH C5")
def test_along_a_road_woods_are_ignored() -> None:
    state = placed("union", "move", {"XII": "0701"})
    assert cost(state, "XII", "0703") == 2  # the Hagerstown Pike through the North Woods
    assert cost(state, "XII", "0705") == 4


@pytest.mark.rule("SH C4")
def test_by_the_softer_reading_woods_only_end_the_move() -> None:
    state = placed("union", "move", {"XII": "1002"}, settings={"woods_entry": "stop"})
    assert cost(state, "XII", "0802") == 2
    assert path(state, "XII", "0802")[-1] == "0802"
    beyond = placed("union", "move", {"CV1": "0404", "JR": "1403"}, settings={"woods_entry": "stop"})
    assert "0407" in goals(beyond, "CV1")
    assert path(beyond, "CV1", "0408")[2] != "0407"  # round the wood, not through it


@pytest.mark.rule("SH C5")
def test_by_the_other_reading_a_bridge_on_a_road_costs_nothing_more() -> None:
    state = placed("union", "move", {"IX": "1010"}, settings={"bridge_on_road": 0})
    assert cost(state, "IX", "0910") == 1
    assert cost(placed("union", "move", {"IX": "1010"}), "IX", "0910") == 2


@pytest.mark.rule("SH C5")
def test_a_road_helps_only_from_one_of_its_hexes_to_the_next() -> None:
    # 0706 and 0805 both lie near roads, but no road joins them: the ridge counts
    assert cost(placed("union", "move", {"XII": "0706"}), "XII", "0805") == 2


# -- chapter 7


@pytest.mark.rule("SH 7")
def test_a_zone_is_the_six_hexes_round_a_unit_over_bridges_but_not_fords_or_creeks() -> None:
    ground = field()
    names, index = ground.board.grid.names, ground.board.grid.index

    def zone(hex_: str) -> set[str]:
        return {names[number] for number in range(len(names)) if ground.terrain.zone[index(hex_)] >> number & 1}

    assert zone("1308") == {"1307", "1309", "1207", "1208", "1407", "1408"}
    assert zone("0910") == {"0909", "0911", "0809", "0810", "1010"}  # the Lower Bridge; 1009 lies behind the creek
    assert zone("1105") == {"1004", "1005", "1104"}  # not over Pry's Ford to 1204


@pytest.mark.rule("SH 7a")
def test_a_unit_stops_when_it_enters_an_enemy_zone() -> None:
    state = set_up()
    assert cost(state, "I", "0704") == 1  # into the zones of J.R. Jones and Lawton
    assert BATTLE.page.hint(state, BATTLE.parse(state.scenario, "move I 0704")).stops
    assert "SH 7a" in clauses(placed("union", "move", {"I": "1308", "JR": "1410"}), "move I 1312")
    round_about = placed("union", "move", {"I": "1308", "JR": "1410"})
    assert not {"1309", "1310", "1311"} >= set(path(round_about, "I", "1311"))  # not down the controlled column


@pytest.mark.rule("SH 7a")
def test_a_zone_hex_can_be_entered_as_the_last_step() -> None:
    state = placed("union", "move", {"I": "1308", "JR": "1311"})
    assert cost(state, "I", "1310") == 2


@pytest.mark.rule("SH 7b", "SH C8")
def test_no_step_straight_from_one_enemy_hex_of_control_to_another() -> None:
    state = placed("union", "move", {"XII": "1514", "JR": "1513", "EW": "1413"})
    assert clauses(state, "move XII 1414") == {"SH 7b"}
    state = placed("union", "move", {"I": "1308", "JR": "1309"})
    assert cost(state, "I", "1307") == 1  # leaving is free
    assert path(state, "I", "1208") == ("1207", "1208")  # the same enemy controls 1308 and 1208: no direct step


@pytest.mark.rule("SH 7b")
def test_by_way_of_a_free_hex_another_zone_may_be_entered() -> None:
    state = placed("union", "move", {"CV1": "1308", "JR": "1309", "EW": "1303"})
    assert cost(state, "CV1", "1304") == 5  # out of Jones's zone, round the wood, into Lawton's


@pytest.mark.rule("SH C8")
def test_by_the_softer_reading_only_another_units_zone_is_barred() -> None:
    soft = {"zone_to_zone": "other_unit"}
    state = placed("union", "move", {"I": "1308", "JR": "1309"}, settings=soft)
    assert path(state, "I", "1208") == ("1208",)
    state = placed("union", "move", {"I": "1308", "JR": "1309", "EW": "1109"}, settings=soft)
    assert path(state, "I", "1208") == ("1207", "1208")  # Lawton's zone too, in which it does not stand yet


@pytest.mark.rule("SH 7c")
def test_a_unit_that_entered_a_zone_may_be_attacked() -> None:
    state = do(set_up(), "move I 0704", "end", "end", "end")
    assert allowed(state, "attack EW 0704")
    assert allowed(state, "attack JR 0704")


@pytest.mark.rule("SH 7d")
def test_friendly_zones_neither_hinder_nor_cancel() -> None:
    through = placed("union", "move", {"XII": "1308", "CV1": "1309"})
    assert cost(through, "XII", "1310") == 2  # through the friend's zone and its hex
    shielded = placed("union", "move", {"XII": "1308", "CV1": "1310", "JR": "1410"})
    assert "SH 7a" in clauses(shielded, "move XII 1312")  # the friend in it does not lift the enemy's zone


# -- chapter 8


@pytest.mark.rule("SH 8", "SH C9")
def test_one_union_corps_in_a_hex_with_any_horse_and_guns() -> None:
    where = {"I": "1308", "XII": "1309", "CV1": "1309", "CV2": "1310", "RA1": "1309"}
    state = placed("union", "move", where)
    assert clauses(state, "move I 1309") == {"SH 8"}
    assert allowed(state, "move CV2 1309")
    assert cost(state, "I", "1310") == 2  # it may pass through the corps


@pytest.mark.rule("SH 8a", "SH C9")
def test_two_confederate_divisions_in_a_hex_with_any_horse_and_guns() -> None:
    where = {"JR": "1308", "HO": "1309", "EW": "1309", "FL": "1309", "PE": "1310", "DH": "1311"}
    state = placed("confederate", "move", where)
    assert clauses(state, "move JR 1309") == {"SH 8a"}
    assert allowed(state, "move JR 1311")
    assert allowed(state, "move PE 1309")
    assert cost(state, "JR", "1310") == 2  # stacking counts where the move ends


@pytest.mark.rule("SH C9")
def test_room_made_earlier_in_the_phase_can_be_used() -> None:
    state = placed("union", "move", {"I": "1308", "XII": "1309"})
    state = do(state, "move XII 1310")
    assert allowed(state, "move I 1309")


# -- explanations


def test_every_reason_is_given_not_only_the_first() -> None:
    state = placed("union", "move", {"I": "1308", "XII": "1309", "JR": "0406"})
    state = do(state, "move I 1307")
    assert clauses(state, "move I 0406") == {"SH 5", "SH 5d", "SH 7a"}  # moved and too far; held; its zone comes first
    assert clauses(state, "move JR 0405") == {"SH 4a"}


@pytest.mark.parametrize("woods", ["whole_turn", "stop"])
def test_all_a_unit_can_reach_is_what_the_spread_by_cost_says(woods: str) -> None:
    """A compiled build finds the goals by another search."""
    dice, random = SeededDice("goals"), Random(4)
    state = begin(BATTLE.set_up(field(woods_entry=woods)), dice).state
    marches = 0
    while state.outcome is None:
        for piece, here in enumerate(state.at):
            if here >= 0:
                side = state.scenario.side_of[piece]
                assert goals_of(state, piece, side) == reach_of(state, piece, side).goals
                marches += 1
        state = play_trusted(state, options(state).pick(random), dice).state
    assert marches > 500
