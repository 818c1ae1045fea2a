"""Names of one's own, games on every device, open seats, challenges, rematches, rated games. Strangers get nothing."""

import pytest
from helpers import Player, claim, error_of, put_back
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.keys import hash_key
from hardtack.server.notices import CHALLENGED, SIGN_IN
from hardtack.server.people_store import LINK_SECONDS
from toy.shelf import SHELF


@pytest.fixture
def client(tmp_path, hand):
    config = Config(database=str(tmp_path / "games.sqlite"), library=SHELF, bot_workers=1, clock=hand)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        yield client


class Somebody:
    """A browser with a name of its own."""

    def __init__(self, client, name="", key=None):
        self.client = client
        if key is None:
            answer = client.post("/api/people", json={"name": name, "device": "Firefox"})
            assert answer.status_code == 201, answer.text
            key = answer.json()["key"]
        self.key, self.headers = key, {"X-Player-Key": key}

    def ask(self, method, path, seat=None, **body):
        headers = self.headers | ({"X-Seat-Key": seat} if seat else {})
        return self.client.request(method, f"/api{path}", json=body or None, headers=headers)

    def offer(self, **more):
        body = {"scenario": "mill", "seats": {"confederate": {"who": "open"}}, "pace_ms": 0} | more
        answer = self.ask("POST", "/games", **body)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return Player(self.client, made["id"], made["key"])

    def sit(self, game, side="confederate"):
        answer = self.ask("POST", f"/games/{game}/sit", side=side)
        assert answer.status_code == 200, answer.text
        return Player(self.client, game, answer.json()["key"])

    def games(self):
        return self.ask("GET", "/me/games").json()["games"]


def test_a_name_is_ones_own(client):
    grant = Somebody(client, "Ulysses  Grant")
    assert grant.ask("GET", "/me").json()["name"] == "Ulysses Grant"
    for same in ("ulysses grant", "ＵＬＹＳＳＥＳ Grant", " Ulysses\u3000Grant "):
        assert error_of(client.post("/api/people", json={"name": same})) == (409, "name_taken")
    for none in ("x", "--", "  "):
        assert client.post("/api/people", json={"name": none}).status_code in (400, 422)
    for path in ("/api/me", "/api/me/games"):
        assert error_of(client.get(path)) == (403, "name_needed")
        assert error_of(client.get(path, headers={"X-Player-Key": "guess"})) == (403, "bad_player_key")


def test_a_name_comes_to_another_browser_by_a_link_that_works_once_and_for_an_hour(client, hand):
    grant = Somebody(client, "Grant")
    game = grant.offer()
    token = grant.ask("POST", "/me/links").json()["token"]
    phone = Somebody(client, key=client.post("/api/people/link", json={"token": token}).json()["key"])
    assert error_of(client.post("/api/people/link", json={"token": token})) == (409, "link_taken"), "a replayed request"
    [card] = phone.games()
    assert (card["id"], card["yours"]) == (game.game, ["union"])
    recovered = phone.ask("POST", f"/me/games/{game.game}/key", device="phone").json()
    assert Player(client, game.game, recovered["key"]).see()["yours"] == ["union"]
    assert Player(client, game.game, game.key).see()["yours"] == ["union"], "the first browser keeps its own"
    late = grant.ask("POST", "/me/links").json()
    hand.now += LINK_SECONDS
    assert error_of(client.post("/api/people/link", json={"token": late["token"]})) == (409, "link_expired")
    fresh = grant.ask("POST", "/me/links").json()
    assert grant.ask("DELETE", f"/me/links/{fresh['id']}").status_code == 204
    assert error_of(client.post("/api/people/link", json={"token": fresh["token"]})) == (409, "link_withdrawn")
    assert error_of(client.post("/api/people/link", json={"token": "guess"})) == (404, "unknown_link")
    # neither a seat's key nor a token opens what a player's key opens
    assert error_of(client.get("/api/me", headers={"X-Player-Key": game.key})) == (403, "bad_player_key")
    assert error_of(Player(client, game.game, grant.key).get()) == (403, "bad_key")


