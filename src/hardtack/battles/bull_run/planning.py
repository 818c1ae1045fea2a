"""What a bot that plans knows of Bull Run: the terms it weighs a position by, its aims and its ways to fight.

A defender fires once a turn (10.1b), so a stack that is attacked by several answers only the first: what a position
threatens is counted for all the stacks that could attack together.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from hardtack.battles.bull_run.combat import Combat, attack_modifiers
from hardtack.battles.bull_run.ground import NO_FARM_FORD, OPEN
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR, distances
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.victory import held
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.dice import FACES
from hardtack.referee.events import CONFEDERATE, UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Field, Stance, hex_distances
from hardtack.referee.state import WAITING

Term = Callable[[BullRunState, str], float]

RESOLUTE = 1 / 3  # McDowell's hesitation: how often a Union stack south of the run attacks (10.1h)
HALVED = 7.0  # movement points of way over which a brigade counts half at a goal: not quite two turns
NEAR = 3  # hexes within which an enemy is at a crossing
STRAY = 1.0  # strength that is always reckoned with
MUDDLE = 0.4  # what the way over the run takes from a brigade that has to roll for it
AMPLE = 1.5  # times the enemy's strength that takes a goal
HEAD = 8.0  # strength that makes the head of a column
ALARM, PATIENCE = 30.0, 12.0  # how near it alarms the garrison, and how much nearer it alarms it fully
INSIDE, ABOUT, WITHIN = 8.0, 20.0, 16.0  # strength wanted on the objective; about it, nearer than so many points
SURE = 1.8  # an attack that can be made now counts so much more than one that may be made next turn
BOLD = 0.9  # an attack that costs no more than this share of what it brings is worth making


@lru_cache(maxsize=64)
def way_field(scenario: BullRun, edges: int, goal: int) -> Field:
    """Movement points from each hex to a goal, nobody in the way."""
    found = distances(scenario.ground.edges[edges], goal)
    return tuple(float(found.get(hex_, FAR)) for hex_ in range(scenario.board.grid.size))


def edges_of(state: BullRunState, side: str) -> int:
    return OPEN if side == CONFEDERATE or state.farm_ford_found else NO_FARM_FORD


# -- terms


def losses_ahead(state: BullRunState, side: str) -> float:
    """Strength points the enemy has lost more than we: the victory table counts them (12.0)."""
    return _lost(state, enemy_of(side)) - _lost(state, side)


def _lost(state: BullRunState, side: str) -> int:
    at, strength, printed = state.at, state.strength, state.scenario.printed
    return sum([printed[unit] - strength[unit] for unit in state.scenario.of_side[side] if at[unit] != WAITING])


def brigades(state: BullRunState, side: str) -> float:
    """Brigades in the field, ours less theirs: a broken one is worth less than the same points in a whole one."""
    at, own = state.at, state.scenario.of_side
    return float(sum([at[unit] >= 0 for unit in own[side]]) - sum([at[unit] >= 0 for unit in own[enemy_of(side)]]))


def objective_held(state: BullRunState, side: str) -> float:
    """Standing on the objective, and having held it at a turn's end (3.1, 3.2)."""
    foe, deployment, goals = enemy_of(side), state.deployment, state.scenario.objective
    ours = (deployment.side_at(goals[side]) == side) + 2 * held(state, side)
    return float(ours - (deployment.side_at(goals[foe]) == foe) - 2 * held(state, foe))


def post(state: BullRunState, side: str) -> float:
    """Somebody on the spot where the enemy wants to be."""
    return float(state.deployment.side_at(state.scenario.objective[enemy_of(side)]) == side)


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


@lru_cache(maxsize=64)
def reach_field(scenario: BullRun, edges: int, goal: int) -> Field:
    """How much of a brigade counts at a goal from each hex: all of it there, half for every `HALVED` points of way."""
    return tuple(0.5 ** (far / HALVED) for far in way_field(scenario, edges, goal))


def own_goal(state: BullRunState, side: str) -> float:
    """The strength we can bring to our objective for each point the enemy can, up to `AMPLE`."""
    return _ratio(state, side, state.scenario.objective[side], AMPLE)


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


