"""What a bot is after at Shiloh: the landing, the Corinth road, and time for Buell to come."""

from __future__ import annotations

from collections.abc import Mapping

from hardtack.battles.musket.lay import ARMY
from hardtack.battles.musket.mind import nearness
from hardtack.battles.musket.outlook import Aims, Field
from hardtack.battles.musket.state import MusketState
from hardtack.battles.shiloh.scenario import ShilohScenario
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE

DRIVE = 0.35  # what a point of movement nearer the landing is worth to an attacker
HOLD = 0.3  # what a point farther from the landing than the line costs a defender
RETURN = 0.2  # what a point nearer Corinth is worth to Grant's counterattack
SEEK = 0.1  # what a hex nearer the enemy is worth to whoever attacks
LINE = 7  # points from the landing within which the Union forms its line on the first day
OBJECTIVE, POST = 30.0, 9.0  # standing on the enemy's objective; keeping him off one's own


class ShilohAims(Aims):
    """The Confederate drives for the landing; the Union covers it, and from turn 9 goes for the Corinth road."""

    def __init__(self, scenario: ShilohScenario) -> None:
        self.scenario = scenario
        self.counterattack: int = scenario.data["rolled"][1]["rolls"][-1]["turn"]  # Nelson is there at the latest
        self.drive = [DRIVE * near for near in nearness(scenario, scenario.landing)]
        self.hold = [HOLD * near for near in nearness(scenario, scenario.landing, LINE)]
        self.strike = [RETURN * near for near in nearness(scenario, scenario.corinth_road)]

    def striking(self, state: MusketState) -> bool:
        return state.turn >= self.counterattack

    def ground(self, state: MusketState, army: int) -> Field:
        if army == ARMY[CONFEDERATE]:
            return self.drive
        return self.strike if self.striking(state) else self.hold

    def zeal(self, state: MusketState, army: int) -> float:
        return SEEK if army == ARMY[CONFEDERATE] or self.striking(state) else 0.0

    def garrisons(self, state: MusketState, army: int) -> Mapping[int, float]:
        scenario = self.scenario
        confederate = army == ARMY[CONFEDERATE]
        landing = dict.fromkeys(hexes_in(scenario.landing), OBJECTIVE if confederate else POST)
        corinth = dict.fromkeys(hexes_in(scenario.corinth_road), POST if confederate else OBJECTIVE)
        return landing | corinth
