"""Victory (chapter 12): ten points for both Sharpsburg hexes, one for each strength point eliminated."""

from __future__ import annotations

from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.events import CONFEDERATE, DRAW, SIDES, UNION, Outcome, enemy_of
from hardtack.referee.state import LOST, put
from hardtack.referee.umpire import Umpire


def eliminate(
    draft: SharpsburgState, piece: int, umpire: Umpire, *, clause: str, key: str = "event.eliminated"
) -> None:
    """Remove a unit for good; its printed strength scores for the enemy (SH 12a, SH C21)."""
    draft.at = put(draft.at, piece, LOST)
    umpire.tell(clause, key, unit=draft.scenario.ids[piece], n=draft.scenario.strength[piece])


def strength_lost(state: SharpsburgState, side: str) -> int:
    """The printed strength of the side's units that have been eliminated."""
    field = state.scenario
    return sum(field.strength[piece] for piece in field.of_side[side] if state.at[piece] == LOST)


def holder(state: SharpsburgState) -> str | None:
    """The side that holds both Sharpsburg hexes, if one does (SH 12, SH C20)."""
    if not state.taken:
        return CONFEDERATE
    return UNION if len(state.taken) == len(state.scenario.limits.objective) else None


def town_points(state: SharpsburgState, side: str) -> int:
    return state.scenario.limits.objective_points if holder(state) == side else 0


def elimination_points(state: SharpsburgState, side: str) -> int:
    """One point for each strength point of enemy units eliminated (SH 12a)."""
    return strength_lost(state, enemy_of(side)) * state.scenario.limits.points_per_strength


def points(state: SharpsburgState, side: str) -> int:
    return town_points(state, side) + elimination_points(state, side)


def outcome(state: SharpsburgState) -> Outcome:
    """More points win; equal points are a draw (SH 12b, SH C21)."""
    scores = tuple((side, points(state, side)) for side in SIDES)
    union, confederate = points(state, UNION), points(state, CONFEDERATE)
    if union == confederate:
        return Outcome(DRAW, "draw", "SH C21", "equal_points", scores)
    winner = UNION if union > confederate else CONFEDERATE
    return Outcome(winner, "victory", "SH 12b", "more_points", scores)
