"""`hardtack mail`: two players with folders of their own pass a file to and fro in the terminal."""

from __future__ import annotations

import json
from unittest.mock import Mock, patch

import pytest

import hardtack.server
from hardtack.cli import main
from hardtack.mail import Desk

UNION, CONFEDERATE = "union", "confederate"


class Terminal:
    """A player at a terminal; the file is the one both have."""

    def __init__(self, home, file, capsys, monkeypatch):
        self.home, self.file, self.capsys, self.monkeypatch = home, file, capsys, monkeypatch

    def mail(self, what, *more, status=0):
        self.monkeypatch.setenv("HARDTACK_HOME", str(self.home))
        before = [more[0]] if what == "new" else []
        assert main(["mail", what, *before, str(self.file), *more[len(before) :]]) == status
        found = self.capsys.readouterr()
        return found.err if status else found.out

    def stand(self):
        return json.loads(self.mail("show", "--json"))


@pytest.fixture
def two(tmp_path, capsys, monkeypatch):
    file = tmp_path / "game.txt"
    pair = [Terminal(tmp_path / name, file, capsys, monkeypatch) for name in ("ada", "bea")]
    numbers = iter(range(1, 99))
    with patch("hardtack.mail.desk.new_secret", side_effect=lambda: f"{next(numbers):032x}"):
        yield pair


def begin(two, *more):
    ada, bea = two
    assert "Send the file" in ada.mail("new", "bull-run", "--side", UNION, "--name", "Ada", *more)
    assert "Ada waits for an opponent" in bea.mail("show")
    assert "Send the file to Ada" in bea.mail("join", "--name", "Bea")
    return ada, bea


def next_to_act(two):
    """Whoever has to act, after the other has answered what there was."""
    for _ in range(6):
        writes = Desk(two[0].home).read(two[0].file.read_text()).pen
        player = two[(UNION, CONFEDERATE).index(writes)]
        if player.stand()["wanted"] == "act":
            return player
        player.mail("answer")
    raise AssertionError("nobody acts")


def test_a_game_in_the_terminal(two, tmp_path):
    begin(two)
    for _ in range(6):
        player = next_to_act(two)
        player.mail("act", "end")
    stands = next_to_act(two).stand()
    assert stands["verified"] is True
    assert stands["actions"] >= 4
    assert stands["names"] == {UNION: "Ada", CONFEDERATE: "Bea"}
    record = tmp_path / "game.hardtack"
    player = next_to_act(two)
    player.mail("record", "-o", str(record))
    assert hardtack.replay(record.read_text()).number == stands["actions"]
    assert player.mail("record") == record.read_text()


def test_undo_and_resign(two):
    begin(two, "--dice", "own")
    player = next_to_act(two)
    listed = player.mail("show", "--legal").splitlines()
    move = next(line for line in listed if line.startswith("move "))
    before = player.file.read_text()
    player.mail("act", move)
    assert f"act {move}" in player.file.read_text()
    other = two[1 - two.index(player)]
    assert "not finished" in other.mail("check", status=2)
    player.mail("undo")
    assert player.file.read_text() == before
    assert "The game is over" in player.mail("resign")
    assert other.stand()["result"].endswith("resignation")


def test_refusals_are_one_line_in_the_language_asked_for(two):
    ada, bea = begin(two)
    text = ada.file.read_text()
    ada.file.write_text(text.replace(" Bea\n", " Eve\n"))
    assert ada.mail("check", status=2) == (
        "hardtack: Line 2 does not follow line 1: one of the two was changed, or belongs to another file.\n"
    )
    assert "2行目は1行目に続いていません" in ada.mail("check", "--lang", "ja", status=2)
    ada.file.write_text("> " + text.replace("\n", "\r\n> "))
    assert "verified" in ada.mail("check")
    assert "is there already" in ada.mail("new", "bull-run", "--side", UNION, "--name", "Ada", status=2)
    assert "other player's turn" in bea.mail("act", "end", status=2)
    player = next_to_act(two)
    assert "the rules do not allow" in player.mail("act", "attack 0101 0102", status=2)
    assert "is no action" in player.mail("act", "charge", status=2)


def test_the_page_is_opened_with_the_game(two):
    ada, _ = begin(two)
    serve = Mock(return_value=0)
    with patch.dict(vars(hardtack.server), serve=serve):  # the web stack is not loaded for it
        ada.mail("play", "--port", "0", "--no-open")
    page = serve.call_args.kwargs["page"]
    commitment, _, key = page.removeprefix("mail#open=").partition(".")
    kept = json.loads((ada.home / "mail" / f"{commitment}.json").read_text())
    assert kept["key"] == key
    assert f"commitment: {commitment}" in ada.file.read_text()


def test_a_rematch_is_a_new_file_with_the_sides_swapped(two, tmp_path):
    ada, _bea = begin(two, "--dice", "own", "--set", "solitaire=true")
    following = tmp_path / "next.txt"
    assert "not over" in ada.mail("rematch", str(following), status=2)
    player = next_to_act(two)
    player.mail("resign")
    assert "Send the file" in player.mail("rematch", str(following))
    text = following.read_text()
    player.mail("rematch", str(following))
    assert following.read_text() == text, "asked for twice it is one game"
    assert "set solitaire: true" in text
    before, after = (Desk(player.home).read(one.read_text()) for one in (player.file, following))
    name, names = "Ada" if player is ada else "Bea", before.names
    assert after.names == {side: name for side, one in names.items() if one != name}
    following.write_text("something else")
    player.monkeypatch.setenv("HARDTACK_HOME", str(player.home))
    assert main(["mail", "rematch", str(player.file), str(following)]) != 0
    assert following.read_text() == "something else"
