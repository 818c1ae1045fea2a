"""A real server process for a real browser, on a port that stays the same when it is started again."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import subprocess
import sys
import time
import urllib.request
from functools import cache
from multiprocessing import forkserver
from multiprocessing.connection import Connection
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest

from machine import free_port

TESTS = Path(__file__).parents[1]
FORKING = multiprocessing.get_context("forkserver")


class Served:
    """`hardtack play` on a store in a folder of its own."""

    def __init__(self, home: Path, pictures: Path) -> None:
        """Its drawings are shared with the other servers of the tests, so that none is made twice."""
        self.home = home
        self.pictures = pictures
        (home / "pictures").symlink_to(pictures, target_is_directory=True)
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        for _ in range(5):  # somebody may take the port in the meantime
            self.port = free_port()
            if self.comes_up():
                return
        raise AssertionError("the server does not start")

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def environment(self) -> dict[str, str]:
        return os.environ | {"HARDTACK_HOME": str(self.home)}

    def start(self) -> None:
        """Once more, on the same port and store; somebody may be trying whether the port is free."""
        for _ in range(5):
            if self.comes_up():
                return
            time.sleep(0.2)
        raise AssertionError("the server did not start")

    def comes_up(self) -> bool:
        """Start it; True once it answers, False when it could not."""
        command = [sys.executable, "-m", "hardtack.cli", "play", "--no-open", "--port", str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=self.environment)
        assert self.process.stdout is not None
        return any("ready" in line for line in self.process.stdout)

    def kill(self) -> None:
        """SIGKILL: no chance to tidy up."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(60)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    # -- asking it directly, to compare with what the page shows

    def call(self, path: str, body: Any = None, key: str | None = None, method: str | None = None) -> Any:
        headers = {"Content-Type": "application/json", **({"X-Seat-Key": key} if key else {})}
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api{path}", data, headers, method=method)
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)

    def remove(self, path: str, key: str) -> None:
        request = urllib.request.Request(f"{self.address}/api{path}", headers={"X-Seat-Key": key}, method="DELETE")
        with urllib.request.urlopen(request, timeout=120):
            pass

    def new_game(
        self, scenario: str = "bull-run", pace_ms: int = 0, settings: Any = None, **seats: str
    ) -> tuple[str, Any]:
        """A game; a seat is `you`, `link` or the name of a bot. Returns its id and what the server said."""
        plans = {
            side: {"who": who} if who in ("you", "link") else {"who": "bot", "bot": who} for side, who in seats.items()
        }
        made = self.call(
            "/games", {"scenario": scenario, "settings": settings or {}, "seats": plans, "pace_ms": pace_ms}
        )
        return made["id"], made

    def claim(self, game: str, token: str) -> str:
        """The key that the token of a link is exchanged for."""
        return str(self.call(f"/games/{game}/claim", {"token": token})["key"])

    def view(self, game: str, key: str | None = None) -> Any:
        return self.call(f"/games/{game}", key=key)

    def wait_for(self, game: str, key: str | None, ready: Any, seconds: float = 120) -> Any:
        """The view once it is as wanted."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            view = self.view(game, key)
            if ready(view):
                return view
            time.sleep(0.05)
        raise AssertionError("the game did not come to that")


# -- servers that are killed again and again


@cache
def load_servers() -> None:
    """A process from which servers are forked: to load their code takes them ten times as long as to begin."""
    FORKING.set_forkserver_preload(["loaded"])
    with pytest.MonkeyPatch.context() as patch:
        places = map(str, (TESTS, TESTS / "browser", TESTS.parent / "src"))
        patch.setenv("PYTHONPATH", os.pathsep.join(places))
        forkserver.ensure_running()


def play(words: list[str], environment: dict[str, str], said: Connection) -> None:
    """What a forked server does until it is stopped. What it says goes to `said`."""
    from hardtack import cli

    os.environ.clear()
    os.environ |= environment
    os.dup2(said.fileno(), 1)
    sys.stdout = os.fdopen(1, "w", closefd=False)  # not that of the process it comes from
    sys.exit(cli.main(["play", *words]))


class Mortal(Served):
    """The same, forked from a process that has its code loaded."""

    forked: ForkServerProcess | None = None

    def comes_up(self) -> bool:
        load_servers()
        ours, theirs = FORKING.Pipe(duplex=False)
        words = ["--no-open", "--port", str(self.port)]
        self.forked = FORKING.Process(target=play, args=(words, self.environment, theirs), daemon=True)
        self.forked.start()
        theirs.close()
        with os.fdopen(os.dup(ours.fileno())) as said:
            return any("ready" in line for line in said)

    @property
    def alive(self) -> bool:
        return self.forked is not None and self.forked.is_alive()

    def kill(self) -> None:
        assert self.forked is not None
        self.forked.kill()
        self.forked.join(60)

    def stop(self) -> None:
        if self.alive:
            self.kill()
