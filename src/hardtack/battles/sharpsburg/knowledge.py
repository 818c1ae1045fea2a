"""What the bots know of Sharpsburg: how a position is weighed, and what a forecast takes for granted."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import combinations

from hardtack.battles.sharpsburg.actions import END, FIGHT, Lose, Retreat
from hardtack.battles.sharpsburg.artillery import targets
from hardtack.battles.sharpsburg.charts import OddsTable
from hardtack.battles.sharpsburg.combat import Attacking, Combat
from hardtack.battles.sharpsburg.engagement import forget
from hardtack.battles.sharpsburg.movement import Movement
from hardtack.battles.sharpsburg.odds import assault_on
from hardtack.battles.sharpsburg.results import Advancing, Exchange
from hardtack.battles.sharpsburg.retreat import Retreating
from hardtack.battles.sharpsburg.state import CONTACT, Field, SharpsburgState
from hardtack.battles.sharpsburg.victory import elimination_points
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.dice import FACES
from hardtack.referee.events import UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Aim, Effort, Knowledge, Stance, hex_distances
from hardtack.referee.state import seal
from hardtack.referee.umpire import deciding

Term = Callable[[SharpsburgState, str], float]

RETREAT_WORTH = 0.15  # driving a unit back, as a share of its strength
FAR = 12
REACH = 4  # hexes from which a unit can come and attack in a turn, roughly
JOINING = 3  # stacks that can be brought against one hex
FADING = 0.6  # each further attack in a turn finds fewer troops to make it
STAKE = 0.5  # the share of the attackers that would suffer if it went wrong


# -- what a forecast takes for granted


def cheapest_payment(state: SharpsburgState, frame: Exchange) -> str:
    """A unit of the set that settles an exchange with the least strength (SH C13)."""
    field = state.scenario
    units = frame.payers(state)
    strength = {unit: field.strength[field.index[unit]] for unit in units}
    sets = [chosen for number in range(1, len(units) + 1) for chosen in combinations(units, number)]
    totals = [(sum(strength[unit] for unit in chosen), chosen) for chosen in sets]
    enough = [(total, chosen) for total, chosen in totals if total >= frame.owed]
    return min(enough)[1][0] if enough else min(units, key=strength.__getitem__)


def _shelter(state: SharpsburgState, side: str, choice: Action) -> tuple[int, int]:
    """How far from the enemy a retreat leads, and whether there is cover."""
    if not isinstance(choice, Retreat):
        return (0, 0)
    hex_ = state.scenario.board.grid.index(choice.hex)
    distance, enemies = state.scenario.board.grid.distance, hexes_in(state.occupied(enemy_of(side)))
    away = min((distance(hex_, enemy) for enemy in enemies), default=FAR)
    return (away, state.scenario.terrain.cover >> hex_ & 1)


# -- what an attack is worth


def worth(state: SharpsburgState, side: str, hex_: int, pieces: list[int]) -> float:
    """The expected points an attack wins less those it costs."""
    assault = assault_on(state, side, hex_, pieces)
    field = state.scenario
    stake = sum([field.strength[piece] for piece in assault.melee])
    return mean_worth(field.charts.odds, assault.column, assault.printed, stake)


@lru_cache(maxsize=4096)
def mean_worth(odds: OddsTable, column: str | None, enemy: int, stake: int) -> float:
    """The mean over the die; an attack worse than the worst column loses its stake."""
    if column is None:
        return float(-stake)
    codes = [odds.result(column, die) for die in range(1, FACES + 1)]
    return sum(_worth_of(code, enemy, stake) for code in codes) / FACES


def _worth_of(code: str, enemy: int, stake: int) -> float:
    if code == "DE":
        return enemy
    if code == "EX":
        return enemy - min(stake, 1.2 * enemy)
    if code == "DR":
        return enemy * RETREAT_WORTH
    if code == "AR":
        return -stake * RETREAT_WORTH
    return -stake if code == "AE" else 0.0


def attacks(state: SharpsburgState, side: str) -> float:
    """What the side's best attacks on each enemy hex in its reach are worth, with everyone joining in."""
    field = state.scenario
    by_hex: dict[int, list[int]] = {}
    done = field.counters_in(state.fought)
    struck = field.hexes_of(state.struck)
    front = state.deployment.zone(enemy_of(side), CONTACT)
    for piece in field.of_side[side]:
        at = state.at[piece]
        if at < 0 or done >> piece & 1 or not (field.is_gun[piece] or front >> at & 1):
            continue
        if state.deployed(piece):
            for hex_ in hexes_in(targets(state, side, piece) & ~struck):
                by_hex.setdefault(hex_, []).append(piece)
    return sum(max(0.0, worth(state, side, hex_, pieces)) for hex_, pieces in by_hex.items())


