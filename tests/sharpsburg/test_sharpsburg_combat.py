"""Chapter 9: combat, odds, every cell of the table, every result; chapter 6's doubling."""

from __future__ import annotations

from fractions import Fraction

import pytest
from sharpsburg_field import allowed, at, choices, clauses, do, field, frame, goals, placed, set_up, told

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.odds import assault_on
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.chance import forecast
from hardtack.referee.umpire import to_act

# SH 9i, written out again: the rows are the faces of the die
COLUMNS = ("1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1")
TABLE = {
    1: ("AR", "EN", "DR", "DE", "DE", "DE", "DE", "DE"),
    2: ("AR", "AR", "EN", "DR", "DE", "DE", "DE", "DE"),
    3: ("AR", "AR", "EN", "DR", "DR", "DE", "DE", "DE"),
    4: ("AE", "AR", "AR", "EX", "DR", "DR", "DE", "DE"),
    5: ("AE", "AE", "AR", "EN", "EX", "DR", "DR", "DE"),
    6: ("AE", "AE", "AE", "AR", "EN", "EX", "DR", "DR"),
}
# a Union attacker at 1307 and Confederate defenders at 1308, on open ground, for each column
PAIRS = {
    "1-3": ("CV1", ("EW", "JR")), "1-2": ("CV1", ("EW",)), "1-1": ("CV1", ("HO",)), "2-1": ("CV1", ("MU",)),
    "3-1": ("RA1", ("MU",)), "4-1": ("XII", ("HO",)), "5-1": ("II", ("MC",)), "6-1": ("IX", ("HO",)),
}  # fmt: skip


def duel(attacker: str, *defenders: str) -> SharpsburgState:
    where = {attacker: "1307"} | dict.fromkeys(defenders, "1308")
    return placed("union", "combat", where)


def assault(state: SharpsburgState, hex_: str, *units: str) -> tuple[int, int, str | None]:
    """Attack, defence and column of a planned attack by the side to act."""
    ground = state.scenario
    pieces = [ground.index[unit] for unit in units]
    planned = assault_on(state, to_act(state) or "", ground.board.grid.index(hex_), pieces)
    return planned.attack, planned.defence, planned.column


# -- who fights whom


@pytest.mark.rule("SH 9")
def test_combat_is_between_adjacent_enemies_and_the_side_that_moved_attacks() -> None:
    state = placed("union", "combat", {"I": "1307", "JR": "1308", "EW": "1310"})
    assert allowed(state, "attack I 1308")
    assert clauses(state, "attack I 1310") == {"SH 9"}
    assert clauses(state, "attack JR 1307") == {"SH 9"}  # the defender does not attack
    assert clauses(state, "attack I 1309") == {"SH 9"}  # nobody there


@pytest.mark.rule("SH 9b")
def test_nobody_has_to_attack() -> None:
    state = placed("union", "combat", {"I": "1307", "JR": "1308"})
    after = do(state, "end")
    assert to_act(after) == "confederate"
    assert (at(after, "I"), at(after, "JR")) == ("1307", "1308")


@pytest.mark.rule("SH C7")
def test_no_hand_to_hand_attack_over_a_bare_creek() -> None:
    state = placed("union", "combat", {"IX": "1009", "CV1": "1010", "I": "1204", "DR": "0910", "HO": "1105"})
    assert clauses(state, "attack IX 0910") == {"SH C7"}
    assert allowed(state, "attack CV1 0910")  # over the Lower Bridge
    assert allowed(state, "attack I 1105")  # over Pry's Ford


@pytest.mark.rule("SH C10")
def test_the_whole_stack_defends_and_attackers_come_from_several_hexes() -> None:
    state = placed("union", "combat", {"I": "1307", "CV1": "1207", "JR": "1308", "EW": "1308", "PE": "1308"})
    assert assault(state, "1308", "I", "CV1") == (11, 7, "1-1")
    state = do(state, "attack I 1308", "join CV1")
    assert clauses(state, "join I") == {"SH C10"}
    _, events = told(state, "fight", dice=[3])
    assert [(event.get("a"), event.get("d")) for event in events if event.key == "event.attack"] == [(11, 7)]


