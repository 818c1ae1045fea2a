"""Moves made together: what only pays when several pieces do it.

A brigade that leaves its stack alone is weaker where it goes and leaves a weaker one behind, so that a bot which looks
one action ahead never marches off a stack that stands well. The battle names what may be done together; it is weighed
as a whole and begun with its first action. The rest then pays by itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hardtack.generals.recruit import LEAST_GAIN, Evaluate
from hardtack.referee.actions import Action
from hardtack.referee.chance import expected_value, results


def first_of_best(state: Any, value: Evaluate, alone: Action, floor: int) -> Action:
    """The first action of what is best done together, where that is better than the best that one can do alone."""
    choices = list(state.scenario.battle.knowledge.together(state))
    if not choices:
        return alone
    best, first = _worth(state, value, [alone], floor), alone
    for actions in choices:
        worth = _worth(state, value, actions, floor)
        if worth > best + LEAST_GAIN:
            best, first = worth, actions[0]
    return first


def _worth(state: Any, value: Evaluate, actions: Sequence[Action], floor: int) -> float:
    """What some actions come to, one after the other: no dice are thrown before the last."""
    knowledge = state.scenario.battle.knowledge
    for action in actions[:-1]:
        (state,) = results(state, action, floor)
    if knowledge.ends_phase(state, actions[-1]):
        return value(state)
    return expected_value(state, actions[-1], knowledge.intend, value, floor)
