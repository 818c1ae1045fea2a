"""What an attack promises before anybody plans it: the mean of the combat chart at a glance (for bots)."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.gcacw.combat import height_modifier, hexside_modifier
from hardtack.battles.gcacw.flank import defence_quarters
from hardtack.battles.gcacw.state import MAX_FATIGUE, CampaignState, Positions, combat_halves, positions
from hardtack.battles.gcacw.tables import (
    Result,
    attack_type_modifier,
    attack_types,
    attacker_chart,
    defender_chart,
    ratio_modifier,
)
from hardtack.referee.events import SIDES

LOSS = 13.0  # a point of manpower: a victory point and the man himself
SHAKEN = {"": 0.0, "f": 0.3, "F": 0.8, "D": 2.0}
FLIGHT = {"": 0.0, "r": 2.0, "R": 4.0, "R*": 6.0}
MARGINS = tuple((margin, 6 - abs(margin)) for margin in range(-5, 6))  # difference of two dice, in how many of 36


@lru_cache(maxsize=50_000)
def mean_gain(net: int, attack: int, defence: int) -> float:
    """The mean of what an attack wins and costs, for a sum of modifiers and whole combat values."""
    total = 0.0
    for margin, ways in MARGINS:
        theirs = defender_chart().result(margin + net, defence)
        ours = attacker_chart().result(margin + net, attack)
        total += ways * (_harm(theirs) - _harm(ours))
    return total / 36


def _harm(result: Result) -> float:
    return LOSS * result.loss + SHAKEN[result.strain] + FLIGHT[result.flight]


def attack_prospect(state: CampaignState, unit: int, here: int, mp: int, moved: bool) -> float:
    """What the best attack of one unit from a hex would gain with these points; nothing if none is worth it."""
    campaign = state.scenario
    near = positions(state).occupied[1 - campaign.side_number[unit]] & campaign.board.grid.around_mask[here]
    if not near:
        return 0.0
    kinds = attack_types(campaign.params.attack_mp, not campaign.is_foot[unit])
    kind = max(attack_type_modifier(name) for name, cost in kinds if cost <= mp)
    attacker = (combat_halves(state, unit), campaign.tactical(state, unit, True) + kind)
    best = 0.0
    ground = campaign.ground_with(state.bridges)
    for target in campaign.board.grid.around[here]:
        if not near >> target & 1 or target not in ground.cost[here]:
            continue
        if moved and ground.is_woods_side(here, target):  # GC 7.1.3
            continue
        if campaign.bars_attack(state, unit, here, target) is None:
            slope = hexside_modifier(state, ground, here, target)[0] + height_modifier(ground, here, target)[0]
            best = max(best, _gain((attacker[0], attacker[1] - slope), _defence(state, target)))
    return best


def exposure(state: CampaignState, side: str) -> float:
    """What the enemy could gain by his best attack on each of the side's hexes."""
    campaign = state.scenario
    mine = SIDES.index(side)
    where = positions(state)
    around, mask = campaign.board.grid.around, campaign.board.grid.around_mask
    enemies = where.occupied[1 - mine]
    attackers: dict[int, Attacker] = {}
    total = 0.0
    for hex_, units in where.units.items():
        if campaign.side_number[units[0]] != mine or not enemies & mask[hex_]:
            continue
        defence = _defence(state, hex_)
        worst = 0.0
        for there in around[hex_]:
            if enemies >> there & 1:
                if there not in attackers:
                    attackers[there] = _best_attacker(state, where, there)
                worst = max(worst, _gain(attackers[there], defence))
        total += worst
    return total


Attacker = tuple[int, int]  # combat value in halves; tactical value and other modifiers
Defence = tuple[int, int, int]  # combat value in quarters with works, in halves without, tactical value


def _gain(attacker: Attacker, defence: Defence) -> float:
    """The mean gain of an attack; guns and flanks are left to the exact forecast."""
    halves, tactical = attacker
    if not halves:
        return 0.0
    net = ratio_modifier(2 * halves, defence[0]) + tactical - defence[2]
    return mean_gain(net, halves // 2, defence[1] // 2)


def _defence(state: CampaignState, hex_: int) -> Defence:
    campaign, where = state.scenario, positions(state)
    units = where.units[hex_]
    tactical = max(campaign.tactical(state, piece, False) for piece in (*units, *where.leaders.get(hex_, ())))
    halves = [combat_halves(state, unit) for unit in units]
    if not any(state.works[unit] for unit in units):
        return 2 * sum(halves), sum(halves), tactical
    return defence_quarters(state, hex_), sum(halves), tactical


def _best_attacker(state: CampaignState, where: Positions, hex_: int) -> Attacker:
    """The strongest attack a stack could make: all of it under a leader, otherwise its largest unit."""
    campaign = state.scenario
    fit = [unit for unit in where.units[hex_] if state.fatigue[unit] < MAX_FATIGUE]
    if not fit:
        return 0, 0
    strengths = [combat_halves(state, unit) for unit in fit]
    leaders = where.leaders.get(hex_, ())
    strength = sum(strengths) if leaders else max(strengths)
    return strength, max(campaign.tactical(state, piece, True) for piece in (*fit, *leaders))
