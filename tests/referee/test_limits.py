"""What comes in is measured before it is worked on: texts, values, frames, time."""

import json
import time

import pytest

from hardtack.board.native import COMPILED
from hardtack.referee import battle, limits
from hardtack.referee.chance import rulings
from hardtack.referee.errors import BadPosition, BadRecord
from hardtack.referee.limits import Patience, TooLong, TooMuch, go_on, patience
from hardtack.table import Match
from toy.battle import Colours, MillBattle
from toy.shelf import find

DEEP = "[" * 100_000
RECORD = "hardtack record 1\nscenario: mill\nrules: 1\n{}\n0\n"


def test_a_text_is_measured_first():
    limits.check_text("fine\nas it is: 水車場 \U0001f600\t\r\n", 100, 10)
    for text in ("x" * 101, "\n" * 11, "\x00", "\x1b[0m", "\ud800", "\x7f"):
        with pytest.raises(TooMuch):
            limits.check_text(text, 100, 10)


@pytest.mark.parametrize(
    "text",
    [
        DEEP, DEEP + "]" * 100_000, "[[[[[[[1]]]]]]]", "9" * 5_000, "-" + "9" * 1_001, "1e999", "NaN", "-Infinity",
        r'"\ud800"', r'"\u0000"', r'{"\u0000": 1}', "{", "",
    ],
)  # fmt: skip
def test_a_value_no_game_writes_is_refused_as_a_bad_value(text):
    with pytest.raises(ValueError, match=r"^(?!Exceeds)."):  # words of ours
        limits.read_json(text)


def test_digits_are_looked_through_once():
    """A text of numbers just short of too long: some milliseconds, not seconds in which nothing else is done."""
    begun = time.process_time()
    with pytest.raises(ValueError, match="is not a value"):
        limits.read_json(("1" * limits.DIGITS + "a") * 500)
    assert time.process_time() - begun < 0.5  # it took two


def test_the_values_games_write_are_read():
    for value in (None, True, 3, "a", [1, [2, [3]]], {"a": [1]}, int("9" * 1_000), "水車場", "\U0001f600"):
        assert limits.read_json(json.dumps(value)) == value


@pytest.mark.parametrize(
    "header",
    [
        f"set turns: {DEEP}", f"set turns: {'9' * 1_900}", f"position: {DEEP}", f"position: {'9' * 5_000}",
        f"position: {json.dumps('x' * 200_000)}", f"union: {'n' * 3_000_000}", f"union: {'n' * 2_001}",
        f"{'h' * 3_000_000}: x", "union: a\x00b", "\n".join(f"x{n}: 1" for n in range(60)),
        "\n".join(f"set x{n}: 1" for n in range(201)), "\n" * 70_000, f"0 : {'1 ' * 1_500}",
    ],
)  # fmt: skip
def test_a_record_larger_than_any_game_is_refused(header):
    begun = time.process_time()
    with pytest.raises(BadRecord):
        Match.from_record(RECORD.format(header), find)
    assert time.process_time() - begun < 5, "measured, not worked through"


def test_a_position_larger_than_any_game_is_refused():
    text = Match.new("mill", seed=1, find=find).position()
    frame = next(line for line in text.splitlines() if line.startswith("frame"))
    assert Match.from_position(text, find=find).to_act
    for more in (
        f"{frame}\n" * (limits.FRAMES + 1),
        f"{frame}\n" * 5_000,
        f"x {DEEP}\n",
        f"x {'9' * 5_000}\n",
        "# \x00\n",
        "\n" * 3_000,
    ):
        with pytest.raises(BadPosition):
            Match.from_position(text.replace(frame, more + frame), find=find)


@pytest.mark.skipif(COMPILED, reason="a compiled umpire cannot be made to go wrong")
def test_frames_that_follow_each_other_without_end_are_noticed(monkeypatch):
    text = Match.new("mill", seed=1, find=find).position()
    monkeypatch.setattr(Colours, "idle", lambda self, draft: True)
    monkeypatch.setattr("hardtack.referee.umpire.Umpire.pop", lambda self: None)
    with pytest.raises(BadPosition, match="without end"):
        Match.from_position(text, find=find)


# -- time


def test_work_is_given_up_when_nobody_waits():
    go_on()
    waiting = Patience(3_600)
    with patience(waiting):
        go_on()
        waiting.stop()
        with pytest.raises(TooLong):
            go_on()
    go_on()
    with patience(Patience(-1)), pytest.raises(TooLong):
        go_on()


def test_a_record_and_a_forecast_ask_whether_to_go_on():
    match = Match.new("mill", seed=1, find=find)
    for _ in range(4):
        match.play(match.legal()[0])
    with patience(Patience(-1)):
        with pytest.raises(TooLong):
            Match.from_record(match.record(), find)
        with pytest.raises(TooLong):
            next(rulings(match.state, match.legal()[0]))
    assert Match.from_record(match.record(), find).number == 4


def test_the_usual_scenarios_are_never_forgotten(monkeypatch):
    monkeypatch.setattr(battle, "SCENARIOS_KEPT", 2)
    mill = MillBattle()
    usual = mill.scenario("mill")
    turns = next(setting for setting in mill.scenarios["mill"].settings if setting.name == "turns")
    for value in turns.values:
        mill.scenario("mill", {"turns": value})
    assert len(mill._made) <= 2
    assert mill.scenario("mill") is usual
