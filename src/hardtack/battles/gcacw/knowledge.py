"""What every bot of the series knows: the points as they stand, and what follows from a choice as a rule."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from hardtack.battles.gcacw.actions import (
    AdvanceUnit,
    EndMarch,
    Hold,
    MarchUnit,
    NameUnit,
    NoGrandAssault,
    RetreatTo,
    StopRetreat,
    TakeLoss,
)
from hardtack.battles.gcacw.ahead import ways
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.retreat import Retreat, retreat_choices
from hardtack.battles.gcacw.sequence import Activation, PhaseEnds
from hardtack.battles.gcacw.state import S
from hardtack.referee.actions import Action
from hardtack.referee.chance import results
from hardtack.referee.knowledge import Knowledge
from hardtack.referee.state import seal
from hardtack.referee.umpire import deciding, options

FIRST_PHASES = 3  # action phases of the first turn that are an opening


class SeriesKnowledge(Knowledge[S]):
    """A battle adds its own terms."""

    one_at_a_time = True
    onset_floor = 3  # no further than the action itself: neither the end of its phase nor what comes then

    def opening(self, state: S) -> bool:
        """A turn is a day, and some battles are over on the first: only its first actions are an opening."""
        return state.turn <= 1 and state.phase <= FIRST_PHASES

    def begins_at(self, state: S) -> bool:
        """The initiative is spent on one action (GC 4.2)."""
        return isinstance(deciding(state), Activation)

    def plans_at(self, state: S) -> bool:
        """With the initiative; not in the middle of a march."""
        return isinstance(deciding(state), Activation)

    def stage(self, state: S) -> Hashable:
        """A plan is for one action."""
        return (state.turn, state.phase)

    def onset(self, state: S, side: str) -> S | None:
        """The initiative, to be spent on one action (GC 4.2); nobody's while an action is under way."""
        top: Any = state.agenda[-1] if state.outcome is None else None
        if top is None or (top.waits and not isinstance(top, Activation)):
            return None
        draft = state.draft()
        draft.agenda = (state.agenda[0], PhaseEnds(), Activation(side))  # two passes end it, too
        begun: S = seal(draft)
        return begun

    def sorties(self, state: S, unit: str) -> Mapping[Any, Fraction]:
        """A march for every allowance the dice give (GC 5.1.1)."""
        march = MarchUnit(unit)
        return results(state, march, self.onset_floor) if march in options(state) else {}

    def marches(self, state: S, unit: str) -> Mapping[str, Sequence[Action]]:
        """Where the points lead without a risk (GC 6.1)."""
        return {way.hex: way.actions for way in ways(state, unit) if way.risk is None}

    def rest(self, state: S) -> Action | None:
        """GC 6.1.1: a march is ended by its player."""
        top: Any = state.agenda[-1]
        return EndMarch(top.unit) if isinstance(top, March) else None

    def presume(self, state: S) -> Action:
        """The choice a forecast takes for granted: all that can assault do, nobody slips away or withdraws, the largest
        units attack and bleed first, a retreat is as short as it may be."""
        frame = deciding(state)
        if isinstance(frame, Retreat):
            hexes, may_stop = retreat_choices(state, frame)
            if may_stop or not hexes:
                return StopRetreat() if may_stop else options(state).all()[0]
            return RetreatTo(state.scenario.name(hexes[0]))
        choices = options(state).all()
        for choice in choices:
            if isinstance(choice, Hold | NoGrandAssault | AdvanceUnit):
                return choice
        named = [choice for choice in choices if isinstance(choice, TakeLoss | NameUnit)]
        if named:
            index = state.scenario.index
            return max(named, key=lambda choice: state.manpower[index[choice.unit]])
        return choices[0]
