"""What a server lets out of a hidden phase: nothing, to anybody but whoever decides in it (SLB 22.2c, 22.2e)."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace

import pytest
from helpers import Player, claim
from starlette.testclient import TestClient

from hardtack.server import bot_runner
from hardtack.server.app import create_app
from hardtack.server.config import Config
from hardtack.server.present import Viewer
from hardtack.server.viewing import news_of
from hardtack.server.watching import Broadcaster, Told, change_for
from hardtack.study.bench_actions import apply
from hardtack.table import Match

CAMPAIGN = "chancellorsville-campaign"
WAYS = (
    ("", {}), ("", {"since": 0}), ("/log", {}), ("/record", {}), ("/dice", {}), ("/replay", {}), ("/roster", {}),
    ("/seats", {}),
)  # fmt: skip


@pytest.fixture
def seats(tmp_path):
    """The campaign at the beginning of the hidden movement: Confederate, Union, spectator."""
    match = Match.new(CAMPAIGN, seed=5)
    while match.state.audience is None:
        match.play("pass" if type(match.state.agenda[-1]).__name__ == "Activation" else "done")
    config = Config(database=str(tmp_path / "games.sqlite"), bot_workers=1)
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        made = client.post("/api/games", json={"record": match.record(), "seats": {"union": {"who": "link"}}}).json()
        invited = claim(client, made["id"], made["invitations"]["union"])
        yield tuple(Player(client, made["id"], key) for key in (made["key"], invited, None))


def all_ways(player: Player) -> list[str]:
    cards = [{name: card[name] for name in ("number", "turn", "to_act", "updated")} for card in index(player)]
    return [*(player.get(path, **params).text for path, params in WAYS), str(cards)]


def index(player: Player) -> list[dict]:
    return player.client.get("/api/games").json()["games"]


@pytest.mark.rule("SLB 22.2c")
def test_no_answer_changes_while_somebody_moves_hidden(seats):
    confederate, union, spectator = seats
    before = [all_ways(player) for player in (union, spectator)]
    started = union.see()["number"]
    view = confederate.play("march FLee")
    confederate.play(*(["halt FLee"] if view["decision"] == "March" else []))
    view = confederate.play("march VA3")
    confederate.play(*(["halt VA3"] if view["decision"] == "March" else []))
    assert [all_ways(player) for player in (union, spectator)] == before
    assert confederate.see()["number"] > started + 1
    confederate.play("pass")
    seen = union.see(since=started)
    assert seen["number"] == seen["last_number"] == started + 1
    assert [(move["action"], move["dice"]) for move in seen["moves"]] == [(None, [])]
    assert {line["key"] for line in seen["log"]} == {"event.hidden_over", "event.no_initiative"}
    assert all(piece["at"] == "hidden" for piece in seen["pieces"] if piece["id"] in ("FLee", "VA3", "Posey"))
    assert "march FLee" not in union.get("/record").text
    assert "march FLee" in confederate.get("/record").text
    assert union.play("march Devin")["number"] == started + 2  # the Union plays on by its own numbers
    assert confederate.see()["number"] > started + 2
    assert spectator.see()["number"] == started + 2


@pytest.mark.rule("SLB 22.2c")
def test_a_watcher_hears_nothing_he_could_count():
    """The stream asks for each watcher, and is silent as long as the answer stays the same."""
    stands, store = {"version": 7, "pace_ms": 0, "paused": False, "seating": 0, "talk": 0}, [29]

    async def watch():
        broadcaster, told = Broadcaster(), []
        broadcaster.start()
        stream = await broadcaster.watch("game", lambda: Told(dict(stands), json.dumps(stands).encode(), store[0]))

        async def listen():
            async for line in stream:
                told.append(line)

        listening = asyncio.ensure_future(listen())
        for version in (30, 31, 32):  # secret actions of the other side
            await asyncio.sleep(0.05)
            store[0] = version
            broadcaster._spread("game", version, stands, {None: None})
        await asyncio.sleep(0.2)
        stands["version"] = 8
        store[0] = 33
        broadcaster._spread("game", 33, stands, {None: None})
        while len(told) < 2:
            await asyncio.sleep(0.05)
        listening.cancel()
        return told

    first, second = asyncio.run(asyncio.wait_for(watch(), 90))
    assert b"id: 7\n" in first
    assert b"id: 8\n" in second
    assert b"33" not in second


@pytest.mark.rule("SLB 22.2c")
def test_changes_put_together_are_the_view_of_a_game_with_secrets(seats, monkeypatch):
    """Each seat is told what has changed by its own count, and nothing while the others decide in secret."""
    confederate, union, spectator = seats
    service = confederate.client.app.state.service
    eyes = {Viewer(("confederate",), "en"): confederate, Viewer(("union",), "en"): union, Viewer((), "en"): spectator}

    def whole(viewer):
        with service.game(confederate.game) as live:
            return json.loads(live.views.opening(viewer))["view"]

    views = {viewer: whole(viewer) for viewer in eyes}
    path = f"/api/games/{confederate.game}/actions?changes=true"
    monkeypatch.setattr(service, "play", None)  # the long way
    for action in ("march FLee", "halt FLee", "march VA3", "halt VA3", "pass", "march Devin", "halt Devin"):
        player = confederate if confederate.see()["your_turn"] else union
        seen = player.see()
        if action.startswith("halt") and seen["decision"] != "March":
            continue
        sent = {"action": action, "expected": seen["version"]}
        answer = player.client.post(path, headers=player.headers, json=sent).json()
        assert "changes" in answer
        for viewer, looks in eyes.items():
            with service.game(confederate.game) as live:
                since, data = live.views.changes(viewer)
                live.views.shown(viewer)
            assert since == views[viewer]["version"]
            if not data:
                assert looks is not player
                assert since == looks.see()["version"]
                continue
            views[viewer] = apply(views[viewer], json.loads(data))
            now = looks.see()
            for part in ("version", "number", "to_act", "prompt", "standing", "headline", "private", "undo", "seats"):
                assert views[viewer][part] == now[part], part
            assert [p | {"can_act": None} for p in views[viewer]["pieces"]] == [
                p | {"can_act": None} for p in now["pieces"]
            ]
    versions = [view["version"] for view in views.values()]
    assert versions[1] == versions[2] < versions[0]


@pytest.mark.rule("SLB 22.2c")
def test_the_stream_of_a_seat_is_silent_while_the_other_moves_hidden(seats):
    """No event, no whole view asked for behind its back: the other's actions cost it nothing it could measure."""
    confederate, _, _ = seats
    app = confederate.client.app
    viewer = Viewer(("union",), "en")
    with app.state.service.game(confederate.game) as live:
        live.views.opening(viewer)
    confederate.play("march FLee")
    with app.state.service.game(confederate.game) as live:
        told = change_for(live, viewer, news_of(live, Viewer((), "en")))
        assert viewer not in live.views._presenters  # its view was not made again
    assert told.event == b""
    assert told.since == told.news["version"]


