"""Terrain: what a step costs, what a hexside or hex does to combat, where guns can see (SH 5d, 6, 6a, 7, 11c)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any

from hardtack.battles.sharpsburg.charts import Charts
from hardtack.board.board import Board
from hardtack.board.deployment import zone_masks
from hardtack.board.grid import disc
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import dataclass
from hardtack.board.reach import Edges
from hardtack.board.sight import clear_line

CREEK = "creek"
BRIDGE = "bridge"
FORD = "ford"
ROAD = "road"
CROSSINGS = (BRIDGE, FORD)

FirstSteps = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""Prices with the hexes a step of that price leads to: ordinary steps, and steps into woods off the road."""


class Steps:
    """The steps of one price. Hexes are numbered down the columns, so a step in one direction adds the same number
    everywhere, and a whole set of hexes takes it at once by a shift.
    """

    __slots__ = ("_anywhere", "_down", "_up", "price")

    def __init__(self, price: int, sources: Mapping[int, int]) -> None:
        self.price = price
        self._anywhere = 0
        for hexes in sources.values():
            self._anywhere |= hexes
        self._up = tuple((by, hexes) for by, hexes in sources.items() if by > 0)
        self._down = tuple((-by, hexes) for by, hexes in sources.items() if by < 0)

    def from_all(self, hexes: int) -> int:
        """The hexes one such step leads to from any of a set of hexes."""
        found = 0
        if not hexes & self._anywhere:
            return found
        for by, sources in self._up:
            found |= (hexes & sources) << by
        for by, sources in self._down:
            found |= (hexes & sources) >> by
        return found


@dataclass(frozen=True, slots=True)
class Price:
    """What one step costs, and whether it is an entry into woods off the road (SH C4)."""

    points: int
    into_woods: bool


class Terrain:
    """Every question the rules ask about the ground, answered once when the scenario is made."""

    def __init__(
        self, board: Board, charts: Charts, settings: Mapping[str, Any], *, creeks: bool = True, woods: bool = True
    ) -> None:
        self.board = board
        self.charts = charts
        self.settings = settings
        self.creeks_count = creeks
        self.woods_count = woods
        self.bridge_on_road = int(settings["bridge_on_road"])
        self.joined = zone_masks(board, lambda a, b: not self.bare_creek(a, b))
        self.zone = zone_masks(board, lambda a, b: CREEK not in board.side(a, b) or BRIDGE in board.side(a, b))
        self.strong = zone_masks(board, self.doubles_across)
        in_play = {h: charts.terrain[board.terrain[h]] for h in hexes_in(board.playable)}
        self.cover = mask_of(h for h, ground in in_play.items() if ground.defence > 1)
        self.blocks_fire = mask_of(h for h, ground in in_play.items() if ground.blocks_fire)
        steps = [(a, b) for a in in_play for b in board.grid.around[a] if b in in_play]
        self.prices = {step: price for step in steps if (price := self.read_price(*step)) is not None}
        self.flow = Edges(
            tuple(
                (b, price.points) for b in board.grid.around[a] if (price := self.price(a, b)) and not price.into_woods
            )
            for a in range(board.grid.size)
        )
        self.steps = self._steps(into_woods=False)
        self.woods_steps = self._steps(into_woods=True)
        self.first_steps = tuple(self._from(1 << here) for here in range(board.grid.size))

    def _steps(self, *, into_woods: bool) -> tuple[Steps, ...]:
        """All the steps of the map, grouped by what they cost."""
        found: dict[int, dict[int, int]] = {}
        for (here, there), price in self.prices.items():
            if price.into_woods == into_woods:
                sources = found.setdefault(price.points, {})
                sources[there - here] = sources.get(there - here, 0) | 1 << here
        return tuple(Steps(points, sources) for points, sources in sorted(found.items()))

    def _from(self, hexes: int) -> FirstSteps:
        """What one step can lead to: price and hexes, off the woods and into them."""
        plain = tuple((step.price, step.from_all(hexes)) for step in self.steps)
        woods = tuple((step.price, step.from_all(hexes)) for step in self.woods_steps)
        return tuple(filter(itemgetter(1), plain)), tuple(filter(itemgetter(1), woods))

    # -- movement

    def bare_creek(self, a: int, b: int) -> bool:
        """A creek hexside without bridge or ford: nobody crosses, nobody fights over it (SH 5d, SH C7)."""
        features = self.board.side(a, b)
        return self.creeks_count and CREEK in features and not any(kind in features for kind in CROSSINGS)

    def price(self, a: int, b: int) -> Price | None:
        """The cost of stepping from a to its neighbour b."""
        return self.prices.get((a, b))

    def read_price(self, a: int, b: int) -> Price | None:
        """The same from the terrain effects chart (SH 6, SH C5)."""
        if self.bare_creek(a, b):
            return None
        charts = self.charts.terrain
        ground = charts[self.board.terrain[b]]
        features = self.board.side(a, b)
        if self.board.along(ROAD, a, b):
            on_bridge = any(kind in features for kind in CROSSINGS)
            return Price((charts[ROAD].cost or 0) + (self.bridge_on_road if on_bridge else 0), into_woods=False)
        extra = sum(charts[kind].cost or 0 for kind in features if kind != CREEK)
        return None if ground.cost is None else Price(ground.cost + extra, ground.whole_turn and self.woods_count)

    # -- combat

    def doubles_across(self, attacker: int, defender: int) -> bool:
        """Ridge, bridge and ford double a defender attacked over them (SH 6a)."""
        return any(self.charts.terrain[kind].defence > 1 for kind in self.board.side(attacker, defender))

    def field_of_fire(self, side: str, hex_: int) -> int:
        """The hexes a gun of the side in the hex could bombard, by range and line of fire (SH 11a, SH 11c)."""
        return field_of_fire(self, self.charts.limits.range[side], hex_)

    def clear_fire(self, gun: int, target: int) -> bool:
        """No town or woods strictly between; along a hexside both hexes must block (SH 11c, SH C16)."""
        grid = self.board.grid
        length = grid.distance(gun, target)
        between = disc(grid, gun, length) & disc(grid, target, length) & ~(1 << gun | 1 << target)
        if not between & self.blocks_fire:
            return True  # no need to draw the line
        return clear_line(grid, gun, target, lambda h: bool(self.blocks_fire >> h & 1))


# What is worked out when it is first asked for. The ground itself never changes.


@lru_cache(maxsize=64)
def terrain_without(terrain: Terrain, creeks: bool, woods: bool) -> Terrain:
    """The same ground with creeks or woods (or both) no hindrance: for explaining refusals only."""
    return Terrain(terrain.board, terrain.charts, terrain.settings, creeks=not creeks, woods=not woods)


@lru_cache(maxsize=1 << 12)
def field_of_fire(terrain: Terrain, reach: int, hex_: int) -> int:
    near = terrain.board.grid.within(hex_, reach) & ~(1 << hex_)
    if not near & terrain.blocks_fire:
        return near
    return mask_of(there for there in hexes_in(near) if terrain.clear_fire(hex_, there))
