"""The tables of the book as the page and the printed sheet show them (MS CR1, TE1-TE18, 4.2), hex cards, and the tints
of the board a page can ask for: what guns see from a hex, and what command reaches it (MS 7.6, 7.7, 12).
"""

from __future__ import annotations

from hardtack.battles.musket import losses
from hardtack.battles.musket.command import line_of_communications
from hardtack.battles.musket.reaching import hq_active
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.sight import RULES
from hardtack.battles.musket.state import MusketState
from hardtack.battles.musket.tables import ARMS, MAIN_CODES, HexSide, Terrain
from hardtack.board.masks import hexes_in
from hardtack.referee.events import Text, text
from hardtack.referee.showing import Cell, Chart

ARM_HEADS = tuple(f"term.{arm}" for arm in ARMS)
NOTHING = "-"
CLOSED = "chart.closed"
SIGHT, COMMAND = "sight", "command"


def charts(scenario: MusketScenario) -> list[Chart]:
    """Combat results, terrain effects line by line, the allowances of this game, and what wins it."""
    return [
        results_chart(scenario),
        terrain_chart(scenario),
        hexside_chart(scenario),
        allowance_chart(scenario),
        victory_chart(scenario),
    ]


def results_chart(scenario: MusketScenario) -> Chart:
    """The CRT, and below it what its codes mean (MS 8.1, 8.2)."""
    crt = scenario.tables.crt
    rows = tuple((str(die), *(str(cell) for cell in row)) for die, row in enumerate(crt.rows, 1))
    notes = [text("chart.code", code=code, term=f"code.{code}") for code in MAIN_CODES]
    notes += [text(f"chart.note_{name}") for name in ("bracket", "check", "extra")]
    return Chart("chart.crt", "MS CR1", ("chart.die", *crt.heads), rows, notes=tuple(notes))


def victory_chart(scenario: MusketScenario) -> Chart:
    """What scores victory points, and below it everything that wins (MS 11.4 and the battle's own conditions)."""
    rows = tuple((f"term.points.{name}", str(points)) for name, points in losses.VALUES.items())
    notes = tuple(goal.label for goal in scenario.battle.page.goals(scenario))
    return Chart("chart.victory", "MS 11.4", ("chart.scores", "chart.points"), rows, notes=notes)


