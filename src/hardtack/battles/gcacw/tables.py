"""Charts and tables of the series, read from ``data/tables.toml`` (GC 5.1.3, 7.4.4, 7.5 and others)."""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_left
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from hardtack.battles.gcacw.parameters import DATA, Parameters
from hardtack.board.native import dataclass
from hardtack.referee.errors import BadData

FACES = range(1, 7)  # of a die
_CELL = re.compile(r"(\d*)([DFfE]?)(R\*|R|r|a)?")


@dataclass(frozen=True, slots=True)
class Result:
    """One cell of the combat chart (GC 7.5): manpower lost, D/F/f, E, retreat or rout, advance."""

    text: str
    loss: int
    strain: str  # "", "f", "F" or "D"
    ends: bool  # E: the march ends, nothing else
    flight: str  # "", "r", "R" or "R*"
    advance: bool

    @property
    def lets_march_on(self) -> bool:
        """GC 7.1.5: only a result without D, F, f or E lets a march go on."""
        return not self.strain and not self.ends


def parse_result(text: str) -> Result:
    if text == "-":
        return Result(text, 0, "", False, "", False)
    match = _CELL.fullmatch(text)
    if match is None or not text:
        raise BadData(f"tables.toml: {text!r} is not a combat result")
    loss, strain, tail = match.groups()
    flight = tail if tail in ("r", "R", "R*") else ""
    return Result(text, int(loss or 0), "" if strain == "E" else strain, strain == "E", flight or "", tail == "a")


@dataclass(frozen=True, slots=True)
class Chart:
    """The combat chart for one side: rows from the lowest difference upward, columns by combat value."""

    lowest: int
    columns: tuple[int, ...]
    rows: tuple[tuple[Result, ...], ...]

    def result(self, difference: int, value: int) -> Result:
        """The cell for a die difference and a whole combat value (1/2 counts as 0)."""
        return self.cell(difference, self.column(value))

    def column(self, value: int) -> int:
        """The column of a combat value."""
        return bisect_left(self.columns, value)

    def cell(self, difference: int, column: int) -> Result:
        """The cell for a die difference in a column."""
        row = min(max(difference - self.lowest, 0), len(self.rows) - 1)
        return self.rows[row][column]


@cache
def raw_tables() -> dict[str, Any]:
    with (DATA / "tables.toml").open("rb") as file:
        return tomllib.load(file)


def _chart(side: str) -> Chart:
    table = raw_tables()["chart"]
    columns = tuple(table[f"{side}_columns"])
    rows = tuple(tuple(parse_result(cell) for cell in line.split()) for line in table[side])
    short = [number for number, row in enumerate(rows) if len(row) != len(columns) + 1]
    if short:
        raise BadData(f"tables.toml: chart.{side} row {short[0]} does not have {len(columns) + 1} cells")
    return Chart(table["lowest"], columns, rows)


@cache
def defender_chart() -> Chart:
    return _chart("defender")


@cache
def attacker_chart() -> Chart:
    return _chart("attacker")


@cache
def _disorganised_halves() -> tuple[int, ...]:
    return tuple(raw_tables()["strength"]["disorganised_halves"])


