"""The state of a game of Bull Run."""

from __future__ import annotations

from typing import Any

from hardtack.battles.bull_run.scenario import BullRun
from hardtack.board.deployment import UNIT as BRIGADE
from hardtack.board.masks import free_to_go
from hardtack.board.native import dataclass
from hardtack.referee.bans import Asked
from hardtack.referee.events import ENEMY, SIDES, UNION
from hardtack.referee.state import Row, State, derived

FOUGHT, GAVE_WAY = 1, 2  # in a combat of this turn; the last one ended with a retreat


@dataclass(slots=True)
class Front:
    """What the marches of a side meet: sets of hexes, and of its brigades."""

    closed: int  # never entered: the enemy stands there, or nobody knows of him there yet (8.2a, 8.4)
    stops: int  # where marches end: the enemy's zones of control (8.2b, C6)
    full: int  # where no further brigade finds room (8.2)
    able: int  # the brigades on the map with points left that no enemy zone has stopped (8.1a, 8.2b)


class BullRunState(State[BullRun]):
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
        return self.deployment.held(BRIGADE, side)

    def full(self, side: str) -> int:
        """The hexes that take no further brigade of a side (8.2)."""
        return self.deployment.full(side, self.scenario.stacking)

    @derived
    def zones(self) -> dict[str, int]:
        """The hexes each side controls (8.2b, C6), for whoever shows them."""
        return {side: self.deployment.zone(side) for side in SIDES}

    def front(self, side: str) -> Front:
        """What a side's marches meet, worked out once."""
        front = self.fronts.get(side)
        if front is None:
            front = self.fronts[side] = self._look_ahead(side)
        return front

    @derived
    def fronts(self) -> dict[str, Front]:
        return {}

    def _look_ahead(self, side: str) -> Front:
        deployment, scenario = self.deployment, self.scenario
        stops, own = deployment.zone(ENEMY[side]), deployment.present & scenario.forces[side]
        able = free_to_go(self.at, self.spent, own, scenario.allowance, stops)
        return Front(self.occupied(ENEMY[side]) | self.unknown(side), stops, self.full(side), able)

    def unknown(self, side: str) -> int:
        """West of the Stone Bridge the Confederates go only once they know of the crossing there (8.4)."""
        return 0 if side == UNION or self.flank_known else self.scenario.ground.west

    def has_stopped(self, unit: int) -> bool:
        """Whether a brigade on the map has entered an enemy zone in its movement phase: it goes no further (8.2b)."""
        return bool(self.spent[unit] and self.front(self.scenario.side_of[unit]).stops >> self.at[unit] & 1)

    def is_bound(self, unit: int) -> bool:
        """Beauregard's muddle binds grey brigades until they have been across once (8.3)."""
        return bool(self.scenario.grey >> unit & 1 and not self.crossed[unit])

    @derived
    def points(self) -> dict[int, int]:
        """The strength points standing in each occupied hex."""
        strength = self.strength
        return {hex_: sum([strength[unit] for unit in units]) for hex_, units in self.deployment.stacks.items()}

    @derived
    def judgements(self) -> dict[tuple[str, str], Any]:
        """What bots make of this position, by what it is and for which side: worked out once."""
        return {}

    def stack_strength(self, hex_: int) -> int:
        """The strength points now standing in a hex."""
        return self.points.get(hex_, 0)


Question = Asked[BullRunState, Any]


def names_at(state: BullRunState, hex_: int) -> tuple[str, ...]:
    """The ids of a stack: the log names who fights, not only where."""
    return tuple(state.scenario.pieces[unit].id for unit in state.deployment.stacks.get(hex_, ()))
