"""Records and saves: the same game again, in text and on disk."""

import os

import pytest
from test_table_match import find, new, play_out

from hardtack.referee.errors import BadRecord
from hardtack.table import Match, load, save
from hardtack.table.saves import write_atomically


def again(text):
    return Match.from_record(text, find)


def test_a_finished_record_is_the_same_game_again():
    match = new(seed=3)
    match.sit("union", "Ann")
    play_out(match)
    text = match.record()
    twin = again(text)
    assert twin.record() == text
    assert twin.state == match.state
    assert twin.seats["union"].name == "Ann"
    assert twin.seed == "3"


def test_an_unfinished_record_goes_on_with_new_dice():
    match = new("colours UA", "colours CB", "move UB 0303", seed=3)
    twin = again(match.record())
    assert twin.state == match.state
    assert twin.seed != match.seed
    assert twin.headers["commitment"] == match.headers["commitment"]
    play_out(twin)
    rolled = any(entry.dice for entry in twin.journal.entries)
    assert rolled
    assert "commitment" not in twin.headers, "its dice do not follow that secret any more"
    assert again(twin.record()).state == twin.state


def test_a_save_keeps_the_dice_that_are_to_come(tmp_path):
    match = new("colours UA", "colours CB", seed="secret")
    save(match, tmp_path / "games" / "mill.hardtack")
    twin = load(tmp_path / "games" / "mill.hardtack", find)
    play_out(match)
    play_out(twin)
    assert twin.record() == match.record()


def test_a_record_with_another_die_is_refused_by_its_seed():
    match = new(seed=3)
    play_out(match)
    lines = match.record().splitlines()
    at = next(n for n, line in enumerate(lines) if line[0:1].isdigit() and " : " in line)
    head, _, die = lines[at].partition(" : ")
    # Another face with the same effect: the rules are content, the seed is not.
    other = {"1": "2", "2": "1", "3": "2", "4": "5", "5": "6", "6": "5"}[die]
    lines[at] = f"{head} : {other}"
    with pytest.raises(BadRecord, match=rf"line {at + 1}: roll 1 shows {other}"):
        again("\n".join(lines))


def test_a_record_with_a_foreign_seed_is_refused():
    match = new(seed=3)
    play_out(match)
    with pytest.raises(BadRecord, match="committed"):
        again(match.record().replace("seed: 3", "seed: 4"))


@pytest.mark.parametrize(
    ("old", "new_text", "message"),
    [
        ("1 union colours UA", "1 confederate colours CA", r"line \d+: union is to act"),
        ("1 union colours UA", "1 union colours ?", r"line \d+: .*no counter"),
        ("1 union colours UA", "1 union ?", "hidden"),
        ("3 union move UA 0103", "3 union move UA 0501", r"TOY 3"),
        ("3 union move UA 0103", "3 union move UA 0103 : 4", "1 recorded dice were not rolled"),
        ("rules: 1", "rules: 99", "rules version 99"),
        ("set turns: 4", "set turns: 3", "option turns"),
        ("hardtack record 1", "hardtack record 9", "begins with"),
    ],
)
def test_a_broken_record_is_refused_with_its_line(old, new_text, message):
    text = new("colours UA", "colours CB", "move UA 0103", seed=3).record()
    assert old in text
    with pytest.raises(BadRecord, match=message):
        again(text.replace(old, new_text))


def test_a_result_that_is_not_the_games_is_refused():
    match = new(seed=3)
    play_out(match)
    text = match.record()
    with pytest.raises(BadRecord, match="result"):
        again(text[: text.index("result:")])


def test_a_seats_record_hides_the_others_choice_until_the_end():
    match = new("colours UA", "colours CB", seed=3)
    assert "1 union ?" in match.record("confederate")
    assert "2 confederate colours CB" in match.record("confederate")
    assert match.record(None).count("?") == 2
    play_out(match)
    assert match.record(None) == match.record()


def test_a_game_may_begin_with_any_position():
    match = new("colours UA", "colours CB", "move UB 0303", "end", seed=3)
    twin = Match.from_position(match.position(), find=find, seed=9)
    assert twin.state == match.state
    twin.play("move CB 0302")
    third = again(twin.record())
    assert third.state == twin.state
    assert third.record() == twin.record()


def test_a_failed_write_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "game.hardtack"
    write_atomically(path, "old")

    def fail(*_):
        raise OSError("disk full")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="disk full"):
        write_atomically(path, "new")
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]
