"""Whose turn it is: bots by who made their games, requests by what their client has had of the processor, writers."""

import asyncio
import threading
import time
from collections import Counter

import pytest
from helpers import Player, wait
from starlette.testclient import TestClient

from hardtack.server import Config, allowances, bot_runner, create_app, group_writer, pacing, watching
from hardtack.server.allowances import CLIENT, Allowances, Crowd, Refused
from hardtack.server.bot_runner import Lane, Turns
from hardtack.server.connections import StoreBusy
from hardtack.server.group_writer import GroupWriter
from hardtack.server.hosting import Hosting, Limits, Proxies, read_network
from hardtack.server.pacing import OWED_SECONDS, RESERVED, SAVED_SECONDS, Budgets, Meter, Pace, measured
from hardtack.server.store import Write
from toy.shelf import SHELF

# -- bots


def test_owners_take_turns_however_many_games_one_of_them_has():
    owners = {f"a{number}": "a" for number in range(5)} | {"b1": "b"}
    turns = Turns(owners.get, 9)
    for game in ("a0", "a1", "a2", "b1", "nobodys", "a3"):
        turns.put(game)
    assert len(turns) == 6
    order = [turns.take() for _ in range(6)]
    assert [game for _, game in order] == ["a0", "b1", "nobodys", "a1", "a2", "a3"]
    assert [owner for owner, _ in order[:3]] == ["a", "b", "nobodys"]
    assert turns.take() is None


def test_nobody_has_every_thread():
    turns = Turns(lambda game: game[0], 1)
    for game in ("a1", "a2", "b1"):
        turns.put(game)
    assert [turns.take(), turns.take(), turns.take()] == [("a", "a1"), ("b", "b1"), None]
    turns.done("a")
    assert turns.take() == ("a", "a2")


def test_what_waits_for_its_owner_is_done_when_that_has_a_thread_again():
    go_on, done = threading.Event(), []

    def work(game):
        if game == "a1":
            assert go_on.wait(60)
        done.append(game)

    lane = Lane("test", 2, work, lambda game: game[0])
    for game in ("a1", "a2", "a3", "b1", "b2"):
        lane.put(game)
    wait(lambda: list(done), lambda games: games == ["b1", "b2"])
    go_on.set()
    wait(lambda: list(done), lambda games: games == ["b1", "b2", "a1", "a2", "a3"])
    lane.close()
    lane.put("c1")
    assert done[-1] == "a3"


def test_a_lane_goes_on_after_a_mishap_and_rests():
    done = []

    def work(game):
        done.append(time.monotonic())
        raise RuntimeError(game)

    lane = Lane("test", 1, work, lambda game: None, rest=0.05)
    for game in "abc":
        lane.put(game)
    wait(lambda: len(done), lambda count: count == 3)
    assert done[2] - done[0] >= 0.1
    lane.close()


def test_bots_among_themselves_have_a_lane_of_their_own(client):
    """It is found out with their first action, whoever began the game."""
    seats = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
    made = client.post("/api/games", json={"scenario": "mill", "pace_ms": 0, "seats": seats}).json()
    wait(Player(client, made["id"], None).see, lambda view: view["over"], seconds=180)


def test_a_hosted_server_lets_bots_among_themselves_play_to_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(bot_runner, "REST_SECONDS", 0.001)
    config = Config(str(tmp_path / "games.sqlite"), SHELF, hosting=Hosting(limits=Limits()))
    with TestClient(create_app(config), client=("203.0.113.4", 5)) as client:
        seats = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
        made = client.post("/api/games", json={"scenario": "mill", "pace_ms": 0, "seats": seats}).json()
        assert client.app.state.allowances.maker_of(made["id"]) == "203.0.113.4"
        wait(Player(client, made["id"], None).see, lambda view: view["over"], seconds=180)


# -- the processor


def test_a_client_saves_a_little_and_owes_no_more_than_it_can_wait_for(hand):
    budgets = Budgets(0.1, hand)
    assert budgets.left("a") == SAVED_SECONDS
    budgets.charge("a", SAVED_SECONDS + 0.2)
    assert budgets.wait("a") == pytest.approx(2.0)
    hand.now += 1.0
    assert budgets.wait("a") == pytest.approx(1.0)
    assert budgets.wait("b") == 0.0
    budgets.charge("a", 100.0)
    assert budgets.wait("a") == pytest.approx(OWED_SECONDS / 0.1)
    hand.now += 1_000_000
    assert budgets.left("a") == SAVED_SECONDS


def test_only_so_many_budgets_are_remembered(hand, monkeypatch):
    monkeypatch.setattr(allowances, "MOST", 10)
    budgets = Budgets(0.1, hand)
    for number in range(100):
        budgets.charge(str(number), 1.0)
    assert len(budgets) == 10


