"""The ammunition phase: a side assigns its attempts, then rolls for all of them (SLB 20.2d-20.2f, 21.3, 15.0d)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from hardtack.battles.chancellorsville.ammunition import (
    Resupply,
    ammunition_table,
    attempts_allowed,
    pouch_of,
    write,
)
from hardtack.battles.chancellorsville.events import DELAYED, IMPROVED, LOGISTICS
from hardtack.battles.chancellorsville.supply import (
    ENEMY,
    NO_DEPOT,
    NO_ROAD,
    RAIN,
    SupplyLine,
    burden,
    cause_of_cut,
    cut,
)
from hardtack.battles.gcacw.actions import Done
from hardtack.battles.gcacw.state import CampaignState, fact, named, note
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Asked, Ban, Check, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import CONFEDERATE, UNION, Text, Value, text
from hardtack.referee.frames import Step
from hardtack.referee.orders import Order, SideOrder, UnitOrder
from hardtack.referee.umpire import Umpire

FACTORS = {0: 1, IMPROVED: 2, DELAYED: 0}  # what an event makes of a side's attempts (SLB 15.0d)


class ResupplyUnit(UnitAction):
    """SLB 20.2d: one attempt for this unit."""

    __slots__ = ()
    verb: ClassVar[str] = "resupply"


@dataclass(frozen=True, slots=True)
class AmmunitionPhase(Step):
    """SLB 14.0: both sides may resupply, the Confederates first; an event has its effect and is over (SLB 15.0d)."""

    def run(self, draft: CampaignState, umpire: Umpire) -> None:
        frames = []
        for side in (CONFEDERATE, UNION):
            logistics = fact(draft, LOGISTICS[side])
            if logistics:
                note(draft, LOGISTICS[side], 0)
            frame = Resupplying(side, attempts_allowed(side, FACTORS[logistics]))
            if logistics == DELAYED and replace(frame, attempts=1).is_open(draft):
                umpire.tell("SLB 15.0d", "event.no_resupply", side=side)
            if frame.is_open(draft):
                frames.append(frame)
        umpire.push(*frames)


@dataclass(frozen=True, slots=True)
class Resupplying(OrderDecision):
    """The side names a unit for each attempt, then has all the dice rolled (SLB 20.2d)."""

    clause: ClassVar[str] = "SLB 20.2d"
    naming: ClassVar[type[UnitAction]] = ResupplyUnit
    attempts: int
    units: tuple[str, ...] = ()  # in the order they were named
    again: tuple[str, ...] = ()  # those of them with a second attempt

    @property
    def left(self) -> int:
        return self.attempts - len(self.units) - len(self.again)

    def room_for_more(self) -> int:
        return self.left

    def half_answered(self) -> bool:
        return bool(self.units)

    def tries(self) -> list[tuple[str, int]]:
        """Each unit with its attempts."""
        return [(unit, 1 + (unit in self.again)) for unit in self.units]

    def orders(self, state: CampaignState) -> Sequence[Order[Any]]:
        return ORDERS

    def is_open(self, state: CampaignState) -> bool:
        """Whether an attempt could be given to anybody: the first one with a supply line is enough."""
        wanting = open_numbers(WANTING, asked := Asked(state, self), asked.own)
        return any(cause_of_cut(state, unit) is None for unit in hexes_in(wanting))

    def idle(self, draft: CampaignState) -> bool:
        return not self.units and not self.is_open(draft)

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.resupply", n=self.left) if self.left else text("prompt.resupply_roll")


# -- who may be named

Question = Asked[CampaignState, Resupplying]


def wants(state: CampaignState, unit: int) -> bool:
    """SLB 20.2d, 21.3: whether an attempt could do a unit any good: a mark to erase, or a box to gain."""
    return pouch_of(state, unit).gains(most_boxes(state, unit))


def most_boxes(state: CampaignState, unit: int) -> int:
    """SLB 21.3: the boxes a unit may have in the end: those on its line of the pad, a substitute's by its arm."""
    piece: Any = state.scenario.pieces[unit]
    return int(piece.ammunition or ammunition_table().most_unmarked[piece.type])


def _not_ours(asked: Question) -> int:
    """Leaders, depots and the enemy; and whoever is not on the map."""
    units = asked.state.scenario.units_of[asked.side]
    return ~mask_of(unit for unit in units if asked.state.at[unit] >= 0)


def _in_no_need(asked: Question, unit: int) -> bool:
    return bool(asked.state.scenario.combat_mask >> unit & 1) and not wants(asked.state, unit)


