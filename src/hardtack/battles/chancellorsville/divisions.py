"""Anderson, Early and McLaws: a division counter, or a leader with brigades (SLB 21.4).

Breaking up happens inside the division's march: the player hands manpower to counters one by one and then
says which counter the rest becomes. Nothing of this may raise the Confederate artillery (SLB 21.4c).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.chancellorsville.ammunition import pass_on, strike_out
from hardtack.battles.chancellorsville.state import SceneState
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
from hardtack.battles.gcacw.state import CampaignState, mark
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Args, Asked, Ban, Labelled, Told, open_numbers
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.orders import MarchOrder, Order, UnitOrder
from hardtack.referee.state import WAITING

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
class BreakUp(OrderDecision):
    """A division in the middle of its march being broken up; its march lies below on the agenda."""

    clause: ClassVar[str] = "SLB 21.4b"
    unit: str
    brigades: tuple[str, ...] = ()
    manpower: tuple[int, ...] = ()

    def orders(self, state: SceneState) -> Sequence[Order[Any]]:
        return BREAKING_UP

    def prompt(self, state: SceneState) -> Text:
        return text("prompt.break_up", unit=self.unit, n=self.left(state))

    def left(self, state: CampaignState) -> int:
        return state.manpower[state.scenario.index[self.unit]] - sum(self.manpower)

    def form(self, draft: SceneState, action: FormBrigade, umpire: Umpire) -> None:
        parts = (*self.brigades, action.unit)
        umpire.replace(replace(self, brigades=parts, manpower=(*self.manpower, action.manpower)))

    def finish(self, draft: SceneState, action: RestBecomes, umpire: Umpire) -> None:
        umpire.pop()
        _break_up(draft, umpire, self, action.unit)


class Parts:
    """What a division that breaks up still has to give: manpower, counters and guns."""

    def __init__(self, scene: Scene, state: CampaignState, frame: BreakUp) -> None:
        self.scene = scene
        self.state = state
        self.division = self.scene.index[frame.unit]
        self.taken = {self.scene.index[unit] for unit in frame.brigades}
        own, plain = self.stock(self.taken)
        self.free = own + plain[:1]  # plain substitutes are all alike: one is offered
        guns = sum(self.scene.pieces[number].artillery for number in self.taken)
        self.guns_left = self.scene.pieces[self.division].artillery - guns
        self.left = frame.left(state)
        self.sizes = (2 << min(brigade_limit(), self.left - 1)) - 2  # what one brigade may be given, as a set

    def stock(self, taken: set[int]) -> tuple[list[int], list[int]]:
        """The division's own counters and the plain substitutes that are left when some are taken."""
        own = own_brigades(self.scene, self.state, self.division, taken)
        return own, [number for number in spare(self.scene, self.state, self.division) if number not in taken]

    def others(self, number: int) -> tuple[list[int], int]:
        """The guns of the counters left after this one, fewest first, and the guns they may have in all."""
        own, plain = self.stock({*self.taken, number})
        names = {self.scene.pieces[n].id for n in own}
        doubles = {first for first, second in substitute_table().twins if {first, second} <= names}  # one of two serves
        others = sorted(self.scene.pieces[n].artillery for n in own + plain if self.scene.pieces[n].id not in doubles)
        return others, self.guns_left - self.scene.pieces[number].artillery

    def unfinished(self, number: int) -> int:
        """The manpower with which a counter cannot be the next brigade: for the rest of the division enough counters
        with few enough guns must remain."""
        others, guns = self.others(number)
        enough = [needed for needed in range(len(others) + 1) if sum(others[:needed]) <= guns]
        return mask_of(points for points in hexes_in(self.sizes) if self.needed(points) not in enough)

    def needed(self, points: int) -> int:
        """How many counters the rest takes after a brigade of this manpower."""
        return -(-(self.left - points) // brigade_limit())

    def lacking(self, number: int, points: int) -> tuple[str, str]:
        """Why the division could not be broken up to the end after this brigade: too few counters, or their guns."""
        if self.needed(points) > len(self.others(number)[0]):
            return "SLB 21.4a", "reason.too_few_counters"
        return "SLB 21.4e", "reason.artillery_grows"


def parts(asked: Asked[SceneState, BreakUp]) -> Parts:
    state, frame = asked.state, asked.frame
    return state.recall(("parts", frame), lambda: Parts(state.scenario, state, frame))


def why_out_of_stock(asked: Asked[SceneState, BreakUp], unit: int) -> Sequence[Reason]:
    left = parts(asked)
    return stock_reasons(left.scene, asked.state, left.division, unit, left.taken)


def rest_too_large(asked: Asked[SceneState, BreakUp]) -> int:
    return EVERYTHING if asked.frame.left(asked.state) > brigade_limit() else 0


def too_many_guns(asked: Asked[SceneState, BreakUp]) -> int:
    left = parts(asked).guns_left
    return mask_of(number for number, piece in enumerate(asked.state.scenario.pieces) if piece.artillery > left)


def limit(asked: Asked[SceneState, BreakUp], number: int) -> Args:
    return {"n": brigade_limit()}


class BrigadeOrder(MarchOrder[Asked[SceneState, BreakUp]]):
    """So much manpower for a counter: what are bans on hexes elsewhere are bans on manpower."""

    def goals(self, asked: Asked[SceneState, BreakUp], unit: int) -> int:
        return open_numbers(self.hex_bans, asked.about(unit), parts(asked).sizes)

    def of(self, asked: Asked[SceneState, BreakUp], unit: int) -> Sequence[Action]:
        name = asked.state.scenario.ids[unit]
        return [FormBrigade(name, points) for points in hexes_in(self.goals(asked, unit))]

    def reasons(self, asked: Asked[SceneState, BreakUp], action: FormBrigade) -> Iterator[Reason]:
        points = max(0, min(action.manpower, brigade_limit() + 1))
        return self.against_both(asked, asked.state.scenario.index[action.unit], points, {"unit": action.unit})

    def stands(self, asked: Asked[SceneState, BreakUp], unit: int) -> bool:
        return True


STOCK: Told[Asked[SceneState, BreakUp]] = Told(
    "SLB 21.1a", "reason.not_a_substitute", lambda asked: ~mask_of(parts(asked).free), why_out_of_stock
)
BREAKING_UP: Sequence[Order[Any]] = (
    BrigadeOrder(
        FormBrigade,
        (STOCK,),
        (
            Ban("SLB 21.1a", "reason.detach_manpower", lambda asked: ~parts(asked).sizes, limit),
            Labelled(
                lambda asked, points: parts(asked).lacking(asked.unit, points),
                lambda asked: parts(asked).unfinished(asked.unit),
            ),
        ),
        BreakUp.form,
    ),
    UnitOrder(
        RestBecomes,
        (
            STOCK,
            Ban("SLB 21.4b", "reason.brigade_first", lambda asked: 0 if asked.frame.brigades else EVERYTHING),
            Ban("SLB 21.4b", "reason.rest_too_large", rest_too_large, limit),
            Ban("SLB 21.4c", "reason.artillery_grows", too_many_guns),
        ),
        BreakUp.finish,
    ),
)


def splits(scene: Scene, state: CampaignState, unit: int) -> list[Action]:
    """The offer to break up, if it can be carried through."""
    offered = unit in scene.brigades and may_detach(scene, state, unit) and not unsplittable(scene, state, unit)
    return [SplitDivision(scene.pieces[unit].id)] if offered else []


def split_reasons(scene: Scene, state: CampaignState, unit: int) -> list[Reason]:
    rule, found = scene.book.substitutes, []
    if rule is not None and not may_detach(scene, state, unit):
        found.append(reason(rule.clause, "reason.no_substitutes"))
    if unit not in scene.brigades:
        return [*found, reason("SLB 21.4a", "reason.no_split", unit=scene.pieces[unit].id)]
    return [*found, *unsplittable(scene, state, unit)]


def unsplittable(scene: Scene, state: CampaignState, unit: int) -> list[Reason]:
    """Why the breaking up of a division could not be carried through, whichever brigade comes first."""
    first = Parts(scene, state, BreakUp(scene.pieces[unit].side, scene.pieces[unit].id))
    if any(first.sizes & ~first.unfinished(number) for number in first.free):
        return []
    ways = [first.lacking(number, 1) for number in first.free[:1] if first.left > 1]
    return [reason(*(ways[0] if ways else ("SLB 21.4a", "reason.too_few_counters")))]


def _break_up(draft: SceneState, umpire: Umpire, frame: BreakUp, rest: str) -> None:
    """SLB 21.4b: brigades and the leader take the division's place; the rest marches on."""
    scene = draft.scenario
    march = draft.agenda[-1]
    if not isinstance(march, March):
        return
    division, heir = scene.index[frame.unit], scene.index[rest]
    here, left = draft.at[division], frame.left(draft)
    for brigade, manpower in zip(frame.brigades, frame.manpower, strict=True):
        bring_in(scene, draft, march, scene.index[brigade], manpower)
    bring_in(scene, draft, march, heir, left)
    mark(draft, heir, fatigue=draft.fatigue[division])
    pass_on(draft, division, heir)
    mark(draft, division, at=WAITING, manpower=0, works=0)
    strike_out(draft, division)
    mark(draft, scene.index[substitute_table().leaders[frame.unit]], at=here)
    umpire.tell("SLB 21.4b", "event.division_splits", unit=frame.unit, units=(*frame.brigades, rest))
    umpire.replace(replace(march, unit=rest))