def test_a_browser_that_is_lost_loses_the_name(client):
    grant, lee = Somebody(client, "Grant"), Somebody(client, "Lee")
    token = grant.ask("POST", "/me/links").json()["token"]
    phone = Somebody(client, key=client.post("/api/people/link", json={"token": token}).json()["key"])
    other = next(one for one in grant.ask("GET", "/me").json()["devices"] if not one["this"])
    assert error_of(lee.ask("DELETE", f"/me/devices/{other['id']}")) == (404, "unknown_link"), "not a stranger's to do"
    assert grant.ask("DELETE", f"/me/devices/{other['id']}").status_code == 204
    assert error_of(phone.ask("GET", "/me")) == (403, "bad_player_key")
    assert grant.ask("DELETE", "/me").status_code == 204
    assert error_of(grant.ask("GET", "/me")) == (403, "bad_player_key")
    Somebody(client, "Grant")  # the name is free again


def test_a_link_by_mail_is_announced_to_whoever_sends_mail(client):
    """Nobody is looked up before the answer: neither it nor the time it takes tells who is known."""
    Somebody(client, "Grant")
    heard = []
    client.app.state.service.notices.listeners[:] = [heard.append]
    for name in ("grant", "nobody"):
        answer = client.post("/api/people/mail", json={"name": name})
        assert (answer.status_code, answer.text) == (202, "")
    assert [(notice.kind, notice.text) for notice in heard] == [(SIGN_IN, "grant"), (SIGN_IN, "nobody")]


def test_a_seat_held_by_key_becomes_ones_own_by_name(client):
    made = client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
    grant, lee = Somebody(client, "Grant"), Somebody(client, "Lee")
    assert error_of(grant.ask("POST", f"/me/games/{made['id']}/key")) in ((403, "no_seat"), (400, "bad_request"))
    assert error_of(grant.ask("PUT", f"/me/games/{made['id']}", seat="guess")) == (403, "bad_key")
    assert grant.ask("PUT", f"/me/games/{made['id']}", seat=made["key"]).json() == {"sides": ["union"]}
    assert error_of(lee.ask("PUT", f"/me/games/{made['id']}", seat=made["key"])) == (409, "seat_taken")
    assert error_of(lee.ask("POST", f"/me/games/{made['id']}/key", device="x")) == (403, "no_seat")
    seat = client.get(f"/api/games/{made['id']}").json()["seats"][0]
    assert (seat["name"], seat["named"]) == ("Grant", True)
    # whoever merely types the same name is not taken for them
    other = client.post("/api/games", json={"scenario": "mill", "seats": {"union": {"name": "Grant"}}}).json()
    assert other["game"]["seats"][0]["named"] is False


def test_private_and_unlisted_games(client):
    grant = Somebody(client, "Grant")
    seats = {"confederate": {"who": "link"}}
    games = {
        kind: grant.ask("POST", "/games", scenario="mill", visibility=kind, seats=seats).json()
        for kind in ("unlisted", "private")
    }
    assert client.get("/api/games").json()["games"] == []
    assert client.get(f"/api/games/{games['unlisted']['id']}").status_code == 200
    hidden = games["private"]["id"]
    for path in ("", "/log", "/record", "/talk", "/events", "/replay", "/seats"):
        assert error_of(client.get(f"/api/games/{hidden}{path}")) == (403, "private_game"), path
    assert error_of(client.post("/api/games", json={"branch": {"game": hidden}})) == (403, "private_game")
    token = games["private"]["invitations"]["confederate"]
    look = client.get(f"/api/games/{hidden}", headers={"X-Seat-Link": token})
    assert look.status_code == 200, "whoever is invited sees what to"
    assert error_of(client.get(f"/api/games/{hidden}", headers={"X-Seat-Link": "guess"})) == (404, "unknown_link")
    assert Player(client, hidden, claim(client, hidden, token)).see()["yours"] == ["confederate"]
    assert sorted(card["id"] for card in grant.games()) == sorted(one["id"] for one in games.values())
    keys = {one["id"]: one["key"] for one in games.values()} | {"nogame": "x"}
    held = client.post("/api/held", json={"keys": keys}).json()["games"]
    assert sorted(card["id"] for card in held) == sorted(one["id"] for one in games.values())
    assert client.post("/api/held", json={"keys": {hidden: "guess"}}).json()["games"] == []


