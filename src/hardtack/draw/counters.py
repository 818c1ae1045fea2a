"""Counters: square, readable at 32 pixels, the sides told apart by shape and letter as well as by colour.

A counter is drawn in a square of :data:`SIZE` units.  From top to bottom: a band with the side's letter and the name,
the size mark, the unit symbol, the numbers in the order the printed game uses.  States show as shapes.  A position is
counters stacked on a board.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from hardtack.board.board import Board
from hardtack.draw.curves import number, pair
from hardtack.draw.layout import Layout
from hardtack.draw.lettering import SANS, SANS_BOLD, text_width
from hardtack.draw.palette import scoped, themed
from hardtack.draw.unit_symbols import CARDS, SYMBOLS

SIZE: Final = 100
SIDES: Final = {"union": "U", "confederate": "C"}
COLOURS: Final = {"union": ("blue", "navy", "sky"), "confederate": ("grey", "butternut", "slate")}
"""The grounds a side's counters may have; the first is its own."""
SIZES: Final = ("XXX", "XX", "X", "III", "II", "I", "")
MARKERS: Final = ("disorganised", "exhausted", "demoralised", "entrenched", "no_ammunition")
_INSET: Final = 4
"""From the edge of the square to the middle of the border."""
_CUT: Final = 13
"""How much of either side a cut corner takes."""
MOST_PIPS: Final = 6
MOST_BADGES: Final = 2
_SMALLEST: Final = 11.0
"""The smallest type a name is set in."""
_NARROWEST: Final = 0.66
"""How far a name in the smallest type is squeezed before it is cut short."""
COUNTER: Final = 46.0
"""How wide a counter stands on the board."""
_STEP: Final = 3.6
_SHOWN: Final = 4
"""Counters of a stack that are drawn; the badge tells how many there are."""


@dataclass(frozen=True, slots=True)
class CounterLook:
    """Everything that is drawn on a counter.  The texts are already in the viewer's language."""

    side: str
    symbol: str
    name: str = ""
    size: str = ""
    numbers: tuple[str, ...] = ()
    colour: str = ""
    fatigue: int = 0
    rounds: int = 0
    """Ammunition left, where some of it is used up; 0: nothing to show."""
    markers: frozenset[str] = field(default_factory=frozenset)
    badges: tuple[str, ...] = ()
    """A letter for each state that has no shape of its own."""
    active: bool = False
    spent: bool = False
    title: str = ""
    """What a screen reader says; the name when empty."""

    def __post_init__(self) -> None:
        _must_be("side", self.side, SIDES)
        _must_be("symbol", self.symbol, SYMBOLS)
        _must_be("size", self.size, SIZES)
        _must_be("colour", self.colour, ("", *COLOURS[self.side]))
        for marker in self.markers:
            _must_be("marker", marker, MARKERS)
        for what, pips in (("fatigue", self.fatigue), ("rounds", self.rounds)):
            if not 0 <= pips <= MOST_PIPS:
                raise ValueError(f"{what} must be 0 to {MOST_PIPS}, not {pips}")


def _must_be(what: str, value: str, known: Collection[object]) -> None:
    if value not in known:
        raise ValueError(f"unknown {what} {value!r}; known: {', '.join(map(str, known))}")


