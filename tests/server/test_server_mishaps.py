"""What can go wrong around a server: a store that is full, locked or no store, bots struck down, lines that break."""

import asyncio
import gc
import json
import logging
import os
import re
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from pathlib import Path

import pytest
import sqlalchemy as sa
from helpers import SOURCE, TESTS, Player, error_of, wait
from starlette.testclient import TestClient
from strange_bots import find_spinning
from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import RequestResponseCycle

from hardtack.server import Config, bot_runner, charges, create_app, database, hearing, running
from hardtack.server.errors import OldRules
from hardtack.server.lean import LeanPath
from hardtack.server.library import Library
from hardtack.server.present import Viewer
from hardtack.server.store import Standing
from hardtack.server.watching import Broadcaster, Change, Told
from hardtack.server.wire import EventStream
from hardtack.table import Match, thinking
from hardtack.table.thinking import BotWorkers
from toy.battle import BATTLE
from toy.shelf import SHELF, find

AGAINST_A_BOT = {"scenario": "mill", "pace_ms": 0, "seats": {"confederate": {"who": "bot", "bot": "random"}}}


# -- the store


@pytest.mark.parametrize(
    ("place", "reason"),
    [
        ("{folder}/file/games.sqlite", "File exists"),
        ("{folder}/file", "not a database"),
        ("postgresql://nobody@127.0.0.1:1/games", "refused"),
        ("abacus://games", "abacus"),
    ],
)
def test_a_store_that_cannot_be_used_is_told_in_one_line(tmp_path, capsys, place, reason):
    (tmp_path / "file").write_text("this is no database, and no folder either\n" * 40)
    assert running.serve(port=0, database=place.format(folder=tmp_path), open_browser=False, library=SHELF) == 1
    told = capsys.readouterr().err
    assert told.count("\n") == 1
    assert reason in told


def test_a_full_disk_refuses_the_action_and_loses_nothing(client):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player = Player(client, made["id"], made["key"])
    player.play("colours UA", "colours CB")
    full = True

    def limit(connection, *_others):
        connection.execute(f"PRAGMA max_page_count={1 if full else 1_000_000}")  # one: no more than there are

    store = client.app.state.service.store
    kept = store.lines.one

    @contextmanager
    def limited():  # of whoever writes moves, and keeps its line
        with kept() as line:
            limit(line)
            yield line

    store.lines.one = limited
    sa.event.listen(store.engine, "checkout", limit)
    for version in range(2, 200):  # until the pages there are have no room left
        path, asked = ("/undo", {"count": 1}) if version % 2 else ("/actions", {"action": "move UB 0303"})
        answer = player.post(path, expected=version, **asked)
        if answer.status_code != 200:
            break
    assert error_of(answer) == (503, "busy")
    assert player.see()["version"] == version
    full = False
    assert player.post(path, expected=version, **asked).json()["version"] == version + 1


def test_a_locked_store_is_waited_for_then_the_action_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(database, "BUSY_MS", 200)
    path = tmp_path / "games.sqlite"
    with TestClient(create_app(Config(str(path), SHELF))) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        player = Player(client, made["id"], made["key"])
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        refused = player.act("colours UA", expected=0)
        assert error_of(refused) == (503, "busy")
        assert refused.headers["retry-after"] == "1"
        assert player.see()["version"] == 0, "reading goes on"
        other.execute("ROLLBACK")
        other.close()
        assert player.act("colours UA", expected=0).json()["version"] == 1


def test_a_database_that_goes_away_and_comes_back_loses_nothing(serve, postgres):
    server = serve(postgres.url)
    made = server.new_game(**AGAINST_A_BOT)
    player = Player(server.client, made["id"], made["key"])
    player.play("colours UA")
    before = wait(player.see, lambda view: view["your_turn"])
    postgres.stop()
    assert error_of(player.act("end", expected=before["version"])) == (503, "busy")
    assert error_of(server.client.get("/api/health")) == (503, "busy")
    assert postgres.start()
    assert player.see() == before
    player.play("end")
    wait(player.see, lambda view: view["your_turn"] or view["over"])


# -- watchers


