"""Pictures that leave the browser: PNG and PDF made from the same SVG, with the project's own fonts.

The fonts travel with the package, so a picture looks the same everywhere and Japanese names never become boxes.
The two converters are imported when a picture is made: a page or a headless run needs neither.
"""

import re
from collections.abc import Sequence
from importlib.resources import as_file, files
from typing import Final

from hardtack.draw.lettering import FONT_FILES
from hardtack.draw.palette import fill_in

_ROOT = re.compile(r"<svg\b[^>]*>")
_LETTERS = re.compile(r"<(title|style)\b.*?</\1>|(?<=>)[^<>]+", re.DOTALL)
_OTHER_FACES = (
    (re.compile(r"[\u2190-\u27bf]+"), "Hardtack Signs"),
    (re.compile(r"[\u1100-\u218f\u2e80-\uffef]+"), "Hardtack Mincho"),
)
_SIZE = re.compile(r'\b(width|height)="([0-9.]+)"')


def svg_to_png(svg: str, scale: float = 1.0, *, theme: str | None = None) -> bytes:
    """The drawing as a PNG picture, ``scale`` pixels to a unit; a theme replaces the drawing's own colours."""
    import resvg_py

    with as_file(files("hardtack.draw") / "fonts") as folder:
        picture = resvg_py.svg_to_bytes(
            svg_string=by_face(fill_in(svg, theme)),
            zoom=scale,
            skip_system_fonts=True,
            font_files=[str(folder / name) for name in FONT_FILES],
        )
    return bytes(picture)


def svg_to_pdf(svg: str, scale: float = 1.0, *, theme: str | None = None) -> bytes:
    """The drawing as a one-page vector PDF, ``scale`` points to a unit, text selectable and fonts embedded."""
    import svg2pdf_py  # type: ignore[import-untyped]

    fonts = svg2pdf_py.FontDatabase()
    with as_file(files("hardtack.draw") / "fonts") as folder:
        for name in FONT_FILES:
            fonts.load_font_file(str(folder / name))
        return bytes(svg2pdf_py.svg_to_pdf(_scaled(by_face(fill_in(svg, theme)), scale), fonts))


def by_face(svg: str) -> str:
    """The drawing with each run of Japanese and of signs in its own face.

    Left to find the face itself, a converter draws crosses for all of them in a line with a ligature: a name with "Th"
    or "ffi" is enough.
    """

    def named(found: re.Match[str]) -> str:
        text: str = found[0]
        if found[1] or text.isascii():
            return text
        for run, face in _OTHER_FACES:
            text = run.sub(rf'<tspan font-family="{face}">\g<0></tspan>', text)
        return text

    return _LETTERS.sub(named, svg)


def _scaled(svg: str, scale: float) -> str:
    """The drawing with the width and height of its root scaled; its view box stays."""

    def resize(found: re.Match[str]) -> str:
        return f'{found[1]}="{float(found[2]) * scale:g}"'

    return _ROOT.sub(lambda root: _SIZE.sub(resize, root[0]), svg, count=1)


# -- several one-page PDF files as one: their objects are numbered anew and hung under one list of pages

_REFERENCE: Final = re.compile(rb"(\d+) 0 R")
_HEAD: Final = b"%PDF-1.7\n%\x80\x80\x80\x80\n"
_STREAM: Final = b"stream"
CATALOG, PAGES = 1, 2
FIRST: Final = 3  # the numbers below are those of the list of pages and of what holds it


def join_pages(files: Sequence[bytes]) -> bytes:
    """One document with every page of the files, in their order. The files are as our own export writes them."""
    bodies: list[tuple[int, bytes]] = []
    kids: list[int] = []
    following = FIRST
    for data in files:
        objects = _objects(data)
        renumber = {old: following + place for place, old in enumerate(objects)}
        following += len(objects)
        for old, body in objects.items():
            if _is(body, b"Catalog") or _is(body, b"Pages"):
                continue
            moved = _renumbered(body, renumber)
            if _is(body, b"Page"):
                kids.append(renumber[old])
                moved = re.sub(rb"/Parent \d+ 0 R", b"/Parent %d 0 R" % PAGES, moved, count=1)
            bodies.append((renumber[old], moved))
    listed = b" ".join(b"%d 0 R" % kid for kid in kids)
    bodies.insert(0, (CATALOG, b"<< /Type /Catalog /Pages %d 0 R >>" % PAGES))
    bodies.insert(1, (PAGES, b"<< /Type /Pages /Count %d /Kids [%s] >>" % (len(kids), listed)))
    return _written(bodies)


def _is(body: bytes, kind: bytes) -> bool:
    return re.search(rb"/Type\s*/%s(?![A-Za-z])" % kind, body.partition(_STREAM)[0]) is not None


def _objects(data: bytes) -> dict[int, bytes]:
    """Every object of a file by its number, found by the file's own table."""
    start = int(data[data.rindex(b"startxref") + 9 :].split()[0])
    table = data[start:].split(b"trailer")[0].split()
    if table[0] != b"xref":
        raise ValueError("a PDF file with a plain table of its objects is wanted here")
    found, place = {}, 1
    while place < len(table):
        first, count = int(table[place]), int(table[place + 1])
        place += 2
        for number in range(first, first + count):
            offset, used = int(table[place]), table[place + 2] == b"n"
            place += 3
            if used:
                begins = data.index(b"obj", offset) + 3
                found[number] = data[begins : _end(data, begins)].strip()
    return found


def _end(data: bytes, begins: int) -> int:
    """Where an object ends: after its stream, whose bytes may look like anything, or at the next mark."""
    mark, stream = data.index(b"endobj", begins), data.find(b"stream", begins)
    if 0 <= stream < mark:
        length = re.search(rb"/Length (\d+)", data[begins:stream])
        if length:
            return data.index(b"endobj", stream + 6 + int(length[1]))
    return mark


def _renumbered(body: bytes, renumber: dict[int, int]) -> bytes:
    head, mark, rest = body.partition(_STREAM)
    return _REFERENCE.sub(lambda found: b"%d 0 R" % renumber[int(found[1])], head) + mark + rest


def _written(bodies: Sequence[tuple[int, bytes]]) -> bytes:
    parts, offsets, at = [_HEAD], {}, len(_HEAD)
    for number, body in bodies:
        offsets[number] = at
        parts.append(b"%d 0 obj\n%s\nendobj\n" % (number, body))
        at += len(parts[-1])
    size = max(offsets) + 1
    rows = [
        b"%010d 00000 n\r\n" % offsets[number] if number in offsets else b"0000000000 65535 f\r\n"
        for number in range(size)
    ]
    table = b"xref\n0 %d\n%s" % (size, b"".join(rows))
    tail = b"trailer\n<< /Size %d /Root %d 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (size, CATALOG, at)
    return b"".join([*parts, table, tail])
