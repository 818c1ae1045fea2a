"""Manners: finding out by play by what numbers a commander who plays at a glance does best, for each side.

Many games are played in which a side's commander has other numbers than he would have, each time others, against his
own kind and against other bots in turn. A regression of the results on what was changed says which way to go; all
numbers go a step that way, and the next round begins there. Numbers are changed by factors, as none may be negative.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random
from typing import ClassVar

from hardtack.battles import find_battle
from hardtack.battles.chancellorsville.instinct import Instinct
from hardtack.battles.chancellorsville.manners import (
    ALWAYS,
    NAMES,
    PLAIN,
    Manner,
    manner_from,
    numbers_of,
    restless,
    shipped,
)
from hardtack.generals import find_bot
from hardtack.generals.foresight import by_instinct
from hardtack.generals.general import General
from hardtack.generals.scripts import Script
from hardtack.referee.actions import Action
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES, enemy_of
from hardtack.referee.views import View
from hardtack.study.regression import weighted_ridge
from hardtack.study.results import union_points
from hardtack.study.spread import in_order
from hardtack.study.trials import play_out, steps_along, worths

SPREAD = 0.4  # how far the logarithms of the numbers are changed, as a standard deviation
STEP = 1.5  # how far they move in a round, in such deviations; later rounds go less far
FADING = 0.6  # what a game counts for a round later: it was played about another middle
PENALTY = 10.0  # on what the regression says of a number
START = replace(PLAIN, exposed=0.2, worn=3.0)  # a number that is nothing could not be changed by a factor
ITSELF, RESTLESS = "itself", "restless"  # enemies who play at a glance, too: as tuned so far; one who never waits


class AtAGlance(Script):
    """Plays at a glance, in some manner."""

    name: ClassVar[str] = "glance"

    def __init__(self, manner: Manner) -> None:
        self.commander = Instinct(manner)

    def choose(self, view: View, random: Random) -> Action:
        assert view.seat is not None
        state = view.state.scenario.battle.imagine(view.state, view.seat, random)
        return by_instinct(self.commander, state, random)


@dataclass(frozen=True, slots=True)
class Trial:
    """One game: a side in its manner against an enemy; the manner is his, too, where he plays at a glance."""

    scenario: str
    seed: str
    side: str
    manner: Manner
    enemy: str
    enemy_manner: Manner


def play_trial(trial: Trial) -> tuple[float, float]:
    """The side's result (a draw is half) and its margin in points."""
    glancing = trial.enemy in (ITSELF, RESTLESS)
    foe: General = AtAGlance(trial.enemy_manner) if glancing else find_bot(trial.enemy)
    outcome = play_out(trial.scenario, trial.seed, {trial.side: AtAGlance(trial.manner), enemy_of(trial.side): foe})
    points = union_points(outcome.points)
    return outcome.score(trial.side), points if trial.side == "union" else -points


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of a game."""

    round: int
    trial: Trial
    score: float
    margin: float


@dataclass
class Search:
    """Where the search for the manners of a scenario stands."""

    scenario: str
    seed: str
    against: tuple[str, ...]
    middle: dict[str, Manner] = field(default_factory=lambda: dict.fromkeys(SIDES, START))
    tried: dict[str, list[Tried]] = field(default_factory=lambda: {side: [] for side in SIDES})
    found: dict[str, dict[str, tuple[float, float]]] = field(default_factory=dict)

    @property
    def games(self) -> int:
        return sum(len(tried) for tried in self.tried.values())

    def text(self, command: str) -> str:
        """The file of what was found, one line a side, with how the commanders fared before and after."""
        played = shipped().get(self.scenario, {}).get("played", ALWAYS)
        made = {"command": command, "games": self.games, "rules": find_battle(self.scenario).rules_version}
        lines = [f'"played": {json.dumps(played)}', f'"made": {json.dumps(made)}']
        for side in SIDES:
            numbers = {name: round(number, 3) for name, number in numbers_of(self.middle[side]).items()}
            lines.append(f"{json.dumps(side)}: {json.dumps(numbers)}")
        if self.found:
            lines.append(f'"before_and_after": {json.dumps(self.found)}')
        return f"{{\n {json.dumps(self.scenario)}: {{\n  " + ",\n  ".join(lines) + "\n }\n}\n"


def start_search(scenario: str, seed: str, against: Sequence[str], start: Path | None = None) -> Search:
    """One that begins with the plain manner, or with what another search found."""
    for name in against:
        if name not in (ITSELF, RESTLESS):
            for side in SIDES:
                find_bot(name).check_seat(find_battle(scenario), scenario, side)
    if find_battle(scenario) is not find_battle("kellys-ford"):
        raise BadOption(f"{scenario} has no commander who plays at a glance")
    search = Search(scenario, seed, tuple(against))
    if start is not None:
        known = json.loads(start.read_text(encoding="utf-8"))[scenario]
        search.middle = {side: manner_from(known[side]) for side in SIDES}
    return search


def changed(manner: Manner, steps: Mapping[str, float]) -> Manner:
    """A manner whose numbers are so many deviations away."""
    now = numbers_of(manner)
    return replace(manner, **{name: now[name] * math.exp(SPREAD * step) for name, step in steps.items()})


def deviations(manner: Manner, middle: Manner) -> list[float]:
    now, then = numbers_of(manner), numbers_of(middle)
    return [math.log(now[name] / then[name]) / SPREAD for name in NAMES]


def search_round(search: Search, games: int, number: int, jobs: int | None) -> None:
    """So many games for each side, and its middle moved the way they point."""
    trials = []
    for side in SIDES:
        for game in range(games):
            enemy = search.against[game % len(search.against)]
            seed = f"{search.seed}/{number}/{side}/{game}"
            random = Random(f"{seed}/numbers")
            manner = changed(search.middle[side], {name: random.gauss(0.0, 1.0) for name in NAMES})
            trials.append(Trial(search.scenario, seed, side, manner, enemy, enemy_manner(search, side, enemy)))
    for trial, (score, margin) in zip(trials, in_order(play_trial, trials, jobs), strict=True):
        search.tried[trial.side].append(Tried(number, trial, score, margin))
    step = STEP / math.sqrt(1 + number / 2)
    for side in SIDES:
        way = way_up(search, side, number)
        steps = dict(zip(NAMES, steps_along(way, step), strict=True))
        search.middle[side] = changed(search.middle[side], steps)


def enemy_manner(search: Search, side: str, enemy: str) -> Manner:
    return restless(START) if enemy == RESTLESS else search.middle[enemy_of(side)]


def way_up(search: Search, side: str, number: int) -> Sequence[float]:
    """Which way the numbers of a side should go, by all its games so far; the older a game, the less it counts.

    What an enemy is worth by himself is a part of the regression: nobody is thanked for having met a weak one.
    """
    tried = search.tried[side]
    rows = [
        [*deviations(one.trial.manner, search.middle[side]), *[float(one.trial.enemy == e) for e in search.against[1:]]]
        for one in tried
    ]
    found = worths([(one.score, one.margin) for one in tried])
    weights = [FADING ** (number - one.round) for one in tried]
    return weighted_ridge(rows, found, weights, PENALTY)[0][: len(NAMES)]


def check(search: Search, games: int, jobs: int | None) -> None:
    """How either side fares against each enemy, the plain manner and the one found, with the same dice."""
    trials = [
        Trial(search.scenario, f"{search.seed}/check/{game}", side, manner, enemy, enemy_manner(search, side, enemy))
        for side in SIDES
        for enemy in search.against
        for manner in (PLAIN, search.middle[side])
        for game in range(games)
    ]
    results = iter(in_order(play_trial, trials, jobs))
    for side in SIDES:
        for enemy in search.against:
            plain, new = (sum([next(results)[0] for _ in range(games)]) / games for _ in range(2))
            search.found.setdefault(side, {})[enemy] = (round(plain, 3), round(new, 3))


def search_on(
    search: Search, rounds: int, games: int, jobs: int | None, tell: Callable[[str], None] | None = None
) -> None:  # fmt: skip
    """So many rounds; the steps grow shorter."""
    for number in range(rounds):
        begun = time.monotonic()
        search_round(search, games, number, jobs)
        if tell is not None:
            tell(f"{search.scenario}, round {number + 1}: {2 * games} games in {time.monotonic() - begun:.0f} s")
