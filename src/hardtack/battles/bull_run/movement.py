"""Chapter 8: movement, stacking, zones of control, Beauregard's muddle, awareness of the flank, Farm Ford.

What a brigade may do comes from one list of bans. The march itself is the board's reach over the edges the brigade
may use; where none leads to a hex, the refusal names the limits in the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import lru_cache
from typing import ClassVar

from hardtack.battles.bull_run.actions import END, Cross
from hardtack.battles.bull_run.ground import ENOUGH, NO_FARM_FORD, NO_NORTH, OPEN, Ground
from hardtack.battles.bull_run.state import BullRunState, Question
from hardtack.board.masks import hexes_in, led_to, marked, mask_of, picked, places, seen_in, standing
from hardtack.board.native import COMPILED, dataclass
from hardtack.board.reach import goals as reached
from hardtack.board.reach import reach, way_back, way_to, ways_back
from hardtack.referee.actions import Action, End, Move
from hardtack.referee.bans import EVERYTHING, Ban, Labelled, Limit, Way, absent, own_hex
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import CONFEDERATE, ENEMY, UNION, Value
from hardtack.referee.nearby import NearbyOrder, Scene, full_rows
from hardtack.referee.orders import MarchOrder, Order, SideOrder
from hardtack.referee.state import put
from hardtack.referee.umpire import Umpire

# -- where a brigade gets to


class Reach:
    """The hexes a brigade can get to: what each costs, all of them as a set, and the ways there."""

    __slots__ = ("costs", "goals", "ways")

    def __init__(self, costs: dict[int, int], goals: int) -> None:
        self.costs, self.goals = costs, goals
        self.ways: Callable[[int], tuple[str, ...]] | None = None  # by name, once somebody has asked for them


NOWHERE = Reach({}, 0)


@lru_cache(maxsize=1 << 16)
def reach_from(ground: Ground, edges: int, start: int, points: int, closed: int, stops: int) -> Reach:
    """Where a march leads. The same foes near it give the same answer, wherever the others are."""
    costs = reach(ground.edges[edges], start, points, closed, stops)
    return Reach(costs, mask_of(costs))


def goals_of(state: BullRunState, unit: int) -> int:
    """The hexes a brigade can go to now: a compiled search is quicker than looking up what it once found."""
    if not COMPILED:
        return reach_of(state, unit).goals
    scenario = state.scenario
    front = state.front(scenario.side_of[unit])
    if not front.able >> unit & 1:
        return 0
    edges, points = scenario.ground.edges[crossings_open(state, unit)], scenario.allowance - state.spent[unit]
    return reached(edges, state.at[unit], points, front.closed, front.stops)


def reach_of(state: BullRunState, unit: int) -> Reach:
    """Where a brigade can go now."""
    scenario, here = state.scenario, state.at[unit]
    front = state.front(scenario.side_of[unit])
    if not front.able >> unit & 1:
        return NOWHERE
    ground, points = scenario.ground, scenario.allowance - state.spent[unit]
    area = ground.area[here]
    return reach_from(ground, crossings_open(state, unit), here, points, front.closed & area, front.stops & area)


def crossings_open(state: BullRunState, unit: int) -> int:
    """Which steps over Bull Run the brigade may take in a march: index into Ground.edges (8.3, 8.4c, C11)."""
    if state.scenario.side_of[unit] == UNION:
        return OPEN if state.farm_ford_found else NO_FARM_FORD
    return NO_NORTH if state.is_bound(unit) else OPEN


def march_to(state: BullRunState, unit: int, goal: int) -> tuple[int, list[int]]:
    """What a march costs, and the hexes it enters: the cheapest way, the same on every machine."""
    scenario, here = state.scenario, state.at[unit]
    edges, front = scenario.ground.edges[crossings_open(state, unit)], state.front(scenario.side_of[unit])
    if COMPILED:
        return way_to(edges, here, points_left(state, unit), front.closed, front.stops, goal)
    costs = reach_of(state, unit).costs
    return costs[goal], way_back(edges, costs, here, goal, front.stops)


def ways_of(state: BullRunState, unit: int) -> Callable[[int], tuple[str, ...]]:
    """The names of the hexes a brigade's marches enter: what `march_to` says, for one goal after another."""
    found = reach_of(state, unit)
    if found.ways is None:  # whoever shares the reach has come from the same hex, past the same foes
        scenario, here = state.scenario, state.at[unit]
        edges, stops = scenario.ground.edges[crossings_open(state, unit)], state.front(scenario.side_of[unit]).stops
        stops &= scenario.ground.area[here]
        found.ways = ways_back(edges, found.costs, here, scenario.board.grid.name, stops)
    return found.ways


