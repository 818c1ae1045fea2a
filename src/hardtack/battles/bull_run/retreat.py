"""Chapter 11: the retreat check after each combat, the retreat, the advance."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from hardtack.battles.bull_run.actions import ADVANCE, STAY, Advance, Retreat
from hardtack.battles.bull_run.movement import enemy_hexes, enter, room
from hardtack.battles.bull_run.state import GAVE_WAY, BullRunState, Question, names_at
from hardtack.battles.bull_run.victory import check_destruction
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.bans import Asked, Ban, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import UNION, Value, enemy_of
from hardtack.referee.frames import Step
from hardtack.referee.orders import HexOrder, Order, SideOrder
from hardtack.referee.state import LOST, put
from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class RetreatCheck(Step):
    """The stack that took more hits checks: 4-6 and it goes back (11.1, 11.1a, 11.1c)."""

    side: str  # the attacker's
    hex: str
    hex_target: str
    scored: int
    suffered: int

    def run(self, draft: BullRunState, umpire: Umpire) -> None:
        if self.may_advance(draft):
            umpire.push(OfferAdvance(self.side, self.hex, self.hex_target))
        if self.scored == self.suffered:
            umpire.tell("BR 11.1a", "event.no_check", n=self.scored)
            return
        beaten = self.hex_target if self.scored > self.suffered else self.hex
        victor = self.hex if beaten == self.hex_target else self.hex_target
        side = enemy_of(self.side) if beaten == self.hex_target else self.side
        there = draft.scenario.board.grid.index(beaten)
        if draft.deployment.side_at(there) != side:
            return  # nobody of the beaten stack is left
        units = names_at(draft, there)
        if umpire.check(draft.scenario.checks["retreat"], by=side):
            umpire.tell("BR 11.1c", "event.gives_way", hex=beaten, units=units)
            fall_back(draft, ChooseRetreat(side, beaten, victor), umpire)
        else:
            umpire.tell("BR 11.1c", "event.stands", hex=beaten, units=units)

    def may_advance(self, draft: BullRunState) -> bool:
        """Only an attacker that won advances: the enemy took more hits, or, by the other reading, is gone (11.2)."""
        won = self.scored > self.suffered or draft.scenario.settings["advance_after"] == "emptied"
        return won and draft.deployment.side_at(draft.scenario.board.grid.index(self.hex)) == self.side


def fall_back(draft: BullRunState, choice: ChooseRetreat, umpire: Umpire) -> None:
    """Retreat by the only hex there is, let the owner choose, or lose the stack (11.1d, 11.1e, C20)."""
    asked = Asked(draft, choice)
    here = stack_hex(asked)
    hexes = retreat_hexes(asked)
    if len(hexes) == 1:
        retreat_to(draft, here, hexes[0], umpire)
    elif hexes:
        umpire.push(choice)
    elif open_hexes(SHUT_OFF, asked) & no_room(asked):  # only friends stand in the way
        umpire.tell("BR C20", "event.no_room", hex=choice.hex, units=names_at(draft, here))
    else:
        umpire.tell("BR 11.1e", "event.cut_off", hex=choice.hex, units=names_at(draft, here))
        for unit in draft.deployment.stacks[here]:
            draft.strength = put(draft.strength, unit, 0)
            draft.at = put(draft.at, unit, LOST)
            umpire.tell("BR 11.1e", "event.destroyed", unit=draft.scenario.pieces[unit].id)
        check_destruction(draft, umpire)


# -- where a beaten stack may not go


def stack_hex(asked: Question) -> int:
    """The hex of the stack that is asked about: the frame's, or in the place of a counter an attacker's."""
    return asked.unit if asked.unit >= 0 else asked.state.scenario.board.grid.index(asked.frame.hex)


def around(asked: Question) -> int:
    return asked.state.scenario.board.grid.around_mask[stack_hex(asked)]


def not_adjacent(asked: Question) -> int:
    return ~around(asked)


def over_creek(asked: Question) -> int:
    return around(asked) & ~asked.state.scenario.ground.joined[stack_hex(asked)]


def unfound_ford(asked: Question) -> int:
    """The Union does not fight or retreat over a ford it has not found (C15, C20)."""
    known = asked.side != UNION or asked.state.farm_ford_found
    return 0 if known else asked.state.scenario.ground.over_farm_ford(stack_hex(asked))


def no_room(asked: Question) -> int:
    """The whole stack retreats together (11.1c): there must be room for all of it (8.2). Of enemies 11.1e speaks."""
    stacks = asked.state.deployment.stacks
    limit = asked.state.scenario.stacking - len(stacks[stack_hex(asked)])
    return mask_of(hex_ for hex_ in hexes_in(asked.state.occupied(asked.side)) if len(stacks[hex_]) > limit)


def not_away(asked: Question) -> int:
    """While a hex away from the enemy stack it fought is open, the stack does not stay beside it (11.1d).

    The front is where the enemy stands, or stood if the fight destroyed him too, and the hexes around (C20).
    """
    grid = asked.state.scenario.board.grid
    victor = grid.index(asked.frame.victor)
    near = grid.around_mask[victor] | 1 << victor
    return near if open_hexes(CLOSED, asked.without(())) & ~near else 0


def both_hexes(asked: Question, there: int) -> dict[str, Value]:
    return {"hex": asked.frame.hex, "hex_target": asked.state.scenario.board.grid.name(there)}


SHUT_OFF = (
    Ban("BR 11.1e", "reason.enemy_held", enemy_hexes),
    Ban("BR 11.1c", "reason.one_hex_back", not_adjacent, both_hexes),
    Ban("BR 11.1e", "reason.creek_between", over_creek, both_hexes),
    Ban("BR C20", "reason.ford_unfound", unfound_ford, both_hexes),
)
CLOSED = (*SHUT_OFF, Ban("BR C20", "reason.no_room", no_room, room))
RETREAT_BANS = (
    *CLOSED,
    Ban("BR 11.1d", "reason.not_away", not_away, lambda asked, hex_: {"hex_target": asked.frame.victor}),
)


def open_hexes(bans: Sequence[Ban[Question]], asked: Question) -> int:
    return open_numbers(bans, asked, asked.state.scenario.board.grid.everywhere)


def retreat_hexes(asked: Question) -> list[int]:
    """Where a beaten stack may go: away from the stack it fought if it can, else where there is room (11.1d, C20)."""
    return list(hexes_in(open_hexes(RETREAT_BANS, asked)))


def choose_retreat(frame: ChooseRetreat, draft: BullRunState, action: Retreat, umpire: Umpire) -> None:
    umpire.pop()
    grid = draft.scenario.board.grid
    retreat_to(draft, grid.index(frame.hex), grid.index(action.hex), umpire)


@dataclass(frozen=True, slots=True)
class ChooseRetreat(OrderDecision):
    """The owner picks the hex (11.1d)."""

    standing_orders: ClassVar[Sequence[Order[Question]]] = (HexOrder(Retreat, RETREAT_BANS, choose_retreat),)
    follow_up: ClassVar[bool] = True
    hex: str
    victor: str


def retreat_to(draft: BullRunState, here: int, there: int, umpire: Umpire) -> None:
    """The whole stack goes back one hex together; terrain costs nothing (11.1c, 11.1d)."""
    names = draft.scenario.board.grid.names
    units = names_at(draft, here)
    umpire.tell("BR 11.1d", "event.retreat", units=units, hex=names[here], hex_to=names[there])
    for unit in move_stack(draft, here, there, umpire):
        if draft.defended[unit]:
            draft.settled = put(draft.settled, unit, 1)  # attacks still meant for it lapse (C13)
            draft.defended = put(draft.defended, unit, GAVE_WAY)
        if draft.attacked[unit]:
            draft.attacked = put(draft.attacked, unit, GAVE_WAY)


def move_stack(draft: BullRunState, here: int, there: int, umpire: Umpire) -> tuple[int, ...]:
    units = draft.deployment.stacks[here]
    for unit in units:
        enter(draft, unit, there, umpire)
    return units


def advance(frame: OfferAdvance, draft: BullRunState, action: Advance, umpire: Umpire) -> None:
    umpire.pop()
    grid = draft.scenario.board.grid
    here, there = grid.index(frame.hex), grid.index(frame.hex_target)
    units = names_at(draft, here)
    umpire.tell("BR 11.2", "event.advance", units=units, hex=frame.hex, hex_to=frame.hex_target)
    move_stack(draft, here, there, umpire)


@dataclass(frozen=True, slots=True)
class OfferAdvance(OrderDecision):
    """The attacker that won may move into the emptied hex, all of it or none (11.2, 11.2b)."""

    standing_orders: ClassVar[Sequence[Order[Question]]] = (SideOrder(ADVANCE, (), advance), SideOrder(STAY))
    follow_up: ClassVar[bool] = True
    hex: str
    hex_target: str

    def idle(self, draft: BullRunState) -> bool:
        grid = draft.scenario.board.grid
        emptied = grid.index(self.hex_target) not in draft.deployment.stacks
        return not emptied or draft.deployment.side_at(grid.index(self.hex)) != self.side
