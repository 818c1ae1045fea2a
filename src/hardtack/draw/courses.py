"""Names that follow a line: rivers, creeks, streams and roads, lettered along their course."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Final

from hardtack.board.board import Stream
from hardtack.draw.curves import chains, length, relaxed, resampled, shifted, smooth, toward
from hardtack.draw.labels import Box, Hand, Sheet
from hardtack.draw.layout import PITCH, Layout, Point
from hardtack.draw.lettering import BOLD_ITALIC, ITALIC, is_wide, name_of, text_width
from hardtack.draw.roads import RAILS, Roads
from hardtack.draw.water import Waters, pens, settled

_STEP: Final = 12.0
_REPEAT: Final = 17 * PITCH
"""A long river is named again after this much of its course."""

RIVER: Final = Hand("n-river", BOLD_ITALIC, 21)
CREEK: Final = Hand("n-creek", BOLD_ITALIC, 16)
BROOK: Final = Hand("n-brook", ITALIC, 11.5)
ROAD: Final = Hand("n-road", ITALIC, 11)

_SPACING: Final = {"n-river": 2.6, "n-creek": 1.6, "n-brook": 0.6, "n-road": 0.5}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A piece of a course that can bear a name, and what lettering it would cost."""

    cost: float
    start: int
    line: tuple[Point, ...]


def river_names(sheet: Sheet, waters: Waters, lang: str) -> str:
    """The names of rivers, creeks and streams along their water, the widest first."""
    board = sheet.layout.board
    parts = []
    jobs = []
    for stream in board.streams.values():
        width = _width(waters, stream)
        course = _course(sheet.layout, stream)
        if len(course) > 1:
            jobs.append((-width, stream.slug, stream, course))
    for width, slug, stream, course in sorted(jobs, key=lambda job: job[:2]):
        hand = RIVER if -width >= 12 else CREEK if -width >= 6.5 else BROOK
        parts.append(_along(sheet, f"{board.id}-w-{slug}", name_of(stream, lang), course, hand, -width / 2 + 3.5))
    return "".join(parts)


def road_names(sheet: Sheet, roads: Roads, lang: str) -> str:
    """The names of roads, where there is room for them."""
    parts = []
    named: set[str] = set()
    for i, (path, line) in enumerate(roads.courses):
        text = name_of(path, lang)
        if not text or text in named or len(path.hexes) < 4:
            continue
        found = _along(sheet, f"{sheet.layout.board.id}-r{i}", text, line, ROAD, 4.5 + 2 * (path.kind in RAILS), 9.0)
        if found:
            named.add(text)
        parts.append(found)
    return "".join(parts)


def _width(waters: Waters, stream: Stream) -> float:
    widths = pens(waters.layout.board)
    board = waters.layout.board
    kinds = [kind for side in stream.sides for kind in board.side(*side) if kind in widths]
    if not kinds:
        return 3.4
    return widths[max(sorted(set(kinds)), key=kinds.count)]


def _course(layout: Layout, stream: Stream) -> list[Point]:
    """The longest unbroken course of a named water."""
    if not stream.sides:
        return [layout.centres[hex_] for hex_ in stream.hexes]
    steps = layout.steps_along(stream.sides)
    return [settled(corner) for corner in max(chains(steps), key=lambda chain: (len(chain), chain))]


def _along(
    sheet: Sheet, id_: str, text: str, course: Sequence[Point], hand: Hand, gap: float, limit: float = 1e9
) -> str:
    """A name along a course, once or (on a long river) several times; "" where it would disturb too much."""
    spacing = _SPACING[hand.class_]
    size = hand.size * (0.84 if is_wide(text) else 1.0)
    wanted = text_width(text, hand.face, size, spacing) + 6
    base = relaxed(resampled(course, _STEP), 26, 0.5)
    if length(base) < wanted * 0.8:
        return ""
    base = _stretched(base, wanted)
    found: list[Stretch] = []
    for _ in range(1 + int(length(base) / _REPEAT)):
        best = _best_stretch(sheet, base, wanted, size, gap, [stretch.start for stretch in found])
        if best is None or best.cost > (limit if limit < 1e9 or not found else 25):
            break
        found.append(best)
        for box in _boxes(best.line, size):
            sheet.take(box)
    return "".join(_drawn(f"{id_}-{i}", text, stretch, hand, size) for i, stretch in enumerate(found))


