"""How a commander of a few units plays at a glance: who would win as things stand waits, who would lose goes hunting.

Each unit's best march is looked at once (`sallies`), for a poor, a usual and a good roll of its dice; the best of them
is ordered and carried out as it was meant. Whoever would win if the game ended now spends the initiative only on what
promises much: his troops stay fresh, and the other side, who would lose if it passed, too, must come to him.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

from hardtack.battles.chancellorsville.knowledge import USUAL
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import assault_prospect
from hardtack.battles.chancellorsville.sallies import Sally
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
from hardtack.battles.gcacw.tables import attack_type_modifier
from hardtack.referee.actions import Action
from hardtack.referee.events import enemy_of
from hardtack.referee.umpire import deciding, options

LUCK = (-3, -1, 1)  # what dice may add to the usual points of a march
LED = 2  # what a leader adds, about
WHIM = 0.5  # how much chance counts beside what a march promises, in tenths of a point
BOLD = 1.5  # how much more attacks count for whoever would lose as things stand
AT_EASE, ON_GUARD = 4.0, 0.5  # what an action must promise to whoever would win; less if the enemy can still score
SURE = 5 / 6  # how often an assault is made that was ordered, about (GC 5.3.3)
SPECIAL = 5.0  # guns to be issued, a warning to be sent


def leads(state: SceneState, side: str) -> bool:
    """Whether a side would win if the game ended now."""
    return state.scenario.level(total(state.scenario, state))[0] == side


def can_score(state: SceneState, side: str) -> bool:
    """Whether there is anything left that a side scores by being there."""
    return bool(prizes(state.scenario, state, side))


class Instinct:
    """A commander; he remembers the way of the march under way."""

    def __init__(self) -> None:
        self.marching = ""
        self.way: tuple[int, ...] = ()

    def choose(self, state: SceneState, random: Random) -> Action | None:
        """What he does; None where it is not for him to say."""
        frame: Any = deciding(state)
        if isinstance(frame, Activation):
            return spend(state, frame.side, random)
        if isinstance(frame, Muster):
            return muster(state, frame)
        if isinstance(frame, NextMarch):  # the strongest last: others help it by where they stand
            manpower, index = state.manpower, state.scenario.index
            return MarchUnit(min(frame.units, key=lambda name: manpower[index[name]]))
        return self.march(state, frame) if isinstance(frame, March) else None

    def march(self, state: SceneState, march: March) -> Action:
        """To the hex the march is for, and from there the attack, if one pays."""
        unit = state.scenario.index[march.unit]
        here = state.at[unit]
        if not march.begun:
            bring = [action for action in options(state).all() if isinstance(action, BringLeader)]
            if bring and is_strongest(state, unit):
                return bring[0]
        if self.marching != march.unit or not march.begun or here not in self.way:
            self.marching, self.way = march.unit, set_out(state, march, unit)
        on = self.way.index(here) + 1
        if on < len(self.way) and self.way[on] in open_steps(state, march, here):
            return StepTo(march.unit, state.scenario.board.grid.name(self.way[on]))
        return strike(state, march, unit)


# -- the initiative


def spend(state: SceneState, side: str, random: Random) -> Action:
    """The action that promises most, give or take a whim; or none."""
    best, found = -math.inf, None
    if leads(state, side):
        best = ON_GUARD if can_score(state, enemy_of(side)) else AT_EASE
    for action in options(state).all():
        if isinstance(action, Pass):
            continue
        worth = promise(state, action) - WHIM * math.log(-math.log(1.0 - random.random() or 0.5))
        if worth > best:
            best, found = worth, action
    return found or Pass()


def promise(state: SceneState, action: Action) -> float:
    """What a use of the initiative would gain."""
    index, outlook = state.scenario.index, Outlook(state)
    if isinstance(action, MarchUnit):
        return errand(outlook, index[action.unit], 0)
    if isinstance(action, ActivateLeader):
        able = [errand(outlook, unit, LED) for unit in subordinates(state, index[action.unit])]
        return sum([worth for worth in able if worth > 0])
    if isinstance(action, OrderAssault):
        return SURE * assault_prospect(state, index[action.unit], state.scenario.board.grid.index(action.hex))
    return SPECIAL


def errand(outlook: Outlook, unit: int, more: int) -> float:
    """What a unit would gain by a march, in the mean, less what it tires."""
    state = outlook.state
    mp, tired, sally = USUAL[state.scenario.pieces[unit].type] + more, state.fatigue[unit], sally_of(outlook, unit)
    gains = [sally.best(mp + luck, False, False, False, tired + 1)[0] for luck in LUCK]
    worn = WEARINESS[min(MAX_FATIGUE, tired + 1)] - WEARINESS[tired]
    return sum(gains) / len(gains) - worn * state.manpower[unit] * spared(state.turn, state.scenario.turns)


def sally_of(outlook: Outlook, unit: int) -> Sally:
    """Whoever would lose as things stand is bold; nobody goes after the enemy who can wait for the end."""
    state, side = outlook.state, outlook.scene.side_of[unit]
    ahead = leads(state, side)
    hunts = not ahead or can_score(state, enemy_of(side))
    return outlook.situation.recall(("sally", unit), lambda: Sally(outlook, unit, 1.0 if ahead else BOLD, hunts))


def muster(state: SceneState, frame: Muster) -> Action:
    """Everybody who has something to march for, or the one who has most."""
    outlook, index = Outlook(state), state.scenario.index
    left = [(errand(outlook, index[name], LED), name) for name in frame.eligible if name not in frame.named]
    worth, name = max(left, default=(0.0, ""))
    return NameUnit(name) if name and (worth > 0 or not frame.named) else Ready()


# -- a march


def is_strongest(state: SceneState, unit: int) -> bool:
    """Whether nobody in the hex who could still march is stronger."""
    here = [one for one in state.deployment.stacks[state.at[unit]] if state.fatigue[one] < MAX_FATIGUE]
    return all(state.manpower[one] <= state.manpower[unit] for one in here)


def set_out(state: SceneState, march: March, unit: int) -> tuple[int, ...]:
    """The way to the hex that promises most."""
    outlook = Outlook(state)
    stands = march.stopped and in_enemy_zone(state, unit, state.at[unit])
    tired = state.fatigue[unit]
    _, goal = sally_of(outlook, unit).best(march.mp, bool(march.moved), stands, march.barred, tired)
    return outlook.path(unit, goal, march.mp)


def strike(state: SceneState, march: March, unit: int) -> Action:
    """The strongest attack on the weakest enemy, if one pays now more than it would later; else the march is over."""
    sally, here = sally_of(Outlook(state), unit), state.at[unit]
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
