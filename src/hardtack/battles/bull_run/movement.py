"""Chapter 8: movement, stacking, zones of control, Beauregard's muddle, awareness of the flank, Farm Ford.

What a brigade may do comes from one list, `BullRunState.bans`: hexes closed to its side, each under its
clause. The march itself is the board's reach over the edges the brigade may use. Why a march is refused is
`refusals`' part.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from hardtack.battles.bull_run.actions import END, Cross, End, Move
from hardtack.battles.bull_run.ground import NO_FARM_FORD, NO_NORTH, OPEN
from hardtack.battles.bull_run.refusals import why_not_cross, why_not_march
from hardtack.battles.bull_run.scenario import BullRun
from hardtack.battles.bull_run.state import BullRunState
from hardtack.board.masks import mask_of
from hardtack.board.reach import reach, way_back
from hardtack.referee.actions import Action
from hardtack.referee.events import CONFEDERATE, ENEMY, UNION, Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

Marches = tuple[tuple[Action, ...], dict[int, int]]  # what a brigade may do; the cost of every hex it can get to
NOWHERE: Marches = ((), {})


@dataclass(frozen=True, slots=True)
class Movement(Decision):
    """The movement phase of one side (8.1): any brigade with points left may march, in any order."""

    def options(self, state: BullRunState) -> MovementOptions:
        return MovementOptions(state, self.side)

    def apply(self, draft: BullRunState, action: Action, umpire: Umpire) -> None:
        if isinstance(action, Move):
            march(draft, draft.scenario.index[action.unit], draft.scenario.board.grid.index(action.hex), umpire)
        elif isinstance(action, Cross):
            try_crossing(draft, draft.scenario.index[action.unit], action, umpire)
        else:
            umpire.tell("BR 5.1a", "event.end_movement", side=self.side)
            umpire.pop()

    def prompt(self, state: BullRunState) -> Text:
        return text("prompt.movement", side=self.side)


class MovementOptions(Options):
    def __init__(self, state: BullRunState, side: str) -> None:
        self.state = state
        self.side = side

    def actors(self) -> Sequence[str]:
        """Brigades on the map with points left that no enemy zone has stopped (8.1a, 8.2b)."""
        state, scenario = self.state, self.state.scenario
        at, spent, allowance, ids = state.at, state.spent, scenario.allowance, scenario.ids
        zone = state.zones[ENEMY[self.side]]
        return [
            ids[unit] for unit in scenario.of_side[self.side]
            if at[unit] >= 0 and (not spent[unit] or (spent[unit] < allowance and not zone >> at[unit] & 1))
        ]  # fmt: skip

    def of(self, actor: str) -> Sequence[Action]:
        unit = self.state.scenario.index[actor]
        if self.state.scenario.side_of[unit] != self.side or self.state.at[unit] < 0:
            return ()
        return marches(self.state, unit)[0]

    def general(self) -> Sequence[Action]:
        return (END,)

    def all(self) -> list[Action]:
        state, side = self.state, self.side
        scenario = state.scenario
        at, spent, allowance = state.at, state.spent, scenario.allowance
        closed, stops, full = state.closed[side], state.zones[ENEMY[side]], state.full(side)
        found: list[Action] = [END]
        for unit in scenario.of_side[side]:
            if at[unit] >= 0 and spent[unit] < allowance:
                found += _look_up(state, unit, closed, stops, full)[0]
        return found

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, End):
            return []
        if isinstance(action, Move):
            return why_not_march(self.state, self.side, action)
        if isinstance(action, Cross):
            return why_not_cross(self.state, self.side, action)
        return [reason("BR 5.1a", NOT_ASKED)]


def may_go_on(state: BullRunState, unit: int) -> bool:
    """Whether a brigade on the map has points left and no enemy zone has stopped it (8.1a, 8.2b)."""
    return state.at[unit] >= 0 and state.spent[unit] < state.scenario.allowance and not state.has_stopped(unit)


def crossings_open(state: BullRunState, unit: int) -> int:
    """Which steps over Bull Run the brigade may take in a march: index into Ground.edges (8.3, 8.4c, C11)."""
    if state.scenario.side_of[unit] == UNION:
        return OPEN if state.farm_ford_found else NO_FARM_FORD
    return NO_NORTH if state.is_bound(unit) else OPEN


def marches(state: BullRunState, unit: int) -> Marches:
    """Everything a brigade may do now, and what a march costs."""
    side = state.scenario.side_of[unit]
    return _look_up(state, unit, state.closed[side], state.zones[ENEMY[side]], state.full(side))


def _look_up(state: BullRunState, unit: int, closed: int, stops: int, full: int) -> Marches:
    """The marches of a brigade, kept for as long as nothing changes that lies within its reach."""
    scenario = state.scenario
    here = state.at[unit]
    if state.spent[unit] and stops >> here & 1:
        return NOWHERE  # it has entered an enemy zone in this phase (8.2b)
    area = scenario.ground.area[here]
    edges = crossings_open(state, unit)
    points = scenario.allowance - state.spent[unit]
    rolls = edges == NO_NORTH and not state.balked[unit]
    return _work_out(scenario, unit, here, points, edges, rolls, closed & area, stops & area, full & area)


@lru_cache(maxsize=1 << 16)
def _work_out(
    scenario: BullRun, unit: int, here: int, points: int, edges: int, rolls: bool, closed: int, stops: int, full: int
) -> Marches:
    """What a brigade may do from a hex. The same foes and friends near it give the same, wherever the others are."""
    ground = scenario.ground
    costs = reach(ground.edges[edges], here, points, closed, stops)
    move_to = scenario.move_to[unit]
    # Passing through a full hex is free, ending there is not (8.2, C7).
    actions: list[Action] = [move_to[hex_] for hex_ in costs if not full >> hex_ & 1]
    for hex_ in ground.passable_sides[here] if rolls else ():
        cost = ground.cost(here, hex_)
        open_hex = not (closed | full) >> hex_ & 1
        if ground.goes_north(here, hex_) and open_hex and cost is not None and cost <= points:
            actions.append(scenario.cross_to[unit][hex_])
    return tuple(actions), costs


def way_to(state: BullRunState, unit: int, goal: int) -> list[int]:
    """The hexes a march to the goal enters, in order: the cheapest way, the same on every machine."""
    scenario = state.scenario
    edges = scenario.ground.edges[crossings_open(state, unit)]
    stops = state.deployment.zone(ENEMY[scenario.side_of[unit]])
    costs = marches(state, unit)[1]
    return way_back(edges, scenario.board.grid.around, costs, state.at[unit], goal, stops)


# -- what a march does


def march(draft: BullRunState, unit: int, goal: int, umpire: Umpire) -> None:
    """Carry out a march hex by hex (8.1a)."""
    cost = marches(draft.before, unit)[1][goal]
    way = way_to(draft.before, unit, goal)
    start = draft.at[unit]
    spend(draft, unit, cost)
    _log_march(draft.scenario, umpire, unit, start, goal, cost)
    for hex_ in way:
        enter(draft, unit, hex_, umpire)


def _log_march(scenario: BullRun, umpire: Umpire, unit: int, start: int, goal: int, cost: int) -> None:
    names = scenario.board.grid.names
    umpire.tell("BR 8.1a", "event.march", unit=scenario.pieces[unit].id, hex_from=names[start], hex=names[goal], n=cost)


def spend(draft: BullRunState, unit: int, cost: int) -> None:
    draft.spent = put(draft.spent, unit, draft.spent[unit] + cost)


def try_crossing(draft: BullRunState, unit: int, action: Cross, umpire: Umpire) -> None:
    """Beauregard's muddle: a grey brigade steps over to the north bank on 5-6, one roll a turn (8.3, C8)."""
    scenario = draft.scenario
    goal = scenario.board.grid.index(action.hex)
    if umpire.check(scenario.checks["muddle"]):
        umpire.tell("BR 8.3", "event.crossed", unit=action.unit, hex=action.hex)
        spend(draft, unit, scenario.ground.cost(draft.at[unit], goal) or 0)
        enter(draft, unit, goal, umpire)
    else:
        umpire.tell("BR 8.3", "event.balked", unit=action.unit, hex=action.hex)
        draft.balked = put(draft.balked, unit, 1)


