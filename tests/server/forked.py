"""A server that is forked from a process with its code loaded: this module, and no more than a server needs."""

from __future__ import annotations

import os
import sys
from multiprocessing.connection import Connection
from pathlib import Path

import psycopg  # noqa: F401  # loaded late otherwise, by every server of its own
import uvicorn.loops.auto  # noqa: F401

from hardtack.server import create_app, serve  # noqa: F401
from toy.shelf import SHELF


def run_server(database: str, said: Connection, errors: str, environment: dict[str, str]) -> None:
    """What it does until it is stopped. What it says goes to `said`, its complaints to a file."""
    os.environ.clear()
    os.environ |= environment
    os.dup2(said.fileno(), 1)
    with Path(errors).open("a") as log:
        os.dup2(log.fileno(), 2)
    # Not those of the process it comes from, which may have been closed.
    sys.stdout, sys.stderr = (os.fdopen(number, "w", closefd=False) for number in (1, 2))
    sys.exit(serve(port=0, database=database, open_browser=False, library=SHELF))
