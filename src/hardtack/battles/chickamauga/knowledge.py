"""What a bot is after at Chickamauga: the LaFayette Road, the enemy's army, and its own train."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardtack.battles.chickamauga.scenario import ChickamaugaScenario
from hardtack.battles.musket.aims import Aims, Field, nearness
from hardtack.battles.musket.lay import ARMY
from hardtack.battles.musket.outlook import VP, Outlook
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE, UNION

ROAD = 0.12  # what a point of movement nearer the road is worth
SEEK = 0.3  # what a hex nearer the enemy is worth
SUPPLY = 2.0  # a unit on a hex of the army's line of communications
GUARD_TRAIN, GUARD_ROAD = 8.0, 4.0  # a brigade that keeps Wheeler from the train, raiders from Rossville
ENOUGH = 3  # brigades that make a raid harmless (CK 19.42, 19.5)


class ChickamaugaAims(Aims):
    """Both armies fight for the road and look for the enemy; the Union guards its train and Rossville."""

    def __init__(self, scenario: ChickamaugaScenario) -> None:
        self.scenario = scenario
        self.supplied: dict[int, dict[int, float]] = {}  # by the hexes that are a source now
        self.road = [ROAD * near for near in nearness(scenario, scenario.board.regions["lafayette_road"])]

    def ground(self, state: MusketState, army: int) -> Field:
        return self.road

    def purpose(self, state: MusketState, army: int) -> str:
        return "lafayette_road"

    def zeal(self, state: MusketState, army: int) -> float:
        return SEEK

    def garrisons(self, state: MusketState, army: int) -> Mapping[int, float]:
        side = CONFEDERATE if army == ARMY[CONFEDERATE] else UNION
        sources = self.scenario.battle.loc_hexes(state, side)
        if sources not in self.supplied:
            self.supplied[sources] = dict.fromkeys(hexes_in(sources), SUPPLY)
        return self.supplied[sources]

    def tie(self, state: MusketState, piece: int) -> float:
        """One of the last three brigades in a box that raiders threaten (CK 19.42, 19.5)."""
        scenario, box = self.scenario, state.at[piece]
        if not self.raided(state, box) or scenario.infantry_brigades_in(state, box) > ENOUGH:
            return 0.0
        if scenario.kind[piece] != "infantry" or scenario.counters[piece].battalion:
            return 0.0
        return GUARD_ROAD if box == scenario.rossville else GUARD_TRAIN

    def raided(self, state: MusketState, box: int) -> bool:
        """Rossville always; Crawfish Springs while the train is there."""
        scenario = self.scenario
        return box == scenario.rossville or (box == scenario.crawfish_springs == state.at[scenario.train[UNION]])

    def other(self, state: Any, view: Outlook, army: int) -> float:
        """Guards for the boxes; a train gone is safe. The choice of CK 18.2 is left to chance: it must not be known."""
        scenario = self.scenario
        if army == ARMY[CONFEDERATE]:
            return 0.0
        total = GUARD_ROAD * min(scenario.infantry_brigades_in(state, scenario.rossville), ENOUGH)
        if self.raided(state, scenario.crawfish_springs):
            guards = min(scenario.infantry_brigades_in(state, scenario.crawfish_springs), ENOUGH)
            total += GUARD_TRAIN * (guards - ENOUGH) - VP
        return total