def _ratio(state: BullRunState, side: str, goal: int, most: float) -> float:
    ours, theirs = _brought(state, side, goal), _brought(state, enemy_of(side), goal)
    return min(most, ours / (theirs + STRAY))


def _brought(state: BullRunState, side: str, goal: int) -> float:
    """The strength a side can bring to a goal; brigades that muddle at the run come late (8.3)."""
    scenario, at, strength = state.scenario, state.at, state.strength
    field = reach_field(scenario, edges_of(state, side), goal)
    total = sum([strength[unit] * field[at[unit]] for unit in scenario.of_side[side] if at[unit] >= 0])
    if side == CONFEDERATE and goal == scenario.objective[side]:
        bound = [unit for unit in scenario.of_side[side] if at[unit] >= 0 and state.is_bound(unit)]
        total -= MUDDLE * sum([strength[unit] * field[at[unit]] for unit in bound])
    return total


def fire(state: BullRunState, side: str) -> float:
    """What both sides could shoot off each other by attacking where they stand now, every stack once."""
    return _fire(state, side) - _fire(state, enemy_of(side))


def _fire(state: BullRunState, side: str) -> float:
    """Strength points the attacks of a side would bring more than they cost; bad attacks are not made."""
    phase = next((frame for frame in reversed(state.agenda) if isinstance(frame, Movement | Combat)), None)
    if isinstance(phase, Combat) and phase.side == side:
        return SURE * _free_fire(state, side)
    scenario, points, table = state.scenario, state.points, state.scenario.hits
    enemy = state.occupied(enemy_of(side))
    around = scenario.ground.passable_sides
    brought: dict[int, float] = {}
    for here in hexes_in(state.occupied(side) & state.deployment.zone(enemy_of(side))):
        best, target = 0.0, -1
        for there in around[here]:
            if enemy >> there & 1:
                given = mean_hits(table, _modifier(state, here, there), points[here])
                if brought.get(there):
                    given *= 1.2  # somebody else draws the fire
                if given > best:
                    best, target = given, there
        if target >= 0:
            if side == UNION and scenario.ground.on_south(here):
                best *= RESOLUTE
            brought[target] = brought.get(target, 0.0) + best
    total = 0.0
    for there, given in brought.items():
        cost = mean_hits(table, 0, points[there])
        gain = min(given, float(points[there]))
        if cost <= BOLD * gain or gain >= points[there]:
            total += gain - cost
    return total


def _free_fire(state: BullRunState, side: str) -> float:
    """The same in the middle of the side's combats: what is left to fire at stacks that will not answer any more.

    Other attacks are weighed when they are made; with these in sight the first attack on a stack is worth making.
    """
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


@lru_cache(maxsize=4096)
def mean_hits(table: tuple[tuple[int, ...], ...], modifier: int, strength: int) -> float:
    """What a stack of this strength hits on average."""
    return sum(table[max(die + modifier, 0)][strength] for die in range(1, FACES + 1)) / FACES


def good_ground(state: BullRunState, side: str) -> float:
    """Hexes of ours within the enemy's reach that lie on hills or in woods (10.5)."""
    touched = state.occupied(side) & state.deployment.zone(enemy_of(side))
    return float((touched & state.scenario.ground.defensive).bit_count())


TERMS: Mapping[str, tuple[float, Term]] = {
    "losses_ahead": (10.0, losses_ahead),
    "brigades": (2.0, brigades),
    "objective_held": (60.0, objective_held),
    "post": (8.0, post),
    "fords": (3.0, fords),
    "own_goal": (25.0, own_goal),
    "garrison": (2.5, garrison),
    "fire": (5.0, fire),
    "good_ground": (0.8, good_ground),
}

STANCES = (
    Stance(Text("plan.attack"), (("fire", 5.0), ("losses_ahead", -2.0))),
    Stance(Text("plan.careful"), (("losses_ahead", 5.0), ("good_ground", 1.5), ("own_goal", -10.0))),
    Stance(Text("plan.cover"), (("garrison", 2.5), ("own_goal", -20.0))),
    Stance(Text("plan.press"), (("own_goal", 30.0),)),
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
