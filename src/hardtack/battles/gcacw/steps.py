"""One step of a march: what it costs, where it may not lead, and why not (GC 6.1, 6.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from hardtack.battles.gcacw.ground import ALL_LINES, CLOSED, NEVER, RAIN_CLOSES
from hardtack.battles.gcacw.state import FOOT, CampaignState
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.deployment import UNIT, Deployment
from hardtack.board.masks import mask_of
from hardtack.referee.bans import Asked, Several, Why
from hardtack.referee.events import Reason, enemy_of, reason
from hardtack.referee.options import NOT_ASKED

if TYPE_CHECKING:
    from hardtack.battles.gcacw.march import March

Question = Asked[Any, Any]  # of a `March`

ANY_COST = 99  # GC 5.1.2: the first hex of an untouched march may cost anything
STACKING = int(raw_tables()["movement"]["stacking"])


def closed_steps(state: CampaignState, march: March, here: int) -> Iterator[tuple[int, Why[Question]]]:
    """The hexes around a hex that a march may not enter from it, set by set, each with why not."""
    campaign = state.scenario
    unit = campaign.index[march.unit]
    side = campaign.side_of[unit]
    enemy = enemy_of(side)
    troops, near = state.deployment, campaign.board.grid.around_mask[here]
    in_zone = troops.zone(enemy) >> here & 1
    if in_zone and march.stopped:
        yield near, why_stopped
    enemies = troops.held[UNIT][enemy] & near
    if enemies:
        yield enemies, why_enemy
    ground = state.ground
    points = march.mp if march.moved or march.fought else ANY_COST
    leaving = campaign.params.leave_ezoc if in_zone else 0
    passable, dearest = ground.ways[bool(state.rain)][here]
    if passable != near:
        yield near ^ passable, why_ground
    if dearest + leaving + STACKING > points:
        friends = troops.held[FOOT][side] if campaign.is_foot[unit] else 0
        prices = (ground.rain_cost if state.rain else ground.cost)[here]
        yield (
            mask_of(
                [
                    there
                    for there, price in prices.items()
                    if price + leaving + (STACKING if friends >> there & 1 else 0) > points
                ]
            ),
            why_points,
        )
    barred = campaign.barred_steps(state, unit, here)
    if barred:
        yield barred & near, why_barred


def open_steps(state: CampaignState, march: March, here: int) -> list[int]:
    """The hexes a march may enter from a hex."""
    closed = 0
    for some, _ in closed_steps(state, march, here):
        closed |= some
    return [there for there in state.scenario.board.grid.around[here] if not closed >> there & 1]


def _from(asked: Question) -> tuple[int, int]:
    """The marching unit, and its hex."""
    unit = asked.state.scenario.index[asked.frame.unit]
    return unit, asked.state.at[unit]


def why_beyond(asked: Question, there: int) -> list[Reason]:
    """Of a hex further off: what keeps the march from getting there step by step, if anything does."""
    from hardtack.battles.gcacw.hindrances import hindrances  # which looks ahead by the rules of this module

    return [*hindrances(asked.state, asked.frame, there), reason("GC 6.2.1", "reason.not_adjacent")]


def why_stopped(asked: Question, there: int) -> list[Reason]:
    return [reason("GC 6.2.4", "reason.stopped")]


def why_enemy(asked: Question, there: int) -> list[Reason]:
    return [reason("GC 6.2.1", "reason.enemy_hex")]


def why_ground(asked: Question, there: int) -> Iterator[Reason]:
    return ground_refusals(asked.state, _from(asked)[1], there)


def why_points(asked: Question, there: int) -> list[Reason]:
    cost = step_cost(asked.state, *_from(asked), there) or 0
    return [reason("GC 6.1.1", "reason.no_points", cost=cost, mp=asked.frame.mp)]


def why_barred(asked: Question, there: int) -> Iterator[Reason]:
    found: Iterator[Reason] = asked.state.scenario.step_bans(asked.state, *_from(asked), there)
    return found


def closed_now(asked: Question) -> Iterator[tuple[int, Why[Question]]]:
    state, march = asked.state, asked.frame
    return closed_steps(state, march, state.at[state.scenario.index[march.unit]])


STEP_BANS: Several[Question] = Several("GC 6.1.1", NOT_ASKED, closed_now)


def step_cost(state: CampaignState, unit: int, here: int, there: int, troops: Deployment | None = None) -> int | None:
    """GC 6.2.2, 6.2.3: the points a step takes, or None where the ground forbids it."""
    campaign = state.scenario
    ground = state.ground
    price = (ground.rain_cost if state.rain else ground.cost)[here].get(there)
    if price is None:
        return None
    side, troops = campaign.side_of[unit], troops or state.deployment
    if campaign.is_foot[unit] and troops.held[FOOT][side] >> there & 1:
        price += STACKING
    if troops.zone(enemy_of(side)) >> here & 1:
        price += campaign.params.leave_ezoc
    return price


def ground_refusals(state: CampaignState, here: int, there: int) -> Iterator[Reason]:
    """Why the ground forbids a step to an adjacent hex: river, rain, closed terrain, the edge of the map."""
    campaign = state.scenario
    board, ground = campaign.board, state.ground
    if not ground.passes_river(here, there):
        yield reason("GC 2.3.5", "reason.river")
    elif state.rain and ground.is_river(here, there) and ground.crossing(here, there) in RAIN_CLOSES:
        yield reason("GC 12.2", "reason.rain_ford")
    if not board.playable >> there & 1:
        yield reason("GC 6.2.8", "reason.off_map")
    elif board.terrain[there] == NEVER:
        yield reason("GC 6.2.2", "reason.water")
    elif board.terrain[there] in CLOSED and not board.along(ALL_LINES, here, there):
        yield reason("GC 6.2.2", "reason.closed_ground")
