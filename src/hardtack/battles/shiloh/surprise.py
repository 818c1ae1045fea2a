"""Surprise on the first turn (SL 19.21, 19.22)."""

from __future__ import annotations

from hardtack.battles.musket import losses
from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.checks import Check
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.state import MusketState
from hardtack.battles.shiloh.state import ShilohState
from hardtack.board.native import dataclass
from hardtack.referee.events import CONFEDERATE, UNION, Text, text
from hardtack.referee.frames import Step
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

SURPRISE = "surprise"  # purpose of the morale check


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
