"""Attacks and their numbers: limits, strengths, modifiers, flanks, results (GC 7.1-7.5, 7.8, 11.3, W2)."""

import pytest
from gc_field import Unit, game, ground, leader, marching, with_march

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.combat import ASSAULT, Attack, appraise, artillery_difference
from hardtack.battles.gcacw.flank import flank, judged
from hardtack.referee.umpire import options


def numbers(found, attackers, target, kind="normal", charge=False):
    """The modifier lines of an attack, by key."""
    units = tuple(found.number(unit) for unit in attackers.split())
    side = found.state.scenario.side_of[units[0]]
    appraisal = appraise(found.state, Attack(side, units, found.state.scenario.hex(target), kind, charge))
    return appraisal, {line.key.removeprefix("line."): line.value for line in appraisal.lines}


def flanks(found, target, side="union"):
    result = flank(found.state, found.state.scenario.hex(target), side)
    return {found.state.scenario.name(entry.hex): (entry.blocked, entry.lessened) for entry in result.hexes}, result


# -- which attacks are allowed (GC 7.1)


@pytest.mark.rule("GC 7.1.1")
def test_the_target_is_one_adjacent_enemy_hex_and_all_in_it_defend():
    found = marching(
        Unit("A", "u inf", "0505", mv=6),
        Unit("B", "c inf", "0504", mv=2),
        Unit("C", "c inf", "0504", mv=3),
        unit="A",
        mp=4,
    )
    assert found.why("attack A normal 0604") == ["GC 7.1.1"]
    assert "GC 7.1.1" in found.why("attack A normal 0509")
    appraisal, _ = numbers(found, "A", "0504")
    assert appraisal.defence_halves == 10


@pytest.mark.rule("GC 7.1.2")
def test_a_march_attack_is_made_by_one_unit():
    found = marching(
        Unit("A", "u inf", "0505", mv=2),
        Unit("A2", "u inf", "0505", mv=9),
        Unit("B", "c inf", "0504", mv=2),
        unit="A",
        mp=4,
    )
    found.do("attack A normal 0504", 3, 3)
    told = next(event for event in found.events if event.key == "event.attacks")
    assert told.get("units") == ("A",)


@pytest.mark.rule("GC 7.1.3")
def test_no_attack_over_a_hexside_that_cannot_be_crossed():
    board = ground(minor="0505-0504 0505-0604", ford="0505-0604", mountain="0605")
    units = (
        Unit("A", "u inf", "0505"),
        Unit("B", "c inf", "0504"),
        Unit("C", "c inf", "0604"),
        Unit("D", "c inf", "0605"),
    )
    found = marching(*units, unit="A", mp=4, board=board)
    assert found.why("attack A hasty 0504") == ["GC 7.1.3"]
    assert found.why("attack A hasty 0605") == ["GC 7.1.3"]
    assert found.why("attack A hasty 0604") == []
    assert found.edit(rain=1).why("attack A hasty 0604") == ["GC 7.1.3a"]


