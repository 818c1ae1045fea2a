"""Part of `hardtack bench`: what one stored and broadcast action costs the server in processor time.

Games between two people, each with a live view of their own at their seat, as the page has it. Whoever is to act picks
an option at random, asks for those of a unit where the view does not bring them, and plays it; both hear of it.
"""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from random import Random
from typing import Any

from hardtack.battles import all_battles
from hardtack.referee.events import SIDES
from hardtack.server.game_service import GameService
from hardtack.server.library import Library
from hardtack.server.new_games import SeatPlan
from hardtack.server.store import open_store
from hardtack.study.bench import quiet_collector
from hardtack.study.bench_server import Line, Server
from hardtack.table import Match

Json = dict[str, Any]
LONG = "chickamauga"  # the scenario with the longest games


def apply(view: Json, news: Json) -> Json:
    """The view after a change, as the page makes it."""
    if "view" in news:
        whole: Json = news["view"]
        return whole
    changes = dict(news["changes"])
    moved = {piece["id"]: piece for piece in changes.pop("pieces", ())}
    pieces = [moved.get(piece["id"], piece) for piece in view["pieces"]]
    return {**view, **changes, "pieces": pieces}


@dataclass
class Seat:
    """One player: a server, a key, a live view, and when it last came."""

    port: int
    key: str
    view: Json = field(default_factory=dict)
    arrived: asyncio.Event = field(default_factory=asyncio.Event)
    when: float = 0.0
    whole: int = 0  # views that came whole

    def hear(self, news: Json) -> None:
        if "from" in news and news["from"] > self.view["version"]:
            raise RuntimeError(f"a change from {news['from']} for a view of {self.view['version']}")
        self.whole += "view" in news
        if not self.view or news["version"] > self.view["version"]:
            self.view = apply(self.view, news)
            self.when = time.perf_counter()
            self.arrived.set()


@dataclass
class Duel:
    """A game between two people who both watch, at one server or each at their own."""

    ports: tuple[int, int]
    scenario: str
    random: Random
    arrivals: list[float] = field(default_factory=list)  # ms from sending an action to its arrival at each seat
    across: list[float] = field(default_factory=list)  # the same, at the seat of the other player
    game: str = ""
    seats: dict[str, Seat] = field(default_factory=dict)
    acted: int = 0
    asked: int = 0
    watching: list[asyncio.Task[None]] = field(default_factory=list)

    async def open(self, *, watched: bool = True) -> None:
        line, other = (Line(port) for port in self.ports)
        _, made = await line.call(
            "POST", "/api/games", {"scenario": self.scenario, "seats": {"confederate": {"who": "link"}}}
        )
        self.game = made["id"]
        token = {"token": made["invitations"]["confederate"]}
        _, taken = await other.call("POST", f"/api/games/{self.game}/claim", token)
        self.seats = {
            side: Seat(port, key)
            for side, port, key in zip(SIDES, self.ports, (made["key"], taken["key"]), strict=True)
        }
        for seat in self.seats.values():
            if watched:
                self.watching.append(asyncio.create_task(self.watch(seat)))
                await asyncio.wait_for(seat.arrived.wait(), 30)
            else:
                _, seat.view = await line.call("GET", f"/api/games/{self.game}", key=seat.key)
        line.close()
        other.close()

    async def watch(self, seat: Seat) -> None:
        with closing(Line(seat.port)) as line:
            reader = await line.listen(f"/api/games/{self.game}/events?lang=en&view=true", seat.key)
            while text := await reader.readline():
                if text.startswith(b"data: "):
                    seat.hear(json.loads(text[6:]))

    async def act(self, lines: Mapping[int, Line]) -> bool:
        """One action of whoever is to act, at their server; False when the game is over."""
        side = next((side for side in SIDES if self.seats[side].view["your_turn"]), None)
        if side is None:
            return False
        seat = self.seats[side]
        line = lines[seat.port]
        action = await self.choose(line, seat)
        version, was_private = seat.view["version"], seat.view["private"]
        for other in self.seats.values():
            other.arrived.clear()
        begun = time.perf_counter()
        body = {"action": action, "expected": version}
        status, news = await line.call("POST", f"/api/games/{self.game}/actions?lang=en&changes=true", body, seat.key)
        if status != 200:
            raise RuntimeError(f"{self.scenario}: {action} was answered with {status} {news}")
        seat.hear(news)
        self.acted += 1
        unheard = was_private and seat.view["private"] and seat.view["to_act"] == side  # by the other player
        for other in (seat,) if unheard else self.seats.values():
            if self.watching:
                await asyncio.wait_for(other.arrived.wait(), 30)
                self.arrivals.append((other.when - begun) * 1000)
                if other is not seat:
                    self.across.append(self.arrivals[-1])
        if not self.watching:
            await self.refresh(line, side)
        return not seat.view["over"]

    async def refresh(self, line: Line, mover: str) -> None:
        """Without a live view the other player looks when it is their turn."""
        other = next(side for side in SIDES if side != mover)
        if self.seats[mover].view["to_act"] == other:
            seat = self.seats[other]
            _, seat.view = await line.call("GET", f"/api/games/{self.game}?since={seat.view['number']}", key=seat.key)

    async def choose(self, line: Line, seat: Seat) -> str:
        """A random option; where the view names only who may act, what a unit may do is asked for."""
        offered = seat.view["options"]
        actors = [None, *offered["actors"]] if offered["general"] else offered["actors"]
        options: list[Json] = []
        while not options:
            actor = self.random.choice(actors)
            options = offered["general"] if actor is None else actor["options"]
            if options is None and actor is not None:
                path = f"/api/games/{self.game}/options?lang=en&unit={actor['unit']}&expected={seat.view['version']}"
                options = (await line.call("GET", path, key=seat.key))[1]["options"]
                self.asked += 1
        return str(self.random.choice(options)["action"])

    async def play(self, until: float, pause: float = 0.0) -> None:
        lines = {port: Line(port) for port in self.ports}
        if pause:
            await asyncio.sleep(self.random.random() * pause)
        while time.monotonic() < until and await self.act(lines):
            if pause:
                await asyncio.sleep(self.random.expovariate(1 / pause))
        for line in lines.values():
            line.close()

    def close(self) -> None:
        for task in self.watching:
            task.cancel()


