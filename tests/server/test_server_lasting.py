"""Servers that go on: whatever the clock or the database does, however long somebody's question, until told to stop."""

import asyncio
import gc
import resource
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import time
import weakref
from contextlib import suppress
from pathlib import Path
from types import SimpleNamespace

import httpx2
import pytest
import sqlalchemy as sa
from helpers import Player, error_of, wait
from starlette.testclient import TestClient
from test_server_crashes import hear

from hardtack.referee import limits
from hardtack.referee.limits import TooLong, go_on
from hardtack.server import Config, charges, create_app, health, hearing, memory, pacing
from hardtack.server.charges import Charges
from hardtack.server.connections import StoreBroken, StoreBusy
from hardtack.server.health import Health
from hardtack.server.pacing import Desk
from hardtack.server.present import Viewer
from hardtack.server.store import Standing, open_store
from toy.shelf import SHELF

BOTS = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}


# -- the clock


class Clock:
    """A steady clock that is turned by hand, and a time of day that jumps: for one module alone.

    The server's other threads keep the machine's clock: one that took this one for it would wait until the machine
    has been up as long.
    """

    def __init__(self, monkeypatch, module=charges):
        self.steady, self.of_day = 1_000.0, 1.7e9
        clock = SimpleNamespace(monotonic=lambda: self.steady, time=lambda: self.of_day)
        monkeypatch.setattr(module, "time", clock)


@pytest.fixture
def kept(client):
    """A game in the store, and two processes that might play its bots."""
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    store = client.app.state.service.store
    return made["id"], Charges(store, "one"), Charges(store, "two")


def test_a_charge_is_taken_over_when_its_keeper_is_silent_by_ones_own_clock(kept, monkeypatch):
    game, one, two = kept
    clock = Clock(monkeypatch)
    assert one.take(game)
    assert one.take(game)
    for _ in range(6):
        assert not two.take(game), "its keeper beats"
        clock.steady += charges.CHARGE_SECONDS - 0.1
        one.beat()
    assert not two.take(game)
    clock.steady += charges.CHARGE_SECONDS - 0.1
    assert not two.take(game)
    clock.steady += 0.2
    assert two.take(game), "it has not beaten for long enough"
    one.beat()
    assert not one.take(game), "whoever wakes up late is no longer in charge, however they beat"


def test_the_time_of_day_does_not_matter_to_a_charge(kept, monkeypatch):
    """It may go back by years or forward: the keeper keeps its charge, and a dead one's is taken over all the same."""
    game, one, two = kept
    clock = Clock(monkeypatch)
    assert one.take(game)
    for jump in (-1e9, 1e9, 0.0):
        monkeypatch.setattr("hardtack.server.store.now", lambda jump=jump: 1.7e9 + jump)
        clock.of_day = 1.7e9 + jump
        assert not two.take(game)
    clock.steady += charges.CHARGE_SECONDS
    assert two.take(game)
    two.release()
    assert one.take(game), "one that is left is free at once"


def test_of_two_who_see_a_silent_keeper_one_takes_over(kept, monkeypatch):
    game, one, two = kept
    three = Charges(one.store, "three")
    clock = Clock(monkeypatch)
    assert one.take(game)
    assert not two.take(game)
    assert not three.take(game)
    clock.steady += charges.CHARGE_SECONDS + 1
    seen = charges.charge_of(one.store, game)
    assert [charges.take(one.store, game, name, seen) for name in ("two", "three")] == [True, False]


def test_whoever_has_no_bots_to_play_need_not_beat(kept, monkeypatch):
    """A game may wait for its player for weeks: nothing is written meanwhile, and its keeper goes on at once."""
    game, one, two = kept
    clock = Clock(monkeypatch)
    assert one.take(game)
    one.beat()
    before = charges.charge_of(one.store, game)
    for _ in range(5):
        clock.steady += 1_000
        assert one.waiting() == []
    assert charges.charge_of(one.store, game) == before
    assert one.take(game)
    assert not two.take(game), "it beats again"


