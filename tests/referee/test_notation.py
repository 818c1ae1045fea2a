"""Actions, records and positions as text: they read back, and bad text gets a clear error."""

from __future__ import annotations

import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardtack.battles import find_battle
from hardtack.battles.bull_run.actions import Attack, End, Move
from hardtack.battles.bull_run.battle import BATTLE
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadNotation, BadPosition, BadRecord, HardtackError, IllegalAction, UnknownScenario
from hardtack.referee.journal import Journal
from hardtack.referee.position import read_position, write_position
from hardtack.referee.record import read_record, replay, write_record
from hardtack.referee.umpire import options

SCENARIO = BATTLE.scenario("bull-run")


def some_game(seed=3, actions=30):
    dice, random = SeededDice(seed), Random(seed)
    journal = Journal(BATTLE.set_up(SCENARIO), dice)
    while journal.state.outcome is None and len(journal) < actions:
        journal.play(options(journal.state).pick(random), dice)
    return journal


GAME = some_game()
RECORD = write_record(GAME)
POSITION = write_position(GAME.state)


def test_notation_is_short_and_reads_back():
    assert str(Move("SHE", "0804")) == "move SHE 0804"
    assert str(End()) == "end"
    assert BATTLE.parse(SCENARIO, "attack 0805 0804") == Attack("0805", "0804")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "empty"),
        ("fly SHE 0804", "unknown verb"),
        ("move SHE", "takes 2 words"),
        ("move SHE 0804 0805", "takes 2 words"),
        ("move XXX 0804", "no counter 'XXX'"),
        ("move SHE 9999", "no hex '9999'"),
        ("retreat nowhere", "no hex"),
    ],
)
def test_bad_notation_says_what_is_wrong(text, says):
    with pytest.raises(BadNotation, match=says):
        BATTLE.parse(SCENARIO, text)


@given(st.text(max_size=60))
def test_no_text_breaks_the_notation_parser(text):
    try:
        action = BATTLE.parse(SCENARIO, text)
    except BadNotation:
        return
    assert BATTLE.parse(SCENARIO, str(action)) == action


def test_a_record_replays_to_the_same_game():
    again = replay(read_record(RECORD), find_battle)
    assert again.state == GAME.state
    assert write_record(again) == RECORD


def test_a_finished_record_carries_and_checks_its_result():
    text = write_record(some_game(5, 5000))
    assert "result: " in text
    assert replay(read_record(text), find_battle).state.outcome is not None
    forged = text.replace("result: draw draw", "result: union victory").replace("result: confederate", "result: union")
    if forged != text:
        with pytest.raises(BadRecord, match="result"):
            replay(read_record(forged), find_battle)


def edit(record, old, new):
    assert old in record
    return record.replace(old, new, 1)


def first_line(prefix):
    return next(line for line in RECORD.splitlines() if line.startswith(prefix))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda r: r.replace("hardtack record 1", "hardtack record 99"), "begins with"),
        (lambda r: edit(r, "scenario: bull-run", "scenario: atlantis"), "no scenario"),
        (lambda r: edit(r, "scenario: bull-run\n", ""), "scenario"),
        (lambda r: edit(r, first_line("rules:"), "rules: 0"), "rules version"),
        (lambda r: edit(r, "\n1 ", "\n7 "), "action 1 expected"),
        (lambda r: edit(r, "\n1 confederate", "\n1 union"), "is to act"),
        (lambda r: edit(r, "set solitaire: false", "set solitaire: maybe"), "not a value"),
        (lambda r: edit(r, "set solitaire: false", "set solitaire: 5"), "option solitaire"),
        (lambda r: edit(r, first_line("0 :"), first_line("0 :") + " 6"), "not rolled"),
        (lambda r: edit(r, first_line("0 :"), first_line("0 :")[:-2]), "ran out"),
        (lambda r: edit(r, first_line("0 :"), "0 : 9 9"), "a die shows"),
        (lambda r: edit(r, first_line("0 :"), "0 : x"), "dice are numbers"),
        (lambda r: edit(r, "\n1 ", "\nnonsense\n1 "), "neither a header nor an action"),
    ],
)  # fmt: skip
def test_a_broken_record_is_refused_with_its_place(change, says):
    with pytest.raises(BadRecord, match=says):
        replay(read_record(change(RECORD)), find_battle)


