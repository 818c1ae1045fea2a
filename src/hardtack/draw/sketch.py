"""A sketch of a position for print: ground in flat tints, waters and roads as lines, the counters, the blows of a turn.

It is drawn in a moment and cropped to where the armies are; the wall map of :mod:`poster` takes its time.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from itertools import pairwise
from typing import Final

from hardtack.board.board import Board
from hardtack.draw.counters import COUNTER, CounterLook, counter_style, stack
from hardtack.draw.curves import middle, number, toward
from hardtack.draw.labels import Box, shared
from hardtack.draw.layout import PITCH, Layout, Point
from hardtack.draw.lettering import SERIF, name_of
from hardtack.draw.palette import palette

_GROUND: Final = {
    "woods": "woods", "light_woods": "woods", "deep_woods": "deep", "hill": "hill", "rolling": "hill", "rough": "rough",
    "mountain": "hill-high", "town": "town", "swamp": "swamp", "swamp_stream": "swamp", "water": "water",
    "river": "water",
}  # fmt: skip
_RAISED: Final = ("hill",)
_WATERS: Final = {"major_river": 9.0, "minor_river": 6.0, "creek": 4.0}
_ROADS: Final = {"pike": 4.6, "road": 3.2, "railroad": 2.6, "trail": 1.6}
_NAMED: Final = (
    "town",
    "village",
    "objective",
    "church",
    "station",
    "tavern",
    "hill",
    "landing",
    "ridge",
    "crossroads",
)
_BESIDE: Final = (0.4, -0.44, 0.62, -0.66)  # where a name may stand: below its hex, or above it
_TAIL: Final = 0.3 * PITCH
_ROOM: Final = 1.4 * PITCH
_LEAST: Final = 9 * PITCH
_AROUND: Final = 8  # hexes from the middle of the fighting
_CLEAR: Final = (17 * PITCH, 15 * PITCH)
"""A sketch of more than this has counters nobody can read: it shows only where there was fighting,"""
_WIDEST: Final = (22 * PITCH, 18 * PITCH)
"""and where that is still too much, the thick of it; where there was none, most of the troops."""
_COLOUR: Final = {"union": "#2c4f93", "confederate": "#4c4a45"}


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack to be drawn as an arrow, with the number it is told under, if any."""

    side: str
    origin: str
    target: str
    label: str = ""


@dataclass(frozen=True, slots=True)
class Crop:
    left: float
    top: float
    width: float
    height: float


def sketch_svg(
    board: Board,
    looks_by_hex: Mapping[str, Sequence[CounterLook]],
    blows: Iterable[Blow] = (),
    *,
    lang: str = "en",
    title: str = "",
) -> tuple[str, float, float]:
    """The sketch with its width and height."""
    layout, strokes = Layout(board), list(blows)
    crop = _view(layout, looks_by_hex, strokes)[0]
    box = f"{number(crop.left)} {number(crop.top)} {number(crop.width)} {number(crop.height)}"
    size = f'width="{number(crop.width)}" height="{number(crop.height)}"'
    large = min(1.7, max(1.0, crop.width / 1100))
    parts = [
        f'<rect x="{number(crop.left)}" y="{number(crop.top)}" {size} fill="{palette("light")["ground"]}"/>',
        _ground(layout),
        _grid(layout),
        _waters(layout),
        _roads(layout),
        _counters(layout, looks_by_hex, large),
        "".join(_arrow(layout, blow) for blow in strokes),
        _names(layout, crop, lang, _covered(layout, looks_by_hex, large)),
        "".join(_label(layout, blow, large) for blow in strokes if blow.label),
    ]
    heading = f"<title>{escape(title)}</title>" if title else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht sketch" viewBox="{box}" {size} role="img" lang="{lang}">'
        f"{heading}<style>{counter_style()}</style>{''.join(parts)}</svg>"
    )
    return svg, crop.width, crop.height