def _stretched(line: list[Point], wanted: float) -> list[Point]:
    """A course a little too short for its name, carried on straight at both ends."""
    short = wanted + 4 * _STEP - length(line)
    return resampled(_carried_on(line, short / 2), _STEP) if short > 0 else line


def _carried_on(line: Sequence[Point], by: float) -> list[Point]:
    """A line carried on straight at both ends."""
    first, last = math.dist(line[0], line[1]) or 1.0, math.dist(line[-2], line[-1]) or 1.0
    return [toward(line[0], line[1], -by / first), *line, toward(line[-1], line[-2], -by / last)]


def _best_stretch(
    sheet: Sheet, base: Sequence[Point], wanted: float, size: float, gap: float, taken: Sequence[int]
) -> Stretch | None:
    count = math.ceil(wanted / _STEP)
    below = gap + size * 0.68
    # The name stands above or below the line, whichever way the line runs.
    beside = {offset: shifted(base, offset) for offset in (-gap, gap, -below, below)}
    best: Stretch | None = None
    for start in range(0, len(base) - count, 3):
        if any(abs(start - other) * _STEP < 0.55 * _REPEAT for other in taken):
            continue
        piece = base[start : start + count + 1]
        turn = -1 if piece[-1][0] < piece[0][0] else 1
        lean = abs(piece[-1][1] - piece[0][1]) / (length(piece) or 1.0)
        fixed = 3.2 * _bend(piece) + 2.0 * lean
        if fixed > 9 or (best is not None and fixed > best.cost):
            continue
        for offset in (-gap, below):
            line = tuple(beside[offset * turn][start : start + count + 1][::turn])
            limit = math.inf if best is None else best.cost
            cost = _disturbance(sheet, line, size, fixed + 0.4 * (offset > 0), limit)
            if cost < limit:
                best = Stretch(cost, start, line)
    return best


def _disturbance(sheet: Sheet, line: Sequence[Point], size: float, cost: float, limit: float) -> float:
    """What lettering along a line would disturb, added to a cost; no need to go on past the limit."""
    boxes = _boxes(line, size)[::2]
    for box in boxes:
        cost += 2.2 * sheet.cost(box) / len(boxes)
        if cost >= limit:
            return math.inf
    return cost


def _bend(line: Sequence[Point]) -> float:
    """How much a line turns in all, in radians."""
    total = 0.0
    for a, b, c in zip(line[::2], line[2::2], line[4::2], strict=False):
        turn = math.atan2(c[1] - b[1], c[0] - b[0]) - math.atan2(b[1] - a[1], b[0] - a[0])
        total += abs(math.remainder(turn, math.tau))
    return total


def _boxes(line: Sequence[Point], size: float) -> list[Box]:
    """The room lettering along a line takes: a row of small squares on its left hand."""
    raised = shifted(line, -size * 0.33)
    half = size * 0.46
    return [(x - half, y - half, x + half, y + half) for x, y in raised]


def _drawn(id_: str, text: str, stretch: Stretch, hand: Hand, size: float) -> str:
    sized = f' style="font-size:{size:.1f}px"' if size != hand.size else ""
    line = _carried_on([*stretch.line[:-1:3], stretch.line[-1]], size * 2)
    return (
        f'<path id="{id_}" class="guide" d="{smooth(line)}"/>'
        f'<text class="{hand.class_}"{sized}><textPath href="#{id_}" startOffset="50%">{escape(text)}</textPath></text>'
    )


STYLE: Final = (
    ".guide{fill:none}"
    f".n-river{{font-style:italic;font-weight:700;font-size:{RIVER.size}px;letter-spacing:2.6px;fill:$ink-water}}"
    f".n-creek{{font-style:italic;font-weight:700;font-size:{CREEK.size}px;letter-spacing:1.6px;fill:$ink-water}}"
    f".n-brook{{font-style:italic;font-weight:500;font-size:{BROOK.size}px;letter-spacing:.6px;fill:$ink-water}}"
    f".n-road{{font-style:italic;font-weight:500;font-size:{ROAD.size}px;letter-spacing:.5px;fill:$ink-soft}}"
)
