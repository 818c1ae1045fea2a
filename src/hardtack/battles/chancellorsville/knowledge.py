"""What a bot weighs in these scenarios: points, who will hold the hexes that score, and the state of the troops.

A march in progress is worth part of the best it can still reach or attack; without that credit nobody who looks one
action ahead would ever set out, as fatigue comes before the first step. `outlook` has the goals of the marches.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial

from hardtack.battles.chancellorsville.divisions import BreakUp
from hardtack.battles.chancellorsville.outlook import Outlook, Stakes
from hardtack.battles.chancellorsville.prospects import attack_prospect, exposure, risk
from hardtack.battles.chancellorsville.raiders import errands, raid
from hardtack.battles.chancellorsville.routes import FAR
from hardtack.battles.chancellorsville.ruses import surprise
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.stores import ammunition
from hardtack.battles.chancellorsville.victory import total
from hardtack.battles.chancellorsville.weights import (
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
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import MAX_FATIGUE, in_enemy_zone
from hardtack.board.native import dataclass
from hardtack.referee.events import UNION, enemy_of

Term = Callable[[SceneState, str], float]

USUAL = {"infantry": 4, "artillery": 4, "cavalry": 8}
CREDIT = 0.9  # how much of what a march could gain counts before it has set out
ODDS = 0.8  # how much of an attack guessed at counts beside one forecast exactly
STEP = 0.03  # what each movement point to a hex takes from its promise: the shortest way is the best


# -- who will hold the goals


def control(state: SceneState, side: str) -> float:
    """The points a side can expect from the goals, with credit for the marches it has begun."""
    outlook = Outlook(state)
    if not outlook.goals.hexes:
        return 0.0
    standing = outlook.standing(side)
    settled = outlook.situation.recall(("control", side), lambda: raid(state, side) + sum(expectations(standing)))
    return settled + sum([hope for _, _, hope in hopes(outlook, side, standing)])


def expectations(standing: Sequence[Stakes]) -> list[float]:
    """What a side can expect from each goal as both stand now."""
    return [worth * ours / (ours + enemy) for worth, ours, enemy in standing]


def hopes(outlook: Outlook, side: str, standing: Sequence[Stakes]) -> Iterator[tuple[int, int, float]]:
    """For each march under way: the unit, the hex it would best go to or fight from, and what that promises.

    Each reckons with those before it where they are going, not where they are: a step on the way there changes
    nothing for the others, and all that it takes from the way is a gain. So nobody goes to and fro.
    """
    state = outlook.state
    ours = [mine for _, mine, _ in standing]
    recall = outlook.situation.recall
    for march in promised(state, side):
        asked = ("hope", march.unit, march.mp, march.moved, march.stands, march.barred, tuple(ours))
        gain, hex_ = recall(asked, partial(_hope, outlook, march, standing, tuple(ours)))
        outlook.send(march.unit, hex_, ours)
        if march.waits:  # setting out will tire it
            tired = state.fatigue[march.unit]
            gain *= CREDIT
            gain -= (WEARINESS[min(MAX_FATIGUE, tired + 1)] - WEARINESS[tired]) * state.manpower[march.unit]
        yield march.unit, hex_, gain


def _hope(outlook: Outlook, march: Promise, standing: Sequence[Stakes], ours: tuple[int, ...]) -> tuple[float, int]:
    """What a march can still gain and where: the best hex within reach, or an attack where it stands or gets to."""
    state, unit = outlook.state, march.unit
    here, goal = state.at[unit], state.at[unit]
    best = 0.0 if march.barred else ODDS * attack_prospect(state, unit, here, march.mp, march.moved)
    if march.stands:
        return best, here
    gains = outlook.situation.recall(("gains", unit, ours), lambda: Gains(outlook, unit, standing, ours))
    known, rides, zones = gains.known, gains.rides, gains.zones
    free = not zones >> here & 1  # no attack after a move from zone to zone
    for hex_, cost in outlook.reach(unit, here, march.mp):
        if rides and cost + 1 <= march.mp and hex_ in outlook.scene.raid_hexes:
            gain = gains.at(outlook, hex_, cost, leaving=True)  # and off the map with what is left
        elif hex_ in known:
            gain = known[hex_]
        else:
            gain = gains.at(outlook, hex_, cost)
        if free and zones >> hex_ & 1 and cost:
            gain += ODDS * attack_prospect(state, unit, hex_, march.mp - cost, True)
        if gain > best:
            best, goal = gain, hex_
    return best, goal


class Gains:
    """What a unit gains by going to a hex, whatever points it has left then: found when it is asked for.

    Costs are the same for every march of a unit from where it stands, however far it goes.
    """

    def __init__(self, outlook: Outlook, unit: int, standing: Sequence[Stakes], ours: Sequence[int]) -> None:
        state, here = outlook.state, outlook.state.at[unit]
        side = outlook.scene.side_of[unit]
        self.unit = unit
        self.prized, self.held = outlook.goals.prizes[side], state.occupied(side)
        self.zones = state.deployment.zone(enemy_of(side))
        self.expected = outlook.expectation(unit, standing, ours)
        self.rides = errands(state, unit)
        self.known: dict[int, float] = {}
        alone = len(state.deployment.stacks[here]) == 1
        now = outlook.goals.prize(state, unit, here) if alone else 0.0
        now += self.expected.at(here)
        self.now = now + (self.rides[here] if self.rides else 0.0)

    def at(self, outlook: Outlook, hex_: int, cost: int, leaving: bool = False) -> float:
        state, unit = outlook.state, self.unit
        gain = self.expected.at(hex_) - self.now - STEP * cost
        if self.rides:
            gain += self.rides[hex_]
            gain += (1 / RAID - 1) * self.rides[hex_] if leaving else 0.0
        if hex_ in self.prized and not self.held >> hex_ & 1:
            gain += outlook.goals.prize(state, unit, hex_)
        if cost and self.zones >> hex_ & 1:
            gain -= EXPOSED * risk(state, unit, hex_)
        if not leaving:
            self.known[hex_] = gain
        return gain


def leads_nowhere(state: SceneState, march: March, step: int) -> bool:
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


def promised(state: SceneState, side: str) -> list[Promise]:
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


def troops(state: SceneState, side: str) -> float:
    """Manpower and its state, our own for us and the enemy's against us; early fatigue is cheap."""
    worn = _worn(state, side) - _worn(state, enemy_of(side))
    return -spared(state.turn, state.scenario.turns) * worn - SCATTERED * _splinters(state, side)


def _worn(state: SceneState, side: str) -> float:
    """What a side lacks in strength and freshness."""
    return state.situation.recall(("worn", side), lambda: _worn_now(state, side))


def _worn_now(state: SceneState, side: str) -> float:
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


def _splinters(state: SceneState, side: str) -> int:
    """Parts of divisions in play, or about to be: an army in splinters is harder to use."""
    scene = state.scenario
    found = sum(1 for unit in scene.splinters if state.manpower[unit] and scene.pieces[unit].side == side)
    top = state.agenda[-1] if state.agenda else None
    return found + len(top.brigades) + 1 if isinstance(top, BreakUp) and top.side == side else found


# -- the points


def points(state: SceneState, side: str) -> float:
    """Victory points as they stand, for the side."""
    scene = state.scenario
    union = state.situation.recall("points", lambda: total(scene, state))
    return float(union if side == UNION else -union)


TERMS: Mapping[str, tuple[float, Term]] = {
    "points": (POINTS, points),
    "control": (1.0, control),
    "troops": (1.0, troops),
    "exposure": (-EXPOSED, exposure),
    "ammunition": (1.0, ammunition),
    "surprise": (1.0, surprise),
}
