"""Puzzles: mined by exact chances, written as lessons, and as good as they say.

That each shipped puzzle is solved by its answer is checked with all other data files in test_study.py.
"""

from __future__ import annotations

import re

import pytest

from hardtack.battles import find_battle
from hardtack.cli import main
from hardtack.referee.position import read_position
from hardtack.study.puzzles import LEAST, MARGIN, attacks_in, chance_of, examine, mine, short_position, write_set
from hardtack.table import lessons

SETS = [found for found in lessons.all_sets() if found.kind == "puzzle"]


def test_every_system_has_ten_puzzles_or_more() -> None:
    assert [(found.id, len(found.lesson) >= 10) for found in SETS] == [
        ("bull-run-puzzles", True), ("sharpsburg-puzzles", True), ("musket-saber-puzzles", True),
        ("great-campaigns-puzzles", True),
    ]  # fmt: skip


@pytest.mark.parametrize("found", SETS, ids=lambda found: found.id)
def test_the_answer_is_the_best_attack_by_exact_chances(found: lessons.LessonSet) -> None:
    """The first two of each set, counted again; all of them took part in the mining."""
    for puzzle in found.lesson[:2]:
        state = lessons.begin(puzzle).state
        rated = {str(action): chance_of(state, action, hint) for action, hint in attacks_in(state).items()}
        best = max(rated.values())
        assert {action for action, chance in rated.items() if chance == best} == set(puzzle.goals[0].actions)
        said = int(re.findall(r"(\d+) %", puzzle.done[0])[0])
        assert said == round(float(best) * 100)
        hexes = {str(action): hint.hex for action, hint in attacks_in(state).items()}
        elsewhere = max(chance for action, chance in rated.items() if hexes[action] != hexes[puzzle.solution[0]])
        assert best >= LEAST
        assert best - elsewhere >= MARGIN


def test_a_wrong_attack_ends_the_attempt_and_says_how_much_better_another_is() -> None:
    puzzle = SETS[0].lesson[0]
    match = lessons.begin(puzzle)
    other = next(str(action) for action in attacks_in(match.state) if str(action) not in puzzle.goals[0].actions)
    progress = lessons.follow(puzzle, match, other)
    assert progress.state == lessons.FAILED
    assert "another attack is better" in progress.say[0].lower()


def test_a_short_position_is_the_whole_one() -> None:
    state = lessons.begin(SETS[0].lesson[0]).state
    assert read_position(lessons.whole_position(short_position(state), find_battle), find_battle) == state


def test_no_puzzle_without_a_choice() -> None:
    _, attack = lessons.find_lesson("bull-run", "attack")  # one enemy only
    assert examine(lessons.begin(attack).state) is None


def test_what_is_mined_can_be_played(tmp_path, capsys) -> None:
    found = next(mine("sharpsburg", "recruit", "puzzle 0", most_decisions=250))
    file = tmp_path / "set.toml"
    file.write_text(write_set("sharpsburg-puzzles", [found]), encoding="utf-8")
    assert lessons.defects_of(file) == []
    assert main(["puzzles", "sharpsburg", "--system", "chess", "-o", str(file), "--games", "1", "--most", "1"]) == 2
    assert "no system 'chess'" in capsys.readouterr().err
