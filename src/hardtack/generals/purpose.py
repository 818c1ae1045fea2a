"""The goal an action serves, in words: worked out from what the asker may know, like every motive."""

from __future__ import annotations

from typing import Any

from hardtack.generals.plans import Pursuit, aims_of, goal_of
from hardtack.referee.actions import Action
from hardtack.referee.chance import settled
from hardtack.referee.events import Text

LEAST_SHARE = 0.002  # of what a goal is worth: an action that brings less does not serve it


def goal_served(state: Any, side: str, action: Action) -> Text | None:
    """The goal a plan might have set that the action brings a side nearest to; None where it serves none."""
    knowledge = state.scenario.battle.knowledge
    if knowledge.ends_phase(state, action):
        return None
    ends = [(float(share), after) for after, share in settled(state, action, knowledge.intend).items()]
    best, served = 0.0, None
    for aim in aims_of(state, side):
        pursue = Pursuit(state, side, goal_of(state, side, aim))
        gain = sum(share * pursue(after) for share, after in ends if after.outcome is None) - pursue(state)
        if gain > max(best, LEAST_SHARE * aim.worth):
            best, served = gain, aim.name
    return served
