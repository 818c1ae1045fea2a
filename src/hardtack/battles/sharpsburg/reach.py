"""How far a unit can go: allowance, terrain, creeks, woods, enemies and their zones (chapters 5 to 7).

The answer is a list of sets: `layers[n]` holds the hexes whose cheapest way costs n points. Whole sets
are spread at once, which is far quicker than walking hex by hex.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import permutations

from hardtack.battles.sharpsburg.ground import Terrain
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.board.native import COMPILED, dataclass
from hardtack.board.reach import in_c
from hardtack.referee.events import enemy_of

FAR = 40  # more points than any way on the map takes

Way = tuple[int, list[int]]
"""What a way costs, and its hexes with the start."""
Spreads = dict[tuple[int, int], tuple[list[int], list[int]]]
"""What `March.spread` found from a hex with so many points."""


@dataclass(slots=True)
class March:
    """Everything that decides where a unit can go from a hex."""

    terrain: Terrain
    start: int
    points: int
    enemies: int = 0  # hexes nobody enters (SH 5d)
    zone: int = 0  # hexes that end the move (SH 7a)
    barred: int = 0  # hexes the first step may not enter (SH 7b)
    woods_stop: bool = False  # True: woods only end the move; False: they are the whole move (SH C4)
    fresh: bool = True  # False: points have been spent before, so woods cannot be the whole move

    def spread(self) -> tuple[list[int], list[int]]:
        """The hexes by cheapest cost, and those of them the unit could go on from, also by cost."""
        points, steps, zone = self.points, self.terrain.steps, self.zone
        woods_steps = self.terrain.woods_steps if self.woods_stop else ()
        wave, ends = [0] * (points + 1), [0] * (points + 1)
        layers, fronts = [0] * (points + 1), [0] * (points + 1)
        passed = seen = self.enemies | 1 << self.start
        self._first_steps(wave, ends)
        for spent in range(1, points + 1):
            front = wave[spent] & ~passed
            passed |= front
            layers[spent] = new = (front | ends[spent]) & ~seen
            seen |= new
            fronts[spent] = front = front & ~zone
            if front:
                for step in steps:
                    if spent + step.price <= points:
                        wave[spent + step.price] |= step.from_all(front)
                for step in woods_steps:
                    if spent + step.price <= points:
                        ends[spent + step.price] |= step.from_all(front)
        return layers, fronts

    def _first_steps(self, wave: list[int], ends: list[int]) -> None:
        """The step that leaves an enemy zone is not free (SH 7b), and only it can enter woods (SH C4)."""
        plain, woods = self.terrain.first_steps[self.start]
        for price, hexes in plain:
            if price <= self.points:
                wave[price] = hexes & ~self.barred
        if self.fresh or self.woods_stop:
            for price, hexes in woods:
                if price <= self.points:
                    ends[price] = hexes & ~self.barred

    def goals(self) -> int:
        """Every hex the unit can end its move in, as far as the ground and the enemy allow."""
        if not COMPILED or self.woods_stop:
            return Reach(self.spread()[0]).goals
        woods = self.terrain.first_steps[self.start][1] if self.fresh else ()
        return searched(self.terrain, self.start, self.points, self.enemies, self.zone, self.barred, woods)

    def way(self, goal: int) -> Way | None:
        """The cheapest way to a hex; among equals the one over the lowest hexes. None when there is none."""
        return self._way(goal, *self.spread())

    def _way(self, goal: int, layers: list[int], fronts: list[int]) -> Way | None:
        """The same, once the hexes have been found."""
        cost = Reach(layers).cost(goal)
        if cost is None:
            return None
        path, spent = [goal], cost
        while path[-1] != self.start:
            before, price = self._step_before(fronts, path[-1], spent, last=len(path) == 1)
            path.append(before)
            spent -= price
        path.reverse()
        return cost, path

    def _step_before(self, fronts: list[int], there: int, spent: int, *, last: bool) -> tuple[int, int]:
        """The hex a cheapest way comes from, and the price of the step."""
        for here in sorted(self.terrain.board.grid.around[there]):
            price = self.terrain.price(here, there)
            if price is None or price.points > spent:
                continue
            if here == self.start:
                whole_move = self.fresh or self.woods_stop or not price.into_woods
                if price.points == spent and whole_move and not self.barred >> there & 1:
                    return here, price.points
            elif fronts[spent - price.points] >> here & 1 and (not price.into_woods or (last and self.woods_stop)):
                return here, price.points
        raise LookupError("a hex that was reached has a step before it")

    def way_through(self, goal: int, wanted: Iterable[int]) -> Way | None:
        """The way to a hex that passes through most of the wanted hexes, and among those the cheapest."""
        can_reach = self.goals()
        spreads: Spreads = {}
        stations = [
            hex_ for hex_ in wanted
            if can_reach >> hex_ & 1 and not self.zone >> hex_ & 1 and hex_ not in (goal, self.start)
        ]  # fmt: skip
        for number in range(len(stations), 0, -1):
            ways = [self._by(order, goal, spreads) for order in permutations(stations, number)]
            best = min(filter(None, ways), default=None)
            if best is not None:
                return best
        return self.way(goal)

    def _by(self, stations: Iterable[int], goal: int, spreads: Spreads) -> Way | None:
        """The cheapest way to a hex by way of others, in their order; ways have their first legs in common."""
        spent, path = 0, [self.start]
        march = self
        for station in (*stations, goal):
            known = spreads.get((march.start, march.points))
            if known is None:
                known = spreads[march.start, march.points] = march.spread()
            leg = march._way(station, *known)
            if leg is None:
                return None
            spent += leg[0]
            path += leg[1][1:]
            march = replace(march, start=station, points=self.points - spent, barred=0, fresh=False)
        return spent, path


def searched(
    terrain: Terrain, start: int, points: int, enemies: int, zone: int, barred: int, woods: Sequence[tuple[int, int]]
) -> int:
    """`March.goals` by the search in C: it is quicker than whole sets, but knows nothing of woods.

    A first step may lead into them.
    """
    found = in_c(terrain.flow).goals(start, points, enemies, zone, barred)
    for price, hexes in woods:
        if price <= points:
            found |= hexes & ~(barred | enemies)
    return found


def barred_first_steps(state: SharpsburgState, side: str, start: int) -> int:
    """The hexes a unit in an enemy zone may not step into straight away (SH 7b).

    Read strictly, any hex the enemy controls (SH C8); read softly, only hexes that a unit other than
    those already facing it controls.
    """
    zone = state.deployment.zone(enemy_of(side))
    if not zone >> start & 1:
        return 0
    around = state.scenario.board.grid.around_mask[start]
    if state.scenario.settings["zone_to_zone"] == "any":
        return zone & around
    zone_of = state.scenario.terrain.zone
    barred = 0
    for enemy in state.scenario.of_side[enemy_of(side)]:
        at = state.at[enemy]
        if at >= 0 and not zone_of[at] >> start & 1:
            barred |= zone_of[at]
    return barred & around


def march_of(state: SharpsburgState, piece: int, side: str) -> March:
    """The march a unit could make now."""
    field = state.scenario
    enemy, start = enemy_of(side), state.at[piece]
    zone, barred = state.deployment.zone(enemy), barred_first_steps(state, side, start)
    return March(field.terrain, start, field.movement[piece], state.occupied(enemy), zone, barred, field.woods_stop)


class Reach:
    """The hexes by what it costs to go there, and all of them."""

    __slots__ = ("goals", "layers")

    def __init__(self, layers: Sequence[int]) -> None:
        self.layers = tuple(layers)
        self.goals = 0
        for layer in layers:
            self.goals |= layer

    def cost(self, hex_: int) -> int | None:
        """What the cheapest way to a hex costs."""
        return next((cost for cost, layer in enumerate(self.layers) if layer >> hex_ & 1), None)


@lru_cache(maxsize=1 << 15)
def area(terrain: Terrain, start: int, points: int, woods_stop: bool) -> int:
    """What can matter to a march: the hexes that could be reached if there were no enemy, and its start."""
    return March(terrain, start, points, woods_stop=woods_stop).goals() | 1 << start


@lru_cache(maxsize=1 << 15)
def concern(terrain: Terrain, start: int, points: int, woods_stop: bool) -> int:
    """The same, and the hexes from which an enemy controls those around the start (SH 7b)."""
    return area(terrain, start, points, woods_stop) | terrain.board.grid.within(start, 2)


Marching = tuple[Terrain, int, int, bool, int, int, int]
"""The terrain, start, points, whether woods only stop, and near the start the enemies, their zone, what is barred."""


@lru_cache(maxsize=1 << 16)
def goals_from(marching: Marching) -> int:
    """Where a march leads. The same foes near it give the same answer, wherever the others are."""
    terrain, start, points, woods_stop, enemies, zone, barred = marching
    return March(terrain, start, points, enemies, zone, barred, woods_stop).goals()


@lru_cache(maxsize=1 << 12)
def reach_from(marching: Marching) -> Reach:
    """The same with what it costs."""
    terrain, start, points, woods_stop, enemies, zone, barred = marching
    return Reach(March(terrain, start, points, enemies, zone, barred, woods_stop).spread()[0])


def marching_of(state: SharpsburgState, piece: int, side: str) -> Marching:
    """What decides where a unit can go."""
    field = state.scenario
    terrain, start, points = field.terrain, state.at[piece], field.movement[piece]
    woods_stop = field.woods_stop
    near, front = area(terrain, start, points, woods_stop), state.front(side)
    zone = front.zone & near
    barred = barred_first_steps(state, side, start) if zone >> start & 1 else 0
    return terrain, start, points, woods_stop, front.enemies & near, zone, barred


def goals_of(state: SharpsburgState, piece: int, side: str) -> int:
    """Where a unit can go: a compiled search is quicker than looking up what it once found."""
    field = state.scenario
    if not COMPILED or field.woods_stop:
        return goals_from(marching_of(state, piece, side))
    terrain, start, front = field.terrain, state.at[piece], state.front(side)
    barred = barred_first_steps(state, side, start) if front.zone >> start & 1 else 0
    woods = terrain.first_steps[start][1]
    return searched(terrain, start, field.movement[piece], front.enemies, front.zone, barred, woods)


def reach_of(state: SharpsburgState, piece: int, side: str) -> Reach:
    """The same with what it costs."""
    return reach_from(marching_of(state, piece, side))
