"""Playing on in thought: both sides act greedily on the referee itself, with dice of the thinker's own.

Each piece is looked at in turn and does the best it can by its side's evaluation; a piece that can do nothing useful is
left alone until others have moved. That is quicker than looking at everybody before each action, and for judging where
a plan leads it is good enough.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from hardtack.generals.recruit import LEAST_GAIN, Evaluate
from hardtack.referee.actions import Action
from hardtack.referee.chance import expected_value, settling_floor
from hardtack.referee.dice import FACES
from hardtack.referee.knowledge import Effort
from hardtack.referee.limits import go_on
from hardtack.referee.umpire import deciding, options, play_trusted, to_act

NARROW = 10  # choices of a piece up to which all are weighed each time
BY_LOT, KEPT = 5, 4  # choices of a piece that are weighed once more: some by lot, those found best before
INITIATIVE = "initiative"  # under which it is remembered what an initiative was spent on
FEW = 6  # follow-up choices up to which each is weighed; beyond, what the battle presumes is done


class EvenDice:
    """Dice of the bot's own random source that are lucky as often as not: every six rolls are each face once.

    What a plan is worth should show after few tries, and most of what differs between two tries is luck.
    """

    def __init__(self, random: Random) -> None:
        self.random = random
        self.left: list[int] = []

    def roll(self) -> int:
        if not self.left:
            self.left = list(range(1, FACES + 1))
            self.random.shuffle(self.left)
        return self.left.pop()


class Work:
    """How many positions have been weighed."""

    def __init__(self) -> None:
        self.done = 0


class Habit:
    """What a side that follows one plan has found worth doing, piece by piece and turn by turn.

    A plan is tried many times with other dice, and the positions are much alike: what was best for a piece before is
    mostly best again. So only the first look at a piece is a full one; later ones weigh what was found before, and a
    few others by lot.
    """

    def __init__(self) -> None:
        self.found: dict[tuple[int, str], list[Action]] = {}

    def narrow(self, turn: int, actor: str, choices: Sequence[Action], random: Random) -> Sequence[Action]:
        """The choices worth weighing."""
        known = self.found.get((turn, actor))
        if known is None or len(choices) <= NARROW:
            return choices
        able = set(choices)
        kept = [action for action in known if action in able]
        return [*kept, *(action for action in random.sample(choices, BY_LOT) if action not in kept)]

    def keep(self, turn: int, actor: str, action: Action | None) -> None:
        """Remember what was found, the latest first; or that a look found nothing."""
        known = self.found.setdefault((turn, actor), [])
        if action is not None:
            if action in known:
                known.remove(action)
            known.insert(0, action)
            del known[KEPT:]


class Greedy:
    """One side in thought."""

    def __init__(self, value: Evaluate, random: Random, work: Work, habit: Habit | None = None) -> None:
        self.value, self.random, self.work, self.habit = value, random, work, habit or Habit()
        self.last: Action | None = None  # what it did before
        self.phase: object = None
        self.waiting: list[str] = []  # pieces still to be looked at in this round, the next one last
        self.done: set[str] = set()  # looked at, and found nothing to do
        self.stirred = False  # somebody has acted since the round began

    def choose(self, state: Any) -> Action:
        self.last = self.decide(state)
        return self.last

    def decide(self, state: Any) -> Action:
        frame = deciding(state)
        offered = options(state)
        knowledge = state.scenario.battle.knowledge
        if frame.follow_up:
            choices = offered.all()
            if len(choices) == 1:
                return choices[0]
            return self.best_of(state, choices, float("-inf"))[1] if len(choices) <= FEW else knowledge.intend(state)
        self.enter(state, frame)
        now = self.value(state)
        if knowledge.begins_at(state):
            return self.spend(state, offered, now)
        fallback: tuple[float, Action] | None = None
        general = offered.general()
        ends = [action for action in general if knowledge.ends_phase(state, action)]
        if len(ends) < len(general):
            begun = f"{self.last} ..."  # where to, after "walk", belongs to what was declared
            choices = [action for action in general if action not in ends]
            worth, action = self.weigh(state, begun, choices, now, not ends)
            if worth > now + LEAST_GAIN:
                return action
            fallback = (worth, action)
        found = self.next_piece(state, offered, now, not ends)
        useful = found is not None and (found[0] > now + LEAST_GAIN or not ends)
        if found is not None and useful and (fallback is None or found[0] > fallback[0]):
            return found[1]
        if ends:
            return ends[0]
        return fallback[1] if fallback is not None else offered.pick(self.random)

    def spend(self, state: Any, offered: Any, now: float) -> Action:
        """What the initiative is best spent on, by anybody: it is for one action, and who has it must choose well."""
        knowledge = state.scenario.battle.knowledge
        choices: Sequence[Action] = offered.all()
        useful = [action for action in choices if not knowledge.ends_phase(state, action)]
        if useful:
            worth, action = self.weigh(state, INITIATIVE, useful, now, len(useful) == len(choices))
            if worth > now + LEAST_GAIN or len(useful) == len(choices):
                return action
        return next(action for action in choices if knowledge.ends_phase(state, action))

    def enter(self, state: Any, frame: Any) -> None:
        """Begin a new round with a new phase."""
        phase = (state.turn, type(frame), len(state.agenda))
        if phase != self.phase:
            self.phase, self.done, self.waiting, self.stirred = phase, set(), [], False

    def next_piece(self, state: Any, offered: Any, now: float, must: bool) -> tuple[float, Action] | None:
        """The first piece with something useful to do, and what; or the best of all there is if nothing is useful.

        Where somebody `must` act, those who had nothing useful to do are looked at again: one of them does the least
        harm, and a march that gains nothing any more is ended, not gone on with blindly.
        """
        best: tuple[float, Action] | None = None
        for _ in range(2):
            actors = list(offered.actors())
            able = set(actors)
            waiting = [actor for actor in self.waiting if actor in able]
            if not waiting:
                waiting = [actor for actor in actors if must or actor not in self.done]
                self.random.shuffle(waiting)
            while waiting:
                actor = waiting.pop()
                choices = offered.of(actor)
                if choices:
                    found = self.weigh(state, actor, choices, now, must)
                    if found[0] > now + LEAST_GAIN:
                        self.waiting, self.stirred = [*waiting, actor], True
                        return found
                    if best is None or found[0] > best[0]:
                        best = found
                self.done.add(actor)
            self.waiting = []
            if not self.stirred:
                break
            self.done, self.stirred = set(), False
        return best

    def weigh(
        self, state: Any, actor: str, choices: Sequence[Action], now: float, must: bool
    ) -> tuple[float, Action]:  # fmt: skip
        """The best of what a piece can do, looked for where it was found before; everywhere if it must do something."""
        likely = self.habit.narrow(state.turn, actor, choices, self.random)
        found = self.best_of(state, likely, now)
        if must and found[0] <= now + LEAST_GAIN and len(likely) < len(choices):
            known = set(likely)
            others = self.best_of(state, [one for one in choices if one not in known], now)
            found = others if others[0] > found[0] else found
        self.habit.keep(state.turn, actor, found[1] if found[0] > now + LEAST_GAIN else None)
        return found

    def best_of(self, state: Any, choices: Any, now: float) -> tuple[float, Action]:
        """The best of some actions and its worth; what only carries on for no gain counts as nothing."""
        knowledge = state.scenario.battle.knowledge
        best_worth, best = float("-inf"), choices[0]
        floor = settling_floor(state)
        for action in choices:
            self.work.done += 1
            if knowledge.ends_phase(state, action):
                worth = now
            else:
                worth = expected_value(state, action, knowledge.intend, self.value, floor)
                if worth <= now and knowledge.goes_on(state, action):
                    continue
            if worth > best_worth:
                best_worth, best = worth, action
        return best_worth, best


def play_on(state: Any, side: str, players: Mapping[str, Greedy], random: Random, effort: Effort) -> Any:
    """The position after both have played on until it is the side's turn again, or the game or the effort ends."""
    knowledge = state.scenario.battle.knowledge
    dice = EvenDice(random)
    stage, left = knowledge.stage(state), effort.turns
    for _ in range(effort.decisions):
        chooser = to_act(state)
        if chooser is None:
            break
        if chooser == side and not deciding(state).follow_up:
            now = knowledge.stage(state)
            if now != stage:
                stage, left = now, left - 1
                if not left:
                    break
        go_on()
        state = play_trusted(state, players[chooser].choose(state), dice).state
    return state
