"""Places: a small drawing for each, so that a church is a church and a mill a mill."""

import math
from typing import Final

from hardtack.board.board import Board, Place
from hardtack.draw.curves import chance, number, pair, sway, toward
from hardtack.draw.layout import Layout, Point
from hardtack.draw.roads import Roads

GROUND: Final = frozenset({"hill", "ridge", "heights", "field", "woods", "orchard", "gap", "river", "region"})
NAME_ONLY: Final = GROUND | {"ford", "bridge"}
"""Places that are ground or a crossing: the name is all there is to draw."""
_MIDDLE: Final = frozenset({"town", "village", "pond", "camp", "crossroads"})
"""Places drawn in the middle of their hex, roads or not."""
_RADIUS: Final = {"town": 17, "village": 9, "crossroads": 4}


def symbol_radius(place: Place) -> float:
    """How much room the drawing of a place takes around its spot."""
    return _RADIUS.get(place.kind, 3 if place.kind in NAME_ONLY else 7)


def spots_of_places(layout: Layout, roads: Roads) -> dict[Place, Point]:
    """Where each place is drawn: beside the road that passes, and apart from the others in its hex."""
    spots: dict[Place, Point] = {}
    passing = [point for kind, line in roads.lines for point in line]
    for place in layout.board.places:
        x, y = layout.centres[place.hex]
        mates = [other for other in layout.board.places_at(place.hex) if other.kind not in GROUND]
        if place.kind not in GROUND and len(mates) > 1 and place in mates:
            angle = math.tau * mates.index(place) / len(mates)
            x, y = x + 19 * math.cos(angle), y + 15 * math.sin(angle)
        elif place.kind not in NAME_ONLY and place.kind not in _MIDDLE:
            x, y = _beside(passing, (x, y))
        spots[place] = (x, y)
    return spots


def _beside(passing: list[Point], spot: Point) -> Point:
    """A spot a few steps off the nearest road, or the spot itself where none is near."""
    near = [(math.dist(point, spot), point) for point in passing if abs(point[0] - spot[0]) < 16]
    if not near or min(near)[0] > 11:
        return spot
    point = min(near)[1]
    away = math.dist(point, spot)
    if away < 0.5:
        return point[0] + 7.5, point[1] - 7.5
    return toward(point, spot, 10 / away)


def places_layer(board: Board, spots: dict[Place, Point], roads: Roads) -> str:
    """The drawings of all places and the blocks of towns."""
    town_hexes = {hex_ for hex_, kind in enumerate(board.terrain) if kind == "town"}
    drawn = []
    for place in board.places:
        if place.kind in ("town", "village"):
            size = "town" if place.kind == "town" or place.hex in town_hexes else "village"
            drawn.append(_blocks(spots[place], roads, size, place.hex))
        elif place.kind not in NAME_ONLY:
            x, y = spots[place]
            drawing = _SYMBOLS.get(place.kind, _HOUSE)
            drawn.append(f'<g class="place {place.kind}" transform="translate({number(x)} {number(y)})">{drawing}</g>')
    return "".join(drawn)


def town_blocks(layout: Layout, roads: Roads) -> str:
    """Houses in town hexes that bear no town of their own (a town may cover several hexes)."""
    board = layout.board
    named = {place.hex for place in board.places if place.kind == "town"}
    return "".join(
        _blocks(layout.centres[hex_], roads, "town", hex_)
        for hex_ in layout.playable
        if board.terrain[hex_] == "town" and hex_ not in named
    )


def _blocks(spot: Point, roads: Roads, size: str, salt: int) -> str:
    """Houses along the streets: small blocks on both sides of every road near the middle."""
    reach = 25.0 if size == "town" else 13.0
    gap = 6.6
    taken: list[Point] = []
    parts = []
    near = [
        point
        for _, line in roads.lines
        for point in line
        if abs(point[0] - spot[0]) < 40 and abs(point[1] - spot[1]) < 40
    ]
    for line in (points for kind, points in roads.lines if kind != "trail"):
        for i in range(1, len(line) - 1):
            if math.dist(line[i], spot) > reach:
                continue
            dx, dy = line[i + 1][0] - line[i - 1][0], line[i + 1][1] - line[i - 1][1]
            turn = math.atan2(dy, dx)
            for hand in (-1, 1):
                x = line[i][0] - math.sin(turn) * gap * hand
                y = line[i][1] + math.cos(turn) * gap * hand
                off_road = all(math.dist((x, y), other) >= gap - 1.4 for other in near)
                if off_road and all(math.dist((x, y), other) > 7.2 for other in taken):
                    taken.append((x, y))
                    parts.append(_house_block((x, y), turn, salt, len(taken)))
    if not parts:
        parts = [
            _house_block((spot[0] + 6 * i, spot[1] + 5 * sway(salt, i)), 0.2 * sway(salt, i, 1), salt, i)
            for i in (-1, 0, 1)
        ]
    return f'<path class="blocks {size}" d="{"".join(parts)}"/>'


