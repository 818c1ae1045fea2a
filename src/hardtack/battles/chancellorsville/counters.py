"""The counters of Stonewall's Last Battle, read from ``units.csv`` and checked (SLB 1.0e)."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from hardtack.battles.chancellorsville.scenarios import DATA
from hardtack.battles.gcacw.counters import ARMS, INFANTRY, LEADER, MARKER, Counter, tactical_pair
from hardtack.board.native import dataclass
from hardtack.referee.datafile import Defects
from hardtack.referee.errors import BadData
from hardtack.referee.events import SIDES
from hardtack.referee.register import PROVENANCES, read_csv

COLUMNS = (
    "id", "side", "name", "name_ja", "type", "size", "colour", "rank", "corps", "division", "manpower", "artillery",
    "tactical", "command", "led_cavalry", "substitute", "sub_tactical", "sub_command", "replaced_by", "brigade_of",
    "manpower_limit", "ammunition", "provenance", "source",
)  # fmt: skip
SIZES = ("division", "brigade", "regiment", "")
RANKS = ("army", "corps", "division", "")


@dataclass(frozen=True, slots=True)
class SlbCounter(Counter):
    """A counter with what the substitute and casualty rules need."""

    names: tuple[str, str] = ("", "")
    successor: str = ""  # the counter that takes a fallen leader's place (SLB 18.0b)
    brigade_of: str = ""  # the division counter that may break up into it (SLB 21.4a)
    manpower_limit: int = 0  # most manpower a plain substitute may have (SLB 21.1a)
    ammunition: int = 0  # boxes on the ammunition pad of the advanced game (SLB 20.2a)

    @property
    def is_division(self) -> bool:
        return self.type == INFANTRY and self.size == "division"


@cache
def load_counters(path: Path = DATA / "units.csv") -> dict[str, SlbCounter]:
    """Every counter by id, in the file's order; each defect is named with its line."""
    defects = Defects(path.name)
    counters: dict[str, SlbCounter] = {}
    for line, row in read_csv(path, COLUMNS):
        place = f"line {line} ({row['id']})"
        if row["id"] in counters:
            defects.add(place, "the id appears twice")
        for name, allowed in (
            ("side", SIDES), ("type", (*ARMS, LEADER, MARKER)), ("size", SIZES), ("rank", RANKS),
            ("provenance", PROVENANCES),
        ):  # fmt: skip
            if row[name] not in allowed:
                defects.add(place, f"{name} is one of {', '.join(filter(None, allowed))}, not {row[name]!r}")
        try:
            counters[row["id"]] = _counter(row)
        except ValueError as error:
            defects.add(place, str(error))
    for counter in counters.values():
        for name in (counter.successor, counter.brigade_of):
            if name and name not in counters:
                defects.add(counter.id, f"no counter {name!r}")
    if defects.found:
        raise BadData("; ".join(defects.found))
    return counters


def _counter(row: dict[str, str]) -> SlbCounter:
    reverse = (int(row["sub_tactical"]), int(row["sub_command"])) if row["sub_tactical"] else None
    return SlbCounter(
        id=row["id"], side=row["side"], type=row["type"], size=row["size"], colour=row["colour"],
        provenance=row["provenance"], corps=row["corps"], division=row["division"], artillery=_number(row["artillery"]),
        tactical=tactical_pair(row["tactical"]), command=_number(row["command"]), rank=row["rank"],
        led_cavalry=_number(row["led_cavalry"]), reverse=reverse, substitute=row["substitute"] == "yes",
        names=(row["name"], row["name_ja"]), successor=row["replaced_by"],
        brigade_of=row["brigade_of"], manpower_limit=_number(row["manpower_limit"]),
        ammunition=_number(row["ammunition"]),
    )  # fmt: skip


def _number(text: str) -> int:
    return int(text) if text else 0
