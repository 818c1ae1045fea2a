"""Counters, commands, and the scale and terms of the book (SLB 1.0)."""

from __future__ import annotations

from pathlib import Path

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.counters import load_counters
from hardtack.battles.chancellorsville.ground import load_map
from hardtack.battles.chancellorsville.scenarios import BOXES, DATA, SCENARIO_IDS, check_book, load_book
from hardtack.battles.gcacw.flank import flank
from hardtack.referee.errors import BadData

CORPS = {
    "I": "Reynolds Wadsworth Robinson Doubleday",
    "II": "Couch Hancock French Gibbon",
    "III": "Sickles Birney Berry Whipple",
    "V": "Meade Griffin Sykes Humphreys",
    "VI": "Sedgwick Brooks Howe Newton Russell",
    "XI": "Howard Steinwehr Devens Schurz Buschbeck Ames",
    "XII": "Slocum Williams Geary",
    "J": "Jackson StuartInf EarlyLdr Early Gordon Hoke Smith Hays Hill Thomas Rodes GA23 Colston",
}


def test_there_are_107_counters_each_with_its_provenance() -> None:
    counters = load_counters().values()
    assert len(counters) == 107
    assert {counter.provenance for counter in counters} == {"seed", "public", "reconstructed"}


@pytest.mark.rule("SLB 1.0e")
@pytest.mark.parametrize(("corps", "names"), CORPS.items())
def test_every_counter_knows_its_corps(corps: str, names: str) -> None:
    found = {counter.id for counter in load_counters().values() if counter.corps == corps}
    assert found == set(names.split())


@pytest.mark.rule("SLB 1.0e")
def test_corps_and_division_leaders_command_what_their_codes_say() -> None:
    game = Game("sedgwick-to-the-rescue")
    scene, index = game.scene, game.scene.index
    early, jackson, lee = index["EarlyLdr"], index["Jackson"], index["Lee"]
    under = {
        name for name in ("Hoke", "Hays", "Rodes", "McLaws", "FLee") if scene.commands(game.state, early, index[name])
    }
    assert under == {"Hoke", "Hays"}
    under = {
        name for name in ("Hoke", "Hays", "Rodes", "McLaws", "FLee") if scene.commands(game.state, jackson, index[name])
    }
    assert under == {"Hoke", "Hays", "Rodes"}
    assert all(scene.commands(game.state, lee, index[name]) for name in ("Hoke", "McLaws", "FLee"))
    assert not scene.commands(game.state, lee, index["Geary"])


@pytest.mark.rule("SLB 21.4d")
def test_values_the_book_names_for_andersons_and_earlys_counters() -> None:
    counters = load_counters()
    guns = {name: counters[name].artillery for name in ("Anderson", "Early", "PerryA", "PerryB", "Posey", "Mahone")}
    assert guns == {"Anderson": 2, "Early": 4, "PerryA": 1, "PerryB": 0, "Posey": 1, "Mahone": 0}
    assert {counters[name].artillery for name in ("Gordon", "Hays", "Hoke", "Smith")} == {1}
    assert counters["PerryB"].tactical[0] == counters["Mahone"].tactical[0] == 2 > counters["CSub1"].tactical[0]


@pytest.mark.rule("SLB 1.0a", "SLB 1.0c")
def test_a_turn_is_a_day_and_a_hex_two_thousand_yards() -> None:
    game = Game("great-flank-march")
    assert BATTLE.page.clock(game.state) == "1863-05-02"
    assert BATTLE.page.clock(game.edit(turn=2).state) == "1863-05-03"
    assert "yards_per_hex = 2000" in (DATA / "map.toml").read_text(encoding="utf-8")


@pytest.mark.rule("SLB 1.0c")
def test_the_game_ends_after_the_last_turn_and_points_decide() -> None:
    from hardtack.battles.gcacw.sequence import TurnEnds

    game = Game("great-flank-march").edit(agenda=(TurnEnds(),))
    first = Game("great-flank-march").edit(agenda=(TurnEnds(),)).begin()
    assert (first.state.turn, first.state.outcome) == (2, None)
    game.edit(turn=2).begin()
    assert game.state.outcome is not None
    assert game.state.outcome.clause == "SLB 13.2j"
    assert dict(game.state.outcome.points)["union"] == sum(game.points().values())


