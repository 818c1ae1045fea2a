"""Positions of games that bots play against themselves, with how those games ended: what an evaluation learns from.

The standard library is enough. Now and then a bot does something at random, so that positions come up which it would
not have got into by itself.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random
from statistics import pstdev
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.learned import Odds, features
from hardtack.generals.planning import judge
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadOption, HardtackError
from hardtack.referee.events import UNION, enemy_of
from hardtack.referee.umpire import begin, deciding, options, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.study.regression import logit
from hardtack.study.results import LinesFile, union_points, whole_lines
from hardtack.study.simulate import unhurried
from hardtack.study.spread import spread

ASTRAY = 0.08  # how often a bot does anything at all instead
TAKEN = 0.15  # how often a position is kept; the first of every turn and side is
DULL = 0.5  # of the games, one side plays by chance for a while: what comes of an advantage is to be learned, too
DULL_TURNS = 2


@dataclass(frozen=True, slots=True)
class Series:
    scenario: str
    bot: str
    seed: str
    number: int


@dataclass(frozen=True, slots=True)
class Position:
    """One position as a seat saw it, and what became of it for that seat: the result (a draw is half), the margin."""

    scenario: str
    bot: str
    rules: str
    game: str
    turn: int
    side: str
    features: dict[str, float]
    hand_made: float
    result: float
    margin: float


@unhurried()
def play_series(series: Series) -> list[Position]:
    """The positions of one game: the same on any machine, however busy."""
    battle = find_battle(series.scenario)
    name = f"{series.seed}/{series.number}"
    dice, random = SeededDice(name), Random(f"{name}/selfplay")
    bots = {side: find_bot(series.bot) for side in battle.sides}
    weak = random.choice(battle.sides) if random.random() < DULL else ""
    state = begin(battle.set_up(battle.scenario(series.scenario)), dice).state
    kept: list[tuple[int, str, dict[str, float], float]] = []
    first: set[tuple[int, str]] = set()
    for _ in range(battle.max_decisions):
        side = to_act(state)
        if side is None:
            break
        if not deciding(state).follow_up and ((state.turn, side) not in first or random.random() < TAKEN):
            first.add((state.turn, side))
            kept += _seen(state, random)
        astray = ASTRAY if side != weak or state.turn > DULL_TURNS else 0.5
        chosen = options(state).pick(random) if random.random() < astray else None
        state = play_trusted(state, chosen or bots[side].choose(view(state, side), random), dice).state
    outcome = state.outcome
    if outcome is None:
        return []
    lead = union_points(outcome.points)
    return [
        Position(
            series.scenario, series.bot, battle.rules_version, f"{series.scenario}/{name}", turn, side, numbers, worth,
            outcome.score(side), lead if side == "union" else -lead,
        )
        for turn, side, numbers, worth in kept
    ]  # fmt: skip


def _seen(state: Any, random: Random) -> Iterable[tuple[int, str, dict[str, float], float]]:
    """The position as each seat may know it: what it may not is imagined."""
    battle = state.scenario.battle
    side = str(to_act(state))
    for seat in (side, enemy_of(side)):
        known = battle.imagine(view(state, seat).state, seat, random)
        numbers = {name: round(value, 5) for name, value in features(known, seat).items()}
        yield state.turn, seat, numbers, round(judge(known, seat), 5)


def play_all(
    scenario: str, bot: str, games: int, seed: str, file: Path, jobs: int | None, cluster: str,
    progress: Callable[[int], None] | None = None,
) -> None:  # fmt: skip
    """Add the positions of so many games of a scenario to a file; games it has are not played again."""
    had = {position.game for position in read_positions(file)} if file.exists() else set()
    wanted = [Series(scenario, bot, seed, number) for number in range(games)]
    missing = [series for series in wanted if f"{series.scenario}/{series.seed}/{series.number}" not in had]
    with closing(LinesFile(file)) as keep:
        for done, (_, positions) in enumerate(spread(play_series, missing, jobs, cluster), 1):
            keep.add(*(json.dumps(asdict(position)) for position in positions))
            if progress is not None:
                progress(len(wanted) - len(missing) + done)


class BadPositions(HardtackError):
    """A file of positions that cannot be learned from."""


def read_positions(file: Path) -> list[Position]:
    found = []
    for number, line in enumerate(whole_lines(file.read_text(encoding="utf-8")), 1):
        try:
            found.append(Position(**json.loads(line)))
        except (ValueError, TypeError):
            raise BadPositions(f"{file}, line {number}: not a position of self-play") from None
    return found


# -- what an advantage by a battle's evaluation is worth: how games went on in which a side had it


def measure_odds(scenario: str, games: int, seed: str, jobs: int | None = None) -> Odds:
    """What an advantage is worth on a scenario, from games of `recruit` against itself."""
    rows: list[tuple[float, float]] = []
    for _, found in spread(play_sample, [Series(scenario, "recruit", seed, number) for number in range(games)], jobs):
        rows += found
    worths = [worth for worth, _ in rows]
    usual = pstdev(worths) or 1.0
    (slope,), union = logit([[worth / usual] for worth in worths], [result for _, result in rows], 1.0)
    if slope <= 0:
        raise BadOption(f"{games} games of {scenario} do not show what an advantage is worth; play more")
    return usual / slope, union


def play_sample(sample: Series) -> list[tuple[float, float]]:
    """The Union's advantage at the beginning of each side's turn in one game, each with the game's result."""
    battle = find_battle(sample.scenario)
    dice, random = SeededDice(f"{sample.seed}/{sample.number}"), Random(f"{sample.seed}/{sample.number}/odds")
    state = begin(battle.set_up(battle.scenario(sample.scenario)), dice).state
    bots = {side: find_bot(sample.bot) for side in battle.sides}
    worths, last = [], None
    while (side := to_act(state)) is not None:
        if (state.turn, side) != last and battle.knowledge.appraised_at(state):
            last = (state.turn, side)
            worths.append(judge(state, UNION))
        state = play_trusted(state, bots[side].choose(view(state, side), random), dice).state
    result = state.outcome.score(UNION)
    return [(worth, result) for worth in worths]
