"""The Battle of Sharpsburg as the referee sees it."""

from __future__ import annotations

from collections.abc import Sequence

from hardtack.battles.sharpsburg import positions
from hardtack.battles.sharpsburg.actions import ACTIONS
from hardtack.battles.sharpsburg.charts import load_charts
from hardtack.battles.sharpsburg.combat import Attacking, Combat
from hardtack.battles.sharpsburg.counters import Counter, load_counters
from hardtack.battles.sharpsburg.knowledge import SharpsburgKnowledge
from hardtack.battles.sharpsburg.movement import Movement
from hardtack.battles.sharpsburg.page import SharpsburgPage
from hardtack.battles.sharpsburg.results import Advancing, Exchange
from hardtack.battles.sharpsburg.retreat import Displacing, Follow, Retreating
from hardtack.battles.sharpsburg.sequence import EndOfPlayerTurn, PlayerTurn, opening
from hardtack.battles.sharpsburg.state import Field, SharpsburgState
from hardtack.referee.errors import BadData
from hardtack.referee.folder import FolderBattle


class Sharpsburg(FolderBattle[SharpsburgState, Field]):
    id = "sharpsburg"
    rules_version = "1"
    state_type = SharpsburgState
    scenario_type = Field
    action_types = ACTIONS
    frame_types = (
        PlayerTurn, Movement, Combat, Attacking, Exchange, Retreating, Displacing, Follow, Advancing,
        EndOfPlayerTurn,
    )  # fmt: skip
    fallback_clause = "SH 4a"
    sound = positions.SOUNDNESS
    max_decisions = 5000
    page = SharpsburgPage()
    knowledge = SharpsburgKnowledge()

    def __init__(self) -> None:
        self.charts_read = load_charts(self.folder / "tables.toml")
        super().__init__()
        if len(self.about["clock"]) != self.count_turns():
            raise BadData(f"scenario.toml: clock has {len(self.about['clock'])} times for {self.count_turns()} turns")

    def count_turns(self) -> int:
        return self.charts_read.limits.turns

    def read_pieces(self) -> Sequence[Counter]:
        return load_counters(self.folder / "units.csv", self.board, self.count_turns())

    def set_up(self, scenario: Field) -> SharpsburgState:
        return opening(scenario)

    def check_position(self, state: SharpsburgState) -> None:
        super().check_position(state)
        positions.check(state)


BATTLE = Sharpsburg()