def test_processes_that_are_gone_are_forgotten(kept):
    game, one, two = kept
    assert one.take(game)
    one.beat()
    two.beat()
    with one.store.reading() as connection:
        assert set(connection.execute(sa.text("SELECT name FROM processes")).scalars()) == {"one", "two"}
    one.release()
    with one.store.reading() as connection:
        assert list(connection.execute(sa.text("SELECT name FROM processes")).scalars()) == []
    two.beat()
    assert charges.charge_of(one.store, game) == (None, None)


def test_bots_play_on_while_the_time_of_day_stands_still(client, monkeypatch):
    monkeypatch.setattr("hardtack.server.store.now", lambda: 1.0)
    made = client.post("/api/games", json={"scenario": "mill", "pace_ms": 0, "seats": BOTS}).json()
    wait(Player(client, made["id"], None).see, lambda view: view["over"], seconds=180)


# -- the database


class Database:
    """Goes through every kind of trouble, then is well again."""

    def __init__(self, *troubles):
        self.troubles = list(troubles)
        self.watched = ["game"]

    def standing(self, games):
        if self.troubles:
            raise self.troubles.pop(0)
        return {game: Standing(1, 0, False) for game in games}

    def behind(self, standing):
        return list(standing)


def test_the_lookout_outlives_any_trouble_of_the_database(monkeypatch, caplog):
    monkeypatch.setattr(hearing, "POLL_SECONDS", 0.01)
    wrapped = [
        kind("SELECT", {}, Exception("malformed"))
        for kind in (sa.exc.DatabaseError, sa.exc.InternalError, sa.exc.ProgrammingError, sa.exc.DataError)
    ]
    faults = [RuntimeError("pool is closed"), RuntimeError("pool is closed"), MemoryError(), KeyError("game")]
    database, told = Database(*wrapped, StoreBusy("away"), StoreBroken("spoilt"), *faults), []
    poller = hearing.StorePoller(database, database, lambda game, heard: told.append(game))
    poller.start()
    wait(lambda: told, bool)
    poller.stopping.set()
    poller.join(60)
    assert database.troubles == []
    assert caplog.text.count("RuntimeError: pool is closed") == 1, "told once, not with every look"


def spoil(path):
    """Overwrite the file of a store from its second page on."""
    with path.open("r+b") as file:
        size = file.seek(0, 2)
        file.seek(4096)
        file.write(b"\xa5" * (size - 4096))


def test_health_says_that_a_store_is_damaged_and_so_does_every_answer(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"
    monkeypatch.setattr(health, "KEPT_SECONDS", 0.0)
    monkeypatch.setattr(health, "WHOLE_SECONDS", 0.0)
    with TestClient(create_app(Config(str(path), SHELF)), raise_server_exceptions=False) as client:
        made = client.post("/api/games", json={"scenario": "mill"}).json()
        assert client.get("/api/health").json()["status"] == "ok"
        sqlite3.connect(path).execute("PRAGMA wal_checkpoint(TRUNCATE)")
        spoil(path)
        client.app.state.service.store.engine.dispose()  # nothing of it is remembered
        for answer in (client.get("/api/health"), client.get("/api/games"), client.get(f"/api/games/{made['id']}")):
            assert error_of(answer) == (503, "broken_store")
            assert str(tmp_path) not in answer.text


def test_health_says_that_the_disk_is_full(serve):
    """No file of the server may grow any more; reading still goes."""
    server = serve()
    server.new_game()
    assert server.client.get("/api/health").status_code == 200
    time.sleep(health.KEPT_SECONDS + 0.2)
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (1, resource.RLIM_INFINITY))
    assert error_of(server.client.get("/api/health")) == (503, "busy")
    assert server.client.get("/api/games").status_code == 200
    resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    wait(lambda: server.client.get("/api/health").status_code, lambda status: status == 200)


