"""What an attack promises before anybody plans it: the mean of the combat chart at a glance (for bots)."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.chancellorsville.forces import Attacker, Defence, forces_of
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.weights import FLIGHT, MANPOWER, POINTS, STRAIN, spared
from hardtack.battles.gcacw.combat import Attack, reckon
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.tables import (
    Result,
    attack_type_modifier,
    attack_types,
    attacker_chart,
    defender_chart,
    ratio_modifier,
)
from hardtack.referee.events import enemy_of

MARGINS = tuple((margin, 6 - abs(margin)) for margin in range(-5, 6))  # difference of two dice, in how many of 36


def mean_gain(net: int, attack: int, defence: int, troops: float) -> float:
    """The mean of what an attack wins and costs, for a sum of modifiers and whole combat values."""
    theirs, ours = mean_harm(net, attack, defence, troops)
    return theirs - ours


@lru_cache(maxsize=100_000)
def mean_harm(net: int, attack: int, defence: int, troops: float) -> tuple[float, float]:
    """The mean of what an attack does to the defender and to the attacker."""
    theirs = ours = 0.0
    for margin, ways in MARGINS:
        theirs += ways * _harm(defender_chart().result(margin + net, defence), defence, troops)
        ours += ways * _harm(attacker_chart().result(margin + net, attack), attack, troops)
    return theirs / 36, ours / 36


def _harm(result: Result, value: int, troops: float) -> float:
    """What a result does to a force; what it cannot lose it does not lose."""
    lost = min(result.loss, max(1, value)) * (POINTS + MANPOWER * troops)
    return lost + troops * value * STRAIN[result.strain] + FLIGHT[result.flight]


@lru_cache(maxsize=1024)
def strongest_type(attack_mp: str, cavalry: bool, mp: int) -> str:
    """GC 7.1.4: the type of march attack with the best modifier that these points pay for."""
    kinds = attack_types(attack_mp, cavalry)
    return max((kind for kind in kinds if kinds[kind] <= mp), key=attack_type_modifier)


def attack_prospect(state: SceneState, unit: int, here: int, mp: int, moved: bool) -> float:
    """What the best attack of one unit from a hex would gain with these points; nothing if none is worth it."""
    campaign = state.scenario
    near = state.occupied(enemy_of(campaign.side_of[unit])) & campaign.board.grid.around_mask[here]
    if not near:
        return 0.0
    kind = strongest_type(campaign.params.attack_mp, not campaign.is_foot[unit], mp)
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


def assault_prospect(state: SceneState, leader: int, target: int) -> float:
    """What an assault of all a leader has with him would gain; guns and flanks are left out."""
    here, forces = state.at[leader], forces_of(state)
    halves, tactical = forces.best_attacker(state, here)
    modifiers = tactical + 1 - forces.slope(state, here, target)
    return _gain((halves, modifiers), forces.defence(state, target), spared(state.turn, state.scenario.turns))


def _attack(state: SceneState, unit: int, here: int, target: int, kind: str) -> float:
    """The mean gain of one attack: with every modifier from where the unit stands, at a guess from elsewhere."""
    campaign = state.scenario
    troops = spared(state.turn, campaign.turns)
    if here == state.at[unit]:
        even, odd, attack, defence = state.situation.recall(
            ("standing attack", unit, target), lambda: _standing(state, unit, target)
        )
        how = attack_type_modifier(kind)
        return (mean_gain(even + how, attack, defence, troops) + mean_gain(odd + how, attack, defence, troops)) / 2
    forces = forces_of(state)
    strength, tactical = forces.alone(state, unit)
    modifiers = tactical + attack_type_modifier(kind) - forces.slope(state, here, target)
    return _gain((strength, modifiers), forces.defence(state, target), troops)


def _standing(state: SceneState, unit: int, target: int) -> tuple[int, int, int, int]:
    """The modifiers of a march attack from where a unit stands but for that of its type, with the extra artillery die
    even and odd; the combat values."""
    kind = next(iter(attack_types(state.scenario.params.attack_mp, False)))  # each adds its own modifier and no more
    appraisal = reckon(state, Attack(state.scenario.side_of[unit], (unit,), target, kind))
    even, odd = appraisal.total(True), appraisal.total(False)
    how = attack_type_modifier(kind)
    return even - how, odd - how, appraisal.attack_halves // 2, appraisal.defence_halves // 2


def exposure(state: SceneState, side: str) -> float:
    """What the enemy could gain by his best attack on each of the side's hexes."""
    passing = _passing(state)
    return state.situation.recall(("exposure", side, passing), lambda: _exposure(state, side, passing))


def _exposure(state: SceneState, side: str, passing: tuple[int, ...]) -> float:
    campaign = state.scenario
    mask, side_of = campaign.board.grid.around_mask, campaign.side_of
    enemies = state.occupied(enemy_of(side))
    forces = forces_of(state)
    total = 0.0
    for hex_, units in state.deployment.stacks.items():
        if side_of[units[0]] == side and enemies & mask[hex_] and units != passing:
            worst = forces.worst.get(hex_)
            if worst is None:
                worst = max(0.0, _best_gain(state, hex_, enemies, forces.defence(state, hex_)))
                forces.worst[hex_] = worst
            total += worst
    return total


def risk(state: SceneState, unit: int, hex_: int) -> float:
    """What the enemy could gain by his best attack on a unit that came to a hex, with whoever is there already."""
    enemies = state.occupied(enemy_of(state.scenario.side_of[unit]))
    return _best_gain(state, hex_, enemies, forces_of(state).joined(state, unit, hex_))


def _best_gain(state: SceneState, hex_: int, enemies: int, defence: Defence) -> float:
    """What the best attack of those around a hex would gain; nothing if nobody is there."""
    campaign = state.scenario
    troops, forces = spared(state.turn, campaign.turns), forces_of(state)
    gains = [
        _gain(forces.best_attacker(state, there), defence, troops)
        for there in campaign.board.grid.around[hex_]
        if enemies >> there & 1
    ]
    return max(gains, default=0.0)


def _passing(state: SceneState) -> tuple[int, ...]:
    """The unit that marches and can go on: it does not stay where it is, so nobody attacks it there."""
    frame = state.agenda[-1] if state.agenda else None
    if isinstance(frame, March) and frame.mp and not frame.stopped and not frame.over:
        return (state.scenario.index[frame.unit],)
    return ()


def _gain(attacker: Attacker, defence: Defence, troops: float) -> float:
    """The mean gain of an attack; guns and flanks are left to the exact forecast."""
    halves, tactical = attacker
    if not halves:
        return 0.0
    net = ratio_modifier(2 * halves, defence[0]) + tactical - defence[2]
    return mean_gain(net, halves // 2, defence[1] // 2, troops)
