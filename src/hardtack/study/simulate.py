"""Headless games between bots: the same seed gives the same games, however many processes play them."""

from __future__ import annotations

import hashlib
import math
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot, planning
from hardtack.generals.strength import wilson
from hardtack.referee.battle import Battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import DRAW
from hardtack.referee.record import Written, final_position, write_moves
from hardtack.referee.umpire import begin, play, to_act
from hardtack.referee.views import view
from hardtack.study.spread import spread

SUFFIX = ".hardtack"  # of the files records are kept in


@dataclass(frozen=True, slots=True)
class Plan:
    """What to play: scenario, settings, who commands which side, and the seed of the whole series."""

    scenario: str
    bots: tuple[tuple[str, str], ...]
    seed: str
    settings: tuple[tuple[str, Any], ...] = ()
    checked: bool = False  # hold the battle's invariants after every action
    save: str = ""  # the folder that gets the record of every game


@dataclass(frozen=True, slots=True)
class Result:
    winner: str
    level: str
    reason: str
    turn: int
    decisions: int
    points: tuple[tuple[str, int], ...]
    moves: str  # a digest of every action and die: equal ones were the same game


@dataclass
class Report:
    """The count of a series of games."""

    scenario: str
    bots: dict[str, str]
    games: int = 0
    wins: Counter[str] = field(default_factory=Counter)
    levels: Counter[str] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    points: Counter[str] = field(default_factory=Counter)  # by whose points they are
    turns: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def add(self, result: Result) -> None:
        self.games += 1
        self.wins[result.winner] += 1
        self.levels[f"{result.winner} {result.level}"] += 1
        self.reasons[f"{result.winner} {result.reason}"] += 1
        self.points.update(dict(result.points))
        self.turns += result.turn
        self.decisions += result.decisions

    def data(self) -> dict[str, Any]:
        sides = list(self.bots)
        decided = sum(self.wins[side] for side in sides)
        games = max(self.games, 1)
        return {
            "scenario": self.scenario,
            "bots": self.bots,
            "games": self.games,
            "wins": {side: self.wins[side] for side in sides},
            "draws": self.wins[DRAW],
            "win_rate": {side: self.wins[side] / games for side in sides},
            "win_rate_interval": {side: wilson(self.wins[side], self.games) for side in sides},
            "win_rate_of_decided": {side: self.wins[side] / max(decided, 1) for side in sides},
            "levels": dict(self.levels.most_common()),
            "reasons": dict(self.reasons.most_common()),
            "mean_points": {side: total / games for side, total in self.points.items()},
            "mean_turns": self.turns / games,
            "mean_decisions": self.decisions / games,
            "decisions_per_second": self.decisions / self.seconds if self.seconds else 0.0,
            "seconds": self.seconds,
        }


def make_plan(
    scenario_id: str, bots: Mapping[str, str], seed: int | str, settings: Mapping[str, Any],
    *, checked: bool = False, save: str = "",
) -> Plan:  # fmt: skip
    """Check everything before the first game; the book's own system switches on the settings it needs."""
    battle = find_battle(scenario_id)
    chosen = dict(settings)
    for side, name in bots.items():
        find_bot(name).check_seat(battle, scenario_id, side)
        if name == "doctrine":
            chosen = {**dict(battle.scenarios[scenario_id].doctrine_settings), **chosen}
    battle.check_settings(scenario_id, chosen)
    return Plan(scenario_id, tuple(bots.items()), str(seed), tuple(chosen.items()), checked, save)


@contextmanager
def unhurried() -> Iterator[None]:
    """No bot is cut short by the clock, which would make other games of the same seed on a busy machine."""
    usual, planning.SECONDS = planning.SECONDS, math.inf
    try:
        yield
    finally:
        planning.SECONDS = usual


@unhurried()
def play_game(plan: Plan, number: int) -> Result:
    """Game `number` of a plan, by itself: it depends on nothing but the plan and the number."""
    battle: Battle = find_battle(plan.scenario)
    dice = SeededDice(f"{plan.seed}/{number}")
    random = {side: Random(f"{plan.seed}/{number}/{side}") for side, _ in plan.bots}
    bots = {side: find_bot(name) for side, name in plan.bots}
    ruling = begin(battle.set_up(battle.scenario(plan.scenario, dict(plan.settings))), dice)
    moves: list[Written] = [("", "", ruling.dice)]
    decisions = 0
    while (side := to_act(ruling.state)) is not None:
        action = bots[side].choose(view(ruling.state, side), random[side])
        ruling = play(ruling.state, action, dice)
        moves.append((side, str(action), ruling.dice))
        decisions += 1
        if plan.checked:
            battle.check_position(ruling.state)
        if decisions > battle.max_decisions:
            raise RuntimeError(f"game {number} of {plan} did not end within {battle.max_decisions} decisions")
    state = ruling.state
    outcome = state.outcome
    if plan.save:
        headers = {**dict(plan.bots), "final": final_position(state)}
        name = "-".join([plan.scenario, *dict(plan.bots).values(), re.sub(r"\W", "_", plan.seed), str(number)])
        file = Path(plan.save, name + SUFFIX)
        file.write_text(write_moves(state.scenario, moves, outcome, headers), encoding="utf-8", newline="\n")
    digest = hashlib.sha256(repr(moves).encode()).hexdigest()[:16]
    return Result(outcome.winner, outcome.level, outcome.reason, state.turn, decisions, outcome.points, digest)


def simulate(
    plan: Plan, games: int, jobs: int | None = 1, progress: Callable[[int], None] | None = None, cluster: str = ""
) -> Report:
    """Play a series and count it. `progress` hears of every finished game. Without `jobs` all cores play."""
    started = time.perf_counter()
    results: dict[int, Result] = {}
    for number, result in spread(partial(play_game, plan), range(games), jobs, cluster):
        results[number] = result
        if progress is not None:
            progress(len(results))
    report = Report(plan.scenario, dict(plan.bots), seconds=time.perf_counter() - started)
    for number in range(games):
        report.add(results[number])
    return report
