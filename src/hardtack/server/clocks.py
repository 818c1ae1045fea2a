"""The time players have: none, so long for each turn of deciding, or a bank that each turn of the game adds to.

The clock of a side runs while that side decides, once everybody has sat down, and not while its player is away. It is
kept in the store with every change, so that it survives a restart and is the same in every process. All of this is
arithmetic on times that are passed in: nothing here looks at a clock.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from hardtack.referee.errors import HardtackError

TURN, BANK = "turn", "bank"
CLAIM, STAND_IN = "claim", "bot"  # what becomes of a game whose player let the time run out
DAY = 86_400.0


class TimeLeft(HardtackError):
    """The other side still has time, or the game has no clock."""


class NoVacation(HardtackError):
    """There is no clock to stop, or not so many days are left."""


@dataclass(frozen=True)
class Terms:
    """What both chose when the game began."""

    kind: str = TURN
    seconds: float = DAY  # for each turn of deciding, or in the bank at the start
    increment: float = 0.0  # what each new turn of the game adds to the bank
    late: str = CLAIM
    bot: str = ""
    vacation: float = 0.0  # seconds each player may be away, in all


@dataclass
class Clock:
    """How the time of a game stands."""

    terms: Terms
    side: str | None = None  # whose clock runs
    since: float = 0.0
    turn: int = 0  # the last turn of the game that was paid for
    left: dict[str, float] = field(default_factory=dict)  # in the bank, or of this turn of deciding
    away: dict[str, tuple[float, float]] = field(default_factory=dict)
    vacation: dict[str, float] = field(default_factory=dict)  # not yet taken

    @classmethod
    def begin(cls, terms: Terms, sides: Iterable[str], turn: int) -> Clock:
        every = list(sides)
        return cls(
            terms, turn=turn, left=dict.fromkeys(every, terms.seconds), vacation=dict.fromkeys(every, terms.vacation)
        )

    def run(self, side: str | None, turn: int, at: float) -> None:
        """The game has moved on: this side decides now (None: nobody whose clock runs), in this turn of the game.

        What a side has used is taken off when it hands over, or has nothing left, not with each action: what it
        decides in secret could be counted by that.
        """
        spent = self.terms.kind == BANK and self.is_up(at)
        if self.side is not None and (spent or side != self.side):
            self.left[self.side] = max(0.0, self.left[self.side] - self.used(at))
            self.since = at
        if turn > self.turn:
            if self.terms.kind == BANK:
                for one in self.left:
                    self.left[one] += self.terms.increment * (turn - self.turn)
            self.turn = turn
        if side != self.side:
            self.side, self.since = side, at
            if side is not None and self.terms.kind == TURN:
                self.left[side] = self.terms.seconds

    def used(self, at: float) -> float:
        """The seconds that have run off the clock of the side that decides, without those its player was away."""
        begun, ended = self.away.get(self.side or "", (0.0, 0.0))
        absent = max(0.0, min(at, ended) - max(self.since, begun))
        return max(0.0, at - self.since - absent)

    @property
    def due(self) -> float | None:
        """When the time of the side that decides is up."""
        if self.side is None:
            return None
        due = self.since + self.left[self.side]
        begun, ended = self.away.get(self.side, (0.0, 0.0))
        if due > begun and ended > self.since:
            due += ended - max(begun, self.since)
        return due

    def is_up(self, at: float) -> bool:
        return self.due is not None and at >= self.due

    def is_short(self, at: float, seconds: float) -> bool:
        """Whether the time is nearly up: so many seconds before, or a quarter of what there was if that is less."""
        return self.due is not None and at >= self.due - min(seconds, self.terms.seconds / 4)

    def go_away(self, side: str, seconds: float, at: float) -> None:
        """A player goes away for so long; for no time at all: is back. What was not needed can be taken later."""
        begun, ended = self.away.pop(side, (0.0, 0.0))
        unused = max(0.0, ended - max(at, begun))
        if begun < at and ended > begun:
            spent = min(at, ended)
            if self.side == side:  # the past absence is settled: it must not count when the next one begins
                self.since += max(0.0, spent - max(self.since, begun))
        if seconds > self.vacation[side] + unused:
            self.away[side] = (begun, ended)
            raise NoVacation(f"{(self.vacation[side] + unused) / DAY:.1f} days are left")
        self.vacation[side] += unused - seconds
        if seconds:
            self.away[side] = (at, at + seconds)

    def write(self) -> str:
        kept = asdict(self)
        kept.pop("terms")
        return json.dumps(kept)


def write_terms(terms: Terms | None) -> str:
    return "" if terms is None else json.dumps(asdict(terms))


def read_clock(terms: str, state: str) -> Clock | None:
    """The clock of a game as the store has it; None: it has none."""
    if not terms:
        return None
    kept: dict[str, Any] = json.loads(state)
    away = {side: (begun, ended) for side, (begun, ended) in kept.pop("away").items()}
    return replace(Clock(Terms(**json.loads(terms)), **kept), away=away)
