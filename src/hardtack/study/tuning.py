"""Tuning: finding out by play how much each term of an evaluation should count, for each side of a scenario.

Many games are played in which a side weighs its terms a little otherwise than it would, each time in another way. What
comes of it tells, term by term, whether more or less of it wins: a regression of the results on what was changed. The
weights move that way, and the next round begins there. A bot that looks one action ahead plays all the games, against
itself and against other bots in turn: who has only met one kind of enemy is helpless against another.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, ClassVar

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.plans import Plan
from hardtack.generals.recruit import Evaluate, Recruit, best_action
from hardtack.generals.tempers import Temper, names_of, read_tempers, tempered
from hardtack.generals.veteran import Veteran
from hardtack.referee.actions import Action
from hardtack.referee.chance import settling_floor
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES
from hardtack.referee.views import View
from hardtack.study.regression import weighted_ridge
from hardtack.study.results import union_points
from hardtack.study.spread import in_order
from hardtack.study.trials import play_out, steps_along, worths

SPREAD = 0.5  # how far the levels are changed, as a standard deviation
SLOPES = 1.0  # the same for how they rise in the course of the game
STEP = 2.0  # how far the middle moves in a round, in such deviations
PENALTY = 4.0  # on what the regression says of a term
FADING = 0.5  # what a game counts for a round later: it was played about another middle
ITSELF = "itself"


class Tempered(Recruit):
    """One action ahead, with the weights of a temper."""

    name: ClassVar[str] = "tempered"

    def __init__(self, temper: Temper) -> None:
        self.temper = temper

    def choose(self, view: View, random: Random) -> Action:
        assert view.seat is not None
        state = view.state.scenario.battle.imagine(view.state, view.seat, random)
        return best_action(state, tempered(state.scenario, view.seat, self.temper), random, 0.0, settling_floor(state))


class Thorough(Veteran):
    """Thinks as `veteran` does, with the weights of a temper."""

    name: ClassVar[str] = "thorough"

    def __init__(self, temper: Temper) -> None:
        super().__init__()
        self.temper = temper

    def worth(self, state: Any, side: str, plan: Plan) -> Evaluate:
        return tempered(state.scenario, side, self.temper)


@dataclass(frozen=True, slots=True)
class Trial:
    """One game: who leans how; a side that is not named is another bot's. `through`: whether who leans looks ahead."""

    scenario: str
    seed: str
    tempers: tuple[tuple[str, Temper], ...]
    against: str = Recruit.name
    through: bool = False


def play_trial(trial: Trial) -> tuple[float, float]:
    """The Union's result (a draw is half) and its margin in points."""
    leans, leaning = dict(trial.tempers), Thorough if trial.through else Tempered
    bots = {side: leaning(leans[side]) if side in leans else find_bot(trial.against) for side in SIDES}
    outcome = play_out(trial.scenario, trial.seed, bots)
    return outcome.score("union"), union_points(outcome.points)


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a game: the round, who leaned how and against whom, the Union's result and margin."""

    round: int
    tempers: tuple[tuple[str, Temper], ...]
    against: str
    score: float
    margin: float


@dataclass
class Tuning:
    """Where the tuning of a scenario stands."""

    scenario: str
    seed: str
    against: tuple[str, ...] = (Recruit.name,)
    sides: tuple[str, ...] = SIDES  # whose weights are looked for
    terms: tuple[str, ...] = ()  # which ones; all without any
    through: bool = False  # whether who is tuned carries actions through in thought
    level: bool = False  # whether weights are to change in the course of the game as they do now
    games: int = 0
    middle: dict[str, dict[str, tuple[float, float]]] = field(default_factory=lambda: {side: {} for side in SIDES})
    played: list[Tried] = field(default_factory=list)

    def names(self) -> tuple[str, ...]:
        return self.terms or names_of(find_battle(self.scenario).knowledge)

    def temper(self, side: str) -> Temper:
        return Temper(dict(self.middle[side]))

    def text(self, command: str) -> str:
        """The file of tempers: a line for each term."""
        made = {"command": command, "games": self.games, "rules": find_battle(self.scenario).rules_version}
        sides = []
        for side in SIDES:
            rows = [
                f"   {json.dumps(name)}: [{level:.3f}, {slope:.3f}]"
                for name, (level, slope) in self.middle[side].items()
            ]  # fmt: skip
            sides.append(f'  "{side}": {{\n' + ",\n".join(rows) + "\n  }")
        return (
            f'{{\n "scenario": {json.dumps(self.scenario)},\n "made": {json.dumps(made)},\n "sides": {{\n'
            + ",\n".join(sides)
            + "\n }\n}\n"
        )


def start_tuning(
    scenario: str, seed: str, start: Path | None = None, against: Sequence[str] = (Recruit.name,),
    sides: Sequence[str] = SIDES, terms: Sequence[str] = (), through: bool = False, level: bool = False,
) -> Tuning:  # fmt: skip
    """A tuning that begins with the weights given by hand, or with what another one found."""
    tuning = Tuning(scenario, seed, tuple(against), tuple(sides), tuple(terms), through, level)
    known = names_of(find_battle(scenario).knowledge)
    for name in terms:
        if name not in known:
            raise BadOption(f"{scenario} has no term {name[:40]!r}; there are {', '.join(known)}")
    for name in against:
        for side in SIDES:
            find_bot(name).check_seat(find_battle(scenario), scenario, side)
    if not find_battle(scenario).knowledge.plan_terms():
        raise BadOption(f"{scenario} has no terms to tune")
    if start is not None:
        for side, temper in read_tempers(start.read_text(encoding="utf-8")).items():
            tuning.middle[side] = dict(temper.leanings)
    return tuning


