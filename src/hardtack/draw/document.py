"""A document of headings, paragraphs, tables and pictures: as a page for the browser and as a PDF for print."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import Final

from hardtack.draw.export import join_pages, svg_to_pdf
from hardtack.draw.lettering import BOLD, REGULAR, SERIF, text_width
from hardtack.draw.palette import fill_in


@dataclass(frozen=True, slots=True)
class Heading:
    text: str
    level: int = 2


@dataclass(frozen=True, slots=True)
class Paragraph:
    text: str
    kind: str = "plain"  # plain, lead, small


@dataclass(frozen=True, slots=True)
class Bullets:
    """A list; `signs` stand in front of the items, a dot where there is none."""

    items: Sequence[str]
    signs: Sequence[str] = ()

    def signed(self) -> Iterable[tuple[str, str]]:
        return zip(self.signs or [""] * len(self.items), self.items, strict=True)


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under a head; columns named in `numbers` are set to the right."""

    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    numbers: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Picture:
    svg: str
    width: float
    height: float
    caption: str = ""


Block = Heading | Paragraph | Bullets | Table | Picture


@dataclass(frozen=True, slots=True)
class Document:
    title: str
    lang: str
    blocks: Sequence[Block]
    foot: str = ""
    links: Sequence[tuple[str, str]] = field(default=())  # name and address; for the page only


# -- for the browser

PAGE_STYLE: Final = """
:root{color-scheme:light}body{margin:0;background:#efe6cf;color:#2b2318;font:400 17px/1.55 'Hardtack Serif',
'Hardtack Signs',Alegreya,'Hiragino Mincho ProN','Yu Mincho','Noto Serif JP','Hardtack Mincho',serif}
main{max-width:820px;margin:0 auto;padding:34px 40px 60px;background:#fffdf6;box-shadow:0 0 24px rgb(60 40 10/.18)}
h1{font-size:2rem;line-height:1.2;margin:.2em 0 .3em}
h2{font-size:1.35rem;margin:1.6em 0 .3em;border-bottom:2px solid #3b2d1a}
h3{font-size:1.1rem;margin:1.2em 0 .2em}p{margin:.35em 0}.lead{font-size:1.12rem}.small{font-size:.88rem;color:#5b4a32}
ul{margin:.3em 0 .5em;padding-left:1.3em}table{border-collapse:collapse;width:100%;font-size:.92rem;margin:.5em 0 1em}
th{background:#ece0c2;text-align:left}th,td{padding:3px 8px;border:1px solid #d6c8a4;vertical-align:top}
.number{text-align:right;white-space:nowrap;font-variant-numeric:tabular-nums}figure{margin:1em 0;break-inside:avoid}
figure svg{width:100%;height:auto;border:1px solid #b9a67c}figcaption{font-size:.9rem;color:#5b4a32}
.wide{overflow-x:auto}nav{margin:0 0 1em;display:flex;gap:1em;flex-wrap:wrap}a{color:#7a3b12}
@media(max-width:600px){main{padding:18px 16px 40px}}
@media print{body{background:#fff}main{box-shadow:none;max-width:none}nav{display:none}}
"""


def document_html(document: Document, fonts: str = "") -> str:
    """The document as a page that needs nothing else; ``fonts``: a style sheet with the faces, where they are."""
    links = "".join(f'<a href="{escape(address)}">{escape(name)}</a>' for name, address in document.links)
    nav = f"<nav>{links}</nav>" if links else ""
    body = "".join(_html(block) for block in document.blocks)
    foot = f'<p class="small">{escape(document.foot)}</p>' if document.foot else ""
    return (
        f'<!doctype html><html lang="{document.lang}"><head><meta charset="utf-8"><meta name="viewport" '
        f'content="width=device-width,initial-scale=1"><title>{escape(document.title)}</title>'
        f"<style>{fonts}{PAGE_STYLE}</style></head><body><main>{nav}{body}{foot}</main></body></html>"
    )


