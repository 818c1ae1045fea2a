"""Substitute units: detaching in a march and the state of joined units (SLB 21.0-21.2)."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, ClassVar

from hardtack.battles.chancellorsville.ammunition import hand_down, pool, strike_out
from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.state import CampaignState, mark
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import UnitAction
from hardtack.referee.datafile import read_table
from hardtack.referee.events import Reason, reason
from hardtack.referee.state import LOST, WAITING, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.counters import SlbCounter
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.battles.gcacw.march import March
    from hardtack.referee.umpire import Umpire


@dataclass(frozen=True, slots=True)
class SizeLimit:
    type: str
    size: str
    manpower: int


@dataclass(frozen=True, slots=True)
class SubstituteTable:
    """SLB 21.2a: how large a unit may become by attaching; SLB 21.4: divisions with their leaders."""

    provenance: str
    limit: tuple[SizeLimit, ...]
    leaders: dict[str, str]
    twins: tuple[tuple[str, str], ...]


@cache
def substitute_table() -> SubstituteTable:
    return read_table(SubstituteTable, DATA / "substitutes.toml")


@cache
def most_manpower(type_: str, size: str) -> int:
    """How large a unit of an arm and a size may become."""
    return next((row.manpower for row in substitute_table().limit if row.type == type_ and row.size == size), 0)


@cache
def brigade_limit() -> int:
    return most_manpower("infantry", "brigade")


def smallest_division() -> int:
    """SLB 21.4b: with the manpower of a brigade or less a division becomes a brigade."""
    return brigade_limit() + 1


@dataclass(frozen=True, slots=True)
class Detach(UnitAction):
    """SLB 21.1a: the marching unit leaves a substitute of this manpower in its hex."""

    verb: ClassVar[str] = "detach"
    unit_new: str
    manpower: int


def spare(scene: Scene, state: CampaignState, unit: int) -> list[int]:
    """Plain substitutes of the unit's side and arm that are not in play (SLB 21.0)."""
    piece = scene.pieces[unit]
    return [number for number in scene.substitutes.get((piece.side, piece.type), ()) if is_free(state, number)]


def first_spare(scene: Scene, state: CampaignState, unit: int) -> int | None:
    """The first of them: the others are as good."""
    at = state.at
    for number in scene.substitutes_for[unit]:
        if at[number] < 0 and is_free(state, number):
            return number
    return None


def is_free(state: CampaignState, counter: int) -> bool:
    """Neither on the map nor in a box beside it: the counter can be used."""
    return state.at[counter] in (WAITING, LOST)


def own_brigades(scene: Scene, state: CampaignState, division: int, taken: Container[int] = ()) -> list[int]:
    """SLB 21.4a: the division counter's own brigade counters that are not in use now; of twins one at a time."""
    brigades = scene.brigades.get(division, ())
    if not brigades:
        return []
    in_use = {scene.pieces[number].id for number in brigades if not is_free(state, number) or number in taken}
    twins = substitute_table().twins
    shut = {name for pair in twins if in_use.intersection(pair) for name in pair} | in_use
    return [number for number in brigades if scene.pieces[number].id not in shut]


def may_detach(scene: Scene, state: CampaignState, unit: int) -> bool:
    return bool(scene.detaching >> unit & 1)


def detachments(scene: Scene, state: CampaignState, unit: int) -> Sequence[Detach]:
    """Every substitute the marching unit may leave in its hex without breaking up."""
    divided, manpower = unit in scene.brigades, state.manpower[unit]
    keeps = smallest_division() if divided else 1
    if manpower <= keeps or not may_detach(scene, state, unit):
        return ()
    name, new = scene.ids[unit], first_spare(scene, state, unit)
    found: Sequence[Detach] = ()
    if new is not None:
        found = detachments_to(name, scene.ids[new], min(scene.pieces[new].manpower_limit, manpower - keeps))
    for new in own_brigades(scene, state, unit) if divided else ():
        if not scene.pieces[new].artillery:  # SLB 21.4c, 21.4e: the division keeps its guns, so it may bring none
            found = (*found, *detachments_to(name, scene.ids[new], min(brigade_limit(), manpower - keeps)))
    return found


