"""The evaluation terms of a bot that knows the series and what its battle is about (see `outlook`)."""

from __future__ import annotations

from collections.abc import Callable

from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.lay import ARMY
from hardtack.battles.musket.movement import Movement, Moving, MovingOptions
from hardtack.battles.musket.outlook import DANGER, ENEMY_GROUND, VP, Aims, Field, Fields, Outlook
from hardtack.battles.musket.reaching import FOG, MARCH
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.board.reach import reach

FAR = 40  # movement points from a goal beyond which all hexes are alike

Term = Callable[[MusketState, str], float]


class Mind:
    """What a bot keeps in mind about one scenario: its aims, and what it has worked out last."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.fields = Fields()

    def view(self, state: MusketState) -> Outlook:
        return self.fields.outlook(state, self.aims)

    def strength(self, state: MusketState, side: str) -> float:
        """Combat factors in play, less for units in disorder or on the turn track."""
        view, own = self.view(state), ARMY[side]
        return view.strength[own] - view.strength[1 - own]

    def footing(self, state: MusketState, side: str) -> float:
        """How well the units of both armies stand for what they are after."""
        view, own = self.view(state), ARMY[side]
        return view.footing[own] - ENEMY_GROUND * view.footing[1 - own]

    def zeal(self, state: MusketState, side: str) -> float:
        """How near the units are to the enemy while they can still move: a beaten enemy is far, and that is no loss."""
        return self.view(state).eagerness(ARMY[side]) if moves_to_come(state, side) else 0.0

    def posts(self, state: MusketState, side: str) -> float:
        """Hexes that must be held or taken, and whatever else the battle is about."""
        view, own = self.view(state), ARMY[side]
        return view.held[own] - view.held[1 - own] + self.aims.other(state, view, own)

    def commanders(self, state: MusketState, side: str) -> float:
        """Leaders, HQ and train safe and at work."""
        return self.view(state).commanders(ARMY[side])

    def contact(self, state: MusketState, side: str) -> float:
        """Attacks the enemy could make; and ours while they are still to come, for later only their results count."""
        view, own = self.view(state), ARMY[side]
        return (view.contact[own] if moves_to_come(state, side) else 0.0) - DANGER * view.contact[1 - own]

    def promise(self, state: MusketState, side: str) -> float:
        """The best end of a move the side has begun: its own, or the enemy unit it leads astray (MS 14.2)."""
        return promised(state, side, self.view(state))


def moves_to_come(state: MusketState, side: str) -> bool:
    return any(isinstance(frame, Movement) and frame.side == side for frame in state.agenda)


def points(state: MusketState, side: str) -> float:
    """Victory points ahead (MS 11.4)."""
    own = ARMY[side]
    return float(state.points[own] - state.points[1 - own])


def terms(mind_of: Callable[[MusketState], Mind]) -> dict[str, tuple[float, Term]]:
    """The evaluation terms of a battle whose scenarios carry a mind."""

    def term(name: str) -> Term:
        def value(state: MusketState, side: str) -> float:
            worth: float = getattr(mind_of(state), name)(state, side)
            return worth

        return value

    names = ("strength", "footing", "zeal", "posts", "commanders", "contact", "promise")
    return {"points": (VP, points)} | {name: (1.0, term(name)) for name in names}


def promised(state: MusketState, side: str, view: Outlook) -> float:
    """What the best destination of the move on the agenda would add."""
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, Moving) and frame.side == side:
        found = MovingOptions(state, frame.group, frame.points, frame.mode).found
        return view.best_move(frame.group, list(found), marching=frame.mode == MARCH)
    if isinstance(frame, Straying) and frame.side == side:
        foe = view.scenario.army[frame.piece]
        goals = MovingOptions(state, frame.group(state), frame.points, FOG).found
        here, ground = state.at[frame.piece], view.ground[foe]
        return ENEMY_GROUND * max((ground[here] - ground[goal] for goal in goals), default=0.0)
    return 0.0


def nearness(scenario: MusketScenario, goals: int, at_least: int = 0) -> Field:
    """Movement points by which each hex is nearer a goal than FAR is: never below 0, so that a unit lost is a loss."""
    field = [0.0] * scenario.board.grid.size
    flow = scenario.ground.ways(("infantry",)).flow
    for goal in hexes_in(goals):
        field[goal] = float(FAR - at_least)
        for hex_, cost in reach(flow, goal, FAR, 0).items():
            field[hex_] = max(field[hex_], float(FAR - max(cost, at_least)))
    return field
