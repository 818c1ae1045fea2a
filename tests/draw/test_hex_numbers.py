"""Hex numbers stand clear of the names around them, and never leave their hex."""

from __future__ import annotations

import re

import pytest

from hardtack.battles import find_battle
from hardtack.draw import board_svg
from hardtack.draw.layout import PITCH, Layout

NUMBER = re.compile(r'<text x="([\d.]+)" y="([\d.]+)">(\d{4})</text>')


@pytest.mark.parametrize("battle", ["bull-run", "sharpsburg"])
def test_numbers_stay_in_the_upper_part_of_their_hex(battle: str) -> None:
    board = find_battle(battle).scenario(battle).board
    layout = Layout(board)
    drawn = {name: (float(x), float(y)) for x, y, name in NUMBER.findall(board_svg(board))}
    assert len(drawn) == len(layout.playable)
    for name, (x, y) in drawn.items():
        middle = layout.centres[board.grid.index(name)]
        assert abs(x - middle[0]) <= 0.21 * PITCH
        assert -0.4 * PITCH <= y - middle[1] <= -0.25 * PITCH


def test_a_number_under_a_name_is_moved_aside() -> None:
    """Sharpsburg: `Smoketown` is written over the upper side of 1102."""
    board = find_battle("sharpsburg").scenario("sharpsburg").board
    svg = board_svg(board)
    found = re.search(r'<text class="n-spot" x="([\d.]+)" y="([\d.]+)">Smoketown</text>', svg)
    assert found is not None
    name_x, name_y = map(float, found.groups())
    x, y = next((float(x), float(y)) for x, y, name in NUMBER.findall(svg) if name == "1102")
    middle = Layout(board).centres[board.grid.index("1102")]
    usual = middle[1] - 0.385 * PITCH
    assert abs(name_y - usual) < 8
    assert abs(name_x - middle[0]) < 45
    assert (x, y) != (pytest.approx(middle[0], abs=0.1), pytest.approx(usual, abs=0.1))
