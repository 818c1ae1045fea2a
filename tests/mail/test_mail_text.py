"""The file as text: what mail does to it is put up with, whatever else happens to it is refused and told where."""

from __future__ import annotations

import re

import pytest
from by_mail import CONFEDERATE, UNION, Pair
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardtack.mail import BadLetter, read_letter
from hardtack.mail.errors import mail_words
from hardtack.mail.lines import digest
from hardtack.referee.events import enemy_of

SENTENCE = re.compile(r"line |Line |heading|hardtack mail 1|format|rules version|scenario")


@pytest.fixture(scope="module")
def pair(tmp_path_factory):
    made = Pair(tmp_path_factory.mktemp("text"))
    made.play(made.pick, letters=6)
    return made


@pytest.fixture(scope="module")
def text(pair):
    return pair.text


def refused(text, look=read_letter):
    """The refusal of a file: a sentence in English and one in Japanese."""
    with pytest.raises(BadLetter) as refusal:
        look(text)
    english, japanese = refusal.value.say("en"), refusal.value.say("ja")
    assert SENTENCE.search(english)
    assert re.search("[ぁ-ん]", japanese)
    assert english == str(refusal.value)
    return refusal.value


def rehashed(rows):
    """A forger's work: the same rows with numbers and hashes that fit."""
    first = next(place for place, row in enumerate(rows) if row[0].isdigit())
    heading, lines = rows[:first], rows[first:-1]
    tip, made = digest("\n".join(heading)), []
    for number, row in enumerate(lines, 1):
        made.append(" ".join([str(number), tip, *row.split(" ")[2:]]))
        tip = digest(made[-1])
    return "\n".join([*heading, *made, f"end {tip}"]) + "\n"


@given(data=st.data())
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_changed_character_is_refused(text, data):
    place = data.draw(st.sampled_from([at for at, letter in enumerate(text) if not letter.isspace()]))
    other = data.draw(st.sampled_from([letter for letter in "0123456789abcdefzAF:-é" if letter != text[place]]))
    refused(text[:place] + other + text[place + 1 :])


@given(data=st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_swapped_dropped_and_doubled_lines_are_refused(text, data):
    rows = text.splitlines()
    place = data.draw(st.integers(0, len(rows) - 2))
    how = data.draw(st.sampled_from(["swap", "drop", "double"]))
    new = {
        "swap": [*rows[:place], rows[place + 1], rows[place], *rows[place + 2 :]],
        "drop": rows[:place] + rows[place + 1 :],
        "double": rows[: place + 1] + rows[place:],
    }[how]
    refused("\n".join(new))


def test_a_line_of_another_file_is_refused(text, tmp_path):
    other = Pair(tmp_path, secret=2)
    rows, strange = text.splitlines(), other.text.splitlines()
    place = next(at for at, row in enumerate(rows) if row.startswith("2 "))
    rows[place] = next(row for row in strange if row.startswith("2 "))
    assert refused("\n".join(rows)).key == "parent"


def test_the_refusal_names_the_line(text):
    rows = text.splitlines()
    place = next(at for at, row in enumerate(rows) if " act " in row)
    number = int(rows[place].split()[0])
    rows[place] += "x"
    error = refused("\n".join(rows))
    assert (error.key, dict(error.args_said)) == ("parent", {"line": number + 1, "before": number})
    assert refused(text.replace("\nend ", "\nend 0")).key == "last_changed"
    assert refused(text[: text.index("\n7 ")]).key == "cut_off"
    assert refused("Dear Bea,\nhow are you?").key == "none"
    assert refused(text.replace("hardtack mail 1", "hardtack mail 2")).key == "version"


@pytest.mark.parametrize(
    "mailed",
    [
        lambda text: text.replace("\n", "\r\n"),
        lambda text: "\ufeff" + text.replace("\n", "  \n"),
        lambda text: "".join(f"> {row}\n" for row in text.splitlines()),
        lambda text: "".join(f">>  {row}\r\n\r\n" for row in text.splitlines()),
        lambda text: (
            "Dear Ada,\r\n\r\nmy turn:\r\n\r\n" + text + "\r\n-- \r\nBea\r\n\r\n> " + text.replace("\n", "\n> ")
        ),
        lambda text: re.sub(r"(.{60,}?) ", r"\1\n", text),
        lambda text: re.sub(r"(.{50,}?) ", "\\1\r\n> ", text),
        lambda text: text.replace(" ", "\u00a0"),
    ],
    ids=["crlf", "bom and blanks", "quoted", "quoted twice", "within a letter", "wrapped", "wrapped quoted", "nbsp"],
)
def test_mail_does_not_break_it(text, mailed):
    letter = read_letter(mailed(text))
    assert letter == read_letter(text)
    assert letter.text == text


def test_every_refusal_is_written_in_both_languages():
    words = mail_words()
    for key in words:
        if key.startswith(("letter.", "said.")):
            assert words.word(key, "en").isascii()
            assert not words.word(key, "ja").isascii()


# -- lines that fit each other, but not the game


def forged(pair, change):
    """The file with some rows changed and all hashes made to fit again."""
    rows = pair.text.splitlines()
    change(rows)
    return rehashed(rows)


def find(rows, words):
    return next(at for at, row in enumerate(rows) if words in row)


def edit(words, pattern, new):
    """Change the first row that has some words."""

    def change(rows):
        at = find(rows, words)
        rows[at] = re.sub(pattern, new, rows[at])

    return change


def early_part(rows):
    at = find(rows, " act ")
    rows.insert(at, rows[find(rows, " open ")].replace(CONFEDERATE, rows[at].split()[2]))


def early_seal(rows):
    at = find(rows, " act ")
    rows.insert(at, re.sub("act .*", "seal", rows[at]))


def other_side(rows):
    at = find(rows, " act ")
    there = rows[at].split()[2]
    rows[at] = rows[at].replace(there, enemy_of(there))


FORGERIES = {
    "illegal": edit(" act ", "act .*", "act attack 0101 0102"),
    "no_action": edit(" act ", "act .*", "act surrender"),
    "part": edit(" open ", "open .*", "open " + "0" * 32),
    "nothing_to_open": early_part,
    "not_done": early_seal,
    "join_first": lambda rows: rows.pop(find(rows, " join ")),
    "not_its_turn": other_side,
    "rules": edit("rules: ", "rules: .*", "rules: 9"),
    "no_such_game": edit("scenario: ", "bull-run", "bull-walk"),
}


@pytest.mark.parametrize("key", FORGERIES)
def test_the_referee_sees_through_hashes_that_fit(pair, key):
    assert refused(forged(pair, FORGERIES[key]), pair.desks[UNION].read).key == key


@pytest.mark.parametrize(
    ("more", "key"),
    [
        ("set x: " + "1" * 3_000 + "\n", "heading"), ("set x: 1\n" * 300, "heading"),
        (f"1 {'0' * 32} union act x\n" + "and so on\n" * 300, "no_line"),
        ("set x: a" + "\u0300" * 400_000 + "\u0316" * 400_000 + "\n", "heading"),
        (f"1 {'0' * 32} union act x\n" + "a" + "\u0300" * 400_000 + "\u0316" * 400_000 + "\n", "no_line"),
    ],
)  # fmt: skip
def test_what_is_longer_than_anything_of_ours_is_not_gathered_first(more, key):
    """The end is never looked for: a file of megabytes would be put together for nothing."""
    assert refused(f"hardtack mail 1\nscenario: bull-run\n{more}").key == key
    assert refused(more.replace("hardtack", "")).key == "none"