@pytest.mark.rule("SH C10")
def test_a_whole_line_can_be_sent_in_at_once() -> None:
    where = {"I": "1307", "CV1": "1207", "CV2": "1401", "RA1": "1508", "EW": "1308", "JR": "1209"}
    state = placed("union", "combat", where)
    hint = BATTLE.page.hint(state, BATTLE.parse(state.scenario, "assault 1308"))
    assert set(hint.attackers) == {"I", "CV1", "RA1"}  # the cavalry at 1401 is too far away
    _, events = told(state, "assault 1308", dice=[4])  # 14 to 4: nobody is left to join, so the die is rolled
    assert [event.get("a") for event in events if event.key == "event.attack"] == [14]
    assert clauses(state, "assault 1209") == {"SH 9"}  # only the battery reaches Jones
    assert clauses(state, "assault 1310") == {"SH 9"}


@pytest.mark.rule("SH C10")
def test_a_unit_attacks_once_and_a_hex_is_attacked_once() -> None:
    state = placed("union", "combat", {"I": "1307", "CV1": "1307", "EW": "1308", "HO": "1306"})
    state = do(state, "attack I 1308", "fight", dice=[5])  # 2-1: engaged
    assert clauses(state, "attack I 1306") == {"SH C10"}
    assert clauses(state, "attack CV1 1308") == {"SH C10"}
    assert not allowed(state, "attack CV1 1308")
    assert allowed(state, "attack CV1 1306")


# -- odds


@pytest.mark.rule("SH 9a")
def test_strengths_are_added_and_compared_and_one_die_is_rolled() -> None:
    state = do(set_up(), "move I 0704", "end")
    assert assault(state, "0705", "I") == (9, 4, "2-1")
    after, events = told(state, "attack I 0705", "fight", dice=[1])
    assert at(after, "EW") == "x"  # the result is applied at once
    assert [event.dice for event in events if event.key == "event.attack"] == [(1,)]


@pytest.mark.rule("SH C11")
@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (9, 4, "2-1"), (8, 4, "2-1"), (12, 8, "1-1"), (15, 8, "1-1"), (4, 4, "1-1"), (7, 15, "1-3"), (3, 9, "1-3"),
        (3, 6, "1-2"), (4, 7, "1-2"), (2, 3, "1-2"), (12, 2, "6-1"), (15, 2, "6-1"), (29, 5, "5-1"), (3, 10, None),
        (1, 4, None),
    ],
)  # fmt: skip
def test_odds_are_rounded_for_the_defender(attack: int, defence: int, column: str | None) -> None:
    assert field().charts.odds.column(attack, defence) == column


@pytest.mark.rule("SH C11")
def test_worse_than_one_to_three_is_ae_without_a_roll() -> None:
    state = placed("union", "combat", {"CV1": "1307", "EW": "1308", "DH": "1308"})
    assert at(do(state, "attack CV1 1308", "fight"), "CV1") == "x"


@pytest.mark.rule("SH 9i", "SH 9a")
@pytest.mark.parametrize("die", TABLE)
@pytest.mark.parametrize("column", COLUMNS)
def test_every_cell_of_the_combat_results_table(column: str, die: int) -> None:
    attacker, defenders = PAIRS[column]
    state = duel(attacker, *defenders)
    _, events = told(state, f"attack {attacker} 1308", "fight", dice=[die])
    fought = next(event for event in events if event.key == "event.attack")
    assert fought.get("odds") == column
    assert fought.get("term") == TABLE[die][COLUMNS.index(column)]


@pytest.mark.rule("SH 9i")
def test_the_table_has_no_cell_more_than_these() -> None:
    odds = field().charts.odds
    assert odds.columns == COLUMNS
    assert dict(odds.rows) == TABLE


# -- doubling


@pytest.mark.rule("SH 6a")
@pytest.mark.parametrize(
    ("attacker_hex", "defender_hex", "defence"),
    [
        ("1307", "1308", 4),  # clear
        ("0704", "0604", 8),  # woods
        ("0708", "0709", 8),  # town
        ("0805", "0806", 8),  # over a ridge
        ("1010", "0910", 8),  # over a bridge
        ("1204", "1105", 8),  # over a ford
        ("0704", "0705", 4),  # down a road, which has no effect
        ("0705", "0706", 8),  # a road does not cancel the ridge in combat
        ("0702", "0703", 8),  # nor the woods
    ],
)
def test_terrain_effects_chart_defence_column(attacker_hex: str, defender_hex: str, defence: int) -> None:
    state = placed("union", "combat", {"I": attacker_hex, "EW": defender_hex})
    assert assault(state, defender_hex, "I")[1] == defence


