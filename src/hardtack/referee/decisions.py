"""The decisions battles share: between orders, name counters and go, pay for losses.

A battle's frame names its orders (see `bans`) and asks its question.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass, mypyc_attr, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Asked, Ban
from hardtack.referee.events import Text, pack
from hardtack.referee.frames import Decision
from hardtack.referee.orders import Order, Orders, SideOrder, UnitOrder
from hardtack.referee.views import frame_data

if TYPE_CHECKING:
    from hardtack.referee.umpire import Umpire


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class OrderDecision(Decision):
    """A decision between orders."""

    clause: ClassVar[str] = ""  # named when something else is tried; if none is given, the battle's fallback
    needs_actor: ClassVar[bool] = False  # passed over when no counter can do anything
    standing_orders: ClassVar[Sequence[Order[Any]]] = ()

    def orders(self, state: Any) -> Sequence[Order[Any]]:
        """The kinds of orders there are: here always the same."""
        return self.standing_orders

    def options(self, state: Any) -> Orders[Any]:
        return Orders(Asked(state, self), self.orders(state), self.clause)

    def idle(self, draft: Any) -> bool:
        return self.needs_actor and not self.options(draft).actors()

    def prompt(self, state: Any) -> Text:
        """What the player must do now: the words `prompt.<name of the decision>`, in small letters, with its fields."""
        return Text(f"prompt.{type(self).__name__.lower()}", pack(frame_data(self)))

    def apply(self, draft: Any, action: Action, umpire: Umpire) -> None:
        for order in self.orders(draft):
            if order.covers(action):
                order.do(self, draft, action, umpire)
                return
        raise LookupError(f"{action} is none of the actions of {type(self).__name__}")


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Gather(OrderDecision):
    """Counters are named one by one until the side says go."""

    field: ClassVar[str] = "named"  # of the frame: who has been named, in order
    naming: ClassVar[type[UnitAction]] = UnitAction  # the action that names one more
    going: ClassVar[Action]
    twice: ClassVar[str]  # words: it has been named
    at_once: ClassVar[bool] = False  # go without asking once nobody is left to be named
    by_number: ClassVar[bool] = False  # the field holds the counters' numbers, not their ids
    first: ClassVar[str] = ""  # words: somebody has to be named; none where the side may go at once

    @property
    def gathered(self) -> tuple[Any, ...]:
        """Who has been named, in order."""
        units: tuple[Any, ...] = getattr(self, self.field)
        return units

    @abstractmethod
    def bans(self, state: Any) -> Sequence[Ban[Any]]:
        """Who cannot be named, besides those who have been."""

    @abstractmethod
    def go(self, draft: Any, umpire: Umpire) -> None:
        """Everybody has been named; the frame has left the agenda."""

    def orders(self, state: Any) -> Sequence[Order[Any]]:
        return gathering(type(self), tuple(self.bans(state)), tuple(self.go_bans(state)))

    def go_bans(self, state: Any) -> Sequence[Ban[Any]]:
        """Why the side cannot go yet, besides that somebody has to be named."""
        return ()

    def is_open(self, state: Any) -> bool:
        """Whether anybody else could be named."""
        return bool(self.orders(state)[0].units(Asked(state, self)))


@lru_cache(maxsize=256)
def gathering(kind: type[Gather], bans: tuple[Ban[Any], ...], go_bans: tuple[Ban[Any], ...]) -> Sequence[Order[Any]]:
    """The orders of a kind of gathering: made once, and not whenever somebody asks."""
    again = Ban(kind.clause, kind.twice, has_been_named)
    nobody = (Ban(kind.clause, kind.first, nobody_named),) if kind.first else ()
    naming = UnitOrder(kind.naming, (again, *bans), name_one_more)
    return naming, SideOrder(kind.going, (*nobody, *go_bans), go_on)


def has_been_named(asked: Asked[Any, Gather]) -> int:
    named, index = asked.frame.gathered, asked.state.scenario.index
    return mask_of(named if asked.frame.by_number else (index[unit] for unit in named))


def nobody_named(asked: Asked[Any, Gather]) -> int:
    return 0 if asked.frame.gathered else EVERYTHING


def name_one_more(frame: Gather, draft: Any, action: UnitAction, umpire: Umpire) -> None:
    """Name a counter; when nobody is left to be named there may be nothing more to ask."""
    unit = draft.scenario.index[action.unit] if frame.by_number else action.unit
    grown: Any = {frame.field: (*frame.gathered, unit)}
    larger = replace(frame, **grown)
    umpire.replace(larger)
    if frame.at_once and not larger.is_open(draft):
        go_on(larger, draft, action, umpire)


def go_on(frame: Gather, draft: Any, action: Action, umpire: Umpire) -> None:
    umpire.pop()
    frame.go(draft, umpire)


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class TakeLosses(OrderDecision):
    """Counters pay for a loss one after the other, in the owner's order, until nothing is owed that can be paid."""

    follow_up: ClassVar[bool] = True
    paying: ClassVar[type[UnitAction]]
    refusal: ClassVar[str]  # words: it cannot pay

    @abstractmethod
    def payers(self, state: Any) -> Sequence[str]:
        """Who can pay now."""

    @abstractmethod
    def pay(self, draft: Any, unit: str, umpire: Umpire) -> None:
        """One counter pays; the frame on top is replaced by what is still owed, or popped."""

    def idle(self, draft: Any) -> bool:
        return not self.payers(draft)

    def orders(self, state: Any) -> Sequence[Order[Any]]:
        return payment(type(self))


@lru_cache(maxsize=256)
def payment(kind: type[TakeLosses]) -> Sequence[Order[Any]]:
    return (UnitOrder(kind.paying, (Ban(kind.clause, kind.refusal, cannot_pay),), pay_one),)


def cannot_pay(asked: Asked[Any, TakeLosses]) -> int:
    index = asked.state.scenario.index
    return ~mask_of(index[unit] for unit in asked.frame.payers(asked.state))


def pay_one(frame: TakeLosses, draft: Any, action: UnitAction, umpire: Umpire) -> None:
    frame.pay(draft, action.unit, umpire)
