"""Choosing a plan: a race. Some are tried in thought with the same dice, the better ones again with others.

A few tries are mostly luck. So no more plans start than can be tried several times with the work there is, a plan is
compared, try by try, with the usual way of fighting, and has to be better by more than the dice explain. What stands a
step away from the best plan enters the race late.
"""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import replace
from random import Random
from statistics import fmean
from typing import Any, ClassVar

from hardtack.generals.learned import Model, chance_to_win, features, model_of
from hardtack.generals.plans import Plan, candidates, variations, worth_to
from hardtack.generals.playout import Greedy, Habit, Work, play_on
from hardtack.generals.recruit import Evaluate, evaluation, weighing
from hardtack.referee.events import enemy_of
from hardtack.referee.knowledge import Effort

TRIES = 12  # of one plan at most
MORE_WORK = 8  # times the usual, for a deep race
LEAST_TRIES = 2  # one try proves nothing: a plan with fewer is not taken
SHARE = 3  # one plan starts for so many tries there is work for, so that the better ones can be tried again
FEWEST = 2  # plans that start beside the usual way, however little work there is
DOUBT = 0.8  # standard errors by which a plan must beat the usual way
OPENING = 0.5  # of the luck of a try: plans within it are as good as each other in the opening, and chance picks
SECONDS = 12.0  # the last safety net on a machine that is busy: the best so far is taken


