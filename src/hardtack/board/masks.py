"""Sets of hexes as whole numbers: bit *i* stands for hex *i*.

Masks answer questions quickly (is a hex in, do two sets meet, how many are there).  Turning a mask into a
list costs more than asking it anything, so do that only where the hexes themselves are wanted.
"""

from collections.abc import Hashable, Iterable, Sequence
from functools import cache
from itertools import compress
from operator import ne
from typing import Any, TypeVar

from hardtack.board.native import COMPILED

if COMPILED:  # the same loops in C
    from hardtack.board.kernel import (
        c_accompanied,
        c_among,
        c_at_least,
        c_differing,
        c_entries,
        c_equal_to,
        c_flood,
        c_free_to_go,
        c_gathered,
        c_hexes_in,
        c_joined,
        c_led_to,
        c_marked,
        c_mask_of,
        c_nth,
        c_picked,
        c_places,
        c_seen_in,
        c_spread,
        c_standing,
        c_still,
        c_unkept,
        c_which,
    )

T = TypeVar("T")
MANY, WELL_FILLED = 12, 5  # a set of so many, one number in five or more, is gone through faster without a loop
_ZEROES_AND_ONES = bytes.maketrans(b"01", b"\0\1")


def bit(hex_: int) -> int:
    """The set that holds one hex."""
    return 1 << hex_


def mask_of(hexes: Iterable[int]) -> int:
    """The set that holds the given hexes."""
    if COMPILED:
        return c_mask_of(hexes)
    mask = 0
    for hex_ in hexes:
        mask |= 1 << hex_
    return mask


def hexes_in(mask: int) -> list[int]:
    """The hexes of a set, lowest first."""
    if COMPILED:
        return c_hexes_in(mask)
    if (held := mask.bit_count()) > MANY and mask.bit_length() < WELL_FILLED * held:
        return picked(range(mask.bit_length()), mask)
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
        return c_picked(row, mask)
    # By far the quickest way through a well filled set where each step of a loop costs something.
    return list(compress(row, f"{mask:b}"[::-1].encode().translate(_ZEROES_AND_ONES)))


def nth(mask: int, number: int) -> int:
    """The hex of a set that comes after so many others of it."""
    if COMPILED:
        return c_nth(mask, number)
    return hexes_in(mask)[number]


def among(numbers: tuple[int, ...], mask: int) -> list[int]:
    """Those of some numbers that are in a set, in their order."""
    if COMPILED:
        return c_among(numbers, mask)
    return [number for number in numbers if mask >> number & 1]


def which(numbers: tuple[int, ...], mask: int) -> int:
    """Which of a few numbers are in a set: bit n for the n-th of them."""
    if COMPILED:
        return c_which(numbers, mask)
    if not numbers:
        return 0
    lowest = min(numbers)  # the numbers are mostly close together: of a set as wide as a map little is looked at
    part = mask >> lowest & (2 << max(numbers) - lowest) - 1
    if not part:
        return 0
    return sum([1 << place for place, number in enumerate(numbers) if part >> number - lowest & 1])


def entries_of(row: tuple[T, ...], numbers: dict[int, Any]) -> list[T]:
    """The entries of a row for numbers of which something is known, in the order of these."""
    if COMPILED:
        return c_entries(row, numbers)
    return [row[number] for number in numbers]


def equal_to(row: tuple[int, ...], entry: int) -> int:
    """The set of numbers that have an entry in a row."""
    if COMPILED:
        return c_equal_to(row, entry)
    return sum(compress(BITS, map(entry.__eq__, row)))


def at_least(row: Sequence[int], level: int) -> int:
    """The numbers whose entries in a row of small numbers, none below 0, are of a level or higher."""
    if COMPILED and isinstance(row, tuple):
        return c_at_least(row, level)
    return int(bytes(row).translate(_levels(level))[::-1] or b"0", 2)  # no step of a loop for each number


@cache
def _levels(least: int) -> bytes:
    return b"0" * least + b"1" * (256 - least)


def changed_in(rows: Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]) -> set[int]:
    """The numbers whose entries differ in any of some pairs of rows, each as it was and as it is."""
    return {number for before, now in rows if before is not now for number in differing(before, now)}


def differing(before: tuple[Any, ...], now: tuple[Any, ...]) -> list[int]:
    """The numbers whose entries in two rows differ, lowest first."""
    if COMPILED:
        return c_differing(before, now)
    return list(compress(range(len(now)), map(ne, before, now)))  # no step of a loop for each number


def marked(row: tuple[int, ...]) -> int:
    """The set of numbers that have something entered in a row.

    Rows are passed on from state to state as they are: that it is the same row is known at a glance.
    """
    if COMPILED:
        return c_marked(row)
    known = _MARKED.get(id(row))
    if known is not None and known[0] is row:
        return known[1]
    found = sum(compress(BITS, row))
    if len(_MARKED) == MOST_ROWS:
        _MARKED.clear()
    _MARKED[id(row)] = row, found
    return found


def flood(rows: tuple[int, ...], start: int, closed: int) -> int:
    """A set of hexes and what it leads to step by step past what is closed; row n is the set that hex n leads to."""
    if COMPILED:
        return c_flood(rows, start, closed)
    found = front = start
    while front:
        front = led_to(rows, front) & ~(found | closed)
        found |= front
    return found


