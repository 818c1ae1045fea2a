"""What a bot weighs in a Musket & Saber battle: each term is a number for one side, higher is better for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardtack.battles.musket.lay import ARMY, lay_of
from hardtack.battles.musket.movement import Gathering, Moving
from hardtack.battles.musket.reaching import MARCH, of
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import enemy_of

Term = Callable[[MusketState, str], float]


def points(state: MusketState, side: str) -> float:
    """Victory points ahead (MS 11.4)."""
    own = ARMY[side]
    return float(state.points[own] - state.points[1 - own])


def strength(state: MusketState, side: str) -> float:
    """Combat factors in play, less for units in disorder or on the turn track."""
    return _strength(state, side) - _strength(state, enemy_of(side))


def _strength(state: MusketState, side: str) -> float:
    scenario = of(state)
    total = 0.0
    counters, reduced, disordered, at, track = (
        scenario.counters, state.reduced, state.disordered, state.at, scenario.track,
    )  # fmt: skip
    for piece in scenario.fighters[side]:
        here = at[piece]
        if here == -2:
            continue
        factor = counters[piece].cf[reduced[piece]]
        if here == track:
            total += 0.25 * factor
        elif disordered[piece]:
            total += 0.6 * factor
        else:
            total += factor
    return total


TERMS: Mapping[str, tuple[float, Term]] = {
    "points": (4.0, points),
    "strength": (1.0, strength),
}
_UNUSED = (Gathering, Moving, MARCH, lay_of)
