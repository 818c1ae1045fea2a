"""Chapter 9: the Confederate action table and the missions its orders give (9.0 to 9.0f, C12).

A mission is kept until an order replaces it. Its text form is `hold`, `centreville`, `counter`, or
`at`, `guard`, `ford` with the hex to go to (`at 0507`). How missions are carried out is `doctrine`'s part.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from hardtack.battles.bull_run.ground import ENOUGH, OPEN
from hardtack.battles.bull_run.scenario import BullRun, tables
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import hexes_in
from hardtack.board.reach import Edges, reach, turned_round
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.state import LOST, put
from hardtack.referee.umpire import Umpire

HOLD, CENTREVILLE, COUNTER = "hold", "centreville", "counter"
AT, GUARD, FORD = "at", "guard", "ford"
OFFENSIVE = (CENTREVILLE, FORD, COUNTER)
FAR = 1000  # further than any way on this map


def mission_kind(mission: str) -> str:
    return mission.split()[0]


def mission_hex(mission: str) -> str:
    return mission.split()[1]


# -- the table


def roll_order(draft: BullRunState, umpire: Umpire) -> None:
    """Before the Confederate movement phase the action table gives an order (9.0)."""
    die = umpire.roll()
    column = action_column(draft)
    unaware = not draft.south_known
    always_a = unaware and draft.scenario.settings["unaware"] == "order_a"
    draft.order = "A" if always_a else tables()["solitaire"]["rows"][die - 1]["orders"][column]
    clause = "BR 9.0a" if unaware else "BR 9.0"
    heading = tables()["solitaire"]["columns"][column]["id"]
    umpire.tell(clause, "event.order", term_order=f"order_{draft.order}", term_column=f"column_{heading}")
    give_missions(draft, draft.order)


def action_column(state: BullRunState) -> int:
    """By the number of Union units south of the run; the first column while the Confederates are unaware (9.0a)."""
    if not state.south_known:
        return 0
    south = state.scenario.ground.south
    over = sum(1 for u in state.scenario.of_side[UNION] if state.at[u] >= 0 and south >> state.at[u] & 1)
    for number, column in enumerate(tables()["solitaire"]["columns"]):
        if column["low"] <= over <= column.get("high", over):
            return number
    raise ValueError(f"the action table has no column for {over} units")  # a gap in the data file


# -- what each order makes whom do


def give_missions(draft: BullRunState, order: str) -> None:
    """Set the missions of an order and of the order it includes (9.0b to 9.0f)."""
    entry = draft.scenario.orders[order]
    driving = committed(draft)
    if "also" in entry:
        give_missions(draft, entry["also"])
    if order == "A":
        _order_a(draft, entry)
    elif order == "C":
        _order_c(draft, entry)
    elif order == "D":
        _order_d(draft, entry)
    elif order == "E":
        _order_e(draft, entry, driving)
    # Order B gives nobody a new mission; who may move under it is the doctrine's question (9.0c).


def _order_a(draft: BullRunState, entry: dict[str, Any]) -> None:
    """Bonham, Jones and Ewell go for Centreville (9.0b)."""
    _give(draft, entry["centreville"], CENTREVILLE)
    _give(draft, draft.scenario.missions["unnamed_reserves"], HOLD)


def _order_c(draft: BullRunState, entry: dict[str, Any]) -> None:
    """Bee and Bartow attack one of the fords; a brigade already across goes on with its task (9.0d)."""
    for name in entry["ford"]:
        unit = draft.scenario.index[name]
        if draft.at[unit] >= 0 and draft.scenario.ground.on_south(draft.at[unit]):
            _give(draft, [name], f"{FORD} {ford_to_attack(draft, unit)}")


def _order_d(draft: BullRunState, entry: dict[str, Any]) -> None:
    """Henry Hill, the reserves, and the drive on Centreville only where it is under way (9.0e)."""
    if draft.sudley_crossed:
        _give(draft, entry["henry_hill"], f"{AT} {draft.scenario.missions['henry_hill_hex']}")
    _give(draft, entry["counter"], COUNTER)
    _give(draft, draft.scenario.missions["unnamed_reserves"], COUNTER)
    for unit, mission in enumerate(draft.missions):
        under_way = draft.at[unit] >= 0 and draft.scenario.ground.north >> draft.at[unit] & 1
        if mission == CENTREVILLE and (not under_way or is_stopped(draft, unit)):
            draft.missions = put(draft.missions, unit, HOLD)


def _order_e(draft: BullRunState, entry: dict[str, Any], driving: list[str]) -> None:
    """The drive comes back south; Holmes and Ewell guard the western fords, Longstreet joins in (9.0f)."""
    _give(draft, [*driving, *entry["counter"]], COUNTER)
    for name in entry["guard"]:
        post = open_post(draft, draft.scenario.index[name])
        if post is not None:
            _give(draft, [name], f"{GUARD} {post}")
        elif name not in driving:
            _give(draft, [name], HOLD)


def committed(state: BullRunState) -> list[str]:
    """Who is committed against Centreville: with that mission, or halted across the run by order D (9.0f, C12)."""
    found = []
    for name in state.scenario.orders["A"]["centreville"]:
        unit = state.scenario.index[name]
        across = state.at[unit] >= 0 and not state.scenario.ground.on_south(state.at[unit])
        if across or state.missions[unit] == CENTREVILLE:
            found.append(name)
    return found


def _give(draft: BullRunState, names: Iterable[str], mission: str) -> None:
    """Orders go to the living, on the map or still to come."""
    for name in names:
        unit = draft.scenario.index[name]
        if draft.at[unit] == LOST:
            continue
        draft.missions = put(draft.missions, unit, mission)
        if mission != HOLD and draft.at[unit] >= 0:
            draft.active = put(draft.active, unit, 1)


def open_post(state: BullRunState, unit: int) -> str | None:
    """The westernmost of the guarded fords' south ends that nobody holds or is sent to (C12)."""
    if state.at[unit] == LOST:
        return None
    taken = {
        mission_hex(mission)
        for other, mission in enumerate(state.missions)
        if other != unit and state.at[other] != LOST and mission_kind(mission) == GUARD
    }
    grid = state.scenario.board.grid
    for name in state.scenario.missions["guard_hexes"]:
        others = [u for u in state.deployment.stacks.get(grid.index(name), ()) if u != unit]
        if name not in taken and not others:
            return str(name)
    return None


