"""Every fact the book states about the Shiloh map, against the map file."""

from __future__ import annotations

from pathlib import Path

import pytest

import hardtack.battles.shiloh as package
from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.board.masks import hexes_in

MAP = Path(package.__file__).parent / "data" / "map.toml"


@pytest.fixture(scope="module")
def board() -> Board:
    return load_board(MAP)


def names(board: Board, mask: int) -> set[str]:
    return {board.grid.name(hex_) for hex_ in hexes_in(mask)}


@pytest.mark.rule("SL 17.2", "SL 17.35")
def test_entry_hexes(board: Board) -> None:
    entries = {entry.id: (board.grid.name(entry.hex), entry.side) for entry in board.entries.values()}
    assert {name: entries[name] for name in "ABC"} == {
        "A": ("1910", "union"), "B": ("1103", "union"), "C": ("0125", "confederate"),
    }  # fmt: skip


@pytest.mark.rule("SL 17.21", "SL 17.36")
def test_loc_hexes(board: Board) -> None:
    assert names(board, board.regions["confederate_loc"]) == {"0125"}
    assert names(board, board.regions["union_loc"]) == {"1103", "1910"}


@pytest.mark.rule("SL 18.1", "SL 18.2")
def test_objectives(board: Board) -> None:
    assert names(board, board.regions["confederate_objective"]) == {"1809", "1910"}
    assert names(board, board.regions["union_objective"]) == {"0125"}
    assert board.grid.adjacent(board.grid.index("1809"), board.grid.index("1910"))


@pytest.mark.rule("SL 21.1")
def test_the_peach_orchard_is_light_woods(board: Board) -> None:
    orchard = board.place("peach_orchard")
    assert board.grid.name(orchard) == "1615"
    assert board.has("orchard", orchard)
    assert board.terrain[orchard] == "light_woods"


@pytest.mark.rule("SL 19.11")
def test_the_landing_is_a_bank_hex_of_the_river(board: Board) -> None:
    landing = board.grid.index("1910")
    assert board.has("river_partial", landing)
    assert board.terrain[landing] != "river"


def test_duncan_field_flanks_the_sunken_road_from_the_open_west(board: Board) -> None:
    """Player's notes: the Sunken Road is strong, but can be turned along Duncan Field from the west."""
    duncan, road = board.grid.index("1213"), board.grid.index("1313")
    assert board.place("duncan_field") == duncan
    assert board.grid.adjacent(duncan, road)
    assert "protected" not in board.side(duncan, road)
    assert board.terrain[duncan] == "clear"


def test_the_creek_on_the_union_right_has_only_bridges(board: Board) -> None:
    """History, 16.1: the stream that covers the flank cannot be crossed."""
    crossings = {(crossing.kind, *sorted(map(board.grid.name, crossing.sides))) for crossing in board.crossings}
    assert crossings == {
        ("bridge", "0213", "0313"), ("bridge", "1204", "1205"), ("ford", "1921", "2021"),
    }  # fmt: skip


def test_the_ridge_rises_behind_the_church(board: Board) -> None:
    church = board.place("shiloh_church")
    assert board.grid.name(church) == "0915"
    assert board.slope_up(church, board.grid.index("0914"))
