"""One client asks for as much as it can get: what it is told, and what the others see. Real processes and sockets.

The flood comes from an address of its own, 127.0.0.2. How much slower the others are is measured by
`hardtack bench --part faults`; here they must be served at all, and refused nothing.
"""

import asyncio
import json
import select
import socket
import sys
import time
from collections import Counter
from contextlib import ExitStack, contextmanager, suppress
from random import Random

import httpx2
import pytest
from helpers import wait

from hardtack.study.bench_faults import Gone, Table
from hardtack.study.bench_flood import BOTS, FLOODER, HALF, KINDS, act_once, flooded, pouring
from hardtack.study.bench_server import Line, Nursery

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="one machine has many addresses there")

SOON = 20.0  # seconds: what is answered at all is answered by then, on however busy a machine


@pytest.fixture(scope="module")
def nursery():
    with Nursery() as nursery:
        yield nursery


@pytest.fixture
def serve(nursery, tmp_path):
    started = []

    def start(**limits):
        started.append(nursery.server(str(tmp_path / f"games-{len(started)}.sqlite"), limits))
        return started[-1]

    yield start
    for server in started:
        server.kill()


def stranger(server, address=FLOODER):
    """A client at an address of its own."""
    way = httpx2.HTTPTransport(local_address=address)
    return httpx2.Client(base_url=f"http://127.0.0.1:{server.port}", transport=way, timeout=60)


def connect(server, address=FLOODER):
    line = socket.create_connection(("127.0.0.1", server.port), timeout=SOON, source_address=(address, 0))
    line.setblocking(True)
    return line


def count_open(lines):
    """How many lines the server still holds; it has said nothing on them."""
    return len(lines) - len(select.select(lines, [], [], 0)[0])


@contextmanager
def lines(server, count, first=b"", address=FLOODER):
    with ExitStack() as opened:
        made = []
        for _ in range(count):
            made.append(opened.enter_context(connect(server, address)))
            if first:
                with suppress(OSError):  # it has been closed already
                    made[-1].sendall(first)
        yield made


async def play(server, count=12):
    """The others: how long each action took. Whatever is refused to them is an error."""
    table = Table(Random(7), server.port)
    await table.open()
    line = Line(server.port)
    try:
        return [await asyncio.wait_for(act_once(table, line), SOON) for _ in range(count)]
    finally:
        line.close()


# -- one kind of flood after the other


ASK = b"GET /healthz HTTP/1.1\r\nHost: flood\r\nConnection: close\r\n\r\n"


def ask_once(server):
    """One question on a line of its own: all of the answer, or nothing where the line was closed."""
    try:
        with connect(server) as line:
            line.sendall(ASK)
            return b"".join(iter(lambda: line.recv(4_000), b""))
    except OSError:
        return b""


def test_who_asks_without_a_pause_is_told_to_wait_then_not_even_that(serve):
    server = serve(requests=5)
    told = []
    deadline = time.monotonic() + SOON
    while b"" not in told and time.monotonic() < deadline:
        told.append(ask_once(server))
    assert [answer[9:12] for answer in told[:50]] == [b"200"] * 50
    refused = next(answer for answer in told if answer[9:12] == b"429")
    for expected in (b"too_many_requests", b"retry-after: 1\r\n", b"connection: close\r\n", b"x-request-id: "):
        assert expected in refused
    assert told[-1] == b"", "the line was closed"
    asyncio.run(play(server))
    wait(lambda: ask_once(server), bool, SOON)  # it is told again after a while


def test_who_takes_much_of_the_processor_waits_and_nobody_else_does(serve):
    server = serve(requests=0, work=2)
    asyncio.run(play(server))

    async def ask(address, seconds):
        """One question after the other, on several lines."""
        until, answered = time.monotonic() + seconds, Counter()

        async def one():
            line = Line(server.port, address)
            while time.monotonic() < until:
                answered[(await line.call("GET", "/api/games"))[0]] += 1
            line.close()

        await asyncio.gather(*(one() for _ in range(4)))
        return answered

    async def both():
        await ask(FLOODER, 3.0)  # what it had saved is used up
        spent = server.processor_seconds()
        flood, other = asyncio.create_task(ask(FLOODER, 2.0)), asyncio.create_task(play(server))
        await other
        return await flood, server.processor_seconds() - spent

    answered, spent = asyncio.run(both())
    assert set(answered) == {200}, "whoever waits for their turn is not refused"
    assert spent < 1.0, "of more than two seconds"


def test_of_very_many_who_wait_at_one_address_the_last_are_refused(serve):
    server = serve(requests=0, work=4)

    async def flood():
        told = Counter()

        async def one():
            line = Line(server.port, FLOODER)
            status = 200
            with suppress(*Gone):  # it is shut out by now
                for _ in range(6):
                    if status == 200:  # a refusal ends the line
                        status = (await line.call("GET", "/api/games"))[0]
                        told[status] += 1
            line.close()

        await asyncio.gather(*(one() for _ in range(120)))
        return told

    asyncio.run(play(server))
    told = asyncio.run(flood())
    assert told[200]
    assert told[429]
    asyncio.run(play(server))


