"""The colours of groups of hexes are told from those of hexes one may choose: in both themes, by every eye."""

from __future__ import annotations

import re
from itertools import combinations, product
from pathlib import Path

import pytest

import hardtack
from hardtack.draw.palette import palette

Colour = tuple[float, float, float]

LEAST = 20.0  # of CIELAB: some ten times what an eye can just tell side by side
# What is left of red, green and blue in light (linear) for the eye that lacks one kind of cones (Machado and others).
EYES = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "without red": ((0.152, 1.053, -0.205), (0.115, 0.786, 0.099), (-0.004, -0.048, 1.052)),
    "without green": ((0.367, 0.861, -0.228), (0.280, 0.673, 0.047), (-0.012, 0.043, 0.969)),
    "without blue": ((1.256, -0.077, -0.179), (-0.078, 0.931, 0.148), (0.005, 0.691, 0.304)),
}
WEB = Path(hardtack.__file__).parent / "web"
STYLE = "".join((WEB / "style" / name).read_text("utf-8") for name in ("base.css", "board.css"))


def declared(selector: str, name: str) -> str:
    """The last value a property has under exactly this selector."""
    blocks = re.findall(rf"(?m)^{re.escape(selector)} \{{([^}}]*)\}}", STYLE)
    return re.findall(rf"\s{name}: ([^;]+);", "".join(blocks))[-1]


def over(value: str, ground: Colour) -> Colour:
    """A colour as written in a style sheet, laid over another."""
    if value.startswith("#"):
        return tuple(int(value[n : n + 2], 16) / 255 for n in (1, 3, 5))  # type: ignore[return-value]
    *parts, opacity = (float(part) for part in re.findall(r"[\d.]+", value))
    return tuple(part / 255 * opacity + below * (1 - opacity) for part, below in zip(parts, ground, strict=True))  # type: ignore[return-value]


def lab(colour: Colour, eye: str) -> Colour:
    """Where an eye sees a colour in the space in which distances are differences seen."""
    light = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour]
    red, green, blue = (sum(a * b for a, b in zip(row, light, strict=True)) for row in EYES[eye])
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (max(part, 0) ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, y, z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("eye", EYES)
def test_two_groups_and_the_hexes_to_choose_are_told_apart(theme: str, eye: str) -> None:
    root = ":root" if theme == "light" else '[data-theme="dark"]'
    marks = {
        "first": declared(root, "--first"),
        "second": declared(root, "--second"),
        "choose": declared(".target.choose", "stroke"),
        "choose, inside": declared(".target.choose", "fill"),
    }
    for ground in ("paper", "woods", "hill"):
        below = over(palette(theme)[ground], (0, 0, 0))
        seen = {name: lab(over(value, below), eye) for name, value in marks.items()} | {"map": lab(below, eye)}
        pairs = [
            *combinations(("first", "second", "choose"), 2),
            *product(("first", "second"), ("choose, inside", "map")),
        ]
        for one, other in pairs:
            apart = sum((a - b) ** 2 for a, b in zip(seen[one], seen[other], strict=True)) ** 0.5
            assert apart > LEAST, (one, other, ground, round(apart))
