"""Recruit: one action ahead, exact chances, and the weights a battle gives (`Battle.terms`).

It takes the action with the best expected evaluation. Ending a phase is worth what the position is worth
now, so a phase ends when nothing improves it. Pieces are looked at in random order and the look stops at
the first good batch, so that a decision stays quick however many pieces wait; only a decision to end a
phase has looked at everything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.generals.general import General
from hardtack.generals.intention import motives_of
from hardtack.referee.actions import Action
from hardtack.referee.chance import expected_value, settled, settling_floor
from hardtack.referee.events import Text
from hardtack.referee.options import Options
from hardtack.referee.umpire import options, to_act
from hardtack.referee.views import View

BATCH = 120  # candidates after which an improvement found is good enough
WIDE_BATCH = 400  # the same for who takes more time
LEAST_GAIN = 1e-6
VICTORY = 1000.0

Evaluate = Callable[[Any], float]
Choose = Callable[[Any], Action]


class Recruit(General):
    name: ClassVar[str] = "recruit"

    def choose(self, view: View, random: Random) -> Action:
        assert view.seat is not None  # a bot always sits somewhere
        battle = view.state.scenario.battle
        state = battle.imagine(view.state, view.seat, random)
        return best_action(state, evaluation(state, view.seat), random)

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]:
        return motives_of(state, side, action)

    def weighed(self, state: Any, side: str, action: Action) -> Sequence[tuple[Action, float]]:
        from hardtack.generals.alternatives import weighed  # which stands on this module

        return weighed(state, side, action)


def best_action(
    state: Any, value: Evaluate, random: Random, slack: float = 0.0, floor: int | None = None, batch: int = BATCH,
    choose: Choose | None = None,
) -> Action:  # fmt: skip
    """The action with the best expected value; the end of the phase if none is better than the position is now.

    With some slack, any action that gains nearly as much may be taken: chance picks among them. `choose` answers what
    an action asks on the way (hits, retreats, advances); as the battle intends, without it.
    """
    knowledge = state.scenario.battle.knowledge
    choose = choose or knowledge.intend
    offered = options(state)
    now = value(state)
    best = _Best()
    seen = 0
    for actions in groups(offered, random):
        for action in actions:
            if knowledge.ends_phase(state, action):
                best.offer(action, now)
                continue
            worth = expected_value(state, action, choose, value, floor)
            if worth > now or not knowledge.goes_on(state, action):
                best.offer(action, worth)
        seen += len(actions)
        if seen >= batch and best.action is not None and best.worth > now + LEAST_GAIN:
            break
    if best.action is None:
        return offered.pick(random)  # nothing but a way that leads nowhere
    return best.any_of(best.worth - slack * (best.worth - now), random) if slack and best.worth > now else best.action


class _Best:
    def __init__(self) -> None:
        self.action: Action | None = None
        self.worth = float("-inf")
        self.offers: list[tuple[float, Action]] = []

    def offer(self, action: Action, worth: float) -> None:
        self.offers.append((worth, action))
        if worth > self.worth + LEAST_GAIN:
            self.action, self.worth = action, worth

    def any_of(self, least: float, random: Random) -> Action:
        good = [action for worth, action in self.offers if worth >= least]
        return good[int(random.random() * len(good))]


def answering(side: str, value: Evaluate) -> Choose:
    """Answers on the way as both sides would give them by this evaluation: the one most for the side, the other least.

    A forecast takes for granted that whoever has won an attack advances; a commander who stands on a height he must
    hold does not, and who believes it of himself never attacks from there.
    """

    def choose(state: Any) -> Action:
        knowledge, floor = state.scenario.battle.knowledge, settling_floor(state)
        worth = [(expected_value(state, one, knowledge.intend, value, floor), one) for one in options(state).all()]
        best = max if to_act(state) == side else min
        return best(worth, key=lambda entry: entry[0])[1]

    return choose


def first_of_best(state: Any, value: Evaluate, alone: Action, floor: int) -> Action:
    """The first action of what is best done together, where that is better than the best that one can do alone.

    A brigade that leaves its stack alone is weaker where it goes and leaves a weaker one behind, so that a bot which
    looks one action ahead never marches off a stack that stands well. The battle names what may be done together; it is
    weighed as a whole and begun with its first action. The rest then pays by itself.
    """
    choices = list(state.scenario.battle.knowledge.together(state))
    if not choices:
        return alone
    best, first = worth_together(state, value, [alone], floor), alone
    for actions in choices:
        worth = worth_together(state, value, actions, floor)
        if worth > best + LEAST_GAIN:
            best, first = worth, actions[0]
    return first


def usual_action(
    state: Any, value: Evaluate, random: Random, slack: float = 0.0, choose: Choose | None = None
) -> Action:
    """The best action alone, or the first of what is better done together."""
    floor = settling_floor(state)
    return first_of_best(state, value, best_action(state, value, random, slack, floor, WIDE_BATCH, choose), floor)


def worth_together(state: Any, value: Evaluate, actions: Sequence[Action], floor: int) -> float:
    """What some actions come to, one after the other; dice thrown before the last fall as they are likeliest to."""
    knowledge = state.scenario.battle.knowledge
    for number, action in enumerate(actions):
        if number and action not in options(state):
            return float("-inf")  # the dice, or what came before, have closed the way
        if action is actions[-1]:
            break
        ends = settled(state, action, knowledge.intend)
        state = max(ends, key=ends.__getitem__)
    if knowledge.ends_phase(state, actions[-1]):
        return value(state)
    return expected_value(state, actions[-1], knowledge.intend, value, floor)


def groups(offered: Options, random: Random) -> Iterator[Sequence[Action]]:
    """The side's own actions first, then each piece's, in random order so that none is favoured."""
    general = list(offered.general())
    if any(action.secret for action in general):
        random.shuffle(general)  # a secret that is always the same is none
    yield general
    actors = list(offered.actors())
    random.shuffle(actors)
    for actor in actors:
        yield offered.of(actor)


def evaluation(state: Any, side: str) -> Evaluate:
    """How good a state is for a side: the battle's terms, or the result when the game is over."""
    return weighing(state.scenario.battle.knowledge.terms(), side)


def weighing(named: Mapping[str, tuple[float, Any]], side: str) -> Evaluate:
    """How good a state is for a side by some terms, or the result when the game is over."""
    terms = list(named.values())

    def value(after: Any) -> float:
        if after.outcome is not None:
            winner = after.outcome.winner
            return VICTORY if winner == side else 0.0 if winner == "draw" else -VICTORY
        total = 0.0
        for weight, term in terms:
            total += weight * term(after, side)
        return total

    return value
