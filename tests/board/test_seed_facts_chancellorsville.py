"""Every hex and hexside the rules of Stonewall's Last Battle name, and what they say of the country."""

from collections.abc import Callable

import pytest
from board_field import Field

from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.trace import trace

PLACES = {
    "3427": "Chancellorsville",
    "3828": "Tabernacle Church",
    "4028": "Salem Church",
    "4227": "Snowden",
    "4530": "Smithfield",
    "4531": "Hamilton's Crossing",
    "4328": "Fredericksburg",
    "4329": "Fredericksburg (south)",
    "4426": "Falmouth",
    "1920": "Stevensburg",
    "1418": "Culpeper",
    "2015": "Fleetwood Hill",
    "2215": "Elkwood",
    "2926": "Wilderness Tavern",
}
NAMED = [  # every hex number printed in the rules
    "0134", "1418", "1633", "1920", "2015", "2115", "2215", "2315", "2419", "2618", "2721", "2821", "2926", "3120",
    "3121", "3427", "3525", "3624", "3828", "4028", "4227", "4230", "4233", "4328", "4329", "4426", "4427", "4428",
    "4529", "4530", "4531", "4534", "4628",
]  # fmt: skip
HIDDEN_MOVES = ["2315", "2419", "2618", "2721", "2821", "3121"]
PONTOONS = [("4427", "4328"), ("4427", "4428"), ("4628", "4529")]


@pytest.fixture
def field(field_of: Callable[[str], Field]) -> Field:
    return field_of("chancellorsville")


@pytest.mark.parametrize(("name", "place"), PLACES.items())
def test_places_stand_in_their_hexes(name: str, place: str, field: Field) -> None:
    assert place in field.places(name)
    assert field.grid.name(field.board.place(place)) == name
    assert field.board.provenance(field.at(name)) == "seed"


def test_exactly_the_hexes_the_rules_name_are_marked_as_theirs(field: Field) -> None:
    marked = [hex_ for hex_ in range(field.grid.size) if field.board.provenance(hex_) == "seed"]
    assert sorted(field.grid.name(hex_) for hex_ in marked) == NAMED
    assert all(field.board.playable >> hex_ & 1 and field.terrain(field.grid.name(hex_)) != "water" for hex_ in marked)


def test_the_horse_artillery_stands_in_the_county_no_confederate_leaves(field: Field) -> None:
    assert "2115" in field.region("culpeper_county")


def test_brandy_station_lies_six_miles_north_east_of_culpeper(field: Field) -> None:
    """1.15 miles to a hex: five of them."""
    station = field.board.place("Brandy Station")
    assert field.grid.distance(station, field.at("1418")) == 5
    assert field.grid.name(station)[:2] > "14"
    assert field.grid.name(station)[2:] < "18"


@pytest.mark.parametrize("name", ["4328", "4329", "4426", "1418", "1920"])
def test_towns_are_towns(name: str, field: Field) -> None:
    assert field.terrain(name) == "town"


def test_both_hexes_the_rules_call_fredericksburg_are_the_town(field: Field) -> None:
    assert field.region("fredericksburg") == {"4328", "4329"}


@pytest.mark.parametrize(("north", "south"), PONTOONS)
def test_major_river_bridges_can_stand_at_their_hexsides(north: str, south: str, field: Field) -> None:
    assert field.side(north, south) == {"major_river"}
    assert north in field.region("north_of_rappahannock")
    assert south in field.region("south_of_both_rivers")
    assert (field.at(north), field.at(south)) in field.board.side_sets["pontoon_sites"]


def test_us_ford_lies_between_3525_and_3624(field: Field) -> None:
    assert field.crossing_sides("U.S. Ford") == {"3525", "3624"}
    assert field.side("3525", "3624") == {"major_river", "ford"}
    assert "3624" in field.region("north_of_rappahannock")
    assert "3525" in field.region("south_of_both_rivers")


