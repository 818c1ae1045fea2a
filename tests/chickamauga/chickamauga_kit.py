"""Positions of Chickamauga for tests: an opening, or a bare field with a few counters and a chosen agenda."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from folio_kit import changed, laid_out

from hardtack.battles.chickamauga.battle import BATTLE
from hardtack.battles.chickamauga.scenario import ChickamaugaState
from hardtack.battles.chickamauga.victory import ChoosePlan
from hardtack.referee.dice import LoadedDice
from hardtack.referee.frames import Frame
from hardtack.referee.umpire import begin

UNION, CONFEDERATE = "union", "confederate"
STOP = ChoosePlan(CONFEDERATE)
"""A decision that holds the agenda up, for tests that must not run on into the next turn."""


def opening(dice: Iterable[int] = ()) -> ChickamaugaState:
    """The first decision of the game."""
    state: ChickamaugaState = begin(BATTLE.set_up(BATTLE.scenario("chickamauga")), LoadedDice(dice)).state
    return state


def field(places: Mapping[str, str], *agenda: Frame, **facts: Any) -> ChickamaugaState:
    """Only these counters (by id) are in play; other units wait off the map, other leaders, HQ and trains are gone.

    The frames of `agenda` happen in the order given, then the turn ends.
    """
    state = opening()
    weight = state.scenario.weight
    bare = laid_out(state, places, agenda, lambda piece: "-" if weight[piece] else "x")
    return changed(bare, **({"plan": "B"} | facts))
