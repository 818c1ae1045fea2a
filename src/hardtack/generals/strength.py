"""How strong the bots are, as `hardtack ladder --publish` has measured it: tallies of games, shipped with the package.

A row is one pair of bots on one scenario: wins, losses and draws of the first with each side, and the pairs of games
with the same dice and swapped sides that it did better or worse in.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

PUBLISHED = Path(__file__).parent / "data" / "strength.json"


class Record(NamedTuple):
    """How a bot fared against another on a scenario, both sides together."""

    other: str
    wins: int
    losses: int
    draws: int


@cache
def tables() -> tuple[Mapping[str, Any], ...]:
    """The published ladders, each with its command."""
    found: list[Mapping[str, Any]] = json.loads(PUBLISHED.read_text(encoding="utf-8"))["tables"]
    return tuple(found)


@cache
def record_of(bot: str, scenario: str) -> tuple[Record, ...]:
    """What has been published of a bot on a scenario; nothing where nobody has measured it."""
    found: dict[str, list[int]] = {}
    for table in tables():
        for row in table["rows"]:
            if row["scenario"] != scenario or bot not in (row["bot"], row["other"]):
                continue
            other = row["other"] if row["bot"] == bot else row["bot"]
            score = found.setdefault(other, [0, 0, 0])
            for side in ("union", "confederate"):
                wins, losses, draws = row[side]
                ours = (wins, losses, draws) if row["bot"] == bot else (losses, wins, draws)
                for place, number in enumerate(ours):
                    score[place] += number
    return tuple(Record(other, *score) for other, score in found.items())