def enter(draft: BullRunState, unit: int, hex_: int, umpire: Umpire) -> None:
    """A brigade stands in a new hex, by march, retreat or advance: note what follows from it."""
    scenario = draft.scenario
    ground = scenario.ground
    step = (draft.at[unit], hex_)
    draft.at = put(draft.at, unit, hex_)
    side = scenario.side_of[unit]
    if ground.north >> hex_ & 1 and not draft.crossed[unit]:
        draft.crossed = put(draft.crossed, unit, 1)
    if side == UNION and step in ground.flank_fords and ground.on_south(hex_):
        draft.flanking = put(draft.flanking, unit, 1)
        draft.sudley_crossed = draft.sudley_crossed or step in ground.sudley_ford
        draft.farm_crossed = draft.farm_crossed or step in ground.farm_ford
        if not draft.flank_crossed:
            draft.flank_crossed = True
            umpire.tell("BR 8.4b", "event.flank_crossed", unit=scenario.pieces[unit].id)
    break_hold(draft, side, hex_)
    note_contact(draft, umpire)


def break_hold(draft: BullRunState, side: str, hex_: int) -> None:
    """An enemy unit entering an objective breaks the other side's hold on it (C1)."""
    if side == CONFEDERATE and hex_ == draft.scenario.objective[UNION]:
        draft.held_manassas = 0
    elif side == UNION and hex_ == draft.scenario.objective[CONFEDERATE]:
        draft.held_centreville = 0


