"""The store: games on disk, the same code on SQLite and PostgreSQL. What it has answered is durable.

Optimistic concurrency: a change is written as version n + 1 of its game, and only if the game still stands at
n. Two writers of one version, in one process or in two, cannot both succeed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import alembic.command
import alembic.config
import alembic.util
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError, OperationalError

from hardtack.referee.errors import HardtackError
from hardtack.server.schema import changes, games, seat_keys, seat_links, seats

Row = sa.RowMapping
BUSY_MS = 8_000  # how long a writer waits for another before it gives up
MIGRATION_LOCK = 1861_07_21  # PostgreSQL: only one process migrates


class Conflict(Exception):
    """Somebody else wrote this version of the game first."""


class StoreBusy(HardtackError):
    """The store is locked or away; nothing was done."""

    code = "busy"


class StoreUnusable(Exception):
    """The store cannot be opened; the reason in one line."""


class Standing(NamedTuple):
    """How a game stands, for whoever has the rest of it in memory."""

    version: int
    pace_ms: int
    paused: bool
    seating: int = 0


class Store:
    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.engine = make_engine(self.url)

    def close(self) -> None:
        self.engine.dispose()

    def migrate(self) -> None:
        """Bring the tables up to date. A second process that starts meanwhile waits and finds it done."""
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config = alembic.config.Config()
            config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
            config.attributes["connection"] = connection
            alembic.command.upgrade(config, "head")

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that takes the writer's place at once; it is on disk when this ends."""
        try:
            with self.engine.connect() as connection:
                connection = connection.execution_options(writes=True)
                with connection.begin():
                    yield connection
        except (OperationalError, sa.exc.TimeoutError) as error:
            raise StoreBusy(str(error.__cause__ or error)) from error

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        try:
            with self.engine.connect() as connection:
                yield connection
        except (OperationalError, sa.exc.TimeoutError) as error:
            raise StoreBusy(str(error.__cause__ or error)) from error

    # -- games

    def create(
        self, game: Mapping[str, Any], seat_rows: Sequence[Mapping[str, Any]], past: Sequence[Mapping[str, Any]],
        keys: Sequence[Mapping[str, Any]] = (), links: Sequence[Mapping[str, Any]] = (),
    ) -> None:  # fmt: skip
        """A new game with its seats, the actions it already has, and who holds the seats or is invited to them."""
        with self.writing() as connection:
            connection.execute(games.insert(), dict(game))
            for table, rows in ((seats, seat_rows), (changes, past), (seat_keys, keys), (seat_links, links)):
                if rows:
                    connection.execute(table.insert(), [dict(row) for row in rows])

    def game(self, game_id: str) -> Row | None:
        with self.reading() as connection:
            return connection.execute(sa.select(games).where(games.c.id == game_id)).mappings().first()

    def seats_of(self, game_ids: Iterable[str]) -> list[Row]:
        query = sa.select(seats).where(seats.c.game.in_(list(game_ids))).order_by(seats.c.game, seats.c.side)
        with self.reading() as connection:
            return list(connection.execute(query).mappings())

    def changes_after(self, game_id: str, version: int) -> list[Row]:
        query = sa.select(changes).where(changes.c.game == game_id, changes.c.version > version)
        with self.reading() as connection:
            return list(connection.execute(query.order_by(changes.c.version)).mappings())

    def standing(self, game_ids: Iterable[str]) -> dict[str, Standing]:
        query = sa.select(games.c.id, games.c.version, games.c.pace_ms, games.c.paused, games.c.seating)
        with self.reading() as connection:
            found = connection.execute(query.where(games.c.id.in_(list(game_ids))))
            return {row.id: Standing(row.version, row.pace_ms, row.paused, row.seating) for row in found}

    def append(self, change: Mapping[str, Any], summary: Mapping[str, Any]) -> None:
        """Write one change and the summary after it; Conflict if the game is not at the version before it."""
        game_id, version = change["game"], change["version"]
        stands_before = (games.c.id == game_id) & (games.c.version == version - 1)
        try:
            with self.writing() as connection:
                done = connection.execute(games.update().where(stands_before), dict(summary) | {"version": version})
                if done.rowcount != 1:
                    raise Conflict
                connection.execute(changes.insert(), dict(change))
        except IntegrityError as error:
            raise Conflict from error

    def cards(self, over: bool | None, limit: int, before: float | None) -> list[Row]:
        query = sa.select(games).order_by(games.c.updated.desc(), games.c.id).limit(limit)
        if over is not None:
            query = query.where(games.c.over == over)
        if before is not None:
            query = query.where(games.c.updated < before)
        with self.reading() as connection:
            return list(connection.execute(query).mappings())

    def delete(self, game_id: str) -> None:
        """Throw a game away, whole; who writes to it afterwards finds nothing there (see `append`)."""
        with self.writing() as connection:
            for table in (changes, seat_links, seat_keys, seats):
                connection.execute(table.delete().where(table.c.game == game_id))
            connection.execute(games.delete().where(games.c.id == game_id))

    # -- bots

    def set_pace(self, game_id: str, pace_ms: int, paused: bool) -> None:
        with self.writing() as connection:
            connection.execute(games.update().where(games.c.id == game_id), {"pace_ms": pace_ms, "paused": paused})

    def waiting_for_bots(self, keeper: str) -> list[tuple[str, int]]:
        """Games where a bot is next, in charge of this keeper or of no living process; and their pace."""
        ours = (games.c.keeper == keeper) | (games.c.keeper_until < now())
        query = sa.select(games.c.id, games.c.pace_ms).where(games.c.bot_next, ~games.c.over, ~games.c.paused, ours)
        with self.reading() as connection:
            return [(row.id, row.pace_ms) for row in connection.execute(query)]

    def take_charge(self, game_id: str, keeper: str, seconds: float) -> bool:
        """Become the process that plays the bots of a game for a while; False when another one is."""
        moment = now()
        free = (games.c.keeper == keeper) | (games.c.keeper_until < moment)
        with self.writing() as connection:
            taken = connection.execute(
                games.update().where(games.c.id == game_id, free), {"keeper": keeper, "keeper_until": moment + seconds}
            )
            return taken.rowcount == 1

    def renew_charges(self, keeper: str, seconds: float) -> None:
        self._charge(keeper, now() + seconds)

    def release_charges(self, keeper: str) -> None:
        """Leave the bots of all games to whoever is there."""
        self._charge(keeper, 0.0)

    def _charge(self, keeper: str, until: float) -> None:
        kept = (games.c.keeper == keeper) & ~games.c.over
        with self.writing() as connection:
            connection.execute(games.update().where(kept), {"keeper_until": until})


