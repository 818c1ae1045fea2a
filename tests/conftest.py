"""What holds for every test: neither the machine nor its clock nor luck decides about it.

Hypothesis takes its examples from the test itself, the same in every run.
"""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

from machine import forget_the_machine

forget_the_machine()

settings.register_profile(
    "hardtack", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=True
)
settings.load_profile("hardtack")

# A session is over with its last test: what takes longest begins first, then what mostly waits for other processes.
FIRST = (
    "tests/bull_run/test_br_games.py",
    "tests/generals/test_bots.py",
    "tests/chancellorsville/test_slb_campaign.py",
    "tests/chancellorsville/test_slb_contract.py",
    "tests/browser/test_advanced.py",
    "tests/browser/test_battles.py",
    "tests/browser/test_folios.py",
    "tests/browser/test_campaign.py",
    "tests/browser/test_hands.py",
    "tests/server/",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    items.sort(key=lambda item: next((n for n, name in enumerate(FIRST) if item.nodeid.startswith(name)), len(FIRST)))
