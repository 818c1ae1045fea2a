"""The tint of the board a page can ask for: what guns in a hex can bombard (SH 11a, SH 11c)."""

from __future__ import annotations

from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.board.masks import hexes_in
from hardtack.referee.events import UNION, text
from hardtack.referee.showing import Cell
from hardtack.referee.umpire import to_act

SIGHT = "sight"


def field_of_fire(state: SharpsburgState, hex_: int) -> list[Cell]:
    """Every hex in range of guns here: they may bombard it (good), or town or woods are in the way (bad)."""
    field, grid = state.scenario, state.scenario.board.grid
    side = gunners(state, hex_)
    reach = field.limits.range[side]
    clear = field.terrain.field_of_fire(side, hex_)
    cells = [Cell(grid.name(hex_), "here", label=text("overlay.gun_range", side=side, n=reach))]
    for there in hexes_in(grid.within(hex_, reach) & field.board.playable & ~(1 << hex_)):
        distance = str(grid.distance(hex_, there))
        if clear >> there & 1:
            cells.append(Cell(grid.name(there), "good", distance))
        else:
            cells.append(Cell(grid.name(there), "bad", distance, text("overlay.fire_blocked")))
    return cells


def gunners(state: SharpsburgState, hex_: int) -> str:
    """Whose guns are meant: those that stand there, else those of whoever does, else of the side to act."""
    field = state.scenario
    here = [piece for piece, at in enumerate(state.at) if at == hex_]
    owners = sorted(here, key=lambda piece: not field.is_gun[piece])
    return field.counters[owners[0]].side if owners else to_act(state) or UNION
