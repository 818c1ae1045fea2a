"""The charts a page and the printed sheets show (GC 5.1, 6.2.2, 7.1.4, 7.4.4, 7.5, 8.0)."""

from __future__ import annotations

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.combat_charts import combat_charts
from hardtack.battles.gcacw.parameters import Parameters
from hardtack.battles.gcacw.tables import (
    attack_types,
    attacker_chart,
    defender_chart,
    extended_march_modifier,
    force_march_result,
    raw_tables,
)
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, Text, text
from hardtack.referee.showing import Chart

HALF_DIE = "½D6"
HARM = (text("note.manpower"), text("note.disorganised"))  # the signs of marching tables


def charts(scenario: Campaign) -> list[Chart]:
    """The charts of the series, as the parameters of this game have them."""
    return [
        _combat_chart(scenario, "defender"), _combat_chart(scenario, "attacker"),
        _artillery_chart(scenario), _attack_chart(scenario),
        *combat_charts(scenario),
        _allowance_chart(scenario), _movement_chart(scenario), _extended_chart(scenario), *_force_charts(scenario),
        _modifier_chart(scenario), _recovery_chart(),
    ]  # fmt: skip


def _combat_chart(scenario: Campaign, side: str) -> Chart:
    chart = defender_chart() if side == "defender" else attacker_chart()
    lows = (0, *(high + 1 for high in chart.columns))
    heads = [f"{low or '½'}-{high}" for low, high in zip(lows, chart.columns, strict=False)]
    last = chart.lowest + len(chart.rows) - 1
    rows = []
    for number, row in enumerate(chart.rows):
        difference = chart.lowest + number
        head = f"≤ {difference}" if number == 0 else (f"≥ +{difference}" if difference == last else f"{difference:+d}")
        rows.append((head, *(result.text for result in row)))
    columns = ("chart.difference", *heads, f"{chart.columns[-1] + 1}+")
    notes = (text("note.combat"), text("note.manpower"), strain_note(scenario), text(f"note.{side}"))
    return Chart(f"chart.combat_{side}", "GC 7.5", columns, tuple(rows), "public", notes)


def strain_note(scenario: Campaign) -> Text:
    """GC 6.5: what f, F and D do."""
    params = scenario.params
    return text("note.strain", f=params.small_f_fatigue, big_f=params.big_f_fatigue, d=params.d_fatigue)


def _artillery_chart(scenario: Campaign) -> Chart:
    rows = []
    for row in raw_tables()["artillery"][scenario.params.art_table]:
        head = f"≥ {row['from']:+d}" if row["from"] > -99 else "…"
        rows.append((head, *row["modifiers"]))
    columns = ("chart.artillery_difference", "term.clear", "term.rolling", "chart.other_ground")
    return Chart("chart.artillery", "GC 7.4.4", columns, tuple(rows), "reconstructed", (text("note.artillery"),))


def _extended_chart(scenario: Campaign) -> Chart:
    table = raw_tables()["extended_march"]
    rows = [("≤ 5", "-", "-", "-", "-")]
    rows += [(head if head != "8" else "≥ 8", *cells) for head, cells in table[scenario.params.ext_table].items()]
    columns = ("chart.die", "1-4", "5-8", "9-12", "13+")
    notes = (text("note.manpower_columns"), *HARM)
    return Chart("chart.extended_march", "GC 5.1.3", columns, tuple(rows), "reconstructed", notes)


def _allowance_chart(scenario: Campaign) -> Chart:
    """The movement dice, what is added to them, and what a force march adds."""
    table, force = raw_tables()["movement_allowance"], raw_tables()["force_march"]["points"]
    fixed = scenario.params.force_march_mp == "fixed"
    rows = []
    for side in SIDES:
        own = int(table["foot_side"][side])
        extra = f"+{force['infantry']}" if fixed else HALF_DIE
        dice = f"{table['dice']['infantry']}D6"
        rows.append((f"chart.foot_{side}", dice, f"+{own}", f"+{own + table['led']}", extra))
    led = [f"+{table['led']}"]
    chiefs = [scenario.pieces[number] for number in scenario.leader_counters]
    led += [f"{chief.id} +{chief.led_cavalry}" for chief in chiefs if chief.led_cavalry != table["led"]]
    extra = f"+{force['cavalry']}" if fixed else HALF_DIE
    rows.append(("term.cavalry", f"{table['dice']['cavalry']}D6", "+0", ", ".join(led), extra))
    columns = ("chart.units", "chart.dice", "chart.alone", "chart.led", "chart.force")
    return Chart("chart.allowance", "GC 5.1.1", columns, tuple(rows), "public")