def news(version):
    return {"version": version, "pace_ms": 0, "paused": False, "seating": 0, "talk": 0}


def told(version):
    return Told(news(version), json.dumps(news(version)).encode(), version)


def spread(broadcaster, version):
    broadcaster._spread("game", version, news(version), {None: Change(news(version), -1, told(version).event)})


def test_a_change_while_a_watcher_arrives_is_not_lost():
    """It is made after the watcher has asked how the game stands, and before they hear the answer."""

    async def watch():
        broadcaster = Broadcaster()
        broadcaster.start()

        def ask():
            broadcaster._loop.call_soon_threadsafe(spread, broadcaster, 8)
            return told(7)

        stream = await broadcaster.watch("game", ask)
        heard = [await asyncio.wait_for(anext(stream), 60) for _ in range(2)]
        stream.leave()
        assert broadcaster.watched == [], "whoever goes is forgotten"
        return heard

    first, second = asyncio.run(watch())
    assert b"id: 7\n" in first
    assert b"id: 8\n" in second


def test_a_slow_watcher_hears_the_latest_only_and_never_of_the_past():
    async def watch():
        broadcaster = Broadcaster()
        broadcaster.start()
        stream = await broadcaster.watch("game", lambda: told(7))
        heard = [await anext(stream)]
        for version in (6, 8, 9, 10):
            spread(broadcaster, version)
        heard.append(await asyncio.wait_for(anext(stream), 60))
        stream.leave()
        return heard

    assert b"id: 10\n" in asyncio.run(watch())[1]


class Wireless(asyncio.Transport):
    """A connection that keeps what is written to it."""

    def __init__(self):
        super().__init__()
        self.written = b""

    def write(self, data):
        self.written += data

    @property
    def versions(self):
        return [int(found) for found in re.findall(rb"id: (\d+)\n", self.written)]


def test_what_can_be_written_at_once_is_and_nothing_overtakes_what_waits_for_the_line():
    async def watch():
        broadcaster, transport, viewer = Broadcaster(), Wireless(), Viewer(("union",), "en")
        broadcaster.start()
        flow = FlowControl(transport)
        request = {"type": "http", "method": "GET", "path": "/api/games/game/events"}
        cycle = RequestResponseCycle(
            request, transport, flow, logging.getLogger(), logging.getLogger(), False, [],
            asyncio.Event(), False, True, lambda: None,
        )  # fmt: skip

        def change(version):
            then = Change(news(version), version - 1, told(version).event)
            broadcaster._spread("game", version, news(version), {viewer: then})

        stream = EventStream(await broadcaster.watch("game", lambda: told(7), viewer))
        answering = asyncio.create_task(LeanPath(stream)(request, asyncio.Event().wait, cycle.send))
        while stream.watcher._line is None:
            await asyncio.sleep(0)
        assert transport.versions == [7]
        change(8)
        assert transport.versions == [7, 8], "before anybody else had a turn"
        flow.pause_writing()
        change(9)
        while not stream.watcher._sending:  # it is taken, and waits for the line
            await asyncio.sleep(0)
        flow.resume_writing()
        change(10)
        assert transport.versions == [7, 8], "9 comes first"
        while len(transport.versions) < 4:
            await asyncio.sleep(0)
        change(11)
        assert transport.versions == [7, 8, 9, 10, 11]
        broadcaster.close()
        await asyncio.wait_for(answering, 60)
        assert transport.written.endswith(b"\r\n0\r\n\r\n")
        assert broadcaster.watched == []

    asyncio.run(watch())


def test_a_newcomer_asks_once_and_is_nobody_behind():
    """Two hundred who come at once must not make the poller open two hundred games again."""
    asked, stands = [], {"game": Standing(7, 0, False)}

    async def watch():
        broadcaster = Broadcaster()
        broadcaster.start()

        def ask():
            asked.append(broadcaster.behind(stands))
            return told(7)

        stream = await broadcaster.watch("game", ask)
        await anext(stream)
        asked.append(broadcaster.behind(stands))
        asked.append(broadcaster.behind({"game": Standing(8, 0, False)}))
        stream.leave()

    asyncio.run(watch())
    assert asked == [[], [], ["game"]]