def _house_block(middle: Point, turn: float, salt: int, count: int) -> str:
    long, wide = 2.4 + 1.6 * chance(salt, count, 1), 1.9 + 0.8 * chance(salt, count, 2)
    cos, sin = math.cos(turn), math.sin(turn)
    corners = [(long, wide), (-long, wide), (-long, -wide), (long, -wide)]
    return "M" + "L".join(
        pair(middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos) for x, y in corners
    ) + "Z"  # fmt: skip


def _star() -> str:
    points = [
        (7 * math.sin(math.tau * k / 10) * (1 if k % 2 == 0 else 0.42),
         -7 * math.cos(math.tau * k / 10) * (1 if k % 2 == 0 else 0.42))
        for k in range(10)
    ]  # fmt: skip
    return f'<path class="star" d="M{"L".join(pair(*point) for point in points)}Z"/>'


_HOUSE: Final = '<path class="house" d="M-3.6-2.6H3.6V3.4H-3.6Z"/><path class="roof" d="M-4.8-2L0-6L4.8-2Z"/>'
_SYMBOLS: Final = {
    "church": '<path class="house" d="M-4-1H4V5H-4Z"/><path class="roof" d="M-5-.6L0-4.6L5-.6Z"/>'
    '<path class="stroke" d="M0-4V-11M-2.6-8.6H2.6"/>',
    "mill": '<path class="house" d="M-5-2.6H2V4.4H-5Z"/><path class="roof" d="M-6-2L-1.5-6L3-2Z"/>'
    '<circle class="wheel" cx="4" cy="2" r="3.4"/><path class="stroke thin" d="M.6 2H7.4M4-1.4V5.4"/>',
    "station": '<circle class="ring" r="4.6"/><circle class="dot" r="1.7"/>',
    "landing": '<path class="stroke" d="M0-6V5M-3-3.6H3M-5 1Q-4 6 0 6Q4 6 5 1"/><circle class="ring" cy="-7" r="1.7"/>',
    "camp": '<path class="tent" d="M-11 4L-7-4L-3 4ZM-4 5L0-3L4 5ZM3 4L7-4L11 4Z"/>',
    "pond": '<ellipse class="pond" rx="10" ry="5.4" transform="rotate(-12)"/>',
    "furnace": '<path class="house" d="M-4-1H4V4H-4Z"/><path class="roof" d="M1.4-1V-8H3.6V-1Z"/>',
    "mine": '<path class="stroke" d="M-5 5L4-4M5 5L-4-4M1.6-5.6Q5-5 5.6-1.6M-1.6-5.6Q-5-5-5.6-1.6"/>',
    "objective": _star(),
    "crossroads": '<circle class="dot" r="2.6"/>',
}

STYLE: Final = (
    ".house,.roof,.tent,.blocks{stroke-linejoin:round}.house{fill:$halo;stroke:$symbol;stroke-width:1}"
    ".roof{fill:$building;stroke:$symbol;stroke-width:.8}.tent{fill:$halo;stroke:$symbol;stroke-width:.9}"
    ".stroke{fill:none;stroke:$symbol;stroke-width:1.5;stroke-linecap:round}.thin{stroke-width:.8}"
    ".ring,.wheel{fill:$halo;stroke:$symbol;stroke-width:1.3}.dot{fill:$symbol}"
    ".pond{fill:$water;stroke:$bank;stroke-width:1.2}.star{fill:$building;stroke:$halo;stroke-width:.8}"
    ".blocks{fill:$building;stroke:$building-edge;stroke-width:.7}"
)
