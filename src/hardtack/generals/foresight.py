"""Foresight: where the sides act in turn, games are played on in thought before the initiative is spent.

Each thing that could be done is done in thought, and both sides play on at a glance, with dice of the bot's own, to the
end of the game. The better ones are tried again with other dice, all with the same ones; what the bot would have done
anyway is kept unless another does better by more than the dice explain; of a game that is won however the dice fall,
nothing is put at risk, and what is safe is done for points. Only a battle whose commander plays at a glance
is played on so: one action ahead it takes too long for more than a few games, and a few are mostly luck.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any

from hardtack.generals.planning import SECONDS, chance_from
from hardtack.generals.playout import EvenDice, Greedy, Habit, Work
from hardtack.generals.recruit import evaluation
from hardtack.referee.actions import Action
from hardtack.referee.events import enemy_of
from hardtack.referee.limits import go_on
from hardtack.referee.umpire import deciding, options, play_trusted, to_act

FIRST_TRIES = 4  # of everything; the better half is tried twice as often, and so on
MOST_TRIES = 128
DOUBT = 1.0  # standard errors by which something must beat what would have been done anyway
MARGIN = 0.02  # what a point more is worth beside the game
WIDEST = 5  # points beyond which a margin counts no more
WON = 0.5 + MARGIN * WIDEST  # a draw by however many points is no more than that
LONGEST = 600  # decisions a game is played on for
GLANCE = 6  # positions weighed that a decision at a glance costs as much as, about


@dataclass(frozen=True, eq=False)
class Course:
    """An action, and the commander who has in mind what should follow, where there is one."""

    action: Action
    commander: Any = None


def by_instinct(commander: Any, state: Any, random: Random) -> Action:
    """What a commander does who does not think about it; what the battle presumes where it is not for him to say."""
    if not deciding(state).follow_up:
        action: Action | None = commander.choose(state, random)
        if action is not None and action in options(state):
            return action
    intended: Action = state.scenario.battle.knowledge.intend(state)
    return intended


class Quick:
    """One side in thought, at a glance; a `restless` one never waits."""

    def __init__(self, state: Any, side: str, random: Random, work: Work, restless: bool = False) -> None:
        self.random, self.work = random, work
        self.commander = state.scenario.battle.knowledge.instinct(state, ahead=True)
        if restless:
            self.commander = self.commander.restless(state, side)

    def choose(self, state: Any) -> Action:
        self.work.done += GLANCE
        return by_instinct(self.commander, state, self.random)


class Thought:
    """What could be done in a position, each with its marks: one for each try, all with the same dice on a try."""

    def __init__(self, state: Any, side: str, random: Random, work: int) -> None:
        self.state, self.side, self.limit = state, side, work
        self.work = Work()
        self.seeds = [random.getrandbits(64) for _ in range(MOST_TRIES)]
        self.habit = Habit()
        self.handful = state.scenario.battle.knowledge.instinct(state) is not None
        self.marks: dict[Course, list[float]] = {}
        self.until = time.monotonic() + SECONDS

    @property
    def over(self) -> bool:
        return self.work.done >= self.limit or time.monotonic() > self.until

    def best(self, usual: Course, others: Sequence[Course]) -> Course:
        """The usual course, or the one that has shown itself better."""
        left = [usual, *others]
        tries = FIRST_TRIES
        while len(left) > 1 and tries <= MOST_TRIES and not self.over:
            for number in range(tries):
                for course in left:
                    marks = self.marks.setdefault(course, [])
                    if len(marks) <= number and not self.over:
                        marks.append(self.try_out(course, number))
            ranked = sorted(self.safe(left), key=lambda course: -fmean(self.gains(course) or [-1.0]))
            left = [usual, *ranked[: max(1, len(ranked) // 2)]]
            tries *= 2
        surest = max(self.safe(left), key=self.sure_gain, default=usual)
        return surest if surest != usual and self.sure_gain(surest) > 0 else usual

    def safe(self, courses: Sequence[Course]) -> list[Course]:
        """Those beside the first that put no won game at risk: it is played on for points as long as it stays won."""
        usual, *others = courses
        return [course for course in others if self.is_won(course)] if self.is_won(usual) else others

    def is_won(self, course: Course) -> bool:
        """Whether every try of a course was a victory."""
        return min(self.marks.get(course) or [0.0]) > WON

    def gains(self, course: Course) -> list[float]:
        usual = next(iter(self.marks.values()), [])
        return [mark - base for mark, base in zip(self.marks.get(course, []), usual, strict=False)]

    def sure_gain(self, course: Course) -> float:
        """What a course gains beyond what the dice explain."""
        gains = self.gains(course)
        if len(gains) < FIRST_TRIES:
            return -1.0
        middle = fmean(gains)
        spread = sum((gain - middle) ** 2 for gain in gains) / (len(gains) - 1)
        return middle - DOUBT * float((spread / len(gains)) ** 0.5)

    def try_out(self, course: Course, number: int) -> float:
        """The mark of a course: who wins, and by how much, when both sides have played on.

        The enemy is one of our own kind on one try and another on the next: what is done should do well against either.
        """
        seed = Random(self.seeds[number])
        dice = EvenDice(Random(seed.getrandbits(64)))
        own, foe = self.mind(self.side, seed), enemy_of(self.side)
        if course.commander is not None:
            own.commander = course.commander.copy()
        minds = {self.side: own, foe: self.other(foe, seed) if number % 2 else self.mind(foe, seed)}
        state = play_trusted(self.state, course.action, dice).state
        for _ in range(LONGEST):
            chooser = to_act(state)
            if chooser is None:
                break
            go_on()
            state = play_trusted(state, minds[chooser].choose(state), dice).state
        return self.mark(state)

    def mind(self, side: str, seed: Random) -> Quick:
        return Quick(self.state, side, Random(seed.getrandbits(64)), self.work)

    def other(self, foe: str, seed: Random) -> Quick | Greedy:
        """An enemy of another kind: one who looks one action ahead, by the weights given by hand; with more than a
        handful of units, where that takes long, one at a glance who never waits."""
        random = Random(seed.getrandbits(64))
        if self.handful:
            return Greedy(evaluation(self.state, foe), random, self.work, self.habit)
        return Quick(self.state, foe, random, self.work, restless=True)

    def mark(self, end: Any) -> float:
        chance = chance_from(end, self.side, None)
        if end.outcome is None:
            return chance
        points = dict(end.outcome.points)
        margin: float = points.get(self.side, 0) - points.get(enemy_of(self.side), 0)
        return chance + MARGIN * max(-WIDEST, min(WIDEST, margin))


def foresee(state: Any, side: str, usual: Course, random: Random, work: int) -> Course:
    """What to spend the initiative on, if games played on in thought show something better than the usual.

    `work`: in positions weighed. In the middle of an action it is carried on as it was meant.
    """
    if not work or not state.scenario.battle.knowledge.begins_at(state):
        return usual
    courses = [Course(action, usual.commander) for action in options(state).all() if action != usual.action]
    return Thought(state, side, random, work).best(usual, courses)
