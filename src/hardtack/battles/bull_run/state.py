"""The state of a game of Bull Run."""

from __future__ import annotations

from collections.abc import Iterable

from hardtack.battles.bull_run.scenario import BullRun
from hardtack.board.deployment import UNIT
from hardtack.referee.events import CONFEDERATE, ENEMY, SIDES
from hardtack.referee.state import Row, State, derived

FOUGHT, GAVE_WAY = 1, 2  # in a combat of this turn; the last one ended with a retreat


class BullRunState(State):
    scenario: BullRun
    # The brigades
    strength: Row  # strength points left (2.4)
    fresh: Row  # strength points at the start of the turn: a unit fires with these (10.4b)
    spent: Row  # movement points used this turn (8.1a)
    crossed: Row  # has been north of Bull Run: 8.3 binds it no more
    balked: Row  # failed its crossing roll this turn (C8)
    flanking: Row  # went over Bull Run by Sudley or Farm Ford (C10)
    attacked: Row  # has attacked this turn (10.1a): FOUGHT or GAVE_WAY
    defended: Row  # has been attacked this turn (10.1g): FOUGHT or GAVE_WAY
    answered: Row  # has rolled in its own defence this turn (10.1b)
    hesitated: Row  # failed McDowell's roll this turn (C16)
    settled: Row  # the enemy's attacks on it are finished for his half (10.1d)
    active: Row  # set in motion by solitaire orders: the ring of the unit table, without effect (C23)
    # The armies
    initiative: str
    initiatives: str  # U and C for the turns rolled beforehand (6.0a)
    farm_ford_found: bool
    flank_crossed: bool  # a Union unit has gone over Sudley or Farm Ford
    sudley_crossed: bool
    farm_crossed: bool
    flank_known: bool  # the Confederates have noticed (8.4)
    south_known: bool  # they have met Union troops south of the run, wherever these crossed (C22)
    held_manassas: int  # turn ends the Union has held To Manassas, unbroken (C1)
    held_centreville: int
    # Solitaire
    order: str  # this turn's order A-E
    missions: tuple[str, ...]  # one per brigade; see `solitaire`

    def occupied(self, side: str) -> int:
        """The hexes with brigades of a side."""
        return self.deployment.held[UNIT][side]

    def full(self, side: str) -> int:
        """The hexes that take no further brigade of a side (8.2)."""
        return self.deployment.full(side, self.scenario.stacking)

    @derived
    def zones(self) -> dict[str, int]:
        """The hexes each side controls (8.2b, C6)."""
        return {side: self.deployment.zone(side) for side in SIDES}

    @derived
    def bans(self) -> dict[str, list[tuple[str, str, int]]]:
        """The hexes each side may never enter by movement now: clause, words, set of hexes (8.2a, 8.4)."""
        found = {side: [("BR 8.2a", "reason.enemy_hex", self.occupied(ENEMY[side]))] for side in SIDES}
        if not self.flank_known:
            found[CONFEDERATE].append(("BR 8.4", "reason.unaware", self.scenario.ground.west))
        return found

    @derived
    def closed(self) -> dict[str, int]:
        """The same, all clauses together."""
        return {side: _union(mask for _, _, mask in bans) for side, bans in self.bans.items()}

    def is_bound(self, unit: int) -> bool:
        """Beauregard's muddle binds grey brigades until they have been across once (8.3)."""
        return self.scenario.grey[unit] and not self.crossed[unit]

    def has_stopped(self, unit: int) -> bool:
        """Whether the unit has entered an enemy zone of control in its movement phase: it goes no further (8.2b)."""
        return bool(self.spent[unit] and self.zones[ENEMY[self.scenario.side_of[unit]]] >> self.at[unit] & 1)

    @derived
    def points(self) -> dict[int, int]:
        """The strength points standing in each occupied hex."""
        strength = self.strength
        return {hex_: sum([strength[unit] for unit in units]) for hex_, units in self.deployment.stacks.items()}

    def stack_strength(self, hex_: int) -> int:
        """The strength points now standing in a hex."""
        return self.points.get(hex_, 0)


def _union(masks: Iterable[int]) -> int:
    total = 0
    for mask in masks:
        total |= mask
    return total
