"""The hex grid: names, neighbours and distances, for both ways the columns can be shifted."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.board.grid import BadHex, Grid, NotAdjacent
from hardtack.board.masks import hexes_in, mask_of

N, NE, SE, S, SW, NW = range(6)
EVEN = Grid((1, 58), (1, 34), "even-down", "even", (1, 33))
ODD = Grid((1, 9), (1, 8), "odd-down")
SMALL = Grid((3, 12), (2, 11), "even-down")
GRIDS = st.sampled_from([ODD, SMALL])


@st.composite
def grid_and_hexes(draw: st.DrawFn, hexes: int) -> tuple[Grid, list[int]]:
    grid = draw(GRIDS)
    return grid, [draw(st.integers(0, grid.size - 1)) for _ in range(hexes)]


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("4427", "4328"),
        ("4427", "4428"),
        ("4529", "4628"),
        ("3525", "3624"),
        ("2618", "2718"),
        ("2418", "2419"),
        ("2519", "2419"),
    ],
)
def test_hexsides_the_campaign_book_names_are_hexsides(a: str, b: str) -> None:
    assert EVEN.adjacent(EVEN.index(a), EVEN.index(b))
    assert EVEN.adjacent(EVEN.index(b), EVEN.index(a))


@pytest.mark.parametrize(
    ("grid", "here", "six"),
    [
        (EVEN, "0404", ["0403", "0504", "0505", "0405", "0305", "0304"]),
        (EVEN, "0504", ["0503", "0603", "0604", "0505", "0404", "0403"]),
        (ODD, "0404", ["0403", "0503", "0504", "0405", "0304", "0303"]),
        (ODD, "0504", ["0503", "0604", "0605", "0505", "0405", "0404"]),
    ],
)
def test_the_six_neighbours_run_clockwise_from_north(grid: Grid, here: str, six: list[str]) -> None:
    hex_ = grid.index(here)
    assert [grid.name(other) for other in grid.toward[hex_]] == six
    assert [grid.direction(hex_, grid.index(name)) for name in six] == [N, NE, SE, S, SW, NW]
    assert set(grid.around[hex_]) == set(hexes_in(grid.around_mask[hex_])) == {grid.index(name) for name in six}


def test_edges_of_the_grid_have_no_neighbour_beyond() -> None:
    corner = EVEN.index("0101")
    assert EVEN.toward[corner] == (-1, -1, EVEN.index("0201"), EVEN.index("0102"), -1, -1)
    assert EVEN.around[corner] == (EVEN.index("0201"), EVEN.index("0102"))


def test_short_columns_end_a_row_earlier() -> None:
    assert EVEN.size == 29 * 34 + 29 * 33
    assert "4233" in EVEN.names
    assert "4234" not in EVEN.names
    assert "4534" in EVEN.names
    assert EVEN.toward[EVEN.index("4233")][S] == -1
    assert EVEN.toward[EVEN.index("4334")][NE] == EVEN.index("4433")


def test_every_hex_has_its_own_name_and_number() -> None:
    for grid in (EVEN, ODD, SMALL):
        assert [grid.index(name) for name in grid.names] == list(range(grid.size))
        for hex_, name in enumerate(grid.names):
            assert (grid.column(hex_), grid.row(hex_)) == (int(name[:2]), int(name[2:]))


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("0135", "off-grid"),
        ("4234", "off-grid"),
        ("5901", "off-grid"),
        ("101", "malformed"),
        ("C926", "malformed"),
        ("٠١٠١", "malformed"),
        ("", "malformed"),
    ],
)
def test_a_bad_name_is_refused_by_name(name: str, reason: str) -> None:
    with pytest.raises(BadHex) as caught:
        EVEN.index(name)
    assert caught.value.name == name
    assert caught.value.reason == reason


@pytest.mark.parametrize(
    "arguments",
    [
        ((1, 5), (1, 5), "sideways"),
        ((5, 1), (1, 5), "even-down"),
        ((1, 100), (1, 5), "even-down"),
        ((1, 5), (1, 5), "even-down", "even"),
        ((1, 5), (1, 5), "even-down", "all", (1, 4)),
    ],
)
def test_a_grid_that_cannot_be_is_refused(arguments: tuple[object, ...]) -> None:
    with pytest.raises(ValueError, match=r"must|together"):
        Grid(*arguments)  # type: ignore[arg-type]


def test_direction_wants_neighbours() -> None:
    with pytest.raises(NotAdjacent, match=r"0101.*0103"):
        EVEN.direction(EVEN.index("0101"), EVEN.index("0103"))
    with pytest.raises(NotAdjacent):
        EVEN.direction(0, 0)


@pytest.mark.parametrize(
    ("a", "b", "distance"),
    [
        ("0101", "0101", 0),
        ("0101", "0201", 1),
        ("0101", "0202", 2),
        ("0201", "0102", 1),
        ("3120", "4426", 13),
        ("0101", "0505", 6),
        ("0101", "5801", 57),
    ],
)
def test_known_distances(a: str, b: str, distance: int) -> None:
    assert EVEN.distance(EVEN.index(a), EVEN.index(b)) == distance


@given(grid_and_hexes(2))
def test_distance_is_the_fewest_steps(case: tuple[Grid, list[int]]) -> None:
    grid, (a, b) = case
    found, front, steps = 1 << a, 1 << a, 0
    while not found >> b & 1:
        steps += 1
        grown = mask_of(near for hex_ in hexes_in(front) for near in grid.around[hex_])
        front, found = grown & ~found, found | grown
    assert grid.distance(a, b) == steps == grid.distance(b, a)
    assert grid.adjacent(a, b) == (steps == 1)


@given(grid_and_hexes(3))
def test_no_way_round_is_shorter(case: tuple[Grid, list[int]]) -> None:
    grid, (a, b, c) = case
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(1), st.integers(-1, 12))
def test_within_holds_what_distance_says(case: tuple[Grid, list[int]], reach: int) -> None:
    grid, (here,) = case
    within = [hex_ for hex_ in range(grid.size) if grid.distance(here, hex_) <= reach]
    assert list(hexes_in(grid.within(here, reach))) == within


def test_within_respects_short_columns() -> None:
    here = EVEN.index("4333")
    expected = {hex_ for hex_ in range(EVEN.size) if EVEN.distance(here, hex_) <= 3}
    assert set(hexes_in(EVEN.within(here, 3))) == expected


@given(grid_and_hexes(1))
def test_neighbours_stand_one_hex_apart_and_share_a_side(case: tuple[Grid, list[int]]) -> None:
    grid, (here,) = case
    for there in grid.around[here]:
        assert math.dist(grid.centre(here), grid.centre(there)) == pytest.approx(1.0)
        ours = {(round(x, 6), round(y, 6)) for x, y in grid.side_ends(here, there)}
        theirs = {(round(x, 6), round(y, 6)) for x, y in grid.side_ends(there, here)}
        assert ours == theirs
        (x1, y1), (x2, y2) = grid.side_ends(here, there)
        (ax, ay), (bx, by) = grid.centre(here), grid.centre(there)
        assert ((x1 + x2) / 2, (y1 + y2) / 2) == pytest.approx(((ax + bx) / 2, (ay + by) / 2))


def test_the_board_begins_at_its_top_left_corner() -> None:
    for grid in (EVEN, ODD):
        corners = [corner for hex_ in range(grid.size) for corner in grid.corners(hex_)]
        assert min(x for x, _ in corners) == pytest.approx(0.0)
        assert min(y for _, y in corners) == pytest.approx(0.0)


@given(st.sets(st.integers(0, 2000), max_size=60))
def test_masks_keep_sets(hexes: set[int]) -> None:
    mask = mask_of(hexes)
    assert list(hexes_in(mask)) == sorted(hexes)
