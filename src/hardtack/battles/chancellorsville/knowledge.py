"""What a bot weighs in these scenarios: points, the way to the hexes that score, and the state of the troops.

The way is counted in movement points over the ground and under the scenario's bans, so that a river without
a ford is as long as it is. A march in progress is worth part of what its points can still reach; without that
credit nobody who looks one action ahead would ever set out, as fatigue comes before the first step.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import sqrt

from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.gcacw.activation import LedMarches, Muster, NextMarch
from hardtack.battles.gcacw.knowledge import points
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState, fact, in_enemy_zone, positions
from hardtack.referee.events import SIDES, enemy_of

Term = Callable[[CampaignState, str], float]
Goals = tuple[tuple[int, float, bool], ...]  # hex, worth, open
Ways = tuple[int, ...]  # for each hex, the movement points to a goal

FAR = 999
ROOTS = tuple(sqrt(number) for number in range(40))
SCALE = {"infantry": 5.0, "artillery": 5.0, "cavalry": 9.0}  # about the points of one activation
USUAL = {"infantry": 4, "artillery": 4, "cavalry": 8}
CREDIT = 0.5  # how much of what a march could still gain counts before it is gained
PRIZE = 1.7  # a scoring hex in the weight of nearness, about the weight of its points
HELD_WORTH = 0.5  # a goal we stand in needs less than one we do not
WEARINESS = (0.0, 0.06, 0.15, 0.35, 0.8)  # by fatigue level


@lru_cache(maxsize=512)
def ways_to(scene: Scene, goal: int, turn: int, side: str, ford: str) -> Ways:
    """Movement points from every hex to a goal; `ford`: the name of the first ford, or empty."""
    costs = scene.ground_with(tuple((a, b, "union") for a, b in scene.book.setup.bridges)).cost
    crossing = scene.book.first_crossing
    first = next((f for f in crossing.ford if f.name == ford), None) if crossing is not None else None
    found = [FAR] * scene.board.grid.size
    found[goal] = 0
    queue = [(0, goal)]
    while queue:
        cost, here = heapq.heappop(queue)
        if cost > found[here]:
            continue
        for there in scene.board.grid.around[here]:
            step = costs[there].get(here)
            if step is None or cost + step >= found[there]:
                continue
            if scene.limits.open_way(turn, side, first, there, here):
                found[there] = cost + step
                heapq.heappush(queue, (cost + step, there))
    return tuple(found)


def nearness(state: CampaignState, side: str) -> float:
    """How near the side's units are to the hexes that score, with credit for the marches it has begun."""
    scene: Scene = state.scenario  # type: ignore[assignment]  # only this book's battle has these terms
    goals = _goals(scene, state, side)
    if not goals:
        return 0.0
    pending = promised(state, side)
    total = 0.0
    crossed = fact(state, CROSSED)
    for unit in scene.of_side[side]:
        manpower = state.manpower[unit]
        if not manpower:
            continue
        here, waits = state.at[unit], unit in scene.limits.fords and not crossed >> unit & 1
        worth = ROOTS[manpower] * _worth(scene, unit, here, 0, goals, state.turn, waits)
        left = pending.get(unit, 0)
        if left:
            hope = ROOTS[manpower] * _worth(scene, unit, here, left, goals, state.turn, waits)
            worth += CREDIT * (hope - worth + _prize(scene, unit, here, left, goals, state.turn, waits))
        total += worth
    return total


def _goals(scene: Scene, state: CampaignState, side: str) -> Goals:
    """The goals of a side: hex, worth, and whether it could be taken by walking in. What is held counts less."""
    found = _named_goals(scene, state, side)
    mine, theirs = positions(state).occupied[SIDES.index(side)], positions(state).occupied[1 - SIDES.index(side)]
    return tuple(
        (hex_, worth * HELD_WORTH, False) if mine >> hex_ & 1 else (hex_, worth, not theirs >> hex_ & 1)
        for hex_, worth in found
    )


def _named_goals(scene: Scene, state: CampaignState, side: str) -> tuple[tuple[int, float], ...]:
    """The goals of a side; they change with what the scenario remembers and with nothing else."""
    key = (state.facts, side)
    known = scene.goal_memo.get(key)
    if known is None:
        if len(scene.goal_memo) > 1000:
            scene.goal_memo.clear()
        known = scene.goal_memo[key] = tuple(scene.goals(state, side))
    return known


@lru_cache(maxsize=200_000)
def _worth(scene: Scene, unit: int, here: int, mp: int, goals: Goals, turn: int, waits: bool) -> float:
    """The best goal for a unit that could still spend some points."""
    piece = scene.pieces[unit]
    ford = scene.limits.fords[unit].name if waits else ""
    scale = SCALE[piece.type]
    return max(
        worth / (1.0 + max(0, ways_to(scene, goal, turn, piece.side, ford)[here] - mp) / scale)
        for goal, worth, _ in goals
    )


@lru_cache(maxsize=200_000)
def _prize(scene: Scene, unit: int, here: int, mp: int, goals: Goals, turn: int, waits: bool) -> float:
    """What a unit could win outright with the points it has: the best open goal within reach."""
    piece = scene.pieces[unit]
    ford = scene.limits.fords[unit].name if waits else ""
    return max(
        (PRIZE * worth for goal, worth, open_ in goals
         if open_ and ways_to(scene, goal, turn, piece.side, ford)[here] <= mp),
        default=0.0,
    )  # fmt: skip


def promised(state: CampaignState, side: str) -> dict[int, int]:
    """Movement points that units of the side still have, or can expect, in the action under way."""
    scene = state.scenario
    found: dict[int, int] = {}
    for frame in state.agenda:
        if getattr(frame, "side", "") != side:
            continue
        if isinstance(frame, March):
            unit = scene.index[frame.unit]
            halted = frame.over or (frame.stopped and in_enemy_zone(state, unit, state.at[unit]))
            found[unit] = 0 if halted or state.at[unit] < 0 else frame.mp
        elif isinstance(frame, LedMarches | NextMarch):
            for name in frame.units:
                unit = scene.index[name]
                found[unit] = frame.foot_mp if scene.is_foot[unit] else frame.horse_mp
        elif isinstance(frame, Muster):
            names = frame.named or frame.eligible[:1]
            found.update({scene.index[name]: USUAL[scene.pieces[scene.index[name]].type] for name in names})
    return found


def weariness(state: CampaignState, side: str) -> float:
    """Fatigue and disorder, our own against us and the enemy's for us; early fatigue is cheap."""
    return _spirit(state, side) - _spirit(state, enemy_of(side))


def _spirit(state: CampaignState, side: str) -> float:
    total = 0.0
    manpower, fatigue, disorganised, demoralised = state.manpower, state.fatigue, state.disorganised, state.demoralised
    for unit in state.scenario.of_side[side]:
        if manpower[unit]:
            worn = WEARINESS[fatigue[unit]] + 0.8 * disorganised[unit] + 0.7 * demoralised[unit]
            total -= worn * ROOTS[manpower[unit]]
    return total


TERMS: Mapping[str, tuple[float, Term]] = {
    "points": (10.0, points),
    "nearness": (6.0, nearness),
    "weariness": (1.0, weariness),
}
