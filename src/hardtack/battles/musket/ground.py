"""What the terrain chart makes of a board: costs, zones, attacks (MS 4.4, 4.6, 6.2, 7.4, TE1-TE18).

Everything here depends on the map alone and is worked out once.  A *profile* is the kind of thing that moves:
the sorted classes of its members, such as ("infantry",) or ("artillery", "infantry") for a stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from hardtack.battles.musket.at_hand import WaysAtHand
from hardtack.battles.musket.tables import Tables, Terrain, Way
from hardtack.board.board import Board
from hardtack.board.deployment import zone_masks
from hardtack.board.grid import Grid, disc
from hardtack.board.masks import hexes_in, led_to, mask_of
from hardtack.board.native import dataclass
from hardtack.board.reach import Course, Edges, reach_tree, turned_round
from hardtack.board.trace import neighbours_of

Profile = tuple[str, ...]
Price = tuple[int, bool]
"""What a step costs, and whether the move ends with it."""

HALF = "half"
ONE = "one"
BOUND_BY_ZONES = ("infantry", "cavalry")  # may not enter an EZOC at the road rate; guns may (MS 4.62)


@dataclass(frozen=True, slots=True, eq=False)
class Ways:
    """The steps a profile can take: those it may go on from, those that end its move, and how hexes are entered."""

    flow: Edges
    halts: Edges
    into: Edges  # per hex: (neighbour it is entered from, cheapest cost)
    into_zone: Edges  # the same into an EZOC: foot and horse pay for the terrain, never the road (MS 4.62)
    enterable: tuple[int, ...]  # per hex: the neighbours that may be entered at all
    zone_enterable: tuple[int, ...]  # the same for neighbours in an EZOC
    entered_from: tuple[int, ...]  # per hex: the neighbours it may be entered from
    neighbours: tuple[tuple[int, ...], ...]  # the same as lists, for paths without cost
    course: Course  # all of it, to see how far it goes


class Ground:
    """A board seen through the terrain chart."""

    def __init__(self, board: Board, tables: Tables) -> None:
        self.board = board
        self.tables = tables
        self.terrain: tuple[Terrain, ...] = tuple(tables.terrain[name] for name in board.terrain)
        self.size = board.grid.size
        overlays = board.overlays
        self.stream_line = tables.overlays["stream"]
        self.hill = overlays.get("hill", 0)
        self.stream = overlays.get("stream", 0) & ~mask_of(
            hex_ for hex_ in range(self.size) if self.terrain[hex_].absorbs_stream
        )
        self.chateau = overlays.get("chateau", 0)
        self.river = mask_of(h for h in range(self.size) if board.terrain[h] == "river")
        self.sailable = (self.river | overlays.get("river_partial", 0)) & board.playable
        self.no_bombardment = mask_of(h for h in range(self.size) if not self.terrain[h].bombard)
        self.no_advance = mask_of(h for h in range(self.size) if not self.terrain[h].advance)
        self.zones = zone_masks(board, self.zone_extends)
        self.edge = mask_of(
            h for h in range(self.size)
            if board.playable >> h & 1
            and (len(board.grid.around[h]) < 6 or board.grid.around_mask[h] & ~board.playable)
        )  # fmt: skip
        playable = board.playable
        self.steps = tuple(
            (here, there)
            for here in hexes_in(playable)
            for there in board.grid.around[here]
            if playable >> there & 1
        )  # fmt: skip

    # -- movement

    def side_open(self, a: int, b: int) -> bool:
        """Creeks and rivers are crossed only where the chart names a crossing (MS TE7, TE15)."""
        return not self.side_bars(a, b)

    def side_bars(self, a: int, b: int) -> list[str]:
        """The lines of the chart that close a hexside."""
        features = self.board.side(a, b)
        lines = [line for name in features if (line := self.tables.sides.get(name)) is not None and line.closed]
        return [line.clause for line in lines if not features.intersection(line.crossings)]

    def terrain_rate(self, moving: str, a: int, b: int) -> int | None:
        """Movement points to enter b from a off the road: hex, overlay and hexside (MS 4.4)."""
        arm = self.tables.classes[moving]
        terrain = self.terrain[b]
        cost = terrain.cost[arm]
        if not cost or not self.side_open(a, b):
            return None
        if self.stream >> b & 1:
            cost += self.stream_line.extra[arm]
        for name in self.board.side(a, b):
            line = self.tables.sides.get(name)
            if line is not None:
                cost += line.extra[arm]
        if self.board.slope_up(a, b):
            cost += self.tables.sides["slope"].extra_up
        return cost

    def halts(self, moving: str, b: int) -> bool:
        """Artillery ends its move in a stream, a train in the open, when not on a road (MS 4.4, 12.51)."""
        return bool(self.halt_lines(moving, b))

    def halt_lines(self, moving: str, b: int) -> list[str]:
        """The lines of the chart that end a move in a hex."""
        found = [self.terrain[b].clause] if moving == "train" and self.terrain[b].train_stops else []
        wading = self.tables.classes[moving] == "artillery" and self.stream >> b & 1
        if wading and self.stream_line.artillery_stops:
            found.append(self.stream_line.clause)
        return found

    def way(self, a: int, b: int) -> Way | None:
        """The better of road and trail that leads from a to b."""
        found = [way for name, way in self.tables.ways.items() if self.board.along(name, a, b)]
        return min(found, key=lambda way: way.march_halves) if found and self.side_open(a, b) else None

    def price(self, moving: str, a: int, b: int) -> Price | None:
        """Normal movement: 1 MP along a road or trail, else the terrain (MS 4.61)."""
        rate = self.terrain_rate(moving, a, b)
        way = self.way(a, b)
        if way is not None and (rate is None or way.cost <= rate):
            return way.cost, False
        return None if rate is None else (rate, self.halts(moving, b))

    def march_price(self, moving: str, a: int, b: int) -> Price | None:
        """March movement in half points: road 1, trail 2, else twice the terrain (MS 4.64, 4.65)."""
        way = self.way(a, b)
        if way is not None:
            return way.march_halves, False
        if not (self.terrain[a].march and self.terrain[b].march):
            return None
        rate = self.terrain_rate(moving, a, b)
        return None if rate is None else (2 * rate, self.halts(moving, b))

    def entry_price(self, profile: Profile, hex_: int, march: bool) -> Price | None:
        """What the first hex costs a piece that comes from off the map (MS 4.7); half points in a March."""
        return entry_price_on(self, profile, hex_, march)

    def ways(self, profile: Profile, march: bool = False) -> Ways:
        """The steps open to a profile: for a stack the dearest member's cost, closed if it is closed to one."""
        kept = AT_HAND.of(self, march)
        known = kept.get(profile)
        if known is None:
            known = kept[profile] = ways_on(self, profile, march)
        return known

    def price_of(self, moving: str, march: bool | None, here: int, there: int) -> Price | None:
        if march is None:
            rate = self.terrain_rate(moving, here, there)
            return None if rate is None else (rate, False)
        return self.march_price(moving, here, there) if march else self.price(moving, here, there)

    def near(self, hexes: int, radius: int) -> int:
        """The hexes at most so far from one of a set."""
        return led_to(discs(self.board.grid, radius), hexes)

    def disc(self, hex_: int, radius: int) -> int:
        """Hexes within a distance, remembered."""
        return disc(self.board.grid, hex_, radius)

    # -- zones of control

    def zone_extends(self, a: int, b: int) -> bool:
        """MS 6.2: not out of or into deep woods or rough, not into a town, not across a creek."""
        if not (self.terrain[a].zoc_out and self.terrain[b].zoc_in):
            return False
        lines = [self.tables.sides.get(name) for name in self.board.side(a, b)]
        return all(line is None or line.zoc for line in lines)

    # -- combat

    def attack_lines(self, arm: str, a: int, b: int) -> tuple[tuple[str, str], ...]:
        """The lines of the chart that change an attack from a into b: (clause, "half" or "one")."""
        return attack_lines_on(self, arm, a, b)

    def bombardment_lines(self, a: int, b: int) -> tuple[tuple[str, str], ...]:
        """The line that holds for whoever fights in a hex or against it, at any distance: the stream's (MS TE11)."""
        wet = (self.stream >> a | self.stream >> b) & 1 and self.stream_line.halve_all
        return ((self.stream_line.clause, HALF),) if wet else ()

    def defence_lines(self, arm: str, hex_: int) -> tuple[tuple[str, str], ...]:
        """The lines that change a defender: the stream halves everybody in it, a town its cavalry."""
        lines, terrain = self.bombardment_lines(hex_, hex_), self.terrain[hex_]
        halved = arm == "cavalry" and terrain.cavalry_defends_halved
        return (*lines, (terrain.clause, HALF)) if halved else lines

    def charge_bar(self, a: int, b: int) -> str:
        """The clause that forbids a charge from a into b, "" when nothing on the ground does (MS 9.3)."""
        for terrain in (self.terrain[a], self.terrain[b]):
            if not terrain.charge:
                return terrain.clause
        if (self.stream >> a | self.stream >> b) & 1 and not self.stream_line.charge:
            return self.stream_line.clause
        for name in sorted(self.board.side(a, b)):
            side = self.tables.sides.get(name)
            if side is not None and not side.charge:
                return side.clause
        return ""


