"""Briefings and the rules as a book: complete, in both languages, and with defects named."""

from __future__ import annotations

from pathlib import Path

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.study.check import check_file
from hardtack.table.books import Chapter, arrival_hexes, chapters_of, find_briefing

SCENARIOS = [(battle.id, name, side) for battle in all_battles() for name in battle.scenarios for side in battle.sides]


@pytest.mark.parametrize(("battle", "scenario", "side"), SCENARIOS)
def test_every_scenario_has_a_briefing_for_each_side(battle: str, scenario: str, side: str) -> None:
    found = find_briefing(scenario, side)
    assert found is not None
    assert (len(found.do), len(found.fear)) == (3, 3)


def test_reinforcements_come_on_where_nobody_stands_yet() -> None:
    bull_run = find_battle("bull-run")
    assert arrival_hexes(bull_run, "bull-run", "union") == ["0301"]
    assert arrival_hexes(bull_run, "bull-run", "confederate") == ["1310", "1014"]
    shiloh = find_battle("shiloh")
    assert arrival_hexes(shiloh, "shiloh", "union") == ["1910", "1103"]  # camps are no entries
    campaign = find_battle("chancellorsville-campaign")
    assert arrival_hexes(campaign, "chancellorsville-campaign", "union") == []
    assert arrival_hexes(campaign, "chancellorsville-campaign", "confederate") == ["4534"]


@pytest.mark.parametrize("battle", all_battles(), ids=lambda battle: battle.id)
def test_every_clause_is_in_one_chapter(battle) -> None:
    explained = [clause for _, clauses in chapters_of(battle) for clause in clauses]
    assert sorted(explained) == sorted(battle.register)
    assert any(chapter.examples for chapter, _ in chapters_of(battle))


def test_a_number_explains_what_is_below_it_and_nothing_beside_it() -> None:
    chapter = Chapter(("", ""), ("", ""), ("BR 8.1", "MS TE"))
    assert [chapter.explains(clause) for clause in ("BR 8.1", "BR 8.1a", "BR 8.12", "BR 8.2", "MS TE14")] == [
        True, True, False, False, True,
    ]  # fmt: skip


BRIEFING = """
[[briefing]]
scenario = "bull-run"
side = "union"
who = ["You.", "{who}"]
do = [["a", "い"], ["b", "ろ"], ["c", "は"]{more}]
fear = [["a", "い"], ["b", "ろ"], ["c", "は"]]
"""
CHAPTER = """
[[chapter]]
title = ["A turn", "{title}"]
text = ["Text.", "文です。"]
clauses = ["BR 2"]
examples = ["{example}"]
"""


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (BRIEFING.format(who="", more=""), "bull-run union: a text is missing"),
        (BRIEFING.format(who="人", more=', ["d", "に"]'), "bull-run union: 3 things to do, not 4"),
        (BRIEFING.format(who="人", more="") + "\n[other]\n", "only [[briefing]] is wanted here"),
        (CHAPTER.format(title="", example="bull-run/march"), "chapter 1: a text is missing"),
        (CHAPTER.format(title="章", example="bull-run/swim"), "chapter 1: no lesson 'bull-run/swim'"),
        (CHAPTER.format(title="章", example="swim"), "chapter 1: no lesson 'swim'"),
    ],
)
def test_what_is_wrong_with_a_file_is_named(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "file.toml"
    file.write_text(text, encoding="utf-8")
    assert any(says in defect for defect in check_file(file)), check_file(file)
