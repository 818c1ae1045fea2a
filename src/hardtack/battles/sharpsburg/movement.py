"""The movement phase (chapter 5): who may move, how far, and in what limits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from hardtack.battles.sharpsburg.actions import END, End, Limber, Move
from hardtack.battles.sharpsburg.artillery import LIMBER_BANS, begin_to_deploy, begin_to_limber, unlimbered_guns
from hardtack.battles.sharpsburg.bans import Ban, banned, why_banned
from hardtack.battles.sharpsburg.engagement import bound
from hardtack.battles.sharpsburg.reach import FAR, March, area_of, march_of, reach_of
from hardtack.battles.sharpsburg.state import ARMY, ENEMY, SharpsburgState, enter, take
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.events import UNION, Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.umpire import Umpire

SEQUENCE = "SH 4a"


# -- who may not move


def not_here(state: SharpsburgState, side: str) -> int:
    return state.line(ARMY[side]).absent


def has_moved(state: SharpsburgState, side: str) -> int:
    return state.scenario.counters_in(state.moved)


def held_partner(state: SharpsburgState, side: str) -> int:
    """Of MC and AN only one moves in a turn (SH 5a); either, chosen afresh (SH C2)."""
    one_of = state.scenario.one_of
    return one_of if side != UNION and has_moved(state, side) & one_of else 0


def corps_over_limit(state: SharpsburgState, side: str) -> int:
    """Three Union corps move, four on an even die (SH 5b, SH 5c)."""
    return 0 if state.corps_left > 0 else state.scenario.corps


def engaged_attackers(state: SharpsburgState, side: str) -> int:
    """Attackers that owe another attack stay where they are (SH C12)."""
    return mask_of(bound(state)) if state.engaged else 0


UNIT_BANS = (
    Ban("SH 4a", "reason.not_on_map", not_here),
    Ban("SH 5", "reason.has_moved", has_moved),
    Ban("SH C12", "reason.engaged", engaged_attackers),
)
MARCH_BANS = (
    Ban("SH 5a", "reason.one_of", held_partner),
    Ban("SH 5b", "reason.corps_limit", corps_over_limit),
    Ban("SH 11h", "reason.not_limbered", unlimbered_guns),
)
MOVE_BANS = (*UNIT_BANS, *MARCH_BANS)
ORDER_BANS = (*UNIT_BANS, *LIMBER_BANS)


# -- where a unit may end its move


def full_hexes(state: SharpsburgState, side: str, piece: int) -> int:
    """Hexes without room for the unit when its move ends (SH 8, SH 8a, SH C9)."""
    return state.line(ARMY[side]).full if state.scenario.is_infantry[piece] else 0


class MovementOptions(Options):
    def __init__(self, state: SharpsburgState, side: str) -> None:
        self.state = state
        self.side = side
        free = ~banned(UNIT_BANS, state, side)
        self.movers = free & ~banned(MARCH_BANS, state, side)
        self.limberers = free & state.scenario.limbering_set
        if self.limberers:
            self.limberers &= ~banned(LIMBER_BANS, state, side)

    def actors(self) -> Sequence[str]:
        ids = self.state.scenario.ids
        return [ids[piece] for piece in hexes_in(self.movers | self.limberers)]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.state.scenario.index[actor]
        if self.movers >> piece & 1:
            return reach_of(self.state, piece, self.side).moves(full_hexes(self.state, self.side, piece))
        return self.state.scenario.limber_order[piece] if self.limberers >> piece & 1 else ()

    def all(self) -> list[Action]:
        state, side = self.state, self.side
        is_infantry, at = state.scenario.is_infantry, state.at
        full, reaches = state.line(ARMY[side]).full, state.line(ENEMY[side]).reaches
        found: list[Action] = [END]
        for piece in hexes_in(self.limberers):
            found += state.scenario.limber_order[piece]
        for piece in hexes_in(self.movers):
            known = reaches.get((piece, at[piece])) or reach_of(state, piece, side)
            found += known.moves(full if is_infantry[piece] else 0)
        return found

    def general(self) -> Sequence[Action]:
        return (END,)

    def reasons(self, action: Action) -> list[Reason]:
        state, side = self.state, self.side
        if isinstance(action, End):
            return []
        if isinstance(action, Limber):
            return why_banned(ORDER_BANS, state, side, state.scenario.index[action.unit])
        if not isinstance(action, Move):
            return [reason(SEQUENCE, NOT_ASKED)]
        piece = state.scenario.index[action.unit]
        found = why_banned(MOVE_BANS, state, side, piece)
        if not_here(state, side) >> piece & 1:
            return found
        return found + why_no_goal(state, side, piece, state.scenario.board.grid.index(action.hex))


# -- why a unit cannot go somewhere


def why_no_goal(state: SharpsburgState, side: str, piece: int, goal: int) -> list[Reason]:
    """Every reason why a unit cannot end its move in a hex."""
    unit, name = state.scenario.ids[piece], state.scenario.board.grid.name(goal)
    found = []
    if full_hexes(state, side, piece) >> goal & 1 and goal != state.at[piece]:
        clause = "SH 8" if state.scenario.is_union[piece] else "SH 8a"
        found.append(reason(clause, "reason.full", hex=name))
    if reach_of(state, piece, side).goals >> goal & 1:
        return found
    if goal == state.at[piece]:
        return [reason("SH 5", "reason.already_there", unit=unit, hex=name)]
    if not state.scenario.board.playable >> goal & 1:
        return [reason("SH C7", "reason.out_of_play", hex=name)]
    if state.line(ENEMY[side]).occupied >> goal & 1:
        return [reason("SH 5d", "reason.enemy_hex", hex=name)]
    return found + why_unreachable(state, side, piece, goal)


def why_unreachable(state: SharpsburgState, side: str, piece: int, goal: int) -> list[Reason]:
    """Which rules stand between a unit and a hex: those whose absence alone would let it get there.

    Where no single rule does, every rule that would still stop it if all the others were absent.
    """
    march = march_of(state, piece, side)
    lifted = [
        key for key in OBSTACLES if _goals_without(march, {key}) >> goal & 1
    ] or [
        key for key in OBSTACLES if not _goals_without(march, set(OBSTACLES) - {key}) >> goal & 1
    ] or [*OBSTACLES]  # fmt: skip
    unit, name = state.scenario.ids[piece], state.scenario.board.grid.name(goal)
    return [
        reason(OBSTACLES[key], key, unit=unit, hex=name, points=march.points) for key in lifted
    ]  # fmt: skip


OBSTACLES = {
    "reason.too_far": "SH 5",
    "reason.creek": "SH 5d",
    "reason.woods": "SH C4",
    "reason.zone_stops": "SH 7a",
    "reason.zone_to_zone": "SH 7b",
}


def _goals_without(march: March, without: set[str]) -> int:
    """Where a unit could go if some of the obstacles did not exist: for explanations only."""
    if "reason.too_far" in without:
        march = replace(march, points=FAR)
    zone_stops, zone_to_zone = "reason.zone_stops" not in without, "reason.zone_to_zone" not in without
    if not zone_stops:
        march = replace(march, zone=march.zone & march.barred if zone_to_zone else 0)
    if not zone_to_zone:
        march = replace(march, barred=0)
    ground = march.terrain.without(creeks="reason.creek" in without, woods="reason.woods" in without)
    return replace(march, terrain=ground).goals()


# -- the phase


@dataclass(frozen=True, slots=True)
class Movement(Decision):
    """The side moves none, some or all of its units (SH 4a)."""

    def options(self, state: SharpsburgState) -> MovementOptions:
        return MovementOptions(state, self.side)

    def idle(self, draft: SharpsburgState) -> bool:
        """Only a side without a unit on the map is passed over: the phase ends when its player says so."""
        return all(draft.at[piece] < 0 for piece in draft.scenario.of_side[self.side])

    def apply(self, draft: SharpsburgState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, Move):
            move(draft, action, self.side, umpire)
        elif isinstance(action, Limber):
            begin_to_limber(draft, draft.scenario.index[action.unit], umpire)
        else:
            umpire.pop()

    def prompt(self, state: SharpsburgState) -> Text:
        if self.side == UNION:
            return text("prompt.union_movement", n=max(state.corps_left, 0))
        return text("prompt.confederate_movement", units=state.scenario.limits.one_of)


def move(draft: SharpsburgState, action: Move, side: str, umpire: Umpire) -> None:
    """Move a unit; on its way it takes the Sharpsburg hexes it can pass through (SH C20)."""
    field = draft.scenario
    piece = field.index[action.unit]
    goal = field.board.grid.index(action.hex)
    for hex_ in route(draft, piece, side, goal) if passes_town(draft, piece, side, goal) else ():
        if field.objective >> hex_ & 1:
            take(draft, hex_, by_union=field.is_union[piece])
    enter(draft, piece, goal)
    draft.moved = field.with_counter(draft.moved, piece)
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
    wanted = wanted_hexes(state, piece) & ~(1 << goal) & area_of(state, piece)[0]
    return bool(wanted and wanted & reach_of(state, piece, side).goals)


def route(state: SharpsburgState, piece: int, side: str, goal: int) -> list[int]:
    """The way a unit takes: through the Sharpsburg hexes its side wants if it can, else the cheapest."""
    found = march_of(state, piece, side).way_through(goal, hexes_in(wanted_hexes(state, piece)))
    return [] if found is None else found[1]
