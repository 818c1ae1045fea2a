"""Players that are programs. Each sees only `view(seat)`, never the state of the match nor its dice.

| name | what it does |
|---|---|
| `random` | any legal action |
| `doctrine` | a rule book's own solitaire system, where it has one |
| `recruit` | looks one action ahead at the exact chances and weighs what the battle says matters |
| `veteran` | makes plans for the turn, tries them out in thought against the enemy's replies, and plays the best |
"""

from __future__ import annotations

from hardtack.generals.doctrine import DoctrineBot
from hardtack.generals.general import General
from hardtack.generals.random import RandomBot
from hardtack.generals.recruit import Recruit
from hardtack.generals.veteran import Veteran
from hardtack.referee.errors import BadOption

BOTS: dict[str, type[General]] = {
    "random": RandomBot, "doctrine": DoctrineBot, "recruit": Recruit, "veteran": Veteran,
}  # fmt: skip


def find_bot(name: str) -> General:
    """A fresh bot by its name."""
    if name not in BOTS:
        raise BadOption(f"no bot {name[:40]!r}; there are {', '.join(BOTS)}")
    return BOTS[name]()


__all__ = ["BOTS", "DoctrineBot", "General", "RandomBot", "Recruit", "Veteran", "find_bot"]
