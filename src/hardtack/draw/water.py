"""Water: rivers and creeks along hexsides, streams through hexes, open water, and what crosses them."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from hardtack.board.board import Board, Crossing, Side
from hardtack.draw.curves import chains, closed_curve, middle, number, relaxed, sampled, smooth, sway, toward
from hardtack.draw.field import boundary
from hardtack.draw.layout import PITCH, Layout, Point, rounded
from hardtack.draw.terrain import WATER, Cover, shape

_GREAT: Final = {"major_river": 13.0, "minor_river": 7.5, "creek": 2.2}
_SMALL: Final = {"river": 14.0, "major_river": 14.0, "minor_river": 9.0, "creek": 10.0, "stream": 4.0}
_STREAM: Final = 2.6
_LINING: Final = (0.66, 0.8, 0.9, 0.965)
"""How deep the lines that follow a shore lie in the field of the water."""


@dataclass(slots=True)
class Waters:
    """The drawn lines of a board's running water."""

    layout: Layout
    lines: list[tuple[float, list[Point]]] = field(default_factory=list)
    """Width and drawn points of each line, widest first."""

    def side_point(self, a: int, b: int) -> Point:
        """The middle of a hexside as the water there is drawn."""
        return middle(*(settled(rounded(corner)) for corner in self.layout.side_ends(a, b)))


def pens(board: Board) -> dict[str, float]:
    """How wide each kind of water is drawn: a creek is a barrier on one map and a detail on another."""
    return _GREAT if "major_river" in board.hexsides else _SMALL


def settled(corner: Point) -> Point:
    """A corner of a hex moved a little, so that water along hexsides does not run like a ruler."""
    x, y = round(corner[0]), round(corner[1])
    return corner[0] + 4.5 * sway(x, y, 1), corner[1] + 4.5 * sway(x, y, 2)


def survey_waters(layout: Layout) -> Waters:
    """Lay out the running water of a board."""
    board = layout.board
    waters = Waters(layout)
    rims = {corner for line in boundary(layout, lambda hex_: bool(board.playable >> hex_ & 1)) for corner in line}
    flooded = _flooded_corners(layout)
    for kind, width in sorted(pens(board).items(), key=lambda item: -item[1]):
        for chain in chains(layout.steps_along(board.hexsides.get(kind, ()))):
            line = _bed(chain)
            _run_out(line, chain, rims, flooded)
            waters.lines.append((width, sampled(line, 4)))
    for stream in board.streams.values():
        if stream.hexes and not stream.sides:
            waters.lines.append((_STREAM, _through_hexes(waters, stream.hexes)))
    return waters


def _flooded_corners(layout: Layout) -> dict[Point, Point]:
    """Corners of open water, each with the middle of a water hex it touches."""
    result = {}
    for hex_ in range(layout.board.grid.size):
        if layout.board.terrain[hex_] in WATER:
            for corner in layout.corners(hex_):
                result[rounded(corner)] = layout.centres[hex_]
    return result


def _bed(chain: Sequence[Point]) -> list[Point]:
    """The points a river's curve goes through: the middles of hexsides, cutting the corners between them."""
    corners = [settled(corner) for corner in chain]
    line = [corners[0]]
    for i, (here, there) in enumerate(pairwise(corners)):
        half = middle(here, there)
        if i:
            before = line[-1]
            x = 0.3 * before[0] + 0.4 * here[0] + 0.3 * half[0]
            line.append((x, 0.3 * before[1] + 0.4 * here[1] + 0.3 * half[1]))
        line.append(half)
    line.append(corners[-1])
    return line


def _run_out(line: list[Point], chain: Sequence[Point], rims: set[Point], flooded: dict[Point, Point]) -> None:
    """Let a river that ends at the edge of the board run off it, and one that meets open water run into it."""
    for at_start in (False, True):
        end, inner = (chain[0], line[1]) if at_start else (chain[-1], line[-2])
        tip = line[0] if at_start else line[-1]
        if end in flooded:
            beyond = toward(tip, flooded[end], 0.45)
        elif end in rims:
            beyond = toward(inner, tip, 1 + 90 / (math.dist(tip, inner) or 1.0))
        else:
            continue
        if at_start:
            line.insert(0, beyond)
        else:
            line.append(beyond)


def _through_hexes(waters: Waters, hexes: Sequence[int]) -> list[Point]:
    """A stream through the middles of hexes, joined to the water it reaches."""
    layout = waters.layout
    nodes = [
        (layout.centres[hex_][0] + 11 * sway(hex_, 5), layout.centres[hex_][1] + 11 * sway(hex_, 6)) for hex_ in hexes
    ]
    if len(nodes) > 1:
        nodes = [_joined(waters, nodes[0], nodes[1]), *nodes, _joined(waters, nodes[-1], nodes[-2])]
    return sampled(_meandering(relaxed(nodes)), 4)


def _meandering(nodes: Sequence[Point]) -> list[Point]:
    """A brook winds: between any two points it swings a little to one side and then to the other."""
    line = [nodes[0]]
    for (ax, ay), (bx, by) in pairwise(nodes):
        for share, hand in ((0.3, 0.06), (0.7, -0.06)):
            swing = hand * (1 + sway(round(ax), round(by)))
            line.append((ax + (bx - ax) * share - (by - ay) * swing, ay + (by - ay) * share + (bx - ax) * swing))
        line.append((bx, by))
    return line


