"""Which attacks are allowed (GC 7.1.1-7.1.3) and which may be cavalry charges (SLB 13.4f)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from hardtack.battles.gcacw.counters import ARTILLERY, CAVALRY, INFANTRY
from hardtack.battles.gcacw.state import CampaignState, units_at
from hardtack.referee.events import Reason, enemy_of, reason

if TYPE_CHECKING:
    from hardtack.battles.gcacw.march import March

CHARGE_GROUND = ("clear", "rolling")


def target_refusals(state: CampaignState, side: str, here: int, target: int) -> Iterator[Reason]:
    """GC 7.1.1, 7.1.3: an adjacent enemy hex over a hexside that can be crossed in this weather."""
    campaign = state.scenario
    ground = state.ground
    if not campaign.board.grid.around_mask[here] >> target & 1:
        yield reason("GC 7.1.1", "reason.target_not_adjacent")
    elif target not in ground.cost[here]:
        yield reason("GC 7.1.3", "reason.attack_hexside")
    elif state.rain and target not in ground.rain_cost[here]:
        yield reason("GC 7.1.3a", "reason.rain_ford")
    if not state.occupied(enemy_of(side)) >> target & 1:
        yield reason("GC 7.1.1", "reason.no_target")


def is_weak(state: CampaignState, unit: int) -> bool:
    """GC 7.1.3, 11.3: Demoralised-2 units do not attack."""
    return state.demoralised[unit] == 2 and state.scenario.params.demoralize_effects == "full"


def unit_refusals(state: CampaignState, unit: int) -> Iterator[Reason]:
    if is_weak(state, unit):
        yield reason("GC 11.3", "reason.demoralised")


def attack_refusals(state: CampaignState, unit: int, target: int, march: March) -> Iterator[Reason]:
    """Every clause that forbids a marching unit to attack a hex, points apart."""
    campaign = state.scenario
    here = state.at[unit]
    yield from target_refusals(state, campaign.side_of[unit], here, target)
    if march.over:
        yield reason("GC 7.1.5", "reason.march_over")
    if march.barred:
        yield reason("GC 6.2.6", "reason.attack_after_zones")
    near = campaign.board.grid.around_mask[here]
    if march.moved and near >> target & 1 and campaign.ground.is_woods_side(here, target):
        yield reason("GC 7.1.3", "reason.attack_woods")
    yield from unit_refusals(state, unit)
    if campaign.pieces[unit].type == ARTILLERY and campaign.params.art_alone == "barred":
        yield reason("GC 7.1.3a", "reason.artillery_alone")
    yield from campaign.attack_bans(state, unit, here, target)


def charge_refusals(state: CampaignState, unit: int, target: int, march: March) -> Iterator[Reason]:
    """SLB 13.4f: who may charge, from where, at whom."""
    campaign = state.scenario
    clause = campaign.charge_clause
    if not campaign.has_charges:
        yield reason(clause, "reason.no_charges")
    if campaign.pieces[unit].type != CAVALRY:
        yield reason(clause, "reason.charge_cavalry")
    if not march.free:
        yield reason(clause, "reason.charge_began_in_zone")
    terrain = campaign.board.terrain
    if terrain[state.at[unit]] not in CHARGE_GROUND or terrain[target] not in CHARGE_GROUND:
        yield reason(clause, "reason.charge_ground")
    if any(campaign.pieces[n].type == INFANTRY and not state.demoralised[n] for n in units_at(state, target)):
        yield reason(clause, "reason.charge_infantry")
