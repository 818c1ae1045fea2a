"""Games that are taken up from a record, to be played on from there."""

from __future__ import annotations

import re
from pathlib import Path

RECORDS = Path(__file__).parents[1] / "records"
BULL_RUN, KELLYS_FORD = "bull-run-recruit-recruit-1-0", "kellys-ford-recruit-recruit-1-0"


def begun(name: str, last: int) -> str:
    """A record up to an action, to be played on from there."""
    lines = (RECORDS / f"{name}.hardtack").read_text("utf-8").splitlines()
    kept = [line for line in lines if not re.match(r"(result|final|union|confederate):", line)]
    return "\n".join(line for line in kept if not line[:1].isdigit() or int(line.split()[0]) <= last) + "\n"


def take_up(server, name: str, last: int, pace_ms: int = 0, **seats: str) -> tuple[str, str]:
    """A game from a record; a seat is `you` or the name of a bot."""
    plans = {side: {"who": who} if who == "you" else {"who": "bot", "bot": who} for side, who in seats.items()}
    made = server.call("/games", {"record": begun(name, last), "seats": plans, "pace_ms": pace_ms})
    return made["id"], made["key"]
