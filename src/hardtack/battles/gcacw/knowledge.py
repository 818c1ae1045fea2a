"""What every bot of the series knows: the points as they stand, and what follows from a choice as a rule."""

from __future__ import annotations

from hardtack.battles.gcacw.actions import (
    AdvanceUnit,
    Hold,
    NameUnit,
    NoGrandAssault,
    RetreatTo,
    StopRetreat,
    TakeLoss,
)
from hardtack.battles.gcacw.retreat import Retreat, retreat_choices
from hardtack.battles.gcacw.state import CampaignState
from hardtack.referee.actions import Action
from hardtack.referee.events import UNION
from hardtack.referee.knowledge import Knowledge
from hardtack.referee.umpire import deciding, options

FIRST_PHASES = 3  # action phases of the first turn that are an opening


def points(state: CampaignState, side: str) -> float:
    """Victory points as they stand, for the side."""
    total = sum(line[1] for line in state.scenario.score(state))
    return float(total if side == UNION else -total)


class SeriesKnowledge(Knowledge[CampaignState]):
    """A battle adds its own terms."""

    def opening(self, state: CampaignState) -> bool:
        """A turn is a day, and some battles are over on the first: only its first actions are an opening."""
        return state.turn <= 1 and state.phase <= FIRST_PHASES

    def presume(self, state: CampaignState) -> Action:
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
        if isinstance(choices[0], TakeLoss | NameUnit):
            index = state.scenario.index
            return max(choices, key=lambda choice: state.manpower[index[choice.actor]] if choice.actor else -1)
        return choices[0]
