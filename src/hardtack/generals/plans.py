"""Plans: what a side sets itself for a turn, and what a position is worth to a side that keeps to it.

A plan is a stance (a way to fight) and some goals (where troops should be). It takes nothing from the evaluation: it
adds to it, so that whoever takes the best action by the sum does what the plan wants where nothing speaks against it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from hardtack.generals.recruit import Evaluate
from hardtack.generals.tempers import bold_of, temper_of, tempered
from hardtack.referee.actions import Action
from hardtack.referee.chance import settled
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Field, Stance

USUAL = Stance(Text("plan.usual"))
FIRM = 2.5  # how much more an aim weighs in a plan that is set on it
MOST_AIMS = 3
TARGETS = 3  # enemy stacks a plan may mass on
LEAST_SHARE = 0.002  # of what a goal is worth: an action that brings less does not serve it


@dataclass(frozen=True, slots=True)
class Goal:
    """An aim as a plan sets it: how hard, and for the pieces of one side."""

    aim: Aim
    zeal: float
    way: tuple[float, ...]  # how far each hex is from it


@dataclass(frozen=True, slots=True)
class Plan:
    stance: Stance = USUAL
    goals: tuple[Goal, ...] = ()
    bold: bool = False  # weighs as one whom the enemy leaves alone

    @property
    def usual(self) -> bool:
        """Whether it adds nothing to the evaluation."""
        return self.stance == USUAL and not self.goals

    @property
    def names(self) -> tuple[Text, ...]:
        """The plan in words: its aims, or else its stance."""
        return tuple(goal.aim.name for goal in self.goals) or (self.stance.name,)

    def with_goal(self, goal: Goal) -> Plan:
        others = tuple(old for old in self.goals if old.aim != goal.aim)
        return replace(self, goals=(*others, goal))


def goal_of(state: Any, side: str, aim: Aim, zeal: float = 1.0) -> Goal:
    return Goal(aim, zeal, tuple(state.scenario.battle.knowledge.ways(state, side, aim.hexes)))


def candidates(state: Any, side: str) -> list[Plan]:
    """The plans to begin with: the usual way, each stance, each aim."""
    knowledge = state.scenario.battle.knowledge
    found = [Plan()]
    found += [Plan(stance) for stance in knowledge.stances(state, side)]
    found += [Plan(goals=(goal_of(state, side, aim),)) for aim in aims_of(state, side)]
    return found


def aims_of(state: Any, side: str) -> list[Aim]:
    """Every aim a plan may set: those of the battle, and enemy stacks to mass on."""
    return [*state.scenario.battle.knowledge.aims(state, side), *targets(state, side)]


def targets(state: Any, side: str) -> list[Aim]:
    """Enemy stacks to mass on: those with the most of ours near for their strength."""
    knowledge = state.scenario.battle.knowledge
    if not knowledge.strike:
        return []
    grid, foe = state.scenario.board.grid, enemy_of(side)
    ours = [(here, force) for here, force in forces(state, side).items() if force]
    ranked = []
    for hex_, force in forces(state, foe).items():
        if not force:
            continue
        way = knowledge.ways(state, side, knowledge.fronts(state, hex_))
        near = sum(strength / (2.0 + way[here]) ** 2 for here, strength in ours)
        ranked.append((near / (1.0 + force), hex_, force))
    return [
        Aim(text("plan.mass", hex=grid.name(hex_)), knowledge.fronts(state, hex_), 2.0 * force, knowledge.strike)
        for _, hex_, force in sorted(ranked, reverse=True)[:TARGETS]
    ]


def forces(state: Any, side: str) -> dict[int, float]:
    """The strength of a side by the hex where it stands."""
    found: dict[int, float] = {}
    for piece in state.scenario.of_side[side]:
        here = state.at[piece]
        if here >= 0:
            found[here] = found.get(here, 0.0) + state.scenario.battle.knowledge.force(state, piece)
    return found


def variations(plan: Plan, others: Sequence[Plan]) -> list[Plan]:
    """Plans a step away: with the stance or a goal of another, without a goal, with a goal pursued harder or less."""
    found: list[Plan] = []
    for other in others:
        if other.stance != plan.stance and other.stance != USUAL:
            found.append(replace(plan, stance=other.stance))
        for goal in other.goals:
            if goal not in plan.goals and len(plan.goals) < MOST_AIMS:
                found.append(plan.with_goal(goal))
    for goal in plan.goals:
        found.append(replace(plan, goals=tuple(old for old in plan.goals if old != goal)))
        zeal = 1.0 if goal.zeal > 1.0 else FIRM
        found.append(plan.with_goal(replace(goal, zeal=zeal)))
    if plan.stance != USUAL:
        found.append(replace(plan, stance=USUAL))
    return found


def worth_to(state: Any, side: str, plan: Plan) -> Evaluate:
    """How good a state is for a side that follows a plan: the battle's evaluation and what the plan adds."""
    knowledge = state.scenario.battle.knowledge
    temper = (bold_of if plan.bold else temper_of)(state.scenario.id, side)
    plain = tempered(state.scenario, side, temper)
    if plan.usual:
        return plain
    pulls = knowledge.pulls()
    leanings = [(weight, pulls[name]) for name, weight in plan.stance.leanings]
    aims = [Pursuit(state, side, goal) for goal in plan.goals]

    def value(after: Any) -> float:
        worth = plain(after)
        if after.outcome is None:
            for weight, pull in leanings:
                worth += weight * pull(after, side)
            for pursue in aims:
                worth += pursue(after)
        return worth

    return value


class Pursuit:
    """What a goal adds to a position: the strength near it, the nearest first, up to what it needs."""

    def __init__(self, state: Any, side: str, goal: Goal) -> None:
        knowledge = state.scenario.battle.knowledge
        self.pieces: Sequence[int] = state.scenario.of_side[side]
        self.force: Callable[[Any, int], float] = knowledge.force
        stride: float = knowledge.stride
        self.share: Field = [stride / (stride + far) for far in goal.way]
        self.needs = goal.aim.needs
        self.worth = goal.aim.worth * goal.zeal / goal.aim.needs

    def __call__(self, state: Any) -> float:
        near = []
        at, share, force = state.at, self.share, self.force
        for piece in self.pieces:
            here = at[piece]
            if here >= 0:
                strength = force(state, piece)
                if strength:
                    near.append((share[here], strength))
        near.sort(reverse=True)
        wanted, total = self.needs, 0.0
        for part, strength in near:
            counted = strength if strength < wanted else wanted
            total += counted * part
            wanted -= counted
            if wanted <= 0:
                break
        return self.worth * total


def goal_served(state: Any, side: str, action: Action) -> Text | None:
    """The goal a plan might have set that the action brings a side nearest to; None where it serves none.

    It is worked out from what the asker may know, like every motive.
    """
    knowledge = state.scenario.battle.knowledge
    if knowledge.ends_phase(state, action):
        return None
    ends = [(float(share), after) for after, share in settled(state, action, knowledge.intend).items()]
    best, served = 0.0, None
    for aim in aims_of(state, side):
        pursue = Pursuit(state, side, goal_of(state, side, aim))
        gain = sum(share * pursue(after) for share, after in ends if after.outcome is None) - pursue(state)
        if gain > max(best, LEAST_SHARE * aim.worth):
            best, served = gain, aim.name
    return served
