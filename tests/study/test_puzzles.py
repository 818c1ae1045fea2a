"""Puzzles: mined from records by exact chances, written as lessons, and as good as they say.

That each shipped puzzle is solved by its answer and not by its trap, both worth what its file says, is checked with all
other data files in test_study.py.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from hardtack.battles import find_battle
from hardtack.cli import main
from hardtack.referee.blows import Search, chance_to_win, strike, through, worst
from hardtack.referee.position import read_position
from hardtack.referee.record import read_record, replay
from hardtack.referee.tasks import Attempt, threat
from hardtack.referee.umpire import to_act
from hardtack.study import puzzles
from hardtack.study.puzzle_sets import either, is_playable, short_position, write_set
from hardtack.study.puzzles import LEAST, MARGIN, Find, attacks_in, examine_attacks, mine, mine_all, standing
from hardtack.table import lessons

SETS = [found for found in lessons.all_sets() if found.kind == "puzzle"]
RECORDS = Path(__file__).parents[1] / "records"


def puzzles_of(theme: str) -> list[lessons.Lesson]:
    return [puzzle for found in SETS for puzzle in found.lesson if puzzle.theme == theme]


def test_every_system_has_ten_puzzles_or_more_from_games_of_the_strongest_bot() -> None:
    both = "(union: veteran, confederate: veteran)"
    counts = {found.id: sum(puzzle.source.endswith(both) for puzzle in found.lesson) for found in SETS}
    assert [(name, count >= 10) for name, count in counts.items()] == [
        ("bull-run-puzzles", True), ("sharpsburg-puzzles", True), ("musket-saber-puzzles", True),
        ("great-campaigns-puzzles", True), ("advanced-puzzles", True),
    ]  # fmt: skip


def test_every_puzzle_is_of_a_kind_and_says_where_it_comes_from() -> None:
    for found in SETS:
        assert {puzzle.theme for puzzle in found.lesson} == set(lessons.THEMES), "every system has every kind"
        assert all("veteran" in puzzle.source or "recruit" in puzzle.source for puzzle in found.lesson)
        assert len({puzzle.position for puzzle in found.lesson}) == len(found.lesson), "no position twice"
        for lang in range(2):
            assert len({puzzle.title[lang] for puzzle in found.lesson}) == len(found.lesson), "titles tell them apart"


@pytest.mark.parametrize("found", SETS, ids=lambda found: found.id)
def test_the_answer_is_the_best_attack_by_exact_chances(found: lessons.LessonSet) -> None:
    """Of the first of each set every attack is counted again; all of them took part in the mining."""
    puzzle = next(one for one in found.lesson if one.theme == "attack")
    rated = attacks_in(lessons.begin(puzzle).state)
    best = max(chance for chance, _ in rated.values())
    assert {str(action) for action, (chance, _) in rated.items() if chance == best} == set(puzzle.goals[0].actions)
    won = {hex_ for chance, hex_ in rated.values() if chance == best}
    elsewhere = max(chance for chance, hex_ in rated.values() if hex_ not in won)
    assert puzzle.percents == (round(best * 100), round(elsewhere * 100))
    assert best >= LEAST
    assert best - elsewhere >= MARGIN


def test_a_wrong_attack_ends_the_attempt_and_says_what_it_was_worth() -> None:
    puzzle = puzzles_of("attack")[0]
    match = lessons.begin(puzzle)
    progress = lessons.follow(puzzle, match, puzzle.trap[0])
    assert progress.state == lessons.FAILED
    assert f"{puzzle.percents[1]} %" in progress.say[0]
    assert f"{puzzle.percents[1]}%" in progress.say[1]
    match = lessons.begin(puzzle)
    assert lessons.follow(puzzle, match, "end") == lessons.Progress(lessons.FAILED, puzzle.wrong)
    assert chance_to_win(lessons.begin(puzzle).state, match.parse("end")) is None


@pytest.mark.parametrize("theme", ["hold", "withdraw"])
def test_whoever_does_nothing_is_told_what_the_enemy_does(theme: str) -> None:
    puzzle = puzzles_of(theme)[0]
    match = lessons.begin(puzzle)
    progress = lessons.follow(puzzle, match, "end")
    assert progress.state == lessons.FAILED
    found = threat(puzzle.goals[0], Attempt(puzzle.side, match.journal.entries))
    assert found is not None
    assert f"{round(found.chance * 100)} %" in progress.say[0]
    assert f"{round(found.chance * 100)} %" in puzzle.idea[0]


def test_a_gap_is_named_with_its_hex() -> None:
    puzzle = puzzles_of("withdraw")[0]
    match = lessons.begin(puzzle)
    said = [lessons.follow(puzzle, match, step) for step in puzzle.trap][-1]
    assert said.state == lessons.FAILED
    assert "gap" in said.say[0]
    assert puzzle.goals[0].hexes[0] in said.say[0]
    assert threat(puzzle.goals[0], Attempt(puzzle.side, lessons.begin(puzzle).journal.entries)) is None


# -- the enemy's best blow


def facing() -> lessons.Lesson:
    """Bull Run: two brigades of the Union next to Jackson, in its combat phase."""
    return lessons.find_lesson("bull-run", "attack")[1]


def test_a_blow_is_the_exact_chance_of_the_attack_where_there_is_only_one() -> None:
    state = lessons.begin(facing()).state
    attack = state.scenario.battle.parse(state.scenario, "attack 1104 1203")
    won = chance_to_win(state, attack)
    assert won is not None
    assert strike(state, "confederate", "1203").chance == won[0]
    assert 0 < won[0] < 1


def test_a_hex_without_anybody_is_lost_and_one_nobody_can_reach_is_not() -> None:
    state = lessons.begin(facing()).state
    assert strike(state, "confederate", "1303").chance == 1
    assert strike(state, "union", "1104").chance == 0  # the Confederates are not asked
    assert through(state, "union", "1104").chance == 1  # it stands there
    assert through(state, "union", "1914").chance == 0


def test_a_search_that_is_cut_short_says_so() -> None:
    state = lessons.begin(facing()).state
    cut = Search(state, "confederate", "1203", most=1)
    cut.best()
    assert cut.left <= 0
    assert strike(state, "confederate", "1203").whole


def test_nobody_is_judged_in_the_middle_of_a_march() -> None:
    _, march = lessons.find_lesson("great-campaigns", "march")
    match = lessons.begin(march)
    state = match.state
    while state.scenario.battle.knowledge.rest(state) is None:
        match.play(next(str(action) for action in match.legal() if str(action).startswith("march ")), match.to_act)
        state = match.state
    assert worst(state, march.side, hold=["4028"]) is None


@pytest.mark.rule("GC 4.2")
def test_a_blow_ends_where_a_pass_ends_the_day() -> None:
    """At the end of this game, if the enemy passes, nobody else can act: the day is over, with the phase below him."""
    journal = replay(
        read_record((RECORDS / "salem-church-recruit-recruit-1-1.hardtack").read_text(encoding="utf-8")), find_battle
    )
    state = standing(journal.entries[133].after)
    onset = state.scenario.battle.knowledge.onset(state, "confederate")
    assert strike(onset, "union", "4028").whole


# -- files


def test_a_short_position_is_the_whole_one() -> None:
    state = lessons.begin(SETS[0].lesson[0]).state
    assert read_position(lessons.whole_position(short_position(state), find_battle), find_battle) == state


@pytest.mark.parametrize(
    ("names", "english", "japanese"),
    [(["A"], "A", "Aか"), (["A", "B"], "A or B", "AかBか"), (["A", "B", "C"], "A, B or C", "AかBかCか")],
)
def test_a_title_names_what_can_be_attacked(names, english, japanese) -> None:
    assert (either(names, "en"), either(names, "ja")) == (english, japanese)


def test_no_puzzle_without_a_choice() -> None:
    assert examine_attacks(lessons.begin(facing()).state) is None  # one enemy only


def test_a_long_day_has_several_puzzles_of_a_kind_but_no_hex_twice(monkeypatch) -> None:
    """Where the sides march one unit at a time; elsewhere a turn and side has one of each kind."""

    def at_every_chance(state: Any) -> Find | None:
        place = next(at for at in state.at if at >= 0)
        return Find("hold", state, str(to_act(state)), (), (), LEAST, LEAST, state.scenario.place_name(place))

    monkeypatch.setitem(puzzles.EXAMINE, "hold", at_every_chance)
    day = list(mine(RECORDS / "salem-church-recruit-recruit-1-0.hardtack", ["hold"], 1))
    numbers = [int(find.source.split("action ")[1].split()[0]) for find in day if find.side == "union"]
    assert len(numbers) > 1
    assert all(later - sooner >= puzzles.APART for sooner, later in pairwise(numbers))
    assert len({(find.side, find.hex) for find in day}) == len(day)
    hours = [(find.state.turn, find.side) for find in mine(RECORDS / "bull-run-recruit-recruit-1-0.hardtack", ["hold"])]
    assert len(set(hours)) == len(hours) > 10


def test_what_is_mined_can_be_played(tmp_path, capsys) -> None:
    found = next(mine(RECORDS / "chickamauga-recruit-recruit-1-0.hardtack", ["attack"]))
    file = tmp_path / "set.toml"
    file.write_text(write_set("musket-saber-puzzles", [found]), encoding="utf-8")
    assert lessons.defects_of(file) == []
    record = str(RECORDS / "chickamauga-recruit-recruit-1-0.hardtack")
    assert main(["puzzles", record, "--system", "chess", "-o", str(file), "--most", "1"]) == 2
    assert "no system 'chess'" in capsys.readouterr().err


def test_what_cannot_be_played_as_it_was_counted_is_not_kept(monkeypatch) -> None:
    record = RECORDS / "bull-run-recruit-recruit-1-0.hardtack"
    found = next(mine(record, ["attack"]))
    assert is_playable("bull-run-puzzles", found)
    assert not is_playable("bull-run-puzzles", replace(found, chance=found.chance / 2))
    monkeypatch.delitem(puzzles.EXAMINE, "hold")  # they take longer
    monkeypatch.delitem(puzzles.EXAMINE, "withdraw")
    (kept,) = mine_all([record], 1, is_sound=lambda find: find.hex != found.hex)
    assert kept.hex != found.hex


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"percents": (1, 2)}, "solution: it is done with"),
        ({"trap": ()}, "a puzzle has a theme"),
        ({"theme": "chess"}, "a puzzle has a theme"),
        ({"trap": ("attack 9999 9999",)}, "trap: "),
    ],
)
def test_a_puzzle_that_is_not_as_good_as_it_says_is_named(change, says) -> None:
    puzzle = replace(puzzles_of("attack")[0], **change)
    assert any(says in defect for defect in lessons.lesson_defects(puzzle))


def test_the_trap_must_be_one() -> None:
    puzzle = puzzles_of("attack")[0]
    told = lessons.lesson_defects(replace(puzzle, trap=puzzle.solution, percents=(puzzle.percents[0],) * 2))
    assert told == [f"trap: it is done with {puzzle.percents[0]} %, not failed with {puzzle.percents[0]} %"]
    assert Fraction(puzzle.percents[0], 100) >= LEAST
