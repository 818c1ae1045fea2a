"""Strengths and odds (chapters 6 and 9): who is doubled, and which column of the table that gives."""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.sharpsburg.artillery import bombards
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.board.native import dataclass
from hardtack.referee.events import enemy_of


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
    """Add up both sides and find the odds (SH 9a); the whole stack defends (SH C10)."""
    field = state.scenario
    strength = field.strength
    melee: list[int] = []
    guns: list[int] = []
    attack = 0
    for piece in attackers:
        attack += strength[piece]
        (guns if bombards(state, piece, hex_) else melee).append(piece)
    defenders = state.in_hex(enemy_of(side), hex_)
    printed = sum([strength[piece] for piece in defenders])
    doubled = why_doubled(state, hex_, melee)
    column = field.charts.odds.column(attack, printed * 2 if doubled else printed)
    return Assault(hex_, tuple(melee), tuple(guns), tuple(defenders), attack, printed, doubled, column)


def why_doubled(state: SharpsburgState, hex_: int, melee: Sequence[int]) -> str:
    """The clause that doubles the defenders of a hex, or an empty string; never more than x2 (SH 6a, SH C6).

    Town and woods always double. Ridge, bridge and ford double when every adjacent attacker attacks over
    one (or any, where that reading is chosen); bombarding guns do not count for hexsides (SH C18).
    """
    terrain = state.scenario.terrain
    if terrain.cover >> hex_ & 1:
        return "SH 6a"
    over = [bool(terrain.strong[hex_] >> state.at[piece] & 1) for piece in melee]
    judge = all if state.scenario.settings["double_rule"] == "all" else any
    return "SH C6" if over and judge(over) else ""
