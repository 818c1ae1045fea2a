"""What the games of a ladder say: rates with Wilson intervals, pairs of swapped games, and ratings.

Ratings are those of Bradley and Terry by maximum likelihood, on Elo's scale: 400 points more are odds of ten to one. A
draw is half a win for each. As in any such estimate one draw between each pair that has met is taken for granted, so
that a bot which has won all its games has a rating, too, a cautious one.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from hardtack.generals.strength import wilson
from hardtack.referee.events import DRAW
from hardtack.study.regression import solve
from hardtack.study.results import Played

ELO = 400 / math.log(10)
Z = 1.96
STEPS = 200
CLOSE = 1e-10

Interval = tuple[float, float]


@dataclass(frozen=True, slots=True)
class Tally:
    """How one bot fared against another: on a side of a scenario, or on both together."""

    wins: int
    losses: int
    draws: int

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    @property
    def games(self) -> int:
        return self.wins + self.losses + self.draws

    @property
    def decided(self) -> int:
        return self.wins + self.losses

    @property
    def of_decided(self) -> float:
        return self.wins / self.decided if self.decided else 0.5

    @property
    def interval(self) -> Interval:
        """Of the share of decided games."""
        return wilson(self.wins, self.decided)


def bots_of(games: Iterable[Played]) -> list[str]:
    return list(dict.fromkeys(bot for game in games for bot in (game.union, game.confederate)))


def between(games: Iterable[Played], bot: str, other: str) -> list[Played]:
    return [game for game in games if {game.union, game.confederate} == {bot, other}]


def tally(games: Iterable[Played], bot: str, side: str = "") -> Tally:
    """The games of a bot, on one side or on both."""
    found: Counter[str] = Counter()
    for game in games:
        for at, who in (("union", game.union), ("confederate", game.confederate)):
            if who == bot and side in ("", at):
                found["draw" if game.winner == DRAW else "win" if game.winner == at else "loss"] += 1
    return Tally(found["win"], found["loss"], found["draw"])


def swapped_pairs(games: Iterable[Played], bot: str, other: str) -> Tally:
    """The same dice with the sides swapped: the pair goes to who did better with the same side, by victory and points.

    Where one side mostly wins whoever commands it, this tells the commanders apart.
    """
    met = {(game.scenario, game.seed, game.number, game.union): game for game in between(games, bot, other)}
    found: Counter[int] = Counter()
    for (scenario, seed, number, union), game in met.items():
        back = met.get((scenario, seed, number, other))
        if union == bot and back is not None:
            found[(game.margin > back.margin) - (game.margin < back.margin)] += 1
    return Tally(found[1], found[-1], found[0])


@dataclass(frozen=True, slots=True)
class Row:
    """One pair of bots on one scenario, as the first of them fared."""

    scenario: str
    bot: str
    other: str
    union: Tally  # the games in which the first had this side
    confederate: Tally
    pairs: Tally

    @property
    def both(self) -> Tally:
        return self.union + self.confederate


def rows_of(games: Sequence[Played]) -> list[Row]:
    """Scenario by scenario, every pair that has met."""
    rows = []
    for scenario in dict.fromkeys(game.scenario for game in games):
        here = [game for game in games if game.scenario == scenario]
        for bot, other in combinations(bots_of(here), 2):
            met = between(here, bot, other)
            if met:
                sides = (tally(met, bot, "union"), tally(met, bot, "confederate"))
                rows.append(Row(scenario, bot, other, *sides, swapped_pairs(met, bot, other)))
    return rows


@dataclass(frozen=True, slots=True)
class Rating:
    bot: str
    elo: float
    spread: float  # half the width of the 95 % interval
    games: int


def ratings(rows: Sequence[Row], anchor: str = "random") -> list[Rating]:
    """The bots, strongest first; the anchor has 0 (the weakest, where the anchor did not play).

    Intervals are those of the difference to the anchor, from the curvature of the likelihood at its top.
    """
    bots = list(dict.fromkeys(bot for row in rows for bot in (row.bot, row.other)))
    if len(bots) < 2:
        return []
    wins = _scores(rows, bots)
    strength = _most_likely(wins)
    base = bots.index(anchor) if anchor in bots else min(range(len(bots)), key=strength.__getitem__)
    spread = _spreads(wins, strength, base)
    played = {bot: sum(row.both.games for row in rows if bot in (row.bot, row.other)) for bot in bots}
    found = [
        Rating(bot, ELO * (strength[i] - strength[base]), ELO * Z * spread[i], played[bot])
        for i, bot in enumerate(bots)
    ]
    return sorted(found, key=lambda rating: -rating.elo)


def _scores(rows: Sequence[Row], bots: Sequence[str]) -> list[list[float]]:
    """wins[i][j]: what bot i has scored against bot j, with one draw taken for granted where they have met."""
    wins = [[0.0] * len(bots) for _ in bots]
    for i, j in combinations(range(len(bots)), 2):
        for row in rows:
            for a, b in ((i, j), (j, i)):
                if (row.bot, row.other) == (bots[a], bots[b]):
                    wins[a][b] += row.both.wins + row.both.draws / 2
                    wins[b][a] += row.both.losses + row.both.draws / 2
        if wins[i][j] + wins[j][i]:
            wins[i][j] += 0.5
            wins[j][i] += 0.5
    return wins


def _most_likely(wins: Sequence[Sequence[float]]) -> list[float]:
    """The strengths (natural logarithms) that make the scores likeliest: Newton's method with a careful step."""
    number = len(wins)
    strength = [0.0] * number
    for _ in range(STEPS):
        slope = [
            sum(wins[i][j] - (wins[i][j] + wins[j][i]) * _odds(strength[i] - strength[j]) for j in range(number))
            for i in range(number)
        ]
        step = solve(_curvature(wins, strength, 0), slope[1:])
        largest = max((abs(part) for part in step), default=0.0)
        scale = min(1.0, 2.0 / largest) if largest else 0.0
        strength = [0.0] + [strength[i + 1] + scale * part for i, part in enumerate(step)]
        if largest < CLOSE:
            break
    return strength


def _odds(difference: float) -> float:
    return 1 / (1 + math.exp(-max(-40.0, min(40.0, difference))))


def _curvature(wins: Sequence[Sequence[float]], strength: Sequence[float], base: int) -> list[list[float]]:
    """The information matrix without the row and column of the bot all are measured from."""
    others = [i for i in range(len(wins)) if i != base]
    found = []
    for i in others:
        row = []
        for j in others:
            if i == j:
                row.append(sum(_weight(wins, strength, i, k) for k in range(len(wins)) if k != i) + 1e-12)
            else:
                row.append(-_weight(wins, strength, i, j))
        found.append(row)
    return found


def _weight(wins: Sequence[Sequence[float]], strength: Sequence[float], i: int, j: int) -> float:
    chance = _odds(strength[i] - strength[j])
    return (wins[i][j] + wins[j][i]) * chance * (1 - chance)


def _spreads(wins: Sequence[Sequence[float]], strength: Sequence[float], base: int) -> list[float]:
    """The standard errors of the differences to one bot: the roots of the inverse's diagonal."""
    matrix = _curvature(wins, strength, base)
    others = [i for i in range(len(wins)) if i != base]
    found = [0.0] * len(wins)
    for place, i in enumerate(others):
        unit = [float(place == k) for k in range(len(others))]
        found[i] = math.sqrt(max(0.0, solve(matrix, unit)[place]))
    return found