@pytest.mark.rule("SLB 1.0f")
def test_limited_zones_in_the_wilderness_work_differently_for_the_two_sides() -> None:
    """All round the defender the zones are limited: a Union attacker loses the flank bonus a Confederate keeps."""
    game = Game("great-flank-march")
    scene, grid = game.scene, game.scene.board.grid
    woods = next(
        hex_
        for hex_ in range(grid.size)
        if len(grid.around[hex_]) == 6
        and all(scene.ground.limited[near] >> hex_ & 1 for near in grid.around[hex_])
        and all(scene.ground.limited[hex_] >> near & 1 for near in grid.around[hex_])
        and all(scene.board.terrain[far] == "woods" for far in (hex_, *grid.around[hex_]))
    )
    ring = grid.around[woods]
    bonus = {}
    for target, attackers, side in (
        ("Devens", ("Rodes", "Hill", "Colston"), "confederate"),
        ("Rodes", ("Devens", "Geary", "Berry"), "union"),
    ):
        game.clear().put(target, scene.name(woods), manpower=8)
        for number, unit in enumerate(attackers):
            game.put(unit, scene.name(ring[2 * number]), manpower=13)
        bonus[side] = flank(game.state, woods, side).bonus
    assert bonus["confederate"] > bonus["union"]


# -- checks on data


@pytest.mark.parametrize(
    ("column", "value", "message"),
    [
        ("side", "blue", "side is one of"),
        ("type", "boat", "type is one of"),
        ("command", "six", "Lee"),
        ("id", "Lee", "twice"),
    ],
)
def test_a_broken_counter_file_is_refused_with_its_line(tmp_path: Path, column: str, value: str, message: str) -> None:
    lines = (DATA / "units.csv").read_text(encoding="utf-8").splitlines()
    place = lines[0].split(",").index(column)
    row = 2 if column == "id" else 1
    cells = lines[row].split(",")
    cells[place] = value
    broken = tmp_path / "units.csv"
    broken.write_text("\n".join([*lines[:row], ",".join(cells), *lines[row + 1 :]]) + "\n", encoding="utf-8")
    with pytest.raises(BadData, match=message):
        load_counters(broken)


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_every_scenario_file_fits_counters_map_and_register(scenario_id: str) -> None:
    assert check_book(load_book(scenario_id), load_counters(), load_map(), BATTLE.register, "file") == []


def test_a_scenario_that_names_what_is_not_there_is_told_so() -> None:
    from dataclasses import replace

    book = load_book("salem-church")
    lines = book.setup.union
    wrong = replace(
        book.setup,
        union=(replace(lines[1], unit="Burnside"), replace(lines[2], hex="9999", manpower=40), *lines[3:], lines[3]),
    )
    found = "; ".join(check_book(replace(book, setup=wrong), load_counters(), load_map(), BATTLE.register, "x.toml"))
    assert "no counter 'Burnside'" in found
    assert "no hex '9999'" in found
    assert "manpower 40" in found
    assert "set up twice" in found


@pytest.mark.rule("SLB 13.4g")
def test_three_cavalry_brigades_have_guns_to_be_issued() -> None:
    from dataclasses import replace

    book, counters = load_book("brandy-station"), load_counters()
    armed = {line.unit for line in book.setup.confederate if counters[line.unit].artillery} - {"Rodes"}
    assert len(armed) == 3
    fewer = tuple(line for line in book.setup.confederate if line.unit != min(armed))
    wrong = replace(book, setup=replace(book.setup, confederate=fewer))
    assert "3 cavalry brigades have guns" in "; ".join(
        check_book(wrong, counters, load_map(), BATTLE.register, "x.toml")
    )


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_every_set_up_hex_is_land_and_no_hex_holds_both_sides(scenario_id: str) -> None:
    book, board = load_book(scenario_id), load_map()
    lines = {side: getattr(book.setup, side) for side in ("union", "confederate")}
    hexes = {side: {line.hex for line in lines[side] if line.hex not in BOXES} for side in lines}
    assert not hexes["union"] & hexes["confederate"]
    for name in hexes["union"] | hexes["confederate"]:
        assert board.terrain[board.grid.index(name)] != "water"
        assert board.playable >> board.grid.index(name) & 1


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_every_leader_starts_with_a_unit_of_his_command(scenario_id: str) -> None:
    events = (2, 2) if scenario_id == "certain-destruction" else ()  # improved logistics, which move nobody
    BATTLE.check_position(Game(scenario_id).begin(*events).state)


def test_names_of_places_are_printed_as_in_the_japanese_book() -> None:
    board = load_map()
    assert {(place.name_en, place.name_ja) for place in board.places if place.slug == "culpeper"} == {("Culpeper",) * 2}
    assert board.streams["rappahannock_river"].name_ja == "Rappahannock川"
    assert BATTLE.words.word("hex.3427", "ja") == "Chancellorsville"


@pytest.mark.rule("SLB 13.4f")
def test_hills_of_the_map_are_rolling_ground_and_towns_are_clear() -> None:
    board = load_map()
    assert board.terrain[board.grid.index("2015")] == "rolling"
    assert board.terrain[board.grid.index("1418")] == "clear"
    assert board.has("hill", board.grid.index("2015"))
    assert board.has("town", board.grid.index("1418"))
