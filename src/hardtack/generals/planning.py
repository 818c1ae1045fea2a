"""Choosing a plan: each is tried in thought, the better ones more often, and what is near the best is tried too."""

from __future__ import annotations

from random import Random
from statistics import fmean
from typing import Any

from hardtack.generals.plans import Plan, candidates, variations, worth_to
from hardtack.generals.playout import Greedy, Work, play_on
from hardtack.generals.recruit import weighing
from hardtack.referee.events import enemy_of

TRIES = 6  # of one plan at most
MARGIN = 0.02  # plans this near the best, as a share of the spread of all, are as good as it: chance picks among them


class _Trial:
    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.marks: list[float] = []

    @property
    def mark(self) -> float:
        return fmean(self.marks)


def make_plan(state: Any, side: str, random: Random, last: Plan | None = None) -> Plan:
    """The best plan found within the work the battle allows."""
    effort = state.scenario.battle.knowledge.effort
    work = Work()
    seeds = [random.getrandbits(64) for _ in range(TRIES)]
    plans = candidates(state, side)
    if len(plans) == 1:
        return plans[0]
    if last is not None and last not in plans:
        plans.append(last)
    trials = [_Trial(plan) for plan in plans]
    for trial in trials:
        trial.marks.append(try_out(state, side, trial.plan, seeds[0], work))
    known = {trial.plan for trial in trials}
    while work.done < effort.work:
        ranked = sorted(trials, key=lambda trial: -trial.mark)
        leaders = ranked[: max(2, len(ranked) // 3)]
        again = [trial for trial in leaders if len(trial.marks) < TRIES]
        fresh = [plan for plan in variations(leaders[0].plan, [one.plan for one in leaders[1:3]]) if plan not in known]
        if not again and not fresh:
            break
        for trial in again:
            trial.marks.append(try_out(state, side, trial.plan, seeds[len(trial.marks)], work))
            if work.done >= effort.work:
                break
        for plan in fresh[:2]:
            if work.done >= effort.work:
                break
            known.add(plan)
            trials.append(_Trial(plan))
            for seed in seeds[: min(2, len(leaders[0].marks))]:
                trials[-1].marks.append(try_out(state, side, plan, seed, work))
    return _pick(trials, random)


def _pick(trials: list[_Trial], random: Random) -> Plan:
    """The best of the plans tried most; chance decides among those that are as good."""
    tried = max(len(trial.marks) for trial in trials)
    serious = [trial for trial in trials if 2 * len(trial.marks) >= tried]
    best = max(trial.mark for trial in serious)
    spread = best - min(trial.mark for trial in trials)
    near = [trial.plan for trial in serious if trial.mark >= best - MARGIN * spread]
    return near[int(random.random() * len(near))]


def try_out(state: Any, side: str, plan: Plan, seed: int, work: Work) -> float:
    """The mark of a plan: what the position it leads to is worth to the side, less what it is worth to the enemy."""
    foe = enemy_of(side)
    random = Random(seed)
    players = {
        side: Greedy(worth_to(state, side, plan), random, work),
        foe: Greedy(worth_to(state, foe, Plan()), random, work),
    }
    return judge(play_on(state, side, players, random, state.scenario.battle.knowledge.effort), side)


def judge(state: Any, side: str) -> float:
    """What a position is worth to a side, both evaluations counted so that neither is flattered."""
    terms = state.scenario.battle.knowledge.plan_terms()
    return (weighing(terms, side)(state) - weighing(terms, enemy_of(side))(state)) / 2
