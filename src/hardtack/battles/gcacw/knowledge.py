"""What a bot weighs in a battle of the series: each term is a number for one side, higher is better for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from hardtack.battles.gcacw.state import CampaignState, positions
from hardtack.referee.events import SIDES, UNION, enemy_of

Term = Callable[[CampaignState, str], float]


def points(state: CampaignState, side: str) -> float:
    """Victory points as they stand, for the side."""
    total = sum(line[1] for line in state.scenario.score(state))
    return float(total if side == UNION else -total)


def nearness(state: CampaignState, side: str) -> float:
    """How near the side's strength is to the hexes its scenario wants from it."""
    campaign = state.scenario
    goals = campaign.goals(state, side)
    if not goals:
        return 0.0
    distance = campaign.board.grid.distance
    total = 0.0
    for unit in campaign.combat_units:
        hex_ = state.at[unit]
        if hex_ >= 0 and campaign.pieces[unit].side == side:
            total += state.manpower[unit] * max(worth / (3.0 + distance(hex_, goal)) for goal, worth in goals)
    return total


def freshness(state: CampaignState, side: str) -> float:
    """Fatigue kept in hand, order kept: worn units cannot act, fight badly and stay worn."""
    return _freshness(state, side) - _freshness(state, enemy_of(side))


def _freshness(state: CampaignState, side: str) -> float:
    campaign = state.scenario
    total = 0.0
    for unit in campaign.combat_units:
        if state.at[unit] >= 0 and campaign.pieces[unit].side == side:
            worn = 0.25 * state.fatigue[unit] ** 1.5 + 1.0 * state.disorganised[unit] + 0.7 * state.demoralised[unit]
            total -= worn * state.manpower[unit] ** 0.5
    return total


def contact(state: CampaignState, side: str) -> float:
    """Enemy units with few ways out less our own: hexes round them that the other side controls."""
    return _pressed(state, enemy_of(side)) - _pressed(state, side)


def _pressed(state: CampaignState, side: str) -> float:
    campaign = state.scenario
    known = positions(state)
    number = SIDES.index(side)
    hostile = known.zones[1 - number] | known.occupied[1 - number]
    total = 0.0
    for hex_, units in known.units.items():
        if campaign.side_number[units[0]] == number:
            shut = (hostile & campaign.board.grid.around_mask[hex_]).bit_count()
            total += max(0, shut - 2) * sum(state.manpower[unit] for unit in units) ** 0.5
    return total


TERMS: Mapping[str, tuple[float, Term]] = {
    "points": (10.0, points),
    "nearness": (4.0, nearness),
    "freshness": (1.0, freshness),
    "contact": (0.5, contact),
}
