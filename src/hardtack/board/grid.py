"""The hex grid: names, neighbours, distances and the geometry of a printed board.

Hexes are flat-topped and named "CCRR" (column, row).  Inside the engine a hex is a whole number from 0 to
``size - 1``, counted down the columns.  The y axis points down, as on paper; a hex is 1.0 from flat to flat.
"""

from functools import lru_cache
from typing import Final, final

SHIFTS: Final = ("even-down", "odd-down")
PARITIES: Final = ("even", "odd")
OFF: Final = -1

Point = tuple[float, float]

COLUMN_PITCH: Final = 3**0.5 / 2
_RADIUS: Final = 1 / 3**0.5
# Corner k and corner k + 1 are the ends of the side that faces direction k.
_CORNERS: Final[tuple[Point, ...]] = (
    (-_RADIUS / 2, -0.5),
    (_RADIUS / 2, -0.5),
    (_RADIUS, 0.0),
    (_RADIUS / 2, 0.5),
    (-_RADIUS / 2, 0.5),
    (-_RADIUS, 0.0),
)


_AHEAD: Final = ((0, -2), (1, -1), (1, 1), (0, 2), (-1, 1), (-1, -1))
"""The way to the neighbour in each direction, in columns and half hexes."""


class BadHex(ValueError):
    """A name that is not a hex of the grid; ``reason`` is "malformed" or "off-grid"."""

    def __init__(self, name: object, reason: str) -> None:
        super().__init__(f"{name!r} is not a hex of this board ({reason})")
        self.name = name
        self.reason = reason


class NotAdjacent(ValueError):
    """Two hexes that share no hexside were given where a hexside is meant."""


