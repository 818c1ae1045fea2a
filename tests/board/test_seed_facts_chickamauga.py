"""Every hex the Chickamauga rules sheet names, and what it says of the ground."""

from collections.abc import Callable

import pytest
from board_field import Field

UNION_SET_UP = ["0910", "0719", "1408", "0123", "0626", "0723", "0624"]
CONFEDERATE_SET_UP = ["1325", "1026", "1815", "1916", "1422", "1622", "1419", "1417", "1810"]
NORTH_OF_DALTONS_FORD = ["1417", "1419", "1422", "1622"]
ROAD = ["0801", "0902", "0910", "0914", "0816", "0719", "0723", "0624", "0625"]


@pytest.fixture
def field(field_of: Callable[[str], Field]) -> Field:
    return field_of("chickamauga")


@pytest.mark.parametrize("name", [*UNION_SET_UP, *CONFEDERATE_SET_UP, "2128", "2508", "0801", "0111", "0126"])
def test_hexes_the_sheet_names_are_in_play_and_marked(name: str, field: Field) -> None:
    assert field.playable(name)
    assert field.board.provenance(field.at(name)) == "seed"


@pytest.mark.parametrize("name", [*UNION_SET_UP, *CONFEDERATE_SET_UP])
def test_set_up_hexes_have_ground_for_guns_within_one_hex(name: str, field: Field) -> None:
    near = [field.at(name), *field.grid.around[field.at(name)]]
    usable = {"clear", "light_woods", "rough", "town"}
    assert any(field.board.terrain[hex_] in usable for hex_ in near)


def test_lines_of_communications(field: Field) -> None:
    assert field.region("union_loc") == {"0801", "0111"}
    assert field.region("union_loc_with_train") == {"0126"}
    assert field.region("confederate_loc") == {"2128", "2508"}


@pytest.mark.parametrize("name", ["0801", "0111", "0126", "2128", "2508"])
def test_ways_off_the_map_are_edge_hexes_on_a_way(name: str, field: Field) -> None:
    assert field.on_edge(name)
    here = field.at(name)
    assert any(field.board.along(("road", "trail"), here, there) for there in field.grid.around[here])


def test_boxes_are_entered_by_their_hexes(field: Field) -> None:
    ways = {box.id: {field.grid.name(hex_) for hex_ in box.entry_hexes} for box in field.board.boxes.values()}
    assert ways == {"crawfish_springs": {"0126"}, "rossville": {"0801", "0111"}, "lafayette": {"2128"}}


def test_entry_a_is_the_way_from_lafayette(field: Field) -> None:
    entry = field.board.entries["A"]
    assert (entry.hex, entry.side) == (field.at("2128"), "confederate")


def test_the_lafayette_road_runs_from_0801_to_0625(field: Field) -> None:
    road = next(path for path in field.board.paths if path.name_en == "LaFayette Road")
    assert road.kind == "road"
    assert road.provenance == "seed"
    assert (road.hexes[0], road.hexes[-1]) == (field.at("0801"), field.at("0625"))
    assert field.on_path("LaFayette Road", ROAD)
    assert field.region("lafayette_road") == {field.grid.name(hex_) for hex_ in road.hexes}


def test_the_road_parts_west_from_east(field: Field) -> None:
    west, road = field.region("west_of_lafayette_road"), field.region("lafayette_road")
    assert not west & road
    assert {"0111", "0126", "0123", "0626"} <= west
    assert not west & {"1408", *CONFEDERATE_SET_UP, "2128", "2508"}
    south = {"0726", "0727", "0827", "0828"}
    for name in west:
        near = {field.grid.name(there) for there in field.grid.around[field.at(name)]}
        assert near <= west | road | south, name


@pytest.mark.parametrize("name", NORTH_OF_DALTONS_FORD)
def test_four_divisions_stand_north_of_daltons_ford(name: str, field: Field) -> None:
    """They are over the creek already: they can reach the road without crossing it (20.2)."""
    assert field.joined(name, "0910", lambda side: "creek" not in side)
    assert not field.joined(name, "1325", lambda side: "creek" not in side)


def test_daltons_ford_crosses_the_creek_south_of_them(field: Field) -> None:
    assert field.crossing_sides("Dalton's Ford") == {"1323", "1324"}
    assert field.side("1323", "1324") == {"creek", "ford"}
    assert min(int(name[2:]) for name in field.crossing_sides("Dalton's Ford")) > max(
        int(name[2:]) for name in NORTH_OF_DALTONS_FORD
    )


@pytest.mark.parametrize("name", ["1325", "1026", "2128", "2508"])
def test_the_rest_of_the_confederates_begin_beyond_the_creek(name: str, field: Field) -> None:
    assert not field.joined(name, "0910", lambda side: "creek" not in side)
    assert field.joined(name, "0910", lambda side: "creek" not in side or bool(side & {"ford", "bridge"}))


def test_mills_and_ridges_the_notes_name(field: Field) -> None:
    assert field.grid.name(field.board.place("Lee & Gordon's Mill")) == "0625"
    assert field.grid.name(field.board.place("Jay's Mill")) == "1810"
    west = int(field.grid.name(field.board.place("Missionary Ridge"))[:2])
    east = int(field.grid.name(field.board.place("Peavine Ridge"))[:2])
    assert west < 6 < 18 < east


def test_both_readings_of_the_misprinted_hex_can_be_used(field: Field) -> None:
    assert field.region("c926_candidates") == {"0926", "1926"}
    assert all(field.playable(name) for name in ("0926", "1926"))
