"""One step of a march: what it costs, where it may not lead and why not, nor a hex further off (GC 6.1, 6.2)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hardtack.battles.gcacw.actions import StepTo
from hardtack.battles.gcacw.ground import ALL_LINES, CLOSED, NEVER, RAIN_CLOSES, affordable
from hardtack.battles.gcacw.state import FOOT, CampaignState, because, in_enemy_zone
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.deployment import UNIT, Deployment
from hardtack.board.masks import mask_of, picked, which
from hardtack.referee.actions import Action
from hardtack.referee.bans import Asked, Several, Why
from hardtack.referee.events import Reason, enemy_of, reason
from hardtack.referee.options import NOT_ASKED

if TYPE_CHECKING:
    from hardtack.battles.gcacw.campaign import Campaign
    from hardtack.battles.gcacw.march import March

Question = Asked[Any, Any]  # of a `March`

ANY_COST = 99  # GC 5.1.2: the first hex of an untouched march may cost anything
STOPPED, ENEMY_HEX = because("GC 6.2.4", "reason.stopped"), because("GC 6.2.1", "reason.enemy_hex")
STACKING = int(raw_tables()["movement"]["stacking"])


def closed_ways(state: CampaignState, march: March, unit: int, here: int) -> tuple[int, int, int, int]:
    """Which ways out of a hex a march may not go: it has been stopped, enemies are there, the ground is closed, the
    points are not enough. Each is a set of ways: bit n for the n-th hex around."""
    campaign = state.scenario
    around, side = campaign.board.grid.around[here], campaign.side_of[unit]
    troops, enemy, every = state.deployment, enemy_of(side), (1 << len(around)) - 1
    in_zone = troops.zone(enemy) >> here & 1
    enemies = which(around, troops.held(UNIT, enemy))
    ways = state.ground.ways[1 if state.rain else 0][here]
    points = march.mp if march.moved or march.fought else ANY_COST
    left = points - campaign.params.leave_ezoc if in_zone else points
    passable, paid = ways[-1], affordable(ways, left)
    if left < len(ways) - 1 + STACKING and campaign.is_foot[unit]:
        paid &= affordable(ways, left - STACKING) | ~which(around, troops.held(FOOT, side))
    return every if in_zone and march.stopped else 0, enemies, every ^ passable, passable & ~paid


def closed_steps(state: CampaignState, march: March, here: int) -> list[tuple[int, Why[Question]]]:
    """The hexes around a hex that a march may not enter from it, set by set, each with why not."""
    campaign = state.scenario
    unit, around = campaign.index[march.unit], campaign.board.grid.around[here]
    sets = (mask_of(picked(around, ways)) for ways in closed_ways(state, march, unit, here))
    barred = campaign.barred_steps(state, unit, here) & campaign.board.grid.around_mask[here]
    return [*zip(sets, (STOPPED, ENEMY_HEX, why_ground, why_points), strict=True), (barred, why_barred)]


def ways_open(state: CampaignState, march: March, unit: int, here: int) -> int:
    """Which ways out of a hex a march may go."""
    stopped, enemies, closed, dear = closed_ways(state, march, unit, here)
    if stopped:
        return 0
    campaign = state.scenario
    around = campaign.board.grid.around[here]
    open_ = (1 << len(around)) - 1 & ~(enemies | closed | dear)
    if open_ and (barred := campaign.barred_steps(state, unit, here)):
        open_ &= ~which(around, barred)
    return open_


def open_steps(state: CampaignState, march: March, here: int) -> list[int]:
    """The hexes a march may enter from a hex, in the order of their directions."""
    unit = state.scenario.index[march.unit]
    return picked(state.scenario.board.grid.around[here], ways_open(state, march, unit, here))


def _from(asked: Question) -> tuple[int, int]:
    """The marching unit, and its hex."""
    unit = asked.state.scenario.index[asked.frame.unit]
    return unit, asked.state.at[unit]


def why_beyond(asked: Question, there: int) -> list[Reason]:
    """Of a hex further off: what keeps the march from getting there step by step, if anything does."""
    return [*hindrances(asked.state, asked.frame, there), reason("GC 6.2.1", "reason.not_adjacent")]


def why_ground(asked: Question, there: int) -> Iterator[Reason]:
    return ground_refusals(asked.state, _from(asked)[1], there)


def why_points(asked: Question, there: int) -> list[Reason]:
    cost = step_cost(asked.state, *_from(asked), there) or 0
    return [reason("GC 6.1.1", "reason.no_points", cost=cost, mp=asked.frame.mp)]


def why_barred(asked: Question, there: int) -> Iterator[Reason]:
    found: Iterator[Reason] = asked.state.scenario.step_bans(asked.state, *_from(asked), there)
    return found


def closed_now(asked: Question) -> list[tuple[int, Why[Question]]]:
    state, march = asked.state, asked.frame
    return closed_steps(state, march, state.at[state.scenario.index[march.unit]])


STEP_BANS: Several[Question] = Several("GC 6.1.1", NOT_ASKED, closed_now)


@lru_cache(maxsize=1 << 15)
def steps_from(campaign: Campaign, unit: int, here: int) -> Sequence[Action]:
    """The steps into the hexes around, in the order of their directions."""
    name, names = campaign.ids[unit], campaign.board.grid.names
    return tuple([StepTo(name, names[there]) for there in campaign.board.grid.around[here]])


def step_cost(state: CampaignState, unit: int, here: int, there: int, troops: Deployment | None = None) -> int | None:
    """GC 6.2.2, 6.2.3: the points a step takes, or None where the ground forbids it."""
    campaign = state.scenario
    ground = state.ground
    price = (ground.rain_cost if state.rain else ground.cost)[here].get(there)
    if price is None:
        return None
    side, troops = campaign.side_of[unit], troops or state.deployment
    if campaign.is_foot[unit] and troops.held(FOOT, side) >> there & 1:
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


# -- what keeps a march from a hex further off: the fewest bans without which it would get there (GC 6.1, 6.2)
#
# Every ban is lifted at first, so that the march gets anywhere. Then one after the other is put back, the ground
# first and enemy zones last; those without which no way is left are the ones that stand in the way.


ENEMIES, POINTS, ZONES = "GC 6.2.1", "GC 6.1.1", "GC 6.2.4"
Steps = dict[int, dict[int, tuple[int, dict[str, Reason]]]]  # from hex to hex: the points, and the bans by clause


def hindrances(state: CampaignState, march: March, goal: int) -> list[Reason]:
    """The bans that, lifted together, would let the march reach the hex; none where it gets there anyway."""
    steps = _survey(state, state.scenario.index[march.unit])
    met = {clause for onward in steps.values() for _, bans in onward.values() for clause in bans}
    order = [*sorted(met - {ENEMIES, POINTS, ZONES}), ENEMIES, POINTS, ZONES]
    lifted = set(order)
    for clause in order:
        if _path(state, march, goal, steps, lifted - {clause}):
            lifted.discard(clause)
    path = _path(state, march, goal, steps, lifted)
    found: dict[str, Reason] = {}
    here = state.at[state.scenario.index[march.unit]]
    for there in path:
        found = {**steps[here][there][1], **found}
        here = there
    named = [found[clause] for clause in order if clause in lifted and clause in found]
    if POINTS in lifted:
        named.append(reason(POINTS, "reason.out_of_reach", mp=march.mp))
    if ZONES in lifted:
        named.append(reason(ZONES, "reason.stopped" if _held(state, march) else "reason.zone_on_the_way"))
    return named


def _held(state: CampaignState, march: March) -> bool:
    unit = state.scenario.index[march.unit]
    return march.stopped and in_enemy_zone(state, unit, state.at[unit])


@lru_cache(maxsize=1)  # who asks about one hex asks about the next, and large maps have many
def _survey(state: CampaignState, unit: int) -> Steps:
    """Every step of the map with its price and what forbids it, points and zones apart."""
    grid = state.scenario.board.grid
    return {here: {there: _step(state, unit, here, there) for there in grid.around[here]} for here in range(grid.size)}


def _step(state: CampaignState, unit: int, here: int, there: int) -> tuple[int, dict[str, Reason]]:
    cost = step_cost(state, unit, here, there)
    bans = {ban.clause: ban for ban in _bans(state, unit, here, there, cost is None)}
    return cost or 1, bans


def _bans(state: CampaignState, unit: int, here: int, there: int, closed: bool) -> Iterator[Reason]:
    campaign = state.scenario
    if closed:
        yield from ground_refusals(state, here, there)
    if state.occupied(enemy_of(campaign.side_of[unit])) >> there & 1:
        yield reason(ENEMIES, "reason.enemy_hex")
    yield from campaign.step_bans(state, unit, here, there)


def _path(state: CampaignState, march: March, goal: int, steps: Steps, lifted: set[str]) -> tuple[int, ...]:
    """The cheapest way to the hex under the bans that are not lifted; empty if there is none."""
    unit = state.scenario.index[march.unit]
    start = state.at[unit]
    if ZONES not in lifted and _held(state, march):
        return ()
    points = None if POINTS in lifted else march.mp
    untouched = not march.moved and not march.fought  # GC 5.1.2: the first hex may cost anything
    queue: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    seen = set()
    while queue:
        spent, path = heapq.heappop(queue)
        here = path[-1] if path else start
        if here == goal:
            return path
        if here in seen or (path and ZONES not in lifted and in_enemy_zone(state, unit, here)):
            continue
        seen.add(here)
        for there, (cost, bans) in steps[here].items():
            affordable = points is None or spent + cost <= points or (untouched and not path)
            if there not in seen and affordable and lifted.issuperset(bans):
                heapq.heappush(queue, (spent + cost, (*path, there)))
    return ()
