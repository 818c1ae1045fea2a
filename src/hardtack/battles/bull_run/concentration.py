"""Who is where in time, and in strength: crossings, attacks of several stacks on one, odds on the spot, marches.

A defender fires once a turn (10.1b): three stacks that attack one pay for one fight. So a brigade counts for little by
itself and for much beside others, and an enemy who has come over the run alone is there to be set upon.
"""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.bull_run.ground import OPEN
from hardtack.battles.bull_run.knowledge import mean_hits, modifier, way_field
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.solitaire import FAR
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.victory import held
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import CONFEDERATE, UNION, enemy_of
from hardtack.referee.knowledge import Field, hex_distances

RESOLUTE = 1 / 3  # McDowell's hesitation: how often a Union stack south of the run attacks (10.1h)
SHARES = (1.0, 1.0, 0.7, 0.4, 0.2, 0.1)  # what strength counts for so many hexes away
ENOUGH = 1.5  # times an intruder's strength: what it takes to be sure of him
FULL = 9  # strength that makes a strong post
TOWN, OPEN_GROUND = 0.6, 0.4  # what strength counts for on the objective and beside it, against a height beside it
WITHIN, HEIGHT = 1.3, 1.15  # the same against open ground beside it, for one who gathers there
PACE = 6.0  # movement points from it at which strength counts for half
TURNS = 4  # marches looked ahead
NEAR = 3  # hexes within which an enemy is at a crossing
MUDDLE = 0.4  # what the way over the run takes from a brigade that has to roll for it
BARRED, WATCHED = 24.0, 4.0  # movement points a column loses at a crossing whose far bank is held; where it must stop
FIRM = 4  # strength that holds a bank
HOLDS = 4.0  # strength that holds a height, or the objective, until others help


# -- the crossings: which a side holds, and how far its objective is by those the enemy leaves it


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


# -- strength on the spot


def assault(state: BullRunState, side: str) -> float:
    """What our best attacks together would bring less what theirs would."""
    return combined(state, side) - combined(state, enemy_of(side))


def combined(state: BullRunState, side: str) -> float:
    """Hits given less hits taken in the attacks a side could make, several stacks on one, one answer for all."""
    known = state.judgements.get(("combined", side))
    if known is None:
        known = state.judgements["combined", side] = _combined(state, side)
    return float(known)


def _combined(state: BullRunState, side: str) -> float:
    scenario, points = state.scenario, state.points
    ground = scenario.ground
    enemy = state.occupied(enemy_of(side))
    attackers: list[list[tuple[int, float]]] = []
    brought: dict[int, float] = {}
    for here in hexes_in(state.occupied(side) & state.deployment.zone(enemy_of(side))):
        share = RESOLUTE if side == UNION and ground.southern[here] else 1.0
        choices = [
            (there, share * mean_hits(scenario, modifier(scenario, here, there), points[here]))
            for there in ground.passable_sides[here] if enemy >> there & 1
        ]  # fmt: skip
        if choices:
            attackers.append(choices)
            for there, given in choices:
                brought[there] = brought.get(there, 0.0) + given
    if not attackers:
        return 0.0
    worth = {
        there: min(given, points[there]) - mean_hits(scenario, 0, points[there]) for there, given in brought.items()
    }
    given_to: dict[int, float] = {}
    for choices in attackers:
        there, given = max(choices, key=lambda choice: (worth[choice[0]], choice[1]))
        given_to[there] = given_to.get(there, 0.0) + given
    return sum(
        [
            max(0.0, min(given, points[there]) - mean_hits(scenario, 0, points[there]))
            for there, given in given_to.items()
        ]
    )


@lru_cache(maxsize=1024)
def shares(scenario: BullRun, hex_: int) -> Field:
    """What strength in each hex counts for at a hex: the nearer the more, nothing from over the run."""
    ground = scenario.ground
    far = hex_distances(scenario.board.grid, 1 << hex_, len(SHARES))
    bank = ground.southern[hex_]
    return tuple(
        SHARES[int(distance)] if distance < len(SHARES) and ground.southern[there] == bank else 0.0
        for there, distance in enumerate(far)
    )


def odds_at(state: BullRunState, side: str, hex_: int) -> tuple[float, float]:
    """The strength of a side and of its enemy that counts at a hex."""
    share, points = shares(state.scenario, hex_), state.points
    return (
        sum([share[here] * points[here] for here in hexes_in(state.occupied(side))]),
        sum([share[here] * points[here] for here in hexes_in(state.occupied(enemy_of(side)))]),
    )


def cornered(state: BullRunState, side: str) -> float:
    """Enemies on our bank who are outnumbered where they stand: all of what we need to be sure of them counts."""
    ground, points = state.scenario.ground, state.points
    bank = ground.south if side == CONFEDERATE else ground.north
    total = 0.0
    for hex_ in hexes_in(state.occupied(enemy_of(side)) & bank):
        ours, theirs = odds_at(state, side, hex_)
        total += points[hex_] * min(1.0, ours / (ENOUGH * theirs))
    return total


