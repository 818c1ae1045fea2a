"""What else could have been done: an action beside the best others, each with the chance to win it leaves.

Like the motives it is worked out from what the asker may know, by the hand-made evaluation one action ahead, and not
from what the bot knew or thought: it gives no secret away, and a bot that looks further may have preferred another.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from random import Random
from typing import Any, NamedTuple

from hardtack.generals.planning import chance_from
from hardtack.generals.recruit import groups
from hardtack.referee.actions import Action
from hardtack.referee.chance import expected_value, settling_floor
from hardtack.referee.limits import go_on
from hardtack.referee.umpire import options

MOST_WEIGHED = 160  # actions looked at; with more to choose from, those of pieces drawn by lot
MOST_TOLD = 3


class Weighed(NamedTuple):
    action: Action
    chance: float  # of the side to win, a draw counted as half


def weighed(state: Any, side: str, action: Action) -> Sequence[Weighed]:
    """The action first, then the best others: at most one of each piece. Nothing where there was nothing to choose."""
    knowledge, floor = state.scenario.battle.knowledge, settling_floor(state)

    def chance(after: Any) -> float:
        return chance_from(after, side, None)

    now = chance(state)
    best: dict[str, Weighed] = {}
    for other in islice(others(state, action), MOST_WEIGHED):
        go_on()
        ends = knowledge.ends_phase(state, other)
        mark = now if ends else expected_value(state, other, knowledge.intend, chance, floor)
        known = best.get(other.actor)
        if known is None or mark > known.chance:
            best[other.actor] = Weighed(other, mark)
    if not best:
        return ()
    ends = knowledge.ends_phase(state, action)
    own = Weighed(action, now if ends else expected_value(state, action, knowledge.intend, chance, floor))
    ranked = sorted(best.values(), key=lambda one: (-one.chance, str(one.action)))
    return (own, *ranked[:MOST_TOLD])


def others(state: Any, action: Action) -> Iterator[Action]:
    """What else could be done: by the same piece first, then by the others as the lot has them. No secrets."""
    offered, lot = options(state), Random(str(action))
    own = offered.of(action.actor) if action.actor else ()
    rest = chain.from_iterable(groups(offered, lot))
    return (one for one in dict.fromkeys(chain(own, rest)) if one != action and not one.secret)
