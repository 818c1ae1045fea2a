"""Where a piece could go at once: its standard move, declared and ended in one click (MS 4.1, 4.3).

A roll for the allowance, a March and a move of several pieces stay declarations of their own: what they bring is not
known beforehand, or costs something that nobody should choose by a click on a hex.
"""

from __future__ import annotations

from hardtack.battles.musket.actions import To, Walk
from hardtack.battles.musket.hints import move_risk
from hardtack.battles.musket.movement import Movement, MovementOptions, allowance
from hardtack.battles.musket.reaching import MOVE, ending_hexes, of, path, with_room, within_reach
from hardtack.battles.musket.state import MusketState
from hardtack.referee.showing import Way
from hardtack.referee.umpire import deciding


def ways(state: MusketState, unit: str) -> list[Way]:
    """Every hex a piece may come to with its standard allowance, cheapest first."""
    movement = deciding(state) if state.outcome is None else None
    if not isinstance(movement, Movement) or Walk(unit) not in MovementOptions(state, movement.side).of(unit):
        return []
    scenario = of(state)
    group = (scenario.index[unit],)
    points = allowance(state, group, "walk")
    found = with_room(state, group, within_reach(state, group, points, MOVE))
    ends, start, names = ending_hexes(state, group, MOVE), state.at[group[0]], scenario.names
    price = move_risk(state, group)
    ahead = []
    for goal, cost in sorted(found.items(), key=lambda item: item[1]):
        way = tuple(names[hex_] for hex_ in path(state, group, points, MOVE, goal) if hex_ != start)
        actions = (Walk(unit), To(names[goal]))
        risk = price or scenario.battle.entry_risk(state, group, goal)
        ahead.append(Way(names[goal], cost, way, actions, stops=bool(ends >> goal & 1), risk=risk))
    return ahead
