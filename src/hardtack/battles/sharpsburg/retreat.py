"""Retreats (chapter 10): one hex, not off the map, not into an enemy zone, not over a bare creek."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import Push, Retreat
from hardtack.battles.sharpsburg.artillery import begin_to_deploy
from hardtack.battles.sharpsburg.movement import enemy_hexes
from hardtack.battles.sharpsburg.state import Question, SharpsburgState, enter
from hardtack.battles.sharpsburg.victory import eliminate
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.referee.bans import Ban, not_adjacent, out_of_play
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, enemy_of, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice, Options
from hardtack.referee.orders import MarchOrder, Order
from hardtack.referee.umpire import Umpire


def safe_hexes(state: SharpsburgState, side: str, at: int) -> int:
    """Neighbours a unit may fall back to by the ground and the enemy (SH 10); room is another question."""
    enemy = enemy_of(side)
    return state.scenario.terrain.joined[at] & ~state.deployment.zone(enemy) & ~state.occupied(enemy)


def roomy_hexes(state: SharpsburgState, side: str, piece: int) -> int:
    """Safe hexes with room for the unit (SH C9, SH C15)."""
    safe = safe_hexes(state, side, state.at[piece])
    return safe & ~state.full(side) if state.scenario.is_infantry[piece] else safe


def may_be_pushed(state: SharpsburgState, side: str, hex_: int, gone: frozenset[int]) -> list[int]:
    """The infantry in a full hex that can make room: it has somewhere to go itself, and has not yet retreated."""
    foot = [piece for piece in state.in_hex(side, hex_) if state.scenario.is_infantry[piece]]
    return [piece for piece in foot if piece not in gone and open_hexes(state, side, piece, gone | {piece})]


def open_hexes(state: SharpsburgState, side: str, piece: int, gone: frozenset[int]) -> int:
    """Where a unit may retreat: to a hex with room, else to one where friends can be pushed back (SH C15)."""
    roomy = roomy_hexes(state, side, piece)
    if roomy:
        return roomy
    found = 0
    for hex_ in hexes_in(safe_hexes(state, side, state.at[piece])):
        if may_be_pushed(state, side, hex_, gone | {piece}):
            found |= 1 << hex_
    return found


# -- where a unit may not retreat to


def over_bare_creek(asked: Question) -> int:
    field, at = asked.state.scenario, asked.state.at[asked.unit]
    return field.board.grid.around_mask[at] & field.board.playable & ~field.terrain.joined[at]


def no_room(asked: Question) -> int:
    """Full hexes, unless every hex is full: then those where no friend can be pushed back (SH C15)."""
    state, side, at = asked.state, asked.side, asked.state.at[asked.unit]
    gone = frozenset(state.scenario.index[unit] for unit in asked.frame.gone)
    return safe_hexes(state, side, at) & ~open_hexes(state, side, asked.unit, gone)


RETREAT: MarchOrder[Question] = MarchOrder(
    Retreat,
    (
        Ban(
            "SH 9e",
            "reason.need_not_retreat",
            lambda asked: ~asked.state.scenario.counters_in(asked.frame.units),
        ),
    ),
    (
        Ban("SH 9e", "reason.one_hex", not_adjacent),
        Ban("SH 10", "reason.off_map", out_of_play),
        Ban("SH 10", "reason.retreat_creek", over_bare_creek),
        Ban("SH 10", "reason.retreat_zone", lambda asked: asked.state.deployment.zone(enemy_of(asked.side))),
        Ban("SH C15", "reason.retreat_enemy", enemy_hexes),
        Ban("SH C15", "reason.retreat_full", no_room),
    ),
    lambda frame, draft, action, umpire: frame.retreat(draft, action, umpire),
)


# -- retreating


@dataclass(frozen=True, slots=True)
class Retreating(OrderDecision):
    """The owner retreats his units one hex each, in the order he likes (SH 9e, SH 9f, SH C15).

    `gone` are the units that have already retreated because of the same combat result.
    """

    clause: ClassVar[str] = "SH 9e"
    standing_orders: ClassVar[Sequence[Order[Question]]] = (RETREAT,)
    follow_up: ClassVar[bool] = True
    units: tuple[str, ...]
    gone: tuple[str, ...] = ()

    def settle(self, draft: SharpsburgState, umpire: Umpire) -> bool:
        """When nobody can move, those who still have to retreat are lost (SH C15)."""
        index = draft.scenario.index
        gone = frozenset(index[unit] for unit in self.gone)
        if any(open_hexes(draft, self.side, index[unit], gone) for unit in self.units):
            return False
        umpire.pop()
        for unit in self.units:
            if draft.scenario.settings["no_retreat"] == "eliminate":
                eliminate(draft, index[unit], umpire, clause="SH C15", key="event.cannot_retreat")
            else:
                umpire.tell("SH C15", "event.stays", unit=unit)
        return True

    def retreat(self, draft: SharpsburgState, action: Retreat, umpire: Umpire) -> None:
        field = draft.scenario
        piece, goal = field.index[action.unit], field.board.grid.index(action.hex)
        crowded = field.is_infantry[piece] and draft.full(self.side) >> goal & 1
        gone = (*self.gone, action.unit)
        left = tuple(unit for unit in self.units if unit != action.unit)
        umpire.pop()
        if left:
            umpire.push(Retreating(self.side, left, gone))
        if crowded:
            make_room(draft, self.side, goal, gone, umpire)
        else:
            fall_back_to(draft, piece, goal, umpire)

    def prompt(self, state: SharpsburgState) -> Text:
        return text("prompt.retreat", units=self.units)


def fall_back_to(draft: SharpsburgState, piece: int, goal: int, umpire: Umpire) -> None:
    """Carry out a retreat; a Union gun has to deploy again afterwards (SH C19)."""
    enter(draft, piece, goal)
    if draft.scenario.limbers(piece):
        begin_to_deploy(draft, piece)
    clause = "SH C15" if draft.scenario.is_infantry[piece] else "SH 10"
    umpire.tell(clause, "event.retreats", unit=draft.scenario.ids[piece], hex=draft.scenario.board.grid.name(goal))


def make_room(draft: SharpsburgState, side: str, hex_: int, gone: tuple[str, ...], umpire: Umpire) -> None:
    """One friend in the hex is pushed back first, by the same rules; the owner picks which (SH C15)."""
    field = draft.scenario
    pushable = may_be_pushed(draft, side, hex_, frozenset(field.index[unit] for unit in gone))
    units = tuple(field.ids[piece] for piece in pushable)
    push_back = Retreating(side, units, gone) if len(units) == 1 else Displacing(side, units, gone)
    umpire.push(push_back, Follow(gone[-1], field.board.grid.name(hex_)))


@dataclass(frozen=True, slots=True)
class Follow(Step):
    """Friends have made room: the retreating unit takes their place (SH C15)."""

    unit: str
    hex: str

    def run(self, draft: SharpsburgState, umpire: Umpire) -> None:
        fall_back_to(draft, draft.scenario.index[self.unit], draft.scenario.board.grid.index(self.hex), umpire)


@dataclass(frozen=True, slots=True)
class Displacing(Decision):
    """The owner says which of two friends makes room for a retreating unit (SH C15)."""

    units: tuple[str, ...]
    gone: tuple[str, ...]
    follow_up: ClassVar[bool] = True

    def options(self, state: SharpsburgState) -> Options:
        return Choice([Push(unit) for unit in self.units], "SH C15", "reason.cannot_be_pushed")

    def apply(self, draft: SharpsburgState, action: Push, umpire: Umpire) -> None:
        umpire.replace(Retreating(self.side, (action.unit,), self.gone))

    def prompt(self, state: SharpsburgState) -> Text:
        return text("prompt.push", units=self.units)
