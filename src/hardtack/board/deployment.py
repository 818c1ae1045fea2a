"""Who stands where: stacks, the hexes each side holds, the room they take, zones of control.

An `OrderOfBattle` is what never changes about the counters, a `Deployment` where they all are. A deployment is a
value: `moved` gives the next one, and touches only the hexes that changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from hardtack.board.masks import differing, hexes_in, mask_of
from hardtack.board.native import COMPILED, mypyc_attr

if COMPILED:
    from hardtack.board.kernel import c_take_room

if TYPE_CHECKING:
    from hardtack.board.board import Board
    from hardtack.board.grid import Grid

Stack = tuple[int, ...]
ZoneTables = Mapping[str, Sequence[int]]

ZONE = "zone"  # the sort of zone every battle has
UNIT = "unit"  # the kind of counter every battle has: those that hold a hex
NOTHING = (0, 0)
FEW = 6  # counters that may have moved for a look at every counter to cost more than following them


class OrderOfBattle:
    """Whose the counters are (`sides`, each one of the `armies`), of what kinds, and how much room each takes in a hex.

    `kinds` names sets of counters a battle asks about (combat units, infantry, leaders); a counter may be of several.
    `layers` are the kinds whose stacks are kept; if none is named, one stack holds every counter of a hex. A counter of
    no layer holds nothing and takes no room. `zoned` is the kind that has zones.
    """

    def __init__(
        self, grid: Grid, armies: Sequence[str], sides: Sequence[str], kinds: Mapping[str, Iterable[int]],
        room: Sequence[int] = (), *, zoned: str, layers: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.grid = grid
        self.bits: tuple[int, ...] = bits_of(grid.size)
        self.sides = tuple(sides)
        self.armies = tuple(armies)
        self.room = tuple(room) or (1,) * len(sides)
        self.zoned = zoned
        members = {kind: frozenset(counters) for kind, counters in kinds.items()}
        everybody = range(len(sides))
        self.kind_names = tuple(members)
        # What each counter is, as a set of signs: what a stack holds is then a single union.
        both = [(kind, side) for kind in members for side in self.armies]
        signs = [(1 << number, kind, side) for number, (kind, side) in enumerate(both)]
        self.signs_of = tuple(
            tuple(sign for sign in signs if n in members[sign[1]] and sides[n] == sign[2]) for n in everybody
        )
        self.signs = tuple(sum(sign for sign, _, _ in own) for own in self.signs_of)
        self.layers = tuple(layers)
        self.layer_of = tuple(
            next((number for number, layer in enumerate(layers) if n in members[layer]), -1 if layers else 0)
            for n in everybody
        )


def zone_masks(board: Board, extends: Callable[[int, int], bool]) -> tuple[int, ...]:
    """For each hex the neighbours a piece there controls; ``extends(a, b)`` says whether a zone crosses."""
    around, playable = board.grid.around, board.playable
    return tuple(
        mask_of(there for there in near if playable >> here & playable >> there & 1 and extends(here, there))
        for here, near in enumerate(around)
    )


@lru_cache(maxsize=16)
def bits_of(size: int) -> tuple[int, ...]:
    """For each hex the set that holds it alone."""
    return tuple(1 << here for here in range(size))


@lru_cache(maxsize=64)
def zones_near(grid: Grid) -> Sequence[int]:
    """The hexes whose zones can reach into that of each hex."""
    return tuple(grid.within(here, 2) for here in range(grid.size))


@mypyc_attr(allow_interpreted_subclasses=True)  # and may be made without its constructor
class Deployment:
    """Where the counters of an order of battle are.

    `stacks[hex]` are the counters in a hex (of the first layer), `layers[n]` the same of layer n, in their order;
    `held[kind][side]` the hexes a side holds with counters of a kind; `load[hex]` the room taken there; `present` the
    set of counters on the map. `tables` say what a counter of the `zoned` kind controls from each hex, once for each
    sort of zone a battle asks about; no zone reaches beyond the adjacent hexes.
    """

    __slots__ = ("_asked", "_crowded", "_zones", "at", "held", "layers", "load", "order", "present", "stacks", "tables")

    def __init__(self, order: OrderOfBattle, at: Stack, tables: ZoneTables) -> None:
        self.order = order
        self.at = at
        self.layers: list[dict[int, Stack]] = [{} for _ in order.layers or ("",)]
        self.stacks: dict[int, Stack] = self.layers[0]
        self.held = {kind: dict.fromkeys(order.armies, 0) for kind in order.kind_names}
        self.load: dict[int, int] = {}
        self.present = 0
        self.tables = tables
        self._zones: dict[str, tuple[int, int]] = {}  # the hexes held when it was last asked for; the zone
        self._asked: dict[str, int] = {}  # the zones that have been asked for, as they are
        self._crowded: dict[int, int] = {}  # the hexes where a limit of stacking is reached
        for counter, here in enumerate(at):
            self._shift(counter, -1, here)

    def zone(self, side: str, sort: str = ZONE) -> int:
        """The hexes a side controls."""
        key = side if sort == ZONE else f"{side} {sort}"  # no pair: nearly everybody asks about the first sort
        known = self._asked.get(key)
        if known is not None:
            return known
        self._asked[key] = zone = self._follow_zone(side, sort, key)
        return zone

    def _follow_zone(self, side: str, sort: str, key: str) -> int:
        """The zone that follows from the one that was asked for last, perhaps of an earlier deployment."""
        now = self.held[self.order.zoned][side]
        then, zone = self._zones.get(key, NOTHING)  # only what lies near a change since then is looked at
        if now == then:
            return zone
        table = self.tables[sort]
        arrived = now & ~then
        for here in hexes_in(then & ~now):
            zone &= ~table[here]
            arrived |= now & zones_near(self.order.grid)[here]  # they may control some of it too
        for here in hexes_in(arrived):
            zone |= table[here]
        self._zones[key] = now, zone
        return zone

    def crowded(self, limit: int) -> int:
        """The hexes where so much room is taken, or more."""
        crowded = self._crowded.get(limit)
        if crowded is None:
            crowded = self._crowded[limit] = mask_of(here for here, load in self.load.items() if load >= limit)
        return crowded

    def full(self, side: str, limit: int) -> int:
        """The hexes of a side where the limit of stacking is reached."""
        crowded = self.crowded(limit)
        return crowded and crowded & self.holding(side)

    def holding(self, side: str) -> int:
        """Every hex with a counter of the side, of whatever kind."""
        found = 0
        for by_side in self.held.values():
            found |= by_side[side]
        return found

    def side_at(self, here: int) -> str | None:
        """Whose counters stand in a hex."""
        stack = self.stacks.get(here)
        return None if stack is None else self.order.sides[stack[0]]

    def moved(self, at: Stack, tables: ZoneTables | None = None) -> Deployment:
        """The deployment once the counters are at these places: this very one if nothing has changed."""
        tables = tables or self.tables
        if at is self.at and tables is self.tables:
            return self
        changed = differing(self.at, at)
        if tables is not self.tables or len(changed) > FEW:
            return Deployment(self.order, at, tables)
        if not changed:
            self.at = at  # the same places written anew: known at a glance the next time
            return self
        return self._followed(at, changed)

    def _followed(self, at: Stack, changed: Sequence[int]) -> Deployment:
        """The next deployment, when only a few counters went elsewhere."""
        new = Deployment.__new__(Deployment)
        new.order, new.at, new.tables, new.present = self.order, at, self.tables, self.present
        touched = {self.order.layer_of[counter] for counter in changed}
        new.layers = [stacks.copy() if layer in touched else stacks for layer, stacks in enumerate(self.layers)]
        new.stacks = new.layers[0]
        new.load, new._zones, new._crowded = self.load.copy(), self._zones.copy(), self._crowded.copy()
        new._asked = {}
        new.held = {kind: by_side.copy() for kind, by_side in self.held.items()}
        for counter in changed:
            new._shift(counter, self.at[counter], at[counter])
        return new

    def _shift(self, counter: int, before: int, now: int) -> None:
        """A counter goes from one place to another; places below 0 are not on the map."""
        order, held = self.order, self.held
        if before < 0 or now < 0:
            self.present ^= 1 << counter if before >= 0 or now >= 0 else 0
        layer = order.layer_of[counter]
        if layer < 0:
            return
        stacks, room, signs = self.layers[layer], order.room[counter], order.signs_of[counter]
        bits = order.bits
        if before >= 0:
            stack = stacks[before]
            if len(stack) > 1:
                stacks[before] = tuple([other for other in stack if other != counter])
            else:
                del stacks[before]
            left = 0
            for layered in self.layers:
                for other in layered.get(before, ()):
                    left |= order.signs[other]
            for sign, kind, side in signs:
                if not left & sign:
                    held[kind][side] ^= bits[before]
            if room:
                take_room(self.load, self._crowded, before, -room)
        if now >= 0:
            stacks[now] = tuple(sorted((*stacks[now], counter))) if now in stacks else (counter,)
            for _, kind, side in signs:
                held[kind][side] |= bits[now]
            if room:
                take_room(self.load, self._crowded, now, room)


def take_room(load: dict[int, int], crowded: dict[int, int], here: int, more: int) -> None:
    """More room is taken in a hex, or less: `load` is what is taken, `crowded` the hexes where limits are reached."""
    if COMPILED:
        c_take_room(load, crowded, here, more)
        return
    before = load.get(here, 0)
    after = load[here] = before + more
    if not after:
        del load[here]
    for limit, hexes in crowded.items():
        if (after >= limit) != (before >= limit):
            crowded[limit] = hexes ^ 1 << here
