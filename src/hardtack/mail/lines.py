"""The file as text. It survives mail: other line ends, marks of quotation, wrapped lines, text before and after it.

hardtack mail 1
scenario: bull-run
rules: 2
dice: both
union: Ada
commitment: 5d1b...
1 c2f0... confederate join 91aa... Bea
2 08d4... confederate act move SHE 0804
3 77b1... confederate seal
end 4be3...

Every numbered line names the hash of the line before it, the first that of the heading; the last line names the hash
of the last numbered one.
"""

from __future__ import annotations

import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, Self

from hardtack.mail.errors import BadLetter
from hardtack.mail.parts import PART
from hardtack.referee import limits
from hardtack.referee.events import SIDES

VERSION = "1"
BOTH, OWN = "both", "own"
DICE = (BOTH, OWN)  # whose parts the dice follow: both players' at every roll, or those of whoever acts
JOIN, ACT, THEN, OPEN, SEAL, RESIGN = "join", "act", "then", "open", "seal", "resign"
BARE = (SEAL, RESIGN)  # verbs that stand alone
VERBS = (JOIN, ACT, THEN, OPEN, SEAL, RESIGN)
BINDING = (JOIN, OPEN, SEAL, RESIGN)  # lines that are never taken back, not even by who has not sent them yet
HASH = 32  # hexadecimal digits
NAME = 40  # characters
WANTED = ("scenario", "rules", "dice", "commitment")  # what a heading names besides its settings and a player

OURS = "hardtack"
FIRST = re.compile(r"hardtack mail (\d{1,4})")
NUMBERED = re.compile(rf"(\d{{1,6}}) ([0-9a-f]{{{HASH}}}) (\S+) (\S+)(?: (.+))?")
BEGINS = re.compile(rf"\d{{1,6}} [0-9a-f]{{{HASH}}} ")
LAST = re.compile(r"end (\S+)")
HEADER = re.compile(r"([a-z]+|set [^\s:]+): (.+)")
QUOTED = re.compile(r"[\s>|\u200b\ufeff]+")


def digest(text: str) -> str:
    return hashlib.sha256(b"hardtack mail line " + text.encode()).hexdigest()[:HASH]


def plain(text: str) -> str:
    """A text as a line holds it: one blank between words, none around them."""
    return " ".join(unicodedata.normalize("NFC", text).split())


class Line(NamedTuple):
    """One numbered line."""

    number: int
    parent: str  # the hash of the line before
    side: str  # whose line it is
    verb: str
    rest: str = ""

    @property
    def text(self) -> str:
        return " ".join([str(self.number), self.parent, self.side, self.verb, *([self.rest] if self.rest else [])])

    @property
    def hash(self) -> str:
        return digest(self.text)


class Heading(NamedTuple):
    """What a game is about, and who began it."""

    scenario: str
    rules: str
    dice: str
    settings: tuple[tuple[str, str], ...]  # values as JSON
    side: str  # of whoever began
    name: str
    commitment: str

    @property
    def text(self) -> str:
        rows = [f"hardtack mail {VERSION}", f"scenario: {self.scenario}", f"rules: {self.rules}", f"dice: {self.dice}"]
        rows += [f"set {name}: {value}" for name, value in self.settings]
        return "\n".join([*rows, f"{self.side}: {self.name}", f"commitment: {self.commitment}"])

    @property
    def hash(self) -> str:
        return digest(self.text)

    def setting_values(self) -> dict[str, object]:
        return {name: json.loads(value) for name, value in self.settings}


class Letter(NamedTuple):
    """A whole file."""

    heading: Heading
    lines: tuple[Line, ...] = ()

    @property
    def text(self) -> str:
        return "\n".join([self.heading.text, *(line.text for line in self.lines), f"end {self.tip}"]) + "\n"

    @property
    def tip(self) -> str:
        """The hash of the last line."""
        return self.lines[-1].hash if self.lines else self.heading.hash

    def add(self, side: str, verb: str, rest: str = "") -> Self:
        line = Line(len(self.lines) + 1, self.tip, side, verb, rest)
        return self._replace(lines=(*self.lines, line))

    def until(self, count: int) -> Self:
        """The first so many lines."""
        return self._replace(lines=self.lines[:count])

    @property
    def bound(self) -> Self:
        """As far as it is never taken back."""
        last = max((line.number for line in self.lines if line.verb in BINDING), default=0)
        return self.until(last)

    @property
    def commitments(self) -> dict[str, str]:
        """What each player has published, as far as it is here."""
        found = {self.heading.side: self.heading.commitment}
        for line in self.lines[:1]:
            found[line.side] = line.rest.partition(" ")[0]
        return found


