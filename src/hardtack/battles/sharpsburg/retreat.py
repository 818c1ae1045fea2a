"""Retreats (chapter 10): one hex, not off the map, not into an enemy zone, not over a bare creek."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import Push, Retreat
from hardtack.battles.sharpsburg.artillery import begin_to_deploy
from hardtack.battles.sharpsburg.state import ARMY, ENEMY, SharpsburgState, enter
from hardtack.battles.sharpsburg.victory import eliminate
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.umpire import Umpire

SEQUENCE = "SH 9e"


def safe_hexes(state: SharpsburgState, side: str, at: int) -> int:
    """Neighbours a unit may fall back to by the ground and the enemy (SH 10); room is another question."""
    enemy = state.line(ENEMY[side])
    return state.scenario.terrain.joined[at] & ~enemy.zone & ~enemy.occupied


def roomy_hexes(state: SharpsburgState, side: str, piece: int) -> int:
    """Safe hexes with room for the unit (SH C9, SH C15)."""
    safe = safe_hexes(state, side, state.at[piece])
    return safe & ~state.line(ARMY[side]).full if state.scenario.is_infantry[piece] else safe


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


@dataclass(frozen=True, slots=True)
class FallBack(Step):
    """Units of a side still have to retreat; those with nowhere to go when nobody can move are lost (SH C15).

    `gone` are the units that have already retreated because of the same combat result.
    """

    side: str
    units: tuple[str, ...]
    gone: tuple[str, ...] = ()

    def run(self, draft: SharpsburgState, umpire: Umpire) -> None:
        index = draft.scenario.index
        gone = frozenset(index[unit] for unit in self.gone)
        if any(open_hexes(draft, self.side, index[unit], gone) for unit in self.units):
            umpire.push(Retreating(self.side, self.units, self.gone))
        elif draft.scenario.settings["no_retreat"] == "eliminate":
            for unit in self.units:
                eliminate(draft, index[unit], umpire, clause="SH C15", key="event.cannot_retreat")
        else:
            for unit in self.units:
                umpire.tell("SH C15", "event.stays", unit=unit)


class RetreatOptions(Options):
    def __init__(self, state: SharpsburgState, frame: Retreating) -> None:
        self.state = state
        self.frame = frame
        index = state.scenario.index
        gone = frozenset(index[unit] for unit in frame.gone)
        self.goals = {unit: open_hexes(state, frame.side, index[unit], gone) for unit in frame.units}

    def actors(self) -> list[str]:
        return [unit for unit, goals in self.goals.items() if goals]

    def of(self, actor: str) -> list[Action]:
        names = self.state.scenario.board.grid.names
        return [Retreat(actor, names[hex_]) for hex_ in hexes_in(self.goals.get(actor, 0))]

    def reasons(self, action: Action) -> list[Reason]:
        if not isinstance(action, Retreat):
            return [reason(SEQUENCE, NOT_ASKED)]
        if action.unit not in self.goals:
            return [reason(SEQUENCE, "reason.need_not_retreat", unit=action.unit)]
        goal = self.state.scenario.board.grid.index(action.hex)
        return [] if self.goals[action.unit] >> goal & 1 else self.why_closed(action, goal)

    def why_closed(self, action: Retreat, goal: int) -> list[Reason]:
        """Every reason why a unit cannot retreat into a hex."""
        state, enemy = self.state, ENEMY[self.frame.side]
        field = state.scenario
        at = state.at[field.index[action.unit]]
        adjacent = field.board.grid.adjacent(at, goal)
        checks = (
            ("SH 9e", "reason.one_hex", not adjacent),
            ("SH 10", "reason.off_map", not field.board.playable >> goal & 1),
            ("SH 10", "reason.retreat_creek", adjacent and field.terrain.bare_creek(at, goal)),
            ("SH 10", "reason.retreat_zone", bool(state.line(enemy).zone >> goal & 1)),
            ("SH C15", "reason.retreat_enemy", bool(state.line(enemy).occupied >> goal & 1)),
        )  # fmt: skip
        found = [reason(clause, key, unit=action.unit, hex=action.hex) for clause, key, holds in checks if holds]
        return found or [reason("SH C15", "reason.retreat_full", unit=action.unit, hex=action.hex)]


@dataclass(frozen=True, slots=True)
class Retreating(Decision):
    """The owner retreats his units one hex each, in the order he likes (SH 9e, SH 9f, SH C15)."""

    units: tuple[str, ...]
    gone: tuple[str, ...]
    follow_up: ClassVar[bool] = True

    def options(self, state: SharpsburgState) -> RetreatOptions:
        return RetreatOptions(state, self)

    def apply(self, draft: SharpsburgState, action: Retreat, umpire: Umpire) -> None:
        field = draft.scenario
        piece, goal = field.index[action.unit], field.board.grid.index(action.hex)
        crowded = field.is_infantry[piece] and draft.line(ARMY[self.side]).full >> goal & 1
        gone = (*self.gone, action.unit)
        left = tuple(unit for unit in self.units if unit != action.unit)
        umpire.pop()
        if left:
            umpire.push(FallBack(self.side, left, gone))
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
    push_back = FallBack(side, units, gone) if len(units) == 1 else Displacing(side, units, gone)
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
        umpire.replace(FallBack(self.side, (action.unit,), self.gone))

    def prompt(self, state: SharpsburgState) -> Text:
        return text("prompt.push", units=self.units)
