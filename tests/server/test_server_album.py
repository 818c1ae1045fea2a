"""Drawn boards are kept on disk between starts, and drawn anew when they are spoilt or the ink has changed."""

from __future__ import annotations

import os

import pytest

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.draw import board_svg
from hardtack.server import pictures
from hardtack.server.album import Album
from hardtack.server.library import Library

LIBRARY = Library(battles=lambda: (BATTLE,), find=lambda _: BATTLE)
BOARD = BATTLE.scenario("bull-run").board


@pytest.fixture
def started(monkeypatch):
    """The painters started, and no board in memory yet."""
    painters = []
    begin = pictures.start_python
    monkeypatch.setattr(pictures, "_boards", {})
    monkeypatch.setattr(
        pictures, "start_python", lambda *words, **given: painters.append(words) or begin(*words, **given)
    )
    return painters


def kept(album):
    return sorted(album.folder.glob("*.svg.gz"))


def test_the_second_start_draws_nothing(tmp_path, started, monkeypatch):
    album = Album(tmp_path)
    pictures.warm_up(LIBRARY, album)
    assert len(started) == 1
    assert len(kept(album)) == 2  # English and Japanese
    monkeypatch.setattr(pictures, "_boards", {})
    pictures.warm_up(LIBRARY, album)
    assert len(started) == 1
    assert pictures.board(BATTLE.scenario("bull-run"), "ja").text == board_svg(BOARD, lang="ja")


def test_a_spoilt_drawing_is_drawn_again(tmp_path, started, monkeypatch):
    album = Album(tmp_path)
    pictures.warm_up(LIBRARY, album)
    kept(album)[0].write_bytes(b"no drawing")
    kept(album)[1].write_bytes(kept(album)[1].read_bytes()[:500])
    monkeypatch.setattr(pictures, "_boards", {})
    pictures.warm_up(LIBRARY, album)
    assert len(started) == 2
    assert pictures.board(BATTLE.scenario("bull-run"), "en").text == board_svg(BOARD, lang="en")


def test_another_edition_goes_when_this_one_is_drawn(tmp_path, started):
    old = tmp_path / "an-older-edition"
    old.mkdir()
    (old / "board.svg.gz").write_bytes(b"")
    pictures.warm_up(LIBRARY, Album(tmp_path))
    assert not old.exists()


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, started):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    pictures.warm_up(LIBRARY, Album(blocked))
    assert set(pictures._boards) == {(BOARD, "en"), (BOARD, "ja")}


def test_a_full_disk_is_done_without_and_nothing_is_left_half_written(tmp_path, monkeypatch):
    def full(source, goal):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    album = Album(tmp_path)
    album.keep("board", pictures.make_picture("<svg/>"))
    assert list(album.folder.iterdir()) == []
