"""Part of `hardtack bench`: one client asks for as much as it can get while somebody else plays a game.

The flood comes from an address of its own, as everybody's does on the internet: games of bots, event streams, requests
that are never finished, and questions without a pause. The server has the limits of `hardtack serve`.

Whoever floods takes processor time of the machine it runs on, and so does the server that is flooded. To set that
apart, the same flood goes to a second server that serves nobody else: what the player of the first one has to wait for
then is the machine's, and only what the flood of their own server adds to that is the server's.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import time
from collections import Counter
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager, suppress
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from random import Random
from typing import Any, NamedTuple

from hardtack.study.bench_faults import SCENARIO, Gone, Table
from hardtack.study.bench_server import Child, Line, Nursery

FLOODER = "127.0.0.2"
WARM_UP, ACTIONS = 20, 120  # of each window
ROUNDS = 6  # windows without a flood, with one elsewhere and with one here, in turn
BEGIN_SECONDS = 3.0  # from the flood's first work to the first action of a window
START_SECONDS = 60.0  # at most, for its process
ASKERS, STREAMS, HALVES = 4, 300, 100
BOTS = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
HALF = b"POST /api/games HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"
KINDS = ("games", "streams", "halves", "questions")
QUIET, ELSEWHERE, HERE = "quiet", "flood_elsewhere", "flooded"


class Flood:
    """All that one client can think of, until it is told to stop."""

    def __init__(self, port: int, game: str, kinds: Sequence[str] = KINDS) -> None:
        self.port, self.game, self.kinds = port, game, kinds
        self.answers: Counter[str] = Counter()

    async def go_on(self, begun: Event, stop: Event) -> None:
        """Everything at once, until it is time to stop."""
        begun.set()
        tasks = [asyncio.create_task(one) for kind in self.kinds for one in self.work(kind)]
        while not stop.is_set():
            await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def work(self, kind: str) -> list[Coroutine[Any, Any, None]]:
        if kind == "questions":
            return [self.ask() for _ in range(ASKERS)]
        return [{"games": self.make_games, "streams": self.watch, "halves": self.half_send}[kind]()]

    async def ask(self) -> None:
        while True:
            await self.call("GET", "/api/games", None)

    async def make_games(self) -> None:
        body = {"scenario": SCENARIO, "seats": BOTS, "pace_ms": 0}
        while True:
            await self.call("POST", "/api/games", body)

    async def call(self, method: str, path: str, body: Any) -> None:
        """One request on a line of its own: the server may have closed the last one."""
        line = Line(self.port, FLOODER)
        try:
            status, _ = await line.call(method, path, body)
            self.answers[f"{method}_{status}"] += 1
        except Gone:
            self.answers[f"{method}_hung_up"] += 1
        finally:
            line.close()
            await asyncio.sleep(0.002)

    async def watch(self) -> None:
        lines = [Line(self.port, FLOODER) for _ in range(STREAMS)]
        for line in lines:
            with suppress(*Gone):
                await line.listen(f"/api/games/{self.game}/events")
        await asyncio.Event().wait()

    async def half_send(self) -> None:
        while True:
            writers = []
            for _ in range(HALVES):
                with suppress(*Gone):
                    _, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(FLOODER, 0))
                    writer.write(HALF)
                    writers.append(writer)
            await asyncio.sleep(1.0)
            for writer in writers:
                writer.close()


def pour(
    port: int, game: str, kinds: Sequence[str], begun: Event, stop: Event, answered: Queue[Counter[str]]
) -> None:  # fmt: skip
    """The flood, in a process of its own: what it costs itself is not the server's."""
    flood = Flood(port, game, kinds)
    asyncio.run(flood.go_on(begun, stop))
    answered.put(flood.answers)


@contextmanager
def pouring(port: int, game: str, answers: Counter[str], kinds: Sequence[str] = KINDS) -> Iterator[None]:
    """A flood for as long as this lasts; what it was told is counted in the end."""
    apart = get_context("spawn")
    begun, stop, answered = apart.Event(), apart.Event(), apart.Queue()
    flood = apart.Process(target=pour, args=(port, game, kinds, begun, stop, answered))
    flood.start()
    try:
        begun.wait(START_SECONDS)
        yield
    finally:
        stop.set()
        answers.update(answered.get())
        flood.join()


class Window(NamedTuple):
    """How long each action of a player took, in milliseconds, and the server's share of a core meanwhile."""

    took: list[float]
    share: float


async def window(table: Table, server: Child) -> Window:
    """A player's actions, one after the other."""
    took: list[float] = []
    line = Line(server.port)
    begun, spent = time.perf_counter(), server.processor_seconds()
    while len(took) < ACTIONS and not table.view["over"]:
        took.append(await act_once(table, line))
    line.close()
    return Window(took, (server.processor_seconds() - spent) / (time.perf_counter() - begun))


async def act_once(table: Table, line: Line) -> float:
    action = await table.choose(line)
    begun = time.perf_counter()
    status = await table.act(line, action)
    if status != 200:
        raise RuntimeError(f"a player's action was answered with {status}")
    return (time.perf_counter() - begun) * 1000


async def one_window(
    database: str, nursery: Nursery, where: str, seed: int, answers: Counter[str], kinds: Sequence[str] = KINDS
) -> Window:
    """The same game every time, on a server of its own that goes with all its bots."""
    servers = [nursery.server(f"{database}-{where}-{seed}", limits={})]
    try:
        table = Table(Random(seed), servers[0].port)
        await table.open()
        line = Line(servers[0].port)
        for _ in range(WARM_UP):
            await act_once(table, line)
        line.close()
        if where == QUIET:
            return await window(table, servers[0])
        target = table
        if where == ELSEWHERE:
            servers.append(nursery.server(f"{database}-{where}-target-{seed}", limits={}))
            target = Table(Random(seed), servers[1].port)
            await target.open()
        with pouring(target.port, target.game, answers if where == HERE else Counter(), kinds):
            await asyncio.sleep(BEGIN_SECONDS)
            return await window(table, servers[0])
    finally:
        for server in servers:
            server.kill()


async def flooded(
    database: str, nursery: Nursery, rounds: int = ROUNDS, kinds: Sequence[str] = KINDS
) -> dict[str, Any]:
    """How long a player's actions take without a flood, with one elsewhere on the machine, and with one here."""
    found: dict[str, list[Window]] = {QUIET: [], ELSEWHERE: [], HERE: []}
    answers = Counter[str]()
    for number in range(rounds):
        for where in found if number % 2 else reversed(found):
            found[where].append(await one_window(database, nursery, where, number, answers, kinds))
    told: dict[str, Any] = {}
    for where, windows in found.items():
        took = sorted(one for window in windows for one in window.took)
        told[f"p50_ms_{where}"] = round(statistics.median(took), 1)
        told[f"p95_ms_{where}"] = round(took[len(took) * 95 // 100], 1)
        told[f"server_share_{where}"] = round(statistics.median(window.share for window in windows), 2)
    for name, (before, after) in {"machine": (QUIET, ELSEWHERE), "server": (ELSEWHERE, HERE)}.items():
        for part in ("p50", "p95"):
            told[f"{part}_ratio_{name}"] = round(told[f"{part}_ms_{after}"] / told[f"{part}_ms_{before}"], 2)
    return told | {"load": round(os.getloadavg()[0], 1), **answers}
