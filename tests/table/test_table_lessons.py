"""Lessons: found, checked, solved; their dice, their answers, and what is said of an attempt.

That every shipped lesson is solved by its solution, and not before its last step, is checked with all other data files
in tests/study/test_study.py.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hardtack.battles import find_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.tasks import CHECKS, NEEDS, Attempt, Task, is_done, wrong_words
from hardtack.study.check import check_file
from hardtack.table import lessons

SYSTEMS = {
    "bull-run": 8, "sharpsburg": 5, "musket-saber": 6, "great-campaigns": 7, "advanced": 5,
}  # fmt: skip


def lesson(name: str) -> lessons.Lesson:
    return lessons.find_lesson(*name.split("/"))[1]


def test_every_system_has_its_set_in_order() -> None:
    found = {one.id: len(one.lesson) for one in lessons.all_sets() if one.kind == "lesson"}
    assert list(found.items()) == list(SYSTEMS.items())


def test_an_unknown_lesson_is_refused() -> None:
    with pytest.raises(lessons.UnknownLesson):
        lessons.find_lesson("bull-run", "swimming")
    with pytest.raises(lessons.UnknownLesson):
        lessons.find_lesson("waterloo", "march")


def test_the_dice_fall_as_the_lesson_says() -> None:
    for faces in ((), (6,), (1, 2, 3), (6, 6, 6, 6)):
        dice = SeededDice(lessons.seed_for(faces))
        assert tuple(dice.roll() for _ in faces) == faces


def test_what_a_position_leaves_out_is_as_the_scenario_begins() -> None:
    text = lessons.whole_position("scenario bull-run\nturn 4\npiece SHE 1104 spent=2\nframe EndTurn {}\n", find_battle)
    lines = text.splitlines()
    assert "turn 4" in lines
    assert next(line for line in lines if line.startswith("piece SHE")).startswith("piece SHE 1104 strength=5 ")
    assert "spent=2" in next(line for line in lines if line.startswith("piece SHE"))
    assert next(line for line in lines if line.startswith("piece EVA")).startswith("piece EVA - ")
    assert lines[-1] == "frame EndTurn {}"
    stays = lessons.whole_position("scenario bull-run\nothers stay spent=1\nframe EndTurn {}\n", find_battle)
    evans = next(line for line in stays.splitlines() if line.startswith("piece EVA"))
    assert evans.startswith("piece EVA 0805 ")
    assert "spent=1" in evans


@pytest.mark.parametrize("found", [one.id for one in lessons.all_sets()])
def test_the_whole_positions_are_positions(found: str) -> None:
    for one in next(every for every in lessons.all_sets() if every.id == found).lesson:
        match = lessons.begin(one)
        assert match.to_act == one.side
        assert match.number == 0


def test_a_slip_has_words_of_its_own_and_can_be_taken_back() -> None:
    win = lesson("bull-run/win")
    match = lessons.begin(win)
    away = next(str(action) for action in match.legal() if str(action).startswith("move SHE"))
    assert lessons.follow(win, match, away) == lessons.Progress(lessons.FAILED, win.slips[0].say)
    match.undo()
    assert lessons.judge(win, match).state == lessons.GOING
    assert lessons.follow(win, match, "end") == lessons.Progress(lessons.DONE, win.done)


def test_a_wrong_move_is_told_and_goes_on() -> None:
    march = lesson("bull-run/march")
    match = lessons.begin(march)
    assert lessons.judge(march, match) == lessons.Progress(lessons.GOING, march.task)
    assert lessons.follow(march, match, "move SHE 1004") == lessons.Progress(lessons.GOING, march.wrong)


def test_too_many_actions_and_a_phase_given_away_end_an_attempt() -> None:
    march = replace(lesson("bull-run/march"), most=1)
    match = lessons.begin(march)
    assert lessons.follow(march, match, "move SHE 1004").state == lessons.FAILED
    attack = lesson("musket-saber/counter")
    match = lessons.begin(attack)
    assert lessons.follow(attack, match, "end") == lessons.Progress(lessons.FAILED, attack.wrong)
    assert match.to_act == "union"  # whose counterattack nobody waits for
    stand = lesson("bull-run/march")
    match = lessons.begin(stand)
    assert lessons.follow(stand, match, "end") == lessons.Progress(lessons.FAILED, stand.wrong)  # the next turn began


def test_the_other_side_answers_as_it_is_told_or_as_it_must() -> None:
    advance = lesson("bull-run/advance")
    match = lessons.begin(advance)
    lessons.follow(advance, match, "attack 1104 1203")
    assert str(match.journal.entries[-1].action) == "retreat 1303"
    match = lessons.begin(untold := replace(advance, replies=()))
    lessons.follow(untold, match, "attack 1104 1203")
    assert str(match.journal.entries[-1].action).startswith("retreat ")


def test_only_what_the_clause_forbids_is_a_refusal_met() -> None:
    zone = lesson("bull-run/zone")
    match = lessons.begin(zone)
    assert lessons.follow(zone, match, "?move SHE 1914").state == lessons.GOING  # too far
    assert lessons.follow(zone, match, "?move SHE 1004").state == lessons.DONE


# -- tasks


def test_an_enemy_in_the_way_is_not_the_zone_that_the_lesson_is_about() -> None:
    """Jackson's own hex is forbidden by his zone, too, but above all because he stands there."""
    zone = lesson("bull-run/zone")
    match = lessons.begin(zone)
    assert lessons.follow(zone, match, "?move SHE 1103").state == lessons.GOING
    assert lessons.follow(zone, match, "?move SHE 1004").state == lessons.DONE
    wrong = wrong_words(Task("refused", clauses=("BR 8.2b",), unless=("BR 99",)), match.scenario)
    assert wrong == ["no clause 'BR 99'"]


