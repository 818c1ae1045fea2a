"""A board to hang on the wall: the map in a frame, with its title, its legend and the north point."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Final

from hardtack.board.board import Board
from hardtack.draw.counters import CounterLook, counters_layer
from hardtack.draw.curves import number
from hardtack.draw.layout import PITCH, Layout
from hardtack.draw.legend import legend, word
from hardtack.draw.lettering import BOLD, text_width
from hardtack.draw.sheet import board_layers, style_sheet

_BORDER: Final = 46.0
_TITLE: Final = 104.0
_FOOT: Final = 40.0
_ASIDE: Final = 150.0
"""Room beside the legend for the scale and the north point."""


def poster_svg(
    board: Board,
    looks_by_hex: Mapping[str, Sequence[CounterLook]] | None = None,
    *,
    lang: str = "en",
    grid: bool = True,
    ids: bool = True,
    theme: str = "light",
) -> str:
    """The framed board; its hexes keep the coordinates that :func:`hardtack.draw.layout.geometry` gives."""
    layout = Layout(board)
    explained, high = legend(board, lang, layout.width - 2 * _ASIDE)
    left, top = -_BORDER, -_TITLE
    width, height = layout.width + 2 * _BORDER, layout.height + _TITLE + high + _FOOT + 18
    inner = f'width="{number(layout.width)}" height="{number(layout.height)}"'
    box = f"{number(left)} {number(top)} {number(width)} {number(height)}"
    title = board.title_ja if lang == "ja" else board.title_en
    parts = [
        f'<rect class="mount" x="{number(left)}" y="{number(top)}" width="{number(width)}" height="{number(height)}"/>',
        _frame(left + 12, top + 12, width - 24, height - 24),
        _title(title, layout.width),
        f'<svg x="0" y="0" {inner} viewBox="0 0 {number(layout.width)} {number(layout.height)}">',
        board_layers(board, lang, grid, ids),
        counters_layer(board, looks_by_hex or {}),
        "</svg>",
        f'<g transform="translate({_ASIDE:g} {number(layout.height + 26)})">{explained}</g>',
        f'<g transform="translate(8 {number(layout.height + 22 + high / 2)})">{_scale_bar(board, lang)}</g>',
        f'<g transform="translate({number(layout.width - 52)} {number(layout.height + 22 + high / 2)})">{_NORTH}</g>',
    ]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht poster" viewBox="{box}" width="{number(width)}" '
        f'height="{number(height)}" role="img" lang="{lang}"><title>{escape(title)}</title>'
        f"<style>{style_sheet(theme)}</style>{''.join(parts)}</svg>"
    )


def legend_svg(board: Board, *, lang: str = "en", width: float = 480, theme: str = "light") -> str:
    """The legend by itself, for whoever looks at the board without its frame."""
    explained, high = legend(board, lang, width)
    box = f'viewBox="0 0 {number(width)} {number(high)}" width="{number(width)}" height="{number(high)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht key" {box} lang="{lang}">'
        f"<style>{style_sheet(theme)}</style>{explained}</svg>"
    )


def _frame(x: float, y: float, width: float, height: float) -> str:
    outer = f'x="{number(x)}" y="{number(y)}" width="{number(width)}" height="{number(height)}"'
    inset = f'x="{number(x + 6)}" y="{number(y + 6)}" width="{number(width - 12)}" height="{number(height - 12)}"'
    return f'<rect class="frame-thick" {outer}/><rect class="frame-thin" {inset}/>'


def _title(title: str, width: float) -> str:
    """The title between two rules; after a comma or in brackets it goes on in smaller letters."""
    head, mark, rest = title.partition(",") if "," in title else title.partition("、")
    size = min(40.0, 40.0 * (width - 160) / text_width(head, BOLD, 40))
    middle = number(width / 2)
    half = text_width(head, BOLD, size) / 2 + 26
    y = -44 if mark else -36
    rule = "".join(
        f"M{number(width / 2 + side * half)} {y - 12}h{number(side * min(120, width / 2 - half - 20))}"
        for side in (-1, 1)
    )
    below = f'<text class="subtitle" x="{middle}" y="-18">{escape(rest.strip())}</text>' if mark else ""
    return (
        f'<text class="title" x="{middle}" y="{y}" style="font-size:{number(size)}px">{escape(head)}</text>{below}'
        f'<path class="rule" d="{rule}"/>'
    )


def _scale_bar(board: Board, lang: str) -> str:
    """A bar as long as a round number of yards."""
    yards = next(round_ for round_ in _ROUND if round_ * PITCH / board.yards_per_hex >= 60)
    long = yards * PITCH / board.yards_per_hex
    quarter = number(long / 4)
    boxes = f"M0-4h{quarter}v8H0ZM{number(long / 2)}-4h{quarter}v8h-{quarter}Z"
    label = escape(word("yards", lang).format(n=f"{yards:,}"))
    return (
        f'<path class="needle-dark" d="{boxes}"/><path class="frame-thin" d="M0-4h{number(long)}v8H0Z"/>'
        f'<text class="legend-word" x="{number(long / 2)}" y="18">{label}</text>'
    )


_ROUND: Final = (100, 200, 500, 1000, 2000, 5000, 10000, 20000)

_NORTH: Final = (
    '<circle class="frame-thin" r="17"/><path class="needle" d="M0-27L6 0L0 27L-6 0Z"/>'
    '<path class="needle-dark" d="M0-27L6 0H-6Z"/><text class="north" y="-31">N</text>'
)
