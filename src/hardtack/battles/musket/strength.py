"""Combat factors and differentials (MS 7.4, 7.5, 7.63, 8.6, 10.2)."""

from __future__ import annotations

from hardtack.battles.musket.checks import halved
from hardtack.battles.musket.ground import ONE
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.board.native import dataclass

Lines = tuple[tuple[str, str], ...]
DISORDER = "MS 10.2"


@dataclass(frozen=True, slots=True)
class Factor:
    """What one unit brings to a combat, and the clauses that changed it."""

    piece: int
    printed: int
    value: int
    clauses: tuple[str, ...]


def combat_factor(printed: int, lines: Lines, *, disordered: bool, cumulative: bool = False) -> int:
    """MS 7.4: at most one halving, each unit rounded up to at least 1; "becomes 1" overrides."""
    if any(effect == ONE for _, effect in lines):
        return 1
    halvings = len(lines) + disordered
    value = printed
    for _ in range(halvings if cumulative else min(halvings, 1)):
        value = halved(value)
    return max(value, 1)


def attack_factor(state: MusketState, piece: int, here: int, target: int) -> Factor:
    """A unit attacking from one hex into the next."""
    return _factor(state, piece, state.scenario.ground.attack_lines(state.scenario.arm[piece], here, target))


def defence_factor(state: MusketState, piece: int) -> Factor:
    return _factor(state, piece, state.scenario.ground.defence_lines(state.scenario.arm[piece], state.at[piece]))


def _factor(state: MusketState, piece: int, lines: Lines) -> Factor:
    printed, disordered = state.scenario.counters[piece].cf[state.reduced[piece]], bool(state.disordered[piece])
    value = combat_factor(printed, lines, disordered=disordered, cumulative=state.scenario.params.cumulative_halving)
    clauses = (*(clause for clause, _ in lines), *((DISORDER,) if disordered else ()))
    return Factor(piece, printed, value, clauses)


@dataclass(frozen=True, slots=True)
class Balance:
    """Both sides of a combat, line by line."""

    attack: tuple[Factor, ...]
    defence: tuple[Factor, ...]
    support: tuple[tuple[str, int, int], ...]  # side, piece, factor (gunboats)
    multiplier: int
    difference: int


def balance(state: MusketState, fight: Fight) -> Balance:
    """The differential of a combat (MS 7.5; 7.63 for a bombardment; 8.6 doubles a counterattack)."""
    scenario = state.scenario
    multiplier = scenario.params.counterattack_factor if fight.kind == "counter" else 1
    if fight.kind == "bombard":
        attack = tuple(bombarding_factor(state, piece, fight.target) for piece in fight.units)
        lead = fight.foe_lead if fight.foe_lead >= 0 else fight.defenders[0]
        target: tuple[Factor, ...] = (defence_factor(state, lead),)
        difference = sum(factor.value for factor in attack) - target[0].value
        return Balance(attack, target, (), 1, difference)
    attack = tuple(
        attack_factor(state, piece, here, fight.target) for piece, here in zip(fight.units, fight.origins, strict=True)
    )
    defence = tuple(defence_factor(state, piece) for piece in fight.defenders)
    support = support_of(state, fight)
    total = multiplier * sum(factor.value for factor in attack) - sum(factor.value for factor in defence)
    total += sum(value if side == fight.side else -value for side, _, value in support)
    return Balance(attack, defence, support, multiplier, total)


def bombarding_factor(state: MusketState, piece: int, target: int) -> Factor:
    """Guns at range: of the lines of the chart only the stream's, which speaks of all fighting and not of attacks."""
    return _factor(state, piece, state.scenario.ground.bombardment_lines(state.at[piece], target))


def support_of(state: MusketState, fight: Fight) -> tuple[tuple[str, int, int], ...]:
    """Factors the battle adds once to a side's total."""
    battle = state.scenario.battle
    found: list[tuple[str, int, int]] = []
    for side in battle.sides:
        attacking = side == fight.side
        hexes, fighting = (set(fight.origins), fight.units) if attacking else ({fight.target}, fight.defenders)
        helped = battle.combat_support(state, side, hexes, fighting, attacking)
        found += [(side, piece, value) for piece, value in helped]
    return tuple(found)
