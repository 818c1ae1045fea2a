"""Veteran: thinks in turns. It tries plans out in thought, keeps the best and plays it action by action.

A plan is tried by playing on with dice of the bot's own: its own side by the plan, the enemy by the battle's
evaluation, which is his best reply as far as anybody can tell. What the position at the end is worth to both sides is
the plan's mark (see `planning`). While the plan is carried out each action is weighed by exact chances, as `recruit`
does, with what the plan adds. An enemy who has moved makes it think anew.

Where the sides act in turn, one unit at a time, there is nothing to plan for a turn: there it carries each action
through in thought and takes the one that comes to most (see `through`), unless its side does better to rest while it
would win; with a handful of units it goes by the battle's own commander who plays at a glance, and plays games on in
thought before it spends the initiative (see `foresight`). And where weights found by play have done better alone than
plans had (see `tempers`), it goes by those; if they make it wait for an enemy who
comes on, one who does not come on and is not near is fought by others.

The plan is kept by the bot. One that is asked in the middle of a turn and has none makes one for the rest of it.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.generals.alternatives import weighed
from hardtack.generals.foresight import Course, foresee
from hardtack.generals.general import General
from hardtack.generals.intention import motives_of
from hardtack.generals.learned import model_of
from hardtack.generals.lookahead import Line, Lookahead, able, sure
from hardtack.generals.planning import DeepRace, DeepRaceBrief, DeepRaceByHand, Race, make_plan, trusted
from hardtack.generals.plans import Plan, goal_served, worth_to
from hardtack.generals.recruit import WIDE_BATCH, Evaluate, best_action, usual_action
from hardtack.generals.tempers import makes_plans, rests, waits
from hardtack.generals.through import best_through
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.chance import settling_floor
from hardtack.referee.events import Text, enemy_of
from hardtack.referee.umpire import deciding, options
from hardtack.referee.views import View

SLACK = 0.03  # of what the best action gains: one that gains so little less is as good, and nobody plays by rote
OPENING_SLACK = 0.25  # the same in the opening, when much is sound
AHEAD = Text("motive.ahead")
EASE = 2.0  # what an action must promise to a side that does better to rest while it would win
GAMES, MORE_GAMES = 18_000, 60_000  # positions weighed in games played on in thought
GLANCES = 15_000  # the same where only games played on are played at a glance
PHASE = 24_000  # and in thinking a phase through


class Veteran(General):
    name: ClassVar[str] = "veteran"
    version: ClassVar[str] = "12"
    race: ClassVar[type[Race]] = Race  # how plans compete
    ahead: ClassVar[bool] = False  # whether it looks further than its own action wherever the sides act in turn

    def __init__(self) -> None:
        self.plan: Plan | None = None
        self.seat: Hashable = None  # whose plan it is
        self.stage: Hashable = None  # what it was made for
        self.enemies: tuple[int, ...] = ()  # where the enemy stood when it was made
        self.instinct: Any = None  # who plays at a glance, where there is one, with the march he has in mind

    def choose(self, view: View, random: Random) -> Action:
        assert view.seat is not None  # a bot always sits somewhere
        # One draw a decision, however long the thought; and the thought leaves the choice its own chance.
        own = Random(random.getrandbits(64))
        guesses, plans, choices = (Random(own.getrandbits(64)) for _ in range(3))
        state = view.state.scenario.battle.imagine(view.state, view.seat, guesses)
        offered = options(state).all() if deciding(state).follow_up else None
        if offered is not None and len(offered) == 1:
            return offered[0]
        if offered is None and state.scenario.battle.knowledge.one_at_a_time:
            return self.in_turn(state, view.seat, choices, plans)
        value = self.worth(state, view.seat, self.current_plan(state, view.seat, plans))
        if offered is not None:
            return best_action(state, value, choices, 0.0, settling_floor(state), WIDE_BATCH)
        slack = OPENING_SLACK if state.scenario.battle.knowledge.opening(state) else SLACK
        usual = usual_action(state, value, choices, slack)
        return self.think_on(state, view.seat, value, usual, plans)

    def worth(self, state: Any, side: str, plan: Plan) -> Evaluate:
        """How good a state is for its side while it follows a plan."""
        return worth_to(state, side, plan)

    def think_on(self, state: Any, side: str, value: Evaluate, usual: Action, random: Random) -> Action:
        """What to do where the usual way would be this; who looks further ahead may find something better."""
        return usual

    def sight(self, state: Any) -> int:
        """How much it plays on in thought where the sides act in turn: only where a game is quickly played."""
        return 0 if state.scenario.battle.knowledge.instinct(state) is None else GAMES

    def in_turn(self, state: Any, side: str, random: Random, plans: Random) -> Action:
        """What to do where the sides act in turn, after some thought."""
        commander = state.scenario.battle.knowledge.instinct(state, self.ahead)
        self.instinct = None if commander is None else self.instinct or commander
        usual = Course(self.next_in_turn(state, side, random), self.instinct)
        return foresee(state, side, usual, plans, self.sight(state)).action

    def next_in_turn(self, state: Any, side: str, random: Random) -> Action:
        """The same without thought."""
        knowledge = state.scenario.battle.knowledge
        if self.instinct is not None:
            action: Action | None = self.instinct.choose(state, random)
            if action is not None and action in options(state):
                return action
        resting = rests(state.scenario.id, side) and knowledge.begins_at(state) and knowledge.leads(state, side)
        value = self.worth(state, side, Plan())
        return best_through(state, side, value, random, self.ahead, EASE if resting else 0.0)

    def current_plan(self, state: Any, side: str, random: Random) -> Plan:
        """The plan in force; a new one when its time is over or the enemy has changed the position."""
        knowledge = state.scenario.battle.knowledge
        seat = (state.scenario.key, side)
        last = self.plan if self.seat == seat else None
        if not knowledge.plans_at(state):
            return last or Plan()
        stage = knowledge.stage(state)
        enemies = tuple(here for here, whose in zip(state.at, state.scenario.side_of, strict=True) if whose != side)
        changed = None if last is None else sum(old != new for old, new in zip(self.enemies, enemies, strict=True))
        if last is not None and changed is not None and stage == self.stage and changed < knowledge.effort.unrest:
            return last
        if self.plans_on(state.scenario.id):
            self.plan = make_plan(state, side, random, last, self.race, idle=changed == 0)
        else:
            quiet = last is not None and self.coming(state, side, enemies) < knowledge.effort.unrest
            quiet = quiet and knowledge.left_alone(state, side)
            self.plan = Plan(bold=quiet and waits(state.scenario.id, side))
        self.seat, self.stage, self.enemies = seat, stage, enemies
        return self.plan

    def plans_on(self, scenario_id: str) -> bool:
        """Whether it makes plans on a scenario."""
        return makes_plans(scenario_id)

    def coming(self, state: Any, side: str, enemies: Sequence[int]) -> int:
        """How many enemy pieces have come nearer to what they fight for since the plan was made."""
        knowledge, foe = state.scenario.battle.knowledge, enemy_of(side)
        aim = knowledge.aims(state, foe)[0]
        way = knowledge.ways(state, foe, aim.hexes)
        moves = [(old, new) for old, new in zip(self.enemies, enemies, strict=True) if old >= 0 and new >= 0]
        return sum(way[new] < way[old] for old, new in moves)

    @property
    def plan_in_words(self) -> Sequence[Text]:
        """The plan in force, if there is more to it than the usual way: for the seat itself, which may know it."""
        return () if self.plan is None or self.plan.usual else self.plan.names

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]:
        """The goal the action serves, if it serves one, and the foremost motive; or that there is no need to act."""
        knowledge = state.scenario.battle.knowledge
        if knowledge.ends_phase(state, action) and knowledge.begins_at(state) and knowledge.leads(state, side):
            return (AHEAD,)
        goal = goal_served(state, side, action)
        motives = motives_of(state, side, action)
        return motives if goal is None else (goal, *motives[:1])

    def weighed(self, state: Any, side: str, action: Action) -> Sequence[tuple[Action, float]]:
        return weighed(state, side, action)


class GeneralBot(Veteran):
    """As `veteran`, but it tries plans longer, against more of what the enemy may have in mind, and judges where they
    lead by what was learned from self-play, where that predicts games better than the hand-made evaluation does.

    Where `veteran` goes by its temper alone it thinks each phase through as a whole (see `lookahead`).
    It is offered to players where the ladder has shown it to be the better one.
    """

    name: ClassVar[str] = "general"
    version: ClassVar[str] = "4"
    race: ClassVar[type[DeepRace]] = DeepRace
    share: ClassVar[float] = 1.0  # of its thought
    ahead: ClassVar[bool] = True

    def __init__(self) -> None:
        super().__init__()
        self.line: Line = ()  # what it means to do, from the position it was last asked about
        self.asked: Any = None  # that position
        self.foreseen: Any = None  # and the one after the first of these actions, if no die decides

    def sight(self, state: Any) -> int:
        """It plays on wherever there is a commander who plays at a glance, and longest with a handful of units."""
        knowledge = state.scenario.battle.knowledge
        if knowledge.instinct(state, self.ahead) is None:
            return 0
        return round(self.share * (GLANCES if knowledge.instinct(state) is None else MORE_GAMES))

    def think_on(self, state: Any, side: str, value: Evaluate, usual: Action, random: Random) -> Action:
        """Where it makes no plans: the phase thought through once, and again whenever a die has fallen."""
        if self.plans_on(state.scenario.id) or not state.scenario.battle.knowledge.plans_at(state):
            return usual
        if self.asked is not None and state == self.asked:  # asked again: it has not changed its mind
            return self.line[0]
        line = able(state, self.line[1:]) if self.foreseen is not None and state == self.foreseen else ()
        if not line:
            learned = trusted(model_of(state.scenario.id)) if self.race.learns else None
            work = round(self.share * PHASE)
            line = able(state, Lookahead(state, side, value, random, work, learned).best_line(usual)) or (usual,)
        self.line, self.asked, self.foreseen = line, state, sure(state, line[0])
        return line[0]

    def check_seat(self, battle: Battle, scenario_id: str, side: str) -> None:
        """It plays every side of everything, where it is asked for by its name."""


class GeneralByHand(GeneralBot):
    """A general who goes by the hand-made evaluation alone: to measure by the ladder what the learned one gains."""

    name: ClassVar[str] = "general-by-hand"
    race: ClassVar[type[DeepRace]] = DeepRaceByHand


class GeneralBrief(GeneralBot):
    """A general with a quarter of his thought: a ladder of him takes hours where his own would take days."""

    name: ClassVar[str] = "general-brief"
    race: ClassVar[type[DeepRace]] = DeepRaceBrief
    share: ClassVar[float] = DeepRaceBrief.share
