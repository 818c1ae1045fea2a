"""The ground: what a step costs (8.1b), where Bull Run runs, how far zones of control reach (8.2b)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from hardtack.board.board import Board, both_ways
from hardtack.board.deployment import zone_masks
from hardtack.board.masks import mask_of
from hardtack.board.reach import Edges, build_edges, reach

OPEN, NO_FARM_FORD, NO_NORTH = 0, 1, 2  # who may use which crossings; index into Ground.edges
ENOUGH = 250  # movement points for any way on this map


class Ground:
    """Everything about the map that the rules ask for, worked out once."""

    def __init__(self, board: Board, data: Mapping[str, Any], settings: Mapping[str, Any]) -> None:
        self.board = board
        self.north: int = board.regions["north_bank"]
        self.south: int = board.regions["south_bank"]
        self.southern = tuple(bool(self.south >> h & 1) for h in range(board.grid.size))  # the same by hex
        self.rows = {row["id"]: row for row in data["terrain"]["rows"]}
        self.crossing_cost: str = settings["crossing_cost"]
        low, high = data["flank"]["columns"]
        grid = board.grid
        self.west = mask_of(h for h in range(grid.size) if low <= grid.column(h) <= high)
        by_name = {crossing.name_en: crossing.sides for crossing in board.crossings}
        self.farm_ford = frozenset(both_ways([by_name[data["flank"]["hidden_crossing"]]]))
        self.sudley_ford = frozenset(both_ways([by_name["Sudley Ford"]]))
        self.flank_fords = frozenset(both_ways(by_name[name] for name in data["flank"]["watched_crossings"]))
        self.flank_banks = mask_of(there for _, there in self.flank_fords)
        self.defensive = mask_of(h for h in range(grid.size) if self.rows[board.terrain[h]]["defensive"])
        over_creek = settings["zoc_over_creek"]
        self.zones = zone_masks(board, lambda a, b: over_creek or self.passable(a, b))
        self.edges: tuple[Edges, Edges, Edges] = (self.steps(), self.steps(farm_ford=False), self.steps(north=False))
        # The hexes that can matter to a march from each hex: whatever lies within a full allowance, and its border.
        allowance = data["limits"]["movement_allowance"]
        self.area = tuple(mask_of((h, *reach(self.edges[OPEN], h, allowance))) for h in range(grid.size))
        # The same with what lies over the run: whatever can matter to a brigade there.
        self.near = tuple(area | around for area, around in zip(self.area, grid.around_mask, strict=True))
        self.passable_sides = tuple(
            tuple(b for b in grid.around[a] if self.passable(a, b)) for a in range(grid.size)
        )  # fmt: skip
        self.joined = tuple(mask_of(sides) for sides in self.passable_sides)  # the same as sets
        # The neighbours of each hex on the south bank that lie over Bull Run, to the north.
        self.far_bank = tuple(near & self.north if self.on_south(h) else 0 for h, near in enumerate(grid.around_mask))
        # Those of them that can be got to, and the points that are enough for any of them.
        self.over = tuple(far & joined for far, joined in zip(self.far_bank, self.joined, strict=True))
        self.dearest = tuple(max((price for _, price in moves), default=0) for moves in self.edges[OPEN].moves)
        self.banks = mask_of(h for h in range(grid.size) if self.far_bank[h])

    def cost(self, a: int, b: int) -> int | None:
        """Movement points for the step from a to its neighbour b; None where Bull Run bars it (8.1b, C4, C5)."""
        board = self.board
        terrain: int = self.rows[board.terrain[b]]["cost"]
        if "creek" in board.side(a, b):
            crossing = board.crossing(a, b)
            if crossing is None:
                return None
            flat: int = self.rows[crossing.kind]["cost"]
            return flat if self.crossing_cost == "flat" else max(flat, terrain)
        if board.along("road", a, b):
            road: int = self.rows["road"]["cost"]
            return road
        return terrain

    def dry_cost(self, a: int, b: int) -> int:
        """The same as if the bare creek were dry ground: what the far hex costs."""
        cost = self.cost(a, b)
        terrain: int = self.rows[self.board.terrain[b]]["cost"]
        return terrain if cost is None else cost

    def steps(self, *, dry: bool = False, north: bool = True, farm_ford: bool = True) -> Edges:
        """The steps of a brigade: over the bare creek if `dry`, over Bull Run to the north, over Farm Ford."""
        return steps_on(self, dry, north, farm_ford)

    def passable(self, a: int, b: int) -> bool:
        """Whether troops can pass between neighbours at all: no creek, or a ford or bridge over it."""
        return "creek" not in self.board.side(a, b) or self.board.crossing(a, b) is not None

    def over_farm_ford(self, here: int) -> int:
        """The hex over Farm Ford, as a set; empty elsewhere."""
        return mask_of(there for a, there in self.farm_ford if a == here)

    def goes_north(self, a: int, b: int) -> bool:
        """Whether the step leads over Bull Run to the north bank."""
        return bool(self.south >> a & 1 and self.north >> b & 1)

    def on_south(self, hex_: int) -> bool:
        return self.southern[hex_]


@lru_cache(maxsize=64)
def steps_on(ground: Ground, dry: bool, north: bool, farm_ford: bool) -> Edges:
    def price(a: int, b: int) -> int | None:
        if (not north and ground.goes_north(a, b)) or (not farm_ford and (a, b) in ground.farm_ford):
            return None
        return ground.dry_cost(a, b) if dry else ground.cost(a, b)

    return build_edges(ground.board, price)