def test_a_watcher_who_may_not_or_does_not_stay_is_forgotten():
    def refuse():
        raise OldRules("played elsewhere with newer rules")

    async def watch():
        broadcaster = Broadcaster()
        broadcaster.start()
        with pytest.raises(OldRules):
            await broadcaster.watch("game", refuse)
        assert broadcaster.watched == []
        stream = await broadcaster.watch("game", lambda: told(7))
        assert broadcaster.watched == ["game"]
        del stream  # the browser went before the first line was written
        gc.collect()
        assert broadcaster.watched == []

    asyncio.run(watch())


class TwoGames:
    """A store and a broadcaster with two games whose watchers are behind."""

    watched = ("broken", "sound")

    def standing(self, games):
        return {game: Standing(1, 0, False) for game in games}

    def behind(self, standing):
        return list(standing)


def test_a_game_that_cannot_be_opened_does_not_blind_the_watchers_of_others(monkeypatch, caplog):
    monkeypatch.setattr(hearing, "POLL_SECONDS", 0.01)
    told, troubles = [], [OldRules("played elsewhere with newer rules"), ZeroDivisionError("a fault of ours")]

    def tell(game, heard):
        if game == "broken" and troubles:
            raise troubles.pop()
        told.append(game)

    poller = hearing.StorePoller(TwoGames(), TwoGames(), tell)
    poller.start()
    wait(lambda: len(told) > 3, bool)
    poller.stopping.set()
    poller.join(60)
    assert told[:2] == ["sound", "sound"]
    assert "a fault of ours" in caplog.text
    assert "newer rules" not in caplog.text, "old rules are no fault of ours"


def test_the_event_stream_says_at_once_how_the_game_stands_however_old_the_last_one_heard(serve):
    server = serve()
    made = server.new_game()
    Player(server.client, made["id"], made["key"]).play("colours UA", "colours CB")
    for heard in (None, "0", "2", "77", "nonsense"):
        headers = {} if heard is None else {"Last-Event-ID": heard}
        with server.client.stream("GET", f"/api/games/{made['id']}/events", headers=headers) as stream:
            lines = stream.iter_lines()
            assert [next(lines) for _ in range(3)] == ["retry: 1000", "event: change", "id: 2"]


def test_a_body_without_end_is_turned_away(serve):
    """Sent piece by piece, without telling beforehand how long it is."""
    server = serve()
    pieces = (b'{"record": "' if number == 0 else b"x" * 100_000 for number in range(80))
    answer = server.client.post("/api/games", content=pieces, headers={"content-type": "application/json"})
    assert error_of(answer) == (413, "too_large")
    assert server.client.get("/api/health").json()["status"] == "ok"


# -- bots


@pytest.fixture(params=["sqlite", "postgres"])
def two_servers(request, serve, tmp_path):
    sqlite = request.param == "sqlite"
    database = str(tmp_path / "games.sqlite") if sqlite else request.getfixturevalue("postgres").url
    return serve(database), serve(database)


def test_a_bot_answers_at_whichever_process_the_person_plays(two_servers):
    """The bot is in charge of the process where the game began; the person goes over to the other."""
    one, two = two_servers
    made = one.new_game(**AGAINST_A_BOT)
    here, there = (Player(server.client, made["id"], made["key"]) for server in (one, two))
    here.play("colours UA")
    wait(here.see, lambda view: view["your_turn"])
    there.play("end")
    wait(there.see, lambda view: view["your_turn"] or view["over"])


def test_the_pace_set_at_one_process_holds_at_the_other(two_servers):
    one, two = two_servers
    made = one.new_game(**AGAINST_A_BOT)
    here, there = (Player(server.client, made["id"], made["key"]) for server in (one, two))
    here.play("colours UA")
    wait(here.see, lambda view: view["your_turn"])
    paused = two.client.put(f"/api/games/{made['id']}/pace", json={"pace_ms": 5, "paused": True}, headers=here.headers)
    assert paused.json() == {"pace_ms": 5, "paused": True}
    assert here.see()["bots"] == {"pace_ms": 5, "paused": True, "thinking": False}
    number = here.play("end")["number"]
    time.sleep(charges.SWEEP_SECONDS + 0.5)
    assert here.see()["number"] == number
    two.client.put(f"/api/games/{made['id']}/pace", json={"pace_ms": 5}, headers=here.headers)
    wait(there.see, lambda view: view["your_turn"] or view["over"])