def counter_svg(look: CounterLook, *, theme: str = "light", pixels: int = 64) -> str:
    """One counter as an SVG document."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht counter-sheet" viewBox="0 0 {SIZE} {SIZE}" '
        f'width="{pixels}" height="{pixels}" role="img"><style>{counter_style(theme)}</style>'
        f"{counter_group(look)}</svg>"
    )


def counter_style(theme: str = "light") -> str:
    """The style sheet of counters."""
    return themed(scoped(STYLE).replace("$$sans", SANS), theme)


def counter_group(look: CounterLook, transform: str = "") -> str:
    """One counter as a group, for use inside a larger drawing."""
    colour = look.colour or COLOURS[look.side][0]
    states = [*sorted(look.markers), *(["active"] if look.active else []), *(["spent"] if look.spent else [])]
    classes = " ".join(["counter", look.side, f"on-{colour}", *states])
    placed = f' transform="{transform}"' if transform else ""
    parts = [
        f"<title>{escape(look.title or look.name)}</title>" if look.title or look.name else "",
        f'<path class="edge" d="{_outline(look.side, 1)}"/>' if look.active else "",
        f'<path class="ground" d="{_outline(look.side, _INSET)}"/>',
        _band(look),
        _hatch() if "exhausted" in look.markers else "",
        f'<text class="size" x="50" y="34.5">{look.size}</text>' if look.size else "",
        f'<g class="symbol" transform="translate(50 50) scale({_scale(look)})">{SYMBOLS[look.symbol]}</g>',
        _numbers(look),
        _pips(look.fatigue),
        _rounds(look.rounds),
        *(_MARKS[marker](look.side) for marker in _MARKS if marker in look.markers),
        _badges(look),
        _border(look),
        f'<path class="dim" d="{_outline(look.side, _INSET)}"/>' if look.spent else "",
    ]
    return f'<g class="{classes}"{placed}>{"".join(parts)}</g>'


def _scale(look: CounterLook) -> str:
    """Symbols without a card are as high as the room allows; a size mark above needs some of it."""
    if look.symbol in CARDS:
        return "1" if look.size else "1.1"
    return ".8" if look.size else "1"


def _outline(side: str, inset: float) -> str:
    """Square corners for the Union, cut corners for the Confederacy."""
    near, far = number(inset), number(SIZE - inset)
    if side == "union":
        return f"M{near} {near}H{far}V{far}H{near}Z"
    cut_near, cut_far = number(inset + _CUT), number(SIZE - inset - _CUT)
    return (
        f"M{cut_near} {near}H{cut_far}L{far} {cut_near}V{cut_far}L{cut_far} {far}H{cut_near}L{near} {cut_far}"
        f"V{cut_near}Z"
    )


def _band(look: CounterLook) -> str:
    """The band with the side's letter and the name."""
    shape = "M4 4H96V25H4Z" if look.side == "union" else "M17 4H83L96 17V25H4V17Z"
    flagged = "demoralised" in look.markers
    left, right = (25.0, 76.0 if flagged else 94.0) if look.side == "union" else (29.0, 76.0 if flagged else 91.0)
    letter_x = 14 if look.side == "union" else 20
    letter = f'<text class="letter" x="{letter_x}" y="21.5">{SIDES[look.side]}</text>'
    return f'<path class="band" d="{shape}"/>{letter}{_name(look.name, left, right)}'


def _name(name: str, left: float, right: float) -> str:
    """The name as large as fits: smaller first, then narrower, then cut short."""
    if not name:
        return ""
    room, middle = right - left, number((left + right) / 2)
    text = _fitting(name, room * 17 / _SMALLEST / _NARROWEST)
    wide = text_width(text, SANS_BOLD, 17)
    size = min(17.0, max(_SMALLEST, 17 * room / wide))
    squeeze, y = room * 17 / (wide * size), number(15 + size * 0.34)
    place = f'x="{middle}" y="{y}"'
    if squeeze < 0.995:
        place = f'transform="translate({middle} {y}) scale({squeeze:.2f} 1)"'
    return f'<text class="name" {place} font-size="{number(size)}">{escape(text)}</text>'


def _fitting(name: str, room: float) -> str:
    """A name cut short where even the smallest and narrowest type would not hold it."""
    if text_width(name, SANS_BOLD, 17) <= room:
        return name
    while name and text_width(name + "…", SANS_BOLD, 17) > room:
        name = name[:-1]
    return name.rstrip() + "…"


