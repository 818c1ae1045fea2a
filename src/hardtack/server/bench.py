"""The load test behind `hardtack bench`: many open games with live viewers, durable actions, and sudden death.

Speaks HTTP over plain sockets, so that what is measured is the server and not a client library.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hardtack.battles import all_battles
from hardtack.server.bench_server import Server
from hardtack.server.page_bench import browser_figures

__all__ = ["browser_figures", "server_figures"]

GAMES = 200
SECONDS = 20.0
THINK_SECONDS = 8.0  # a person acts about so often
KILLS = 50
REUSE_SECONDS = 20.0  # a connection idle for longer may have been closed by the server

Tell = Callable[[str], None]
Gone = (ConnectionError, asyncio.IncompleteReadError, OSError)


class Line:
    """One kept-open HTTP connection."""

    def __init__(self, port: int) -> None:
        self.port = port
        self._reader: asyncio.StreamReader | None = None
        self._writer: asyncio.StreamWriter | None = None
        self._used = 0.0

    async def call(self, method: str, path: str, body: Any = None, key: str | None = None) -> tuple[int, Any]:
        reader = await self._send(method, path, body, key)
        status, length = await _read_head(reader)
        data = await reader.readexactly(length)
        return status, json.loads(data)

    async def listen(self, path: str) -> asyncio.StreamReader:
        """Open an event stream and hand over its reader."""
        reader = await self._send("GET", path, None, None)
        await _read_head(reader)
        return reader

    async def _send(self, method: str, path: str, body: Any, key: str | None) -> asyncio.StreamReader:
        if time.monotonic() - self._used > REUSE_SECONDS:
            self.close()
            self._reader = None
        self._used = time.monotonic()
        if self._reader is None or self._writer is None:
            self._reader, self._writer = await asyncio.open_connection("127.0.0.1", self.port, limit=2**24)
        data = b"" if body is None else json.dumps(body).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: bench\r\nContent-Length: {len(data)}\r\n"
        head += "Content-Type: application/json\r\n" if data else ""
        head += f"X-Seat-Key: {key}\r\n" if key else ""
        self._writer.write(head.encode() + b"\r\n" + data)
        await self._writer.drain()
        return self._reader

    def close(self) -> None:
        if self._writer is not None:
            self._writer.close()


async def _read_head(reader: asyncio.StreamReader) -> tuple[int, int]:
    head = (await reader.readuntil(b"\r\n\r\n")).decode().lower().splitlines()
    lengths = [line.split(":")[1] for line in head if line.startswith("content-length")]
    return int(head[0].split()[1]), int(lengths[0]) if lengths else 0


@dataclass
class Figures:
    """What was measured, in milliseconds."""

    acted: list[float] = field(default_factory=list)
    viewed: list[float] = field(default_factory=list)
    failed: int = 0


@dataclass
class Table:
    """One game of the load: a hot seat, and a viewer who looks after every change."""

    port: int
    scenario: str
    random: Random
    figures: Figures
    game: str = ""
    key: str = ""
    view: dict[str, Any] = field(default_factory=dict)

    async def open(self) -> None:
        line = Line(self.port)
        status, made = await line.call("POST", "/api/games", {"scenario": self.scenario})
        if status != 201:
            raise RuntimeError(f"{self.scenario} was answered with {status} {made}")
        self.game, self.key, self.view = made["id"], made["key"], made["game"]
        line.close()

    async def act(self, line: Line) -> None:
        action = await self.choose(line)
        begun = time.perf_counter()
        status, answer = await line.call(
            "POST", f"/api/games/{self.game}/actions", {"action": action, "expected": self.view["version"]}, self.key
        )
        self.figures.acted.append((time.perf_counter() - begun) * 1000)
        if status != 200:
            self.figures.failed += 1
            raise RuntimeError(f"{self.scenario}: {action} was answered with {status} {answer}")
        self.view = answer

    async def choose(self, line: Line) -> str:
        """A random option, fetched unit by unit when the view does not bring them all."""
        offered = self.view["options"]
        actor = self.random.choice([None, *offered["actors"]] if offered["general"] else offered["actors"])
        options = offered["general"] if actor is None else actor["options"]
        if options is None and actor is not None:
            path = f"/api/games/{self.game}/options?unit={actor['unit']}"
            options = (await line.call("GET", path, key=self.key))[1]["options"]
        return str(self.random.choice(options)["action"])

    async def play(self, until: float) -> None:
        line = Line(self.port)
        await asyncio.sleep(self.random.random() * THINK_SECONDS)
        while time.monotonic() < until and not self.view["over"]:
            await self.act(line)
            await asyncio.sleep(self.random.expovariate(1 / THINK_SECONDS))
        line.close()

    async def watch(self) -> None:
        """A viewer: hears of each change and looks."""
        events, line, seen = Line(self.port), Line(self.port), 0
        reader = await events.listen(f"/api/games/{self.game}/events")
        try:
            while True:
                text = (await reader.readline()).decode()
                if text.startswith("data: ") and json.loads(text[6:])["version"] > seen:
                    begun = time.perf_counter()
                    _, view = await line.call("GET", f"/api/games/{self.game}?since={seen}")
                    self.figures.viewed.append((time.perf_counter() - begun) * 1000)
                    seen = view["version"]
        finally:
            events.close()
            line.close()


def server_figures(tell: Tell) -> dict[str, Any]:
    """Open games with viewers, then servers killed while people play: latency, memory, and what was lost."""
    with tempfile.TemporaryDirectory() as folder:
        tell(f"server: {GAMES} open games with viewers for {SECONDS:g} s")
        load = asyncio.run(_load(Path(folder)))
    with tempfile.TemporaryDirectory() as folder:
        tell(f"server: killed {KILLS} times while people play")
        deaths = asyncio.run(_deaths(Path(folder), Random(1861)))
    return {"load": load, "sudden death": deaths}


async def _load(folder: Path) -> dict[str, Any]:
    server = Server(folder)
    figures = Figures()
    names = sorted(name for battle in all_battles() for name in battle.scenarios)
    tables = [Table(server.port, names[n % len(names)], Random(n), figures) for n in range(GAMES)]
    try:
        for table in tables:
            await table.open()
        watching = [asyncio.create_task(table.watch()) for table in tables]
        until = time.monotonic() + SECONDS
        await asyncio.gather(*(table.play(until) for table in tables))
        memory = server.megabytes()
        for task in watching:
            task.cancel()
    finally:
        server.kill()
    return {
        "games": GAMES,
        "actions": len(figures.acted),
        "actions_per_s": round(len(figures.acted) / SECONDS, 1),
        "action_p50_ms": round(statistics.median(figures.acted), 1),
        "action_p95_ms": round(statistics.quantiles(figures.acted, n=20)[18], 1),
        "view_p95_ms": round(statistics.quantiles(figures.viewed, n=20)[18], 1),
        "failed": figures.failed,
        "memory_mb": memory,
    }


async def _deaths(folder: Path, random: Random) -> dict[str, Any]:
    """Kill, start again, and see whether everything that was acknowledged is still there."""
    acknowledged = lost = 0
    known: list[Table] = []
    for _ in range(KILLS + 1):
        server = Server(folder)
        for table in known:
            table.port = server.port
            acknowledged += table.view["number"]
            lost += not await _survived(table)
        known = [Table(server.port, "bull-run", Random(random.random()), Figures()) for _ in range(3)]
        for table in known:
            await table.open()
        playing = [asyncio.create_task(_hammer(table)) for table in known]
        await asyncio.sleep(random.random() * 0.5)
        server.kill()
        await asyncio.gather(*playing)
    return {"kills": KILLS, "acknowledged_actions": acknowledged, "games_that_lost_one": lost}


async def _hammer(table: Table) -> None:
    """Play without pause until the server dies."""
    with suppress(*Gone):
        line = Line(table.port)
        while not table.view["over"]:
            await table.act(line)


async def _survived(table: Table) -> bool:
    """True when the game stands where it was last acknowledged, or one unanswered action further."""
    line = Line(table.port)
    _, now = await line.call("GET", f"/api/games/{table.game}", key=table.key)
    _, then = await line.call("GET", f"/api/games/{table.game}?number={table.view['number']}", key=table.key)
    line.close()
    places = [piece["at"] for piece in table.view["pieces"]]
    further = now["version"] - table.view["version"]
    return further in (0, 1) and [piece["at"] for piece in then["pieces"]] == places
