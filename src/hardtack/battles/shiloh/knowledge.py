"""What a bot is after at Shiloh: the landing, the Corinth road, and time for Buell to come."""

from __future__ import annotations

from collections.abc import Mapping

from hardtack.battles.musket.intent import Field, Intent, nearness
from hardtack.battles.musket.knowledge import MusketKnowledge
from hardtack.battles.musket.outlook import Outlook
from hardtack.battles.musket.state import MusketState
from hardtack.battles.shiloh.scenario import ShilohScenario
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE, UNION

DRIVE = 0.35  # what a point of movement nearer the landing is worth to an attacker
HOLD = 0.3  # what a point farther from the landing than the line costs a defender
RETURN = 0.2  # what a point nearer Corinth is worth to Grant's counterattack
SEEK = 0.1  # what a hex nearer the enemy is worth to whoever attacks
LINE = 7  # points from the landing within which the Union forms its line on the first day
GUARD, ENOUGH = 0.8, 12  # a factor that guards the landing, up to so many in a hex
RISK, MARGIN = 15.0, 6  # what an attack that far above the guard threatens
OBJECTIVE, POST = 30.0, 9.0  # standing on the enemy's objective; keeping him off one's own


class ShilohIntent(Intent):
    """The Confederate drives for the landing; the Union covers it, and from turn 9 goes for the Corinth road."""

    def __init__(self, scenario: ShilohScenario) -> None:
        self.scenario = scenario
        self.counterattack: int = scenario.data["rolled"][1]["rolls"][-1]["turn"]  # Nelson is there at the latest
        self.drive = [DRIVE * near for near in nearness(scenario, scenario.landing)]
        self.hold = [HOLD * near for near in nearness(scenario, scenario.landing, LINE)]
        self.strike = [RETURN * near for near in nearness(scenario, scenario.corinth_road)]

        landing, corinth = tuple(hexes_in(scenario.landing)), tuple(hexes_in(scenario.corinth_road))
        self.objectives = {
            CONFEDERATE: dict.fromkeys(landing, OBJECTIVE) | dict.fromkeys(corinth, POST),
            UNION: dict.fromkeys(landing, POST) | dict.fromkeys(corinth, OBJECTIVE),
        }

    def striking(self, state: MusketState) -> bool:
        return state.turn >= self.counterattack

    def ground(self, state: MusketState, side: str) -> Field:
        if side == CONFEDERATE:
            return self.drive
        return self.strike if self.striking(state) else self.hold

    def purpose(self, state: MusketState, side: str) -> str:
        if side == CONFEDERATE:
            return "landing"
        return "corinth_road" if self.striking(state) else "cover_landing"

    def zeal(self, state: MusketState, side: str) -> float:
        return SEEK if side == CONFEDERATE or self.striking(state) else 0.0

    def garrisons(self, state: MusketState, side: str) -> Mapping[int, float]:
        return self.objectives[side]

    def other(self, view: Outlook, side: str) -> float:
        """How safe the landing is: the factors in its two hexes, and the risk of what the enemy can bring there."""
        if side == CONFEDERATE:
            return 0.0
        worth = 0.0
        for hex_ in hexes_in(self.scenario.landing):
            guard, blow = view.counts[side].defence.get(hex_, 0), view.threat(hex_, side)
            worth += GUARD * min(guard, ENOUGH)
            if blow:
                worth -= RISK * min(max(blow - guard + MARGIN, 0) / (2 * MARGIN), 1.0)
        return worth


class ShilohKnowledge(MusketKnowledge):
    intent = ShilohIntent
