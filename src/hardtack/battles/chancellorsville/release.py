"""Who may act on the first turn of scenario 5, and what frees the others (SLB 22.1b); units that guard the Union's
bank all game (SLB 22.1c, 22.2a)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.advanced_book import Release
from hardtack.battles.chancellorsville.state import LEFT_WING, RIGHT_WING
from hardtack.battles.chancellorsville.wings import wing_of
from hardtack.battles.gcacw.state import CampaignState, fact, note, units_at
from hardtack.referee.events import CONFEDERATE, UNION, Reason, reason

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene
    from hardtack.referee.umpire import Umpire

FREED = "freed"  # Confederate units the right wing has come near to, as a mask
EAST_FREED = "east_freed"  # the left wing has attacked
CROSSED_OVER = "reserve_crossed"  # Union units of the rear guard that have crossed, as a mask
STUART = "Stuart"


# -- the first turn of scenario 5


def in_force(scene: AdvancedScene, state: CampaignState) -> Release | None:
    rule = scene.book.release
    return rule if rule is not None and state.turn < rule.until_turn else None


def is_free(scene: AdvancedScene, state: CampaignState, unit: int) -> bool:
    """Whether a unit may act anywhere: it is named, or freed, or comes from one that is.

    It may have been detached from that one, or be a brigade made in play when its division broke up.
    """
    free = scene.released | fact(state, FREED)
    if free >> unit & 1 or free >> state.parent[unit] & 1:
        return True
    division = scene.pieces[unit].brigade_of
    return bool(division) and not scene.strength_at_start[unit] and bool(free >> scene.index[division] & 1)


def is_let_go(scene: AdvancedScene, state: CampaignState, rule: Release, piece: int) -> bool:
    """SLB 22.1b: after an attack of the left wing, everybody in the eastern columns."""
    return bool(fact(state, EAST_FREED)) and scene.board.grid.column(state.at[piece]) >= rule.lowest_column


def unit_bans(scene: AdvancedScene, state: CampaignState, unit: int) -> Iterator[Reason]:
    rule = in_force(scene, state)
    if rule is not None and is_held(scene, state, unit):
        yield not_released(scene, rule, unit)


def is_held(scene: AdvancedScene, state: CampaignState, unit: int) -> bool:
    """Whether a unit on the map still waits."""
    rule = in_force(scene, state)
    if rule is None or scene.side_of[unit] != CONFEDERATE or state.at[unit] < 0:
        return False
    return not is_free(scene, state, unit) and not is_let_go(scene, state, rule, unit)


def not_released(scene: AdvancedScene, rule: Release, piece: int) -> Reason:
    return reason(
        rule.clause, "reason.not_released",
        unit=scene.pieces[piece].id, n=rule.within, column=rule.lowest_column, turn=rule.until_turn,
    )  # fmt: skip


def leader_bans(scene: AdvancedScene, state: CampaignState, leader: int, what: str) -> Iterator[Reason]:
    """R1, R2: a leader is free with a unit of his command in his hex; Stuart as the game's reading has it."""
    rule = in_force(scene, state)
    if rule is None or scene.side_of[leader] != CONFEDERATE or what not in ("activate", "assault"):
        return
    if scene.pieces[leader].id in rule.units or state.at[leader] < 0 or is_let_go(scene, state, rule, leader):
        return
    own = [unit for unit in units_at(state, state.at[leader]) if scene.commands(state, leader, unit)]
    held = scene.pieces[leader].id == STUART and not scene.settings.get("stuart_free", True)
    if held or not any(is_free(scene, state, unit) for unit in own):
        yield not_released(scene, rule, leader)


def column_bans(scene: AdvancedScene, state: CampaignState, unit: int, there: int) -> Iterator[Reason]:
    """SLB 22.1b: whoever is free only because the left wing attacked keeps to the eastern columns."""
    rule = in_force(scene, state)
    if rule is not None and west_of(scene, state, unit) >> there & 1:
        yield reason(rule.clause, "reason.west_limit", column=rule.lowest_column)


def west_of(scene: AdvancedScene, state: CampaignState, unit: int) -> int:
    """The columns such a unit keeps out of, as a mask."""
    if in_force(scene, state) is None or scene.side_of[unit] != CONFEDERATE or is_free(scene, state, unit):
        return 0
    return scene.west_of_release


