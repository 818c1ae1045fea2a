"""Small marks strewn over ground: trees, tufts, crags, furrows, orchard rows.

A tree is a dot of no length drawn with a round pen: nine bytes, and its shade, crown and light are the same line
drawn three times with different pens.  Marks stay clear of roads, water and lettering.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, final

from hardtack.draw.curves import number, pair, resampled
from hardtack.draw.field import Ground, Rows
from hardtack.draw.layout import Layout, Point
from hardtack.draw.noise import chance, sway

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


def strewn(layout: Layout, spacing: float, salt: int) -> Iterator[tuple[float, float, int]]:
    """Points strewn unevenly over the whole sheet, row by row, each with a number of its own."""
    across, down = int(layout.width / spacing) + 2, int(layout.height / spacing * 1.15) + 2
    for j in range(-1, down):
        for i in range(-1, across):
            key = (j + 7) * 4096 + i + 7
            x = (i + 0.5 * (j & 1) + 0.36 * sway(key, salt, 1)) * spacing
            y = (j + 0.36 * sway(key, salt, 2)) * spacing / 1.15
            if layout.on_sheet((x, y), 4):
                yield x, y, key


def strewn_on(
    ground: Ground, rows: Rows, level: float, spacing: float, clear: Clearing, salt: int
) -> Iterator[tuple[float, float, int]]:
    """Strewn points where a field is above a level and nothing needs the room."""
    for x, y, key in strewn(ground.layout, spacing, salt):
        if ground.value(rows, x, y) > level and not clear.covers(x, y):
            yield x, y, key


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


def trees(
    marks: Iterable[tuple[float, float, int]], thin: float, sizes: Sequence[str]
) -> list[tuple[str, str]]:
    """Trees as (size, path data) pairs; ``thin`` is the share of marks left out."""
    tiles = {size: Tiles() for size in sizes}
    for x, y, key in marks:
        if chance(key, 11) < thin:
            continue
        tiles[sizes[int(chance(key, 12) * len(sizes))]].add(x, y, f"M{round(x)} {round(y)}h0")
    return [(size, data) for size in sizes for data in tiles[size].paths()]


def tufts(marks: Iterable[tuple[float, float, int]]) -> list[str]:
    """Marsh grass: a few blades over a line of water."""
    tiles = Tiles()
    for x, y, key in marks:
        lean = sway(key, 21)
        base = f"M{round(x)} {round(y)}"
        if chance(key, 22) < 0.35:
            tiles.add(x, y, f"{base}h{round(5 + 5 * chance(key, 23))}")
        else:
            tiles.add(x, y, f"{base}l{pair(-3 + lean, -4)}m3 4l{pair(lean, -6)}m{pair(-lean, 6)}l{pair(3 + lean, -4)}"
                            f"m-9 4h10")  # fmt: skip
    return tiles.paths()


def crags(marks: Iterable[tuple[float, float, int]]) -> list[str]:
    """Rough ground: short broken strokes like the side of a rock."""
    tiles = Tiles()
    for x, y, key in marks:
        size = 3 + 3 * chance(key, 31)
        tiles.add(
            x, y, f"M{round(x)} {round(y)}l{pair(size, -size)} {pair(size * 0.8, size * 1.1)}"
            f"m{pair(-size * 0.8, -size * 1.1)}l{pair(-size * 0.1, size * 1.3)}"
        )  # fmt: skip
    return tiles.paths()


def furrows(ground: Ground, rows: Rows, level: float, clear: Clearing, bearing: Callable[[float, float], float]) -> str:
    """Ploughed land: thin broken lines whose direction ``bearing`` gives for each spot."""
    parts = []
    for x, y, key in strewn_on(ground, rows, level, 8.5, clear, 5):
        if chance(key, 41) < 0.45:
            continue
        angle = bearing(x, y)
        run = 5 + 7 * chance(key, 42)
        parts.append(f"M{round(x)} {round(y)}l{pair(run * math.cos(angle), run * math.sin(angle))}")
    return "".join(parts)


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


def hachures(ground: Ground, rows: Rows, level: float, reach: float, clear: Clearing, salt: int) -> list[str]:
    """Strokes that run downhill from a line of equal height: the longer, the gentler."""
    tiles = Tiles()
    for number_, loop in enumerate(ground.outlines(rows, level)):
        line = resampled([*loop, loop[0]], 4.6)
        for i, (x, y) in enumerate(line):
            if not ground.layout.on_sheet((x, y), 6) or clear.covers(x, y):
                continue
            east, south = ground.slope(rows, x, y)
            steep = math.hypot(east, south)
            if steep < 0.035 or chance(i, number_, salt) < 0.1:
                continue
            run = reach * (0.75 + 0.5 * chance(i, number_, salt, 1)) * min(1.25, 0.14 / steep)
            start = 1.5 * sway(i, number_, salt, 2)
            ux, uy = -east / steep, -south / steep
            tiles.add(x, y, f"M{pair(x + ux * start, y + uy * start)}l{pair(ux * run, uy * run)}")
    return tiles.paths()
