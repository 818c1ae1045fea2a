"""The combat phase (chapter 9): choose a hex, gather attackers, roll, apply the result at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar

from hardtack.battles.sharpsburg.actions import END, FIGHT, Attack, AttackAll, Join
from hardtack.battles.sharpsburg.artillery import has_adjacent_enemy, targets, undeployed_guns
from hardtack.battles.sharpsburg.engagement import bound
from hardtack.battles.sharpsburg.movement import SEQUENCE, enemy_hexes
from hardtack.battles.sharpsburg.odds import assault_on
from hardtack.battles.sharpsburg.results import apply_result
from hardtack.battles.sharpsburg.state import CONTACT, Question, SharpsburgState
from hardtack.board.grid import disc
from hardtack.board.masks import hexes_in, standing
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Asked, Ban, Toward, absent
from hardtack.referee.decisions import Gather, OrderDecision
from hardtack.referee.events import Text, Value, enemy_of, text
from hardtack.referee.orders import HexOrder, MarchOrder, Order, SideOrder, listed, march_row
from hardtack.referee.umpire import Umpire

# -- who may not attack


ATTACK_BANS: Sequence[Ban[Question]] = (
    Ban("SH 9", "reason.not_yours", absent),
    Ban("SH C10", "reason.has_fought", lambda asked: asked.state.scenario.counters_in(asked.state.fought)),
    Ban("SH C19", "reason.guns_not_deployed", undeployed_guns),
)


# -- which hexes a unit may not attack


def far_hexes(asked: Question) -> int:
    """Whoever is no gun attacks adjacent hexes only (SH 9)."""
    field = asked.state.scenario
    return 0 if field.is_gun[asked.unit] else ~field.board.grid.around_mask[asked.state.at[asked.unit]]


def over_creek(asked: Question) -> int:
    """Nobody fights over a bare creek (SH C7)."""
    field, at = asked.state.scenario, asked.state.at[asked.unit]
    return 0 if field.is_gun[asked.unit] else field.board.grid.around_mask[at] & ~field.terrain.joined[at]


def beyond_range(asked: Question) -> int:
    """A gun reaches so many hexes (SH 11a)."""
    field, at = asked.state.scenario, asked.state.at[asked.unit]
    return ~disc(field.board.grid, at, field.limits.range[asked.side]) if field.is_gun[asked.unit] else 0


def no_line_of_fire(asked: Question) -> int:
    """Town or woods between a gun and its target (SH 11c)."""
    field, at = asked.state.scenario, asked.state.at[asked.unit]
    if not field.is_gun[asked.unit]:
        return 0
    within = disc(field.board.grid, at, field.limits.range[asked.side])
    return within & ~field.terrain.field_of_fire(asked.side, at)


def not_adjacent_first(asked: Question) -> int:
    """A gun with an enemy adjacent attacks that enemy or nobody (SH 11d)."""
    field = asked.state.scenario
    if not field.is_gun[asked.unit] or not has_adjacent_enemy(asked.state, asked.side, asked.unit):
        return 0
    return ~field.terrain.joined[asked.state.at[asked.unit]]


def owed_elsewhere(asked: Question) -> int:
    """An engaged attacker owes its attack to one hex (SH C12)."""
    owed = bound(asked.state).get(asked.unit) if asked.state.engaged else None
    return 0 if owed is None else ~(1 << owed)


NO_ENEMY: Ban[Question] = Ban("SH 9", "reason.no_enemy", lambda asked: ~enemy_hexes(asked))
STRUCK: Ban[Question] = Ban(
    "SH C10", "reason.struck", lambda asked: asked.state.scenario.hexes_of(asked.state.struck)
)  # a hex is attacked once in a phase
TARGET_BANS: Sequence[Ban[Question]] = (
    Ban("SH 9", "reason.not_adjacent", far_hexes),
    NO_ENEMY,
    STRUCK,
    Ban("SH C12", "reason.owes_elsewhere", owed_elsewhere, lambda asked, hex_: {
        "hex": asked.state.scenario.board.grid.name(bound(asked.state)[asked.unit]),
    }),
    Ban("SH C7", "reason.creek_between", over_creek),
    Ban("SH 11d", "reason.adjacent_first", not_adjacent_first),
    Ban("SH 11a", "reason.out_of_range", beyond_range, lambda asked, hex_: {
        "n": asked.state.scenario.limits.range[asked.side],
    }),
    Ban("SH 11c", "reason.line_blocked", no_line_of_fire),
)  # fmt: skip


def attackable(asked: Question) -> dict[int, int]:
    """Each unit that may attack with the set of hexes it may attack."""
    if asked.lifted:
        return find_attackable(asked, ATTACK.units(asked))
    return asked.state.retain("attackable", asked.side, lambda: find_attackable(asked, worth_a_look(asked)))


def find_attackable(asked: Question, units: int) -> dict[int, int]:
    goals = {unit: ATTACK.goals(asked, unit) for unit in hexes_in(units)}
    return {unit: hexes for unit, hexes in goals.items() if hexes}


def worth_a_look(asked: Question) -> int:
    """Guns, and whoever stands beside an enemy that could come hand to hand with it, and so it with him."""
    state, units = asked.state, ATTACK.units(asked)
    beside = standing(state.at, units, state.deployment.zone(enemy_of(asked.side), CONTACT))
    return units & state.scenario.guns | beside


class AttackOrder(MarchOrder[Question]):
    """What each unit may attack is known from when it was asked whether anybody can."""

    def units(self, asked: Question) -> int:
        """Whom the bans leave open, at a glance."""
        if asked.lifted:
            return super().units(asked)
        state, field = asked.state, asked.state.scenario
        free = asked.own & ~field.counters_in(state.fought) if state.fought else asked.own
        return free & ~undeployed_guns(asked) if free & field.limbering_set else free

    def goals(self, asked: Question, unit: int) -> int:
        """What the bans leave open, at a glance."""
        if asked.lifted:
            return super().goals(asked, unit)
        state = asked.state
        found = targets(state, asked.side, unit)
        if found and state.struck:
            found &= ~state.scenario.hexes_of(state.struck)
        return found & ~owed_elsewhere(asked.about(unit)) if found and state.engaged else found

    def find(self, asked: Question, unit: int) -> Sequence[Action]:
        if asked.lifted:
            return super().find(asked, unit)
        hexes = attackable(asked).get(unit, 0)
        return listed(march_row(asked.state.scenario, self.verb, unit), hexes) if hexes else ()

    def of_all(self, asked: Question, units: int) -> list[Action]:
        if asked.lifted:
            return super().of_all(asked, units)
        found: list[Action] = []
        for unit, hexes in attackable(asked).items():
            if units >> unit & 1:
                found += listed(march_row(asked.state.scenario, self.verb, unit), hexes)
        return found


# -- choosing a hex


def shared_targets(attacks: Mapping[int, int]) -> int:
    """The hexes that two or more units may attack."""
    once = twice = 0
    for hexes in attacks.values():
        twice |= once & hexes
        once |= hexes
    return twice


def owing(state: SharpsburgState, side: str) -> dict[int, int]:
    """The engaged attackers that have not yet attacked again, with the hex each owes its attack (SH C12)."""
    if not state.engaged:
        return {}
    left = state.scenario.forces[side] & ~state.scenario.counters_in(state.fought)
    return {piece: hex_ for piece, hex_ in bound(state).items() if left >> piece & 1}


def first_debt(asked: Question, number: int) -> dict[str, Value]:
    field = asked.state.scenario
    piece, hex_ = next(iter(owing(asked.state, asked.side).items()))
    return {"unit": field.ids[piece], "hex": field.board.grid.name(hex_)}


def open_attack(frame: Combat, draft: SharpsburgState, action: Attack | AttackAll, umpire: Umpire) -> None:
    plan = Attacking(frame.side, action.hex, opening_units(draft, frame.side, action))
    if plan.is_open(draft):
        umpire.push(plan)
    else:
        plan.go(draft, umpire)  # nobody else could join: there is nothing left to decide


def opening_units(state: SharpsburgState, side: str, action: Attack | AttackAll) -> tuple[str, ...]:
    """The units an attack begins with: the one named (or all that can), and those that owe it (SH C12)."""
    field, hex_ = state.scenario, state.scenario.board.grid.index(action.hex)
    if isinstance(action, AttackAll):
        return everyone_against(state, side, hex_)
    again = [field.ids[piece] for piece, owed in owing(state, side).items() if owed == hex_]
    return (action.unit, *(unit for unit in again if unit != action.unit))


def everyone_against(state: SharpsburgState, side: str, hex_: int) -> tuple[str, ...]:
    """All the units that may attack a hex now."""
    able = attackable(Asked(state, Combat(side)))
    return tuple(state.scenario.ids[piece] for piece, hexes in able.items() if hexes >> hex_ & 1)


ATTACK = AttackOrder(Attack, ATTACK_BANS, TARGET_BANS, open_attack)
TOO_FEW: Ban[Question] = Ban("SH 9", "reason.no_two_attackers", lambda asked: ~shared_targets(attackable(asked)))
MUST_ATTACK_AGAIN: Ban[Question] = Ban(
    "SH C12",
    "reason.must_attack_again",
    lambda asked: EVERYTHING if owing(asked.state, asked.side) else 0,
    first_debt,
)


@dataclass(frozen=True, slots=True)
class Combat(OrderDecision):
    """The side may attack any or all enemy units it can reach (SH 4a, SH 9b)."""

    clause: ClassVar[str] = SEQUENCE
    standing_orders: ClassVar[Sequence[Order[Question]]] = (
        ATTACK,
        HexOrder(AttackAll, (NO_ENEMY, STRUCK, TOO_FEW), open_attack),
        SideOrder(END, (MUST_ATTACK_AGAIN,)),
    )

    def idle(self, draft: SharpsburgState) -> bool:
        """Passed over when nobody can attack anything; an attacker that owes a repeat can always make it."""
        return not attackable(Asked(draft, self))

    def prompt(self, state: SharpsburgState) -> Text:
        debtors = owing(state, self.side)
        if debtors:
            units = tuple(state.scenario.ids[piece] for piece in debtors)
            return text("prompt.attack_again", units=units)
        return text("prompt.combat")


# -- gathering the attackers


@dataclass(frozen=True, slots=True)
class Attacking(Gather):
    """Attackers gather against one hex, adjacent units and bombarding guns alike (SH C10, SH 11f)."""

    clause: ClassVar[str] = "SH C10"
    field: ClassVar[str] = "units"
    naming: ClassVar[type[Join]] = Join
    going: ClassVar[Action] = FIGHT
    twice: ClassVar[str] = "reason.already_joined"
    follow_up: ClassVar[bool] = True  # a forecast of opening an attack tells what fighting it now would do
    hex: str
    units: tuple[str, ...]

    def bans(self, state: SharpsburgState) -> Sequence[Ban[Question]]:
        return JOIN_BANS

    def is_open(self, state: SharpsburgState) -> bool:
        """Who may attack the hex is known from when it was asked whether anybody can."""
        able = everyone_against(state, self.side, state.scenario.board.grid.index(self.hex))
        return any(unit not in self.units for unit in able)

    def go(self, draft: SharpsburgState, umpire: Umpire) -> None:
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
        foes = tuple(field.ids[piece] for piece in assault.defenders)
        umpire.tell(
            clause, key, units=self.units, hex=self.hex, units_target=foes,
            a=assault.attack, d=assault.defence, odds=odds, term=code,
        )  # fmt: skip
        apply_result(draft, self.side, assault, code, umpire)


def target(asked: Asked[SharpsburgState, Attacking]) -> int:
    return asked.state.scenario.board.grid.index(asked.frame.hex)


JOIN_BANS = (*ATTACK_BANS, *(Toward(ban, target) for ban in TARGET_BANS))
