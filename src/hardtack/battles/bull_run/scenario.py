"""The battle made ready: board, brigades, tables and settings, with everything movement needs worked out once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.battles.bull_run.ground import Ground
from hardtack.board.deployment import ZONE
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass
from hardtack.referee.battle import Piece, Scenario
from hardtack.referee.datafile import read_toml
from hardtack.referee.events import UNION


@dataclass(frozen=True, slots=True, kw_only=True)
class Brigade(Piece):
    """A counter of the unit table (2.4): its strength, where and when it appears."""

    strength: int
    hex: str
    turn: int
    command: str
    name: str
    name_ja: str

    @property
    def names(self) -> tuple[str, str]:
        return self.name, self.name_ja


class BullRun(Scenario):
    """What never changes during a game of Bull Run."""

    pieces: tuple[Brigade, ...]

    def prepare(self) -> None:
        board, brigades, settings = self.board, self.pieces, self.settings
        self.first_side = self.first_side or UNION
        self.ground: Ground = Ground(board, tables(), settings)
        self.zone_tables = {ZONE: self.ground.zones}  # 8.2b, C6
        self.allowance: int = tables()["limits"]["movement_allowance"]
        self.stacking: int = tables()["limits"]["stacking"]
        self.grey = mask_of(unit for unit, brigade in enumerate(brigades) if brigade.colour == "grey")
        self.homes = tuple(board.grid.index(brigade.hex) for brigade in brigades)
        self.printed = tuple(brigade.strength for brigade in brigades)
        self.hits = read_combat_table(tables())
        self.objective = {row["side"]: board.grid.index(row["hex"]) for row in tables()["objectives"]}
        self.objectives = mask_of(self.objective.values())
        self.objective_clause = {row["side"]: row["clause"] for row in tables()["objectives"]}
        self.checks = {row["id"]: range(row["range"][0], row["range"][1] + 1) for row in tables()["checks"]["rows"]}
        self.solitaire: bool = settings["solitaire"]
        self.orders: dict[str, dict[str, Any]] = {row["id"]: row for row in tables()["solitaire"]["orders"]}
        self.missions: dict[str, Any] = tables()["solitaire"]["missions"]


@cache
def tables() -> dict[str, Any]:
    return read_toml(Path(__file__).parent / "data" / "tables.toml")


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
