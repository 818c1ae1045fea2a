"""Luck set apart from decisions: what the same attacks bring on average, what they brought, and how usual that is.

Everything is exact. The chances of each fight are those of its forecast; those of all fights together are added up
result by result, so that a game with three fights is judged as a game with three fights.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate

from hardtack.referee.dice import FACES
from hardtack.referee.events import SIDES
from hardtack.referee.fights import Weighed

Chances = Mapping[int, float]
SURE = 0.95  # an interval holds so much of all games
LEAST = 1e-12  # what is rarer is left out


@dataclass(frozen=True, slots=True)
class FightLuck:
    """The fights of a game together, seen by the first side: enemy losses less its own."""

    expected: float  # what these attacks bring on average: the decisions
    fell: int  # what they brought
    low: int  # nineteen of twenty games with the same attacks end between these two
    high: int
    at_least: float  # the chance of so good a result for the first side, or a better one
    at_most: float  # the same for the other side

    @property
    def luck(self) -> float:
        return self.fell - self.expected


def fight_luck(weighed: Iterable[Weighed]) -> FightLuck:
    chances: dict[int, float] = {0: 1.0}
    expected, fell = 0.0, 0
    for fight in weighed:
        spread = {margin: float(share) for margin, share in fight.spread.items()}
        chances = together(chances, spread)
        expected += sum(margin * share for margin, share in spread.items())
        fell += fight.margin
    low, high = interval(chances)
    at_least = sum(share for margin, share in chances.items() if margin >= fell)
    at_most = sum(share for margin, share in chances.items() if margin <= fell)
    return FightLuck(expected, fell, low, high, min(1.0, at_least), min(1.0, at_most))


def together(one: Chances, other: Chances) -> dict[int, float]:
    """The chances of a sum."""
    found: dict[int, float] = {}
    for first, share in one.items():
        for second, part in other.items():
            if share * part > LEAST:
                found[first + second] = found.get(first + second, 0.0) + share * part
    return found


def interval(chances: Chances) -> tuple[int, int]:
    """The middle that holds nineteen of twenty."""
    tail = (1 - SURE) / 2
    values = sorted(chances)
    below, above = (accumulate(chances[value] for value in way) for way in (values, reversed(values)))
    low = next((value for value, share in zip(values, below, strict=True) if share > tail), values[0])
    high = next((value for value, share in zip(reversed(values), above, strict=True) if share > tail), values[-1])
    return low, high


@dataclass(frozen=True, slots=True)
class DiceLuck:
    """The dice of a side: how many of each face, their mean, and how often fair dice stray as far from 3.5."""

    side: str
    faces: tuple[int, ...]

    @property
    def count(self) -> int:
        return sum(self.faces)

    @property
    def total(self) -> int:
        return sum(face * number for face, number in enumerate(self.faces, 1))

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def oddity(self) -> float:
        """Exact, however few they are."""
        if not self.count:
            return 1.0
        middle = self.count * (FACES + 1) / 2
        away = abs(self.total - middle)
        return min(1.0, sum(share for total, share in sums(self.count).items() if abs(total - middle) >= away - 1e-9))


@lru_cache(maxsize=64)
def sums(count: int) -> Mapping[int, float]:
    """The chances of each total of so many dice."""
    found: dict[int, float] = {0: 1.0}
    for _ in range(count):
        following: dict[int, float] = {}
        for total, share in found.items():
            for face in range(1, FACES + 1):
                following[total + face] = following.get(total + face, 0.0) + share / FACES
        found = following
    return found


def dice_luck(rolls: Iterable[tuple[int, str]]) -> list[DiceLuck]:
    """The dice of each side, from faces and their owners; a die for both belongs to neither."""
    counted = {side: [0] * FACES for side in SIDES}
    for face, side in rolls:
        if side in counted:
            counted[side][face - 1] += 1
    return [DiceLuck(side, tuple(faces)) for side, faces in counted.items()]
