"""Tuning: the weights of an evaluation found by play, by an evolution strategy, for each scenario and side.

A generation is a number of players who differ in their weights. All meet the same opponents with the same dice; what
the better ones have in common becomes the middle of the next generation. Generations of all scenarios and sides are
played side by side, so that no core waits. The same seed finds the same weights on any machine.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean, pstdev
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.drilled import Drilled
from hardtack.generals.general import General
from hardtack.generals.weights import factors_of
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import DRAW, enemy_of
from hardtack.referee.umpire import begin, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.study.results import union_points
from hardtack.study.simulate import unhurried
from hardtack.study.spread import cores

PLAYERS = 20  # of a generation, in pairs of opposites
OPPONENTS = ("recruit", "drilled", "recruit", "rusher")  # each player meets all of them; one game each
SPREAD, LEAST_SPREAD, COOLING = 0.5, 0.15, 0.93  # how far players differ, on the scale of logarithms
MARGIN = 0.3  # what a margin of a standard deviation counts beside a victory

Vector = Sequence[float]


@dataclass(frozen=True, slots=True)
class Trial:
    """One game of a player of a generation."""

    scenario: str
    side: str
    factors: tuple[tuple[str, float], ...]
    opponent: str
    dice: str


@unhurried()
def play_trial(trial: Trial) -> tuple[float, float]:
    """The result (a draw is half) and the margin in points."""
    battle = find_battle(trial.scenario)
    foe = enemy_of(trial.side)
    bots: Mapping[str, General] = {trial.side: Drilled(dict(trial.factors)), foe: find_bot(trial.opponent)}
    dice = SeededDice(trial.dice)
    random = {side: Random(f"{trial.dice}/{side}") for side in bots}
    state = begin(battle.set_up(battle.scenario(trial.scenario)), dice).state
    while (side := to_act(state)) is not None:
        state = play_trusted(state, bots[side].choose(view(state, side), random[side]), dice).state
    outcome = state.outcome
    lead = union_points(outcome.points)
    result = 0.5 if outcome.winner == DRAW else float(outcome.winner == trial.side)
    return result, float(lead if trial.side == "union" else -lead)


@dataclass
class Search:
    """The search for one scenario and side: what is known of it, and the generation being played."""

    scenario: str
    side: str
    seed: str
    names: tuple[str, ...]
    middle: list[float]
    spread: float = SPREAD
    generation: int = 0
    history: list[dict[str, Any]] = field(default_factory=list)
    players: list[list[float]] = field(default_factory=list)
    results: dict[tuple[int, int], tuple[float, float]] = field(default_factory=dict)  # by player and opponent

    @property
    def factors(self) -> dict[str, float]:
        return _factors(self.names, self.middle)

    def next_generation(self) -> list[tuple[tuple[int, int], Trial]]:
        """New players about the middle, each with its opposite, and the games they have to play."""
        random = Random(f"{self.seed}/{self.scenario}/{self.side}/{self.generation}")
        self.players, self.results = [], {}
        for _ in range(PLAYERS // 2):
            step = [random.gauss(0.0, self.spread) for _ in self.names]
            self.players.append([middle + part for middle, part in zip(self.middle, step, strict=True)])
            self.players.append([middle - part for middle, part in zip(self.middle, step, strict=True)])
        return [
            ((player, meeting), Trial(
                self.scenario, self.side, tuple(_factors(self.names, levels).items()), opponent,
                f"{self.seed}/{self.generation}/{meeting}",
            ))
            for meeting, opponent in enumerate(OPPONENTS)
            for player, levels in enumerate(self.players)
        ]  # fmt: skip

    def learn(self) -> None:
        """Move the middle to where the better half was, the best counting most."""
        marks = self.marks()
        ranked = sorted(range(len(self.players)), key=lambda player: -marks[player])[: len(self.players) // 2]
        shares = [math.log(len(ranked) + 0.5) - math.log(place + 1) for place in range(len(ranked))]
        total = sum(shares)
        self.middle = [
            sum(share * self.players[player][i] for share, player in zip(shares, ranked, strict=True)) / total
            for i in range(len(self.names))
        ]
        self.generation += 1
        self.spread = max(LEAST_SPREAD, self.spread * COOLING)
        by_opponent: dict[str, list[float]] = {}
        for (_, meeting), (result, _) in self.results.items():
            by_opponent.setdefault(OPPONENTS[meeting], []).append(result)
        self.history.append({name: round(fmean(results), 3) for name, results in by_opponent.items()})

    def marks(self) -> list[float]:
        """How each player did beside the others who had the same dice against the same opponent."""
        marks = [0.0] * len(self.players)
        for meeting in range(len(OPPONENTS)):
            games = [self.results[player, meeting] for player in range(len(self.players))]
            usual, middle = fmean(result for result, _ in games), fmean(margin for _, margin in games)
            scale = pstdev([margin for _, margin in games]) or 1.0
            for player, (result, margin) in enumerate(games):
                marks[player] += result - usual + MARGIN * (margin - middle) / scale
        return marks

    def data(self) -> dict[str, Any]:
        return {
            "scenario": self.scenario, "side": self.side, "seed": self.seed, "generation": self.generation,
            "spread": self.spread, "factors": {name: round(value, 3) for name, value in self.factors.items()},
            "history": self.history,
        }  # fmt: skip


def _factors(names: Sequence[str], levels: Vector) -> dict[str, float]:
    """From logarithms; what all have in common means nothing, and is taken out."""
    usual = fmean(levels)
    return {name: math.exp(level - usual) for name, level in zip(names, levels, strict=True)}


def begin_search(scenario: str, side: str, seed: str) -> Search:
    names = tuple(find_battle(scenario).knowledge.plan_terms())
    known = factors_of(scenario, side)
    return Search(scenario, side, seed, names, [math.log(known.get(name, 1.0)) for name in names])


def tune(
    searches: Sequence[Search], generations: int, minutes: float, file: Path, jobs: int | None = None,
    say: Callable[[Search], None] | None = None,
) -> None:  # fmt: skip
    """Let every search go on for some generations, or until the time is over; what was found is kept after each."""
    until = time.monotonic() + 60 * minutes
    with ProcessPoolExecutor(jobs or cores()) as pool:
        running: dict[Future[tuple[float, float]], tuple[Search, tuple[int, int]]] = {}
        todo = [(search, *game) for search in searches for game in search.next_generation()]
        for search, place, trial in todo:
            running[pool.submit(play_trial, trial)] = (search, place)
        while running and time.monotonic() < until:
            for done in wait(running, timeout=max(0.0, until - time.monotonic()), return_when=FIRST_COMPLETED).done:
                search, place = running.pop(done)
                search.results[place] = done.result()
                if len(search.results) < PLAYERS * len(OPPONENTS):
                    continue
                search.learn()
                file.write_text(json.dumps([each.data() for each in searches], indent=1) + "\n", encoding="utf-8")
                if say is not None:
                    say(search)
                if search.generation < generations:
                    for place, trial in search.next_generation():
                        running[pool.submit(play_trial, trial)] = (search, place)
        for future in running:
            future.cancel()
        pool.shutdown(wait=False, cancel_futures=True)
