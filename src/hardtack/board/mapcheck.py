"""Reads the values of a map file one by one and notes every defect with its place.

A :class:`Table` hands out values of the right kind or notes why it cannot; reading then goes on, so that one pass
names everything that is wrong with a file.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from itertools import pairwise
from math import isfinite
from typing import Final, Literal, TypeGuard, TypeVar, final

from hardtack.board.board import Side
from hardtack.board.grid import BadHex, Grid
from hardtack.board.native import dataclass

T = TypeVar("T")
_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")
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
    """The text of a map file, cut into its tables and keys, and the defects that are found in it.

    The TOML reader of the standard library forgets where things stood, so this looks again.  It understands the
    plain layout of a map file; in an odd one it falls back to the nearest table or key it knows.
    """

    __slots__ = ("_first", "_spans", "defects", "file")

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.defects: list[Defect] = []
        # (table, position in an array of tables, key) -> the line the span begins on, and its text
        self._first: dict[tuple[str, int, str], int] = {}
        self._spans: dict[tuple[str, int, str], list[str]] = {}
        seen: dict[str, int] = {}
        table, position, key = "", 0, ""
        for number, content in enumerate(text.split("\n"), start=1):
            if header := _HEADER.match(content):
                table, key = header[2], ""
                position = seen.get(table, -1) + 1 if header[1] == "[[" else 0
                seen[table] = position
            elif named := _KEY.match(content):
                key = named[1] or named[2] or named[3] or ""
            self._first.setdefault((table, position, key), number)
            self._spans.setdefault((table, position, key), []).append(content)

    def find(self, table: str, position: int, key: str, values: tuple[str, ...], *, last: bool) -> int:
        """The line of ``values`` under a key of a table, or of the nearest thing found; 0 for nothing."""
        for span in ((table, position, key), (table, position, ""), (table, 0, ""), ("", 0, table)):
            first = self._first.get(span)
            if first is None:
                continue
            return first + (self._offset(self._spans[span], values, last) if span[2] == key else 0)
        return 0

    @staticmethod
    def _offset(span: list[str], values: tuple[str, ...], last: bool) -> int:
        if not values:
            return 0
        pattern = r"\s*,\s*".join("[\"']" + re.escape(value) + "[\"']" for value in values)
        text = "\n".join(span)
        found = [match.start() for match in re.finditer(pattern, text)]
        return text.count("\n", 0, found[-1 if last else 0]) if found else 0


@final
class Table:
    """One table of a map file, with its place, read key by key; the position is for one of an array of tables."""

    __slots__ = ("_data", "_grid", "findings", "name", "position")

    def __init__(
        self, findings: Findings, grid: Grid | None, data: Mapping[str, object], name: str, position: int | None = None
    ) -> None:
        self.findings = findings
        self.name = name
        self.position = position
        self._grid = grid
        self._data = data

    def names(self) -> tuple[str, ...]:
        return tuple(self._data)

    def has(self, key: str) -> bool:
        return key in self._data

    def fault(self, code: Code, message: str, key: str = "", values: tuple[str, ...] = ()) -> None:
        """Note a defect of the values under a key."""
        findings, last = self.findings, code in ("duplicate", "overlap")
        name = self.name if self.position is None else f"{self.name}[{self.position + 1}]"
        place = f"{'.'.join(part for part in (name, key) if part)} {'/'.join(values)}".strip()
        line = findings.find(self.name, self.position or 0, key, values, last=last)
        findings.defects.append(Defect(findings.file, place, code, message, line))

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
            if _is_number(one) and 0 <= one <= 1:
                found.append(float(one))
            else:
                code: Code = "bad-value" if _is_number(one) else "wrong-kind"
                self.fault(code, "must be a number from 0 to 1", key)
        return tuple(found)

    def offset(self, key: str) -> tuple[float, float] | None:
        """Two numbers, across and down in hexes, or None."""
        value = self._data.get(key)
        if isinstance(value, list) and len(value) == 2 and all(_is_number(one) and isfinite(one) for one in value):
            return (float(value[0]), float(value[1]))
        if value is not None:
            self.fault("wrong-kind", "must be two numbers, across and down in hexes", key)
        return None

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
        return self._needed(key, "a hex is", self._hex)

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
        return self._needed(key, "the two hexes of a hexside are", self._side)

    def sides(self, key: str) -> list[Side]:
        """A list of hexsides in the order they are written, each at most once and whichever way round."""
        return self._several(key, ("hexside", "hexsides"), self._side)

    def _needed(self, key: str, what: str, read: Callable[[object, str], T | None]) -> T | None:
        value = self._data.get(key)
        if value is None:
            self.fault("missing", f"{what} needed here", key)
            return None
        return read(value, key)

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


def _is_number(value: object) -> TypeGuard[float]:
    return isinstance(value, int | float) and not isinstance(value, bool)
