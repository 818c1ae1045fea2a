"""Finds the line of a map file that a datum stands on, so that a defect can be pointed at."""

import re
from typing import Final, final

_HEADER: Final = re.compile(r"^\s*(\[\[?)\s*([A-Za-z0-9_-]+)\s*\]\]?\s*(?:#.*)?$")
_KEY: Final = re.compile(r"""^\s*(?:"([^"]*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*=""")


@final
class Lines:
    """The text of a map file cut into its tables and keys.

    The TOML reader of the standard library forgets where things stood, so this looks again.  It understands the
    plain layout of a map file; in an odd one it falls back to the nearest table or key it knows.
    """

    __slots__ = ("_first", "_spans")

    def __init__(self, text: str) -> None:
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
