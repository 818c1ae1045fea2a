"""The evaluation terms of a bot that knows the series and what its battle is about (see `outlook` and `designs`)."""

from __future__ import annotations

from collections.abc import Callable
from math import fsum

from hardtack.battles.musket.aims import Aims, Distances
from hardtack.battles.musket.designs import DANGER, Designs
from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.lay import ARMY
from hardtack.battles.musket.movement import Movement, Moving, MovingOptions
from hardtack.battles.musket.outlook import VP, Outlook, same_position
from hardtack.battles.musket.reaching import FOG
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import Text, enemy_of

ENEMY_GROUND = 0.5

Term = Callable[[MusketState, str], float]


class Mind:
    """What a bot keeps in mind about one scenario: its aims, and what it has worked out last."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.distances = Distances()
        self.designs = Designs()
        self.last_view: Outlook | None = None  # replaced at once: bots may think in several threads

    def view(self, state: MusketState) -> Outlook:
        """The outlook of a position, made from the last one where little has changed."""
        last = self.last_view
        if last is not None and same_position(last.state, state):
            return last
        view = last.after(state) if last is not None else None
        if view is None:
            view = Outlook(state, self.aims, self.distances)
        self.last_view = view
        return view

    def position(self, state: MusketState, side: str) -> float:
        """What hangs on the position alone; a declared move, for one, does not change it."""
        view, coming = self.view(state), moves_to_come(state, side)
        known = view.judgements.get((side, coming))
        if known is not None:
            return known
        worth = fsum(self.parts(view, side, coming).values())
        view.judgements[side, coming] = worth
        return worth

    def parts(self, view: Outlook, side: str, coming: bool) -> dict[str, float]:
        """What a position is worth to a side, by what a unit would move for."""
        own = ARMY[side]
        foe = 1 - own
        found = {
            # Combat factors in play, less for units in disorder or on the turn track.
            "strength": view.strength(own) - view.strength(foe),
            # How well the units of both armies stand for what they are after.
            self.aims.purpose(view.state, own): view.footing(own),
            "hinder": -ENEMY_GROUND * view.footing(foe),
            # Hexes that must be held or taken.
            "hold": view.held(own) - view.held(foe),
            # Leaders, HQ and train safe and at work.
            "commanders": view.commanders(own),
            # Attacks the enemy could make.
            "safety": -DANGER * view.contact(foe),
        }
        if coming:
            # Nearer the enemy while units can still move: a beaten enemy is far, and that is no loss. And our attacks
            # while they are still to come, for later only their results count.
            found["closing"] = view.eagerness(own)
            found["attacks"] = view.contact(own)
        return found

    def other(self, state: MusketState, side: str) -> float:
        """Whatever else the battle is about."""
        return self.aims.other(state, self.view(state), ARMY[side])

    def promise(self, state: MusketState, side: str) -> float:
        """The best end of a move the side has begun: its own, or the enemy unit it leads astray (MS 14.2)."""
        frame = state.agenda[-1] if state.agenda else None
        if isinstance(frame, Moving) and frame.side == side:
            return self.designs.best_move(self.view(state), frame.group, frame.points, frame.mode)
        if isinstance(frame, Straying) and frame.side == side:
            view, foe = self.view(state), ARMY[enemy_of(side)]
            goals = MovingOptions(state, frame.group(state), frame.points, FOG).found
            here, ground = state.at[frame.piece], view.ground[foe]
            return ENEMY_GROUND * max((ground[here] - ground[goal] for goal in goals), default=0.0)
        return 0.0

    def motives(self, state: MusketState, side: str) -> dict[Text, float]:
        """The terms below, the position part by part."""
        found = {"points": VP * points(state, side)} | self.parts(self.view(state), side, moves_to_come(state, side))
        found |= {"other": self.other(state, side), "promise": self.promise(state, side)}
        return {Text(f"motive.{name}"): worth for name, worth in found.items()}


def moves_to_come(state: MusketState, side: str) -> bool:
    return any(type(frame) is Movement and frame.side == side for frame in state.agenda)


def points(state: MusketState, side: str) -> float:
    """Victory points ahead (MS 11.4)."""
    own = ARMY[side]
    return float(state.points[own] - state.points[1 - own])


def terms(mind_of: Callable[[MusketState], Mind]) -> dict[str, tuple[float, Term]]:
    """The evaluation terms of a battle whose scenarios carry a mind."""
    return {
        "points": (VP, points),
        "position": (1.0, lambda state, side: mind_of(state).position(state, side)),
        "other": (1.0, lambda state, side: mind_of(state).other(state, side)),
        "promise": (1.0, lambda state, side: mind_of(state).promise(state, side)),
    }
