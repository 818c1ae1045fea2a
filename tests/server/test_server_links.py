"""Invitations and device links: each for one person and one use; keys can be seen, withdrawn and revoked."""

import json
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import httpx2
import pytest
import sqlalchemy as sa
from helpers import Player, claim, error_of, play_out, two_keys, wait
from starlette.testclient import TestClient

from hardtack.referee.dice import SeededDice, commitment
from hardtack.server import create_app
from hardtack.server.keys import hash_key, hash_token
from hardtack.server.schema import metadata
from hardtack.server.seating import MOST_KEYS, MOST_LINKS
from hardtack.table import Match
from toy.battle import BATTLE

WITH_A_FRIEND = {"scenario": "mill", "seats": {"union": {"name": "Ann"}, "confederate": {"who": "link"}}}


@pytest.fixture
def made(client):
    return client.post("/api/games", json=WITH_A_FRIEND).json()


@pytest.fixture
def ann(client, made):
    return Player(client, made["id"], made["key"])


def take(client, game, token, **more):
    return client.post(f"/api/games/{game}/claim", json={"token": token} | more)


def remove(player, path):
    return player.client.delete(f"/api/games/{player.game}{path}", headers=player.headers)


def seat(view, side="confederate"):
    return next(seat for seat in view["seats"] if seat["side"] == side)


# -- invitations


def test_an_invitation_is_taken_once_and_then_opens_nothing(client, made, ann):
    token = made["invitations"]["confederate"]
    assert error_of(Player(client, made["id"], token).get()) == (403, "bad_key"), "a token is no key"
    key = claim(client, made["id"], token, name="Bob")
    bob = Player(client, made["id"], key)
    assert key not in (token, made["key"])
    assert bob.see()["yours"] == ["confederate"]
    for _ in range(2):
        assert error_of(take(client, made["id"], token)) == (409, "link_taken")
    assert error_of(Player(client, made["id"], token).get()) == (403, "bad_key")
    assert error_of(ann.act("colours CB", 0)) == (422, "illegal_action"), "nor does the inviter hold the seat"
    assert ann.see()["yours"] == ["union"]
    assert [one["name"] for one in ann.see()["seats"]] == ["Ann", "Bob"]


def test_the_inviters_answers_hold_no_key_of_the_other_seat(client, made, ann):
    bob = claim(client, made["id"], made["invitations"]["confederate"])
    answers = json.dumps(made) + ann.get("/seats").text + ann.get().text + ann.get("/record").text
    assert bob not in answers
    assert made["key"] not in ann.get("/seats").text


def test_looking_at_a_link_does_not_use_it(client, made):
    token = made["invitations"]["confederate"]
    path = f"/api/games/{made['id']}/link"
    for _ in range(3):
        shown = client.get(path, headers={"X-Seat-Link": token}).json()
        assert (shown["kind"], shown["sides"], shown["state"]) == ("invitation", ["confederate"], "open")
        assert client.get(f"/play/{made['id']}").status_code == 200
    claim(client, made["id"], token)
    assert client.get(path, headers={"X-Seat-Link": token}).json()["state"] == "taken"
    assert error_of(client.get(path, headers={"X-Seat-Link": "nonsense"})) == (404, "unknown_link")
    assert error_of(take(client, made["id"], "nonsense")) == (404, "unknown_link")
    assert error_of(take(client, "nowhere", token)) == (404, "unknown_game")


def test_a_link_of_one_game_opens_no_other(client, made):
    other = client.post("/api/games", json=WITH_A_FRIEND).json()
    assert error_of(take(client, other["id"], made["invitations"]["confederate"])) == (404, "unknown_link")


def test_of_many_who_take_one_invitation_exactly_one_sits_down(client, made):
    token = made["invitations"]["confederate"]
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda n: take(client, made["id"], token, name=f"Bob {n}"), range(8)))
    assert sorted(answer.status_code for answer in answers) == [200, *[409] * 7]
    assert {answer.json()["error"]["code"] for answer in answers if answer.status_code == 409} == {"link_taken"}
    winner = next(answer.json() for answer in answers if answer.status_code == 200)
    assert Player(client, made["id"], winner["key"]).see()["yours"] == ["confederate"]


