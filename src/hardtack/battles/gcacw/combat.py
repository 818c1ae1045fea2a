"""The numbers of an attack: strengths, modifiers and the result from the chart (GC 7.1-7.5)."""

from __future__ import annotations

from functools import lru_cache

from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.flank import Flank, flank
from hardtack.battles.gcacw.ground import Ground
from hardtack.battles.gcacw.state import CampaignState, combat_halves, leaders_at, units_at
from hardtack.battles.gcacw.strength import defence_quarters, fighting_halves
from hardtack.battles.gcacw.tables import (
    artillery_modifier,
    attack_type_modifier,
    entrenchment_halves,
    ratio_modifier,
    raw_tables,
)
from hardtack.board.native import dataclass

ASSAULT = "assault"
HIGH = ("hill", "mountain")


@dataclass(frozen=True, slots=True)
class Attack:
    """Who attacks which hex, and how: a type of march attack, or an assault."""

    side: str
    attackers: tuple[int, ...]
    target: int
    kind: str
    charge: bool = False


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the modifier list: positive values help the side they stand for."""

    clause: str
    key: str
    value: int
    defender: bool = False
    on_even_die: bool = False  # GC 7.4.4: applies only if an extra die is even


@dataclass(frozen=True, slots=True)
class Appraisal:
    """Everything about an attack that is known before the dice."""

    lines: tuple[Line, ...]
    attack_halves: int  # for the chart column and the ratio
    defence_halves: int  # for the chart column, without entrenchment (GC 7.2.2)
    defence_quarters: int  # for the ratio, with entrenchment
    artillery: int
    flank: Flank

    def total(self, even: bool) -> int:
        """Modifiers to the difference of the dice; `even`: the extra artillery die came up even."""
        sum_ = 0
        for line in self.lines:
            if even or not line.on_even_die:
                sum_ += -line.value if line.defender else line.value
        return sum_

    @property
    def needs_artillery_die(self) -> bool:
        return any(line.on_even_die for line in self.lines)


def artillery_of(state: CampaignState, unit: int) -> int:
    """GC 7.3, 11.3: demoralised units have no guns."""
    return 0 if state.demoralised[unit] else state.scenario.artillery_value(state, unit)


def artillery_difference(state: CampaignState, attackers: tuple[int, ...], target: int) -> int:
    """GC 7.3: attacker's guns minus defender's times entrenchment; the fraction drops toward minus infinity."""
    params = state.scenario.params
    halves = 2 * sum(artillery_of(state, unit) for unit in attackers)
    for unit in units_at(state, target):
        halves -= artillery_of(state, unit) * entrenchment_halves(params, WORKS[state.works[unit]])
    return halves // 2 if params.art_round == "down" else -(-halves // 2)


def best_tactical(state: CampaignState, units: tuple[int, ...], attacking: bool) -> int:
    """GC 7.4.3: the best tactical value of the units and of leaders stacked with a subordinate among them."""
    campaign = state.scenario
    at, best = state.at, max([campaign.tactical(state, unit, attacking) for unit in units])
    for hex_ in {at[unit] for unit in units}:
        for leader in leaders_at(state, hex_):
            value = campaign.tactical(state, leader, attacking)
            if value <= best:
                continue
            for unit in units:
                if at[unit] == hex_ and campaign.commands(state, leader, unit):
                    best = value
                    break
    return best


def hexside_modifier(state: CampaignState, ground: Ground, here: int, target: int) -> tuple[int, str]:
    """GC 7.4.1: the defender's gain from the hexside an attack comes over, and its words key."""
    return side_modifier(ground, here, target, bool(state.rain))


@lru_cache(maxsize=1 << 13)
def side_modifier(ground: Ground, here: int, target: int, rain: bool) -> tuple[int, str]:
    table = raw_tables()["defence"]
    if ground.is_river(here, target) and ground.crossing(here, target):
        return int(table["crossing"]), "line.crossing"
    if ground.board.slope_up(here, target):
        return int(table["ridge"]), "line.ridge"
    if "creek" in ground.board.side(here, target):
        return int(table["creek_rain"] if rain else table["creek"]), "line.creek"
    return 0, ""


@lru_cache(maxsize=1 << 13)
def height_modifier(ground: Ground, here: int, target: int) -> tuple[int, str]:
    """GC 7.4.1: the defender's gain from standing on a hill or mountain."""
    table = raw_tables()["defence"]
    terrain, down = ground.board.terrain, ground.board.slope_up(target, here)
    if terrain[target] == "mountain":
        level = terrain[here] == "mountain" or down
        return int(table["mountain_level"] if level else table["mountain"]), "line.mountain"
    if terrain[target] == "hill" and terrain[here] not in HIGH and not down:
        return int(table["hill"]), "line.hill"
    return 0, ""


