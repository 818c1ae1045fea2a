"""Standing answers over HTTP: kept in the store, played at once, known to their own seat only (GC 5.1.2)."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from helpers import Player, claim, error_of, put_back, wait
from starlette.testclient import TestClient

from hardtack.server import backup
from hardtack.server.app import create_app
from hardtack.server.config import Config
from hardtack.server.present import Viewer

TRANSFER = {"frame": "LeaderTransfer", "verb": "done"}


@pytest.fixture
def database(tmp_path) -> str:
    return str(tmp_path / "games.sqlite")


def open_server(database: str) -> TestClient:
    return TestClient(create_app(Config(database=database, bot_workers=1)), raise_server_exceptions=False)


@pytest.fixture
def client(database):
    with open_server(database) as client:
        yield client


def new_game(client, **seats):
    """Scenario 5, where each side may first transfer leaders: the Confederates, then the Union."""
    wanted = {"scenario": "certain-destruction", "seats": seats, "pace_ms": 0}
    made = client.post("/api/games", json=wanted)
    assert made.status_code == 201, made.text
    return made.json()


@pytest.fixture
def seats(client):
    """Union, Confederate, spectator."""
    made = new_game(client, union={"who": "you"}, confederate={"who": "link"})
    invited = claim(client, made["id"], made["invitations"]["confederate"])
    return tuple(Player(client, made["id"], key) for key in (made["key"], invited, None))


def put(player, **body):
    return player.client.put(f"/api/games/{player.game}/answers", json=body, headers=player.headers)


def answers_of(player) -> dict[str, dict[str, str]]:
    told = player.get("/answers")
    assert told.status_code == 200, told.text
    return {seat["side"]: seat["answers"] for seat in told.json()["seats"]}


def test_an_answer_is_played_at_once_whoever_looks(seats) -> None:
    union, confederate, _ = seats
    assert put(union, side="union", **TRANSFER).status_code == 200
    before = confederate.see()
    after = confederate.play("done")  # the Union's page need not be open
    assert after["number"] == before["number"] + 2 == after["version"]
    assert [(move["side"], move["action"]) for move in after["moves"]] == [("confederate", "done"), ("union", "done")]
    assert after["decision"] != "LeaderTransfer"


def test_what_is_asked_now_is_answered_too(seats) -> None:
    _, confederate, _ = seats
    version = confederate.see()["version"]
    told = put(confederate, side="confederate", expected=version, **TRANSFER).json()
    assert told["version"] == version + 1
    assert told["seats"] == [{"side": "confederate", "answers": {"LeaderTransfer": "done"}}]
    assert confederate.see()["to_act"] == "union"


def test_an_answer_taken_back_is_not_given_again_at_once(seats) -> None:
    union, confederate, _ = seats
    put(confederate, side="confederate", **TRANSFER)
    version = confederate.see()["version"]
    assert confederate.post("/undo", count=1, expected=version).status_code == 200
    view = confederate.see()
    assert (view["to_act"], view["version"]) == ("confederate", version + 1)
    put(confederate, side="confederate", frame="Withdrawal", verb="hold")  # nor by an answer to something else
    put(union, side="union", frame="Withdrawal", verb="hold")
    assert confederate.see()["to_act"] == "confederate"
    assert confederate.play("done")["to_act"] == "union"


def test_the_log_says_so_to_their_own_seat_alone(seats) -> None:
    union, confederate, spectator = seats
    put(union, side="union", **TRANSFER)
    number = confederate.play("done")["number"]
    for player, known in ((union, True), (confederate, False), (spectator, False)):
        view = player.see()
        assert [move["standing"] for move in view["moves"]] == [False, known]
        answered = [line["text"] for line in view["log"] if line["key"] == "answered"]
        assert answered == ["Standing answer: Finish."] * known
        film = player.get("/replay").json()["frames"]
        assert [frame["move"]["standing"] for frame in film] == [False, known]
        told = player.get("/log", lang="ja").json()["lines"]
        answered = [(line["number"], line["text"]) for line in told if line["key"] == "answered"]
        assert answered == [(number, "自動応答：終了。")] * known


def test_watchers_of_both_sides_are_told_the_same_change_but_for_that(seats) -> None:
    union, confederate, _ = seats
    put(union, side="union", **TRANSFER)
    service = union.client.app.state.service
    with service.game(union.game) as live:
        watching = {side: Viewer((side,), "en") for side in ("union", "confederate")}
        for viewer in watching.values():
            live.views.shown(viewer)
    confederate.play("done")
    with service.game(union.game) as live:
        told = {side: live.views.changes(viewer) for side, viewer in watching.items()}
    assert all(told.values())
    assert b'"standing":true' in told["union"][1]
    assert b'"standing":true' not in told["confederate"][1]


def test_nobody_else_hears_how_a_seat_answers(seats) -> None:
    union, confederate, spectator = seats
    put(union, side="union", frame="Withdrawal", verb="withdraw")
    assert answers_of(union) == {"union": {"Withdrawal": "withdraw"}}
    assert answers_of(confederate) == {"confederate": {}}
    assert error_of(spectator.get("/answers")) == (403, "no_seat")
    for player in (confederate, spectator):
        for path in ("", "/seats", "/record", "/log", "/replay", "/charts", "/dice"):
            told = player.get(path)
            assert told.status_code == 200
            told = told.text.replace('"Withdrawal":["hold","withdraw"]', "")  # the same for every game of the series
            assert '"withdraw"' not in told, path


def test_who_may_answer_and_what(seats) -> None:
    union, confederate, spectator = seats
    version = union.see()["version"]
    assert error_of(put(confederate, side="union", **TRANSFER)) == (403, "wrong_seat")
    assert error_of(put(spectator, side="union", **TRANSFER)) == (403, "no_seat")
    assert error_of(put(union, side="union", expected=version + 1, **TRANSFER)) == (409, "stale_move")
    for wrong in ({"frame": "Activation", "verb": "pass"}, {"frame": "LeaderTransfer", "verb": "hold"}):
        assert error_of(put(union, side="union", **wrong)) == (422, "bad_answer")
    for misshapen in ({}, TRANSFER | {"more": 1}, {"frame": 3, "verb": "done"}, {"frame": "LeaderTransfer"}):
        assert error_of(put(union, side="union", **misshapen)) == (400, "bad_request")
    assert answers_of(union) == {"union": {}}
    assert union.see()["version"] == version


def test_be_asked_again(seats) -> None:
    union, confederate, _ = seats
    put(union, side="union", **TRANSFER)
    put(union, side="union", frame="LeaderTransfer", verb=None)
    assert answers_of(union) == {"union": {}}
    assert confederate.play("done")["to_act"] == "union"


def test_a_bot_is_answered(client) -> None:
    made = new_game(client, union={"who": "you"}, confederate={"who": "bot", "bot": "random"})
    union = Player(client, made["id"], made["key"])
    put(union, side="union", **TRANSFER)
    assert error_of(put(union, side="confederate", **TRANSFER)) == (403, "wrong_seat")
    view = wait(union.see, lambda view: view["decision"] != "LeaderTransfer")
    assert [move["by"] for move in view["moves"] if move["action"] == "done" and move["side"] == "union"] == ["person"]


def test_a_hot_seat_answers_for_either(client) -> None:
    made = new_game(client, union={"who": "you"}, confederate={"who": "you"})
    both = Player(client, made["id"], made["key"])
    put(both, side="union", **TRANSFER)
    assert answers_of(both) == {"union": {"LeaderTransfer": "done"}, "confederate": {}}
    assert [move["standing"] for move in both.play("done")["moves"]] == [False, True]


def test_answers_outlast_the_server_and_a_copy_of_the_store(database, tmp_path) -> None:
    with open_server(database) as client:
        made = new_game(client, union={"who": "you"}, confederate={"who": "link"})
        invited = claim(client, made["id"], made["invitations"]["confederate"])
        put(Player(client, made["id"], made["key"]), side="union", **TRANSFER)
    copy, restored = tmp_path / "copy.sqlite", str(tmp_path / "restored.sqlite")
    backup.back_up(database, copy)
    backup.restore(restored, copy, tmp_path)
    for place in (database, restored):
        with open_server(place) as client:
            union, confederate = (Player(client, made["id"], key) for key in (made["key"], invited))
            assert answers_of(union) == {"union": {"LeaderTransfer": "done"}}
            assert [move["side"] for move in confederate.play("done")["moves"]] == ["confederate", "union"]
        with open_server(place) as client:  # and what was played by it is known to have been
            assert [move["standing"] for move in Player(client, made["id"], made["key"]).see()["moves"]] == [
                False,
                True,
            ]


def test_another_process_answers_as_the_store_says(database) -> None:
    with open_server(database) as client, open_server(database) as other:
        made = new_game(client, union={"who": "you"}, confederate={"who": "link"})
        invited = claim(client, made["id"], made["invitations"]["confederate"])
        confederate = Player(other, made["id"], invited)
        version = confederate.see()["version"]
        put(Player(client, made["id"], made["key"]), side="union", **TRANSFER)
        played = confederate.act("done", version)  # by the short way, without a look at the store
        assert [move["side"] for move in played.json()["moves"]] == ["confederate", "union"]


def test_what_cannot_be_written_was_not_played(seats, monkeypatch) -> None:
    union, confederate, _ = seats
    put(union, side="union", **TRANSFER)
    store, version = union.client.app.state.service.store, confederate.see()["version"]
    real, broken = store._note, []

    def note(connection, write):
        if write.change["kind"] == "answer" and not broken:
            broken.append(write)
            return False
        return real(connection, write)

    monkeypatch.setattr(store, "_note", note)
    assert error_of(confederate.act("done", version)) == (409, "stale_move")
    assert broken
    assert confederate.see()["version"] == version  # neither of the two
    assert confederate.play("done")["version"] == version + 2


def test_whoever_sits_down_later_answers_for_themselves(client) -> None:
    made = new_game(client, union={"who": "you"}, confederate={"who": "link"})
    union = Player(client, made["id"], made["key"])
    former = Player(client, made["id"], claim(client, made["id"], made["invitations"]["confederate"]))
    put(former, side="confederate", frame="Withdrawal", verb="hold")
    [device] = former.get("/seats").json()["devices"]
    client.delete(f"/api/games/{made['id']}/devices/{device['id']}", headers=former.headers)
    token = union.post("/invitations", side="confederate").json()["token"]
    assert answers_of(Player(client, made["id"], claim(client, made["id"], token))) == {"confederate": {}}


@pytest.mark.parametrize("noted", ["nonsense", "[]", '{"Gone": "done", "Withdrawal": "fly"}', '{"Withdrawal": 3}'])
def test_what_the_rules_do_not_know_any_more_is_asked(database, noted) -> None:
    with open_server(database) as client:
        made = new_game(client, union={"who": "you"}, confederate={"who": "you"})
    connection = sqlite3.connect(Path(database))
    with connection:
        connection.execute("UPDATE seats SET answers = ?", (noted,))
    connection.close()
    with open_server(database) as client:
        both = Player(client, made["id"], made["key"])
        assert answers_of(both) == {"union": {}, "confederate": {}}
        assert put(both, side="union", **TRANSFER).status_code == 200
        assert answers_of(both)["union"] == {"LeaderTransfer": "done"}


def test_a_store_of_older_tables_is_brought_up_to_date(database) -> None:
    with open_server(database) as client:
        made = new_game(client, union={"who": "you"}, confederate={"who": "you"})
    put_back(database, "0003")
    with open_server(database) as client:
        both = Player(client, made["id"], made["key"])
        assert put(both, side="union", **TRANSFER).status_code == 200
        assert [move["standing"] for move in both.play("done")["moves"]] == [False, True]
