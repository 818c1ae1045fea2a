"""What positions of Shiloh can hold beyond those of the series: the cup, surprise and the marker of fatigue."""

from __future__ import annotations

from typing import Any

from hardtack.battles.musket.soundness import ANYWHERE, FLOATING, SERIES_SOUNDNESS
from hardtack.battles.shiloh.camps import Muster
from hardtack.battles.shiloh.surprise import Rush, Shock
from hardtack.referee.events import UNION
from hardtack.referee.soundness import Soundness, require

OWN = ("Muster", "Shock", "Rush")
SOUNDNESS = SERIES_SOUNDNESS | Soundness(
    rows={"surprised": (0, 99)},
    numbers={"marker": (0, 99)},
    beneath={**dict.fromkeys(OWN, (*ANYWHERE, *OWN)), **dict.fromkeys(FLOATING, OWN)},
    several=frozenset({"Muster", "Shock", "Rush"}),
)


def check(state: Any) -> None:
    """Units in the cup have a camp; those that muster have room; the surprised are Union units."""
    scenario = state.scenario
    for frame in state.agenda:
        if isinstance(frame, Muster):
            camped = frame.piece in scenario.camp_of and frame.side == UNION
            require(camped, "a unit that turns out has a camp")
        if isinstance(frame, Shock):
            require(frame.piece in scenario.fighters[UNION], "Union units are surprised")
        if isinstance(frame, Rush):
            require(all(state.at[piece] >= 0 for piece in frame.units), "a rush is of units on the map")
            require(bool(frame.hexes), "a rush leads somewhere")
