"""A graph of courses over time, for a report: points, or losses, by turns."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from html import escape

from hardtack.draw.layout import Point
from hardtack.draw.lettering import SERIF


@dataclass(frozen=True, slots=True)
class Course:
    """A line of a graph: a value for each mark on its foot."""

    name: str
    colour: str
    values: Sequence[float]
    dashed: bool = False


def graph_svg(courses: Sequence[Course], marks: Sequence[str], title: str = "") -> tuple[str, float, float]:
    """Courses over time on common ground, with their names at the right end."""
    width, height, left, right, foot, head = 720.0, 230.0, 46.0, 130.0, 30.0, 14.0
    values = [value for course in courses for value in course.values] or [0.0]
    low, high = min(0.0, *values), max(1.0, *values)
    wide, high_ = width - left - right, height - foot - head
    count = max(2, len(marks))

    def x(i: int) -> float:
        return left + wide * i / (count - 1)

    def y(value: float) -> float:
        return head + high_ * (1 - (value - low) / (high - low))

    letters = f'font-family="{SERIF}" font-size="12"'
    parts = [f'<rect width="{width:g}" height="{height:g}" fill="#fffdf6"/>']
    for value in {low, high, 0.0}:
        parts.append(
            f'<path stroke="#cdbf9f" d="M{left:g} {y(value):.1f}H{left + wide:g}"/>'
            f'<text x="{left - 6:g}" y="{y(value) + 4:.1f}" text-anchor="end" {letters}>{value:g}</text>'
        )
    every = max(1, -(-len(marks) // 12))
    for i, mark in enumerate(marks):
        if i % every == 0:
            parts.append(
                f'<text x="{x(i):.1f}" y="{height - 10:g}" text-anchor="middle" {letters}>{escape(mark)}</text>'
            )
    last_y = -99.0
    for course in sorted(courses, key=lambda course: -course.values[-1] if course.values else 0.0):
        dash = 'stroke-dasharray="7 4" ' if course.dashed else ""
        parts.append(_line([(x(i), y(value)) for i, value in enumerate(course.values)], course.colour, 2.6, dash))
        label_y = max(last_y + 15, y(course.values[-1]) + 4)
        last_y = label_y
        parts.append(
            f'<text x="{left + wide + 8:g}" y="{label_y:.1f}" {letters} font-weight="700" fill="{course.colour}">'
            f"{escape(course.name)} {course.values[-1]:g}</text>"
        )
    heading = f"<title>{escape(title)}</title>" if title else ""
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="ht graph" viewBox="0 0 {width:g} {height:g}" '
        f'width="{width:g}" height="{height:g}" role="img">{heading}{"".join(parts)}</svg>'
    )
    return svg, width, height


def _line(points: Iterable[Point], stroke: str, width: float, more: str = "") -> str:
    way = "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)
    return (
        f'<path fill="none" stroke="{stroke}" stroke-width="{width:g}" stroke-linecap="round" stroke-linejoin="round" '
        f'{more}d="{way}"/>'
    )