def _cut_by(cause: str) -> Callable[[Question, int], bool]:
    """Whether this is what keeps supply from a unit of the side."""

    def holds(asked: Question, unit: int) -> bool:
        if not asked.on_map(unit) or not asked.state.scenario.combat_mask >> unit & 1:
            return False
        return cause_of_cut(asked.state, unit) == cause

    return holds


def _shut_hexes(asked: Question, unit: int) -> Mapping[str, Value]:
    found = cut(asked.state, unit)
    names = asked.state.scenario.board.grid.names
    return {"hexes": tuple(names[hex_] for hex_ in found.shut) if found is not None else ()}


WANTING: tuple[Ban[Question], ...] = (
    Ban("SLB 20.2a", "reason.not_your_unit", _not_ours),
    Ban(
        "SLB 20.2d",
        "reason.attempts_used",
        lambda asked: 0 if asked.frame.left > 0 else EVERYTHING,
        lambda asked, unit: {"n": asked.frame.attempts},
    ),
    Ban(
        "SLB 20.2d",
        "reason.attempts_of_unit",
        named("again"),
        lambda asked, unit: {"n": ammunition_table().attempts_per_unit},
    ),
    Check("SLB 20.2d", "reason.no_marks", _in_no_need),
)
SUPPLIED: tuple[Ban[Question], ...] = (
    Check("SLB 20.1a", "reason.no_depot", _cut_by(NO_DEPOT)),
    Check("SLB 20.2e", "reason.supply_cut", _cut_by(ENEMY), _shut_hexes),
    Check("SLB 20.2e", "reason.supply_rain", _cut_by(RAIN)),
    Check("SLB 20.2e", "reason.supply_no_road", _cut_by(NO_ROAD)),
)
BANS = (*WANTING, *SUPPLIED)


# -- what is done


def assign(frame: Resupplying, draft: CampaignState, action: ResupplyUnit, umpire: Umpire) -> None:
    """One more attempt for a unit."""
    if action.unit in frame.units:
        umpire.replace(replace(frame, again=(*frame.again, action.unit)))
    else:
        umpire.replace(replace(frame, units=(*frame.units, action.unit)))


def roll_all(frame: Resupplying, draft: CampaignState, action: Action, umpire: Umpire) -> None:
    """SLB 20.2d: every attempt that was assigned, unit by unit."""
    odds = draft.recall(("odds", frame), lambda: odds_of(draft, frame))  # the same for every fall of the dice
    umpire.pop()
    for name, tries in frame.tries():
        for _ in range(tries):
            attempt(draft, umpire, frame.side, draft.scenario.index[name], odds.get(name))


def odds_of(state: CampaignState, frame: Resupplying) -> dict[str, Resupply]:
    """What the attempts for each of the units have to reckon with."""
    found = {}
    for name in frame.units:
        order = burden(state, state.scenario.index[name])
        if order is not None:
            found[name] = order
    return found


def attempt(draft: CampaignState, umpire: Umpire, side: str, unit: int, order: Resupply | None) -> None:
    """SLB 20.2d, 20.2f, 21.3: roll once for a unit that still has a use for it."""
    name, before = draft.scenario.pieces[unit].id, pouch_of(draft, unit)
    if order is None or not wants(draft, unit):
        umpire.tell("SLB 20.2d", "event.resupply_not_needed", unit=name)
        return
    success = umpire.check([face for face in range(1, 7) if order.succeeds(face)], by=side)
    after = before.after_success(most_boxes(draft, unit)) if success else before
    write(draft, unit, after)
    gains = after.boxes > before.boxes
    key = "event.gains_box" if gains else "event.resupplied" if success else "event.resupply_fails"
    exhausted, blocked, river = (f"{value:+d}" for value in order.parts.values())
    umpire.tell(
        "SLB 21.3" if gains else "SLB 20.2d", key, unit=name, die=umpire.rolled[-1], needs=order.needs,
        exhausted=exhausted, blocked=blocked, river=river, n=after.left,
    )  # fmt: skip
    if before.is_out and not after.is_out:
        umpire.tell("SLB 20.2f", "event.back_in_supply", unit=name)


def order_for(state: CampaignState, unit: int, line: SupplyLine) -> Resupply:
    """What an attempt for a unit along a line has to reckon with."""
    return line.attempt(exhausted=bool(state.exhausted[unit]))


ORDERS: tuple[Order[Question], ...] = (UnitOrder(ResupplyUnit, BANS, assign), SideOrder(Done(), (), roll_all))
