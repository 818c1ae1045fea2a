"""Going over to the attack: the way to an objective round whoever stands on it, and strength on the spot."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from heapq import heappop, heappush

from hardtack.battles.bull_run.concentration import ENOUGH, left_open, odds_at
from hardtack.battles.bull_run.knowledge import edges_of
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import hexes_in
from hardtack.board.reach import turned_round
from hardtack.referee.events import enemy_of
from hardtack.referee.knowledge import Field

HELD = 8  # movement points that an enemy on the way costs: he has to be driven off or gone round
BANK = 24  # the same where he stands on the far bank of a crossing
STOPPED = 1  # and his zone, where a march ends


@lru_cache(maxsize=512)
def way_round(scenario: BullRun, edges: int, goal: int, held: int, zone: int) -> Field:
    """Movement points from each hex to a goal, with what enemies on the way and their zones cost."""
    into, southern = turned_round(scenario.ground.edges[edges]).moves, scenario.ground.southern
    found = [FAR] * len(into)
    found[goal] = 0
    queue = [(0, goal)]
    while queue:
        so_far, there = heappop(queue)
        if so_far > found[there]:
            continue
        so_far += STOPPED if zone >> there & 1 else 0
        for here, price in into[there]:
            total = so_far + price
            if held >> there & 1:
                total += BANK if southern[here] != southern[there] else HELD
            if total < found[here]:
                found[here] = total
                heappush(queue, (total, here))
    return tuple(map(float, found))


@lru_cache(maxsize=8)
def reserves(scenario: BullRun, side: str) -> tuple[int, ...]:
    """The brigades that come later."""
    return tuple(unit for unit in scenario.of_side[side] if scenario.pieces[unit].turn > 1)


def advance(state: BullRunState, side: str) -> float:
    """How near the strength of a side is to its objective by the ways the enemy leaves it."""
    return _near(state, side, state.scenario.of_side[side])


def raid(state: BullRunState, side: str) -> float:
    """The same of those who came later, too far away to be in time at home, where nobody guards the objective."""
    return _near(state, side, reserves(state.scenario, side)) if left_open(state, side) else 0.0


def _near(state: BullRunState, side: str, units: Sequence[int]) -> float:
    scenario, at, strength, foe = state.scenario, state.at, state.strength, enemy_of(side)
    way = way_round(
        scenario, edges_of(state, side), scenario.objective[side], state.occupied(foe), state.deployment.zone(foe)
    )
    return sum([strength[unit] / (4.0 + way[at[unit]]) for unit in units if at[unit] >= 0])


def overmatch(state: BullRunState, side: str) -> float:
    """Enemies on either bank who are outnumbered where they stand: all of what we need to be sure of them counts."""
    points, total = state.points, 0.0
    for hex_ in hexes_in(state.occupied(enemy_of(side))):
        ours, theirs = odds_at(state, side, hex_)
        total += points[hex_] * min(1.0, ours / (ENOUGH * theirs))
    return total
