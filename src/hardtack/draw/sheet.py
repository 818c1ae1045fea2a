"""A whole board as one SVG document: layers from the ground up, all in the coordinates of :mod:`layout`.

Groups, from below: terrain, beyond, water, grid, sides, roads, crossings, places, edge, ids, names, entries.  Each has
its name as its class and (after the board's own id and a dash) as its id, so that a page can hide or restyle it and lay
its own layer of counters on top.  The style applies inside an element of class ``ht`` only.
"""

from functools import lru_cache
from html import escape
from typing import Final

from hardtack.board.board import Board, Place
from hardtack.draw import counters, courses, entries, labels, legend, palette, places, roads, sides, terrain, water
from hardtack.draw.curves import number, polyline
from hardtack.draw.entries import entries_layer, entry_names, entry_rooms
from hardtack.draw.field import Ground, boundary
from hardtack.draw.labels import Sheet, crossing_names, place_names
from hardtack.draw.layout import PITCH, Layout, Point
from hardtack.draw.lettering import SANS, SERIF
from hardtack.draw.scatter import Clearing

LANGUAGES: Final = ("en", "ja")

_OWN_STYLE: Final = (
    ".paper{fill:$ground}.faded{fill:$paper;fill-opacity:.66}.rim{fill:none;stroke:$frame;stroke-width:1.6;stroke-opacity:.7}"
    ".neat{fill:none;stroke:$frame;stroke-width:2}"
    ".mount{fill:$paper}.frame-thick{fill:none;stroke:$frame;stroke-width:3.4}"
    ".frame-thin{fill:none;stroke:$frame;stroke-width:1}"
    ".title{font-weight:700;letter-spacing:1px;stroke:none}.subtitle{font-style:italic;font-weight:500;font-size:19px;"
    "fill:$ink-soft;stroke:none}"
    ".rule{fill:none;stroke:$frame;stroke-width:1.4}.needle{fill:$paper;stroke:$frame;stroke-width:1}"
    ".needle-dark{fill:$frame}.north{font-weight:700;font-size:15px;stroke:none}"
    ".grid path{fill:none;stroke:$grid;stroke-width:.8;stroke-opacity:.32}"
    ".ids text{font:500 8.4px $$sans;fill:$id;stroke-width:1.6;stroke-opacity:.7}"
)


def style_sheet(theme: str) -> str:
    """The style of a drawn board."""
    parts = (labels, courses, terrain, water, roads, sides, places, entries, legend, counters)
    style = palette.scoped("".join(part.STYLE for part in parts) + _OWN_STYLE)
    return palette.themed(style.replace("$$serif", SERIF).replace("$$sans", SANS), theme)


def board_svg(board: Board, *, lang: str = "en", grid: bool = True, ids: bool = True, theme: str = "light") -> str:
    """The board as an SVG document, the same text every time for the same board."""
    layout = Layout(board)
    body = board_layers(board, lang, grid, ids)
    title = board.title_ja if lang == "ja" else board.title_en
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht board" viewBox="0 0 {number(layout.width)} '
        f'{number(layout.height)}" width="{number(layout.width)}" height="{number(layout.height)}" role="img" '
        f'lang="{lang}"><title>{escape(title)}</title><style>{style_sheet(theme)}</style>{body}</svg>'
    )


@lru_cache(maxsize=32)
def board_layers(board: Board, lang: str, grid: bool, ids: bool) -> str:
    """The groups of a drawn board, without the document around them; kept by what they were asked for with."""
    if lang not in LANGUAGES:
        raise ValueError(f"lang must be one of {', '.join(LANGUAGES)}, not {lang!r}")
    layout = Layout(board)
    cover = terrain.survey(Ground(layout))
    waters = water.survey_waters(layout)
    ways = roads.survey_roads(layout, waters)
    spots = places.spots_of_places(layout, ways)
    names, sheet = _names(layout, waters, ways, spots, lang)
    clear = _clearing(waters, ways, spots, sheet.boxes)
    name = board.id
    groups = [
        ("terrain", terrain.ground_layer(cover) + terrain.marks_layer(cover, clear)),
        ("beyond", _beyond(layout)),
        ("water", water.water_layer(cover, waters)),
        ("grid", f'<path d="{grid_lines(layout)}"/>' if grid else ""),
        ("sides", sides.sides_layer(layout)),
        ("roads", roads.roads_layer(name, ways)),
        ("crossings", water.crossings_layer(board, waters)),
        ("places", places.town_blocks(layout, ways) + places.places_layer(board, spots, ways)),
        ("edge", f'<path class="rim" d="{_outline(layout)}"/>'),
        ("ids", _ids(layout, sheet) if ids else ""),
        ("names", names),
        ("entries", entries_layer(layout)),
    ]
    size = f'width="{number(layout.width)}" height="{number(layout.height)}"'
    drawn = "".join(f'<g id="{name}-{key}" class="{key}">{body}</g>' for key, body in groups)
    return f'<rect class="paper" {size}/>{drawn}<rect class="neat" {size}/>'


