"""What a bot that plans knows of Bull Run: the terms it weighs a position by, its aims and its ways to fight.

A defender fires once a turn (10.1b), so a stack that is attacked by several answers only the first: whoever begins an
attack must see what the others can do after it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hardtack.battles.bull_run.combat import Combat, attack_modifiers
from hardtack.battles.bull_run.ground import NO_FARM_FORD, OPEN
from hardtack.battles.bull_run.knowledge import TERMS as PLAIN_TERMS
from hardtack.battles.bull_run.knowledge import BullRunKnowledge, mean_hits
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR, distances
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import CONFEDERATE, UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Effort, Field, Stance, hex_distances

Term = Callable[[BullRunState, str], float]

RESOLUTE = 1 / 3  # McDowell's hesitation: how often a Union stack south of the run attacks (10.1h)
NEAR = 3  # hexes within which an enemy is at a crossing
MUDDLE = 0.4  # what the way over the run takes from a brigade that has to roll for it
HEAD = 8.0  # strength that makes the head of a column
ALARM, PATIENCE = 30.0, 12.0  # how near it alarms the garrison, and how much nearer it alarms it fully
INSIDE, ABOUT, WITHIN = 8.0, 20.0, 16.0  # strength wanted on the objective; about it, nearer than so many points


@lru_cache(maxsize=64)
def way_field(scenario: BullRun, edges: int, goal: int) -> Field:
    """Movement points from each hex to a goal, nobody in the way."""
    found = distances(scenario.ground.edges[edges], goal)
    return tuple(float(found.get(hex_, FAR)) for hex_ in range(scenario.board.grid.size))


def edges_of(state: BullRunState, side: str) -> int:
    return OPEN if side == CONFEDERATE or state.farm_ford_found else NO_FARM_FORD


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


def head_of_column(state: BullRunState, side: str) -> float:
    """How far the head of a side's column is from its objective; brigades that muddle at the run count less (8.3)."""
    scenario, at, strength = state.scenario, state.at, state.strength
    field = way_field(scenario, OPEN, scenario.objective[side])
    seen = 0.0
    for far, unit in sorted([(field[at[unit]], unit) for unit in scenario.of_side[side] if at[unit] >= 0]):
        bound = side == CONFEDERATE and state.is_bound(unit)
        seen += strength[unit] * (1.0 - MUDDLE if bound else 1.0)
        if seen >= HEAD:
            return far
    return float(FAR)


def garrison(state: BullRunState, side: str) -> float:
    """Strength on the enemy's objective and beside it, as much as is needed there, once his column is on the way."""
    scenario, at, strength = state.scenario, state.at, state.strength
    foe = enemy_of(side)
    urgency = min(1.0, max(0.0, (ALARM - head_of_column(state, foe)) / PATIENCE))
    if not urgency:
        return 0.0
    goal = scenario.objective[foe]
    field = way_field(scenario, OPEN, goal)
    units = [unit for unit in scenario.of_side[side] if at[unit] >= 0 and field[at[unit]] < WITHIN]
    about = sum([strength[unit] * (1.0 - field[at[unit]] / WITHIN) for unit in units])
    inside = sum([strength[unit] for unit in units if at[unit] == goal])
    return urgency * (min(INSIDE, inside) / 3.0 + min(ABOUT, about))


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
                given = mean_hits(scenario.hits, _modifier(state, here, there), points[here])
                if given > best:
                    best, target = given, there
        if target >= 0:
            brought[target] = brought.get(target, 0.0) + (
                best * RESOLUTE if side == UNION and scenario.ground.on_south(here) else best
            )
    return sum([min(given, float(points[there])) for there, given in brought.items()])


def _modifier(state: BullRunState, here: int, there: int) -> int:
    return sum([value for _, _, value in attack_modifiers(state, here, there)])


TERMS: Mapping[str, tuple[float, Term]] = {
    **PLAIN_TERMS,
    "brigades": (2.0, brigades),
    "volley": (9.0, volley),
    "fords": (1.0, fords),
    "garrison": (1.0, garrison),
}

STANCES = (
    Stance(Text("plan.attack"), (("contact", 5.0), ("strength_lost", -2.0))),
    Stance(Text("plan.careful"), (("strength_lost", 5.0), ("good_ground", 1.5), ("nearness", -6.0))),
    Stance(Text("plan.cover"), (("guard", 8.0), ("garrison", 1.5), ("nearness", -12.0))),
    Stance(Text("plan.press"), (("nearness", 18.0),)),
    Stance(Text("plan.stand"), (("fords", 3.0), ("guard", 3.0), ("nearness", -9.0))),
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

    effort = Effort(turns=3, work=9000)
    strike = 25.0

    def plan_terms(self) -> Mapping[str, tuple[float, Term]]:
        return TERMS

    def aims(self, state: BullRunState, side: str) -> Sequence[Aim]:
        return aims(state, side)

    def stances(self, state: BullRunState, side: str) -> Sequence[Stance]:
        return STANCES

    def ways(self, state: BullRunState, side: str, hexes: int) -> Field:
        return ways(state, side, hexes)

    def force(self, state: BullRunState, piece: int) -> float:
        return float(state.strength[piece])
