"""A hosted server: what it refuses, writes down, counts, and says about itself."""

import io
import json
import logging
import re
import sys
from contextlib import contextmanager
from urllib.error import HTTPError
from urllib.request import urlopen

import pytest
from helpers import Player, all_options, error_of, two_keys, wait
from starlette.testclient import TestClient

from hardtack.server import Config, create_app, logs, people_store
from hardtack.server.guard import SAFETY
from hardtack.server.hosting import Bound, Hosting, Limits, read_network
from toy.shelf import SHELF

STRANGER, OTHER = "198.51.100.7", "198.51.100.8"


@contextmanager
def hosted(folder, peer="10.0.0.2", **settings):
    config = Config(database=str(folder / "games.sqlite"), library=SHELF, bot_workers=1, hosting=Hosting(**settings))
    with TestClient(create_app(config), raise_server_exceptions=False, client=(peer, 40_000)) as client:
        yield client


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """One server with all that can be switched on, behind a proxy, and what it writes down."""
    written = io.StringIO()
    kept = {name: (one.handlers, one.propagate, one.level) for name in ("hardtack", "uvicorn", "asyncio")
            for one in [logging.getLogger(name)]}  # fmt: skip
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "stderr", written)
        logs.set_up("json")
        settings = Hosting(
            proxies=(read_network("10.0.0.2"),), public="https://play.example", log="json",
            metrics=Bound("127.0.0.1", 0), limits=Limits(requests=1_000, bot_games=2, body=10_000),
        )  # fmt: skip
        with hosted(tmp_path_factory.mktemp("hosted"), **vars(settings)) as client:
            [client.metrics] = re.findall(r"metrics at (http://127\.0\.0\.1:\d+/metrics)", written.getvalue())
            yield client, written
    for name, (handlers, propagate, level) in kept.items():
        logger = logging.getLogger(name)
        logger.handlers, logger.propagate = handlers, propagate
        logger.setLevel(level)


@pytest.fixture
def client(everything):
    everything[1].seek(0)
    everything[1].truncate()
    return everything[0]


@pytest.fixture
def written(everything):
    def lines():
        return [json.loads(line) for line in everything[1].getvalue().splitlines()]

    return lines


def two_players(client):
    made = client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
    return tuple(Player(client, made["id"], key) for key in two_keys(client, made))


# -- limits


def test_a_client_that_asks_too_much_is_told_so_in_its_language(tmp_path, hand):
    with hosted(tmp_path, proxies=(read_network("10.0.0.2"),), limits=Limits(requests=1)) as client:
        for buckets in client.app.state.allowances._requests:
            buckets.clock = hand

        def ask(address, lang="en"):
            return client.get("/healthz", params={"lang": lang}, headers={"X-Forwarded-For": address})

        assert [ask(STRANGER).status_code for _ in range(10)] == [200] * 10
        refused, ja = ask(STRANGER), ask(STRANGER, "ja")
        assert error_of(refused) == error_of(ja) == (429, "too_many_requests")
        assert refused.headers["Retry-After"] == "1"
        assert refused.headers["X-Request-ID"]
        assert all(refused.headers[name] == value for name, value in SAFETY.items())
        assert refused.json()["error"]["message"].startswith("Too many requests have come from you")
        assert "少し待ってから" in ja.json()["error"]["message"]
        assert ask(OTHER).status_code == 200, "nobody else is kept waiting"
        spoofed = client.get("/healthz", headers={"X-Forwarded-For": f"{OTHER}, {STRANGER}"})
        assert spoofed.status_code == 429, "what a client writes into the header itself does not help"


def test_whoever_plays_at_the_machine_itself_meets_no_limit(tmp_path):
    small = Limits(requests=1, games=1, streams=1, spare_loopback=True)
    with hosted(tmp_path, "127.0.0.1", limits=small) as client:
        assert {client.get("/healthz").status_code for _ in range(40)} == {200}
        assert {client.post("/api/games", json={"scenario": "mill"}).status_code for _ in range(5)} == {201}


def test_games_are_rationed_by_the_hour(tmp_path):
    with hosted(tmp_path, STRANGER, limits=Limits(games=4)) as client:
        answers = [client.post("/api/games", json={"scenario": "mill"}) for _ in range(3)]
        assert [one.status_code for one in answers] == [201, 201, 429]
        assert error_of(answers[-1]) == (429, "too_many_games")
        assert 60 < int(answers[-1].headers["Retry-After"]) <= 900
        assert client.get("/api/games").status_code == 200


