"""Depots (SLB 20.1a), and supply lines by road, railroad and pike from a depot to a unit (SLB 20.2d, 20.2e).

The best line is the one that adds least to the die. What it adds hangs on the hexes full of friends and on how far the
unit is from the first river crossing, so a search keeps for every hex the best way without a crossing and the best way
over each crossing.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from hardtack.battles.chancellorsville.ammunition import Resupply, ammunition_table, is_blocked
from hardtack.battles.gcacw.counters import INFANTRY
from hardtack.battles.gcacw.ground import RAIN_CLOSES, Ground
from hardtack.battles.gcacw.state import CampaignState, combat_halves
from hardtack.board.board import Board, Side, both_ways
from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in, joined, mask_of
from hardtack.board.native import dataclass
from hardtack.referee.events import enemy_of
from hardtack.referee.state import LOST, put

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.rules import Scene
    from hardtack.referee.umpire import Umpire


RIVERS = ("rappahannock_river", "rapidan_river")  # the streams whose crossing makes a line long
NO_CROSSING = -1

Node = tuple[int, int]  # a hex, and the last hex before the first crossing or NO_CROSSING
Reached = tuple[int, int, Node | None]  # blocked hexes so far, steps so far, where from
Found = Mapping[int, Mapping[int, Reached]]  # by hex and bank
Rows = tuple[tuple[int, ...], ...]  # where roads lead from each hex


@dataclass(frozen=True, slots=True)
class SupplyLine:
    """One line from a depot to a unit."""

    hexes: tuple[int, ...]  # from the depot to the hex of the unit
    blocked: tuple[int, ...]  # those with enough friendly infantry in the way; the unit's own is not one
    bank: int  # the last hex before the first crossing of the two rivers, or NO_CROSSING
    river: int  # straight from there to the unit; 0: no crossing

    def attempt(self, exhausted: bool = False) -> Resupply:
        return Resupply(exhausted, len(self.blocked), self.river)


# -- depots: pieces that stand in a hex and supply a side until an enemy comes in (SLB 20.1a)


@lru_cache(maxsize=64)
def depots_of(scene: Scene, side: str) -> tuple[int, ...]:
    """The depots of a side, wherever they are."""
    return tuple(scene.index[name] for name in ammunition_table().depots[side] if name in scene.index)


def sources(state: CampaignState, side: str) -> tuple[int, ...]:
    """SLB 20.1a, 20.2e: the hexes a supply line may start from: depots on the map, and the way to the one beside it."""
    scene, gates = state.scenario, ammunition_table().gates
    found: list[int] = []
    for name in ammunition_table().depots[side]:
        if name not in scene.index or state.at[scene.index[name]] == LOST:
            continue
        if name in gates:
            found += [scene.hex(gate) for gate in gates[name]]
        elif state.at[scene.index[name]] >= 0:
            found.append(state.at[scene.index[name]])
    return tuple(found)


def overrun(scene: Scene, draft: CampaignState, umpire: Umpire, unit: int, hex_: int) -> None:
    """SLB 20.1a: a unit that comes into a hex with an enemy depot destroys it; no enemy unit can be there then."""
    piece = scene.pieces[unit]
    for depot in depots_of(scene, enemy_of(piece.side)):
        if draft.at[depot] == hex_:
            draft.at = put(draft.at, depot, LOST)
            name = scene.pieces[depot].id
            umpire.tell("SLB 20.1a", "event.depot_destroyed", unit=piece.id, unit_depot=name, hex=scene.name(hex_))


# -- the roads


@lru_cache(maxsize=8)
def crossings_of(board: Board) -> frozenset[Side]:
    """Hexsides of the Rappahannock and the Rapidan, both ways."""
    return frozenset(side for name in RIVERS for side in both_ways(board.streams[name].sides))


@lru_cache(maxsize=64)
def roads(ground: Ground, rain: bool) -> Rows:
    """For each hex where a line may go on along roads, railroads and pikes; over rivers at crossings, in rain not at
    fords. A bridge built in play joins two hexes that have a road each; only at its ends anything is different."""
    if not ground.bridges:
        return tuple(_leads_on(ground, here, rain) for here in range(ground.board.grid.size))
    rows = [*roads(ground.with_bridges(()), rain)]
    for here in {hex_ for side in ground.bridges for hex_ in side}:
        rows[here] = _leads_on(ground, here, rain)
    return tuple(rows)


def _leads_on(ground: Ground, here: int, rain: bool) -> tuple[int, ...]:
    def leads(there: int) -> bool:
        built = (min(here, there), max(here, there)) in ground.bridges
        if not ground.has_line(here, there) and not (built and _has_road(ground, here) and _has_road(ground, there)):
            return False
        return passable(ground, here, there, rain)

    return tuple(there for there in ground.board.grid.around[here] if leads(there))


def _has_road(ground: Ground, hex_: int) -> bool:
    return any(ground.has_line(hex_, there) for there in ground.board.grid.around[hex_])


def passable(ground: Ground, here: int, there: int, rain: bool) -> bool:
    """SLB 20.2e: no river between the hexes, or a crossing that serves in this weather."""
    if not ground.is_river(here, there):
        return True
    crossing = ground.crossing(here, there)
    return bool(crossing) and not (rain and crossing in RAIN_CLOSES)


@lru_cache(maxsize=256)
def road_net(ground: Ground, starts: tuple[int, ...], closed: int, rain: bool) -> int:
    """The hexes a line can come to from these starts past the closed ones, as a mask."""
    return joined(roads(ground, rain), mask_of(starts) & ~closed, closed)


@lru_cache(maxsize=16)
def spread(ground: Ground, starts: tuple[int, ...], closed: int, blocked: int, rain: bool) -> Found:
    """Every hex a line can come to from these starts past the closed ones, with the fewest blocked hexes and steps."""
    joined, rivers = roads(ground, rain), crossings_of(ground.board)
    found: dict[int, dict[int, Reached]] = {}
    queue: list[tuple[int, int, int, int, Node | None]] = [
        (blocked >> start & 1, 0, start, NO_CROSSING, None) for start in starts if not closed >> start & 1
    ]
    heapq.heapify(queue)
    while queue:
        cost, steps, here, bank, before = heapq.heappop(queue)
        known = found.setdefault(here, {})
        if bank in known:
            continue
        known[bank] = (cost, steps, before)
        for there in joined[here]:
            over = here if bank == NO_CROSSING and (here, there) in rivers else bank
            if not closed >> there & 1 and (there not in found or over not in found[there]):
                heapq.heappush(queue, (cost + (blocked >> there & 1), steps + 1, there, over, (here, bank)))
    return found


# -- how little is in the way: what the dice ask for, without the lines themselves


@lru_cache(maxsize=64)
def by_rivers(ground: Ground, rain: bool) -> tuple[Rows, tuple[Side, ...]]:
    """The roads that cross neither river, and the steps over them."""
    rows, rivers, steps = [*roads(ground, rain)], crossings_of(ground.board), []
    for here in sorted({here for here, _ in rivers}):  # nowhere else anything is different
        over = [there for there in rows[here] if (here, there) in rivers]
        steps += [(here, there) for there in over]
        rows[here] = tuple(there for there in rows[here] if there not in over)
    return tuple(rows), tuple(steps)


Counted = dict[int, int]  # so many blocked hexes on the way, and the hexes that have no fewer, as a mask


def fewest_blocked(
    grid: Grid, rows: Rows, starts: Iterable[tuple[int, int]], closed: int, blocked: int, ends: int = 0
) -> Counted:
    """Every hex one can come to, by the fewest blocked hexes on a way there; each start has some behind it.

    Nothing is looked at beyond the first of the ends: none of the others has fewer on the way.
    """
    found: Counted = {}
    seen, slow, fronts = 0, blocked & ~closed, dict[int, int]()
    for start, behind in starts:
        fronts[behind] = fronts.get(behind, 0) | 1 << start
    while fronts:
        count = min(fronts)
        front = fronts.pop(count) & ~seen
        if not front:
            continue
        found[count] = reached = joined(rows, front, closed | slow | seen)
        seen |= reached
        if reached & ends:
            break
        beyond = mask_of([hex_ for hex_ in hexes_in(slow & ~seen) if _leads_to(grid, rows, reached, hex_)])
        if beyond:
            fronts[count + 1] = fronts.get(count + 1, 0) | beyond
    return found


def _leads_to(grid: Grid, rows: Rows, hexes: int, goal: int) -> bool:
    """Whether a road leads straight from one of the hexes to another one."""
    near = hexes & grid.around_mask[goal]
    return bool(near) and any(goal in rows[here] for here in hexes_in(near))


def blocked_on_way(counted: Counted, hexes: int) -> int | None:
    """The fewest blocked hexes on a way to the nearest of some hexes; None: there is no way to any of them."""
    return next((count for count, reached in counted.items() if reached & hexes), None)


@cache
def added_by(river: int) -> int:
    """What is added to the die of a line that has nothing in its way, by how far off it crosses a river."""
    return Resupply(False, 0, river).modifier


@lru_cache(maxsize=16)
def short_of_rivers(ground: Ground, starts: tuple[int, ...], closed: int, blocked: int, rain: bool) -> Counted:
    """The hexes a line can come to without a crossing, by the fewest blocked hexes on the way."""
    begun = [(start, blocked >> start & 1) for start in starts if not closed >> start & 1]
    return fewest_blocked(ground.board.grid, by_rivers(ground, rain)[0], begun, closed, blocked)


# -- the line of a unit


@dataclass(frozen=True, slots=True)
class Country:
    """What a side's lines go through: where they start, what is shut to them, what slows them."""

    ground: Ground
    starts: tuple[int, ...]
    closed: int  # enemies, and their normal zones without a friend to cancel them
    blocked: int  # enough friendly infantry to be in the way
    rain: bool

    @property
    def grid(self) -> Grid:
        return self.ground.board.grid

    def reaches(self, unit_hex: int) -> bool:
        """Whether there is any line to a unit in a hex: far quicker to say than which is the best."""
        area = road_net(self.ground, self.starts, self.closed, self.rain)
        ends = area & self.ground.board.grid.around_mask[unit_hex]
        return bool(area >> unit_hex & 1) or any(self._leaves_road(end, unit_hex) for end in hexes_in(ends))

    def burden(self, unit_hex: int) -> Resupply | None:
        """What the best line to a unit in a hex has to reckon with: far quicker to say than which line it is."""
        dry, grid = short_of_rivers(self.ground, self.starts, self.closed, self.blocked, self.rain), self.grid
        ends = [end for end in grid.around[unit_hex] if self._leaves_road(end, unit_hex)]
        found = min(self._dry_burdens(dry, ends, unit_hex), key=_weight, default=None)
        by_length: dict[int, list[tuple[int, int]]] = {}  # first hexes over a river, by how much the length of it adds
        rivers: dict[int, int] = {}
        slow = self.blocked & ~(1 << unit_hex)  # its own hex is not in the way
        for bank, over in by_rivers(self.ground, self.rain)[1]:
            before = None if self.closed >> over & 1 else blocked_on_way(dry, 1 << bank)
            if before is not None:
                river = grid.distance(bank, unit_hex)
                added = added_by(river)
                rivers[added] = river
                by_length.setdefault(added, []).append((over, before + (slow >> over & 1)))
        goals = mask_of([unit_hex, *ends])
        for added, begun in by_length.items():
            if found is None or (added, 0) < _weight(found):  # else no way over the river is any better
                counted = fewest_blocked(grid, roads(self.ground, self.rain), begun, self.closed, slow, goals)
                least = blocked_on_way(counted, goals)
                one = found if least is None else Resupply(False, least, rivers[added])
                if one is not None and (found is None or _weight(one) < _weight(found)):
                    found = one
        return found

    def _dry_burdens(self, counted: Counted, ends: Iterable[int], unit_hex: int) -> Iterator[Resupply]:
        """What there is on the lines to a unit without a crossing before the last hex they have on a road."""
        blocked = blocked_on_way(counted, 1 << unit_hex)
        if blocked is not None:
            yield Resupply(False, blocked - (self.blocked >> unit_hex & 1), 0)
        rivers = crossings_of(self.ground.board)
        for end in ends:
            blocked = blocked_on_way(counted, 1 << end)
            if blocked is not None:
                yield Resupply(False, blocked, int((end, unit_hex) in rivers))

    def line(self, unit_hex: int) -> SupplyLine | None:
        """The line to a unit in a hex that adds least to its die; of equals the least blocked, then the shortest."""
        found = spread(self.ground, self.starts, self.closed, self.blocked, self.rain)
        best = min(self._ends(found, unit_hex), key=itemgetter(0), default=None)
        return None if best is None else self._line(found, best[1], best[2], unit_hex)

    def _ends(self, found: Found, unit_hex: int) -> Iterator[tuple[tuple[int, int, int], Node, int]]:
        """The ends of all lines to a unit, each with its burden and with the bank it has crossed a river from."""
        rivers, distance = crossings_of(self.ground.board), self.ground.board.grid.distance
        for end in (unit_hex, *self.ground.board.grid.around[unit_hex]):
            if end not in found or (end != unit_hex and not self._leaves_road(end, unit_hex)):
                continue
            for bank, (blocked, steps, _) in found[end].items():
                blocked -= self.blocked >> unit_hex & 1 if end == unit_hex else 0  # its own hex is not in the way
                over = end if bank == NO_CROSSING and (end, unit_hex) in rivers else bank
                river = 0 if over == NO_CROSSING else distance(over, unit_hex)
                added = Resupply(False, blocked, river).modifier
                yield (added, blocked, steps + (end != unit_hex)), (end, bank), over

    def _leaves_road(self, road: int, hex_: int) -> bool:
        """SLB 20.2e: the last hex may be off the road; it must be one that can be entered from there."""
        costs = self.ground.rain_cost if self.rain else self.ground.cost
        return hex_ in costs[road] and passable(self.ground, road, hex_, self.rain)

    def _line(self, found: Found, end: Node, bank: int, unit_hex: int) -> SupplyLine:
        hexes = [] if end[0] == unit_hex else [unit_hex]
        node: Node | None = end
        while node is not None:
            hexes.append(node[0])
            node = found[node[0]][node[1]][2]
        hexes.reverse()
        blocked = tuple(hex_ for hex_ in hexes if self.blocked >> hex_ & 1 and hex_ != unit_hex)
        river = 0 if bank == NO_CROSSING else self.ground.board.grid.distance(bank, unit_hex)
        return SupplyLine(tuple(hexes), blocked, bank, river)


