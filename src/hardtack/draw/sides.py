"""What stands on hexsides besides water: slopes, ridges, works, tree lines, borders."""

import math
from collections.abc import Iterable
from typing import Final

from hardtack.board.board import Side
from hardtack.draw.curves import chains, chance, pair, relaxed, resampled, sampled, smooth, sway
from hardtack.draw.layout import Layout, Point
from hardtack.draw.water import pens, settled

_WORKS: Final = frozenset({"protected", "works", "entrenchment", "wall", "sunken_road"})
_RIDGES: Final = frozenset({"ridge", "crest"})
_TREELINES: Final = frozenset({"treeline"})
_BORDERS: Final = frozenset({"county", "county_line", "border"})


def sides_layer(layout: Layout) -> str:
    """Everything on hexsides that is neither water nor a crossing."""
    board = layout.board
    parts = []
    for kind, sides in board.slopes.items():
        parts += [_slope(line, kind) for line in _directed(layout, sides)]
    for kind, sides in board.hexsides.items():
        if kind in pens(board):
            continue
        for chain in chains(layout.steps_along(sides)):
            line = [settled(corner) for corner in chain]
            parts.append(_drawn_side(kind, line))
    for name, both in board.side_sets.items():
        if name in _BORDERS:
            once = sorted((a, b) for a, b in both if a < b)
            parts += [_border([settled(corner) for corner in chain]) for chain in chains(layout.steps_along(once))]
    return "".join(parts)


def _drawn_side(kind: str, line: list[Point]) -> str:
    if kind in _RIDGES:
        return _ridge(line)
    if kind in _WORKS:
        return _works(line)
    if kind in _TREELINES:
        dots = "".join(f"M{pair(x, y)}h0" for x, y in resampled(sampled(relaxed(line)), 9))
        return f'<path class="treeline-edge" d="{dots}"/><path class="treeline" d="{dots}"/>'
    return _border(line)


def _directed(layout: Layout, sides: Iterable[Side]) -> list[list[Point]]:
    """Slopes joined into lines with the low ground on the right hand."""
    after: dict[Point, list[Point]] = {}
    for first, second in layout.steps_along(sides):
        after.setdefault(first, []).append(second)
    targets = {second for seconds in after.values() for second in seconds}
    lines = []
    for start in [*sorted(after.keys() - targets), *sorted(after)]:
        while after.get(start):
            line = [start]
            while after.get(line[-1]):
                line.append(after[line[-1]].pop(0))
            lines.append([settled(corner) for corner in line])
    return lines


def _normal(line: list[Point], i: int) -> Point:
    """The direction to the right hand of a line at one of its points."""
    (ax, ay), (bx, by) = line[max(0, i - 1)], line[min(len(line) - 1, i + 1)]
    size = math.dist((ax, ay), (bx, by)) or 1.0
    return -(by - ay) / size, (bx - ax) / size


def _strokes(line: list[Point], reach: float, salt: int, lift: float = 0.0) -> str:
    """Hachures to the right hand of a line."""
    parts = []
    for i, (x, y) in enumerate(line):
        nx, ny = _normal(line, i)
        run = reach * (0.72 + 0.5 * chance(round(x), round(y), salt))
        tilt = 0.14 * sway(round(x), round(y), salt, 1)
        parts.append(f"M{pair(x + nx * lift, y + ny * lift)}l{pair((nx - ny * tilt) * run, (ny + nx * tilt) * run)}")
    return "".join(parts)


def _slope(corners: list[Point], kind: str) -> str:
    course = sampled(relaxed(corners, 1, 0.35), 8)
    line = resampled(course, 3.9)
    return (
        f'<path class="slope-shade {kind}" d="{_strokes(line, 15, 1)}"/>'
        f'<path class="slope-foot" d="{_strokes(line[::2], 11, 2)}"/>'
        f'<path class="slope-crest" d="{smooth(course[::4])}"/>'
    )


def _ridge(corners: list[Point]) -> str:
    course = sampled(relaxed(corners, 1, 0.35), 8)
    line = resampled(course, 4.2)
    back = line[::-1]
    return (
        f'<path class="slope-shade ridge" d="{_strokes(line, 12, 3, 2.2)}{_strokes(back, 12, 4, 2.2)}"/>'
        f'<path class="slope-foot" d="{_strokes(line[::2], 8, 5, 1.8)}{_strokes(back[::2], 8, 6, 1.8)}"/>'
        f'<path class="ridge-back" d="{smooth(course[::4])}"/>'
    )


def _works(corners: list[Point]) -> str:
    course = sampled(corners, 8, 0.1)
    line = resampled(course, 6.5)
    ticks = "".join(
        f"M{pair(x - nx * 4, y - ny * 4)}l{pair(nx * 8, ny * 8)}"
        for i, (x, y) in enumerate(line)
        for nx, ny in (_normal(line, i),)
    )
    return f'<path class="works" d="{smooth(course[::4])}"/><path class="works-tick" d="{ticks}"/>'


def _border(corners: list[Point]) -> str:
    return f'<path class="county" d="{smooth(corners)}"/>'


STYLE: Final = (
    ".sides path{fill:none;stroke-linecap:round;stroke-linejoin:round}"
    ".slope-shade{stroke:$hachure;stroke-width:.95}.slope-foot{stroke:$hachure;stroke-width:2}"
    ".slope-crest{stroke:$crag;stroke-width:2.2}.ridge-back{stroke:$hill-high;stroke-width:3.4}"
    ".works{stroke:$works;stroke-width:3.6}.works-tick{stroke:$works;stroke-width:1.5}"
    ".treeline-edge{stroke:$tree-edge;stroke-width:8}.treeline{stroke:$tree;stroke-width:6}"
    ".county{stroke:$boundary;stroke-width:1.8;stroke-dasharray:9 3 2 3;stroke-opacity:.8}"
)
