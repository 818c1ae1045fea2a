"""The attachment phase: joining units and forming divisions again (SLB 21.2, 21.4b-f, 13.1e, 13.2g, 13.3e)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.battles.chancellorsville.ammunition import pass_on, pool_largest
from hardtack.battles.chancellorsville.substitutes import (
    attachable,
    command_code,
    is_free,
    join,
    leave,
    may_join,
    most_manpower,
    own_brigades,
    smallest_division,
    spare,
    substitute_table,
)
from hardtack.battles.gcacw.actions import Done, NameUnit, Ready
from hardtack.battles.gcacw.state import CampaignState, units_at
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.bans import EVERYTHING, Asked, Ban, Told
from hardtack.referee.decisions import Gather
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Choice, Options
from hardtack.referee.state import WAITING, put

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
class Attachment(Decision):
    """The side may attach units, one at a time."""

    attached: int = 0

    def options(self, state: CampaignState) -> Options:
        return AttachmentOptions(state, self)

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.attach")

    def idle(self, draft: CampaignState) -> bool:
        offered = AttachmentOptions(draft, self)
        return not (offered.pairs or offered.forms)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        scene: Scene = draft.scenario  # type: ignore[assignment]  # only this book has the frame
        if isinstance(action, Attach):
            umpire.replace(replace(self, attached=self.attached + 1))
            join(scene, draft, umpire, scene.index[action.unit], scene.index[action.unit_to])
        elif isinstance(action, FormDivision):
            umpire.push(Forming(self.side, action.unit, action.hex))
        else:
            umpire.pop()


class AttachmentOptions(Options):
    def __init__(self, state: CampaignState, frame: Attachment) -> None:
        self.state = state
        self.frame = frame
        self.scene: Scene = state.scenario  # type: ignore[assignment]
        rule = self.scene.book.substitutes
        # SLB 13.1e: two brigades, so one is attached to one.
        self.closed = rule is None or bool(rule.attach_units_at_most and frame.attached)
        self.pairs = [] if self.closed else list(attachable(self.scene, state, frame.side))
        self.forms = [] if self.closed or (rule and rule.attach_division) else formable(self.scene, state, frame.side)

    def actors(self) -> Sequence[str]:
        named = [*(unit for unit, _ in self.pairs), *(division for division, _ in self.forms)]
        return list(dict.fromkeys(self.scene.pieces[number].id for number in named))

    def of(self, actor: str) -> Sequence[Action]:
        number, pieces = self.scene.index[actor], self.scene.pieces
        found: list[Action] = [Attach(actor, pieces[to].id) for unit, to in self.pairs if unit == number]
        found += [FormDivision(actor, self.scene.name(hex_)) for unit, hex_ in self.forms if unit == number]
        return found

    def general(self) -> Sequence[Action]:
        return (Done(),)

    def reasons(self, action: Action) -> list[Reason]:
        rule = self.scene.book.substitutes
        clause = rule.clause if rule is not None else "SLB 21.2a"
        if action in self:
            return []
        if isinstance(action, Attach):
            found = may_join(self.scene, self.state, self.scene.index[action.unit], self.scene.index[action.unit_to])
            if self.scene.pieces[self.scene.index[action.unit]].side != self.frame.side or self.closed:
                found.append(reason(clause, "reason.no_more_attaching"))
            return found
        if isinstance(action, FormDivision):
            return self.form_reasons(action)
        return [reason("SLB 21.2a", NOT_ASKED)]

    def form_reasons(self, action: FormDivision) -> list[Reason]:
        """SLB 21.4b, 13.1e: why a division cannot be formed in a hex now."""
        scene, rule, division = self.scene, self.scene.book.substitutes, self.scene.index[action.unit]
        if division not in scene.brigades:
            return [reason("SLB 21.4b", "reason.no_split", unit=action.unit)]
        found = []
        if rule is not None and (self.closed or scene.pieces[division].side != self.frame.side):
            found.append(reason(rule.clause, "reason.no_more_attaching"))
        if rule is not None and rule.attach_division:
            found.append(reason(rule.clause, "reason.only_division", term_division=rule.attach_division))
        if not is_free(self.state, division):
            found.append(reason("SLB 21.4a", "reason.substitute_in_play", unit=action.unit))
        if not _can_form(scene, self.state, division, scene.hex(action.hex)):
            found.append(reason("SLB 21.4b", "reason.cannot_form", n=smallest_division()))
        return found


# -- forming a division


def brigades_in(scene: Scene, state: CampaignState, division: int, hex_: int) -> list[int]:
    """Brigades of the division's command in a hex: its own counters and plain substitutes (SLB 21.4e)."""
    code = (scene.pieces[division].corps, scene.pieces[division].division)
    return [
        unit
        for unit in units_at(state, hex_)
        if scene.pieces[unit].size == "brigade" and command_code(scene, state, unit) == code
    ]


def formable(scene: Scene, state: CampaignState, side: str) -> list[tuple[int, int]]:
    """Divisions of the side not in use, with the hexes where their brigades could form them."""
    missing = [division for division in scene.brigades if scene.side_of[division] == side and is_free(state, division)]
    stacked = sorted(hex_ for hex_, units in state.deployment.stacks.items() if len(units) > 1)
    return [(division, hex_) for division in missing for hex_ in stacked if _can_form(scene, state, division, hex_)]