@pytest.mark.rule("SH C6")
def test_hexsides_double_only_if_every_adjacent_attacker_crosses_one() -> None:
    where = {"I": "0805", "CV1": "0907", "CV2": "0807", "DH": "0806"}
    state = placed("union", "combat", where)
    assert assault(state, "0806", "I") == (9, 10, "1-2")
    assert assault(state, "0806", "I", "CV1") == (11, 10, "1-1")  # both over the ridge
    assert assault(state, "0806", "I", "CV1", "CV2") == (13, 5, "2-1")  # Pleasonton comes from behind


@pytest.mark.rule("SH C6")
def test_by_the_other_reading_one_attacker_over_the_ridge_is_enough() -> None:
    where = {"I": "0805", "CV2": "0807", "DH": "0806"}
    state = placed("union", "combat", where, settings={"double_rule": "any"})
    assert assault(state, "0806", "I", "CV2") == (11, 10, "1-1")


@pytest.mark.rule("SH C6")
def test_doubling_never_exceeds_two() -> None:
    state = placed("union", "combat", {"I": "0504", "JR": "0604"})  # woods, and over the ridge of Nicodemus Heights
    assert assault(state, "0604", "I") == (9, 4, "2-1")


@pytest.mark.rule("SH 6a")
def test_burnside_at_the_bridge() -> None:
    state = placed("union", "combat", {"IX": "1010", "RA2": "1109", "DR": "0910"})
    assert assault(state, "0910", "IX") == (12, 8, "1-1")
    assert assault(state, "0910", "IX", "RA2") == (15, 8, "1-1")


# -- results


@pytest.mark.rule("SH 9c")
def test_ae_removes_every_attacker() -> None:
    state = placed("union", "combat", {"CV1": "1307", "CV2": "1207", "EW": "1308"})
    state = do(state, "attack CV1 1308", "join CV2", "fight", dice=[6])  # 1-1
    assert (at(state, "CV1"), at(state, "CV2"), at(state, "EW")) == ("x", "x", "1308")


@pytest.mark.rule("SH 9d")
def test_de_removes_every_defender() -> None:
    state = placed("union", "combat", {"IX": "1307", "JR": "1308", "HO": "1308", "PE": "1308"})
    state = do(state, "attack IX 1308", "fight", dice=[1])
    assert [at(state, unit) for unit in ("IX", "JR", "HO", "PE")] == ["1307", "x", "x", "x"]


@pytest.mark.rule("SH 9e")
def test_ar_drives_every_attacker_back_one_hex() -> None:
    state = placed("union", "combat", {"CV1": "1307", "CV2": "1207", "EW": "1308"})
    state = do(state, "attack CV1 1308", "join CV2", "fight", dice=[4])
    assert (frame(state), to_act(state)) == ("Retreating", "union")
    assert goals(state, "CV1") == {"1306", "1206", "1406"}  # away from Lawton's zone
    state = do(state, "retreat CV1 1306", "retreat CV2 1206")
    assert (at(state, "CV1"), at(state, "CV2"), at(state, "EW")) == ("1306", "1206", "1308")


@pytest.mark.rule("SH 9f")
def test_dr_drives_every_defender_back_one_hex() -> None:
    state = placed("union", "combat", {"I": "1307", "EW": "1308", "PE": "1308"})
    state = do(state, "attack I 1308", "fight", dice=[4])  # 9 to 5 is 1-1: AR first
    assert to_act(state) == "union"
    state = do(duel("II", "MC", "SD"), "attack II 1308", "fight", dice=[4])  # 15 to 5 is 3-1: DR
    assert (frame(state), to_act(state)) == ("Retreating", "confederate")
    assert goals(state, "MC") == goals(state, "SD") == {"1309", "1208", "1408"}
    state = do(state, "retreat SD 1309", "retreat MC 1208")
    assert (at(state, "II"), at(state, "MC"), at(state, "SD")) == ("1307", "1208", "1309")


