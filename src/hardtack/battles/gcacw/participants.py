"""Who may take part in an assault or a grand assault, and why a unit may not (GC 5.3.1, 5.3.2, 5.3.5, 7.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from hardtack.battles.gcacw.activation import is_own_leader, leader_refusals, unit_refusals
from hardtack.battles.gcacw.attacks import target_refusals
from hardtack.battles.gcacw.attacks import unit_refusals as weak_refusals
from hardtack.battles.gcacw.counters import ARTILLERY
from hardtack.battles.gcacw.leaders import in_radius
from hardtack.battles.gcacw.state import units_at
from hardtack.referee.events import Reason, reason

if TYPE_CHECKING:
    from hardtack.battles.gcacw.state import CampaignState


def is_own_unit(state: CampaignState, side: str, piece: int) -> bool:
    """A combat unit of the side that is on the map."""
    counter = state.scenario.pieces[piece]
    return counter.is_unit and counter.side == side and state.at[piece] >= 0


def attacker_refusals(state: CampaignState, side: str, unit: int, target: int) -> Iterator[Reason]:
    """GC 5.3.2, 7.1.3: why a unit of the side cannot take part in an assault on a hex."""
    yield from unit_refusals(state, side, unit)
    yield from weak_refusals(state, unit)
    here = state.at[unit]
    yield from target_refusals(state, side, here, target)
    yield from state.scenario.attack_bans(state, unit, here, target)


def participants(state: CampaignState, leader: int, target: int) -> list[int]:
    """GC 5.3.2: the leader's units in his hex that could assault a hex."""
    return [*_each_participant(state, leader, target)]


def _each_participant(state: CampaignState, leader: int, target: int) -> Iterator[int]:
    """One after the other, as the first is often enough to know."""
    units = units_at(state, state.at[leader])
    return (unit for unit in units if next(naming_refusals(state, leader, unit, target), None) is None)


def enough(state: CampaignState, units: Iterable[int]) -> bool:
    """GC 7.1.3: artillery does not attack without infantry or cavalry."""
    campaign = state.scenario
    if campaign.params.art_alone == "allowed":
        return any(True for _ in units)
    return any(campaign.pieces[unit].type != ARTILLERY for unit in units)


def naming_refusals(state: CampaignState, leader: int, unit: int, target: int) -> Iterator[Reason]:
    """GC 5.3.2: why a unit is not among those a leader may name for his assault."""
    campaign = state.scenario
    side = campaign.pieces[leader].side
    if not is_own_unit(state, side, unit):
        yield reason("GC 5.3.2", "reason.not_your_unit")
        return
    if not campaign.commands(state, leader, unit):
        yield reason("GC 5.3.2", "reason.not_his_command")
    if state.at[unit] != state.at[leader]:
        yield reason("GC 5.3.2", "reason.leader_elsewhere")
    yield from attacker_refusals(state, side, unit, target)


def assault_refusals(state: CampaignState, side: str, leader: int, target: int) -> Iterator[Reason]:
    """GC 5.3.1: every clause that forbids a leader to order this assault."""
    yield from leader_refusals(state, side, leader, "assault")
    if is_own_leader(state, side, leader):
        yield from order_refusals(state, side, leader, target)


def order_refusals(state: CampaignState, side: str, leader: int, target: int) -> Iterator[Reason]:
    """GC 5.3.1, 5.3.2: why a leader who may order assaults cannot order this one."""
    beyond = list(target_refusals(state, side, state.at[leader], target))
    yield from beyond
    if beyond or not enough(state, _each_participant(state, leader, target)):
        yield from nobody_to_assault(state, leader, target, beyond)


def nobody_to_assault(state: CampaignState, leader: int, target: int, beyond: list[Reason]) -> Iterator[Reason]:
    """GC 5.3.2: what keeps out the units of his in his hex; `beyond` is said of the target already.

    Of several units those who could join most easily are looked at: once nothing is said against one of them, the
    assault is possible. Artillery alone cannot make one (GC 7.1.3).
    """
    campaign = state.scenario
    own = campaign.own_units(state, leader, units_at(state, state.at[leader]))
    against = {
        unit: [why for why in naming_refusals(state, leader, unit, target) if why not in beyond]
        + ([] if enough(state, [unit]) else [reason("GC 7.1.3a", "reason.artillery_alone")])
        for unit in own
    }
    if not own:
        yield reason("GC 5.3.2", "reason.no_participants")
        return
    for why in min(against.values(), key=len):
        yield reason(why.clause, "reason.no_participants")


def joining_refusals(
    state: CampaignState, side: str, unit: int, target: int, attackers: tuple[str, ...]
) -> Iterator[Reason]:
    """GC 5.3.5: why a unit cannot join a grand assault that these units already make."""
    if not is_own_unit(state, side, unit):
        yield reason("GC 5.3.5", "reason.not_your_unit")
        return
    if state.scenario.pieces[unit].id in attackers:
        yield reason("GC 5.3.5", "reason.already_named")
    if not state.scenario.board.grid.adjacent(state.at[unit], target):
        yield reason("GC 5.3.5", "reason.target_not_adjacent")
    yield from attacker_refusals(state, side, unit, target)


def army_leader_near(state: CampaignState, leader: int) -> int | None:
    """GC 5.3.5: the side's army leader, if the assaulting leader is within his command radius."""
    campaign = state.scenario
    for chief in campaign.leader_counters:
        counter = campaign.pieces[chief]
        same = counter.rank == "army" and counter.side == campaign.pieces[leader].side
        if same and state.at[chief] >= 0 and in_radius(state, chief, state.at[leader]):
            return chief
    return None


def extra_units(state: CampaignState, side: str, target: int, attackers: tuple[str, ...]) -> tuple[str, ...]:
    """GC 5.3.5: fit friendly units of any command adjacent to the target that do not attack yet."""
    campaign = state.scenario
    near = [unit for hex_ in campaign.board.grid.around[target] for unit in units_at(state, hex_)]
    fit = [unit for unit in near if next(joining_refusals(state, side, unit, target, attackers), None) is None]
    return tuple(campaign.pieces[unit].id for unit in fit)
