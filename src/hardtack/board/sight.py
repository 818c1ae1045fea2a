"""Lines of sight: which hexes the straight line between two hex centres runs through.

All arithmetic is in whole numbers.  Columns are 3 apart and rows 2 apart, so the corners of a hex at (x, y)
are (x ± 1, y ± 1) and (x ± 2, y): the picture is stretched, but straight lines stay straight.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in

Step = tuple[int, ...]
"""One hex, or the two hexes on either side of a hexside the line runs along."""

_CORNERS: Final[tuple[tuple[int, int], ...]] = ((-1, -1), (1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0))


@lru_cache(maxsize=1 << 16)
def line(grid: Grid, a: int, b: int) -> tuple[Step, ...]:
    """The hexes the line from the centre of a to the centre of b meets, in order, both ends counted.

    Where the line runs along a hexside the step holds both hexes of that side; at the edge of the board one
    of them may be missing.  A hex that is only touched at a corner is not met.  Guns ask about the same lines turn
    after turn, so lines are remembered.
    """
    if a == b:
        return ((a,),)
    along = (3 * (grid.column(b) - grid.column(a)), grid.height(b) - grid.height(a))
    met: dict[int, list[int]] = {}
    length = grid.distance(a, b)
    # Every hex the line meets lies between its ends, so no nearer search is needed than this lens.
    for hex_ in hexes_in(grid.within(a, length) & grid.within(b, length)):
        across = 3 * (grid.column(hex_) - grid.column(a))
        down = grid.height(hex_) - grid.height(a)
        if _is_met(along, across, down):
            # In true proportions x counts three times as much as y; only the order along the line matters.
            place = along[0] * across + 3 * along[1] * down
            met.setdefault(place, []).append(hex_)
    return tuple(tuple(met[place]) for place in sorted(met))


def _is_met(along: tuple[int, int], across: int, down: int) -> bool:
    """Whether a line from the origin passes through the hex or along one of its sides."""
    dx, dy = along
    left = on = right = 0  # corners on either side of the line, and on it
    for cx, cy in _CORNERS:
        turn = dx * (down + cy) - dy * (across + cx)
        if turn < 0:
            left += 1
        elif turn > 0:
            right += 1
        else:
            on += 1
    return (left > 0 and right > 0) or on == 2


def clear_line(grid: Grid, a: int, b: int, blocks: Callable[[int], bool], *, either: bool = False) -> bool:
    """Whether nothing between a and b blocks the view; the ends themselves never block.

    Along a hexside the view is blocked when both hexes block, or with ``either`` when one of them does.
    """
    judge = any if either else all
    return not any(judge(blocks(hex_) for hex_ in step) for step in line(grid, a, b)[1:-1])
