"""What the referee says: keys and parameters, never prose. The viewer's language makes the sentence."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import cache
from typing import NamedTuple

from hardtack.board.native import dataclass

Value = str | int | tuple["Value", ...]
Args = tuple[tuple[str, Value], ...]

UNION = "union"
CONFEDERATE = "confederate"
SIDES = (UNION, CONFEDERATE)
DRAW = "draw"


ENEMY = {UNION: CONFEDERATE, CONFEDERATE: UNION}


def enemy_of(side: str) -> str:
    return CONFEDERATE if side == UNION else UNION  # asked all the time: quicker than any table


def pack(args: Mapping[str, Value]) -> Args:
    return tuple(args.items())


@dataclass(slots=True, unsafe_hash=True)  # a value; not frozen: every option has one, and a frozen one takes longer
class Text:
    """A sentence to be made by the viewer: a key of the battle's words and its parameters."""

    key: str
    args: Args = ()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why something is not allowed: the clause that forbids it, and the words to say so."""

    clause: str
    key: str
    args: Args = ()


class Event(NamedTuple):
    """Something that happened, the clause behind it, and the dice it took. A tuple, because a game makes so many."""

    key: str
    clause: str
    args: Args = ()
    dice: tuple[int, ...] = ()
    seats: tuple[str, ...] | None = None  # None: everybody may know

    def get(self, name: str) -> Value:
        return dict(self.args)[name]


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended: winner (a side or `draw`), level of victory, the clause, and the points."""

    winner: str
    level: str
    clause: str
    reason: str
    points: tuple[tuple[str, int], ...] = field(default=())

    def score(self, side: str) -> float:
        """What the game counts for a side: 1 won, half drawn, 0 lost."""
        return 0.5 if self.winner == DRAW else float(self.winner == side)


def reason(clause: str, key: str, **args: Value) -> Reason:
    return Reason(clause, key, pack(args)) if args else _plain_reason(clause, key)


@cache
def _plain_reason(clause: str, key: str) -> Reason:
    """Listing options makes and drops so many reasons that those without parameters are kept."""
    return Reason(clause, key)


def text(key: str, **args: Value) -> Text:
    return Text(key, pack(args))
