"""What bots weigh, worked out plainly: every hex and every unit looked at anew, nothing remembered."""

from __future__ import annotations

import heapq
from typing import Any

from hardtack.battles.chancellorsville.knowledge import CREDIT, ODDS, STEP, Promise, promised
from hardtack.battles.chancellorsville.limits import CROSSED
from hardtack.battles.chancellorsville.outlook import STRAY, WHOLE, goals_of
from hardtack.battles.chancellorsville.prospects import mean_gain
from hardtack.battles.chancellorsville.raiders import errands, raid
from hardtack.battles.chancellorsville.routes import FAR, SCALE, ways_to
from hardtack.battles.chancellorsville.weights import (
    DEMORALISED,
    DISORDER,
    ENTRENCHED,
    EXPOSED,
    MANPOWER,
    RAID,
    WEARINESS,
    spared,
)
from hardtack.battles.gcacw.combat import Attack, height_modifier, hexside_modifier, reckon
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import FOOT, MAX_FATIGUE, combat_halves, fact, leaders_at, units_at
from hardtack.battles.gcacw.steps import STACKING
from hardtack.battles.gcacw.strength import defence_quarters, fighting_halves
from hardtack.battles.gcacw.tables import attack_type_modifier, attack_types, ratio_modifier
from hardtack.referee.events import UNION, enemy_of


def points(state: Any, side: str) -> float:
    total = sum(line[1] for line in state.scenario.score(state))
    return float(total if side == UNION else -total)


def control(state: Any, side: str) -> float:
    goals = goals_of(state.scenario, state)
    if not goals.hexes:
        return 0.0
    ours, theirs = presence(state, goals.hexes, side), presence(state, goals.hexes, enemy_of(side))
    expected = [worth * mine / (mine + enemy) for worth, mine, enemy in zip(goals.worths, ours, theirs, strict=True)]
    hopes = []
    for march in promised(state, side):
        gain, hex_ = hope(state, march, goals, ours, theirs)
        near, strength = nearness(state, march.unit, goals.hexes), combat_halves(state, march.unit)
        here = state.at[march.unit]
        ours = [mine + strength * (way[hex_] - way[here]) for mine, way in zip(ours, near, strict=True)]
        if march.waits:
            tired = state.fatigue[march.unit]
            gain *= CREDIT
            gain -= (WEARINESS[min(MAX_FATIGUE, tired + 1)] - WEARINESS[tired]) * state.manpower[march.unit]
        hopes.append(gain)
    return raid(state, side) + sum(expected) + sum(hopes)


def ford_of(state: Any, unit: int) -> Any:
    limits = state.scenario.limits
    if unit not in limits.fords or fact(state, CROSSED) >> unit & 1:
        return None
    return limits.next_ford(state, unit)


def nearness(state: Any, unit: int, goals: tuple[int, ...]) -> list[dict[int, int]]:
    """For each goal, how much of a unit in a hex counts there."""
    scene, piece = state.scenario, state.scenario.pieces[unit]
    found = []
    for goal in goals:
        ways = ways_to(scene, goal, state.turn, piece.side, ford_of(state, unit))
        found.append(_Shares(ways, SCALE[piece.type]))
    return found


class _Shares(dict[int, int]):
    def __init__(self, ways: tuple[int, ...], scale: float) -> None:
        self.ways, self.scale = ways, scale

    def __missing__(self, hex_: int) -> int:
        return round(WHOLE / (1.0 + self.ways[hex_] / self.scale) ** 2)


def presence(state: Any, goals: tuple[int, ...], side: str) -> list[int]:
    sums = [STRAY] * len(goals)
    for unit in state.scenario.units_of[side]:
        if state.manpower[unit] and state.at[unit] >= 0:
            near = nearness(state, unit, goals)
            sums = [
                mine + combat_halves(state, unit) * way[state.at[unit]] for mine, way in zip(sums, near, strict=True)
            ]
    return sums


def hope(state: Any, march: Promise, goals: Any, ours: list[int], theirs: list[int]) -> tuple[float, int]:
    scene, unit = state.scenario, march.unit
    here, side = state.at[unit], scene.side_of[unit]
    best = 0.0 if march.barred else ODDS * attack_prospect(state, unit, here, march.mp, march.moved)
    if march.stands:
        return best, here
    held, zones = state.occupied(side), state.deployment.zone(enemy_of(side))
    near, strength = nearness(state, unit, goals.hexes), combat_halves(state, unit)
    others = [mine - strength * way[here] for mine, way in zip(ours, near, strict=True)]

    def expected(hex_: int) -> float:
        total = 0.0
        for worth, mine, enemy, way in zip(goals.worths, others, theirs, near, strict=True):
            total += worth * (mine + strength * way[hex_]) / (mine + strength * way[hex_] + enemy)
        return total

    now = goals.prize(state, unit, here) if len(state.deployment.stacks[here]) == 1 else 0.0
    now += expected(here)
    rides = errands(state, unit)
    now += rides[here] if rides else 0.0
    goal = here
    for hex_, cost in reach(state, unit, march.mp).items():
        gain = expected(hex_) - now - STEP * cost
        if rides:
            gain += rides[hex_]
            if cost + 1 <= march.mp and hex_ in scene.raid_hexes:
                gain += (1 / RAID - 1) * rides[hex_]
        if not held >> hex_ & 1:
            gain += goals.prize(state, unit, hex_)
        if zones >> hex_ & 1 and cost:
            gain -= EXPOSED * risk(state, unit, hex_)
            if not zones >> here & 1:
                gain += ODDS * attack_prospect(state, unit, hex_, march.mp - cost, True)
        if gain > best:
            best, goal = gain, hex_
    return best, goal