def test_scotts_dam_ford_is_next_to_us_ford_and_scotts_ford_near_fredericksburg(field: Field) -> None:
    us = [field.at(name) for name in field.crossing_sides("U.S. Ford")]
    dam = [field.at(name) for name in field.crossing_sides("Scott's Dam Ford")]
    scotts = [field.at(name) for name in field.crossing_sides("Scott's Ford")]
    town = field.at("4328")
    assert min(field.grid.distance(a, b) for a in us for b in dam) <= 1
    assert min(field.grid.distance(a, town) for a in scotts) <= 2
    assert "rappahannock_river" in field.crossing("Scott's Dam Ford").tags


def test_the_river_east_of_scotts_dam_ford_begins_below_it(field: Field) -> None:
    closed = field.board.side_sets["rappahannock_east_of_scotts_dam_ford"]
    order = field.board.streams["rappahannock_river"].sides
    dam = field.crossing("Scott's Dam Ford").sides
    place = next(number for number, side in enumerate(order) if set(side) == set(dam))
    assert {frozenset(side) for side in closed} == {frozenset(side) for side in order[place + 1 :]}
    for open_ford in ("U.S. Ford", "Scott's Dam Ford"):
        assert field.crossing(open_ford).sides not in closed
    for shut in ("Banks' Ford", "Scott's Ford"):
        assert field.crossing(shut).sides in closed


@pytest.mark.parametrize("name", ["Kelly's Ford", "Beverly Ford", "Banks' Ford"])
def test_fords_the_rules_name_cross_the_rappahannock(name: str, field: Field) -> None:
    crossing = field.crossing(name)
    assert crossing.kind == "ford"
    assert "major_river" in field.board.side(*crossing.sides)
    banks = {field.grid.name(hex_) for hex_ in crossing.sides}
    assert len(banks & field.region("north_of_rappahannock")) == 1


def test_kellys_ford_leads_south_west_to_2618(field: Field) -> None:
    assert field.crossing_sides("Kelly's Ford") == {"2618", "2718"}
    assert "2718" in field.region("north_of_rappahannock")


def test_the_station_bridge_crosses_the_rappahannock(field: Field) -> None:
    bridge = field.crossing("Rappahannock Station Bridge")
    assert bridge.kind == "bridge"
    assert field.board.along("railroad", *bridge.sides)


def test_mountain_run_has_two_fords_and_can_be_crossed_upstream(field: Field) -> None:
    sites = {frozenset(side) for side in field.board.side_sets["mountain_run_fords"]}
    assert sites == {frozenset((field.at("2418"), field.at("2419"))), frozenset((field.at("2519"), field.at("2419")))}
    run = field.board.streams["mountain_run"].sides
    upstream = [side for side in run if field.board.side(*side) == {"creek"}]
    below = [side for side in run if "minor_river" in field.board.side(*side)]
    assert upstream
    assert sites <= {frozenset(side) for side in below}
    assert run[: len(upstream)] == tuple(upstream)


@pytest.mark.parametrize("name", HIDDEN_MOVES)
def test_hidden_moves_end_on_the_confederate_bank_at_the_river(name: str, field: Field) -> None:
    assert name in field.region("south_of_rappahannock")
    near = field.grid.around[field.at(name)]
    by_river = any("major_river" in field.board.side(field.at(name), there) for there in near)
    assert by_river or name == "2419"


def test_the_hidden_movement_table_is_in_the_order_of_the_die(field: Field) -> None:
    hexes = hexes_in(field.board.regions["confederate_hidden_moves"])
    assert [field.grid.name(hex_) for hex_ in hexes] == HIDDEN_MOVES


def test_wing_reference_hexes_lie_north_of_the_river(field: Field) -> None:
    assert field.region("right_wing_reference") == {"3120"}
    assert field.region("left_wing_reference") == {"4426"}
    assert {"3120", "4426"} <= field.region("north_of_rappahannock")