@pytest.mark.rule("SH 9g", "SH C12")
def test_en_leaves_both_in_place_and_the_attacker_must_roll_again() -> None:
    state = do(set_up(), "move I 0704", "end", "attack I 0705", "fight", dice=[5])
    assert (at(state, "I"), at(state, "EW")) == ("0704", "0705")
    state = do(state, "end", "end", "end", dice=[1])  # to the Union's turn 2
    assert clauses(state, "move I 0703") == {"SH C12"}
    state = do(state, "end")
    assert clauses(state, "end") == {"SH C12"}
    assert not allowed(state, "end")
    state = do(state, "attack I 0705", "fight", dice=[1])
    assert at(state, "EW") == "x"
    assert clauses(state, "end") == set()


@pytest.mark.rule("SH C12")
def test_the_repeated_attack_is_at_fresh_odds_and_others_may_join() -> None:
    where = {"CV1": "1307", "CV2": "1207", "XII": "1407", "HO": "1308", "MU": "1308", "EW": "0406"}
    state = placed("union", "combat", where, turn=5, engaged=((4, "1308", ("CV1",), ("HO",)),))
    state = do(state, "attack CV2 1308")
    assert clauses(state, "join CV1") == {"SH C10"}  # the engaged unit is in the attack whoever opens it
    _, events = told(state, "fight", dice=[3])
    fought = next(event for event in events if event.key == "event.attack")
    assert (fought.get("a"), fought.get("d")) == (4, 3)


@pytest.mark.rule("SH C12")
def test_an_engaged_unit_attacks_no_other_hex() -> None:
    where = {"CV1": "1307", "HO": "1308", "MU": "1306"}
    state = placed("union", "combat", where, turn=5, engaged=((4, "1308", ("CV1",), ("HO",)),))
    assert clauses(state, "attack CV1 1306") == {"SH C12"}


@pytest.mark.rule("SH C12")
@pytest.mark.parametrize(
    "where",
    [
        {"CV1": "1307", "MU": "1308", "HO": "0406"},  # other defenders have taken their place
        {"CV1": "1305", "HO": "1308"},  # no longer adjacent
    ],
)
def test_the_debt_lapses_when_the_defenders_or_the_attacker_are_gone(where: dict[str, str]) -> None:
    state = placed("union", "move", where, turn=5, engaged=((4, "1308", ("CV1",), ("HO",)),))
    assert goals(state, "CV1")
    assert do(state, "end", *(["end"] if "1308" in where.values() and where["CV1"] == "1307" else [])).turn == 5


@pytest.mark.rule("SH C12")
def test_the_defenders_are_not_bound() -> None:
    where = {"CV1": "1307", "HO": "1308"}
    state = placed("confederate", "move", where, turn=4, engaged=((4, "1308", ("CV1",), ("HO",)),))
    assert "1309" in goals(state, "HO")
    state = do(state, "move HO 1309", "end")
    assert goals(state, "CV1")  # and the debt is gone with them


@pytest.mark.rule("SH C12")
def test_a_debt_is_for_one_turn_only() -> None:
    where = {"CV1": "1307", "HO": "1308"}
    state = placed("union", "combat", where, turn=5, engaged=((4, "1308", ("CV1",), ("HO",)),))
    state = do(state, "attack CV1 1308", "fight", dice=[4])  # AR: it falls back
    state = do(state, "retreat CV1 1406")
    assert state.engaged == ()


@pytest.mark.rule("SH 9h", "SH C13")
def test_ex_costs_the_attacker_at_least_the_defenders_printed_strength() -> None:
    state = placed("union", "combat", {"XII": "1307", "CV1": "1207", "CV2": "1207", "EW": "1308"})
    state = do(state, "attack XII 1308", "join CV1", "join CV2", "fight", dice=[5])  # 12 to 4 is 3-1
    assert at(state, "EW") == "x"
    assert (frame(state), choices(state)) == ("Exchange", {"lose XII", "lose CV1", "lose CV2"})
    paid = do(state, "lose CV1", "lose CV2")
    assert (at(paid, "XII"), at(paid, "CV1"), at(paid, "CV2")) == ("1307", "x", "x")
    dear = do(state, "lose XII")
    assert (at(dear, "XII"), at(dear, "CV1")) == ("x", "1207")


