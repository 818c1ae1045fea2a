"""Looking ahead: what a side means to do with all it has in a phase, tried against the enemy's replies.

Where a side moves all it has before the other acts, a single action says little: what counts is where everybody stands
when the phase is over. So the whole phase is written down as a line, first as the usual way of choosing would have it,
one action after the other. Then lines a step away from it are tried: a piece goes elsewhere, stays where it is, or goes
too; a stack marches together; another attack is made first. A line is tried by playing on with dice of the bot's own
until it is the side's turn again, and marked by the chance to win from there. Both lines of a comparison have the same
luck as far as that can be: each phase has its own dice. The better half of the lines is tried again; the best replaces
the line it came from if it is better by more than the dice explain, and is improved upon in turn while there is work
left, which is counted in positions.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Any

from hardtack.generals.learned import Model
from hardtack.generals.planning import chance_from
from hardtack.generals.plans import Plan, worth_to
from hardtack.generals.playout import EvenDice, Greedy, Habit, Work
from hardtack.generals.recruit import Evaluate, evaluation, usual_action, worth_together
from hardtack.referee.actions import Action
from hardtack.referee.chance import results, settling_floor
from hardtack.referee.events import enemy_of
from hardtack.referee.limits import go_on
from hardtack.referee.umpire import deciding, options, play_trusted, to_act

LONGEST = 60  # actions of a line
FIELD = 10  # lines that start beside the best so far
ROUNDS = (2, 4, 8)  # tries of a line by the end of each round; the better half goes on
DOUBT = 1.0  # standard errors by which a line must be better
FAILURES = 2  # fields in a row that bring nothing better: then it is enough
LAST_TURNS = 2  # with so few turns to go the game is played to its end
DECISIONS = 600  # no line is played out further than this
CHOICES = 3  # ways for one piece, or one stack, that are worth a try

Line = tuple[Action, ...]


class PhaseDice:
    """Dice by which every phase has its own luck, whatever was rolled before it."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.phase: object = None
        self.dice = EvenDice(Random(seed))

    def enter(self, *phase: object) -> None:
        if phase != self.phase:
            self.phase = phase
            self.dice = EvenDice(Random(f"{self.seed}/{phase}"))

    def roll(self) -> int:
        return self.dice.roll()


