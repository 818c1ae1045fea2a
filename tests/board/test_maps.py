"""The five maps that come with the game: all sound, all named in both languages, none contradicting itself."""

from collections.abc import Callable
from pathlib import Path

import pytest
from board_field import Field

import hardtack.battles
from hardtack.board.mapfile import check_map
from hardtack.board.masks import hexes_in

MAPS = ["bull_run", "sharpsburg", "shiloh", "chickamauga", "chancellorsville"]
WATER = {"creek", "minor_river", "major_river"}


@pytest.mark.parametrize("name", MAPS)
def test_the_map_has_no_defects(name: str) -> None:
    file = Path(hardtack.battles.__file__).parent / name / "data" / "map.toml"
    assert check_map(file.read_text(encoding="utf-8"), str(file)) == []


@pytest.mark.parametrize("name", MAPS)
def test_every_name_is_given_in_both_languages(name: str, field_of: Callable[[str], Field]) -> None:
    board = field_of(name).board
    names = [(one.name_en, one.name_ja) for one in (*board.crossings, *board.paths)]
    names += [(one.name_en, one.name_ja) for one in (*board.places, *board.boxes.values())]
    names += [(one.name_en, one.name_ja) for one in board.streams.values()]
    for name_en, name_ja in names:
        assert name_en
        assert name_en.isascii()
        assert not name_ja.isascii(), name_en


@pytest.mark.parametrize("name", MAPS)
def test_every_crossing_lies_on_a_named_water(name: str, field_of: Callable[[str], Field]) -> None:
    board = field_of(name).board
    wet = {frozenset(side) for stream in board.streams.values() for side in stream.sides}
    assert {frozenset(crossing.sides) for crossing in board.crossings} <= wet


@pytest.mark.parametrize("name", MAPS)
def test_water_runs_on_without_gaps(name: str, field_of: Callable[[str], Field]) -> None:
    """Each hexside of a named creek touches another one of the water, unless it is a whole creek by itself."""
    field = field_of(name)
    water = [side for kind, sides in field.board.hexsides.items() if kind in WATER for side in sides]
    ends: dict[tuple[float, float], int] = {}
    for a, b in water:
        for x, y in field.grid.side_ends(a, b):
            ends[round(x, 4), round(y, 4)] = ends.get((round(x, 4), round(y, 4)), 0) + 1
    for a, b in water:
        touched = [ends[round(x, 4), round(y, 4)] for x, y in field.grid.side_ends(a, b)]
        assert max(touched) > 1, (field.grid.name(a), field.grid.name(b))


@pytest.mark.parametrize(
    ("name", "one_bank", "other_bank", "stream"),
    [
        ("bull_run", "south_bank", "north_bank", "bull_run"),
        ("sharpsburg", "west_bank", "east_bank", "antietam_creek"),
        ("chancellorsville", "north_of_rappahannock", "south_of_rappahannock", "rappahannock_river"),
    ],
)
def test_the_banks_part_exactly_along_the_stream(
    name: str, one_bank: str, other_bank: str, stream: str, field_of: Callable[[str], Field]
) -> None:
    field = field_of(name)
    one, other = field.board.regions[one_bank], field.board.regions[other_bank]
    assert one & other == 0
    between = {
        frozenset((here, there)) for here in hexes_in(one) for there in field.grid.around[here] if other >> there & 1
    }
    assert between == {frozenset(side) for side in field.board.streams[stream].sides}


@pytest.mark.parametrize(("name", "banks"), [("bull_run", ("south", "north")), ("sharpsburg", ("west", "east"))])
def test_the_banks_hold_every_playable_hex(name: str, banks: tuple[str, str], field_of: Callable[[str], Field]) -> None:
    board = field_of(name).board
    assert board.regions[f"{banks[0]}_bank"] | board.regions[f"{banks[1]}_bank"] == board.playable


def test_the_rapidan_and_the_rappahannock_divide_the_campaign_country(field_of: Callable[[str], Field]) -> None:
    field = field_of("chancellorsville")
    regions = field.board.regions
    between, south = regions["between_rappahannock_and_rapidan"], regions["south_of_both_rivers"]
    assert between & south == 0
    assert between | south == regions["south_of_rappahannock"]
    parted = {
        frozenset((here, there))
        for here in hexes_in(between)
        for there in field.grid.around[here]
        if south >> there & 1
    }
    assert parted <= {frozenset(side) for side in field.board.streams["rapidan_river"].sides}