@pytest.mark.rule("GC 7.1.3")
def test_over_a_woods_hexside_only_before_moving():
    units = (Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"))
    found = marching(*units, unit="A", mp=4, board=ground(woods="0504"))
    assert found.why("attack A hasty 0504") == []
    assert with_march(found, moved=1).why("attack A hasty 0504") == ["GC 7.1.3"]
    road = marching(*units, unit="A", mp=4, board=ground(woods="0504", road="0505-0504"))
    assert with_march(road, moved=1).why("attack A hasty 0504") == []


@pytest.mark.rule("GC 7.1.3", "GC 11.3", "GC 7.1.3a")
def test_artillery_alone_and_the_demoralised_do_not_attack():
    foe = Unit("B", "c inf", "0504")
    guns = marching(Unit("G", "u art", "0505"), foe, unit="G", mp=4)
    assert guns.why("attack G hasty 0504") == ["GC 7.1.3a"]
    allowed = marching(Unit("G", "u art", "0505"), foe, unit="G", mp=4, art_alone="allowed")
    assert allowed.why("attack G hasty 0504") == []
    shaken = marching(Unit("A", "u inf", "0505", demoralised=2), foe, unit="A", mp=4)
    assert shaken.why("attack A hasty 0504") == ["GC 11.3"]
    assert marching(Unit("A", "u inf", "0505", demoralised=1), foe, unit="A", mp=4).why("attack A hasty 0504") == []


@pytest.mark.rule("GC 7.1.4", "GC 6.1.2")
def test_a_type_must_be_paid_for():
    foe = Unit("B", "c inf", "0504")
    foot = marching(Unit("A", "u inf", "0505"), foe, unit="A", mp=2)
    assert [text for text in foot.legal if text.startswith("attack")] == [
        "attack A column 0504", "attack A hasty 0504", "attack A normal 0504",
    ]  # fmt: skip
    assert foot.why("attack A prepared 0504") == ["GC 7.1.4"]
    assert foot.why("attack A bayonet 0504") == ["GC 7.1.4"]
    horse = marching(Unit("A", "u cav", "0505"), foe, unit="A", mp=3)
    assert horse.why("attack A normal 0504") == ["GC 7.1.4"]
    none = marching(Unit("A", "u inf", "0505"), foe, unit="A", mp=0)
    assert none.why("attack A column 0504") == []


@pytest.mark.rule("GC 7.1.5")
def test_the_march_goes_on_only_after_a_clean_result():
    strong, weak = Unit("A", "u inf", "0505", mv=12), Unit("B", "c inf", "0504", mv=2)
    clean = marching(strong, weak, unit="A", mp=9).do("attack A prepared 0504", 6, 5)  # +5 +1 +0 = +7: a
    while clean.frame.__class__.__name__ == "Retreat":
        clean.do(clean.legal[0])
    clean.do("advance A")
    assert clean.frame.__class__.__name__ == "March"
    assert clean.frame.mp == 5
    assert clean.why("step A 0604") == []
    ended = marching(strong, weak, Unit("A2", "u inf", "1010"), unit="A", mp=9)
    ended.do("attack A normal 0504", 5, 5)  # +5 -1 = +4 less artillery: fa ends the march
    assert "event.strain_f" in ended.told
    assert "event.march_ends" not in ended.told  # first the retreat


# -- charges (GC 5.3.7 and the scenario's own rule)


class Charging(Campaign):
    has_charges = True


@pytest.mark.rule("GC 5.3.7")
def test_charges_are_march_attacks_of_cavalry_where_a_scenario_has_them():
    units = (Unit("A", "u cav", "0505", mv=3), Unit("B", "c cav", "0504", mv=3))
    assert "charge A hasty 0504" in marching(*units, unit="A", mp=4, campaign=Charging).legal
    assert marching(*units, unit="A", mp=4).why("charge A hasty 0504") == ["GC 5.3.7"]
    charging = marching(*units, unit="A", mp=9, campaign=Charging)
    _, lines = numbers(charging, "A", "0504", "hasty", charge=True)
    assert (lines["charge"], lines["hasty"]) == (1, -1)
    hints = [
        charging.state.scenario.battle.page.hint(charging.state, action) for action in options(charging.state).of("A")
    ]
    costs = {str(hint.label.key): hint.cost for hint in hints if dict(hint.label.args).get("term") == "hasty"}
    assert costs == {"action.attack": 2, "action.charge": 9}  # a charge takes all the points there are
    charging.do("charge A hasty 0504", 6, 1)
    assert charging.state.agenda[-1].__class__.__name__ != "March"


@pytest.mark.rule("GC 5.3.7")
def test_what_a_charge_needs():
    horse, foe = Unit("A", "u cav", "0505"), Unit("B", "c cav", "0504")
    rough = marching(horse, foe, unit="A", mp=4, campaign=Charging, board=ground(rough="0504"))
    assert rough.why("charge A hasty 0504") == ["GC 5.3.7"]
    late = with_march(marching(horse, foe, unit="A", mp=4, campaign=Charging), free=False)
    assert late.why("charge A hasty 0504") == ["GC 5.3.7"]
    foot = marching(horse, Unit("B", "c inf", "0504"), unit="A", mp=4, campaign=Charging)
    assert foot.why("charge A hasty 0504") == ["GC 5.3.7"]
    shaken = marching(horse, Unit("B", "c inf", "0504", demoralised=1), unit="A", mp=4, campaign=Charging)
    assert shaken.why("charge A hasty 0504") == []
    infantry = marching(Unit("A", "u inf", "0505"), foe, unit="A", mp=4, campaign=Charging)
    assert infantry.why("charge A hasty 0504") == ["GC 5.3.7"]


# -- strengths (GC 7.2, 7.3, 9.3)


@pytest.mark.rule("GC 7.2.1", "GC 7.2.2", "GC 9.3")
def test_entrenchment_counts_for_the_ratio_but_not_for_the_column():
    for works, quarters, ratio in (("none", 12, 4), ("abatis", 18, 2), ("breastworks_build", 12, 4),
                                    ("breastworks", 24, 1), ("fort_build", 12, 4), ("fort", 36, 0)):  # fmt: skip
        found = game(Unit("A", "u inf", "0505", mv=15), Unit("B", "c inf", "0504", mv=3, works=works))
        appraisal, lines = numbers(found, "A", "0504")
        assert (appraisal.defence_halves, appraisal.defence_quarters, lines["ratio"]) == (6, quarters, ratio)
    dear = game(Unit("A", "u inf", "0505", mv=15), Unit("B", "c inf", "0504", mv=3, works="fort"), fort_factor=4)
    assert numbers(dear, "A", "0504")[0].defence_quarters == 48


@pytest.mark.rule("GC 7.2.1", "GC 2.2.3")
def test_disorganised_units_count_less():
    found = game(
        Unit("A", "u inf", "0505", mv=9, disorganised=True), Unit("B", "c inf", "0504", mv=1, disorganised=True)
    )
    appraisal, lines = numbers(found, "A", "0504")
    assert (appraisal.attack_halves, appraisal.defence_halves, lines["ratio"]) == (12, 1, 11)


@pytest.mark.rule("GC 7.2.3", "GC 11.3", "GC 7.3")
def test_demoralised_units_have_no_guns_but_keep_their_combat_value():
    found = game(
        Unit("A", "u inf", "0505", mv=6, art=4, demoralised=1), Unit("B", "c inf", "0504", mv=3, art=2, demoralised=1)
    )
    appraisal, _ = numbers(found, "A", "0504")
    assert (appraisal.artillery, appraisal.attack_halves) == (0, 12)


@pytest.mark.rule("GC 7.3", "GC 7.3a")
def test_artillery_difference_drops_its_fraction():
    units = (Unit("A", "u inf", "0505", art=4), Unit("B", "c inf", "0504", art=1, works="abatis"))
    for setting, wanted in (("down", 2), ("up", 3)):
        found = game(*units, art_round=setting)
        assert artillery_difference(found.state, (0,), found.state.scenario.hex("0504")) == wanted


# -- modifiers (GC 7.4)


@pytest.mark.rule("GC 7.4.3", "GC 2.2.7")
def test_best_tactical_values_leaders_with_a_subordinate_included():
    found = game(
        Unit("A", "u inf", "0505", tac=(1, 1)),
        leader("L", "u", "0505", tac=(4, 2)),
        leader("M", "u", "0505", tac=(6, 6), corps="Y"),
        Unit("B", "c inf", "0504", tac=(3, 3)),
        leader("K", "c", "0504", tac=(1, 5)),
    )
    assert numbers(found, "A", "0504")[1]["tactical"] == 4 - 5
    assert numbers(found, "B", "0505")[1]["tactical"] == 3 - 2


@pytest.mark.rule("GC 5.2.4", "GC 7.4.3")
def test_the_leader_helps_any_of_his_units_that_attack_out_of_his_hex():
    units = (
        leader("L", "u", "0505", tac=(4, 4)),
        Unit("A", "u inf", "0505"),
        Unit("A2", "u inf", "0505"),
        Unit("B", "c inf", "0504"),
    )
    found = game(*units)
    assert numbers(found, "A2", "0504")[1]["tactical"] == 4


@pytest.mark.rule("GC 7.4.1", "GC 7.4.5")
def test_the_defenders_terrain_modifiers():
    board = ground(
        creek="0505-0504", minor="0505-0604", ford="0505-0604", hill="0605", mountain="0506", ridge="0505-0405",
        road="0505-0506", woods="0404",
    )  # fmt: skip
    for target, key, value in (
        ("0504", "creek", 1),
        ("0604", "crossing", 2),
        ("0605", "hill", 1),
        ("0506", "mountain", 2),
        ("0405", "ridge", 2),
    ):
        found = game(Unit("A", "u inf", "0505"), Unit("B", "c inf", target), board=board)
        appraisal, lines = numbers(found, "A", target)
        assert lines[key] == value
        assert next(line for line in appraisal.lines if line.key == f"line.{key}").defender
    found = game(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0404"), board=board)
    assert set(numbers(found, "A", "0404")[1]) <= {"ratio", "tactical", "artillery"}
    wet = game(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"), board=board).edit(rain=1)
    assert (numbers(wet, "A", "0504")[1]["creek"], numbers(wet, "A", "0504")[1]["rain"]) == (2, -1)


@pytest.mark.rule("GC 7.4.1")
def test_height_is_worth_less_against_height():
    high = ground(mountain="0505 0504", hill="0909 0908", road="0505-0504", ridge="1212-1211 0707-0708")
    level = game(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"), board=high)
    assert numbers(level, "A", "0504")[1]["mountain"] == 1
    hills = game(Unit("A", "u inf", "0909"), Unit("B", "c inf", "0908"), board=high)
    assert "hill" not in numbers(hills, "A", "0908")[1]
    down = game(Unit("A", "u inf", "0708"), Unit("B", "c inf", "0707"), board=ground(hill="0707", ridge="0707-0708"))
    assert "hill" not in numbers(down, "A", "0707")[1]


@pytest.mark.rule("GC 7.4.5", "GC 7.4.5a")
def test_several_hexsides_use_the_smallest_modifier():
    board = ground(creek="0505-0504 0604-0504", minor="0404-0504", ford="0404-0504")
    units = (
        Unit("A", "u inf", "0505"),
        Unit("A2", "u inf", "0604"),
        Unit("A3", "u inf", "0404"),
        Unit("B", "c inf", "0504"),
    )
    found = game(*units, board=board)
    assert numbers(found, "A A3", "0504", ASSAULT)[1]["creek"] == 1
    open_side = game(*units, Unit("A4", "u inf", "0503"), board=board)
    assert "creek" not in numbers(open_side, "A A4", "0504", ASSAULT)[1]
    most = game(*units, Unit("A4", "u inf", "0503"), board=board, multi_hexside="majority")
    assert numbers(most, "A A2 A4", "0504", ASSAULT)[1]["creek"] == 1


@pytest.mark.rule("GC 7.4.1", "GC 11.3")
def test_demoralised_defenders_cost_the_defender_one():
    half = game(
        Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504", mv=3, demoralised=2), Unit("C", "c inf", "0504", mv=3)
    )
    assert numbers(half, "A", "0504")[1]["demoralised"] == -1
    less = game(
        Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504", mv=2, demoralised=2), Unit("C", "c inf", "0504", mv=3)
    )
    assert "demoralised" not in numbers(less, "A", "0504")[1]


@pytest.mark.rule("GC 7.4.4")
def test_a_starred_artillery_modifier_waits_for_an_even_die():
    units = (Unit("A", "u inf", "0505", mv=4), Unit("B", "c inf", "0504", mv=4))
    board = ground(rough="0504")
    odd = marching(*units, unit="A", mp=2, board=board).do("attack A normal 0504", 3, 4, 4)
    even = marching(*units, unit="A", mp=2, board=board).do("attack A normal 0504", 2, 4, 4)
    assert "event.artillery_odd" in odd.told
    assert "event.artillery_even" in even.told
    assert [
        event.get("difference") for found in (odd, even) for event in found.events if event.key == "event.combat"
    ] == [
        "+0",
        "-1",
    ]


@pytest.mark.rule("GC 7.4", "GC 7.5")
def test_the_row_is_the_difference_of_the_totals():
    found = marching(Unit("A", "u inf", "0505", mv=8, art=2), Unit("B", "c inf", "0504", mv=4), unit="A", mp=4)
    found.do("attack A prepared 0504", 5, 3)  # ratio +1, prepared +1, dice +2
    told = next(event for event in found.events if event.key == "event.combat")
    assert (told.get("difference"), told.get("result_defender"), told.get("result_attacker")) == ("+4", "1DR", "fa")


# -- flanks (GC 7.4.6)


@pytest.mark.rule("GC 7.4.6")
@pytest.mark.parametrize(
    ("blocked", "reductions", "wanted"),
    [
        (3, 0, (0, 0)),
        (4, 0, (1, 1)),
        (5, 0, (2, 2)),
        (6, 0, (4, 4)),
        (6, 2, (4, 2)),
        (6, 5, (4, 1)),
        (5, 3, (2, 0)),
        (4, 2, (1, 0)),
    ],
)
def test_basic_bonus_reductions_and_floor(blocked, reductions, wanted):
    assert judged("1/2/4", blocked, reductions) == wanted


@pytest.mark.rule("GC 7.4.6")
def test_flank_table_parameter():
    assert judged("1/3/4", 5, 0) == (3, 3)


@pytest.mark.rule("GC 7.4.6")
def test_occupied_and_controlled_hexes_block():
    found = game(Unit("A", "u inf", "0505", mv=8), Unit("C", "u cav", "0503", mv=2), Unit("B", "c inf", "0504", mv=8))
    hexes, result = flanks(found, "0504")
    # A stands in 0505 and controls its neighbours; C stands in 0503 and controls its own
    assert hexes["0505"] == ("unit", "")
    assert hexes["0503"] == ("unit", "")
    assert {name for name, (blocked, _) in hexes.items() if blocked} == set(hexes)
    assert (result.blocked, result.bonus) == (6, 4)


@pytest.mark.rule("GC 7.4.6", "GC 7.2.2")
def test_a_quarter_of_the_defence_is_needed_entrenchment_included():
    units = (Unit("A", "u inf", "0505", mv=8), Unit("C", "u cav", "0503", mv=2))
    enough = game(*units, Unit("B", "c inf", "0504", mv=8))
    assert flanks(enough, "0504")[0]["0503"] == ("unit", "")
    dug_in = game(*units, Unit("B", "c inf", "0504", mv=8, works="breastworks"))
    hexes, result = flanks(dug_in, "0504")
    assert hexes["0503"] == ("", "")
    assert result.blocked == 3


@pytest.mark.rule("GC 7.4.6")
def test_a_held_hex_and_a_river_take_one_off_each():
    board = ground(minor="0504-0404", ford="0504-0404")
    found = game(
        Unit("A", "u inf", "0505", mv=8),
        Unit("C", "u inf", "0503", mv=8),
        Unit("B", "c inf", "0504", mv=4),
        Unit("D", "c inf", "0603", mv=2),
        board=board,
    )
    hexes, result = flanks(found, "0504")
    assert hexes["0603"] == ("zone", "held")
    assert hexes["0404"] == ("zone", "river")
    assert (result.basic, result.reductions, result.bonus) == (4, 2, 2)


@pytest.mark.rule("GC 7.4.6", "GC W2", "GC 2.4.4")
def test_limited_zones_block_but_weaken_the_union_only():
    board = ground(woods="0604 0404")
    blue = game(Unit("A", "u inf", "0505", mv=8), Unit("B", "c inf", "0504", mv=4), board=board)
    assert flanks(blue, "0504")[0]["0604"] == ("zone", "limited")
    grey = game(Unit("A", "c inf", "0505", mv=8), Unit("B", "u inf", "0504", mv=4), board=board)
    assert flanks(grey, "0504", "confederate")[0]["0604"] == ("zone", "")


@pytest.mark.rule("GC 7.4.6")
def test_closed_ground_blocks_and_takes_one_off():
    board = ground(mountain="0603", major="0504-0403", water="0503")
    found = game(Unit("A", "u inf", "0505", mv=8), Unit("B", "c inf", "0504", mv=4), board=board)
    hexes, _ = flanks(found, "0504")
    assert hexes["0603"] == ("ground", "ground")
    assert hexes["0403"] == ("ground", "river")
    assert hexes["0503"] == ("ground", "ground")


@pytest.mark.rule("GC 7.4.6")
def test_any_unit_standing_there_removes_the_limited_reduction():
    board = ground(woods="0603")
    units = (
        Unit("A", "u inf", "0505", mv=8),
        Unit("C", "u inf", "0604", mv=8),
        Unit("S", "u inf", "0603", mv=1),
        Unit("B", "c inf", "0504", mv=9),
    )
    found = game(*units, board=board)
    assert flanks(found, "0504")[0]["0603"] == ("unit", "")


@pytest.mark.rule("GC 7.8")
def test_refused_flanks_replace_the_bonus():
    units = (Unit("A", "u inf", "0505", mv=8), Unit("C", "u cav", "0503", mv=2))
    found = game(*units, Unit("B", "c inf", "0504", mv=4, refused=True), Unit("D", "c inf", "0504", mv=4))
    assert (flanks(found, "0504")[1].bonus, numbers(found, "A", "0504")[1]["refused"]) == (2, 2)
    open_side = game(units[0], Unit("B", "c inf", "0504", mv=4, refused=True), Unit("D", "c inf", "0504", mv=4))
    assert flanks(open_side, "0504")[1].bonus == 1
    minority = game(*units, Unit("B", "c inf", "0504", mv=3, refused=True), Unit("D", "c inf", "0504", mv=4))
    assert not flanks(minority, "0504")[1].refused
    other = game(units[0], Unit("B", "c inf", "0504", mv=4, refused=True), refuse_effect="0/1")
    assert flanks(other, "0504")[1].bonus == 0


# -- results (GC 7.5)


@pytest.mark.rule("GC 7.5.1")
def test_losses_are_shared_evenly_and_the_owner_gives_the_odd_point():
    units = (
        Unit("A", "u inf", "0505", mv=18),
        Unit("A2", "u inf", "0505", mv=18),
        Unit("B", "c inf", "0504", mv=2),
        Unit("C", "c inf", "0504", mv=3),
    )
    found = marching(*units, unit="A", mp=4).do("attack A prepared 0504", 6, 1)  # +2 +1 -1 +5 = +7: 2DR against 5
    assert (found.get("manpower", "B"), found.get("manpower", "C")) == (1, 2)
    odd = marching(*units, unit="A", mp=4).do("attack A normal 0504", 3, 1)  # +2 -1 +2 = +3 -> Dr; next: +4
    assert odd.get("manpower", "B") == 2
    one = marching(*units, unit="A", mp=4).do("attack A prepared 0504", 4, 2)  # +2 +1 -1 +2 = +4: 1DR
    assert one.legal == ["lose B", "lose C"]
    one.do("lose C")
    assert (one.get("manpower", "B"), one.get("manpower", "C")) == (2, 2)


@pytest.mark.rule("GC 7.5.1")
def test_losses_nobody_is_left_to_take_are_ignored():
    units = (Unit("A", "u inf", "0505", mv=18), Unit("B", "c inf", "0504", mv=1), Unit("C", "c inf", "0504", mv=1))
    found = marching(*units, Unit("Z", "c inf", "1313"), unit="A", mp=4).do("attack A prepared 0504", 6, 1)
    assert [event.get("result_defender") for event in found.events if event.key == "event.combat"] == ["3DR*"]
    assert (found.at("B"), found.at("C"), found.state.losses[6]) == ("x", "x", 2)
    assert found.legal == ["advance A", "stay"]


@pytest.mark.rule("GC 7.5.1")
def test_losses_may_be_shared_freely_where_the_parameter_says_so():
    units = (Unit("A", "u inf", "0505", mv=18), Unit("B", "c inf", "0504", mv=2), Unit("C", "c inf", "0504", mv=3))
    found = marching(*units, unit="A", mp=4, loss_split="free").do("attack A prepared 0504", 6, 1)
    found.do("lose C").do("lose C")
    assert (found.get("manpower", "B"), found.get("manpower", "C")) == (2, 1)


@pytest.mark.rule("GC 7.5.2")
def test_losses_come_before_strain_before_retreat_before_advance():
    found = marching(Unit("A", "u inf", "0505", mv=12), Unit("B", "c inf", "0504", mv=4), unit="A", mp=4)
    found.do("attack A prepared 0504", 5, 2)  # +2 +1 -1 +3 = +5: 2DR / Ea
    keys = found.told
    assert keys.index("event.loses") < keys.index("event.strain_d") < keys.index("event.rout")
    assert "event.advances" not in keys


@pytest.mark.rule("GC 6.5", "GC 7.5")
@pytest.mark.parametrize(("dice", "fatigue", "disorganised"), [((1, 2), 1, 0), ((2, 2), 2, 0), ((3, 2), 3, 1)])
def test_f_adds_one_big_f_two_and_d_three(dice, fatigue, disorganised):
    # 8 against 8 in a normal attack: artillery -1, so dice -1, 0, +1 read f, F, D
    found = marching(Unit("A", "u inf", "0505", mv=8), Unit("B", "c inf", "0504", mv=8), unit="A", mp=2)
    found.do("attack A normal 0504", *dice)
    assert (found.get("fatigue", "B"), found.get("disorganised", "B")) == (fatigue, disorganised)


@pytest.mark.rule("GC 6.5")
def test_fatigue_stops_at_four_and_its_parameters_count():
    tired = marching(Unit("A", "u inf", "0505", mv=8), Unit("B", "c inf", "0504", mv=8, fatigue=3), unit="A", mp=2)
    assert tired.do("attack A normal 0504", 3, 2).get("fatigue", "B") == 4
    units = (Unit("A", "u inf", "0505", mv=8), Unit("B", "c inf", "0504", mv=8))
    for dice, setting, wanted in (
        ((3, 2), {"d_fatigue": 2}, 2),
        ((2, 2), {"big_f_fatigue": 1}, 1),
        ((1, 2), {"small_f_fatigue": 0}, 0),
    ):
        found = marching(*units, unit="A", mp=2, **setting).do("attack A normal 0504", *dice)
        assert found.get("fatigue", "B") == wanted


@pytest.mark.rule("GC 2.2.4")
def test_a_unit_without_manpower_is_gone():
    found = marching(
        Unit("A", "u inf", "0505", mv=18), Unit("B", "c inf", "0504", mv=1), Unit("C", "c inf", "1010"), unit="A", mp=4
    )
    found.do("attack A prepared 0504", 6, 1)
    assert found.at("B") == "x"
    assert found.legal == ["advance A", "stay"]
