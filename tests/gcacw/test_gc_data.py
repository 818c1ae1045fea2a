"""The data files of the series: clauses, words, parameters, and every chart cell by cell."""

import re
import tomllib

import pytest
from gc_field import Unit, game

from hardtack.battles.gcacw.parameters import pair, parameters, series_settings
from hardtack.battles.gcacw.series import SERIES_DATA, series_register
from hardtack.battles.gcacw.tables import (
    artillery_modifier,
    attack_type_modifier,
    attack_types,
    attacker_chart,
    combat_value_halves,
    defender_chart,
    extended_march_modifier,
    extended_march_result,
    force_march_modifier,
    force_march_result,
    needs_extended_march,
    parse_result,
    ratio_modifier,
)
from hardtack.referee.errors import BadData, BadOption
from hardtack.referee.words import load_battle_words

PARAMS = parameters({})

# The published chart, entered a second time so that a slip in the data file cannot hide.
DEFENDER = {
    -8: "- - - - - - - -", -7: "- - - - - - - -", -6: "- - - - - - - -", -5: "- - - - - - - 1",
    -4: "- - - - - - 1 1", -3: "- - - - - 1 1 1", -2: "f f f f f 1f 1f 1f", -1: "F F F F 1F 1F 1F 2F",
    0: "D D D D 1D 1D 2D 2D", 1: "D D D 1D 1D 2D 2D 2D", 2: "Dr Dr 1Dr 1Dr 2Dr 2Dr 2Dr 3Dr",
    3: "Dr Dr 1Dr 1Dr 2Dr 2Dr 3Dr 4Dr", 4: "DR 1DR 1DR 2DR 3DR 3DR 4DR 5DR", 5: "1DR 2DR 2DR 3DR 3DR 3DR 4DR 5DR",
    6: "1DR 2DR 2DR 3DR 3DR 4DR 5DR 6DR", 7: "1DR 2DR 2DR 3DR 4DR 6DR 7DR 8DR",
    8: "2DR* 2DR* 3DR* 4DR* 5DR* 7DR* 7DR* 9DR*", 9: "2DR* 3DR* 4DR* 4DR* 5DR* 7DR* 8DR* 10DR*",
    10: "3DR* 4DR* 5DR* 5DR* 6DR* 8DR* 9DR* 11DR*",
}  # fmt: skip
ATTACKER = {
    -8: "3D 4D 5D 5D 6D 8D 10D 12D 14D 16D", -7: "2D 3D 4D 4D 5D 7D 9D 11D 13D 15D",
    -6: "2D 2D 3D 3D 5D 6D 8D 10D 12D 13D", -5: "1D 2D 2D 3D 4D 6D 7D 9D 11D 12D",
    -4: "1D 2D 2D 2D 3D 5D 6D 8D 9D 10D", -3: "1D 2D 2D 2D 3D 4D 5D 7D 8D 9D", -2: "D 1D 2D 2D 3D 3D 5D 7D 8D 9D",
    -1: "D 1D 1D 1D 2D 3D 5D 6D 7D 8D", 0: "D 1D 1D 1D 2D 3D 4D 5D 6D 8D", 1: "D 1D 1D 1D 2D 3D 3D 4D 5D 7D",
    2: "Da Da 1Da 1Da 2Da 2Da 3Da 4Da 5Da 6Da", 3: "Fa Fa Fa 1Fa 2Fa 2Fa 3Fa 4Fa 5Fa 6Fa",
    4: "fa fa fa 1fa 1fa 2fa 3fa 3fa 4fa 5fa", 5: "Ea Ea Ea Ea 1Ea 1Ea 2Ea 2Ea 3Ea 3Ea",
    6: "a a a a 1a 1a 1a 2a 2a 3a", 7: "a a a a a 1a 1a 1a 2a 2a", 8: "a a a a a a 1a 1a 1a 2a",
    9: "a a a a a a a 1a 1a 1a", 10: "a a a a a a a a 1a 1a",
}  # fmt: skip
DEFENDER_SPANS = [(0, 3), (4, 6), (7, 11), (12, 18), (19, 26), (27, 37), (38, 49), (50, 120)]
ATTACKER_SPANS = [*DEFENDER_SPANS[:-1], (50, 59), (60, 69), (70, 120)]


@pytest.mark.rule("GC 7.5")
@pytest.mark.parametrize("difference", range(-8, 11))
def test_combat_chart_cell_by_cell(difference):
    for chart, rows, spans in (
        (defender_chart(), DEFENDER, DEFENDER_SPANS),
        (attacker_chart(), ATTACKER, ATTACKER_SPANS),
    ):
        for (low, high), cell in zip(spans, rows[difference].split(), strict=True):
            assert chart.result(difference, low).text == cell
            assert chart.result(difference, high).text == cell


