"""Strangers: what was revoked, what is another site's, what looks like somebody else, and what fills the house."""

import pytest
from helpers import Hand, Player, claim, error_of
from starlette.testclient import TestClient

from hardtack.server import Config, create_app
from hardtack.server.archive import stored_record
from hardtack.server.errors import NoSeat
from hardtack.server.hosting import Hosting, Limits, read_network
from hardtack.server.post import outward
from toy.shelf import SHELF


@pytest.fixture(scope="module")
def client(tmp_path_factory):
    config = Config(
        str(tmp_path_factory.mktemp("strangers") / "games.sqlite"), SHELF, bot_workers=1, clock=Hand(),
        hosting=Hosting(proxies=(read_network("10.0.0.2"),), limits=Limits(offers=2, names=1_000)),
    )  # fmt: skip
    with TestClient(create_app(config), raise_server_exceptions=False, client=("10.0.0.2", 1)) as client:
        yield client


def name_of(client, name, **headers):
    return client.post("/api/people", json={"name": name}, headers=headers)


def private_game(client):
    body = {"scenario": "mill", "visibility": "private", "seats": {"confederate": {"who": "link"}}}
    made = client.post("/api/games", json=body).json()
    return Player(client, made["id"], made["key"]), made["invitations"]["confederate"]


# -- what was revoked


def test_a_link_that_was_withdrawn_shows_nothing_of_a_private_game(client):
    union, token = private_game(client)
    invited = {"X-Seat-Link": token}
    path = f"/api/games/{union.game}"
    assert client.get(path, headers=invited).status_code == 200
    assert error_of(client.get(f"{path}/events", headers=invited)) == (403, "private_game"), "nor how it goes on"
    [waiting] = [one["invitation"] for one in union.get("/seats").json()["seats"] if one["invitation"]]
    assert client.delete(f"{path}/links/{waiting['id']}", headers=union.headers).status_code == 204
    for what in ("", "/log", "/record", "/talk"):
        assert error_of(client.get(path + what, headers=invited)) == (403, "private_game"), what
    again = union.post("/invitations", side="confederate").json()["token"]
    claim(client, union.game, again)
    assert error_of(client.get(path, headers={"X-Seat-Link": again})) == (403, "private_game"), "nor one that was used"


def test_a_lost_device_does_not_come_back_by_a_link_it_made(client):
    made = name_of(client, "Meade").json()
    own = {"X-Player-Key": made["key"]}
    token = client.post("/api/me/links", headers=own).json()["token"]
    thief = {"X-Player-Key": client.post("/api/people/link", json={"token": token}).json()["key"]}
    way_back = client.post("/api/me/links", headers=thief).json()["token"]
    [lost] = [one["id"] for one in client.get("/api/me", headers=own).json()["devices"] if not one["this"]]
    assert client.delete(f"/api/me/devices/{lost}", headers=own).status_code == 204
    assert error_of(client.post("/api/people/link", json={"token": way_back})) == (409, "link_withdrawn")
    # and the same with a seat
    union = private_game(client)[0]
    other = Player(client, union.game, claim(client, union.game, union.post("/devices").json()["token"]))
    way_back = other.post("/devices").json()["token"]
    [lost] = [one["id"] for one in union.get("/seats").json()["devices"] if not one["this"]]
    assert client.delete(f"/api/games/{union.game}/devices/{lost}", headers=union.headers).status_code == 204
    refused = client.post(f"/api/games/{union.game}/claim", json={"token": way_back})
    assert error_of(refused) == (409, "link_withdrawn")


def test_the_report_of_a_private_game_is_its_players_to_pass_on(client):
    union = private_game(client)[0]
    assert error_of(Player(client, union.game, None).get("/report")) == (403, "private_game")
    assert union.post("/resign", expected=union.see()["version"]).status_code == 200
    for wrong in ("", "?pass=guess", ".pdf"):
        assert error_of(client.get(f"/report/{union.game}{wrong}")) == (403, "private_game"), wrong
    told = union.get("/report").json()
    page = client.get(told["page"])
    assert page.status_code == 200
    assert told["pdf"].replace("&", "&amp;") in page.text, "it leads on by addresses that open"
    other = client.post("/api/games", json={"scenario": "mill"}).json()
    plain = client.get(f"/api/games/{other['id']}/report").json()["page"]
    assert plain == f"/report/{other['id']}?lang=en"


