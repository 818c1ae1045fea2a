"""Records and saves: the same game again, in text and on disk."""

import os

import pytest
from test_table_match import find, new, play_out

from hardtack.referee.dice import SeededDice, commitment
from hardtack.referee.errors import BadRecord
from hardtack.table import Match, load, save
from hardtack.table.saves import write_atomically

CONTACT = ["colours UA", "colours CB", "move UB 0303", "end", "move CB 0302", "end"]
# Another face with the same effect: the rules are content, the seed is not.
ALIKE = {"1": "2", "2": "1", "3": "2", "4": "5", "5": "6", "6": "5"}


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
    assert not twin.sealed
    play_out(twin)
    assert twin.rolled
    assert twin.headers["commitment"] != match.headers["commitment"], "no die has fallen under the old seal"
    assert twin.sealed
    assert again(twin.record()).record() == twin.record()


def fought(**wanted):
    """A game in which a die or two have fallen, and more will."""
    return new(*CONTACT, "attack CB UB", **wanted)


def answer_fire(match):
    """From there on: the Union's turn, and its attack."""
    match.play("end")
    match.play("end")
    return match.play("attack UB CB")


def taken_up(text):
    match = again(text)
    match.renew_secret()
    return match


def test_whoever_brings_a_record_does_not_know_the_dice_that_follow():
    """A save names its secret: what it foretells must not come true in a game that goes on from it."""
    saved = fought(seed="mine").save_text()
    rolled = again(saved).rolled
    assert rolled
    foretold, same = SeededDice("mine").face(rolled), []
    for _ in range(60):
        match = taken_up(saved)
        assert match.state == again(saved).state, "the old dice stay as they were played"
        same.append(answer_fire(match).dice == (foretold,))
    assert sum(same) < 30, "a sixth by chance, not all of them"


def test_each_part_of_a_game_taken_up_is_verified_under_its_own_seal():
    first = fought(seed="mine")
    match = taken_up(first.save_text())
    rolled, hidden = match.rolled, str(match.seed)
    assert [(seal.first, seal.commitment) for seal in match.seals] == [
        (0, commitment("mine")), (rolled, commitment(hidden)),
    ]  # fmt: skip
    running = match.record()
    assert "mine" not in running
    assert hidden not in running
    answer_fire(match)
    play_out(match)
    text = match.record()
    assert f"seed {rolled}: {hidden}" in text.splitlines()
    assert "seed: mine" in text.splitlines()
    assert again(text).record() == text
    last = max(n for n, line in enumerate(text.splitlines()) if line[:1].isdigit() and " : " in line)
    for at in (next(n for n, line in enumerate(text.splitlines()) if line[:1].isdigit() and " : " in line), last):
        lines = text.splitlines()
        head, _, dice = lines[at].rpartition(" ")
        lines[at] = f"{head} {ALIKE[dice]}"
        with pytest.raises(BadRecord, match=rf"line {at + 1}: roll \d+ shows {ALIKE[dice]}"):
            again("\n".join(lines))
    for name in ("seed: mine", f"seed {rolled}: {hidden}"):
        with pytest.raises(BadRecord, match="committed"):
            again(text.replace(name, name[:-4] + "zzzz"))


def test_a_game_taken_up_twice_has_three_parts():
    match = taken_up(fought(seed="mine").record())
    while match.rolled < 3:
        match.play(match.legal()[-1])
    third = taken_up(match.record())
    play_out(third)
    assert [seal.first for seal in third.seals] == [0, fought(seed="mine").rolled, match.rolled]
    assert [seal.seed is None for seal in third.seals] == [True, True, False], "of the others only the hash is known"
    assert again(third.record()).record() == third.record()
    saved = again(third.save_text())
    assert saved.save_text() == third.save_text()


@pytest.mark.parametrize("seal", ["commitment 99: 00", "seed 99: x"])
def test_a_seal_of_dice_that_never_fell_is_refused(seal):
    text = fought(seed="mine").record()
    with pytest.raises(BadRecord, match="seals the dice from roll 99"):
        again(text.replace("rules:", f"{seal}\nrules:", 1))


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
    other = ALIKE[die]
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