def ford_to_attack(state: BullRunState, unit: int) -> str:
    """The south end of the crossing to attack, the nearest of the first kind that can be reached (9.0d, C12).

    The kinds: one the Union holds, Sudley and Farm Ford before the others; Sudley or Farm Ford if it has crossed
    there; one with a Union unit beside it on the south bank; any.
    """
    scenario = state.scenario
    crossed = {"Sudley Ford": state.sudley_crossed, "Farm Ford": state.farm_crossed}
    ends = {crossing.name_en: south_end(scenario, crossing.sides) for crossing in scenario.board.crossings}
    ways = ways_to_ends(state, unit)
    used = [hex_ for name, hex_ in ends.items() if crossed.get(name)]
    union = state.occupied(UNION)
    held = [hex_ for hex_ in ends.values() if union >> hex_ & 1]
    around = scenario.board.grid.around_mask
    beside = [hex_ for hex_ in ends.values() if around[hex_] & union & scenario.ground.south]
    for wanted in ([hex_ for hex_ in used if hex_ in held], held, used, beside, list(ends.values())):
        near = [hex_ for hex_ in wanted if hex_ in ways]
        if near:
            return scenario.board.grid.name(min(near, key=lambda hex_: (ways[hex_], hex_)))
    return scenario.board.grid.name(state.at[unit])


def ways_to_ends(state: BullRunState, unit: int) -> dict[int, int]:
    """What the way to each crossing's south end costs round the Union, who may stand on the end itself."""
    scenario = state.scenario
    edges, union, unknown = scenario.ground.edges[OPEN], state.occupied(UNION), state.unknown(CONFEDERATE)
    ways = reach(edges, state.at[unit], ENOUGH, union | unknown)
    ways[state.at[unit]] = 0
    found = {}
    for crossing in scenario.board.crossings:
        end = south_end(scenario, crossing.sides)
        if end in ways:
            found[end] = ways[end]
        elif (union & ~unknown) >> end & 1:
            last = [ways[hex_] + cost for hex_, cost in turned_round(edges).moves[end] if hex_ in ways]
            if last:
                found[end] = min(last)
    return found


def south_end(scenario: BullRun, sides: tuple[int, int]) -> int:
    return sides[0] if scenario.ground.on_south(sides[0]) else sides[1]


# -- the way to a goal


@lru_cache(maxsize=1 << 10)
def distances(edges: Edges, goal: int) -> dict[int, int]:
    """Movement points from every hex to a goal, nobody in the way."""
    found = reach(turned_round(edges), goal, FAR)
    found[goal] = 0
    return found


def ways_south(state: BullRunState, unit: int) -> dict[int, int]:
    """Movement points from every hex to the south end of the crossing a brigade comes back by, round the Union."""
    open_ends = {end: cost for end, cost in ways_to_ends(state, unit).items() if not state.occupied(UNION) >> end & 1}
    if not open_ends:
        return {}
    end = min(open_ends, key=lambda hex_: (open_ends[hex_], hex_))
    found = reach(turned_round(state.scenario.ground.edges[OPEN]), end, ENOUGH, state.occupied(UNION))
    found[end] = 0
    return found


def is_stopped(state: BullRunState, unit: int) -> bool:
    """Next to a Union stack as strong or stronger that stands on the cheapest way to Centreville (C12)."""
    scenario = state.scenario
    here = state.at[unit]
    field = distances(scenario.ground.edges[OPEN], scenario.objective[CONFEDERATE])
    own = state.stack_strength(here)
    return any(
        state.stack_strength(hex_) >= own and field.get(hex_, FAR) < field.get(here, FAR)
        for hex_ in scenario.ground.passable_sides[here]
        if state.occupied(UNION) >> hex_ & 1
    )


def union_south(state: BullRunState) -> list[int]:
    """The hexes of Union stacks south of the run."""
    return list(hexes_in(state.occupied(UNION) & state.scenario.ground.south))
