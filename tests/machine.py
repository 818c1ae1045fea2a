"""What the tests take from the machine they run on, and what they do not: its language, clock, fonts and services.

Several sessions of tests may run on it at once, and each may have several workers.
"""

from __future__ import annotations

import cProfile
import fcntl
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from hardtack.study.postgres import free_port as free_port  # for the tests, too

LOOPBACK = "127.0.0.1,localhost"


def forget_the_machine() -> None:
    """For this process and all that it starts: UTC, no language, no database, nothing between us and the loopback."""
    ours = ("LANG", "LANGUAGE", "LC_", "PG", "XDG_", "HARDTACK_HOME", "HARDTACK_DATABASE", "HARDTACK_PUBLIC")
    ours += ("HARDTACK_SMTP", "HARDTACK_PUSH", "HARDTACK_WEBHOOKS", "HARDTACK_PRIVATE_TARGETS")
    for name in [name for name in os.environ if name.startswith(ours)]:
        del os.environ[name]
    os.environ |= {"TZ": "UTC", "LC_ALL": "C.UTF-8", "NO_PROXY": LOOPBACK, "no_proxy": LOOPBACK}
    time.tzset()


@contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Hold back every other worker and session of this user: what is fetched or installed once for all."""
    with (Path(tempfile.gettempdir()) / f"hardtack-tests-{os.geteuid()}-{what}.lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@contextmanager
def first_alone(place: Path) -> Iterator[None]:
    """Whoever comes first goes alone, then all the others at once; `place` is any file that they share."""
    with place.open() as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            fcntl.flock(file, fcntl.LOCK_SH)
        yield


def calls_of(work: Callable[[], object]) -> int:
    """How many functions a piece of work calls: what it costs, whatever else the machine does meanwhile."""
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())
