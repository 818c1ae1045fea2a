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
    from hardtack.board.kernel import c_follow, c_zone_after

if TYPE_CHECKING:
    from hardtack.board.board import Board
    from hardtack.board.grid import Grid

Stack = tuple[int, ...]
ZoneTables = Mapping[str, Sequence[int]]
Nature = tuple[Stack, Stack, Stack]
"""Of each counter the layer it is in, below 0 if in none; what it is, as a set of numbers; the room it takes."""
Kept = tuple[list[dict[int, Stack]], list[int], dict[int, int]]
"""What a deployment keeps: layers of stacks; the hexes held; the hexes where a limit of stacking is reached."""

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
        self.sides = tuple(sides)
        self.armies = tuple(armies)
        self.room = tuple(room) or (1,) * len(sides)
        self.zoned = zoned
        members = {kind: frozenset(counters) for kind, counters in kinds.items()}
        everybody = range(len(sides))
        # What each counter is, as a set of such numbers: what a stack holds is then a single union.
        both = [(kind, side) for kind in members for side in self.armies]
        self.numbers = {kind: {side: both.index((kind, side)) for side in self.armies} for kind in members}
        self.of_side = {side: tuple(by_side[side] for by_side in self.numbers.values()) for side in self.armies}
        self.signs = tuple(
            mask_of(number for number, (kind, side) in enumerate(both) if n in members[kind] and sides[n] == side)
            for n in everybody
        )
        self.layers = tuple(layers)
        self.layer_of = tuple(
            next((number for number, layer in enumerate(layers) if n in members[layer]), -1 if layers else 0)
            for n in everybody
        )
        self.nature: Nature = self.layer_of, self.signs, self.room
        self.side_numbers = {side: number for number, side in enumerate(self.armies)}
        self.zone_holders = tuple(self.numbers[zoned][side] for side in self.armies)


def zone_masks(board: Board, extends: Callable[[int, int], bool]) -> tuple[int, ...]:
    """For each hex the neighbours a piece there controls; ``extends(a, b)`` says whether a zone crosses."""
    around, playable = board.grid.around, board.playable
    return tuple(
        mask_of(there for there in near if playable >> here & playable >> there & 1 and extends(here, there))
        for here, near in enumerate(around)
    )


@lru_cache(maxsize=64)
def zones_near(grid: Grid) -> tuple[int, ...]:
    """The hexes whose zones can reach into that of each hex."""
    return tuple(grid.within(here, 2) for here in range(grid.size))


@mypyc_attr(allow_interpreted_subclasses=True)  # and may be made without its constructor
class Deployment:
    """Where the counters of an order of battle are.

    `stacks[hex]` are the counters in a hex (of the first layer), `layers[n]` the same of layer n, in their order;
    `held` the hexes a side holds with counters of a kind; `present` the set of counters on the map. `tables` say what a
    counter of the `zoned` kind controls from each hex, once for each sort of zone a battle asks about; no zone reaches
    beyond the adjacent hexes.
    """

    __slots__ = ("_crowded", "_masks", "_sorts", "_zones", "at", "layers", "order", "present", "stacks", "tables")

    def __init__(self, order: OrderOfBattle, at: Stack, tables: ZoneTables) -> None:
        self.order = order
        self.at = at
        self.layers: list[dict[int, Stack]] = [{} for _ in order.layers or ("",)]
        self.stacks: dict[int, Stack] = self.layers[0]
        self.tables = tables
        # The hexes held, by the numbers of kinds and sides; of each sort of zone, by side, the hexes held when it was
        # last asked for, perhaps of an earlier deployment, and the zone; the hexes where a limit of room is reached.
        self._masks: list[int] = [0] * (len(order.numbers) * len(order.armies))
        self._zones: list[tuple[int, int]] = [NOTHING] * (len(tables) * len(order.armies))
        self._sorts = {sort: number * len(order.armies) for number, sort in enumerate(tables)}
        self._crowded: dict[int, int] = {}
        nowhere = (-1,) * len(at)
        self.present = follow(
            order.nature, (self.layers, self._masks, self._crowded), 0, list(range(len(at))), nowhere, at
        )

    def held(self, kind: str, side: str) -> int:
        """The hexes a side holds with counters of a kind."""
        return self._masks[self.order.numbers[kind][side]]

    def zone(self, side: str, sort: str = ZONE) -> int:
        """The hexes a side controls."""
        order = self.order
        number = order.side_numbers[side]
        now = self._masks[order.zone_holders[number]]
        number += self._sorts[sort]
        then, zone = self._zones[number]
        if now != then:
            zone = zone_after(self.tables[sort], zones_near(order.grid), then, now, zone)
            self._zones[number] = now, zone
        return zone

    def crowded(self, limit: int) -> int:
        """The hexes where so much room is taken, or more."""
        crowded = self._crowded.get(limit)
        if crowded is None:
            crowded = self._crowded[limit] = mask_of([here for here, load in self.loads().items() if load >= limit])
        return crowded

    def full(self, side: str, limit: int) -> int:
        """The hexes of a side where the limit of stacking is reached."""
        crowded = self.crowded(limit)
        return crowded and crowded & self.holding(side)

    def load(self, here: int) -> int:
        """The room taken in a hex."""
        return room_taken(self.layers, self.order.room, here)

    def loads(self) -> dict[int, int]:
        """The room taken wherever some is."""
        hexes = {here for stacks in self.layers for here in stacks}
        return {here: load for here in sorted(hexes) if (load := self.load(here))}

    def holding(self, side: str) -> int:
        """Every hex with a counter of the side, of whatever kind."""
        found = 0
        for number in self.order.of_side[side]:
            found |= self._masks[number]
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

    def _followed(self, at: Stack, changed: list[int]) -> Deployment:
        """The next deployment, when only a few counters went elsewhere."""
        new = Deployment.__new__(Deployment)
        order = new.order = self.order
        new.at, new.tables, new._sorts = at, self.tables, self._sorts
        if len(self.layers) == 1:
            new.layers = [self.stacks.copy()]
        else:
            touched = {order.layer_of[counter] for counter in changed}
            new.layers = [stacks.copy() if layer in touched else stacks for layer, stacks in enumerate(self.layers)]
        new.stacks = new.layers[0]
        new._masks, new._zones = self._masks.copy(), self._zones.copy()
        new._crowded = self._crowded.copy() if self._crowded else {}
        new.present = follow(order.nature, (new.layers, new._masks, new._crowded), self.present, changed, self.at, at)
        return new


