"""The combat phase (chapter 9): choose a hex, gather attackers, roll, apply the result at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import END, FIGHT, Attack, AttackAll, End, Fight, Join
from hardtack.battles.sharpsburg.artillery import has_adjacent_enemy, targets, undeployed_guns
from hardtack.battles.sharpsburg.bans import Ban, banned, why_banned
from hardtack.battles.sharpsburg.engagement import bound
from hardtack.battles.sharpsburg.movement import not_here
from hardtack.battles.sharpsburg.odds import assault_on
from hardtack.battles.sharpsburg.results import apply_result
from hardtack.battles.sharpsburg.state import ARMY, ENEMY, SharpsburgState
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.umpire import Umpire

SEQUENCE = "SH 4a"


def has_fought(state: SharpsburgState, side: str) -> int:
    return state.scenario.counters_in(state.fought)


ATTACK_BANS = (
    Ban("SH 9", "reason.not_yours", not_here),
    Ban("SH C10", "reason.has_fought", has_fought),
    Ban("SH C19", "reason.guns_not_deployed", undeployed_guns),
)


def attackable(state: SharpsburgState, side: str) -> dict[int, int]:
    """Each unit that may attack with the set of hexes it may attack (SH 9, SH 11, SH C10)."""
    asked = (
        side, state.turn, state.at, state.fought, state.struck, state.engaged, state.hitched, state.ready,
    )  # fmt: skip
    known = state.scenario.attackers.get(asked)
    return state.scenario.attackers.keep(asked, _attackable(state, side)) if known is None else known


def _attackable(state: SharpsburgState, side: str) -> dict[int, int]:
    free = ~banned(ATTACK_BANS, state, side)
    if not state.line(ARMY[side]).contact & state.line(ENEMY[side]).occupied:
        free &= state.scenario.guns  # nobody stands next to an enemy
    struck = state.scenario.hexes_of(state.struck)
    owed = bound(state) if state.engaged else {}
    found = {}
    for piece in hexes_in(free):
        hexes = targets(state, side, piece) & ~struck
        if piece in owed:
            hexes &= 1 << owed[piece]
        if hexes:
            found[piece] = hexes
    return found


def why_no_target(state: SharpsburgState, side: str, piece: int, hex_: int) -> list[Reason]:
    """Every reason why a unit cannot attack a hex, whoever else does."""
    found = why_banned(ATTACK_BANS, state, side, piece)
    name, unit = state.scenario.board.grid.name(hex_), state.scenario.ids[piece]
    if not state.line(ENEMY[side]).occupied >> hex_ & 1:
        return [*found, reason("SH 9", "reason.no_enemy", hex=name)]
    if name in state.struck:
        found.append(reason("SH C10", "reason.struck", hex=name))
    if not_here(state, side) >> piece & 1:
        return found
    owed = bound(state).get(piece)
    if owed not in (None, hex_):
        found.append(reason("SH C12", "reason.owes_elsewhere", unit=unit, hex=state.scenario.board.grid.name(owed)))
    if not targets(state, side, piece) >> hex_ & 1:
        found += why_out_of_reach(state, side, piece, hex_)
    return found


def why_out_of_reach(state: SharpsburgState, side: str, piece: int, hex_: int) -> list[Reason]:
    """Why neither hand-to-hand attack nor bombardment can be had of an enemy hex."""
    field = state.scenario
    at, unit, name = state.at[piece], field.ids[piece], field.board.grid.name(hex_)
    if not field.is_gun[piece]:
        if field.board.grid.adjacent(at, hex_):
            return [reason("SH C7", "reason.creek_between", unit=unit, hex=name)]
        return [reason("SH 9", "reason.not_adjacent", unit=unit, hex=name)]
    reach = field.limits.range[side]
    checks = (
        ("SH 11d", "reason.adjacent_first", has_adjacent_enemy(state, side, piece)),
        ("SH 11a", "reason.out_of_range", field.board.grid.distance(at, hex_) > reach),
        ("SH 11c", "reason.line_blocked", not field.terrain.clear_fire(at, hex_)),
    )
    return [reason(clause, key, unit=unit, hex=name, n=reach) for clause, key, holds in checks if holds]


# -- choosing a hex


class CombatOptions(Options):
    def __init__(self, state: SharpsburgState, side: str) -> None:
        self.state = state
        self.side = side
        self.targets = attackable(state, side)
        self.owing = owing(state, side)

    def actors(self) -> Sequence[str]:
        ids = self.state.scenario.ids
        return [ids[piece] for piece in self.targets]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.state.scenario.index[actor]
        attack_on = self.state.scenario.attack_on[piece]
        return [attack_on[hex_] for hex_ in hexes_in(self.targets.get(piece, 0))]

    def general(self) -> Sequence[Action]:
        assault_on = self.state.scenario.assault_on
        found: list[Action] = [assault_on[hex_] for hex_ in hexes_in(shared_targets(self.targets))]
        return found if self.owing else [*found, END]

    def reasons(self, action: Action) -> list[Reason]:
        state, side = self.state, self.side
        if isinstance(action, End):
            names = state.scenario.board.grid.names
            return [
                reason("SH C12", "reason.must_attack_again", unit=state.scenario.ids[piece], hex=names[hex_])
                for piece, hex_ in self.owing.items()
            ]
        if isinstance(action, AttackAll):
            return self.why_no_assault(state.scenario.board.grid.index(action.hex))
        if not isinstance(action, Attack):
            return [reason(SEQUENCE, NOT_ASKED)]
        hex_ = state.scenario.board.grid.index(action.hex)
        return why_no_target(state, side, state.scenario.index[action.unit], hex_)

    def why_no_assault(self, hex_: int) -> list[Reason]:
        """Every reason why no common attack on a hex can be opened."""
        if shared_targets(self.targets) >> hex_ & 1:
            return []
        name = self.state.scenario.board.grid.name(hex_)
        if not self.state.line(ENEMY[self.side]).occupied >> hex_ & 1:
            return [reason("SH 9", "reason.no_enemy", hex=name)]
        if name in self.state.struck:
            return [reason("SH C10", "reason.struck", hex=name)]
        return [reason("SH 9", "reason.no_two_attackers", hex=name)]


def shared_targets(targets: Mapping[int, int]) -> int:
    """The hexes that two or more units may attack."""
    once = twice = 0
    for hexes in targets.values():
        twice |= once & hexes
        once |= hexes
    return twice


def owing(state: SharpsburgState, side: str) -> dict[int, int]:
    """The engaged attackers that have not yet attacked again, with the hex each owes its attack (SH C12)."""
    if not state.engaged:
        return {}
    done = has_fought(state, side)
    return {
        piece: hex_
        for piece, hex_ in bound(state).items()
        if state.scenario.army[ARMY[side]] >> piece & 1 and not done >> piece & 1
    }


@dataclass(frozen=True, slots=True)
class Combat(Decision):
    """The side may attack any or all enemy units it can reach (SH 4a, SH 9b)."""

    def options(self, state: SharpsburgState) -> CombatOptions:
        return CombatOptions(state, self.side)

    def idle(self, draft: SharpsburgState) -> bool:
        """Passed over when nobody can attack anything; an attacker that owes a repeat can always make it."""
        return not attackable(draft, self.side)

    def apply(self, draft: SharpsburgState, action: Action, umpire: Umpire) -> None:
        if not isinstance(action, Attack | AttackAll):
            umpire.pop()
            return
        plan = Attacking(self.side, action.hex, opening_units(draft, self.side, action))
        if AttackOptions(draft, plan).joiners:
            umpire.push(plan)
        else:
            plan.fight(draft, umpire)  # nobody else could join: there is nothing left to decide

    def prompt(self, state: SharpsburgState) -> Text:
        debtors = owing(state, self.side)
        if debtors:
            units = tuple(state.scenario.ids[piece] for piece in debtors)
            return text("prompt.attack_again", units=units)
        return text("prompt.combat")


# -- gathering the attackers


def opening_units(state: SharpsburgState, side: str, action: Attack | AttackAll) -> tuple[str, ...]:
    """The units an attack begins with: the one named (or all that can), and those that owe it (SH C12)."""
    if isinstance(action, AttackAll):
        return everyone_against(state, side, action.hex)
    hex_ = state.scenario.board.grid.index(action.hex)
    again = [state.scenario.ids[piece] for piece, owed in owing(state, side).items() if owed == hex_]
    return (action.unit, *(unit for unit in again if unit != action.unit))


def everyone_against(state: SharpsburgState, side: str, hex_name: str) -> tuple[str, ...]:
    """All the units that may attack a hex now."""
    field = state.scenario
    hex_ = field.board.grid.index(hex_name)
    return tuple(field.ids[piece] for piece, hexes in attackable(state, side).items() if hexes >> hex_ & 1)


class AttackOptions(Options):
    def __init__(self, state: SharpsburgState, frame: Attacking) -> None:
        self.state = state
        self.frame = frame
        able = everyone_against(state, frame.side, frame.hex)
        self.joiners = [unit for unit in able if unit not in frame.units]

    def actors(self) -> Sequence[str]:
        return self.joiners

    def of(self, actor: str) -> Sequence[Action]:
        return (Join(actor),) if actor in self.joiners else ()

    def general(self) -> Sequence[Action]:
        return (FIGHT,)

    def reasons(self, action: Action) -> list[Reason]:
        state, frame = self.state, self.frame
        if isinstance(action, Fight):
            return []
        if not isinstance(action, Join):
            return [reason(SEQUENCE, NOT_ASKED)]
        if action.unit in frame.units:
            return [reason("SH C10", "reason.already_joined", unit=action.unit)]
        field = state.scenario
        return why_no_target(state, frame.side, field.index[action.unit], field.board.grid.index(frame.hex))


@dataclass(frozen=True, slots=True)
class Attacking(Decision):
    """Attackers gather against one hex, adjacent units and bombarding guns alike (SH C10, SH 11f)."""

    hex: str
    units: tuple[str, ...]
    follow_up: ClassVar[bool] = True  # a forecast of opening an attack tells what fighting it now would do

    def options(self, state: SharpsburgState) -> AttackOptions:
        return AttackOptions(state, self)

    def apply(self, draft: SharpsburgState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, Join):
            umpire.replace(replace(self, units=(*self.units, action.unit)))
            return
        umpire.pop()
        self.fight(draft, umpire)

    def fight(self, draft: SharpsburgState, umpire: Umpire) -> None:
        """Odds, one die, the result at once (SH 9a); worse than the worst column is AE without a roll (SH C11)."""
        field = draft.scenario
        pieces = [field.index[unit] for unit in self.units]
        assault = assault_on(draft, self.side, field.board.grid.index(self.hex), pieces)
        draft.fought = (*draft.fought, *self.units)
        draft.struck = (*draft.struck, self.hex)
        if assault.column is None:
            clause, key, code, odds = "SH C11", "event.hopeless", "AE", "-"
        else:
            clause, key, odds = "SH 9a", "event.attack", assault.column
            code = field.charts.odds.result(odds, umpire.roll())
        umpire.tell(
            clause, key, units=self.units, hex=self.hex, a=assault.attack, d=assault.defence, odds=odds, term=code
        )
        apply_result(draft, self.side, assault, code, umpire)

    def prompt(self, state: SharpsburgState) -> Text:
        return text("prompt.attacking", hex=self.hex, units=self.units)
