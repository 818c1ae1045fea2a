"""Zones of control (chapter 7): six hexes, over a creek by bridges only; stop; no zone to zone."""

from __future__ import annotations

from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.events import enemy_of


def barred_first_steps(state: SharpsburgState, side: str, start: int) -> int:
    """The hexes a unit in an enemy zone may not step into straight away (SH 7b).

    Read strictly, any hex the enemy controls (SH C8); read softly, only hexes that a unit other than
    those already facing it controls.
    """
    zone = state.deployment.zone(enemy_of(side))
    if not zone >> start & 1:
        return 0
    around = state.scenario.board.grid.around_mask[start]
    if state.scenario.settings["zone_to_zone"] == "any":
        return zone & around
    zone_of = state.scenario.terrain.zone
    barred = 0
    for enemy in state.scenario.of_side[enemy_of(side)]:
        at = state.at[enemy]
        if at >= 0 and not zone_of[at] >> start & 1:
            barred |= zone_of[at]
    return barred & around
