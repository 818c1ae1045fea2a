"""What ammunition is worth to a bot: to have it, and to have attempts assigned that may bring it (SLB 20.2)."""

from __future__ import annotations

from hardtack.battles.chancellorsville.ammunition import Pouch, pouch_of
from hardtack.battles.chancellorsville.resupply import Resupplying, most_boxes
from hardtack.battles.chancellorsville.state import AdvancedState
from hardtack.battles.chancellorsville.supply import burden
from hardtack.battles.chancellorsville.weights import EMPTY, LOW, spared
from hardtack.battles.gcacw.state import CampaignState
from hardtack.referee.events import enemy_of

FACES = 6


def ammunition(state: CampaignState, side: str) -> float:
    """What the units of a side lack, against what the enemy's do; attempts that wait for their dice at their mean."""
    if not isinstance(state, AdvancedState):
        return 0.0
    lacks = _shortage(state, side) - _shortage(state, enemy_of(side))
    return spared(state.turn, state.scenario.turns) * (_promised(state, side) - lacks)


def _shortage(state: AdvancedState, side: str) -> float:
    return state.situation.recall(("shortage", side), lambda: _all_shortages(state, side))


def _all_shortages(state: AdvancedState, side: str) -> float:
    total = 0.0
    for unit in state.scenario.units_of[side]:
        if state.at[unit] >= 0 and (state.marks[unit] or not state.boxes[unit]):
            total += shortage(pouch_of(state, unit), state.manpower[unit])
    return total


def shortage(pouch: Pouch, manpower: int) -> float:
    """What a unit with these boxes misses: nothing hurts like the last one, and a large unit is hurt more."""
    return manpower * (EMPTY if pouch.is_out else LOW * pouch.marks / pouch.left)


def _promised(state: AdvancedState, side: str) -> float:
    """The mean of what the attempts assigned so far will bring."""
    total = 0.0
    for frame in state.agenda:
        if isinstance(frame, Resupplying) and frame.side == side:
            for name, tries in frame.tries():
                total += _mean_gain(state, state.scenario.index[name], tries)
    return total


def _mean_gain(state: AdvancedState, unit: int, tries: int) -> float:
    order = burden(state, unit)
    if order is None:
        return 0.0
    success = order.needs / FACES
    chances = {pouch_of(state, unit): 1.0}
    for _ in range(tries):
        then: dict[Pouch, float] = {}
        for pouch, share in chances.items():
            better = pouch.after_success(most_boxes(state, unit))
            then[pouch] = then.get(pouch, 0.0) + share * (1 - success)
            then[better] = then.get(better, 0.0) + share * success
        chances = then
    now = shortage(pouch_of(state, unit), state.manpower[unit])
    return now - sum(share * shortage(pouch, state.manpower[unit]) for pouch, share in chances.items())