def approached(scene: AdvancedScene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
    """SLB 22.1b: a unit of the right wing has moved near others."""
    rule = in_force(scene, draft)
    if rule is None or scene.side_of[unit] != UNION or wing_of(draft, unit) != RIGHT_WING:
        return
    near = scene.board.grid.within(hex_, rule.within)
    freed = [
        one
        for one in scene.units_of[CONFEDERATE]
        if draft.at[one] >= 0 and near >> draft.at[one] & 1 and not is_free(scene, draft, one)
    ]
    if freed:
        note(draft, FREED, fact(draft, FREED) | sum(1 << one for one in freed))
        umpire.tell(rule.clause, "event.released", units=tuple(scene.pieces[one].id for one in freed))


def attacked(scene: AdvancedScene, draft: CampaignState, umpire: Umpire, by: int) -> None:
    """SLB 22.1b: the left wing has attacked; a failed assault counts."""
    rule = in_force(scene, draft)
    if rule is None or scene.side_of[by] != UNION or wing_of(draft, by) != LEFT_WING or fact(draft, EAST_FREED):
        return
    note(draft, EAST_FREED)
    umpire.tell(rule.clause, "event.east_released", column=rule.lowest_column)


# -- the guard of the north bank


def guard_bans(scene: AdvancedScene, state: CampaignState, unit: int, there: int) -> Iterator[Reason]:
    """SLB 22.1c, 22.2a: the Provost Guard and one of the two Artillery Reserves stay on their bank."""
    rule = scene.book.rear_guard
    if rule is not None and guarded_from(scene, state, unit) >> there & 1:
        yield reason(rule.clause, "reason.rear_guard", unit=scene.pieces[unit].id)


def guarded_from(scene: AdvancedScene, state: CampaignState, unit: int) -> int:
    """The far bank, where it is closed to a unit, as a mask."""
    origin = state.parent[unit]
    stays = scene.pieces[origin].id in scene.guards
    if not stays and origin in scene.reserves:
        stays = bool(fact(state, CROSSED_OVER) & ~(1 << unit))
    return scene.guarded if stays else 0


def retreat_bans(scene: AdvancedScene, state: CampaignState, here: int, there: int) -> Iterator[Reason]:
    """Nor does a stack with one of them retreat over the river."""
    if scene.guarded >> there & 1 and not scene.guarded >> here & 1:
        for unit in units_at(state, here):
            yield from guard_bans(scene, state, unit, there)


def join_bans(scene: AdvancedScene, state: CampaignState, unit: int, to: int) -> Iterator[Reason]:
    """Nor do its men go over as part of another unit."""
    rule, origin = scene.book.rear_guard, state.parent[unit]
    if rule is not None and scene.pieces[origin].id in rule.units and state.parent[to] != origin:
        yield reason(rule.clause, "reason.rear_guard", unit=scene.pieces[unit].id)


def crossed(scene: AdvancedScene, draft: CampaignState, hex_: int) -> None:
    """Remember the reserves that stand on the far bank: the other one stays."""
    if not scene.guarded >> hex_ & 1:
        return
    for unit in units_at(draft, hex_):
        if unit in scene.reserves:
            note(draft, CROSSED_OVER, fact(draft, CROSSED_OVER) | 1 << unit)


def dig_bans(scene: AdvancedScene, state: CampaignState) -> Iterator[Reason]:
    """SLB 22.2b: nobody entrenches on the first turn of the campaign."""
    rule = scene.book.advanced
    if rule is not None and state.turn < rule.entrench_from_turn:
        yield reason(rule.entrench_clause, "reason.not_before", turn=rule.entrench_from_turn)


def bridge_bans(scene: AdvancedScene, state: CampaignState, here: int, there: int) -> Iterator[Reason]:
    """SLB 22.2e, R13: no bridge over the Rappahannock before the secret ones."""
    rule = scene.book.advanced
    if rule is not None and state.turn < rule.bridge_major_from_turn and (here, there) in scene.rappahannock:
        yield reason(rule.bridge_clause, "reason.not_before", turn=rule.bridge_major_from_turn)
