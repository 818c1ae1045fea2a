"""What an attack promises before anybody plans it: the mean of the combat chart at a glance (for bots)."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.chancellorsville.weights import FLIGHT, MANPOWER, POINTS, STRAIN, spared
from hardtack.battles.gcacw.combat import Attack, height_modifier, hexside_modifier, reckon
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import MAX_FATIGUE, CampaignState, leaders_at, units_at
from hardtack.battles.gcacw.strength import defence_quarters, fighting_halves
from hardtack.battles.gcacw.tables import (
    Result,
    attack_type_modifier,
    attack_types,
    attacker_chart,
    defender_chart,
    ratio_modifier,
)
from hardtack.referee.events import enemy_of

Attacker = tuple[int, int]  # combat value in halves; tactical value and other modifiers
Defence = tuple[int, int, int]  # combat value in quarters with works, in halves without, tactical value
MARGINS = tuple((margin, 6 - abs(margin)) for margin in range(-5, 6))  # difference of two dice, in how many of 36


@lru_cache(maxsize=100_000)
def mean_gain(net: int, attack: int, defence: int, troops: float) -> float:
    """The mean of what an attack wins and costs, for a sum of modifiers and whole combat values."""
    total = 0.0
    for margin, ways in MARGINS:
        theirs = defender_chart().result(margin + net, defence)
        ours = attacker_chart().result(margin + net, attack)
        total += ways * (_harm(theirs, defence, troops) - _harm(ours, attack, troops))
    return total / 36


def _harm(result: Result, value: int, troops: float) -> float:
    """What a result does to a force; what it cannot lose it does not lose."""
    lost = min(result.loss, max(1, value)) * (POINTS + MANPOWER * troops)
    return lost + troops * value * STRAIN[result.strain] + FLIGHT[result.flight]


def attack_prospect(state: CampaignState, unit: int, here: int, mp: int, moved: bool) -> float:
    """What the best attack of one unit from a hex would gain with these points; nothing if none is worth it."""
    campaign = state.scenario
    near = state.occupied(enemy_of(campaign.side_of[unit])) & campaign.board.grid.around_mask[here]
    if not near:
        return 0.0
    kinds = attack_types(campaign.params.attack_mp, not campaign.is_foot[unit])
    kind = max((name for name, cost in kinds if cost <= mp), key=attack_type_modifier)
    ground = campaign.ground_with(state.bridges)
    best = 0.0
    for target in campaign.board.grid.around[here]:
        if not near >> target & 1 or target not in ground.cost[here]:
            continue
        if moved and ground.is_woods_side(here, target):  # GC 7.1.3
            continue
        if next(campaign.attack_bans(state, unit, here, target), None) is None:
            best = max(best, _attack(state, unit, here, target, kind))
    return best


def _attack(state: CampaignState, unit: int, here: int, target: int, kind: str) -> float:
    """The mean gain of one attack: with every modifier from where the unit stands, at a guess from elsewhere."""
    campaign = state.scenario
    if here == state.at[unit]:
        appraisal = reckon(state, Attack(campaign.side_of[unit], (unit,), target, kind))
        values = (appraisal.attack_halves // 2, appraisal.defence_halves // 2, spared(state.turn, campaign.turns))
        return (mean_gain(appraisal.total(True), *values) + mean_gain(appraisal.total(False), *values)) / 2
    ground = campaign.ground_with(state.bridges)
    slope = hexside_modifier(state, ground, here, target)[0] + height_modifier(ground, here, target)[0]
    tactical = campaign.tactical(state, unit, True) + attack_type_modifier(kind) - slope
    return _gain(state, (fighting_halves(state, (unit,)), tactical), _defence(state, target))


def exposure(state: CampaignState, side: str) -> float:
    """What the enemy could gain by his best attack on each of the side's hexes."""
    campaign = state.scenario
    around, mask = campaign.board.grid.around, campaign.board.grid.around_mask
    enemies = state.occupied(enemy_of(side))
    attackers: dict[int, Attacker] = {}
    total = 0.0
    passing = _passing(state)
    for hex_, units in state.deployment.stacks.items():
        if campaign.side_of[units[0]] != side or not enemies & mask[hex_] or units == passing:
            continue
        defence = _defence(state, hex_)
        worst = 0.0
        for there in around[hex_]:
            if enemies >> there & 1:
                if there not in attackers:
                    attackers[there] = _best_attacker(state, there)
                worst = max(worst, _gain(state, attackers[there], defence))
        total += worst
    return total


def risk(state: CampaignState, unit: int, hex_: int) -> float:
    """What the enemy could gain by his best attack on a unit that came to a hex, with whoever is there already."""
    campaign = state.scenario
    enemies = state.occupied(enemy_of(campaign.side_of[unit]))
    company = (unit, *units_at(state, hex_))
    halves = fighting_halves(state, company)
    defence = (2 * halves, halves, max(campaign.tactical(state, one, False) for one in company))
    attackers = [there for there in campaign.board.grid.around[hex_] if enemies >> there & 1]
    return max((_gain(state, _best_attacker(state, there), defence) for there in attackers), default=0.0)


def _passing(state: CampaignState) -> tuple[int, ...]:
    """The unit that marches and can go on: it does not stay where it is, so nobody attacks it there."""
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, March) and frame.mp and not frame.stopped and not frame.over:
        return (state.scenario.index[frame.unit],)
    return ()


def _gain(state: CampaignState, attacker: Attacker, defence: Defence) -> float:
    """The mean gain of an attack; guns and flanks are left to the exact forecast."""
    halves, tactical = attacker
    if not halves:
        return 0.0
    net = ratio_modifier(2 * halves, defence[0]) + tactical - defence[2]
    return mean_gain(net, halves // 2, defence[1] // 2, spared(state.turn, state.scenario.turns))


def _defence(state: CampaignState, hex_: int) -> Defence:
    campaign, units = state.scenario, units_at(state, hex_)
    tactical = max(campaign.tactical(state, piece, False) for piece in (*units, *leaders_at(state, hex_)))
    halves = fighting_halves(state, units)
    if not any(state.works[unit] for unit in units):
        return 2 * halves, halves, tactical
    return defence_quarters(state, hex_), halves, tactical


def _best_attacker(state: CampaignState, hex_: int) -> Attacker:
    """The strongest attack a stack could make: all of it under a leader, otherwise its largest unit."""
    campaign = state.scenario
    fit = [unit for unit in units_at(state, hex_) if state.fatigue[unit] < MAX_FATIGUE]
    if not fit:
        return 0, 0
    leaders = leaders_at(state, hex_)
    strength = fighting_halves(state, fit) if leaders else max(fighting_halves(state, (unit,)) for unit in fit)
    return strength, max(campaign.tactical(state, piece, True) for piece in (*fit, *leaders))