@lru_cache(maxsize=4096)
def detachments_to(unit: str, new: str, most: int) -> tuple[Detach, ...]:
    """Every way to leave a counter behind with up to so much manpower."""
    return tuple(Detach(unit, new, points) for points in range(1, most + 1))


def detach_reasons(scene: Scene, state: CampaignState, action: Detach) -> list[Reason]:
    """Why a detachment that is not offered is not allowed."""
    unit, new = scene.index[action.unit], scene.index[action.unit_new]
    piece, counter = scene.pieces[unit], scene.pieces[new]
    rule = scene.book.substitutes
    found = []
    if rule is None or piece.side not in rule.detach:
        found.append(reason(rule.clause if rule else "SLB 21.0", "reason.no_substitutes"))
    found += stock_reasons(scene, state, unit, new)
    own = scene.brigades.get(unit, ())
    limit = counter.manpower_limit or brigade_limit()
    if not 1 <= action.manpower <= min(limit, state.manpower[unit] - 1):
        found.append(reason("SLB 21.1a", "reason.detach_manpower", n=limit))
    elif unit in scene.brigades and state.manpower[unit] - action.manpower < smallest_division():
        found.append(reason("SLB 21.4b", "reason.must_split", unit=piece.id))
    if new in own and counter.artillery:
        found.append(reason("SLB 21.4c", "reason.artillery_grows"))
    return found


def stock_reasons(scene: Scene, state: CampaignState, unit: int, new: int, taken: Container[int] = ()) -> list[Reason]:
    """Why a counter is not there to be used by a unit that detaches or breaks up; `taken` are in use by it already."""
    piece, counter = scene.pieces[unit], scene.pieces[new]
    own = scene.brigades.get(unit, ())
    if new not in own and not (counter.substitute and counter.side == piece.side and counter.type == piece.type):
        return [reason("SLB 21.1a", "reason.not_a_substitute", unit=counter.id)]
    if not is_free(state, new) or new in taken:
        return [reason("SLB 21.0", "reason.substitute_in_play", unit=counter.id)]
    if new in own:
        if new in own_brigades(scene, state, unit, taken):
            return []
        return [reason("SLB 21.4a", "reason.twin_in_play", unit=counter.id)]
    first = next(number for number in spare(scene, state, unit) if number not in taken)
    if new == first:
        return []
    return [reason("SLB 21.0", "reason.all_alike", unit=scene.pieces[first].id)]


def detach(scene: Scene, draft: CampaignState, umpire: Umpire, march: March, new: int, manpower: int) -> None:
    """SLB 21.1a-c: put the substitute into the marching unit's hex and take its manpower from the unit."""
    unit = scene.index[march.unit]
    draft.manpower = put(draft.manpower, unit, draft.manpower[unit] - manpower)
    bring_in(scene, draft, march, new, manpower)
    clause = "SLB 21.1a" if scene.pieces[new].substitute else "SLB 21.4a"
    umpire.tell(clause, "event.detached", unit=march.unit, unit_new=scene.pieces[new].id, n=manpower)