def part_shown(board: Board, looks_by_hex: Mapping[str, Sequence[CounterLook]], blows: Sequence[Blow]) -> str:
    """The part that is shown, so that it can be read: `field`, `thick` or `crowd`; empty where it is everything."""
    return _view(Layout(board), looks_by_hex, blows)[1]


def _view(
    layout: Layout, looks: Mapping[str, Sequence[CounterLook]], blows: Sequence[Blow]
) -> tuple[Crop, str]:  # fmt: skip
    """Everybody, or only the fighting, or the thick of it; where there was none, most of the troops."""
    struck = {name for blow in blows for name in (blow.origin, blow.target)}
    crop = _crop(layout, _points(layout, {*looks, *struck}))
    if _fits(crop, _CLEAR if struck else _WIDEST):
        return crop, ""
    if not struck:
        return _crop(layout, _points(layout, _crowd(layout, looks))), "crowd"
    crop = _crop(layout, _points(layout, struck))
    if _fits(crop, _WIDEST):
        return crop, "field"
    return _crop(layout, _points(layout, _thick_of_it(layout, blows))), "thick"


def _fits(crop: Crop, most: tuple[float, float]) -> bool:
    return crop.width <= most[0] and crop.height <= most[1]


def _points(layout: Layout, names: Iterable[str]) -> list[Point]:
    grid = layout.board.grid
    return [layout.centres[grid.index(name)] for name in names if grid.has(name)]


def _thick_of_it(layout: Layout, blows: Sequence[Blow]) -> set[str]:
    """The hexes of the attacks that lie closest together, with those around them that make a sketch of fair size."""
    grid = layout.board.grid
    struck = [blow for blow in blows if grid.has(blow.target) and grid.has(blow.origin)]

    def near(middle: Blow) -> list[Blow]:
        centre = grid.index(middle.target)
        return [blow for blow in struck if grid.distance(centre, grid.index(blow.target)) <= _AROUND]

    thickest: list[Blow] = max(map(near, struck), key=len, default=[])
    return {name for blow in thickest for name in (blow.origin, blow.target)}


def _crowd(layout: Layout, looks: Mapping[str, Sequence[CounterLook]]) -> list[str]:
    """The stacks that lie close together and are most counters."""
    grid = layout.board.grid
    held = [name for name in looks if grid.has(name)]

    def near(middle: str) -> list[str]:
        return [name for name in held if grid.distance(grid.index(middle), grid.index(name)) <= _AROUND]

    return max(map(near, held), key=lambda names: sum(len(looks[name]) for name in names), default=[])


def _crop(layout: Layout, points: Sequence[Point]) -> Crop:
    """The part of the sheet with the points, never smaller than a few hexes; all of it where there are none."""
    if not points:
        return Crop(0, 0, layout.width, layout.height)
    left, right = min(x for x, _ in points) - _ROOM, max(x for x, _ in points) + _ROOM
    top, bottom = min(y for _, y in points) - _ROOM, max(y for _, y in points) + _ROOM
    left, right = _widened(left, right, layout.width)
    top, bottom = _widened(top, bottom, layout.height)
    return Crop(left, top, right - left, bottom - top)


def _widened(low: float, high: float, most: float) -> tuple[float, float]:
    missing = max(0.0, min(_LEAST, most) - (high - low)) / 2
    low, high = low - missing, high + missing
    if low < 0:
        low, high = 0.0, high - low
    if high > most:
        low, high = max(0.0, low - (high - most)), most
    return low, high


def _hexagon(layout: Layout, hex_: int) -> str:
    return "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in layout.corners(hex_)) + "Z"


