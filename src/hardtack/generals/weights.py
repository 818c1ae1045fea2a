"""What was found by play: by how much a term of the evaluation should count for more or less than the battle says.

The factors are shipped as plain data, by scenario and side, with the command that found them (`hardtack tune`). A
scenario that has not been tuned is weighed as the battle says.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from hardtack.generals.learned import logistic
from hardtack.referee.events import UNION

FILE = Path(__file__).parent / "data" / "tuned.json"

Factors = Mapping[str, float]


UNKNOWN = (60.0, 0.0)  # where nobody has measured what an advantage is worth


@cache
def found_by_play() -> Mapping[str, Any]:
    return cast(Mapping[str, Any], json.loads(FILE.read_text(encoding="utf-8")))


def factors_of(scenario_id: str, side: str) -> Factors:
    """The factors of a tuned scenario; a term that is not named counts as it is."""
    found: Factors = found_by_play()["factors"].get(scenario_id, {}).get(side, {})
    return found


def chance_to_win(state: Any, side: str, advantage: float) -> float:
    """The chance of a side with an advantage by the terms, as games of bots have shown it.

    An advantage of the scale doubles the odds and more; the Union's start is what an even position means to it.
    """
    scale, union = found_by_play()["chances"].get(state.scenario.id, UNKNOWN)
    return logistic(advantage / scale + (union if side == UNION else -union))


def tuned_terms(state: Any, side: str, factors: Factors | None = None) -> Mapping[str, tuple[float, Any]]:
    """The terms a side that plans weighs a position by, with what play has taught about their weights."""
    named: Mapping[str, tuple[float, Any]] = state.scenario.battle.knowledge.plan_terms()
    found = factors_of(state.scenario.id, side) if factors is None else factors
    return {name: (weight * found.get(name, 1.0), term) for name, (weight, term) in named.items()} if found else named
