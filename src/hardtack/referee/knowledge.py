"""What the bots know of a battle: how a position is weighed, what a choice is for, the book's own player."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any, Generic, TypeVar

from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass, mypyc_attr
from hardtack.referee.actions import Action
from hardtack.referee.events import Text
from hardtack.referee.state import State
from hardtack.referee.umpire import deciding, options

S = TypeVar("S", bound=State)
Field = Sequence[float]
"""A number for each hex."""


@dataclass(frozen=True, slots=True)
class Aim:
    """Somewhere a side may want its troops to be: a goal a plan can set."""

    name: Text  # "take ...", "hold ...": the plan in words
    hexes: int  # the set of hexes it is about; any of them will do
    needs: float  # the strength that is enough there
    worth: float  # what that strength in place is worth to a plan that sets this goal, in the weight of the terms


@dataclass(frozen=True, slots=True)
class Stance:
    """A way to fight: terms of the evaluation that count for more or less than usual while a plan is carried out."""

    name: Text
    leanings: tuple[tuple[str, float], ...] = ()  # names of `pulls` with what is added to their weight


@dataclass(frozen=True, slots=True)
class Effort:
    """How far a bot that plans thinks ahead; counted in work, not in time, so that it thinks alike on any machine."""

    turns: int = 1  # so many turns a plan is played out, until it is the planner's turn again
    work: int = 6000  # positions that may be weighed for a plan
    decisions: int = 400  # no plan is played out further than this
    unrest: int = 3  # enemy pieces that must have changed place before a plan is made anew


@lru_cache(maxsize=1024)
def hex_distances(grid: Grid, goals: int, horizon: int | None = None) -> Field:
    """How many hexes it is from each hex to the nearest of some; beyond the horizon all are equally far."""
    farthest = grid.size if horizon is None else horizon
    field = [float(farthest)] * grid.size
    front = seen = goals
    distance = 0
    while front and distance < farthest:
        onward = 0
        for hex_ in hexes_in(front):
            field[hex_] = float(distance)
            onward |= grid.around_mask[hex_]
        front = onward & ~seen
        seen |= front
        distance += 1
    return field


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(Generic[S]):
    """What a battle tells a bot. A battle without knowledge of its own is still played, but blindly."""

    def presume(self, state: S) -> Action:
        """The choice a forecast takes for granted inside an attack (whom to hit, where to retreat)."""
        return next(iter(options(state)))

    def intend(self, state: S) -> Action:
        """The same for a bot, which means to go on with what it begins; what a forecast presumes, as a rule."""
        return self.presume(state)

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        """Evaluation terms: name -> (weight, function of state and side). Higher is better for the side."""
        return {}

    def motives(self, state: S, side: str) -> Mapping[Text, float]:
        """The worth of a state to a side, part by part, each part named by what a bot would do it for."""
        return {Text(f"motive.{name}"): weight * term(state, side) for name, (weight, term) in self.terms().items()}

    def ends_phase(self, state: S, action: Action) -> bool:
        """Whether the action only ends a phase or passes: worth what the position is worth without it."""
        return action.verb in ("end", "pass")

    def goes_on(self, state: S, action: Action) -> bool:
        """Whether the action only carries on what has been begun and can be left: not to be done for no gain."""
        return False

    def doctrine(self) -> Any:
        """The book's own solitaire player: a function from state to action, or None."""
        return None

    def doctrine_motive(self, state: S, action: Action) -> Text:
        """What the book's own player does an action for."""
        return Text("motive.doctrine")

    # -- what the enemy could do about a position, asked by puzzles (see `blows`)

    def onset(self, state: S, side: str) -> S | None:
        """The position as a side would find it if it came on now: its next move and its attacks, with frames below
        that stand for what comes after. What dice or arrivals would change before that is left out.

        None where nobody can say: the other side is in the middle of something, or the battle does not tell.
        """
        return None

    onset_floor = 2  # a look ahead from there runs nothing below so many frames: what stands for what comes after
    one_at_a_time = False  # whether a side that comes on moves one unit, and not all it has

    def sorties(self, state: S, unit: str) -> Mapping[Any, Fraction]:
        """The positions in which a unit of the side that comes on can march, with their chances."""
        return {state: Fraction(1)}

    def marches(self, state: S, unit: str) -> Mapping[str, Sequence[Action]]:
        """The hexes a unit could be brought to now without a die, each with the actions that do it."""
        hint = state.scenario.battle.page.hint
        found: dict[str, Sequence[Action]] = {}
        for action in options(state).of(unit):
            shown = hint(state, action)
            if shown.kind == "move" and shown.hex and shown.risk is None:
                found.setdefault(shown.hex, (action,))
        return found

    def rest(self, state: S) -> Action | None:
        """The action that ends a move under way; None where a unit that has arrived is done."""
        return None

    # -- what a bot that plans asks besides; every answer has a default, so that any battle can be planned for

    effort = Effort()
    strike = 0.0  # what massing on an enemy stack is worth to a plan that sets this goal; 0: no plan does
    stride = 4.0  # how far, in the measure of `ways`, a unit goes in a turn: a goal so far away counts half

    def plan_terms(self) -> Mapping[str, tuple[float, Any]]:
        """The terms it weighs a position by; those of every bot, as a rule."""
        return self.terms()

    def traits(self) -> Mapping[str, tuple[float, Any]]:
        """Further terms that tuned weights may lean on, each with what a leaning of 1 would weigh."""
        return {}

    def aims(self, state: S, side: str) -> Sequence[Aim]:
        """Goals worth trying a plan with, on this turn; a plan may set one, several or none of them."""
        return ()

    def stances(self, state: S, side: str) -> Sequence[Stance]:
        """Ways to fight worth trying a plan with, besides the usual one."""
        return ()

    def pulls(self) -> Mapping[str, Any]:
        """The functions of state and side a stance leans on; the terms, as a rule."""
        return {name: term for name, (_, term) in self.plan_terms().items()}

    def ways(self, state: S, side: str, hexes: int) -> Field:
        """How far it is from each hex to the nearest of some, for the units of a side."""
        return hex_distances(state.scenario.board.grid, hexes)

    def fronts(self, state: S, hex_: int) -> int:
        """The hexes from which whoever stands on a hex can be attacked."""
        return state.scenario.board.grid.around_mask[hex_]

    def force(self, state: S, piece: int) -> float:
        """What a piece on the map counts for when a goal needs strength; 0 for one that holds nothing."""
        return 1.0

    def weighs_answers(self, state: S, side: str) -> bool:
        """Whether now a side weighs who would answer what on the way, if it does so at all (see `tempers`)."""
        return True

    def left_alone(self, state: S, side: str) -> bool:
        """Whether the enemy is nowhere near what a side has to guard: one who stands still there is fighting."""
        return True

    def together(self, state: S) -> Iterable[Sequence[Action]]:
        """Actions without dice that several pieces may only want to do together, each set in its order."""
        return ()

    def plans_at(self, state: S) -> bool:
        """Whether a decision is one to make a plan at; not in the middle of a fight, as a rule."""
        return not deciding(state).follow_up

    def appraised_at(self, state: S) -> bool:
        """Whether positions are compared here, to learn what an advantage is worth: where plans are made, as a rule."""
        return self.plans_at(state)

    def begins_at(self, state: S) -> bool:
        """Whether a side chooses here what it will do before the other side acts again: one unit's march, say."""
        return False

    def leads(self, state: S, side: str) -> bool:
        """Whether a side would win if the game ended now; False where nobody can say."""
        return False

    def instinct(self, state: S, ahead: bool = False) -> Any:
        """A commander who plays at a glance, where that does better than looking ahead: something with
        `choose(state, random)`, which gives an action, or None where it is not for him to say. `ahead`: for one who
        plays games on in thought before he decides."""
        return None

    def opening(self, state: S) -> bool:
        """Whether the game has only begun: much is sound then, and nobody should play by rote."""
        return state.turn <= 1

    def stage(self, state: S) -> Hashable:
        """What a plan is made for: while this stays the same the plan holds, unless the dice or the enemy upset it."""
        return state.turn
