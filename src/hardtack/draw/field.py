"""Soft ground: sets of hexes turned into smooth fields, and fields into the shapes drawn on the map.

A field is a raster of numbers over the sheet.  Each sample first belongs to the hex it lies in, seen through a
slightly wavering glass so that no edge is straight; blurring the samples and drawing a line of equal value gives
woods, hills and shores with the outline of something grown rather than something ruled.
"""

import math
import random
from collections.abc import Callable, Iterable
from itertools import accumulate
from typing import Final, TypeVar, final

from hardtack.board.grid import COLUMN_PITCH
from hardtack.draw.layout import PITCH, Layout, Point, rounded

_FINE: Final = 12.0
_COARSE: Final = 15.0
"""Drawn units between samples, on ordinary boards and on very large ones."""
_LARGE: Final = 1000
_EDGE: Final = 3
"""Samples beyond the sheet on each side, so that shapes run off it."""
_WAVER: Final = 0.11
"""How far the wavering glass moves a sample, in hexes."""

Rows = list[list[float]]
T = TypeVar("T")


def blurred(rows: Rows, radius: int, rounds: int = 2) -> Rows:
    """The raster with each sample replaced by the mean of those around it, ``rounds`` times."""
    for _ in range(rounds):
        for _ in range(2):  # once along the rows, once along the columns
            rows = [list(row) for row in zip(*(_blurred_row(row, radius) for row in rows), strict=True)]
    return rows


def _blurred_row(row: list[float], radius: int) -> list[float]:
    if not any(row):
        return row
    padded = [row[0]] * (radius + 1) + row + [row[-1]] * radius
    sums = list(accumulate(padded))
    width = 2 * radius + 1
    return [(high - low) / width for low, high in zip(sums, sums[width:], strict=False)]


