"""What a march can cost a unit or win it beyond its steps: movement points, extended march, force march, moves between
enemy zones, refused flanks (GC 5.1.1, 5.1.3, 5.1.4, 6.2.6, 7.8)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.gcacw.state import CampaignState, disorganise, in_enemy_zone, lose_manpower
from hardtack.battles.gcacw.tables import (
    FACES,
    extended_march_modifier,
    extended_march_row,
    force_march_modifier,
    force_march_row,
    needs_extended_march,
    raw_tables,
)
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, reason
from hardtack.referee.state import put

if TYPE_CHECKING:
    from hardtack.battles.gcacw.campaign import Campaign
    from hardtack.battles.gcacw.march import March
    from hardtack.referee.umpire import Umpire


DICE: dict[str, int] = raw_tables()["movement_allowance"]["dice"]
SUMS = [[first + second for second in FACES] for first in FACES]


def movement_allowance(draft: CampaignState, umpire: Umpire, unit: int, leader: int | None) -> int:
    """GC 5.1.1: roll the movement dice of a unit, or of all units of its kind under a leader."""
    campaign: Campaign = draft.scenario
    dice = DICE[campaign.types[unit]]
    rolled = umpire.read_pair(SUMS) if dice == 2 else umpire.roll()
    total = max(0, rolled + campaign.march_modifier(draft, unit, leader))
    return total if leader is None else max(total, campaign.params.min_ma_leader)


def extended_march(draft: CampaignState, umpire: Umpire, unit: int) -> None:
    """GC 5.1.3: the check of a tired unit, before it moves."""
    campaign = draft.scenario
    tired, exhausted = draft.fatigue[unit], bool(draft.exhausted[unit])
    if not needs_extended_march(tired, exhausted):
        return
    side, manpower = campaign.side_of[unit], draft.manpower[unit]
    modifier = extended_march_modifier(campaign.params, side, tired, exhausted)
    loss, disorder = umpire.read(extended_march_row(campaign.params, modifier, manpower), by=side)
    modified = umpire.rolled[-1] + modifier
    umpire.tell("GC 5.1.3", "event.extended_march", unit=campaign.ids[unit], n=modified)
    suffer(draft, umpire, unit, loss, disorder, "extended_march", "GC 5.1.3")


def may_force(state: CampaignState, march: March, unit: int) -> bool:
    """Whether `force_refusals` has nothing to say."""
    if march.forced or march.fought or march.over:
        return False
    if march.stopped and in_enemy_zone(state, unit, state.at[unit]):
        return False
    if state.demoralised[unit] and state.scenario.params.demoralize_effects == "full":
        return False
    return state.scenario.bars_force_march(state, unit) is None


def force_refusals(state: CampaignState, march: March) -> list[Reason]:
    """GC 5.1.4: one force march, before any attack, not when demoralised (GC 11.3)."""
    unit = state.scenario.index[march.unit]
    found = []
    if march.forced:
        found.append(reason("GC 5.1.4", "reason.already_forced"))
    if march.fought or march.over:
        found.append(reason("GC 5.1.4", "reason.force_after_attack"))
    if march.stopped and in_enemy_zone(state, unit, state.at[unit]):
        found.append(reason("GC 6.2.4", "reason.stopped"))
    if state.demoralised[unit] and state.scenario.params.demoralize_effects == "full":
        found.append(reason("GC 11.3", "reason.demoralised"))
    barred = state.scenario.bars_force_march(state, unit)
    if barred is not None:
        found.append(barred)
    return found


def force(march: March, draft: CampaignState, action: Action, umpire: Umpire) -> None:
    """GC 5.1.4: extra points now, and a die that may disorganise the unit or cost it manpower."""
    campaign = draft.scenario
    unit = campaign.index[march.unit]
    side, arm = campaign.side_of[unit], campaign.types[unit]
    if campaign.params.force_march_mp == "half_die":
        extra = -(-umpire.roll() // 2)
    else:
        extra = int(raw_tables()["force_march"]["points"][arm])
    shaken = bool(draft.disorganised[unit])
    modifier = force_march_modifier(side, arm, bool(draft.exhausted[unit]), shaken)
    manpower = draft.manpower[unit]
    loss, disorder = umpire.read(force_march_row(campaign.params, modifier, manpower, shaken))
    modified = umpire.rolled[-1] + modifier
    umpire.tell("GC 5.1.4", "event.force_march", unit=march.unit, mp=extra, n=modified)
    umpire.replace(march.with_points(march.mp + extra, fought=march.fought, forced=True))
    suffer(draft, umpire, unit, loss, disorder, "force_march", "GC 5.1.4")


def suffer(draft: CampaignState, umpire: Umpire, unit: int, loss: int, disorder: bool, cause: str, clause: str) -> None:
    """A march's own harm: disorder and manpower, neither of which scores."""
    if disorder:
        shake(draft, umpire, unit, clause)
    lose_manpower(draft, umpire, unit, loss, cause, clause)


def shake(draft: CampaignState, umpire: Umpire, unit: int, clause: str) -> None:
    """Disorder, unless it is there already."""
    if not draft.disorganised[unit]:
        disorganise(draft, unit)
        umpire.tell(clause, "event.disorganised", unit=draft.scenario.pieces[unit].id)


def zone_to_zone(draft: CampaignState, umpire: Umpire, unit: int, here: int, there: int) -> None:
    """GC 6.2.6: straight from enemy zone to enemy zone; only a road, pike or railroad spares the unit."""
    campaign = draft.scenario
    name = campaign.pieces[unit].id
    if campaign.ground.has_line(here, there):
        umpire.tell("GC 6.2.6", "event.zone_road", unit=name)
    elif not draft.disorganised[unit]:
        disorganise(draft, unit)
        umpire.tell("GC 6.2.6", "event.zone_disorganised", unit=name)
    else:
        umpire.tell("GC 6.2.6a", "event.zone_again", unit=name)
        lose_manpower(draft, umpire, unit, campaign.params.zoc_zoc_loss, "zone_to_zone", "GC 6.2.6a")


def may_refuse(state: CampaignState, march: March, unit: int) -> bool:
    """Whether `refuse_refusals` has nothing to say."""
    if state.refused[unit] or march.over:
        return False
    return march.mp >= state.scenario.refuse_mp[0 if state.scenario.is_foot[unit] else 1]


def refuse_refusals(state: CampaignState, march: March) -> list[Reason]:
    """GC 7.8: enough points, and not refused already."""
    unit = state.scenario.index[march.unit]
    cost = state.scenario.refuse_mp[0 if state.scenario.is_foot[unit] else 1]
    found = []
    if state.refused[unit]:
        found.append(reason("GC 7.8", "reason.already_refused"))
    if march.mp < cost or march.over:
        found.append(reason("GC 7.8", "reason.no_points", cost=cost, mp=march.mp))
    return found


def refuse(march: March, draft: CampaignState, action: Action, umpire: Umpire) -> None:
    """GC 7.8: the unit goes no further this march."""
    unit = draft.scenario.index[march.unit]
    draft.refused = put(draft.refused, unit, 1)
    umpire.tell("GC 7.8", "event.flanks_refused", unit=march.unit)
    umpire.pop()
