"""The dice of a game and the seals on them: what was committed to before they fell, and what is told at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardtack.referee.dice import Dice, SeededDice, new_secret
from hardtack.referee.journal import Journal
from hardtack.referee.seals import COMMITMENT, SEED, Seal, SealedDice, header, read_seals


class SealedGame:
    """A journal, its dice and the headers of its record, which hold the seals."""

    def __init__(self, journal: Journal, dice: Dice, headers: Mapping[str, str] | None = None) -> None:
        self.journal = journal
        self.dice = dice
        self.headers = dict(headers or {})
        self.seals: tuple[Seal, ...] = ()  # oldest first; the last one is that of `dice`, if the game is `sealed`
        self._sealed_dice = SealedDice(())

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
