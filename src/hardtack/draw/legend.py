"""The legend: every kind of ground, water and way a board shows, drawn with the board's own pens."""

from html import escape
from pathlib import Path
from typing import Final

from hardtack.board.board import Board, Entry
from hardtack.draw.curves import number
from hardtack.draw.entries import drawing, is_camp, is_lettered
from hardtack.draw.lettering import REGULAR, text_width
from hardtack.draw.roads import RAILS
from hardtack.draw.terrain import OPEN, SWAMP, WATER, is_wooded
from hardtack.draw.water import CROSSINGS, pens
from hardtack.referee.words import load_words

WIDE: Final = 58.0
HIGH: Final = 30.0
_GAP: Final = 26.0
ROW: Final = 62.0

_AREAS: Final = (
    "clear", "woods", "light_woods", "deep_woods", "hill", "rough", "swamp", "orchard", "town", "water",
)  # fmt: skip
_SEVERAL: Final = {"clear": OPEN, "swamp": SWAMP, "water": WATER}
"""The areas that stand for more than the ground of their name."""
_WATERS: Final = ("major_river", "minor_river", "river", "creek")
_WAYS: Final = ("pike", "road", "trail")
_SIDES: Final = ("ridge", "protected", "treeline")
_ARMIES: Final = ("union", "confederate")
_ENTRIES: Final = ("entry", "camp", "exit")


_WORDS: Final = load_words([Path(__file__).with_name("words.csv")])


def word(key: str, lang: str) -> str:
    """A word of the legend."""
    return _WORDS.word(key, lang)


def shown_kinds(board: Board) -> list[str]:
    """What the legend of a board explains, in the order it does."""
    ground = {board.terrain[hex_] for hex_ in range(board.grid.size)}
    ground |= {overlay for overlay, mask in board.overlays.items() if mask}
    kinds = [kind for kind in _AREAS if ground & _SEVERAL.get(kind, {kind})]
    kinds += [kind for kind in _WATERS if board.hexsides.get(kind)]
    kinds += ["stream"] if any(stream.hexes for stream in board.streams.values()) else []
    kinds += [kind for kind in CROSSINGS if any(crossing.kind == kind for crossing in board.crossings)]
    paths = {path.kind for path in board.paths}
    kinds += [kind for kind in _WAYS if kind in paths]
    kinds += ["railroad"] if paths & RAILS else []
    kinds += ["slope"] if any(board.slopes.values()) else []
    kinds += [kind for kind in _SIDES if board.hexsides.get(kind)]
    kinds += [kind for kind in _ENTRIES if _entries(board, kind)]
    return [kind for kind in kinds if kind in _WORDS]


def _entries(board: Board, kind: str) -> list[Entry]:
    """The entries that are marked in one way: by a letter, by tents, by an arrow."""
    return [entry for entry in board.entries.values() if kind == _marked(entry)]


def _marked(entry: Entry) -> str:
    return "camp" if is_camp(entry) else "entry" if is_lettered(entry) else "exit"


def legend(board: Board, lang: str, width: float) -> tuple[str, float]:
    """The legend set in rows no wider than ``width``, and how high it is."""
    rows: list[list[tuple[str, str, float]]] = [[]]
    used = 0.0
    for kind in shown_kinds(board):
        key = "creek_ms" if kind == "creek" and "stream" in board.overlays else kind
        text = word(key, lang)
        room = max(WIDE, text_width(text, REGULAR, 13)) + _GAP
        if used + room > width and rows[-1]:
            rows.append([])
            used = 0.0
        rows[-1].append((kind, text, room))
        used += room
    parts = []
    for j, row in enumerate(rows):
        x = (width - sum(room for _, _, room in row)) / 2
        for kind, text, room in row:
            at = f"translate({number(x + (room - WIDE) / 2)} {number(j * ROW)})"
            label = f'<text class="legend-word" x="{number(WIDE / 2)}" y="{number(HIGH + 15)}">{escape(text)}</text>'
            parts.append(f'<g transform="{at}">{swatch(board, kind)}{label}</g>')
            x += room
    return "".join(parts), len(rows) * ROW


def swatch(board: Board, kind: str) -> str:
    """A small piece of map that shows one kind of thing."""
    ground = "field" if kind == "clear" and is_wooded(board) else _GROUNDS.get(kind, "paper")
    base = f'<path class="{ground}" d="M0 0H{WIDE:g}V{HIGH:g}H0Z"/>'
    frame = f'<path class="swatch" d="M0 0H{WIDE:g}V{HIGH:g}H0Z"/>'
    return f'<svg width="{WIDE:g}" height="{HIGH:g}">{base}{_inside(board, kind)}</svg>{frame}'


_GROUNDS: Final = {
    "woods": "woods", "light_woods": "woods", "deep_woods": "deep", "hill": "hill", "rough": "rough",
    "swamp": "swamp", "town": "town-ground", "water": "open-water",
}  # fmt: skip
_COPSE: Final = "M8 9h0M21 7h0M34 11h0M48 8h0M14 21h0M28 22h0M42 20h0M52 23h0"
_THICKET: Final = _COPSE + "M14 12h0M27 13h0M40 13h0M5 20h0M21 17h0M35 18h0M49 16h0"
_MIDDLE: Final = 'transform="translate(29 15)"'