@pytest.mark.rule("GC 7.5")
def test_rows_beyond_the_chart_use_its_ends():
    assert defender_chart().result(-20, 5) == defender_chart().result(-8, 5)
    assert attacker_chart().result(25, 65) == attacker_chart().result(10, 65)


@pytest.mark.rule("GC 7.5", "GC 7.1.5")
def test_result_codes_are_read_apart():
    result = parse_result("10DR*")
    assert (result.loss, result.strain, result.flight, result.advance) == (10, "D", "R*", False)
    result = parse_result("1Ea")
    assert (result.loss, result.strain, result.ends, result.advance) == (1, "", True, True)
    assert not result.lets_march_on
    assert parse_result("2a").lets_march_on
    assert not parse_result("1fa").lets_march_on
    with pytest.raises(BadData):
        parse_result("Q3")


@pytest.mark.rule("GC 7.5.3")
def test_odds_of_retreat_and_rout():
    """Golden case G23."""

    def chance(net, wanted):
        rolls = [(a, d) for a in range(1, 7) for d in range(1, 7)]
        return sum(1 for a, d in rolls if defender_chart().result(a - d + net, 5).flight in wanted)

    assert chance(0, ("r", "R", "R*")) == 10
    assert chance(0, ("R", "R*")) == 3
    assert chance(2, ("r", "R", "R*")) == 21
    assert chance(2, ("R", "R*")) == 10


@pytest.mark.rule("GC 2.2.3")
def test_disorganised_values_cell_by_cell():
    table = [1, 2, 4, 6, 8, 8, 10, 12, 12, 14, 16, 16, 18, 20, 20, 22, 24, 24, 26, 28, 28]
    for manpower, halves in enumerate(table, 1):
        assert combat_value_halves(manpower, True) == halves
        assert combat_value_halves(manpower, False) == 2 * manpower


@pytest.mark.rule("GC 7.4.2")
def test_ratio_modifier():
    expected = {(1, 5): -4, (1, 4): -3, (1, 3): -2, (1, 2): -1, (1, 1): 0, (2, 1): 1, (3, 1): 2, (4, 1): 3,
                (5, 1): 4, (6, 1): 5, (7, 2): 2, (8, 10): -1, (13, 12): 0, (15, 3): 4, (19, 10): 0}  # fmt: skip
    for (attacker, defender), modifier in expected.items():
        assert ratio_modifier(attacker, defender) == modifier


ARTILLERY = {
    8: ("+2", "+1", "+1*"), 5: ("+1", "+1*", "0"), 2: ("0", "0", "0"), -1: ("-1", "-1*", "-1*"),
    -4: ("-2", "-1", "-1*"), -9: ("-3", "-2", "-1"),
}  # fmt: skip


@pytest.mark.rule("GC 7.4.4")
@pytest.mark.parametrize(("low", "high"), [(8, 30), (5, 7), (2, 4), (-1, 1), (-4, -2), (-9, -5)])
def test_artillery_table_cell_by_cell(low, high):
    for difference in (low, high):
        for terrains, cell in zip(
            (("clear",), ("rolling",), ("rough", "woods", "hill", "mountain", "swamp", "city")),
            ARTILLERY[low],
            strict=True,
        ):
            for terrain in terrains:
                wanted = (int(cell.rstrip("*")), cell.endswith("*"))
                assert artillery_modifier("even", difference, terrain) == wanted


@pytest.mark.rule("GC 7.4.4")
def test_artillery_table_with_the_other_brackets():
    assert artillery_modifier("steep", -1, "clear") == (-2, False)
    assert artillery_modifier("steep", 0, "clear") == (-1, False)
    assert artillery_modifier("steep", -4, "clear") == (-3, False)
    assert artillery_modifier("steep", 8, "clear") == (2, False)


EXTENDED = {6: ("D", 1, 1, 2), 7: (1, 1, 2, 2), 8: (1, 2, 2, 3), 9: (1, 2, 2, 3)}


@pytest.mark.rule("GC 5.1.3")
@pytest.mark.parametrize("roll", range(1, 10))
def test_extended_march_table_cell_by_cell(roll):
    for column, sizes in enumerate(((1, 4), (5, 8), (9, 12), (13, 18))):
        for manpower in sizes:
            result = extended_march_result(PARAMS, roll, manpower)
            if roll <= 5:
                assert result == (0, False)
            else:
                cell = EXTENDED[roll][column]
                assert result == ((0, True) if cell == "D" else (cell, True))


