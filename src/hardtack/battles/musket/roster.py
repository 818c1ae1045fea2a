"""Counters of a battle, read from units.csv (MS 2.2-2.6)."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from hardtack.board.native import dataclass, mypyc_attr
from hardtack.referee.battle import Piece
from hardtack.referee.errors import BadData
from hardtack.referee.register import read_csv
from hardtack.referee.words import Words

COMBAT_TYPES = ("infantry", "cavalry", "artillery", "gunboat")
TYPES = (*COMBAT_TYPES, "leader", "hq", "train")
COLUMNS = (
    "id", "side", "code", "name", "name_ja", "type", "size", "formation", "formation_name", "formation_name_ja",
    "steps", "cf", "cf_reduced", "morale", "morale_reduced", "march", "range", "state", "place", "within", "turn",
    "provenance", "source",
)  # fmt: skip


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True, kw_only=True)
class Counter(Piece):
    """What is printed on a counter, and where the set-up puts it."""

    code: str
    names: tuple[str, str]
    formation: str
    formation_names: tuple[str, str]
    steps: int
    cf: tuple[int, int]  # full, reduced
    morale: tuple[int, int]
    march: int  # own March allowance, 0: that of its class
    range: int  # own bombardment range, 0: the series' value
    active: bool
    place: str
    within: int
    turn: int

    @property
    def combat(self) -> bool:
        return self.type in COMBAT_TYPES

    @property
    def battalion(self) -> bool:
        return self.size == "battalion"


def load_counters(path: Path) -> tuple[Counter, ...]:
    """Every counter of units.csv, in its order; a defect is named with its line."""
    counters = []
    for line, row in read_csv(path, COLUMNS):
        try:
            counters.append(_read_counter(row))
        except ValueError as error:
            raise BadData(f"{path.name}: line {line}: {row['id']}: {error}") from None
    ids = [counter.id for counter in counters]
    twice = sorted({name for name in ids if ids.count(name) > 1})
    if twice:
        raise BadData(f"{path.name}: {', '.join(twice)} appears twice")
    return tuple(counters)


def _read_counter(row: dict[str, str]) -> Counter:
    if row["type"] not in TYPES:
        raise ValueError(f"type {row['type']!r} is not one of {', '.join(TYPES)}")
    combat = row["type"] in COMBAT_TYPES
    steps = _number(row, "steps", 1)
    cf = _number(row, "cf", 0)
    morale = _number(row, "morale", 0)
    if combat and not (steps in (1, 2) and cf > 0 and 1 <= morale <= 6):
        raise ValueError("a combat unit has 1 or 2 steps, a combat factor and a morale of 1 to 6")
    return Counter(
        id=row["id"],
        side=row["side"],
        type=row["type"],
        size=row["size"],
        provenance=row["provenance"],
        code=row["code"],
        names=(row["name"], row["name_ja"]),
        formation=row["formation"],
        formation_names=(row["formation_name"], row["formation_name_ja"]),
        steps=steps,
        cf=(cf, _number(row, "cf_reduced", cf)),
        morale=(morale, _number(row, "morale_reduced", morale)),
        march=_number(row, "march", 0),
        range=_number(row, "range", 0),
        active=row["state"] == "active",
        place=row["place"],
        within=_number(row, "within", 0),
        turn=_number(row, "turn", 0),
    )


def _number(row: dict[str, str], column: str, empty: int) -> int:
    text = row[column].strip()
    if not text:
        return empty
    if not text.isdigit():
        raise ValueError(f"{column} {text!r} is not a whole number")
    return int(text)


def unit_words(counters: Sequence[Counter]) -> Words:
    """The names of the counters and of their formations."""
    units = {f"unit.{counter.id}": counter.names for counter in counters}
    formations = {f"formation.{counter.side}.{counter.formation}": counter.formation_names for counter in counters}
    return Words(units | formations)