def test_the_stretch_of_the_telegraph_road_ends_at_4230(field: Field) -> None:
    stretch = field.region("telegraph_road_fredericksburg_to_4230")
    assert stretch == {"4328", "4329", "4228", "4229", "4230"}
    assert field.on_path("Telegraph Road", ["4228", "4229", "4230"])
    assert field.board.along(("road", "pike"), field.at("4228"), field.at("4229"))
    assert field.board.along(("road", "pike"), field.at("4229"), field.at("4230"))
    assert field.board.along(("road", "pike"), field.at("4328"), field.at("4228"))


def _by_road_south_of_the_river(field: Field, goals: list[str]) -> list[int] | None:
    south = field.board.regions["south_of_both_rivers"]
    ways = [
        [there for there in near if field.board.along(("road", "pike"), here, there) and south >> there & 1]
        for here, near in enumerate(field.grid.around)
    ]
    return trace(ways, field.at("3525"), mask_of(field.at(name) for name in goals))


def test_a_road_leads_south_of_the_river_from_us_ford_to_salem_church(field: Field) -> None:
    assert _by_road_south_of_the_river(field, ["4028"]) is not None


def test_a_road_leads_south_of_the_river_from_us_ford_to_the_telegraph_road(field: Field) -> None:
    assert _by_road_south_of_the_river(field, ["4228", "4229", "4230"]) is not None


@pytest.mark.parametrize("name", ["4233", "4534", "0134", "1633"])
def test_named_edge_hexes_lie_on_the_south_edge(name: str, field: Field) -> None:
    assert name in field.region("south_edge")
    assert field.grid.toward[field.at(name)][3] == -1


def test_supply_from_guiney_station_comes_in_by_a_way_at_two_hexes(field: Field) -> None:
    assert field.region("guiney_supply_edge") == {"4233", "4534"}
    for name in ("4233", "4534"):
        near = field.grid.around[field.at(name)]
        assert any(field.board.along(("road", "pike", "railroad"), field.at(name), there) for there in near)


def test_longstreet_arrives_at_4534(field: Field) -> None:
    assert field.region("confederate_reinforcement_entry") == {"4534"}
    assert "confederate_reinforcements" in field.board.entries["S4534"].tags


def test_raiders_leave_by_roads_of_the_south_edge_between_0134_and_1633(field: Field) -> None:
    exits = field.region("cavalry_raid_exits")
    assert exits <= field.region("south_edge")
    assert all("0134" <= name <= "1633" for name in exits)
    assert exits == {
        field.grid.name(entry.hex)
        for entry in field.board.entries.values()
        if "south" in entry.tags and entry.tags & {"road", "pike"} and "01" <= field.grid.name(entry.hex)[:2] <= "16"
    }


@pytest.mark.parametrize("place", ["Culpeper", "Orange Court House", "Hamilton's Crossing"])
def test_stations_stand_on_the_railroad(place: str, field: Field) -> None:
    here = field.board.place(place)
    assert any("station" in one.tags for one in field.board.places_at(here))
    assert any(field.board.along("railroad", here, there) for there in field.grid.around[here])


def test_warrenton_junction_and_the_hexes_round_it(field: Field) -> None:
    junction = field.board.place("Warrenton Junction")
    assert field.board.regions["warrenton_junction_within_1"] == field.grid.within(junction, 1)


def test_the_forbidden_country_is_west_of_the_telegraph_road_in_row_32_and_below(field: Field) -> None:
    forbidden = field.region("wing_union_forbidden")
    assert forbidden
    assert all(int(name[2:]) >= 32 for name in forbidden)
    assert "3734" in forbidden
    assert not forbidden & {"3427", "4328", "4534"}


def test_culpeper_county_holds_its_towns_and_ends_at_the_rivers(field: Field) -> None:
    county = field.region("culpeper_county")
    assert {"1418", "1920", "2015", "2215", "2618"} <= county
    assert not county & (field.region("north_of_rappahannock") | field.region("south_of_both_rivers"))
