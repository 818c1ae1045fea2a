"""Reads the values of a map file one by one and notes every defect with its place.

A :class:`Table` hands out values of the right kind or notes why it cannot; reading then goes on, so that one pass
names everything that is wrong with a file.
"""

from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import isfinite
from typing import Literal, TypeVar, final

from hardtack.board.board import PROVENANCES, Side
from hardtack.board.grid import BadHex, Grid
from hardtack.board.maplines import Lines
from hardtack.board.native import dataclass

T = TypeVar("T")
Code = Literal[
    "unreadable",
    "missing",
    "unknown-key",
    "wrong-kind",
    "bad-value",
    "bad-hex",
    "off-grid",
    "out-of-play",
    "duplicate",
    "overlap",
    "not-adjacent",
    "path-jumps",
    "no-water",
]


@dataclass(frozen=True, slots=True)
class Defect:
    """One thing that is wrong with a map file; ``line`` is 0 when the line is not known."""

    file: str
    place: str
    code: Code
    message: str
    line: int = 0

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.place}: {self.message} [{self.code}]"


@final
class Findings:
    """The defects of one file as they are found."""

    __slots__ = ("_lines", "defects", "file")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.defects: list[Defect] = []
        self._lines = Lines(text)

    def add(
        self,
        code: Code,
        message: str,
        table: str,
        position: int = 0,
        key: str = "",
        values: tuple[str, ...] = (),
        *,
        listed: bool = False,
    ) -> None:
        """Note a defect of the values under a key; ``listed`` says the table is one of an array of tables."""
        name = f"{table}[{position + 1}]" if listed else table
        place = ".".join(part for part in (name, key) if part)
        if values:
            place = f"{place} {'/'.join(values)}".strip()
        line = self._lines.find(table, position, key, values, last=code in ("duplicate", "overlap"))
        self.defects.append(Defect(self.file, place, code, message, line))


