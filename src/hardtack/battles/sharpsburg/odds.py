"""Strengths and odds (chapters 6 and 9): who is doubled, and which column of the table that gives."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hardtack.battles.sharpsburg.artillery import is_bombardment
from hardtack.battles.sharpsburg.state import Field, SharpsburgState
from hardtack.board.native import dataclass
from hardtack.referee.events import enemy_of

Placed = tuple[int, int]  # a counter and its hex


@dataclass(frozen=True, slots=True)
class Assault:
    """An attack on one hex with everything that decides it."""

    hex: int
    melee: tuple[int, ...]  # attackers adjacent to the hex
    guns: tuple[int, ...]  # artillery that bombards it
    defenders: tuple[int, ...]
    attack: int
    printed: int  # the defenders' printed strength
    doubled: str  # the clause that doubles them, or an empty string
    column: str | None  # None: worse than the worst column

    @property
    def defence(self) -> int:
        return self.printed * 2 if self.doubled else self.printed

    @property
    def bombardment_only(self) -> bool:
        return not self.melee


def assault_on(state: SharpsburgState, side: str, hex_: int, attackers: Sequence[int]) -> Assault:
    """The odds of some attackers against a hex (SH 9a); the whole stack defends (SH C10)."""
    places = tuple([(piece, state.at[piece]) for piece in attackers])
    return reckoned(state.scenario, hex_, places, tuple(state.in_hex(enemy_of(side), hex_)))


@lru_cache(maxsize=8192)
def reckoned(field: Field, hex_: int, attackers: tuple[Placed, ...], defenders: tuple[int, ...]) -> Assault:
    """Add up both sides and find the odds: all that counts is who attacks from where, and who defends."""
    strength = field.strength
    melee: list[Placed] = []
    guns: list[int] = []
    attack = 0
    for piece, at in attackers:
        attack += strength[piece]
        if is_bombardment(field, at, hex_):
            guns.append(piece)
        else:
            melee.append((piece, at))
    printed = sum([strength[piece] for piece in defenders])
    doubled = why_doubled(field, hex_, [at for _, at in melee])
    column = field.charts.odds.column(attack, printed * 2 if doubled else printed)
    fighters = tuple([piece for piece, _ in melee])
    return Assault(hex_, fighters, tuple(guns), defenders, attack, printed, doubled, column)


def why_doubled(field: Field, hex_: int, origins: Sequence[int]) -> str:
    """The clause that doubles the defenders of a hex, or an empty string; never more than x2 (SH 6a, SH C6).

    Town and woods always double. Ridge, bridge and ford double when every adjacent attacker attacks over
    one (or any, where that reading is chosen); bombarding guns do not count for hexsides (SH C18).
    """
    terrain = field.terrain
    if terrain.cover >> hex_ & 1:
        return "SH 6a"
    over = [bool(terrain.strong[hex_] >> at & 1) for at in origins]
    judge = all if field.settings["double_rule"] == "all" else any
    return "SH C6" if over and judge(over) else ""
