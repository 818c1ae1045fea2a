"""Who may take part in an assault or a grand assault, and why a unit may not (GC 5.3.1, 5.3.2, 5.3.5, 7.1.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from hardtack.battles.gcacw.activation import able_units, unit_refusals
from hardtack.battles.gcacw.counters import ARTILLERY
from hardtack.battles.gcacw.engagement import is_target, is_weak, target_refusals, weak_refusals
from hardtack.battles.gcacw.leaders import in_radius
from hardtack.battles.gcacw.state import CampaignState, units_at
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import Reason, reason


def is_own_unit(state: CampaignState, side: str, piece: int) -> bool:
    """A combat unit of the side that is on the map."""
    counter = state.scenario.pieces[piece]
    return counter.is_unit and counter.side == side and state.at[piece] >= 0


def attacker_refusals(state: CampaignState, side: str, unit: int, target: int) -> Iterator[Reason]:
    """GC 5.3.2, 7.1.3: why a unit of the side cannot take part in an assault on a hex."""
    yield from unit_refusals(state, side, unit)
    yield from weak_refusals(state, unit)
    yield from target_refusals(state, side, state.at[unit], target)
    yield from state.scenario.attack_bans(state, unit, state.at[unit], target)


def candidates(state: CampaignState, leader: int, able: int) -> list[int]:
    """GC 5.3.2: the leader's units in his hex that could join an assault on some hex, of those that could act."""
    own = able & state.commands.followers[leader]
    return [unit for unit in units_at(state, state.at[leader]) if own >> unit & 1 and not is_weak(state, unit)]


def participants(state: CampaignState, units: Iterable[int], here: int, target: int) -> Iterator[int]:
    """Those of the candidates whom the scenario lets attack over a hexside, one by one: the first is often enough."""
    for unit in units:
        if not state.scenario.bars_attack(state, unit, here, target):
            yield unit


def assault_units(state: CampaignState, leader: int, target: int) -> tuple[int, ...]:
    """Everybody a leader could name for an assault on a hex."""
    side, here = state.scenario.side_of[leader], state.at[leader]
    if not is_target(state, side, here, target):
        return ()
    return tuple(participants(state, candidates(state, leader, able_units(state, side)), here, target))


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


def targets(state: CampaignState, leader: int, able: int, near: int) -> int:
    """GC 5.3.1, 5.3.2: those of the enemies' hexes next to a leader on which he, who may order assaults, can order one,
    with the units that could act."""
    here = state.at[leader]
    passable = state.ground.passable[bool(state.rain)][here]
    units = candidates(state, leader, able) if near & passable else []
    if not units:
        return 0
    hexes = hexes_in(near & passable)
    return mask_of([target for target in hexes if enough(state, participants(state, units, here, target))])


def order_refusals(state: CampaignState, leader: int, target: int) -> Iterator[Reason]:
    """Why he cannot: the target, and what keeps out the units of his in his hex (GC 5.3.2).

    Of several units those who could join most easily are looked at: once nothing is said against one of them, the
    assault is possible. Artillery alone cannot make one (GC 7.1.3).
    """
    campaign = state.scenario
    beyond = list(target_refusals(state, campaign.side_of[leader], state.at[leader], target))
    yield from beyond
    own = campaign.own_units(state, leader, units_at(state, state.at[leader]))
    against = [
        [why.clause for why in naming_refusals(state, leader, unit, target) if why not in beyond]
        + ([] if enough(state, [unit]) else ["GC 7.1.3a"])
        for unit in own
    ]
    for clause in min(against, key=len, default=["GC 5.3.2"]):
        yield reason(clause, "reason.no_participants")


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