def test_every_kind_of_task_can_be_checked() -> None:
    assert set(CHECKS) == set(NEEDS)


def test_tasks_look_at_the_seat_and_the_state() -> None:
    attack = lesson("bull-run/attack")
    match = lessons.begin(attack)
    lessons.follow(attack, match, "attack 1104 1203")
    ours = Attempt("union", match.journal.entries)
    theirs = Attempt("confederate", match.journal.entries)
    played = Task("played", verb="attack")
    assert is_done(played, ours)
    assert not is_done(played, theirs)
    assert not is_done(replace(played, hexes=("1303",)), ours)
    assert is_done(Task("together", units=("SHE", "SCH")), ours)
    assert not is_done(Task("together", units=("SHE", "JAC")), ours)
    assert is_done(Task("shows", units=("SHE",), row="strength", value=4), ours)
    assert not is_done(Task("shows", units=("SHE",), row="strength", value=6), ours)
    assert not is_done(Task("lost", units=("JAC",)), ours)
    assert is_done(Task("asked", frame="Combat"), Attempt("union", lessons.begin(attack).journal.entries))
    assert not is_done(Task("outcome", winner="union"), ours)


def test_words_that_mean_nothing_are_named() -> None:
    scenario = find_battle("bull-run").scenario("bull-run")
    assert wrong_words(Task("dance"), scenario)[0].startswith("no kind of task is called 'dance'")
    task = Task("reach", units=("XYZ",), hexes=("9999",), verb="fly", event="e", frame="F", row="r", winner="w")
    told = wrong_words(replace(task, clauses=("BR 99",)), scenario)
    for word in ("'XYZ'", "'9999'", "'BR 99'", "'fly'", "'e'", "'F'", "'r'", "'w'"):
        assert any(word in one for one in told), word
    assert wrong_words(Task("reach"), scenario) == ["a task 'reach' needs 'units'", "a task 'reach' needs 'hexes'"]


# -- `hardtack check`

SHIPPED = Path(lessons.hardtack.battles.__file__).parent / "bull_run" / "data" / "lessons" / "bull-run.toml"


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ('solution = ["move SHE 0804"]', 'solution = ["move SHE 0905"]', "after 'move SHE 0905' it is going"),
        ('solution = ["move SHE 0804"]', 'solution = ["move SHE 1914"]', "march: solution: 'move SHE 1914': "),
        ('solution = ["move SHE 0804"]', "solution = []", "march: it has no goal or no solution"),
        ('hexes = ["0804"]', 'hexes = ["9904"]', "march: no hex '9904' on this map"),
        ('show = ["0804"]', 'show = ["9904"]', "march: no hex '9904' on this map"),
        ('"BR 8.1b"]', '"BR 8.1z"]', "march: no clause 'BR 8.1z'"),
        ("piece SHE 1104\n", "piece SHE 9999\n", "march: position: "),
        ('side = "union"', 'side = "confederate"', "march: it begins with union to act"),
        ('"March", "移動する"', '"March", " "', "march: title has no text in both languages"),
        ('id = "zone"', 'id = "march"', "march appears twice"),
        ('kind = "reach"', 'kind = "dance"', "no kind of task is called 'dance'"),
        ("order = 1", 'order = 1\nkind = "poem"', "kind is one of lesson, puzzle"),
        ("order = 1", 'order = "first"', "'first' is not of type int"),
        ("dice = [5, 2, 2]", "dice = [5, 7]", "at most 6 dice"),
        ("order = 1", "order = 1\ncolour = 2", "unknown key 'colour'"),
    ],
)  # fmt: skip
def test_a_broken_set_is_named_with_its_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    text = SHIPPED.read_text(encoding="utf-8")
    assert old in text
    broken = tmp_path / "broken.toml"
    broken.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert any(says in defect for defect in check_file(broken)), check_file(broken)


@pytest.mark.parametrize("found", [one for one in lessons.all_sets() if one.kind == "lesson"], ids=lambda one: one.id)
def test_every_set_ends_with_what_wins_or_tells_it(found: lessons.LessonSet) -> None:
    assert any("What wins" in lesson.title[0] for lesson in found.lesson)


def test_after_the_first_attacks_the_board_stays_as_it_was() -> None:
    """A turn that ended with the task would bring whole armies on before anybody has read the fight."""
    for name in ("attack", "advance", "halves"):
        _, lesson = lessons.find_lesson("bull-run", name)
        match = lessons.begin(lesson)
        for step in lesson.solution:
            lessons.follow(lesson, match, step)
        assert match.to_act == lesson.side
        assert match.state.turn == lessons.begin(lesson).state.turn
