"""Names on the map: each beside or along what it names, clear of the others.

Names are set in order of weight; each tries a number of places and takes the one that disturbs least.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final, final

from hardtack.board.board import Place
from hardtack.draw.curves import Point, number
from hardtack.draw.layout import PITCH, Layout
from hardtack.draw.lettering import BOLD, ITALIC, halves, is_wide, name_of, text_width
from hardtack.draw.places import GROUND, symbol_radius
from hardtack.draw.scatter import Clearing
from hardtack.draw.water import Waters, water_width

Box = tuple[float, float, float, float]
_BUCKET: Final = 120.0


@dataclass(frozen=True, slots=True)
class Hand:
    """A manner of lettering: its class in the style sheet, face and size."""

    class_: str
    face: str
    size: float


TOWN: Final = Hand("n-town", BOLD, 17)
VILLAGE: Final = Hand("n-village", BOLD, 13)
SPOT: Final = Hand("n-spot", BOLD, 11.5)
HILL: Final = Hand("n-hill", ITALIC, 14)
FIELD: Final = Hand("n-field", ITALIC, 12.5)
WOOD: Final = Hand("n-wood", ITALIC, 13)
LAKE: Final = Hand("n-lake", ITALIC, 17)
CROSSING: Final = Hand("n-crossing", ITALIC, 12)

_HANDS: Final = {
    "town": TOWN, "village": VILLAGE, "hill": HILL, "ridge": HILL, "heights": HILL, "gap": HILL, "field": FIELD,
    "orchard": FIELD, "woods": WOOD, "river": LAKE, "region": HILL, "ford": CROSSING, "bridge": CROSSING,
    "objective": VILLAGE,
}  # fmt: skip

_AROUND: Final = (
    (1.0, 0.0), (1.0, -0.7), (1.0, 0.7), (-1.0, 0.0), (-1.0, -0.7), (-1.0, 0.7), (0.0, -1.0), (0.0, 1.0),
)  # fmt: skip
_CENTRED: Final = ((0.0, 0.0), (0.0, 0.26), (0.0, -0.22), (0.0, 0.42), (-0.2, 0.2), (0.2, 0.2), (-0.3, 0.0), (0.3, 0.0))


@final
class Sheet:
    """The room on the sheet: what is already lettered, and what is busy with roads and water."""

    def __init__(self, layout: Layout, busy: Clearing) -> None:
        self.layout = layout
        self.busy = busy
        self.boxes: list[Box] = []
        self._buckets: dict[tuple[int, int], list[Box]] = {}

    def take(self, box: Box, among_trees: bool = False) -> None:
        """Take a box for a name; trees make room for it unless it is theirs."""
        if not among_trees:
            self.boxes.append(box)
        for key in _keys(box):
            self._buckets.setdefault(key, []).append(box)

    def clash(self, box: Box) -> float:
        """How much of a box is already taken, as a share of its area."""
        area = max(1.0, (box[2] - box[0]) * (box[3] - box[1]))
        near = {other for key in _keys(box) for other in self._buckets.get(key, ())}
        return sum(shared(box, other) for other in near) / area

    def cost(self, box: Box) -> float:
        """How much a name in this box disturbs."""
        away = max(0.0, 6 - box[0], 6 - box[1], box[2] + 6 - self.layout.width, box[3] + 6 - self.layout.height)
        return 60 * self.clash(box) + 9 * self.busy.share(*box) + 2 * away


def _keys(box: Box) -> list[tuple[int, int]]:
    return [
        (i, j)
        for i in range(int(box[0] // _BUCKET), int(box[2] // _BUCKET) + 1)
        for j in range(int(box[1] // _BUCKET), int(box[3] // _BUCKET) + 1)
    ]


def shared(a: Box, b: Box) -> float:
    """The area two boxes have in common."""
    across = min(a[2], b[2]) - max(a[0], b[0])
    down = min(a[3], b[3]) - max(a[1], b[1])
    return across * down if across > 0 and down > 0 else 0.0


@dataclass(frozen=True, slots=True)
class Setting:
    """One way to set a name: its lines and the middle of its box."""

    lines: tuple[str, ...]
    x: float
    y: float
    cost: float
    """What this way costs before anything is in its way."""


def size_of(lines: Sequence[str], hand: Hand) -> tuple[float, float]:
    """Width and height of a name."""
    size = _type_size(lines, hand)
    return max(text_width(line, hand.face, size) for line in lines), size * 1.02 * len(lines)


def _type_size(lines: Sequence[str], hand: Hand) -> float:
    """Japanese signs fill their square, so they are set a little smaller."""
    return round(hand.size * (0.86 if any(map(is_wide, lines)) else 1.0), 1)


def box_of(setting: Setting, hand: Hand) -> Box:
    width, height = size_of(setting.lines, hand)
    return (setting.x - width / 2, setting.y - height / 2, setting.x + width / 2, setting.y + height / 2)


def lettered(setting: Setting, hand: Hand) -> str:
    """The name as it is drawn."""
    size = _type_size(setting.lines, hand)
    lead = size * 1.02
    top = setting.y - lead * len(setting.lines) / 2 + size * 0.8
    wide = f' style="font-size:{number(size)}px"' if size != hand.size else ""
    spans = [
        f'<tspan x="{number(setting.x)}" y="{number(top + lead * i)}">{escape(line)}</tspan>'
        for i, line in enumerate(setting.lines)
    ]
    if len(spans) == 1:
        at = f'x="{number(setting.x)}" y="{number(top)}"'
        return f'<text class="{hand.class_}"{wide} {at}>{escape(setting.lines[0])}</text>'
    return f'<text class="{hand.class_}"{wide}>{"".join(spans)}</text>'


def beside(text: str, spot: Point, room: float, hand: Hand) -> Iterable[Setting]:
    """Ways to set a name around a spot: right, left, above, below, on one line or two."""
    broken = halves(text)
    for lines in ((text,), broken) if broken else ((text,),):
        width, height = size_of(lines, hand)
        for far in (0.0, 9.0):
            for rank, (dx, dy) in enumerate(_AROUND):
                x = spot[0] + dx * (room + far + width / 2)
                up = room + far + height / 2
                y = spot[1] + (dy * up if not dx else dy * (room * 0.4 + far + height / 2))
                yield Setting(lines, x, y, 0.35 * rank + 0.6 * (len(lines) - 1) + 0.12 * far)


def upon(text: str, spot: Point, hand: Hand) -> Iterable[Setting]:
    """Ways to set the name of ground: over its middle or nearly."""
    broken = halves(text)
    for lines in ((text,), broken) if broken else ((text,),):
        narrow = size_of(lines, hand)[0] > 0.95 * PITCH
        for rank, (dx, dy) in enumerate(_CENTRED):
            cost = 0.35 * rank + (1.2 if narrow and len(lines) == 1 else 0.0) + 0.3 * (len(lines) - 1)
            yield Setting(lines, spot[0] + dx * PITCH, spot[1] + dy * PITCH, cost)


def set_name(sheet: Sheet, ways: Iterable[Setting], hand: Hand) -> str:
    """Set a name in the best of the ways, and take the room."""
    best = min(ways, key=lambda way: way.cost + sheet.cost(box_of(way, hand)))
    sheet.take(box_of(best, hand), among_trees=hand is WOOD)
    return lettered(best, hand)


def place_names(sheet: Sheet, spots: dict[Place, Point], lang: str) -> str:
    """The names of all places, the weightiest first."""
    for place, (x, y) in spots.items():
        if place.kind not in GROUND:
            room = symbol_radius(place) * 0.8
            sheet.take((x - room, y - room, x + room, y + room))
    crossings = {crossing.name_en for crossing in sheet.layout.board.crossings}
    order = sorted(spots, key=lambda place: (-hand_of(place).size, place.kind in GROUND, place.hex, place.slug))
    parts = []
    for place in order:
        text = name_of(place, lang)
        twice = place.kind in ("ford", "bridge") and place.name_en in crossings
        if text and not twice:
            parts.append(_place_name(sheet, place, spots[place], text))
    return "".join(parts)


def hand_of(place: Place) -> Hand:
    return _HANDS.get(place.kind, SPOT)


def _place_name(sheet: Sheet, place: Place, spot: Point, text: str) -> str:
    hand = hand_of(place)
    ways = list(upon(text, spot, hand) if place.kind in GROUND else beside(text, spot, symbol_radius(place), hand))
    if place.label != (0.0, 0.0):
        x, y = sheet.layout.centres[place.hex]
        wished = (x + place.label[0] * PITCH, y + place.label[1] * PITCH)
        ways += [Setting(way.lines, *wished, -4.0) for way in ways[:1]]
    return set_name(sheet, ways, hand)


def crossing_names(sheet: Sheet, waters: Waters, lang: str) -> str:
    """The names of fords, bridges and ferries beside them."""
    board = sheet.layout.board
    spots = [(crossing, waters.side_point(*crossing.sides)) for crossing in board.crossings]
    for crossing, (x, y) in spots:
        room = water_width(board, crossing.sides) / 2 + 3
        sheet.take((x - room, y - room, x + room, y + room))
    parts = []
    for crossing, spot in spots:
        text = name_of(crossing, lang)
        if text:
            room = water_width(board, crossing.sides) / 2 + 6
            parts.append(set_name(sheet, beside(text, spot, room, CROSSING), CROSSING))
    return "".join(parts)


STYLE: Final = (
    "text{font-family:$$serif;text-anchor:middle;fill:$ink;stroke:$halo;stroke-width:3.2;stroke-linejoin:round;"
    "paint-order:stroke}"
    f".n-town{{font-weight:700;font-size:{TOWN.size}px;letter-spacing:.4px}}"
    f".n-village{{font-weight:700;font-size:{VILLAGE.size}px}}"
    f".n-spot{{font-weight:700;font-size:{SPOT.size}px;fill:$ink-soft}}"
    f".n-hill{{font-style:italic;font-weight:500;font-size:{HILL.size}px;fill:$ink-hill}}"
    f".n-field{{font-style:italic;font-weight:500;font-size:{FIELD.size}px;fill:$ink-soft}}"
    f".n-wood{{font-style:italic;font-weight:500;font-size:{WOOD.size}px;fill:$ink-woods}}"
    f".n-lake{{font-style:italic;font-weight:500;font-size:{LAKE.size}px;fill:$ink-water;stroke:$water}}"
    f".n-crossing{{font-style:italic;font-weight:500;font-size:{CROSSING.size}px;fill:$ink-water}}"
)
