"""The printed charts of Sharpsburg, read from `tables.toml`: limits, terrain, odds, victory points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.datafile import Defects, read_record, read_toml
from hardtack.referee.dice import FACES
from hardtack.referee.errors import BadData

RESULTS = ("AE", "DE", "AR", "DR", "EN", "EX")
PLACES = ("hex", "hexside", "path")


@dataclass(frozen=True, slots=True)
class Ground:
    """One line of the terrain effects chart (SH 6, SH 6a). Without a cost it cannot be crossed."""

    place: str
    defence: int
    provenance: str
    cost: int | None = None
    whole_turn: bool = False
    blocks_fire: bool = False


@dataclass(frozen=True, slots=True)
class Limits:
    """The numbers of the rules that are not in a chart, each with its clause in the data file."""

    turns: int
    union_corps: int
    union_corps_even: int
    one_of: tuple[str, ...]
    stack: dict[str, int]
    range: dict[str, int]
    limber_turns: int
    deploy_turns: int
    objective: tuple[str, ...]
    objective_points: int
    points_per_strength: int
    provenance: str


class OddsTable:
    """The combat results table (SH 9i): a column for each odds, a row for each face of the die."""

    def __init__(self, columns: tuple[str, ...], rows: Mapping[int, tuple[str, ...]], provenance: str) -> None:
        self.columns = columns
        self.rows = rows
        self.provenance = provenance
        self._column = {label: number for number, label in enumerate(columns)}

    def column(self, attack: int, defence: int) -> str | None:
        """The odds column, rounded for the defender (SH C11); None when worse than the worst column."""
        better = attack >= defence
        label = f"{attack // defence}-1" if better else f"1-{-(-defence // attack)}"
        return label if label in self._column else self.columns[-1] if better else None

    def result(self, column: str, die: int) -> str:
        return self.rows[die][self._column[column]]


@dataclass(frozen=True, slots=True)
class Charts:
    limits: Limits
    terrain: Mapping[str, Ground]
    odds: OddsTable


def load_charts(path: Path) -> Charts:
    """Read and check the charts; a defect names the table it is in."""
    data, defects = read_toml(path), Defects(path.name)
    try:
        limits = read_record(Limits, {**data["limits"], **data["victory"]}, "limits", defects)
        terrain = {name: read_record(Ground, row, f"terrain.{name}", defects) for name, row in data["terrain"].items()}
        for name, ground in terrain.items():
            if ground is not None and ground.place not in PLACES:
                defects.add(f"terrain.{name}", f"place must be one of {', '.join(PLACES)}")
        odds = _odds(data["crt"])
    except KeyError as error:
        raise BadData(f"{path.name}: no value {error}") from None
    except ValueError as error:
        raise BadData(f"{path.name}: {error}") from None
    defects.complain()
    return Charts(limits, terrain, odds)  # type: ignore[arg-type]  # without defects, no None


def _odds(data: Mapping[str, Any]) -> OddsTable:
    columns = tuple(data["columns"])
    rows = {int(die): tuple(codes) for die, codes in data["rows"].items()}
    if sorted(rows) != list(range(1, FACES + 1)):
        raise ValueError(f"[crt.rows] needs one row for each face 1 to {FACES}")
    for die, codes in rows.items():
        if len(codes) != len(columns):
            raise ValueError(f"[crt.rows] {die} has {len(codes)} cells for {len(columns)} columns")
        wrong = [code for code in codes if code not in RESULTS]
        if wrong:
            raise ValueError(f"[crt.rows] {die}: unknown result {wrong[0]!r}")
    return OddsTable(columns, rows, data["provenance"])
