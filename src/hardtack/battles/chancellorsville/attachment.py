"""The attachment phase: joining units and forming divisions again (SLB 21.2, 21.4b-f, 13.1e, 13.2g, 13.3e)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.chancellorsville.ammunition import pass_on, pool_largest
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.substitutes import (
    attachable,
    command_code,
    is_free,
    join,
    join_refusals,
    leave,
    most_manpower,
    own_brigades,
    smallest_division,
    spare,
    substitute_table,
)
from hardtack.battles.gcacw.actions import Done, NameUnit, Ready
from hardtack.battles.gcacw.state import CampaignState, mark, units_at
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Args, Asked, Ban, Each, Labelled, Told, open_numbers
from hardtack.referee.decisions import Gather, OrderDecision
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import Choice, Options
from hardtack.referee.orders import MarchOrder, Order, SideOrder, TargetOrder
from hardtack.referee.state import WAITING

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire

JOINED_ROWS = ("fatigue", "exhausted", "demoralised", "disorganised", "works")


@dataclass(frozen=True, slots=True)
class Attach(UnitAction):
    """SLB 21.2a: the unit becomes part of another."""

    verb: ClassVar[str] = "attach"
    unit_to: str


@dataclass(frozen=True, slots=True)
class FormDivision(UnitAction):
    """SLB 21.4b: brigades in a hex become the division again."""

    verb: ClassVar[str] = "form"
    hex: str


@dataclass(frozen=True, slots=True)
class SwapBrigade(UnitAction):
    """SLB 21.4f: a brigade with guns is replaced by a counter without."""

    verb: ClassVar[str] = "swap"
    unit_new: str


@dataclass(frozen=True, slots=True)
class Attachment(OrderDecision):
    """The side may attach units, one at a time."""

    clause: ClassVar[str] = "SLB 21.2a"
    needs_actor: ClassVar[bool] = True
    attached: int = 0

    def orders(self, state: SceneState) -> Sequence[Order[Any]]:
        return ATTACHING

    def attach(self, draft: SceneState, action: Attach, umpire: Umpire) -> None:
        scene = draft.scenario
        umpire.replace(replace(self, attached=self.attached + 1))
        join(scene, draft, umpire, scene.index[action.unit], scene.index[action.unit_to])

    def form(self, draft: SceneState, action: FormDivision, umpire: Umpire) -> None:
        umpire.push(Forming(self.side, action.unit, action.hex))


Question = Asked[SceneState, Attachment]


def closed(asked: Question) -> int:
    """SLB 13.1e: two brigades, so one is attached to one."""
    rule = asked.state.scenario.book.substitutes
    done = rule is None or (rule.attach_units_at_most and asked.frame.attached)
    return EVERYTHING if done else ~asked.state.scenario.forces[asked.side]


def off_map(asked: Question) -> int:
    return asked.state.scenario.forces[asked.side] & ~asked.own


def other_hex(asked: Question) -> int:
    beside = units_at(asked.state, asked.state.at[asked.unit])
    return ~mask_of(beside) | 1 << asked.unit


def no_led_division(asked: Question) -> int:
    return ~mask_of(asked.state.scenario.brigades)


def one_division_only(asked: Question) -> int:
    rule = asked.state.scenario.book.substitutes
    return EVERYTHING if rule is not None and rule.attach_division else 0


def division_in_play(asked: Question) -> int:
    return mask_of(division for division in asked.state.scenario.brigades if not is_free(asked.state, division))


def unformable(asked: Question) -> int:
    """The hexes whose brigades cannot form the division."""
    stacked = [hex_ for hex_, units in asked.state.deployment.stacks.items() if len(units) > 1]
    return ~mask_of(hex_ for hex_ in stacked if _can_form(asked.state.scenario, asked.state, asked.unit, hex_))


def by_rule(key: str) -> Callable[[Question, int], tuple[str, str]]:
    """Words under the clause of the scenario's own chapter on attaching."""

    def label(asked: Question, number: int) -> tuple[str, str]:
        rule = asked.state.scenario.book.substitutes
        return (rule.clause if rule is not None else "SLB 21.2a"), key

    return label


def the_division(asked: Question, number: int) -> Args:
    rule = asked.state.scenario.book.substitutes
    return {"term_division": rule.attach_division if rule is not None else ""}


class FormOrder(MarchOrder[Question]):
    """A division is not on the map before its brigades form it."""

    def stands(self, asked: Question, unit: int) -> bool:
        return unit in asked.state.scenario.brigades


class AttachOrder(TargetOrder[Question]):
    """Only those who share a hex and are not too large are looked at."""

    def units(self, asked: Question) -> int:
        if asked.lifted:
            return super().units(asked)
        stacks = [stack for stack in asked.state.deployment.stacks.values() if len(stack) > 1]
        together = mask_of([unit for stack in stacks for unit in stack]) & attachable(asked.state.scenario)
        together = open_numbers(self.bans, asked, together)
        return mask_of([unit for unit in hexes_in(together) if self.goals(asked, unit)])


