"""Finished games that must replay bit for bit: whoever changes how the rules are written proves it by them.

A record is a file `*.hardtack` in this folder, made by `hardtack simulate SCENARIO ... --save tests/records`. A record
that must change because a rule was mended is made anew in the commit that mends it.
"""

from __future__ import annotations

import pytest
from record_kit import FILES, check_record

from hardtack.battles import all_battles, find_battle
from hardtack.referee.errors import BadRecord
from hardtack.referee.record import read_record
from hardtack.study.simulate import make_plan, play_game

AT_LEAST = 3  # games of every scenario
# Kinds of actions of a series that a battle of it has no use for.
NEVER = {
    "shiloh": {"exit", "place_rest"},  # no off-map box, and every counter has its hex
}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_replays_bit_for_bit(file):
    check_record(file.read_text(encoding="utf-8"))


@pytest.mark.skipif(not FILES, reason="no games are recorded here")
def test_every_scenario_is_recorded_several_times():
    scenarios = [read_record(file.read_text(encoding="utf-8")).headers["scenario"] for file in FILES]
    few = {name: scenarios.count(name) for battle in all_battles() for name in battle.scenarios}
    assert not {name: number for name, number in few.items() if number < AT_LEAST}


@pytest.mark.skipif(not FILES, reason="no games are recorded here")
def test_every_kind_of_action_is_recorded():
    used: dict[str, set[str]] = {battle.id: set() for battle in all_battles()}
    for file in FILES:
        record = read_record(file.read_text(encoding="utf-8"))
        used[find_battle(record.headers["scenario"]).id] |= {text.split()[0] for _, _, text, _ in record.lines[1:]}
    for battle in all_battles():
        assert used[battle.id] == set(battle.known_verbs) - NEVER.get(battle.id, set()), battle.id


@pytest.fixture(scope="module")
def saved(tmp_path_factory):
    folder = tmp_path_factory.mktemp("records")
    plan = make_plan("bull-run", {"union": "random", "confederate": "random"}, 1, {}, save=str(folder))
    play_game(plan, 0)
    (file,) = folder.iterdir()
    return file.read_text(encoding="utf-8")


def test_a_saved_game_replays(saved):
    assert len(check_record(saved)) > 50


def test_a_record_that_differs_in_anything_is_refused(saved):
    lines = saved.splitlines(keepends=True)
    number = next(n for n, line in enumerate(lines) if " move " in line and ":" not in line)
    with pytest.raises(BadRecord):
        check_record("".join([*lines[:number], *lines[number + 1 :]]))
    with pytest.raises(BadRecord):
        check_record(saved.replace("result: ", "result: no "))
    with pytest.raises(AssertionError):
        check_record(saved.replace("\nfinal: ", "\nfinal: 0"))
    with pytest.raises(AssertionError):
        check_record(saved.replace("\nfinal: ", "\n\nfinal: "))
