"""The Movement Phase: who moves, how, and where to (MS 3.3g, 4, 5, 6, 12.11)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

from hardtack.battles.musket import losses
from hardtack.battles.musket.actions import END, STAY, Exit, Gather, March, Roll, To, Walk, With
from hardtack.battles.musket.at_hand import LastRow
from hardtack.battles.musket.checks import Check as RollCheck
from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.closing import FOG, MARCH, MOVE
from hardtack.battles.musket.movers import (
    GATHER_BANS,
    HAS_MOVED,
    MARCH_BANS,
    NOT_YOURS,
    ROLL_BANS,
    UNIT_BANS,
    WALK_BANS,
    gatherers,
    marchers,
    may_gather,
    may_march,
    may_roll,
    may_walk,
    own,
    ready_units,
    rollers,
    walkers,
)
from hardtack.battles.musket.obstacles import MOVE_BANS, ExitOrder, MoveOrder
from hardtack.battles.musket.reaching import Moved, waiting_to_enter
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MARCHED, MOVED, NOT_MOVED, STAYED, MusketState, Question
from hardtack.board.masks import marked, mask_of, picked
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Asked, Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, text
from hardtack.referee.options import NOT_ASKED
from hardtack.referee.orders import Carry, Order, Orders, SideOrder, UnitOrder, unit_row
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

MODES = {"walk": MOVE, "roll": MOVE, "march": MARCH}


def ready(state: MusketState, piece: int) -> bool:
    """On the map or waiting to enter, and not yet moved this phase (MS 4.1)."""
    return state.moved[piece] == NOT_MOVED and (state.at[piece] >= 0 or waiting_to_enter(state, piece))


def allowance(state: MusketState, group: tuple[int, ...], verb: str) -> int:
    """Points of a standard move, or half points of a March: the slowest member's (MS 4.1, 4.2, 4.63)."""
    scenario = state.scenario
    if verb == "march":
        return 2 * min([scenario.march[piece] for piece in group])
    return min([halved(scenario.walk[piece]) if state.disordered[piece] else scenario.walk[piece] for piece in group])


def begin(frame: Movement, draft: MusketState, action: Any, umpire: Umpire) -> None:
    begin_move(draft, umpire, frame.side, (draft.scenario.index[action.unit],), action.verb)


def gather(frame: Movement, draft: MusketState, action: Gather, umpire: Umpire) -> None:
    umpire.push(Gathering(frame.side, (draft.scenario.index[action.unit],)))


class BeginOrder(UnitOrder[Question]):
    """A way to begin a move.

    Of those who may move at all `at_a_glance` tells whom the bans leave, `is_open_to` whether they leave one.
    """

    def __init__(
        self, verb: type[Action], bans: Sequence[Ban[Question]], at_a_glance: Callable[[Question, int], int],
        is_open_to: Callable[[Question, int], bool], do: Carry,
    ) -> None:  # fmt: skip
        super().__init__(verb, (*UNIT_BANS, *bans), do)
        self.own_bans = tuple(bans)
        self.at_a_glance = at_a_glance
        self.is_open_to = is_open_to
        self.actions = LastRow(unit_row, verb)

    def units(self, asked: Question) -> int:
        return super().units(asked) if asked.lifted else self.at_a_glance(asked, ready_units(asked))

    def of_all(self, asked: Question, units: int) -> list[Action]:
        return picked(self.actions.of(asked.state.scenario), units)


class MovementOrders(Orders[Question]):
    """Whoever may move can do so in some way: which ones is looked at when a unit is asked about."""

    def __init__(self, asked: Question, orders: Sequence[Order[Question]], clause: str) -> None:
        self.asked, self.orders, self.clause = asked, tuple(orders), clause
        self._free = [ready_units(asked)]

    def of_unit(self, unit: int) -> Sequence[Action]:
        scenario = self.asked.state.scenario
        found: list[Action] = []
        if self.free[0] >> unit & 1:
            for order in self.orders:
                if isinstance(order, BeginOrder) and order.is_open_to(self.asked, unit):
                    found.append(order.actions.of(scenario)[unit])
        return found

    def all(self) -> list[Action]:
        asked, found = self.asked, list[Action]()
        for order in self.orders:
            found += order.general(asked)
        for order in self.orders:
            if isinstance(order, BeginOrder) and not asked.lifted:
                free = order.at_a_glance(asked, self.free[0])
            else:
                free = order.units(asked)
            if free:
                found += order.of_all(asked, free)
        return found