def tune_round(
    tuning: Tuning, games: int, number: int, jobs: int | None, cluster: str = "", step: float = STEP
) -> None:
    """One round: so many games, and the middle of each side moved the way they point."""
    names = tuning.names()
    trials = []
    one_side = [(side,) for side in tuning.sides]
    turns = [SIDES, *one_side] if tuning.sides == SIDES else one_side  # against itself, and either side against another
    for game in range(games):
        seed = f"{tuning.seed}/{number}/{game}"
        random = Random(f"{seed}/leanings")
        leaning = turns[game % len(turns)]
        tempers = tuple(
            (side, changed(tuning, side, names, [random.gauss(0.0, 1.0) for _ in range(2 * len(names))]))
            for side in leaning
        )
        enemy = ITSELF if leaning is SIDES else tuning.against[game // len(turns) % len(tuning.against)]
        trials.append(Trial(tuning.scenario, seed, tempers, enemy, tuning.through))
    results = in_order(play_trial, trials, jobs, cluster)
    tuning.games += games
    tuning.played += [
        Tried(number, trial.tempers, trial.against, *result) for trial, result in zip(trials, results, strict=True)
    ]  # fmt: skip
    ways = {side: way_up(tuning, side, names, number) for side in tuning.sides}
    for side, way in ways.items():
        tuning.middle[side] = dict(changed(tuning, side, names, steps_along(way, step)).leanings)


def way_up(tuning: Tuning, side: str, names: Sequence[str], number: int) -> Sequence[float]:
    """Which way the leanings of a side should move, by all games so far; the older a game, the less it counts.

    What an enemy is worth by himself is a part of the regression: nobody is thanked for having met a weak one.
    """
    rows, found, weights = [], [], []
    worths_of_all = worths([(tried.score, tried.margin) for tried in tuning.played])
    enemies = (ITSELF, *tuning.against)
    for tried, worth in zip(tuning.played, worths_of_all, strict=True):
        leaning = dict(tried.tempers)
        if side in leaning:
            met = [float(tried.against == enemy) for enemy in enemies[:-1]]
            rows.append([*_deviations(tuning, side, names, leaning[side]), *met])
            found.append(worth if side == "union" else -worth)
            weights.append(FADING ** (number - tried.round))
    return weighted_ridge(rows, found, weights, PENALTY)[0][: 2 * len(names)]


def _deviations(tuning: Tuning, side: str, names: Sequence[str], temper: Temper) -> list[float]:
    """How far a temper is from the middle."""
    found = []
    for name in names:
        level, slope = tuning.middle[side].get(name, (0.0, 0.0))
        found += [(temper.leanings[name][0] - level) / SPREAD, (temper.leanings[name][1] - slope) / SLOPES]
    return found


def changed(tuning: Tuning, side: str, names: Sequence[str], change: Sequence[float]) -> Temper:
    """The temper so many deviations from the middle."""
    middle = tuning.middle[side]
    turns = find_battle(tuning.scenario).scenario(tuning.scenario).turns
    rising = 0.0 if tuning.level or turns == 1 else SLOPES
    found = dict(middle)
    for place, name in enumerate(names):
        level, slope = middle.get(name, (0.0, 0.0))
        found[name] = (level + SPREAD * change[2 * place], slope + rising * change[2 * place + 1])
    return Temper(found)


@dataclass(frozen=True, slots=True)
class Comparison:
    """How the tuned fared against `recruit`: shares of the games won (a draw is half), and swapped pairs."""

    union: float
    confederate: float
    better: int
    worse: int
    level: int


def compare(tuning: Tuning, pairs: int, jobs: int | None, cluster: str = "") -> Comparison:
    """Each pair with the same dice: who did better with the same side, by the result and then by the margin."""
    trials = [
        Trial(tuning.scenario, f"{tuning.seed}/check/{game}", ((side, tuning.temper(side)),), through=tuning.through)
        for game in range(pairs)
        for side in SIDES
    ]
    results = in_order(play_trial, trials, jobs, cluster)
    union, confederate = results[0::2], results[1::2]
    better = sum(ours > theirs for ours, theirs in zip(union, confederate, strict=True))
    worse = sum(ours < theirs for ours, theirs in zip(union, confederate, strict=True))
    return Comparison(
        sum(score for score, _ in union) / pairs, sum(1 - score for score, _ in confederate) / pairs,
        better, worse, pairs - better - worse,
    )  # fmt: skip


def tune(
    tuning: Tuning, rounds: int, games: int, jobs: int | None, cluster: str = "",
    tell: Callable[[str], None] | None = None,
) -> None:  # fmt: skip
    """So many rounds; the steps grow shorter."""
    for number in range(rounds):
        begun = time.monotonic()
        tune_round(tuning, games, number, jobs, cluster, STEP / math.sqrt(1 + number / 2))
        if tell is not None:
            tell(f"{tuning.scenario}, round {number + 1}: {games} games in {time.monotonic() - begun:.0f} s")