def test_open_seats_are_in_the_lobby_until_somebody_sits_down(client):
    clock = {"kind": "turn", "seconds": 86_400}
    grant, lee = Somebody(client, "Grant"), Somebody(client, "Lee")
    game = grant.offer(clock=clock, level="beginner")
    grant.offer(visibility="unlisted")
    [seat] = client.get("/api/lobby", params={"lang": "ja"}).json()["seats"]
    assert (seat["game"], seat["side"], seat["by"], seat["level"]) == (game.game, "confederate", "Grant", "beginner")
    assert (seat["clock"]["seconds"], seat["rated"], seat["named"]) == (86_400, False, True)
    assert error_of(grant.ask("POST", f"/games/{game.game}/sit", side="confederate")) == (409, "seat_taken"), (
        "not oneself"
    )
    assert error_of(lee.ask("POST", f"/games/{game.game}/sit", side="union")) == (409, "seat_taken")
    other = lee.sit(game.game)
    assert other.see()["seats"][1]["name"] == "Lee"
    assert client.get("/api/lobby").json()["seats"] == []
    again = client.post(f"/api/games/{game.game}/sit", json={"side": "confederate"})
    assert error_of(again) == (409, "seat_taken"), "of two who want it one has it"
    anybody = grant.offer()
    assert client.post(f"/api/games/{anybody.game}/sit", json={"side": "confederate", "name": "x"}).status_code == 200


def test_a_challenge_by_name_is_for_that_person_only(client):
    grant, lee, bragg = (Somebody(client, name) for name in ("Grant", "Lee", "Bragg"))
    heard = []
    client.app.state.service.notices.listeners.append(heard.append)
    nobody = {"confederate": {"who": "person", "name": "Nobody"}}
    assert error_of(grant.ask("POST", "/games", scenario="mill", seats=nobody)) == (404, "unknown_person")
    game = grant.offer(seats={"confederate": {"who": "person", "name": "lee"}})
    assert [(one.kind, one.side) for one in heard] == [(CHALLENGED, "confederate")]
    assert client.get("/api/lobby").json()["seats"] == []
    assert [card["asked"] for card in lee.games()] == [["confederate"]]
    for stranger in (bragg, Somebody(client, "Hood")):
        assert error_of(stranger.ask("POST", f"/games/{game.game}/sit", side="confederate")) == (409, "not_offered")
    assert error_of(client.post(f"/api/games/{game.game}/sit", json={"side": "confederate"})) == (409, "not_offered")
    assert lee.sit(game.game).see()["yours"] == ["confederate"]
    assert [(card["yours"], card["asked"]) for card in lee.games()] == [(["confederate"], [])]


def over(player):
    assert player.post("/resign", expected=player.see()["version"]).status_code == 200


def again(player):
    return player.post("/rematch", device="x")


