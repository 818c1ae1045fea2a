"""Who may be activated, and what wakes, warns or arms them (SLB 13.1c, 13.3b, 13.4e, 13.4g)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, ClassVar

from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.battles.gcacw.state import MAX_FATIGUE, CampaignState, Facts, fact, note
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason
from hardtack.referee.state import LOST, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire

WARNED = "warned"
BREACHED = "breached"  # enough of the hexes near Fredericksburg have been empty
ROUSED = "roused"
GUNS = "guns"
PARKED, ISSUED, TAKEN = 0, 1, 2


@dataclass(frozen=True, slots=True)
class Warn(Action):
    """SLB 13.1c: spend the initiative on a warning. It is the side's doing, not the warned unit's."""

    verb: ClassVar[str] = "warn"
    unit: str


@dataclass(frozen=True, slots=True)
class IssueGuns(Action):
    """SLB 13.4g: spend the initiative to issue the horse artillery."""

    verb: ClassVar[str] = "issue"


def bars_piece(scene: Scene, turn: int, facts: Facts, piece: int) -> Iterator[Reason]:
    """Why a unit or leader may not be activated yet, whatever the phase."""
    book, name, known = scene.book, scene.pieces[piece].id, dict(facts)
    if book.frozen is not None and turn < book.frozen.until_turn and name in book.frozen.units:
        yield reason(book.frozen.clause, "reason.frozen", unit=name, turn=book.frozen.until_turn)
    if book.warning is not None and name == book.warning.unit and not known.get(WARNED):
        yield reason(book.warning.clause, "reason.not_warned", unit=name)
    if book.late_riser is not None and name == book.late_riser.unit and not known.get(ROUSED):
        rule = book.late_riser
        yield reason(
            rule.clause, "reason.not_roused", unit=name, hex=rule.near, n=rule.within, fatigue=rule.cavalry_fatigue
        )


@lru_cache(maxsize=1024)
def waiting_units(scene: Scene, turn: int, facts: Facts) -> int:
    """Those who wait for a turn, a warning or a rousing: the same ones for a long time."""
    return mask_of(unit for unit in scene.held_back if next(bars_piece(scene, turn, facts, unit), None))


# -- McLaws' warning (SLB 13.1c)


def check_breach(scene: Scene, draft: CampaignState, umpire: Umpire) -> None:
    """SLB 13.1c: once two of the hexes hold no Confederate unit, the warning can be sent ever after."""
    rule = scene.book.warning
    if rule is None or fact(draft, BREACHED):
        return
    held = draft.occupied(CONFEDERATE)
    if sum(not held >> scene.hex(name) & 1 for name in rule.hexes) >= rule.emptied:
        note(draft, BREACHED)
        umpire.tell(rule.clause, "event.alarm", unit=rule.unit)


def warnings(scene: Scene, state: CampaignState, side: str) -> list[Action]:
    rule = scene.book.warning
    if rule is None or side != CONFEDERATE or not fact(state, BREACHED) or fact(state, WARNED):
        return []
    return [Warn(rule.unit)] if state.at[scene.index[rule.unit]] >= 0 else []


def warn(scene: Scene, draft: CampaignState, umpire: Umpire) -> None:
    rule = scene.book.warning
    if rule is not None:
        note(draft, WARNED)
        umpire.tell(rule.clause, "event.warned", unit=rule.unit)


# -- Rodes at Culpeper (SLB 13.4e)


def rouse(scene: Scene, draft: CampaignState, umpire: Umpire) -> None:
    rule = scene.book.late_riser
    if rule is not None and not fact(draft, ROUSED):
        note(draft, ROUSED)
        umpire.tell(rule.clause, "event.roused", unit=rule.unit)


def approached(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
    """A Union unit has moved; near enough to the place it rouses the sleeper."""
    rule = scene.book.late_riser
    if rule is None or scene.pieces[unit].side != UNION:
        return
    if scene.board.grid.distance(hex_, scene.hex(rule.near)) <= rule.within:
        rouse(scene, draft, umpire)


def tired_cavalry(scene: Scene, draft: CampaignState, umpire: Umpire) -> None:
    """Every Confederate cavalry unit on the map is tired enough."""
    rule = scene.book.late_riser
    if rule is None:
        return
    cavalry = [
        draft.fatigue[unit]
        for unit in scene.combat_units
        if scene.pieces[unit].side == CONFEDERATE and scene.pieces[unit].type == CAVALRY and draft.at[unit] >= 0
    ]
    if all(level >= rule.cavalry_fatigue for level in cavalry):
        rouse(scene, draft, umpire)


# -- the horse artillery (SLB 13.4g)


def issues(scene: Scene, state: CampaignState, side: str) -> list[Action]:
    rule = scene.book.horse_artillery
    return [IssueGuns()] if rule is not None and side == CONFEDERATE and fact(state, GUNS) == PARKED else []


def issue_guns(scene: Scene, draft: CampaignState, umpire: Umpire) -> None:
    rule = scene.book.horse_artillery
    if rule is not None:
        _remove_park(scene, draft, rule.unit, ISSUED)
        umpire.tell(rule.clause, "event.guns_issued")


def take_guns(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
    """A Union unit enters the park before the guns are issued."""
    rule = scene.book.horse_artillery
    if rule is None or fact(draft, GUNS) != PARKED or scene.pieces[unit].side != UNION:
        return
    if hex_ == scene.hex(rule.hex):
        _remove_park(scene, draft, rule.unit, TAKEN)
        umpire.tell(rule.clause, "event.guns_taken", unit=scene.pieces[unit].id, hex=rule.hex)


def _remove_park(scene: Scene, draft: CampaignState, counter: str, how: int) -> None:
    note(draft, GUNS, how)
    draft.at = put(draft.at, scene.index[counter], LOST)


def has_guns(scene: Scene, state: CampaignState, unit: int) -> bool:
    """SLB 13.4g: Confederate cavalry has its printed artillery only once it is issued."""
    piece = scene.pieces[unit]
    if scene.book.horse_artillery is None or piece.side != CONFEDERATE or piece.type != CAVALRY:
        return True
    return fact(state, GUNS) == ISSUED


def special_reasons(scene: Scene, state: CampaignState, side: str, action: Action) -> list[Reason]:
    """Why a warning or an issue of guns is not offered."""
    rule, park = scene.book.warning, scene.book.horse_artillery
    if isinstance(action, Warn) and rule is not None:
        found = []
        lost = state.at[scene.index[rule.unit]] < 0
        if action.unit != rule.unit or side != CONFEDERATE or fact(state, WARNED) or lost:
            found.append(reason(rule.clause, "reason.no_warning"))
        if not fact(state, BREACHED):
            found.append(reason(rule.clause, "reason.no_alarm"))
        return found
    if isinstance(action, IssueGuns) and park is not None:
        return [reason(park.clause, "reason.no_guns")]
    return []


def all_spent(scene: Scene, state: CampaignState) -> bool:
    """SLB 13.4c, 13.5a: every unit on the map is at the fatigue that ends the game."""
    limit = scene.book.sequence.ends_when_all_at_fatigue
    return bool(limit) and all(
        state.fatigue[unit] >= min(limit, MAX_FATIGUE) for unit in scene.combat_units if state.at[unit] >= 0
    )
