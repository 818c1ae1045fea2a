"""What a bot weighs at Bull Run: each term is a number for one side, higher is better for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from hardtack.battles.bull_run.combat import ground_modifiers
from hardtack.battles.bull_run.ground import NO_FARM_FORD, OPEN
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR, distances
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.victory import held, losses
from hardtack.board.masks import hexes_in
from hardtack.referee.dice import FACES
from hardtack.referee.events import CONFEDERATE, UNION, enemy_of
from hardtack.referee.knowledge import Field

Term = Callable[[BullRunState, str], float]


def strength_lost(state: BullRunState, side: str) -> float:
    """Strength points the enemy has lost more than we: the victory table counts them (12.0)."""
    return losses(state, enemy_of(side)) - losses(state, side)


def objective_held(state: BullRunState, side: str) -> float:
    """Standing on the objective, and having held it at a turn's end (3.1, 3.2)."""
    standing = state.deployment.side_at(state.scenario.objective[side]) == side
    enemy = state.deployment.side_at(state.scenario.objective[enemy_of(side)]) == enemy_of(side)
    return (standing + 2 * held(state, side)) - (enemy + 2 * held(state, enemy_of(side)))


def nearness(state: BullRunState, side: str) -> float:
    """How near the strength of the side is to its objective, the closest brigades counting most."""
    scenario = state.scenario
    field = way_field(scenario, edges_of(state, side), scenario.objective[side])
    at, strength = state.at, state.strength
    total = 0.0
    for unit in scenario.of_side[side]:
        hex_ = at[unit]
        if hex_ >= 0:
            total += strength[unit] / (4.0 + field[hex_])
    return total


@lru_cache(maxsize=1024)
def way_field(scenario: BullRun, edges: int, goal: int) -> Field:
    """Movement points from each hex to a goal, nobody in the way."""
    found = distances(scenario.ground.edges[edges], goal)
    return tuple(float(found.get(hex_, FAR)) for hex_ in range(scenario.board.grid.size))


def edges_of(state: BullRunState, side: str) -> int:
    """The crossings a side knows of."""
    return OPEN if side == CONFEDERATE or state.farm_ford_found else NO_FARM_FORD


def guard(state: BullRunState, side: str) -> float:
    """Strength standing between the enemy and his objective: near it, and nearer than he is."""
    scenario, at, strength = state.scenario, state.at, state.strength
    field = way_field(scenario, OPEN, scenario.objective[enemy_of(side)])
    threat = min([field[at[unit]] for unit in scenario.of_side[enemy_of(side)] if at[unit] >= 0], default=float(FAR))
    covering = 0.0
    for unit in scenario.of_side[side]:
        hex_ = at[unit]
        if hex_ >= 0 and field[hex_] <= threat:
            covering += strength[unit] / (3.0 + field[hex_])
    return covering * (8.0 / (4.0 + threat))


def contact(state: BullRunState, side: str) -> float:
    """Attacks we could make at good odds less those that threaten us: fire counted by the combat table's means."""
    return prospects(state, side) - prospects(state, enemy_of(side))


def prospects(state: BullRunState, side: str) -> float:
    """What the attacks a side could make at good odds would bring."""
    known = state.judgements.get(("prospects", side))
    if known is None:
        known = state.judgements["prospects", side] = _prospects(state, side)
    return float(known)


def _prospects(state: BullRunState, side: str) -> float:
    scenario = state.scenario
    enemy = state.occupied(enemy_of(side))
    in_touch = state.occupied(side) & state.deployment.zone(enemy_of(side))
    total = 0.0
    for hex_ in hexes_in(in_touch):
        best = 0.0
        for there in scenario.ground.passable_sides[hex_]:
            if enemy >> there & 1:
                best = max(best, _exchange(state, hex_, there))
        if side == UNION and scenario.ground.on_south(hex_):
            best /= 3  # McDowell's hesitation (10.1h)
        total += best
    return total


def _exchange(state: BullRunState, here: int, there: int) -> float:
    """Expected hits given less expected hits taken, attacking from one hex into another."""
    scenario, points = state.scenario, state.points
    return mean_hits(scenario, modifier(scenario, here, there), points[here]) - mean_hits(scenario, 0, points[there])


@lru_cache(maxsize=4096)
def modifier(scenario: BullRun, here: int, there: int) -> int:
    """What is added to the die of a stack that attacks from one hex into another: the ground alone decides."""
    return sum(value for _, _, value in ground_modifiers(scenario, here, there))


@lru_cache(maxsize=4096)
def mean_hits(scenario: BullRun, modifier: int, strength: int) -> float:
    """What a stack of this strength hits on average."""
    return sum(scenario.hits[max(die + modifier, 0)][strength] for die in range(1, FACES + 1)) / FACES


def good_ground(state: BullRunState, side: str) -> float:
    """Units in contact that stand on hills or in woods (10.5)."""
    scenario = state.scenario
    zone = state.deployment.zone(enemy_of(side))
    defensive = scenario.ground.defensive
    good, at = zone & defensive, state.at
    return float(sum([1 for unit in scenario.of_side[side] if at[unit] >= 0 and good >> at[unit] & 1]))


TERMS: Mapping[str, tuple[float, Term]] = {
    "strength_lost": (10.0, strength_lost),
    "objective_held": (60.0, objective_held),
    "nearness": (18.0, nearness),
    "guard": (6.0, guard),
    "contact": (4.0, contact),
    "good_ground": (0.6, good_ground),
}
