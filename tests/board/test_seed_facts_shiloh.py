"""Every hex the Shiloh rules sheet names, and what it says of the ground."""

from collections.abc import Callable

import pytest
from board_field import Field

GUNS_MAY_NOT_ENTER = {"deep_woods", "swamp", "swamp_stream", "river"}
SET_UP = [
    *("0422", "0320", "0521", "0420", "1021", "0722", "0822", "0619", "0720", "0820"),
    *("0915", "0715", "0917", "0914", "1118", "1318", "1216"),
]
GUNS = ["0320", "0722", "0619", "0820", "0914", "1216"]
CAMPS = {
    "0810": {"camp", "formation_1", "all_but_3_1"},
    "1014": {"camp", "formation_1", "only_3_1"},
    "1408": {"camp", "formation_2"},
    "1612": {"camp", "formation_4"},
    "1818": {"camp", "formation_5", "only_2_5"},
}


@pytest.fixture
def field(field_of: Callable[[str], Field]) -> Field:
    return field_of("shiloh")


@pytest.mark.parametrize("name", SET_UP)
def test_set_up_hexes_can_be_stood_on(name: str, field: Field) -> None:
    assert field.playable(name)
    assert field.terrain(name) != "river"
    assert field.board.provenance(field.at(name)) == "seed"


@pytest.mark.parametrize("name", GUNS)
def test_hexes_where_guns_set_up_let_guns_in(name: str, field: Field) -> None:
    assert field.terrain(name) not in GUNS_MAY_NOT_ENTER


@pytest.mark.parametrize(("name", "tags"), CAMPS.items())
def test_camps_stand_where_the_sheet_puts_them(name: str, tags: set[str], field: Field) -> None:
    entry = field.board.entries[f"camp_{name}"]
    assert (entry.hex, entry.side, entry.tags) == (field.at(name), "union", tags)
    assert field.terrain(name) not in GUNS_MAY_NOT_ENTER


def test_the_five_camps_are_a_region(field: Field) -> None:
    assert field.region("camps") == set(CAMPS)


@pytest.mark.parametrize(
    ("id_", "name", "side"), [("A", "1910", "union"), ("B", "1103", "union"), ("C", "0125", "confederate")]
)
def test_entry_hexes(id_: str, name: str, side: str, field: Field) -> None:
    entry = field.board.entries[id_]
    assert (entry.hex, entry.side, entry.provenance) == (field.at(name), side, "seed")
    assert field.playable(name)


@pytest.mark.parametrize("name", ["1103", "0125"])
def test_land_entries_lie_on_the_edge_on_a_road(name: str, field: Field) -> None:
    assert field.on_edge(name)
    assert any(
        path.kind == "road" and path.hexes and field.at(name) in (path.hexes[0], path.hexes[-1])
        for path in field.board.paths
    )


def test_lines_of_communications_and_victory_hexes(field: Field) -> None:
    assert field.region("union_loc") == {"1103", "1910"}
    assert field.region("confederate_loc") == {"0125"}
    assert field.region("confederate_objective") == {"1809", "1910"}
    assert field.region("union_objective") == {"0125"}
    assert field.adjacent("1809", "1910")


def test_1910_is_land_with_some_river_in_it(field: Field) -> None:
    assert field.board.has("river_partial", field.at("1910"))
    assert field.terrain("1910") != "river"
    assert "1910" in field.region("river_hexes")


def test_gunboats_can_reach_every_river_hex_from_every_other(field: Field) -> None:
    river = field.region("river_hexes")
    all_river = {name for name in field.grid.names if field.terrain(name) == "river"}
    assert all_river < river
    start = min(river)
    reached = {start}
    front = [start]
    while front:
        here = front.pop()
        near = {field.grid.name(there) for there in field.grid.around[field.at(here)]} & river - reached
        reached |= near
        front += near
    assert reached == river


def test_the_peach_orchard_is_light_woods(field: Field) -> None:
    orchard = field.grid.name(field.board.place("Peach Orchard"))
    assert field.terrain(orchard) == "light_woods"
    assert field.board.has("orchard", field.at(orchard))


def test_places_the_notes_name(field: Field) -> None:
    assert field.grid.name(field.board.place("Shiloh Church")) == "0915"
    assert field.grid.name(field.board.place("Pittsburg Landing")) == "1809"
    for place in ("Duncan Field", "Cloud Field"):
        assert field.terrain(field.grid.name(field.board.place(place))) == "clear"


def test_a_ridge_rises_behind_shiloh_church(field: Field) -> None:
    church = field.board.place("Shiloh Church")
    climbs = [there for there in field.grid.around[church] if field.board.slope_up(church, there)]
    assert climbs
    assert all(field.board.has("hill", there) for there in climbs)
    assert all(field.grid.row(there) <= field.grid.row(church) for there in climbs)


def test_the_sunken_road_is_protected_but_not_from_duncan_field(field: Field) -> None:
    """The position is strong, and weak to a move round it from the west along Duncan Field (20.3)."""
    assert field.on_path("Sunken Road", ["1313", "1413", "1514", "1614"])
    assert "protected" in field.side("1413", "1414")
    duncan = field.board.place("Duncan Field")
    assert field.grid.name(duncan) == "1213"
    assert field.adjacent("1213", "1313")
    assert all("protected" not in field.board.side(duncan, there) for there in field.grid.around[duncan])


def test_the_purdy_road_crosses_the_field(field: Field) -> None:
    assert field.on_path("Hamburg-Purdy Road", ["0914", "1014", "1616"])


def test_the_creek_on_the_union_right_is_passed_only_by_its_bridges(field: Field) -> None:
    assert field.side("0213", "0313") == {"creek", "bridge"}
    assert field.side("1204", "1205") == {"creek", "bridge"}
    assert not field.joined("1103", "1408", lambda side: "creek" not in side)
    assert field.joined("1103", "1408", lambda side: "creek" not in side or "bridge" in side)


def test_both_armies_can_reach_each_other_without_crossing_a_creek(field: Field) -> None:
    assert field.joined("0125", "1809", lambda side: "creek" not in side)
