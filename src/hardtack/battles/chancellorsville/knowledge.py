"""What a bot weighs in these scenarios: points, who will hold the hexes that score, and the state of the troops.

The way to a hex is counted in movement points over the ground and under the scenario's bans, so that a river without
a ford is as long as it is. A march in progress is worth part of the best it can still reach or attack; without that
credit nobody who looks one action ahead would ever set out, as fatigue comes before the first step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import compress
from operator import ne

from hardtack.battles.chancellorsville.book import FirstFord
from hardtack.battles.chancellorsville.divisions import BreakUp
from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.prospects import attack_prospect, exposure, risk
from hardtack.battles.chancellorsville.raiders import errands, raid
from hardtack.battles.chancellorsville.routes import FAR, SCALE, marches, ways_to
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.ruses import surprise
from hardtack.battles.chancellorsville.stores import ammunition
from hardtack.battles.chancellorsville.victory import Prize
from hardtack.battles.chancellorsville.victory import prizes as victory_prizes
from hardtack.battles.chancellorsville.weights import (
    CONTROL,
    DEMORALISED,
    DISORDER,
    ENTRENCHED,
    EXPOSED,
    MANPOWER,
    POINTS,
    RAID,
    SCATTERED,
    WEARINESS,
    spared,
)
from hardtack.battles.gcacw.activation import Muster, NextMarch
from hardtack.battles.gcacw.knowledge import points
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import FOOT, MAX_FATIGUE, CampaignState, combat_halves, fact, in_enemy_zone
from hardtack.battles.gcacw.tables import combat_value_halves
from hardtack.board.native import dataclass
from hardtack.referee.events import SIDES, UNION, enemy_of
from hardtack.referee.state import Row

Term = Callable[[CampaignState, str], float]

USUAL = {"infantry": 4, "artillery": 4, "cavalry": 8}
CREDIT = 0.9  # how much of what a march could gain counts before it has set out
WHOLE = 1024  # a unit in the goal itself
ODDS = 0.8  # how much of an attack guessed at counts beside one forecast exactly
STRAY = WHOLE // 2  # strength that nobody brings: a goal with hardly anyone near belongs to nobody
STEP = 0.03  # what each movement point to a hex takes from its promise: the shortest way is the best


# -- who will hold the goals


@dataclass(frozen=True, slots=True)
class Goals:
    """The hexes that still score, and what each is worth in points."""

    hexes: tuple[int, ...]
    worths: tuple[float, ...]
    prizes: Mapping[str, Mapping[int, Sequence[Prize]]]  # by side and hex

    def prize(self, state: CampaignState, unit: int, hex_: int) -> float:
        """What a unit would score by standing in a hex, in the weight of points."""
        piece = state.scenario.pieces[unit]
        offered = self.prizes[piece.side].get(hex_, ())
        return POINTS * sum(prize.points for prize in offered if prize.is_for(piece, combat_halves(state, unit)))


def goals_of(scene: Scene, state: CampaignState) -> Goals:
    """The goals now; they change only with what the scenario remembers and with lost depots."""
    known: tuple[object, Goals] | None = scene.bot_memo.get("goals")
    key = scene.goal_key(state)
    if known is None or known[0] != key:
        named = scene.goals(state)
        prizes: dict[str, dict[int, list[Prize]]] = {side: {} for side in SIDES}
        for side in SIDES:
            for prize in victory_prizes(scene, state, side):
                prizes[side].setdefault(prize.hex, []).append(prize)
        known = (key, Goals(tuple(hex_ for hex_, _ in named), tuple(worth for _, worth in named), prizes))
        scene.bot_memo["goals"] = known
    return known[1]


Stakes = tuple[float, int, int]  # what a goal is worth, the strength we bring to it, the enemy's
Nearness = tuple[tuple[int, ...], ...]
Rows = tuple[Row, Row, Row]  # where units are, their manpower, their disorder


@lru_cache(maxsize=256)
def nearness(scene: Scene, goals: tuple[int, ...], turn: int, side: str, arm: str, ford: FirstFord | None) -> Nearness:
    """For every hex, how much of a unit there counts at each goal: all of it in the goal, less with the way to it."""
    scale = SCALE[arm]
    ways = [ways_to(scene, goal, turn, side, ford) for goal in goals]
    return tuple(
        tuple(round(WHOLE / (1.0 + way[hex_] / scale) ** 2) for way in ways) for hex_ in range(scene.board.grid.size)
    )


class Outlook:
    """The goals of a state as both sides stand to them."""

    def __init__(self, state: CampaignState) -> None:
        self.state = state
        self.scene: Scene = state.scenario  # type: ignore[assignment]  # only this book's battle has these terms
        self.goals = goals_of(self.scene, state)
        self.crossed = fact(state, CROSSED)
        self.maps: dict[tuple[str, str, FirstFord | None], Nearness] = {}

    def ford(self, unit: int) -> FirstFord | None:
        """The ford a unit has still to cross at; one that waits for others cannot cross at all."""
        limits = self.scene.limits
        if not limits.fords or self.crossed >> unit & 1 or unit not in limits.fords:
            return None
        return limits.next_ford(self.state, unit)

    def map_of(self, unit: int) -> Nearness:
        piece = self.scene.pieces[unit]
        key = (piece.side, piece.type, self.ford(unit))
        found = self.maps.get(key)
        if found is None:
            found = self.maps[key] = nearness(self.scene, self.goals.hexes, self.state.turn, *key)
        return found

    def reach(self, unit: int, here: int, mp: int) -> tuple[tuple[int, int], ...]:
        """Where a unit could march to from a hex, with the cost."""
        state, scene = self.state, self.scene
        side = scene.side_of[unit]
        enemy = enemy_of(side)
        return marches(
            scene, here, mp, state.turn, side, self.ford(unit), state.occupied(enemy) | scene.no_go(state, unit),
            state.deployment.zone(enemy), state.deployment.held[FOOT][side] if scene.is_foot[unit] else 0,
        )  # fmt: skip

    def presence(self) -> tuple[list[int], list[int]]:
        """The strength each side brings to each goal: worked out from the last answer, as few units change at a time.
        Whole numbers, so that it is the same by whatever way it was reached."""
        state, memo = self.state, self.scene.bot_memo
        rows = (state.at, state.manpower, state.disorganised)
        basis = (self.goals.hexes, state.turn, self.crossed)
        known = memo.get("presence")
        if known is None or known[0] != basis or self.scene.limits.fords:
            nobody = (0,) * len(state.at)
            known = (basis, (nobody, nobody, nobody), ([STRAY] * len(basis[0]), [STRAY] * len(basis[0])))
        before: Rows = known[1]
        sums = (list(known[2][0]), list(known[2][1]))
        changed: set[int] = set()
        for old, new in zip(before, rows, strict=True):
            if old is not new:
                changed.update(compress(range(len(new)), map(ne, old, new)))
        for unit in changed:
            if self.scene.pieces[unit].is_unit:
                self._count(sums[SIDES.index(self.scene.side_of[unit])], unit, before, -1)
                self._count(sums[SIDES.index(self.scene.side_of[unit])], unit, rows, 1)
        memo["presence"] = (basis, rows, sums)
        return sums

    def standing(self, side: str) -> list[Stakes]:
        """Every goal as a side stands to it."""
        union, confederate = self.presence()
        mine, theirs = (union, confederate) if side == UNION else (confederate, union)
        return list(zip(self.goals.worths, mine, theirs, strict=True))

    def send(self, unit: int, hex_: int, sums: list[int]) -> None:
        """Count a unit where it is going instead of where it is."""
        near, strength, here = self.map_of(unit), combat_halves(self.state, unit), self.state.at[unit]
        for goal, (there, now) in enumerate(zip(near[hex_], near[here], strict=True)):
            sums[goal] += strength * (there - now)

    def _count(self, sums: list[int], unit: int, rows: Rows, sign: int) -> None:
        """Add a unit as it stands in these rows, or take it away."""
        at, manpower, disorganised = rows[0][unit], rows[1][unit], rows[2][unit]
        if manpower and at >= 0:
            strength = sign * combat_value_halves(manpower, bool(disorganised))
            for goal, near in enumerate(self.map_of(unit)[at]):
                sums[goal] += strength * near


def control(state: CampaignState, side: str) -> float:
    """The points a side can expect from the goals, with credit for the marches it has begun."""
    outlook = Outlook(state)
    if not outlook.goals.hexes:
        return 0.0
    standing = outlook.standing(side)
    return (
        raid(state, side) + sum(expectations(standing)) + sum([hope for _, _, hope in hopes(outlook, side, standing)])
    )


def expectations(standing: Sequence[Stakes]) -> list[float]:
    """What a side can expect from each goal as both stand now."""
    return [CONTROL * worth * ours / (ours + enemy) for worth, ours, enemy in standing]


def hopes(outlook: Outlook, side: str, standing: Sequence[Stakes]) -> Iterator[tuple[int, int, float]]:
    """For each march under way: the unit, the hex it would best go to or fight from, and what that promises.

    Each reckons with those before it where they are going, not where they are: a step on the way there changes
    nothing for the others, and all that it takes from the way is a gain. So nobody goes to and fro.
    """
    state = outlook.state
    ours = [mine for _, mine, _ in standing]
    for march in promised(state, side):
        gain, hex_ = _hope(outlook, march, standing, ours)
        outlook.send(march.unit, hex_, ours)
        if march.waits:  # setting out will tire it
            tired = state.fatigue[march.unit]
            gain *= CREDIT
            gain -= (WEARINESS[min(MAX_FATIGUE, tired + 1)] - WEARINESS[tired]) * state.manpower[march.unit]
        yield march.unit, hex_, gain


def _hope(outlook: Outlook, march: Promise, standing: Sequence[Stakes], ours: Sequence[int]) -> tuple[float, int]:
    """What a march can still gain and where: the best hex within reach, or an attack where it stands or gets to."""
    state, scene, unit = outlook.state, outlook.scene, march.unit
    here, side = state.at[unit], scene.side_of[unit]
    best = 0.0 if march.barred else ODDS * attack_prospect(state, unit, here, march.mp, march.moved)
    if march.stands:
        return best, here
    goals = outlook.goals
    held, zones = state.occupied(side), state.deployment.zone(enemy_of(side))
    near, strength = outlook.map_of(unit), combat_halves(state, unit)
    alone = len(state.deployment.stacks[here]) == 1
    now = goals.prize(state, unit, here) if alone else 0.0
    others = [
        (CONTROL * worth, mine - strength * share, enemy)
        for (worth, _, enemy), mine, share in zip(standing, ours, near[here], strict=True)
    ]
    now += _expected(others, near[here], strength)
    goal = here
    rides = errands(state, unit)
    now += rides[here] if rides else 0.0
    for hex_, cost in outlook.reach(unit, here, march.mp):
        gain = _expected(others, near[hex_], strength) - now - STEP * cost
        if rides:
            gain += rides[hex_]
            if cost + 1 <= march.mp and hex_ in outlook.scene.raid_hexes:
                gain += (1 / RAID - 1) * rides[hex_]  # and off the map with what is left
        if not held >> hex_ & 1:
            gain += goals.prize(state, unit, hex_)
        if zones >> hex_ & 1 and cost:
            gain -= EXPOSED * risk(state, unit, hex_)
            if not zones >> here & 1:  # no attack after a move from zone to zone
                gain += ODDS * attack_prospect(state, unit, hex_, march.mp - cost, True)
        if gain > best:
            best, goal = gain, hex_
    return best, goal


def _expected(others: Sequence[Stakes], near: Sequence[int], strength: int) -> float:
    """What all goals promise when a unit that far from each joins the others of its side."""
    total = 0.0
    for (worth, mine, enemy), share in zip(others, near, strict=True):
        ours = mine + strength * share
        total += worth * ours / (ours + enemy)
    return total


def leads_nowhere(state: CampaignState, march: March, step: int) -> bool:
    """Whether a step of a march takes it no nearer the hex it would best go to."""
    outlook = Outlook(state)
    unit, here = outlook.scene.index[march.unit], state.at[outlook.scene.index[march.unit]]
    standing = outlook.standing(march.side)
    goal = next(hex_ for one, hex_, _ in hopes(outlook, march.side, standing) if one == unit)
    before = dict(outlook.reach(unit, here, march.mp)).get(goal, FAR)
    after = dict(outlook.reach(unit, step, march.mp)).get(goal, FAR)
    return after >= before


@dataclass(frozen=True, slots=True)
class Promise:
    """A unit with the points it has, or can expect, in the action under way."""

    unit: int
    mp: int
    moved: bool = False
    stands: bool = False  # stopped by an enemy zone
    barred: bool = False  # no attack any more
    waits: bool = False  # still to set out


def promised(state: CampaignState, side: str) -> list[Promise]:
    """The marches of a side that are under way or ordered, in the order they will be made."""
    scene = state.scenario
    found: dict[int, Promise] = {}
    for frame in reversed(state.agenda):
        if getattr(frame, "side", "") != side:
            continue
        if isinstance(frame, March):
            unit = scene.index[frame.unit]
            if not frame.over and state.at[unit] >= 0:
                stands = frame.stopped and in_enemy_zone(state, unit, state.at[unit])
                found[unit] = Promise(unit, frame.mp, bool(frame.moved), stands, frame.barred)
        elif isinstance(frame, NextMarch):
            for name in frame.units:
                unit = scene.index[name]
                found[unit] = Promise(unit, frame.foot_mp if scene.is_foot[unit] else frame.horse_mp, waits=True)
        elif isinstance(frame, Muster):
            for name in frame.named or frame.eligible[:1]:
                unit = scene.index[name]
                found[unit] = Promise(unit, USUAL[scene.pieces[unit].type], waits=True)
    return [march for march in found.values() if state.at[march.unit] >= 0]


# -- the troops


def troops(state: CampaignState, side: str) -> float:
    """Manpower and its state, our own for us and the enemy's against us; early fatigue is cheap."""
    worn = _worn(state, side) - _worn(state, enemy_of(side))
    return -spared(state.turn, state.scenario.turns) * worn - SCATTERED * _splinters(state, side)


