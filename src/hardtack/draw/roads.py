"""Roads, trails and railways: smooth lines through the hexes they run through."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from hardtack.board.board import Path
from hardtack.draw.curves import in_order, relaxed, sampled, shifted, smooth, sway
from hardtack.draw.layout import PITCH, Layout, Point
from hardtack.draw.water import Waters, pens

RAILS: Final = frozenset({"rail", "railroad"})
_RANKS: Final = ("pike", "road", "trail")
"""Where two roads share their way the better one is drawn."""
_KEEPS: Final = frozenset({"town", "village", "station"})

Step = tuple[int, int]


@dataclass(slots=True)
class Roads:
    """The drawn lines of a board's roads and railways."""

    lines: list[tuple[str, list[Point]]] = field(default_factory=list)
    """Kind and points of each stretch."""
    courses: list[tuple[Path, list[Point]]] = field(default_factory=list)
    """Every path from end to end, for its name."""


def survey_roads(layout: Layout, waters: Waters) -> Roads:
    """Lay out the roads and railways of a board, each stretch once."""
    board = layout.board
    ways = [path for path in board.paths if path.kind not in RAILS]
    ways.sort(key=lambda path: (*_RANKS, path.kind).index(path.kind))
    near = _neighbours(board.paths)
    spots = _spots(layout, near)
    roads = Roads()
    drawn: set[Step] = set()
    for path in ways:
        for run in _undrawn(path.hexes, drawn):
            roads.lines.append((path.kind, _line(layout, waters, spots, near, run)))
    for path in board.paths:
        if path.kind in RAILS:
            line = _line(layout, waters, spots, near, path.hexes)
            if any(in_order(a, b) in drawn for a, b in pairwise(path.hexes)):
                line = shifted(line, 7)
            roads.lines.append((path.kind, relaxed(line, 10)))
    roads.courses = [(path, _line(layout, waters, spots, near, path.hexes)) for path in board.paths]
    return roads


def _neighbours(paths: Sequence[Path]) -> dict[int, set[int]]:
    near: dict[int, set[int]] = {}
    for path in paths:
        for a, b in pairwise(path.hexes):
            near.setdefault(a, set()).add(b)
            near.setdefault(b, set()).add(a)
    return near


def _spots(layout: Layout, near: dict[int, set[int]]) -> dict[int, Point]:
    """Where in each hex the roads pass: near the middle, and off it where that makes them run easier."""
    kept = {place.hex for place in layout.board.places if place.kind in _KEEPS}
    spots = {}
    for hex_ in near:
        x, y = layout.centres[hex_]
        loose = 0.0 if hex_ in kept else 6.0
        spots[hex_] = (x + loose * sway(hex_, 1), y + loose * sway(hex_, 2))
    for _ in range(2):
        eased = {}
        for hex_, others in near.items():
            if len(others) == 2 and hex_ not in kept:
                (ax, ay), (bx, by) = (spots[other] for other in sorted(others))
                x, y = spots[hex_]
                eased[hex_] = (0.62 * x + 0.19 * (ax + bx), 0.62 * y + 0.19 * (ay + by))
        spots.update(eased)
    return spots


def _undrawn(hexes: Sequence[int], drawn: set[Step]) -> list[list[int]]:
    """The stretches of a path that no better path has drawn yet; they count as drawn from now on."""
    runs: list[list[int]] = []
    joined = False
    for a, b in pairwise(hexes):
        step = in_order(a, b)
        if step in drawn:
            joined = False
            continue
        drawn.add(step)
        if joined:
            runs[-1].append(b)
        else:
            runs.append([a, b])
        joined = True
    return runs


def _line(
    layout: Layout, waters: Waters, spots: dict[int, Point], near: dict[int, set[int]], hexes: Sequence[int]
) -> list[Point]:
    """The drawn line of a stretch: through its hexes, over water at the middle of the hexside, off the edge."""
    board = layout.board
    wet = pens(board).keys()
    line = [spots[hexes[0]]]
    for a, b in pairwise(hexes):
        if not wet.isdisjoint(board.side(a, b)):
            line.append(waters.side_point(a, b))
        line.append(spots[b])
    if len(near[hexes[-1]]) == 1:
        line += _beyond(layout, hexes[-1], line[-2], line[-1])
    if len(near[hexes[0]]) == 1:
        line[:0] = _beyond(layout, hexes[0], line[1], line[0])[::-1]
    return relaxed(sampled(line, 6), 3)


def _beyond(layout: Layout, hex_: int, before: Point, end: Point) -> list[Point]:
    """How a road that ends at the edge of the board leaves it: over the open side most nearly ahead."""
    board = layout.board
    ahead = math.atan2(end[1] - before[1], end[0] - before[0])
    best: tuple[float, Point] | None = None
    for facing, other in enumerate(board.grid.toward[hex_]):
        if other >= 0 and board.playable >> other & 1:
            continue
        angle = math.radians(60 * facing - 90)
        turn = abs(math.remainder(angle - ahead, math.tau))
        if best is None or turn < best[0]:
            out = (end[0] + PITCH * 1.5 * math.cos(angle), end[1] + PITCH * 1.5 * math.sin(angle))
            best = (turn, out)
    return [best[1]] if best is not None and best[0] < 1.75 else []


def roads_layer(name: str, roads: Roads) -> str:
    """Edges first, surfaces over them: roads that meet run into each other.

    Each stretch is a path of its own, so that a browser draws only those in sight.
    """
    order = ("trail", "road", "pike", "rail")
    ways: dict[str, list[str]] = {kind: [] for kind in order}
    for kind, line in roads.lines:
        drawn_as = "rail" if kind in RAILS else kind if kind in order else "road"
        ways[drawn_as].append(smooth([*line[:-1:3], line[-1]]))
    used = [kind for kind in order if ways[kind]]
    defs = "".join(f'<path id="{name}-{kind}{n}" d="{way}"/>' for kind in used for n, way in enumerate(ways[kind]))
    parts = []
    for part, kinds in (("edge", order), ("top", order), ("ties", ("rail",))):
        for kind in (kind for kind in kinds if kind in used):
            uses = "".join(f'<use href="#{name}-{kind}{n}"/>' for n in range(len(ways[kind])))
            parts.append(f'<g class="{kind}-{part}">{uses}</g>')
    return f"<defs>{defs}</defs>{''.join(parts)}"


STYLE: Final = (
    ".roads g,.key path{fill:none;stroke-linejoin:round;stroke-linecap:round}"
    ".road-edge{stroke:$road-edge;stroke-width:5}.road-top{stroke:$road;stroke-width:2.9}"
    ".pike-edge{stroke:$pike-edge;stroke-width:7}.pike-top{stroke:$pike;stroke-width:4.4}"
    ".trail-edge{stroke:$halo;stroke-width:3.6;stroke-opacity:.45}"
    ".roads .trail-top{stroke:$trail;stroke-width:2;stroke-dasharray:7 4.5;stroke-linecap:butt}"
    ".rail-edge{stroke:$halo;stroke-width:6;stroke-opacity:.6}.rail-top{stroke:$rail;stroke-width:2}"
    ".roads .rail-ties{stroke:$rail-tie;stroke-width:7.5;stroke-dasharray:1.6 6;stroke-linecap:butt}"
)
