"""How far pieces can go: allowances, zones of control, stacking, entry from off the map (MS 4-6).

A move is its destination: every hex where something may happen to a moving unit ends its move, so nothing
depends on the way taken.
"""

from __future__ import annotations

from collections.abc import Callable

from hardtack.battles.musket import barriers
from hardtack.battles.musket.barriers import NOTHING, Lifted
from hardtack.battles.musket.closing import (
    FOG,
    MARCH,
    bans,
    closed_and_ends,
    ending_hexes,
    endings,
    union_of,
)
from hardtack.battles.musket.ground import Ways, tree
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.board.native import dataclass
from hardtack.board.reach import ByHex, Reached, path_to
from hardtack.referee.events import enemy_of
from hardtack.referee.state import LOST, WAITING

FAR_AWAY = 250  # points no march needs: an allowance for the sake of an explanation
WIDEST = 63  # hexes across any map

WAIT_A_TURN, BOATS_SAIL = "MS 4.7", "MS 2.2"


@dataclass(frozen=True, slots=True)
class Moved:
    """Pieces that have come to a hex, for the hook `after_move`."""

    side: str
    units: tuple[int, ...]
    start: int  # a place: below 0 when they came from off the map
    end: int
    how: str  # move, march, fow, advance, retreat


def in_zone(state: MusketState, piece: int) -> bool:
    """Whether a piece on the map stands in an enemy ZOC."""
    here = state.at[piece]
    return here >= 0 and bool(state.zone(enemy_of(state.scenario.side_of[piece])) >> here & 1)


def hq_active(state: MusketState, side: str) -> bool:
    """An army's HQ on the map and active (MS 4.3, 12.31)."""
    hq = state.scenario.hq[side]
    return hq >= 0 and state.at[hq] >= 0 and bool(state.active[hq])


def within_reach(
    state: MusketState, group: tuple[int, ...], points: int, mode: str, lifted: Lifted = NOTHING, goal: int = -1
) -> dict[int, int]:
    """Every hex the group may come to with its cost (half points in a March): MS 4.3-6.5, stacking apart.

    With clauses `lifted` it is what could be reached if they did not hold (see `obstacles`). An enemy ZOC in the
    `goal` itself ends the move all the same, so that its own rate is paid there (MS 4.62).
    """
    return reached(state, group, points, mode, lifted, goal).by_hex()


def reached(
    state: MusketState, group: tuple[int, ...], points: int, mode: str, lifted: Lifted = NOTHING, goal: int = -1
) -> Reached:
    """The same, as a search gives it."""
    if lifted:
        closed, ends = union_of(bans(state, group, mode), lifted), 0
        for clause, _, mask in endings(state, group, mode):
            ends |= mask if clause not in lifted else mask & 1 << goal if goal >= 0 else 0
        ends &= ~closed
    else:
        closed, ends = closed_and_ends(state, group, mode)
    start = state.at[group[0]]
    if start >= 0:
        return spread(state, group, start, points, mode, closed, ends, whole=mode != MARCH, lifted=lifted)
    entries = entry_hexes(state, group[0], lifted)
    if len(entries) == 1:
        return enter(state, group, entries[0], points, mode, closed, ends, lifted)
    found: dict[int, int] = {}
    for entry in entries:
        for hex_, cost in enter(state, group, entry, points, mode, closed, ends, lifted).by_hex().items():
            if cost < found.get(hex_, cost + 1):
                found[hex_] = cost
    return ByHex(found)


def with_room(state: MusketState, group: tuple[int, ...], found: dict[int, int]) -> dict[int, int]:
    """What was found less the hexes where the group would overstack (MS 5.1, 5.2)."""
    ByHex(found).leave_out(no_room(state, group))
    return found


def no_room(state: MusketState, group: tuple[int, ...]) -> int:
    """The hexes where the group would overstack (MS 5.1, 5.2)."""
    weight = state.scenario.weight_of(group)
    return state.full(weight) if weight else 0