def _html(block: Block) -> str:
    match block:
        case Heading(text, level):
            return f"<h{level}>{escape(text)}</h{level}>"
        case Paragraph(text, kind):
            return f'<p class="{kind}">{escape(text)}</p>'
        case Bullets():
            items = [f"<b>{escape(sign)}</b> " * bool(sign) + escape(item) for sign, item in block.signed()]
            return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"
        case Picture(svg, _, _, caption):
            return f"<figure>{fill_in(svg)}<figcaption>{escape(caption)}</figcaption></figure>"
        case Table(head, rows, numbers):
            return _html_table(head, rows, numbers)


def _html_table(head: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int]) -> str:
    def mark(column: int) -> str:
        return ' class="number"' if column in numbers else ""

    top = "".join(f'<th scope="col"{mark(k)}>{escape(cell)}</th>' for k, cell in enumerate(head))
    body = "".join(
        "<tr>" + "".join(f"<td{mark(k)}>{escape(cell)}</td>" for k, cell in enumerate(row)) + "</tr>" for row in rows
    )
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>'


# -- for print

WIDTH, HEIGHT, MARGIN = 595.0, 842.0, 50.0  # A4 in points
ROOM: Final = WIDTH - 2 * MARGIN
INK, SOFT, RULE = "#2b2318", "#5b4a32", "#b9a67c"
SIZES: Final = {"plain": 10.5, "lead": 12.0, "small": 8.8}
HEADINGS: Final = {1: 24.0, 2: 15.0, 3: 12.0}
LEAST_PICTURE: Final = 250.0
HIGHEST_PICTURE: Final = 430.0
TOGETHER: Final = 4  # lines of a paragraph that are not torn apart by the end of a page
NOT_FIRST: Final = "、。，．）」』】・ー：；！？々,.;:!?)"
"""Signs that never begin a line."""
NOT_LAST: Final = "（「『【("
_ATTRIBUTE: Final = re.compile(r"""[\w:-]+=(?:"[^"]*"|'[^']*')""")


def document_pdf(document: Document) -> bytes:
    """The document on A4 pages, vector throughout, text selectable."""
    setter = _Typesetter(document)
    for block in document.blocks:
        setter.add(block)
    return join_pages([svg_to_pdf(page) for page in setter.finish()])


def wrapped(text: str, face: str, size: float, room: float) -> list[str]:
    """A text in lines that fit: Latin between words, Japanese between signs.

    One sign that never begins a line may stand in the margin; where there are more, the word before them comes along.
    """
    lines: list[str] = []
    line: list[str] = []
    for word in _words(text):
        wide = text_width("".join(line) + word.rstrip(), face, size) if line else 0.0
        never_first = word.startswith(tuple(NOT_FIRST))
        if wide <= room + (size if never_first else 0.0):
            line.append(word)
            continue
        moved = [word]
        while len(line) > 1 and (moved[0].startswith(tuple(NOT_FIRST)) or line[-1] in NOT_LAST):
            moved.insert(0, line.pop())
        lines.append("".join(line).rstrip())
        line = moved
    rest = "".join(line).rstrip()
    return [*lines, rest] if rest or not lines else lines


def _words(text: str) -> list[str]:
    """What must not be broken: a word with the space behind it, or one Japanese sign."""
    return re.findall("[\u1100-\U0010ffff]|[^ \u1100-\U0010ffff]* |[^ \u1100-\U0010ffff]+", text)


