"""Surprise on the first turn, and the fatigue of the Confederates on the first afternoon (SL 19.2, 19.3)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from hardtack.battles.musket import losses
from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.checks import Check, chance_to_pass, morale
from hardtack.battles.musket.fog import gain_fow
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.battles.shiloh import camps
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.board.native import dataclass
from hardtack.referee.events import CONFEDERATE, UNION, Text, text
from hardtack.referee.frames import Step
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

SURPRISE, FATIGUE = "surprise", "fatigue"  # purposes of morale checks
FAILED_ATTACK = ("NE", "Ex", "Ax", "Ar", "Ac")
SUCCESSFUL_ATTACK = ("Ex", "Dc", "Dr", "Dx", "Dm")


def arrived(draft: ShilohState, umpire: Umpire, move: Moved) -> None:
    """What Confederates who come to a hex may meet with: their fatigue, the surprise of the Union, its camps."""
    if move.side == UNION or not draft.scenario.weight_of(move.units):
        return
    if draft.fatigued:
        check_tired(draft, umpire, move)
    if surprise_reigns(draft):
        surprise(draft, umpire, move)
    camps.raise_alarms(draft, umpire, move)


def surprise_reigns(state: ShilohState) -> bool:
    """The Confederate Movement Phase of turn 1."""
    if state.turn != state.scenario.data["surprise"]["turn"]:
        return False
    return any(isinstance(frame, Movement) and frame.side == CONFEDERATE for frame in state.agenda)


def surprise(draft: ShilohState, umpire: Umpire, move: Moved) -> None:
    """SL 19.21: every Union unit whose ZOC was entered checks once for each combat unit that entered it."""
    scenario = draft.scenario
    zones = scenario.ground.zones
    entering = sum(1 for piece in move.units if scenario.weight[piece])
    steps = []
    for piece in scenario.fighters[UNION]:
        here = draft.at[piece]
        if here < 0 or not zones[here] >> move.end & 1:
            continue
        if move.start < 0 or not zones[here] >> move.start & 1 or not straight(draft, move):
            steps += [Shock(piece)] * entering
    umpire.push(*steps)


def straight(state: MusketState, move: Moved) -> bool:
    """Zone to zone without leaving it is one hex (MS 6.3); whoever ends farther off has gone out and come in again."""
    return state.scenario.board.grid.adjacent(move.start, move.end)


@dataclass(frozen=True, slots=True)
class Shock(Step):
    """One surprise check of a Union unit, if it is still there to be surprised."""

    piece: int

    def run(self, draft: ShilohState, umpire: Umpire) -> None:
        if draft.at[self.piece] >= 0:
            umpire.push(Check(UNION, self.piece, SURPRISE))


def surprised(draft: ShilohState, umpire: Umpire, piece: int) -> None:
    """A failed surprise check: Disordered the first time; the second time it routs and the enemy comes on."""
    failures = draft.surprised[piece] + 1
    draft.surprised = put(draft.surprised, piece, failures)
    if failures == 1:
        losses.disorder(draft, umpire, piece, "SL 19.21")
        return
    here = draft.at[piece]
    losses.rout(draft, umpire, piece)
    scenario = draft.scenario
    near = scenario.board.grid.around_mask[here]
    units = tuple(unit for unit in scenario.fighters[CONFEDERATE] if draft.at[unit] >= 0 and near >> draft.at[unit] & 1)
    umpire.push(Rush(CONFEDERATE, units, (here,), scenario.data["surprise"]["advance"]))


@dataclass(frozen=True, slots=True)
class Rush(Advancing):
    """SL 19.21: an advance without a combat before it, open to every unit next to the hex, guns included."""

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.rush", side=self.side, hex=state.scenario.names[self.hexes[0]], n=self.length)


# -- fatigue (SL 19.31-19.34)


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
