"""Charts and tracks: tables as SVG for print and as HTML for the page, and the turn track."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from hardtack.draw.curves import number
from hardtack.draw.lettering import BOLD, REGULAR, SANS, SERIF, text_width
from hardtack.draw.palette import scoped, themed

_TYPE: Final = 14.0
_ROW: Final = 26.0
_PAD: Final = 12.0
_BOX: Final = 84.0
_BOX_HIGH: Final = 64.0


@dataclass(frozen=True, slots=True)
class Chart:
    """A table to be looked up: the first column and the head name, the rest are values."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.head):
                raise ValueError(f"a row of chart {self.title!r} has {len(row)} cells, its head {len(self.head)}")


def chart_svg(chart: Chart, *, marked: tuple[int, int] | None = None, theme: str = "light") -> str:
    """The chart as an SVG document; ``marked`` (row, column) is the cell to point at."""
    lines = [chart.head, *chart.rows]
    widths = [max(text_width(line[k], BOLD, _TYPE) for line in lines) + 2 * _PAD for k in range(len(chart.head))]
    width = max(sum(widths), text_width(chart.title, BOLD, 20) + 2 * _PAD, *(
        text_width(note, REGULAR, 12) + 2 * _PAD for note in chart.notes
    ), 0.0)  # fmt: skip
    spare = (width - sum(widths)) / len(widths)
    widths = [each + spare for each in widths]
    top = 40.0
    parts = [f'<text class="chart-title" x="{number(width / 2)}" y="26">{escape(chart.title)}</text>']
    for j, line in enumerate(lines):
        y = top + j * _ROW
        kind = "chart-head" if j == 0 else "chart-stripe" if j % 2 == 0 else "chart-plain"
        parts.append(f'<rect class="{kind}" y="{number(y)}" width="{number(width)}" height="{number(_ROW)}"/>')
        x = 0.0
        for k, cell in enumerate(line):
            if marked is not None and (j - 1, k) == marked:
                at = f'x="{number(x)}" y="{number(y)}" width="{number(widths[k])}"'
                parts.append(f'<rect class="chart-now" {at} height="{number(_ROW)}"/>')
            bold = "chart-name" if j == 0 or k == 0 else "chart-cell"
            parts.append(
                f'<text class="{bold}" x="{number(x + widths[k] / 2)}" y="{number(y + 17.6)}">{escape(cell)}</text>'
            )
            x += widths[k]
    bottom = top + len(lines) * _ROW
    for i, note in enumerate(chart.notes):
        parts.append(f'<text class="chart-note" x="{_PAD:g}" y="{number(bottom + 18 + 16 * i)}">{escape(note)}</text>')
    frame = f'<rect class="chart-frame" y="{top:g}" width="{number(width)}" height="{number(bottom - top)}"/>'
    return _document(width, bottom + 10 + 16 * len(chart.notes), chart.title, "".join(parts) + frame, theme)


def chart_html(chart: Chart, *, marked: tuple[int, int] | None = None) -> str:
    """The chart as an HTML table that a screen reader can walk through."""
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in chart.head)
    body = []
    for j, row in enumerate(chart.rows):
        cells = [f'<th scope="row">{escape(row[0])}</th>']
        for k, cell in enumerate(row[1:], 1):
            now = ' class="now" aria-current="true"' if (j, k) == marked else ""
            cells.append(f"<td{now}>{escape(cell)}</td>")
        body.append(f"<tr>{''.join(cells)}</tr>")
    notes = "".join(f"<p>{escape(note)}</p>" for note in chart.notes)
    return (
        f'<figure class="ht-chart"><table><caption>{escape(chart.title)}</caption><thead><tr>{head}</tr></thead>'
        f"<tbody>{''.join(body)}</tbody></table>{notes}</figure>"
    )


def turn_track_svg(
    turns: Sequence[str],
    *,
    now: int | None = None,
    night: Collection[int] = (),
    arrivals: Mapping[int, Sequence[str]] | None = None,
    title: str = "",
    columns: int = 10,
    theme: str = "light",
) -> str:
    """The turn track: a box a turn with its label, what arrives in it, and a frame around the present turn."""
    if now is not None and not 0 <= now < len(turns):
        raise ValueError(f"there is no turn number {now} on a track of {len(turns)}")
    parts = []
    for i, label in enumerate(turns):
        x, y = (i % columns) * _BOX, 30 + (i // columns) * _BOX_HIGH
        kinds = " ".join(["turn", *(["night"] if i in night else []), *(["now"] if i == now else [])])
        lines = [
            f'<text class="arrival" x="{_BOX / 2:g}" y="{36 + 11 * k}">{escape(text)}</text>'
            for k, text in enumerate((arrivals or {}).get(i, ()))
        ]
        parts.append(
            f'<g class="{kinds}" transform="translate({x:g} {y:g})"><rect width="{_BOX:g}" height="{_BOX_HIGH:g}"/>'
            f'<text class="turn-name" x="{_BOX / 2:g}" y="20">{escape(label)}</text>{"".join(lines)}</g>'
        )
    rows = -(-len(turns) // columns)
    width = min(columns, len(turns)) * _BOX
    head = f'<text class="chart-title" x="{number(width / 2)}" y="20">{escape(title)}</text>' if title else ""
    # The frame of the present turn must lie over its neighbours.
    parts.sort(key=lambda part: ' now"' in part.partition(">")[0])
    return _document(width, 30 + rows * _BOX_HIGH + 4, title, head + "".join(parts), theme)


def _document(width: float, height: float, title: str, body: str, theme: str) -> str:
    style = themed(scoped(STYLE).replace("$$serif", SERIF).replace("$$sans", SANS), theme)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht chart" viewBox="-3 0 {number(width + 6)} {number(height)}" '
        f'width="{number(width + 6)}" height="{number(height)}" role="img"><title>{escape(title)}</title>'
        f"<style>{style}</style>{body}</svg>"
    )


STYLE: Final = (
    ".chart-title{font:700 20px $$serif;text-anchor:middle;fill:$ink}"
    f".chart-name{{font:700 {_TYPE:g}px $$serif;text-anchor:middle;fill:$ink}}"
    f".chart-cell{{font:400 {_TYPE:g}px $$serif;text-anchor:middle;fill:$ink}}"
    ".chart-note{font:400 12px $$serif;fill:$ink-soft}"
    ".chart-head{fill:$chart-head}.chart-plain{fill:$paper}.chart-stripe{fill:$chart-stripe}.chart-now{fill:$chart-now}"
    ".chart-frame{fill:none;stroke:$frame;stroke-width:1.4}"
    ".turn rect{fill:$paper;stroke:$frame;stroke-width:1}.night rect{fill:$chart-head}"
    ".now rect{stroke:$works;stroke-width:4}.turn-name{font:700 14px $$sans;text-anchor:middle;fill:$ink}"
    ".arrival{font:500 10px $$sans;text-anchor:middle;fill:$ink-soft}"
)