def test_everybody_sees_how_a_seat_stands_and_since_when(client, made, ann):
    watching = Player(client, made["id"], None)
    for player in (ann, watching):
        assert [(one["state"], bool(one["since"])) for one in player.see()["seats"]] == [
            ("taken", True), ("invited", True),
        ]  # fmt: skip
    asked = ann.get("/seats").json()
    assert seat(asked)["invitation"]["since"] == seat(asked)["since"]
    assert seat(watching.get("/seats").json())["invitation"] is None, "who may not withdraw it is not told its name"
    assert watching.get("/seats").json()["devices"] == []
    before = seat(asked)["since"]
    claim(client, made["id"], made["invitations"]["confederate"])
    assert seat(ann.see())["state"] == "taken"
    assert seat(ann.see())["since"] > before
    assert seat(client.get("/api/games").json()["games"][0])["state"] == "taken"


def test_an_invitation_is_withdrawn_and_another_made(client, made, ann):
    token = made["invitations"]["confederate"]
    first = seat(ann.get("/seats").json())["invitation"]["id"]
    assert remove(ann, f"/links/{first}").status_code == 204
    assert seat(ann.see())["state"] == "open"
    assert error_of(take(client, made["id"], token)) == (409, "link_withdrawn")
    assert error_of(remove(ann, f"/links/{first}")) == (404, "unknown_link")
    second, third = (ann.post("/invitations", side="confederate").json() for _ in range(2))
    assert error_of(take(client, made["id"], second["token"])) == (409, "link_withdrawn"), "there is one at a time"
    bob = Player(client, made["id"], claim(client, made["id"], third["token"]))
    assert bob.see()["yours"] == ["confederate"]
    for side in ("union", "confederate"):
        assert error_of(ann.post("/invitations", side=side)) == (409, "seat_taken")
    assert error_of(ann.post("/invitations", side="nobody")) == (404, "unknown_link")


def test_only_who_has_a_key_invites_and_withdraws(client, made, ann):
    waiting = seat(ann.get("/seats").json())["invitation"]["id"]
    other = client.post("/api/games", json=WITH_A_FRIEND).json()
    for key, code in ((None, "no_seat"), ("guess", "bad_key"), (other["key"], "bad_key")):
        stranger = Player(client, made["id"], key)
        assert error_of(stranger.post("/invitations", side="confederate")) == (403, code)
        assert error_of(stranger.post("/devices")) == (403, code)
        assert error_of(remove(stranger, f"/links/{waiting}")) == (403, code)
        assert error_of(remove(stranger, f"/devices/{waiting}")) == (403, code)
    claim(client, made["id"], made["invitations"]["confederate"])


@pytest.mark.parametrize("odd", ["\x00", "a\nb", "x" * 61])
def test_what_no_store_can_keep_is_refused(client, made, ann, odd):
    assert error_of(ann.post("/invitations", side=odd)) == (400, "bad_request")
    for field in ("name", "device"):
        refused = take(client, made["id"], made["invitations"]["confederate"], **{field: odd})
        assert error_of(refused) == (400, "bad_request")
    assert error_of(client.post("/api/games", json=WITH_A_FRIEND | {"device": odd})) == (400, "bad_request")
    claim(client, made["id"], made["invitations"]["confederate"])


def test_a_bots_seat_is_not_given_away(client):
    seats = {"confederate": {"who": "bot", "bot": "random"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats, "pace_ms": 10_000}).json()
    ann = Player(client, made["id"], made["key"])
    assert error_of(ann.post("/invitations", side="confederate")) == (409, "seat_taken")
    assert seat(ann.see())["state"] == "bot"


def test_whoever_sets_a_game_up_for_two_others_sees_to_its_invitations(client):
    seats = {side: {"who": "link"} for side in ("union", "confederate")}
    made = client.post("/api/games", json={"scenario": "mill", "seats": seats}).json()
    maker = Player(client, made["id"], made["key"])
    assert maker.see()["yours"] == []
    assert error_of(maker.act("colours UA", 0)) == (403, "no_seat")
    again = maker.post("/invitations", side="union").json()
    assert error_of(take(client, made["id"], made["invitations"]["union"])) == (409, "link_withdrawn")
    union = Player(client, made["id"], claim(client, made["id"], again["token"]))
    union.play("colours UA")
    assert error_of(remove(union, f"/devices/{maker.get('/seats').json()['devices'][0]['id']}")) == (
        404,
        "unknown_link",
    )


# -- devices


def test_a_seat_on_another_device(client, made, ann):
    link = ann.post("/devices").json()
    assert link["sides"] == ["union"]
    phone = Player(client, made["id"], claim(client, made["id"], link["token"], name="Eve", device="a phone"))
    assert phone.key != ann.key
    assert phone.see()["yours"] == ["union"]
    assert seat(phone.see(), "union")["name"] == "Ann", "it is the same player"
    assert error_of(take(client, made["id"], link["token"])) == (409, "link_taken")
    phone.play("colours UA")
    devices = ann.get("/seats").json()["devices"]
    assert [(one["device"], one["this"]) for one in devices] == [("", True), ("a phone", False)]
    assert [one["this"] for one in phone.get("/seats").json()["devices"]] == [False, True]