def points_left(state: BullRunState, unit: int) -> int:
    return state.scenario.allowance - state.spent[unit]


# -- who may not move


def absence(asked: Question, unit: int) -> tuple[str, str]:
    if asked.state.scenario.side_of[unit] != asked.side:
        return "BR 8.1", "reason.not_your_unit"
    return ("BR 7.0", "reason.not_arrived") if asked.state.strength[unit] else ("BR 10.4c", "reason.lost")


def free_to_cross(asked: Question) -> int:
    """Only grey brigades that have never been across roll to cross (8.3)."""
    return asked.own & (~asked.state.scenario.grey | marked(asked.state.crossed))


ABSENT: Ban[Question] = Labelled(absence, absent, lambda asked, unit: {"side": asked.side})
ROLL_BANS: Sequence[Ban[Question]] = (
    ABSENT,
    Ban("BR 8.3", "reason.free_to_cross", free_to_cross),
    Ban("BR C8", "reason.balked", lambda asked: asked.own & marked(asked.state.balked)),  # one roll a turn
)


# -- where a brigade may not go


def full_hexes(asked: Question) -> int:
    """Passing through is free, ending a move there is not (8.2, C7)."""
    full = asked.state.front(asked.side).full
    return full and full & ~own_hex(asked)


def enemy_hexes(asked: Question) -> int:
    return asked.state.occupied(ENEMY[asked.side])


def all_if_stopped(asked: Question) -> int:
    return EVERYTHING if asked.state.has_stopped(asked.unit) else 0


def room(asked: Question, hex_: int) -> dict[str, Value]:
    return {"n": asked.state.scenario.stacking}


def points(asked: Question, hex_: int) -> dict[str, Value]:
    return {"n": points_left(asked.state, asked.unit)}


ON_THE_SPOT = Limit("BR 8.1a", "reason.already_there")
ENEMIES = Limit("BR 8.2a", "reason.way_barred", "reason.enemy_hex", enemy_hexes)
UNAWARE = Limit("BR 8.4", "reason.way_barred", "reason.unaware", lambda asked: asked.state.unknown(asked.side))
MUDDLE = Limit("BR 8.3", "reason.must_roll")
HIDDEN_FORD = Limit("BR 8.4c", "reason.ford_hidden")
ZONES = Limit("BR 8.2b", "reason.zone_in_way", "reason.stopped", all_if_stopped)
CREEK = Limit("BR 8.1b", "reason.creek_in_way")
POINTS = Limit("BR 8.1a", "reason.too_far")


def goals(asked: Question, lifted: Collection[Limit]) -> int:
    """Where a brigade can get to; with some of the limits lifted, for explanations."""
    state, unit = asked.state, asked.unit
    if not lifted:
        return goals_of(state, unit)
    here = own_hex(asked) if ON_THE_SPOT in lifted else 0
    if ZONES not in lifted and state.has_stopped(unit):
        return here
    edges = state.scenario.ground.steps(
        dry=CREEK in lifted,
        north=MUDDLE in lifted or not state.is_bound(unit),
        farm_ford=HIDDEN_FORD in lifted or asked.side != UNION or state.farm_ford_found,
    )
    closed = (0 if ENEMIES in lifted else enemy_hexes(asked)) | (0 if UNAWARE in lifted else state.unknown(asked.side))
    stops = 0 if ZONES in lifted else state.front(asked.side).stops
    allowance = ENOUGH if POINTS in lifted else points_left(state, unit)
    return here | mask_of(reach(edges, state.at[unit], allowance, closed, stops))


FULL = Ban("BR 8.2", "reason.full", full_hexes, room)
GOAL_BANS = (
    FULL,
    # Points come last: with points enough there is nearly always some way round.
    Way((ON_THE_SPOT, ENEMIES, UNAWARE, MUDDLE, HIDDEN_FORD, ZONES, CREEK, POINTS), goals, points, first=True),
)


