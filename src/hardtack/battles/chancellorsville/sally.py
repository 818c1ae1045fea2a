"""What one unit could do with a march, at a glance: stand on a goal, strike an enemy, or prepare the blow of another.

Attacks are made by one unit at a time; what others add to one are their places. Each blocks hexes round the enemy, and
an enemy most of whose flanks are blocked is beaten where another would stand (GC 7.4.6). So a unit that can do nothing
by itself is of use on the far side of an enemy, and one that is near may do better to strike with its next march.
"""

from __future__ import annotations

from hardtack.battles.chancellorsville.forces import forces_of
from hardtack.battles.chancellorsville.knowledge import Gains
from hardtack.battles.chancellorsville.manners import Manner
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import mean_harm, risk, strongest_type
from hardtack.battles.chancellorsville.weights import spared
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.engagement import CHARGE_GROUND
from hardtack.battles.gcacw.flank import ALL_SIX, judged
from hardtack.battles.gcacw.state import MAX_FATIGUE, leaders_at
from hardtack.battles.gcacw.tables import attack_type_modifier, ratio_modifier
from hardtack.board.masks import hexes_in
from hardtack.referee.events import enemy_of
from hardtack.referee.knowledge import hex_distances

PREPARED = 1  # the modifier of an attack with time for it (GC 7.1.4)
COMES_UP = 2  # hexes round an enemy that whoever comes up to him will block

Skill = tuple[int, int]  # combat value in halves; tactical value with the leaders who are with the unit


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