def test_a_rematch_swaps_the_sides(client):
    grant, lee = Somebody(client, "Grant"), Somebody(client, "Lee")
    union = grant.offer(clock={"kind": "bank", "seconds": 600, "increment": 60})
    confederate = lee.sit(union.game)
    assert error_of(again(union)) == (409, "still_on")
    over(union)
    assert error_of(again(Player(client, union.game, None))) == (403, "no_seat")
    first = again(confederate).json()
    assert first["sides"] == ["union"]
    assert union.see()["rematch"] == first["id"]
    second = again(union).json()
    assert (second["id"], second["sides"]) == (first["id"], ["confederate"])
    assert error_of(again(union)) == (409, "seat_taken"), "a replayed request"
    view = Player(client, first["id"], first["key"]).see()
    assert [seat["name"] for seat in view["seats"]] == ["Lee", "Grant"]
    assert view["clock"]["increment"] == 60
    assert "again" in union.get("/talk").json()["lines"][-1]["text"]


def test_a_bot_plays_again_too(client):
    made = client.post(
        "/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "bot", "bot": "random"}}}
    ).json()
    union = Player(client, made["id"], made["key"])
    over(union)
    after = again(union).json()
    assert after["sides"] == ["confederate"]
    assert Player(client, after["id"], after["key"]).see()["seats"][0]["who"] == "bot"


def test_rated_games_need_names_and_count_once(client):
    refused = client.post(
        "/api/games", json={"scenario": "mill", "rated": True, "seats": {"confederate": {"who": "open"}}}
    )
    assert error_of(refused) == (403, "name_needed")
    grant, lee = Somebody(client, "Grant"), Somebody(client, "Lee")
    assert error_of(grant.ask("POST", "/games", scenario="mill", rated=True)) == (409, "against_oneself")
    game = grant.offer(rated=True)
    assert client.get("/api/lobby").json()["seats"][0]["rated"] is True
    assert error_of(client.post(f"/api/games/{game.game}/sit", json={"side": "confederate"})) == (403, "name_needed")
    lee.sit(game.game)
    over(game)
    for _ in range(2):
        client.app.state.timekeeper.check_clocks()
    table = client.get("/api/standings").json()
    assert [(place["name"], place["rating"], place["games"]) for place in table["places"]] == [
        ("Lee", 1662, 1), ("Grant", 1338, 1),
    ]  # fmt: skip
    assert [(one["rating"], one["games"]) for one in lee.ask("GET", "/me").json()["ratings"]] == [(1662, 1)]
    unrated = grant.offer()
    lee.sit(unrated.game)
    over(unrated)
    abandoned = grant.offer(rated=True)
    lee.sit(abandoned.game)
    assert abandoned.post("/abandon", expected=0).status_code == 200
    assert client.get("/api/standings").json() == table


def test_bots_are_rated_too(client):
    grant = Somebody(client, "Grant")
    over(grant.offer(rated=True, seats={"confederate": {"who": "bot", "bot": "random"}}))
    places = client.get("/api/standings").json()["places"]
    assert [(place["name"], place["bot"]) for place in places] == [("Chance", True), ("Grant", False)]


def test_whoever_watches_speaks_under_a_name_and_apart(client):
    grant, lee, guest = (Somebody(client, name) for name in ("Grant", "Lee", "Guest"))
    game = grant.offer()
    lee.sit(game.game)
    assert guest.ask("POST", f"/games/{game.game}/talk", text="the mill!").status_code == 201
    lines = guest.ask("GET", f"/games/{game.game}/talk").json()
    assert [(line["name"], line["room"]) for line in lines["lines"]] == [("Guest", "gallery")]
    assert lines["room"] == "gallery"
    assert game.get("/talk").json()["lines"] == [], "players do not hear it"
    over(game)
    assert "the mill!" in [line["text"] for line in game.get("/talk").json()["lines"]]


