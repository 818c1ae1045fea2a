"""Tempers: what a commander makes of each term of the evaluation, found by play and not by hand.

A temper has two numbers for a term: how much more or less it counts than the hand-made weight says, and how that
changes from the first turn to the last. They are shipped as plain data, by scenario and side, with the command that
found them (`hardtack tune`).

A temper alone may be a better player than plans have made: where play has shown that, its file says so
(`"plans": false`).
It may also be one that waits for an enemy who comes on, as all do in the games it was found in; the file names the
sides whose temper does (`"waits"`), and may say by what such a side goes against one who does not come (`"bold"`): by
the weights given by hand otherwise.
Where the sides act in turn, unit by unit, it may name those that do better to rest while they would win (`"rests"`).
And it may name those that weigh in thought who would answer what on the way (`"answers"`): hits, retreats, advances.

A scenario may have the tempers of another that begins with the same armies in the same places (`"as"`).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.generals.recruit import Evaluate, weighing

FOLDER = Path(__file__).parent / "data"

Leanings = Mapping[str, tuple[float, float]]
"""By term: its level, and how much that rises from the first turn to the last."""


@dataclass(frozen=True, slots=True)
class Temper:
    """The leanings of one side. Levels of terms are logarithms of factors; those of traits are plain factors."""

    leanings: Leanings

    def weights(self, knowledge: Any, late: float) -> list[tuple[float, Any]]:
        """The terms with what each weighs when so much of the game is over."""
        found = []
        for name, (weight, term) in knowledge.plan_terms().items():
            level, slope = self.leanings.get(name, (0.0, 0.0))
            found.append((weight * math.exp(level + slope * (late - 0.5)), term))
        for name, (unit, term) in knowledge.traits().items():
            level, slope = self.leanings.get(name, (0.0, 0.0))
            factor = level + slope * (late - 0.5)
            if factor:
                found.append((unit * factor, term))
        return found


EVEN = Temper({})


def names_of(knowledge: Any) -> tuple[str, ...]:
    """The terms a temper can lean on."""
    return (*knowledge.plan_terms(), *knowledge.traits())


def tempered(scenario: Any, side: str, temper: Temper) -> Evaluate:
    """How good a state is for a side of this temper, or the result when the game is over."""
    knowledge, turns = scenario.battle.knowledge, max(1, scenario.turns)
    by_turn: dict[int, Evaluate] = {}

    def value(after: Any) -> float:
        known = by_turn.get(after.turn)
        if known is None:
            weights = temper.weights(knowledge, min(1.0, after.turn / turns))
            known = by_turn[after.turn] = weighing({str(number): one for number, one in enumerate(weights)}, side)
        return known(after)

    return value


def temper_file(scenario_id: str) -> Path:
    return FOLDER / f"{scenario_id}.temper.json"


@cache
def shipped(scenario_id: str) -> Mapping[str, Any]:
    """What is shipped for a scenario; nothing where nobody has tuned it."""
    path = temper_file(scenario_id)
    found: Mapping[str, Any] = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {**shipped(found["as"]), **found} if "as" in found else found


@cache
def tempers_of(scenario_id: str) -> Mapping[str, Temper]:
    """The tempers shipped for a scenario, by side."""
    return _tempers(shipped(scenario_id))


def temper_of(scenario_id: str, side: str) -> Temper:
    """The temper of a side; one that keeps to the weights given by hand where nobody has tuned them."""
    return tempers_of(scenario_id).get(side, EVEN)


def makes_plans(scenario_id: str) -> bool:
    """Whether plans are made on top of the tempers; not where a temper alone has done better than plans had."""
    return bool(shipped(scenario_id).get("plans", True))


def waits(scenario_id: str, side: str) -> bool:
    """Whether the temper of a side is only good against an enemy who comes on."""
    return side in shipped(scenario_id).get("waits", ())


def rests(scenario_id: str, side: str) -> bool:
    """Whether a side lets the initiative go as long as it would win if the game ended now."""
    return side in shipped(scenario_id).get("rests", ())


def weighs_answers(scenario_id: str, side: str) -> bool:
    """Whether a side weighs what an action asks on the way, and does not take for granted what a forecast does."""
    return side in shipped(scenario_id).get("answers", ())


@cache
def bold_of(scenario_id: str, side: str) -> Temper:
    """The temper of a side toward an enemy who leaves it alone."""
    return _tempers({"sides": shipped(scenario_id).get("bold", {})}).get(side, EVEN)


def read_tempers(text: str) -> Mapping[str, Temper]:
    return _tempers(json.loads(text))


def _tempers(data: Mapping[str, Any]) -> Mapping[str, Temper]:
    return {
        side: Temper({name: (row[0], row[1]) for name, row in rows.items()})
        for side, rows in data.get("sides", {}).items()
    }
