"""Chapters 2 and 4 to 7: components, set-up, turns, initiative, arrivals."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest
from bull_run_field import BATTLE, EndTurn, StartTurn, at, legal, moving, opening, run, scenario, stage, told, unit

from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.state import WAITING

# name: strength, entry hex, turn. Evans and Burnside are the rows the book itself gives.
UNIT_TABLE = {
    "EVA": (3, "0805", 1), "COC": (5, "0907", 1), "BON": (6, "1309", 1), "LON": (6, "1509", 1), "JON": (4, "1610", 1),
    "EWE": (4, "1913", 1), "HOL": (3, "1714", 1), "EAR": (4, "1511", 1), "JAC": (5, "1209", 1), "BEE": (3, "1310", 2),
    "BAR": (3, "1310", 2), "SMI": (4, "1014", 12), "HAM": (2, "1014", 4), "STU": (1, "1109", 1),
    "BUR": (4, "0301", 3), "POR": (5, "0301", 4), "FRA": (4, "0301", 5), "WIL": (4, "0301", 6), "HOW": (4, "0301", 11),
    "SHE": (5, "0905", 1), "SCH": (3, "0905", 1), "KEY": (4, "1104", 1), "RIC": (5, "1507", 1), "DAV": (4, "1507", 1),
    "BLE": (4, "1802", 1),
}  # fmt: skip


@pytest.mark.rule("BR 2.1")
def test_twenty_five_counters_in_two_armies():
    pieces = scenario().pieces
    assert len(pieces) == 25
    assert len(scenario().of_side[UNION]) == 11
    assert len(scenario().of_side[CONFEDERATE]) == 14


@pytest.mark.rule("BR 2.2")
def test_a_hex_is_about_800_yards_and_terrain_is_on_the_map():
    board = scenario().board
    assert board.yards_per_hex == 800
    assert {crossing.name_en for crossing in board.crossings} >= {"Sudley Ford", "Farm Ford", "Stone Bridge"}
    assert any(path.kind == "railroad" for path in board.paths)
    assert set(board.terrain) == {"clear", "woods", "hill", "town"}


@pytest.mark.rule("BR 2.3")
def test_each_counter_is_one_brigade_known_by_its_commander():
    pieces = scenario().pieces
    names = [BATTLE.words.unit(piece.id, "en") for piece in pieces]
    assert len(set(names)) == 25
    assert {"Evans", "Burnside", "Jackson", "Sherman"} <= set(names)
    assert all(piece.size in ("brigade", "legion", "regiment") for piece in pieces)


@pytest.mark.rule("BR 2.4")
@pytest.mark.parametrize("name", UNIT_TABLE)
def test_unit_table_gives_hex_turn_and_strength(name):
    brigade = scenario().pieces[unit(name)]
    assert (brigade.strength, brigade.hex, brigade.turn) == UNIT_TABLE[name]
    assert brigade.provenance == ("seed" if name in ("EVA", "BUR") else "reconstructed")


@pytest.mark.rule("BR 4.0")
def test_units_of_turn_one_stand_on_their_hexes_and_nobody_else_does():
    state = BATTLE.set_up(scenario())
    for name, (_, place, turn) in UNIT_TABLE.items():
        assert at(state, name) == (place if turn == 1 else "-")


@pytest.mark.rule("BR 5.1")
def test_fifteen_half_hour_turns_from_half_past_eight():
    times = []
    for turn in range(1, 16):
        draft = BATTLE.set_up(scenario()).draft()
        draft.turn = turn
        times.append(BATTLE.page.clock(draft))
    assert scenario().turns == 15
    minutes = [int(time[:2]) * 60 + int(time[3:]) for time in times]
    assert times[0] == "08:30"
    assert times[-1] == "15:30"
    assert {later - earlier for earlier, later in pairwise(minutes)} == {30}


@pytest.mark.rule("BR 5.1")
def test_no_sixteenth_turn():
    state = stage((EndTurn(),), {"SHE": "1104", "EVA": "0805"}, turn=15)
    ruling = run(state, [])
    assert ruling.state.outcome is not None
    assert not told(ruling, "event.turn")


@pytest.mark.rule("BR 5.1a")
def test_phases_come_in_the_books_order():
    ruling = opening([1, 1])
    frames = [type(frame).__name__ for frame in reversed(ruling.state.agenda)]
    assert frames == ["Movement", "StartMovement", "Movement", "Combat", "Combat", "EndTurn"]
    assert [event.clause for event in ruling.events[:2]] == ["BR 5.1", "BR 6.0"]


@pytest.mark.rule("BR 6.0")
@pytest.mark.parametrize(
    ("die", "side"), [(1, UNION), (2, UNION), (3, UNION), (4, CONFEDERATE), (5, CONFEDERATE), (6, CONFEDERATE)]
)
def test_initiative_die(die, side):
    dice = [die, 1] if side == UNION else [die]
    assert opening(dice).state.initiative == side


@pytest.mark.rule("BR 6.0a")
def test_initiatives_may_be_rolled_beforehand():
    faces = [1, 6, 3, 4, 2, 5, 1, 6, 3, 4, 2, 5, 1, 6, 3]
    ruling = opening([*faces, 1], initiative_beforehand=True)
    assert ruling.state.initiatives == "UCUCUCUCUCUCUCU"
    assert ruling.state.initiative == UNION
    second = run(stage((StartTurn(),), {"SHE": "1104", "EVA": "0805"}, turn=2, initiatives="UC" * 8), [])
    assert second.state.initiative == CONFEDERATE  # from the track: no die is rolled for it


@pytest.mark.rule("BR 7.0")
def test_arrivals_are_placed_on_their_hexes_at_the_start_of_the_turn():
    ruling = run(stage((StartTurn(),), {"EVA": "0805", "SHE": "1104"}, turn=3), [1, 1])
    assert at(ruling.state, "BUR") == "0301"
    assert at(ruling.state, "POR") == "-"  # due in turn 4
    assert any(dict(event.args)["unit"] == "BUR" for event in told(ruling, "event.arrival"))


@pytest.mark.rule("BR 7.0", "BR C3")
def test_an_arrival_may_move_in_the_same_turn():
    ruling = run(stage((StartTurn(),), {"EVA": "0805", "SHE": "1104"}, turn=3), [1, 1])
    assert "move BUR 0302" in legal(ruling.state)


@pytest.mark.rule("BR C3")
def test_an_arrival_waits_for_an_enemy_or_a_full_hex():
    held = run(stage((StartTurn(),), {"EVA": "0301", "SHE": "1104"}, turn=3), [1, 1])
    assert at(held.state, "BUR") == "-"
    assert told(held, "event.arrival_waits")
    full = run(stage((StartTurn(),), {"SHE": "0301", "SCH": "0301", "EVA": "0805"}, turn=3), [1, 1])
    assert at(full.state, "BUR") == "-"
    later = run(stage((StartTurn(),), {"SHE": "0302", "EVA": "0805"}, turn=4), [1, 1])
    assert at(later.state, "BUR") == "0301"  # tried again in a later turn


@pytest.mark.rule("BR C3")
def test_the_other_reading_lets_a_blocked_arrival_enter_beside_its_hex():
    state = stage(
        (StartTurn(),), {"SHE": "0301", "SCH": "0301", "EVA": "0805"}, turn=3, settings={"blocked_entry": "adjacent"}
    )
    assert at(run(state, [1, 1]).state, "BUR") in ("0302", "0401")


@pytest.mark.rule("BR C23")
def test_the_ring_of_the_unit_table_changes_nothing():
    plain = moving(CONFEDERATE, {"BON": "1309", "RIC": "1507"})
    ringed = moving(CONFEDERATE, {"BON": "1309", "RIC": "1507"}, marks={"active": ["BON"]})
    assert legal(plain) == legal(ringed)


@pytest.mark.rule("BR C3")
def test_waiting_units_are_listed_as_arrivals():
    state = BATTLE.set_up(scenario())
    assert (3, "BUR") in BATTLE.page.arrivals(state)
    assert state.at[unit("BUR")] == WAITING


def test_the_roster_lists_every_brigade_under_its_general():
    state = BATTLE.set_up(BATTLE.scenario("bull-run"))
    roster = BATTLE.page.roster(state)
    assert sorted(unit for formation in roster for unit in formation.units) == sorted(state.scenario.index)
    tyler = next(formation for formation in roster if formation.label.key == "formation.tyler")
    assert tyler.side == "union"
    assert set(tyler.units) == {"SHE", "SCH", "KEY", "RIC"}
    words = BATTLE.words.say(tyler.lines[0].key, tyler.lines[0].args, "en")
    full = sum(state.scenario.pieces[state.scenario.index[unit]].strength for unit in tyler.units)
    assert words == f"SP {full} of {full}"


class TestSources:
    """What the rule book says and what we read into it are kept apart (docs/readings)."""

    def test_readings_are_reconstructed_and_the_rest_is_the_books(self):
        for clause in BATTLE.register.values():
            assert clause.provenance == ("reconstructed" if clause.id.startswith("BR C") else "seed"), clause.id

    def test_what_only_the_reconstruction_knows_is_in_no_clause_of_the_book(self):
        """The split of the counters, hex numbers and forces that are no brigades are ours, not the book's."""
        book = [clause for clause in BATTLE.register.values() if clause.provenance == "seed"]
        hexes = [scenario().board.grid.name(hex_) for hex_ in scenario().objective.values()]
        for clause in book:
            said = f"{clause.summary('en')} {clause.summary('ja')}"
            assert not [word for word in (*hexes, "14 Confederate", "南軍14個", "similar standing") if word in said]

    def test_every_reading_with_a_switch_is_written_down_with_its_default_first(self):
        page = Path(__file__).parents[2] / "docs" / "readings" / "bull_run.md"
        written = {}
        for line in page.read_text(encoding="utf-8").splitlines():
            found = re.search(r"\| `(\w+)`: ([^|]+) \|$", line)
            if found:
                written[found[1]] = [value.strip() for value in found[2].split(",")]
        readings = [setting for setting in BATTLE.scenarios["bull-run"].settings if setting.kind == "reading"]
        assert written == {setting.name: [str(value).lower() for value in setting.values] for setting in readings}
        assert all(setting.values[0] == setting.default for setting in readings)
