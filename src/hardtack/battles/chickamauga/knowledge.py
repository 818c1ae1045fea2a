"""What a bot is after at Chickamauga: the LaFayette Road, the enemy's army, and its own train."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardtack.battles.chickamauga.scenario import ChickamaugaScenario
from hardtack.battles.musket.intent import Intent, nearness
from hardtack.battles.musket.knowledge import MusketKnowledge
from hardtack.battles.musket.outlook import VP, Outlook
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.events import CONFEDERATE, UNION, text
from hardtack.referee.knowledge import Aim, Field

ROAD = 0.12  # what a point of movement nearer the road is worth
SEEK = 0.3  # what a hex nearer the enemy is worth
SUPPLY = 2.0  # a unit on a hex of the army's line of communications
GUARD_TRAIN, GUARD_ROAD = 8.0, 4.0  # a brigade that keeps Wheeler from the train, raiders from Rossville
# The LaFayette Road where it leads to Rossville and Chattanooga; a hex farther south that stands for the rest.
NORTHERN_ROAD = ("0801", "0902", "0904", "0906", "0908", "0910")
SOUTHERN_ROAD = "0818"
KEEP = 2.0  # what each hex of the northern road is worth to a bot that plans
EXPOSED = -3.0  # an HQ or train with troops that have the enemy before them
ENOUGH = 3  # brigades that make a raid harmless (CK 19.42, 19.5)


class ChickamaugaIntent(Intent):
    """Both armies fight for the road and look for the enemy; the Union guards its train and Rossville."""

    def __init__(self, scenario: ChickamaugaScenario) -> None:
        self.scenario = scenario
        self.road = [ROAD * near for near in nearness(scenario, scenario.board.regions["lafayette_road"])]

    def ground(self, state: MusketState, side: str) -> Field:
        return self.road

    def purpose(self, state: MusketState, side: str) -> str:
        return "lafayette_road"

    def zeal(self, state: MusketState, side: str) -> float:
        return SEEK

    def garrisons(self, state: MusketState, side: str) -> Mapping[int, float]:
        return dict.fromkeys(hexes_in(self.scenario.battle.loc_hexes(state, side)), SUPPLY)

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

    def other(self, view: Outlook, side: str) -> float:
        """Guards for the boxes; a train gone is safe. The choice of CK 18.2 is left to chance: it must not be known."""
        scenario, state = self.scenario, view.state
        if side == CONFEDERATE:
            return 0.0
        total = GUARD_ROAD * min(scenario.infantry_brigades_in(state, scenario.rossville), ENOUGH)
        if self.raided(state, scenario.crawfish_springs):
            guards = min(scenario.infantry_brigades_in(state, scenario.crawfish_springs), ENOUGH)
            total += GUARD_TRAIN * (guards - ENOUGH) - VP
        return total


class ChickamaugaPlan(ChickamaugaIntent):
    """For a bot that plans: the Union keeps the northern road, its way home; HQ and train stay out of the line."""

    wary = True

    def __init__(self, scenario: ChickamaugaScenario) -> None:
        super().__init__(scenario)
        grid = scenario.board.grid
        self.northern = {grid.index(name): KEEP for name in NORTHERN_ROAD}

    def garrisons(self, state: MusketState, side: str) -> Mapping[int, float]:
        held = dict(super().garrisons(state, side))
        return self.northern | held if side == UNION else held

    def at_front(self, piece: int, kind: str) -> float:
        return super().at_front(piece, kind) if kind == "leader" else EXPOSED

    def aims(self, state: MusketState, side: str) -> Sequence[Aim]:
        """The northern and the southern half of the road."""
        scenario = self.scenario
        road = scenario.board.regions["lafayette_road"]
        north = mask_of(scenario.board.grid.index(name) for name in NORTHERN_ROAD)
        key = "plan.hold" if side == UNION else "plan.take"
        return (
            Aim(text(key, hex=NORTHERN_ROAD[-1]), north, 40.0, 20.0),
            Aim(text(key, hex=SOUTHERN_ROAD), road & ~north, 40.0, 20.0),
        )


class ChickamaugaKnowledge(MusketKnowledge):
    intent = ChickamaugaIntent
    plan_intent = ChickamaugaPlan
