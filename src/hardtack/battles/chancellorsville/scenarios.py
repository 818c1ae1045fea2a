"""Reads the scenario files and checks each against the counters, the board and the rule register."""

from __future__ import annotations

import tomllib
from collections.abc import Container, Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.battles.chancellorsville.book import ScenarioBook, SetUpLine
from hardtack.battles.gcacw.counters import CAVALRY
from hardtack.board.board import Board
from hardtack.referee.datafile import Defects, read_record
from hardtack.referee.errors import BadData
from hardtack.referee.events import SIDES
from hardtack.referee.register import PROVENANCES

DATA = Path(__file__).parent / "data"

BOXES = ("left", "suffolk", "guiney", "hidden")  # beside the map of the advanced game (SLB 17.0, 19.2, 20.1a, 22.2c)

ALLOWED: Mapping[str, Container[str]] = {
    "side": SIDES,
    "for_": SIDES,
    "detach": SIDES,
    "attach": SIDES,
    "phases": (
        "random_events", "ammunition", "leader_transfer", "attachment", "action_cycle", "reckoning", "recovery",
        "hidden_movement", "secret_bridges", "hidden_works", "reveal",
    ),
    "entrenchment": ("none", "breastworks", "fort"),
    "causes": ("combat", "retreat", "cavalry_retreat"),
    "hex_from": PROVENANCES,
    "manpower_from": (*PROVENANCES, ""),
    "arm": ("infantry", "cavalry", "artillery", ""),
    "arms": ("infantry", "cavalry", "artillery"),
    "kind": (
        "ever_entered", "ever_adjacent", "unit_at_end", "held_at_end", "division_at_end", "guarded_at_end",
        "guns_taken", "road_path", "corps_across", "losses", "raid", "station", "left", "united", "depots_lost",
    ),
}  # fmt: skip
UNIT_FIELDS = (
    "unit", "units", "one_of", "leader", "move", "remove", "leader_stays_with", "falls_at_end_of_turn", "first_units",
    "once_units", "dice_units",
)  # fmt: skip
HEX_FIELDS = (
    "hex", "hexes", "near", "from_", "to", "ford", "fords", "between", "sides", "bridges", "dice_hexes",
)  # fmt: skip
LARGEST_MARKER = 18  # GC override O7: no strength marker of this game is larger


def load_book(scenario_id: str) -> ScenarioBook:
    """The scenario's file as records; only its form is checked here, see `check_book`."""
    return read_book(DATA / "scenarios" / f"{scenario_id}.toml")


@cache
def read_book(path: Path) -> ScenarioBook:
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise BadData(f"{path.name}: {error}") from None
    defects = Defects(path.name)
    book = read_record(ScenarioBook, table, "scenario", defects)
    if book is None or defects.found:
        raise BadData("; ".join(defects.found))
    return book


def _found() -> tuple[str, ...]:
    """Every scenario there is a file of, the shortest game first."""
    books = [load_book(path.stem) for path in (DATA / "scenarios").glob("*.toml")]
    return tuple(book.id for book in sorted(books, key=lambda book: (book.minutes, book.id)))


SCENARIO_IDS = _found()


def check_book(
    book: ScenarioBook, units: Mapping[str, Any], board: Board, clauses: Container[str], file: str
) -> list[str]:
    """Every datum of the file that does not fit the counters, the board, the register or itself."""
    defects = Defects(file)
    for place, name, value in walk(book, "scenario"):
        allowed = ALLOWED.get(name)
        if name in UNIT_FIELDS and isinstance(value, str) and value and value not in units:
            defects.add(place, f"no counter {value!r}")
        elif name == "hex" and book.advanced is not None and value in BOXES:
            continue
        elif name in HEX_FIELDS and isinstance(value, str) and value and not board.grid.has(value):
            defects.add(place, f"no hex {value!r} on the map")
        elif name.endswith("clause") and value and value not in clauses:
            defects.add(place, f"no clause {value!r}")
        elif name in ("region", "until_region", "east_bank") and value and value not in board.regions:
            defects.add(place, f"no region {value!r} on the map")
        elif name == "side_set" and value and value not in board.side_sets:
            defects.add(place, f"no set of hexsides {value!r} on the map")
        elif allowed is not None and isinstance(value, str) and value not in allowed:
            defects.add(place, f"{value!r} is not known here")
    for side in SIDES:
        _check_set_up(getattr(book.setup, side), side, units, defects)
    _check_guns(book, units, defects)
    return defects.found


def _check_guns(book: ScenarioBook, units: Mapping[str, Any], defects: Defects) -> None:
    """SLB 13.4g: as many cavalry brigades as the book says have guns to be issued."""
    park = book.horse_artillery
    if park is None:
        return
    cavalry = [units[line.unit] for line in book.setup.confederate if line.unit in units]
    armed = [unit.id for unit in cavalry if unit.type == CAVALRY and unit.artillery]
    if len(armed) != park.brigades_with_guns:
        defects.add(
            "setup.confederate", f"{park.brigades_with_guns} cavalry brigades have guns, not {', '.join(armed)}"
        )


def _check_set_up(lines: tuple[SetUpLine, ...], side: str, units: Mapping[str, Any], defects: Defects) -> None:
    seen: set[str] = set()
    for number, line in enumerate(lines, 1):
        place = f"setup.{side}[{number}] ({line.unit})"
        unit = units.get(line.unit)
        if unit is None:
            continue  # already named by the walk over every field
        if unit.side != side:
            defects.add(place, f"the counter belongs to the {unit.side} side")
        if line.unit in seen:
            defects.add(place, "the counter is set up twice")
        seen.add(line.unit)
        fights = unit.type not in ("leader", "marker")
        if fights and not 1 <= line.manpower <= LARGEST_MARKER:
            defects.add(place, f"manpower {line.manpower} is outside 1 to {LARGEST_MARKER}")
        if not fights and line.manpower:
            defects.add(place, "only combat units have manpower")
        if not 0 <= line.fatigue <= 4:
            defects.add(place, f"fatigue {line.fatigue} is outside 0 to 4")
        if fights and not line.manpower_from:
            defects.add(place, "manpower_from is missing")


def walk(value: Any, place: str, name: str = "") -> Iterator[tuple[str, str, Any]]:
    """Every plain value of a record with its place and the name of its field; keys of tables count as values."""
    if is_dataclass(value):
        for part in fields(value):
            yield from walk(getattr(value, part.name), f"{place}.{part.name.rstrip('_')}", part.name)
    elif isinstance(value, tuple):
        for number, inner in enumerate(value, 1):
            yield from walk(inner, f"{place}[{number}]", name)
    elif isinstance(value, dict):
        for key, inner in value.items():
            if not is_dataclass(inner):
                yield place, name, key
            yield from walk(inner, f"{place}.{key}", "hex" if name == "move" else name)
    else:
        yield place, name, value