MOVEMENT: Sequence[Order[Question]] = (
    SideOrder(END),
    BeginOrder(Walk, WALK_BANS, walkers, may_walk, begin),
    BeginOrder(Roll, ROLL_BANS, rollers, may_roll, begin),
    BeginOrder(March, MARCH_BANS, marchers, may_march, begin),
    BeginOrder(Gather, GATHER_BANS, gatherers, may_gather, gather),
)


@dataclass(frozen=True, slots=True)
class Movement(OrderDecision):
    """MS 3.3g: the phasing player moves any, all or none of his pieces."""

    clause: ClassVar[str] = "MS 4.1"

    def orders(self, state: MusketState) -> Sequence[Order[Question]]:
        more = state.scenario.battle.movement_orders
        return (*MOVEMENT, *more) if more else MOVEMENT

    def options(self, state: MusketState) -> Orders[Question]:
        return MovementOrders(Asked(state, self), self.orders(state), self.clause)

    def idle(self, draft: MusketState) -> bool:
        """Nobody can move and nobody has: a phase that was used is ended by its player."""
        asked = Asked(draft, self)
        if own(asked, marked(draft.moved)) or ready_units(asked):
            return False
        return not any(order.general(asked) for order in draft.scenario.battle.movement_orders)


def begin_move(draft: MusketState, umpire: Umpire, side: str, group: tuple[int, ...], verb: str) -> None:
    """A declared move: ask where to, after the roll if there is one."""
    if verb == "roll":
        umpire.push(RollCheck(side, rolling_unit(draft, group), "movement"), Moving(side, group, 0, MOVE))
    else:
        umpire.push(Moving(side, group, allowance(draft, group, verb), MODES[verb]))


def rolling_unit(state: MusketState, group: tuple[int, ...]) -> int:
    """The member the roll is made for: one die for the stack, cavalry's bonus only if all are cavalry (MS 4.1)."""
    if len(group) == 1:
        return group[0]
    scenario = state.scenario
    return min(group, key=lambda piece: (scenario.kind[piece] == "leader", scenario.kind[piece] == "cavalry", piece))


# -- several together


def in_company(asked: Question) -> int:
    return mask_of(asked.frame.group)


def elsewhere(asked: Question) -> int:
    state = asked.state
    here = state.deployment.stacks.get(state.at[asked.frame.group[0]], ())
    return state.scenario.forces[asked.side] & ~mask_of(here)


def of_group(ban: Ban[Question]) -> Ban[Question]:
    """A ban on units, asked of a whole group: what forbids one of them forbids all."""

    def whole(asked: Question) -> int:
        group = in_company(asked)
        return EVERYTHING if ban.narrow(asked, group) != group else 0

    return Ban(ban.clause, ban.key, whole, ban.words)


def begin_together(frame: Gathering, draft: MusketState, action: Any, umpire: Umpire) -> None:
    umpire.pop()
    begin_move(draft, umpire, frame.side, frame.group, action.verb)


def take_along(frame: Gathering, draft: MusketState, action: With, umpire: Umpire) -> None:
    umpire.replace(Gathering(frame.side, (*frame.group, draft.scenario.index[action.unit])))


HEAD: Ban[Question] = Ban("MS 4.1", NOT_ASKED, lambda asked: ~(1 << int(asked.frame.group[0])))
ALL_LEADERS: Ban[Question] = Ban(
    "MS 12.11",
    "reason.never_rolls",
    lambda asked: 0 if in_company(asked) & ~asked.state.scenario.never_roll else EVERYTHING,
)
GATHERING: Sequence[Order[Question]] = (
    UnitOrder(Walk, (HEAD, *map(of_group, WALK_BANS)), begin_together),
    UnitOrder(Roll, (HEAD, ALL_LEADERS), begin_together),
    UnitOrder(March, (HEAD, *map(of_group, MARCH_BANS)), begin_together),
    UnitOrder(
        With,
        (
            Ban("MS 4.1", "reason.in_company", in_company),
            NOT_YOURS,
            Ban("MS 4.1", "reason.not_in_hex", elsewhere),
            Ban("MS 4.1", "reason.goes_alone", lambda asked: own(asked, asked.state.scenario.go_alone)),
            HAS_MOVED,
        ),
        take_along,
    ),
)