def test_what_threads_do_is_measured_for_the_request_they_do_it_for():
    def burn():
        until = time.thread_time() + 0.02
        while time.thread_time() < until:
            pass
        return "done"

    meter = Meter()
    assert measured(burn)() == "done"
    pacing.METER.set(meter)
    assert measured(burn)() == "done"
    pacing.METER.set(None)
    assert 0.02 <= meter.seconds < 0.5


def test_who_has_had_too_much_waits_in_line_and_is_refused_when_that_is_long(hand, monkeypatch):
    monkeypatch.setattr(pacing, "MOST_WAITING", 2)
    slept, served = [], []

    async def sleep(seconds):
        slept.append(seconds)
        await asyncio.get_running_loop().create_future()

    async def app(scope, receive, send):
        served.append(scope[CLIENT])
        meter = pacing.METER.get()
        if meter is not None:
            meter.seconds += 5.0

    pace = Pace(app, Allowances(Limits(work=10)), hand)

    async def ask(*who):
        await pace({"type": "http", "path": "/api/games", CLIENT: who}, None, None)

    async def scene():
        await ask("a")
        monkeypatch.setattr(pacing.asyncio, "sleep", sleep)
        waiting = [asyncio.ensure_future(ask("a")) for _ in range(2)]
        await asyncio.wait(waiting, timeout=0.05)
        with pytest.raises(Refused, match="more than one client"):
            await ask("a", "key of a name")
        await ask("b")
        await ask()
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

    asyncio.run(scene())
    assert served == [("a",), ("b",), ()]
    assert slept[0] == pytest.approx(OWED_SECONDS / 0.1)
    assert len(slept) == 2
    assert slept[1] >= slept[0] - RESERVED
    assert not pace._waiting


def test_who_goes_on_though_refused_again_and_again_pays_more_for_what_it_gets(hand):
    async def app(scope, receive, send):
        pacing.METER.get().seconds += 0.05

    allowed = Allowances(Limits(requests=10, work=10), hand)
    pace = Pace(app, allowed, hand)
    paid = []
    for refusals in (0, 9, 2):
        for _ in range(refusals):
            allowed.bear(("a",))
        before = pace.budgets.left("a")
        asyncio.run(pace({"type": "http", "path": "/api/games", CLIENT: ("a",)}, None, None))
        paid.append(before - pace.budgets.left("a"))
    assert paid == pytest.approx([0.051, 0.051, 0.051 * pacing.TRYING_TIMES])
    hand.now += 10.0
    assert not allowed.is_trying("a"), "it is forgiven after a while"


def test_what_is_made_once_for_all_is_not_for_the_first_to_pay():
    assert pacing.cost("/api/games", 3.0) > 3.0
    assert pacing.cost("/api/scenarios/shiloh/map.svg", 3.0) < 0.02
    assert pacing.cost("/assets/page.js", 0.0) == 0.0


def test_nought_lifts_the_limit_of_work(hand):
    served = []

    async def app(scope, receive, send):
        served.append(pacing.METER.get())

    pace = Pace(app, Allowances(Limits(work=0)), hand)
    asyncio.run(pace({"type": "http", "path": "/", CLIENT: ("a",)}, None, None))
    assert served == [None]


# -- lines, and who goes on


def test_lines_are_counted_by_address_but_not_those_of_a_proxy(hand):
    allowed = Allowances(Limits(lines=2, halves=1, requests=1), hand)
    crowd = Crowd(allowed, Proxies((read_network("10.0.0.2"),), None))
    assert crowd.name("10.0.0.2") == ""
    assert crowd.name("203.0.113.4") == "203.0.113.4"
    assert Crowd(Allowances(Limits(spare_loopback=True)), Proxies((), None)).name("127.0.0.1") == ""
    assert [crowd.enter("a"), crowd.enter("a"), crowd.enter("a"), crowd.enter("b")] == [True, True, False, True]
    crowd.leave("a")
    assert crowd.enter("a")
    assert [crowd.begin("a"), crowd.begin("a"), crowd.begin("b")] == [True, False, True]
    crowd.end("a")
    assert crowd.begin("a")
    for _ in range(3):
        allowed.bear(("c",))
    assert not crowd.enter("c")
    hand.now += allowances.SHUT_SECONDS
    assert crowd.enter("c")
    assert allowed.refused == {"too_many_lines": 1, "half_sent": 1, "shut_out": 1}
    assert not crowd.begin("b")
    assert not crowd.begin("b")
    assert crowd.enter("b"), "two are borne"
    assert not crowd.begin("b")
    assert not crowd.enter("b"), "who is closed again and again is shut out, too"


def test_who_has_as_many_games_as_it_may_is_soon_refused_without_looking(hand):
    allowed = Allowances(Limits(bot_games=1), hand)
    looked = []

    def still(ids):
        looked.append(1)
        return list(ids)

    allowed.bot_games.note(("a",), "one")
    for _ in range(10):
        with pytest.raises(Refused):
            allowed.bot_games.admit(("a",), still)
    assert len(looked) == allowances.FULL_TIMES
    hand.now += allowances.FULL_SECONDS
    allowed.bot_games.admit(("a",), lambda ids: [])
    allowed.bot_games.note(("a",), "two")
    with pytest.raises(Refused):
        allowed.bot_games.admit(("a",), still)
    assert len(looked) == allowances.FULL_TIMES + 1


