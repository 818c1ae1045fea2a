"""Seals: from which roll on the dice of a game follow a secret, and the hash that was published before it was used.

A game is sealed from its first roll. One that goes on from a record gets a secret of its own, sealed from its next
roll on: whoever made the record may know the old secret. The dice before stay as they were played, under the seals
they had. In a record `commitment: HASH` and `seed: SEED` are the seal of the first roll, `commitment 12: HASH` and
`seed 12: SEED` that of the rolls from number 12 on, counted from 0. docs/notation.md defines it.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from hardtack.referee.dice import SeededDice, commitment
from hardtack.referee.errors import DiceError

COMMITMENT = "commitment"
SEED = "seed"
HEADER = re.compile(r"(commitment|seed)(?: ([1-9][0-9]{0,8}))?")


class Seal(NamedTuple):
    """The rolls from `first` on, up to the next seal, follow a secret with this hash."""

    first: int
    commitment: str
    seed: str | None = None  # the secret itself, where it is known


def header(kind: str, first: int) -> str:
    """What a record calls the commitment or the seed of the rolls from `first` on."""
    return f"{kind} {first}" if first else kind


def is_secret(name: str) -> bool:
    """True for a header that holds a seed."""
    found = HEADER.fullmatch(name)
    return found is not None and found[1] == SEED


def read_seals(headers: Mapping[str, str]) -> tuple[Seal, ...]:
    """The seals a record names, in the order of their rolls; DiceError when a seed does not have its hash."""
    named = [found for found in map(HEADER.fullmatch, headers) if found is not None]
    seals = []
    for first in sorted({int(found[2] or 0) for found in named}):
        seed = headers.get(header(SEED, first))
        hashed = headers.get(header(COMMITMENT, first)) or commitment(str(seed))
        if seed is not None and commitment(seed) != hashed:
            raise DiceError("the seed is not the one this game was committed to")
        seals.append(Seal(first, hashed, seed))
    return tuple(seals)


class SealedDice:
    """The dice that the seals of a game allow, as far as their seeds are known."""

    def __init__(self, seals: Sequence[Seal]) -> None:
        self.parts = [(seal.first, None if seal.seed is None else SeededDice(seal.seed)) for seal in seals]

    def check(self, place: int, face: int) -> None:
        """Refuse a die that the seed of its seal did not give."""
        for first, dice in reversed(self.parts):
            if first <= place:
                if dice is not None and dice.face(place) != face:
                    raise DiceError(f"roll {place + 1} shows {face}, the seed of this game gives {dice.face(place)}")
                return