@final
class Grid:
    """An immutable grid of named hexes."""

    __slots__ = (
        "_first_of_column", "_heights", "_index", "_xs", "around", "around_mask", "columns", "everywhere", "names",
        "rows", "shift", "short_columns", "short_rows", "size", "toward",
    )  # fmt: skip

    def __init__(
        self,
        columns: tuple[int, int],
        rows: tuple[int, int],
        shift: str = "even-down",
        short_columns: str | None = None,
        short_rows: tuple[int, int] | None = None,
    ) -> None:
        if shift not in SHIFTS:
            raise ValueError(f"shift must be one of {', '.join(SHIFTS)}, not {shift!r}")
        if (short_columns is None) != (short_rows is None):
            raise ValueError("short_columns and short_rows go together")
        if short_columns is not None and short_columns not in PARITIES:
            raise ValueError(f"short_columns must be even or odd, not {short_columns!r}")
        for low, high in (columns, rows, short_rows or rows):
            if not 0 <= low <= high <= 99:
                raise ValueError(f"a range of columns or rows must rise within 0 to 99, not {low} to {high}")
        self.columns = columns
        self.rows = rows
        self.shift = shift
        self.short_columns = short_columns
        self.short_rows = short_rows
        self._name_hexes()
        self._join_neighbours()

    def _name_hexes(self) -> None:
        names: list[str] = []
        xs: list[int] = []
        heights: list[int] = []
        first_of_column: dict[int, int] = {}
        for column in range(self.columns[0], self.columns[1] + 1):
            low, high = self.rows_of(column)
            first_of_column[column] = len(names)
            for row in range(low, high + 1):
                names.append(f"{column:02d}{row:02d}")
                xs.append(column)
                heights.append(2 * row + self._drop(column))
        self.size: int = len(names)
        self.everywhere: int = (1 << self.size) - 1  # the set of all hexes
        self.names: tuple[str, ...] = tuple(names)
        self._index: dict[str, int] = {name: hex_ for hex_, name in enumerate(names)}
        self._xs: tuple[int, ...] = tuple(xs)
        # Heights are in half hexes, so that a shifted column needs no fractions.
        self._heights: tuple[int, ...] = tuple(heights)
        self._first_of_column: dict[int, int] = first_of_column

    def _join_neighbours(self) -> None:
        toward: list[tuple[int, ...]] = []
        for hex_ in range(self.size):
            column, height = self._xs[hex_], self._heights[hex_]
            toward.append(tuple(self._at(column + across, height + down) for across, down in _AHEAD))
        self.toward: tuple[tuple[int, ...], ...] = tuple(toward)
        self.around: tuple[tuple[int, ...], ...] = tuple(
            tuple(other for other in six if other != OFF) for six in toward
        )
        self.around_mask: tuple[int, ...] = tuple(sum(1 << other for other in near) for near in self.around)

    def _drop(self, column: int) -> int:
        """1 where the column stands half a hex lower, else 0."""
        return int((column % 2 == 0) == (self.shift == "even-down"))

    def rows_of(self, column: int) -> tuple[int, int]:
        """First and last row of a column."""
        if self.short_rows is not None and (column % 2 == 0) == (self.short_columns == "even"):
            return self.short_rows
        return self.rows

    def _at(self, column: int, height: int) -> int:
        first = self._first_of_column.get(column)
        if first is None:
            return OFF
        low, high = self.rows_of(column)
        row = (height - self._drop(column)) // 2
        return first + row - low if low <= row <= high else OFF

    def index(self, name: str) -> int:
        """The number of a named hex."""
        found = self._index.get(name)
        if found is None:
            shaped = len(name) == 4 and name.isascii() and name.isdigit()
            raise BadHex(name, "off-grid" if shaped else "malformed")
        return found

    def has(self, name: object) -> bool:
        """Whether the text names a hex of this grid."""
        return name in self._index

    def name(self, hex_: int) -> str:
        return self.names[hex_]

    def column(self, hex_: int) -> int:
        return self._xs[hex_]

    def row(self, hex_: int) -> int:
        return self._heights[hex_] // 2

    def height(self, hex_: int) -> int:
        """How far down the hex stands, in half hexes."""
        return self._heights[hex_]

    def at(self, column: int, height: int) -> int | None:
        """The hex in a column that stands so far down, None where there is none."""
        hex_ = self._at(column, height)
        return None if hex_ == OFF else hex_

    def adjacent(self, a: int, b: int) -> bool:
        return b in self.around[a]

    def direction(self, a: int, b: int) -> int:
        """The direction (0 north, then clockwise to 5) in which neighbour b lies from a."""
        if a == b or b not in self.around[a]:
            raise NotAdjacent(f"{self.names[a]} and {self.names[b]} share no hexside")
        return self.toward[a].index(b)

    def distance(self, a: int, b: int) -> int:
        """The number of hexes from a to b, b counted and a not."""
        across = abs(self._xs[a] - self._xs[b])
        down = abs(self._heights[a] - self._heights[b])
        return across if down <= across else (across + down) // 2

    def within(self, hex_: int, reach: int) -> int:
        """The set of hexes at most ``reach`` away, the hex itself among them."""
        # Rows of a column have neighbouring numbers, so each column gives one run of bits.
        column, height = self._xs[hex_], self._heights[hex_]
        mask = 0
        for other in range(max(self.columns[0], column - reach), min(self.columns[1], column + reach) + 1):
            slack = 2 * reach - abs(other - column)
            drop = self._drop(other)
            low, high = self.rows_of(other)
            top = max(low, (height - slack - drop) // 2)
            bottom = min(high, (height + slack - drop) // 2)
            if top <= bottom:
                mask |= ((1 << (bottom - top + 1)) - 1) << (self._first_of_column[other] + top - low)
        return mask

    def centre(self, hex_: int) -> Point:
        """The middle of a hex; the top left corner of the board is about (0, 0)."""
        x = (self._xs[hex_] - self.columns[0]) * COLUMN_PITCH + _RADIUS
        y = self._heights[hex_] / 2 - self.rows[0] + 0.5
        return (x, y)

    def corners(self, hex_: int) -> tuple[Point, ...]:
        """The six corners, clockwise; corners k and k + 1 bound the side that faces direction k."""
        x, y = self.centre(hex_)
        return tuple((x + dx, y + dy) for dx, dy in _CORNERS)

    def side_ends(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the hexside between neighbours a and b."""
        facing = self.direction(a, b)
        corners = self.corners(a)
        return corners[facing], corners[(facing + 1) % 6]


@lru_cache(maxsize=1 << 15)
def disc(grid: Grid, hex_: int, reach: int) -> int:
    """What `Grid.within` finds, remembered: nothing is written on a grid once play has begun."""
    return grid.within(hex_, reach)
