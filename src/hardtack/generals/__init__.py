"""Players that are programs. Each sees only `view(seat)`, never the state of the match nor its dice.

| name | what it does |
|---|---|
| `random` | any legal action |
| `doctrine` | a rule book's own solitaire system, where it has one |
| `recruit` | looks one action ahead at the exact chances and weighs what the battle says matters |
| `veteran` | makes plans for the turn, tries them out in thought against the enemy's replies, and plays the best |
| `general` | thinks longer; offered to players where the ladder has shown it to be better than `veteran` |

`scripts` has plain opponents to measure them by; `general-by-hand` is a `general` who goes by the hand-made evaluation
alone, `general-brief` one with a quarter of his thought; they go by a name, too, but no page offers them.
"""

from __future__ import annotations

from hardtack.generals.general import DoctrineBot, General, RandomBot
from hardtack.generals.recruit import Recruit
from hardtack.generals.scripts import Idler, Rusher, Sitter
from hardtack.generals.veteran import GeneralBot, GeneralBrief, GeneralByHand, Veteran
from hardtack.referee.errors import BadOption

BOTS: dict[str, type[General]] = {
    "random": RandomBot, "doctrine": DoctrineBot, "recruit": Recruit, "veteran": Veteran,
    "general": GeneralBot,
}  # fmt: skip
YARDSTICKS: dict[str, type[General]] = {
    "idler": Idler, "rusher": Rusher, "sitter": Sitter, "general-by-hand": GeneralByHand,
    "general-brief": GeneralBrief,
}  # fmt: skip


def find_bot(name: str) -> General:
    """A fresh bot by its name."""
    known = BOTS | YARDSTICKS
    if name not in known:
        raise BadOption(f"no bot {name[:40]!r}; there are {', '.join(known)}")
    return known[name]()


__all__ = ["BOTS", "YARDSTICKS", "DoctrineBot", "General", "GeneralBot", "RandomBot", "Recruit", "Veteran", "find_bot"]
