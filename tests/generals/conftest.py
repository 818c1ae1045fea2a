"""The tests of the bots share the kits of the battles they play."""

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hardtack.battles import all_battles

for battle in ("bull_run", "musket", "shiloh", "chickamauga", "chancellorsville"):
    sys.path.insert(0, str(Path(__file__).parents[1] / battle))


@pytest.fixture
def quick(monkeypatch):
    """A bot that plans thinks as it always does, only less: a test has no time for more."""
    for battle in all_battles():
        effort = battle.knowledge.effort
        monkeypatch.setattr(battle.knowledge, "effort", replace(effort, work=effort.work // 12, decisions=60))
