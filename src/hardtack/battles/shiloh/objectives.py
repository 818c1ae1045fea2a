"""The two objectives that end the battle at once (SL 18.1, 18.2)."""

from __future__ import annotations

from typing import Any

from hardtack.battles.musket.lay import ARMY, lay_of
from hardtack.battles.shiloh.scenario import shiloh
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE, UNION, Outcome
from hardtack.referee.umpire import Umpire

Draft = Any


def landing_taken(draft: Draft, umpire: Umpire) -> None:
    """SL 18.1: a Confederate combat unit in 1809 or 1910 at the end of any turn."""
    _objective(draft, umpire, CONFEDERATE, shiloh(draft).landing, "SL 18.1", "landing")


def corinth_road_taken(draft: Draft, umpire: Umpire) -> None:
    """SL 18.2: a Union combat unit in 0125 at the end of a Union Combat Phase."""
    _objective(draft, umpire, UNION, shiloh(draft).corinth_road, "SL 18.2", "corinth_road")


def _objective(draft: Draft, umpire: Umpire, side: str, goal: int, clause: str, why: str) -> None:
    held = lay_of(draft).combat[ARMY[side]] & goal
    if held:
        umpire.tell(clause, f"event.over_{why}", side=side, hex=shiloh(draft).names[next(hexes_in(held))])
        points = (("union", draft.points[0]), ("confederate", draft.points[1]))
        umpire.end(Outcome(side, "objective", clause, why, points))
