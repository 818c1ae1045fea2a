"""Chickamauga made ready to play: boxes, raids, the road, and what it adds to the state of the series."""

from __future__ import annotations

from operator import itemgetter

from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import UNION

UNWRITTEN, HIDDEN = "", "?"
OPTION_A, OPTION_B = "A", "B"


class ChickamaugaScenario(MusketScenario):
    def make_ready(self) -> None:
        data = self.data
        self.crawfish_springs = self.box_place(data["wheeler"]["box"])
        self.rossville = self.box_place(data["rossville"]["box"])
        self.lafayette = self.box_place(data["hq_arrival"]["box"])
        self.hq_from = data["hq_arrival"]["first_turn"]
        self.train_may_leave_from = data["wheeler"]["train_may_leave_from"]
        self.lightning_brigade = self.index[data["wilder"]["unit"]]
        self.thomas = self.index[data["battalions"]["assisted_by"]]
        self.removed_needed = data["victory"]["option_b_removed"]
        self.step_formations: tuple[tuple[str, ...], ...] = tuple(
            tuple(row) for row in self.supply[UNION]["formations"]
        )
        self.places_of_brigades = itemgetter(*(
            piece for piece in self.fighters[UNION]
            if self.kind[piece] == "infantry" and self.counters[piece].size == "brigade"
        ))  # fmt: skip
        regions = self.board.regions
        self.road_and_west = regions["lafayette_road"] | regions["west_of_lafayette_road"]

    def infantry_brigades_in(self, state: MusketState, box: int) -> int:
        """Union infantry brigades in a box; battalions do not count (CK 19.42, 19.5)."""
        number: int = self.places_of_brigades(state.at).count(box)
        return number


class ChickamaugaState(MusketState[ChickamaugaScenario]):
    plan: str  # the Confederate's secret choice (CK 18.2): UNWRITTEN, A or B; HIDDEN in everybody else's view
    step_die: int  # the Union replacement die of this phase (CK 17.22), 0 before it is rolled
