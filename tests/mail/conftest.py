"""Secrets that are the same each time."""

from __future__ import annotations

import sys
from itertools import count
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(scope="session", autouse=True)
def secrets():
    """Secrets that are the same each time, so that the same dice fall."""
    numbers = count(1)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("hardtack.mail.desk.new_secret", lambda: f"{next(numbers):032x}")
        yield