def spread(
    state: MusketState, group: tuple[int, ...], start: int, points: int, mode: str, closed: int, ends: int,
    *, whole: bool = False, lifted: Lifted = NOTHING,
) -> Reached:  # fmt: skip
    """Hexes reached from a hex on the map, stacking not yet looked at.

    `whole`: this is all of a move and not what is left of it, so one hex may be moved whatever it costs (MS 4.33).
    Some steps end the move by the ground: guns in a stream, a train in the open (MS 4.4). An EZOC is entered at its own
    rate, and not from another.
    """
    scenario = state.scenario
    profile = scenario.profile(group)
    if not profile:
        return ByHex(dict.fromkeys(hexes_in(sailable(scenario, lifted) & ~closed & ~(1 << start)), 0))
    march = mode == MARCH
    ground = scenario.ground
    ways = barriers.ways_without(ground, profile, march, lifted) if lifted else ground.ways(profile, march)
    zone = ends and state.zone(enemy_of(scenario.side_of[group[0]])) & ends
    single = single_steps(state, group, ways, start, closed, zone) if whole else 0
    return ways.course.come_to(start, points, closed, ends & ~(1 << start), zone, single)


def single_steps(
    state: MusketState, group: tuple[int, ...], ways: Ways, start: int, closed: int, zone: int
) -> int:  # fmt: skip
    """One hex may always be moved with the whole allowance (MS 4.33), also from EZOC to EZOC (MS 6.3)."""
    single = ways.enterable[start] & ~closed
    if single & zone:
        held = zone >> start & 1 and any(state.disordered[piece] for piece in group)
        single &= ~zone if held else ~zone | ways.zone_enterable[start]
    return single


def sailable(scenario: MusketScenario, lifted: Lifted = NOTHING) -> int:
    """Where boats may be: any hex with some river in it (MS 2.2)."""
    return scenario.board.playable if BOATS_SAIL in lifted else scenario.ground.sailable


def enter(
    state: MusketState, group: tuple[int, ...], entry: int, points: int, mode: str, closed: int, ends: int,
    lifted: Lifted = NOTHING,
) -> Reached:  # fmt: skip
    """From off the map: pay for the first hex, then go on (MS 4.7a)."""
    scenario = state.scenario
    profile = scenario.profile(group)
    if not profile:
        return ByHex(dict.fromkeys(hexes_in(sailable(scenario, lifted) & ~closed), 0))
    paid = None if closed >> entry & 1 else scenario.ground.entry_price(profile, entry, mode == MARCH)
    if paid is None:
        return ByHex({})
    price, halts = paid
    if halts and lifted:
        halts = not barriers.halts(scenario.ground, profile, entry) <= lifted
    if halts or ends >> entry & 1 or price >= points:
        return ByHex({entry: min(price, points)})
    found = spread(state, group, entry, points - price, mode, closed, ends, lifted=lifted)
    found.after(entry, price)
    return found


def printed_entries(state: MusketState, piece: int) -> tuple[int, ...]:
    """The entry hexes of a piece off the map: those of its box, or its own."""
    scenario = state.scenario
    place = state.at[piece]
    if scenario.in_box(place):
        entries: tuple[int, ...] = scenario.board.boxes[scenario.place_name(place)].entry_hexes
        return entries
    return (scenario.entry[piece],) if place == WAITING and scenario.entry[piece] >= 0 else ()


def open_entries(state: MusketState, piece: int, lifted: Lifted = NOTHING) -> tuple[int, ...]:
    """Those of them in which no enemy combat unit stands."""
    enemy = state.troops(enemy_of(state.scenario.side_of[piece])) if "MS 4.5" not in lifted else 0
    return tuple(hex_ for hex_ in printed_entries(state, piece) if not enemy >> hex_ & 1)


def entry_hexes(state: MusketState, piece: int, lifted: Lifted = NOTHING) -> tuple[int, ...]:
    """Where a piece off the map may come in. A blocked entry moves along the edge for who has waited a turn (MS 4.7).

    `due` is the turn from which it waits: that of its arrival, or for a piece in a box the first turn that found the
    way out blocked (see `sequence.Arrivals`).
    """
    if state.scenario.kind[piece] == "gunboat":
        return (0,)
    printed, free = printed_entries(state, piece), open_entries(state, piece, lifted)
    if free or not printed or not (0 < state.due[piece] < state.turn or WAIT_A_TURN in lifted):
        return free
    return nearest_edge(state, piece, printed[0])


def nearest_edge(state: MusketState, piece: int, printed: int) -> tuple[int, ...]:
    scenario = state.scenario
    enemy = state.troops(enemy_of(scenario.side_of[piece]))
    profile = scenario.profile((piece,))
    grid = scenario.board.grid
    found = [
        (grid.distance(printed, hex_), hex_)
        for hex_ in hexes_in(scenario.ground.edge & ~enemy)
        if scenario.ground.entry_price(profile, hex_, False) is not None
    ]
    return (min(found)[1],) if found else ()


