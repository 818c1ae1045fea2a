"""Sets of hexes as whole numbers: bit *i* stands for hex *i*.

Masks answer questions quickly (is a hex in, do two sets meet, how many are there).  Turning a mask into a
list costs more than asking it anything, so do that only where the hexes themselves are wanted.
"""

from collections.abc import Iterable, Iterator


def bit(hex_: int) -> int:
    """The set that holds one hex."""
    return 1 << hex_


def mask_of(hexes: Iterable[int]) -> int:
    """The set that holds the given hexes."""
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def hexes_in(mask: int) -> Iterator[int]:
    """The hexes of a set, lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