@final
class Ground:
    """The raster of one board: which hex each sample belongs to, and fields made from sets of hexes."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.step = _COARSE if layout.board.grid.size > _LARGE else _FINE
        self.across = math.ceil(layout.width / self.step) + 2 * _EDGE + 1
        self.down = math.ceil(layout.height / self.step) + 2 * _EDGE + 1
        self._owner = self._owners()
        self._stand_in = self._stand_ins()

    def _stand_ins(self) -> list[int]:
        """For each hex the hex whose ground is drawn there: in rows wholly out of play, the nearest one in play.

        Such rows are not part of the map; its rivers and woods run on into them rather than end at a line.
        """
        grid, playable = self.layout.board.grid, self.layout.playable
        rows = sorted({grid.row(hex_) for hex_ in playable})
        by_spot = {(grid.column(hex_), grid.row(hex_)): hex_ for hex_ in range(grid.size)}
        result = []
        for hex_ in range(grid.size):
            row = min(max(grid.row(hex_), rows[0]), rows[-1])
            result.append(by_spot.get((grid.column(hex_), row), hex_))
        return result

    def unevenness(self, seed: int, radius: int = 1) -> Rows:
        """A field of smooth chance between -1 and 1 whose swells are about ``4 * radius`` samples wide."""
        source = random.Random(seed)
        rows = [[source.random() - 0.5 for _ in range(self.across)] for _ in range(self.down)]
        rows = blurred(rows, radius)
        widest = max(max(map(abs, row)) for row in rows)
        return [[value / widest for value in row] for row in rows]

    def _owners(self) -> list[list[int]]:
        find = nearest_hex(self.layout)
        east, south = self.unevenness(1863), self.unevenness(1861)
        waver = _WAVER * PITCH * 1.6
        result = []
        for j in range(self.down):
            y = (j - _EDGE) * self.step
            across, along = east[j], south[j]
            result.append(
                [find((i - _EDGE) * self.step + waver * across[i], y + waver * along[i]) for i in range(self.across)]
            )
        return result

    def field(self, weights: Callable[[int], float], radius: int = 1, rounds: int = 2) -> Rows:
        """The blurred field in which each hex has its own weight."""
        weight = [weights(hex_) for hex_ in self._stand_in]
        return blurred([[weight[hex_] for hex_ in row] for row in self._owner], radius, rounds)

    def value(self, rows: Rows, x: float, y: float) -> float:
        """The field at a drawn point: the nearest sample."""
        return rows[round(y / self.step) + _EDGE][round(x / self.step) + _EDGE]

    def slope(self, rows: Rows, x: float, y: float) -> Point:
        """How the field rises to the east and to the south at a drawn point."""
        i = min(max(round(x / self.step) + _EDGE, 1), self.across - 2)
        j = min(max(round(y / self.step) + _EDGE, 1), self.down - 2)
        return (rows[j][i + 1] - rows[j][i - 1]) / 2, (rows[j + 1][i] - rows[j - 1][i]) / 2

    def outlines(self, rows: Rows, level: float) -> list[list[Point]]:
        """The lines along which the field has the value ``level``: closed, lower ground outside."""
        walled = [[-1.0] * self.across, *([-1.0, *row[1:-1], -1.0] for row in rows[1:-1]), [-1.0] * self.across]
        links: dict[int, int] = {}
        for j in range(self.down - 1):
            upper, lower = walled[j], walled[j + 1]
            if max(max(upper), max(lower)) <= level:
                continue
            for i in _crossed(upper, lower, level):
                _link_cell(links, i, j, upper, lower, level, self.across)
        return [[self._cut(walled, edge, level) for edge in loop] for loop in _loops(links)]

    def _cut(self, rows: Rows, edge: int, level: float) -> Point:
        """Where the level cuts an edge of the raster; edges are numbered 2 * sample (east) or + 1 (south)."""
        sample, downward = divmod(edge, 2)
        j, i = divmod(sample, self.across)
        here = rows[j][i]
        there = rows[j + 1][i] if downward else rows[j][i + 1]
        t = (level - here) / (there - here)
        x, y = i + (0 if downward else t), j + (t if downward else 0)
        return ((x - _EDGE) * self.step, (y - _EDGE) * self.step)


def _crossed(upper: list[float], lower: list[float], level: float) -> Iterable[int]:
    """The cells of a row of cells through which the level passes."""
    above = [value > level for value in upper]
    below = [value > level for value in lower]
    for i, (a, b, c, d) in enumerate(zip(above, above[1:], below, below[1:], strict=False)):
        if not a == b == c == d:
            yield i


def _link_cell(
    links: dict[int, int], i: int, j: int, upper: list[float], lower: list[float], level: float, across: int
) -> None:
    """Join the edges of one cell so that higher ground is on the right of each step."""
    top, left = 2 * (j * across + i), 2 * (j * across + i) + 1
    bottom, right = 2 * ((j + 1) * across + i), 2 * (j * across + i + 1) + 1
    nw, ne = upper[i] > level, upper[i + 1] > level
    sw, se = lower[i] > level, lower[i + 1] > level
    ring = ((nw, ne, top), (ne, se, right), (se, sw, bottom), (sw, nw, left))
    leaves = [edge for here, there, edge in ring if here and not there]
    enters = [edge for here, there, edge in ring if there and not here]
    if len(leaves) == 1:
        links[leaves[0]] = enters[0]
        return
    # Two high corners face each other: a low middle parts them, a high one joins them.
    parted = upper[i] + upper[i + 1] + lower[i] + lower[i + 1] <= 4 * level
    order = (top, right, bottom, left)
    for edge in leaves:
        links[edge] = order[(order.index(edge) + (-1 if parted else 1)) % 4]


def _loops(links: dict[T, T]) -> list[list[T]]:
    """The closed lines that links from one to the next make."""
    result = []
    unused = dict(links)
    for start in links:
        if start not in unused:
            continue
        loop = []
        edge = start
        while edge in unused:
            loop.append(edge)
            edge = unused.pop(edge)
        result.append(loop)
    return result


def nearest_hex(layout: Layout) -> Callable[[float, float], int]:
    """A function from a drawn point to the hex it lies in; beyond the grid, to the nearest hex of it."""
    grid = layout.board.grid
    first, last = grid.columns
    columns: list[tuple[float, float, int, int]] = []
    start = 0
    for column in range(first, last + 1):
        low, high = grid.rows_of(column)
        x, y = layout.centres[start]
        columns.append((x, y, start, high - low))
        start += high - low + 1
    left, pitch = layout.centres[0][0], COLUMN_PITCH * PITCH
    final_column = len(columns) - 1

    def find(x: float, y: float) -> int:
        west = int((x - left) // pitch)
        best, found = 1e18, 0
        for k in (west, west + 1):
            cx, top, begin, rows = columns[0 if k < 0 else final_column if k > final_column else k]
            row = round((y - top) / PITCH)
            row = 0 if row < 0 else rows if row > rows else row
            dx, dy = x - cx, y - top - row * PITCH
            away = dx * dx + dy * dy
            if away < best:
                best, found = away, begin + row
        return found

    return find


def boundary(layout: Layout, inside: Callable[[int], bool]) -> list[list[Point]]:
    """The outline, side by side, of a set of hexes: closed lines along hexsides."""
    steps: dict[Point, Point] = {}
    grid = layout.board.grid
    for hex_ in range(grid.size):
        if not inside(hex_):
            continue
        corners = [rounded(corner) for corner in layout.corners(hex_)]
        for facing, other in enumerate(grid.toward[hex_]):
            if other < 0 or not inside(other):
                steps[corners[facing]] = corners[(facing + 1) % 6]
    return _loops(dict(sorted(steps.items())))  # three hexes meet at a corner, so an outline leaves each corner once
