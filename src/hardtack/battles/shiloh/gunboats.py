"""Union gunboats: guns on the river that stiffen whoever stands near (SL 19.11, 19.12).

Where they may go and how they fire is the series' business (they are artillery that sails); only their support is here.
"""

from __future__ import annotations

from hardtack.battles.musket.checks import halved
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.board.masks import bit, mask_of
from hardtack.referee.events import UNION

ATTACK_ONLY, NEVER = "attack", "none"


def boats_in_support(
    state: ShilohState, hexes: set[int], fighting: tuple[int, ...], attacking: bool
) -> list[tuple[int, int]]:
    """SL 19.12: each boat in or next to a hex of the fighting Union units adds its factor once and is not used up."""
    scenario = state.scenario
    reading = scenario.params.gunboat_support
    if reading == NEVER or (reading == ATTACK_ONLY and not attacking):
        return []
    near = scenario.board.grid.around_mask
    supported = mask_of(hexes)
    return [
        (boat, _factor(state, boat))
        for boat in scenario.pieces_of(UNION, "gunboat")
        if (here := state.at[boat]) >= 0 and boat not in fighting and (near[here] | bit(here)) & supported
    ]


def _factor(state: ShilohState, boat: int) -> int:
    printed = state.scenario.counters[boat].cf[0]
    return halved(printed) if state.disordered[boat] else printed
