"""Connections as the driver has them, for the statements of every action: without what SQLAlchemy puts around them.

Who asks now and then takes one of the pool, which asks PostgreSQL first whether it is still there. A thread that does
nothing else all day keeps one of its own, and sees by itself when it has been lost.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa

from hardtack.server import database


class PlaceTaken(Exception):
    """Others have written for as long as one waits for them."""


class Place:
    """Where there can be only one writer, those of this process come one after the other.

    SQLite would keep them apart, too; but who finds it taken there sleeps, and tries again after ever longer.
    """

    def __init__(self, single: bool) -> None:
        self._lock = threading.Lock() if single else None

    @contextmanager
    def taken(self) -> Iterator[None]:
        if self._lock is None:
            yield
            return
        if not self._lock.acquire(timeout=database.BUSY_MS / 1000):
            raise PlaceTaken("the store is locked by others of this process")
        try:
            yield
        finally:
            self._lock.release()


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