def led_to(rows: Sequence[int], hexes: int) -> int:
    """What a set of hexes leads to at one step; row n is the set that hex n leads to."""
    if COMPILED:
        return c_led_to(rows, hexes)
    found = 0
    for hex_ in hexes_in(hexes):
        found |= rows[hex_]
    return found


def spread(rows: Sequence[int], start: int, limit: int, closed: int, blocked: int) -> int:
    """Every hex within so many steps of one: no closed one is entered, nobody goes on from a blocked one but the first.

    `rows` say where each hex leads to.
    """
    if COMPILED:
        return c_spread(rows, start, limit, closed, blocked)
    seen = edge = 1 << start
    for _ in range(limit):
        onward = led_to(rows, edge) & ~(seen | closed)
        seen |= onward
        edge = onward & ~blocked
        if not edge:
            break
    return seen


def joined(roads: tuple[tuple[int, ...], ...], starts: int, closed: int) -> int:
    """The hexes that roads join to some others, and those, past the closed ones; row n is where roads lead from hex n.

    As `flood` has it; but a net of roads has long ways and few hexes: to ask a set of numbers costs a fifth of what it
    costs to ask a mask as wide as the map.
    """
    if COMPILED:
        return c_joined(roads, starts, closed)
    reached = hexes_in(starts)
    shut = {*hexes_in(closed & (1 << len(roads)) - 1), *reached}
    for here in reached:  # it grows on the way
        for there in roads[here]:
            if there not in shut:
                shut.add(there)
                reached.append(there)
    return mask_of(reached)


# -- sets of counters and sets of hexes: `at` is the row that says where each counter is, below 0 off the map


def standing(at: tuple[int, ...], counters: int, hexes: int) -> int:
    """Those of some counters that stand in some hexes."""
    if COMPILED:
        return c_standing(at, counters, hexes)
    found = 0
    for counter in hexes_in(counters) if hexes else ():
        if at[counter] >= 0 and hexes >> at[counter] & 1:
            found |= 1 << counter
    return found


def free_to_go(at: tuple[int, ...], spent: tuple[int, ...], counters: int, points: int, stops: int) -> int:
    """Those of some counters that may still go: with fewer points spent than they have, none of them into a stop."""
    if COMPILED:
        return c_free_to_go(at, spent, counters, points, stops)
    for counter in hexes_in(counters & marked(spent)):  # the others have not moved yet
        if spent[counter] >= points or (at[counter] >= 0 and stops >> at[counter] & 1):
            counters ^= 1 << counter
    return counters


def accompanied(at: tuple[int, ...], counters: int, others: int) -> int:
    """Those of some counters that stand in a hex with another, which is one of some others."""
    if COMPILED:
        return c_accompanied(at, counters, others)
    first: dict[int, int] = {}  # by hex: the first of the others there
    several: set[int] = set()  # where there are more of them
    for other in hexes_in(others):
        if first.setdefault(at[other], other) != other:
            several.add(at[other])
    own = hexes_in(counters)
    return mask_of([one for one in own if at[one] >= 0 and (first.get(at[one], one) != one or at[one] in several)])


def places(at: tuple[int, ...], counters: int) -> int:
    """The hexes that some counters stand in."""
    if COMPILED:
        return c_places(at, counters)
    return mask_of([at[counter] for counter in hexes_in(counters) if at[counter] >= 0])


def seen_in(near: int, first: int, second: int, third: int) -> Hashable:
    """What of three sets lies in another: equal to what it was as long as nothing has changed there."""
    if COMPILED:
        return c_seen_in(near, first, second, third)
    return first & near, second & near, third & near


Kept = list[tuple[int, Any] | None]
"""By counter: the hexes that count for what is kept of it, and that; None where nothing is."""


def still(
    kept: Kept, then: tuple[tuple[Any, ...], ...], now: tuple[tuple[Any, ...], ...], sets_then: tuple[int, ...],
    sets_now: tuple[int, ...],
) -> Kept:  # fmt: skip
    """What is kept of those counters for whom no entry in some rows is different, nor in some sets any hex that counts.

    The sets, too, are given as they were and as they are.
    """
    if COMPILED:
        return c_still(kept, then, now, sets_then, sets_now)
    changed = 0
    for was, is_ in zip(sets_then, sets_now, strict=True):
        changed |= was ^ is_
    found = [one and (None if one[0] & changed else one) for one in kept] if changed else kept.copy()
    for before, after in zip(then, now, strict=True):
        for counter in () if before is after else differing(before, after):
            found[counter] = None
    return found


def unkept(kept: Kept, counters: int) -> list[int]:
    """Those of some counters of whom nothing is kept."""
    if COMPILED:
        return c_unkept(kept, counters)
    return [counter for counter in hexes_in(counters) if kept[counter] is None]


def gathered(kept: Kept, counters: int) -> list[Any]:
    """The lists that are kept of some counters, one after the other: of all of them something is."""
    if COMPILED:
        return c_gathered(kept, counters)
    found: list[Any] = []
    for entry in picked(kept, counters):
        found += entry[1] if entry else ()
    return found


BITS = tuple(1 << number for number in range(1 << 10))  # more than a battle has counters
MOST_ROWS = 1 << 12
_MARKED: dict[int, tuple[tuple[int, ...], int]] = {}  # by the identity of a row, which is kept with it
