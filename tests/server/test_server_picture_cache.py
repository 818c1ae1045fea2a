"""Drawn boards are kept on disk between starts, and drawn anew when they are spoilt or the ink has changed."""

from __future__ import annotations

import os

import pytest

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.draw import board_svg
from hardtack.server import pictures
from hardtack.server.library import Library
from hardtack.server.pictures import PictureCache

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


def kept(cache):
    return sorted(cache.folder.glob("*.svg.gz"))


def test_the_second_start_draws_nothing(tmp_path, started, monkeypatch):
    cache = PictureCache(tmp_path)
    pictures.warm_up(LIBRARY, cache)
    assert len(started) == 1
    assert len(kept(cache)) == 2  # English and Japanese
    monkeypatch.setattr(pictures, "_boards", {})
    pictures.warm_up(LIBRARY, cache)
    assert len(started) == 1
    assert pictures.board(BATTLE.scenario("bull-run"), "ja").text == board_svg(BOARD, lang="ja")


def test_a_spoilt_drawing_is_drawn_again(tmp_path, started, monkeypatch):
    cache = PictureCache(tmp_path)
    pictures.warm_up(LIBRARY, cache)
    kept(cache)[0].write_bytes(b"no drawing")
    kept(cache)[1].write_bytes(kept(cache)[1].read_bytes()[:500])
    monkeypatch.setattr(pictures, "_boards", {})
    pictures.warm_up(LIBRARY, cache)
    assert len(started) == 2
    assert pictures.board(BATTLE.scenario("bull-run"), "en").text == board_svg(BOARD, lang="en")


def test_another_edition_goes_when_this_one_is_drawn(tmp_path, started):
    old = tmp_path / "an-older-edition"
    old.mkdir()
    (old / "board.svg.gz").write_bytes(b"")
    pictures.warm_up(LIBRARY, PictureCache(tmp_path))
    assert not old.exists()


def test_a_folder_that_cannot_be_written_is_done_without(tmp_path, started):
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    pictures.warm_up(LIBRARY, PictureCache(blocked))
    assert set(pictures._boards) == {(BOARD, "en"), (BOARD, "ja")}


def test_a_full_disk_is_done_without_and_nothing_is_left_half_written(tmp_path, monkeypatch):
    def full(source, goal):
        raise OSError("no space left on device")

    monkeypatch.setattr(os, "replace", full)
    cache = PictureCache(tmp_path)
    cache.keep("board", pictures.make_picture("<svg/>"))
    assert list(cache.folder.iterdir()) == []
