"""Part of `hardtack bench`: one client asks for as much as it can get while somebody else plays a game.

The flood comes from an address of its own, as everybody's does on the internet: games of bots, event streams, requests
that are never finished, and questions without a pause. The server has the limits of `hardtack serve`.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Coroutine
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Event
from random import Random
from typing import Any

from hardtack.study.bench_client import Line
from hardtack.study.bench_faults import SCENARIO, Gone, Table
from hardtack.study.bench_server import Nursery

FLOODER = "127.0.0.2"
ACTIONS = 60  # in each window
ROUNDS = 3  # windows with and without the flood, in turn
BEGIN_SECONDS = 3.0  # for the flood to be there
ASKERS, STREAMS, HALVES = 4, 300, 100
BOTS = {side: {"who": "bot", "bot": "random"} for side in ("union", "confederate")}
HALF = b"POST /api/games HTTP/1.1\r\nHost: bench\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"


class Flood:
    """All that one client can think of, until it is told to stop."""

    def __init__(self, port: int, game: str) -> None:
        self.port, self.game = port, game
        self.answers: Counter[str] = Counter()

    async def go_on(self, stop: Event) -> None:
        """Everything at once, until it is time to stop."""
        work: list[Coroutine[Any, Any, None]] = [self.make_games(), self.watch(), self.half_send()]
        work += [self.ask() for _ in range(ASKERS)]
        tasks = [asyncio.create_task(one) for one in work]
        while not stop.is_set():
            await asyncio.sleep(0.05)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

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


def pour(port: int, game: str, stop: Event, answered: Queue[Counter[str]]) -> None:
    """The flood, in a process of its own: what it costs itself is not the server's."""
    flood = Flood(port, game)
    asyncio.run(flood.go_on(stop))
    answered.put(flood.answers)


async def window(table: Table, line: Line) -> float:
    """Half of the actions of a player are acknowledged within so many milliseconds."""
    took: list[float] = []
    while len(took) < ACTIONS and not table.view["over"]:
        action = await table.choose(line)
        begun = time.perf_counter()
        status = await table.act(line, action)
        if status != 200:
            raise RuntimeError(f"a player's action was answered with {status}")
        took.append((time.perf_counter() - begun) * 1000)
    return statistics.median(took)


async def flooded(database: str, nursery: Nursery, rounds: int = ROUNDS) -> dict[str, Any]:
    """How long a player's actions take, without the flood and with it, in turn."""
    server, apart = nursery.server(database, limited=True), get_context("spawn")
    quiet, loud, answers = [], [], Counter[str]()
    try:
        for number in range(rounds):
            table = Table(Random(number), server.port)
            await table.open()
            line = Line(server.port)
            quiet.append(await window(table, line))
            stop, answered = apart.Event(), apart.Queue()
            flood = apart.Process(target=pour, args=(server.port, table.game, stop, answered))
            flood.start()
            await asyncio.sleep(BEGIN_SECONDS)
            loud.append(await window(table, line))
            stop.set()
            answers += answered.get()
            flood.join()
            line.close()
    finally:
        server.kill()
    return {
        "p50_ms": round(statistics.median(quiet), 1),
        "p50_ms_flooded": round(statistics.median(loud), 1),
        "ratio": round(statistics.median(after / before for before, after in zip(quiet, loud, strict=True)), 2),
        **answers,
    }
