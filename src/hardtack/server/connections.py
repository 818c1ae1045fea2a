"""Connections to the database behind the store: to read from, to write with, and what is said when it is away.

For the statements of every action there are those that the driver has, without what SQLAlchemy puts around them
(`Lines`). Who asks now and then takes one of the pool, which asks PostgreSQL first whether it is still there. A thread
that does nothing else all day keeps one of its own, and sees by itself when it has been lost.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from typing import Any
from uuid import uuid4

import sqlalchemy as sa
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, InterfaceError, OperationalError

from hardtack.referee.errors import HardtackError
from hardtack.server import database
from hardtack.server.database import make_engine, normal_url, sqlite_file
from hardtack.server.logs import log


class PlaceTaken(Exception):
    """Others have written for as long as one waits for them."""


@contextmanager
def unhurried(connection: sa.Connection) -> Iterator[None]:
    """Within this, SQLite does not wait for the disk."""
    line: Any = connection.connection.driver_connection
    is_sqlite = connection.dialect.name == "sqlite"
    if is_sqlite:
        line.execute("PRAGMA synchronous=NORMAL")
    try:
        yield
    finally:
        if is_sqlite:
            line.execute("PRAGMA synchronous=FULL")


class Lines:
    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._here = threading.local()  # whether this thread keeps a line, and which

    @contextmanager
    def keeping(self) -> Iterator[None]:
        """Within this, the thread keeps its line from one statement to the next."""
        self._here.keeps = True
        try:
            yield
        finally:
            self._here.keeps = False
            self._give_back(self._own())

    @contextmanager
    def one(self) -> Iterator[Any]:
        """A line on which no transaction is begun."""
        pooled = self._own()
        if pooled is None:
            pooled = self._engine.raw_connection()
        line: Any = pooled.driver_connection
        if not self._is_sqlite:
            line.autocommit = True
        try:
            yield line
        except BaseException:
            self._give_back(pooled)
            raise
        if getattr(self._here, "keeps", False):
            self._here.pooled = pooled
        else:
            self._give_back(pooled)

    def _own(self) -> Any:
        """The line this thread has kept, taken from where it is; None when there is none, or it has been lost."""
        pooled = getattr(self._here, "pooled", None)
        self._here.pooled = None
        if pooled is not None and not self._is_sqlite and is_lost(pooled.driver_connection):
            self._give_back(pooled)
            return None
        return pooled

    def _give_back(self, pooled: Any) -> None:
        if pooled is not None:
            line = pooled.driver_connection
            if not self._is_sqlite and not line.closed:
                line.autocommit = False
            pooled.close()


def is_lost(line: Any) -> bool:
    """Whether PostgreSQL has ended a connection: then there is something to read where nobody has asked."""
    if line.closed:
        return True
    poll = select.poll()
    poll.register(line.fileno(), select.POLLIN)
    return bool(poll.poll(0))


class StoreTrouble(HardtackError):
    """The store did not do what was asked; nothing was done. What exactly is wrong with it is for the log only."""


class StoreBusy(StoreTrouble):
    """The store is locked, full or away: it may be there again in a moment."""

    code = "busy"


class StoreBroken(StoreTrouble):
    """The store is damaged, or is no store of ours."""

    code = "broken_store"


def count(connection: sa.Connection, table: sa.Table, *which: sa.ColumnElement[bool]) -> int:
    """How many rows of a table are so."""
    return int(connection.execute(sa.select(sa.func.count()).select_from(table).where(*which)).scalar_one())


class Connections:
    """Everybody in the process reads and writes by these; one writes at a time."""

    def __init__(self, url: str) -> None:
        self.url = normal_url(url)
        self.file = sqlite_file(self.url)
        self.process = uuid4().hex  # by what others tell what we wrote from what they did
        self.engine = make_engine(self.url, self.process)
        self.lines = Lines(self.engine)
        self.driver: Any = self.engine.dialect.loaded_dbapi
        self.is_sqlite = self.engine.dialect.name == "sqlite"
        self._writing = threading.Lock()  # where there can be only one writer
        self._here = threading.local()  # the connection this thread reads from
        self._said: str | None = None  # the trouble last told; None: nobody is to be told yet
        self.troubles = 0  # how often the database did not do what was asked

    def close(self) -> None:
        self.engine.dispose()

    @contextmanager
    def in_turn(self) -> Iterator[None]:
        """Writers of this process come one after the other where there can be only one at a time.

        SQLite would keep them apart, too; but who finds it taken there sleeps, and tries again after ever longer.
        """
        if not self.is_sqlite:
            yield
            return
        if not self._writing.acquire(timeout=database.BUSY_MS / 1000):
            raise PlaceTaken("the store is locked by others of this process")
        try:
            yield
        finally:
            self._writing.release()

    @contextmanager
    def writing(self, fleeting: bool = False) -> Iterator[sa.Connection]:
        """A transaction that takes the writer's place at once; it is on disk when this ends.

        `fleeting`: games do not depend on it. It outlives our process, but nobody waits for the disk.
        """
        with self._troubles(), self.in_turn(), self.engine.connect() as connection:
            connection = connection.execution_options(writes=True)
            with unhurried(connection) if fleeting else nullcontext(), connection.begin():
                if fleeting and not self.is_sqlite:
                    connection.exec_driver_sql("SET LOCAL synchronous_commit TO OFF")
                yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A connection to read from; PostgreSQL shows each statement what is committed then, in any case.

        Who reads while they read already does so from the same one.
        """
        already: sa.Connection | None = getattr(self._here, "connection", None)
        if already is not None:
            yield already
            return
        with self._troubles(), self.engine.connect() as connection:
            if not self.is_sqlite:
                connection = connection.execution_options(isolation_level="AUTOCOMMIT")
            self._here.connection = connection
            try:
                yield connection
            finally:
                self._here.connection = None

    def rows(self, query: sa.Select[Any], asked: Mapping[str, Any] | None = None) -> list[sa.RowMapping]:
        """All that a query finds."""
        with self.reading() as connection:
            return list(connection.execute(query, asked).mappings())

    def row(self, query: sa.Select[Any], asked: Mapping[str, Any] | None = None) -> sa.RowMapping | None:
        """The first row that a query finds, if any."""
        with self.reading() as connection:
            return connection.execute(query, asked).mappings().first()

    def column(self, query: sa.Select[Any]) -> list[Any]:
        """All that a query for one thing of each row finds."""
        with self.reading() as connection:
            return list(connection.execute(query).scalars())

    def value(self, query: sa.Select[Any]) -> Any:
        """The first of those, or None."""
        with self.reading() as connection:
            return connection.execute(query).scalar()

    def change(self, statement: sa.Executable, values: Mapping[str, Any] | None = None, fleeting: bool = False) -> int:
        """Do one thing in a transaction of its own; how many rows it changed."""
        with self.writing(fleeting) as connection:
            return connection.execute(statement, values).rowcount

    @contextmanager
    def _troubles(self) -> Iterator[None]:
        """What the database says (it may name its host) goes into the log, once; whoever asked hears that much."""
        try:
            yield
        except (IntegrityError, DataError, self.driver.IntegrityError, self.driver.DataError):
            raise  # of what was written, not of the store
        except (
            OperationalError, InterfaceError, sa.exc.TimeoutError, PlaceTaken, self.driver.OperationalError,
            self.driver.InterfaceError,
        ) as error:  # fmt: skip
            self._say(error)
            raise StoreBusy("the store is locked, full or away") from error
        except (DBAPIError, self.driver.Error) as error:
            self._say(error)
            raise StoreBroken("the store is damaged, or is none") from error
        else:
            if self._said:
                self._said = ""

    def speak_up(self) -> None:
        """From now on it serves: troubles are for the log."""
        self._said = ""

    def _say(self, error: Exception) -> None:
        self.troubles += 1
        told = str(error.__cause__ or error).strip()
        if self._said is not None and told != self._said:
            log.warning("the store: %s", told)
            self._said = told

    @contextmanager
    def _driver(self) -> Iterator[Any]:
        """A connection without what SQLAlchemy puts around statements; no transaction is begun on it."""
        with self._troubles(), self.lines.one() as connection:
            yield connection
