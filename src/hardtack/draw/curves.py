"""Lines on paper: chains of points, their smoothing, their unevenness, and SVG path data as short as it can be."""

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import TypeVar

Point = tuple[float, float]
T = TypeVar("T", int, tuple[float, float])
TENSION = 1 / 6
_MASK = 0xFFFFFFFF


def middle(a: Point, b: Point) -> Point:
    return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2


def toward(a: Point, b: Point, share: float) -> Point:
    """A point on the way from a to b, or beyond."""
    return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share


def number(value: float) -> str:
    """A number with at most one decimal, without what SVG does not need."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text.startswith("0."):
        return text[1:]
    if text.startswith("-0."):
        return "-" + text[2:]
    return "0" if text == "-0" else text


def pair(x: float, y: float) -> str:
    """Two numbers, parted only where they would run together."""
    second = number(y)
    return number(x) + ("" if second.startswith("-") else " ") + second


def polyline(points: Sequence[Point], closed: bool = False) -> str:
    """Straight lines through the points."""
    return "M" + "L".join(pair(*point) for point in points) + ("Z" if closed else "")


def closed_curve(points: Sequence[Point]) -> str:
    """A soft closed shape that the points pull on, in whole units (good enough for ground and water)."""
    count = len(points)
    x, y = _middle_rounded(points[-1], points[0])
    parts = [f"M{x} {y}"]
    for i in range(count):
        cx, cy = round(points[i][0]), round(points[i][1])
        nx, ny = _middle_rounded(points[i], points[(i + 1) % count])
        parts.append(f"q{cx - x}{_signed(cy - y)}{_signed(nx - x)}{_signed(ny - y)}")
        x, y = nx, ny
    return "".join(parts) + "z"


def _middle_rounded(a: Point, b: Point) -> tuple[int, int]:
    return round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)


def _signed(value: int) -> str:
    return str(value) if value < 0 else f" {value}"


def _bends(points: Sequence[Point], tension: float) -> Iterator[tuple[Point, Point, Point, Point]]:
    """Each stretch of a curve through every point: its ends and, between them, the two points that pull on it."""
    last = len(points) - 1
    for i in range(last):
        before, here, there, after = points[max(0, i - 1)], points[i], points[i + 1], points[min(last, i + 2)]
        first = (here[0] + (there[0] - before[0]) * tension, here[1] + (there[1] - before[1]) * tension)
        yield here, first, (there[0] - (after[0] - here[0]) * tension, there[1] - (after[1] - here[1]) * tension), there


def smooth(points: Sequence[Point]) -> str:
    """A curve through every point (Catmull-Rom written as Bezier curves)."""
    if len(points) < 3:
        return polyline(points)
    curves = (f"C{pair(*one)} {pair(*two)} {pair(*there)}" for _, one, two, there in _bends(points, TENSION))
    return "M" + pair(*points[0]) + "".join(curves)


def sampled(points: Sequence[Point], each: int = 6, tension: float = TENSION) -> list[Point]:
    """The curve of :func:`smooth` as many short straight steps."""
    if len(points) < 3:
        return densified(points, each)
    result = [points[0]]
    for here, (ax, ay), (bx, by), there in _bends(points, tension):
        for k in range(1, each + 1):
            t = k / each
            s = 1 - t
            w0, w1, w2, w3 = s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t
            x = w0 * here[0] + w1 * ax + w2 * bx + w3 * there[0]
            result.append((x, w0 * here[1] + w1 * ay + w2 * by + w3 * there[1]))
    return result


def densified(points: Sequence[Point], each: int) -> list[Point]:
    """The polyline with every step cut into ``each`` parts."""
    result = list(points[:1])
    for a, b in pairwise(points):
        result.extend(toward(a, b, k / each) for k in range(1, each + 1))
    return result


def relaxed(points: Sequence[Point], rounds: int = 1, pull: float = 0.5) -> list[Point]:
    """The polyline with its inner points drawn toward the middle of their neighbours; the ends stay."""
    line = list(points)
    for _ in range(rounds):
        inner = zip(line, line[1:], line[2:], strict=False)
        line[1:-1] = [toward(here, middle(before, after), pull) for before, here, after in inner]
    return line


def length(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def resampled(points: Sequence[Point], step: float) -> list[Point]:
    """Points an even ``step`` apart along the polyline; the last may fall short."""
    result = [points[0]]
    due = step
    gone = 0.0
    for a, b in pairwise(points):
        span = math.dist(a, b)
        while span > 0 and gone + span >= due:
            result.append(toward(a, b, (due - gone) / span))
            due += step
        gone += span
    return result


def shifted(points: Sequence[Point], by: float) -> list[Point]:
    """The polyline moved sideways: to its right hand when ``by`` is positive (y points down)."""
    result = []
    last = len(points) - 1
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by_) = points[max(0, i - 1)], points[min(last, i + 1)]
        dx, dy = bx - ax, by_ - ay
        size = math.hypot(dx, dy) or 1.0
        result.append((x - dy / size * by, y + dx / size * by))
    return result


def chains(steps: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Single steps joined into the longest lines that have no fork inside; loops close on their first point.

    Points that are the same place must be equal.  The order of the result depends only on the points.
    """
    near: dict[Point, list[Point]] = {}
    for a, b in steps:
        near.setdefault(a, []).append(b)
        near.setdefault(b, []).append(a)
    for others in near.values():
        others.sort()
    unused = {in_order(a, b) for a, others in near.items() for b in others}
    result = []
    for start in sorted(near, key=lambda point: (len(near[point]) == 2, point)):
        for first in near[start]:
            if in_order(start, first) in unused:
                result.append(_walk(near, unused, start, first))
    return result


def _walk(near: dict[Point, list[Point]], unused: set[tuple[Point, Point]], start: Point, first: Point) -> list[Point]:
    line = [start, first]
    unused.discard(in_order(start, first))
    while len(near[line[-1]]) == 2:
        onward = [other for other in near[line[-1]] if in_order(line[-1], other) in unused]
        if not onward:
            break
        unused.discard(in_order(line[-1], onward[0]))
        line.append(onward[0])
    return line


def in_order(a: T, b: T) -> tuple[T, T]:
    """A step between two places, the same whichever way it goes."""
    return (a, b) if a < b else (b, a)


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
