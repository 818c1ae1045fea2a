"""The secret of a player, opened part by part, and the dice that parts give.

A secret is the start of a row of hashes: each part is the hash of the one after it. The last hash is published before
the first die; each part opened later must have the one before it as its hash. So a player can neither choose a part
nor open one of another game, and nobody can work out the next part from those that are open.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from functools import lru_cache

from hardtack.mail.errors import BadLetter
from hardtack.referee.dice import SeededDice

PARTS = 5_000  # rolls a player can take part in; the longest games have some 1,300
SIZE = 16  # bytes
PART = re.compile(rf"[0-9a-f]{{{2 * SIZE}}}")


def new_secret() -> str:
    return secrets.token_hex(SIZE)


def step(part: str) -> str:
    """The part that is opened before this one."""
    return hashlib.sha256(b"hardtack mail part " + bytes.fromhex(part)).hexdigest()[: 2 * SIZE]


@lru_cache(maxsize=8)
def row(secret: str) -> tuple[str, ...]:
    """All parts of a secret, in the order in which they are opened; the first is the commitment."""
    parts = [secret]
    for _ in range(PARTS):
        parts.append(step(parts[-1]))
    return tuple(reversed(parts))


def commitment(secret: str) -> str:
    return row(secret)[0]


def part(secret: str, number: int) -> str:
    """The part that is opened as number `number`, counted from 1."""
    if not 1 <= number <= PARTS:
        raise BadLetter("parts_over", most=PARTS)
    return row(secret)[number]


class MailDice:
    """The dice of one roll: every face follows from the game, the number of the roll and the parts opened for it."""

    def __init__(self, game: str, number: int, *opened: str) -> None:
        seed = " ".join(["hardtack mail dice", game, str(number), *opened])
        self._dice = SeededDice(hashlib.sha256(seed.encode()).hexdigest())

    def roll(self) -> int:
        return self._dice.roll()
