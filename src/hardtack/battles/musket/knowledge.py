"""What bots know of the series: how a position is weighed (see `outlook`, `move_values`), what is presumed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from math import fsum
from typing import Any, ClassVar

from hardtack.battles.musket.actions import ALONE, END, GO, STAY, Join, To, Walk
from hardtack.battles.musket.advance import Advancing
from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.checks import Check
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.concert import joint_attacks
from hardtack.battles.musket.fog import Straying
from hardtack.battles.musket.intent import Intent
from hardtack.battles.musket.joining import Preparation
from hardtack.battles.musket.move_values import DANGER, best_move
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.outlook import VP, Outlook
from hardtack.battles.musket.perils import STORM, assaults, blows_back, snared, storms, worn
from hardtack.battles.musket.posts import overrun
from hardtack.battles.musket.reaching import destinations
from hardtack.battles.musket.state import MusketState
from hardtack.referee.actions import Action
from hardtack.referee.battle import SCENARIOS_KEPT
from hardtack.referee.chance import results
from hardtack.referee.events import SIDES, Text, enemy_of
from hardtack.referee.knowledge import Aim, Knowledge
from hardtack.referee.state import seal
from hardtack.referee.umpire import deciding, options

ENEMY_GROUND = 0.5


@lru_cache(maxsize=SCENARIOS_KEPT)
def intent_of(kind: Any, scenario: Any) -> Intent:
    """What a battle is about; made once for a scenario."""
    made: Intent = kind(scenario)
    return made


class MusketKnowledge(Knowledge[Any]):
    """A battle names its `intent`; one that does not is played blindly."""

    plan_intent: ClassVar[type[Intent] | None] = None  # the same for a bot that plans; None: the same
    stride = 5.0

    intent: ClassVar[type[Intent] | None] = None

    def intend(self, state: MusketState) -> Action:
        """What a bot that begins an attack means to go on with: everybody who may joins."""
        frame = deciding(state)
        if isinstance(frame, Preparation):
            more = frame.joiners(state)
            return Join(state.scenario.ids[more[0]]) if more else GO
        return self.presume(state)

    def presume(self, state: MusketState) -> Action:
        """Nobody else joins, nobody assists, the first way back, nobody follows."""
        frame = deciding(state)
        if isinstance(frame, Preparation):
            return GO
        if isinstance(frame, Check):
            return ALONE
        if isinstance(frame, Advancing):
            return END
        offered = options(state)
        if STAY in offered:
            return STAY
        actors = offered.actors()
        return offered.of(actors[0])[0] if actors else offered.general()[0]

    def onset(self, state: MusketState, side: str) -> MusketState | None:
        """Its movement, bombardments and attacks (MS 3.3g, 3.4)."""
        if not isinstance(deciding(state), Movement):
            return None
        blank = (0,) * len(state.at)
        draft = state.draft()
        draft.phasing = side
        draft.moved = draft.helped = draft.fogged = draft.fought = draft.struck = blank
        draft.attacked = ()
        draft.agenda = (state.agenda[0], Attacks(side), Bombardments(side), Movement(side))
        begun: MusketState = seal(draft)
        return begun

    def marches(self, state: MusketState, unit: str) -> Mapping[str, Sequence[Action]]:
        """With the standard allowance (MS 4.3)."""
        walk = Walk(unit)
        if walk not in options(state):
            return {}
        moving = next(iter(results(state, walk)))
        offered = options(moving).all()
        return {action.hex: (walk, action) for action in offered if isinstance(action, To)}

    def outlook(self, state: MusketState, last: Outlook | None, planning: bool = False) -> Outlook:
        """How both sides see a position, for a bot that plans or not; the last outlook itself while it holds."""
        if last is not None and last.holds_for(state):
            return last
        intent = self.plan_intent if planning and self.plan_intent else self.intent
        return Outlook(state, intent_of(intent, state.scenario), last)

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return {} if self.intent is None else TERMS

    def plan_terms(self) -> Mapping[str, tuple[float, Any]]:
        return {} if self.intent is None else PLAN_TERMS

    def plans_at(self, state: MusketState) -> bool:
        """Never: an army of forty brigades is slow to play on with, and its terms say much of each move and attack."""
        return False

    def appraised_at(self, state: MusketState) -> bool:
        """Where a side begins to move."""
        return isinstance(deciding(state), Movement)

    def together(self, state: MusketState) -> Iterable[Sequence[Action]]:
        """Marches beside an enemy stack that pay only because all who come attack it."""
        frame = deciding(state)
        if self.intent is None or not isinstance(frame, Movement | Moving):
            return ()
        return joint_attacks(state.plan_outlook, frame.side, frame)

    def aims(self, state: MusketState, side: str) -> Sequence[Aim]:
        return () if self.intent is None else state.plan_outlook.intent.aims(state, side)

    def force(self, state: MusketState, piece: int) -> float:
        scenario = state.scenario
        return float(scenario.counters[piece].cf[state.reduced[piece]]) if scenario.weight[piece] else 0.0

    def motives(self, state: MusketState, side: str) -> Mapping[Text, float]:
        """The terms, the position part by part."""
        if self.intent is None:
            return {}
        view = state.outlook
        found = {"points": VP * points(state, side), **parts(view, state, side)}
        found[view.intent.purpose(view.state, side)] = found.pop("ground")
        found |= {"other": view.intent.other(view, side), "promise": promise(view, state, side)}
        return {Text(f"motive.{name}"): worth for name, worth in found.items()}


def points(state: MusketState, side: str) -> float:
    """Victory points ahead (MS 11.4)."""
    own = SIDES.index(side)
    return float(state.points[own] - state.points[1 - own])


def moves_to_come(state: MusketState, side: str) -> bool:
    return any(type(frame) is Movement and frame.side == side for frame in state.agenda)


def parts(view: Outlook, state: MusketState, side: str) -> Mapping[str, float]:
    """What a position is worth to a side, by what a unit would move for; worked out once for a position.

    All of it hangs on the position alone; a declared move, for one, does not change it.
    """
    coming = moves_to_come(state, side)
    known = view.judgements.get((side, coming))
    if known is None:
        known = view.judgements[side, coming] = _parts(view, side, coming)
    return known


def _parts(view: Outlook, side: str, coming: bool) -> Mapping[str, float]:
    foe = enemy_of(side)
    found = {
        # Combat factors in play, less for units in disorder or on the turn track.
        "strength": view.strength(side) - view.strength(foe),
        # How well the units of both sides stand for what they are after.
        "ground": view.footing(side),
        "hinder": -ENEMY_GROUND * view.footing(foe),
        # Hexes that must be held or taken.
        "hold": view.held(side) - view.held(foe),
        # Leaders, HQ and train safe and at work.
        "commanders": view.commanders(side),
        # Attacks the enemy could make.
        "safety": -DANGER * view.contact(foe),
    }
    if coming:
        # Nearer the enemy while units can still move: a beaten enemy is far, and that is no loss. And our attacks
        # while they are still to come, for later only their results count.
        found["closing"] = view.eagerness(side)
        found["attacks"] = view.contact(side)
    return found


def promise(view: Outlook, state: MusketState, side: str) -> float:
    """The best end of a move the side has begun: its own, or the enemy unit it leads astray (MS 14.2)."""
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, Moving) and frame.side == side:
        return best_move(view, frame.group, frame.points, frame.mode)
    if isinstance(frame, Straying) and frame.side == side:
        goals = destinations(state, *frame.move(state)).hexes.by_hex()
        here, ground = state.at[frame.piece], view.ground[enemy_of(side)]
        return ENEMY_GROUND * max((ground[here] - ground[goal] for goal in goals), default=0.0)
    return 0.0


TERMS: Mapping[str, tuple[float, Callable[[MusketState, str], float]]] = {
    "points": (VP, points),
    "position": (1.0, lambda state, side: fsum(parts(state.outlook, state, side).values())),
    "other": (1.0, lambda state, side: state.outlook.intent.other(state.outlook, side)),
    "promise": (1.0, lambda state, side: promise(state.outlook, state, side)),
}
PARTS = ("strength", "ground", "hinder", "hold", "commanders", "safety", "closing", "attacks")


def part(name: str) -> Callable[[MusketState, str], float]:
    """One part of the position as a bot that plans sees it."""
    return lambda state, side: parts(state.plan_outlook, state, side).get(name, 0.0)


def perils(state: MusketState, side: str) -> Mapping[str, float]:
    """What a fight costs or promises beyond its attacks; worked out once for a position."""
    view, coming = state.plan_outlook, moves_to_come(state, side)
    known = view.perils.get((side, coming))
    if known is None:
        foe = enemy_of(side)
        worth, attacked = assaults(view, side) if coming else (0.0, frozenset())
        known = view.perils[side, coming] = {
            # No unit attacks twice: what the attacks, ours and the enemy's, promise less than each alone would.
            "no_double": worth - view.contact(side) if coming else 0.0,
            "no_double_foe": view.contact(foe) - assaults(view, foe)[0],
            # Counterattacks of this phase.
            "blows_back": -blows_back(view, side, coming, attacked),
            # Attacks on what must be taken.
            "storms": storms(view, side) if coming else 0.0,
            # Stacks without a way back: ours, and the enemy's while we can still move against them.
            "ways_out": -snared(view, side),
            "snares": snared(view, foe) if coming else 0.0,
            # Counterattacks on hexes that must not fall.
            "overrun": -overrun(view, side, view.intent.vital(side), coming),
            # Units in disorder that cannot recover where they are.
            "worn": float(worn(view, foe) - worn(view, side)),
        }
    return known


def peril(name: str) -> Callable[[MusketState, str], float]:
    return lambda state, side: perils(state, side)[name]


PERILS = {
    "no_double": 1.0, "no_double_foe": DANGER, "blows_back": 1.0, "storms": STORM, "ways_out": 0.6, "snares": 0.8,
    "overrun": 40.0, "worn": 0.7,
}  # fmt: skip

PLAN_TERMS: Mapping[str, tuple[float, Callable[[MusketState, str], float]]] = {
    "points": (VP, points),
    **{name: (1.0, part(name)) for name in PARTS},
    **{name: (weight, peril(name)) for name, weight in PERILS.items()},
    "other": (1.0, lambda state, side: state.plan_outlook.intent.other(state.plan_outlook, side)),
    "promise": (1.0, lambda state, side: promise(state.plan_outlook, state, side)),
}
