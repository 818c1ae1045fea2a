"""Why a bot did what it did, in a line: the parts of its evaluation that the action was to improve.

The line is worked out from what the asker may know, not from what the bot knew, so it gives no secret away.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import Any

from hardtack.referee.actions import Action
from hardtack.referee.chance import settled
from hardtack.referee.events import Text
from hardtack.referee.umpire import options

NOTHING_BETTER = Text("motive.nothing_better")
ONLY_CHOICE = Text("motive.only_choice")
BEST_LEFT = Text("motive.best_left")
VICTORY = Text("motive.victory")

LEAST_GAIN = 1e-6
ALSO = 0.4  # a second motive is told when it weighs this share of the first


def motives_of(state: Any, side: str, action: Action) -> Sequence[Text]:
    """What an action is expected to improve for a side, the most important first; one or two motives."""
    offered = options(state)
    if len(list(islice(offered, 2))) == 1:
        return (ONLY_CHOICE,)
    if state.scenario.battle.knowledge.ends_phase(state, action):
        return (NOTHING_BETTER,)
    gains, victory = expected_gains(state, side, action)
    if victory > LEAST_GAIN:
        return (VICTORY,)
    ranked = sorted((gain, text.key, text) for text, gain in gains.items() if gain > LEAST_GAIN)
    if not ranked:
        return (BEST_LEFT,)
    most, key, first = ranked.pop()
    also = [text for gain, other, text in ranked if other != key and gain >= ALSO * most]
    return (first, *also[-1:])


def expected_gains(state: Any, side: str, action: Action) -> tuple[dict[Text, float], float]:
    """What each part of the evaluation gains on average, and the chance to win the game at once."""
    battle = state.scenario.battle
    gains = {text: -worth for text, worth in battle.knowledge.motives(state, side).items()}
    going_on, victory = 0.0, 0.0
    for after, share in settled(state, action, battle.knowledge.intend).items():
        chance = float(share)
        if after.outcome is not None:
            victory += chance if after.outcome.winner == side else 0.0
            continue
        going_on += chance
        for text, worth in battle.knowledge.motives(after, side).items():
            gains[text] = gains.get(text, 0.0) + chance * worth
    return (gains if going_on > 1.0 - LEAST_GAIN else {}), victory
