"""The crossings of Bull Run: which a side holds, and how far its objective is by those the enemy leaves it."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.bull_run.ground import OPEN
from hardtack.battles.bull_run.knowledge import way_field
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import mask_of
from hardtack.referee.events import CONFEDERATE, UNION, enemy_of
from hardtack.referee.knowledge import Field, hex_distances

NEAR = 3  # hexes within which an enemy is at a crossing
MUDDLE = 0.4  # what the way over the run takes from a brigade that has to roll for it
BARRED, WATCHED = 24.0, 4.0  # movement points a column loses at a crossing whose far bank is held; where it must stop
FIRM = 4  # strength that holds a bank


@lru_cache(maxsize=64)
def banks(scenario: BullRun, side: str) -> tuple[tuple[int, int], ...]:
    """For each crossing the hex on our bank, and those from which the enemy would come to it."""
    found = []
    for crossing in scenario.board.crossings:
        ours = next(hex_ for hex_ in crossing.sides if scenario.ground.on_south(hex_) == (side == CONFEDERATE))
        way = hex_distances(scenario.board.grid, 1 << ours)
        found.append((ours, mask_of(hex_ for hex_, far in enumerate(way) if far <= NEAR)))
    return tuple(found)


def fords(state: BullRunState, side: str) -> float:
    """Crossings we hold where the enemy is near."""
    own, enemy = state.occupied(side), state.occupied(enemy_of(side))
    return float(sum([1 for ours, vicinity in banks(state.scenario, side) if own >> ours & 1 and enemy & vicinity]))


@lru_cache(maxsize=8)
def passages(scenario: BullRun, side: str) -> tuple[tuple[int, int, bool, Field], ...]:
    """The crossings on a side's way: the bank it comes from and the far one, whether it is Farm Ford, how far it is."""
    found = []
    goal = way_field(scenario, OPEN, scenario.objective[side])
    for crossing in scenario.board.crossings:
        near, far = sorted(crossing.sides, key=lambda hex_: scenario.ground.on_south(hex_) == (side == UNION))
        beyond = float(scenario.ground.cost(near, far) or 0) + goal[far]
        way = tuple(points + beyond for points in way_field(scenario, OPEN, near))
        found.append((near, far, (near, far) in scenario.ground.farm_ford, way))
    return tuple(found)


@lru_cache(maxsize=2048)
def barred_way(scenario: BullRun, side: str, delays: tuple[float, ...]) -> Field:
    """Movement points from each hex to a side's objective, with what each crossing on the way delays it."""
    direct = way_field(scenario, OPEN, scenario.objective[side])
    across = scenario.ground.south if side == UNION else scenario.ground.north
    ways = [
        [far + delay for far in field] for (_, _, _, field), delay in zip(passages(scenario, side), delays, strict=True)
    ]
    return tuple(
        direct[hex_] if across >> hex_ & 1 else min([way[hex_] for way in ways])
        for hex_ in range(scenario.board.grid.size)
    )  # fmt: skip


def way_left(state: BullRunState, side: str) -> Field:
    """Movement points to a side's objective by the crossings the enemy leaves it.

    A bank he stands on has to be taken by an attack at the worst odds; a bank beside him stops a march (8.2b, 10.5a).
    """
    foe = enemy_of(side)
    held, zone, points = state.occupied(foe), state.deployment.zone(foe), state.points
    lost_ford = side == UNION and not state.farm_ford_found
    delays = []
    for near, far, farm_ford, _ in passages(state.scenario, side):
        if farm_ford and lost_ford:
            delays.append(float(FAR))
        elif held >> far & 1:
            delays.append(BARRED if points[far] >= FIRM else BARRED / 2)
        else:
            delays.append(BARRED if held >> near & 1 else WATCHED if zone >> far & 1 else 0.0)
    return barred_way(state.scenario, side, tuple(delays))


Column = list[tuple[float, float]]
"""The brigades of a side on the map: what each counts for on the way to its objective, and how far that is."""


def column(state: BullRunState, side: str) -> Column:
    """A brigade counts for less where it has to roll for the way (8.3)."""
    known = state.judgements.get(("column", side))
    if known is None:
        way, at, strength = way_left(state, side), state.at, state.strength
        known = state.judgements["column", side] = [
            (strength[unit] * (1.0 - MUDDLE if state.is_bound(unit) else 1.0), way[at[unit]])
            for unit in state.scenario.of_side[side]
            if at[unit] >= 0
        ]
    found: Column = known
    return found