# -- where a crossing roll does not lead


def far_bank(asked: Question) -> int:
    return asked.state.scenario.ground.far_bank[asked.state.at[asked.unit]]


def too_dear(asked: Question) -> int:
    cost, here = asked.state.scenario.ground.dry_cost, asked.state.at[asked.unit]
    return mask_of(
        there for there in hexes_in(far_bank(asked)) if cost(here, there) > points_left(asked.state, asked.unit)
    )


BANK_BANS: Sequence[Ban[Question]] = (
    Ban("BR 8.3", "reason.no_crossing", lambda asked: ~far_bank(asked)),
    Ban("BR 8.2b", "reason.stopped", all_if_stopped),
    Ban(
        "BR 8.1b",
        "reason.creek_in_way",
        lambda asked: far_bank(asked) & ~asked.state.scenario.ground.joined[asked.state.at[asked.unit]],
    ),
    Ban("BR 8.1a", "reason.too_far", too_dear, points),
    Ban("BR 8.2a", "reason.enemy_hex", enemy_hexes),
    Ban("BR 8.4", "reason.unaware", lambda asked: asked.state.unknown(asked.side)),
    FULL,
)


# -- the phase


def end_movement(frame: Movement, draft: BullRunState, action: End, umpire: Umpire) -> None:
    umpire.tell("BR 5.1a", "event.end_movement", side=frame.side)
    umpire.pop()


def march(frame: Movement, draft: BullRunState, action: Move, umpire: Umpire) -> None:
    """Carry out a march hex by hex (8.1a)."""
    scenario = draft.scenario
    unit, goal = scenario.index[action.unit], scenario.board.grid.index(action.hex)
    cost, way = march_to(draft.before, unit, goal)
    start = scenario.board.grid.name(draft.at[unit])
    spend(draft, unit, cost)
    umpire.tell("BR 8.1a", "event.march", unit=action.unit, hex_from=start, hex=action.hex, n=cost)
    for hex_ in way:
        enter(draft, unit, hex_, umpire)


def spend(draft: BullRunState, unit: int, cost: int) -> None:
    draft.spent = put(draft.spent, unit, draft.spent[unit] + cost)


def try_crossing(frame: Movement, draft: BullRunState, action: Cross, umpire: Umpire) -> None:
    """Beauregard's muddle: a grey brigade steps over to the north bank on 5-6, one roll a turn (8.3, C8)."""
    scenario = draft.scenario
    unit, goal = scenario.index[action.unit], scenario.board.grid.index(action.hex)
    if umpire.check(scenario.checks["muddle"]):
        umpire.tell("BR 8.3", "event.crossed", unit=action.unit, hex=action.hex)
        spend(draft, unit, scenario.ground.cost(draft.at[unit], goal) or 0)
        enter(draft, unit, goal, umpire)
    else:
        umpire.tell("BR 8.3", "event.balked", unit=action.unit, hex=action.hex)
        draft.balked = put(draft.balked, unit, 1)


class Marches(NearbyOrder[Question]):
    """Looked for only of brigades that can still march: those are on the map, and the others get nowhere."""

    def units(self, asked: Question) -> int:
        return super().units(asked) if asked.lifted else asked.state.front(asked.side).able

    def goals(self, asked: Question, unit: int) -> int:
        if asked.lifted:
            return super().goals(asked, unit)
        found, full = goals_of(asked.state, unit), asked.state.front(asked.side).full
        return found & ~full if full else found  # a march never ends where it began