def test_games_of_bots_are_rationed_and_others_bots_are_not_kept_waiting(serve):
    server = serve()
    body = {"scenario": "bull-run", "seats": BOTS, "pace_ms": 0}
    with stranger(server) as flood, stranger(server, "127.0.0.1") as other:
        answers = [flood.post("/api/games", json=body) for _ in range(20)]
        assert Counter(one.status_code for one in answers) == {201: 12, 429: 8}
        assert answers[-1].json()["error"]["code"] == "too_many_bot_games"
        assert answers[-1].headers["Retry-After"] == "60"
        seats = {"union": {"who": "bot", "bot": "random"}, "confederate": {"who": "you"}}
        wanted = {"scenario": "bull-run", "seats": seats, "pace_ms": 0}
        games = iter(lambda: other.post("/api/games", json=wanted).json(), None)
        made = next(one for one in games if one["game"]["to_act"] == "union")  # a die says who begins
        wait(lambda: other.get(f"/api/games/{made['id']}").json(), lambda view: view["number"] > 0, SOON)
        asyncio.run(play(server))
        for one in answers[:12]:  # all of them go on, in turn
            wait(lambda place=one.headers["Location"]: flood.get(place).json(), lambda view: view["number"] > 0, SOON)


def test_streams_are_rationed_and_a_crowd_hears_of_everything_in_the_end(serve):
    server = serve()

    async def flood():
        table = Table(Random(3), server.port)
        await table.open()
        watching = [Line(server.port, FLOODER) for _ in range(103)]
        readers = [await line.listen(f"/api/games/{table.game}/events") for line in watching]
        refused = json.loads(await asyncio.wait_for(readers[-1].read(), SOON))
        line, own_line = Line(server.port), Line(server.port)
        own = await own_line.listen(f"/api/games/{table.game}/events?view=true", table.key)
        for _ in range(12):
            await asyncio.wait_for(act_once(table, line), SOON)
        heard = [await asyncio.wait_for(hear_until(reader, 12), SOON) for reader in (own, *readers[:100])]
        for one in (line, own_line, *watching):
            one.close()
        return refused, heard

    refused, heard = asyncio.run(flood())
    assert refused["error"]["code"] == "too_many_streams"
    assert heard[0] == list(range(13)), "a player hears of each action"
    assert {told[-1] for told in heard} == {12}
    assert all(told == sorted(set(told)) for told in heard), "nobody hears of anything twice, or of what is past"


async def hear_until(reader, version):
    told = []
    while not told or told[-1] < version:
        row = await reader.readline()
        assert row, "the stream has ended"
        if row.startswith(b"id: "):
            told.append(int(row[4:]))
    return told


def test_half_sent_requests_are_few_at_an_address(serve):
    server = serve()
    with lines(server, 40, HALF) as halves:
        wait(lambda: count_open(halves), lambda count: count == 30, SOON)
        with lines(server, 1, HALF, "127.0.0.1") as others:
            time.sleep(0.3)
            assert count_open(others) == 1, "those of others do not count"
        asyncio.run(play(server))
    with stranger(server) as flood:
        assert flood.get("/healthz").status_code == 200


def test_only_so_many_lines_come_from_one_address(serve):
    server = serve(lines=25)
    with lines(server, 40) as opened:
        wait(lambda: count_open(opened), lambda count: count == 25, SOON)
        with stranger(server, "127.0.0.3") as other:
            assert other.get("/healthz").status_code == 200
        asyncio.run(play(server))
    with stranger(server) as flood:
        wait(lambda: was_answered(flood), bool, SOON)


def was_answered(client):
    try:
        return client.get("/healthz").status_code == 200
    except httpx2.TransportError:
        return False


def test_a_hosted_server_answers_actions_and_options_at_once_and_counts_them(serve):
    """The short way has everything the long one has: a number for the complaint, the limits, the refusals."""
    server = serve(requests=1, work=0)
    with stranger(server, "127.0.0.1") as maker, stranger(server) as player:
        made = maker.post("/api/games", json={"scenario": "bull-run"}).json()
        own = {"X-Seat-Key": made["key"]}
        place = f"/api/games/{made['id']}"
        unit = made["game"]["options"]["actors"][0]["unit"]
        for path in (f"{place}/options?lang=en&unit={unit}&expected=0", f"{place}/options?unit={unit}"):
            asked = player.get(path, headers=own)
            assert asked.status_code == 200
            assert asked.headers["X-Request-ID"]
        wrong = player.post(f"{place}/actions", json={"action": "nonsense", "expected": 0}, headers=own)
        assert wrong.status_code in (400, 422)
        assert wrong.headers["X-Request-ID"]
        action = asked.json()["options"][0]["action"]
        done = player.post(f"{place}/actions", json={"action": action, "expected": 0}, headers=own)
        assert (done.status_code, done.json()["version"]) == (200, 1)
        assert done.headers["X-Request-ID"] != wrong.headers["X-Request-ID"]
        stale = {"action": action, "expected": 0}
        late = []
        while not late or late[-1].status_code == 409:
            late.append(player.post(f"{place}/actions", json=stale, headers=own))
        assert late[-1].status_code == 429
        assert late[-1].json()["error"]["code"] == "too_many_requests"
        assert late[-1].headers["X-Request-ID"]


# -- all at once


def test_the_others_are_served_whatever_one_client_does(serve):
    server = serve()
    table = Table(Random(5), server.port)
    asyncio.run(table.open())
    answers = Counter()
    with pouring(server.port, table.game, answers, KINDS), stranger(server, "127.0.0.1") as other:
        wait(lambda: other.get("/api/games").json()["games"], lambda games: len(games) > 1, SOON)  # it has begun
        took = asyncio.run(play(server, 40))
    assert len(took) == 40
    assert answers["POST_201"] <= 12
    assert answers["GET_200"] + answers["GET_429"] + answers["GET_hung_up"] > 0


def test_the_bench_sets_apart_what_the_machine_costs(nursery, tmp_path):
    found = asyncio.run(flooded(str(tmp_path / "bench"), nursery, rounds=1, kinds=("halves",)))
    for where in ("quiet", "flood_elsewhere", "flooded"):
        assert 0 < found[f"p50_ms_{where}"] <= found[f"p95_ms_{where}"]
    assert found["p95_ratio_server"] > 0
    assert found["p95_ratio_machine"] > 0