def _weight(one: Resupply) -> tuple[int, int]:
    """By how much a line is worse than others."""
    return one.modifier, one.blocked


def country(state: CampaignState, side: str) -> Country:
    """The country as it is for a side's lines now."""
    return state.recall(("supply", side), lambda: _survey(state, side))


def _survey(state: CampaignState, side: str) -> Country:
    own, enemy = state.occupied(side), enemy_of(side)
    closed = state.occupied(enemy) | (state.deployment.zone(enemy) & ~own)
    ground = state.ground
    return Country(ground, sources(state, side), closed, crowded(state, side), bool(state.rain))


def crowded(state: CampaignState, side: str) -> int:
    """SLB 20.2d: the hexes with enough infantry of the side to block a line, as a mask."""
    scene, at, halves = state.scenario, state.at, dict[int, list[int]]()
    for unit in hexes_in(scene.arms[INFANTRY] & scene.forces[side] & state.deployment.present):
        halves.setdefault(at[unit], []).append(combat_halves(state, unit))
    return mask_of([hex_ for hex_, infantry in halves.items() if is_blocked(infantry)])


def supply_line(state: CampaignState, unit: int) -> SupplyLine | None:
    """SLB 20.2e: the best supply line of a unit on the map; None: it has none."""
    return country(state, state.scenario.side_of[unit]).line(state.at[unit])