def test_those_who_watch_may_be_a_turn_behind(client):
    grant, lee = Somebody(client, "Grant"), Somebody(client, "Lee")
    union = grant.offer(delay=1, clock={"kind": "turn", "seconds": 86_400})
    confederate = lee.sit(union.game)
    assert union.see()["clock"]["side"] is not None
    watcher = Player(client, union.game, None)
    while union.see()["headline"]["turn"] == 1:
        for player in (union, confederate):
            if player.see()["your_turn"]:
                first = player.see()["options"]
                listed = first["general"] or [one for actor in first["actors"] for one in actor["options"]]
                player.play(next((one for one in listed if one["kind"] == "end"), listed[0])["action"])
            seen = watcher.see()
            assert (seen["clock"]["side"], seen["clock"]["due"]) == (None, None), "a clock tells who decides now"
            turn = union.see()["headline"]["turn"]
            assert turn == 1 or seen["headline"]["turn"] == turn - 1
            [card] = client.get("/api/games").json()["games"]
            assert (card["turn"], card["to_act"]) == (seen["headline"]["turn"], None), "nor does the list tell more"
            if turn == 1:
                assert (seen["number"], seen["behind"]) == (0, 1)
    assert 0 < watcher.see()["number"] < union.see()["number"] or union.see()["number"] == watcher.see()["number"]
    assert len(watcher.get("/record").text.splitlines()) <= len(union.get("/record").text.splitlines())
    over(union)
    assert watcher.see()["number"] == union.see()["number"], "until it is over"


def test_the_keys_of_people_are_not_in_the_store(client):
    grant = Somebody(client, "Grant")
    store = client.app.state.service.store
    with store.reading() as connection:
        kept = str(connection.exec_driver_sql("SELECT * FROM person_keys").all())
    assert grant.key not in kept
    assert hash_key(grant.key) not in kept


def test_older_stores_learn_all_this(tmp_path):
    config = Config(database=str(tmp_path / "games.sqlite"), library=SHELF, bot_workers=1)
    with TestClient(create_app(config)) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        Player(client, made["id"], made["key"]).play("colours UA")
    put_back(tmp_path / "games.sqlite", "0004")
    with TestClient(create_app(config)) as client:
        both = Player(client, made["id"], made["key"])
        assert both.see()["number"] == 1
        assert both.see()["clock"] is None
        assert Somebody(client, "Grant").ask("PUT", f"/me/games/{made['id']}", seat=made["key"]).status_code == 200


def test_it_is_the_same_on_postgresql(postgres, hand):
    """Names, open seats, talk, agreement, clocks, ratings and rematches, on the other database."""
    with TestClient(create_app(Config(database=postgres.url, library=SHELF, bot_workers=1, clock=hand))) as client:
        grant, lee = Somebody(client, "Grant of Postgres"), Somebody(client, "Lee of Postgres")
        assert error_of(client.post("/api/people", json={"name": "grant of POSTGRES"})) == (409, "name_taken")
        union = grant.offer(rated=True, clock={"kind": "turn", "seconds": 3_600, "vacation_days": 2})
        assert union.game in [seat["game"] for seat in client.get("/api/lobby").json()["seats"]]
        confederate = lee.sit(union.game)
        union.play("colours UA")
        assert union.post("/talk", text="はじめまして").status_code == 201
        wish = union.post("/proposals", kind="takeback", count=1, expected=1).json()["proposal"]
        agreed = confederate.post(f"/proposals/{wish['id']}", agree=True, expected=1).json()
        assert (agreed["number"], agreed["version"]) == (0, 2)
        union.play("colours UB")
        hand.now += 3_600
        client.app.state.timekeeper.check_clocks()
        assert union.post("/time", expected=3).json()["outcome"]["level"] == "time"
        places = client.get("/api/standings").json()["places"]
        assert [place["games"] for place in places if place["name"].endswith("of Postgres")] == [1, 1]
        first = again(confederate).json()
        assert again(union).json()["id"] == first["id"]
        assert len(grant.games()) == 2
        token = grant.ask("POST", "/me/links").json()["token"]
        assert client.post("/api/people/link", json={"token": token}).status_code == 200
        assert error_of(client.post("/api/people/link", json={"token": token})) == (409, "link_taken")
        assert grant.ask("DELETE", "/me").status_code == 204