def _names(
    layout: Layout, waters: water.Waters, ways: roads.Roads, spots: dict[Place, Point], lang: str
) -> tuple[str, Sheet]:
    busy = Clearing()
    for _, line in ways.lines:
        busy.line(line, 5)
    for width, line in waters.lines:
        busy.line(line, max(4.0, width / 2))
    sheet = Sheet(layout, busy)
    for box in entry_rooms(layout):
        sheet.take(box)
    rivers = courses.river_names(sheet, waters, lang)
    crossings = crossing_names(sheet, waters, lang)
    towns = place_names(sheet, spots, lang)
    ways_in = entry_names(sheet, lang)
    return courses.road_names(sheet, ways, lang) + rivers + crossings + towns + ways_in, sheet


def _clearing(waters: water.Waters, ways: roads.Roads, spots: dict[Place, Point], boxes: list[labels.Box]) -> Clearing:
    """What trees and other small marks keep away from."""
    clear = Clearing()
    for kind, line in ways.lines:
        clear.line(line, 8.5 if kind != "trail" else 7)
    for width, line in waters.lines:
        clear.line(line, width / 2 + 6)
    for place, (x, y) in spots.items():
        room = places.symbol_radius(place) + 4
        clear.box(x - room, y - room, x + room, y + room)
    for left, top, right, bottom in boxes:
        clear.box(left - 1, top - 1, right + 1, bottom + 1)
    return clear


def grid_lines(layout: Layout) -> str:
    """Every hexside of the hexes in play, once: three sides of each hex, the rest where no neighbour has them."""
    board = layout.board
    parts = []
    for hex_ in layout.playable:
        corners = layout.corners(hex_)
        near = board.grid.toward[hex_]
        run: list[Point] = []
        for facing in range(6):
            other = near[facing]
            mine = facing in (0, 1, 5) or other < 0 or not board.playable >> other & 1
            a, b = corners[facing], corners[(facing + 1) % 6]
            if mine:
                run = [*run, b] if run else [a, b]
            elif run:
                parts.append(polyline(run))
                run = []
        if run:
            parts.append(polyline(run))
    return "".join(parts)


_ID_ROOM: Final = (10.0, 4.0)
"""Half the width and height of a hex number."""
_ID_SPOTS: Final = ((0.0, -0.385), (0.15, -0.385), (-0.15, -0.385), (0.0, -0.27), (0.2, -0.27), (-0.2, -0.27))
"""Where it may stand, from the middle of the hex in pitches: at the upper side, else nearby where no name covers it."""


def _ids(layout: Layout, sheet: Sheet) -> str:
    name = layout.board.grid.name
    rows = []
    for hex_ in layout.playable:
        x, y = layout.centres[hex_]
        spots = [(x + dx * PITCH, y + dy * PITCH) for dx, dy in _ID_SPOTS]
        across, down = min(spots, key=lambda spot: round(sheet.clash(_id_box(*spot)), 1))
        rows.append(f'<text x="{number(across)}" y="{number(down)}">{name(hex_)}</text>')
    return "".join(rows)


def _id_box(x: float, y: float) -> labels.Box:
    """The room of a hex number that stands on y."""
    wide, high = _ID_ROOM
    return (x - wide, y - 2 * high + 1, x + wide, y + 1)


def _outline(layout: Layout) -> str:
    """The line around the hexes in play."""
    playable = layout.board.playable
    return "".join(polyline(line, True) for line in boundary(layout, lambda hex_: bool(playable >> hex_ & 1)))


def _beyond(layout: Layout) -> str:
    """The ground beyond the hexes in play, faded."""
    sheet = f"M0 0H{number(layout.width)}V{number(layout.height)}H0Z"
    return f'<path class="faded" fill-rule="evenodd" d="{sheet}{_outline(layout)}"/>'