def test_health_asks_the_disk_now_and_then_only(tmp_path, monkeypatch):
    store = open_store(str(tmp_path / "games.sqlite"))
    asked = []
    monkeypatch.setattr(store, "pulse", lambda: asked.append(1))
    doctor = Health(store)
    for _ in range(50):
        doctor.check()
    assert len(asked) < 10
    store.close()


def test_a_database_that_is_away_is_not_named_to_strangers(serve, postgres):
    server = serve(postgres.url)
    postgres.stop()
    try:
        answer = server.client.get("/api/games")
    finally:
        assert postgres.start()
    assert error_of(answer) == (503, "busy")
    assert str(postgres.port) not in answer.text
    assert "127.0.0.1" not in answer.text
    assert str(postgres.port) in Path(server.errors.name).read_text(), "the log says what is wrong"


# -- long work


class Asked:
    """A request whose client goes away after a while."""

    def __init__(self, stays=1_000, host=None):
        self.stays, self.client = stays, None if host is None else SimpleNamespace(host=host)

    async def is_disconnected(self):
        self.stays -= 1
        return self.stays < 0


def endless(seen):
    while True:
        go_on()
        seen.append(threading.get_ident())
        time.sleep(0.005)


@pytest.mark.parametrize(("seconds", "stays"), [(1.5, 1_000), (600, 5)])
def test_work_ends_when_its_time_is_up_or_its_client_gone(monkeypatch, seconds, stays):
    monkeypatch.setattr(pacing, "SECONDS", seconds)
    monkeypatch.setattr(pacing, "LOOK_SECONDS", 0.05)
    seen = []

    async def ask():
        ticks = 0

        async def tick():
            nonlocal ticks
            while True:
                await asyncio.sleep(0.01)
                ticks += 1

        ticking = asyncio.create_task(tick())
        with pytest.raises(TooLong):
            await Desk().do(Asked(stays), lambda: endless(seen))
        ticking.cancel()
        return ticks

    assert asyncio.run(ask()) > 2, "everybody else goes on meanwhile"
    assert seen
    assert threading.get_ident() not in seen
    before = len(seen)
    time.sleep(0.1)
    assert len(seen) == before, "it has stopped"


def test_few_pieces_of_work_are_done_at_once(monkeypatch):
    monkeypatch.setattr(pacing, "AT_ONCE", 2)
    now, most, lock = 0, 0, threading.Lock()

    def work():
        nonlocal now, most
        with lock:
            now += 1
            most = max(most, now)
        time.sleep(0.05)
        with lock:
            now -= 1
        return "done"

    async def ask():
        desk = Desk()
        return await asyncio.gather(*(desk.do(Asked(), work) for _ in range(8)))

    assert asyncio.run(ask()) == ["done"] * 8
    assert most == 2


def test_one_client_does_not_keep_the_others_from_their_work():
    go_ahead = threading.Event()

    async def ask():
        desk = Desk()
        flood = [asyncio.create_task(desk.do(Asked(host="203.0.113.7"), go_ahead.wait)) for _ in range(8)]
        await asyncio.sleep(0)
        other = await desk.do(Asked(host="203.0.113.8"), lambda: "done")
        go_ahead.set()
        return other, await asyncio.gather(*flood), desk._clients

    assert asyncio.run(ask()) == ("done", [True] * 8, {})


def test_a_record_that_takes_too_long_is_refused_and_makes_no_game(client, monkeypatch):
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    player = Player(client, made["id"], made["key"])
    player.play("colours UA", "colours CB")
    record = player.get("/record").text.replace("union ?", "union colours UA").replace("ate ?", "ate colours CB")
    monkeypatch.setattr(limits.Patience, "check", lambda self: (_ for _ in ()).throw(TooLong("late")))
    assert error_of(client.post("/api/games", json={"record": record})) == (422, "too_long")
    assert len(client.get("/api/games").json()["games"]) == 1


