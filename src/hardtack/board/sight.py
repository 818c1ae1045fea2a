"""Lines of sight: which hexes the straight line between two hex centres runs through.

All arithmetic is in whole numbers.  Columns are 3 apart and rows 2 apart, so the corners of a hex at (x, y)
are (x ± 1, y ± 1) and (x ± 2, y): the picture is stretched, but straight lines stay straight.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from hardtack.board.grid import Grid

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
    column, height = grid.column(a), grid.height(a)
    found = []
    for step in _steps(grid.column(b) - column, grid.height(b) - height):
        hexes = [grid.at(column + across, height + down) for across, down in step]
        on_board = tuple([hex_ for hex_ in hexes if hex_ is not None])
        if on_board:
            found.append(on_board)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _steps(across: int, down: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The same from any hex to the one so many columns across and so many half hexes down, told from the first."""
    along = (3 * across, down)
    met: dict[int, list[tuple[int, int]]] = {}
    first, last = min(0, across), max(0, across)
    low, high = min(0, down) - 1, max(0, down) + 1  # a hexside along the line has hexes on either side
    for column in range(first - 1, last + 2):
        for height in range(low, high + 1):
            if (column + height) % 2 or not _between(column, height, across, down):
                continue
            if _is_met(along, 3 * column, height):
                # In true proportions x counts three times as much as y; only the order along the line matters.
                met.setdefault(along[0] * 3 * column + 3 * along[1] * height, []).append((column, height))
    return tuple(tuple(met[place]) for place in sorted(met))


def _between(column: int, height: int, across: int, down: int) -> bool:
    """Whether a hex is no farther from either end of the line than these are from each other."""
    length = _distance(across, down)
    return _distance(column, height) <= length and _distance(column - across, height - down) <= length


def _distance(across: int, down: int) -> int:
    return abs(across) + max(0, (abs(down) - abs(across)) // 2)


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
