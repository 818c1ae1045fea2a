"""How a commander of a few units plays at a glance: who would win as things stand waits, who would lose goes hunting.

Each unit's best march is looked at once (`Sally`), for a poor, a usual and a good roll of its dice; the best of them
is ordered and carried out as it was meant. Whoever would win if the game ended now spends the initiative only on what
promises much: his troops stay fresh, and the other side, who would lose if it passed, too, must come to him.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from hardtack.battles.chancellorsville.knowledge import USUAL
from hardtack.battles.chancellorsville.manners import Manner, manner_of, restless
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import assault_prospect
from hardtack.battles.chancellorsville.sally import Sally
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
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.sequence import Activation
from hardtack.battles.gcacw.state import MAX_FATIGUE, in_enemy_zone
from hardtack.battles.gcacw.steps import open_steps
from hardtack.battles.gcacw.tables import (
    FACES,
    attack_type_modifier,
    extended_march_modifier,
    extended_march_result,
    needs_extended_march,
)
from hardtack.referee.actions import Action
from hardtack.referee.events import enemy_of
from hardtack.referee.umpire import deciding, options

LUCK = (-3, -1, 1)  # what dice may add to the usual points of a march
LED = 2  # what a leader adds, about
SURE = 5 / 6  # how often an assault is made that was ordered, about (GC 5.3.3)
SPECIAL = 5.0  # guns to be issued, a warning to be sent


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

    def copy(self) -> Instinct:
        """The same commander, with the same march in mind."""
        other = Instinct(self.manner)
        other.marching, other.way = self.marching, self.way
        return other

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
