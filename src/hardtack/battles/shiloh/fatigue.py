"""Confederate fatigue on the afternoon of the first day (SL 19.31-19.34)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hardtack.battles.musket import losses
from hardtack.battles.musket.checks import Check, chance_to_pass, morale
from hardtack.battles.musket.fog import gain_fow
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.state import Fight
from hardtack.battles.shiloh.state import ShilohState
from hardtack.battles.shiloh.surprise import straight
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.umpire import Umpire

FATIGUE = "fatigue"  # purpose of the morale check
FAILED_ATTACK = ("NE", "Ex", "Ax", "Ar", "Ac")
SUCCESSFUL_ATTACK = ("Ex", "Dc", "Dr", "Dx", "Dm")


def roll_fatigue(draft: ShilohState, umpire: Umpire) -> None:
    """SL 19.31: while the marker lies Fresh in this turn's space; 1-3 Fatigued, 4-6 it moves on, after T10 it goes.

    The marker of a Fatigued army stays where it was turned, so that no later turn rolls.
    """
    if draft.marker != draft.turn:
        return
    table = draft.scenario.data["fatigue"]
    if umpire.roll() <= table["at_most"]:
        draft.fatigued = True
        umpire.tell("SL 19.31", "event.fatigued")
        return
    draft.marker = draft.turn + 1 if draft.turn < table["last_turn"] else 0
    umpire.tell("SL 19.31", "event.still_fresh")


def end_fatigue(draft: ShilohState, umpire: Umpire) -> None:
    """SL 19.31: Fatigue lasts to the end of turn 10."""
    if draft.fatigued and draft.turn == draft.scenario.data["fatigue"]["last_turn"]:
        draft.fatigued = False
        draft.marker = 0
        umpire.tell("SL 19.31", "event.fatigue_ends")


def check_tired(draft: ShilohState, umpire: Umpire, move: Moved) -> None:
    """SL 19.32: each Fatigued unit that enters an enemy ZOC from outside one checks morale."""
    if enters_zone(draft, move):
        weight = draft.scenario.weight
        umpire.push(*(Check(CONFEDERATE, piece, FATIGUE) for piece in move.units if weight[piece]))


def enters_zone(state: Any, move: Moved) -> bool:
    """Into an enemy ZOC from outside one; who leaves a ZOC on the way enters it again."""
    zone = state.zone(UNION)
    return bool(zone >> move.end & 1) and not (move.start >= 0 and zone >> move.start & 1 and straight(state, move))


def entry_odds(state: Any, move: Moved) -> Fraction | None:
    """The chance of the least steady unit to stay in order on entering an enemy ZOC; None where nothing is rolled."""
    weight = state.scenario.weight
    units = [piece for piece in move.units if weight[piece] and not state.disordered[piece]]
    if not state.fatigued or not units or not enters_zone(state, move):
        return None
    return min(chance_to_pass(morale(state, piece)) for piece in units)


def tired_out(draft: ShilohState, umpire: Umpire, piece: int) -> None:
    """A failed check: Disordered; a unit already Disordered suffers nothing more."""
    if not draft.disordered[piece]:
        losses.disorder(draft, umpire, piece, "SL 19.32")


def fatigue_fow(draft: ShilohState, umpire: Umpire, fight: Fight) -> None:
    """SL 19.33, 19.34: one FOW to the Union for a failed Confederate attack or a successful Union one."""
    if fight.side == CONFEDERATE and fight.outcome in FAILED_ATTACK:
        gain_fow(draft, umpire, UNION, 1, "SL 19.33", "failed_attack")
    elif fight.side == UNION and fight.outcome in SUCCESSFUL_ATTACK:
        gain_fow(draft, umpire, UNION, 1, "SL 19.34", "good_attack")
