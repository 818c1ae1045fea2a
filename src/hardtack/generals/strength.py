"""How strong the bots are, as `hardtack ladder --publish` has measured it: tallies of games, shipped with the package.

A row is one pair of bots on one scenario: wins, losses and draws of the first with each side, and the pairs of games
with the same dice and swapped sides that it did better or worse in.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

LEVELS = ("random", "recruit", "veteran", "general")  # from the weakest
BRIEF = {"general": "general-brief"}  # the same bot with less thought: what that has shown, the whole can do
PUBLISHED = Path(__file__).parent / "data" / "strength.json"


class Record(NamedTuple):
    """How a bot fared against another on a scenario, both sides together."""

    other: str
    wins: int
    losses: int
    draws: int
    pairs: tuple[int, int] = (0, 0)  # of games with the same dice and swapped sides: better and worse

    def shows_it_better(self) -> bool:
        """Whether more than the dice speaks for it: in games won or, where the side decides those, in swapped pairs."""
        if self.wins < self.losses:
            return False
        return any(wilson(won, won + lost)[0] > 0.5 for won, lost in ((self.wins, self.losses), self.pairs))


@cache
def tables() -> tuple[Mapping[str, Any], ...]:
    """The published ladders, each with its command."""
    found: list[Mapping[str, Any]] = json.loads(PUBLISHED.read_text(encoding="utf-8"))["tables"]
    return tuple(found)


@cache
def record_of(bot: str, scenario: str) -> tuple[Record, ...]:
    """What has been published of a bot on a scenario; nothing where nobody has measured it.

    A bot that plays otherwise has another version: only the latest counts. Tables may have games in common: of each
    opponent the longest row counts, and no two are added up.
    """
    found: dict[str, tuple[tuple[int, ...], Record]] = {}
    names = {bot, BRIEF.get(bot, bot)}
    for table in tables():
        for row in table["rows"]:
            met = [name for name in names if name in (row["bot"], row["other"])]
            if row["scenario"] == scenario and len(met) == 1:
                record = _record(row, met[0])
                versions = (int(table["versions"][name]) for name in (met[0], record.other))
                rank = (*versions, record.wins + record.losses + record.draws)
                if record.other not in found or rank > found[record.other][0]:
                    found[record.other] = (rank, record)
    return tuple(record for _, record in found.values())


def _record(row: Mapping[str, Any], bot: str) -> Record:
    wins, losses, draws = (sum(row[side][place] for side in ("union", "confederate")) for place in range(3))
    better, worse, _ = row["pairs"]
    if row["bot"] == bot:
        return Record(row["other"], wins, losses, draws, (better, worse))
    return Record(row["bot"], losses, wins, draws, (worse, better))


def strongest(scenario: str, able: Sequence[str]) -> str:
    """The bot to be proposed of those a scenario has: the highest level that has been shown to beat the one below."""
    found = LEVELS[1] if LEVELS[1] in able else next(iter(able), "")
    for below, bot in pairwise(LEVELS[1:]):
        met = next((record for record in record_of(bot, scenario) if record.other == below), None)
        if bot not in able or met is None or not met.shows_it_better():
            break
        found = bot
    return found


def wilson(successes: int, trials: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % Wilson interval of a rate: honest also for few games and for rates near 0 or 1."""
    if not trials:
        return (0.0, 1.0)
    rate = successes / trials
    middle = rate + z * z / (2 * trials)
    spread = z * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials))
    scale = 1 + z * z / trials
    return (max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale))