# -- the end


def stopped(server, stop=signal.SIGTERM):
    """Whether it was gone within a second, and what was said.

    A busy machine takes some time to let any process go: twenty times as long as to run one that does nothing, which
    is tried again and again meanwhile.
    """
    begun = time.monotonic()
    server.process.send_signal(stop)
    errand = 0.0
    while server.process.poll() is None or not errand:
        before = time.monotonic()
        assert before < begun + 60
        subprocess.run([sys.executable, "-S", "-c", ""], check=True)
        errand = max(errand, time.monotonic() - before)
    took = time.monotonic() - begun
    return took < 1.0 + max(2.0, 20 * errand), Path(server.errors.name).read_text()


@pytest.mark.parametrize("stop", [signal.SIGTERM, signal.SIGINT])
def test_a_busy_server_told_to_stop_is_gone_within_a_second_and_says_nothing(serve, stop):
    """It has watchers, bots at play, idle lines and half-sent requests."""
    server = serve(fresh=True)
    made = server.new_game(seats=BOTS, pace_ms=5, settings={"turns": 8})
    heard, done = [], threading.Event()
    threading.Thread(
        target=hear, args=(f"{server.url}/api/games/{made['id']}/events", heard, done), daemon=True
    ).start()
    wait(lambda: heard, bool)
    port = int(server.url.rpartition(":")[2])
    lines = [socket.create_connection(("127.0.0.1", port), timeout=60) for _ in range(5)]
    lines[0].sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\n")
    lines[1].sendall(b"POST /api/games HTTP/1.1\r\nHost: x\r\nContent-Length: 90\r\n\r\n{")
    in_time, told = stopped(server, stop)
    for line in lines:
        line.close()
    assert in_time
    assert "Traceback" not in told
    assert "ERROR" not in told
    assert server.process.returncode in (0, -stop)


def test_a_server_stops_though_its_store_is_locked(serve, tmp_path):
    server = serve(fresh=True)
    made = server.new_game()
    other = sqlite3.connect(tmp_path / "games.sqlite", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    player = Player(server.client, made["id"], made["key"])

    def act():
        with suppress(httpx2.TransportError):
            player.act("colours UA", 0)

    threading.Thread(target=act, daemon=True).start()
    time.sleep(0.3)
    in_time, told = stopped(server)
    other.close()
    assert in_time
    assert "Traceback" not in told


# -- memory


def test_a_game_that_is_put_out_of_memory_needs_no_collector(client):
    """Nor do the views that were made of it."""
    service = client.app.state.service
    made = client.post("/api/games", json={"scenario": "mill"}).json()
    gc.collect()
    gc.disable()
    try:
        with service.game(made["id"]) as live:
            live.views.shown(Viewer(("union",), "en"))
        left = weakref.ref(live)
        del live
        service._live.pop(made["id"])
        wait(left, lambda found: found is None)  # a thread may still have hold of it for a moment
    finally:
        gc.enable()


def test_the_whole_memory_is_looked_through_seldom_and_after_games_were_put_out(monkeypatch):
    clock, swept, gone = Clock(monkeypatch, memory), [], [0]
    monkeypatch.setattr(memory.gc, "collect", lambda: swept.append(clock.steady))
    sweeper = memory.Sweeper(lambda: gone[0])
    clock.steady += memory.SOON_SECONDS
    assert not sweeper.sweep(), "nothing has gone"
    gone[0] += memory.MUCH_BYTES
    assert sweeper.sweep()
    gone[0] += memory.MUCH_BYTES
    clock.steady += memory.SOON_SECONDS / 2
    assert not sweeper.sweep(), "everybody waits meanwhile: not so soon again"
    clock.steady += memory.SOON_SECONDS
    assert sweeper.sweep()
    clock.steady += memory.SELDOM_SECONDS
    assert sweeper.sweep()
    assert len(swept) == 3
