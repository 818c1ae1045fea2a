"""The closed set of errors a caller can meet, each with a stable code."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from hardtack.referee.events import Reason


class HardtackError(Exception):
    """Base of everything Hardtack raises on purpose.

    `code` is the name of its class (`BadNotation`: bad_notation), unless that says otherwise. It never changes between
    versions, so neither do these names.
    """

    code = "error"

    def __init_subclass__(cls) -> None:
        if "code" not in vars(cls):
            cls.code = re.sub(r"(?<!^)(?=[A-Z])", "_", cls.__name__).lower()


class IllegalAction(HardtackError, ValueError):
    """The action is well formed but the rules forbid it; `reasons` holds every clause that does."""

    def __init__(self, action: object, reasons: Sequence[Reason]) -> None:
        self.action = action
        self.reasons = tuple(reasons)
        clauses = ", ".join(dict.fromkeys(reason.clause for reason in reasons))
        super().__init__(f"'{action}' is not allowed here: {clauses}")


class BadNotation(HardtackError, ValueError):
    """The text is not an action, or names a piece or hex this scenario does not have."""


class GameOver(HardtackError):
    """An action was sent to a game that has ended."""


class WrongSeat(HardtackError):
    """An action was sent by a seat that is not the one to decide."""


class NothingToUndo(HardtackError):
    """No action can be taken back: none was made, or dice or a reveal stand in between."""


class DiceError(HardtackError):
    """Loaded or recorded dice ran out, were left over, or do not fit the roll."""

    code = "dice"


class DiceWanted(HardtackError):
    """The action rolls dice that nobody knows yet: it waits for the other player's part of them."""


class BadRecord(HardtackError, ValueError):
    """A game record cannot be read or does not replay; the message names the line."""


class BadPosition(HardtackError, ValueError):
    """A position text cannot be read; the message names the line."""


class BadOption(HardtackError, ValueError):
    """A scenario option or parameter is unknown or has a value outside its list."""


class BadData(HardtackError, ValueError):
    """A data file (counters, clauses, words, tables) is broken; the message names file and place."""


class UnknownScenario(HardtackError, KeyError):
    """No scenario has this id."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else self.code
