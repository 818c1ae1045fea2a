"""What a bot weighs in these scenarios: points, the way to the hexes that score, and the state of the troops.

The way is counted in movement points over the ground and under the scenario's bans, so that a river without
a ford is as long as it is. A march in progress is worth part of the best it can still reach or attack; without
that credit nobody who looks one action ahead would ever set out, as fatigue comes before the first step.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from functools import lru_cache
from math import sqrt

from hardtack.battles.chancellorsville.book import FirstFord
from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.gcacw.activation import LedMarches, Muster, NextMarch
from hardtack.battles.gcacw.knowledge import points
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState, combat_halves, fact, in_enemy_zone, positions, units_at
from hardtack.referee.events import SIDES, enemy_of

Term = Callable[[CampaignState, str], float]
Goals = tuple[tuple[int, float, bool], ...]  # hex, worth, whether somebody else must still take it
Ways = tuple[int, ...]  # for each hex, the movement points to a goal

FAR = 999
ROOTS = tuple(sqrt(number) for number in range(40))
SCALE = {"infantry": 5.0, "artillery": 5.0, "cavalry": 9.0}  # about the points of one activation
USUAL = {"infantry": 4, "artillery": 4, "cavalry": 8}
CREDIT = 0.5  # how much of what a march could still gain counts before it is gained
PRIZE = 1.7  # a scoring hex in the weight of nearness, about the weight of its points
HELD_WORTH = 0.5  # a goal we stand in needs less than one we do not
ODDS = 0.5  # what each step of odds promises to a unit that can attack
WEARINESS = (0.0, 0.06, 0.15, 0.35, 0.8)  # by fatigue level


# -- the ground


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


@lru_cache(maxsize=20_000)
def marches(
    scene: Scene, here: int, mp: int, turn: int, side: str, ford: FirstFord | None, enemies: int, zones: int
) -> tuple[int, ...]:
    """Hexes a unit can march to with its points: past no enemy, no further than the first enemy zone."""
    costs, open_way = scene.ground.cost, scene.limits.open_way
    found, queue = {here: 0}, [(0, here)]
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > found[at] or (at != here and zones >> at & 1):
            continue
        for there, cost in costs[at].items():
            total = spent + cost
            if enemies >> there & 1 or total > mp or total >= found.get(there, FAR):
                continue
            if open_way(turn, side, ford, at, there):
                found[there] = total
                heapq.heappush(queue, (total, there))
    return tuple(found)


# -- the terms


def nearness(state: CampaignState, side: str) -> float:
    """How near the side's units are to the hexes that score, with credit for the marches it has begun."""
    scene: Scene = state.scenario  # type: ignore[assignment]  # only this book's battle has these terms
    goals = _goals(scene, state, side)
    if not goals:
        return 0.0
    crossed = fact(state, CROSSED)
    total = 0.0
    for unit in scene.of_side[side]:
        if state.manpower[unit]:
            ford = None if crossed >> unit & 1 else scene.limits.fords.get(unit)
            total += _near(scene, unit, state.at[unit], state.manpower[unit], goals, state.turn, ford)
    for unit, mp in promised(state, side).items():
        if mp and state.at[unit] >= 0:
            ford = None if crossed >> unit & 1 else scene.limits.fords.get(unit)
            total += CREDIT * max(_hope(scene, state, unit, mp, goals, ford), _odds(state, unit))
    return total


def _goals(scene: Scene, state: CampaignState, side: str) -> Goals:
    """The goals of a side; one it stands in counts less, one the enemy stands in cannot be walked into."""
    key = (state.facts, side)
    named = scene.goal_memo.get(key)
    if named is None:
        if len(scene.goal_memo) > 1000:
            scene.goal_memo.clear()
        named = scene.goal_memo[key] = tuple(scene.goals(state, side))
    mine = positions(state).occupied[SIDES.index(side)]
    return tuple((h, worth * HELD_WORTH, False) if mine >> h & 1 else (h, worth, True) for h, worth in named)


@lru_cache(maxsize=200_000)
def _near(scene: Scene, unit: int, hex_: int, manpower: int, goals: Goals, turn: int, ford: FirstFord | None) -> float:
    """What a place is worth to a unit: the best goal for its distance."""
    piece = scene.pieces[unit]
    scale = SCALE[piece.type]
    best = max(worth / (1.0 + ways_to(scene, goal, turn, piece.side, ford)[hex_] / scale) for goal, worth, _ in goals)
    return ROOTS[manpower] * best


def _hope(scene: Scene, state: CampaignState, unit: int, mp: int, goals: Goals, ford: FirstFord | None) -> float:
    """What the best hex within reach would add, a goal taken there or given up here included."""
    where, side = positions(state), scene.side_number[unit]
    here, manpower = state.at[unit], state.manpower[unit]
    name = SIDES[side]
    reach = marches(scene, here, mp, state.turn, name, ford, where.occupied[1 - side], where.zones[1 - side])
    prizes = {goal: PRIZE * worth for goal, worth, open_ in goals if open_}
    now = _near(scene, unit, here, manpower, goals, state.turn, ford)
    if len(where.units[here]) == 1:  # leaving a hex nobody else holds gives it up
        now += next((PRIZE * worth / HELD_WORTH for goal, worth, open_ in goals if goal == here and not open_), 0.0)
    best = max(_near(scene, unit, hex_, manpower, goals, state.turn, ford) + prizes.get(hex_, 0.0) for hex_ in reach)
    return max(0.0, best - now)


def _odds(state: CampaignState, unit: int) -> float:
    """What attacking the weakest neighbour promises, by whole steps of odds."""
    scene = state.scenario
    here = state.at[unit]
    near = positions(state).occupied[1 - scene.side_number[unit]] & scene.board.grid.around_mask[here]
    if not near:
        return 0.0
    mine = combat_halves(state, unit)
    best = 0
    for hex_ in scene.board.grid.around[here]:
        if near >> hex_ & 1 and scene.bars_attack(state, unit, here, hex_) is None:
            theirs = sum(
                combat_halves(state, enemy) * (2 if state.works[enemy] else 1) for enemy in units_at(state, hex_)
            )
            best = max(best, mine // max(1, theirs))
    return ODDS * max(0, best - 1) * ROOTS[state.manpower[unit]]


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