def outnumbered(state: BullRunState, side: str) -> float:
    """What our stacks lack to be a match for what is about them."""
    points = state.points
    total = 0.0
    for hex_ in hexes_in(state.occupied(side)):
        ours, theirs = odds_at(state, side, hex_)
        if theirs > ours:
            total += points[hex_] * (1.0 - ours / theirs)
    return -total


def in_time(state: BullRunState, side: str) -> float:
    """What we lack, turn by turn, to meet on the enemy's objective what he can bring there by then."""
    scenario, at, strength = state.scenario, state.at, state.strength
    foe, allowance = enemy_of(side), float(scenario.allowance)
    field = way_field(scenario, OPEN, scenario.objective[foe])
    marches = column(state, foe) + [
        (-float(strength[unit]), field[at[unit]]) for unit in scenario.of_side[side] if at[unit] >= 0
    ]
    balance = [0.0] * (TURNS + 1)
    for force, far in marches:
        turns = far / allowance
        first = int(turns)
        if first < TURNS:
            balance[first] += force * (1.0 - (turns - first))  # half a turn more is half the force
            balance[first + 1] += force * (turns - first)
    lack, running = 0.0, 0.0
    for turn, change in enumerate(balance[:TURNS]):
        running += change
        if running > 0:
            lack += running / (1.0 + turn)
    return -lack


def retake(state: BullRunState, side: str) -> float:
    """Where the enemy stands on his objective: what we have beside it to drive him out, before he has held it."""
    foe = enemy_of(side)
    goal = state.scenario.objective[foe]
    if not state.occupied(foe) >> goal & 1:
        return 0.0
    beside = hexes_in(state.occupied(side) & state.scenario.ground.joined[goal])
    return (1.0 + 2.0 * held(state, foe)) * sum([state.points[here] for here in beside])


def last_chance(state: BullRunState, side: str) -> float:
    """Whether the enemy wins with the end of this turn if he is not driven out: then any attack is worth making."""
    foe = enemy_of(side)
    return -float(held(state, foe) > 0 and bool(state.occupied(foe) >> state.scenario.objective[foe] & 1))


def ramparts(state: BullRunState, side: str) -> float:
    """Who stands on and about the enemy's objective: heights beside it shelter whoever has them."""
    scenario, points = state.scenario, state.points
    foe = enemy_of(side)
    goal = scenario.objective[foe]
    ring, heights = scenario.ground.joined[goal], scenario.ground.defensive
    total = 0.0
    for here in hexes_in(state.occupied(side) & (ring | 1 << goal)):
        total += min(FULL, points[here]) * (1.0 if heights >> here & 1 else TOWN if here == goal else OPEN_GROUND)
    for here in hexes_in(state.occupied(foe) & ring):
        total -= points[here] * (1.5 if heights >> here & 1 else 1.0)
    return total


def left_open(state: BullRunState, side: str) -> bool:
    """Whether no enemy stands on a side's objective: one who comes on with all he has leaves it so."""
    return not state.occupied(enemy_of(side)) >> state.scenario.objective[side] & 1


def crown(state: BullRunState, side: str) -> float:
    """How many of the heights about the enemy's objective we hold, and whether we stand on it, if he comes with all.

    A height left to him shelters him, and from there he attacks whoever stands on the objective in the open. Once he
    stands there himself no height is worth keeping: he has to be driven out.
    """
    scenario, points, foe = state.scenario, state.points, enemy_of(side)
    goal = scenario.objective[foe]
    if not left_open(state, side) or state.occupied(foe) >> goal & 1:
        return 0.0
    wanted = scenario.ground.joined[goal] & scenario.ground.defensive | 1 << goal
    return sum([min(1.0, points[here] / HOLDS) for here in hexes_in(state.occupied(side) & wanted)])


@lru_cache(maxsize=8)
def posts(scenario: BullRun, goal: int) -> Field:
    """What strength in each hex counts for about an objective: most on it, then on a height beside it."""
    ring, heights = scenario.ground.joined[goal], scenario.ground.defensive
    way = way_field(scenario, OPEN, goal)
    found = [1.0 / (1.0 + far / PACE) for far in way]
    for beside in hexes_in(ring):
        found[beside] = HEIGHT if heights >> beside & 1 else 1.0
    found[goal] = WITHIN
    return tuple(found)


def gathered(state: BullRunState, side: str) -> float:
    """Our strength on the enemy's objective and about it."""
    share = posts(state.scenario, state.scenario.objective[enemy_of(side)])
    at, strength = state.at, state.strength
    return sum([share[at[unit]] * strength[unit] for unit in state.scenario.of_side[side] if at[unit] >= 0])