def combat_value_halves(manpower: int, disorganised: bool) -> int:
    """Combat value in halves (GC 2.2.3): whole numbers keep sums exact although manpower 1 counts 1/2."""
    if not disorganised:
        return 2 * manpower
    table = _disorganised_halves()
    return table[manpower] if manpower < len(table) else 2 * -(-2 * manpower // 3)


def ratio_modifier(attacker: int, defender: int) -> int:
    """GC 7.4.2: the ratio rounded in the defender's favour; both values in the same unit."""
    if attacker >= defender:
        return attacker // defender - 1
    return 1 - -(-defender // attacker)


@cache
def _artillery_rows(table: str) -> tuple[tuple[int, tuple[tuple[int, bool], ...]], ...]:
    rows = raw_tables()["artillery"][table]
    return tuple(
        (row["from"], tuple((int(cell.rstrip("*")), cell.endswith("*")) for cell in row["modifiers"])) for row in rows
    )


@cache
def artillery_modifier(table: str, difference: int, terrain: str) -> tuple[int, bool]:
    """GC 7.4.4: the modifier, and whether it waits for an even extra die."""
    column = raw_tables()["artillery"]["columns"].get(terrain, 2)
    for least, cells in _artillery_rows(table):
        if difference >= least:
            return cells[column]
    return _artillery_rows(table)[-1][1][column]


def extended_march_modifier(params: Parameters, side: str, fatigue: int, exhausted: bool) -> int:
    """GC 5.1.3: what is added to the extended march die of a unit that has just reached `fatigue`."""
    return _extended_modifier(params.ext_exhausted, side, fatigue, exhausted)


@cache
def _extended_modifier(reading: str, side: str, fatigue: int, exhausted: bool) -> int:
    table = raw_tables()["extended_march"]
    total = int(table["union"]) if side == "union" else 0
    if fatigue == 4:
        total += table["fatigue_4"]
    if exhausted:
        total += table["exhausted"][reading][str(fatigue)]
    return total


def needs_extended_march(fatigue: int, exhausted: bool) -> bool:
    """GC 5.1.3: marches to fatigue 3 or 4, for exhausted units also to 2."""
    return fatigue >= (2 if exhausted else 3)


def extended_march_result(params: Parameters, roll: int, manpower: int) -> tuple[int, bool]:
    """GC 5.1.3: manpower lost and whether the unit is disorganised, for a modified roll."""
    return _extended_result(params.ext_table, roll, manpower)


def extended_march_row(params: Parameters, modifier: int, manpower: int) -> Sequence[tuple[int, bool]]:
    """The same for each face of the die."""
    return _extended_row(params.ext_table, modifier, manpower)


@cache
def _extended_row(reading: str, modifier: int, manpower: int) -> Sequence[tuple[int, bool]]:
    return [_extended_result(reading, face + modifier, manpower) for face in FACES]


def _extended_result(reading: str, roll: int, manpower: int) -> tuple[int, bool]:
    if roll < 6:
        return 0, False
    table = raw_tables()["extended_march"]
    cell = table[reading][str(min(roll, 8))][bisect_left(table["columns"], manpower)]
    return (0, True) if cell == "D" else (int(cell), True)


@cache
def force_march_modifier(side: str, arm: str, exhausted: bool, disorganised: bool) -> int:
    """GC 5.1.4: what is added to the force march die."""
    table = raw_tables()["force_march"]
    total = int(table["union"]) if side == "union" else 0
    total += table["exhausted"] if exhausted else 0
    total += table["disorganised"] if disorganised else 0
    return total + (table["cavalry"] if arm == "cavalry" else 0)


def force_march_result(params: Parameters, roll: int, manpower: int, disorganised: bool) -> tuple[int, bool]:
    """GC 5.1.4: manpower lost and whether the unit is disorganised, for a modified roll."""
    if params.force_march_table == "extended":
        return extended_march_result(params, roll, manpower)
    return _force_result(roll, manpower, disorganised)


def force_march_row(params: Parameters, modifier: int, manpower: int, shaken: bool) -> Sequence[tuple[int, bool]]:
    """The same for each face of the die."""
    if params.force_march_table == "extended":
        return extended_march_row(params, modifier, manpower)
    return _force_row(modifier, manpower, shaken)


@cache
def _force_row(modifier: int, manpower: int, shaken: bool) -> Sequence[tuple[int, bool]]:
    return [_force_result(face + modifier, manpower, shaken) for face in FACES]


def _force_result(roll: int, manpower: int, disorganised: bool) -> tuple[int, bool]:
    table = raw_tables()["force_march"]
    if roll >= table["loses_from"]:
        return (2 if manpower >= table["large"] else 1), True
    if roll >= table["disorganises_from"]:
        return (1 if disorganised else 0), True
    return 0, False


@cache
def attack_types(attack_mp: str, cavalry: bool) -> Mapping[str, int]:
    """GC 7.1.4: every type of march attack with its points, cheapest first."""
    table = raw_tables()["attack_types"]
    costs = table[attack_mp]["cavalry" if cavalry else "foot"]
    return {kind: costs[kind] for kind in table["order"]}


def attack_type_modifier(kind: str) -> int:
    modifier: int = raw_tables()["attack_types"]["modifier"][kind]
    return modifier


def cavalry_retreat_size(manpower: int) -> int:
    """GC 7.7.2: the modifier for the manpower of the retreating cavalry."""
    for most, modifier in raw_tables()["cavalry_retreat"]["size"]:
        if manpower <= most:
            return int(modifier)
    return int(raw_tables()["cavalry_retreat"]["size"][-1][1])


def entrenchment_halves(params: Parameters, kind: str) -> int:
    """GC 9.3: the factor of an entrenchment, in halves."""
    if kind == "fort":
        return 2 * params.fort_factor
    halves: int = raw_tables()["entrenchment"]["halves"][kind]
    return halves
