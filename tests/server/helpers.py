"""What the server's tests share: players over HTTP, server processes, a PostgreSQL server."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from functools import cache
from multiprocessing import forkserver
from pathlib import Path
from random import Random

import alembic.command
import alembic.config
import forked
import httpx2
import pytest

from hardtack.server.store import Store
from hardtack.study.postgres import NoPostgres, Postgres, find_programs
from machine import one_at_a_time

LOOK_S = 0.05  # between two looks for what is to come
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


class Hand:
    """A clock that is turned by hand."""

    def __init__(self):
        self.now = 1_700_000_000.0

    def __call__(self):
        return self.now


def claim(client, game, token, **more):
    """Exchange the token of a link for a key."""
    answer = client.post(f"/api/games/{game}/claim", json={"token": token} | more)
    assert answer.status_code == 200, answer.text
    return answer.json()["key"]


def two_keys(client, made):
    """The keys of a new game between two people, the second of them just sat down."""
    return made["key"], claim(client, made["id"], made["invitations"]["confederate"])


def all_options(view):
    offered = view["options"]
    return offered["general"] + [option for actor in offered["actors"] for option in actor["options"]]


def play_out(*players, seed=1):
    """Random play by people to the end; returns the last view."""
    random = Random(seed)
    while True:
        played = False
        for player in players:
            view = player.see()
            if view["over"]:
                return view
            while view["your_turn"]:
                view = player.play(random.choice(all_options(view))["action"])
                played = True
        if not played:  # a bot thinks, and needs the processor for it
            time.sleep(LOOK_S)


def wait(see, until, seconds=90):
    """What is seen once it is as wanted."""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline:
        view = see()
        if until(view):
            return view
        time.sleep(LOOK_S)
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


FORKING = multiprocessing.get_context("forkserver")


@cache
def load_servers():
    """A process from which servers are forked: to load their code takes them ten times as long as to begin."""
    FORKING.set_forkserver_preload([forked.__name__])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join(map(str, (TESTS, TESTS / "server", SOURCE))))
        forkserver.ensure_running()


class ServerProcess:
    """A real server in a process of its own; a fresh one has a Python of its own as well, as in real life."""

    def __init__(self, database, folder, fresh=False):
        self.errors = (folder / f"server-{time.monotonic_ns()}.log").open("w+")
        self.process, self.said = (self.start_python if fresh else self.fork)(database)
        line = self.said.readline()
        assert line.startswith("Hardtack is ready: "), Path(self.errors.name).read_text()
        self.url = line.split()[-1].rstrip("/")
        self.client = httpx2.Client(base_url=self.url, timeout=120)

    def start_python(self, database):
        code = SERVER.format(paths=[str(TESTS), str(SOURCE)], database=database)
        process = subprocess.Popen(
            [sys.executable, "-c", code], stdout=subprocess.PIPE, stderr=self.errors, text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join([str(TESTS), str(SOURCE)])},
        )  # fmt: skip
        return process, process.stdout

    def fork(self, database):
        load_servers()
        ours, theirs = FORKING.Pipe(duplex=False)
        arguments = (database, theirs, self.errors.name, dict(os.environ))
        process = FORKING.Process(target=forked.run_server, args=arguments, daemon=True)
        process.start()
        theirs.close()
        return process, os.fdopen(os.dup(ours.fileno()))

    def new_game(self, **body):
        made = self.client.post("/api/games", json={"scenario": "mill", "pace_ms": 0} | body)
        assert made.status_code == 201, made.text
        return made.json()

    def kill(self):
        """SIGKILL: no goodbye, no flushing."""
        self.process.kill()
        if isinstance(self.process, subprocess.Popen):
            self.process.wait()
        else:
            self.process.join()
        self.client.close()
        self.said.close()
        self.errors.close()


def put_back(database, revision):
    """The tables of a store as an older program made them."""
    store = Store(str(database))
    with store.writing() as connection:
        config = alembic.config.Config()
        config.set_main_option("script_location", str(SOURCE / "hardtack" / "server" / "migrations"))
        config.attributes["connection"] = connection
        alembic.command.downgrade(config, revision)
    store.close()


# -- PostgreSQL


def start_postgres() -> Postgres:
    """A PostgreSQL server; installed from the Debian package when missing and possible."""
    with one_at_a_time("postgresql"):
        try:
            find_programs()
        except NoPostgres:
            if os.geteuid() == 0 and shutil.which("apt-get"):
                subprocess.run(["apt-get", "install", "-y", "-q", "postgresql"], check=False, capture_output=True)
    try:
        return Postgres()
    except NoPostgres as error:
        pytest.skip(str(error))