# What is worked out when it is first asked for. The ground itself never changes.


AT_HAND = WaysAtHand()


@lru_cache(maxsize=256)
def ways_on(ground: Ground, profile: Profile, march: bool) -> Ways:
    alike = without_followers(ground, profile)
    if alike != profile:
        return ways_on(ground, alike, march)
    flow, halts, both, zoned = ([list[tuple[int, int]]() for _ in range(ground.size)] for _ in range(4))
    for step, (cost, halting) in joint_prices(ground, [(moving, march) for moving in profile]).items():
        here, move = step // ground.size, (step % ground.size, cost)
        (halts if halting else flow)[here].append(move)
        both[here].append(move)
    into_zone = [(moving, None if moving in BOUND_BY_ZONES else False) for moving in profile]
    for step, (cost, _) in joint_prices(ground, into_zone).items():
        zoned[step // ground.size].append((step % ground.size, cost))
    return ways_of(flow, halts, both, zoned)


def without_followers(ground: Ground, profile: Profile) -> Profile:
    """A leader or an HQ changes nothing about the ways of infantry: it pays the same, and a zone's price at most."""
    classes = ground.tables.classes
    return tuple(kind for kind in profile if kind == "train" or classes[kind] == kind or classes[kind] not in profile)


Table = Sequence[Sequence[tuple[int, int]]]
"""For each hex the (neighbour, cost) pairs of moves that leave it."""


def ways_of(flow: Table, halts: Table, both: Table, zoned: Table) -> Ways:
    """Steps to go on from and those that end a move, both of them together, and those into a zone."""
    edges = [Edges(tuple(moves) for moves in table) for table in (flow, halts, both, zoned)]
    into, into_zone, goals = turned_round(edges[2]), turned_round(edges[3]), goals_of(both)
    course = Course(edges[0], edges[1] if any(halts) else None, into, into_zone, goals)
    return Ways(
        edges[0], edges[1], into, into_zone, goals, goals_of(zoned), goals_of(into.moves), neighbours_of(edges[2]),
        course,
    )  # fmt: skip


def joint_prices(ground: Ground, movers: Sequence[tuple[str, bool | None]]) -> dict[int, Price]:
    """The steps all members of a stack can take, at the dearest member's price; where one must halt, all do."""
    classes = ground.tables.classes
    # A leader pays what infantry pays.
    tables = [prices_on(ground, kind if kind == "train" else classes[kind], march) for kind, march in movers]
    joint = tables[0]
    for table in tables[1:]:
        before, joint = joint, {}
        for step, price in before.items():
            other = table.get(step)
            if other is not None:
                joint[step] = price if price == other else (max(price[0], other[0]), price[1] or other[1])
    return joint


@lru_cache(maxsize=64)
def prices_on(ground: Ground, moving: str, march: bool | None) -> dict[int, Price]:
    """Every step of one class with its price, by hex * size + neighbour; `march` None: at the terrain rate."""
    return {
        here * ground.size + there: price
        for here, there in ground.steps
        if (price := ground.price_of(moving, march, here, there))
    }


@lru_cache(maxsize=1 << 10)
def entry_price_on(ground: Ground, profile: Profile, hex_: int, march: bool) -> Price | None:
    along, around = ground.board.along, ground.board.grid.around[hex_]
    roads = [way for name, way in ground.tables.ways.items() if any(along(name, hex_, other) for other in around)]
    if roads:
        return min(way.march_halves if march else way.cost for way in roads), False
    arms = [ground.tables.classes[moving] for moving in profile]
    costs = [ground.terrain[hex_].cost[arm] for arm in arms]
    if not all(costs) or (march and not ground.terrain[hex_].march):
        return None
    if ground.stream >> hex_ & 1:
        costs = [cost + ground.stream_line.extra[arm] for cost, arm in zip(costs, arms, strict=True)]
    return max(costs) * (2 if march else 1), any(ground.halts(moving, hex_) for moving in profile)


@lru_cache(maxsize=1)
def tree(
    ground: Ground, profile: Profile, march: bool, start: int, points: int, closed: int
) -> tuple[dict[int, int], dict[int, int]]:
    """Costs and ways back of a move; the last one is kept, because a page asks for every destination of a unit."""
    return reach_tree(ground.ways(profile, march).flow, start, points, closed)


@lru_cache(maxsize=1 << 16)
def attack_lines_on(ground: Ground, arm: str, a: int, b: int) -> tuple[tuple[str, str], ...]:
    lines: list[tuple[str, str]] = []
    here, there, sides = ground.terrain[a], ground.terrain[b], ground.tables.sides
    if there.halve == "clear_side" and not here.woods:
        lines.append((there.clause, HALF))
    if there.halve == "into":
        lines.append((there.clause, ONE if arm == "cavalry" and there.cavalry_one else HALF))
    lines += [(terrain.clause, HALF) for terrain in (there, here) if terrain.halve == "both"]
    lines += ground.bombardment_lines(a, b)
    if ground.board.slope_up(a, b) and sides["slope"].halve_up:
        lines.append((sides["slope"].clause, HALF))
    for side in (sides[name] for name in sorted(ground.board.side(a, b)) if name in sides):
        if side.halve:
            lines.append((side.clause, ONE if arm == "cavalry" and side.cavalry_one else HALF))
    return tuple(lines)


@lru_cache(maxsize=16)
def discs(grid: Grid, radius: int) -> tuple[int, ...]:
    """For each hex those at most so far away."""
    return tuple([disc(grid, hex_, radius) for hex_ in range(grid.size)])


def goals_of(table: Table) -> tuple[int, ...]:
    return tuple(mask_of(there for there, _ in moves) for moves in table)
