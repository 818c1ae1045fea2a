"""Games in which something is tried out, and what they say: for whoever looks for better numbers by play."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from random import Random

from hardtack.battles import find_battle
from hardtack.generals.general import General
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import Outcome
from hardtack.referee.umpire import begin, play_trusted, to_act
from hardtack.referee.views import view

POINTS = 0.4  # how much the margin counts beside the result: it tells something where one side mostly wins


def play_out(scenario: str, seed: str, bots: Mapping[str, General]) -> Outcome:
    """How a game of these bots, by side, ends; it depends on nothing but them and the seed."""
    battle = find_battle(scenario)
    dice, random = SeededDice(seed), {side: Random(f"{seed}/{side}") for side in battle.sides}
    state = begin(battle.set_up(battle.scenario(scenario)), dice).state
    for _ in range(battle.max_decisions):
        side = to_act(state)
        if side is None:
            break
        state = play_trusted(state, bots[side].choose(view(state, side), random[side]), dice).state
    if state.outcome is None:
        raise RuntimeError(f"{scenario}, game {seed}: did not end")
    found: Outcome = state.outcome
    return found


def worths(results: Sequence[tuple[float, float]]) -> list[float]:
    """What each game was worth, by its result and its margin: the result, and how the margin ranks among all."""
    ranks: dict[float, float] = {}
    for place, margin in enumerate(sorted(margin for _, margin in results)):
        ranks.setdefault(margin, place / max(1, len(results) - 1))
    return [(1 - POINTS) * score + POINTS * ranks[margin] for score, margin in results]


def steps_along(way: Sequence[float], step: float) -> list[float]:
    """A step of some length in a direction."""
    length = math.sqrt(sum(part * part for part in way)) or 1.0
    return [step * part / length for part in way]
