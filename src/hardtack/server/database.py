"""The database behind the store: an SQLite file of its owner's, or PostgreSQL; every commit is on disk."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import alembic.config
import alembic.script
import sqlalchemy as sa

BUSY_MS = 8_000  # how long a writer waits for another before it gives up


def normal_url(url: str) -> sa.URL:
    """`postgres://` and `postgresql://` mean the psycopg driver; a plain path means an SQLite file."""
    if "://" not in url:
        return sa.URL.create("sqlite", database=str(Path(url).absolute()))
    made = sa.make_url(url)
    if made.drivername in ("postgres", "postgresql"):
        made = made.set(drivername="postgresql+psycopg")
    return made


def sqlite_file(url: sa.URL) -> Path | None:
    named = url.get_backend_name() == "sqlite" and url.database and not url.database.startswith((":", "file:"))
    return Path(str(url.database)) if named else None


def keep_private(file: Path) -> None:
    """The file is there and only its owner may read it; SQLite gives the same rights to its logs beside it."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for part in (file, *(file.with_name(file.name + end) for end in ("-wal", "-shm"))):
        with suppress(FileNotFoundError, PermissionError):  # another user's: then it is theirs to say
            part.chmod(0o600)


def migrations() -> alembic.config.Config:
    config = alembic.config.Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    return config


@cache
def newest_tables() -> list[str]:
    """The migrations this program ends with; there is one."""
    return list(alembic.script.ScriptDirectory.from_config(migrations()).get_heads())


def make_engine(url: sa.URL, process: str) -> sa.Engine:
    """`process`: what a database of several is told about who writes."""
    if url.get_backend_name() != "sqlite":
        named = {"application_name": process}
        return sa.create_engine(url, pool_size=10, max_overflow=30, pool_pre_ping=True, connect_args=named)
    file = sqlite_file(url)
    if file is not None:
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        keep_private(file)
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