def test_bots_go_on_after_a_mishap_of_ours(client, monkeypatch, caplog):
    """A process that cannot be started, for want of memory for instance: tried again, and no fault of the bot."""
    monkeypatch.setattr(bot_runner, "MISHAP_SECONDS", 0.05)
    troubles, start = [OSError("cannot allocate memory")], thinking.start_python

    def start_later(*words, **given):
        if troubles:
            raise troubles.pop()
        return start(*words, **given)

    monkeypatch.setattr(thinking, "start_python", start_later)
    made = client.post("/api/games", json=AGAINST_A_BOT).json()
    player = Player(client, made["id"], made["key"])
    player.play("colours UA")
    view = wait(player.see, lambda view: view["your_turn"])
    assert "cannot allocate memory" in caplog.text
    assert view["seats"][1]["faults"] == []


@pytest.fixture
def sign(tmp_path, monkeypatch):
    path = tmp_path / "sign"
    monkeypatch.setenv("HARDTACK_TEST_SIGN", str(path))
    return path


def gone(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return True
    return "\nState:\tZ" in Path(f"/proc/{process}/status").read_text()


def test_a_server_that_stops_while_a_bot_thinks_does_not_play_for_it(tmp_path, sign):
    config = Config(str(tmp_path / "games.sqlite"), Library(lambda: (BATTLE,), find, find_spinning), bot_seconds=600)
    others = set(threading.enumerate())  # of servers that other tests share

    def left():
        return [thread for thread in threading.enumerate() if thread.name.startswith("bot") and thread not in others]

    with TestClient(create_app(config)) as client:
        made = client.post("/api/games", json=AGAINST_A_BOT).json()
        Player(client, made["id"], made["key"]).play("colours UA")
        wait(sign.exists, bool)
        assert left()
    wait(lambda: gone(int(sign.read_text())), bool)
    wait(left, lambda threads: not threads)
    with TestClient(create_app(Config(config.database, SHELF))) as client:
        view = wait(Player(client, made["id"], made["key"]).see, lambda view: view["your_turn"])
        assert (view["number"], view["seats"][1]["faults"]) == (2, []), "the bot itself has chosen, after all"


def test_signals_that_stop_a_server_do_not_strike_down_its_bots(sign):
    match = Match.new("mill", find=find, seed=1)
    match.play("colours UA")
    workers = BotWorkers(1, find_spinning, 60)
    answers = []
    asking = threading.Thread(target=lambda: answers.append(workers.ask(match.seen("confederate"), "x", 1)))
    asking.start()
    wait(sign.exists, bool)
    process = int(sign.read_text())
    for stop in (signal.SIGINT, signal.SIGTERM):
        os.kill(process, stop)
    assert os.getpgid(process) != os.getpgid(0), "a key in the terminal does not even reach it"
    sign.unlink()
    asking.join(90)
    workers.close()
    [(notation, kind, detail)] = answers
    assert (kind, detail) == ("", "")
    assert match.why_not(notation) == []


OWNER = """
from hardtack.table import Match
from hardtack.table.thinking import BotWorkers
from strange_bots import find_spinning
from toy.shelf import find
match = Match.new("mill", find=find, seed=1)
BotWorkers(1, find_spinning, 600).ask(match.seen("union"), "x", 1)
"""


def test_a_bot_that_thinks_does_not_outlive_a_killed_server(sign):
    path = os.pathsep.join(map(str, (SOURCE, TESTS, Path(__file__).parent)))
    owner = subprocess.Popen([sys.executable, "-c", OWNER], env=os.environ | {"PYTHONPATH": path})
    wait(sign.exists, bool)
    owner.kill()
    owner.wait()
    wait(lambda: gone(int(sign.read_text())), bool)