@pytest.mark.rule("SH C13")
def test_doubling_does_not_count_in_an_exchange_and_a_poor_attacker_loses_all() -> None:
    state = placed("union", "combat", {"XII": "0704", "CV1": "0603", "JR": "0604", "HO": "0406"})
    state = do(state, "attack XII 0604", "join CV1", "fight", dice=[4])  # 10 to 4 is 2-1, printed 2
    state = do(state, "lose CV1")
    assert (at(state, "XII"), at(state, "CV1"), at(state, "JR")) == ("0704", "x", "x")
    assert frame(state) == "Movement"  # two points were enough
    state = placed("confederate", "combat", {"DH": "1307", "EW": "1207", "RA1": "1308"})
    state = do(state, "attack DH 1308", "join EW", "fight", dice=[5])  # 9 to 3 is 3-1
    assert choices(state) == {"lose DH", "lose EW"}


@pytest.mark.rule("SH C13")
def test_by_the_other_reading_an_exchange_costs_at_most_the_defenders_strength() -> None:
    where = {"XII": "1307", "CV1": "1207", "CV2": "1207", "EW": "1308"}
    state = placed("union", "combat", where, settings={"exchange": "at_most"})
    state = do(state, "attack XII 1308", "join CV1", "join CV2", "fight", dice=[5])
    assert choices(state) == {"lose CV1", "lose CV2"}
    state = do(state, "lose CV1", "lose CV2")
    assert at(state, "XII") == "1307"


@pytest.mark.rule("SH C14")
def test_nobody_advances_after_combat() -> None:
    state = placed("union", "combat", {"IX": "1307", "HO": "1308", "JR": "0406"})
    state = do(state, "attack IX 1308", "fight", dice=[1])
    assert (to_act(state), frame(state)) == ("confederate", "Movement")  # the Union is asked nothing more
    assert at(state, "IX") == "1307"


@pytest.mark.rule("SH C14")
def test_by_the_other_reading_attackers_may_advance_into_the_empty_hex() -> None:
    where = {"IX": "1307", "I": "1207", "CV1": "1207", "RA1": "1407", "HO": "1308", "JR": "0406"}
    state = placed("union", "combat", where, settings={"advance_after_combat": True})
    state = do(state, "attack IX 1308", "join I", "join CV1", "join RA1", "fight", dice=[1])
    assert choices(state) == {"advance IX", "advance I", "advance CV1", "end"}  # Union guns would have to limber
    state = do(state, "advance IX")
    assert choices(state) == {"advance CV1", "end"}  # one corps in a hex
    state = do(state, "advance CV1")
    assert at(state, "IX") == at(state, "CV1") == "1308"


# -- forecasts and the planner


@pytest.mark.rule("SH 9i")
def test_the_forecast_of_an_attack_is_exact() -> None:
    state = do(set_up(), "move I 0704", "end")
    chances = forecast(state, BATTLE.parse(state.scenario, "attack I 0705"))
    assert chances.chance(outcome="defenders_lost", confederate_lost=4, union_lost=0) == Fraction(1, 6)  # DE on 1
    assert chances.chance(outcome="exchange", confederate_lost=4, union_lost=9) == Fraction(1, 6)  # EX on 4
    assert chances.chance(outcome="defenders_retreat") == Fraction(2, 6)  # DR on 2 and 3
    assert chances.chance(outcome="engaged") == Fraction(1, 6)  # EN on 5
    assert chances.chance(outcome="attackers_retreat") == Fraction(1, 6)  # AR on 6
    bombardment = placed("union", "combat", {"RA2": "1109", "DR": "0910"})
    harmless = forecast(bombardment, BATTLE.parse(bombardment.scenario, "attack RA2 0910"))
    assert harmless.chance(outcome="nothing") == 1  # 1-2 hurts nobody but the attacker, and guns are not hurt
    alone = placed("union", "combat", {"CV1": "1307", "EW": "1308"})
    hopeful = forecast(alone, BATTLE.parse(alone.scenario, "attack CV1 1308"))
    assert hopeful.chance(outcome="attackers_lost") == Fraction(2, 6)  # 1-2: AE on 5 and 6


def test_the_planner_names_every_number_with_its_clause() -> None:
    state = placed("union", "combat", {"IX": "1010", "RA2": "1109", "DR": "0910"})
    state = do(state, "attack IX 0910")
    lines = BATTLE.page.modifiers(state, BATTLE.parse(state.scenario, "join RA2"))
    assert [(line.clause, line.value) for line in lines] == [
        ("SH 9a", "12"), ("SH 11f", "3"), ("SH C10", "4"), ("SH C6", "x2"), ("SH C11", "1-1"),
    ]  # fmt: skip
