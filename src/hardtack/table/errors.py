"""What can go wrong at a table besides the rules; each error has a stable code, like the referee's."""

from __future__ import annotations

from hardtack.referee.errors import BadOption, HardtackError


class StaleMove(HardtackError):
    """The game has moved on since the player last looked: nothing was done."""

    def __init__(self, expected: int, actual: int) -> None:
        self.expected = expected
        self.actual = actual
        super().__init__(f"the game stands at {actual}, not at {expected}: look again before you act")


class BadSeat(HardtackError, ValueError):
    """A seat was named that the battle does not have, or filled with something that cannot play."""


class BadAnswer(BadOption):
    """A question that cannot be answered once for all, or not like that."""