@pytest.mark.rule("GC 5.1.3")
def test_extended_march_modifiers_and_need():
    assert extended_march_modifier(PARAMS, "union", 3, False) == 1
    assert extended_march_modifier(PARAMS, "union", 4, False) == 2
    assert extended_march_modifier(PARAMS, "confederate", 3, False) == 0
    assert [extended_march_modifier(PARAMS, "confederate", level, True) for level in (2, 3, 4)] == [0, 1, 2]
    flat = parameters({"ext_exhausted": "flat"})
    assert [extended_march_modifier(flat, "confederate", level, True) for level in (2, 3, 4)] == [1, 1, 2]
    assert [needs_extended_march(level, False) for level in range(5)] == [False, False, False, True, True]
    assert [needs_extended_march(level, True) for level in range(5)] == [False, False, True, True, True]


@pytest.mark.rule("GC 5.1.3")
def test_the_other_extended_march_table():
    even = parameters({"ext_table": "even"})
    assert [extended_march_result(even, 6, size)[0] for size in (1, 5, 9, 13)] == [1, 1, 1, 1]
    assert [extended_march_result(even, 7, size)[0] for size in (1, 5, 9, 13)] == [1, 1, 2, 3]


@pytest.mark.rule("GC 5.1.4")
def test_force_march_modifiers_and_table():
    assert force_march_modifier("union", "infantry", False, False) == 1
    assert force_march_modifier("confederate", "cavalry", True, True) == 1
    for roll in (1, 2, 3):
        assert force_march_result(PARAMS, roll, 6, False) == (0, False)
    for roll in (4, 5):
        assert force_march_result(PARAMS, roll, 6, False) == (0, True)
        assert force_march_result(PARAMS, roll, 6, True) == (1, True)
    assert force_march_result(PARAMS, 6, 8, False) == (1, True)
    assert force_march_result(PARAMS, 7, 9, False) == (2, True)
    extended = parameters({"force_march_table": "extended"})
    assert force_march_result(extended, 5, 6, False) == (0, False)


@pytest.mark.rule("GC 7.1.4", "GC 6.1.2")
def test_attack_types():
    modifiers = {"column": -3, "hasty": -1, "normal": 0, "prepared": 1}
    foot = {"column": 0, "hasty": 1, "normal": 2, "prepared": 4}
    horse = {"column": 0, "hasty": 2, "normal": 4, "prepared": 6}
    for kind, modifier in modifiers.items():
        assert attack_type_modifier(kind) == modifier
    assert attack_types(PARAMS.attack_mp, cavalry=False) == foot
    assert attack_types(PARAMS.attack_mp, cavalry=True) == horse
    assert [*attack_types("even", cavalry=True).values()] == [0, 1, 2, 3]


# -- register, words, parameters


def test_the_register_holds_every_clause_once():
    register = series_register()
    whole = [clause for clause in register if not clause.endswith("a")]
    assert len(whole) == 126
    assert all(re.fullmatch(r"GC (W\d|\d+\.\d+(\.\d+)?)a?", clause) for clause in register)
    parts = set(register) - set(whole)  # what is reconstructed in a clause that is otherwise known
    assert all(register[clause].provenance == "reconstructed" for clause in parts)
    assert all(register[clause.removesuffix("a")].provenance != "reconstructed" for clause in parts)
    assert all(len(clause.titles[0].split()) <= 8 for clause in register.values())


def test_every_parameter_says_how_sure_its_default_is():
    entries = tomllib.loads((SERIES_DATA / "series.toml").read_text(encoding="utf-8"))["options"]
    register = series_register()
    unsure = [entry for entry in entries if entry["confidence"] == "low"]
    assert all(register[entry["clause"]].provenance == "reconstructed" for entry in unsure)
    assert {entry["confidence"] for entry in entries} == {"high", "medium", "low"}
    assert all(entry["provenance"] in ("public", "reconstructed") for entry in entries)


def test_every_parameter_names_a_clause_and_is_labelled():
    register = series_register()
    assert len(series_settings()) == 46
    for setting in series_settings():
        assert setting.clause in register
        assert all(setting.labels)
        assert len(setting.values) >= 2


@pytest.mark.rule("GC 2.6")
def test_words_exist_in_both_languages_and_use_the_abbreviations():
    words = load_battle_words(SERIES_DATA)
    assert "MP" in words.word("event.marches", "en")
    assert "MP" in words.word("event.marches", "ja")
    assert all(words.word(key, "en") and words.word(key, "ja") for key in words)


def test_parameters_are_checked_and_travel_with_the_scenario():
    found = game(Unit("A", "u inf", "0505"), leave_ezoc="2")
    assert found.state.scenario.params.leave_ezoc == 2
    assert found.state.scenario.settings["leave_ezoc"] == 2
    with pytest.raises(BadOption, match="leave_ezoc"):
        game(Unit("A", "u inf", "0505"), leave_ezoc=7)
    assert pair("0/0/1/1/2") == (0, 0, 1, 1, 2)
