"""Chapter 11: the retreat check after each combat, the retreat, the advance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hardtack.battles.bull_run.actions import ADVANCE, STAY, Advance, Retreat, Stay
from hardtack.battles.bull_run.movement import enter
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.victory import check_destruction
from hardtack.referee.events import UNION, Text, enemy_of, text
from hardtack.referee.frames import Decision, Step
from hardtack.referee.options import Choice
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
        if draft.side_at(draft.scenario.board.grid.index(self.hex)) == self.side:
            umpire.push(OfferAdvance(self.side, self.hex, self.hex_target))
        if self.scored == self.suffered:
            umpire.tell("BR 11.1a", "event.no_check", n=self.scored)
            return
        beaten = self.hex_target if self.scored > self.suffered else self.hex
        victor = self.hex if beaten == self.hex_target else self.hex_target
        side = enemy_of(self.side) if beaten == self.hex_target else self.side
        if draft.side_at(draft.scenario.board.grid.index(beaten)) != side:
            return  # nobody of the beaten stack is left
        if umpire.check(draft.scenario.checks["retreat"], by=side):
            umpire.tell("BR 11.1c", "event.gives_way", hex=beaten)
            fall_back(draft, side, beaten, victor, umpire)
        else:
            umpire.tell("BR 11.1c", "event.stands", hex=beaten)


def fall_back(draft: BullRunState, side: str, beaten: str, victor: str, umpire: Umpire) -> None:
    """Retreat by the only hex there is, let the owner choose, or lose the stack (11.1d, 11.1e, C20)."""
    grid = draft.scenario.board.grid
    here = grid.index(beaten)
    hexes = retreat_hexes(draft, here, grid.index(victor))
    if len(hexes) == 1:
        retreat_to(draft, here, hexes[0], umpire)
    elif hexes:
        umpire.push(ChooseRetreat(side, beaten, victor))
    elif crowded_out(draft, here):
        umpire.tell("BR C20", "event.no_room", hex=beaten)
    else:
        umpire.tell("BR 11.1e", "event.cut_off", hex=beaten)
        for unit in draft.stacks[here]:
            draft.strength = put(draft.strength, unit, 0)
            draft.at = put(draft.at, unit, LOST)
            umpire.tell("BR 11.1e", "event.destroyed", unit=draft.scenario.pieces[unit].id)
        check_destruction(draft, umpire)


def open_neighbours(state: BullRunState, here: int) -> list[int]:
    """Hexes a beaten stack could go to but for stacking: no enemy, Bull Run only at a crossing it knows (11.1e)."""
    scenario = state.scenario
    side = scenario.side_of[state.stacks[here][0]]
    enemy = state.held_by[enemy_of(side)]
    blind = side == UNION and not state.farm_ford_found
    return [
        hex_
        for hex_ in scenario.ground.passable_sides[here]
        if not enemy >> hex_ & 1 and not (blind and (here, hex_) in scenario.ground.farm_ford)
    ]


def has_room(state: BullRunState, here: int, there: int) -> bool:
    return len(state.stacks[here]) + len(state.stacks.get(there, ())) <= state.scenario.stacking


def crowded_out(state: BullRunState, here: int) -> bool:
    """Only friends stand in the way: the stack stays where it is (C20)."""
    return any(not has_room(state, here, hex_) for hex_ in open_neighbours(state, here))


def retreat_hexes(state: BullRunState, here: int, victor: int) -> list[int]:
    """Where a beaten stack may go: away from the stack it fought if it can, else where there is room (11.1d, C20)."""
    legal = [hex_ for hex_ in open_neighbours(state, here) if has_room(state, here, hex_)]
    near = state.scenario.board.grid.around_mask[victor]
    away = [hex_ for hex_ in legal if not near >> hex_ & 1]
    return sorted(away or legal)


def retreat_to(draft: BullRunState, here: int, there: int, umpire: Umpire) -> None:
    """The whole stack goes back one hex together; terrain costs nothing (11.1c, 11.1d)."""
    names = draft.scenario.board.grid.names
    umpire.tell("BR 11.1d", "event.retreat", hex=names[here], hex_to=names[there])
    for unit in move_stack(draft, here, there, umpire):
        draft.settled = put(draft.settled, unit, 1)  # attacks still meant for it lapse (C13)


def move_stack(draft: BullRunState, here: int, there: int, umpire: Umpire) -> tuple[int, ...]:
    units = draft.stacks[here]
    for unit in units:
        enter(draft, unit, there, umpire)
    return units


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Decision):
    """The owner picks the hex (11.1d)."""

    hex: str
    victor: str
    follow_up: ClassVar[bool] = True

    def options(self, state: BullRunState) -> Choice:
        grid = state.scenario.board.grid
        hexes = retreat_hexes(state, grid.index(self.hex), grid.index(self.victor))
        return Choice([Retreat(grid.name(hex_)) for hex_ in hexes], "BR 11.1d", "reason.not_away")

    def apply(self, draft: BullRunState, action: Retreat, umpire: Umpire) -> None:
        umpire.pop()
        grid = draft.scenario.board.grid
        retreat_to(draft, grid.index(self.hex), grid.index(action.hex), umpire)

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.retreat", side=self.side, hex=self.hex)


@dataclass(frozen=True, slots=True)
class OfferAdvance(Decision):
    """The attacker that won may move into the emptied hex, all of it or none (11.2, 11.2b)."""

    hex: str
    hex_target: str
    follow_up: ClassVar[bool] = True

    def idle(self, draft: BullRunState) -> bool:
        grid = draft.scenario.board.grid
        emptied = grid.index(self.hex_target) not in draft.stacks
        return not emptied or draft.side_at(grid.index(self.hex)) != self.side

    def options(self, state: BullRunState) -> Choice:
        return Choice([ADVANCE, STAY], "BR 11.2")

    def apply(self, draft: BullRunState, action: Advance | Stay, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, Advance):
            grid = draft.scenario.board.grid
            umpire.tell("BR 11.2", "event.advance", hex=self.hex, hex_to=self.hex_target)
            move_stack(draft, grid.index(self.hex), grid.index(self.hex_target), umpire)

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.advance", side=self.side, hex=self.hex, hex_target=self.hex_target)
