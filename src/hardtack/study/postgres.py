"""A PostgreSQL server of one's own, for benchmarks and tests: in a folder of its own, on loopback, gone afterwards."""

from __future__ import annotations

import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from random import SystemRandom
from typing import Any

START_SECONDS = 120.0


class NoPostgres(Exception):
    """It is not installed, or must not run here."""


def find_programs() -> Path:
    """Where initdb and postgres are."""
    found = shutil.which("initdb")
    folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
    if not found and not folders:
        raise NoPostgres("PostgreSQL is not installed (the package `postgresql`)")
    return Path(found).parent if found else Path(folders[0])


def unprivileged() -> dict[str, Any]:
    """PostgreSQL refuses to run as root: then it runs as the user `postgres` or `nobody`."""
    if os.geteuid() != 0:
        return {}
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    raise NoPostgres("there is no unprivileged user to run PostgreSQL as")


def free_port() -> int:
    """A port that is free now and that no outgoing connection is given: those come from 32768 upwards.

    Whoever knocks at the port of a dead server could otherwise be given that very port, and keep it. Another session
    may take it before it is used: try again then.
    """
    for port in SystemRandom().sample(range(20_000, 32_000), 100):
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    raise OSError("no port is free")


class Postgres:
    """A PostgreSQL server on a port that stays the same when it is started again."""

    def __init__(self) -> None:
        self.programs, self.as_user = find_programs(), unprivileged()
        self.home = Path(tempfile.mkdtemp(prefix="hardtack-postgres-"))  # in no folder that is closed to other users
        if self.as_user:
            os.chown(self.home, self.as_user["user"], self.as_user["group"])
        subprocess.run(
            [self.programs / "initdb", "-D", self.home / "data", "-U", "hardtack", "--auth=trust", "--encoding=UTF8",
             "--locale=C", "--no-sync"], check=True, capture_output=True, cwd=self.home, **self.as_user,
        )  # fmt: skip
        for _ in range(5):  # somebody may take the port in the meantime
            self.port = free_port()
            if self.start():
                return
        raise NoPostgres("PostgreSQL does not start")

    @property
    def url(self) -> str:
        return f"postgresql://hardtack@127.0.0.1:{self.port}/postgres"

    def start(self) -> bool:
        """True once it takes connections."""
        import psycopg

        self.server = subprocess.Popen(
            [self.programs / "postgres", "-D", self.home / "data", "-p", str(self.port), "-k", self.home,
             "-c", "listen_addresses=127.0.0.1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=self.home, **self.as_user,
        )  # fmt: skip
        deadline = time.monotonic() + START_SECONDS
        while self.server.poll() is None and time.monotonic() < deadline:
            try:
                psycopg.connect(self.url).close()
            except psycopg.OperationalError:
                time.sleep(0.05)
            else:
                return True
        self.stop()
        return False

    def stop(self) -> None:
        """At once, whoever is connected."""
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()

    def remove(self) -> None:
        self.stop()
        shutil.rmtree(self.home, ignore_errors=True)
