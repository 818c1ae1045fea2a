"""The battle made ready: board, brigades, tables and settings, with everything movement needs worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.battles.bull_run.ground import Ground
from hardtack.board.board import Board
from hardtack.board.deployment import ZONE
from hardtack.board.mapfile import load_board
from hardtack.board.masks import mask_of
from hardtack.referee.battle import Battle, Piece, Scenario
from hardtack.referee.datafile import read_toml
from hardtack.referee.errors import BadData
from hardtack.referee.events import CONFEDERATE, SIDES, UNION
from hardtack.referee.register import read_csv

DATA = Path(__file__).parent / "data"
UNIT_COLUMNS = (
    "id", "side", "name", "name_ja", "command", "colour", "type", "size", "strength", "movement", "hex", "turn",
    "provenance",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Brigade(Piece):
    """A counter of the unit table (2.4): its strength, where and when it appears."""

    strength: int = 0
    hex: int = 0
    turn: int = 1
    command: str = ""
    names: tuple[str, str] = ("", "")


class BullRun(Scenario):
    """What never changes during a game of Bull Run."""

    pieces: tuple[Brigade, ...]

    def __init__(self, battle: Battle, scenario_id: str, settings: Mapping[str, Any]) -> None:
        board = load_map()
        brigades = load_brigades(board)
        super().__init__(
            battle, scenario_id, board, brigades, settings, turns=len(tables()["turns"]["starts"]), first_side=UNION
        )
        self.ground = Ground(board, tables(), settings)
        self.zone_tables = {ZONE: self.ground.zones}  # 8.2b, C6
        self.allowance: int = tables()["limits"]["movement_allowance"]
        self.stacking: int = tables()["limits"]["stacking"]
        self.grey = mask_of(unit for unit, brigade in enumerate(brigades) if brigade.colour == "grey")
        self.printed = tuple(brigade.strength for brigade in brigades)
        self.hits = read_combat_table(tables())
        self.objective = {row["side"]: board.grid.index(row["hex"]) for row in tables()["objectives"]}
        self.objective_clause = {row["side"]: row["clause"] for row in tables()["objectives"]}
        self.checks = {row["id"]: range(row["range"][0], row["range"][1] + 1) for row in tables()["checks"]["rows"]}
        self.solitaire: bool = settings["solitaire"]


@cache
def tables() -> dict[str, Any]:
    return read_toml(DATA / "tables.toml")


@cache
def load_map() -> Board:
    return load_board(DATA / "map.toml")


def load_brigades(board: Board) -> list[Brigade]:
    """The unit table (2.1, 2.3, 2.4), checked line by line."""
    brigades = []
    for line, row in read_csv(DATA / "units.csv", UNIT_COLUMNS):
        place = f"units.csv: line {line} ({row['id']})"
        if row["side"] not in SIDES:
            raise BadData(f"{place}: side is {UNION} or {CONFEDERATE}, not {row['side']!r}")
        if not board.grid.has(row["hex"]):
            raise BadData(f"{place}: no hex {row['hex']!r} on the map")
        try:
            strength, turn = int(row["strength"]), int(row["turn"])
        except ValueError:
            raise BadData(f"{place}: strength and turn are numbers") from None
        brigades.append(
            Brigade(
                row["id"],
                row["side"],
                row["type"],
                row["size"],
                row["colour"],
                row["provenance"],
                strength,
                board.grid.index(row["hex"]),
                turn,
                row["command"],
                (row["name"], row["name_ja"]),
            )
        )
    return brigades


def read_combat_table(data: Mapping[str, Any]) -> tuple[tuple[int, ...], ...]:
    """hits[die][strength] for modified dice 0 ("below 1") to 6 and firing strengths 0 to 12 (10.4)."""
    table = data["combat"]
    columns = table["columns"]
    rows = []
    for row in sorted(table["rows"], key=lambda row: int(row["die"])):
        by_strength = [0]
        for (low, high), hits in zip(columns, row["hits"], strict=True):
            by_strength += [hits] * (high - low + 1)
        rows.append(tuple(by_strength))
    return tuple(rows)
