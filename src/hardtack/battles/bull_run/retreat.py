"""Chapter 11: the retreat check after each combat, the retreat, the advance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from hardtack.battles.bull_run.actions import ADVANCE, STAY, Advance, Retreat, Stay
from hardtack.battles.bull_run.movement import enter
from hardtack.battles.bull_run.state import GAVE_WAY, BullRunState
from hardtack.battles.bull_run.victory import check_destruction
from hardtack.referee.actions import Action
from hardtack.referee.events import UNION, Reason, Text, enemy_of, reason, text
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
        if self.may_advance(draft):
            umpire.push(OfferAdvance(self.side, self.hex, self.hex_target))
        if self.scored == self.suffered:
            umpire.tell("BR 11.1a", "event.no_check", n=self.scored)
            return
        beaten = self.hex_target if self.scored > self.suffered else self.hex
        victor = self.hex if beaten == self.hex_target else self.hex_target
        side = enemy_of(self.side) if beaten == self.hex_target else self.side
        if draft.deployment.side_at(draft.scenario.board.grid.index(beaten)) != side:
            return  # nobody of the beaten stack is left
        if umpire.check(draft.scenario.checks["retreat"], by=side):
            umpire.tell("BR 11.1c", "event.gives_way", hex=beaten)
            fall_back(draft, side, beaten, victor, umpire)
        else:
            umpire.tell("BR 11.1c", "event.stands", hex=beaten)

    def may_advance(self, draft: BullRunState) -> bool:
        """Only an attacker that won advances: the enemy took more hits, or, by the other reading, is gone (11.2)."""
        won = self.scored > self.suffered or draft.scenario.settings["advance_after"] == "emptied"
        return won and draft.deployment.side_at(draft.scenario.board.grid.index(self.hex)) == self.side


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
        for unit in draft.deployment.stacks[here]:
            draft.strength = put(draft.strength, unit, 0)
            draft.at = put(draft.at, unit, LOST)
            umpire.tell("BR 11.1e", "event.destroyed", unit=draft.scenario.pieces[unit].id)
        check_destruction(draft, umpire)


def why_not_retreat(state: BullRunState, here: int, victor: int, there: int) -> list[Reason]:
    """Every clause that keeps a beaten stack from going back to a hex (11.1c to 11.1e, C20)."""
    return [*why_closed(state, here, there), *why_not_away(state, here, victor, there)]


def why_closed(state: BullRunState, here: int, there: int) -> list[Reason]:
    """What closes a hex to a beaten stack, wherever the enemy it fought stands."""
    names = state.scenario.board.grid.names
    found = why_shut_off(state, here, there)
    if not has_room(state, here, there):
        found.append(reason("BR C20", "reason.no_room", hex=names[there], n=state.scenario.stacking))
    return found


def why_shut_off(state: BullRunState, here: int, there: int) -> list[Reason]:
    """The same but for stacking: not one hex away, an enemy there, Bull Run but at a crossing it knows (11.1e)."""
    scenario = state.scenario
    names = scenario.board.grid.names
    side = scenario.side_of[state.deployment.stacks[here][0]]
    found = []
    if state.occupied(enemy_of(side)) >> there & 1:
        found.append(reason("BR 11.1e", "reason.enemy_hex", hex=names[there]))
    if not scenario.board.grid.adjacent(here, there):
        found.append(reason("BR 11.1c", "reason.one_hex_back", hex=names[here], hex_target=names[there]))
    elif not scenario.ground.passable(here, there):
        found.append(reason("BR 11.1e", "reason.creek_between", hex=names[here], hex_target=names[there]))
    elif side == UNION and not state.farm_ford_found and (here, there) in scenario.ground.farm_ford:
        found.append(reason("BR C20", "reason.ford_unfound", hex=names[here], hex_target=names[there]))
    return found


def why_not_away(state: BullRunState, here: int, victor: int, there: int) -> list[Reason]:
    """While a hex away from the enemy stack it fought is open, the stack does not stay beside it (11.1d)."""
    grid = state.scenario.board.grid
    near = beside(state, victor)
    if not near >> there & 1 or all(near >> hex_ & 1 for hex_ in open_neighbours(state, here)):
        return []
    return [reason("BR 11.1d", "reason.not_away", hex=grid.names[there], hex_target=grid.names[victor])]


def beside(state: BullRunState, victor: int) -> int:
    """The front: where the enemy stands, or stood if the fight destroyed him too, and the hexes around (C20)."""
    return state.scenario.board.grid.around_mask[victor] | 1 << victor


def open_neighbours(state: BullRunState, here: int) -> list[int]:
    """The hexes a beaten stack has room in, beside the enemy or away from him."""
    return [hex_ for hex_ in state.scenario.board.grid.around[here] if not why_closed(state, here, hex_)]


def has_room(state: BullRunState, here: int, there: int) -> bool:
    """The whole stack retreats together (11.1c): there must be room for all of it (8.2). Of enemies 11.1e speaks."""
    friends = (
        state.deployment.stacks.get(there, ())
        if state.deployment.side_at(there) == state.deployment.side_at(here)
        else ()
    )
    return len(state.deployment.stacks[here]) + len(friends) <= state.scenario.stacking


def crowded_out(state: BullRunState, here: int) -> bool:
    """Only friends stand in the way: the stack stays where it is (C20)."""
    around = state.scenario.board.grid.around[here]
    return any(not has_room(state, here, hex_) and not why_shut_off(state, here, hex_) for hex_ in around)


def retreat_hexes(state: BullRunState, here: int, victor: int) -> list[int]:
    """Where a beaten stack may go: away from the stack it fought if it can, else where there is room (11.1d, C20)."""
    legal = open_neighbours(state, here)
    near = beside(state, victor)
    away = [hex_ for hex_ in legal if not near >> hex_ & 1]
    return sorted(away or legal)


def retreat_to(draft: BullRunState, here: int, there: int, umpire: Umpire) -> None:
    """The whole stack goes back one hex together; terrain costs nothing (11.1c, 11.1d)."""
    names = draft.scenario.board.grid.names
    umpire.tell("BR 11.1d", "event.retreat", hex=names[here], hex_to=names[there])
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


@dataclass(frozen=True, slots=True)
class ChooseRetreat(Decision):
    """The owner picks the hex (11.1d)."""

    hex: str
    victor: str
    follow_up: ClassVar[bool] = True

    def options(self, state: BullRunState) -> RetreatOptions:
        return RetreatOptions(state, self)

    def apply(self, draft: BullRunState, action: Retreat, umpire: Umpire) -> None:
        umpire.pop()
        grid = draft.scenario.board.grid
        retreat_to(draft, grid.index(self.hex), grid.index(action.hex), umpire)

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.retreat", side=self.side, hex=self.hex)


class RetreatOptions(Choice):
    """The hexes open to a beaten stack."""

    def __init__(self, state: BullRunState, frame: ChooseRetreat) -> None:
        self.state = state
        self.here, self.victor = (state.scenario.board.grid.index(name) for name in (frame.hex, frame.victor))
        names = state.scenario.board.grid.names
        super().__init__([Retreat(names[hex_]) for hex_ in retreat_hexes(state, self.here, self.victor)], "BR 5.1a")

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, Retreat):
            there = self.state.scenario.board.grid.index(action.hex)
            return why_not_retreat(self.state, self.here, self.victor, there)
        return super().reasons(action)


@dataclass(frozen=True, slots=True)
class OfferAdvance(Decision):
    """The attacker that won may move into the emptied hex, all of it or none (11.2, 11.2b)."""

    hex: str
    hex_target: str
    follow_up: ClassVar[bool] = True

    def idle(self, draft: BullRunState) -> bool:
        grid = draft.scenario.board.grid
        emptied = grid.index(self.hex_target) not in draft.deployment.stacks
        return not emptied or draft.deployment.side_at(grid.index(self.hex)) != self.side

    def options(self, state: BullRunState) -> Choice:
        return Choice([ADVANCE, STAY], "BR 5.1a")

    def apply(self, draft: BullRunState, action: Advance | Stay, umpire: Umpire) -> None:
        umpire.pop()
        if isinstance(action, Advance):
            grid = draft.scenario.board.grid
            umpire.tell("BR 11.2", "event.advance", hex=self.hex, hex_to=self.hex_target)
            move_stack(draft, grid.index(self.hex), grid.index(self.hex_target), umpire)

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.advance", side=self.side, hex=self.hex, hex_target=self.hex_target)
