"""Terrain: what a step costs, what a hexside or hex does to combat, where guns can see (SH 5d, 6, 6a, 7, 11c)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from hardtack.battles.sharpsburg.charts import Charts
from hardtack.board.board import Board
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.sight import clear_line
from hardtack.board.zones import zone_masks

CREEK = "creek"
BRIDGE = "bridge"
FORD = "ford"
ROAD = "road"
CROSSINGS = (BRIDGE, FORD)

Steps = tuple[tuple[tuple[int, int], ...], ...]
"""For each hex: prices, each with the set of neighbours a step of that price leads to."""


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
        self.steps = self._steps(into_woods=False)
        self.woods_steps = self._steps(into_woods=True)
        self._fire: dict[tuple[str, int], int] = {}
        self._without: dict[tuple[bool, bool], Terrain] = {}

    def without(self, *, creeks: bool, woods: bool) -> Terrain:
        """The same ground with creeks or woods (or both) no hindrance: for explaining refusals only."""
        key = (creeks, woods)
        if key not in self._without:
            self._without[key] = Terrain(self.board, self.charts, self.settings, creeks=not creeks, woods=not woods)
        return self._without[key]

    def _steps(self, *, into_woods: bool) -> Steps:
        """For each hex the neighbours one step leads to, grouped by what the step costs."""
        table = []
        for here in range(self.board.grid.size):
            by_price: dict[int, int] = {}
            for there in self.board.grid.around[here]:
                both = 1 << here | 1 << there
                price = self.price(here, there) if self.board.playable & both == both else None
                if price is not None and price.into_woods == into_woods:
                    by_price[price.points] = by_price.get(price.points, 0) | 1 << there
            table.append(tuple(sorted(by_price.items())))
        return tuple(table)

    # -- movement

    def bare_creek(self, a: int, b: int) -> bool:
        """A creek hexside without bridge or ford: nobody crosses, nobody fights over it (SH 5d, SH C7)."""
        features = self.board.side(a, b)
        return self.creeks_count and CREEK in features and not any(kind in features for kind in CROSSINGS)

    def price(self, a: int, b: int) -> Price | None:
        """The cost of stepping from a to its neighbour b by the terrain effects chart (SH 6, SH C5)."""
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
        key = (side, hex_)
        if key not in self._fire:
            reach = self.charts.limits.range[side]
            near = self.board.grid.within(hex_, reach) & ~(1 << hex_)
            self._fire[key] = mask_of(there for there in hexes_in(near) if self.clear_fire(hex_, there))
        return self._fire[key]

    def clear_fire(self, gun: int, target: int) -> bool:
        """No town or woods strictly between; along a hexside both hexes must block (SH 11c, SH C16)."""
        return clear_line(self.board.grid, gun, target, lambda h: bool(self.blocks_fire >> h & 1))