class Crossings(MarchOrder[Question]):
    """Looked for only of brigades that can still march and stand beside the run."""

    def units(self, asked: Question) -> int:
        if asked.lifted:
            return super().units(asked)
        state, scenario = asked.state, asked.state.scenario
        bound = state.front(asked.side).able & scenario.grey  # nobody else has to roll
        beside = standing(state.at, bound, scenario.ground.banks) if bound else 0
        return beside and beside & ~(marked(state.crossed) | marked(state.balked))

    def goals(self, asked: Question, unit: int) -> int:
        if asked.lifted:
            return super().goals(asked, unit)
        state, ground, here = asked.state, asked.state.scenario.ground, asked.state.at[unit]
        front, points = state.front(asked.side), points_left(asked.state, unit)
        over = ground.over[here] & ~(front.closed | front.full) if front.able >> unit & 1 else 0
        if not over or points >= ground.dearest[here]:
            return over
        return over & mask_of([there for there, price in ground.edges[OPEN].moves[here] if price <= points])

    def find(self, asked: Question, unit: int) -> Sequence[Action]:
        return picked(full_rows(asked.state.scenario, self.verb)[unit], self.goals(asked, unit))


def march_grounds(asked: Question, unit: int) -> tuple[Hashable, ...]:
    """What decides where a brigade may go, in a march or over the run: all of it lies near."""
    state, front, here = asked.state, asked.state.front(asked.side), asked.state.at[unit]
    seen = seen_in(state.scenario.ground.near[here], front.closed, front.stops, front.full)
    return here, state.spent[unit], crossings_open(state, unit), seen


def march_scene(asked: Question) -> Scene:
    """The same for all brigades of a side."""
    state, front = asked.state, asked.state.front(asked.side)
    general, rows = (asked.side, state.farm_ford_found), (state.at, state.spent, state.crossed)
    return Scene(general, rows, (front.closed, front.stops, front.full))


def near_brigade(asked: Question, unit: int) -> int:
    near: int = asked.state.scenario.ground.near[asked.state.at[unit]]
    return near


MARCH = Marches(Move, (ABSENT,), GOAL_BANS, march, march_scene, near_brigade)
CROSS = Crossings(Cross, ROLL_BANS, BANK_BANS, try_crossing)


@dataclass(frozen=True, slots=True)
class Movement(OrderDecision):
    """The movement phase of one side (8.1): any brigade with points left may march, in any order."""

    standing_orders: ClassVar[Sequence[Order[Question]]] = (MARCH, CROSS, SideOrder(END, (), end_movement))


def enter(draft: BullRunState, unit: int, hex_: int, umpire: Umpire) -> None:
    """A brigade stands in a new hex, by march, retreat or advance: note what follows from it."""
    scenario = draft.scenario
    ground = scenario.ground
    before = draft.at[unit]
    draft.at = put(draft.at, unit, hex_)
    side = scenario.side_of[unit]
    if ground.north >> hex_ & 1 and not draft.crossed[unit]:
        draft.crossed = put(draft.crossed, unit, 1)
    if side == UNION and ground.flank_banks >> hex_ & 1 and ground.on_south(hex_):
        note_flank(draft, unit, (before, hex_), umpire)
    if scenario.objectives >> hex_ & 1:
        break_hold(draft, side, hex_)
    note_contact(draft, umpire)


def note_flank(draft: BullRunState, unit: int, step: tuple[int, int], umpire: Umpire) -> None:
    """A Union brigade has come to the south bank where the fords of the flank are, by one of them or not (8.4b)."""
    ground = draft.scenario.ground
    if step not in ground.flank_fords:
        return
    draft.flanking = put(draft.flanking, unit, 1)
    draft.sudley_crossed = draft.sudley_crossed or step in ground.sudley_ford
    draft.farm_crossed = draft.farm_crossed or step in ground.farm_ford
    if not draft.flank_crossed:
        draft.flank_crossed = True
        umpire.tell("BR 8.4b", "event.flank_crossed", unit=draft.scenario.pieces[unit].id)


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
    scenario, at = draft.scenario, draft.at
    over = standing(at, scenario.forces[UNION], scenario.ground.south)
    if not over:
        return
    touched = led_to(scenario.board.grid.around_mask, places(at, scenario.forces[CONFEDERATE]))
    for unit in hexes_in(standing(at, over, touched)):
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


def check_farm_ford(draft: BullRunState, umpire: Umpire) -> None:
    """The Union finds Farm Ford on 5-6 at the start of its movement phase (8.4c)."""
    if not draft.farm_ford_found:
        draft.farm_ford_found = umpire.check(draft.scenario.checks["farm_ford"])
        umpire.tell("BR 8.4c", "event.ford_found" if draft.farm_ford_found else "event.ford_not_found")
