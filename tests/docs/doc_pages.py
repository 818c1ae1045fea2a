"""The documents as the tests read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
DOCS = sorted([ROOT / "README.md", ROOT / "CHANGELOG.md", *(ROOT / "docs").rglob("*.md")])
NAMES = [path.relative_to(ROOT).as_posix() for path in DOCS]
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


class Block(NamedTuple):
    """A fenced block: its language, its text, and the line of prose just before it."""

    language: str
    text: str
    before: str


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def blocks(name: str) -> Iterator[Block]:
    text = read(name)
    for found in _BLOCK.finditer(text):
        before = text[: found.start()].rstrip("\n").rpartition("\n")[2]
        yield Block(found[1], found[2], before)


def prose(name: str) -> str:
    """The document without its fenced blocks."""
    return _BLOCK.sub("", read(name))


def section(name: str, heading: str) -> str:
    """The text under a heading, up to the next heading of the same or a higher level."""
    text = read(name)
    start = re.search(rf"^(#+) {re.escape(heading)}$", text, re.MULTILINE)
    assert start is not None, f"{name} has no heading {heading!r}"
    end = re.compile(rf"^#{{1,{len(start[1])}}} ", re.MULTILINE).search(text, start.end())
    return text[start.end() : end.start() if end else len(text)]


def rows(text: str) -> list[list[str]]:
    """The rows of the Markdown tables in a text, without their heads."""
    found: list[list[str]] = []
    for line in text.splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split(" | ")]
        if line.startswith("|") and not set(line) <= set("|-: "):
            found.append(cells)
        elif line.startswith("|"):
            found.pop()  # the row above the rule is the head
    return found


def code_words(text: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`\n]+)`", text)
