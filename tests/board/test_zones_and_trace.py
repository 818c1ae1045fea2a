"""Zones of control, and lines traced through open country and along edges."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from hardtack.board.board import Board
from hardtack.board.deployment import zone_masks
from hardtack.board.mapfile import load_board
from hardtack.board.masks import bit, hexes_in, mask_of
from hardtack.board.reach import build_edges
from hardtack.board.trace import flood, neighbours_of, trace

TEXT = """
id = "creek"
title_en = "Creek"
title_ja = "小川"
yards_per_hex = 100
default = "clear"
out_of_play = ["0606"]
[grid]
columns = [1, 6]
rows = [1, 6]
shift = "even-down"
[hexsides]
creek = [["0203", "0204"], ["0203", "0304"], ["0303", "0304"], ["0304", "0403"], ["0403", "0404"]]
[[crossings]]
kind = "bridge"
between = ["0303", "0304"]
"""
BOARD: Board = load_board(TEXT)
GRID = BOARD.grid
AT = GRID.index
EVERYWHERE = (1 << GRID.size) - 1
masks = st.integers(0, EVERYWHERE)
hexes = st.integers(0, GRID.size - 1)


def over_bridges_only(here: int, there: int) -> bool:
    side = BOARD.side(here, there)
    return "creek" not in side or "bridge" in side


def test_a_zone_stops_at_the_creek_but_for_the_bridge() -> None:
    zones = zone_masks(BOARD, over_bridges_only)
    at_bridge = AT("0304")
    barred = {AT("0203"), AT("0403")}
    assert set(hexes_in(zones[at_bridge])) == set(GRID.around[at_bridge]) - barred
    assert zones[AT("0203")] >> at_bridge & 1 == 0


def test_zones_keep_off_hexes_out_of_play() -> None:
    zones = zone_masks(BOARD, lambda here, there: True)
    assert zones[AT("0606")] == 0
    assert all(not zone & bit(AT("0606")) for zone in zones)
    assert zones[AT("0303")] == GRID.around_mask[AT("0303")]


@given(hexes, masks, masks, masks, st.one_of(st.none(), st.integers(0, 6)))
def test_trace_finds_a_shortest_open_way(start: int, goals: int, a: int, b: int, limit: int | None) -> None:
    closed = a & b
    way = trace(GRID.around, start, goals, closed, limit)
    flooded = [flood(GRID.around, bit(start), closed, steps) for steps in range(GRID.size)]
    steps = next((n for n, mask in enumerate(flooded) if mask & goals), None)
    if steps is None or (limit is not None and steps > limit):
        assert way is None
        return
    assert way is not None
    assert len(way) == steps + 1
    assert way[0] == start
    assert goals & bit(way[-1])
    assert not closed & mask_of(way[1:])
    assert all(GRID.adjacent(here, there) for here, there in itertools.pairwise(way))


@given(masks, masks, masks)
def test_flood_holds_its_starts_and_what_joins_them(a: int, b: int, closed: int) -> None:
    starts = a & b & 0b1001001001
    flooded = flood(GRID.around, starts, closed)
    assert flooded & starts == starts
    for hex_ in range(GRID.size):
        joined = any(trace(GRID.around, start, bit(hex_), closed) for start in hexes_in(starts))
        assert bool(flooded & bit(hex_)) == joined


def test_a_line_goes_round_by_the_bridge() -> None:
    edges = build_edges(BOARD, lambda here, there: 1 if over_bridges_only(here, there) else None)
    ways = neighbours_of(edges)
    assert trace(ways, AT("0203"), bit(AT("0304"))) == [AT("0203"), AT("0303"), AT("0304")]
    assert trace(ways, AT("0203"), bit(AT("0304")), limit=1) is None


def test_among_goals_and_ways_of_one_length_the_lowest_hex_wins() -> None:
    start = AT("0303")
    assert trace(GRID.around, start, bit(AT("0402")) | bit(AT("0203"))) == [start, AT("0203")]
    assert trace(GRID.around, start, bit(AT("0103"))) == [start, AT("0202"), AT("0103")]