@final
class Table:
    """One table of a map file, with its place, read key by key."""

    __slots__ = ("_data", "_grid", "_listed", "findings", "name", "position")

    def __init__(
        self,
        findings: Findings,
        grid: Grid | None,
        data: Mapping[str, object],
        name: str,
        position: int = 0,
        *,
        listed: bool = False,
    ) -> None:
        self.findings = findings
        self.name = name
        self.position = position
        self._grid = grid
        self._data = data
        self._listed = listed

    def names(self) -> tuple[str, ...]:
        return tuple(self._data)

    def has(self, key: str) -> bool:
        return key in self._data

    def fault(self, code: Code, message: str, key: str = "", values: tuple[str, ...] = ()) -> None:
        self.findings.add(code, message, self.name, self.position, key, values, listed=self._listed)

    def allow(self, keys: Iterable[str]) -> None:
        """Note every key that a table of this kind does not have."""
        known = set(keys)
        for key in self._data:
            if key not in known:
                self.fault("unknown-key", f"no such key; the keys here are {', '.join(sorted(known))}", key)

    def text(self, key: str, default: str | None = None) -> str:
        value = self._data.get(key, default)
        if value is None:
            self.fault("missing", "a text is needed here", key)
        elif not isinstance(value, str):
            self.fault("wrong-kind", "must be a text", key)
        else:
            if not value.strip() and default is None:
                self.fault("bad-value", "must not be empty", key)
            return value
        return ""

    def choice(self, key: str, choices: tuple[str, ...], default: str | None = None) -> str:
        value = self.text(key, default)
        if value and value not in choices:
            self.fault("bad-value", f"{value!r} is not one of {', '.join(choices)}", key)
            return default or ""
        return value

    def provenance(self, default: str) -> str:
        return self.choice("provenance", PROVENANCES, default)

    def whole_range(self, key: str) -> tuple[int, int] | None:
        value = self._data.get(key)
        if value is None:
            self.fault("missing", "a first and a last number are needed here", key)
        elif not (isinstance(value, list) and len(value) == 2 and all(type(end) is int for end in value)):
            self.fault("wrong-kind", "must be a first and a last number, such as [1, 20]", key)
        elif not 0 <= value[0] <= value[1] <= 99:
            self.fault("bad-value", "must rise within 0 to 99", key)
        else:
            return (value[0], value[1])
        return None

    def whole(self, key: str) -> int:
        """A whole number above nothing."""
        value = self._data.get(key)
        if value is None:
            self.fault("missing", "a whole number is needed here", key)
        elif type(value) is not int:
            self.fault("wrong-kind", "must be a whole number", key)
        elif value < 1:
            self.fault("bad-value", "must be 1 or more", key)
        else:
            return value
        return 1

    def shares(self, key: str) -> tuple[float, ...]:
        """Numbers from 0 to 1; a single one need not be a list."""
        value = self._data.get(key, [])
        found: list[float] = []
        for one in value if isinstance(value, list) else [value]:
            if isinstance(one, bool) or not isinstance(one, int | float):
                self.fault("wrong-kind", "must be a number from 0 to 1", key)
            elif not 0 <= one <= 1:
                self.fault("bad-value", "must be a number from 0 to 1", key)
            else:
                found.append(float(one))
        return tuple(found)

    def offset(self, key: str) -> tuple[float, float] | None:
        """Two numbers, across and down in hexes, or None."""
        value = self._data.get(key)
        if value is None:
            return None
        if not (isinstance(value, list) and len(value) == 2):
            self.fault("wrong-kind", "must be two numbers, across and down in hexes", key)
            return None
        across, down = value
        if not _is_finite(across) or not _is_finite(down):
            self.fault("wrong-kind", "must be two numbers, across and down in hexes", key)
            return None
        return (float(across), float(down))

    def texts(self, key: str) -> list[str]:
        value = self._data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            self.fault("wrong-kind", "must be a list of texts", key)
            return []
        found: list[str] = []
        for one in value:
            if one in found:
                self.fault("duplicate", f"{one!r} is listed twice", key, (one,))
            found.append(one)
        return found

    def tags(self) -> frozenset[str]:
        return frozenset(self.texts("tags"))

    def hex(self, key: str) -> int | None:
        value = self._data.get(key)
        if value is None:
            self.fault("missing", "a hex is needed here", key)
            return None
        return self._hex(value, key)

    def hexes(self, key: str) -> list[int]:
        """A list of hexes, none of them twice."""
        return self._several(key, ("hex", "hexes"), self._hex)

    def path(self, key: str) -> list[int]:
        """A list of hexes each of which is a neighbour of the one before."""
        value = self._data.get(key)
        if not isinstance(value, list) or not value:
            code: Code = "missing" if value is None or value == [] else "wrong-kind"
            self.fault(code, "the hexes of a path are needed here", key)
            return []
        steps = [self._hex(one, key) for one in value]
        for (a, name_a), (b, name_b) in pairwise(zip(steps, value, strict=True)):
            if a is None or b is None or self._grid is None or self._grid.adjacent(a, b):
                continue
            self.fault("path-jumps", "the path jumps between hexes that share no side", key, (name_a, name_b))
        return [hex_ for hex_ in steps if hex_ is not None]

    def side(self, key: str) -> Side | None:
        value = self._data.get(key)
        if value is None:
            self.fault("missing", "the two hexes of a hexside are needed here", key)
            return None
        return self._side(value, key)

    def sides(self, key: str) -> list[Side]:
        """A list of hexsides in the order they are written, each at most once and whichever way round."""
        return self._several(key, ("hexside", "hexsides"), self._side)

    def _several(self, key: str, called: tuple[str, str], read: Callable[[object, str], T | None]) -> list[T]:
        value = self._data.get(key, [])
        if not isinstance(value, list):
            self.fault("wrong-kind", f"must be a list of {called[1]}", key)
            return []
        found: list[T] = []
        seen: set[object] = set()
        for one in value:
            read_so = read(one, key)
            if read_so is None:
                continue
            if read_so in seen:
                named = tuple(one) if isinstance(one, list) else (one,)
                self.fault("duplicate", f"the {called[0]} is listed twice", key, named)
            seen |= {read_so, read_so[::-1]} if isinstance(read_so, tuple) else {read_so}
            found.append(read_so)
        return found

    def _hex(self, value: object, key: str) -> int | None:
        if not isinstance(value, str):
            self.fault("wrong-kind", f"{value!r} is not a hex; write it as a text such as '0101'", key)
            return None
        if self._grid is None:
            return None
        try:
            return self._grid.index(value)
        except BadHex as bad:
            if bad.reason == "off-grid":
                self.fault("off-grid", "the hex is not on the grid", key, (value,))
            else:
                self.fault("bad-hex", "a hex is four figures, column then row", key, (value,))
        return None

    def _side(self, value: object, key: str) -> Side | None:
        if not (isinstance(value, list) and len(value) == 2):
            self.fault("wrong-kind", f"{value!r} is not a hexside; write the two hexes it parts", key)
            return None
        a, b = self._hex(value[0], key), self._hex(value[1], key)
        if a is None or b is None or self._grid is None:
            return None
        if not self._grid.adjacent(a, b):
            self.fault("not-adjacent", "the two hexes share no hexside", key, (value[0], value[1]))
            return None
        return (a, b)


def _is_finite(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value)
