"""What a bot that plans knows of Stonewall's Last Battle besides: works worth keeping, warnings worth sending."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardtack.battles.chancellorsville.knowledge import TERMS as PLAIN_TERMS
from hardtack.battles.chancellorsville.knowledge import Term, hopes
from hardtack.battles.chancellorsville.orders import WARNED
from hardtack.battles.chancellorsville.outlook import Outlook
from hardtack.battles.chancellorsville.prospects import exposure
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.chancellorsville.weights import DISORDER, WEARINESS, spared
from hardtack.battles.gcacw.state import fact
from hardtack.referee.events import CONFEDERATE, enemy_of
from hardtack.referee.knowledge import Effort, hex_distances

NEAR = 4  # hexes within which an enemy makes works worth standing in


def in_works(state: SceneState, side: str) -> float:
    """Manpower behind works, by their level, with the enemy near."""
    return state.situation.recall(("in works", side), lambda: _in_works(state, side))


def _in_works(state: SceneState, side: str) -> float:
    scene = state.scenario
    enemy = state.occupied(enemy_of(side))
    if not enemy:
        return 0.0
    way = hex_distances(scene.board.grid, enemy)
    at, works, manpower = state.at, state.works, state.manpower
    return float(
        sum([works[unit] * manpower[unit] for unit in scene.units_of[side] if works[unit] and way[at[unit]] <= NEAR])
    )


def warned(state: SceneState, side: str) -> float:
    """The reserve that marches only once it has been warned, as a share of an army (SLB 13.1c)."""
    scene = state.scenario
    rule = scene.book.warning
    return float(rule is not None and side == CONFEDERATE and bool(fact(state, WARNED)))


TERMS: Mapping[str, tuple[float, Term]] = {**PLAIN_TERMS, "in_works": (0.25, in_works), "warned": (12.0, warned)}


def rested(state: SceneState, side: str) -> float:
    """How little the side's own troops are tired."""
    return state.situation.recall(("rested", side), lambda: -_summed(state, side, WEARINESS, state.fatigue))


def in_order(state: SceneState, side: str) -> float:
    """How few of the side's own troops are in disorder."""
    return state.situation.recall(
        ("in order", side), lambda: -_summed(state, side, (0.0, DISORDER), state.disorganised)
    )


def _summed(state: SceneState, side: str, worth: Sequence[float], level: Sequence[int]) -> float:
    at, manpower = state.at, state.manpower
    return float(
        sum([worth[level[unit]] * manpower[unit] for unit in state.scenario.units_of[side] if at[unit] >= 0])
    ) * spared(state.turn, state.scenario.turns)


def host(state: SceneState, side: str) -> float:
    """The manpower the side has in the field."""
    at, manpower = state.at, state.manpower
    return float(sum([manpower[unit] for unit in state.scenario.units_of[side] if at[unit] >= 0]))


def strikes(state: SceneState, side: str) -> float:
    """What the side's best attacks where it stands would gain."""
    return exposure(state, enemy_of(side))


def hope(state: SceneState, side: str) -> float:
    """What the marches under way promise."""
    outlook = Outlook(state)
    if not outlook.goals.hexes:
        return 0.0
    return sum([gain for _, _, gain in hopes(outlook, side, outlook.standing(side))])


TRAITS: Mapping[str, tuple[float, Term]] = {
    "rested": (0.5, rested),
    "in_order": (0.5, in_order),
    "host": (1.0, host),
    "strikes": (0.1, strikes),
    "hope": (0.3, hope),
}

EFFORT = Effort(turns=2, work=3000, decisions=160, unrest=2)
