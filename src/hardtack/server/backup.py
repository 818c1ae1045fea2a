"""Copies of the store: one file that holds every game, made while servers run, and the way back.

A copy is an SQLite file with the tables of the store, whatever database it was taken from. The file of a running
server must not be copied by hand: what was played last is in the log beside it.
"""

from __future__ import annotations

import os
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.server.connections import StoreTrouble
from hardtack.server.database import normal_url, sqlite_file
from hardtack.server.schema import changes, games, metadata
from hardtack.server.store import Store, StoreUnusable, open_store

BATCH = 1_000  # rows carried at a time
MAGIC = b"SQLite format 3\x00"


class BadBackup(HardtackError):
    """A copy that cannot be made, or is none; the message says why."""


class Copied(NamedTuple):
    games: int
    changes: int


def back_up(database: str, file: Path) -> Copied:
    """Write the games as they stand at one moment into a file; it is there whole, or not at all."""
    source = sqlite_file(normal_url(database))
    if source is not None and not source.exists():
        raise BadBackup(f"there are no games at {source}")
    if source is not None and file.exists() and file.samefile(source):
        raise BadBackup(f"{file} is the file of the games themselves")
    if file.exists() and not is_sqlite(file):
        raise BadBackup(f"{file} is something else; it is not written over")
    with new_file(file) as fresh:
        if source is not None:
            copy_file(source, fresh)
        else:
            with opened(database) as store:
                copy_rows(store, fresh)
        return count(fresh)


def restore(database: str, file: Path, aside: Path) -> tuple[Copied, Path | None]:
    """Put the games of a copy in the place of those in the store; what was there is kept beside it, or in `aside`.

    Servers should not run meanwhile: they have games in memory that are no longer so.
    """
    if not file.is_file() or not is_sqlite(file):
        raise BadBackup(f"{file} is no copy of a store")
    with tempfile.TemporaryDirectory(prefix="hardtack-") as folder:
        fresh = Path(folder) / "copy.sqlite"
        copy_file(file, fresh)  # the copy itself is not touched, not even to bring old tables up to date
        with opened(str(fresh)) as copy:
            kept = keep_aside(database, aside)
            with opened(database) as store:
                replace_rows(copy, store)
        return count(fresh), kept


def keep_aside(database: str, folder: Path) -> Path | None:
    """Save what the store holds before it is replaced: as a copy, or as it is if it is too damaged to be copied."""
    source = sqlite_file(normal_url(database))
    if source is not None and (not source.exists() or not source.stat().st_size):
        return None
    name = f"before-restore-{datetime.now():%Y%m%d-%H%M%S}.sqlite"
    try:
        kept = free_name((source.parent if source is not None else folder) / name)
        kept.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if back_up(database, kept).games:
            return kept
        kept.unlink()
        return None
    except (BadBackup, StoreUnusable):
        if source is None:
            raise
    for end in ("", "-wal", "-shm"):
        part = source.with_name(source.name + end)
        if part.exists():
            part.rename(kept.with_name(kept.name + end))
    return kept


def free_name(path: Path) -> Path:
    numbered = (path.with_name(f"{path.stem}-{number}{path.suffix}") for number in range(2, 1_000))
    return next(one for one in (path, *numbered) if not one.exists())


# -- files


def is_sqlite(file: Path) -> bool:
    """Whether a file is a database; an empty one is, too."""
    with file.open("rb") as opened_file:
        head = opened_file.read(len(MAGIC))
    return head in (b"", MAGIC)


@contextmanager
def new_file(path: Path) -> Iterator[Path]:
    """A file of the owner's alone, that takes its place when it is finished and on disk."""
    handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.absolute().parent)
    os.close(handle)
    fresh = Path(name)
    try:
        yield fresh
        with fresh.open("rb+") as written:
            os.fsync(written.fileno())
        os.replace(fresh, path)
    finally:
        for end in ("", "-journal", "-wal", "-shm"):
            fresh.with_name(fresh.name + end).unlink(missing_ok=True)


def copy_file(source: Path, target: Path) -> None:
    """An SQLite file with all that is in the log beside it, as it stood at one moment; checked."""
    try:
        with closing(sqlite3.connect(source, timeout=30)) as old, closing(sqlite3.connect(target)) as new:
            old.backup(new)
            new.execute("PRAGMA journal_mode=DELETE")  # all in the one file
            [sound] = new.execute("PRAGMA quick_check(1)").fetchone()
            tables = {name for (name,) in new.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        raise BadBackup(f"{source} cannot be copied: {error}") from error
    if sound != "ok":
        raise BadBackup(f"{source} is damaged: {sound}")
    if "alembic_version" not in tables or games.name not in tables:
        raise BadBackup(f"{source} holds no games of ours")


def count(file: Path) -> Copied:
    with closing(sqlite3.connect(file)) as connection:
        found = [connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0] for table in (games, changes)]
    return Copied(*found)


# -- rows


@contextmanager
def opened(database: str) -> Iterator[Store]:
    store = open_store(database)
    try:
        yield store
    except StoreTrouble as error:
        raise StoreUnusable(str(error.__cause__ or error).strip().partition("\n")[0]) from error
    finally:
        store.close()


def copy_rows(store: Store, target: Path) -> None:
    """Every row of another database, all as of one moment, into a new SQLite file."""
    with opened(str(target)) as copy, store.reading() as source:
        source = source.execution_options(isolation_level="REPEATABLE READ")
        with copy.writing() as connection:
            carry(source, connection)
    with closing(sqlite3.connect(target)) as connection:
        connection.execute("PRAGMA journal_mode=DELETE")


def replace_rows(copy: Store, store: Store) -> None:
    """In one transaction: whoever looks sees the old games or the new ones."""
    with copy.reading() as source, store.writing() as connection:
        for table in reversed(metadata.sorted_tables):
            connection.execute(table.delete())
        carry(source, connection)
        connection.execute(games.update().values(keeper=None))  # whoever played the bots then is gone


def carry(source: sa.Connection, target: sa.Connection) -> None:
    for table in metadata.sorted_tables:
        for rows in source.execute(sa.select(table)).mappings().partitions(BATCH):
            target.execute(table.insert(), [dict(row) for row in rows])
