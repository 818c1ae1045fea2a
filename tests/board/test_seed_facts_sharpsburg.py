"""What the Sharpsburg rule book says of its map: kinds of terrain, a creek, and two hexes of town."""

from collections.abc import Callable

import pytest
from board_field import Field

CROSSINGS = {
    "Pry's Ford": ("1105", "1204"),
    "Snavely's Ford": ("0811", "0812"),
    "Upper Bridge": ("1203", "1303"),
    "Middle Bridge": ("1007", "1107"),
    "Lower Bridge (Burnside's Bridge)": ("0910", "1010"),
}


@pytest.fixture
def field(field_of: Callable[[str], Field]) -> Field:
    return field_of("sharpsburg")


def test_the_two_hexes_of_sharpsburg_are_the_only_town(field: Field) -> None:
    town = {name for name in field.grid.names if field.terrain(name) == "town"}
    assert town == field.region("sharpsburg")
    assert len(town) == 2
    assert field.adjacent(*town)
    assert town <= field.region("west_bank")


def test_every_terrain_of_the_chart_is_on_the_map(field: Field) -> None:
    assert {field.terrain(name) for name in field.grid.names if field.playable(name)} == {"clear", "woods", "town"}
    assert set(field.board.hexsides) == {"creek", "ridge"}
    assert {crossing.kind for crossing in field.board.crossings} == {"bridge", "ford"}
    assert {path.kind for path in field.board.paths} == {"road"}


@pytest.mark.parametrize(("name", "sides"), CROSSINGS.items())
def test_crossings_lie_on_the_creek_between_the_banks(name: str, sides: tuple[str, str], field: Field) -> None:
    assert field.crossing_sides(name) == set(sides)
    assert "creek" in field.side(*sides)
    assert sides[0] in field.region("west_bank")
    assert sides[1] in field.region("east_bank")


def test_the_creek_is_passed_only_at_fords_and_bridges(field: Field) -> None:
    assert {crossing.name_en for crossing in field.board.crossings} == set(CROSSINGS)
    assert not field.joined("0709", "1403", lambda side: "creek" not in side)
    assert field.joined("0709", "1403", lambda side: "creek" not in side or "bridge" in side)


def test_the_potomac_only_trims_the_map(field: Field) -> None:
    for name in field.grid.names:
        assert field.playable(name) == (field.terrain(name) != "river")


def test_both_sides_have_edge_hexes_for_reinforcements(field: Field) -> None:
    sides = {entry.id: entry.side for entry in field.board.entries.values()}
    assert sides == {"U1": "union", "U2": "union", "C1": "confederate"}
    assert all(field.playable(field.grid.name(entry.hex)) for entry in field.board.entries.values())
