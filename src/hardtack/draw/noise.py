"""Unevenness that is the same every time: small random numbers made from whole numbers."""

_MASK = 0xFFFFFFFF


def chance(*keys: int) -> float:
    """A number from 0 up to 1 that depends only on the keys."""
    mixed = 0x9E3779B9
    for key in keys:
        mixed = ((mixed ^ (key & _MASK)) * 0x85EBCA6B) & _MASK
        mixed = ((mixed ^ (mixed >> 13)) * 0xC2B2AE35) & _MASK
        mixed ^= mixed >> 16
    return mixed / (_MASK + 1)


def sway(*keys: int) -> float:
    """A number from -1 up to 1 that depends only on the keys."""
    return 2 * chance(*keys) - 1