# -- awareness and Farm Ford


def note_contact(draft: BullRunState, umpire: Umpire) -> None:
    """Union troops south of the run next to a Confederate unit give themselves away (8.4a, C10, C22)."""
    if draft.flank_known and draft.south_known:
        return
    scenario = draft.scenario
    at, south = draft.at, scenario.ground.south
    over = [unit for unit in scenario.of_side[UNION] if at[unit] >= 0 and south >> at[unit] & 1]
    if not over:
        return
    around = scenario.board.grid.around_mask
    grey = mask_of(at[unit] for unit in scenario.of_side[CONFEDERATE] if at[unit] >= 0)
    for unit in over:
        if not around[at[unit]] & grey:
            continue
        if draft.flanking[unit] and not draft.flank_known:
            draft.flank_known = True
            umpire.tell("BR 8.4a", "event.flank_met", unit=scenario.pieces[unit].id)
        draft.south_known = True


def scout_flank(draft: BullRunState, umpire: Umpire) -> None:
    """From the turn of the first crossing on, the Confederates roll to notice it: 5-6 (8.4b)."""
    if draft.flank_crossed and not draft.flank_known:
        draft.flank_known = umpire.check(draft.scenario.checks["awareness"])
        umpire.tell("BR 8.4b", "event.flank_seen" if draft.flank_known else "event.flank_unseen")
        draft.south_known = draft.south_known or draft.flank_known


def look_for_farm_ford(draft: BullRunState, umpire: Umpire) -> None:
    """The Union finds Farm Ford on 5-6 at the start of its movement phase (8.4c)."""
    if not draft.farm_ford_found:
        draft.farm_ford_found = umpire.check(draft.scenario.checks["farm_ford"])
        umpire.tell("BR 8.4c", "event.ford_found" if draft.farm_ford_found else "event.ford_not_found")