def room_taken(layers: list[dict[int, Stack]], room: Stack, here: int) -> int:
    """The room the counters in a hex take."""
    taken = 0
    for stacks in layers:
        for counter in stacks.get(here, ()):
            taken += room[counter]
    return taken


def zone_after(table: Sequence[int], near: tuple[int, ...], then: int, now: int, zone: int) -> int:
    """The zone that follows from what it was when other hexes were held: only what lies near a change is looked at."""
    if COMPILED:
        return c_zone_after(table, near, then, now, zone)
    arrived = now & ~then
    for here in hexes_in(then & ~now):
        zone &= ~table[here]
        arrived |= now & near[here]  # they may control some of it too
    for here in hexes_in(arrived):
        zone |= table[here]
    return zone


def follow(nature: Nature, kept: Kept, present: int, changed: list[int], before: Stack, now: Stack) -> int:
    """Some counters have gone elsewhere; places below 0 are not on the map. Who is on the map then."""
    if COMPILED:
        return c_follow(nature, kept, present, changed, before, now)
    for counter in changed:
        if (before[counter] < 0) != (now[counter] < 0):
            present ^= 1 << counter
        if nature[0][counter] >= 0:
            _leave(nature, kept, counter, before[counter])
            _enter(nature, kept, counter, now[counter])
    return present


def _leave(nature: Nature, kept: Kept, counter: int, here: int) -> None:
    """A counter is no longer in a hex."""
    if here < 0:
        return
    (layer_of, signs, room), (layers, masks, crowded) = nature, kept
    stacks = layers[layer_of[counter]]
    stack = stacks[here]
    if len(stack) > 1:
        stacks[here] = tuple([other for other in stack if other != counter])
    else:
        del stacks[here]
    left = 0
    for layer in layers:
        for other in layer.get(here, ()):
            left |= signs[other]
    for number in hexes_in(signs[counter] & ~left):
        masks[number] ^= 1 << here
    if crowded and room[counter]:
        after = room_taken(layers, room, here)
        _note_room(crowded, here, after + room[counter], after)


def _enter(nature: Nature, kept: Kept, counter: int, here: int) -> None:
    """A counter is in a hex from now on."""
    if here < 0:
        return
    (layer_of, signs, room), (layers, masks, crowded) = nature, kept
    stacks = layers[layer_of[counter]]
    stacks[here] = tuple(sorted((*stacks.get(here, ()), counter)))
    for number in hexes_in(signs[counter]):
        masks[number] |= 1 << here
    if crowded and room[counter]:
        after = room_taken(layers, room, here)
        _note_room(crowded, here, after - room[counter], after)


def _note_room(crowded: dict[int, int], here: int, before: int, after: int) -> None:
    """More room is taken in a hex, or less: there limits are reached, or no longer."""
    for limit, hexes in crowded.items():
        if (after >= limit) != (before >= limit):
            crowded[limit] = hexes ^ 1 << here
