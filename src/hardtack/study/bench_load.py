"""The server's parts of `hardtack bench`: what actions cost, many open games with live viewers, long games; faults."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path
from random import Random
from typing import Any

from hardtack.study.bench_actions import cost_of_actions, long_games, many_games
from hardtack.study.bench_faults import deaths
from hardtack.study.bench_flood import flooded
from hardtack.study.bench_server import Nursery
from hardtack.study.postgres import NoPostgres, Postgres

SMALL, LARGE = "bull-run", "chickamauga"
DUELS = 16  # games at once where only the cost of an action counts
SECONDS = 10.0
GAMES = 1000
OPEN_SECONDS = 40.0
LONG_GAMES = (20, 1000, 5)  # how many, of how many actions, touched how often
THINK_SECONDS = 8.0  # a person acts about so often
KILLS = 200

Tell = Callable[[str], None]
Measure = Callable[[str], Coroutine[Any, Any, dict[str, Any]]]


def server_figures(tell: Tell) -> dict[str, Any]:
    """What an action costs, many open games at one process and at two, and long games."""
    figures: dict[str, Any] = {}

    def measure(name: str, what: Measure) -> None:
        tell(f"server: {name}")
        with tempfile.TemporaryDirectory() as folder:
            figures[name] = asyncio.run(what(str(Path(folder) / "bench.sqlite")))

    for scenario in (SMALL, LARGE):
        measure(f"actions {scenario}", lambda place, name=scenario: cost_of_actions(place, name, DUELS, SECONDS))  # type: ignore[misc]
    measure("actions unwatched", lambda place: cost_of_actions(place, SMALL, DUELS, SECONDS, watched=False))
    measure("open games", lambda place: many_games(place, GAMES, OPEN_SECONDS, THINK_SECONDS))
    tell("server: open games at two processes on PostgreSQL")
    try:
        figures["open games at two"] = shared_games(GAMES, OPEN_SECONDS, THINK_SECONDS)
    except NoPostgres as error:
        tell(f"server: {error}")
    measure("long games", lambda place: long_games(place, *LONG_GAMES))
    return figures


def shared_games(games: int, seconds: float, pause: float) -> dict[str, Any]:
    """Open games at two processes on one PostgreSQL, each player at their own."""
    postgres = Postgres()
    try:
        return asyncio.run(many_games(postgres.url, games, seconds, pause, processes=2))
    finally:
        postgres.remove()


def fault_figures(tell: Tell, kills: int = KILLS) -> dict[str, Any]:
    """A flood, and servers killed: two on an SQLite file, and on PostgreSQL where it is installed."""
    figures: dict[str, Any] = {}

    def measure(name: str, what: Coroutine[Any, Any, dict[str, Any]]) -> None:
        tell(f"faults: {name}")
        figures[name] = asyncio.run(what)
        tell(f"faults: {figures[name]}")

    with Nursery() as nursery, tempfile.TemporaryDirectory() as folder:
        measure("flood", flooded(str(Path(folder) / "flood.sqlite"), nursery))
        measure("kills, SQLite", deaths(str(Path(folder) / "bench.sqlite"), kills, Random(1861), nursery))
        try:
            postgres = Postgres()
        except NoPostgres as error:
            tell(f"faults: {error}")
            return figures
        try:
            measure("kills, PostgreSQL", deaths(postgres.url, kills, Random(1861), nursery))
        finally:
            postgres.remove()
    return figures
