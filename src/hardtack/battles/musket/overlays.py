"""Tints of the board a page can ask for: what guns see from a hex, and what command reaches it (MS 7.6, 7.7, 12)."""

from __future__ import annotations

from hardtack.battles.musket.command import line_of_communications
from hardtack.battles.musket.reaching import hq_active
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.sight import RULES
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.events import Text, text
from hardtack.referee.showing import Cell

SIGHT, COMMAND = "sight", "command"


def overlay(state: MusketState, kind: str, hex_: int) -> list[Cell]:
    """The cells of a tint asked from a hex; none for a kind the series does not know."""
    if kind == SIGHT:
        return field_of_fire(state, hex_)
    return chain_of_command(state, hex_) if kind == COMMAND else []


# -- sight


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


# -- command


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
