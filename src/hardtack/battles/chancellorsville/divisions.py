"""Anderson, Early and McLaws: a division counter, or a leader with brigades (SLB 21.4).

Breaking up happens inside the division's march: the player hands manpower to counters one by one and then
says which counter the rest becomes. Nothing of this may raise the Confederate artillery (SLB 21.4c).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from hardtack.battles.chancellorsville.ammunition import pass_on, strike_out
from hardtack.battles.chancellorsville.substitutes import (
    brigade_limit,
    bring_in,
    may_detach,
    own_brigades,
    spare,
    stock_reasons,
    substitute_table,
)
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import WAITING, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire


class SplitDivision(UnitAction):
    """SLB 21.4b: the marching division breaks up into brigades."""

    __slots__ = ()
    verb: ClassVar[str] = "split"


@dataclass(frozen=True, slots=True)
class FormBrigade(UnitAction):
    """This much manpower goes to this counter."""

    verb: ClassVar[str] = "brigade"
    manpower: int


class RestBecomes(UnitAction):
    """The rest of the division marches on as this counter."""

    __slots__ = ()
    verb: ClassVar[str] = "rest"


@dataclass(frozen=True, slots=True)
class BreakUp(Decision):
    """A division in the middle of its march being broken up; its march lies below on the agenda."""

    unit: str
    brigades: tuple[str, ...] = ()
    manpower: tuple[int, ...] = ()

    def options(self, state: CampaignState) -> Options:
        return BreakUpOptions(state, self)

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.break_up", unit=self.unit, n=self.left(state))

    def left(self, state: CampaignState) -> int:
        return state.manpower[state.scenario.index[self.unit]] - sum(self.manpower)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, FormBrigade):
            parts = (*self.brigades, action.unit)
            umpire.replace(replace(self, brigades=parts, manpower=(*self.manpower, action.manpower)))
        elif isinstance(action, RestBecomes):
            umpire.pop()
            _break_up(draft, umpire, self, action.unit)


class BreakUpOptions(Options):
    """Counters the division may break up into, as long as the break-up can still be finished."""

    def __init__(self, state: CampaignState, frame: BreakUp) -> None:
        self.state = state
        self.frame = frame
        self.scene: Scene = state.scenario  # type: ignore[assignment]  # only this book has the frame
        self.division = self.scene.index[frame.unit]
        self.taken = {self.scene.index[unit] for unit in frame.brigades}
        own, plain = self.stock(self.taken)
        self.free = own + plain[:1]  # plain substitutes are all alike: one is offered
        guns = sum(self.scene.pieces[number].artillery for number in self.taken)
        self.guns_left = self.scene.pieces[self.division].artillery - guns
        self.left = frame.left(state)

    def stock(self, taken: set[int]) -> tuple[list[int], list[int]]:
        """The division's own counters and the plain substitutes that are left when some are taken."""
        own = own_brigades(self.scene, self.state, self.division, taken)
        return own, [number for number in spare(self.scene, self.state, self.division) if number not in taken]

    def actors(self) -> Sequence[str]:
        return [self.scene.pieces[number].id for number in self.free]

    def of(self, actor: str) -> Sequence[Action]:
        number = self.scene.index[actor]
        if number not in self.free:
            return []
        found: list[Action] = [FormBrigade(actor, points) for points in self.sizes(number)]
        if self.frame.brigades and self.may_be_rest(number):
            found.append(RestBecomes(actor))
        return found

    def may_be_rest(self, number: int) -> bool:
        return self.left <= brigade_limit() and self.scene.pieces[number].artillery <= self.guns_left

    def sizes(self, number: int) -> list[int]:
        """The manpower with which a counter may be the next brigade.

        Enough counters with few enough guns must remain for the rest of the division.
        """
        others, guns = self.others(number)
        most = brigade_limit()
        enough = [needed for needed in range(len(others) + 1) if sum(others[:needed]) <= guns]
        sizes = range(1, min(most, self.left - 1) + 1)
        return [points for points in sizes if -(-(self.left - points) // most) in enough]

    def others(self, number: int) -> tuple[list[int], int]:
        """The guns of the counters left after this one, fewest first, and the guns they may have in all."""
        own, plain = self.stock({*self.taken, number})
        names = {self.scene.pieces[n].id for n in own}
        doubles = {first for first, second in substitute_table().twins if {first, second} <= names}  # one of two serves
        others = sorted(self.scene.pieces[n].artillery for n in own + plain if self.scene.pieces[n].id not in doubles)
        return others, self.guns_left - self.scene.pieces[number].artillery

    def reasons(self, action: Action) -> list[Reason]:
        if not isinstance(action, FormBrigade | RestBecomes):
            return [reason("SLB 21.4b", NOT_ASKED)]
        if action in self.of(action.unit):
            return []
        number = self.scene.index[action.unit]
        found = stock_reasons(self.scene, self.state, self.division, number, self.taken)
        if isinstance(action, RestBecomes):
            if not self.frame.brigades:
                found.append(reason("SLB 21.4b", "reason.brigade_first"))
            if self.left > brigade_limit():
                found.append(reason("SLB 21.4b", "reason.rest_too_large", n=brigade_limit()))
            if self.scene.pieces[number].artillery > self.guns_left:
                found.append(reason("SLB 21.4c", "reason.artillery_grows"))
            return found
        if not 1 <= action.manpower <= min(brigade_limit(), self.left - 1):
            found.append(reason("SLB 21.1a", "reason.detach_manpower", n=brigade_limit()))
        return found or [self.unfinished(number, action.manpower)]

    def unfinished(self, number: int, points: int) -> Reason:
        """Why the division could not be broken up to the end after this brigade: too few counters, or their guns."""
        counters, _ = self.others(number)
        if -(-(self.left - points) // brigade_limit()) > len(counters):
            return reason("SLB 21.4a", "reason.too_few_counters")
        return reason("SLB 21.4e", "reason.artillery_grows")


def splits(scene: Scene, state: CampaignState, unit: int) -> list[Action]:
    """The offer to break up, if it can be carried through."""
    if unit not in scene.brigades or not may_detach(scene, state, unit):
        return []
    first = BreakUpOptions(state, BreakUp(scene.pieces[unit].side, scene.pieces[unit].id))
    return [SplitDivision(scene.pieces[unit].id)] if any(map(first.sizes, first.free)) else []


def split_reasons(scene: Scene, state: CampaignState, unit: int) -> list[Reason]:
    rule, found = scene.book.substitutes, []
    if rule is not None and not may_detach(scene, state, unit):
        found.append(reason(rule.clause, "reason.no_substitutes"))
    if unit not in scene.brigades:
        return [*found, reason("SLB 21.4a", "reason.no_split", unit=scene.pieces[unit].id)]
    first = BreakUpOptions(state, BreakUp(scene.pieces[unit].side, scene.pieces[unit].id))
    ways = [first.unfinished(number, points) for number in first.free for points in range(1, first.left)]
    if any(map(first.sizes, first.free)):
        return found
    return [*found, ways[0] if ways else reason("SLB 21.4a", "reason.too_few_counters")]


def _break_up(draft: CampaignState, umpire: Umpire, frame: BreakUp, rest: str) -> None:
    """SLB 21.4b: brigades and the leader take the division's place; the rest marches on."""
    scene: Scene = draft.scenario  # type: ignore[assignment]
    march = draft.agenda[-1]
    if not isinstance(march, March):
        return
    division, heir = scene.index[frame.unit], scene.index[rest]
    here, left = draft.at[division], frame.left(draft)
    for brigade, manpower in zip(frame.brigades, frame.manpower, strict=True):
        bring_in(scene, draft, march, scene.index[brigade], manpower)
    bring_in(scene, draft, march, heir, left)
    draft.fatigue = put(draft.fatigue, heir, draft.fatigue[division])
    pass_on(draft, division, heir)
    draft.at = put(draft.at, division, WAITING)
    draft.manpower = put(draft.manpower, division, 0)
    draft.works = put(draft.works, division, 0)
    strike_out(draft, division)
    leader = scene.index[substitute_table().leaders[frame.unit]]
    draft.at = put(draft.at, leader, here)
    umpire.tell("SLB 21.4b", "event.division_splits", unit=frame.unit, units=(*frame.brigades, rest))
    umpire.replace(replace(march, unit=rest))
