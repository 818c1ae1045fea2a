"""What a bot that plans knows of Bull Run: the terms it weighs a position by, its aims and its ways to fight.

A defender fires once a turn (10.1b), so a stack that is attacked by several answers only the first: whoever begins an
attack must see what the others can do after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hardtack.battles.bull_run.combat import Combat
from hardtack.battles.bull_run.ground import OPEN
from hardtack.battles.bull_run.knowledge import TERMS as PLAIN_TERMS
from hardtack.battles.bull_run.knowledge import (
    BullRunKnowledge,
    edges_of,
    guard,
    mean_hits,
    modifier,
    nearness,
    prospects,
    way_field,
)
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.victory import losses
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import CONFEDERATE, UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Effort, Field, Stance, hex_distances

Term = Callable[[BullRunState, str], float]

RESOLUTE = 1 / 3  # McDowell's hesitation: how often a Union stack south of the run attacks (10.1h)
NEAR = 3  # hexes within which an enemy is at a crossing
MUDDLE = 0.4  # what the way over the run takes from a brigade that has to roll for it
BARRED, WATCHED = 24.0, 4.0  # movement points a column loses at a crossing whose far bank is held; where it must stop
FIRM = 4  # strength that holds a bank
INSIDE = 8.0  # strength wanted on the objective itself, once as much is coming
HORIZON = 20.0  # movement points: who is farther away does not come in time
OPEN_DOOR = 10.0  # strength that nobody on the objective is as bad as, where the enemy can walk in
ODDS = 1.3  # strength wanted for what is coming


# -- terms


def brigades(state: BullRunState, side: str) -> float:
    """Brigades in the field, ours less theirs: a broken one is worth less than the same points in a whole one."""
    at, own = state.at, state.scenario.of_side
    return float(sum([at[unit] >= 0 for unit in own[side]]) - sum([at[unit] >= 0 for unit in own[enemy_of(side)]]))


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


def approach(state: BullRunState, side: str) -> float:
    """How near the enemy's strength is to his objective by the crossings we leave him; nearer is worse."""
    return -sum([force / (4.0 + far) for force, far in column(state, enemy_of(side))])


def garrison(state: BullRunState, side: str) -> float:
    """The strength that is missing on the enemy's objective and about it to meet what he can bring there.

    A lack, so that keeping his column away is worth as much as waiting for it there.
    """
    scenario, at, strength = state.scenario, state.at, state.strength
    foe = enemy_of(side)
    threat = column(state, foe)
    coming = sum([force * (1.0 - far / HORIZON) for force, far in threat if far < HORIZON])
    if not coming:
        return 0.0
    goal = scenario.objective[foe]
    field = way_field(scenario, OPEN, goal)
    units = [unit for unit in scenario.of_side[side] if at[unit] >= 0 and field[at[unit]] < HORIZON]
    about = sum([strength[unit] * (1.0 - field[at[unit]] / HORIZON) for unit in units])
    inside = sum([strength[unit] for unit in units if at[unit] == goal])
    lack = max(0.0, ODDS * coming - about) + min(1.0, coming / INSIDE) * (INSIDE - min(INSIDE, inside)) / 3.0
    nearest = min([far for _, far in threat])
    return -lack - (0.0 if inside or nearest > scenario.allowance else OPEN_DOOR)


def massed(state: BullRunState, side: str) -> float:
    """How much of the strength stands together."""
    points = state.points
    return float(sum([points[hex_] ** 2 for hex_ in hexes_in(state.occupied(side))]))


def volley(state: BullRunState, side: str) -> float:
    """In the middle of a side's combats: what is left to fire at stacks that will not answer any more.

    Other attacks are weighed when they are made; with this in sight the first attack on a stack is worth making.
    """
    phase = next((frame for frame in reversed(state.agenda) if isinstance(frame, Movement | Combat)), None)
    if not isinstance(phase, Combat):
        return 0.0
    return _free_fire(state, side) if phase.side == side else -_free_fire(state, phase.side)


