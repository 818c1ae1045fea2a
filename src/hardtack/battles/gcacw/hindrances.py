"""What keeps a march from a hex further off: the fewest bans without which it would get there (GC 6.1, 6.2).

Every ban is lifted at first, so that the march gets anywhere. Then one after the other is put back, the ground
first and enemy zones last; those without which no way is left are the ones that stand in the way.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import lru_cache

from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone
from hardtack.battles.gcacw.steps import ground_refusals, step_cost
from hardtack.referee.events import Reason, enemy_of, reason

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
