"""What a learned evaluation looks at: plain numbers of a position that a seat may know.

They are the battle's own terms for either side, how much each side has left and has near each objective, who holds the
objectives, and how late it is. A position with hidden things must be imagined first, as for any thought of a bot.
"""

from __future__ import annotations

from typing import Any

from hardtack.generals.plans import forces
from hardtack.referee.events import UNION, enemy_of
from hardtack.referee.knowledge import hex_distances
from hardtack.referee.state import LOST
from hardtack.referee.umpire import to_act


def features(state: Any, side: str) -> dict[str, float]:
    """The numbers by name, from the point of view of a side; the same names for every position of a scenario."""
    scenario, foe = state.scenario, enemy_of(side)
    late = state.turn / max(1, scenario.turns)
    found = {"late": late, "union": float(side == UNION), "on_move": float(to_act(state) == side)}
    for name, (weight, term) in scenario.battle.knowledge.plan_terms().items():
        ours, theirs = weight * term(state, side), weight * term(state, foe)
        found |= {f"{name}.ours": ours, f"{name}.theirs": theirs, f"{name}.late": late * (ours - theirs)}
    for name, whose in (("ours", side), ("theirs", foe)):
        found[f"force.{name}"] = force_left(state, whose)
        found[f"lost.{name}"] = share_lost(state, whose)
        found[f"held.{name}"] = objectives_held(state, whose)
        found |= {f"near.{hex_}.{name}": force for hex_, force in force_near(state, whose).items()}
    return found


def force_left(state: Any, side: str) -> float:
    """The strength a side has on the map."""
    return float(sum(forces(state, side).values()))


def share_lost(state: Any, side: str) -> float:
    pieces = state.scenario.of_side[side]
    return float(sum(state.at[piece] == LOST for piece in pieces) / max(1, len(pieces)))


def objectives_held(state: Any, side: str) -> float:
    """The share of the hexes that decide the game a side has, as the rule counts it."""
    marked = state.scenario.battle.page.objectives(state)
    return float(sum(mark.holder == side for mark in marked) / max(1, len(marked)))


def force_near(state: Any, side: str) -> dict[str, float]:
    """The strength a side has near each objective: a turn's march away it counts half."""
    grid, stride, stands = state.scenario.board.grid, state.scenario.battle.knowledge.stride, forces(state, side)
    found = {}
    for hex_ in sorted({mark.hex for mark in state.scenario.battle.page.objectives(state)}):
        way = hex_distances(grid, 1 << grid.index(hex_))
        found[hex_] = sum(force * stride / (stride + way[here]) for here, force in stands.items())
    return found