def _force_charts(scenario: Campaign) -> list[Chart]:
    """The force march table, unless the game uses the extended march table for it."""
    params, table = scenario.params, raw_tables()["force_march"]
    if params.force_march_table == "extended":
        return []
    shaken_at, loses_at, large = table["disorganises_from"], table["loses_from"], table["large"]
    heads = {shaken_at - 1: f"≤ {shaken_at - 1}", shaken_at: f"{shaken_at}-{loses_at - 1}", loses_at: f"≥ {loses_at}"}
    rows = []
    for roll, head in heads.items():
        cells = [_harm(params, roll, manpower, shaken) for manpower in (1, large) for shaken in (False, True)]
        rows.append((head, *cells))
    kinds = ("chart.organised", "chart.disorganised", "chart.organised_large", "chart.disorganised_large")
    return [Chart("chart.force_march", "GC 5.1.4", ("chart.die", *kinds), tuple(rows), "reconstructed", HARM)]


def _harm(params: Parameters, roll: int, manpower: int, shaken: bool) -> str:
    """As in the extended march table: a number is manpower lost, D disorganises."""
    loss, disorder = force_march_result(params, roll, manpower, shaken)
    return str(loss) if loss else "D" if disorder else "-"


def _modifier_chart(scenario: Campaign) -> Chart:
    """What is added to the dice of extended and force marches."""
    base = {side: extended_march_modifier(scenario.params, side, 3, False) for side in SIDES}
    tired = extended_march_modifier(scenario.params, CONFEDERATE, 4, False)
    levels = {2: 0, 3: 0, 4: tired}  # what a fresh unit has at these fatigue levels
    worn = [extended_march_modifier(scenario.params, CONFEDERATE, n, True) - own for n, own in levels.items()]
    force = raw_tables()["force_march"]
    rows = (
        ("chart.union_units", f"+{base[UNION] - base[CONFEDERATE]}", f"+{force['union']}"),
        ("chart.at_fatigue_4", f"+{tired}", "-"),
        ("chart.exhausted_units", "/".join(f"+{value}" for value in worn), f"+{force['exhausted']}"),
        ("chart.disorganised", "-", f"+{force['disorganised']}"),
        ("term.cavalry", "-", str(force["cavalry"])),
    )
    columns = ("chart.units", "chart.extended_march_die", "chart.force")
    return Chart("chart.march_modifiers", "GC 5.1.3", columns, rows, "reconstructed")


def _movement_chart(scenario: Campaign) -> Chart:
    params, table = scenario.params, raw_tables()["movement"]
    lines = [(f"term.{kind}", str(dry), str(wet)) for kind, (dry, wet) in table["lines"].items()]
    lines.append(("term.railroad", str(params.rr_cost), str(params.rr_cost + table["rain_line"])))
    ground = (("clear", table["clear"]), ("rolling", params.mp_rolling), ("rough", params.mp_rough),
              ("woods", params.mp_woods), ("hill", table["hill"]))  # fmt: skip
    lines += [(f"term.{name}", str(cost), str(cost + table["rain_open"])) for name, cost in ground]
    lines += [
        ("term.creek", f"+{params.mp_creek}", f"+{params.mp_creek + table['rain_creek']}"),
        ("term.bridge", "+0", "+0"),
        ("term.ford", f"+{params.mp_ford}", "-"),
        ("term.ferry", f"+{params.ferry}", f"+{params.ferry}"),
        ("chart.stacking", f"+{table['stacking']}", f"+{table['stacking']}"),
        ("chart.leave_zone", f"+{params.leave_ezoc}", f"+{params.leave_ezoc}"),
    ]
    columns = ("chart.ground", "chart.dry", "chart.rain")
    return Chart("chart.movement", "GC 6.2.2", columns, tuple(lines), "reconstructed")


def _attack_chart(scenario: Campaign) -> Chart:
    modifier = raw_tables()["attack_types"]["modifier"]
    foot, horse = (attack_types(scenario.params.attack_mp, cavalry) for cavalry in (False, True))
    rows = tuple((f"term.{kind}", f"{modifier[kind]:+d}", str(foot[kind]), str(horse[kind])) for kind in foot)
    columns = ("chart.attack_type", "chart.modifier", "chart.foot_points", "chart.cavalry_points")
    return Chart("chart.attack_types", "GC 7.1.4", columns, rows, "reconstructed")


def _recovery_chart() -> Chart:
    table = raw_tables()["recovery"]
    rows = tuple(
        (str(level), str(after), "chart.exhausted" if level >= table["tired"] else "chart.recovers")
        for level, after in enumerate(table["fatigue"])
    )
    return Chart("chart.recovery", "GC 8.0", ("chart.fatigue", "chart.new_fatigue", "chart.state"), rows, "public")
