"""Bans: who may not do something now, as a set of counters, with the clause that says so.

The union of the bans is what a list of options leaves out; each ban by itself is what "why not?" answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.events import Reason, reason


@dataclass(frozen=True, slots=True)
class Ban:
    """The counters of a side that something is forbidden to."""

    clause: str
    key: str
    banned: Callable[[SharpsburgState, str], int]


def banned(bans: Sequence[Ban], state: SharpsburgState, side: str) -> int:
    """Every counter that at least one of the bans holds back."""
    found = 0
    for ban in bans:
        found |= ban.banned(state, side)
    return found


def why_banned(bans: Sequence[Ban], state: SharpsburgState, side: str, piece: int) -> list[Reason]:
    """All the bans that hold one counter back."""
    unit = state.scenario.ids[piece]
    return [reason(ban.clause, ban.key, unit=unit) for ban in bans if ban.banned(state, side) >> piece & 1]
