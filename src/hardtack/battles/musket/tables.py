"""The charts of the series: combat results and terrain effects, read from data/tables.toml (MS CR1-CR4, TE1-TE18).

The standard rules of the series were not at hand: their low-confidence numbers are `Parameters`, each a named setting
a player may change (data/settings.toml), so that whoever owns the booklet can correct them without touching code.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.errors import BadData
from hardtack.referee.settings import load_settings

DATA = Path(__file__).parent / "data"
ARMS = ("infantry", "artillery", "cavalry")
MAIN_CODES = ("NE", "Ex", "Ax", "Ar", "Ac", "Dc", "Dr", "Dx", "Dm")
_CELL = re.compile(r"(?P<main>[A-Z][a-z])(?:\((?P<then>\w\w)\))?(?: (?P<extra>DF|Leader|Ammo))?")


@dataclass(frozen=True, slots=True)
class Result:
    """One cell of the CRT: "Dc(Ex) Leader" is main Dc, then Ex if the check is passed, extra Leader (MS 8.1)."""

    main: str
    then: str = ""
    extra: str = ""

    def __str__(self) -> str:
        bracket = f"({self.then})" if self.then else ""
        return f"{self.main}{bracket}{' ' + self.extra if self.extra else ''}"


@dataclass(frozen=True, slots=True)
class ResultsTable:
    """The combat results table: columns by lowest difference, rows by the die (MS 7.5)."""

    lowest: tuple[int, ...]
    heads: tuple[str, ...]
    rows: tuple[tuple[Result, ...], ...]

    def column(self, difference: int, shift: int = 0) -> int:
        """The column of a difference, moved right by a shift but never off the table."""
        found = 0
        for number, lowest in enumerate(self.lowest[1:], 1):
            if difference >= lowest:
                found = number
        return min(found + shift, len(self.lowest) - 1)

    def result(self, column: int, die: int) -> Result:
        return self.rows[die - 1][column]


@dataclass(frozen=True, slots=True)
class Terrain:
    """One line of the hex terrain chart; cost 0 is prohibited."""

    name: str
    clause: str
    cost: Mapping[str, int]
    march: bool = True
    zoc_in: bool = True
    zoc_out: bool = True
    los: str = ""
    bombard: bool = True
    halve: str = ""
    woods: bool = False
    charge: bool = True
    advance: bool = True
    train_stops: bool = False
    absorbs_stream: bool = False
    cavalry_one: bool = False
    cavalry_defends_halved: bool = False


@dataclass(frozen=True, slots=True)
class Overlay:
    """A mark on top of a hex's terrain: stream, hill, orchard, bank of a river, chateau."""

    name: str
    clause: str
    extra: Mapping[str, int]
    artillery_stops: bool = False
    halve_all: bool = False
    charge: bool = True
    range: int = 0


@dataclass(frozen=True, slots=True)
class HexSide:
    """One line of the hexside chart."""

    name: str
    clause: str
    extra: Mapping[str, int]
    extra_up: int = 0
    closed: bool = False
    crossings: tuple[str, ...] = ()
    zoc: bool = True
    halve: bool = False
    halve_up: bool = False
    cavalry_one: bool = False
    charge: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """A road or trail: its cost in movement points, and in half points of March movement."""

    name: str
    clause: str
    cost: int
    march_halves: int


@dataclass(frozen=True, slots=True)
class Tables:
    crt: ResultsTable
    classes: Mapping[str, str]
    terrain: Mapping[str, Terrain]
    overlays: Mapping[str, Overlay]
    sides: Mapping[str, HexSide]
    ways: Mapping[str, Way]
    march_cavalry: int

    @property
    def names(self) -> dict[str, str]:
        """What each clause of the terrain chart is about."""
        lines: tuple[Terrain | Overlay | HexSide, ...] = (
            *self.terrain.values(), *self.overlays.values(), *self.sides.values(),
        )  # fmt: skip
        return {line.clause: line.name for line in reversed(lines)}  # the first of a clause counts


NO_EXTRA: Mapping[str, int] = dict.fromkeys(ARMS, 0)


@cache
def load_tables(path: Path = DATA / "tables.toml") -> Tables:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    try:
        return Tables(
            _read_crt(data["crt"]),
            data["classes"],
            {name: Terrain(name, **line) for name, line in data["terrain"].items()},
            {name: Overlay(name, **_with_extra(line)) for name, line in data["overlays"].items()},
            {name: _read_side(name, line) for name, line in data["sides"].items()},
            {name: Way(name, **line) for name, line in data["paths"].items()},
            int(data["march"]["cavalry"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise BadData(f"{path.name}: {error}") from None


def _with_extra(line: Mapping[str, Any]) -> dict[str, Any]:
    return {"extra": NO_EXTRA, **line}


def _read_side(name: str, line: Mapping[str, Any]) -> HexSide:
    values = _with_extra(line)
    return HexSide(name, **(values | {"crossings": tuple(values.get("crossings", ()))}))


def _read_crt(table: Mapping[str, Any]) -> ResultsTable:
    rows = tuple(tuple(_read_cell(cell) for cell in table[str(die)]) for die in range(1, 7))
    lowest = tuple(int(column) for column in table["columns"])
    if any(len(row) != len(lowest) for row in rows) or len(table["heads"]) != len(lowest):
        raise ValueError("[crt] every row needs one cell for each column")
    return ResultsTable(lowest, tuple(table["heads"]), rows)


def _read_cell(text: str) -> Result:
    match = _CELL.fullmatch(text)
    codes = {code for code in (match["main"], match["then"]) if code} if match else {""}
    if match is None or not codes <= set(MAIN_CODES):
        raise ValueError(f"[crt] {text!r} is not a result")
    return Result(match["main"], match["then"] or "", match["extra"] or "")


@dataclass(frozen=True, slots=True)
class Parameters:
    """One value for each setting, as chosen for a game."""

    ma_infantry: int
    ma_artillery: int
    ma_cavalry: int
    ma_leader: int
    ma_train: int
    roll_cavalry_bonus: int
    march_infantry: int
    march_leader: int
    march_clearance: int
    stack_limit: int
    retreat_hexes: int
    advance_hexes: int
    pursuit_hexes: int
    counterattack_factor: int
    counterattacks: bool
    artillery_range: int
    cumulative_halving: bool
    leader_assist: int
    leader_inactive_from: int
    leader_lost_from: int
    leader_recovers_to: int
    ammo_supplied: int
    ammo_unsupplied: int
    rout_delay: int
    charge_shift: int
    fow_no_hq: int
    fow_per_rout: int
    fow_move: int
    alarm_stops_move: bool
    gunboat_support: str
    c_code: str


SETTINGS = load_settings(DATA / "settings.toml")