# -- terms


def lead(state: SharpsburgState, side: str) -> float:
    """Strength eliminated, theirs less ours (SH 12a)."""
    return float(elimination_points(state, side) - elimination_points(state, enemy_of(side)))


def town(state: SharpsburgState, side: str) -> float:
    """Sharpsburg hexes held: the more the later it is (SH 12)."""
    taken = len(state.taken)
    all_hexes = len(state.scenario.limits.objective)
    held = taken if side == UNION else all_hexes - taken
    return (2 * held - all_hexes) * (0.4 + 0.6 * state.turn / state.scenario.turns)


def closing_in(state: SharpsburgState, side: str) -> float:
    """How near the side's units stand to Sharpsburg, weighed by strength."""
    field = state.scenario
    found = 0
    for piece in field.of_side[side]:
        if state.at[piece] >= 0:
            found -= field.strength[piece] * field.to_town[state.at[piece]]
    return float(found)


def danger(state: SharpsburgState, side: str) -> float:
    """What the enemy's attacks would bring him."""
    return -attacks(state, enemy_of(side))


def cover(state: SharpsburgState, side: str) -> float:
    """Strength that stands in town or woods."""
    return strength_in(state, side, state.scenario.terrain.cover)


def strength_in(state: SharpsburgState, side: str, hexes: int) -> float:
    field, at = state.scenario, state.at
    return float(sum([field.strength[p] for p in field.of_side[side] if at[p] >= 0 and hexes >> at[p] & 1]))


TERMS: Mapping[str, tuple[float, Term]] = {
    "lead": (1.0, lead),
    "town": (4.0, town),
    "closing_in": (0.05, closing_in),
    "chances": (0.6, attacks),
    "danger": (0.5, danger),
    "cover": (0.03, cover),
}


# -- what a bot that plans asks besides: what could be attacked next turn, its ways to fight


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
    return strength_in(state, side, state.deployment.zone(enemy_of(side), CONTACT))


def massed(state: SharpsburgState, side: str) -> float:
    """How much of the strength stands together."""
    strength, stacks = state.scenario.strength, state.deployment.stacks
    return float(sum([sum([strength[p] for p in stacks[hex_]]) ** 2 for hex_ in hexes_in(state.occupied(side))]))


PLAN_TERMS: Mapping[str, tuple[float, Term]] = {
    **{name: term for name, term in TERMS.items() if name != "town"},
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


class SharpsburgKnowledge(Knowledge[SharpsburgState]):
    effort = Effort(turns=2, work=8000)
    strike = 4.0
    stride = 6.0

    def presume(self, state: SharpsburgState) -> Action:
        """Fight as planned, pay an exchange as cheaply as can be, retreat away from the enemy, advance never."""
        frame = deciding(state)
        if isinstance(frame, Attacking):
            return FIGHT
        if isinstance(frame, Advancing):
            return END
        if isinstance(frame, Exchange):
            return Lose(cheapest_payment(state, frame))
        offered = list(frame.options(state))
        if isinstance(frame, Retreating):
            return max(offered, key=lambda choice: _shelter(state, frame.side, choice))
        return offered[0]

    def onset(self, state: SharpsburgState, side: str) -> SharpsburgState | None:
        """Its player turn, for the Union with three corps (SH 4a, SH 5b)."""
        if not isinstance(deciding(state), Movement):
            return None
        draft = state.draft()
        draft.moved = draft.fought = draft.struck = ()
        forget(draft, enemy_of(side))
        draft.corps_left = state.scenario.limits.union_corps
        draft.agenda = (state.agenda[0], Combat(side), Movement(side))
        begun: SharpsburgState = seal(draft)
        return begun

    def terms(self) -> Mapping[str, tuple[float, Term]]:
        return TERMS

    def plan_terms(self) -> Mapping[str, tuple[float, Term]]:
        return PLAN_TERMS

    def traits(self) -> Mapping[str, tuple[float, Term]]:
        return TRAITS

    def aims(self, state: SharpsburgState, side: str) -> Sequence[Aim]:
        """The town, for the attacker as for the defender."""
        field = state.scenario
        names = field.limits.objective
        name = text("plan.take" if side == UNION else "plan.hold", hex=names[len(names) // 2])
        return (Aim(name, field.objective, 20.0, 12.0),)

    def stances(self, state: SharpsburgState, side: str) -> Sequence[Stance]:
        return STANCES

    def force(self, state: SharpsburgState, piece: int) -> float:
        return float(state.scenario.strength[piece])