def _ground(layout: Layout) -> str:
    board, colours = layout.board, palette("light")
    tints: dict[str, list[int]] = {}
    for hex_ in layout.playable:
        tint = _GROUND.get(board.terrain[hex_], "")
        if any(board.has(overlay, hex_) for overlay in _RAISED):
            tint = "hill"
        if tint:
            tints.setdefault(tint, []).append(hex_)
    return "".join(
        f'<path fill="{colours[tint]}" d="{"".join(_hexagon(layout, hex_) for hex_ in hexes)}"/>'
        for tint, hexes in tints.items()
    )


def _grid(layout: Layout) -> str:
    cells = "".join(_hexagon(layout, hex_) for hex_ in layout.playable)
    return f'<path fill="none" stroke="{palette("light")["grid"]}" stroke-opacity=".16" stroke-width="1" d="{cells}"/>'


def _curve(points: Sequence[Point], stroke: str, width: float, more: str = "") -> str:
    """A line that bends at its points instead of breaking."""
    way = "M{:.1f} {:.1f}".format(*points[0])
    for here, there in pairwise(points[1:]):
        way += "Q{:.1f} {:.1f} {:.1f} {:.1f}".format(*here, *middle(here, there))
    way += "L{:.1f} {:.1f}".format(*points[-1])
    return (
        f'<path fill="none" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round" '
        f'{more}d="{way}"/>'
    )


def _waters(layout: Layout) -> str:
    board, colours = layout.board, palette("light")
    parts = []
    for kind, width in _WATERS.items():
        ends = [layout.side_ends(a, b) for a, b in board.hexsides.get(kind, ())]
        if ends:
            way = "".join(f"M{a[0]:.1f} {a[1]:.1f}L{b[0]:.1f} {b[1]:.1f}" for a, b in ends)
            parts.append(
                f'<path fill="none" stroke="{colours["water-line"]}" stroke-width="{width:g}" stroke-linecap="round" '
                f'd="{way}"/>'
            )
    for stream in board.streams.values():
        runs = _runs(layout, stream.hexes)
        parts += [_curve([layout.centres[hex_] for hex_ in run], colours["water-line"], 3) for run in runs]
    return "".join(parts)


def _runs(layout: Layout, hexes: Sequence[int]) -> list[list[int]]:
    """Hexes that lie one beside the other, in rows of two or more."""
    runs: list[list[int]] = []
    for hex_ in hexes:
        if runs and hex_ in layout.board.grid.around[runs[-1][-1]]:
            runs[-1].append(hex_)
        else:
            runs.append([hex_])
    return [run for run in runs if len(run) > 1]


def _roads(layout: Layout) -> str:
    colours = palette("light")
    parts = []
    for path in layout.board.paths:
        width = _ROADS.get(path.kind, 2.0)
        points = [layout.centres[hex_] for hex_ in path.hexes]
        if len(points) < 2:
            continue
        if path.kind == "railroad":
            parts.append(_curve(points, colours["rail"], width, 'stroke-dasharray="9 4" '))
        elif path.kind == "trail":
            parts.append(_curve(points, colours["trail"], width, 'stroke-dasharray="5 5" '))
        else:
            parts.append(_curve(points, colours["road-edge"], width + 1.6) + _curve(points, colours["road"], width))
    return "".join(parts)


def _around(x: float, y: float, wide: float, high: float) -> Box:
    return (x - wide, y - high, x + wide, y + high)


def _covered(layout: Layout, looks_by_hex: Mapping[str, Sequence[CounterLook]], scale: float) -> list[Box]:
    """Where the counters lie."""
    half = COUNTER / 2 * scale
    centres = _points(layout, (name for name, looks in looks_by_hex.items() if looks))
    return [_around(x, y, half, half) for x, y in centres]


