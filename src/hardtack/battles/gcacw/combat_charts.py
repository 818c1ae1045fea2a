"""The charts of combat beside the chart itself: modifiers, flanks, retreats, cavalry retreats, works (GC 7.4-9.3)."""

from __future__ import annotations

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.flank import ALL_SIX, basic_bonus
from hardtack.battles.gcacw.parameters import pair
from hardtack.battles.gcacw.tables import entrenchment_halves, ratio_modifier, raw_tables
from hardtack.referee.showing import Chart

RATIOS = ((1, 3), (1, 2), (1, 1), (2, 1), (3, 1))
FEWEST = 4  # blocked hexes that give a flank bonus
BUILT = ("breastworks", "fort_build", "fort")


def combat_charts(scenario: Campaign) -> list[Chart]:
    """As the parameters of this game have them, and only for ground the map has."""
    return [
        _modifier_chart(scenario), _flank_chart(scenario), _retreat_chart(scenario), _cavalry_chart(scenario),
        _size_chart(), _works_chart(scenario),
    ]  # fmt: skip


def _modifier_chart(scenario: Campaign) -> Chart:
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