def test_a_revoked_key_opens_nothing_at_once(client, made, ann):
    phone = Player(client, made["id"], claim(client, made["id"], ann.post("/devices").json()["token"]))
    bob = Player(client, made["id"], claim(client, made["id"], made["invitations"]["confederate"]))
    lost = next(one["id"] for one in ann.get("/seats").json()["devices"] if not one["this"])
    assert error_of(remove(bob, f"/devices/{lost}")) == (404, "unknown_link"), "only by whose seat it is"
    assert phone.see()["yours"] == ["union"]
    assert remove(ann, f"/devices/{lost}").status_code == 204
    for path in ("", "/record", "/options?unit=UA", "/dice", "/seats"):
        assert error_of(phone.get(path)) == (403, "bad_key")
    assert error_of(phone.act("colours UA", 0)) == (403, "bad_key")
    ann.play("colours UA")


def test_an_unused_device_link_is_withdrawn_by_its_owner_only(client, made, ann):
    bob = Player(client, made["id"], claim(client, made["id"], made["invitations"]["confederate"]))
    link = ann.post("/devices").json()
    assert bob.get("/seats").json()["links"] == []
    assert error_of(remove(bob, f"/links/{link['id']}")) == (404, "unknown_link")
    assert [one["id"] for one in ann.get("/seats").json()["links"]] == [link["id"]]
    assert remove(ann, f"/links/{link['id']}").status_code == 204
    assert error_of(take(client, made["id"], link["token"])) == (409, "link_withdrawn")


def test_links_and_devices_do_not_pile_up(client, made, ann):
    links = [ann.post("/devices").json() for _ in range(MOST_LINKS + 2)]
    assert [one["id"] for one in ann.get("/seats").json()["links"]] == [link["id"] for link in links[2:]]
    for _ in range(MOST_KEYS - 1):
        claim(client, made["id"], ann.post("/devices").json()["token"])
    assert error_of(ann.post("/devices")) == (409, "too_many_keys")
    assert error_of(take(client, made["id"], links[-1]["token"])) == (409, "too_many_keys")


def test_whoever_gives_up_the_last_key_leaves_the_seat_open(client, made, ann):
    bob = Player(client, made["id"], claim(client, made["id"], made["invitations"]["confederate"]))
    assert remove(bob, f"/devices/{bob.get('/seats').json()['devices'][0]['id']}").status_code == 204
    assert seat(ann.see())["state"] == "open"
    claim(client, made["id"], ann.post("/invitations", side="confederate").json()["token"])
    assert seat(ann.see())["state"] == "taken"


