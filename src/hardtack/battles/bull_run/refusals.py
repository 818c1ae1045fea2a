"""Why a brigade may not march or cross: the bans of chapter 8 as data, and those of them that are the cause.

A march can be barred by several bans at once, each enough to spoil it, and an innocent ban may lie beside the
guilty one: an enemy hex that nobody wants to pass, points that would do if a zone did not stop the march. So a
refusal is worked out by lifting bans: it names the fewest whose lifting alone makes the march legal. Where two
sets are equally few, the ban listed first counts; points come last, because with points enough there is nearly
always some way round.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from itertools import combinations
from typing import NamedTuple

from hardtack.battles.bull_run.actions import Cross, Move
from hardtack.battles.bull_run.ground import ENOUGH
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.reach import reach
from hardtack.referee.events import ENEMY, UNION, Reason, reason


class Ban(NamedTuple):
    """Something that may keep a brigade from marching to a hex: its clause and its words."""

    clause: str
    key: str


STACKING, MUDDLE, HIDDEN_FORD = "BR 8.2", "BR 8.3", "BR 8.4c"
ZONE, CREEK, POINTS = "BR 8.2b", "BR 8.1b", "BR 8.1a"


def why_not_unit(state: BullRunState, side: str, unit: int) -> list[Reason]:
    """Why the unit cannot march at all: it is not ours to move, or not on the map."""
    scenario = state.scenario
    name = scenario.pieces[unit].id
    if scenario.side_of[unit] != side:
        return [reason("BR 8.1", "reason.not_your_unit", unit=name, side=side)]
    if state.at[unit] < 0:
        clause, key = ("BR 7.0", "reason.not_arrived") if state.strength[unit] else ("BR 10.4c", "reason.lost")
        return [reason(clause, key, unit=name)]
    return []


def why_not_march(state: BullRunState, side: str, action: Move) -> list[Reason]:
    """Every clause that keeps the brigade out of the hex; none exactly when it may go there."""
    scenario = state.scenario
    unit = scenario.index[action.unit]
    found = why_not_unit(state, side, unit)
    if found:
        return found
    goal = scenario.board.grid.index(action.hex)
    if goal == state.at[unit]:
        return [reason(POINTS, "reason.already_there", unit=action.unit, hex=action.hex)]
    if may_march(state, unit, goal, ()):
        return []

    def without(lifted: Collection[Ban]) -> bool:
        return may_march(state, unit, goal, {ban.clause for ban in lifted})

    return [_worded(state, unit, ban, action.hex) for ban in fewest(bans_on_march(state, unit, goal), without)]


def bans_on_march(state: BullRunState, unit: int, goal: int) -> list[Ban]:
    """The bans in force for a brigade that would go to a hex, the most telling first."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    found = []
    if state.full(side) >> goal & 1:
        found.append(Ban(STACKING, "reason.full"))
    for clause, key, mask in state.bans[side]:
        found.append(Ban(clause, key if mask >> goal & 1 else "reason.way_barred"))
    if state.is_bound(unit):
        found.append(Ban(MUDDLE, "reason.must_roll"))
    if side == UNION and not state.farm_ford_found:
        found.append(Ban(HIDDEN_FORD, "reason.ford_hidden"))
    found.append(Ban(ZONE, "reason.stopped" if state.has_stopped(unit) else "reason.zone_in_way"))
    found.append(Ban(CREEK, "reason.creek_in_way"))
    found.append(Ban(POINTS, "reason.too_far"))
    return found


def may_march(state: BullRunState, unit: int, goal: int, lifted: Collection[str]) -> bool:
    """Whether the brigade could march to the hex if the bans of these clauses did not exist."""
    scenario = state.scenario
    side = scenario.side_of[unit]
    if STACKING not in lifted and state.full(side) >> goal & 1:
        return False
    if ZONE not in lifted and state.has_stopped(unit):
        return False
    edges = scenario.ground.steps(
        dry=CREEK in lifted,
        north=MUDDLE in lifted or not state.is_bound(unit),
        farm_ford=HIDDEN_FORD in lifted or side != UNION or state.farm_ford_found,
    )
    closed = 0
    for clause, _, mask in state.bans[side]:
        closed |= 0 if clause in lifted else mask
    stops = 0 if ZONE in lifted else state.deployment.zone(ENEMY[side])
    points = ENOUGH if POINTS in lifted else scenario.allowance - state.spent[unit]
    return goal in reach(edges, state.at[unit], points, closed, stops)


def fewest(bans: Sequence[Ban], allowed_without: Callable[[Collection[Ban]], bool]) -> list[Ban]:
    """The fewest bans whose lifting alone allows it, of equally few those listed first."""
    needed = [ban for ban in bans if not allowed_without([other for other in bans if other != ban])]
    others = [ban for ban in bans if ban not in needed]
    for number in range(len(others)):
        for more in combinations(others, number):
            if allowed_without([*needed, *more]):
                return [ban for ban in bans if ban in needed or ban in more]
    return list(bans)


def _worded(state: BullRunState, unit: int, ban: Ban, hex_: str) -> Reason:
    name = state.scenario.pieces[unit].id
    if ban.key == "reason.full":
        return reason(ban.clause, ban.key, hex=hex_, n=state.scenario.stacking)
    if ban.key == "reason.too_far":
        return reason(ban.clause, ban.key, unit=name, hex=hex_, n=state.scenario.allowance - state.spent[unit])
    return reason(ban.clause, ban.key, unit=name, hex=hex_)


def why_not_cross(state: BullRunState, side: str, action: Cross) -> list[Reason]:
    """Every clause that forbids the crossing roll into a hex (8.3, C8)."""
    scenario = state.scenario
    unit = scenario.index[action.unit]
    found = why_not_unit(state, side, unit)
    if found:
        return found
    here, goal = state.at[unit], scenario.board.grid.index(action.hex)
    ground = scenario.ground
    args = {"unit": action.unit, "hex": action.hex}
    if not state.is_bound(unit):
        found.append(reason(MUDDLE, "reason.free_to_cross", unit=action.unit))
    if state.balked[unit]:
        found.append(reason("BR C8", "reason.balked", unit=action.unit))
    if state.has_stopped(unit):
        found.append(reason(ZONE, "reason.stopped", **args))
    if not scenario.board.grid.adjacent(here, goal) or not ground.goes_north(here, goal):
        found.append(reason(MUDDLE, "reason.no_crossing", **args))
    else:
        if not ground.passable(here, goal):
            found.append(reason(CREEK, "reason.creek_in_way", **args))
        points = scenario.allowance - state.spent[unit]
        if ground.dry_cost(here, goal) > points:
            found.append(reason(POINTS, "reason.too_far", n=points, **args))
    found += [reason(clause, key, **args) for clause, key, mask in state.bans[side] if mask >> goal & 1]
    if state.full(side) >> goal & 1:
        found.append(reason(STACKING, "reason.full", hex=action.hex, n=scenario.stacking))
    return found
