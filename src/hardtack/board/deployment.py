"""Who stands where: stacks, the hexes each side holds, the room they take, zones of control.

An `OrderOfBattle` is what never changes about the counters, a `Deployment` where they all are. A deployment is a
value: `moved` gives the next one, and touches only the hexes that changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from hardtack.board.masks import hexes_in, mask_of

if TYPE_CHECKING:
    from hardtack.board.grid import Grid

Stack = tuple[int, ...]
ZoneTables = Mapping[str, Sequence[int]]

ZONE = "zone"  # the sort of zone every battle has
UNIT = "unit"  # the kind of counter every battle has: those that hold a hex
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
        self.kind_names = tuple(members)
        # Kinds and sides as one set of signs for each counter: what a stack holds is then a single union.
        both = [(kind, side) for kind in members for side in self.armies]
        self.pairs = tuple((1 << number, kind, side) for number, (kind, side) in enumerate(both))
        self.signs = tuple(
            sum(sign for sign, kind, side in self.pairs if n in members[kind] and side == sides[n]) for n in everybody
        )
        self.layers = tuple(layers)
        self.layer_of = tuple(
            next((number for number, layer in enumerate(layers) if n in members[layer]), -1 if layers else 0)
            for n in everybody
        )


class Deployment:
    """Where the counters of an order of battle are.

    `stacks[hex]` are the counters in a hex (of the first layer), `layers[n]` the same of layer n, in their order;
    `held[kind][side]` the hexes a side holds with counters of a kind; `load[hex]` the room taken there. `tables` say
    what a counter of the `zoned` kind controls from each hex, once for each sort of zone a battle asks about; no zone
    reaches beyond the adjacent hexes.
    """

    __slots__ = ("_full", "_tables", "_zones", "at", "held", "layers", "load", "order", "stacks")

    def __init__(self, order: OrderOfBattle, at: Stack, tables: ZoneTables) -> None:
        self.order = order
        self.at = at
        self.layers: list[dict[int, Stack]] = [{} for _ in order.layers or ("",)]
        for counter, here in enumerate(at):
            layer = order.layer_of[counter]
            if here >= 0 and layer >= 0:
                stacks = self.layers[layer]
                stacks[here] = (*stacks[here], counter) if here in stacks else (counter,)
        self.stacks = self.layers[0]
        self.load: dict[int, int] = {}
        self.held = {kind: dict.fromkeys(order.armies, 0) for kind in order.kind_names}
        self._tables = tables
        self._zones: dict[tuple[str, str], int] = {}
        self._full: dict[tuple[str, int], int] = {}
        for here in {here for stacks in self.layers for here in stacks}:
            self._mark(here)

    def zone(self, side: str, sort: str = ZONE) -> int:
        """The hexes a side controls, worked out when they are first asked for."""
        known = self._zones.get((side, sort))
        if known is None:
            known, table = 0, self._tables[sort]
            for here in hexes_in(self.held[self.order.zoned][side]):
                known |= table[here]
            self._zones[side, sort] = known
        return known

    def full(self, side: str, limit: int) -> int:
        """The hexes of a side where the limit of stacking is reached."""
        known = self._full.get((side, limit))
        if known is None:
            crowded = [here for here, load in self.load.items() if load >= limit]
            known = self._full[side, limit] = mask_of(crowded) & self.holding(side) if crowded else 0
        return known

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
        tables = tables or self._tables
        if at is self.at and tables is self._tables:
            return self
        changed = list(compress(range(len(at)), map(ne, self.at, at)))
        if tables is not self._tables or len(changed) > FEW:
            return Deployment(self.order, at, tables)
        if not changed:
            self.at = at  # the same places written anew: known at a glance the next time
            return self
        return self._followed(at, changed)

    def _followed(self, at: Stack, changed: Sequence[int]) -> Deployment:
        """The next deployment, when only a few counters went elsewhere."""
        new = Deployment.__new__(Deployment)
        new.order, new.at, new._tables, new._full = self.order, at, self._tables, {}
        new.layers = [stacks.copy() for stacks in self.layers]
        new.stacks = new.layers[0]
        new.load = self.load.copy()
        new.held = {kind: by_side.copy() for kind, by_side in self.held.items()}
        touched = set()
        for counter in changed:
            layer = self.order.layer_of[counter]
            if layer < 0:
                continue
            stacks, before, now = new.layers[layer], self.at[counter], at[counter]
            if before >= 0:
                stacks[before] = tuple(other for other in stacks[before] if other != counter)
                touched.add(before)
            if now >= 0:
                stacks[now] = tuple(sorted((*stacks.get(now, ()), counter)))
                touched.add(now)
        for here in touched:
            new._mark(here)
        new._zones = {known: new._zone_after(self, *known) for known in self._zones}
        return new

    def _mark(self, here: int) -> None:
        """Enter what stands in a hex now into the sets; forget a stack that has gone."""
        bit, load, found = 1 << here, 0, 0
        order = self.order
        room, signs = order.room, order.signs
        for stacks in self.layers:
            stack = stacks.get(here, ())
            if not stack:
                stacks.pop(here, None)
            for counter in stack:
                load += room[counter]
                found |= signs[counter]
        for sign, kind, side in order.pairs:
            by_side = self.held[kind]
            if found & sign:
                by_side[side] |= bit
            elif by_side[side] & bit:
                by_side[side] ^= bit
        if load:
            self.load[here] = load
        else:
            self.load.pop(here, None)

    def _zone_after(self, before: Deployment, side: str, sort: str) -> int:
        """A side's zone, from what it was: only what lies near a change changes."""
        zone, table, around = before._zones[side, sort], self._tables[sort], self.order.grid.around_mask
        now, then = self.held[self.order.zoned][side], before.held[self.order.zoned][side]
        if now == then:
            return zone
        arrived = now & ~then
        for here in hexes_in(then & ~now):
            zone &= ~table[here]
            near = around[here]
            for there in hexes_in(near):
                near |= around[there]
            arrived |= now & near  # they may control some of it too
        for here in hexes_in(arrived):
            zone |= table[here]
        return zone