def test_only_so_many_games_of_bots_run_at_once(client):
    bots = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
    body = {"scenario": "mill", "seats": bots, "pace_ms": 10_000}
    as_if = {"X-Forwarded-For": "203.0.113.40"}
    made = [client.post("/api/games", json=body, headers=as_if) for _ in range(3)]
    assert [one.status_code for one in made] == [201, 201, 429]
    assert error_of(made[-1]) == (429, "too_many_bot_games")
    assert made[-1].headers["Retry-After"] == "60"
    assert client.post("/api/games", json=body, headers={"X-Forwarded-For": OTHER}).status_code == 201
    first = made[0].json()
    client.delete(f"/api/games/{first['id']}", headers={"X-Seat-Key": first["key"]})
    assert client.post("/api/games", json=body, headers=as_if).status_code == 201, "one of them is gone"
    own = client.post("/api/games", json=body | {"seats": {"confederate": bots["confederate"]}}, headers=as_if).json()
    wish = {"kind": "bot", "bot": "random", "expected": 0}
    left = client.post(
        f"/api/games/{own['id']}/proposals", json=wish, headers=as_if | {"X-Seat-Key": own["key"]}
    )  # fmt: skip
    assert error_of(left) == (429, "too_many_bot_games"), "nor are they left to bots one by one"


def test_a_body_is_as_long_as_the_host_allows(client):
    assert error_of(client.post("/api/games", content=b"x" * 10_001)) == (413, "too_large")
    assert client.post("/api/games", content=b"x" * 10_000).status_code == 400


# -- what is written down


def test_every_request_is_one_line(client, written):
    union, _ = two_players(client)
    union.play("colours UA")
    client.get(f"/play/{union.game}", headers={"X-Request-ID": "given-by-the-proxy"})
    answered = client.get("/api/nothing")
    found = [line for line in written() if "request" in line]
    acted = [line for line in found if line["route"] == "/api/games/{game}/actions"]
    assert [(one["method"], one["status"], one["game"], one["level"]) for one in acted] == [
        ("POST", 200, union.game, "info")
    ]
    assert set(acted[0]) == {"time", "level", "request", "method", "route", "status", "ms", "game"}
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", acted[0]["time"])
    assert 0 < acted[0]["ms"] < 60_000
    assert [line["route"] for line in found if line["request"] == "given-by-the-proxy"] == ["(page)"]
    last = found[-1]
    assert (last["route"], last["status"], last["request"]) == ("(nothing)", 404, answered.headers["X-Request-ID"])
    assert len({line["request"] for line in found}) == len(found)


def test_no_secret_is_ever_written_down(client, written, everything, monkeypatch):
    union, _ = two_players(client)
    key, mail = union.key, "robert.lee@army.example"
    own = client.post("/api/people", json={"name": "Longstreet"}).json()["key"]
    secrets = {"X-Seat-Key": key, "X-Player-Key": own, "X-Seat-Link": key, "Cookie": key, "Authorization": key}

    def fail(*_):
        raise RuntimeError(f"{own} of {mail}")

    monkeypatch.setattr(people_store, "devices", fail)
    answers = [
        client.get(f"/api/games/{union.game}", params={"key": key}, headers=secrets),
        client.get(f"/api/games/{key}/events", headers=secrets), client.get(f"/play/{key}"), client.get(f"/{key}"),
        client.get(f"/assets/{key}"), client.post(f"/api/games/{key}/actions", json={"action": mail}),
        client.post("/api/people/mail", json={"name": mail, key: key}), client.get("/api/me", headers=secrets),
        client.request(key[:20].replace("-", "X").replace("_", "X"), f"/api/games/{union.game}"),
        client.get("/healthz", headers={"X-Request-ID": f"{key} {mail}"}),
        client.get("/healthz", headers={"X-Forwarded-For": f"{key}, {mail}"}),
    ]  # fmt: skip
    logging.getLogger("hardtack.server").warning("the key %s of %s, %s", key, mail, own)
    assert answers[7].status_code == 500
    text = everything[1].getvalue()
    for secret in (key, own, mail, "robert", key[:20]):
        assert secret not in text
    wrong = [line for line in written() if line.get("error") == "RuntimeError"]
    assert [line["detail"] for line in wrong] == ["(secret) of (mail)"]
    assert "fail (test_server_hosting.py:" in wrong[0]["trace"]
    assert any(line.get("message") == "the key (secret) of (mail), (secret)" for line in written())


def test_plain_lines_hide_the_same():
    record = logging.LogRecord("hardtack.server", logging.WARNING, "", 0, "it is %s", ("k" * 32,), None)
    assert logs.PlainLines().format(record) == "warning: it is (secret)"