def bring_in(scene: Scene, draft: CampaignState, march: March, new: int, manpower: int) -> None:
    """SLB 21.1b, 21.1c: a detached counter with its parent's states, works and command."""
    unit = scene.index[march.unit]
    here = draft.at[unit]
    fatigue = march.before if scene.name(here) == march.start else draft.fatigue[unit]
    parent = draft.parent[unit] if scene.pieces[new].substitute else new
    # Field by field, as it happens often: `mark` would look each of them up by its name.
    draft.at, draft.manpower = put(draft.at, new, here), put(draft.manpower, new, manpower)
    draft.fatigue, draft.refused = put(draft.fatigue, new, fatigue), put(draft.refused, new, 0)
    draft.parent = put(draft.parent, new, parent)
    draft.disorganised = put(draft.disorganised, new, draft.disorganised[unit])
    draft.exhausted = put(draft.exhausted, new, draft.exhausted[unit])
    draft.demoralised = put(draft.demoralised, new, draft.demoralised[unit])
    draft.works = put(draft.works, new, draft.works[unit])
    hand_down(draft, unit, new)


def command_code(scene: Scene, state: CampaignState, unit: int) -> tuple[str, str]:
    """The command printed on the counter: the corps, and the division where it has a leader (SLB 1.0e)."""
    corps, division = scene.command_of(state, unit)
    return corps, division if division in scene.led_divisions else ""


# -- attaching


def is_too_large(piece: SlbCounter) -> bool:
    """SLB 21.2c: who is never attached to another."""
    return piece.size == "division" or (piece.type == CAVALRY and piece.size == "brigade")


@lru_cache(maxsize=64)
def attachable(scene: Scene) -> int:
    """The units that another could take up at all, as a mask."""
    return mask_of(unit for unit in scene.combat_units if not is_too_large(scene.pieces[unit]))


def join_refusals(scene: Scene, state: CampaignState, unit: int, to: int) -> Iterator[Reason]:
    """SLB 21.2a, 21.2c: every reason why a unit may not be attached to another in its hex."""
    piece, target = scene.pieces[unit], scene.pieces[to]
    rule = scene.book.substitutes
    if piece.type != target.type or not piece.is_unit:
        yield reason("SLB 21.2a", "reason.same_arm")
    if is_too_large(piece):
        yield reason("SLB 21.2c", "reason.too_large_to_attach", unit=piece.id)
    # The example of Buschbeck apart, only the basic scenarios ask for one command.
    if scene.book.advanced is None and command_code(scene, state, unit) != command_code(scene, state, to):
        yield reason("SLB 21.2c", "reason.same_command")
    limit = most_manpower(target.type, target.size)
    if state.manpower[unit] + state.manpower[to] > limit:
        yield reason("SLB 21.2a", "reason.attach_limit", n=limit)
    if rule is not None and rule.attach_division:
        brigades = piece.size == "brigade" and target.size == "brigade"
        if not brigades or scene.command_of(state, unit)[1] != rule.attach_division:
            yield reason(rule.clause, "reason.only_division", term_division=rule.attach_division)
    yield from scene.join_bans(state, unit, to)


def join(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, to: int) -> None:
    """SLB 21.2b: one unit of both; the larger says if it is organised, otherwise the worse state counts."""
    larger = unit if draft.manpower[unit] > draft.manpower[to] else to
    mark(draft, to, disorganised=draft.disorganised[larger])
    for row in ("fatigue", "exhausted", "demoralised"):
        mark(draft, to, **{row: max(getattr(draft, row)[unit], getattr(draft, row)[to])})
    pool(draft, unit, to)
    points = draft.manpower[unit]
    mark(draft, to, manpower=draft.manpower[to] + points)
    hex_ = draft.at[unit]
    leave(scene, draft, unit)
    umpire.tell("SLB 21.2a", "event.attached", unit=scene.pieces[unit].id, unit_to=scene.pieces[to].id, n=points)
    scene.rescue_leaders(draft, umpire, hex_)  # the last of a leader's men may have gone to another command


def leave(scene: Scene, draft: CampaignState, unit: int) -> None:
    """The counter goes off the map: a substitute can be used again, any other is gone (SLB 21.0, 21.4a)."""
    piece = scene.pieces[unit]
    off = WAITING if piece.substitute or piece.brigade_of else LOST
    mark(draft, unit, at=off, manpower=0, works=0, refused=0)
    strike_out(draft, unit)
