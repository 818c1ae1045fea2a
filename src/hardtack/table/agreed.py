"""What the players of a game settle themselves: how it ends before the rules end it, and what they take back."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import GameOver, NothingToUndo
from hardtack.referee.events import Outcome
from hardtack.table.sealed import SealedGame


class AgreedGame(SealedGame):
    """A game whose players may end it or, together, take anything back."""

    version: int

    @property
    @abstractmethod
    def state(self) -> Any: ...

    @property
    @abstractmethod
    def number(self) -> int: ...

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None: ...

    @abstractmethod
    def check_version(self, expected: int | None) -> None: ...

    @abstractmethod
    def follow_undo(self, count: int) -> None: ...

    def end(self, ending: Outcome, expected: int | None = None) -> None:
        """End the game as its players have it (see `referee/endings`): final, like an end by the rules."""
        self.check_version(expected)
        if self.outcome is not None:
            raise GameOver("the game is over")
        self.journal.ended = ending
        self.version += 1

    def take_back(self, count: int, expected: int | None = None) -> None:
        """Take actions back whatever they were, dice included, as both sides agreed. Other dice will fall then."""
        self.check_version(expected)
        if self.outcome is not None:
            raise GameOver("the game is over: nothing is taken back any more")
        if self.journal.veiled or self.state.audience is not None or not 1 <= count <= self.number:
            raise NothingToUndo("nothing to take back, or something that was decided in secret")
        self.follow_take_back(count)
        if isinstance(self.dice, SeededDice):
            self._drop_seals(self.dice.rolled)
            self.renew_secret()

    def follow_take_back(self, count: int) -> None:
        """Take back what was taken back elsewhere by agreement; the seals are those of the game as it went on."""
        if isinstance(self.dice, SeededDice):
            self.dice.rolled -= sum(len(entry.dice) for entry in self.journal.entries[-count:])
        self.follow_undo(count)
