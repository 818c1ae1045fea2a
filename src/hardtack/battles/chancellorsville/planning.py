"""What a bot that plans knows of Stonewall's Last Battle besides: works worth keeping, warnings worth sending."""

from __future__ import annotations

from collections.abc import Mapping

from hardtack.battles.chancellorsville.knowledge import TERMS as PLAIN_TERMS
from hardtack.battles.chancellorsville.knowledge import Term
from hardtack.battles.chancellorsville.orders import WARNED
from hardtack.battles.chancellorsville.state import SceneState
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

EFFORT = Effort(turns=2, work=3000, decisions=160, unrest=2)