def shared_modifier(found: list[tuple[int, str]], reading: str) -> tuple[int, str]:
    """GC 7.4.5: from several hexes the smallest modifier counts, or by another reading the commonest."""
    if reading == "majority":
        return max(found, key=lambda entry: (found.count(entry), -entry[0]))
    return min(found)


def terrain_lines(state: CampaignState, attack: Attack) -> list[Line]:
    """GC 7.4.5: the defender's terrain modifiers."""
    campaign = state.scenario
    ground = state.ground
    origins = sorted({state.at[unit] for unit in attack.attackers})
    reading = campaign.params.multi_hexside
    sides = shared_modifier([hexside_modifier(state, ground, here, attack.target) for here in origins], reading)
    heights = shared_modifier([height_modifier(ground, here, attack.target) for here in origins], reading)
    return [Line("GC 7.4.1", key, value, defender=True) for value, key in (sides, heights) if value]


def demoralised_defence(state: CampaignState, target: int) -> bool:
    """GC 7.4.1: Demoralised-2 units hold at least half of the defending combat value."""
    units = units_at(state, target)
    shaken = sum(combat_halves(state, unit) for unit in units if state.demoralised[unit] == 2)
    return shaken > 0 and 2 * shaken >= sum(combat_halves(state, unit) for unit in units)


def assault_leader_bonus(state: CampaignState, attack: Attack) -> bool:
    """GC 7.4.7: Lee, or Jackson with a unit of his own corps, takes part."""
    campaign = state.scenario
    for leader in campaign.leader_counters:
        if campaign.side_of[leader] != attack.side or campaign.ids[leader] not in campaign.inspiring:
            continue
        where = state.at[leader]
        if where < 0:
            continue
        for unit in attack.attackers:
            near = state.at[unit] == where
            if campaign.params.lee_condition == "radius":
                near = campaign.board.grid.distance(where, state.at[unit]) <= raw_tables()["command"]["radius"]
            if near and campaign.commands(state, leader, unit):
                return True
    return False


def kind_lines(state: CampaignState, attack: Attack) -> list[Line]:
    """GC 7.1.4, 5.3.6, 7.4.7: how the attack is made."""
    table = raw_tables()["attack"]
    lines = []
    if attack.kind == ASSAULT:
        lines.append(Line("GC 5.3.6", "line.assault", int(table["assault"])))
        if assault_leader_bonus(state, attack):
            lines.append(Line("GC 7.4.7", "line.assault_leader", int(table["assault_leader"])))
    else:
        lines.append(Line("GC 7.1.4", f"line.{attack.kind}", attack_type_modifier(attack.kind)))
    if attack.charge:
        lines.append(Line(state.scenario.charge_clause, "line.charge", int(table["charge"])))
    if state.rain:
        lines.append(Line("GC 12.2", "line.rain", int(table["rain"])))
    return lines


def appraise(state: CampaignState, attack: Attack) -> Appraisal:
    """GC 7.4: every modifier of an attack before the dice. A forecast asks the same question for every die."""
    return state.recall(("appraisal", attack), lambda: reckon(state, attack))


def reckon(state: CampaignState, attack: Attack) -> Appraisal:
    """GC 7.4.1: the modifier list, line by line."""
    defenders = units_at(state, attack.target)
    attack_halves = fighting_halves(state, attack.attackers)
    quarters = defence_quarters(state, attack.target)
    lines = [Line("GC 7.4.2", "line.ratio", ratio_modifier(2 * attack_halves, quarters))]
    tactical = best_tactical(state, attack.attackers, True) - best_tactical(state, defenders, False)
    lines.append(Line("GC 7.4.3", "line.tactical", tactical))
    difference = artillery_difference(state, attack.attackers, attack.target)
    terrain = state.scenario.board.terrain[attack.target]
    guns, waits = artillery_modifier(state.scenario.params.art_table, difference, terrain)
    lines.append(Line("GC 7.4.4", "line.artillery", guns, on_even_die=waits))
    flanks = flank(state, attack.target, attack.side)
    if flanks.bonus:
        clause, key = ("GC 7.8", "line.refused") if flanks.refused else ("GC 7.4.6", "line.flank")
        lines.append(Line(clause, key, flanks.bonus))
    lines += kind_lines(state, attack)
    lines += state.scenario.attack_lines(state, attack)
    lines += terrain_lines(state, attack)
    if demoralised_defence(state, attack.target):
        lines.append(Line("GC 11.3", "line.demoralised", int(raw_tables()["defence"]["demoralised"]), defender=True))
    kept = tuple(line for line in lines if line.value or line.key in ("line.ratio", "line.tactical"))
    defence_halves = fighting_halves(state, defenders)
    return Appraisal(kept, attack_halves, defence_halves, quarters, difference, flanks)