# -- reading


@lru_cache(maxsize=8)  # the same file is looked at several times while one sits before it
def read_letter(text: str) -> Letter:
    """The first file in a text, its hashes checked; BadLetter says what is wrong, and in which line."""
    try:
        limits.check_text(text, limits.RECORD_TEXT, limits.RECORD_LINES)
    except limits.TooMuch:
        raise BadLetter("too_long") from None
    heading_rows, rows, last = _cut_out(text)
    heading = _read_heading(heading_rows)
    tip, lines = heading.hash, []
    for place, row in enumerate(rows, 1):
        line = _read_line(place, row)
        if line.parent != tip:
            raise BadLetter("heading_changed") if place == 1 else BadLetter("parent", line=place, before=place - 1)
        lines.append(line)
        tip = line.hash
    if last != tip:
        raise BadLetter("last_changed", line=len(lines)) if lines else BadLetter("heading_changed")
    return Letter(heading, tuple(lines))


def _cut_out(text: str) -> tuple[list[str], list[str], str]:
    """The rows of the heading, the numbered ones, wrapped ones put together again, and the hash at the end."""
    heading: list[str] = []
    rows: list[str] = []
    for raw in text.splitlines():
        limits.go_on()
        if not heading and (OURS not in raw or len(raw) > limits.RECORD_LINE):
            continue  # what stands around the file is nobody's to read
        if len(raw) > limits.RECORD_LINE:  # nor is it made plain first: that can take the square of its length
            raise BadLetter("no_line", line=len(rows)) if rows else BadLetter("heading", found=raw[:40])
        quoted = QUOTED.match(raw)
        row = plain(raw[quoted.end() :] if quoted else raw)
        if not heading:
            if first := FIRST.fullmatch(row):
                if first[1] != VERSION:
                    raise BadLetter("version", found=first[1], known=VERSION)
                heading.append(row)
        elif not row:
            continue
        elif last := LAST.fullmatch(row):
            return heading[1:], rows, last[1]
        elif BEGINS.match(row):
            rows.append(row)
        elif rows:
            rows[-1] += f" {row}"  # the rest of a line that a mail program has wrapped
            if len(rows[-1]) > limits.RECORD_LINE:
                raise BadLetter("no_line", line=len(rows))
        elif len(row) > limits.RECORD_LINE or len(heading) > limits.SETTINGS + len(WANTED):
            raise BadLetter("heading", found=row[:40])
        else:
            heading.append(row)
    raise BadLetter("cut_off", line=len(rows)) if heading else BadLetter("none")


def _read_line(place: int, row: str) -> Line:
    found = NUMBERED.fullmatch(row)
    if found is None or len(row) > limits.RECORD_LINE:
        raise BadLetter("no_line", line=place)
    number, parent, side, verb, rest = found.groups(default="")
    if number != str(place):
        raise BadLetter("order", line=place, found=number)
    if side not in SIDES or verb not in VERBS or (verb in BARE) == bool(rest):
        raise BadLetter("no_line", line=place)
    return Line(place, parent, side, verb, rest)


def _read_heading(rows: Sequence[str]) -> Heading:
    found: dict[str, str] = {}
    for row in rows:
        header = HEADER.fullmatch(row)
        if header is None or header[1] in found or len(found) > limits.SETTINGS:
            raise BadLetter("heading", found=row[:40])
        found[header[1]] = header[2]
    settings = tuple((name[4:], value) for name, value in found.items() if name.startswith("set "))
    heading = _check_heading(found, settings)
    if heading.text.split("\n")[1:] != list(rows):
        raise BadLetter("heading_changed")
    return heading


def _check_heading(found: Mapping[str, str], settings: tuple[tuple[str, str], ...]) -> Heading:
    sides = [side for side in SIDES if side in found]
    missing = [name for name in WANTED if name not in found]
    if missing or len(sides) != 1 or len(found) != len(WANTED) + len(settings) + 1:
        raise BadLetter("heading", found=", ".join(missing) or " ".join(found)[:40])
    for name, value in settings:
        try:
            limits.read_json(value)
        except ValueError:
            raise BadLetter("heading", found=name) from None
    if found["dice"] not in DICE or not PART.fullmatch(found["commitment"]) or len(found[sides[0]]) > NAME:
        raise BadLetter("heading", found="dice" if found["dice"] not in DICE else "commitment")
    name = found[sides[0]]
    return Heading(found["scenario"], found["rules"], found["dice"], settings, sides[0], name, found["commitment"])
