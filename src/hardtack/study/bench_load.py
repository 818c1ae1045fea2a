"""The server's parts of `hardtack bench`: what actions cost, many open games with live viewers, long games; faults."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine, Mapping, Sequence
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
Figures = dict[str, Any]
Measure = Callable[[], Figures]


def on_file(measure: Callable[[str], Coroutine[Any, Any, Figures]]) -> Measure:
    """A measure that is given the place of an SQLite file, which is gone afterwards."""

    def run() -> Figures:
        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(measure(str(Path(folder) / "bench.sqlite")))

    return run


def on_postgres(measure: Callable[[str], Coroutine[Any, Any, Figures]]) -> Measure:
    """A measure that is given the address of a PostgreSQL of its own."""

    def run() -> Figures:
        postgres = Postgres()
        try:
            return asyncio.run(measure(postgres.url))
        finally:
            postgres.remove()

    return run


def run_all(part: str, measures: Mapping[str, Measure], tell: Tell, wanted: Sequence[str] = ()) -> Figures:
    """The figures of a part, or those whose names begin as wanted; each is told as soon as it is there."""
    figures: Figures = {}
    for name, measure in measures.items():
        if wanted and not any(name.startswith(one) for one in wanted):
            continue
        tell(f"{part}: {name}")
        try:
            figures[name] = measure()
        except NoPostgres as error:
            tell(f"{part}: {error}")
        else:
            tell(f"{part}: {figures[name]}")
    return figures


def server_figures(tell: Tell, wanted: Sequence[str] = (), games: int = GAMES) -> Figures:
    """What an action costs, many open games at one process and at two, and long games."""
    measures = {
        f"actions {SMALL}": on_file(lambda place: cost_of_actions(place, SMALL, DUELS, SECONDS)),
        f"actions {LARGE}": on_file(lambda place: cost_of_actions(place, LARGE, DUELS, SECONDS)),
        "actions unwatched": on_file(lambda place: cost_of_actions(place, SMALL, DUELS, SECONDS, watched=False)),
        "long games": on_file(lambda place: long_games(place, *LONG_GAMES)),
        "open games": on_file(lambda place: many_games(place, games, OPEN_SECONDS, THINK_SECONDS)),
        "two processes": on_postgres(lambda url: many_games(url, games, OPEN_SECONDS, THINK_SECONDS, processes=2)),
    }
    return run_all("server", measures, tell, wanted)


def fault_figures(tell: Tell, wanted: Sequence[str] = (), kills: int = KILLS) -> Figures:
    """A flood, and servers killed: two on an SQLite file, and on PostgreSQL where it is installed."""
    with Nursery() as nursery:
        measures = {
            "flood": on_file(lambda place: flooded(place, nursery)),
            "kills on SQLite": on_file(lambda place: deaths(place, kills, Random(1861), nursery)),
            "kills on PostgreSQL": on_postgres(lambda url: deaths(url, kills, Random(1861), nursery)),
        }
        return run_all("faults", measures, tell, wanted)
