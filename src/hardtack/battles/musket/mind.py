"""The evaluation terms of a bot that knows the series and what its battle is about (see `outlook` and `designs`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardtack.battles.musket.aims import Aims, Distances
from hardtack.battles.musket.designs import DANGER, Designs
from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.lay import ARMY
from hardtack.battles.musket.movement import Movement, Moving, MovingOptions
from hardtack.battles.musket.outlook import VP, Outlook
from hardtack.battles.musket.reaching import FOG
from hardtack.battles.musket.state import MusketState

ENEMY_GROUND = 0.5

Term = Callable[[MusketState, str], float]
Judgement = tuple[MusketState | None, str, Mapping[str, float]]


class Mind:
    """What a bot keeps in mind about one scenario: its aims, and what it has worked out last."""

    def __init__(self, aims: Aims) -> None:
        self.aims = aims
        self.distances = Distances()
        self.designs = Designs()
        # Single values, each replaced at once: bots may think in several threads.
        self.last_view: Outlook | None = None
        self.last_judgement: Judgement = (None, "", {})

    def view(self, state: MusketState) -> Outlook:
        """The outlook of a position, made from the last one where little has changed."""
        last = self.last_view
        view = last.after(state) if last is not None else None
        if view is None:
            view = Outlook(state, self.aims, self.distances)
        self.last_view = view
        return view

    def judge(self, state: MusketState, side: str) -> Mapping[str, float]:
        """Every term at once, kept for the state asked about last: a bot asks for one term after the other."""
        known, of_side, judgement = self.last_judgement
        if known is state and of_side == side:
            return judgement
        view, own = self.view(state), ARMY[side]
        position = self.judge_position(view, side, moves_to_come(state, side))
        judgement = position | {
            # Hexes that must be held or taken, and whatever else the battle is about.
            "posts": position["posts"] + self.aims.other(state, view, own),
            # The best end of a move the side has begun: its own, or the enemy unit it leads astray (MS 14.2).
            "promise": self.promised(state, side, view),
        }
        self.last_judgement = (state, side, judgement)
        return judgement

    def judge_position(self, view: Outlook, side: str, coming: bool) -> dict[str, float]:
        """The terms that hang on the position alone; a declared move, for one, does not change it."""
        known = view.judgements.get((side, coming))
        if known is not None:
            return known
        own = ARMY[side]
        foe = 1 - own
        known = view.judgements[side, coming] = {
            # Combat factors in play, less for units in disorder or on the turn track.
            "strength": view.strength(own) - view.strength(foe),
            # How well the units of both armies stand for what they are after.
            "footing": view.footing(own) - ENEMY_GROUND * view.footing(foe),
            # Nearer the enemy while units can still move: a beaten enemy is far, and that is no loss.
            "zeal": view.eagerness(own) if coming else 0.0,
            "posts": view.held(own) - view.held(foe),
            # Leaders, HQ and train safe and at work.
            "commanders": view.commanders(own),
            # Attacks the enemy could make; and ours while they are still to come, for later only their results count.
            "contact": (view.contact(own) if coming else 0.0) - DANGER * view.contact(foe),
        }
        return known

    def promised(self, state: MusketState, side: str, view: Outlook) -> float:
        """What the best destination of the move on the agenda would add."""
        frame = state.agenda[-1] if state.agenda else None
        if isinstance(frame, Moving) and frame.side == side:
            return self.designs.best_move(view, frame.group, frame.points, frame.mode)
        if isinstance(frame, Straying) and frame.side == side:
            foe = view.scenario.army[frame.piece]
            goals = MovingOptions(state, frame.group(state), frame.points, FOG).found
            here, ground = state.at[frame.piece], view.ground[foe]
            return ENEMY_GROUND * max((ground[here] - ground[goal] for goal in goals), default=0.0)
        return 0.0


NAMES = ("strength", "footing", "zeal", "posts", "commanders", "contact", "promise")


def moves_to_come(state: MusketState, side: str) -> bool:
    return any(type(frame) is Movement and frame.side == side for frame in state.agenda)


def points(state: MusketState, side: str) -> float:
    """Victory points ahead (MS 11.4)."""
    own = ARMY[side]
    return float(state.points[own] - state.points[1 - own])


def terms(mind_of: Callable[[MusketState], Mind]) -> dict[str, tuple[float, Term]]:
    """The evaluation terms of a battle whose scenarios carry a mind."""

    def term(name: str) -> Term:
        return lambda state, side: mind_of(state).judge(state, side)[name]

    return {"points": (VP, points)} | {name: (1.0, term(name)) for name in NAMES}
