"""The hexes that score as both sides stand to them: who is how near with what strength.

The way to a hex is counted in movement points over the ground and under the scenario's bans, so that a river without
a ford is as long as it is. What is found follows from the position before, as few units change at a time; strengths
are whole numbers, so that they are the same by whatever way they were reached.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from functools import lru_cache

from hardtack.battles.chancellorsville.book import FirstFord
from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.routes import FAR, SCALE, marches, marching_area, open_steps, ways_to
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.victory import Prize
from hardtack.battles.chancellorsville.victory import prizes as victory_prizes
from hardtack.battles.chancellorsville.weights import CONTROL, POINTS
from hardtack.battles.gcacw.state import FOOT, combat_halves, fact
from hardtack.battles.gcacw.tables import combat_value_halves
from hardtack.board.masks import changed_in
from hardtack.board.native import dataclass
from hardtack.referee.events import SIDES, UNION, enemy_of
from hardtack.referee.state import Row

WHOLE = 1024  # a unit in the goal itself
STRAY = WHOLE // 2  # strength that nobody brings: a goal with hardly anyone near belongs to nobody

Stakes = tuple[float, int, int]  # what a goal is worth as control, the strength we bring to it, the enemy's


# -- what scores


@dataclass(frozen=True, slots=True)
class Goals:
    """The hexes that still score, and what each is worth as control."""

    hexes: tuple[int, ...]
    worths: tuple[float, ...]
    prizes: Mapping[str, Mapping[int, Sequence[Prize]]]  # by side and hex

    def prize(self, state: SceneState, unit: int, hex_: int) -> float:
        """What a unit would score by standing in a hex, in the weight of points."""
        piece = state.scenario.pieces[unit]
        offered = self.prizes[piece.side].get(hex_)
        if offered is None:
            return 0.0
        return POINTS * sum(prize.points for prize in offered if prize.is_for(piece, combat_halves(state, unit)))


def goals_of(scene: Scene, state: SceneState) -> Goals:
    named = scene.goals(state)
    prizes: dict[str, dict[int, list[Prize]]] = {side: {} for side in SIDES}
    for side in SIDES:
        for prize in victory_prizes(scene, state, side):
            prizes[side].setdefault(prize.hex, []).append(prize)
    return Goals(tuple(hex_ for hex_, _ in named), tuple(CONTROL * worth for _, worth in named), prizes)


class Nearness:
    """For every hex, how much of a unit there counts at each goal: all of it in the goal, less with the way to it."""

    def __init__(self, shares: tuple[tuple[int, ...], ...]) -> None:
        self.shares = shares


NOWHERE = Nearness(())  # of what is no unit


@lru_cache(maxsize=256)
def nearness(scene: Scene, goals: tuple[int, ...], turn: int, side: str, arm: str, ford: FirstFord | None) -> Nearness:
    scale = SCALE[arm]
    ways = [ways_to(scene, goal, turn, side, ford) for goal in goals]
    size = scene.board.grid.size
    return Nearness(tuple(tuple(round(WHOLE / (1.0 + way[hex_] / scale) ** 2) for way in ways) for hex_ in range(size)))


class GoalMaps:
    """What the goals are, and how far it is to them for each unit: the same for a long time."""

    def __init__(self, state: SceneState, last: GoalMaps | None) -> None:
        scene = state.scenario
        self.key = scene.goal_key(state)
        self.goals: Goals = last.goals if last is not None and last.key == self.key else goals_of(scene, state)
        self.crossings = crossings(scene, state)
        self.turn = scene.limits.since(state.turn)
        self.fords: tuple[FirstFord | None, ...]
        self.maps: tuple[Nearness, ...]
        known = last is not None and last.goals.hexes == self.goals.hexes and last.turn == self.turn
        if last is not None and known and last.crossings == self.crossings:
            self.fords, self.maps = last.fords, last.maps
        else:
            self.fords = fords_of(scene, state)
            self.maps = tuple(
                nearness(scene, self.goals.hexes, self.turn, piece.side, piece.type, ford) if piece.is_unit else NOWHERE
                for piece, ford in zip(scene.pieces, self.fords, strict=True)
            )


def crossings(scene: Scene, state: SceneState) -> Hashable:
    """What the fords that units have still to cross at rest on."""
    limits = scene.limits
    return (fact(state, CROSSED), limits.leading_across(state)) if limits.fords else None


def fords_of(scene: Scene, state: SceneState) -> tuple[FirstFord | None, ...]:
    """For each piece, the ford it has still to cross at; one that waits for others cannot cross at all."""
    limits, crossed = scene.limits, fact(state, CROSSED)
    waiting = [unit in limits.fords and not crossed >> unit & 1 for unit in range(len(scene.pieces))]
    return tuple(limits.next_ford(state, unit) if waits else None for unit, waits in enumerate(waiting))


def _followed(state: SceneState, last: GoalMaps | None) -> GoalMaps:
    scene = state.scenario
    if last is None or last.turn != scene.limits.since(state.turn) or last.key != scene.goal_key(state):
        return GoalMaps(state, last)
    return last if last.crossings == crossings(scene, state) else GoalMaps(state, last)


# -- who is there


@dataclass(frozen=True, slots=True)
class Presence:
    """The strength each side brings to each goal, with what it was counted from."""

    hexes: tuple[int, ...]
    at: Row
    manpower: Row
    disorganised: Row
    maps: tuple[Nearness, ...]
    union: Sequence[int]
    confederate: Sequence[int]

    def count(self, sums: list[int], unit: int, sign: int) -> None:
        """Add a unit as it stands here, or take it away."""
        at, manpower = self.at[unit], self.manpower[unit]
        if manpower and at >= 0:
            strength = sign * combat_value_halves(manpower, bool(self.disorganised[unit]))
            for goal, share in enumerate(self.maps[unit].shares[at]):
                sums[goal] += strength * share


def presence_of(of_goals: GoalMaps, state: SceneState, last: Presence | None) -> Presence:
    """Counted from the last answer; units that are where and as they were, with the same ways, count as they did."""
    at, manpower, disorganised, maps = state.at, state.manpower, state.disorganised, of_goals.maps
    if last is not None and last.hexes == of_goals.goals.hexes:
        if last.at is at and last.manpower is manpower and last.disorganised is disorganised and last.maps is maps:
            return last
        before = last
    else:
        hexes, nobody = of_goals.goals.hexes, (0,) * len(at)
        stray = [STRAY] * len(hexes)
        before = Presence(hexes, nobody, nobody, nobody, maps, stray, stray)
    rows = (before.at, at), (before.manpower, manpower), (before.disorganised, disorganised), (before.maps, maps)
    changed = changed_in(rows)
    union, confederate = list(before.union), list(before.confederate)
    now = Presence(before.hexes, at, manpower, disorganised, maps, union, confederate)
    pieces = state.scenario.pieces
    for unit in changed:
        if pieces[unit].is_unit:
            sums = union if pieces[unit].side == UNION else confederate
            before.count(sums, unit, -1)
            now.count(sums, unit, 1)
    return now


# -- what could be expected


class Expectation:
    """What all goals promise with a unit in a hex that joins the others of its side: found when it is asked for."""

    def __init__(self, near: Nearness, strength: int, others: tuple[Stakes, ...]) -> None:
        self.shares = near.shares
        self.strength = strength
        self.others = others  # every goal as the side stands to it without the unit
        self.known: dict[int, float] = {}

    def at(self, hex_: int) -> float:
        known = self.known.get(hex_)
        if known is not None:
            return known
        total, strength = 0.0, self.strength
        for (worth, mine, enemy), share in zip(self.others, self.shares[hex_], strict=True):
            ours = mine + strength * share
            total += worth * ours / (ours + enemy)
        self.known[hex_] = total
        return total


@lru_cache(maxsize=512)
def expectation(near: Nearness, strength: int, others: tuple[Stakes, ...]) -> Expectation:
    """The one for a unit of that strength, wherever it stands now: its next steps ask for the same again."""
    return Expectation(near, strength, others)


class Outlook:
    """The goals of a state as both sides stand to them."""

    def __init__(self, state: SceneState) -> None:
        self.state = state
        self.scene = state.scenario
        self.situation = state.situation
        self.of_goals = self.situation.follow("goal maps", lambda last: _followed(state, last))
        self.goals = self.of_goals.goals

    def reach(self, unit: int, here: int, mp: int) -> tuple[tuple[int, int], ...]:
        """Where a unit could march to from a hex, with the cost."""
        state, scene = self.state, self.scene
        side = scene.side_of[unit]
        enemy, ford, turn = enemy_of(side), self.of_goals.fords[unit], self.of_goals.turn
        area = marching_area(scene, here, mp, turn, side, ford)
        foot = state.deployment.held(FOOT, side) & ~(1 << here) if scene.is_foot[unit] else 0
        enemies = state.occupied(enemy) | scene.no_go(state, unit)
        zones = state.deployment.zone(enemy)
        return marches(scene, here, mp, turn, side, ford, enemies & area, zones & area, foot & area)

    def path(self, unit: int, goal: int, mp: int) -> tuple[int, ...]:
        """The way a march takes to a hex within reach: from where the unit stands to the hex, both included."""
        here, costs = self.state.at[unit], dict(self.reach(unit, self.state.at[unit], mp))
        steps = open_steps(self.scene, self.of_goals.turn, self.scene.side_of[unit], self.of_goals.fords[unit])
        zones = self.state.deployment.zone(enemy_of(self.scene.side_of[unit]))
        way = [goal]
        while way[-1] != here:
            there = way[-1]
            before = [
                (costs[near] + dict(steps[near]).get(there, FAR), near)
                for near in self.scene.board.grid.around[there]
                if near in costs and (near == here or not zones >> near & 1) and near not in way
            ]
            if not before:
                return (here,)
            way.append(min(before)[1])
        return tuple(reversed(way))

    def presence(self) -> Presence:
        return self.situation.follow("presence", lambda last: presence_of(self.of_goals, self.state, last))

    def standing(self, side: str) -> list[Stakes]:
        """Every goal as a side stands to it."""
        return self.situation.recall(("standing", side), lambda: self._standing(side))

    def _standing(self, side: str) -> list[Stakes]:
        presence = self.presence()
        union, confederate = presence.union, presence.confederate
        mine, theirs = (union, confederate) if side == UNION else (confederate, union)
        return list(zip(self.goals.worths, mine, theirs, strict=True))

    def expectation(self, unit: int, standing: Sequence[Stakes], ours: Sequence[int]) -> Expectation:
        """What a unit can expect anywhere; `ours`: the strength of its side at each goal, itself included."""
        near, strength = self.of_goals.maps[unit], combat_halves(self.state, unit)
        others = [
            (worth, mine - strength * share, enemy)
            for (worth, _, enemy), mine, share in zip(standing, ours, near.shares[self.state.at[unit]], strict=True)
        ]
        return expectation(near, strength, tuple(others))

    def send(self, unit: int, hex_: int, sums: list[int]) -> None:
        """Count a unit where it is going instead of where it is."""
        shares, strength, here = self.of_goals.maps[unit].shares, combat_halves(self.state, unit), self.state.at[unit]
        if hex_ != here:
            for goal, (there, now) in enumerate(zip(shares[hex_], shares[here], strict=True)):
                sums[goal] += strength * (there - now)
