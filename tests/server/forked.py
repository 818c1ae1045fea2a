"""A server that is forked from a process with its code loaded: this module, and no more than a server needs."""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import psycopg  # noqa: F401  # loaded late otherwise, by every server of its own
import uvicorn.loops.auto  # noqa: F401

from hardtack.server import create_app, serve  # noqa: F401
from hardtack.server.store import Store
from toy.shelf import SHELF

TABLES = "HARDTACK_TESTS_TABLES"  # names a store of this program that nothing was written to yet


def copy_tables(migrate=Store.migrate):
    """How a new store gets its tables in the tests: to make them in all their steps takes longer than most of these."""

    def prepare(store: Store) -> None:
        if store.file is not None and not store.file.stat().st_size:
            store.file.write_bytes(Path(os.environ[TABLES]).read_bytes())
        else:
            migrate(store)

    return prepare


def run_server(database: str, said: Connection, errors: str, environment: dict[str, str]) -> None:
    """What it does until it is stopped. What it says goes to `said`, its complaints to a file."""
    os.environ.clear()
    os.environ |= environment
    Store.migrate = copy_tables()  # type: ignore[method-assign]
    os.dup2(said.fileno(), 1)
    with Path(errors).open("a") as log:
        os.dup2(log.fileno(), 2)
    # Not those of the process it comes from, which may have been closed.
    sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
    sys.exit(serve(port=0, database=database, open_browser=False, library=SHELF))
