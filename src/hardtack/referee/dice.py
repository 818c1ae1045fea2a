"""Dice are a separate source: no seed and no future roll is ever inside a state or a view."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable
from typing import Any, Protocol

from hardtack.board.native import COMPILED
from hardtack.referee.errors import DiceError, DiceWanted

if COMPILED:
    from hardtack.board.kernel import c_face, c_keyed

FACES = 6


class Dice(Protocol):
    """Anything that can roll a six-sided die."""

    def roll(self) -> int: ...


class SeededDice:
    """Roll n of a game is a function of the seed and n, so that anyone who has the seed can verify it."""

    def __init__(self, seed: int | str, rolled: int = 0) -> None:
        self.seed = str(seed)
        self.rolled = rolled
        key = hashlib.sha256(b"hardtack dice " + self.seed.encode()).digest()
        self._keyed: Any = c_keyed(key) if COMPILED else hashlib.blake2b(key=key)

    def __copy__(self) -> SeededDice:
        return SeededDice(self.seed, self.rolled)

    def roll(self) -> int:
        face = self.face(self.rolled)
        self.rolled += 1
        return face

    def face(self, number: int) -> int:
        """The face of roll `number`; bytes of 252 and more are passed over to keep the die fair."""
        if COMPILED:
            return c_face(self._keyed, number)
        hashed = self._keyed.copy()  # half the price of a new one with the key
        hashed.update(number.to_bytes(8, "big"))
        block: bytes = hashed.digest()
        for byte in block:
            if byte < 252:
                return byte % FACES + 1
        return block[0] % FACES + 1  # 64 bytes over 251 in a row: never seen, kept total

    def commitment(self) -> str:
        """The hash published at the start of a served game; the seed published at its end must match it."""
        return commitment(self.seed)


def commitment(seed: str) -> str:
    return hashlib.sha256(b"hardtack seed " + seed.encode()).hexdigest()


class LoadedDice:
    """Exactly these faces, then an error: for tests, records and what-if questions."""

    def __init__(self, faces: Iterable[int]) -> None:
        shown: tuple[Any, ...] = tuple(faces)  # out of a file it may be anything
        bad = [face for face in shown if not isinstance(face, int) or not 1 <= face <= FACES]
        if bad:
            raise DiceError(f"a die shows 1 to {FACES}, not {bad[0]!r}")
        self.faces: tuple[int, ...] = shown
        self.rolled = 0

    def __copy__(self) -> LoadedDice:
        twin = LoadedDice(self.faces)
        twin.rolled = self.rolled
        return twin

    def roll(self) -> int:
        if self.rolled >= len(self.faces):
            raise DiceError(f"the loaded dice ran out after {len(self.faces)} rolls")
        self.rolled += 1
        return self.faces[self.rolled - 1]

    def finish(self) -> None:
        """Every recorded die must have been used; one left over means the record is not this game's."""
        left = self.faces[self.rolled :]
        if left:
            raise DiceError(f"{len(left)} recorded dice were not rolled: {' '.join(map(str, left))}")


class AbsentDice:
    """Dice that are not known yet: what rolls none is played, everything else has to wait for them."""

    def roll(self) -> int:
        raise DiceWanted("this rolls dice, and the other player's part of them is not here yet")


def choose_dice(seed: int | str | None, faces: Iterable[int] | None) -> Dice:
    """These faces, or the dice of a seed; without either, dice that follow a secret nobody knows."""
    if faces is not None:
        return LoadedDice(faces)
    return SeededDice(new_secret() if seed is None else seed)


def new_secret() -> str:
    return secrets.token_hex(16)