def waiting_to_enter(state: MusketState, piece: int) -> bool:
    """In a box, or a reinforcement whose turn has come (MS 4.7)."""
    place = state.at[piece]
    if place == WAITING:
        return 0 < state.due[piece] <= state.turn
    return place != LOST and state.scenario.in_box(place)


def exit_box(
    state: MusketState, group: tuple[int, ...], points: int, mode: str, comes_to: Reached,
    lifted: Lifted = NOTHING,
) -> tuple[int, int] | None:  # fmt: skip
    """The box a move may end in and what that costs: 1 MP from the exit hex (MS 4.8, CK 19.12); None if it cannot."""
    scenario = state.scenario
    side, start = scenario.side_of[group[0]], state.at[group[0]]
    exits = scenario.exits[side]
    if not exits or start < 0 or mode == FOG or not scenario.profile(group):
        return None
    fee, ends, ways = 2 if mode == MARCH else 1, -1, list[tuple[int, int]]()
    for hex_, box in exits.items():
        cost = 0 if hex_ == start else comes_to.cost(hex_)
        if cost < 0 or cost + fee > points:
            continue
        if ends < 0:  # hardly ever anybody comes as far
            ends = ending_hexes(state, group, mode, lifted)
        if hex_ == start or not ends >> hex_ & 1:
            ways.append((cost + fee, box))
    return min(ways)[::-1] if ways else None


class Destinations:
    """Where a declared move may end: hexes with their costs, a box with its cost."""

    __slots__ = ("box", "hexes")

    def __init__(self, hexes: Reached, box: tuple[int, int] | None) -> None:
        self.hexes = hexes
        self.box = box


def destinations(state: MusketState, group: tuple[int, ...], points: int, mode: str) -> Destinations:
    """Every place a move may end in, worked out once for a state."""
    question = ("destinations", group, points, mode)
    return state.recall(question, lambda: find_destinations(state, group, points, mode))


def find_destinations(state: MusketState, group: tuple[int, ...], points: int, mode: str) -> Destinations:
    found = reached(state, group, points, mode)
    box = exit_box(state, group, points, mode, found)  # first, for a full hex may be passed through
    full = no_room(state, group)
    if full:
        found.leave_out(full)
    return Destinations(found, box)


def path(state: MusketState, group: tuple[int, ...], points: int, mode: str, goal: int) -> list[int]:
    """A cheapest way to a destination, for the screen."""
    return paths(state, group, points, mode)(goal)


def paths(state: MusketState, group: tuple[int, ...], points: int, mode: str) -> Callable[[int], list[int]]:
    """The same to one destination after another."""
    scenario = state.scenario
    profile = scenario.profile(group)
    start = state.at[group[0]]
    if not profile or start < 0:
        return lambda goal: [goal]
    closed = ending_hexes(state, group, mode) | union_of(bans(state, group, mode))
    costs, parents = tree(scenario.ground, profile, mode == MARCH, start, points, closed)

    def way_to(goal: int) -> list[int]:
        if goal in costs:
            return path_to(parents, start, goal)
        # It ends the move: come from the hex that makes it cheapest, else it is a single step.
        before = min(_last_steps(state, group, points, mode, goal, costs), default=(0, start))[1]
        return [*path_to(parents, start, before), goal]

    return way_to


def _last_steps(
    state: MusketState, group: tuple[int, ...], points: int, mode: str, goal: int, costs: dict[int, int]
) -> list[tuple[int, int]]:
    """What a move into a hex that ends it costs in all, and the hex before; as in `spread` (MS 4.62, 6.3)."""
    scenario, start = state.scenario, state.at[group[0]]
    ways = scenario.ground.ways(scenario.profile(group), mode == MARCH)
    zone = state.zone(enemy_of(scenario.side_of[group[0]])) & ending_hexes(state, group, mode)
    in_ezoc = zone >> goal & 1
    return [
        (costs.get(before, 0) + price, before)
        for before, price in (ways.into_zone if in_ezoc else ways.into).moves[goal]
        if (before in costs or (before == start and not (in_ezoc and zone >> start & 1)))
        and costs.get(before, 0) + price <= points
    ]
