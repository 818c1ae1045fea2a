"""Copies of a store that is being played in, and the way back: SQLite and PostgreSQL, also from one to the other."""

import json
import sqlite3
import stat
import threading
from pathlib import Path

import pytest
from helpers import Player, claim, error_of, wait

from hardtack import cli
from hardtack.server import archive, backup
from hardtack.server.store import open_store


@pytest.fixture(params=["sqlite", "postgres"])
def database(request, tmp_path):
    return request.getfixturevalue("postgres").url if request.param == "postgres" else str(tmp_path / "games.sqlite")


def run(capsys, *words):
    status = cli.main([str(word) for word in words])
    said = capsys.readouterr()
    return status, said.out, said.err


def test_a_copy_of_a_running_store_holds_every_game_and_brings_them_back(serve, database, tmp_path, capsys):
    server, file = serve(database), tmp_path / "copy.sqlite"
    made = server.new_game(seats={"confederate": {"who": "link"}})
    confederate = claim(server.client, made["id"], made["invitations"]["confederate"])
    union = Player(server.client, made["id"], made["key"])
    before = union.play("colours UA")
    status, said, _ = run(capsys, "backup", file, "--database", database, "--json")
    told = json.loads(said)
    assert (status, told["games"] >= 1, told["changes"] >= 1) == (0, True, True)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert not list(tmp_path.glob("*copy.sqlite?*")), "one file, and nothing beside it"
    Player(server.client, made["id"], confederate).play("colours CB")
    later = server.new_game()
    server.kill()
    status, said, _ = run(capsys, "restore", file, "--database", database, "--json")
    assert status == 0
    kept = Path(json.loads(said)["kept"])
    assert backup.count(kept).games == json.loads(said)["games"] + 1, "what was there is kept"
    server = serve(database)
    union = Player(server.client, made["id"], made["key"])
    assert union.see(since=before["since"])["pieces"] == before["pieces"]
    assert union.see()["version"] == 1
    assert error_of(server.client.get(f"/api/games/{later['id']}")) == (404, "unknown_game")
    Player(server.client, made["id"], confederate).play("colours CB")


def test_a_server_that_runs_on_sees_what_was_restored(serve, database, tmp_path):
    server, file = serve(database), tmp_path / "copy.sqlite"
    made = server.new_game()
    player = Player(server.client, made["id"], made["key"])
    player.play("colours UA")
    backup.back_up(database, file)
    player.play("colours CB", "move UB 0303")
    backup.restore(database, file, tmp_path)
    assert player.see()["version"] == 1
    assert player.play("colours CB")["version"] == 2


def test_a_copy_is_taken_at_one_moment_while_others_write(serve, database, tmp_path):
    """Every game in it has just the actions its summary counts."""
    server, stop, begun = serve(database), threading.Event(), []

    def play():
        while not stop.is_set():
            made = server.new_game()
            begun.append(made["id"])
            Player(server.client, made["id"], made["key"]).play("colours UA", "colours CB", "move UB 0303")

    player = threading.Thread(target=play)
    player.start()
    try:
        for number in range(5):
            wait(lambda number=number: len(begun) > number, bool)
            copied = backup.back_up(database, tmp_path / f"copy{number}.sqlite")
    finally:
        stop.set()
        player.join(60)
    assert copied.games
    for number in range(5):
        with sqlite3.connect(tmp_path / f"copy{number}.sqlite") as connection:
            wrong = connection.execute(
                "SELECT id FROM games WHERE version != (SELECT count(*) FROM changes WHERE game = id)"
            ).fetchall()
        assert wrong == []


def test_games_move_from_one_database_to_another(serve, postgres, tmp_path):
    source, file = str(tmp_path / "games.sqlite"), tmp_path / "copy.sqlite"
    server = serve(source)
    made = server.new_game()
    Player(server.client, made["id"], made["key"]).play("colours UA", "colours CB", "move UB 0303")
    backup.back_up(source, file)
    backup.restore(postgres.url, file, tmp_path)
    there = serve(postgres.url)
    assert Player(there.client, made["id"], made["key"]).see()["number"] == 3
    backup.back_up(postgres.url, tmp_path / "again.sqlite")
    assert sorted(rows(tmp_path / "again.sqlite")) == sorted(rows(file))


def rows(file):
    with sqlite3.connect(file) as connection:
        return [
            row
            for table in ("seats", "changes")
            for row in connection.execute(f"SELECT '{table}', * FROM {table}")
        ]  # fmt: skip


def test_a_damaged_store_is_put_aside_and_its_copy_taken_in(tmp_path, capsys):
    path, file = tmp_path / "games.sqlite", tmp_path / "copy.sqlite"
    store = open_store(str(path))
    store.close()
    assert run(capsys, "backup", file, "--database", path)[0] == 0
    path.write_bytes(b"spoilt" * 1_000)
    status, _, err = run(capsys, "backup", tmp_path / "other.sqlite", "--database", path)
    assert (status, err.count("\n")) == (2, 1)
    assert not (tmp_path / "other.sqlite").exists()
    status, said, _ = run(capsys, "restore", file, "--database", path)
    assert status == 0
    assert "before-restore" in said
    assert next(tmp_path.glob("before-restore*")).read_bytes().startswith(b"spoilt")
    assert archive.latest(open_store(str(path)), None, 10, None) == []


@pytest.mark.parametrize("command", ["backup", "restore"])
def test_what_is_no_copy_and_no_store_is_told_in_one_line(tmp_path, capsys, command):
    note = tmp_path / "note.txt"
    note.write_text("not to be lost")
    other = tmp_path / "other.sqlite"
    with sqlite3.connect(other) as connection:
        connection.execute("CREATE TABLE recipes (name)")
    store = tmp_path / "games.sqlite"
    for file, database in (
        (note, store), (other, note), (tmp_path / "nothing" / "copy.sqlite", store), (store, store),
        (tmp_path / "copy.sqlite", "postgresql://nobody@127.0.0.1:1/games"),
    ):  # fmt: skip
        open_store(str(store)).close()
        status, _, err = run(capsys, command, file, "--database", database)
        if command == "restore" and file == store:
            continue  # its own file is a copy like any other
        assert (status, err.count("\n")) == (2, 1), (file, database, err)
    assert note.read_text() == "not to be lost"
    with sqlite3.connect(other) as connection:
        assert connection.execute("SELECT count(*) FROM recipes").fetchone() == (0,)


def test_without_a_store_there_is_nothing_to_copy(tmp_path, capsys, monkeypatch):
    monkeypatch.setenv("HARDTACK_HOME", str(tmp_path))
    monkeypatch.delenv("HARDTACK_DATABASE", raising=False)
    status, _, err = run(capsys, "backup", tmp_path / "copy.sqlite")
    assert (status, err.count("\n")) == (2, 1)
    assert "no games" in err
    assert list(tmp_path.iterdir()) == []
