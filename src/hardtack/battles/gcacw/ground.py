"""The ground as the series sees it: movement costs, zones of control, crossings (GC 2.3, 2.4, 6.2.2).

Everything is worked out once for a board and a set of parameters. Bridges built in play change a few
hexsides only, so a `Ground` with bridges shares all other rows with the one without.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from hardtack.battles.gcacw.parameters import Parameters
from hardtack.battles.gcacw.tables import raw_tables
from hardtack.board.board import Board
from hardtack.board.deployment import ZONE
from hardtack.board.masks import mask_of, spread
from hardtack.board.native import mypyc_attr

LINES = ("pike", "road", "railroad")  # lines along which zones are normal and moves are easy (GC 2.4.2)
ALL_LINES = (*LINES, "trail")
RIVERS = frozenset({"major_river", "minor_river"})
CROSSINGS = ("bridge", "ford", "ferry", "dam")
CLOSED = frozenset({"mountain", "swamp"})  # entered only along a line
NEVER = "water"
BRIDGED_KEPT = 256  # sets of bridges kept ready
RAIN_CLOSES = ("ford", "dam")  # crossings nobody marches over in rain (GC 12.2)
Side = tuple[int, int]
Ways = tuple[int, ...]
NO_WAY: Ways = (0,)


@mypyc_attr(allow_interpreted_subclasses=True)  # and may be made without its constructor
class Ground:
    """Tables of one board under one set of parameters and built bridges."""

    def __init__(self, board: Board, params: Parameters, bridges: frozenset[Side] = frozenset()) -> None:
        self.board = board
        self.params = params
        self.bridges = bridges
        self.bare = self  # the ground without bridges
        size = board.grid.size
        self.cost: list[dict[int, int]] = [{} for _ in range(size)]
        self.rain_cost: list[dict[int, int]] = [{} for _ in range(size)]
        # Dry, and in rain: the hexes of `cost`; the same by points (see `ways_by_price`).
        self.passable = [[0] * size, [0] * size]
        self.ways: list[list[Ways]] = [[NO_WAY] * size, [NO_WAY] * size]
        self.normal: list[int] = [0] * size  # hexes a unit here controls normally
        self.limited: list[int] = [0] * size  # hexes it controls in a limited way
        self.links: list[int] = [0] * size  # neighbours not parted by an uncrossed river
        self.lined: list[int] = [0] * size  # neighbours joined by road, pike, trail or railroad
        for here in range(size):
            self._survey(here)
        self.zone_tables = {ZONE: self.normal}

    def _survey(self, here: int) -> None:
        board = self.board
        if not board.playable >> here & 1 or board.terrain[here] == NEVER:
            return
        costs, rain_costs, normal, limited, links, lined = {}, {}, 0, 0, 0, 0
        for there in board.grid.around[here]:
            if not board.playable >> there & 1 or board.terrain[there] == NEVER:
                continue
            dry, wet = self._price(here, there, False), self._price(here, there, True)
            if dry is not None:
                costs[there] = dry
            if wet is not None:
                rain_costs[there] = wet
            bit = 1 << there
            if self.passes_river(here, there):
                links |= bit
                if board.along(ALL_LINES, here, there):
                    lined |= bit
            kind = self.zone_kind(here, there)
            normal |= bit if kind == "normal" else 0
            limited |= bit if kind == "limited" else 0
        self.cost[here], self.rain_cost[here] = costs, rain_costs
        for weather, prices in enumerate((costs, rain_costs)):
            self.passable[weather][here] = mask_of(prices)
            self.ways[weather][here] = ways_by_price(board.grid.around[here], prices)
        self.normal[here], self.limited[here] = normal, limited
        self.links[here], self.lined[here] = links, lined

    def with_bridges(self, bridges: Iterable[Side]) -> Ground:
        """The same ground with these bridges built (GC 10.2); only the hexes at their ends differ."""
        wanted = frozenset((min(side), max(side)) for side in bridges)
        return bridged(self.bare, wanted) if wanted else self.bare

    # -- hexsides

    def is_river(self, a: int, b: int) -> bool:
        return not RIVERS.isdisjoint(self.board.side(a, b))

    def crossing(self, a: int, b: int) -> str:
        """The way over a river hexside: bridge, ford, ferry, dam or an empty string (GC 2.3.5)."""
        if (min(a, b), max(a, b)) in self.bridges:
            return "bridge"
        features = self.board.side(a, b)
        return next((kind for kind in CROSSINGS if kind in features), "")

    def passes_river(self, a: int, b: int) -> bool:
        """GC 2.3.5: no river between the hexes, or a crossing over it."""
        return not self.is_river(a, b) or bool(self.crossing(a, b))

    def has_line(self, a: int, b: int) -> bool:
        return self.board.along(LINES, a, b)

    def is_woods_side(self, a: int, b: int) -> bool:
        """GC 2.3.4: woods on at least one side and no road, pike or railroad across."""
        terrain = self.board.terrain
        return (terrain[a] == "woods" or terrain[b] == "woods") and not self.has_line(a, b)

    def is_closed(self, a: int, b: int) -> bool:
        """Whether b cannot be entered from a at all: roadless mountain or swamp, water, uncrossed river."""
        return b not in self.cost[a]

    def zone_kind(self, a: int, b: int) -> str:
        """GC 2.4.2: the zone a unit in a exerts into its neighbour b: normal, limited or none."""
        terrain = self.board.terrain
        if self.is_river(a, b):
            return "normal" if self.crossing(a, b) else "none"
        if self.has_line(a, b):
            return "normal"
        if terrain[a] in CLOSED or terrain[b] in CLOSED:
            return "none"
        return "limited" if self.is_woods_side(a, b) else "normal"

    # -- movement

    def _price(self, a: int, b: int, rain: bool) -> int | None:
        """GC 6.2.2: points to enter b from a, or None; stacking and leaving zones come on top."""
        table = raw_tables()["movement"]
        extra = 0
        if self.is_river(a, b):
            crossing = self.crossing(a, b)
            if not crossing or (rain and crossing in RAIN_CLOSES):
                return None
            extra = self.crossing_price(crossing)
        line = self.line_price(a, b, rain)
        if line is not None:
            return line + extra
        terrain = self.board.terrain[b]
        if terrain in CLOSED:
            return None
        price = self.open_price(terrain) + extra + (int(table["rain_open"]) if rain else 0)
        features = self.board.side(a, b)
        if "creek" in features:
            price += self.params.mp_creek + (table["rain_creek"] if rain else 0)
        if self.board.slope_up(a, b):
            price += table["ridge_up"]
        return price

    def crossing_price(self, crossing: str) -> int:
        """What a way over a river adds."""
        if crossing == "ferry":
            return self.params.ferry
        return 0 if crossing == "bridge" else self.params.mp_ford

    def open_price(self, terrain: str) -> int:
        """The points to enter a hex off road, hexsides apart."""
        params = self.params
        own = {"rolling": params.mp_rolling, "rough": params.mp_rough, "woods": params.mp_woods}
        table = raw_tables()["movement"]
        return own.get(terrain) or int(table["hill"] if terrain == "hill" else table["clear"])

    def line_price(self, a: int, b: int, rain: bool) -> int | None:
        """The cheapest line across the hexside, or None."""
        if not self.board.along(ALL_LINES, a, b):  # as between most hexes
            return None
        return min(self.kind_price(kind, rain) for kind in ALL_LINES if self.board.along(kind, a, b))

    def kind_price(self, kind: str, rain: bool) -> int:
        """The points of a hex entered by a line of a kind."""
        table = raw_tables()["movement"]
        if kind == "railroad":
            return self.params.rr_cost + (int(table["rain_line"]) if rain else 0)
        return int(table["lines"][kind][rain])

    # -- paths

    def spread(self, start: int, limit: int, closed: int, blocked: int) -> int:
        """Every hex within `limit` by paths that enter no `closed` hex and pass no `blocked` one (GC 2.5, 6.3.4).

        The end hexes may be blocked (in enemy zones), hexes on the way may not; rivers need crossings.
        """
        return spread(self.links, start, limit, closed, blocked)


def ways_by_price(around: Sequence[int], prices: Mapping[int, int]) -> Ways:
    """For each number of points, up to those that are enough for all, which ways out of a hex they are enough for.

    A way is known by its place among those of `around`, a set of them has a bit for each.
    """
    dearest = max(prices.values(), default=0)
    return tuple(
        sum(1 << way for way, there in enumerate(around) if there in prices and prices[there] <= points)
        for points in range(dearest + 1)
    )


def affordable(ways: Ways, points: int) -> int:
    """The ways that so many points are enough for."""
    if points < 0:
        return 0
    return ways[points] if points < len(ways) else ways[-1]


@lru_cache(maxsize=BRIDGED_KEPT)
def bridged(bare: Ground, bridges: frozenset[Side]) -> Ground:
    """A ground with bridges over it: all other rows are those of the bare one."""
    made = Ground.__new__(Ground)
    made.board, made.params, made.bridges, made.bare = bare.board, bare.params, bridges, bare
    made.cost, made.rain_cost = list(bare.cost), list(bare.rain_cost)
    made.passable, made.ways = [list(hexes) for hexes in bare.passable], [list(ways) for ways in bare.ways]
    made.normal, made.limited = list(bare.normal), list(bare.limited)
    made.links, made.lined = list(bare.links), list(bare.lined)
    made.zone_tables = {ZONE: made.normal}
    for here in {hex_ for side in bridges for hex_ in side}:
        made._survey(here)
    return made


@lru_cache(maxsize=16)
def survey(board: Board, params: Parameters) -> Ground:
    """The ground of a board under a set of parameters, made once."""
    return Ground(board, params)