def _numbers(look: CounterLook) -> str:
    """The printed numbers as large as fits, a little higher where a parapet needs the room."""
    if not look.numbers:
        return ""
    text = "-".join(look.numbers)
    middle = 76.5 if "entrenched" in look.markers else 80.5
    wide = max(1.0, text_width(text, SANS_BOLD, 1))
    size = next(
        size for size in _TYPE_SIZES if wide * size <= _room(look, middle + size * 0.35) or size == _TYPE_SIZES[-1]
    )
    at = f'x="50" y="{number(middle + size * 0.35)}" font-size="{number(size)}"'
    return f'<text class="numbers" {at}>{escape(text)}</text>'


_TYPE_SIZES: Final = tuple(35 - step / 2 for step in range(41))


def _room(look: CounterLook, foot: float) -> float:
    """How wide numbers that stand on this line may be: clear of the border, of a broken one, of cut corners."""
    border = 6.5 if "disorganised" in look.markers else 3.0
    cut = 0.0 if look.side == "union" else max(0.0, foot - (SIZE - _INSET - _CUT)) + (border - 1.5) * 0.5
    return SIZE - 2 * (_INSET + border + cut)


def _pips(count: int) -> str:
    return "".join(
        f'<circle class="pip" cx="{88 - 9.5 * (i // 4):g}" cy="{number(33 + 9.6 * (i % 4))}" r="4.1"/>'
        for i in range(count)
    )


def _rounds(count: int) -> str:
    """A small cartridge for each round left, down the left side as fatigue is down the right."""
    return "".join(
        f'<path class="cartridge" d="M{7 + 15 * (i // 4)} {number(36.6 + 9.6 * (i % 4))}v-7h8q5 0 5 3.5q0 3.5-5 3.5Z"/>'
        for i in range(count)
    )


def _border(look: CounterLook) -> str:
    outline = _outline(look.side, _INSET)
    broken = f'<path class="broken" d="{outline}"/>' if "disorganised" in look.markers else ""
    return f'<path class="border" d="{outline}"/>{broken}'


def _hatch() -> str:
    """Around the symbol only, so that the numbers stay clear."""
    left, top, right, bottom = 7, 26, 93, 67
    lines = []
    for total in range(left + top + 8, right + bottom, 11):
        start = min(right, total - top)
        end = max(left, total - bottom)
        lines.append(f"M{start} {total - start}L{end} {total - end}")
    return f'<path class="hatch" d="{"".join(lines)}"/>'


def _parapet(side: str) -> str:
    left, teeth = (5, 9) if side == "union" else (14, 7)
    crest = "".join(f"V{87 if i % 2 else 93}h{90 / 9 if side == 'union' else 72 / 7:.1f}" for i in range(teeth))
    return f'<path class="parapet" d="M{left} 99V93{crest}V99Z"/>'


def _badges(look: CounterLook) -> str:
    """Down the left side, beside a cartridge that is there already."""
    x = 31 if look.rounds or "no_ammunition" in look.markers else 14
    return "".join(
        f'<circle class="state" cx="{x}" cy="{36 + 18 * place}" r="8.6"/>'
        f'<text class="state-letter" x="{x}" y="{40.6 + 18 * place:g}">{escape(letter)}</text>'
        for place, letter in enumerate(look.badges[:MOST_BADGES])
    )


_MARKS: Final[dict[str, Callable[[str], str]]] = {
    "demoralised": lambda side: (
        '<path class="flag" d="M76 4H96V27L90 23L83 25L76 21Z"/><path class="staff" d="M76 3V34"/>'
    ),
    "entrenched": _parapet,
    "no_ammunition": lambda side: (
        '<path class="cartridge" d="M8 61V41Q8 34 13 34Q18 34 18 41V61Z"/>'
        '<path class="cartridge-rim" d="M6.5 63H19.5"/><path class="none" d="M5 67L21 33"/>'
    ),
}


def counters_layer(board: Board, looks_by_hex: Mapping[str, Sequence[CounterLook]]) -> str:
    """The counters of a position as one group, in the coordinates of the board."""
    layout = Layout(board)
    stacks = (
        f'<g class="stack" data-hex="{name}">{stack(looks, layout.centres[board.grid.index(name)])}</g>'
        for name, looks in sorted(looks_by_hex.items(), key=lambda item: item[0])
        if looks
    )
    return f'<g id="{board.id}-counters" class="counters">{"".join(stacks)}</g>'