def _free_fire(state: BullRunState, side: str) -> float:
    """What the stacks of a side that have not attacked could still bring against those that have answered."""
    scenario, points, stacks = state.scenario, state.points, state.deployment.stacks
    enemy = state.occupied(enemy_of(side))
    brought: dict[int, float] = {}
    for here in hexes_in(state.occupied(side) & state.deployment.zone(enemy_of(side))):
        if any(state.attacked[unit] or state.hesitated[unit] for unit in stacks[here]):
            continue
        best, target = 0.0, -1
        for there in scenario.ground.passable_sides[here]:
            if not enemy >> there & 1 or not any(state.answered[unit] for unit in stacks[there]):
                continue
            if not all(state.settled[unit] for unit in stacks[there]):
                given = mean_hits(scenario, modifier(scenario, here, there), points[here])
                if given > best:
                    best, target = given, there
        if target >= 0:
            brought[target] = brought.get(target, 0.0) + (
                best * RESOLUTE if side == UNION and scenario.ground.on_south(here) else best
            )
    return sum([min(given, float(points[there])) for there, given in brought.items()])


TERMS: Mapping[str, tuple[float, Term]] = {
    **PLAIN_TERMS,
    "guard": (3.0, guard),
    "brigades": (2.0, brigades),
    "volley": (9.0, volley),
    "fords": (1.0, fords),
    "garrison": (2.0, garrison),
    "approach": (14.0, approach),
}

TRAITS: Mapping[str, tuple[float, Term]] = {
    "spared": (5.0, lambda state, side: -float(losses(state, side))),
    "untouched": (2.0, lambda state, side: -prospects(state, enemy_of(side))),
    "kept_off": (9.0, lambda state, side: -nearness(state, enemy_of(side))),
    "drive": (7.0, lambda state, side: -approach(state, enemy_of(side))),
    "opening": (1.0, lambda state, side: -garrison(state, enemy_of(side))),
    "massed": (0.1, massed),
}

STANCES = (
    Stance(Text("plan.attack"), (("contact", 5.0), ("strength_lost", -2.0))),
    Stance(Text("plan.careful"), (("strength_lost", 5.0), ("good_ground", 1.5), ("nearness", -6.0))),
    Stance(Text("plan.cover"), (("guard", 8.0), ("garrison", 1.5), ("nearness", -12.0))),
    Stance(Text("plan.press"), (("nearness", 18.0), ("approach", -8.0))),
    Stance(Text("plan.stand"), (("fords", 4.0), ("approach", 10.0), ("nearness", -9.0))),
)


def aims(state: BullRunState, side: str) -> Sequence[Aim]:
    """To take our objective, to hold the enemy's."""
    scenario = state.scenario
    ours, theirs = scenario.objective[side], scenario.objective[enemy_of(side)]
    name = scenario.board.grid.name
    return (
        Aim(text("plan.take", hex=name(ours)), 1 << ours, 14.0, 60.0),
        Aim(text("plan.hold", hex=name(theirs)), 1 << theirs, 8.0, 30.0),
    )


def ways(state: BullRunState, side: str, hexes: int) -> Field:
    """Movement points to the nearest of some hexes, over the fords the side may use."""
    edges: Any = edges_of(state, side)
    fields = [way_field(state.scenario, edges, hex_) for hex_ in hexes_in(hexes)]
    return fields[0] if len(fields) == 1 else tuple(map(min, *fields))


class BullRunPlanning(BullRunKnowledge):
    """All that the bots know of the battle."""

    effort = Effort(turns=2, work=12000)
    strike = 25.0

    def plan_terms(self) -> Mapping[str, tuple[float, Term]]:
        return TERMS

    def traits(self) -> Mapping[str, tuple[float, Term]]:
        return TRAITS

    def aims(self, state: BullRunState, side: str) -> Sequence[Aim]:
        return aims(state, side)

    def stances(self, state: BullRunState, side: str) -> Sequence[Stance]:
        return STANCES

    def ways(self, state: BullRunState, side: str, hexes: int) -> Field:
        return ways(state, side, hexes)

    def fronts(self, state: BullRunState, hex_: int) -> int:
        return state.scenario.ground.joined[hex_]

    def force(self, state: BullRunState, piece: int) -> float:
        return float(state.strength[piece])