@contextmanager
def duelling(database: str, scenarios: Sequence[str], processes: int = 1) -> Iterator[tuple[list[Server], list[Duel]]]:
    """Servers that have started, and games to be played on them; afterwards there is nothing left of either.

    With two of them each player has one of their own.
    """
    servers = [Server(database) for _ in range(processes)]
    for server in servers:
        server.settle()
    ports = (servers[0].port, servers[-1].port)
    duels = [Duel(ports, scenario, Random(n)) for n, scenario in enumerate(scenarios)]
    try:
        yield servers, duels
    finally:
        for duel in duels:
            duel.close()
        for server in servers:
            server.kill()


def spent_by(servers: Sequence[Server]) -> float:
    return sum(server.processor_seconds() for server in servers)


async def cost_of_actions(database: str, scenario: str, games: int, seconds: float, watched: bool = True) -> Json:
    """Actions a processor second, all games acting as fast as they can."""
    with duelling(database, [scenario] * games) as (servers, duels):
        for duel in duels:
            await duel.open(watched=watched)
        warm = time.monotonic() + 1.0
        await asyncio.gather(*(duel.play(warm) for duel in duels))
        before, spent, begun = sum(duel.acted for duel in duels), spent_by(servers), time.monotonic()
        await asyncio.gather(*(duel.play(begun + seconds) for duel in duels))
        acted = sum(duel.acted for duel in duels) - before
        spent, wall = spent_by(servers) - spent, time.monotonic() - begun
        arrivals = [ms for duel in duels for ms in duel.arrivals]
    return {
        "games": games,
        "actions": acted,
        "actions_per_cpu_s": round(acted / spent),
        "cpu_ms_per_action": round(1000 * spent / acted, 3),
        "actions_per_s": round(acted / wall),
        "options_asked": sum(duel.asked for duel in duels),
        "arrival_p50_ms": round(statistics.median(arrivals), 1) if arrivals else None,
        "whole_views": sum(seat.whole for duel in duels for seat in duel.seats.values()),
        "loop_ms": loop_ms(),
    }