def _joined(waters: Waters, end: Point, inner: Point) -> Point:
    """The nearest spot of a wider water beside the end of a stream, or a spring a little way on."""
    near = [
        (math.dist(point, end), point)
        for width, line in waters.lines
        if width > _STREAM
        for point in line
        if math.dist(point, end) < PITCH and math.dist(point, end) < math.dist(point, inner)
    ]
    if near:
        return min(near)[1]
    return toward(inner, end, 1.3)


def water_layer(cover: Cover, waters: Waters) -> str:
    """Banks first and water over them, so that where waters meet there is no seam."""
    lake = "".join(closed_curve(loop) for loop in cover.ground.outlines(cover.water, 0.5))
    name = waters.layout.board.id
    courses, banks, beds, glints = [], [], [], []
    for i, (width, line) in enumerate(waters.lines):
        data = smooth(line[::2] if len(line) % 2 else [*line[:-1:2], line[-1]])
        courses.append(f'<path id="{name}-c{i}" d="{data}"/>')
        use = f'<use href="#{name}-c{i}" stroke-width='
        banks.append(f'{use}"{number(width + min(2, width * 0.4))}"/>')
        beds.append(f'{use}"{number(max(width - 1, width * 0.55))}"/>')
        if width > 6:
            glints.append(f'{use}"{number(width * 0.14)}"/>')
    open_bank = f'<path class="shore" d="{lake}"/>' if lake else ""
    open_water = f'<path class="open-water" d="{lake}"/>' if lake else ""
    lining = "".join(shape(cover, cover.water, level, "lining") for level in _LINING)
    return (
        f'<defs>{"".join(courses)}</defs>{open_bank}<g class="bank">{"".join(banks)}</g>{open_water}{lining}'
        f'<g class="bed">{"".join(beds)}</g><g class="glint">{"".join(glints)}</g>'
    )


def crossings_layer(board: Board, waters: Waters) -> str:
    """Fords, bridges and ferries at the middles of their hexsides."""
    return "".join(crossing_symbol(board, waters, crossing) for crossing in board.crossings)


def water_width(board: Board, side: Side) -> float:
    """How wide the water on a hexside is drawn (as a creek where the map draws none)."""
    widths = pens(board)
    return max((widths[kind] for kind in board.side(*side) if kind in widths), default=6.0)


def crossing_symbol(board: Board, waters: Waters, crossing: Crossing) -> str:
    """One crossing, turned so that it leads from bank to bank."""
    x, y = waters.side_point(*crossing.sides)
    (ax, ay), (bx, by) = (waters.layout.centres[hex_] for hex_ in crossing.sides)
    angle = math.degrees(math.atan2(by - ay, bx - ax))
    half = water_width(board, crossing.sides) / 2 + 4
    drawing = CROSSINGS.get(crossing.kind, _ford)(half)
    place = f"translate({number(x)} {number(y)}) rotate({number(angle)})"
    return f'<g class="crossing {crossing.kind}" transform="{place}">{drawing}</g>'


def _bridge(half: float) -> str:
    reach, wing = number(half), number(half + 4)
    rails = f"M-{wing}-9L-{reach}-5H{reach}L{wing}-9M-{wing} 9L-{reach} 5H{reach}L{wing} 9"
    return f'<path class="deck" d="M-{wing}-3.6H{wing}V3.6H-{wing}Z"/><path class="rails" d="{rails}"/>'


def _ford(half: float) -> str:
    reach = number(half + 1)
    return f'<path class="ford-bed" d="M-{reach} 0H{reach}"/><path class="ford-line" d="M-{reach}-4H{reach}M-{reach} 0H{reach}M-{reach} 4H{reach}"/>'  # noqa: E501


def _ferry(half: float) -> str:
    reach = number(half + 3)
    return f'<path class="ferry-line" d="M-{reach} 0H{reach}"/><path class="boat" d="M-8-3H8L5 4H-5Z"/>'


def _pontoon(half: float) -> str:
    boats = "".join(f"M{number(x)}-6v12" for x in _spread(half))
    reach = number(half + 3)
    return f'<path class="boats" d="{boats}"/><path class="planks" d="M-{reach} 0H{reach}"/>'


def _dam(half: float) -> str:
    reach = number(half + 2)
    return f'<path class="dam-wall" d="M-{reach} 0H{reach}M-{reach}-3.5V3.5M{reach}-3.5V3.5"/>'


def _spread(half: float) -> list[float]:
    count = max(3, round(half / 3))
    return [-half + 2 * half * k / (count - 1) for k in range(count)]


CROSSINGS: Final = {"bridge": _bridge, "ford": _ford, "ferry": _ferry, "pontoon": _pontoon, "dam": _dam}

STYLE: Final = (
    ".bank,.bed,.glint,.lining,.shore{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".bank{stroke:$bank}.shore{stroke:$bank;stroke-width:4}.bed{stroke:$water}.open-water{fill:$water}"
    ".glint{stroke:$water-line;stroke-opacity:.55}.lining{stroke:$water-line;stroke-width:.9;stroke-opacity:.7}"
    ".deck{fill:$road}.rails{fill:none;stroke:$bridge;stroke-width:2.1;stroke-linejoin:round;stroke-linecap:round}"
    ".ford-bed{stroke:$halo;stroke-width:13;stroke-opacity:.75}"
    ".ford-line{fill:none;stroke:$bank;stroke-width:1.6;stroke-dasharray:2.6 1.8}"
    ".ferry-line{stroke:$bridge;stroke-width:1.2;stroke-dasharray:3 2}.boat{fill:$bridge}"
    ".boats{fill:none;stroke:$bridge;stroke-width:2.6;stroke-linecap:round}.planks{stroke:$road;stroke-width:3}"
    ".dam-wall{fill:none;stroke:$bridge;stroke-width:3.2}"
)
