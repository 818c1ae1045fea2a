"""Depots: pieces that stand in a hex and supply a side until an enemy comes in (SLB 20.1a)."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.ammunition import ammunition_table
from hardtack.battles.gcacw.state import CampaignState
from hardtack.referee.events import enemy_of
from hardtack.referee.state import LOST, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire


@lru_cache(maxsize=64)
def depots_of(scene: Scene, side: str) -> tuple[int, ...]:
    """The depots of a side, wherever they are."""
    return tuple(scene.index[name] for name in ammunition_table().depots[side] if name in scene.index)


def sources(state: CampaignState, side: str) -> tuple[int, ...]:
    """SLB 20.1a, 20.2e: the hexes a supply line may start from: depots on the map, and the way to the one beside it."""
    scene, gates = state.scenario, ammunition_table().gates
    found: list[int] = []
    for name in ammunition_table().depots[side]:
        if name not in scene.index or state.at[scene.index[name]] == LOST:
            continue
        if name in gates:
            found += [scene.hex(gate) for gate in gates[name]]
        elif state.at[scene.index[name]] >= 0:
            found.append(state.at[scene.index[name]])
    return tuple(found)


def overrun(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
    """SLB 20.1a: a unit that comes into a hex with an enemy depot destroys it; no enemy unit can be there then."""
    piece = scene.pieces[unit]
    for depot in depots_of(scene, enemy_of(piece.side)):
        if draft.at[depot] == hex_:
            draft.at = put(draft.at, depot, LOST)
            name = scene.pieces[depot].id
            umpire.tell("SLB 20.1a", "event.depot_destroyed", unit=piece.id, unit_depot=name, hex=scene.name(hex_))
