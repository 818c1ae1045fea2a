"""What a march could do for its side, at a glance: stand on a goal, strike an enemy, or prepare the blow of another.

Attacks are made by one unit at a time; what others add to one are their places. Each blocks hexes round the enemy, and
an enemy most of whose flanks are blocked is beaten where another would stand (GC 7.4.6). So a unit that can do nothing
by itself is of use on the far side of an enemy, and one that is near may do better to strike with its next march.
"""

from __future__ import annotations

from hardtack.battles.chancellorsville.forces import forces_of
from hardtack.battles.chancellorsville.knowledge import Gains
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import mean_gain, strongest_type
from hardtack.battles.chancellorsville.weights import spared
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.engagement import CHARGE_GROUND
from hardtack.battles.gcacw.flank import ALL_SIX, judged
from hardtack.battles.gcacw.state import MAX_FATIGUE, leaders_at
from hardtack.battles.gcacw.tables import attack_type_modifier, ratio_modifier
from hardtack.board.masks import hexes_in
from hardtack.referee.events import enemy_of
from hardtack.referee.knowledge import hex_distances

CLOSE = 4.0  # hexes beyond the next one at which half of what an attack promises counts
LATER = 0.5  # how much of an attack counts that is not to be made yet: the enemy will not wait for it
AT_LEISURE = 0.7  # the same where he is too tired to stir
SECOND = 0.5  # what the second best attack counts beside the best
PREPARED = 1  # the modifier of an attack with time for it (GC 7.1.4)
COMES_UP = 2  # hexes round an enemy that whoever comes up to him will block

Skill = tuple[int, int]  # combat value in halves; tactical value with the leaders who are with the unit


class Sally:
    """What one unit could do with a march. `bold`: how much attacks count; `hunts`: whether it looks for later ones."""

    def __init__(self, outlook: Outlook, unit: int, bold: float, hunts: bool) -> None:
        state = self.state = outlook.state
        scene = self.scene = state.scenario
        self.outlook, self.unit, self.bold, self.hunts = outlook, unit, bold, hunts
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
        self.prey = [(target, self._patience(target)) for target in hexes_in(self.enemies)] if hunts else []

    def _blocks(self, hex_: int) -> int:
        """The hexes a unit there stands in or controls, about."""
        return self.scene.board.grid.around_mask[hex_] | 1 << hex_

    def _skill(self, unit: int) -> Skill:
        halves, tactical = self.forces.alone(self.state, unit)
        led = [self.scene.tactical(self.state, leader, True) for leader in leaders_at(self.state, self.state.at[unit])]
        return halves, max([tactical, *led])

    def _patience(self, target: int) -> float:
        tired = all(self.state.fatigue[one] >= MAX_FATIGUE for one in self.state.deployment.stacks[target])
        return AT_LEISURE if tired else LATER

    def best(self, mp: int, moved: bool, stands: bool, barred: bool, tired: int) -> tuple[float, int]:
        """The most a march with these points could gain, and the hex to do it from; `tired`: its fatigue then."""
        here, gains, zones = self.here, self.gains, self.gains.zones
        fit = tired < MAX_FATIGUE
        now = self.later(here, fit)
        best, goal = max(0.0, 0.0 if barred else self.strike(here, mp, moved) - now), here
        if stands:
            return best, goal
        free = not zones >> here & 1  # no attack after a move from zone to zone
        for hex_, cost in self.outlook.reach(self.unit, here, mp):
            gain = gains.known.get(hex_)
            if gain is None:
                gain = gains.at(self.outlook, hex_, cost)
            blow = self.later(hex_, fit)
            if free and cost and zones >> hex_ & 1:
                blow = max(blow, self.strike(hex_, mp - cost, True))
            if gain + blow - now > best:
                best, goal = gain + blow - now, hex_
        return best, goal

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
            modifiers = kind + self._flank(blocked, target, 0) + self._charge(here, target)
            modifiers -= self.forces.slope(self.state, here, target)
            best = max(best, self.bold * self._gain(self.own, target, modifiers))
        return best

    def later(self, here: int, fit: bool) -> float:
        """What the attacks promise that could be made later with the unit in a hex, `fit` for another march or not."""
        if not self.hunts:
            return 0.0
        grid = self.scene.board.grid
        blocked = self.blocked | self._blocks(here)
        who = [*self.fit, (here, self.own)] if fit else self.fit
        found = [0.0, 0.0]
        for target, share in self.prey:
            way = hex_distances(grid, 1 << target)
            beside, coming = (self._flank(blocked, target, more) for more in (0, COMES_UP))
            for at, skill in who:
                far = way[at] - 1.0
                gain = self._gain(skill, target, PREPARED + (coming if far > 0 else beside))
                found.append(gain * share / (1.0 + far / CLOSE))
        found.sort()
        return self.bold * (found[-1] + SECOND * found[-2])

    def _gain(self, skill: Skill, target: int, modifiers: int) -> float:
        """The mean of an attack on a hex with these modifiers besides strength and skill."""
        quarters, defence, tactical = self.forces.defence(self.state, target)
        halves = skill[0]
        net = ratio_modifier(2 * halves, quarters) + skill[1] - tactical + modifiers
        return mean_gain(net, halves // 2, defence // 2, self.troops)

    def _charge(self, here: int, target: int) -> int:
        """SLB 13.4f."""
        terrain = self.scene.board.terrain
        return int(self.charges and terrain[here] in CHARGE_GROUND and terrain[target] in CHARGE_GROUND)

    def _flank(self, blocked: int, target: int, more: int) -> int:
        """GC 7.4.6, about: the bonus against a hex when these are blocked, and some more of those round it."""
        around = self.scene.board.grid.around_mask[target]
        held = (blocked & around & self.enemies).bit_count()
        ways_out = sum([1 << there for there in self.state.ground.cost[target]])
        shut = (blocked & around) | (around & ~ways_out)
        return judged(self.scene.params.flank_base, min(ALL_SIX, shut.bit_count() + more), held)[1]
