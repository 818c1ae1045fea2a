"""Reach against a plain Dijkstra, with closed hexes and hexes that end a move."""

import heapq
import itertools
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.board.masks import bit, mask_of
from hardtack.board.reach import Edges, build_edges, path_to, reach, reach_tree, way_back

TEXT = """
id = "drill"
title_en = "Drill ground"
title_ja = "練兵場"
yards_per_hex = 100
default = "clear"
out_of_play = ["0101"]
[grid]
columns = [1, 9]
rows = [1, 8]
shift = "even-down"
"""
BOARD: Board = load_board(TEXT)
AT = BOARD.grid.index
FLAT: Edges = build_edges(BOARD, lambda here, there: 1)


@st.composite
def cases(draw: st.DrawFn) -> tuple[Edges, int, int, int, int]:
    random = Random(draw(st.integers(0, 2**32)))  # to draw every price by itself takes longer than all the rest
    prices = {
        (here, there): random.choice((None, random.randint(1, 5)))
        for here in range(BOARD.grid.size)
        for there in BOARD.grid.around[here]
        if here % 3 == 0 or there % 4 == 0
    }
    edges = build_edges(BOARD, lambda here, there: prices.get((here, there), 2))
    some = st.integers(0, (1 << BOARD.grid.size) - 1)
    start = draw(st.integers(0, BOARD.grid.size - 1))
    closed = draw(some) & draw(some) & draw(some)
    stops = draw(some) & draw(some) & draw(some)
    return edges, start, draw(st.integers(-2, 14)), closed, stops


def dijkstra(edges: Edges, start: int, points: int, closed: int, stops: int) -> dict[int, int]:
    done: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if here in done:
            continue
        done[here] = spent
        if here != start and stops & bit(here):
            continue
        for there, price in edges.moves[here]:
            if spent + price <= points and not closed & bit(there):
                heapq.heappush(queue, (spent + price, there))
    del done[start]
    return done


@given(cases())
def test_reach_finds_what_dijkstra_finds(case: tuple[Edges, int, int, int, int]) -> None:
    assert reach(*case) == dijkstra(*case)


@given(cases())
def test_every_path_of_the_tree_costs_what_reach_says(case: tuple[Edges, int, int, int, int]) -> None:
    edges, start, _, closed, stops = case
    costs, parents = reach_tree(*case)
    assert costs == reach(*case)
    assert set(parents) == set(costs)
    for goal, cost in costs.items():
        path = path_to(parents, start, goal)
        assert (path[0], path[-1]) == (start, goal)
        assert way_back(edges, costs, start, goal, stops) == path[1:]
        steps = [dict(edges.moves[a])[b] for a, b in itertools.pairwise(path)]
        assert sum(steps) == cost
        assert not closed & mask_of(path[1:])
        assert not stops & mask_of(path[1:-1])


def test_among_equal_ways_the_lowest_hex_wins() -> None:
    for start, goal in ((AT("0405"), AT("0605")), (AT("0605"), AT("0405"))):
        _, parents = reach_tree(FLAT, start, 3)
        assert path_to(parents, start, goal) == [start, AT("0505"), goal]
        assert BOARD.grid.adjacent(start, AT("0506"))
        assert BOARD.grid.adjacent(goal, AT("0506"))


def test_a_start_inside_a_zone_is_left() -> None:
    start = AT("0404")
    stops = bit(start) | mask_of(BOARD.grid.around[start])
    assert reach(FLAT, start, 5, stops=stops) == dict.fromkeys(BOARD.grid.around[start], 1)


def test_a_ring_of_closed_hexes_holds_a_piece() -> None:
    start = AT("0404")
    assert reach(FLAT, start, 9, closed=BOARD.grid.around_mask[start]) == {}


def test_hexes_out_of_play_are_never_entered_or_left() -> None:
    assert AT("0101") not in reach(FLAT, AT("0102"), 9)
    assert reach(FLAT, AT("0101"), 9) == {}


def test_too_few_points_reach_nothing() -> None:
    edges = build_edges(BOARD, lambda here, there: 4)
    assert reach(edges, AT("0404"), 3) == {}
    assert len(reach(edges, AT("0404"), 4)) == 6


def test_a_free_move_is_refused_by_name() -> None:
    with pytest.raises(ValueError, match=r"0102 to 0103 costs 0"):
        build_edges(BOARD, lambda here, there: 0 if (here, there) == (AT("0102"), AT("0103")) else 1)


def test_a_goal_that_was_not_reached_has_no_path() -> None:
    _, parents = reach_tree(FLAT, AT("0404"), 1)
    with pytest.raises(KeyError):
        path_to(parents, AT("0404"), AT("0408"))
