"""How a commander of a few units plays at a glance: who would win as things stand waits, who would lose goes hunting.

Each unit's best march is looked at once (`Sally`), for a poor, a usual and a good roll of its dice; the best of them
is ordered and carried out as it was meant. Whoever would win if the game ended now spends the initiative only on what
promises much: his troops stay fresh, and the other side, who would lose if it passed, too, must come to him.

Attacks are made by one unit at a time; what others add to one are their places. Each blocks hexes round the enemy, and
an enemy most of whose flanks are blocked is beaten where another would stand (GC 7.4.6). So a unit that can do nothing
by itself is of use on the far side of an enemy, and one that is near may do better to strike with its next march.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from hardtack.battles.chancellorsville.forces import forces_of
from hardtack.battles.chancellorsville.knowledge import USUAL, Gains
from hardtack.battles.chancellorsville.manners import Manner, manner_of, restless
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import assault_prospect, mean_harm, risk, strongest_type
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.victory import prizes, total
from hardtack.battles.chancellorsville.weights import WEARINESS, spared
from hardtack.battles.gcacw.actions import (
    ActivateLeader,
    AttackHex,
    BringLeader,
    ChargeHex,
    EndMarch,
    MarchUnit,
    NameUnit,
    OrderAssault,
    Pass,
    Ready,
    StepTo,
)
from hardtack.battles.gcacw.activation import Muster, NextMarch, subordinates
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.engagement import CHARGE_GROUND
from hardtack.battles.gcacw.flank import ALL_SIX, judged
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.sequence import Activation
from hardtack.battles.gcacw.state import MAX_FATIGUE, in_enemy_zone, leaders_at
from hardtack.battles.gcacw.steps import open_steps
from hardtack.battles.gcacw.tables import (
    FACES,
    attack_type_modifier,
    extended_march_modifier,
    extended_march_result,
    needs_extended_march,
    ratio_modifier,
)
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import enemy_of
from hardtack.referee.knowledge import hex_distances
from hardtack.referee.umpire import deciding, options

LUCK = (-3, -1, 1)  # what dice may add to the usual points of a march
LED = 2  # what a leader adds, about
SURE = 5 / 6  # how often an assault is made that was ordered, about (GC 5.3.3)
SPECIAL = 5.0  # guns to be issued, a warning to be sent
PREPARED = 1  # the modifier of an attack with time for it (GC 7.1.4)
COMES_UP = 2  # hexes round an enemy that whoever comes up to him will block
GOALS, BLOWS = 5, 2  # hexes to march to and attacks that are thought about

Skill = tuple[int, int]  # combat value in halves; tactical value with the leaders who are with the unit


def leads(state: SceneState, side: str) -> bool:
    """Whether a side would win if the game ended now."""
    return state.scenario.level(total(state.scenario, state))[0] == side


def can_score(state: SceneState, side: str) -> bool:
    """Whether there is anything left that a side scores by being there."""
    return bool(prizes(state.scenario, state, side))


class Instinct:
    """A commander; he remembers the way of the march under way. `manner`: his own, where it is not that of the side."""

    def __init__(self, manner: Manner | None = None) -> None:
        self.manner = manner
        self.marching: tuple[str, int] = ("", 0)  # the unit, with its fatigue: no two marches have the same
        self.way: tuple[int, ...] = ()

    def with_way(self, marching: tuple[str, int], way: tuple[int, ...]) -> Instinct:
        """The same commander with another march in mind."""
        other = Instinct(self.manner)
        other.marching, other.way = marching, way
        return other

    def copy(self) -> Instinct:
        return self.with_way(self.marching, self.way)

    def restless(self, state: SceneState, side: str) -> Instinct:
        """One who acts as long as he can, whoever would win."""
        return Instinct(restless(self.manner or manner_of(state.scenario.id, side)))

    def glance(self, state: SceneState, side: str) -> Glance:
        return Glance(state, self.manner or manner_of(state.scenario.id, side))

    def choose(self, state: SceneState, random: Random) -> Action | None:
        """What he does; None where it is not for him to say."""
        frame: Any = deciding(state)
        if isinstance(frame, Activation):
            return spend(self.glance(state, frame.side), frame.side, random)
        if isinstance(frame, Muster):
            return muster(self.glance(state, frame.side), frame)
        if isinstance(frame, NextMarch):  # the strongest last: others help it by where they stand
            manpower, index = state.manpower, state.scenario.index
            return MarchUnit(min(frame.units, key=lambda name: manpower[index[name]]))
        return self.march(state, frame) if isinstance(frame, March) else None

    def march(self, state: SceneState, march: March) -> Action:
        """To the hex the march is for, and from there the attack, if one pays."""
        unit, glance = state.scenario.index[march.unit], self.glance(state, march.side)
        bring = joining(state, march, unit)
        if bring is not None:
            return bring
        if not self.under_way(state, march, unit):
            self.marching, self.way = (march.unit, state.fatigue[unit]), set_out(glance, march, unit)
        return self.next_step(state, march, unit) or strike(glance, march, unit)

    def under_way(self, state: SceneState, march: March, unit: int) -> bool:
        """Whether it is settled where the march goes."""
        return self.marching == (march.unit, state.fatigue[unit]) and state.at[unit] in self.way

    def next_step(self, state: SceneState, march: March, unit: int) -> Action | None:
        here = state.at[unit]
        on = self.way.index(here) + 1
        if on < len(self.way) and self.way[on] in open_steps(state, march, here):
            return StepTo(march.unit, state.scenario.board.grid.name(self.way[on]))
        return None

    def lines(self, state: SceneState) -> list[tuple[Action, Instinct]]:
        """What he could do instead where he has a choice: what to spend the initiative on, where a march should go and
        whom it should strike. Each with the commander who has it in mind."""
        frame: Any = deciding(state)
        if isinstance(frame, Activation):
            return [(action, self.copy()) for action in options(state).all()]
        if not isinstance(frame, March):
            return []
        unit = state.scenario.index[frame.unit]
        settled = self.under_way(state, frame, unit) and self.next_step(state, frame, unit) is not None
        if settled or joining(state, frame, unit) is not None:
            return []
        marching = (frame.unit, state.fatigue[unit])
        stays = self.with_way(marching, (state.at[unit],))
        blows = [one for one in options(state).of(frame.unit) if isinstance(one, AttackHex | ChargeHex)]
        blows.sort(key=lambda blow: force_of(state, blow), reverse=True)
        found: list[tuple[Action, Instinct]] = [(blow, stays) for blow in blows[:BLOWS]]
        found.append((EndMarch(frame.unit), stays))
        for way in ways(self.glance(state, frame.side), frame, unit):
            other = self.with_way(marching, way)
            step = other.next_step(state, frame, unit)
            if step is not None:
                found.append((step, other))
        return found


class Glance(Outlook):
    """A position as a commander of this manner sees it."""

    def __init__(self, state: SceneState, manner: Manner) -> None:
        super().__init__(state)
        self.manner = manner

    def sally(self, unit: int) -> Sally:
        """Whoever would lose as things stand is bold; nobody goes after the enemy who can wait for the end."""
        side = self.scene.side_of[unit]
        ahead = leads(self.state, side)
        hunts = not ahead or can_score(self.state, enemy_of(side))
        bold = 1.0 if ahead else self.manner.bold
        return self.situation.recall(("sally", unit, self.manner), lambda: Sally(self, unit, self.manner, bold, hunts))


# -- the initiative


def spend(glance: Glance, side: str, random: Random) -> Action:
    """The action that promises most, give or take a whim; or none."""
    state, manner = glance.state, glance.manner
    best, found = -math.inf, None
    if leads(state, side):
        best = manner.on_guard if can_score(state, enemy_of(side)) else manner.at_ease
    for action in options(state).all():
        if isinstance(action, Pass):
            continue
        worth = promise(glance, action) - manner.whim * math.log(-math.log(1.0 - random.random() or 0.5))
        if worth > best:
            best, found = worth, action
    return found or Pass()


def promise(glance: Glance, action: Action) -> float:
    """What a use of the initiative would gain."""
    state, index = glance.state, glance.scene.index
    if isinstance(action, MarchUnit):
        return errand(glance, index[action.unit], 0)
    if isinstance(action, ActivateLeader):
        able = [errand(glance, unit, LED) for unit in subordinates(state, index[action.unit])]
        return sum([worth for worth in able if worth > 0])
    if isinstance(action, OrderAssault):
        return SURE * assault_prospect(state, index[action.unit], state.scenario.board.grid.index(action.hex))
    return SPECIAL


def errand(glance: Glance, unit: int, more: int) -> float:
    """What a unit would gain by a march, in the mean, less what it tires."""
    state, manner = glance.state, glance.manner
    mp, tired, sally = USUAL[glance.scene.pieces[unit].type] + more, state.fatigue[unit], glance.sally(unit)
    gains = [sally.best(mp + luck, False, False, False, tired + 1)[0] for luck in LUCK]
    worn = WEARINESS[min(MAX_FATIGUE, tired + 1)] - WEARINESS[tired]
    strain = manner.weary * worn * state.manpower[unit] * spared(state.turn, glance.scene.turns)
    if manner.worn:
        strain += manner.worn * expected_wear(state, unit)
    return sum(gains) / len(gains) - strain


def expected_wear(state: SceneState, unit: int) -> float:
    """The manpower a march may cost a tired unit before it moves, in the mean (GC 5.1.3)."""
    tired, exhausted = min(MAX_FATIGUE, state.fatigue[unit] + 1), bool(state.exhausted[unit])
    if not needs_extended_march(tired, exhausted):
        return 0.0
    params, manpower = state.scenario.params, state.manpower[unit]
    more = extended_march_modifier(params, state.scenario.side_of[unit], tired, exhausted)
    lost = [min(manpower, extended_march_result(params, face + more, manpower)[0]) for face in FACES]
    return sum(lost) / len(lost)


def muster(glance: Glance, frame: Muster) -> Action:
    """Everybody who has something to march for, or the one who has most."""
    index = glance.scene.index
    left = [(errand(glance, index[name], LED), name) for name in frame.eligible if name not in frame.named]
    worth, name = max(left, default=(0.0, ""))
    return NameUnit(name) if name and (worth > 0 or not frame.named) else Ready()


# -- a march


def is_strongest(state: SceneState, unit: int) -> bool:
    """Whether nobody in the hex who could still march is stronger."""
    here = [one for one in state.deployment.stacks[state.at[unit]] if state.fatigue[one] < MAX_FATIGUE]
    return all(state.manpower[one] <= state.manpower[unit] for one in here)


def joining(state: SceneState, march: March, unit: int) -> Action | None:
    """The leader who goes along, before a march begins."""
    if march.begun:
        return None
    bring = [action for action in options(state).all() if isinstance(action, BringLeader)]
    return bring[0] if bring and is_strongest(state, unit) else None


def set_out(glance: Glance, march: March, unit: int) -> tuple[int, ...]:
    """The way to the hex that promises most."""
    state = glance.state
    stands = march.stopped and in_enemy_zone(state, unit, state.at[unit])
    tired = state.fatigue[unit]
    _, goal = glance.sally(unit).best(march.mp, bool(march.moved), stands, march.barred, tired)
    return glance.path(unit, goal, march.mp)


def ways(glance: Glance, march: March, unit: int) -> list[tuple[int, ...]]:
    """The ways to the hexes that promise most."""
    state = glance.state
    if march.stopped and in_enemy_zone(state, unit, state.at[unit]):
        return []
    gains = glance.sally(unit).gains_of(march.mp, state.fatigue[unit])
    gains.sort(reverse=True)
    return [glance.path(unit, goal, march.mp) for _, goal in gains[:GOALS]]


def strike(glance: Glance, march: March, unit: int) -> Action:
    """The strongest attack on the weakest enemy, if one pays now more than it would later; else the march is over."""
    state, sally = glance.state, glance.sally(unit)
    here = state.at[unit]
    worth = 0.0 if march.barred else sally.strike(here, march.mp, bool(march.moved))
    blows: list[Action] = []
    if worth > max(0.0, sally.later(here, state.fatigue[unit] < MAX_FATIGUE)):
        blows = [action for action in options(state).of(march.unit) if isinstance(action, AttackHex | ChargeHex)]
    return max(blows, key=lambda blow: force_of(state, blow)) if blows else EndMarch(march.unit)


def force_of(state: SceneState, blow: Any) -> tuple[int, int, bool]:
    """By what attacks are told apart: a weak enemy, a strong kind, a charge."""
    target = state.scenario.board.grid.index(blow.hex)
    weight = sum([state.manpower[unit] for unit in state.deployment.stacks[target]])
    return -weight, attack_type_modifier(blow.type), isinstance(blow, ChargeHex)


# -- what a march could do: stand on a goal, strike an enemy, or prepare the blow of another


class Sally:
    """What one unit could do with a march. `bold`: how much attacks count; `hunts`: whether it looks for later ones."""

    def __init__(self, outlook: Outlook, unit: int, manner: Manner, bold: float, hunts: bool) -> None:
        state = self.state = outlook.state
        scene = self.scene = state.scenario
        self.outlook, self.unit, self.manner, self.bold, self.hunts = outlook, unit, manner, bold, hunts
        self.here, side = state.at[unit], scene.side_of[unit]
        standing = outlook.standing(side)
        ours = tuple([mine for _, mine, _ in standing])
        self.gains = outlook.situation.recall(("gains", unit, ours), lambda: Gains(outlook, unit, standing, ours))
        self.forces = forces_of(state)
        self.troops = spared(state.turn, scene.turns)
        self.charges = scene.has_charges and scene.pieces[unit].type == CAVALRY
        others = [one for one in scene.units_of[side] if state.at[one] >= 0 and one != unit]
        self.blocked = 0  # by the others of the side
        for one in others:
            self.blocked |= self._blocks(state.at[one])
        self.fit = [(state.at[one], self._skill(one)) for one in others if state.fatigue[one] < MAX_FATIGUE]
        self.own = self._skill(unit)
        self.enemies = state.occupied(enemy_of(side))
        self.prey = [Prey(self, target) for target in hexes_in(self.enemies)] if hunts else []
        self.risks: dict[int, float] = {}
        self.prospects: tuple[dict[int, float], dict[int, float]] = ({}, {})  # not fit, fit

    def _blocks(self, hex_: int) -> int:
        """The hexes a unit there stands in or controls, about."""
        return self.scene.board.grid.around_mask[hex_] | 1 << hex_

    def _skill(self, unit: int) -> Skill:
        halves, tactical = self.forces.alone(self.state, unit)
        led = [self.scene.tactical(self.state, leader, True) for leader in leaders_at(self.state, self.state.at[unit])]
        return halves, max([tactical, *led])

    def best(self, mp: int, moved: bool, stands: bool, barred: bool, tired: int) -> tuple[float, int]:
        """The most a march with these points could gain, and the hex to do it from; `tired`: its fatigue then."""
        here = self.here
        now = self.later(here, tired < MAX_FATIGUE)
        best, goal = max(0.0, 0.0 if barred else self.strike(here, mp, moved) - now), here
        if stands:
            return best, goal
        for gain, hex_ in self.gains_of(mp, tired):
            if gain > best:
                best, goal = gain, hex_
        return best, goal

    def gains_of(self, mp: int, tired: int) -> list[tuple[float, int]]:
        """What every hex within reach promises."""
        here, gains, zones, manner = self.here, self.gains, self.gains.zones, self.manner
        fit = tired < MAX_FATIGUE
        now = self.later(here, fit)
        free = not zones >> here & 1  # no attack after a move from zone to zone
        found = []
        for hex_, cost in self.outlook.reach(self.unit, here, mp):
            gain = gains.known.get(hex_)
            if gain is None:
                gain = gains.at(self.outlook, hex_, cost)
            gain *= manner.places
            blow = self.later(hex_, fit)
            if cost and zones >> hex_ & 1:
                if manner.exposed:
                    gain -= manner.exposed * self.risk(hex_)
                if free:
                    blow = max(blow, self.strike(hex_, mp - cost, True))
            found.append((gain + blow - now, hex_))
        return found

    def risk(self, hex_: int) -> float:
        """What the enemy could gain by attacking the unit in a hex."""
        known = self.risks.get(hex_)
        if known is None:
            known = self.risks[hex_] = risk(self.state, self.unit, hex_)
        return known

    def strike(self, here: int, mp: int, moved: bool) -> float:
        """What the best attack from a hex would gain with these points; guns are left out."""
        scene, ground = self.scene, self.state.ground
        near = self.enemies & scene.board.grid.around_mask[here]
        if not near:
            return 0.0
        best, blocked = 0.0, self.blocked | self._blocks(here)
        kind = attack_type_modifier(strongest_type(scene.params.attack_mp, not scene.is_foot[self.unit], mp))
        for target in hexes_in(near):
            if target not in ground.cost[here] or (moved and ground.is_woods_side(here, target)):
                continue
            modifiers = kind + self.flank(blocked, target, 0) + self._charge(here, target)
            modifiers -= self.forces.slope(self.state, here, target)
            best = max(best, self.bold * self.gain(self.own, target, modifiers))
        return best

    def later(self, here: int, fit: bool) -> float:
        """What the attacks promise that could be made later with the unit in a hex, `fit` for another march or not."""
        known = self.prospects[fit].get(here)
        if known is None:
            known = self.prospects[fit][here] = self._later(here, fit)
        return known

    def _later(self, here: int, fit: bool) -> float:
        blocks = self._blocks(here)
        first = second = 0.0
        for prey in self.prey:
            added = blocks & prey.free
            most, next_most = prey.by_others(added)
            gains = (most, next_most, prey.by_itself(here, added)) if fit else (most, next_most)
            for gain in gains:
                if gain > first:
                    first, second = gain, first
                elif gain > second:
                    second = gain
        return self.bold * (first + self.manner.second * second)

    def gain(self, skill: Skill, target: int, modifiers: int) -> float:
        """The mean of an attack on a hex with these modifiers besides strength and skill."""
        quarters, defence, tactical = self.forces.defence(self.state, target)
        halves = skill[0]
        net = ratio_modifier(2 * halves, quarters) + skill[1] - tactical + modifiers
        theirs, ours = mean_harm(net, halves // 2, defence // 2, self.troops)
        return theirs - self.manner.caution * ours

    def _charge(self, here: int, target: int) -> int:
        """SLB 13.4f."""
        terrain = self.scene.board.terrain
        return int(self.charges and terrain[here] in CHARGE_GROUND and terrain[target] in CHARGE_GROUND)

    def flank(self, blocked: int, target: int, more: int) -> int:
        """GC 7.4.6, about: the bonus against a hex when these are blocked, and some more of those round it."""
        around = self.scene.board.grid.around_mask[target]
        held = (blocked & around & self.enemies).bit_count()
        ways_out = sum([1 << there for there in self.state.ground.cost[target]])
        shut = (blocked & around) | (around & ~ways_out)
        return judged(self.scene.params.flank_base, min(ALL_SIX, shut.bit_count() + more), held)[1]


class Prey:
    """An enemy stack that could be struck later, and what that promises when some more hexes round it are blocked."""

    def __init__(self, sally: Sally, target: int) -> None:
        state, grid = sally.state, sally.scene.board.grid
        self.sally, self.target = sally, target
        self.free = grid.around_mask[target] & ~sally.blocked  # those the unit of the sally may block
        self.way = hex_distances(grid, 1 << target)
        tired = all(state.fatigue[one] >= MAX_FATIGUE for one in state.deployment.stacks[target])
        self.share = sally.manner.at_leisure if tired else sally.manner.later
        self.others: dict[int, tuple[float, float]] = {}
        self.own: dict[tuple[int, bool], float] = {}

    def by_others(self, added: int) -> tuple[float, float]:
        """The two best attacks of those who are fit for a march."""
        known = self.others.get(added)
        if known is None:
            found = [0.0, 0.0, *[self._discounted(self._worth(skill, added, at), at) for at, skill in self.sally.fit]]
            found.sort()
            known = self.others[added] = found[-1], found[-2]
        return known

    def by_itself(self, here: int, added: int) -> float:
        """The attack of the unit itself, from a hex."""
        beside = self.way[here] <= 1
        known = self.own.get((added, beside))
        if known is None:
            known = self.own[added, beside] = self._worth(self.sally.own, added, here)
        return self._discounted(known, here)

    def _worth(self, skill: Skill, added: int, at: int) -> float:
        more = 0 if self.way[at] <= 1 else COMES_UP
        flank = self.sally.flank(self.sally.blocked | added, self.target, more)
        return self.sally.gain(skill, self.target, PREPARED + flank)

    def _discounted(self, gain: float, at: int) -> float:
        return gain * self.share / (1.0 + (self.way[at] - 1.0) / self.sally.manner.close)