@pytest.mark.rule("SLB 22.2c")
def test_a_bot_takes_the_same_time_in_secret_whatever_it_does(seats, monkeypatch):
    """Its last action waits for the end of a span of time; between bots nobody is to be kept from knowing."""
    confederate, _, _ = seats
    service, now, planned = confederate.client.app.state.service, [0.0], []
    monkeypatch.setattr(bot_runner, "time", SimpleNamespace(monotonic=lambda: now[0]))
    runner = bot_runner.BotRunner(service, None, 1)
    runner.plan = lambda game, seconds: planned.append(seconds)
    with service.game(confederate.game) as live:
        live.bot_of["confederate"] = "random"
        live.match.seats["confederate"].kind = "bot"
        march, last = live.match.parse("march FLee"), live.match.parse("pass")
        runner.notice(live)
        now[0] = 3.0
        assert runner.seconds_left(live, march) == 0
        assert runner.seconds_left(live, last) == pytest.approx(bot_runner.SECRET_SECONDS - 3)
        assert runner._said(live) == last
        now[0] = bot_runner.SECRET_SECONDS + 0.1
        assert runner.seconds_left(live, last) == 0
        rolled = live.match.dice.rolled
        service.play(live, march, "confederate", live.match.version)
        assert runner._said(live) is None
        runner.notice(live)
        if live.match.legal_side(("confederate",)) and "halt FLee" in map(str, live.match.legal()):
            service.play(live, "halt FLee", "confederate", live.match.version)
        assert runner.seconds_left(live, last) == pytest.approx(bot_runner.SECRET_SECONDS - 0.1)
        assert live.match.dice.rolled > rolled  # the march rolled; looking ahead does not
        service.play(live, last, "confederate", live.match.version)
        runner.notice(live)
        assert runner.seconds_left(live, live.match.legal()[0]) == 0
        assert not runner._secrets
    assert planned == [0.0, 0.0]
