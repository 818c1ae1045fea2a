"""Small marks strewn over ground: trees, tufts, crags, furrows, orchard rows.

A tree is a dot of no length drawn with a round pen: nine bytes, and its shade, crown and light are the same line
drawn three times with different pens.  Marks stay clear of roads, water and lettering.
"""

import math
import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, final

from hardtack.draw.curves import chance, number, pair, resampled, sway
from hardtack.draw.field import Ground, Rows
from hardtack.draw.layout import PITCH, Point

Chance = Callable[[], float]
_CELL: Final = 6.0
_TILE: Final = 432.0
"""Marks are gathered by tiles of this size, so that a browser draws only those in sight."""


@final
class Clearing:
    """Where no mark may stand, in small cells."""

    def __init__(self) -> None:
        self._cells: set[tuple[int, int]] = set()

    def line(self, points: Sequence[Point], radius: float) -> None:
        """Keep a strip along a line clear."""
        reach = max(1, round(radius / _CELL))
        near = [
            (i, j)
            for i in range(-reach, reach + 1)
            for j in range(-reach, reach + 1)
            if math.hypot(i, j) * _CELL <= radius
        ] or [(0, 0)]
        for x, y in resampled(points, _CELL):
            column, row = int(x // _CELL), int(y // _CELL)
            self._cells.update((column + i, row + j) for i, j in near)

    def box(self, left: float, top: float, right: float, bottom: float) -> None:
        """Keep a rectangle clear."""
        self._cells.update(
            (i, j)
            for i in range(int(left // _CELL), int(right // _CELL) + 1)
            for j in range(int(top // _CELL), int(bottom // _CELL) + 1)
        )

    def covers(self, x: float, y: float) -> bool:
        return (int(x // _CELL), int(y // _CELL)) in self._cells

    def share(self, left: float, top: float, right: float, bottom: float) -> float:
        """How much of a rectangle is to be kept clear, 0 to 1."""
        columns = range(int(left // _CELL), int(right // _CELL) + 1)
        rows = range(int(top // _CELL), int(bottom // _CELL) + 1)
        taken = sum((i, j) in self._cells for i in columns for j in rows)
        return taken / (len(columns) * len(rows))


def strewn_on(
    ground: Ground, rows: Rows, level: float, spacing: float, clear: Clearing, salt: int
) -> Iterator[tuple[float, float]]:
    """Points strewn unevenly over the ground where a field is above a level and nothing needs the room."""
    if max(map(max, rows)) <= level:
        return
    layout, value, covers = ground.layout, ground.value, clear.covers
    unsteady = random.Random(salt).random
    drop = spacing / 1.15
    for j in range(int(layout.height / drop) + 1):
        for i in range(int(layout.width / spacing) + 1):
            x, y = (i + 0.5 * (j & 1)) * spacing, j * drop
            if value(rows, x, y) > level:
                x += spacing * 0.72 * (unsteady() - 0.5)
                y += drop * 0.72 * (unsteady() - 0.5)
                if value(rows, x, y) > level and not covers(x, y):
                    yield x, y


@final
class Tiles:
    """Path data gathered by tile."""

    def __init__(self) -> None:
        self._tiles: dict[tuple[int, int], list[str]] = {}

    def add(self, x: float, y: float, data: str) -> None:
        self._tiles.setdefault((int(y // _TILE), int(x // _TILE)), []).append(data)

    def paths(self) -> list[str]:
        """The gathered data, tile by tile from the top left."""
        return ["".join(self._tiles[key]) for key in sorted(self._tiles)]


def trees(marks: Iterable[tuple[float, float]], thin: float, sizes: Sequence[str]) -> list[tuple[str, str]]:
    """Trees as (size, path data) pairs; ``thin`` is the share of marks left out."""
    tiles = {size: Tiles() for size in sizes}
    unsteady = random.Random(len(sizes)).random
    for x, y in marks:
        if unsteady() >= thin:
            tiles[sizes[int(unsteady() * len(sizes))]].add(x, y, f"M{round(x)} {round(y)}h0")
    return [(size, data) for size in sizes for data in tiles[size].paths()]


def tufts(marks: Iterable[Point]) -> list[str]:
    """Marsh grass: a few blades over a line of water, and lines of open water between."""

    def drawn(unsteady: Chance) -> str:
        lean = 2 * unsteady() - 1
        if unsteady() < 0.35:
            return f"h{round(5 + 5 * unsteady())}"
        left, middle = f"l{pair(-3 + lean, -4)}m{pair(3 - lean, 4)}", f"l{pair(lean, -6)}m{pair(-lean, 6)}"
        return f"{left}{middle}l{pair(3 + lean, -4)}m{pair(-8 - lean, 4)}h10"

    return _strewn(marks, 2, drawn)


def grass(marks: Iterable[Point]) -> list[str]:
    """Open country: a few short blades here and there."""
    return _strewn(marks, 3, lambda unsteady: "l-1-3m3 3l1-4m2 4l2-3" if unsteady() < 0.55 else "")


def crags(marks: Iterable[Point]) -> list[str]:
    """Rough ground: short broken strokes like the side of a rock."""

    def drawn(unsteady: Chance) -> str:
        size = 3 + 3 * unsteady()
        face = f"l{pair(size, -size)} {pair(size * 0.8, size * 1.1)}m{pair(-size * 0.8, -size * 1.1)}"
        return f"{face}l{pair(-size * 0.1, size * 1.3)}"

    return _strewn(marks, 4, drawn)


def _strewn(marks: Iterable[Point], seed: int, drawn: Callable[[Chance], str]) -> list[str]:
    """Something small drawn at each mark, or nothing."""
    tiles = Tiles()
    unsteady = random.Random(seed).random
    for x, y in marks:
        if data := drawn(unsteady):
            tiles.add(x, y, f"M{round(x)} {round(y)}{data}")
    return tiles.paths()


def furrows(ground: Ground, rows: Rows, level: float, clear: Clearing, farms: Iterable[Sequence[Point]]) -> str:
    """Ploughed land: each farm, given as the middles of its hexes, is ruled with furrows in its own direction."""
    parts: list[str] = []
    for number_, middles in enumerate(farms):
        angle = math.radians((18, 72, -34, 48, 100)[number_ % 5] + 9 * sway(number_, 41))
        cos, sin = math.cos(angle), math.sin(angle)
        reach = 0.62 * PITCH
        across = [y * cos - x * sin for x, y in middles]
        along = [x * cos + y * sin for x, y in middles]
        v = min(across) - reach
        while v < max(across) + reach:
            start: float | None = None
            u = min(along) - reach + 9 * chance(round(v), number_)
            while u < max(along) + reach:
                x, y = u * cos - v * sin, u * sin + v * cos
                good = (
                    ground.layout.on_sheet((x, y), 6)
                    and ground.value(rows, x, y) > level
                    and not clear.covers(x, y)
                    and any(abs(x - mx) + abs(y - my) < 0.8 * PITCH for mx, my in middles)
                )
                start = u if good and start is None else start
                if start is not None and (not good or u - start > 26 + 18 * chance(round(u), round(v))):
                    parts.append(_furrow(start, u - 4, v, cos, sin))
                    start = None
                    u += 3
                u += 6
            v += 7.5
    return "".join(parts)


def _furrow(start: float, end: float, v: float, cos: float, sin: float) -> str:
    if end - start < 4:
        return ""
    x, y = start * cos - v * sin, start * sin + v * cos
    return f"M{round(x)} {round(y)}l{pair((end - start) * cos, (end - start) * sin)}"


def orchard(centre: Point, radius: float, clear: Clearing) -> str:
    """Fruit trees in rows inside one hex."""
    parts = []
    for j in range(-4, 5):
        for i in range(-4, 5):
            x, y = i * 10.5 + j * 1.5, j * 9.5 - i * 1.5
            inside = abs(y) < radius * 0.8 and abs(x) + abs(y) * 0.58 < radius * 1.05
            if inside and not clear.covers(centre[0] + x, centre[1] + y):
                parts.append(f"M{number(centre[0] + x)} {number(centre[1] + y)}h0")
    return "".join(parts)


def hachures(ground: Ground, rows: Rows, level: float, reach: float, clear: Clearing) -> list[str]:
    """Strokes that run downhill from a line of equal height: the steeper, the shorter."""
    tiles = Tiles()
    unsteady = random.Random(round(level * 100)).random
    for loop in ground.outlines(rows, level):
        for x, y in resampled([*loop, loop[0]], 4.6):
            if not ground.layout.on_sheet((x, y), 6) or clear.covers(x, y):
                continue
            east, south = ground.slope(rows, x, y)
            steep = math.hypot(east, south)
            if steep < 0.03 or unsteady() < 0.1:
                continue
            run = reach * (0.75 + 0.5 * unsteady()) * min(1.25, 0.14 / steep)
            ux, uy = -east / steep, -south / steep
            start = 3 * unsteady() - 1.5
            tiles.add(x, y, f"M{round(x + ux * start)} {round(y + uy * start)}l{pair(ux * run, uy * run)}")
    return tiles.paths()
