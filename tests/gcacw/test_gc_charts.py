"""The charts of the series say what the rules do, whatever the parameters of the game."""

import pytest
from gc_field import Unit, game, leader, marching

ARMIES = (
    leader("S", "c", "0505", led_cavalry=2),
    Unit("C", "c cav", "0505"),
    leader("L", "u", "0909"),
    Unit("A", "u inf", "0909", mv=9),
    Unit("B", "u inf", "0910", mv=4, fatigue=2),
)


def rows(key, **settings):
    """The rows of a chart by their heads; None where the game has no such chart."""
    found = game(*ARMIES, **settings)
    charts = {chart.key: chart for chart in found.state.scenario.battle.page.charts(found.state.scenario)}
    for chart in charts.values():
        words = [chart.key, *chart.columns, *(cell for row in chart.rows for cell in row)]
        assert all(word in found.state.scenario.battle.words for word in words if "." in word)
    return {row[0]: row[1:] for row in charts[key].rows} if key in charts else None


@pytest.mark.rule("GC 5.1.1", "GC 5.1.4")
def test_movement_allowances():
    assert rows("chart.allowance") == {
        "chart.foot_union": ("1D6", "+0", "+1", "+2"),
        "chart.foot_confederate": ("1D6", "+1", "+2", "+2"),
        "term.cavalry": ("2D6", "+0", "+1, S +2", "+4"),
    }
    assert rows("chart.allowance", force_march_mp="half_die")["term.cavalry"][-1] == "½D6"


@pytest.mark.rule("GC 6.2.2", "GC 6.2.3")
def test_what_comes_on_top_of_a_movement_cost():
    chart = rows("chart.movement", leave_ezoc=2)
    assert [chart[head] for head in ("term.bridge", "term.ford", "chart.stacking", "chart.leave_zone")] == [
        ("+0", "+0"), ("+1", "-"), ("+1", "+1"), ("+2", "+2"),
    ]  # fmt: skip


@pytest.mark.rule("GC 5.1.4")
def test_the_force_march_table_is_what_happens():
    chart = rows("chart.force_march")
    assert chart == {"≤ 3": ("-", "-", "-", "-"), "4-5": ("D", "1", "D", "1"), "≥ 6": ("1", "1", "2", "2")}
    for column, unit in enumerate(("B", "B", "A", "A")):
        for die, head in ((2, "≤ 3"), (3, "4-5"), (5, "≥ 6")):  # +1 for the Union, +1 more if disorganised
            shaken = column % 2
            found = marching(*ARMIES, unit=unit, mp=1).set("disorganised", unit, shaken)
            before = found.get("manpower", unit)
            found.do(f"force {unit}", die - shaken)
            loss = before - found.get("manpower", unit)
            disorder = found.get("disorganised", unit) and not shaken
            assert (str(loss) if loss else "D" if disorder else "-") == chart[head][column]
    assert rows("chart.force_march", force_march_table="extended") is None


@pytest.mark.rule("GC 5.1.3", "GC 5.1.4")
def test_the_modifiers_of_marching_dice():
    chart = rows("chart.march_modifiers")
    assert chart == {
        "chart.union_units": ("+1", "+1"),
        "chart.at_fatigue_4": ("+1", "-"),
        "chart.exhausted_units": ("+0/+1/+1", "+1"),
        "chart.disorganised": ("-", "+1"),
        "term.cavalry": ("-", "-1"),
    }
    assert rows("chart.march_modifiers", ext_exhausted="flat")["chart.exhausted_units"] == ("+1/+1/+1", "+1")
