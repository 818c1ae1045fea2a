"""The 25 counters and where and when each comes into play (SH 1, SH 1a, SH 2, SH 3)."""

from __future__ import annotations

from pathlib import Path

from hardtack.board.board import Board
from hardtack.board.grid import BadHex
from hardtack.board.native import dataclass
from hardtack.referee.battle import Piece
from hardtack.referee.errors import BadData
from hardtack.referee.events import SIDES
from hardtack.referee.register import PROVENANCES, read_csv

COLUMNS = (
    "id", "side", "name", "name_ja", "type", "size", "strength", "movement", "hex", "entry", "turn", "provenance",
    "source",
)  # fmt: skip
TYPES = ("infantry", "cavalry", "artillery")


@dataclass(frozen=True, slots=True)
class Counter(Piece):
    """A counter: strength first, movement allowance second (SH 1a), then its line of the set-up table (SH 3)."""

    strength: int = 0
    movement: int = 0
    hex: str = ""
    turn: int = 1
    names: tuple[str, str] = ("", "")

    @property
    def starts_on_map(self) -> bool:
        return self.turn == 1


def load_counters(path: Path, board: Board, turns: int) -> tuple[Counter, ...]:
    """Read the counters; every defect is named with its line."""
    counters: dict[str, Counter] = {}
    defects: list[str] = []
    for line, row in read_csv(path, COLUMNS):
        problem = _problem(row, board, turns)
        if problem is None and row["id"] in counters:
            problem = "appears twice"
        if problem is not None:
            defects.append(f"line {line}: {row['id']}: {problem}")
            continue
        counters[row["id"]] = Counter(
            row["id"], row["side"], row["type"], row["size"], provenance=row["provenance"],
            strength=int(row["strength"]), movement=int(row["movement"]), hex=row["hex"], turn=int(row["turn"]),
            names=(row["name"], row["name_ja"]),
        )  # fmt: skip
    if defects:
        raise BadData(f"{path.name}: " + "; ".join(defects))
    return tuple(counters.values())


def _problem(row: dict[str, str], board: Board, turns: int) -> str | None:
    """What is wrong with a line of the set-up table, if anything."""
    for column, known in (("side", SIDES), ("type", TYPES), ("provenance", PROVENANCES)):
        if row[column] not in known:
            return f"{column} must be one of {', '.join(known)}, not {row[column]!r}"
    for column, most in (("strength", 99), ("movement", 99), ("turn", turns)):
        if not row[column].isdecimal() or not 1 <= int(row[column]) <= most:
            return f"{column} must be a whole number from 1 to {most}, not {row[column]!r}"
    try:
        at = board.grid.index(row["hex"])
    except BadHex as error:
        return str(error)
    if not board.playable >> at & 1:
        return f"hex {row['hex']} is out of play"
    if row["entry"] and (row["entry"] not in board.entries or board.entries[row["entry"]].hex != at):
        return f"entry {row['entry']} is not hex {row['hex']} of the map"
    return None
