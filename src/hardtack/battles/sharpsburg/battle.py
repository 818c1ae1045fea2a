"""The Battle of Sharpsburg as the referee sees it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, ClassVar

from hardtack.battles.sharpsburg import knowledge, overlays, positions, showing
from hardtack.battles.sharpsburg.actions import ACTIONS
from hardtack.battles.sharpsburg.charts import load_charts
from hardtack.battles.sharpsburg.combat import Attacking, Combat
from hardtack.battles.sharpsburg.counters import Counter, load_counters
from hardtack.battles.sharpsburg.movement import Movement
from hardtack.battles.sharpsburg.results import Advancing, Exchange
from hardtack.battles.sharpsburg.retreat import Displacing, FallBack, Follow, Retreating
from hardtack.battles.sharpsburg.sequence import EndOfPlayerTurn, PlayerTurn, opening
from hardtack.battles.sharpsburg.state import Field, SharpsburgState
from hardtack.board.board import Board
from hardtack.board.mapfile import load_board
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.errors import BadData
from hardtack.referee.events import Text
from hardtack.referee.register import load_register
from hardtack.referee.showing import (
    Cell,
    Chart,
    Formation,
    Hint,
    Look,
    Modifier,
    ScenarioInfo,
    Setting,
    Standing,
    read_choices,
)
from hardtack.referee.state import WAITING
from hardtack.referee.words import Words, load_battle_words

DATA = Path(__file__).parent / "data"


class Sharpsburg(Battle):
    id = "sharpsburg"
    rules_version = "1"
    state_type = SharpsburgState
    action_types = ACTIONS
    frame_types = (
        PlayerTurn, Movement, Combat, Attacking, Exchange, FallBack, Retreating, Displacing, Follow, Advancing,
        EndOfPlayerTurn,
    )  # fmt: skip
    fallback_clause = "SH 4a"
    sound = positions.SOUNDNESS
    max_decisions = 5000
    overlays = (overlays.SIGHT,)
    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {"": ("number.strength", "number.movement")}

    def __init__(self) -> None:
        super().__init__()
        self.register = load_register(DATA / "clauses.csv")
        self.charts_read = load_charts(DATA / "tables.toml")
        self.board = load_board(DATA / "map.toml")
        self.counters = load_counters(DATA / "units.csv", self.board, self.charts_read.limits.turns)
        self.words = load_battle_words(DATA) | names_of(self.board, self.counters)
        self.about = read_scenario(DATA / "scenario.toml", self.charts_read.limits.turns)
        self.scenarios = {self.about.id: self.about}
        self.hours = read_hours(DATA / "scenario.toml", self.charts_read.limits.turns)

    def make_scenario(self, scenario_id: str, settings: Mapping[str, Any]) -> Field:
        return Field(self, scenario_id, self.board, self.counters, self.charts_read, settings)

    def set_up(self, scenario: Field) -> SharpsburgState:
        return opening(scenario)

    def check_position(self, state: SharpsburgState) -> None:
        super().check_position(state)
        positions.check(state)

    # -- what a screen shows

    def hint(self, state: SharpsburgState, action: Action) -> Hint:
        return showing.hint(state, action)

    def look(self, state: SharpsburgState, piece: int) -> Look:
        return showing.look(state, piece)

    def standing(self, state: SharpsburgState) -> Standing:
        return showing.standing(state)

    def modifiers(self, state: SharpsburgState, action: Action) -> Sequence[Modifier]:
        return showing.modifiers(state, action)

    def aftermath(
        self, before: SharpsburgState, after: SharpsburgState, action: Action
    ) -> Sequence[tuple[str, int | str]]:
        return showing.aftermath(before, after)

    def presume(self, state: SharpsburgState) -> Action:
        return knowledge.presume(state)

    def charts(self, scenario: Field) -> Sequence[Chart]:
        return showing.charts(scenario)

    def clock(self, state: SharpsburgState) -> str:
        return self.hours[state.turn - 1]

    def arrivals(self, state: SharpsburgState) -> Sequence[tuple[int, str]]:
        """Who is to come; whoever finds his entry held is tried again every turn (SH 2)."""
        counters = state.scenario.counters
        waiting = [unit for piece, unit in enumerate(counters) if state.at[piece] == WAITING]
        return [(max(unit.turn, state.turn), unit.id) for unit in waiting]

    def terrain_card(self, scenario: Field, hex_number: int) -> Sequence[Text]:
        return showing.terrain_card(scenario, hex_number)

    def roster(self, state: SharpsburgState) -> Sequence[Formation]:
        return showing.roster(state)

    def overlay(self, state: SharpsburgState, kind: str, hex_number: int) -> Sequence[Cell]:
        return overlays.field_of_fire(state, hex_number) if kind == overlays.SIGHT else ()

    # -- what the bots know

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return knowledge.TERMS


def names_of(board: Board, counters: Sequence[Counter]) -> Words:
    """The names of units and places, from the files that hold them, so that each is written once."""
    entries = {f"unit.{unit.id}": unit.names for unit in counters}
    entries |= {f"hex.{board.grid.name(place.hex)}": (place.name_en, place.name_ja) for place in board.places}
    return Words(entries)


def read_scenario(path: Path, turns: int) -> ScenarioInfo:
    """The scenario's headlines and the readings a player may switch."""
    data = _read(path)
    settings = tuple(
        Setting(
            row["id"],
            row["values"][0],
            tuple(row["values"]),
            row["clause"],
            (row["label_en"], row["label_ja"]),
            choices=read_choices(row),
        )
        for row in data["parameters"]
    )
    return ScenarioInfo(
        data["id"], Sharpsburg.id, (data["title_en"], data["title_ja"]), (data["summary_en"], data["summary_ja"]),
        data["date"], turns, data["first_side"], settings, length_minutes=data["length_minutes"],
    )  # fmt: skip


def read_hours(path: Path, turns: int) -> tuple[str, ...]:
    """The time of day each turn begins at."""
    hours = tuple(_read(path)["clock"])
    if len(hours) != turns:
        raise BadData(f"{path.name}: clock has {len(hours)} times for {turns} turns")
    return hours


def _read(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise BadData(f"{path.name}: {error}") from None


BATTLE = Sharpsburg()
