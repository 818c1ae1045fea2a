"""Sets of hexes as whole numbers: bit *i* stands for hex *i*.

Masks answer questions quickly (is a hex in, do two sets meet, how many are there).  Turning a mask into a
list costs more than asking it anything, so do that only where the hexes themselves are wanted.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import compress
from typing import TypeVar

from hardtack.board.native import COMPILED

T = TypeVar("T")
_ZEROES_AND_ONES = bytes.maketrans(b"01", b"\0\1")


def bit(hex_: int) -> int:
    """The set that holds one hex."""
    return 1 << hex_


def mask_of(hexes: Iterable[int]) -> int:
    """The set that holds the given hexes."""
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def hexes_in(mask: int) -> list[int]:
    """The hexes of a set, lowest first."""
    found = []
    while mask:
        highest = mask.bit_length() - 1
        found.append(highest)
        mask ^= 1 << highest
    found.reverse()
    return found


def picked(row: Sequence[T], mask: int) -> list[T]:
    """The entries of a row whose numbers are in a set, in their order."""
    if COMPILED:
        return [row[number] for number in hexes_in(mask)]
    # By far the quickest way through a well filled set where each step of a loop costs something.
    return list(compress(row, f"{mask:b}"[::-1].encode().translate(_ZEROES_AND_ONES)))


@lru_cache(maxsize=1 << 12)
def marked(row: Sequence[int]) -> int:
    """The set of numbers that have something entered in a row."""
    return mask_of(compress(range(len(row)), row))
