"""Servers for the tests: in this process on a store in a temporary folder, or as real processes."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from starlette.testclient import TestClient

sys.path.insert(0, str(Path(__file__).parents[1]))

from forked import TABLES, copy_tables
from helpers import Hand, Player, ServerProcess, start_postgres, two_keys

from hardtack.server import Config, create_app
from hardtack.server.store import Store
from toy.shelf import SHELF


@pytest.fixture(scope="session", autouse=True)
def home(tmp_path_factory):
    """Server processes keep their drawings in a folder of the tests, not in the user's."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HARDTACK_HOME", str(tmp_path_factory.mktemp("home")))
        yield


@pytest.fixture(scope="session", autouse=True)
def tables(tmp_path_factory):
    """The tables of a store are made once; every new one begins with a copy of them."""
    made = Store(str(tmp_path_factory.mktemp("tables") / "games.sqlite"))
    made.migrate()
    made.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(TABLES, str(made.file))
        patch.setattr(Store, "migrate", copy_tables())
        yield


@pytest.fixture
def config(tmp_path):
    return Config(database=str(tmp_path / "games.sqlite"), library=SHELF, bot_workers=1)


@pytest.fixture
def client(config):
    with TestClient(create_app(config), raise_server_exceptions=False) as client:
        yield client


@pytest.fixture
def hand():
    return Hand()


@pytest.fixture
def players(client):
    """A new game between two people: the Union's player, the Confederates', and a spectator."""
    made = client.post("/api/games", json={"scenario": "mill", "seats": {"confederate": {"who": "link"}}}).json()
    return tuple(Player(client, made["id"], key) for key in (*two_keys(client, made), None))


@pytest.fixture(scope="session")
def postgres():
    """A real PostgreSQL server on loopback, started for this session."""
    server = start_postgres()
    yield server
    server.remove()


@pytest.fixture
def serve(tmp_path):
    """Start server processes; whatever is left of them is ended afterwards."""
    started = []

    def start(database=None, fresh=False):
        process = ServerProcess(database or str(tmp_path / "games.sqlite"), tmp_path, fresh)
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