def loop_ms() -> float:
    """A yardstick: processor time of a million turns of an empty loop. Other work on the machine makes it longer."""
    begun = time.process_time()
    for _ in range(1_000_000):
        pass
    return round((time.process_time() - begun) * 1000, 1)


async def many_games(database: str, games: int, seconds: float, pause: float, processes: int = 1) -> Json:
    """Open games with a live view at each seat, each with an action every so often: how soon both sides have it."""
    names = sorted(name for battle in all_battles() for name in battle.scenarios)
    with duelling(database, [names[n % len(names)] for n in range(games)], processes) as (servers, duels):
        for begin in range(0, games, 8):
            await asyncio.gather(*(duel.open() for duel in duels[begin : begin + 8]))
        # The views of a thousand games are here as well: looked through for garbage, everything else would wait here.
        with quiet_collector():
            spent, begun = spent_by(servers), time.monotonic()
            await asyncio.gather(*(duel.play(begun + seconds, pause) for duel in duels))
            spent, wall = spent_by(servers) - spent, time.monotonic() - begun
        memory, acted = [server.megabytes() for server in servers], sum(duel.acted for duel in duels)
        arrivals = [ms for duel in duels for ms in duel.arrivals]
        across = [ms for duel in duels for ms in duel.across]
    return {
        "games": games,
        "actions": acted,
        "actions_per_s": round(acted / wall, 1),
        "arrival_p50_ms": round(statistics.median(arrivals), 1),
        "arrival_p95_ms": round(statistics.quantiles(arrivals, n=20)[18], 1),
        "other_player_p50_ms": round(statistics.median(across), 1),
        "other_player_p95_ms": round(statistics.quantiles(across, n=20)[18], 1),
        "cpu_share": round(spent / wall, 2),
        "cpu_ms_per_action": round(1000 * spent / acted, 2),
        "memory_mb": memory[0] if processes == 1 else " and ".join(map(str, memory)),
        "load_average": round(os.getloadavg()[0], 1),
        "loop_ms": loop_ms(),
    }


async def long_games(database: str, games: int, moves: int, touches: int) -> Json:
    """Games of many actions, touched in turn: kept in memory, and put out of it between two touches."""
    made = [await asyncio.to_thread(make_long, database, n, moves) for n in range(games)]
    costs = {}
    for name, kept in (("kept", None), ("put_out", 1)):
        server = Server(database, kept)
        server.settle()
        line = Line(server.port)
        try:
            for touch in range(-1, touches):
                if touch == 0:
                    before = server.processor_seconds()
                for game, key in made:
                    await touch_game(line, game, key)
            costs[name] = (server.processor_seconds() - before) / (touches * games)
        finally:
            line.close()
            server.kill()
    return {
        "games": games,
        "moves": moves,
        "cpu_ms_kept": round(costs["kept"] * 1000, 2),
        "cpu_ms_put_out": round(costs["put_out"] * 1000, 2),
        "ratio": round(costs["put_out"] / costs["kept"], 2),
        "loop_ms": loop_ms(),
    }


def make_long(database: str, seed: int, moves: int) -> tuple[str, str]:
    """A game of so many actions in the store, as a server leaves it."""
    match, random = Match.new(LONG, seed=seed), Random(seed)
    while match.number < moves and match.outcome is None:
        match.play(match.options.pick(random), match.to_act)
    with closing(open_store(database)) as store:
        made = GameService(store, Library()).create(match, {side: SeatPlan() for side in match.battle.sides}, 0)
    return made.id, made.key


async def touch_game(line: Line, game: str, key: str) -> None:
    """Look at a game and play an action."""
    _, view = await line.call("GET", f"/api/games/{game}?since=999999", key=key)
    offered = view["options"]
    action = offered["general"][0]["action"] if offered["general"] else None
    for actor in offered["actors"]:
        if action is None:
            path = f"/api/games/{game}/options?lang=en&unit={actor['unit']}&expected={view['version']}"
            options = actor["options"] or (await line.call("GET", path, key=key))[1]["options"]
            action = options[0]["action"] if options else None
    body = {"action": action, "expected": view["version"]}
    await line.call("POST", f"/api/games/{game}/actions?lang=en&changes=true", body, key)
