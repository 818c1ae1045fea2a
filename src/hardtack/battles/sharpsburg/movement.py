"""The movement phase (chapter 5): who may move, how far, and in what limits."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import END, Limber, Move
from hardtack.battles.sharpsburg.artillery import LIMBER_BANS, begin_to_deploy, limber, undeployed_guns, unlimbered_guns
from hardtack.battles.sharpsburg.engagement import bound
from hardtack.battles.sharpsburg.ground import terrain_without
from hardtack.battles.sharpsburg.reach import FAR, concern, goals_of, march_of
from hardtack.battles.sharpsburg.state import Question, SharpsburgState, enter, take
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.bans import Ban, Labelled, Limit, Way, absent, out_of_play, own_hex
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import UNION, Text, enemy_of, text
from hardtack.referee.nearby import NearbyOrder, Scene
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.umpire import Umpire

SEQUENCE = "SH 4a"


# -- who may not move


def has_moved(asked: Question) -> int:
    return asked.state.moved_units.units


def held_partner(asked: Question) -> int:
    """Of MC and AN only one moves in a turn (SH 5a); either, chosen afresh (SH C2)."""
    one_of = asked.state.scenario.one_of
    return one_of if asked.side != UNION and has_moved(asked) & one_of else 0


def corps_over_limit(asked: Question) -> int:
    """Three Union corps move, four on an even die (SH 5b, SH 5c)."""
    return 0 if asked.state.corps_left > 0 else asked.state.scenario.corps


def engaged_attackers(asked: Question) -> int:
    """Attackers that owe another attack stay where they are (SH C12)."""
    return mask_of(bound(asked.state)) if asked.state.engaged else 0


UNIT_BANS = (
    Ban("SH 4a", "reason.not_on_map", absent),
    Ban("SH 5", "reason.has_moved", has_moved),
    Ban("SH C12", "reason.engaged", engaged_attackers),
)
MARCH_BANS = (
    Ban("SH 5a", "reason.one_of", held_partner),
    Ban("SH 5b", "reason.corps_limit", corps_over_limit),
    Ban("SH 11h", "reason.not_limbered", unlimbered_guns),
)


# -- where a unit may not end its move


def full_hexes(asked: Question) -> int:
    """Hexes without room for the unit when its move ends (SH 8, SH 8a, SH C9)."""
    full = asked.state.front(asked.side).full if asked.state.scenario.is_infantry[asked.unit] else 0
    return full & ~own_hex(asked)


def enemy_hexes(asked: Question) -> int:
    return asked.state.occupied(enemy_of(asked.side))


TOO_FAR = Limit("SH 5", "reason.too_far")
CREEK = Limit("SH 5d", "reason.creek")
WOODS = Limit("SH C4", "reason.woods")
ENEMIES = Limit("SH 5d", "reason.enemies_between", "reason.enemy_hex", enemy_hexes)
ZONE_STOPS = Limit("SH 7a", "reason.zone_stops")
ZONE_TO_ZONE = Limit("SH 7b", "reason.zone_to_zone")
OUT_OF_PLAY = Limit("SH C7", "reason.off_the_map", "reason.out_of_play", out_of_play)


def goals(asked: Question, lifted: Collection[Limit]) -> int:
    """Where a unit can get to; with some of the limits lifted, for explanations."""
    state = asked.state
    if not lifted:
        return goals_of(state, asked.unit, asked.side) | own_hex(asked)
    march = march_of(state, asked.unit, asked.side)
    march.points = FAR if TOO_FAR in lifted else march.points
    march.enemies = 0 if ENEMIES in lifted else march.enemies
    if ZONE_STOPS in lifted:
        march.zone = 0 if ZONE_TO_ZONE in lifted else march.zone & march.barred
    if ZONE_TO_ZONE in lifted:
        march.barred = 0
    march.terrain = terrain_without(march.terrain, CREEK in lifted, WOODS in lifted)
    found = march.goals() | own_hex(asked)
    return found | out_of_play(asked) if OUT_OF_PLAY in lifted else found


GOAL_BANS: Sequence[Ban[Question]] = (
    Ban("SH 5", "reason.already_there", own_hex),
    Labelled(lambda asked, hex_: ("SH 8" if asked.side == UNION else "SH 8a", "reason.full"), full_hexes),
    Way(
        (TOO_FAR, CREEK, WOODS, ENEMIES, ZONE_STOPS, ZONE_TO_ZONE, OUT_OF_PLAY), goals,
        lambda asked, goal: {"points": asked.state.scenario.movement[asked.unit]},
    ),
)  # fmt: skip


# -- the phase


def move(frame: Movement, draft: SharpsburgState, action: Move, umpire: Umpire) -> None:
    """Move a unit; on its way it takes the Sharpsburg hexes it can pass through (SH C20)."""
    field, side = draft.scenario, frame.side
    piece = field.index[action.unit]
    goal = field.board.grid.index(action.hex)
    before: SharpsburgState = draft.before  # which remembers what it was asked
    if passes_town(before, piece, side, goal):
        for hex_ in route(before, piece, side, goal):
            if field.objective >> hex_ & 1:
                take(draft, hex_, by_union=field.is_union[piece])
    enter(draft, piece, goal)
    draft.moved = (*draft.moved, action.unit)
    if field.corps >> piece & 1:
        draft.corps_left -= 1
    if field.limbers(piece):
        begin_to_deploy(draft, piece)
    umpire.tell("SH 5", "event.moves", unit=action.unit, hex=action.hex)


def wanted_hexes(state: SharpsburgState, piece: int) -> int:
    """The Sharpsburg hexes the unit's side does not hold."""
    taken = state.scenario.hexes_of(state.taken)
    return state.scenario.objective & ~taken if state.scenario.is_union[piece] else taken


