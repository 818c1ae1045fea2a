"""Lines of sight between hex centres."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.board.grid import Grid
from hardtack.board.sight import clear_line, line

EVEN = Grid((1, 20), (1, 20), "even-down")
ODD = Grid((1, 12), (1, 12), "odd-down")


@st.composite
def lines(draw: st.DrawFn) -> tuple[Grid, int, int]:
    grid = draw(st.sampled_from([EVEN, ODD]))
    return grid, draw(st.integers(0, grid.size - 1)), draw(st.integers(0, grid.size - 1))


@pytest.mark.parametrize(
    ("a", "b", "steps"),
    [
        ("1010", "1010", [["1010"]]),
        ("1010", "1011", [["1010"], ["1011"]]),
        ("1010", "1013", [["1010"], ["1011"], ["1012"], ["1013"]]),
        ("1010", "1211", [["1010"], ["1111"], ["1211"]]),
        # Straight across the columns the line runs between two hexes, then through one.
        ("1010", "1210", [["1010"], ["1110", "1111"], ["1210"]]),
        ("1010", "1410", [["1010"], ["1110", "1111"], ["1210"], ["1310", "1311"], ["1410"]]),
        # Down a slant of hexsides.
        ("1010", "1112", [["1010"], ["1011", "1111"], ["1112"]]),
        ("1010", "0912", [["1010"], ["0911", "1011"], ["0912"]]),
        # At the edge of the board one of the two hexes is missing.
        ("0101", "0301", [["0101"], ["0201"], ["0301"]]),
    ],
)
def test_known_lines(a: str, b: str, steps: list[list[str]]) -> None:
    met = line(EVEN, EVEN.index(a), EVEN.index(b))
    assert [[EVEN.name(hex_) for hex_ in step] for step in met] == steps


@given(lines())
def test_a_line_is_the_same_from_either_end(case: tuple[Grid, int, int]) -> None:
    grid, a, b = case
    assert line(grid, a, b) == tuple(reversed(line(grid, b, a)))


@given(lines())
def test_a_line_begins_and_ends_at_its_ends_and_never_jumps(case: tuple[Grid, int, int]) -> None:
    grid, a, b = case
    steps = line(grid, a, b)
    assert steps[0] == (a,)
    assert steps[-1] == (b,)
    assert len(steps) >= grid.distance(a, b) + 1
    for before, after in itertools.pairwise(steps):
        assert all(grid.adjacent(here, there) for here in before for there in after)
    for step in steps:
        assert len(step) == 1 or grid.adjacent(*step)


@given(lines())
def test_a_line_holds_every_hex_it_is_drawn_through(case: tuple[Grid, int, int]) -> None:
    grid, a, b = case
    met = {hex_ for step in line(grid, a, b) for hex_ in step}
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    for part in range(101):
        x, y = ax + (bx - ax) * part / 100, ay + (by - ay) * part / 100
        near = sorted((((cx - x) ** 2 + (cy - y) ** 2), hex_) for hex_, (cx, cy) in _centres(grid))
        # The nearest centre owns the point unless another is as near: then the point is on a hexside.
        if near[1][0] - near[0][0] > 1e-9 and near[0][0] < 0.24:
            assert near[0][1] in met


def _centres(grid: Grid) -> list[tuple[int, tuple[float, float]]]:
    return [(hex_, grid.centre(hex_)) for hex_ in range(grid.size)]


def test_ends_never_block_and_what_lies_between_does() -> None:
    a, middle, b = (EVEN.index(name) for name in ("1010", "1011", "1012"))
    assert clear_line(EVEN, a, b, lambda hex_: hex_ in (a, b))
    assert not clear_line(EVEN, a, b, lambda hex_: hex_ == middle)


def test_along_a_hexside_both_sides_block_unless_either_does() -> None:
    a, left, right, b = (EVEN.index(name) for name in ("1010", "1110", "1111", "1210"))
    assert clear_line(EVEN, a, b, lambda hex_: hex_ == left)
    assert not clear_line(EVEN, a, b, lambda hex_: hex_ in (left, right))
    assert not clear_line(EVEN, a, b, lambda hex_: hex_ == left, either=True)
    assert clear_line(EVEN, a, b, lambda hex_: False, either=True)
