"""Pictures that leave the browser: PNG and PDF made from the same SVG, with the project's own fonts.

The fonts travel with the package, so a picture looks the same everywhere and Japanese names never become boxes.
The two converters are imported when a picture is made: a page or a headless run needs neither.
"""

import re
from importlib.resources import as_file, files

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
