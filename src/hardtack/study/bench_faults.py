"""Part of `hardtack bench`: servers killed at random moments, two of them on one store.

People play games at both while bots play one of their own. After each kill the players go on at the server that is
left, sending once more what they had no answer to. In the end the store must hold what was acknowledged: every action,
in order, once.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from contextlib import closing, suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hardtack.referee.events import SIDES
from hardtack.server.store import open_store
from hardtack.study.bench_server import Child, Line, Nursery

Json = dict[str, Any]
SCENARIO = "bull-run"
TABLES = 4
PLAY_SECONDS = 0.5  # from one kill to the next, at most
PACE_MS = 50
GIVE_UP_SECONDS = 60.0
SOON_SECONDS = 2.0  # within which bots are to go on
STALE = 409
Gone = (ConnectionError, asyncio.IncompleteReadError, OSError)


@dataclass
class Table:
    """A game at a hot seat, played as fast as it goes."""

    random: Random
    port: int = 0
    game: str = ""
    key: str = ""
    view: Json = field(default_factory=dict)
    acknowledged: list[str] = field(default_factory=list)
    unanswered: str | None = None
    stop: bool = False

    async def open(self) -> None:
        with closing(Line(self.port)) as line:
            status, made = await line.call("POST", "/api/games", {"scenario": SCENARIO})
        if status != 201:
            raise RuntimeError(f"a game was answered with {status} {made}")
        self.game, self.key, self.view = made["id"], made["key"], made["game"]

    async def play(self) -> None:
        """Play without pause until told to stop, or until the server dies."""
        self.stop = False
        with closing(Line(self.port)) as line, suppress(*Gone):  # what was under way may or may not have been done
            while not self.stop and not self.view["over"]:
                action = await self.choose(line)
                await self.act(line, action)

    async def act(self, line: Line, action: str) -> int:
        self.unanswered = action
        body = {"action": action, "expected": len(self.acknowledged)}
        status, answer = await line.call("POST", f"/api/games/{self.game}/actions", body, self.key)
        self.unanswered = None
        if status == 200:
            self.acknowledged.append(action)
            self.view = answer
        return status

    async def choose(self, line: Line) -> str:
        """A random option, fetched unit by unit when the view does not bring them all."""
        offered = self.view["options"]
        actor = self.random.choice([None, *offered["actors"]] if offered["general"] else offered["actors"])
        options = offered["general"] if actor is None else actor["options"]
        if options is None and actor is not None:
            path = f"/api/games/{self.game}/options?unit={actor['unit']}"
            options = (await line.call("GET", path, key=self.key))[1]["options"]
        return str(self.random.choice(options)["action"])

    async def go_on(self, port: int) -> bool:
        """Come back at another server and send again what had no answer; False when the game is not as it was left."""
        self.port = port
        with closing(Line(port)) as line:
            again = self.unanswered
            if again is not None:
                status = await self.act(line, again)
                if status == STALE:
                    self.acknowledged.append(again)  # it had been done: that it is there once is seen in the end
                elif status != 200:
                    return False
            _, self.view = await line.call("GET", f"/api/games/{self.game}", key=self.key)
            return bool(self.view["version"] == len(self.acknowledged))


@dataclass
class BotGame:
    """A game of bots, followed from outside."""

    game: str = ""
    made: list[str] = field(default_factory=list)

    async def played(self, port: int) -> int:
        """How many actions it has; a new one is begun when it is over, and at first."""
        with closing(Line(port)) as line:
            if self.game:
                _, view = await line.call("GET", f"/api/games/{self.game}")
                if not view["over"]:
                    return int(view["number"])
            seats = {side: {"who": "bot", "bot": "random"} for side in SIDES}
            body = {"scenario": SCENARIO, "seats": seats, "pace_ms": PACE_MS}
            _, made = await line.call("POST", "/api/games", body)
            self.game = made["id"]
            self.made.append(self.game)
            return int(made["game"]["number"])

    async def went_on(self, port: int, before: int, since: float) -> float | None:
        """Seconds until it has more actions than before; None when it never has."""
        game = self.game
        while time.monotonic() - since < GIVE_UP_SECONDS:
            if await self.played(port) > before or self.game != game:
                return time.monotonic() - since
            await asyncio.sleep(0.02)
        return None


async def deaths(database: str, kills: int, random: Random, nursery: Nursery) -> Json:
    """Kill one of two servers again and again, and see whether everything that was acknowledged is there, once."""
    servers = [nursery.server(database) for _ in range(2)]
    tables = [Table(Random(random.random())) for _ in range(TABLES)]
    bots, waited, readied, lost = BotGame(), [], [], 0
    everything: list[Table] = []
    try:
        for number in range(kills):
            for place, table in enumerate(tables):
                if not table.game or table.view["over"]:
                    table = tables[place] = Table(table.random)
                    everything.append(table)
                    table.port = servers[0].port
                    await table.open()
                table.port = servers[(number + place) % 2].port
            await bots.played(servers[0].port)
            took, lost_now = await one_death(servers, tables, bots, random)
            waited.append(took)
            lost += lost_now
            begun = time.monotonic()
            servers.append(nursery.server(database))
            readied.append(await ready(servers[-1].port, begun))
    finally:
        for server in servers:
            server.kill()
    return {
        "kills": kills,
        "acknowledged_actions": sum(len(table.acknowledged) for table in everything),
        "games_not_as_they_were_left": lost,
        "games_wrong_in_the_store": wrong_in_store(database, everything, bots.made),
        "bots_stood_still": sum(took is None for took in waited),
        "bots_went_on_s_median": round(statistics.median(took for took in waited if took is not None), 2),
        "bots_went_on_s_longest": round(max(took for took in waited if took is not None), 2),
        "bots_went_on_later_than_2_s": sum(took is not None and took > SOON_SECONDS for took in waited),
        "server_ready_s_median": round(statistics.median(readied), 2),
        "server_ready_s_longest": round(max(readied), 2),
    }


async def ready(port: int, begun: float) -> float:
    """Seconds until a server that was just started says that it is ready; only then it is killed, or goes on alone."""
    while True:
        with closing(Line(port)) as line:
            status, _ = await line.call("GET", "/readyz")
        if status == 200 or time.monotonic() - begun > GIVE_UP_SECONDS:
            return time.monotonic() - begun
        await asyncio.sleep(0.02)


async def one_death(
    servers: list[Child], tables: list[Table], bots: BotGame, random: Random
) -> tuple[float | None, int]:
    """Let them play, kill one of the servers, go on at the other. How long bots took, and games that were wrong."""
    playing = [asyncio.create_task(table.play()) for table in tables]
    await asyncio.sleep(random.random() * PLAY_SECONDS)
    victim = servers.pop(random.randrange(2))
    killed = time.monotonic()
    victim.kill()
    for table in tables:
        table.stop = True
    while victim.alive:
        await asyncio.sleep(0.005)
    before = await bots.played(servers[0].port)  # with what it has played last
    watching = asyncio.create_task(bots.went_on(servers[0].port, before, killed))
    await asyncio.gather(*playing)
    right = [await table.go_on(servers[0].port) for table in tables]
    return await watching, right.count(False)


def wrong_in_store(database: str, tables: list[Table], bot_games: list[str]) -> int:
    """Games of which the store has something else than every acknowledged action, in order, once."""
    wrong = 0
    with closing(open_store(database)) as store:
        known = {table.game: table.acknowledged for table in tables}
        for game in (*known, *bot_games):
            changes = store.changes_after(game, 0)
            numbered = [change["version"] for change in changes] == list(range(1, len(changes) + 1))
            wrong += not numbered or (game in known and [change["action"] for change in changes] != known[game])
    return wrong