class Race:
    """Plans in competition, each with its marks: one for each try, all plans with the same dice on the same try."""

    tries: ClassVar[int] = TRIES

    def __init__(self, state: Any, side: str, random: Random, base: Plan | None = None) -> None:
        self.state, self.side = state, side
        self.base = base or Plan()  # the usual way, which a plan has to beat
        self.effort: Effort = state.scenario.battle.knowledge.effort
        self.work = Work()
        self.seeds = [random.getrandbits(64) for _ in range(self.tries)]
        self.marks: dict[Plan, list[float]] = {self.base: []}
        self.habits: dict[Hashable, Habit] = {}  # by plan, or by what the enemy fights for
        self.idle = False  # the enemy has not stirred since the last plan: he may be one who does not
        self.until = time.monotonic() + SECONDS

    @property
    def over(self) -> bool:
        return self.work.done >= self.effort.work or time.monotonic() > self.until

    def run(self, plan: Plan, tries: int) -> None:
        """Bring a plan to so many tries, as far as the work goes; the usual way keeps pace with every plan."""
        for number in range(min(tries, self.tries)):
            for runner in (self.base, plan):
                marks = self.marks.setdefault(runner, [])
                if len(marks) <= number and not self.over:
                    marks.append(self.try_out(runner, number))

    def try_out(self, plan: Plan, number: int) -> float:
        """The mark of a plan: what the position it leads to is worth."""
        state, side = self.state, self.side
        random = Random(self.seeds[number])
        kind, foes = self.reply(number)
        own = Greedy(worth_to(state, side, plan), random, self.work, self.habits.setdefault(plan, Habit()))
        enemy = Greedy(foes, random, self.work, self.habits.setdefault(kind, Habit()))
        players = {side: own, enemy_of(side): enemy}
        return self.mark(play_on(state, side, players, random, self.effort))

    def reply(self, number: int) -> tuple[Hashable, Evaluate]:
        """What the enemy fights for on a try, and a name for it.

        He is taken for a plain fighter on the first and for one of our own kind on the next, in turns: a plan should do
        well against either. One who has not stirred may go on so.
        """
        foe = enemy_of(self.side)
        if not number % 2:
            return "plain", evaluation(self.state, foe)
        return ("idle", stays) if self.idle else ("usual", worth_to(self.state, foe, Plan()))

    def mark(self, end: Any) -> float:
        """The chance to win from a position, as the evaluation has it: a game won outright is no more than won."""
        return chance_from(end, self.side, None)

    def gains(self, plan: Plan) -> list[float]:
        return [mark - base for mark, base in zip(self.marks[plan], self.marks[self.base], strict=False)]

    def luck(self) -> float:
        """How far a plan's gains scatter from try to try, all plans together."""
        squares, freedom = 0.0, 0
        for plan in self.marks:
            gains = [] if plan == self.base else self.gains(plan)
            if len(gains) > 1:
                middle = fmean(gains)
                squares += sum((gain - middle) ** 2 for gain in gains)
                freedom += len(gains) - 1
        if freedom and squares:
            return float((squares / freedom) ** 0.5)
        spread = [gain for plan in self.marks for gain in self.gains(plan)]
        return max(spread) - min(spread) if spread else 0.0

    def standing(self, least: int = 1) -> list[tuple[float, Plan]]:
        """The plans that have been tried often enough by what they gain for sure, the best first."""
        luck = self.luck()
        found = [(0.0, self.base)]
        for plan in self.marks:
            gains = self.gains(plan)
            if plan != self.base and len(gains) >= least:
                found.append((fmean(gains) - DOUBT * luck / len(gains) ** 0.5, plan))
        return sorted(found, key=lambda entry: -entry[0])

    def starters(self, plans: list[Plan], last: Plan | None, random: Random) -> list[Plan]:
        """The plans to begin with beside the usual way: the one in force, and others by lot as far as the work goes."""
        self.run(self.base, 1)
        others = [plan for plan in plans if plan not in (self.base, last)]
        random.shuffle(others)
        if last is not None and last != self.base:
            others.insert(0, last)
        return others[: max(FEWEST, self.effort.work // (SHARE * max(1, self.work.done)))]


class DeepRace(Race):
    """A race with more tries, in which the enemy may have any of the plans he could have."""

    tries: ClassVar[int] = 2 * TRIES
    learns: ClassVar[bool] = True  # whether what was learned from self-play counts
    share: ClassVar[float] = 1.0  # of its work

    def __init__(self, state: Any, side: str, random: Random, base: Plan | None = None) -> None:
        super().__init__(state, side, random, base)
        self.effort = replace(self.effort, work=round(self.share * MORE_WORK * self.effort.work))
        self.learned = trusted(model_of(state.scenario.id)) if self.learns else None
        self.his_plans = candidates(state, enemy_of(side))

    def reply(self, number: int) -> tuple[Hashable, Evaluate]:
        """A plain fighter, one with the usual plan, then whatever he may have in mind."""
        if number < 2:
            return super().reply(number)
        plan = Random(f"{self.seeds[number]}/reply").choice(self.his_plans)
        return ("his", plan), worth_to(self.state, enemy_of(self.side), plan)

    def mark(self, end: Any) -> float:
        return chance_from(end, self.side, self.learned)


class DeepRaceByHand(DeepRace):
    """The same, judged by the hand-made evaluation alone."""

    learns: ClassVar[bool] = False


class DeepRaceBrief(DeepRace):
    """The same with a quarter of the work."""

    share: ClassVar[float] = 0.25


def trusted(model: Model | None) -> Model | None:
    """A model that has shown itself better than the hand-made evaluation on games neither had seen."""
    if model is None or model.made["log_loss"]["learned"] >= model.made["log_loss"]["hand_made"]:
        return None
    return model


def stays(state: Any) -> float:
    """What somebody fights for who leaves everything as it is."""
    return 0.0


def make_plan(
    state: Any, side: str, random: Random, last: Plan | None = None, compete: type[Race] = Race, idle: bool = False
) -> Plan:
    """The best plan found within the work the battle allows."""
    plans = candidates(state, side)
    if len(plans) == 1 and last is None:
        return plans[0]
    race = compete(state, side, random, plans[0])
    race.idle = idle
    starting = race.starters(plans, last, random)
    for plan in starting:
        race.run(plan, 1)
    tries = LEAST_TRIES
    while not race.over and tries <= race.tries:
        leaders = [plan for _, plan in race.standing() if plan != race.base][: max(1, len(starting) // tries)]
        for plan in leaders:
            race.run(plan, tries)
        others = variations(leaders[0], leaders[1:3])
        for plan in others[: 2 if tries > LEAST_TRIES else 0]:
            if plan not in race.marks:
                race.run(plan, tries)
        tries += 1
    return _pick(race, random)


def _pick(race: Race, random: Random) -> Plan:
    """The best, the usual way if none is better; in the opening chance decides among those that are as good."""
    standing = race.standing(LEAST_TRIES)
    if not race.state.scenario.battle.knowledge.opening(race.state):
        return standing[0][1]
    near = [plan for worth, plan in standing if worth >= standing[0][0] - OPENING * race.luck()]
    return near[int(random.random() * len(near))]


def chance_from(end: Any, side: str, learned: Model | None) -> float:
    """The chance of a side to win from a position: by what was learned, or by the hand-made evaluation."""
    if end.outcome is not None:
        return float(end.outcome.score(side))
    if learned is None:
        return chance_to_win(end, side, judge(end, side))
    ours, theirs = (learned.predict(features(end, whose))[0] for whose in (side, enemy_of(side)))
    return (ours + 1 - theirs) / 2


def judge(state: Any, side: str) -> float:
    """What a position is worth to a side, both evaluations counted so that neither is flattered."""
    terms = state.scenario.battle.knowledge.plan_terms()
    return (weighing(terms, side)(state) - weighing(terms, enemy_of(side))(state)) / 2
