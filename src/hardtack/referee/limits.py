"""What may come in from outside: how much, how deep, and how long to work on it.

Records and positions are texts anybody may have written. They are measured before any work is done with them; what
no game of ours comes near is refused. Work that could take long asks `go_on` now and then whether it still may.
"""

from __future__ import annotations

import json
import math
import re
import time
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

from hardtack.referee.errors import HardtackError

RECORD_TEXT = 2_000_000  # characters; the longest games take some 40,000
RECORD_LINES = 65_000  # more than the most decisions any battle allows
RECORD_LINE = 2_000  # characters of one line, unless it holds a position
HEADERS = 50
SETTINGS = 200
NAME = 60  # characters of the name of a player
POSITION_TEXT = 100_000  # characters; the largest battle writes some 12,000
POSITION_LINES = 2_000
FRAMES = 200  # of an agenda: a turn of Shiloh with every unit to be checked comes near
DEPTH = 6  # lists within lists; the deepest fact of a state has 2
DIGITS = 1_000  # of one number; a set of hexes is a number of some 450
AGENDA = 10_000  # steps and idle decisions in a row before somebody must decide

UNWANTED = re.compile("[\x00-\x08\x0e-\x1f\x7f\ud800-\udfff]")  # no text has them, and no database keeps them all
# Looked for where a number begins: at every digit of it would take as long again for each.
LONG_NUMBER = re.compile(rf"(?<!\d)\d{{{DIGITS + 1}}}")


class TooMuch(ValueError):
    """What came in is longer or deeper than anything of ours; the message says what."""


class TooLong(HardtackError):
    """The work was given up: it took too long, or nobody waits for it any more."""


def check_text(text: str, size: int, lines: int) -> None:
    if len(text) > size:
        raise TooMuch(f"more than {size} characters")
    if text.count("\n") > lines:
        raise TooMuch(f"more than {lines} lines")
    if found := UNWANTED.search(text):
        raise TooMuch(f"a character that has no place in a text: {found[0]!a}")


def read_json(text: str) -> Any:
    """A JSON value no deeper and with no longer numbers than ours; ValueError says what is wrong with it."""
    if LONG_NUMBER.search(text):
        raise TooMuch(f"a number of more than {DIGITS} digits")
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        raise ValueError(f"{text[:40]!r} is not a value") from None
    except RecursionError:
        raise TooMuch(f"lists more than {DEPTH} deep") from None
    _check_value(value, DEPTH)
    return value


def _check_value(value: Any, depth: int) -> None:
    if isinstance(value, dict | list):
        if not depth:
            raise TooMuch(f"lists more than {DEPTH} deep")
        for part in [*value, *value.values()] if isinstance(value, dict) else value:
            _check_value(part, depth - 1)
    elif isinstance(value, str):
        if found := UNWANTED.search(value):
            raise TooMuch(f"a character that has no place in a text: {found[0]!a}")
    elif isinstance(value, float) and not math.isfinite(value):
        raise TooMuch("a number that is none")


# -- time


class Patience:
    """How long somebody waits for a piece of work. `stop` may be called from any thread."""

    def __init__(self, seconds: float) -> None:
        self.until = time.monotonic() + seconds
        self.stopped = False

    def stop(self) -> None:
        self.stopped = True

    def check(self) -> None:
        if self.stopped or time.monotonic() > self.until:
            raise TooLong("given up: it took too long, or nobody waits for it any more")


_patience: ContextVar[Patience | None] = ContextVar("patience", default=None)


@contextmanager
def patience(limit: Patience) -> Iterator[None]:
    """Whatever is done inside, and asks `go_on`, is given up when this patience is at its end."""
    token = _patience.set(limit)
    try:
        yield
    finally:
        _patience.reset(token)


def go_on() -> None:
    """Raise TooLong if whoever asked for the present work waits no longer; without a limit, nothing."""
    limit = _patience.get()
    if limit is not None:
        limit.check()
