"""Positions from anybody: what is let in can be shown and played on; what no game can hold is refused."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from position_fuzz import hold, mutate, some_states

from hardtack.battles import all_battles, find_battle
from hardtack.referee.errors import BadPosition
from hardtack.referee.limits import FRAMES, POSITION_LINES, POSITION_TEXT
from hardtack.referee.position import read_position, write_position

BATTLES = all_battles()
SCENARIOS = [(battle, scenario_id) for battle in BATTLES for scenario_id in battle.scenarios]


@pytest.mark.parametrize(("battle", "scenario_id"), SCENARIOS, ids=[scenario_id for _, scenario_id in SCENARIOS])
def test_a_position_somebody_tampered_with_is_refused_or_playable(battle: Any, scenario_id: str) -> None:
    """Every kind of decision of a random game, and a few more states, each damaged a few times."""
    random = Random(scenario_id)
    accepted = damaged = 0
    for state in some_states(battle, scenario_id, seed=random.randrange(100), count=3):
        text = write_position(state)
        assert read_position(text, lambda _: battle) == state
        for _ in range(4):
            damaged += 1
            accepted += hold(battle, scenario_id, mutate(text, random), seed=damaged)
    assert 0 < accepted < damaged  # a counter moved by hand is a position like any other; most damage is not


@pytest.mark.parametrize("battle", BATTLES, ids=[battle.id for battle in BATTLES])
def test_every_frame_says_what_it_may_lie_on(battle: Any) -> None:
    names = {frame.__name__ for frame in battle.frame_types}
    assert set(battle.sound.beneath) == names
    assert {below for allowed in battle.sound.beneath.values() for below in allowed} <= {*names, ""}
    assert battle.sound.several <= names


def opening(scenario_id: str) -> str:
    return write_position(some_states(find_battle(scenario_id), scenario_id, seed=1, count=1)[0])


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("frame Activation", 'frame Strain {"units":[],"result":"f"}\nframe Activation', "cannot come"),
        ('"side":"union"', '"side":"nobody"', "belongs to no side"),
        ('"second":false', '"second":3', "second cannot be"),
        ("fatigue=0", "fatigue=5", "fatigue must be 0 to 4"),
        ("fatigue=0", "fatigue=-1", "fatigue must be 0 to 4"),
        ("fatigue=0", "fatigue=true", "not a whole number"),
        ("manpower=3", "manpower=40", "at most"),
        ("parent=0", "parent=900", "does not exist"),
        ("rain 0", "rain 7", "rain must be 0 to 1"),
        ("bridges []", 'bridges [["0101","9999","union"]]', "no bridge"),
        ("facts []", 'facts [["wealth",1]]', "nothing this scenario remembers"),
        ("facts []", 'facts [["night"]]', "facts cannot be"),
        ("losses [0,", "losses [-1,", "losses must be 0"),
        ("turn 1", "turn 1\nturn 1", "appears twice"),
        ("turn 1", "turn true", "whole number"),
    ],
)
def test_what_no_game_can_hold_is_named(old: str, new: str, says: str) -> None:
    text = opening("brandy-station")
    assert old in text
    with pytest.raises(BadPosition, match=says):
        read_position(text.replace(old, new, 1), find_battle)


def test_a_position_is_measured_before_it_is_read() -> None:
    text = opening("bull-run")
    frame = next(line for line in text.splitlines() if line.startswith("frame"))
    with pytest.raises(BadPosition, match="characters"):
        read_position(text + "x" * POSITION_TEXT, find_battle)
    with pytest.raises(BadPosition, match="lines"):
        read_position(text + "\n".join(["x"] * POSITION_LINES), find_battle)
    with pytest.raises(BadPosition, match=f"more than {FRAMES} frames"):
        read_position(text + "\n".join([frame] * (FRAMES + 1)), find_battle)
    with pytest.raises(BadPosition, match="too many for a line"):
        read_position(text.replace("missions [", "missions [" + "[" * 10_000, 1), find_battle)
    with pytest.raises(BadPosition, match="line"):
        read_position(text.replace("missions [", "missions [" + "[" * 5_000, 1), find_battle)
