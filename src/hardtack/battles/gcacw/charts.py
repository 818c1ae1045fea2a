"""The charts a page and the printed sheets show, and the card of a hex (GC 2.3, 5.1, 6.2.2, 7.1.4, 7.4-9.3)."""

from __future__ import annotations

from collections.abc import Iterator

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.flank import ALL_SIX, basic_bonus
from hardtack.battles.gcacw.ground import ALL_LINES, CLOSED, CROSSINGS, NEVER
from hardtack.battles.gcacw.parameters import Parameters, pair
from hardtack.battles.gcacw.tables import (
    attack_types,
    attacker_chart,
    defender_chart,
    entrenchment_halves,
    extended_march_modifier,
    force_march_result,
    ratio_modifier,
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
        _march_modifiers(scenario), _recovery_chart(),
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


def _march_modifiers(scenario: Campaign) -> Chart:
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


# -- combat, beside the chart itself


RATIOS = ((1, 3), (1, 2), (1, 1), (2, 1), (3, 1))
FEWEST = 4  # blocked hexes that give a flank bonus
BUILT = ("breastworks", "fort_build", "fort")


def combat_charts(scenario: Campaign) -> list[Chart]:
    """As the parameters of this game have them, and only for ground the map has."""
    return [
        _combat_modifiers(scenario), _flank_chart(scenario), _retreat_chart(scenario), _cavalry_chart(scenario),
        _size_chart(), _works_chart(scenario),
    ]  # fmt: skip


def _combat_modifiers(scenario: Campaign) -> Chart:
    """GC 7.4.1: what is added to whose die."""
    attack = raw_tables()["attack"]
    types = raw_tables()["attack_types"]["modifier"].values()
    guns = raw_tables()["artillery"][scenario.params.art_table]
    shots = [int(cell.rstrip("*")) for row in guns for cell in row["modifiers"]]
    most = basic_bonus(scenario.params.flank_base, ALL_SIX)
    usual, surrounded = pair(scenario.params.refuse_effect)
    rows = [
        ("line.ratio", ", ".join(f"{a}:{d} {ratio_modifier(a, d):+d}" for a, d in RATIOS), "-"),
        ("line.tactical", "chart.difference", "-"),
        ("line.artillery", f"{min(shots):+d} … {max(shots):+d}", "-"),
        ("line.flank", f"+1 … {most:+d}", "-"),
        ("line.refused", f"{usual:+d} / {surrounded:+d}", "-"),
        ("chart.attack_types", f"{min(types):+d} … {max(types):+d}", "-"),
        ("line.assault", f"{attack['assault']:+d}", "-"),
    ]
    if scenario.inspiring:
        rows.append(("line.assault_leader", f"{attack['assault_leader']:+d}", "-"))
    rows.append(("line.rain", f"{attack['rain']:+d}", "-"))
    rows += [(key, "-", value) for key, value in _defence(scenario)]
    columns = ("chart.reason", "chart.attacker_die", "chart.defender_die")
    return Chart("chart.combat_modifiers", "GC 7.4.1", columns, tuple(rows), "public")


def _defence(scenario: Campaign) -> list[tuple[str, str]]:
    """The defender's modifiers that can come up on this map."""
    table, board = raw_tables()["defence"], scenario.board
    found = [("line.crossing", f"{table['crossing']:+d}"), ("line.creek", f"{table['creek']:+d}")]
    found.append(("chart.creek_rain", f"{table['creek_rain']:+d}"))
    if "hill" in board.terrain:
        found.append(("line.hill", f"{table['hill']:+d}"))
    if "mountain" in board.terrain:
        found.append(("line.mountain", f"{table['mountain']:+d} / {table['mountain_level']:+d}"))
    around = board.grid.around
    if any(board.slope_up(here, there) for here in range(board.grid.size) for there in around[here]):
        found.append(("line.ridge", f"{table['ridge']:+d}"))
    return [*found, ("line.demoralised", f"{table['demoralised']:+d}")]


def _flank_chart(scenario: Campaign) -> Chart:
    """GC 7.4.6, 7.8: the bonus by blocked hexes, and what refused flanks leave of it."""
    usual, surrounded = (f"{value:+d}" for value in pair(scenario.params.refuse_effect))
    rows = [(f"0-{FEWEST - 1}", "0", usual)]
    for blocked in range(FEWEST, ALL_SIX + 1):
        bonus = basic_bonus(scenario.params.flank_base, blocked)
        rows.append((str(blocked), f"{bonus:+d}", surrounded if blocked == ALL_SIX else usual))
    rows.append(("chart.weak_hex", "-1", "-"))
    columns = ("chart.blocked", "line.flank", "line.refused")
    return Chart("chart.flank", "GC 7.4.6", columns, tuple(rows), "reconstructed")


def _retreat_chart(scenario: Campaign) -> Chart:
    """GC 7.6.4: the best hex, and the manpower it costs."""
    losses = pair(scenario.params.retreat_loss)
    rows = tuple((str(rank), f"chart.retreat_{rank}", str(loss)) for rank, loss in enumerate(losses, 1))
    return Chart("chart.retreat", "GC 7.6.4", ("chart.priority", "chart.next_hex", "chart.loss"), rows, "reconstructed")


def _cavalry_chart(scenario: Campaign) -> Chart:
    """GC 7.7.2: the ground's help for a cavalry retreat."""
    table = raw_tables()["cavalry_retreat"]
    rows = [("line.crossing", f"{table['crossing']:+d}")]
    if scenario.params.cavret_terrain:
        rows.append(("chart.slowing_ground", f"{table['rough_ground']:+d}"))
    if "mountain" in scenario.board.terrain:
        rows.append(("term.mountain", f"{table['mountain']:+d}"))
    columns = ("chart.reason", "chart.modifier")
    return Chart("chart.cavalry_retreat", "GC 7.7.2", columns, tuple(rows), "reconstructed")


def _size_chart() -> Chart:
    """GC 7.7.2: the help of numbers."""
    rows, low = [], 1
    sizes = raw_tables()["cavalry_retreat"]["size"]
    for high, modifier in sizes:
        head = f"{low}+" if high == sizes[-1][0] else str(low) if low == high else f"{low}-{high}"
        rows.append((head, f"{modifier:+d}"))
        low = high + 1
    return Chart("chart.cavalry_size", "GC 7.7.2", ("chart.manpower", "chart.modifier"), tuple(rows), "reconstructed")


def _works_chart(scenario: Campaign) -> Chart:
    """GC 9.3: what works make of the defender's values."""
    rows = tuple((f"term.{kind}", f"×{entrenchment_halves(scenario.params, kind) // 2}") for kind in BUILT)
    return Chart("chart.works", "GC 9.3", ("chart.entrenchment", "chart.factor"), rows, "reconstructed")


# -- the card of a hex


def terrain_card(scenario: Campaign, hex_: int) -> list[Text]:
    """Terrain of a hex, what it costs off road, by lines and over hexsides, and how zones reach into it."""
    terrain = scenario.board.terrain[hex_]
    lines = [text("card.terrain", term=terrain)]
    if terrain != NEVER and scenario.board.playable >> hex_ & 1:
        lines += _prices(scenario, hex_)
    if terrain == "woods":
        lines.append(text("card.woods"))
    if hex_ in scenario.stations:
        lines.append(text("card.station"))
    return lines


def _prices(scenario: Campaign, hex_: int) -> Iterator[Text]:
    """GC 6.2.2: the points on dry ground; stacking, enemy zones and rain come on top."""
    board, ground = scenario.board, scenario.ground
    terrain, around = board.terrain[hex_], board.grid.around[hex_]
    yield text("card.closed") if terrain in CLOSED else text("card.cost", n=ground.open_price(terrain))
    by_line = {
        kind: ground.kind_price(kind, False)
        for kind in ALL_LINES
        if any(board.along(kind, other, hex_) and ground.passes_river(other, hex_) for other in around)
    }
    for price in sorted(set(by_line.values())):
        yield text("card.line", term=tuple(kind for kind, own in by_line.items() if own == price), n=price)
    if terrain not in CLOSED:
        yield from _sides(scenario, hex_)
    ways = {ground.crossing(other, hex_) for other in around if ground.is_river(other, hex_)}
    for kind in CROSSINGS:
        if kind in ways:
            yield text("card.crossing", term=kind, n=ground.crossing_price(kind))
    if "" in ways:
        yield text("card.river" if len(ways) > 1 else "card.river_closed")


def _sides(scenario: Campaign, hex_: int) -> Iterator[Text]:
    """GC 6.2.2: what creeks and ridges add to a move off road."""
    board, ground = scenario.board, scenario.ground
    near = [other for other in board.grid.around[hex_] if ground.passes_river(other, hex_)]
    off_road = [other for other in near if not board.along(ALL_LINES, other, hex_)]
    if any("creek" in board.side(other, hex_) for other in off_road):
        yield text("card.creek", n=scenario.params.mp_creek)
    if any(board.slope_up(other, hex_) for other in off_road):
        yield text("card.ridge", n=int(raw_tables()["movement"]["ridge_up"]))