# -- writers


class SlowStore:
    """Notes what is written together; fails as it is told to."""

    def __init__(self):
        self.batches, self.lines, self.trouble = [], self, {}
        self.hold = threading.Event()

    def keeping(self):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        return None

    def append_all(self, writes):
        names = [write.change for write in writes]
        self.batches.append(names)
        assert self.hold.wait(60)
        for name in names:
            if name in self.trouble:
                raise self.trouble[name]
        return [name != "late" for name in names]


def test_moves_of_threads_are_written_with_the_others_and_fail_alone():
    store = SlowStore()
    store.trouble = {"odd": ValueError("odd")}
    found = {}

    async def scene():
        writer = GroupWriter(store)
        writer.start()

        def hand_in(name):
            try:
                found[name] = writer.write_and_wait(Write(name, {}))
            except ValueError as error:
                found[name] = error

        threads = [threading.Thread(target=hand_in, args=(name,)) for name in ("first", "late", "odd", "good")]
        threads[0].start()
        while not store.batches:
            await asyncio.sleep(0.005)
        for thread in threads[1:]:
            thread.start()
        own = asyncio.ensure_future(writer.write(Write("own", {})))
        while writer.waiting < 4:
            await asyncio.sleep(0.005)
        store.hold.set()
        assert await own
        for thread in threads:
            await asyncio.to_thread(thread.join)
        store.trouble = {"busy": StoreBusy("away")}
        with pytest.raises(StoreBusy):
            await asyncio.to_thread(writer.write_and_wait, Write("busy", {}))
        writer.close()

    asyncio.run(scene())
    assert store.batches[0] == ["first"]
    assert Counter(store.batches[1]) == Counter(["own", "late", "odd", "good"])
    assert store.batches[1][0] == "own", "nobody who plays waits behind a bot"
    assert (found["first"], found["late"], found["good"]) == (True, False, True)
    assert isinstance(found["odd"], ValueError)


def test_what_nobody_waits_for_goes_with_a_move_of_somebody_who_plays(monkeypatch):
    """Where nobody plays it goes at once, and where somebody does it is not held for long."""
    monkeypatch.setattr(group_writer, "HELD_SECONDS", 0.4)
    store = SlowStore()
    store.hold.set()

    async def scene():
        writer = GroupWriter(store)
        writer.start()

        def hand_in(name):
            begun = time.monotonic()
            assert writer.write_and_wait(Write(name, {}), patient=True)
            return time.monotonic() - begun

        assert await asyncio.to_thread(hand_in, "alone") < 0.3
        await writer.write(Write("move", {}))
        assert await asyncio.to_thread(hand_in, "held") >= 0.4
        patient = asyncio.ensure_future(asyncio.to_thread(hand_in, "rides"))
        while not writer.waiting:
            await asyncio.sleep(0.005)
        await writer.write(Write("another", {}))
        await patient
        writer.close()

    asyncio.run(scene())
    assert store.batches == [["alone"], ["move"], ["held"], ["another", "rides"]]


# -- onlookers


def test_a_crowd_of_onlookers_hears_of_several_changes_together(client, monkeypatch):
    """Players hear at once; what is told to the crowd is written once, and skips what is past."""
    told = []
    monkeypatch.setattr(watching, "write_chunk", lambda line, part: told.append((line, part)) or True)

    async def scene():
        crier = watching.Broadcaster()
        crier.start()
        viewer = watching.Viewer(("union",), "en")
        news = {"version": 0, "pace_ms": 0, "paused": False, "seating": 0, "talk": 0}
        first = watching.Told(news, b"{}", 0)
        everybody = [await crier.watch("game", lambda: first) for _ in range(watching.FEW + 1)]
        everybody.append(await crier.watch("game", lambda: first, viewer))
        for number, watcher in enumerate(everybody):
            watcher._waiting, watcher._line = [], number
        for version in (1, 2, 3):
            stands = news | {"version": version}
            changes = {
                None: watching.Change(stands, -1, b"<%d>" % version),
                viewer: watching.Change(stands, version - 1, b"[%d]" % version),
            }
            crier._tell_all(everybody, version, stands, changes)
        at_once = list(told)
        await asyncio.sleep(watching.LATER_SECONDS * 3)
        crier.close()
        return at_once

    at_once = asyncio.run(scene())
    player = watching.FEW + 1
    assert at_once == [(player, b"[1]"), (player, b"[2]"), (player, b"[3]")]
    assert sorted(told[3:]) == [(number, b"<3>") for number in range(watching.FEW + 1)]
