"""Manners: the numbers a commander at a glance goes by are found by play, and what is shipped can be read."""

from __future__ import annotations

import json

import pytest

from hardtack.battles import all_battles
from hardtack.battles.chancellorsville.manners import NAMES, PLAIN, manner_from, manner_of, numbers_of, shipped
from hardtack.cli import main
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES
from hardtack.study import manners as study
from hardtack.study.manners import ITSELF, START, Trial, Tried, changed, deviations, play_trial, start_search

SCENARIOS = [name for battle in all_battles() for name in battle.scenarios]


def test_what_is_shipped_is_about_scenarios_and_numbers_there_are_and_says_how_it_was_made():
    for scenario, known in shipped().items():
        assert scenario in SCENARIOS
        for side in set(known) & set(SIDES):
            assert set(known[side]) <= set(NAMES)
            assert manner_of(scenario, side) == manner_from(known[side])
            assert "hardtack tune" in known["made"]["command"]


def test_who_is_not_named_keeps_to_the_plain_manner():
    assert manner_of("salem-church", "union") == PLAIN


def test_a_manner_so_many_deviations_away_is_that_far_from_the_middle():
    steps = {name: 0.1 * number for number, name in enumerate(NAMES)}
    assert deviations(changed(START, steps), START) == pytest.approx(list(steps.values()))


def test_the_same_trial_is_the_same_game():
    trial = Trial("kellys-ford", "5", "union", START, "rusher", START)
    assert play_trial(trial) == play_trial(trial)


def test_the_numbers_go_the_way_that_wins():
    """Whoever had more of a whim won these games, whoever was more cautious lost them."""
    search = start_search("kellys-ford", "1", [ITSELF, "recruit"])
    for game in range(200):
        steps = {name: ((game * (number + 3)) % 7 - 3) / 2 for number, name in enumerate(NAMES)}
        manner = changed(START, steps)
        gain = steps["whim"] - steps["caution"]
        enemy = search.against[game % 2]
        trial = Trial("kellys-ford", str(game), "union", manner, enemy, START)
        search.tried["union"].append(Tried(0, trial, float(gain > 0), gain))
    way = dict(zip(NAMES, study.way_up(search, "union", 0), strict=True))
    assert way["whim"] > 0 > way["caution"]
    assert all(abs(way[name]) < way["whim"] for name in NAMES if name not in ("whim", "caution"))


def test_a_search_is_kept_and_can_be_gone_on_with(tmp_path, capsys):
    file, more = tmp_path / "found.json", tmp_path / "more.json"
    usual = ["tune", "kellys-ford", "--manner", "--rounds", "1", "--games", "2", "--pairs", "1", "--jobs", "1"]
    main([*usual, "--against", "itself,rusher", "--out", str(file)])
    assert "kellys-ford, union against rusher" in capsys.readouterr().out
    found = json.loads(file.read_text(encoding="utf-8"))["kellys-ford"]
    assert found["made"]["games"] == 4
    assert all(set(found[side]) == set(NAMES) for side in SIDES)
    main([*usual, "--against", "sitter", "--start", str(file), "--out", str(more)])
    search = start_search("kellys-ford", "1", ["sitter"], file)
    assert numbers_of(search.middle["union"]) == found["union"]


def test_only_battles_with_such_a_commander_are_searched():
    with pytest.raises(BadOption):
        start_search("bull-run", "1", [ITSELF])
    with pytest.raises(BadOption):
        start_search("kellys-ford", "1", ["nobody"])