def open_store(url: str) -> Store:
    """The store, its tables up to date."""
    try:
        store = Store(url)
        store.migrate()
    except (OSError, ImportError, StoreBusy, sa.exc.SQLAlchemyError, alembic.util.CommandError) as error:
        reason = getattr(error, "orig", None) or error
        raise StoreUnusable(str(reason).strip().partition("\n")[0]) from error
    return store


def now() -> float:
    """The time to the microsecond, as a list of games writes it and reads it back."""
    return datetime.now(UTC).timestamp()


def normal_url(url: str) -> sa.URL:
    """`postgres://` and `postgresql://` mean the psycopg driver; a plain path means an SQLite file."""
    if "://" not in url:
        return sa.URL.create("sqlite", database=str(Path(url).absolute()))
    made = sa.make_url(url)
    if made.drivername in ("postgres", "postgresql"):
        made = made.set(drivername="postgresql+psycopg")
    return made


def make_engine(url: sa.URL) -> sa.Engine:
    if url.get_backend_name() != "sqlite":
        return sa.create_engine(url, pool_size=10, max_overflow=30, pool_pre_ping=True)
    if url.database and url.database != ":memory:":
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    engine = sa.create_engine(url, pool_size=10, max_overflow=30, connect_args={"timeout": BUSY_MS / 1000})
    sa.event.listen(engine, "connect", _prepare_sqlite)
    sa.event.listen(engine, "begin", _begin_sqlite)
    return engine


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    """Write-ahead log, every commit on disk before it is acknowledged, transactions begun by us alone."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", f"busy_timeout={BUSY_MS}", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: sa.Connection) -> None:
    """A writer takes its place in the queue when it begins, so that it never fails halfway."""
    writes = connection.get_execution_options().get("writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")