def test_a_hot_seat_goes_to_another_device_whole(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    both = Player(client, made["id"], made["key"])
    other = Player(client, made["id"], claim(client, made["id"], both.post("/devices").json()["token"]))
    assert other.see()["yours"] == both.see()["yours"] == ["union", "confederate"]


# -- streams and other processes


def listen(server, game, key, heard):
    """Follow a stream until it ends, or the server does."""
    with (
        suppress(httpx2.RemoteProtocolError),
        server.client.stream("GET", f"/api/games/{game}/events", headers={"X-Seat-Key": key}) as stream,
    ):
        heard.extend(line for line in stream.iter_lines() if line.startswith("event:"))


@pytest.mark.parametrize("elsewhere", [False, True], ids=["here", "by another process"])
def test_the_stream_of_a_revoked_key_ends(serve, tmp_path, elsewhere):
    store = str(tmp_path / "games.sqlite")
    here = serve(store)
    there = serve(store) if elsewhere else here
    made = here.new_game(**WITH_A_FRIEND)
    ann = Player(there.client, made["id"], made["key"])
    phone = claim(there.client, made["id"], ann.post("/devices").json()["token"])
    heard = {"phone": [], "ann": []}
    lines = [
        threading.Thread(target=listen, args=(here, made["id"], key, heard[who]), daemon=True)
        for who, key in (("phone", phone), ("ann", made["key"]))
    ]
    for line in lines:
        line.start()
    wait(lambda: heard, lambda heard: all(heard.values()))
    lost = next(one["id"] for one in ann.get("/seats").json()["devices"] if not one["this"])
    assert remove(ann, f"/devices/{lost}").status_code == 204
    lines[0].join(90)
    assert not lines[0].is_alive()
    assert heard["phone"][-1] == "event: closed"
    assert lines[1].is_alive()
    assert wait(lambda: heard["ann"], lambda ann: len(ann) >= 2)[-1] == "event: change"


def test_another_process_knows_of_every_change_of_seats_at_once(serve, tmp_path):
    store = str(tmp_path / "games.sqlite")
    one, two = serve(store), serve(store)
    made = one.new_game(**WITH_A_FRIEND)
    assert seat(Player(two.client, made["id"], None).see())["state"] == "invited"
    bob = Player(two.client, made["id"], claim(one.client, made["id"], made["invitations"]["confederate"], name="Bob"))
    assert bob.see()["yours"] == ["confederate"]
    assert seat(bob.see())["name"] == "Bob"
    assert error_of(take(two.client, made["id"], made["invitations"]["confederate"])) == (409, "link_taken")
    own = bob.get("/seats").json()["devices"][0]["id"]
    assert remove(Player(one.client, made["id"], bob.key), f"/devices/{own}").status_code == 204
    assert error_of(bob.get()) == (403, "bad_key")


def test_an_invitation_is_taken_once_on_postgresql_too(serve, postgres):
    servers = [serve(postgres.url) for _ in range(2)]
    for _ in range(4):
        made = servers[0].new_game(**WITH_A_FRIEND)
        asked = [(servers[n % 2].client, made["id"], made["invitations"]["confederate"]) for n in range(6)]
        with ThreadPoolExecutor(6) as crowd:
            answers = list(crowd.map(lambda one: take(*one), asked))
        assert sorted(answer.status_code for answer in answers) == [200, *[409] * 5]


# -- games from before


def test_the_seats_of_older_games_are_held_by_the_same_keys(tmp_path, config):
    """And a game that went on from a record without a secret is sealed from its next die on."""
    from hardtack.server.store import Store  # the tables as they were are made by hand

    store = Store(config.database)
    with store.writing() as connection:
        old_tables(connection)
    store.close()
    with TestClient(create_app(config)) as client:
        both = Player(client, "hotseat", "old hot key")
        assert both.see()["yours"] == ["union", "confederate"]
        union, confederate = (Player(client, "friends", key) for key in ("old union key", "old confederate key"))
        assert union.see()["yours"] == ["union"]
        assert confederate.see()["yours"] == ["confederate"]
        assert error_of(Player(client, "friends", "old hot key").get()) == (403, "bad_key")
        assert [one["state"] for one in union.see()["seats"]] == ["taken", "taken"]
        union.play("colours UA")
        key = claim(client, "friends", union.post("/devices").json()["token"])
        assert remove(Player(client, "friends", key), f"/devices/{union.get('/seats').json()['devices'][0]['id']}")
        assert error_of(union.get()) == (403, "bad_key"), "also an old key can be revoked"
        seals = both.get("/dice").json()["seals"]
        assert [seal["first"] for seal in seals] == [0]
        view = play_out(both)
        assert view["commitment"] == seals[0]["commitment"] == commitment(view["seed"])


def old_tables(connection):
    """The tables and two games as the first version left them."""
    import importlib

    from alembic.migration import MigrationContext
    from alembic.operations import Operations

    context = MigrationContext.configure(connection)
    with Operations.context(context):
        importlib.import_module("hardtack.server.migrations.versions.0001_games").upgrade()
    connection.exec_driver_sql("CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL PRIMARY KEY)")
    connection.exec_driver_sql("INSERT INTO alembic_version VALUES ('0001')")
    tables = sa.MetaData()
    tables.reflect(connection)
    seed = "s3cret"
    for game, headers, secret in (
        ("friends", {"commitment": commitment(seed)}, seed), ("hotseat", {}, None),
    ):  # fmt: skip
        connection.execute(tables.tables["games"].insert(), {
            "id": game, "scenario": "mill", "rules": BATTLE.rules_version, "settings": "{}",
            "headers": json.dumps(headers), "opening_dice": "", "seed": secret, "version": 0, "number": 0, "turn": 1,
            "to_act": "union", "bot_next": False, "over": False, "outcome": "", "created": 1.0, "updated": 1.0,
            "pace_ms": 0, "paused": False, "keeper": None, "keeper_until": 0.0,
        })  # fmt: skip
        keys = {"friends": ("old union key", "old confederate key"), "hotseat": ("old hot key", "old hot key")}[game]
        for side, key in zip(("union", "confederate"), keys, strict=True):
            connection.execute(tables.tables["seats"].insert(), {
                "game": game, "side": side, "kind": "person", "name": "", "bot": None, "key_hash": hash_key(key),
            })  # fmt: skip


def test_nothing_that_opens_a_seat_is_in_the_store(client, made, ann):
    tokens = [made["invitations"]["confederate"], ann.post("/devices").json()["token"]]
    with client.app.state.service.store.reading() as connection:
        rows = str([list(connection.execute(sa.select(table))) for table in metadata.sorted_tables])
    assert not [secret for secret in (*tokens, made["key"]) if secret in rows]
    assert all(hash_token(token) in rows for token in tokens)


# -- finished games


def test_a_finished_game_stays_finished(client, made):
    players = [Player(client, made["id"], key) for key in two_keys(client, made)]
    view = play_out(*players)
    assert view["seed"]
    for player in players:
        assert player.see()["undo"] == 0
        refused = player.post("/undo", count=1, expected=view["version"])
        assert error_of(refused) == (409, "game_over")
    assert players[0].see()["version"] == view["version"]


# -- dice


def test_a_game_from_a_record_rolls_dice_that_nobody_knows(client):
    """Whoever brings the record knows its seed; the friend is told that the dice are sealed, and they are."""
    match = Match.new("mill", seed="mine", find=lambda _: BATTLE)
    for action in ("colours UA", "colours CB", "move UB 0303", "end", "move CB 0302", "end", "attack CB UB"):
        match.play(action)
    known, rolled, same = SeededDice("mine"), match.rolled, []
    body = {"record": match.save_text(), "seats": {"confederate": {"who": "link"}}}
    for game in range(12):
        made = client.post("/api/games", json=body).json()
        players = [Player(client, made["id"], key) for key in two_keys(client, made)]
        running = players[0].get("/dice").json()
        assert [seal["first"] for seal in running["seals"]] == [0, rolled]
        assert [seal["seed"] for seal in running["seals"]] == [None, None]
        assert (made["commitment"], made["game"]["sealed_from"]) == (running["seals"][1]["commitment"], rolled)
        assert [roll["face"] for roll in running["rolls"]] == [known.face(place) for place in range(rolled)]
        players[1].play("end")
        players[0].play("end", "attack UB CB")
        fell = [roll["face"] for roll in players[1].get("/dice").json()["rolls"]]
        same.append(fell[rolled] == known.face(rolled))
        if game:
            continue
        play_out(*players)
        told = players[1].get("/dice").json()
        fell = [roll["face"] for roll in told["rolls"]]
        hidden = SeededDice(told["seals"][1]["seed"])
        assert fell[rolled:] == [hidden.face(place) for place in range(rolled, len(fell))]
        assert hidden.commitment() == made["commitment"]
        text = players[1].get("/record").text
        assert Match.from_record(text, lambda _: BATTLE).record() == text
    assert sum(same) < 10, "all twelve were foretold once"


def test_the_dice_say_whose_they_were(client, made):
    players = [Player(client, made["id"], key) for key in two_keys(client, made)]
    play_out(*players, seed=3)
    rolls = players[0].get("/dice").json()["rolls"]
    moves = {move["number"]: move for move in players[0].see(since=0)["moves"]}
    assert [roll["face"] for roll in rolls] == [face for number in sorted(moves) for face in moves[number]["dice"]]
    assert all(roll["by"] == moves[roll["number"]]["side"] for roll in rolls), "here only attackers roll"


# -- throwing away


def test_a_game_nobody_else_has_sat_down_to_is_its_makers(client, made, ann):
    bots = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
    watched = client.post("/api/games", json={"scenario": "mill", "seats": bots, "pace_ms": 10_000}).json()
    assert error_of(client.delete(f"/api/games/{watched['id']}")) == (403, "no_seat")
    for game, key in ((watched["id"], watched["key"]), (made["id"], made["key"])):
        assert client.delete(f"/api/games/{game}", headers={"X-Seat-Key": key}).status_code == 204
    assert client.get("/api/games").json()["games"] == []
    assert error_of(take(client, made["id"], made["invitations"]["confederate"])) == (404, "unknown_game")


def test_two_who_change_the_seats_at_once_do_not_undo_each_other(client, made, ann):
    begun = time.monotonic()
    with ThreadPoolExecutor(6) as crowd:
        links = list(crowd.map(lambda _: ann.post("/devices").json(), range(MOST_LINKS)))
    assert {one["id"] for one in ann.get("/seats").json()["links"]} == {link["id"] for link in links}
    assert time.monotonic() - begun < 60