def test_whoever_is_shown_a_game_late_gets_no_record_of_it_that_nobody_can_cut(client):
    """Where the rules of a game are gone, its record comes straight from the store."""
    service = client.app.state.service
    for delay, watched in ((1, False), (0, True)):
        made = client.post("/api/games", json={"scenario": "mill", "delay": delay}).json()
        if watched:
            assert stored_record(service, made["id"], None)[0] == "mill"
        else:
            with pytest.raises(NoSeat):
                stored_record(service, made["id"], None)
        assert stored_record(service, made["id"], made["key"])[0] == "mill"


# -- other sites


@pytest.mark.parametrize(
    "headers",
    [
        {"Sec-Fetch-Site": "cross-site"}, {"Sec-Fetch-Site": "same-site"}, {"Origin": "https://evil.example"},
        {"Origin": "null"}, {"Origin": "http://testserver", "Sec-Fetch-Site": "cross-site"},
    ],
)  # fmt: skip
def test_a_page_of_another_site_changes_nothing(client, headers):
    """What takes neither a key nor a body any page can make a browser ask for."""
    for path in ("/api/passkeys/enter/new", "/api/letters/stop/token", "/api/games"):
        assert error_of(client.post(path, headers=headers)) == (403, "other_site"), path
    assert client.get("/api/scenarios", headers=headers).status_code == 200, "anybody may link here"


def test_our_own_page_is_not_taken_for_another(client):
    body = {"scenario": "mill"}
    for own in ({"Origin": "http://testserver"}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {}):
        assert client.post("/api/games", json=body, headers=own).status_code == 201, own
    forwarded = {"X-Forwarded-Host": "play.example", "Origin": "https://play.example"}
    assert client.post("/api/games", json=body, headers=forwarded).status_code == 201
    assert client.post("/api/games", json=body, headers=forwarded | {"Origin": "http://testserver"}).status_code == 201


# -- who somebody is


@pytest.mark.parametrize(
    "double", ["Sher\u200bman", "\u202eSherman", "Sherman\u2060\ufe0f", "Sher\u00adman", "\u3164Sherman"]
)
def test_a_name_with_what_nobody_sees_is_no_other_name(client, double):
    name_of(client, "Sherman")
    assert error_of(name_of(client, double)) == (409, "name_taken")


def test_a_name_is_of_one_alphabet_and_not_endless(client):
    assert error_of(name_of(client, "Gr\u0430nt")) == (422, "bad_name")  # a Cyrillic letter that looks Latin
    assert error_of(name_of(client, "\ufdfa" * 40)) == (422, "bad_name")  # each stands for eighteen letters
    for fine in ("山田 Taro", "Müller", "Шерман", "Λέων", "이순신"):
        assert name_of(client, fine).status_code == 201, fine


# -- what fills the house


def test_one_client_takes_neither_all_names_nor_the_whole_lobby(client):
    flood, other = {"X-Forwarded-For": "203.0.113.7"}, {"X-Forwarded-For": "203.0.113.8"}
    body = {"scenario": "mill", "seats": {"confederate": {"who": "open"}}}
    made = [client.post("/api/games", json=body, headers=flood) for _ in range(3)]
    assert [one.status_code for one in made] == [201, 201, 429]
    assert error_of(made[-1]) == (429, "too_many_games")
    assert client.post("/api/games", json=body, headers=other).status_code == 201
    first = made[0].json()
    client.post(f"/api/games/{first['id']}/sit", json={"side": "confederate"})
    assert client.post("/api/games", json=body, headers=flood).status_code == 201, "a seat that was taken is no offer"
    names = client.app.state.allowances._names
    for buckets in names:
        buckets.most = 2
    answers = [name_of(client, f"Flood {n}", **flood) for n in range(3)]
    assert [one.status_code for one in answers] == [201, 201, 429]
    for path in ("/api/passkeys/enter/new", "/api/passkeys/new"):
        assert error_of(client.post(path, headers=flood)) == (429, "too_often")
    assert name_of(client, "Somebody else", **other).status_code == 201
    for buckets in names:
        buckets.most = 500


def test_nobody_learns_of_us_which_names_our_network_has(monkeypatch):
    said = set()
    for answer in ([(2, 1, 6, "", ("10.0.0.5", 443))], OSError("unknown")):

        def look(*_args, _answer=answer, **_more):
            if isinstance(_answer, OSError):
                raise _answer
            return _answer

        monkeypatch.setattr(outward.socket, "getaddrinfo", look)
        with pytest.raises(outward.BadAddress) as refused:
            outward.resolve(outward.read_target("https://intranet.example/", False), False)
        said.add(str(refused.value))
    assert len(said) == 1