def test_a_forged_action_in_a_record_is_refused_with_line_and_clause():
    line = next(line for line in RECORD.splitlines() if " move " in line)
    words = line.split()
    forged = RECORD.replace(line, " ".join([*words[:3], words[3], "2014"]), 1)
    with pytest.raises(BadRecord, match=r"line \d+: .*BR"):
        replay(read_record(forged), find_battle)


@given(st.integers(0, len(RECORD) - 1), st.text(max_size=4), st.integers(0, 6))
def test_no_damage_to_a_record_gets_past_the_reader(place, junk, cut):
    damaged = RECORD[:place] + junk + RECORD[place + cut :]
    try:
        journal = replay(read_record(damaged), find_battle)
    except HardtackError:
        return
    assert write_record(journal)  # harmless damage: the game is still a game


def test_a_position_reads_back():
    assert read_position(POSITION, find_battle) == GAME.state
    assert "scenario bull-run" in POSITION


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("hardtack position 1", "hardtack position 2", "begins with"),
        ("scenario bull-run", "scenario atlantis", "no scenario"),
        ("piece SHE", "piece SHF", "missing piece: SHE"),
        ("piece BLE", "piece SHE", "appears twice"),
        ("turn ", "turm ", "missing line: turn"),
        ("frame Movement", "frame Dancing", "unknown frame"),
        ("frame EndTurn {}", "frame EndTurn [", "line"),
        ("set solitaire false", "set solitaire 7", "option solitaire"),
    ],
)
def test_a_broken_position_is_refused_with_its_place(old, new, says):
    assert old in POSITION
    with pytest.raises(BadPosition, match=says):
        read_position(POSITION.replace(old, new, 1), find_battle)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        (r"piece EVA \S+", "piece EVA 9999", "9999"),
        (r"(piece EVA \S+ strength=)\d", r"\g<1>9", "strength"),
        (r"turn \d+", "turn 99", "turn 99"),
        (r"piece (EVA|COC|BON) \S+", r"piece \1 1509", "units stand"),
    ],
)
def test_an_impossible_position_is_refused(old, new, says):
    import re

    with pytest.raises(BadPosition, match=says):
        read_position(re.sub(old, new, POSITION), find_battle)


@given(st.integers(0, len(POSITION) - 1), st.text(max_size=4), st.integers(0, 6))
def test_no_damage_to_a_position_breaks_the_reader(place, junk, cut):
    try:
        state = read_position(POSITION[:place] + junk + POSITION[place + cut :], find_battle)
    except BadPosition:
        return
    BATTLE.check_position(state)


def test_unknown_scenarios_are_named():
    with pytest.raises(UnknownScenario, match="bull-run"):
        find_battle("atlantis")


def test_an_illegal_action_carries_every_clause_and_changes_nothing():
    journal = some_game(1, 0)
    before = journal.state
    with pytest.raises(IllegalAction) as refused:
        journal.play(Move("SHE", "2014"), SeededDice(1))
    assert {reason.clause for reason in refused.value.reasons} <= set(BATTLE.register)
    assert refused.value.reasons
    assert journal.state is before


def test_a_record_that_begins_with_a_position_is_replayed():
    middle = some_game(actions=12).state
    dice = SeededDice(4)
    journal = Journal(middle, dice)
    journal.play(next(iter(options(middle))), dice)
    text = write_record(journal, {"position": json.dumps(write_position(middle))})
    assert replay(read_record(text), find_battle).state == journal.state
    with pytest.raises(BadRecord, match="position"):
        replay(read_record(text.replace("hardtack position 1", "hardtack position 9")), find_battle)