CLOSED = Labelled(by_rule("reason.no_more_attaching"), closed)
ATTACHING: Sequence[Order[Any]] = (
    SideOrder(Done()),
    AttachOrder(
        Attach,
        (
            CLOSED,
            Ban("SLB 21.2a", "reason.other_hex", off_map),
        ),
        (
            Ban("SLB 21.2a", "reason.other_hex", other_hex),
            Each(lambda asked, to: join_refusals(asked.state.scenario, asked.state, asked.unit, to)),
        ),
        Attachment.attach,
        field="unit_to",
        only_with_goals=True,
    ),
    FormOrder(
        FormDivision,
        (
            Ban("SLB 21.4b", "reason.no_split", no_led_division),
            CLOSED,
            Labelled(by_rule("reason.only_division"), one_division_only, the_division),
            Ban("SLB 21.4a", "reason.substitute_in_play", division_in_play),
        ),
        (Ban("SLB 21.4b", "reason.cannot_form", unformable, lambda asked, hex_: {"n": smallest_division()}),),
        Attachment.form,
        only_with_goals=True,
    ),
)


# -- forming a division


def brigades_in(scene: Scene, state: CampaignState, division: int, hex_: int) -> list[int]:
    """Brigades of the division's command in a hex: its own counters and plain substitutes (SLB 21.4e)."""
    code = (scene.pieces[division].corps, scene.pieces[division].division)
    return [
        unit
        for unit in units_at(state, hex_)
        if scene.pieces[unit].size == "brigade" and command_code(scene, state, unit) == code
    ]


def _can_form(scene: Scene, state: CampaignState, division: int, hex_: int) -> bool:
    """Whether some set of the brigades in the hex may form the division; a hex holds a handful at most."""
    brigades = brigades_in(scene, state, division, hex_)
    sets = subsets(brigades) if len(brigades) > 1 else []  # one alone forms nothing
    return any(fits(state, chosen) and not formation_reasons(scene, state, division, chosen) for chosen in sets)


def subsets(units: Sequence[int]) -> list[tuple[int, ...]]:
    sets: list[tuple[int, ...]] = [()]
    for unit in units:
        sets += [(*chosen, unit) for chosen in sets]
    return sets


def formation_reasons(scene: Scene, state: CampaignState, division: int, chosen: Sequence[int]) -> list[Reason]:
    """Why these brigades cannot form the division (SLB 21.4b, 21.4c, 21.4f)."""
    found = []
    if not fits(state, chosen):
        limit = most_manpower("infantry", "division")
        found.append(reason("SLB 21.4b", "reason.form_manpower", n=smallest_division(), limit=limit))
    if artillery_gain(scene, division, chosen) > _guns_to_give(scene, state, division, chosen):
        found.append(reason("SLB 21.4f", "reason.artillery_grows"))
    return found


def fits(state: CampaignState, chosen: Sequence[int]) -> bool:
    """SLB 21.4b: whether these are enough brigades with the manpower of a division."""
    total = sum([state.manpower[unit] for unit in chosen])
    return len(chosen) > 1 and smallest_division() <= total <= most_manpower("infantry", "division")


def artillery_gain(scene: Scene, division: int, chosen: Sequence[int]) -> int:
    """SLB 21.4c: by how much the Confederate artillery would grow."""
    return max(0, scene.pieces[division].artillery - sum(scene.pieces[unit].artillery for unit in chosen))


def _guns_to_give(scene: Scene, state: CampaignState, division: int, chosen: Sequence[int]) -> int:
    """How much artillery can be given up by swapping brigades of the division elsewhere (SLB 21.4f)."""
    guns = sorted((scene.pieces[unit].artillery for unit in armed(scene, state, division, chosen)), reverse=True)
    freed = [unit for unit in chosen if not scene.pieces[unit].artillery]  # these counters come free by joining
    plain = len(unarmed(scene, state, division)) + len(freed)
    return sum(guns[:plain])


def armed(scene: Scene, state: CampaignState, division: int, chosen: Sequence[int] = ()) -> list[int]:
    """Brigades of the division on the map that have artillery and are not among the chosen."""
    return [
        unit
        for unit in scene.brigades[division]
        if state.at[unit] >= 0 and unit not in chosen and scene.pieces[unit].artillery
    ]


def unarmed(scene: Scene, state: CampaignState, division: int) -> list[int]:
    """Counters without artillery that could stand in: the division's own not in use, and plain substitutes."""
    own = [unit for unit in own_brigades(scene, state, division) if not scene.pieces[unit].artillery]
    return own + spare(scene, state, division)


@dataclass(frozen=True, slots=True)
class Forming(Gather):
    """SLB 21.4b: the owner names the brigades that form the division."""

    clause: ClassVar[str] = "SLB 21.4b"
    naming: ClassVar[type[UnitAction]] = NameUnit
    going: ClassVar[Action] = Ready()
    twice: ClassVar[str] = "reason.already_named"
    unit: str
    hex: str
    named: tuple[str, ...] = ()

    def bans(self, state: CampaignState) -> Sequence[Ban[Any]]:
        return PARTS

    def go_bans(self, state: CampaignState) -> Sequence[Ban[Any]]:
        return WHOLE

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.form_division", unit=self.unit)

    def go(self, draft: SceneState, umpire: Umpire) -> None:
        form(draft, umpire, self)


