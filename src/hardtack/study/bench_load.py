"""The load test behind `hardtack bench`: many open games with live viewers, durable actions, and sudden death."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

from hardtack.study.bench_actions import cost_of_actions, long_games, many_games
from hardtack.study.bench_client import Line
from hardtack.study.bench_server import Server

SMALL, LARGE = "bull-run", "chickamauga"
DUELS = 16  # games at once where only the cost of an action counts
SECONDS = 10.0
GAMES = 1000
OPEN_SECONDS = 40.0
LONG_GAMES = (20, 1000, 5)  # how many, of how many actions, touched how often
THINK_SECONDS = 8.0  # a person acts about so often
KILLS = 50

Tell = Callable[[str], None]
Gone = (ConnectionError, asyncio.IncompleteReadError, OSError)


@dataclass
class Table:
    """A game at a hot seat, played as fast as it goes."""

    port: int
    scenario: str
    random: Random
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
        status, answer = await line.call(
            "POST", f"/api/games/{self.game}/actions", {"action": action, "expected": self.view["version"]}, self.key
        )
        if status != 200:
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


def server_figures(tell: Tell) -> dict[str, Any]:
    """What an action costs, many open games, long games, and servers killed while people play."""
    figures: dict[str, Any] = {}

    def measure(name: str, what: Callable[[Path], Coroutine[Any, Any, dict[str, Any]]]) -> None:
        tell(f"server: {name}")
        with tempfile.TemporaryDirectory() as folder:
            figures[name] = asyncio.run(what(Path(folder)))

    for scenario in (SMALL, LARGE):
        measure(f"actions {scenario}", lambda folder, name=scenario: cost_of_actions(folder, name, DUELS, SECONDS))  # type: ignore[misc]
    measure("actions unwatched", lambda folder: cost_of_actions(folder, SMALL, DUELS, SECONDS, watched=False))
    measure("open games", lambda folder: many_games(folder, GAMES, OPEN_SECONDS, THINK_SECONDS))
    measure("long games", lambda folder: long_games(folder, *LONG_GAMES))
    measure("sudden death", lambda folder: _deaths(folder, Random(1861)))
    return figures


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
        known = [Table(server.port, "bull-run", Random(random.random())) for _ in range(3)]
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
