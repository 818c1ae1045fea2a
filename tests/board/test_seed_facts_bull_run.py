"""What the Bull Run rule book says of its map.  It numbers no hex: names, banks and directions are its facts."""

from collections.abc import Callable

import pytest
from board_field import Field

NORTH_TO_SOUTH = {
    "Sudley Ford": ("0302", "0303"),
    "Farm Ford": ("0704", "0705"),
    "Stone Bridge": ("0804", "0805"),
    "Ball's Ford": ("1007", "0907"),
    "Mitchell's Ford": ("1308", "1309"),
    "Blackburn's Ford": ("1508", "1509"),
    "McLean's Ford": ("1710", "1610"),
    "Union Mills Ford": ("1912", "1913"),
}


@pytest.fixture
def field(field_of: Callable[[str], Field]) -> Field:
    return field_of("bull_run")


def test_hexes_are_about_800_yards(field: Field) -> None:
    assert field.board.yards_per_hex == 800


@pytest.mark.parametrize(("name", "banks"), NORTH_TO_SOUTH.items())
def test_each_crossing_joins_the_north_bank_to_the_south(name: str, banks: tuple[str, str], field: Field) -> None:
    assert field.crossing_sides(name) == set(banks)
    assert banks[0] in field.region("north_bank")
    assert banks[1] in field.region("south_bank")
    kind = "bridge" if name == "Stone Bridge" else "ford"
    assert field.side(*banks) == {"creek", kind}


def test_no_other_crossing_leads_over_bull_run(field: Field) -> None:
    assert {crossing.name_en for crossing in field.board.crossings} == set(NORTH_TO_SOUTH)
    assert not field.joined("1802", "1614", lambda side: "creek" not in side)
    assert field.joined("1802", "1614", lambda side: "creek" not in side or bool(side & {"ford", "bridge"}))


def test_only_farm_ford_is_unknown_to_the_union(field: Field) -> None:
    hidden = [crossing.name_en for crossing in field.board.crossings if "union_hidden" in crossing.tags]
    assert hidden == ["Farm Ford"]


def test_sudley_and_farm_fords_lie_west_of_the_stone_bridge(field: Field) -> None:
    bridge = {int(name[:2]) for name in field.crossing_sides("Stone Bridge")}
    for ford in ("Sudley Ford", "Farm Ford"):
        assert max(int(name[:2]) for name in field.crossing_sides(ford)) < min(bridge)
        assert field.crossing_sides(ford) <= field.region("west_of_stone_bridge")
    assert not field.crossing_sides("Stone Bridge") & field.region("west_of_stone_bridge")


def test_centreville_is_a_town_and_the_confederate_objective(field: Field) -> None:
    assert field.places("1802") >= {"Centreville"}
    assert field.terrain("1802") == "town"
    assert field.region("confederate_objective") == {"1802"}
    assert "1802" in field.region("north_bank")


def test_the_union_objective_is_the_railroad_hex_marked_to_manassas(field: Field) -> None:
    assert field.region("union_objective") == {"1614"}
    assert field.places("1614") == {"To Manassas"}
    assert field.on_path("Orange & Alexandria Railroad", ["1614"])
    assert field.on_edge("1614")
    assert "1614" in field.region("south_bank")


def test_henry_hill_is_a_hill_south_of_bull_run(field: Field) -> None:
    henry_hill = field.grid.name(field.board.place("henry_hill"))
    assert field.terrain(henry_hill) == "hill"
    assert henry_hill in field.region("south_bank")


def test_evans_starts_at_entry_1_and_burnside_enters_at_a(field: Field) -> None:
    entries = field.board.entries
    assert (entries["1"].side, entries["1"].provenance) == ("confederate", "seed")
    assert (entries["A"].side, entries["A"].provenance) == ("union", "seed")
    assert set(entries) == {*map(str, range(1, 13)), *"ABCDE"}


def test_every_kind_of_terrain_of_the_cost_table_is_on_the_map(field: Field) -> None:
    assert set(field.board.terrain) == {"clear", "woods", "hill", "town"}
    assert {crossing.kind for crossing in field.board.crossings} == {"ford", "bridge"}
    assert "road" in {path.kind for path in field.board.paths}
