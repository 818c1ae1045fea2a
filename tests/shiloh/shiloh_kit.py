"""Positions of Shiloh for tests: an opening, or a bare field with a few counters and a chosen agenda."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from folio_kit import changed, laid_out

from hardtack.battles.shiloh.battle import BATTLE
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.referee.dice import LoadedDice
from hardtack.referee.frames import Frame
from hardtack.referee.umpire import begin

UNION, CONFEDERATE = "union", "confederate"


def opening(dice: Iterable[int] = ()) -> ShilohState:
    """The first decision of the game."""
    state: ShilohState = begin(BATTLE.set_up(BATTLE.scenario("shiloh")), LoadedDice(dice)).state
    return state


def field(places: Mapping[str, str], *agenda: Frame, cup: Collection[str] = (), **facts: Any) -> ShilohState:
    """Only these counters (by id) stand on the map; those named in `cup` sleep; everybody else is gone.

    The frames of `agenda` happen in the order given, then the turn ends.
    """
    state = opening()
    ids = tuple(state.scenario.index)
    return changed(laid_out(state, places, agenda, lambda piece: "-" if ids[piece] in cup else "x"), **facts)