def _inside(board: Board, kind: str) -> str:
    if kind in ("woods", "light_woods", "deep_woods"):
        thick, data = (" thick", _THICKET) if kind == "deep_woods" else ("", _COPSE)
        layers = ("t-edge", "t-crown", "t-light")
        return "".join(f'<g class="trees {layer}{thick}"><path class="tree-l" d="{data}"/></g>' for layer in layers)
    if kind in pens(board) or kind == "stream":
        width = pens(board).get(kind, 2.6)
        line = "M0 18C14 6 24 26 38 14S52 10 58 13"
        return (
            f'<path class="bank" stroke-width="{number(width + min(2, width * 0.4))}" d="{line}"/>'
            f'<path class="bed" stroke-width="{number(max(width - 1, width * 0.55))}" d="{line}"/>'
        )
    if kind in CROSSINGS:
        return (
            '<path class="bank" stroke-width="12" d="M29 0V30"/><path class="bed" stroke-width="9.6" d="M29 0V30"/>'
            f'<g class="crossing {kind}" {_MIDDLE}>{CROSSINGS[kind](9)}</g>'
        )
    if kind in (*_WAYS, "railroad"):
        pen = "rail" if kind == "railroad" else kind
        ties = '<path class="rail-ties" d="M0 20Q28 4 58 14"/>' if kind == "railroad" else ""
        line = "".join(f'<path class="{pen}-{part}" d="M0 20Q28 4 58 14"/>' for part in ("edge", "top"))
        return f'<g class="roads key">{line}{ties}</g>'
    if kind in _ENTRIES:
        first = {entry.side: entry for entry in reversed(_entries(board, kind))}  # one of each side
        spots = (17, 41) if len(first) == 2 else (29,)
        return "".join(
            f'<g class="entry {side if side in _ARMIES else "both"}" transform="translate({x} 15)">{drawing(one)}</g>'
            for x, (side, one) in zip(spots, sorted(first.items(), reverse=True), strict=False)
        )
    return _DETAILS.get(kind, "")


_TICKS: Final = "".join(f"M{x} 10l{'.6' if x % 8 else '-.6'} {9 if x % 3 else 12}" for x in range(5, 56, 4))
_BOTH: Final = "".join(f"M{x} 17v9M{x} 13v-9" for x in range(5, 56, 4))
_DETAILS: Final = {
    "hill": '<path class="hachure" d="M14 12l-6-4M20 9l-3-6M27 8V2M34 9l3-6M42 11l6-4M46 16h7M42 21l6 4M34 23l3 5'
    'M26 23v6M19 22l-4 5M13 17H6"/>',
    "rough": '<path class="crag" d="M8 13l4-5 3 5m-3-5v6M24 24l4-5 3 5m-3-5v6M38 12l5-5 3 5m-3-5v6M46 26l4-5 3 5"/>',
    "swamp": '<path class="tuft" d="M12 12l-3-4m3 4v-6m0 6l3-4m-9 4h11M30 24l-3-4m3 4v-6m0 6l3-4m-9 4h11'
    'M45 13l-3-4m3 4v-6m0 6l3-4m-9 4h11"/>',
    "orchard": '<path class="orchard-edge" d="M10 8h0M22 8h0M34 8h0M46 8h0M10 20h0M22 20h0M34 20h0M46 20h0"/>'
    '<path class="orchard" d="M10 8h0M22 8h0M34 8h0M46 8h0M10 20h0M22 20h0M34 20h0M46 20h0"/>',
    "town": '<path class="blocks" d="M12 8h7v5h-7zM24 8h6v5h-6zM36 7h8v6h-8z'
    'M14 18h8v5h-8zM28 18h6v5h-6zM40 18h6v5h-6z"/>',
    "water": '<path class="lining" d="M0 8Q28 2 58 7M0 15Q28 9 58 14M0 22Q28 17 58 22"/>',
    "slope": f'<g class="sides"><path class="slope-shade" d="{_TICKS}"/><path class="slope-crest" d="M4 10H54"/></g>',
    "ridge": f'<g class="sides"><path class="slope-shade" d="{_BOTH}"/><path class="ridge-back" d="M4 15H54"/></g>',
    "protected": '<g class="sides"><path class="works" d="M4 15H54"/><path class="works-tick" '
    'd="M8 11v8M15 11v8M22 11v8M29 11v8M36 11v8M43 11v8M50 11v8"/></g>',
    "treeline": '<g class="sides"><path class="treeline-edge" d="M8 15h0M18 15h0M28 15h0M38 15h0M48 15h0"/>'
    '<path class="treeline" d="M8 15h0M18 15h0M28 15h0M38 15h0M48 15h0"/></g>',
}

STYLE: Final = (
    ".swatch{fill:none;stroke:$frame;stroke-width:1}.legend-word{font-size:13px;font-weight:400;fill:$ink;stroke:none}"
)