def _worn(state: CampaignState, side: str) -> float:
    """What a side lacks in strength and freshness."""
    total = 0.0
    at, fatigue, disorganised, demoralised = state.at, state.fatigue, state.disorganised, state.demoralised
    entrenched = ENTRENCHED if state.scenario.may_entrench else 0.0
    for unit in state.scenario.units_of[side]:
        manpower = state.manpower[unit]
        if manpower and at[unit] >= 0:
            worn = WEARINESS[fatigue[unit]] + DISORDER * disorganised[unit] + DEMORALISED * demoralised[unit]
            if entrenched and state.works[unit]:
                worn -= entrenched
            total += (worn - MANPOWER) * manpower
    return total


def _splinters(state: CampaignState, side: str) -> int:
    """Parts of divisions in play, or about to be: an army in splinters is harder to use."""
    scene: Scene = state.scenario  # type: ignore[assignment]  # only this book's battle has these terms
    found = sum(1 for unit in scene.splinters if state.manpower[unit] and scene.pieces[unit].side == side)
    top = state.agenda[-1] if state.agenda else None
    return found + len(top.brigades) + 1 if isinstance(top, BreakUp) and top.side == side else found


TERMS: Mapping[str, tuple[float, Term]] = {
    "points": (POINTS, points),
    "control": (1.0, control),
    "troops": (1.0, troops),
    "exposure": (-EXPOSED, exposure),
    "ammunition": (1.0, ammunition),
    "surprise": (1.0, surprise),
}
