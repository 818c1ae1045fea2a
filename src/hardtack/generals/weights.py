"""What was found by play: by how much a term of the evaluation should count for more or less than the battle says.

The factors are shipped as plain data, by scenario and side, with the command that found them (`hardtack tune`). A
scenario that has not been tuned is weighed as the battle says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "data" / "tuned.json"

Factors = Mapping[str, float]


@cache
def tuned() -> Mapping[str, Mapping[str, Factors]]:
    """The factors of every tuned scenario by side; a term that is not named counts as it is."""
    found: Mapping[str, Mapping[str, Factors]] = json.loads(FILE.read_text(encoding="utf-8"))["factors"]
    return found


def factors_of(scenario_id: str, side: str) -> Factors:
    return tuned().get(scenario_id, {}).get(side, {})


def tuned_terms(state: Any, side: str, factors: Factors | None = None) -> Mapping[str, tuple[float, Any]]:
    """The terms a side that plans weighs a position by, with what play has taught about their weights."""
    named: Mapping[str, tuple[float, Any]] = state.scenario.battle.knowledge.plan_terms()
    found = factors_of(state.scenario.id, side) if factors is None else factors
    return {name: (weight * found.get(name, 1.0), term) for name, (weight, term) in named.items()} if found else named
