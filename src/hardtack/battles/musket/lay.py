"""Who stands where: stacks, occupied hexes and zones of control, worked out from the places alone (MS 5, 6)."""

from __future__ import annotations

from itertools import compress
from operator import ne
from typing import TYPE_CHECKING

from hardtack.board.masks import hexes_in

if TYPE_CHECKING:
    from hardtack.battles.musket.scenario import MusketScenario
    from hardtack.battles.musket.state import MusketState

UNION_ARMY, CONFEDERATE_ARMY = 0, 1
ARMY = {"union": UNION_ARMY, "confederate": CONFEDERATE_ARMY}
SIDE = ("union", "confederate")


class Lay:
    """The lay of the pieces. Armies are numbered 0 (Union) and 1 (Confederate)."""

    __slots__ = ("_near", "at", "combat", "load", "soft", "stacks", "zone")

    at: tuple[int, ...]
    stacks: dict[int, tuple[int, ...]]
    load: dict[int, int]  # in half units: a brigade counts 2, a battalion 1
    combat: list[int]  # hexes with combat units
    soft: list[int]  # hexes with leaders, HQ or trains alone
    zone: list[int]

    def __init__(self, scenario: MusketScenario, at: tuple[int, ...]) -> None:
        stacks: dict[int, tuple[int, ...]] = {}
        for piece, here in enumerate(at):
            if here >= 0:
                stacks[here] = (*stacks.get(here, ()), piece)
        self.at = at
        self.stacks = stacks
        self.load = {}
        self.combat, self.soft = [0, 0], [0, 0]
        for here in stacks:
            self.mark(scenario, here)
        self.zone = [0, 0]
        for army in (0, 1):
            self.move_zone(scenario, army, 0)
        self._near: dict[tuple[int, int], int] = {}

    def after(self, scenario: MusketScenario, at: tuple[int, ...], changed: list[int]) -> Lay:
        """The lay when only these pieces have changed their places: most moves touch two hexes."""
        new = Lay.__new__(Lay)
        new.at = at
        new.stacks, new.load = self.stacks.copy(), self.load.copy()
        new.combat, new.soft = self.combat.copy(), self.soft.copy()
        touched = set()
        for piece in changed:
            before, now = self.at[piece], at[piece]
            if before >= 0:
                new.stacks[before] = tuple(other for other in new.stacks[before] if other != piece)
                touched.add(before)
            if now >= 0:
                new.stacks[now] = tuple(sorted((*new.stacks.get(now, ()), piece)))
                touched.add(now)
        for here in touched:
            new.mark(scenario, here)
        new.zone = self.zone.copy()
        for army in (0, 1):
            if new.combat[army] != self.combat[army]:
                new.move_zone(scenario, army, self.combat[army])
        new._near = self._near if new.combat == self.combat else {}
        return new

    def mark(self, scenario: MusketScenario, here: int) -> None:
        """Enter what stands in a hex into the sets; forget a stack that has gone."""
        bit = 1 << here
        load, fights, alone = 0, 0, 0  # `fights` and `alone`: armies that are here, as sets
        for piece in self.stacks[here]:
            weight, own = scenario.weight[piece], 1 << scenario.army[piece]
            load += weight
            if weight:
                fights |= own
            else:
                alone |= own
        alone &= ~fights
        for army in (0, 1):
            self.combat[army] = self.combat[army] | bit if fights >> army & 1 else self.combat[army] & ~bit
            self.soft[army] = self.soft[army] | bit if alone >> army & 1 else self.soft[army] & ~bit
        if load:
            self.load[here] = load
        else:
            self.load.pop(here, None)
        if not self.stacks[here]:
            del self.stacks[here]

    def move_zone(self, scenario: MusketScenario, army: int, before: int) -> None:
        """The zone of an army whose combat units stood in the hexes `before`: only what is near a change changes."""
        ground, combat, zone = scenario.ground, self.combat[army], self.zone[army]
        arrived = combat & ~before
        for hex_ in hexes_in(before & ~combat):
            zone &= ~ground.zones[hex_]
            arrived |= combat & ground.disc(hex_, 2)  # they may hold some of it too
        for hex_ in hexes_in(arrived):
            zone |= ground.zones[hex_]
        self.zone[army] = zone

    def next_to(self, scenario: MusketScenario, army: int) -> int:
        """Hexes next to the combat units of an army, whatever the ground does to zones."""
        mask = 0
        around = scenario.board.grid.around_mask
        for hex_ in hexes_in(self.combat[army]):
            mask |= around[hex_]
        return mask

    def within(self, scenario: MusketScenario, army: int, radius: int) -> int:
        """Hexes at most so far from a combat unit of an army; asked for every unit that might march."""
        key = (army, radius)
        known = self._near.get(key)
        if known is None:
            known = 0
            for hex_ in hexes_in(self.combat[army]):
                known |= scenario.ground.disc(hex_, radius)
            self._near[key] = known
        return known


FEW = 6  # pieces that may have moved for the last lay to be worth changing instead of making a new one


def lay_of(state: MusketState) -> Lay:
    """The lay of a state or draft. The last two are kept: the same places are asked about many times, and a look
    ahead goes back and forth between the position it starts from and what may become of it."""
    scenario: MusketScenario = state.scenario  # type: ignore[assignment]
    at = state.at
    last, earlier = scenario.last_lays
    if last.at is at:
        return last
    if earlier.at is at:
        scenario.last_lays = (earlier, last)
        return earlier
    changed = list(compress(range(len(at)), map(ne, last.at, at)))
    lay = last.after(scenario, at, changed) if len(changed) <= FEW else Lay(scenario, at)
    scenario.last_lays = (lay, last)
    return lay
