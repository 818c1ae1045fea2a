"""Hardtack referees hex-and-counter battles of the American Civil War.

>>> game = hardtack.new("bull-run", seed=7)
>>> game.play(game.legal()[0])
>>> text = game.record()
>>> hardtack.replay(text).outcome
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from hardtack.board.native import COMPILED
from hardtack.referee.errors import (
    BadNotation,
    BadOption,
    BadPosition,
    BadRecord,
    DiceError,
    GameOver,
    HardtackError,
    IllegalAction,
    NothingToUndo,
    UnknownScenario,
    WrongSeat,
)

if TYPE_CHECKING:
    from hardtack.table import Match

__version__ = "0.1.0+compiled" if COMPILED else "0.1.0"

__all__ = [
    "BadNotation", "BadOption", "BadPosition", "BadRecord", "DiceError", "GameOver", "HardtackError",
    "IllegalAction", "NothingToUndo", "UnknownScenario", "WrongSeat", "new", "position", "replay",
]  # fmt: skip

# The table is imported when a game is wanted: `import hardtack.board` alone must stay light.


def new(
    scenario: str, *, seed: int | str | None = None, dice: Iterable[int] | None = None,
    union: Any = None, confederate: Any = None, **settings: Any,
) -> Match:  # fmt: skip
    """A new match. `union` and `confederate` seat bots: a bot's name, or any object with choose(view, random)."""
    from hardtack.table import Match

    return Match.new(scenario, seed=seed, dice=dice, seats=_seats(union, confederate), **settings)


def replay(record: str) -> Match:
    """The game of a record, with every action, die and the result checked."""
    from hardtack.table import Match

    return Match.from_record(record)


def position(
    scenario: str, text: str, *, seed: int | str | None = None, dice: Iterable[int] | None = None,
    union: Any = None, confederate: Any = None,
) -> Match:  # fmt: skip
    """A match that begins with a position of the scenario; `docs/notation.md` defines the text."""
    from hardtack.table import Match

    match = Match.from_position(text, seed=seed, dice=dice, seats=_seats(union, confederate))
    if match.scenario.id != scenario:
        raise BadPosition(f"this is a position of {match.scenario.id}, not of {scenario}")
    return match


def _seats(union: Any, confederate: Any) -> dict[str, Any]:
    return {side: _bot(who) for side, who in (("union", union), ("confederate", confederate)) if who is not None}


def _bot(who: Any) -> Any:
    if not isinstance(who, str):
        return who
    from hardtack.generals import find_bot

    return find_bot(who)
