"""What an advantage is worth: the chance to win that goes with it, as games of bots have shown it.

The figures are shipped as plain data, by scenario, with the command that found them (`hardtack odds`).
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.generals.learned import logistic
from hardtack.referee.events import UNION

FILE = Path(__file__).parent / "data" / "odds.json"
UNKNOWN = (60.0, 0.0)  # where nobody has measured it

Odds = tuple[float, float]  # the advantage that makes odds of 1 to 1 odds of e to 1; the Union's in an even position


@cache
def measured() -> Mapping[str, Odds]:
    return {name: (row["scale"], row["union"]) for name, row in read(FILE).items()}


def read(file: Path) -> dict[str, dict[str, Any]]:
    """What a file has by scenario; nothing if there is none."""
    found: dict[str, dict[str, Any]] = json.loads(file.read_text(encoding="utf-8")) if file.exists() else {}
    return found


def put(file: Path, scenario_id: str, odds: Odds, command: str) -> None:
    """Put what was found among what is there."""
    rows = read(file) | {scenario_id: {"scale": round(odds[0], 1), "union": round(odds[1], 2), "made": command}}
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(rows[name])}" for name in sorted(rows))
    file.write_text(f"{{\n{lines}\n}}\n", encoding="utf-8", newline="\n")


def chance_to_win(state: Any, side: str, advantage: float) -> float:
    """The chance of a side with an advantage by the terms of the battle's evaluation."""
    scale, union = measured().get(state.scenario.id, UNKNOWN)
    return logistic(advantage / scale + (union if side == UNION else -union))
