"""Ways onto and off the board: lettered entry hexes, camps, roads that lead away, boxes beside the map."""

import math
from html import escape
from typing import Final

from hardtack.board.board import Entry
from hardtack.draw.curves import pair
from hardtack.draw.labels import Box, Hand, Sheet, beside, set_name
from hardtack.draw.layout import PITCH, Layout, Point
from hardtack.draw.lettering import BOLD, name_of

_SHORT: Final = 3
"""Entries with ids up to this long bear them on the map, as printed maps do; longer ids are for the rules."""
EXIT: Final = Hand("n-exit", BOLD, 12)


def is_camp(entry: Entry) -> bool:
    return "camp" in entry.tags


def is_lettered(entry: Entry) -> bool:
    return len(entry.id) <= _SHORT


def _spot(layout: Layout, entry: Entry) -> Point:
    """Where an entry is marked: in its hex, or, for a road that leads away, at the edge it leaves by."""
    x, y = layout.centres[entry.hex]
    if is_lettered(entry) or is_camp(entry):
        return x, y
    angle = _outward(layout, entry.hex)
    return x + 0.36 * PITCH * math.cos(angle), y + 0.36 * PITCH * math.sin(angle)


def _outward(layout: Layout, hex_: int) -> float:
    """The direction in which the edge of the board lies nearest to a hex."""
    board = layout.board
    open_ = [
        math.radians(60 * facing - 90)
        for facing, other in enumerate(board.grid.toward[hex_])
        if other < 0 or not board.playable >> other & 1
    ]
    return math.atan2(sum(map(math.sin, open_)), sum(map(math.cos, open_)))


def entry_rooms(layout: Layout) -> list[Box]:
    """The room the marks take."""
    rooms = []
    for entry in layout.board.entries.values():
        x, y = _spot(layout, entry)
        half = 12.0 if is_lettered(entry) else 9.0
        rooms.append((x - half, y - half, x + half, y + half))
    return rooms


def entries_layer(layout: Layout) -> str:
    """The marks of all entries."""
    parts = []
    for entry in layout.board.entries.values():
        x, y = _spot(layout, entry)
        side = entry.side if entry.side in ("union", "confederate") else "both"
        outward = round(math.degrees(_outward(layout, entry.hex)))
        turn = "" if is_lettered(entry) or is_camp(entry) else f" rotate({outward})"
        parts.append(f'<g class="entry {side}" transform="translate({pair(x, y)}){turn}">{drawing(entry)}</g>')
    return "".join(parts)


def drawing(entry: Entry) -> str:
    """The mark itself, around its middle."""
    if is_camp(entry):
        return '<path class="camp-tents" d="M-12 5L-7.5-5L-3 5ZM-4.5 7L0-3L4.5 7ZM3 5L7.5-5L12 5Z"/>'
    if is_lettered(entry):
        return f'<circle r="10.5"/><text y="4.6">{escape(entry.id)}</text>'
    return '<path class="way-out" d="M-6-5L5 0L-6 5L-3 0Z"/>'


def entry_names(sheet: Sheet, lang: str) -> str:
    """The names of camps and of the boxes beside the map."""
    layout = sheet.layout
    parts = []
    for entry in layout.board.entries.values():
        if is_camp(entry) and name_of(entry, lang):
            ways = beside(name_of(entry, lang), _spot(layout, entry), 9, EXIT)
            parts.append(set_name(sheet, ways, EXIT))
    for box in layout.board.boxes.values():
        x, y = layout.centres[box.entry_hexes[0]]
        parts.append(set_name(sheet, beside(name_of(box, lang), (x, y), 14, EXIT), EXIT))
    return "".join(parts)


STYLE: Final = (
    ".entry circle{stroke:$halo;stroke-width:1.6}.entry text{font:700 13px $$sans;fill:$halo;stroke:none}"
    ".entry.union circle,.union .camp-tents{fill:$union}"
    ".entry.confederate circle,.confederate .camp-tents{fill:$confederate}"
    ".entry.both circle,.both .camp-tents{fill:$ink-soft}.way-out{fill:$works;stroke:$halo;stroke-width:.8}"
    ".camp-tents{stroke:$halo;stroke-width:1.1;stroke-linejoin:round}"
    f".n-exit{{font-weight:700;font-size:{EXIT.size}px;fill:$works}}"
)
