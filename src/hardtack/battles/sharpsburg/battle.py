"""The Battle of Sharpsburg as the referee sees it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

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
from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.referee.battle import BattleOf
from hardtack.referee.datafile import read_toml
from hardtack.referee.errors import BadData
from hardtack.referee.register import load_register
from hardtack.referee.settings import load_settings, scenario_info
from hardtack.referee.words import Words, load_battle_words

DATA = Path(__file__).parent / "data"


class Sharpsburg(BattleOf[SharpsburgState, Field]):
    id = "sharpsburg"
    rules_version = "1"
    state_type = SharpsburgState
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
        super().__init__()
        self.register = load_register(DATA / "clauses.csv")
        self.charts_read = load_charts(DATA / "tables.toml")
        self.board = load_board(DATA / "map.toml")
        self.counters = load_counters(DATA / "units.csv", self.board, self.charts_read.limits.turns)
        self.words = load_battle_words(DATA) | names_of(self.board, self.counters)
        about, turns = read_toml(DATA / "scenario.toml"), self.charts_read.limits.turns
        self.scenarios = {about["id"]: scenario_info(self.id, about, turns, load_settings(DATA / "settings.toml"))}
        self.hours = tuple(about["clock"])
        if len(self.hours) != turns:
            raise BadData(f"scenario.toml: clock has {len(self.hours)} times for {turns} turns")

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> Field:
        return Field(self, scenario_id, self.board, self.counters, self.charts_read, settings, self.hours)

    def set_up(self, scenario: Field) -> SharpsburgState:
        return opening(scenario)

    def check_position(self, state: SharpsburgState) -> None:
        super().check_position(state)
        positions.check(state)


def names_of(board: Board, counters: Sequence[Counter]) -> Words:
    """The names of units and places, from the files that hold them, so that each is written once."""
    entries = {f"unit.{unit.id}": unit.names for unit in counters}
    entries |= {f"hex.{board.grid.name(place.hex)}": (place.name_en, place.name_ja) for place in board.places}
    return Words(entries)


BATTLE = Sharpsburg()
