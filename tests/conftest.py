"""What holds for every test: neither the machine nor its clock nor luck decides about it.

Hypothesis takes its examples from the test itself, the same in every run.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import nullcontext
from itertools import groupby, islice
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from machine import first_alone, forget_the_machine

forget_the_machine()

COLD = "HARDTACK_TESTS_COLD"  # where no test has been compiled yet, names a file that the workers share
WORKER = "PYTEST_XDIST_WORKER"

settings.register_profile(
    "hardtack", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("hardtack")

# A session is over with its last test, and both cores should be busy until then: what mostly waits for other processes
# begins, while the page's tests need the cores, then comes what takes longest.
FIRST = (
    "tests/server/test_server_schema.py",
    "tests/server/",
    "tests/bull_run/test_br_games.py",
    "tests/generals/test_bots.py",
    "tests/chancellorsville/test_slb_campaign.py",
    "tests/chancellorsville/test_slb_contract.py",
    "tests/docs/test_examples.py",
    "tests/generals/test_veteran_faults.py",
    "tests/chancellorsville/test_slb_secrets.py",
    "tests/browser/test_lessons.py",
    "tests/browser/test_advanced.py",
    "tests/browser/test_battles.py",
    "tests/browser/test_together.py",
    "tests/browser/test_solitaire.py",
    "tests/browser/test_folios.py",
    "tests/browser/test_campaign.py",
    "tests/browser/test_hands.py",
)


def pytest_configure() -> None:
    folders = {path.parent for path in Path(__file__).parent.glob("*/test_*.py")}
    compiled = all(any(folder.glob("__pycache__/test_*.pyc")) for folder in folders)
    if not (compiled or sys.dont_write_bytecode or COLD in os.environ):
        handle, os.environ[COLD] = tempfile.mkstemp()  # for the workers, who are started later
        os.close(handle)


def pytest_unconfigure() -> None:
    if COLD in os.environ and WORKER not in os.environ:
        Path(os.environ.pop(COLD)).unlink()


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_collection() -> Iterator[None]:
    """Where no test has been compiled yet one worker does it, and the others take what it has made."""
    with first_alone(Path(os.environ[COLD])) if {COLD, WORKER} <= {*os.environ} else nullcontext():
        return (yield)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    ranks = [next((n for n, name in enumerate(FIRST) if item.nodeid.startswith(name)), len(FIRST)) for item in items]
    first = [item for _, item in sorted(zip(ranks, items, strict=True), key=lambda pair: pair[0])]
    early = sum(rank < len(FIRST) for rank in ranks)
    items[:] = dealt(first[:early], first[early:], int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")))


def pytest_collection_finish() -> None:
    """Thousands of tests stay in memory to the end: nobody need look through them for garbage again and again.

    Nor need what lives for a moment be looked through every 700 objects: Hypothesis keeps account of every look.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 20, 20)


def dealt(first: list[pytest.Item], then: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """The order in which each of several workers begins with some files of the first tests.

    The tests are handed out in stretches of the same length, one for each worker, who goes through it from its
    beginning; whoever is done takes over from the end of another's. In one row the first tests would all be the first
    worker's, and those that mostly wait would be left when nobody has anything else to do meanwhile.
    """
    hands: list[list[pytest.Item]] = [[] for _ in range(workers)]
    files = [list(tests) for _, tests in groupby(first, key=lambda item: item.path)]
    for number, tests in enumerate(files):
        hands[number % workers] += tests
    left, rest = len(first) + len(then), iter(then)
    for number, hand in enumerate(hands):
        share = left // (workers - number)
        hand += islice(rest, max(0, share - len(hand)))
        left -= share
    return [item for hand in hands for item in hand] + list(rest)
