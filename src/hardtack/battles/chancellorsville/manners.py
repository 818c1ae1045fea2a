"""Manners: by what numbers a commander who plays at a glance goes, for each side of a scenario.

They were found by play (`hardtack tune --manner`) and are kept as data, with the command that found them. A scenario
the file does not name is not played at a glance.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, fields, replace
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.board.native import dataclass

FILE = Path(__file__).parent / "data" / "manners.json"


@dataclass(frozen=True, slots=True)
class Manner:
    """What promises are worth is in tenths of a victory point."""

    whim: float = 0.5  # how much chance counts beside what a march promises
    bold: float = 1.5  # how much more attacks count for whoever would lose as things stand
    at_ease: float = 4.0  # what an action must promise to whoever would win
    on_guard: float = 0.5  # the same while the enemy can still score
    caution: float = 1.0  # what own harm in an attack counts beside the enemy's
    places: float = 1.0  # what there is to gain by being somewhere
    exposed: float = 0.0  # what the enemy could gain by attacking us where we go
    weary: float = 1.0  # what getting tired counts
    worn: float = 0.0  # what a manpower point counts that a march of the tired may cost
    close: float = 4.0  # hexes beyond the next one at which half of what an attack promises counts
    later: float = 0.5  # how much of an attack counts that is not to be made yet: the enemy will not wait for it
    at_leisure: float = 0.7  # the same where he is too tired to stir
    second: float = 0.5  # what the second best attack counts beside the best


PLAIN = Manner()
ALWAYS, AHEAD = "always", "ahead"  # who plays at a glance: everybody who can, or who plays games on in thought
NEVER = -1000.0
NAMES: tuple[str, ...] = tuple([one.name for one in fields(Manner)])


def restless(manner: Manner) -> Manner:
    """The same for somebody who acts as long as he can, whoever would win."""
    return replace(manner, at_ease=NEVER, on_guard=NEVER)


def manner_from(numbers: Mapping[str, float]) -> Manner:
    return replace(PLAIN, **numbers)


def numbers_of(manner: Manner) -> dict[str, float]:
    return asdict(manner)


@cache
def shipped() -> Mapping[str, Any]:
    found: Mapping[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


@cache
def manner_of(scenario_id: str, side: str) -> Manner:
    """The manner of a side; the plain one where nobody has looked for a better."""
    return manner_from(shipped().get(scenario_id, {}).get(side, {}))


def at_a_glance(scenario_id: str, ahead: bool) -> bool:
    """Whether a scenario is played at a glance; some only by one who plays games on in thought before he decides."""
    played = shipped().get(scenario_id, {}).get("played", "")
    return played == ALWAYS or (ahead and played == AHEAD)
