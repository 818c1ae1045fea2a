"""Where things stand on a drawn board, and the same numbers as plain data for the browser.

One hex is :data:`PITCH` units from flat to flat.  A point ``(x, y)`` of the grid (whose hexes are 1.0 from flat to
flat) is drawn at ``origin + PITCH * (x, y)``.  The drawing always starts at (0, 0); furniture such as a title or a
legend is drawn outside that rectangle, so that a counter has the same coordinates on every drawing of a board.
"""

from collections.abc import Iterable
from typing import Any, Final, final

from hardtack.board.board import Board, Side
from hardtack.board.grid import COLUMN_PITCH
from hardtack.board.masks import hexes_in

Point = tuple[float, float]

PITCH: Final = 72.0
SIDE: Final = PITCH / 3**0.5
MARGIN: Final = 22.0
"""The strip of ground drawn around the hexes in play."""


def rounded(point: Point) -> Point:
    return round(point[0], 1), round(point[1], 1)


@final
class Layout:
    """The drawn positions of one board's hexes."""

    __slots__ = ("board", "centres", "height", "origin", "playable", "width")

    def __init__(self, board: Board) -> None:
        self.board = board
        self.playable: tuple[int, ...] = tuple(hexes_in(board.playable))
        raw = [board.grid.centre(hex_) for hex_ in self.playable]
        left = min(x for x, _ in raw) * PITCH - SIDE
        top = min(y for _, y in raw) * PITCH - PITCH / 2
        self.origin: Point = (MARGIN - left, MARGIN - top)
        self.width = round(max(x for x, _ in raw) * PITCH + SIDE - left + 2 * MARGIN, 1)
        self.height = round(max(y for _, y in raw) * PITCH + PITCH / 2 - top + 2 * MARGIN, 1)
        self.centres: tuple[Point, ...] = tuple(self.drawn(board.grid.centre(hex_)) for hex_ in range(board.grid.size))

    def drawn(self, point: Point) -> Point:
        """The drawn position of a point of the grid."""
        return (self.origin[0] + PITCH * point[0], self.origin[1] + PITCH * point[1])

    def corners(self, hex_: int) -> tuple[Point, ...]:
        return tuple(self.drawn(corner) for corner in self.board.grid.corners(hex_))

    def side_ends(self, a: int, b: int) -> tuple[Point, Point]:
        first, second = self.board.grid.side_ends(a, b)
        return self.drawn(first), self.drawn(second)

    def steps_along(self, sides: Iterable[Side]) -> list[tuple[Point, Point]]:
        """The ends of hexsides; the same corner is exactly the same point, so that the steps can be joined."""
        return [(rounded(first), rounded(second)) for first, second in (self.side_ends(a, b) for a, b in sides)]

    def on_sheet(self, point: Point, slack: float = 0.0) -> bool:
        """Whether a drawn point lies on the sheet (or within ``slack`` of it)."""
        return -slack <= point[0] <= self.width + slack and -slack <= point[1] <= self.height + slack


def geometry(board: Board) -> dict[str, Any]:
    """The geometry of a drawn board as plain data (see the module's words), ready for JSON.

    ``hexes`` gives the middle of every hex in play, ``corners`` the six corners of a hex around its middle,
    clockwise; corners k and k + 1 bound the side that faces direction k (0 north, then clockwise).
    """
    layout = Layout(board)
    middle = board.grid.centre(0)
    return {
        "board": board.id,
        "pitch": PITCH,
        "side": round(SIDE, 3),
        "columnPitch": round(COLUMN_PITCH * PITCH, 3),
        "origin": [round(part, 3) for part in layout.origin],
        "width": layout.width,
        "height": layout.height,
        "corners": [
            [round((x - middle[0]) * PITCH, 2), round((y - middle[1]) * PITCH, 2)] for x, y in board.grid.corners(0)
        ],
        "hexes": {board.grid.name(hex_): [round(part, 1) for part in layout.centres[hex_]] for hex_ in layout.playable},
    }
