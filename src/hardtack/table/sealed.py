"""A game without its seats: the journal, its dice, and the seals on them, what was committed to before they fell and
what is told at the end. Its players may end it or take actions back."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from hardtack.referee import umpire
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.dice import Dice, SeededDice, new_secret
from hardtack.referee.endings import write_result
from hardtack.referee.errors import GameOver, NothingToUndo
from hardtack.referee.events import Outcome
from hardtack.referee.journal import Journal, is_hidden
from hardtack.referee.seals import COMMITMENT, SEED, Seal, SealedDice, header, read_seals
from hardtack.table.seats import StaleMove


class SealedGame:
    """A journal, its dice and the headers of its record, which hold the seals.

    `number` counts the actions, `version` every change, undo included.
    """

    def __init__(self, journal: Journal, dice: Dice, headers: Mapping[str, str] | None = None) -> None:
        self.journal = journal
        self.dice = dice
        self.headers = dict(headers or {})
        self.seals: tuple[Seal, ...] = ()  # oldest first; the last one is that of `dice`, if the game is `sealed`
        self._sealed_dice = SealedDice(())
        self.version = len(journal)
        self._silent: dict[str | None, int] = {}  # changes a seat has not heard of, by seat

    @property
    def state(self) -> Any:
        return self.journal.state

    @property
    def scenario(self) -> Scenario:
        scenario: Scenario = self.journal.opening.scenario
        return scenario

    @property
    def battle(self) -> Battle:
        return self.scenario.battle

    @property
    def number(self) -> int:
        """How many actions have been played."""
        return len(self.journal)

    @property
    def to_act(self) -> str | None:
        """The side that must decide, or None when the game is over."""
        return None if self.journal.ended is not None else umpire.to_act(self.state)

    @property
    def outcome(self) -> Outcome | None:
        return self.journal.outcome

    @property
    def result(self) -> str:
        """The result as a record writes it; empty while the game goes on."""
        return write_result(self.outcome)

    # -- dice

    @property
    def seed(self) -> str | None:
        """The secret of the dice: for the keeper of the game, never for a view."""
        return self.dice.seed if isinstance(self.dice, SeededDice) else None

    def renew_secret(self) -> None:
        """Roll on with a secret nobody knows. The dice before stay as they were played, under the seals they had.

        For a game taken up from a record: whoever brings the record may know the secret it was played with.
        """
        rolled = self.dice.rolled if isinstance(self.dice, SeededDice) else self.rolled
        if self.sealed and self.seals[-1].first < rolled:
            self.headers[header(SEED, self.seals[-1].first)] = str(self.seed)  # told when the game is over
        self.dice = SeededDice(new_secret(), rolled)
        self._seal(rolled)

    def _drop_seals(self, rolled: int) -> None:
        """Forget the seals of dice that were taken back: those that begin with a later roll."""
        for seal in self.seals:
            if seal.first >= rolled:
                for kind in (COMMITMENT, SEED):
                    self.headers.pop(header(kind, seal.first), None)
        self._note_seals()

    def _advance_dice(self, faces: Sequence[int], sealed: bool = True) -> None:
        """Keep the seeded dice in step with dice rolled elsewhere, and refuse dice the seals do not allow."""
        dice = self.dice
        if not isinstance(dice, SeededDice):
            return
        if sealed:
            for place, face in enumerate(faces, dice.rolled):
                self._sealed_dice.check(place, face)
        dice.rolled += len(faces)

    def _seal(self, first: int) -> None:
        """Publish the hash of the secret that the dice follow from a roll on."""
        self.headers[header(COMMITMENT, first)] = str(self.commitment)
        self._note_seals()

    def _note_seals(self) -> None:
        seals = read_seals(self.headers)
        if seals and seals[-1].commitment == self.commitment:
            seals = (*seals[:-1], seals[-1]._replace(seed=self.seed))
        self.seals, self._sealed_dice = seals, SealedDice(seals)

    @property
    def rolled(self) -> int:
        """How many dice have fallen."""
        return sum(len(entry.dice) for entry in self.journal.entries)

    @property
    def commitment(self) -> str | None:
        """The hash of the secret, open to all from the start; the secret itself is published at the end."""
        return self.dice.commitment() if isinstance(self.dice, SeededDice) else None

    @property
    def sealed(self) -> bool:
        """True when the dice follow the secret that was committed to: all of them, or all since the last seal."""
        return bool(self.seals) and self.seals[-1].seed is not None and self.seals[-1].seed == self.seed

    # -- what is taken back, and how it ends

    def undo(self, count: int = 1, seat: str | Collection[str] | None = None, expected: int | None = None) -> None:
        """Take actions back (see `Journal.undo`); with `seat`, only that seat's (or seats') own."""
        self.check_version(expected)
        before = self.state
        self.journal.undo(count, seat)
        self._changed(before)

    def follow_undo(self, count: int) -> None:
        """Take back what was taken back elsewhere, when the rules for it may have been others."""
        before = self.state
        self.journal.shorten(count)
        self._changed(before)

    def _changed(self, before: Any) -> None:
        """Count a change; whoever may not know what is decided before it, and after it still, does not hear of it."""
        self.version += 1
        audience = before.audience
        for seat in (None, *self.battle.sides):
            if is_hidden(audience, seat) and self.state.audience == audience:
                self._silent[seat] = self._silent.get(seat, 0) + 1

    def check_version(self, expected: int | None) -> None:
        if expected is not None and expected != self.version:
            raise StaleMove(expected, self.version)

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