class _Typesetter:
    def __init__(self, document: Document) -> None:
        self.document = document
        self.pages: list[list[str]] = [[]]
        self.y = MARGIN
        self.waiting: list[Picture] = []  # for the head of the next page, while the text goes on

    def finish(self) -> list[str]:
        while self.waiting:
            self._turn_over()
        count = len(self.pages)
        return [self._page(parts, number, count) for number, parts in enumerate(self.pages, 1)]

    def _page(self, parts: Sequence[str], number: int, count: int) -> str:
        foot = _text(MARGIN, HEIGHT - 26, self.document.foot or self.document.title, 8, SOFT)
        foot += _text(WIDTH - MARGIN, HEIGHT - 26, f"{number} / {count}", 8, SOFT, anchor="end")
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" '
            f'height="{HEIGHT:g}" lang="{self.document.lang}"><rect width="{WIDTH:g}" height="{HEIGHT:g}" fill="#fff"/>'
            f"{''.join(parts)}{foot}</svg>"
        )

    def need(self, height: float) -> None:
        """Begin a new page where so much does not fit any more."""
        if self.y + height > HEIGHT - MARGIN and self.pages[-1]:
            self._turn_over()
            while self.waiting and self.y + height > HEIGHT - MARGIN:
                self._turn_over()

    def _turn_over(self) -> None:
        """A new page, with the pictures that wait for one as far as they fit."""
        self.pages.append([])
        self.y = MARGIN
        while self.waiting and (not self.pages[-1] or self._size(self.waiting[0])[1] > 0):
            self._set(self.waiting.pop(0))

    def put(self, part: str) -> None:
        self.pages[-1].append(part)

    def add(self, block: Block) -> None:
        match block:
            case Heading(text, level):
                self._heading(text, HEADINGS[level], level)
            case Paragraph(text, kind):
                self._lines(text, SIZES[kind], SOFT if kind == "small" else INK)
                self.y += 4
            case Bullets(_, signs):
                indent = 20.0 if any(signs) else 13.0
                for sign, item in block.signed():
                    self._lines(item, SIZES["plain"], INK, indent=indent, sign=sign or "•")
                self.y += 4
            case Picture():
                self._picture(block)
            case Table(head, rows, numbers):
                self._table(head, rows, numbers)

    def _heading(self, text: str, size: float, level: int) -> None:
        lines = wrapped(text, BOLD, size, ROOM)
        self.y += {1: 0.0, 2: 14.0, 3: 8.0}[level]
        self.need(len(lines) * size * 1.3 + (80 if level < 3 else 40))  # never alone at the foot of a page
        for line in lines:
            self.y += size * 1.15
            self.put(_text(MARGIN, self.y, line, size, INK, bold=True))
        if level == 2:
            self.put(f'<path stroke="{INK}" stroke-width="1.2" d="M{MARGIN:g} {self.y + 4:.1f}h{ROOM:g}"/>')
            self.y += 4
        self.y += size * 0.35

    def _lines(self, text: str, size: float, ink: str, indent: float = 0.0, sign: str = "") -> None:
        lines = wrapped(text, REGULAR, size, ROOM - indent)
        if len(lines) <= TOGETHER:
            self.need(len(lines) * size * 1.32 + size * 0.13)
        for number, line in enumerate(lines):
            self.need(size * 1.45)
            self.y += size * 1.32
            if sign and number == 0:
                self.put(_text(MARGIN + 2, self.y, sign, size, ink))
            self.put(_text(MARGIN + indent, self.y, line, size, ink))

    def _picture(self, picture: Picture) -> None:
        """Here, if need be a little smaller; else at the head of the next page, and the text goes on."""
        if not self.waiting and self._size(picture)[1] > 0:
            self._set(picture)
        else:
            self.waiting.append(picture)

    def _size(self, picture: Picture) -> tuple[float, float]:
        """How large it can be on the rest of the page; nothing where that is too small."""
        lines = wrapped(picture.caption, REGULAR, SIZES["small"], ROOM) if picture.caption else []
        left_over = HEIGHT - MARGIN - self.y - 14 * len(lines) - 12
        whole = min(HIGHEST_PICTURE, ROOM / picture.width * picture.height)
        if left_over < min(whole, LEAST_PICTURE):
            return 0.0, 0.0
        scale = min(ROOM / picture.width, min(HIGHEST_PICTURE, left_over) / picture.height)
        return picture.width * scale, picture.height * scale

    def _set(self, picture: Picture) -> None:
        wide, high = self._size(picture)
        svg, caption = picture.svg, picture.caption
        lines = wrapped(caption, REGULAR, SIZES["small"], ROOM) if caption else []
        left = (WIDTH - wide) / 2
        place = f'x="{left:.1f}" y="{self.y + 4:.1f}" width="{wide:.1f}" height="{high:.1f}"'
        inner = svg.replace("<svg ", "<svg overflow='hidden' ", 1)
        head, _, rest = inner.partition(">")
        kept = " ".join(part for part in _ATTRIBUTE.findall(head) if not part.startswith(("width=", "height=")))
        self.put(f"<svg {kept} {place}>{rest}")
        self.put(f'<rect {place} fill="none" stroke="{RULE}"/>')
        self.y += high + 6
        for line in lines:
            self.y += SIZES["small"] * 1.35
            self.put(_text(MARGIN, self.y, line, SIZES["small"], SOFT))
        self.y += 8

    def _table(self, head: Sequence[str], rows: Sequence[Sequence[str]], numbers: frozenset[int]) -> None:
        size = 8.8
        widths = self._widths([head, *rows], size)
        self.y += 4
        first = sum(self._height(row, widths, size) for row in [head, *rows[:2]])
        self.need(first)  # no head without rows
        self._row(head, widths, size, numbers, head=True)
        for row in rows:
            high = self._height(row, widths, size)
            if self.y + high > HEIGHT - MARGIN:
                self.need(HEIGHT)
                self._row(head, widths, size, numbers, head=True)
            self._row(row, widths, size, numbers)
        self.y += 10

    def _widths(self, rows: Sequence[Sequence[str]], size: float) -> list[float]:
        """Each column as wide as it likes to be; where that is too much, the widest give way."""
        wanted = [max(text_width(row[k], BOLD, size) for row in rows) + 9 for k in range(len(rows[0]))]
        least = [min(wide, 46.0) for wide in wanted]
        spare = ROOM - sum(least)
        more = [wide - low for wide, low in zip(wanted, least, strict=True)]
        share = min(1.0, spare / sum(more)) if sum(more) > 0 else 0.0
        found = [low + extra * share for low, extra in zip(least, more, strict=True)]
        slack = max(0.0, ROOM - sum(found)) / len(found)
        return [wide + slack for wide in found]

    def _height(self, row: Sequence[str], widths: Sequence[float], size: float) -> float:
        count = max(len(wrapped(cell, BOLD, size, wide - 8)) for cell, wide in zip(row, widths, strict=True))
        return count * size * 1.25 + 5

    def _row(
        self, row: Sequence[str], widths: Sequence[float], size: float, numbers: frozenset[int], head: bool = False
    ) -> None:
        high = self._height(row, widths, size)
        self.need(high)
        x = MARGIN
        for k, (cell, wide) in enumerate(zip(row, widths, strict=True)):
            fill = "#ece0c2" if head else "none"
            self.put(
                f'<rect x="{x:.1f}" y="{self.y:.1f}" width="{wide:.1f}" height="{high:.1f}" fill="{fill}" '
                f'stroke="{RULE}" stroke-width=".6"/>'
            )
            for line, text in enumerate(wrapped(cell, BOLD, size, wide - 8)):
                at, anchor = (x + wide - 4, "end") if k in numbers else (x + 4, "start")
                self.put(_text(at, self.y + size * (1.1 + 1.25 * line), text, size, INK, bold=head, anchor=anchor))
            x += wide
        self.y += high


def _text(
    x: float, y: float, text: str, size: float, ink: str, *, bold: bool = False, anchor: str = "start"
) -> str:  # fmt: skip
    if not text:
        return ""
    weight = "700" if bold else "400"
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{SERIF}" font-size="{size:g}" font-weight="{weight}" fill="{ink}" '
        f'text-anchor="{anchor}">{escape(text)}</text>'
    )
