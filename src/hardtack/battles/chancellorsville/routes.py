"""The ways over the ground, as bots count them: to a goal from everywhere, and as far as a march goes."""

from __future__ import annotations

import heapq
from functools import lru_cache

from hardtack.battles.chancellorsville.book import FirstFord
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.gcacw.steps import STACKING

Ways = tuple[int, ...]  # for each hex, the movement points to a goal

FAR = 999
SCALE = {"infantry": 5.0, "artillery": 5.0, "cavalry": 9.0}  # about the points of one activation


@lru_cache(maxsize=512)
def ways_to(scene: Scene, goal: int, turn: int, side: str, ford: FirstFord | None) -> Ways:
    """Movement points from every hex to a goal, for units that must first cross at a ford, or at none."""
    costs = scene.ground_with(tuple((a, b, "union") for a, b in scene.book.setup.bridges)).cost
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
            if scene.limits.open_way(turn, side, ford, there, here):
                found[there] = cost + step
                heapq.heappush(queue, (cost + step, there))
    return tuple(found)


Steps = tuple[tuple[tuple[int, int], ...], ...]  # for each hex, those next to it that are open, with the cost


@lru_cache(maxsize=128)
def open_steps(scene: Scene, turn: int, side: str, ford: FirstFord | None) -> Steps:
    """Every step a side may ever march on a turn, for units that must first cross at a ford, or at none."""
    costs, open_way = scene.ground.cost, scene.limits.open_way
    return tuple(
        tuple((there, cost) for there, cost in costs[here].items() if open_way(turn, side, ford, here, there))
        for here in range(scene.board.grid.size)
    )


@lru_cache(maxsize=20_000)
def marching_area(scene: Scene, here: int, mp: int, turn: int, side: str, ford: FirstFord | None) -> int:
    """The hexes a unit could march to if it were alone on the map: whoever is elsewhere does not matter to it."""
    return sum(1 << hex_ for hex_, _ in marches(scene, here, mp, turn, side, ford, 0, 0, 0))


@lru_cache(maxsize=20_000)
def marches(
    scene: Scene, here: int, mp: int, turn: int, side: str, ford: FirstFord | None, enemies: int, zones: int, foot: int
) -> tuple[tuple[int, int], ...]:
    """Hexes a unit can march to, each with its cost: past no enemy, no further than the first enemy zone; into the
    hexes `foot` at the price of stacking."""
    steps = open_steps(scene, turn, side, ford)
    found, queue = {here: 0}, [(0, here)]
    leaving = scene.params.leave_ezoc if zones >> here & 1 else 0
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > found[at] or (at != here and zones >> at & 1):
            continue
        if at == here:
            spent += leaving
        for there, cost in steps[at]:
            total = spent + cost
            if total > mp:
                continue
            if foot >> there & 1:
                total += STACKING
            if total > mp or total >= found.get(there, FAR) or enemies >> there & 1:
                continue
            found[there] = total
            heapq.heappush(queue, (total, there))
    return tuple(found.items())