def terrain_chart(scenario: MusketScenario) -> Chart:
    """Every line about a hex: cost by arm, zones, sight, attacks."""
    tables = scenario.tables
    rows = [
        (f"term.{line.name}", *(str(line.cost[arm] or CLOSED) for arm in ARMS), zones_of(line),
         f"chart.sight_{line.los}" if line.los else NOTHING, f"chart.halve_{line.halve}" if line.halve else NOTHING,
         line.clause)
        for line in tables.terrain.values()
    ]  # fmt: skip
    stream, hill = tables.overlays["stream"], tables.overlays["hill"]
    wading = ("chart.stops" if arm == "artillery" else f"+{stream.extra[arm]}" for arm in ARMS)
    rows.append(("term.stream", *wading, NOTHING, NOTHING, "chart.halve_stream", stream.clause))
    rows.append(("term.hill", NOTHING, NOTHING, NOTHING, NOTHING, "chart.sight_hill", NOTHING, hill.clause))
    for way in tables.ways.values():
        rows.append((f"term.{way.name}", *[str(way.cost)] * len(ARMS), NOTHING, NOTHING, NOTHING, way.clause))
        march = str(way.march_halves // 2 or "1/2")
        rows.append((f"term.{way.name}_march", *[march] * len(ARMS), NOTHING, NOTHING, NOTHING, "MS 4.64"))
    heads = ("chart.terrain_type", *ARM_HEADS, "chart.zone", "chart.sight", "chart.attacks", "chart.clause")
    return Chart("chart.terrain", "MS 4.4", heads, tuple(rows))


def zones_of(line: Terrain) -> str:
    if line.zoc_in:
        return NOTHING
    return "chart.zone_out" if line.zoc_out else "chart.zone_none"


def hexside_chart(scenario: MusketScenario) -> Chart:
    """Every line about a hexside; a creek and a river are crossed only where a bridge, ford or ferry is."""
    rows = tuple(
        (f"term.{line.name}", *(side_cost(line, arm) for arm in ARMS),
         NOTHING if line.zoc else "chart.zone_none", SIDE_SIGHT.get(line.name, NOTHING), side_attacks(line),
         line.clause)
        for line in scenario.tables.sides.values()
    )  # fmt: skip
    heads = ("chart.hexside", *ARM_HEADS, "chart.zone", "chart.sight", "chart.attacks", "chart.clause")
    return Chart("chart.sides", "MS TE13", heads, rows)


SIDE_SIGHT = {name: f"chart.sight_{name}" for name in ("slope", "treeline", "protected")}


def side_cost(line: HexSide, arm: str) -> str:
    if line.closed:
        return CLOSED
    return f"chart.up_{line.extra_up}" if line.extra_up else f"+{line.extra[arm]}"


def side_attacks(line: HexSide) -> str:
    if line.closed:
        return "chart.attack_crossing"
    if line.halve:
        return "chart.halve_into" if line.cavalry_one else "chart.halve"
    return "chart.halve_up" if line.halve_up else NOTHING


def allowance_chart(scenario: MusketScenario) -> Chart:
    """Movement allowances as this game plays them (MS 4.2, 4.63)."""
    params, walk, cavalry_march = scenario.params, scenario.allowances, scenario.tables.march_cavalry
    rows = [
        (f"term.{arm}", str(walk[arm]), f"1d6+{params.roll_cavalry_bonus}" if arm == "cavalry" else "1d6",
         str(cavalry_march if arm == "cavalry" else params.march_infantry))
        for arm in ARMS
    ]  # fmt: skip
    rows.append(("term.leader", str(params.ma_leader), NOTHING, str(params.march_leader)))
    rows += [(f"term.{kind}", str(params.ma_train), "1d6", str(params.march_infantry)) for kind in ("hq", "train")]
    heads = ("chart.class", "chart.standard", "chart.rolled", "chart.march")
    return Chart("chart.allowances", "MS 4.2", heads, tuple(rows), "reconstructed")


def terrain_card(scenario: MusketScenario, hex_: int) -> list[Text]:
    """What a hex card says: terrain and cost, what it does to a fight, what lies in it and on its sides."""
    ground, board = scenario.ground, scenario.board
    if not board.playable >> hex_ & 1:
        return [text("card.out_of_play")]
    line = ground.terrain[hex_]
    said = {
        f"card.halve_{line.halve}": line.halve,
        "card.no_zone_in" if line.zoc_out else "card.no_zone": not line.zoc_in,
        f"card.sight_{line.los}": line.los,
        "card.no_charge": not line.charge,
        "card.no_advance": not line.advance,
        "card.stream": ground.stream >> hex_ & 1,
        "card.hill": ground.hill >> hex_ & 1,
        "card.road": any(board.along(("road", "trail"), hex_, other) for other in board.grid.around[hex_]),
    }
    lines = [cost_line(line), *(text(key) for key, holds in said.items() if holds)]
    for side, tables in scenario.loc.items():
        if any(hexes >> hex_ & 1 and train < 0 for hexes, train, _ in tables):  # always, not while a train is somewhere
            lines.append(text("card.loc", side=side))
    return lines + side_lines(scenario, hex_)


def cost_line(line: Terrain) -> Text:
    foot, guns = line.cost["infantry"], line.cost["artillery"]
    if not foot:
        return text("card.terrain_closed", term=line.name)
    if not guns:
        return text("card.terrain_foot", term=line.name, a=foot)
    return text("card.terrain", term=line.name, a=foot, b=guns)


def side_lines(scenario: MusketScenario, hex_: int) -> list[Text]:
    """The sides of a hex that matter, each with the neighbours it looks to."""
    board = scenario.board
    around = sorted(board.grid.around[hex_])
    sides = {name: [near for near in around if name in board.side(hex_, near)] for name in scenario.tables.sides}
    sides |= {
        "slope_up": [near for near in around if board.slope_up(hex_, near)],
        "slope_down": [near for near in around if board.slope_up(near, hex_)],
    }
    names = board.grid.names
    return [text(f"card.{name}", hexes=tuple(names[near] for near in found)) for name, found in sides.items() if found]


# -- tints of the board


def overlay(state: MusketState, kind: str, hex_: int) -> list[Cell]:
    """The cells of a tint asked from a hex; none for a kind the series does not know."""
    if kind == SIGHT:
        return field_of_fire(state, hex_)
    return chain_of_command(state, hex_) if kind == COMMAND else []


def field_of_fire(state: MusketState, hex_: int) -> list[Cell]:
    """Every hex in range: guns may fire at it (good), only see it (fair), not even that (bad); MS 7.61, 7.62, 7.7."""
    scenario = state.scenario
    guns = guns_for(state, hex_)
    reach = scenario.sight.reach_of(hex_, max((scenario.range[piece] for piece in guns), default=0))
    afloat = bool(guns) and all(scenario.kind[piece] == "gunboat" for piece in guns)
    name = scenario.names[hex_]
    cells = [Cell(name, "here", label=text("overlay.guns_here", side=army_at(state, hex_), n=reach))]
    for there in hexes_in(scenario.ground.disc(hex_, reach) & scenario.board.playable & ~(1 << hex_)):
        distance = str(scenario.board.grid.distance(hex_, there))
        bars = [key for _, key, holds in RULES if holds(scenario.sight, hex_, there, afloat)]
        kind = "good" if not bars else "bad" if scenario.sight.blocked(hex_, there) else "fair"
        cells.append(Cell(scenario.names[there], kind, distance, why_no_fire(scenario, hex_, there, bars)))
    return cells


def guns_for(state: MusketState, hex_: int) -> list[int]:
    """The guns that stand there, else any of that army that could: what they would see if they came."""
    scenario = state.scenario
    guns = scenario.guns[army_at(state, hex_)]
    here = [piece for piece in guns if state.at[piece] == hex_]
    ground = scenario.ground
    room = {"gunboat": ground.sailable, "artillery": ~ground.river}
    return here or [piece for piece in guns if room[scenario.kind[piece]] >> hex_ & 1]


def why_no_fire(scenario: MusketScenario, hex_: int, there: int, bars: list[str]) -> Text | None:
    """What stands between: the woods, slope or treeline that blocks the view, else the first rule against it."""
    if not bars:
        return None
    blocker = scenario.sight.blocked(hex_, there)
    if not blocker:
        return text(bars[0], hex=scenario.names[there])
    names = {line.clause: line.name for line in scenario.tables.sides.values()}
    names |= {line.clause: line.name for line in scenario.tables.terrain.values()}
    return text("overlay.blocked", term=names[blocker])


def chain_of_command(state: MusketState, hex_: int) -> list[Cell]:
    """The line of communications of a hex, and which leaders of that army may assist in theirs (MS 12.12, 12.41)."""
    scenario = state.scenario
    side = army_at(state, hex_)
    cells = {cell.hex: cell for cell in (*supply_cells(state, side, hex_), *leader_cells(state, side))}
    name = scenario.names[hex_]
    key = "overlay.hq_active" if hq_active(state, side) else "overlay.hq_inactive"
    return [Cell(name, "here", cells[name].text if name in cells else "", text(key, side=side))] + [
        cell for cell in cells.values() if cell.hex != name
    ]


def army_at(state: MusketState, hex_: int) -> str:
    """Whose pieces stand in a hex; of an empty one the phasing army asks."""
    return state.deployment.side_at(hex_) or state.phasing


def supply_cells(state: MusketState, side: str, hex_: int) -> list[Cell]:
    """The way to a LOC hex (good); without one the LOC hexes that cannot be reached (bad)."""
    scenario = state.scenario
    way = line_of_communications(state, side, hex_)
    if way is not None:
        return [
            Cell(scenario.names[there], "good", "LOC" if there == way[-1] else "", text("overlay.loc")) for there in way
        ]
    sources = hexes_in(scenario.battle.loc_hexes(state, side))
    return [Cell(scenario.names[there], "bad", "LOC", text("overlay.loc_cut")) for there in sources]


def leader_cells(state: MusketState, side: str) -> list[Cell]:
    """Where leaders stand: one who may still assist a roll in his hex (fair), or nobody who may (poor)."""
    scenario = state.scenario
    cells = []
    for here in sorted({state.at[leader] for leader in scenario.leaders[side] if state.at[leader] >= 0}):
        leaders = [leader for leader in scenario.leaders[side] if state.at[leader] == here]
        able = [leader for leader in leaders if state.active[leader] and not state.helped[leader]]
        units = tuple(scenario.ids[leader] for leader in able or leaders)
        if able:
            bonus = f"+{scenario.params.leader_assist}"
            cells.append(Cell(scenario.names[here], "fair", bonus, text("overlay.assists", units=units)))
        else:
            cells.append(Cell(scenario.names[here], "poor", label=text("overlay.no_assistance", units=units)))
    return cells