def _names(layout: Layout, crop: Crop, lang: str, covered: Sequence[Box]) -> str:
    """The names of what matters, as large as the crop wants them: below their hexes, or where no counter is."""
    size = max(13.0, min(30.0, crop.width / 62))
    right, bottom = crop.left + crop.width, crop.top + crop.height
    taken: list[Box] = []
    parts = []
    named = [place for place in layout.board.places if place.kind in _NAMED]
    for place in sorted(named, key=lambda place: _NAMED.index(place.kind)):
        x, y = layout.centres[place.hex]
        if not (crop.left < x < right and crop.top < y < bottom):
            continue
        half = sum(size * (1.0 if ord(letter) > 0x2E80 else 0.58) for letter in name_of(place, lang)) / 2
        x = min(max(x, crop.left + half), right - half)  # no name is cut off at the edge
        heights = [y + PITCH * part for part in _BESIDE]
        boxes = {
            at: _around(x, at, half + size / 4, size * 0.6)
            for at in heights
            if crop.top < at - size and at + size / 2 < bottom
        }
        free = [at for at, box in boxes.items() if not any(shared(box, other) for other in taken)]
        if not free:
            continue
        y = min(free, key=lambda at: sum(shared(boxes[at], other) > 0 for other in covered))
        taken.append(boxes[y])
        at = f'x="{x:.0f}" y="{y + size * 0.3:.0f}" text-anchor="middle"'
        ink = f'font-family="{SERIF}" font-size="{size:.1f}" font-weight="700"'
        parts.append(
            f'<text {at} {ink} fill="{palette("light")["ink"]}" stroke="{palette("light")["halo"]}" '
            f'stroke-width="{size / 5:.1f}" paint-order="stroke">{escape(name_of(place, lang))}</text>'
        )
    return "".join(parts)


def _counters(layout: Layout, looks_by_hex: Mapping[str, Sequence[CounterLook]], scale: float) -> str:
    """The stacks, larger than on the map where the sketch is of a wide field."""
    parts = []
    for name in sorted(looks_by_hex):
        x, y = layout.centres[layout.board.grid.index(name)]
        place = f"translate({number(x)} {number(y)}) scale({scale:.2f})"
        if looks_by_hex[name]:
            parts.append(f'<g transform="{place}">{stack(looks_by_hex[name], (0.0, 0.0))}</g>')
    return "".join(parts)


def _arrow(layout: Layout, blow: Blow) -> str:
    ends = _points(layout, (blow.origin, blow.target))
    if len(set(ends)) < 2:
        return ""
    (ax, ay), (bx, by) = ends
    long = math.dist(*ends)
    ux, uy = (bx - ax) / long, (by - ay) / long

    def at(along: float, across: float) -> str:
        return f"{ax + ux * along - uy * across:.1f} {ay + uy * along + ux * across:.1f}"

    end = max(24.0, long - 14)
    shape = [at(14, 3), at(end - 15, 5), at(end - 15, 12), at(end, 0), at(end - 15, -12), at(end - 15, -5), at(14, -3)]
    return f'<path fill="{_COLOUR[blow.side]}" stroke="#fff6e0" stroke-width="1.6" d="M{"L".join(shape)}Z"/>'


def _label(layout: Layout, blow: Blow, scale: float) -> str:
    """The number of a fight at the tail of its arrow."""
    ends = _points(layout, (blow.origin, blow.target))
    if len(set(ends)) < 2:
        return ""
    (x, y), size = toward(ends[0], ends[1], _TAIL / math.dist(*ends)), 13 * scale
    wide = max(size * 1.3, size * (0.55 * len(blow.label) + 0.6))
    plate = f'x="{x - wide / 2:.1f}" y="{y - size * 0.65:.1f}" width="{wide:.1f}" height="{size * 1.3:.1f}"'
    return (
        f'<rect {plate} rx="{size * 0.65:.1f}" fill="#fff6e0" stroke="{_COLOUR[blow.side]}" stroke-width="2"/>'
        f'<text x="{x:.1f}" y="{y + size * 0.34:.1f}" text-anchor="middle" font-family="{SERIF}" '
        f'font-size="{size:.1f}" font-weight="700" fill="{_COLOUR[blow.side]}">{escape(blow.label)}</text>'
    )
