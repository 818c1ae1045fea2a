"""What an advantage by a battle's evaluation is worth: how games went on from positions in which a side had it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from statistics import pstdev

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.odds import Odds
from hardtack.generals.planning import judge
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadOption
from hardtack.referee.events import UNION
from hardtack.referee.umpire import begin, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.study.regression import logit
from hardtack.study.spread import spread


@dataclass(frozen=True, slots=True)
class Sample:
    scenario: str
    seed: str
    number: int


def measure_odds(scenario: str, games: int, seed: str, jobs: int | None = None) -> Odds:
    """What an advantage is worth on a scenario, from games of `recruit` against itself."""
    rows: list[tuple[float, float]] = []
    for _, found in spread(play_sample, [Sample(scenario, seed, number) for number in range(games)], jobs):
        rows += found
    worths = [worth for worth, _ in rows]
    usual = pstdev(worths) or 1.0
    (slope,), union = logit([[worth / usual] for worth in worths], [result for _, result in rows], 1.0)
    if slope <= 0:
        raise BadOption(f"{games} games of {scenario} do not show what an advantage is worth; play more")
    return usual / slope, union


def play_sample(sample: Sample) -> list[tuple[float, float]]:
    """The Union's advantage at the beginning of each side's turn in one game, each with the game's result."""
    battle = find_battle(sample.scenario)
    dice, random = SeededDice(f"{sample.seed}/{sample.number}"), Random(f"{sample.seed}/{sample.number}/odds")
    state = begin(battle.set_up(battle.scenario(sample.scenario)), dice).state
    bots = {side: find_bot("recruit") for side in battle.sides}
    worths, last = [], None
    while (side := to_act(state)) is not None:
        if (state.turn, side) != last and battle.knowledge.plans_at(state):
            last = (state.turn, side)
            worths.append(judge(state, UNION))
        state = play_trusted(state, bots[side].choose(view(state, side), random), dice).state
    result = state.outcome.score(UNION)
    return [(worth, result) for worth in worths]