class Lookahead:
    """The lines of one phase in competition, each with its marks: all have the same dice on the same try."""

    def __init__(
        self, state: Any, side: str, value: Evaluate, random: Random, work: int, learned: Model | None = None
    ) -> None:
        self.state, self.side, self.value, self.random = state, side, value, random
        self.limit = work
        self.work = Work()
        self.seeds = [random.getrandbits(64) for _ in range(ROUNDS[-1])]
        self.marks: dict[Line, list[float]] = {}
        self.habits: dict[object, Habit] = {}
        self.learned = learned
        self.foes = (worth_to(state, enemy_of(side), Plan()), evaluation(state, enemy_of(side)))

    # -- lines

    def phase(self, state: Any) -> object:
        """What a line is for: the phase of a side."""
        return to_act(state), state.turn, type(deciding(state)), len(state.agenda)

    def usual_line(self, first: Action) -> Line:
        """What the side would do in this phase the usual way, beginning so; as far as no die decides."""
        state, line, phase = self.state, [first], self.phase(self.state)
        while len(line) < LONGEST:
            after = sure(state, line[-1])
            if after is None or to_act(after) is None or self.phase(after) != phase:
                break
            state = after
            line.append(usual_action(state, self.value, self.random))
            self.work.done += len(options(state).all())
        return tuple(line)

    def neighbours(self, line: Line) -> list[Line]:
        """Lines a step away, the most promising by the evaluation first."""
        knowledge, floor = self.state.scenario.battle.knowledge, settling_floor(self.state)
        now, offered = self.value(self.state), options(self.state)
        found: list[tuple[float, Line]] = []

        def weigh(actions: Sequence[Action]) -> float:
            self.work.done += 1
            return worth_together(self.state, self.value, actions, floor) - now

        planned: dict[str, list[Action]] = {}
        for action in line:
            planned.setdefault(action.actor, []).append(action)
        for actor in offered.actors():
            ways = sorted(((weigh([one]), str(one), one) for one in offered.of(actor)), reverse=True)
            own = planned.get(actor, [])
            others = tuple(action for action in line if action.actor != actor)
            best = max(0.0, ways[0][0] if ways else 0.0)
            if own and others:
                found.append((0.0 - best, others))
            for worth, _, action in [way for way in ways if way[2] not in own][:CHOICES]:
                found.append((worth - best, (action, *others)))
        marches = sorted(
            ((weigh(pair), str(pair), tuple(pair)) for pair in knowledge.together(self.state)), reverse=True
        )
        for worth, _, pair in marches[: 2 * CHOICES]:
            movers = {action.actor for action in pair}
            found.append((worth - max(0.0, marches[0][0]), (*pair, *(a for a in line if a.actor not in movers))))
        for action in offered.general():
            ends = knowledge.ends_phase(self.state, action)
            found.append((0.0 if ends else weigh([action]), (action,)))
        return [other for _, other in sorted(found, key=lambda entry: -entry[0]) if other not in self.marks]

    # -- tries

    def try_out(self, line: Line, number: int) -> float:
        """The mark of a line: the chance to win from where it leads."""
        random = Random(self.seeds[number])
        side, foe, kind = self.side, enemy_of(self.side), number % len(self.foes)
        players = {
            side: Greedy(self.value, random, self.work, self.habits.setdefault("own", Habit())),
            foe: Greedy(self.foes[kind], random, self.work, self.habits.setdefault(kind, Habit())),
        }
        return chance_from(self.play_on(line, players, PhaseDice(self.seeds[number])), side, self.learned)

    def play_on(self, line: Line, players: dict[str, Greedy], dice: PhaseDice) -> Any:
        """The position when it is the side's turn again, or at the end of a game that has few turns left."""
        state, side, begun = self.state, self.side, self.state.turn
        knowledge, phase, left = state.scenario.battle.knowledge, self.phase(state), line
        to_the_end = state.scenario.turns - begun <= LAST_TURNS
        for _ in range(DECISIONS):
            chooser = to_act(state)
            if chooser is None:
                break
            follow_up = deciding(state).follow_up
            if chooser == side and not follow_up and state.turn != begun and not to_the_end:
                break
            go_on()
            if left and not follow_up:
                left = able(state, left) if self.phase(state) == phase else ()
            if left and not follow_up:
                action, left = left[0], left[1:]
            else:
                action = players[chooser].choose(state)
            dice.enter(state.turn, type(deciding(state)), chooser, knowledge.ends_phase(state, action))
            state = play_trusted(state, action, dice).state
        return state

    def bring(self, line: Line, tries: int) -> None:
        """Bring a line to so many tries, as far as the work goes."""
        marks = self.marks.setdefault(line, [])
        while len(marks) < tries and self.work.done < self.limit:
            marks.append(self.try_out(line, len(marks)))

    def gains(self, line: Line, base: Line) -> list[float]:
        return [mark - usual for mark, usual in zip(self.marks[line], self.marks[base], strict=False)]

    def surely_better(self, line: Line, base: Line) -> bool:
        gains = self.gains(line, base)
        if len(gains) < ROUNDS[1]:
            return False
        middle = fmean(gains)
        spread = (sum((gain - middle) ** 2 for gain in gains) / (len(gains) - 1)) ** 0.5
        return middle > DOUBT * spread / len(gains) ** 0.5 and middle > 1e-4

    def best_line(self, first: Action) -> Line:
        """The best line found within the work; the usual one, which begins so, if none is better."""
        best, failures = self.usual_line(first), 0
        while self.work.done < self.limit and failures < FAILURES:
            field = self.neighbours(best)[:FIELD]
            for tries in ROUNDS:
                self.bring(best, tries)
                for line in field:
                    self.bring(line, tries)
                ranked = [line for line in field if len(self.marks[line]) >= min(tries, len(self.marks[best]))]
                ranked.sort(key=lambda line: -fmean(self.gains(line, best) or [0.0]))
                field = ranked[: max(1, len(field) // 2)]
            better = next((line for line in field if self.surely_better(line, best)), None)
            best, failures = (best, failures + 1) if better is None else (better, 0)
        return best


def able(state: Any, line: Line) -> Line:
    """A line from the first action on that can be done now; what can not, since somebody else stays, is left out."""
    offered = options(state)
    for number, action in enumerate(line):
        if action in offered:
            return line[number:]
    return ()


def sure(state: Any, action: Action) -> Any:
    """The position an action leads to, if no die has a say in it and the phase goes on; None otherwise."""
    ends: list[Any] = list(results(state, action, len(state.agenda)))
    return ends[0] if len(ends) == 1 and ends[0].outcome is None and ends[0].agenda[-1].waits else None