# -- what is counted

SAMPLE = re.compile(r'([a-z_]+)((?:\{(?:[a-z]+="[^"\\\n]*",?)+\})?) (-?[0-9.e+-]+|\+Inf)')


def read_metrics(client):
    """The metrics, read as strictly as Prometheus does; each sample once, under the type said before."""
    with urlopen(client.metrics, timeout=30) as answer:
        assert answer.headers["Content-Type"].startswith("text/plain; version=0.0.4")
        lines = answer.read().decode().splitlines()
    found, kinds = {}, {}
    for line in lines:
        if line.startswith("#"):
            _, what, name, rest = line.split(" ", 3)
            if what == "TYPE":
                assert rest in ("counter", "gauge", "histogram")
                assert name not in kinds
                kinds[name] = rest
            continue
        sample = SAMPLE.fullmatch(line)
        assert sample is not None, line
        base = re.sub(r"_(bucket|sum|count)$", "", sample[1])
        assert kinds.get(sample[1]) in ("counter", "gauge") or kinds.get(base) == "histogram", line
        assert (sample[1] + sample[2]) not in found, line
        found[sample[1] + sample[2]] = float(sample[3])
    return found


def test_requests_actions_and_streams_are_counted(client):
    union, _ = two_players(client)
    before = read_metrics(client)
    union.play("colours UA")
    union.act("colours UA", expected=0)
    after = read_metrics(client)

    def grown(name):
        return after.get(name, 0) - before.get(name, 0)

    acted = 'route="/api/games/{game}/actions"'
    assert grown(f'hardtack_requests_total{{{acted},method="POST",status="200"}}') == 1
    assert grown(f'hardtack_requests_total{{{acted},method="POST",status="409"}}') == 1
    assert grown(f"hardtack_request_seconds_count{{{acted}}}") == 2
    assert grown(f'hardtack_request_seconds_bucket{{{acted},le="+Inf"}}') == 2
    assert grown(f"hardtack_request_seconds_sum{{{acted}}}") > 0
    assert grown("hardtack_changes_total") == 1
    assert after["hardtack_games_in_memory"] >= 1
    assert after["process_resident_memory_bytes"] > 10_000_000
    assert after["hardtack_ready"] == 1
    assert {f'hardtack_waiting{{queue="{queue}"}}' for queue in ("moves", "bots", "long_work")} <= set(after)
    assert {"hardtack_open_streams", "hardtack_database_errors_total"} <= set(after)
    assert not any(union.key in name or union.game in name for name in after)


def test_what_bots_think_is_counted(client):
    bots = {"union": {"who": "you"}, "confederate": {"who": "bot", "bot": "random"}}
    made = client.post("/api/games", json={"scenario": "mill", "seats": bots, "pace_ms": 0}).json()
    player = Player(client, made["id"], made["key"])

    def decided():
        return read_metrics(client)["hardtack_bot_decision_seconds_count"]

    before = decided()
    while decided() == before:  # the other army has more than one choice before long
        view = wait(player.see, lambda view: view["your_turn"] or view["over"])
        assert not view["over"], "no bot has decided"
        player.play(all_options(view)[0]["action"])


def test_metrics_are_told_nowhere_else(client):
    assert client.get("/metrics").status_code == 404
    with pytest.raises(HTTPError, match="404"):
        urlopen(client.metrics.replace("/metrics", "/healthz"), timeout=30)


# -- what it says about itself


def test_friends_are_told_the_public_address(client):
    told = client.get("/api/addresses").json()
    assert told == {"local": False, "open": True, "addresses": ["https://play.example"]}


def test_alive_and_ready_are_two_things(client, monkeypatch):
    health, store = client.app.state.health, client.app.state.service.store
    assert client.get("/readyz").json()["status"] == client.get("/healthz").json()["status"] == "ok"
    health.leaving = True
    assert error_of(client.get("/readyz")) == (503, "leaving")
    assert client.get("/healthz").status_code == 200
    assert client.get("/api/games").status_code == 200, "whoever is still sent here is served"
    health.leaving = False
    with store.writing() as connection:
        [tables] = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars()
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    assert error_of(client.get("/readyz", params={"lang": "ja"})) == (503, "other_tables")
    with store.writing() as connection:
        connection.exec_driver_sql(f"UPDATE alembic_version SET version_num = '{tables}'")
    assert client.get("/readyz").status_code == 200


def test_at_home_nothing_of_this_is_on_the_way(tmp_path):
    with hosted(tmp_path) as client:
        assert "X-Request-ID" not in client.get("/healthz").headers
        assert not hasattr(client.app.state, "doorway")