def no_part(asked: Asked[SceneState, Forming]) -> int:
    """Whoever cannot be one of the brigades, together with those named and others in the hex."""
    scene = asked.state.scenario
    division, chosen = scene.index[asked.frame.unit], [scene.index[unit] for unit in asked.frame.named]
    there = brigades_in(scene, asked.state, division, scene.hex(asked.frame.hex))
    open_, found = [number for number in there if number not in chosen], mask_of(chosen)
    for number in open_:
        others = subsets([other for other in open_ if other != number])
        if any(not formation_reasons(scene, asked.state, division, [*chosen, number, *more]) for more in others):
            found |= 1 << number
    return ~found


def why_no_part(asked: Asked[SceneState, Forming], unit: int) -> Sequence[Reason]:
    return (reason("SLB 21.4b", "reason.cannot_form", n=smallest_division()),)


def why_not_whole(asked: Asked[SceneState, Forming], number: int) -> Sequence[Reason]:
    scene = asked.state.scenario
    chosen = [scene.index[unit] for unit in asked.frame.named]
    return formation_reasons(scene, asked.state, scene.index[asked.frame.unit], chosen)


PARTS = (Told("SLB 21.4b", "reason.cannot_form", no_part, why_no_part),)
WHOLE = (Each(why_not_whole),)


def form(draft: SceneState, umpire: Umpire, frame: Forming) -> None:
    """SLB 21.4b: the brigades become the division and its leader goes; its states are those of the largest."""
    scene = draft.scenario
    division = scene.index[frame.unit]
    chosen = [scene.index[unit] for unit in frame.named]
    gain = artillery_gain(scene, division, chosen)
    states, manpower = joint_state(draft, chosen), sum(draft.manpower[unit] for unit in chosen)
    mark(draft, division, at=scene.hex(frame.hex), manpower=manpower, **states)
    pool_largest(draft, chosen, division)
    for unit in chosen:
        leave(scene, draft, unit)
    mark(draft, scene.index[substitute_table().leaders[frame.unit]], at=WAITING)
    umpire.tell("SLB 21.4b", "event.division_forms", unit=frame.unit, units=frame.named, hex=frame.hex)
    if gain:
        umpire.push(MakeGood(frame.side, frame.unit, gain))


def joint_state(draft: CampaignState, chosen: Sequence[int]) -> dict[str, int]:
    """SLB 21.4b: of two units by SLB 21.2b; of more, that of the largest, the best of them if several are largest."""
    most = max(draft.manpower[unit] for unit in chosen)
    largest = [unit for unit in chosen if draft.manpower[unit] == most]
    best = {row: min(getattr(draft, row)[unit] for unit in largest) for row in JOINED_ROWS[:-1]}
    best["works"] = max(draft.works[unit] for unit in largest)
    if len(chosen) == 2:
        for row in ("fatigue", "exhausted", "demoralised"):
            best[row] = max(getattr(draft, row)[unit] for unit in chosen)
    return best


@dataclass(frozen=True, slots=True)
class MakeGood(Decision):
    """SLB 21.4f: artillery gained by forming a division is given up by brigades elsewhere."""

    unit: str
    gain: int

    def choices(self, state: SceneState) -> list[Action]:
        scene = state.scenario
        division = scene.index[self.unit]
        new = unarmed(scene, state, division)
        own = [unit for unit in new if not scene.pieces[unit].substitute]
        offered = own + [unit for unit in new if scene.pieces[unit].substitute][:1]
        pieces = scene.pieces
        return [
            SwapBrigade(pieces[old].id, pieces[unit].id) for old in armed(scene, state, division) for unit in offered
        ]

    def idle(self, draft: CampaignState) -> bool:
        return self.gain <= 0

    def options(self, state: SceneState) -> Options:
        return Choice(self.choices(state), "SLB 21.4f")

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.make_good", unit=self.unit, n=self.gain)

    def apply(self, draft: SceneState, action: Action, umpire: Umpire) -> None:
        if not isinstance(action, SwapBrigade):
            return
        scene = draft.scenario
        old, new = scene.index[action.unit], scene.index[action.unit_new]
        umpire.replace(replace(self, gain=self.gain - scene.pieces[old].artillery))
        swap(scene, draft, old, new)
        umpire.tell("SLB 21.4f", "event.brigade_swapped", unit=action.unit, unit_new=action.unit_new)


def swap(scene: Scene, draft: CampaignState, old: int, new: int) -> None:
    """Another counter takes a brigade's place, with its manpower, states and works."""
    rows = ("at", "manpower", "refused", *JOINED_ROWS)
    mark(draft, new, **{row: getattr(draft, row)[old] for row in rows})
    mark(draft, new, parent=draft.parent[old] if scene.pieces[new].substitute else new)
    pass_on(draft, old, new)
    leave(scene, draft, old)