def passes_town(state: SharpsburgState, piece: int, side: str, goal: int) -> bool:
    """Whether a move could take a Sharpsburg hex on its way."""
    field, start = state.scenario, state.at[piece]
    points, distance = field.movement[piece], field.board.grid.distance
    if field.to_town[start] > points:
        return False  # every step costs a point or more
    wanted = wanted_hexes(state, piece) & ~(state.front(side).zone | 1 << goal)
    near = mask_of([town for town in hexes_in(wanted) if distance(start, town) + distance(town, goal) <= points])
    return bool(near and near & goals_of(state, piece, side))


def route(state: SharpsburgState, piece: int, side: str, goal: int) -> list[int]:
    """The way a unit takes: through the Sharpsburg hexes its side wants if it can, else the cheapest."""
    found = march_of(state, piece, side).way_through(goal, hexes_in(wanted_hexes(state, piece)))
    return [] if found is None else found[1]


def near_unit(asked: Question, unit: int) -> int:
    field = asked.state.scenario
    return concern(field.terrain, asked.state.at[unit], field.movement[unit], field.woods_stop)


def move_scene(asked: Question) -> Scene:
    """What decides where the units of a side may go."""
    front = asked.state.front(asked.side)
    return Scene(asked.side, (asked.state.at,), (front.enemies, front.zone, front.full))


def free_to_act(asked: Question) -> int:
    """Whom the bans on units leave open."""
    free = asked.own & ~has_moved(asked)
    return free & ~engaged_attackers(asked) if asked.state.engaged else free


class Limbers(UnitOrder[Question]):
    """Which guns may limber, at a glance; only one side has any that do."""

    def units(self, asked: Question) -> int:
        if asked.lifted:
            return super().units(asked)
        field = asked.state.scenario
        guns = field.limbering_set & field.forces[asked.side]
        return guns and free_to_act(asked) & guns & ~undeployed_guns(asked)


class Moves(NearbyOrder[Question]):
    """Who may move and where to, at a glance."""

    def units(self, asked: Question) -> int:
        if asked.lifted:
            return super().units(asked)
        able = free_to_act(asked)
        if asked.side == UNION:
            return able & ~(corps_over_limit(asked) | unlimbered_guns(asked))
        return able & ~held_partner(asked)

    def goals(self, asked: Question, unit: int) -> int:
        if asked.lifted:
            return super().goals(asked, unit)
        state = asked.state
        found = goals_of(state, unit, asked.side) & ~(1 << state.at[unit])
        full = state.front(asked.side).full if state.scenario.is_infantry[unit] else 0
        return found & ~full if full else found


MOVEMENT: Sequence[Order[Question]] = (
    SideOrder(END),
    Limbers(Limber, (*UNIT_BANS, *LIMBER_BANS), limber),
    Moves(Move, (*UNIT_BANS, *MARCH_BANS), GOAL_BANS, move, move_scene, near_unit),
)


@dataclass(frozen=True, slots=True)
class Movement(OrderDecision):
    """The side moves none, some or all of its units (SH 4a)."""

    clause: ClassVar[str] = SEQUENCE
    standing_orders: ClassVar[Sequence[Order[Question]]] = MOVEMENT

    def idle(self, draft: SharpsburgState) -> bool:
        """Only a side without a unit on the map is passed over: the phase ends when its player says so."""
        return all(draft.at[piece] < 0 for piece in draft.scenario.of_side[self.side])

    def prompt(self, state: SharpsburgState) -> Text:
        if self.side == UNION:
            return text("prompt.union_movement", n=max(state.corps_left, 0))
        return text("prompt.confederate_movement", units=state.scenario.limits.one_of)
