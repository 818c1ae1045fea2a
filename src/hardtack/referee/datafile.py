"""Reads the tables of a data file into records, naming every defect with its file and place."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, is_dataclass
from functools import cache
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, cast, get_args, get_origin, get_type_hints

from hardtack.referee.errors import BadData
from hardtack.referee.register import read_csv

R = TypeVar("R")


class Defects:
    """What is wrong with one file, each defect with its place."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.found: list[str] = []

    def add(self, place: str, message: str) -> None:
        self.found.append(f"{self.file}: {place}: {message}")

    def complain(self) -> None:
        """Raise BadData with everything that was found, if anything was."""
        if self.found:
            raise BadData("; ".join(self.found))


def defects_in(read: Callable[[], object]) -> list[str]:
    """What is wrong with the file that is read so; nothing when it can be."""
    try:
        read()
    except BadData as error:
        return str(error).split("; ")
    return []


def read_toml(file: Path) -> dict[str, Any]:
    """A file as plain tables."""
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadData(f"{file.name}: {error}") from None


def read_table(cls: type[R], file: Path, place: str = "table") -> R:
    """The one record a file holds; raises BadData with every defect. `place`: what defects call it."""
    defects = Defects(file.name)
    table = read_record(cls, read_toml(file), place, defects)
    defects.complain()
    return cast(R, table)


def read_records(cls: type[R], file: Path, name: str, defects: Defects) -> list[R]:
    """The records of an array of tables that is all a file holds; what does not fit is a defect."""
    data = read_toml(file)
    for key in data:
        if key != name:
            defects.add(key, f"only [[{name}]] is wanted here")
    rows = data.get(name, [])
    if not isinstance(rows, list):
        defects.add(name, f"[[{name}]] is wanted here")
        return []
    found = [read_record(cls, row, f"{name} {number}", defects) for number, row in enumerate(rows, 1)]
    return [row for row in found if row is not None]


def read_rows(cls: type[R], file: Path) -> list[R]:
    """The records of a CSV file, one a line with an id of its own; a column that is no field is a note.

    Raises BadData with every defect.
    """
    defects, kinds, seen = Defects(file.name), _kinds_of(cast(Any, cls)), set()
    wanted = [part for part in fields(cls) if part.default is MISSING]  # type: ignore[arg-type]  # a dataclass
    found = []
    for line, row in read_csv(file, tuple(part.name for part in wanted)):
        values: dict[str, Any] = {name: text for name, text in row.items() if name in kinds}
        for name, text in values.items():
            if kinds[name] is int:
                values[name] = int(text) if text.lstrip("-").isdecimal() else text
        if row["id"] in seen:
            defects.add(f"line {line}", f"{row['id']} appears twice")
        seen.add(row["id"])
        found.append(read_record(cls, values, f"line {line}", defects))
    defects.complain()
    return cast(list[R], found)


@cache  # one entry for each class of records
def _kinds_of(cls: type[Any]) -> Mapping[str, Any]:
    """The declared types of a record's fields: worked out once, however many records a file has."""
    return get_type_hints(cls)


def read_record(cls: type[R], table: object, place: str, defects: Defects) -> R | None:
    """A record of the class from a table of the same keys; None (and its defects) if it does not fit."""
    if not isinstance(table, Mapping):
        defects.add(place, "a table is wanted here")
        return None
    before = len(defects.found)
    kinds = _kinds_of(cast(Any, cls))
    known = {part.name.rstrip("_"): part for part in fields(cls)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            defects.add(place, f"unknown key {key!r}")
    values: dict[str, Any] = {}
    for key, part in known.items():
        if key in table:
            values[part.name] = _value(kinds[part.name], table[key], f"{place}.{key}", defects)
        elif part.default is MISSING and part.default_factory is MISSING:
            defects.add(place, f"{key!r} is missing")
    return cls(**values) if len(defects.found) == before else None


def _value(kind: Any, value: object, place: str, defects: Defects) -> Any:
    """The value as the record wants it: arrays become tuples; anything of another type is a defect."""
    if isinstance(kind, UnionType):  # "X | None": a table that may be missing
        kind = next(inner for inner in get_args(kind) if inner is not type(None))
    if is_dataclass(kind):
        return read_record(cast(type[Any], kind), value, place, defects)
    if get_origin(kind) is tuple:
        inner, *rest = get_args(kind)
        if not isinstance(value, list) or (rest and rest != [Ellipsis] and len(value) != len(rest) + 1):
            defects.add(place, "a list of the right length is wanted here")
            return ()
        return tuple(_value(inner, part, f"{place}[{number}]", defects) for number, part in enumerate(value, 1))
    if get_origin(kind) is dict:
        _, inner = get_args(kind)
        if not isinstance(value, Mapping):
            defects.add(place, "a table is wanted here")
            return {}
        return {str(key): _value(inner, part, f"{place}.{key}", defects) for key, part in value.items()}
    if kind is Any:
        return value
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        defects.add(place, f"{value!r} is not of type {kind.__name__}")
    return value
