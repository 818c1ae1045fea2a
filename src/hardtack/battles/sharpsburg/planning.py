"""What a bot that plans knows of Sharpsburg: what could be attacked next turn, its aims and its ways to fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache

from hardtack.battles.sharpsburg.knowledge import TERMS as PLAIN_TERMS
from hardtack.battles.sharpsburg.knowledge import SharpsburgKnowledge, mean_worth
from hardtack.battles.sharpsburg.state import CONTACT, Field, SharpsburgState
from hardtack.battles.sharpsburg.victory import elimination_points
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Effort, Stance, hex_distances

Term = Callable[[SharpsburgState, str], float]

REACH = 4  # hexes from which a unit can come and attack in a turn, roughly
JOINING = 3  # stacks that can be brought against one hex
FADING = 0.6  # each further attack in a turn finds fewer troops to make it
STAKE = 0.5  # the share of the attackers that would suffer if it went wrong


@lru_cache(maxsize=8)
def reaches(field: Field) -> tuple[int, ...]:
    """For each hex the set of those from which it can be attacked next turn."""
    grid = field.board.grid
    found = []
    for hex_ in range(grid.size):
        way = hex_distances(grid, 1 << hex_)
        found.append(mask_of(other for other, far in enumerate(way) if far <= REACH))
    return tuple(found)


def threat(state: SharpsburgState, side: str) -> float:
    """What the enemy's best attacks on the side's hexes could win him next turn, by the odds of what he can bring."""
    field = state.scenario
    strength, odds, cover = field.strength, field.charts.odds, field.terrain.cover
    around = reaches(field)
    foe = enemy_of(side)
    enemies = state.occupied(foe)
    stacks = state.deployment.stacks
    brought = {hex_: sum([strength[piece] for piece in stacks[hex_]]) for hex_ in hexes_in(enemies)}
    worths = []
    for hex_ in hexes_in(state.occupied(side)):
        near = sorted([brought[there] for there in hexes_in(enemies & around[hex_])], reverse=True)[:JOINING]
        if near:
            printed = sum([strength[piece] for piece in stacks[hex_]])
            attack = sum(near)
            column = odds.column(attack, printed * 2 if cover >> hex_ & 1 else printed)
            worths.append(mean_worth(odds, column, printed, int(STAKE * attack)))
    worths.sort(reverse=True)
    total, weight = 0.0, 1.0
    for worth in worths:
        if worth <= 0:
            break
        total += weight * worth
        weight *= FADING
    return total


def town_score(state: SharpsburgState, side: str) -> float:
    """The points of the town as it is held now, the surer the later it is (SH 12)."""
    taken, hexes = len(state.taken), len(state.scenario.limits.objective)
    union = state.scenario.limits.objective_points * (2 * taken - hexes) / hexes
    return (union if side == UNION else -union) * (0.3 + 0.7 * state.turn / state.scenario.turns)


def in_touch(state: SharpsburgState, side: str) -> float:
    """Strength beside the enemy."""
    field = state.scenario
    front = state.deployment.zone(enemy_of(side), CONTACT)
    return float(sum([field.strength[p] for p in field.of_side[side] if state.at[p] >= 0 and front >> state.at[p] & 1]))


def massed(state: SharpsburgState, side: str) -> float:
    """How much of the strength stands together."""
    strength, stacks = state.scenario.strength, state.deployment.stacks
    return float(sum([sum([strength[p] for p in stacks[hex_]]) ** 2 for hex_ in hexes_in(state.occupied(side))]))


TERMS: Mapping[str, tuple[float, Term]] = {
    **{name: term for name, term in PLAIN_TERMS.items() if name != "town"},
    "town_score": (1.0, town_score),
    "threat": (-0.4, threat),
    "opportunity": (0.25, lambda state, side: threat(state, enemy_of(side))),
}

TRAITS: Mapping[str, tuple[float, Term]] = {
    "spared": (0.5, lambda state, side: -float(elimination_points(state, enemy_of(side)))),
    "in_touch": (0.05, in_touch),
    "massed": (0.01, massed),
}

STANCES = (
    Stance(Text("plan.attack"), (("chances", 0.4), ("danger", -0.25), ("threat", 0.2))),
    Stance(Text("plan.careful"), (("danger", 0.5), ("cover", 0.06), ("threat", -0.5))),
    Stance(Text("plan.press"), (("closing_in", 0.05), ("town_score", 0.5))),
    Stance(Text("plan.stand"), (("closing_in", -0.05), ("danger", 0.3), ("cover", 0.05), ("threat", -0.3))),
)


def aims(state: SharpsburgState, side: str) -> Sequence[Aim]:
    """The town, for the attacker as for the defender."""
    field = state.scenario
    names = field.limits.objective
    name = text("plan.take" if side == UNION else "plan.hold", hex=names[len(names) // 2])
    return (Aim(name, field.objective, 20.0, 12.0),)


class SharpsburgPlanning(SharpsburgKnowledge):
    """All that the bots know of the battle."""

    effort = Effort(turns=2, work=8000)
    strike = 4.0
    stride = 6.0

    def plan_terms(self) -> Mapping[str, tuple[float, Term]]:
        return TERMS

    def traits(self) -> Mapping[str, tuple[float, Term]]:
        return TRAITS

    def aims(self, state: SharpsburgState, side: str) -> Sequence[Aim]:
        return aims(state, side)

    def stances(self, state: SharpsburgState, side: str) -> Sequence[Stance]:
        return STANCES

    def force(self, state: SharpsburgState, piece: int) -> float:
        return float(state.scenario.strength[piece])
