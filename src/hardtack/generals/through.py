"""Carrying an action through: what it comes to when whoever begins it does all that belongs to it.

A march is worth what it leads to, not what it promises: one that sets out in hope of an attack and then finds none
worth making has only tired the troops. So an action is followed, in thought, until the initiative is to be had again.
Where dice fall few ways each is followed; an attack is weighed by its exact chances; beyond that chance picks one.

Who asks for `answers` also has what the enemy would make of the position with the initiative, which he has next as
often as not.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from hardtack.generals.plans import Plan, worth_to
from hardtack.generals.playout import EvenDice, Greedy, Habit, Work
from hardtack.generals.recruit import Evaluate
from hardtack.referee.actions import Action
from hardtack.referee.chance import expected_value, results, settling_floor
from hardtack.referee.events import enemy_of
from hardtack.referee.limits import go_on
from hardtack.referee.umpire import options, play_trusted, to_act

WAYS = 6  # dice that fall more ways than this are not followed one by one
LONGEST = 60  # decisions an action is followed for
AFTERMATH = 12  # decisions that may follow the last pass of a day
CERTAIN, FEARED = 1000.0, 3.0  # what a pass costs that ends the game without a victory, or may end it
FIRSTS = 8  # uses of the initiative that are carried through, the most promising
ANSWERED = 0.5  # how much of what the enemy's answer changes counts: he has the initiative next as often as not
SOME = 3  # results of an attack with many that are looked at for the enemy's answer
KINDS = 4  # kinds of action in the middle of one, each by its best


def best_through(
    state: Any, side: str, value: Evaluate, random: Random, answers: bool = False, ease: float = 0.0
) -> Action:
    """The action that comes to most when it is carried through, of those that promise most.

    `ease`: what it must be worth more than to leave everything as it is.
    """
    knowledge = state.scenario.battle.knowledge
    likely = promising(state, value, random)
    if len(likely) == 1:
        return likely[0]
    through = Through(state, side, value, worth_to(state, enemy_of(side), Plan()), random)
    through.answers = Answers(through) if answers else None
    found: list[tuple[float, Action]] = []
    for action in likely:
        if not found or through.work.done < knowledge.effort.work or knowledge.ends_phase(state, action):
            worth = through.worth(action)
            found.append((worth + ease if knowledge.ends_phase(state, action) else worth, action))
    return max(found, key=lambda entry: entry[0])[1]


def promising(state: Any, value: Evaluate, random: Random) -> list[Action]:
    """What is worth carrying through, the most promising first."""
    knowledge = state.scenario.battle.knowledge
    now, floor = value(state), settling_floor(state)
    ranked, ends = [], []
    for action in options(state).all():
        if knowledge.ends_phase(state, action):
            ends.append(action)
            continue
        worth = expected_value(state, action, knowledge.intend, value, floor)
        if worth > now or not knowledge.goes_on(state, action):
            ranked.append((worth, random.random(), action))
    ranked.sort(key=lambda entry: entry[:2], reverse=True)
    actions = [action for _, _, action in ranked]
    if knowledge.begins_at(state):
        return [*actions[:FIRSTS], *ends]
    best: dict[str, Action] = {}
    for action in actions:
        best.setdefault(action.verb, action)
    return [*list(best.values())[:KINDS], *ends] or [options(state).pick(random)]


class Through:
    """One side's actions from one position, each carried through."""

    def __init__(self, state: Any, side: str, value: Evaluate, replies: Evaluate, random: Random) -> None:
        self.state, self.side, self.value, self.replies = state, side, value, replies
        self.knowledge = state.scenario.battle.knowledge
        self.floor = settling_floor(state)
        self.random = random
        self.answers: Answers | None = None
        self.work = work = Work()
        self.minds = {
            side: Greedy(value, random, work, Habit()),
            enemy_of(side): Greedy(replies, random, work, Habit()),
        }

    def worth(self, action: Action) -> float:
        """What an action comes to in the mean; one that ends the phase leaves everything as it is, or the game lost."""
        if self.knowledge.ends_phase(self.state, action):
            return self._settled(self.state) - self._defeat(action)
        return self._after(self.state, action, WAYS, LONGEST)

    def follow(self, state: Any, action: Action) -> float:
        """What an action of either side comes to, one way of each die followed."""
        return self._after(state, action, 1, LONGEST)

    def _defeat(self, action: Action) -> float:
        """What speaks against a pass of whoever has not won: the game may be over with it, at once or when the enemy
        passes, too."""
        state, dice, fear = self.state, EvenDice(self.random), CERTAIN
        for _ in range(AFTERMATH):
            state = play_trusted(state, action, dice).state
            if state.outcome is not None:
                return 0.0 if state.outcome.score(self.side) == 1.0 else fear
            if state.turn != self.state.turn:
                break
            if not self.knowledge.begins_at(state):
                action = self.minds[str(to_act(state))].choose(state)  # what belongs to the end of the day
                continue
            ends = [each for each in options(state).general() if self.knowledge.ends_phase(state, each)]
            if to_act(state) == self.side or not ends:
                break
            action, fear = ends[0], FEARED
        return 0.0

    def _after(self, state: Any, action: Action, ways: int, left: int) -> float:
        go_on()
        fallen = list(results(state, action, self.floor).items())
        if len(fallen) > WAYS:
            worth = expected_value(state, action, self.knowledge.intend, self.value, self.floor)
            return worth if self.answers is None else worth + self._told_by_some(fallen)
        if len(fallen) > ways:
            fallen = [(self._some(fallen, 1)[0], Fraction(1))]
        ways //= len(fallen)
        return sum(float(chance) * self._follow(after, ways, left - 1) for after, chance in fallen)

    def _told_by_some(self, fallen: list[tuple[Any, Fraction]]) -> float:
        """What the enemy's answer changes after an attack, by some of its results."""
        return sum(self._answer_to(after) for after in self._some(fallen, SOME)) / SOME

    def _some(self, fallen: list[tuple[Any, Fraction]], number: int) -> list[Any]:
        """So many of the results of dice, by their chances."""
        chances = [float(chance) for _, chance in fallen]
        return [after for after, _ in self.random.choices(fallen, chances, k=number)]

    def _answer_to(self, state: Any) -> float:
        """What the enemy's answer changes once what is left of an action is done."""
        for _ in range(LONGEST):
            if self._over(state):
                break
            fallen = list(results(state, self.minds[str(to_act(state))].choose(state), self.floor).items())
            state = self._some(fallen, 1)[0]
        return self._settled(state) - self.value(state)

    def _settled(self, state: Any) -> float:
        """What a position is worth, the enemy's answer counted where it is looked at."""
        worth = self.value(state)
        return worth if self.answers is None else worth + ANSWERED * (self.answers.worth(state, worth) - worth)

    def _follow(self, state: Any, ways: int, left: int) -> float:
        if not left or self._over(state):
            return self._settled(state)
        mind = self.minds[str(to_act(state))]
        return self._after(state, mind.choose(state), ways, left)

    def _over(self, state: Any) -> bool:
        """Whether all that belongs to the action is done."""
        if state.outcome is not None or len(state.agenda) < self.floor:
            return True
        return not state.agenda[-1].waits or self.knowledge.begins_at(state)


class Answers:
    """What positions at the end of an action are worth to a side when the enemy has made the best of the initiative."""

    def __init__(self, through: Through) -> None:
        self.through = through
        self.habit = Habit()
        self.known: dict[Any, float] = {}

    def worth(self, state: Any, as_it_is: float) -> float:
        if state not in self.known:
            self.known[state] = self._find(state, as_it_is)
        return self.known[state]

    def _find(self, state: Any, as_it_is: float) -> float:
        through = self.through
        foe = enemy_of(through.side)
        begun = None if state.outcome is not None else through.knowledge.onset(state, foe)
        if begun is None:
            return as_it_is
        after = Through(begun, through.side, through.value, through.replies, through.random)
        enemy = after.minds[foe] = Greedy(through.replies, through.random, through.work, self.habit)
        return after.follow(begun, enemy.choose(begun))