def _can_form(scene: Scene, state: CampaignState, division: int, hex_: int) -> bool:
    """Whether some set of the brigades in the hex may form the division; a hex holds a handful at most."""
    brigades = brigades_in(scene, state, division, hex_)
    sets = subsets(brigades) if len(brigades) > 1 else []  # one alone forms nothing
    return any(not formation_reasons(scene, state, division, chosen) for chosen in sets)


def subsets(units: Sequence[int]) -> list[tuple[int, ...]]:
    sets: list[tuple[int, ...]] = [()]
    for unit in units:
        sets += [(*chosen, unit) for chosen in sets]
    return sets


def formation_reasons(scene: Scene, state: CampaignState, division: int, chosen: Sequence[int]) -> list[Reason]:
    """Why these brigades cannot form the division (SLB 21.4b, 21.4c, 21.4f)."""
    found = []
    total = sum(state.manpower[unit] for unit in chosen)
    limit = most_manpower("infantry", "division")
    if len(chosen) < 2 or not smallest_division() <= total <= limit:
        found.append(reason("SLB 21.4b", "reason.form_manpower", n=smallest_division(), limit=limit))
    if artillery_gain(scene, division, chosen) > _guns_to_give(scene, state, division, chosen):
        found.append(reason("SLB 21.4f", "reason.artillery_grows"))
    return found


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

    def go(self, draft: CampaignState, umpire: Umpire) -> None:
        form(draft, umpire, self)


def no_part(asked: Asked[CampaignState, Forming]) -> int:
    """Whoever cannot be one of the brigades, together with those named and others in the hex."""
    scene: Scene = asked.state.scenario  # type: ignore[assignment]
    division, chosen = scene.index[asked.frame.unit], [scene.index[unit] for unit in asked.frame.named]
    there = brigades_in(scene, asked.state, division, scene.hex(asked.frame.hex))
    open_, found = [number for number in there if number not in chosen], mask_of(chosen)
    for number in open_:
        others = subsets([other for other in open_ if other != number])
        if any(not formation_reasons(scene, asked.state, division, [*chosen, number, *more]) for more in others):
            found |= 1 << number
    return ~found


def why_no_part(asked: Asked[CampaignState, Forming], unit: int) -> Sequence[Reason]:
    return (reason("SLB 21.4b", "reason.cannot_form", n=smallest_division()),)


def why_not_whole(asked: Asked[CampaignState, Forming], number: int) -> Sequence[Reason]:
    scene: Scene = asked.state.scenario  # type: ignore[assignment]
    chosen = [scene.index[unit] for unit in asked.frame.named]
    return formation_reasons(scene, asked.state, scene.index[asked.frame.unit], chosen)


def not_whole(asked: Asked[CampaignState, Forming]) -> int:
    return EVERYTHING if why_not_whole(asked, 0) else 0


PARTS = (Told("SLB 21.4b", "reason.cannot_form", no_part, why_no_part),)
WHOLE = (Told("SLB 21.4b", "reason.cannot_form", not_whole, why_not_whole),)


def form(draft: CampaignState, umpire: Umpire, frame: Forming) -> None:
    """SLB 21.4b: the brigades become the division and its leader goes; its states are those of the largest."""
    scene: Scene = draft.scenario  # type: ignore[assignment]
    division = scene.index[frame.unit]
    chosen = [scene.index[unit] for unit in frame.named]
    gain = artillery_gain(scene, division, chosen)
    states = joint_state(draft, chosen)
    draft.manpower = put(draft.manpower, division, sum(draft.manpower[unit] for unit in chosen))
    draft.at = put(draft.at, division, scene.hex(frame.hex))
    for row, value in states.items():
        setattr(draft, row, put(getattr(draft, row), division, value))
    pool_largest(draft, chosen, division)
    for unit in chosen:
        leave(scene, draft, unit)
    leader = scene.index[substitute_table().leaders[frame.unit]]
    draft.at = put(draft.at, leader, WAITING)
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

    def choices(self, state: CampaignState) -> list[Action]:
        scene: Scene = state.scenario  # type: ignore[assignment]
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

    def options(self, state: CampaignState) -> Options:
        return Choice(self.choices(state), "SLB 21.4f")

    def prompt(self, state: CampaignState) -> Text:
        return text("prompt.make_good", unit=self.unit, n=self.gain)

    def apply(self, draft: CampaignState, action: Action, umpire: Umpire) -> None:
        if not isinstance(action, SwapBrigade):
            return
        scene: Scene = draft.scenario  # type: ignore[assignment]
        old, new = scene.index[action.unit], scene.index[action.unit_new]
        umpire.replace(replace(self, gain=self.gain - scene.pieces[old].artillery))
        swap(scene, draft, old, new)
        umpire.tell("SLB 21.4f", "event.brigade_swapped", unit=action.unit, unit_new=action.unit_new)


def swap(scene: Scene, draft: CampaignState, old: int, new: int) -> None:
    """Another counter takes a brigade's place, with its manpower, states and works."""
    for row in ("at", "manpower", "fatigue", "exhausted", "demoralised", "disorganised", "works", "refused"):
        values = getattr(draft, row)
        setattr(draft, row, put(values, new, values[old]))
    draft.parent = put(draft.parent, new, draft.parent[old] if scene.pieces[new].substitute else new)
    pass_on(draft, old, new)
    leave(scene, draft, old)