@dataclass(frozen=True, slots=True)
class Gathering(OrderDecision):
    """MS 4.1: pieces of one hex that will move together."""

    clause: ClassVar[str] = "MS 4.1"
    standing_orders: ClassVar[Sequence[Order[Question]]] = GATHERING
    group: tuple[int, ...]

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.gathering", units=tuple(state.scenario.ids[piece] for piece in self.group))


# -- where to


def go_to(frame: Any, draft: MusketState, action: Any, umpire: Umpire) -> None:
    """The move ends in a hex, in a box, or where it began: what that means, the frame says."""
    umpire.pop()
    place = action.hex if isinstance(action, To) else action.box if isinstance(action, Exit) else ""
    frame.arrive(draft, umpire, draft.scenario.place_at(place) if place else None)


DESTINATIONS: Sequence[Order[Question]] = (
    MoveOrder(To, MOVE_BANS, go_to),
    ExitOrder(Exit, (), go_to),
    SideOrder(STAY, (), go_to),
)


@dataclass(frozen=True, slots=True)
class Moving(OrderDecision):
    """A declared move waits for its destination; `points` are half points in a March."""

    clause: ClassVar[str] = "MS 4.1"
    standing_orders: ClassVar[Sequence[Order[Question]]] = DESTINATIONS
    group: tuple[int, ...]
    points: int
    mode: str

    def move(self, state: MusketState) -> tuple[tuple[int, ...], int, str]:
        """Who moves, how far and how."""
        return self.group, self.points, self.mode

    def prompt(self, state: MusketState) -> Text:
        units = tuple(state.scenario.ids[piece] for piece in self.group)
        if self.mode == MARCH:
            return text("prompt.marching", units=units, n=self.points // 2)
        return text("prompt.moving", units=units, n=self.points)

    def arrive(self, draft: MusketState, umpire: Umpire, place: int | None) -> None:
        if place is None:
            mark_moved(draft, self.group, STAYED)
            return
        mark_moved(draft, self.group, MARCHED if self.mode == MARCH else MOVED)
        carry(draft, umpire, Moved(self.side, self.group, draft.at[self.group[0]], place, self.mode))


def mark_moved(draft: MusketState, group: tuple[int, ...], mark: int) -> None:
    """The pieces have had their move; an HQ or train that spent points turns inactive (MS 12.32, 12.52)."""
    scenario = draft.scenario
    for piece in group:
        draft.moved = put(draft.moved, piece, mark)
        if mark != STAYED and scenario.kind[piece] in ("hq", "train"):
            draft.active = put(draft.active, piece, 0)


def carry(draft: MusketState, umpire: Umpire, move: Moved) -> None:
    """Put pieces in their new place, take what stands there alone, and tell (MS 4.5, 11.3)."""
    scenario = draft.scenario
    for piece in move.units:
        draft.at = put(draft.at, piece, move.end)
        if move.start < 0:
            draft.due = put(draft.due, piece, 0)  # it waits for nothing any more
    if move.end < 0:
        box = scenario.place_name(move.end)
        umpire.tell("MS 4.8", "event.exits", units=named(scenario, move.units), term=f"box.{box}")
        return
    told = TOLD[move.how]
    umpire.tell(told[0], told[1], units=named(scenario, move.units), hex=scenario.names[move.end])
    if scenario.weight_of(move.units):
        losses.take_what_is_alone(draft, umpire, move.side, move.end)
    scenario.battle.after_move(draft, umpire, move)


def named(scenario: MusketScenario, units: tuple[int, ...]) -> tuple[str, ...]:
    return tuple([scenario.ids[piece] for piece in units])


TOLD = {
    MOVE: ("MS 4.1", "event.moves"),
    MARCH: ("MS 4.63", "event.marches"),
    FOG: ("MS 14.2", "event.strays"),
    "advance": ("MS 8.5", "event.advances"),
    "retreat": ("MS 8.4", "event.retreats"),
}
