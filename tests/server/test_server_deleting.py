"""Throwing a game away: whole, for good, and only by whoever it belongs to."""

import sqlalchemy as sa
from helpers import Player, error_of, wait

from hardtack.server.schema import changes, games, seats

AGAINST_A_BOT = {"scenario": "mill", "pace_ms": 0, "seats": {"confederate": {"who": "bot", "bot": "random"}}}


def delete(client, game, key):
    return client.delete(f"/api/games/{game}", headers={} if key is None else {"x-seat-key": key})


def test_a_deleted_game_is_gone_and_no_other(client):
    one, two = (client.post("/api/games", json={"scenario": "mill"}).json() for _ in range(2))
    for made in (one, two):
        Player(client, made["id"], made["key"]).play("colours UA", "colours CB")
    assert delete(client, one["id"], one["key"]).status_code == 204
    gone, stays = (Player(client, made["id"], made["key"]) for made in (one, two))
    assert error_of(gone.get("")) == error_of(gone.act("end", 2)) == (404, "unknown_game")
    assert error_of(gone.get("/record")) == (404, "unknown_game")
    assert error_of(delete(client, one["id"], one["key"])) == (404, "unknown_game")
    assert stays.see()["number"] == 2
    assert [card["id"] for card in client.get("/api/games").json()["games"]] == [two["id"]]
    with client.app.state.service.store.reading() as connection:
        left = [set(connection.scalars(sa.select(column))) for column in (games.c.id, seats.c.game, changes.c.game)]
    assert left == [{two["id"]}] * 3


def test_nobody_deletes_what_belongs_to_another(players):
    union, confederate, spectator = players
    for player, code in ((union, "wrong_seat"), (confederate, "wrong_seat"), (spectator, "no_seat")):
        assert error_of(delete(union.client, union.game, player.key)) == (403, code)
    assert error_of(delete(union.client, union.game, "guess")) == (403, "bad_key")
    assert error_of(delete(union.client, "nowhere", None)) == (404, "unknown_game")
    assert union.see()["number"] == 0


def test_the_bot_of_a_deleted_game_is_no_trouble(client, caplog):
    made = client.post("/api/games", json=AGAINST_A_BOT).json()
    player = Player(client, made["id"], made["key"])
    player.play("colours UA")
    assert delete(client, made["id"], made["key"]).status_code == 204
    other = client.post("/api/games", json=AGAINST_A_BOT).json()
    player = Player(client, other["id"], other["key"])
    player.play("colours UA")
    wait(player.see, lambda view: view["your_turn"] or view["over"])
    assert not caplog.records


def test_another_process_hears_that_a_game_is_gone(serve, tmp_path):
    store = str(tmp_path / "games.sqlite")
    one, two = serve(store), serve(store)
    made = one.new_game()
    there = Player(two.client, made["id"], made["key"])
    there.play("colours UA")
    assert delete(one.client, made["id"], made["key"]).status_code == 204
    assert error_of(there.act("colours CB", 1)) == (404, "unknown_game")
