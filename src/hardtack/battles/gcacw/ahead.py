"""Where a march could lead: what the next step brings with it, and every hex the points left would reach (GC 6.1, 6.2).

A look ahead takes it that nothing comes between. It ends where something could: at the first enemy zone, and at a
step whose success hangs on a die.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence

from hardtack.battles.gcacw.actions import EndMarch, MarchUnit, StepTo
from hardtack.battles.gcacw.activation import NextMarch
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.screen import screens_against
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone, on_map, place
from hardtack.battles.gcacw.steps import open_steps, step_cost
from hardtack.board.native import dataclass, replace
from hardtack.referee.actions import Action
from hardtack.referee.events import Text, text
from hardtack.referee.showing import Way
from hardtack.referee.umpire import deciding, options, waiting


def step_risk(state: CampaignState, unit: int, here: int, there: int) -> Text | None:
    """What a step may bring: disorder between zones (GC 6.2.6), a cavalry retreat (GC 7.7), a roll of the scenario."""
    if in_enemy_zone(state, unit, there):
        if in_enemy_zone(state, unit, here):
            return zone_risk(state, unit, here, there)
        arrived = state.draft()
        place(arrived, unit, there)
        if screens_against(arrived, unit, there):
            return text("risk.cavalry_retreat")
    return state.scenario.step_risk(state, unit, here, there)


def zone_risk(state: CampaignState, unit: int, here: int, there: int) -> Text:
    """GC 6.2.6: what a move from zone to zone costs this unit here."""
    campaign = state.scenario
    if campaign.ground.has_line(here, there):
        return text("risk.zone_by_road")
    if not state.disorganised[unit]:
        return text("risk.zone_to_zone")
    return text("risk.zone_loss", n=campaign.params.zoc_zoc_loss)


@dataclass(frozen=True, slots=True, order=True)
class _Arrival:
    """A hex reached: first the cheapest, then the one without a risk, then the one with fewer steps."""

    cost: int
    risky: bool
    steps: int
    path: tuple[int, ...]
    stops: bool
    ends: bool  # nothing is known of what comes after


def ways(state: CampaignState, unit: str) -> list[Way]:
    """Every hex a marching unit could get to with the points it has left, cheapest first."""
    march = state.agenda[-1] if state.outcome is None else None  # no decision where a look ahead has come to its end
    if not isinstance(march, March) or march.unit != unit:
        return []
    campaign = state.scenario
    number, names = campaign.index[unit], campaign.board.grid.names
    start = state.at[number]
    if march.stopped and in_enemy_zone(state, number, start):
        return []
    found = []
    for hex_, arrival in sorted(_arrivals(state, march, number, start).items(), key=lambda item: item[1]):
        path = tuple(names[entered] for entered in arrival.path)
        actions = tuple(StepTo(unit, entered) for entered in path)
        before = arrival.path[-2] if len(arrival.path) > 1 else start
        risk = step_risk(state, number, before, hex_) if arrival.ends else None
        found.append(Way(path[-1], arrival.cost, path, actions, arrival.stops, risk))
    return found


def _arrivals(state: CampaignState, march: March, unit: int, start: int) -> dict[int, _Arrival]:
    """The best arrival in every hex; a hex is passed through only by the best arrival that lets the march go on."""
    best: dict[int, _Arrival] = {}
    left_from = {start}  # hexes whose steps are known
    queue = [_Arrival(0, False, 0, (), False, False)]
    while queue:
        at = heapq.heappop(queue)
        here = at.path[-1] if at.path else start
        if at.path:
            best.setdefault(here, at)
        if at.ends or (at.path and here in left_from):
            continue
        left_from.add(here)
        onward = replace(march, mp=max(0, march.mp - at.cost), moved=march.moved + at.steps)
        for there in open_steps(state, onward, here):
            if there not in left_from:
                heapq.heappush(queue, _step_on(state, at, unit, here, there))
    return best


def _step_on(state: CampaignState, at: _Arrival, unit: int, here: int, there: int) -> _Arrival:
    """One hex further."""
    campaign = state.scenario
    cost = step_cost(state, unit, here, there) or 0
    stops = in_enemy_zone(state, unit, there)
    rolls = campaign.step_risk(state, unit, here, there) is not None
    risky = rolls or (stops and in_enemy_zone(state, unit, here))
    return _Arrival(at.cost + cost, risky, at.steps + 1, (*at.path, there), stops, stops or rolls)


# -- a leader's units on one road follow one another along a route, one march after the other (GC 5.2.3)
#
# A help for the player, no rule: it plays the marches he could order one by one.


def column(state: CampaignState, unit: str) -> tuple[str, ...]:
    """A unit on the march, or about to set out, and the units of its activation that still wait for theirs."""
    frame = deciding(state) if state.outcome is None else None
    if isinstance(frame, NextMarch) and unit in frame.units:
        return (unit, *(other for other in frame.units if other != unit))
    if isinstance(frame, March) and frame.unit == unit:
        return (unit, *_waiting(state))
    return ()


def _waiting(state: CampaignState) -> tuple[str, ...]:
    led = waiting(state, NextMarch)
    return on_map(state, led.units) if led is not None else ()


def follow(state: CampaignState, units: Sequence[str], route: Sequence[str]) -> Action | None:
    """Set the next unit out, take its next step, or end its march for the one behind it.

    The route begins with the hex from which the first unit set out.
    """
    frame = deciding(state)
    if isinstance(frame, NextMarch):
        first = next((unit for unit in units if unit in frame.units), None)
        return None if first is None else MarchUnit(first)
    if not isinstance(frame, March) or frame.unit not in units:
        return None
    step = next_step(state, frame, route)
    if step is not None:
        return step
    others = any(unit in units for unit in _waiting(state))
    here = state.scenario.name(state.at[state.scenario.index[frame.unit]])
    came = here in route[1:] or (here == route[0] and frame.unit != units[0] and frame.moved > 0)
    # The last of them may have more to do where it stands; one that cannot even join the road is asked about.
    return EndMarch(frame.unit) if others and came else None


def next_step(state: CampaignState, march: March, route: Sequence[str]) -> Action | None:
    """The step that brings a unit along the route, or to it, if it takes no risk."""
    campaign = state.scenario
    unit = campaign.index[march.unit]
    here = campaign.name(state.at[unit])
    if here not in route:
        return _join(state, march, route)
    ahead = route[route.index(here) + 1 :]
    if not ahead or (onward := StepTo(march.unit, ahead[0])) not in options(state):
        return None
    there = campaign.hex(ahead[0])
    into_zone = in_enemy_zone(state, unit, there) and len(ahead) > 1
    return None if into_zone or step_risk(state, unit, state.at[unit], there) else onward


def _join(state: CampaignState, march: March, route: Sequence[str]) -> Action | None:
    """The first step of the way that brings a unit from elsewhere furthest along the route."""
    joins = [
        way
        for way in ways(state, march.unit)
        if way.hex in route and way.risk is None and (not way.stops or way.hex == route[-1])
    ]
    return max(joins, key=lambda way: route.index(way.hex)).actions[0] if joins else None