def burden(state: CampaignState, unit: int) -> Resupply | None:
    """SLB 20.2d: what an attempt for a unit on the map has to reckon with, by its best line; None: it has none."""
    found = country(state, state.scenario.side_of[unit]).burden(state.at[unit])
    return None if found is None else Resupply(bool(state.exhausted[unit]), found.blocked, found.river)


# -- why there is none

NO_DEPOT, ENEMY, RAIN, NO_ROAD = "depot", "enemy", "rain", "road"


@dataclass(frozen=True, slots=True)
class Cut:
    """Why a unit has no supply line: the cause, the way it would have had, and the hexes on it that are shut."""

    cause: str
    hexes: tuple[int, ...] = ()
    shut: tuple[int, ...] = ()


def cause_of_cut(state: CampaignState, unit: int) -> str | None:
    """What keeps supply from a unit; None: nothing does."""
    known, hex_ = country(state, state.scenario.side_of[unit]), state.at[unit]
    if not known.starts:
        return NO_DEPOT
    if known.reaches(hex_):
        return None
    if known.rain and Country(known.ground, known.starts, known.closed, 0, rain=False).reaches(hex_):
        return RAIN
    return ENEMY if Country(known.ground, known.starts, 0, 0, rain=False).reaches(hex_) else NO_ROAD


def cut(state: CampaignState, unit: int) -> Cut | None:
    """What stands in the way of a unit's supply; None: nothing does."""
    return state.recall(("cut", unit), lambda: _find_cut(state, unit))


def _find_cut(state: CampaignState, unit: int) -> Cut | None:
    cause = cause_of_cut(state, unit)
    if cause != ENEMY:
        return None if cause is None else Cut(cause)
    # With the closed hexes as the ones to be spared, the best line is the one the enemy shuts in the fewest places.
    known = country(state, state.scenario.side_of[unit])
    line = Country(known.ground, known.starts, 0, known.closed, rain=False).line(state.at[unit])
    return Cut(ENEMY) if line is None else Cut(ENEMY, line.hexes, line.blocked)
