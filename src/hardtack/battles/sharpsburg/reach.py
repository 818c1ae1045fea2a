"""How far a unit can go: allowance, terrain, creeks, woods, enemies and their zones (chapters 5 to 7)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import permutations

from hardtack.battles.sharpsburg.ground import Terrain
from hardtack.battles.sharpsburg.state import ENEMY, SharpsburgState
from hardtack.battles.sharpsburg.zones import barred_first_steps
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.reach import path_to, reach, reach_tree

FAR = 99


@dataclass(frozen=True, slots=True)
class March:
    """Everything that decides where a unit can go from a hex."""

    terrain: Terrain
    start: int
    points: int
    enemies: int  # hexes nobody enters (SH 5d)
    zone: int  # hexes that end the move (SH 7a)
    barred: int  # hexes the first step may not enter (SH 7b)
    woods_stop: bool  # True: woods only end the move; False: they are the whole move (SH C4)
    fresh: bool = True  # False: points have been spent before, so woods cannot be the whole move

    def costs(self) -> dict[int, int]:
        """The cost of every hex the unit can end its move in, as far as the ground and the enemy allow."""
        terrain = self.terrain
        costs = reach(terrain.edges, self.start, self.points, self.enemies | self.zone)
        costs[self.start] = 0
        last = {}
        for there in hexes_in(self.zone & ~self.enemies):
            best = self._cheapest(costs, there, terrain.entries_to[there])
            if best is not None:
                last[there] = best[0]
        for there in hexes_in(self._woods_near()):
            best = self._cheapest(costs, there, terrain.woods_entries_to[there], whole_move=not self.woods_stop)
            if best is not None and best[0] < min(costs.get(there, FAR), last.get(there, FAR)):
                last[there] = best[0]
        costs.update(last)
        del costs[self.start]
        return costs

    def _woods_near(self) -> int:
        """Woods the unit might end its move in by entering them off the road (SH C4)."""
        woods = self.terrain.woods & ~self.enemies
        if self.woods_stop:
            return woods & self.terrain.near(self.start, self.points)
        return woods & self.terrain.joined[self.start] if self.fresh else 0

    def _cheapest(
        self, costs: dict[int, int], there: int, ways: Iterable[tuple[int, int]], *, whole_move: bool = False
    ) -> tuple[int, int] | None:
        """Cost and hex of the best last step into a hex that ends the move (or is the whole of it)."""
        best: tuple[int, int] | None = None
        for here, price in ways:
            if here == self.start:
                if self.barred >> there & 1:
                    continue
            elif whole_move or here not in costs:
                continue
            total = costs[here] + price
            if total <= self.points and (best is None or (total, here) < best):
                best = (total, here)
        return best

    def way(self, goal: int) -> tuple[int, list[int]] | None:
        """The cheapest way to a hex with its cost, the start included; None when there is none."""
        costs, parents = reach_tree(self.terrain.edges, self.start, self.points, self.enemies | self.zone)
        if goal in costs:
            return costs[goal], path_to(parents, self.start, goal)
        costs[self.start] = 0
        found = None
        if self.zone & ~self.enemies & 1 << goal:
            found = self._cheapest(costs, goal, self.terrain.entries_to[goal])
        if self._woods_near() >> goal & 1:
            ways = self.terrain.woods_entries_to[goal]
            by_woods = self._cheapest(costs, goal, ways, whole_move=not self.woods_stop)
            found = min(filter(None, (found, by_woods)), default=None)
        if found is None:
            return None
        return found[0], [*path_to(parents, self.start, found[1]), goal]

    def way_through(self, goal: int, wanted: int) -> tuple[int, list[int]] | None:
        """The way to a hex that passes through most of the wanted hexes, and among those the cheapest."""
        stations = list(hexes_in(wanted & ~self.zone & ~(1 << goal | 1 << self.start)))
        for number in range(len(stations), 0, -1):
            ways = [self._by(order, goal) for order in permutations(stations, number)]
            best = min(filter(None, ways), default=None)
            if best is not None:
                return best
        return self.way(goal)

    def _by(self, stations: Iterable[int], goal: int) -> tuple[int, list[int]] | None:
        """The cheapest way to a hex by way of others, in their order."""
        spent, path = 0, [self.start]
        march = self
        for station in (*stations, goal):
            leg = march.way(station)
            if leg is None:
                return None
            spent += leg[0]
            path += leg[1][1:]
            march = replace(march, start=station, points=self.points - spent, barred=0, fresh=False)
        return spent, path


def march_of(state: SharpsburgState, piece: int, side: str) -> March:
    """The march a unit could make now."""
    field = state.scenario
    lines = state.lines
    start, points = state.at[piece], field.movement[piece]
    near = field.terrain.near(start, points)
    enemy = ENEMY[side]
    return March(
        field.terrain, start, points, lines.occupied[enemy] & near, lines.zone[enemy] & near,
        barred_first_steps(state, side, start), field.settings["woods_entry"] == "stop",
    )  # fmt: skip


def reach_of(state: SharpsburgState, piece: int, side: str) -> tuple[dict[int, int], int]:
    """The cost of each hex a unit can reach, and the set of them; remembered, for the board is small."""
    field = state.scenario
    lines = state.lines
    start, points = state.at[piece], field.movement[piece]
    near = field.terrain.near(start, points)
    enemy = ENEMY[side]
    zone = lines.zone[enemy]
    barred = barred_first_steps(state, side, start) if zone >> start & 1 else 0
    key = (start, points, lines.occupied[enemy] & near, zone & near, barred)
    known = field.reaches.get(key)
    if known is None:
        costs = march_of(state, piece, side).costs()
        known = field.reaches.keep(key, (costs, mask_of(costs)))
    return known