def reach(state: Any, unit: int, mp: int) -> dict[int, int]:
    scene, here = state.scenario, state.at[unit]
    side = scene.side_of[unit]
    enemy, ford = enemy_of(side), ford_of(state, unit)
    closed, zones = state.occupied(enemy) | scene.no_go(state, unit), state.deployment.zone(enemy)
    foot = state.deployment.held(FOOT, side) if scene.is_foot[unit] else 0
    found, queue = {here: 0}, [(0, here)]
    while queue:
        spent, at = heapq.heappop(queue)
        if spent > found[at] or (at != here and zones >> at & 1):
            continue
        for there, cost in scene.ground.cost[at].items():
            total = spent + cost + (STACKING if foot >> there & 1 else 0)
            total += scene.params.leave_ezoc if at == here and zones >> here & 1 else 0
            if closed >> there & 1 or total > mp or total >= found.get(there, FAR):
                continue
            if scene.limits.open_way(state.turn, side, ford, at, there):
                found[there] = total
                heapq.heappush(queue, (total, there))
    return found


def attack_prospect(state: Any, unit: int, here: int, mp: int, moved: bool) -> float:
    campaign, ground = state.scenario, state.scenario.ground_with(state.bridges)
    enemies = state.occupied(enemy_of(campaign.side_of[unit]))
    gains = [0.0]
    for target in campaign.board.grid.around[here]:
        if not enemies >> target & 1 or target not in ground.cost[here]:
            continue
        if (moved and ground.is_woods_side(here, target)) or list(campaign.attack_bans(state, unit, here, target)):
            continue
        kinds = [
            kind
            for kind, cost in attack_types(campaign.params.attack_mp, not campaign.is_foot[unit]).items()
            if cost <= mp
        ]
        kind = max(kinds, key=attack_type_modifier)
        if here == state.at[unit]:
            appraisal = reckon(state, Attack(campaign.side_of[unit], (unit,), target, kind))
            values = (appraisal.attack_halves // 2, appraisal.defence_halves // 2, spared(state.turn, campaign.turns))
            gains.append((mean_gain(appraisal.total(True), *values) + mean_gain(appraisal.total(False), *values)) / 2)
        else:
            slope = hexside_modifier(state, ground, here, target)[0] + height_modifier(ground, here, target)[0]
            tactical = campaign.tactical(state, unit, True) + attack_type_modifier(kind) - slope
            gains.append(gain_of(state, (fighting_halves(state, (unit,)), tactical), defence(state, target)))
    return max(gains)


def exposure(state: Any, side: str) -> float:
    campaign = state.scenario
    top = state.agenda[-1]
    on_its_way = isinstance(top, March) and top.mp and not top.stopped and not top.over
    passing = (campaign.index[top.unit],) if on_its_way else ()
    total = 0.0
    for hex_, units in state.deployment.stacks.items():
        near = enemies_near(state, side, hex_)
        if campaign.side_of[units[0]] == side and near and units != passing:
            total += max(0.0, *(gain_of(state, attacker(state, there), defence(state, hex_)) for there in near))
    return total


def risk(state: Any, unit: int, hex_: int) -> float:
    campaign, company = state.scenario, (unit, *units_at(state, hex_))
    halves = fighting_halves(state, company)
    defended = (2 * halves, halves, max(campaign.tactical(state, one, False) for one in company))
    near = enemies_near(state, campaign.side_of[unit], hex_)
    return max((gain_of(state, attacker(state, there), defended) for there in near), default=0.0)


def enemies_near(state: Any, side: str, hex_: int) -> list[int]:
    enemies = state.occupied(enemy_of(side))
    return [there for there in state.scenario.board.grid.around[hex_] if enemies >> there & 1]


def gain_of(state: Any, attack: tuple[int, int], defended: tuple[int, int, int]) -> float:
    if not attack[0]:
        return 0.0
    net = ratio_modifier(2 * attack[0], defended[0]) + attack[1] - defended[2]
    return mean_gain(net, attack[0] // 2, defended[1] // 2, spared(state.turn, state.scenario.turns))


def defence(state: Any, hex_: int) -> tuple[int, int, int]:
    units = units_at(state, hex_)
    tactical = max(state.scenario.tactical(state, piece, False) for piece in (*units, *leaders_at(state, hex_)))
    halves = fighting_halves(state, units)
    works = any(state.works[unit] for unit in units)
    return defence_quarters(state, hex_) if works else 2 * halves, halves, tactical


def attacker(state: Any, hex_: int) -> tuple[int, int]:
    fit = [unit for unit in units_at(state, hex_) if state.fatigue[unit] < MAX_FATIGUE]
    if not fit:
        return 0, 0
    leaders = leaders_at(state, hex_)
    strength = fighting_halves(state, fit) if leaders else max(fighting_halves(state, (unit,)) for unit in fit)
    return strength, max(state.scenario.tactical(state, piece, True) for piece in (*fit, *leaders))


def worn(state: Any, side: str) -> float:
    total = 0.0
    for unit in state.scenario.units_of[side]:
        if state.manpower[unit] and state.at[unit] >= 0:
            tired = WEARINESS[state.fatigue[unit]] + DISORDER * state.disorganised[unit]
            tired += DEMORALISED * state.demoralised[unit]
            if state.scenario.may_entrench and state.works[unit]:
                tired -= ENTRENCHED
            total += (tired - MANPOWER) * state.manpower[unit]
    return total
