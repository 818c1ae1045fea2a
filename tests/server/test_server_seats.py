"""Seats: nobody acts or sees for another; the dice stay secret; bots behave or are replaced."""

import json
import re
import time
from random import Random

import pytest
import sqlalchemy as sa
from helpers import Player, all_options, error_of, play_out, two_keys, wait
from starlette.testclient import TestClient
from strange_bots import find_dying, find_illegal, find_nonsense, find_raising, find_sleeping

from hardtack.server import Config, create_app
from hardtack.server.keys import hash_key
from hardtack.server.library import Library
from hardtack.server.schema import metadata
from toy.battle import BATTLE
from toy.shelf import find

TIME = re.compile(r"20\d\d-[-0-9T:.]+Z")
READING = ("", "/log", "/replay", "/record", "/hexes/0305", "/charts")


def test_a_seat_cannot_act_for_the_other(players):
    union, confederate, spectator = players
    assert error_of(confederate.act("colours UA", 0)) == (403, "wrong_seat")
    assert error_of(spectator.act("colours UA", 0)) == (403, "no_seat")
    assert error_of(Player(union.client, union.game, "guess").act("colours UA", 0)) == (403, "bad_key")
    assert spectator.see()["number"] == 0


def test_a_key_opens_only_its_own_game(client, players):
    other = client.post("/api/games", json={"scenario": "mill"}).json()
    stranger = Player(client, players[0].game, other["key"])
    for path in READING:
        assert error_of(stranger.get(path)) == (403, "bad_key")
    assert error_of(stranger.act("colours UA", 0)) == (403, "bad_key")
    assert error_of(stranger.post("/undo", expected=0)) == (403, "bad_key")
    assert error_of(stranger.get("/events")) == (403, "bad_key")


def test_a_seat_cannot_see_for_the_other(players):
    """Two games that differ only in the Union's secret choice look the same to everybody else, in every answer."""
    union = players[0]
    seen = []
    for bearer in ("UA", "UB"):
        made = union.client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}})
        game, key = made.json()["id"], two_keys(union.client, made.json())[1]
        mine = Player(union.client, game, made.json()["key"])
        mine.play(f"colours {bearer}")
        others = [Player(union.client, game, key), Player(union.client, game, None)]
        answers = [other.get(path).text for other in others for path in READING]
        answers.append(others[0].post("/why-not", action="colours CA").text)
        commitment = made.json()["commitment"]
        seen.append([TIME.sub("TIME", text.replace(game, "GAME").replace(commitment, "HASH")) for text in answers])
    assert seen[0] == seen[1]


def test_the_log_of_a_hot_seat_shows_the_side_to_act_only(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    both = Player(client, made["id"], made["key"])
    view = both.play("colours UA")
    assert view["to_act"] == "confederate"
    assert view["log"] == []
    assert "colours UA" not in both.get("/record").text


def test_the_seed_is_in_no_answer_before_the_end(client, players):
    union, confederate, _ = players
    seed = client.app.state.service.store.game(union.game)["seed"]
    assert len(seed) == 32
    random = Random(1)
    while True:
        for player in players:
            for path in READING:
                answer = player.get(path)
                assert seed not in answer.text + json.dumps(dict(answer.headers))
        mover = union if union.see()["your_turn"] else confederate
        view = mover.see()
        if not view["your_turn"] or view["number"] > 12:
            break
        mover.play(random.choice(all_options(view))["action"])
    play_out(union, confederate)
    assert seed in players[2].get().text


def test_the_keys_are_not_in_the_store(client, players):
    with client.app.state.service.store.reading() as connection:
        rows = [list(connection.execute(sa.select(table))) for table in metadata.sorted_tables]
    assert players[0].key not in str(rows)
    assert players[1].key not in str(rows)
    assert hash_key(players[1].key) in str(rows)


def test_bots_play_by_themselves_to_the_end(client):
    seats = {"union": {"who": "bot", "bot": "random"}, "confederate": {"who": "bot", "bot": "random"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats, "pace_ms": 0}).json()
    assert Player(client, made["id"], made["key"]).see()["yours"] == [], "its maker has no seat"
    view = wait(lambda: client.get(f"/api/games/{made['id']}").json(), lambda view: view["over"])
    assert all(seat["faults"] == [] for seat in view["seats"])
    assert {move["by"] for move in view["moves"]} == {"bot"}


def test_bots_keep_the_pace_and_can_be_paused(client):
    seats = {"union": {"who": "you"}, "confederate": {"who": "bot", "bot": "random"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats, "pace_ms": 10_000}).json()
    player = Player(client, made["id"], made["key"])
    assert player.play("colours UA")["bots"] == {"pace_ms": 10_000, "paused": False, "thinking": True}
    time.sleep(0.3)
    assert player.see()["number"] == 1, "the bot waits for the pace"
    paced = client.put(f"/api/games/{made['id']}/pace", json={"pace_ms": 0, "paused": True}, headers=player.headers)
    assert paced.json() == {"pace_ms": 0, "paused": True}
    assert player.see()["bots"]["thinking"] is False
    client.put(f"/api/games/{made['id']}/pace", json={"pace_ms": 0}, headers=player.headers)
    wait(player.see, lambda view: view["your_turn"] and view["number"] == 2)
    spectator = client.put(f"/api/games/{made['id']}/pace", json={"pace_ms": 5})
    assert error_of(spectator) == (403, "no_seat")


def test_a_player_may_take_back_before_the_bot_has_moved(client):
    seats = {"union": {"who": "you"}, "confederate": {"who": "bot", "bot": "random"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats, "pace_ms": 6_000}).json()
    player = Player(client, made["id"], made["key"])
    view = player.play("colours UA")
    assert player.post("/undo", count=1, expected=view["version"]).json()["your_turn"]
    time.sleep(6.5)  # past the moment when the bot would have moved
    assert player.see()["number"] == 0


@pytest.mark.parametrize(
    ("find_bot", "kind"),
    [
        (find_illegal, "illegal"), (find_nonsense, "nonsense"), (find_raising, "crashed"), (find_dying, "crashed"),
        (find_sleeping, "slow"),
    ],
)  # fmt: skip
def test_a_misbehaving_bot_is_reported_and_chance_plays_on(tmp_path, find_bot, kind):
    library = Library(lambda: (BATTLE,), find, find_bot)
    patience = 1.5 if kind == "slow" else 60  # nothing but sleep is to be taken for sleep, on a busy machine either
    config = Config(str(tmp_path / "games.sqlite"), library, bot_workers=1, bot_seconds=patience)
    seats = {"union": {"who": "you"}, "confederate": {"who": "bot", "bot": "random"}}
    with TestClient(create_app(config)) as client:
        made = client.post("/api/games", json={"scenario": "mill", "seats": seats, "pace_ms": 0}).json()
        player = Player(client, made["id"], made["key"])
        player.play("colours UA")
        faults = wait(player.see, lambda view: view["your_turn"])["seats"][1]["faults"]
        assert [fault["kind"] for fault in faults] == [kind]
        assert play_out(player)["over"]
    with TestClient(create_app(config)) as client:
        again = Player(client, made["id"], made["key"]).see()
        assert again["over"]
        assert again["seats"][1]["faults"][:1] == faults, "faults are kept with the game"