def stack(looks: Sequence[CounterLook], middle: tuple[float, float]) -> str:
    """The counters of one hex, each a little up and to the right of the one below it, and how many there are."""
    shown = looks[-_SHOWN:]
    back = _STEP * (len(shown) - 1) / 2
    scale = COUNTER / SIZE
    parts = []
    for i, look in enumerate(shown):
        x = middle[0] - COUNTER / 2 - back + _STEP * i
        y = middle[1] - COUNTER / 2 + back - _STEP * i + 2
        parts.append(counter_group(look, f"translate({pair(x, y)}) scale({scale:g})"))
    if len(looks) > 1:
        x, y = middle[0] + COUNTER / 2 + back - 3, middle[1] - COUNTER / 2 - back + 3
        width = max(30.0, text_width(str(len(looks)), SANS_BOLD, 24) + 14)
        parts.append(
            f'<g class="badge" transform="translate({pair(x, y)}) scale({scale:g})"><rect x="{number(-width / 2)}" '
            f'y="-16" width="{number(width)}" height="32" rx="16"/><text y="8.4">{len(looks)}</text></g>'
        )
    return "".join(parts)


STYLE: Final = (
    ".counter text{font-family:$$sans;font-weight:700;text-anchor:middle;stroke:none;letter-spacing:0}"
    + "".join(
        f".on-{colour} .ground{{fill:$counter-{colour}}}.on-{colour} .band{{fill:$counter-{colour}-band}}"
        for colours in COLOURS.values()
        for colour in colours
    )
    + ".counter .letter,.counter .name{fill:$counter-letter}.counter .letter{font-size:20px}"
    ".counter .size{font-size:11px;letter-spacing:1px}"
    ".union .size,.union .numbers{fill:$counter-ink-union}"
    ".confederate .size,.confederate .numbers{fill:$counter-ink-confederate}"
    ".symbol .card{fill:$counter-card;stroke:$counter-line;stroke-width:2.4}"
    ".symbol .mark{fill:none;stroke:$counter-line;stroke-width:2.6;stroke-linecap:round;stroke-linejoin:round}"
    ".symbol .solid{fill:$counter-line}.symbol .pale{fill:$counter-card;stroke:$counter-line;stroke-width:1.6;"
    "stroke-linejoin:round}"
    ".counter .border{fill:none;stroke:$counter-border;stroke-width:3}"
    ".disorganised .border{stroke-width:8}.counter .broken{fill:none;stroke:$counter-card;stroke-width:5;"
    "stroke-dasharray:11 10}"
    ".counter .edge{fill:$counter-active}.counter .dim{fill:$counter-spent;fill-opacity:.45}"
    ".pip{fill:$counter-pip;stroke:$counter-line;stroke-width:1.4}"
    ".hatch{fill:none;stroke:$counter-line;stroke-width:3.6;stroke-opacity:.75}"
    ".union .hatch{stroke:$counter-card;stroke-opacity:.75}"
    ".flag{fill:$counter-flag;stroke:$counter-line;stroke-width:1.6}.staff{stroke:$counter-line;stroke-width:2.4}"
    ".parapet{fill:$counter-works;stroke:$counter-card;stroke-width:1.2}"
    ".cartridge{fill:$counter-card;stroke:$counter-line;stroke-width:1.8}"
    ".cartridge-rim{stroke:$counter-line;stroke-width:3}.none{stroke:$counter-warn;stroke-width:3.4;stroke-linecap:round}"
    ".state{fill:$counter-badge;stroke:$counter-card;stroke-width:1.4}"
    ".counter .state-letter{fill:$counter-badge-ink;font-size:13px}"
    ".badge rect{fill:$counter-badge;stroke:$counter-card;stroke-width:2}"
    ".badge text{fill:$counter-badge-ink;font:700 24px $$sans;text-anchor:middle;stroke:none}"
)
