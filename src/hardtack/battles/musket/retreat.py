"""Retreat after combat (MS 8.4)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import Exit, Retreat
from hardtack.battles.musket.placing import FULL, PieceOrder, closed_sides, enemy_hexes, uncovered_hexes
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.musket.state import MusketState, Question
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass, replace
from hardtack.referee.bans import Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.orders import ListedOrder, Order
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire


def room(state: MusketState, piece: int) -> int:
    """Hexes next to a unit that it may retreat to; beyond a full friendly hex if there is no other way."""
    crowded, free = state.full(state.scenario.weight[piece]), losses.free_ground(state, piece, state.at[piece])
    found = free & ~crowded
    if not found:
        for hex_ in hexes_in(free):
            found |= losses.free_ground(state, piece, hex_) & ~crowded
        found &= ~(1 << state.at[piece])
    return found


def too_far(asked: Question) -> int:
    """Beyond the adjacent hexes, but for those behind full ones when there is nothing else."""
    state, piece = asked.state, asked.unit
    return ~(state.scenario.board.grid.around_mask[state.at[piece]] | room(state, piece))


def near_enemy(asked: Question) -> int:
    """Hexes next to the enemies who caused the retreat: only for want of others (MS 8.4)."""
    near = 0
    for cause in asked.frame.causes:
        near |= asked.state.scenario.board.grid.around_mask[cause]
    return near if room(asked.state, asked.unit) & ~near else 0


RETREAT_BANS = (
    Ban("MS 8.4", "reason.retreat_length", too_far),
    Ban("MS 8.4", "reason.enemy_hex", enemy_hexes),
    Ban("MS 8.4", "reason.zone_alone", uncovered_hexes),
    Ban("MS 8.4", "reason.prohibited", closed_sides),
    FULL,
    Ban("MS 8.4", "reason.retreat_away", near_enemy),
)


def box_refuge(asked: Question) -> Sequence[Exit]:
    """Into the box whose way out the unit stands on, if there is one (CK 19.12)."""
    scenario, piece = asked.state.scenario, asked.frame.piece
    exits = scenario.exits[scenario.side_of[piece]] if scenario.kind[piece] != "gunboat" else {}
    box = exits.get(asked.state.at[piece], 0)
    return (Exit(scenario.place_name(box)),) if box else ()


def no_exit(asked: Question, action: Exit) -> Sequence[Reason]:
    return (reason("MS 8.4", "reason.no_exit"),)


def fall_back(frame: Retreating, draft: MusketState, action: Any, umpire: Umpire) -> None:
    """Move the unit; leaders, HQ and trains go with the last unit that leaves the hex."""
    from hardtack.battles.musket.movement import carry  # movement captures, captures rout, routs retreat

    umpire.pop()
    start = draft.at[frame.piece]
    goal = draft.scenario.place_at(action.hex if isinstance(action, Retreat) else action.box)
    if goal >= 0 and frame.length > 1:
        umpire.push(replace(frame, length=frame.length - 1))
    carry(draft, umpire, Moved(frame.side, (frame.piece,), start, goal, "retreat"))
    if start >= 0 and not draft.troops(frame.side) >> start & 1:
        take_along(draft, umpire, frame.side, start, goal)


def take_along(draft: MusketState, umpire: Umpire, side: str, start: int, goal: int) -> None:
    scenario = draft.scenario
    for piece in draft.deployment.stacks.get(start, ()):
        if scenario.side_of[piece] != side:
            continue
        ways = scenario.ground.ways(scenario.profile((piece,)))
        if goal < 0 or ways.enterable[start] >> goal & 1 or not scenario.board.grid.around_mask[start] >> goal & 1:
            draft.at = put(draft.at, piece, goal)
            if scenario.kind[piece] in ("hq", "train"):
                draft.active = put(draft.active, piece, 0)
    losses.leave_alone(draft, umpire, side, start)


@dataclass(frozen=True, slots=True)
class Retreating(OrderDecision):
    """MS 8.4: a unit must retreat; the owner chooses where to. It is routed or captured if it cannot."""

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str] = "MS 8.4"
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        PieceOrder(Retreat, "MS 8.4", RETREAT_BANS, fall_back),
        ListedOrder(Exit, box_refuge, no_exit, fall_back),
    )
    piece: int
    length: int
    causes: tuple[int, ...]

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.retreat", unit=state.scenario.ids[self.piece])

    def settle(self, draft: MusketState, umpire: Umpire) -> bool:
        """No question if there is one way only, or none."""
        ways = self.options(draft).all() if draft.at[self.piece] >= 0 else []
        if len(ways) > 1:
            return False
        if ways:
            fall_back(self, draft, ways[0], umpire)
            return True
        umpire.pop()
        if draft.at[self.piece] >= 0:
            losses.rout(draft, umpire, self.piece)  # captured if surrounded (MS 10.4)
        return True
