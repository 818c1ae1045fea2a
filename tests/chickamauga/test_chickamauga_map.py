"""Every fact the book states about the Chickamauga map, against the map file."""

from __future__ import annotations

from pathlib import Path

import pytest

import hardtack.battles.chickamauga as package
from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.board.masks import bit, hexes_in, mask_of
from hardtack.board.trace import flood

MAP = Path(package.__file__).parent / "data" / "map.toml"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(MAP)


def names(board: Board, mask: int) -> set[str]:
    return {board.grid.name(hex_) for hex_ in hexes_in(mask)}


@pytest.mark.rule("CK 17.21", "CK 17.32")
def test_loc_hexes(board: Board) -> None:
    assert names(board, board.regions["union_loc"]) == {"0801", "0111"}
    assert names(board, board.regions["union_loc_with_train"]) == {"0126"}
    assert names(board, board.regions["confederate_loc"]) == {"2128", "2508"}


@pytest.mark.rule("CK 19.11", "CK 17.3")
def test_boxes_and_the_entry_hex(board: Board) -> None:
    boxes = {box.id: [board.grid.name(hex_) for hex_ in box.entry_hexes] for box in board.boxes.values()}
    assert boxes == {"crawfish_springs": ["0126"], "rossville": ["0801", "0111"], "lafayette": ["2128"]}
    assert [(entry.id, board.grid.name(entry.hex)) for entry in board.entries.values()] == [("A", "2128")]


@pytest.mark.rule("CK 18.1")
def test_the_lafayette_road_runs_unbroken_from_0801_to_0625(board: Board) -> None:
    road = next(path for path in board.paths if path.name_en == "LaFayette Road")
    assert (board.grid.name(road.hexes[0]), board.grid.name(road.hexes[-1])) == ("0801", "0625")
    assert names(board, board.regions["lafayette_road"]) == {board.grid.name(hex_) for hex_ in road.hexes}


@pytest.mark.rule("CK 18.1")
def test_the_road_parts_west_from_east(board: Board) -> None:
    """Nobody gets from the west to the east without treading on the road or its run south of the mill."""
    west, road = board.regions["west_of_lafayette_road"], board.regions["lafayette_road"]
    assert not west & road
    south = next(path for path in board.paths if path.name_en == "LaFayette Road, south")
    line = road | mask_of(south.hexes)
    reached = flood(board.grid.around, west, line)
    assert reached & ~west & ~line == 0
    east = board.playable & ~west & ~line
    assert {"0123", "0626", "0111", "0126"} <= names(board, west)
    assert {"0719", "0910"} <= names(board, road)
    assert {"1026", "1408", "0926"} <= names(board, east)


def test_the_divisions_north_of_daltons_ford(board: Board) -> None:
    """Player's notes: the divisions at 1417, 1419, 1422 and 1622 have crossed the creek already."""
    ford = next(crossing for crossing in board.crossings if crossing.name_en == "Dalton's Ford")
    assert {board.grid.name(hex_) for hex_ in ford.sides} == {"1323", "1324"}
    dry = tuple(
        tuple(b for b in board.grid.around[a] if "creek" not in board.side(a, b)) for a in range(board.grid.size)
    )
    west_bank = flood(dry, bit(board.grid.index("0910")))
    for name in ("1417", "1419", "1422", "1622", "1408", "0723"):
        assert west_bank >> board.grid.index(name) & 1, name
    for name in ("1325", "1026", "2128", "0926"):
        assert not west_bank >> board.grid.index(name) & 1, name
