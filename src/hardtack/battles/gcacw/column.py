"""A leader's units on one road: they follow one another along a route, one march after the other (GC 5.2.3).

A help for the player, no rule: it plays the marches he could order one by one.
"""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.gcacw.actions import EndMarch, MarchUnit, StepTo
from hardtack.battles.gcacw.activation import NextMarch
from hardtack.battles.gcacw.ahead import step_risk, ways
from hardtack.battles.gcacw.march import March
from hardtack.battles.gcacw.state import CampaignState, in_enemy_zone
from hardtack.referee.actions import Action
from hardtack.referee.umpire import deciding, options, waiting


def column(state: CampaignState, unit: str) -> tuple[str, ...]:
    """A unit on the march, or about to set out, and the units of its activation that still wait for theirs."""
    frame = deciding(state) if state.outcome is None else None
    if isinstance(frame, NextMarch) and unit in frame.units:
        return (unit, *(other for other in frame.units if other != unit))
    if isinstance(frame, March) and frame.unit == unit:
        return (unit, *_waiting(state))
    return ()


def _waiting(state: CampaignState) -> tuple[str, ...]:
    led, index = waiting(state, NextMarch), state.scenario.index
    return tuple(unit for unit in led.units if state.at[index[unit]] >= 0) if led is not None else ()


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
