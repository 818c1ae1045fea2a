"""What the server's tests share: players over HTTP, server processes, a PostgreSQL server."""

from __future__ import annotations

import glob
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from random import Random

import httpx2
import pytest

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src"


class Player:
    """One seat (or a spectator) of a game, over any HTTP client."""

    def __init__(self, client, game, key):
        self.client, self.game, self.key = client, game, key
        self.headers = {"X-Seat-Key": key} if key else {}

    def get(self, path="", **params):
        return self.client.get(f"/api/games/{self.game}{path}", params=params, headers=self.headers)

    def post(self, path, **body):
        return self.client.post(f"/api/games/{self.game}{path}", json=body, headers=self.headers)

    def see(self, **params):
        answer = self.get(**params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def act(self, action, expected=None):
        return self.post("/actions", action=action, expected=self.see()["version"] if expected is None else expected)

    def play(self, *actions):
        view = None
        for action in actions:
            answer = self.act(action)
            assert answer.status_code == 200, answer.text
            view = answer.json()
        return view


def all_options(view):
    offered = view["options"]
    return offered["general"] + [option for actor in offered["actors"] for option in actor["options"]]


def play_out(*players, seed=1):
    """Random play by people to the end; returns the last view."""
    random = Random(seed)
    while True:
        for player in players:
            view = player.see()
            if view["over"]:
                return view
            while view["your_turn"]:
                view = player.play(random.choice(all_options(view))["action"])


def wait(see, until, seconds=90):
    """What is seen once it is as wanted."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        view = see()
        if until(view):
            return view
        time.sleep(0.02)
    raise AssertionError(f"waited in vain: {view}")


def error_of(answer):
    return answer.status_code, answer.json()["error"]["code"]


SERVER = """
import sys
sys.path[:0] = {paths!r}
from toy.shelf import SHELF
from hardtack.server import serve
sys.exit(serve(port=0, database={database!r}, open_browser=False, library=SHELF))
"""


class ServerProcess:
    """A real server in a process of its own."""

    def __init__(self, database, folder):
        code = SERVER.format(paths=[str(TESTS), str(SOURCE)], database=database)
        self.errors = (folder / f"server-{time.monotonic_ns()}.log").open("w+")
        self.process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(SOURCE)])},
        )  # fmt: skip
        line = self.process.stdout.readline()
        assert line.startswith("Hardtack is ready: "), Path(self.errors.name).read_text()
        self.url = line.split()[-1].rstrip("/")
        self.client = httpx2.Client(base_url=self.url, timeout=30)

    def new_game(self, **body):
        made = self.client.post("/api/games", json={"scenario": "mill", "pace_ms": 0} | body)
        assert made.status_code == 201, made.text
        return made.json()

    def kill(self):
        """SIGKILL: no goodbye, no flushing."""
        self.process.kill()
        self.process.wait()
        self.client.close()
        self.process.stdout.close()
        self.errors.close()


# -- PostgreSQL


def postgres_programs() -> Path:
    """Where initdb and postgres are; installed from the Debian package when missing and possible."""
    for attempt in ("look", "install"):
        found = shutil.which("initdb")
        folders = sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)
        if found or folders:
            return Path(found).parent if found else Path(folders[0])
        if attempt == "look" and os.geteuid() == 0 and shutil.which("apt-get"):
            subprocess.run(["apt-get", "install", "-y", "-q", "postgresql"], check=False, capture_output=True)
    pytest.skip("PostgreSQL is not installed and cannot be: its tests need the package `postgresql`")


def unprivileged() -> dict:
    """PostgreSQL refuses to run as root: then it runs as the user `postgres` or `nobody`."""
    if os.geteuid() != 0:
        return {}
    import pwd

    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
    pytest.skip("there is no unprivileged user to run PostgreSQL as")


@contextmanager
def make_postgres():
    programs, as_user = postgres_programs(), unprivileged()
    home = Path(tempfile.mkdtemp(prefix="hardtack-postgres-"))  # pytest's own folders are closed to other users
    if as_user:
        os.chown(home, as_user["user"], as_user["group"])
    data = home / "data"
    try:
        subprocess.run(
            [programs / "initdb", "-D", data, "-U", "hardtack", "--auth=trust", "--encoding=UTF8", "--locale=C"],
            check=True, capture_output=True, cwd=home, **as_user,
        )  # fmt: skip
        server, port = start_postgres(programs, home, as_user)
        try:
            yield f"postgresql://hardtack@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # at once, though somebody may still be connected
            server.wait()
    finally:
        shutil.rmtree(home, ignore_errors=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def start_postgres(programs: Path, home: Path, as_user: dict) -> tuple[subprocess.Popen, int]:
    """The server on a free port, ready; on another one if somebody took it in the meantime."""
    for _ in range(5):
        port = free_port()
        server = subprocess.Popen(
            [programs / "postgres", "-D", home / "data", "-p", str(port), "-k", home,
             "-c", "listen_addresses=127.0.0.1"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=home, **as_user,
        )  # fmt: skip
        if answers(server, port):
            return server, port
    raise AssertionError("PostgreSQL does not start")


def answers(server: subprocess.Popen, port: int) -> bool:
    """True once the server takes connections; False when it has gone."""
    import psycopg

    deadline = time.monotonic() + 120
    while server.poll() is None and time.monotonic() < deadline:
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=hardtack dbname=postgres").close()
        except psycopg.OperationalError:
            time.sleep(0.05)
        else:
            return True
    server.kill()
    server.wait()
    return False
