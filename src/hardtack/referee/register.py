"""The rule register: every clause with its title and summary in both languages, and its provenance."""

from __future__ import annotations

import csv
from pathlib import Path

from hardtack.board.board import PROVENANCES as PROVENANCES
from hardtack.board.native import dataclass
from hardtack.referee.errors import BadData

LANGUAGES = ("en", "ja")
COLUMNS = ("id", "title_en", "title_ja", "summary_en", "summary_ja", "provenance")


@dataclass(frozen=True, slots=True)
class Clause:
    id: str
    titles: tuple[str, str]
    summaries: tuple[str, str]
    provenance: str

    def title(self, lang: str) -> str:
        return self.titles[LANGUAGES.index(lang)]

    def summary(self, lang: str) -> str:
        return self.summaries[LANGUAGES.index(lang)]


Register = dict[str, Clause]
"""Clauses by id, in the book's order; a battle's go on top of its series'."""


def load_register(path: Path) -> Register:
    """Read a clauses.csv; every defect is named with its line."""
    clauses: Register = {}
    defects = []
    for line, row in read_csv(path, COLUMNS):
        clause_id = row["id"]
        empty = [column for column in COLUMNS if not row[column].strip()]
        if empty:
            defects.append(f"line {line}: {clause_id or '(no id)'} has no {', '.join(empty)}")
        if clause_id in clauses:
            defects.append(f"line {line}: {clause_id} appears twice")
        if row["provenance"] not in PROVENANCES:
            defects.append(f"line {line}: {clause_id}: provenance must be one of {', '.join(PROVENANCES)}")
        clauses[clause_id] = Clause(
            clause_id,
            (row["title_en"], row["title_ja"]),
            (row["summary_en"], row["summary_ja"]),
            row["provenance"],
        )
    if defects:
        raise BadData(f"{path.name}: " + "; ".join(defects))
    return clauses


def read_csv(path: Path, columns: tuple[str, ...]) -> list[tuple[int, dict[str, str]]]:
    """Rows of a CSV with their line numbers, after checking its header."""
    with path.open(encoding="utf-8", newline="") as file:
        reader = csv.DictReader(file)
        header = tuple(reader.fieldnames or ())
        missing = [column for column in columns if column not in header]
        if missing:
            raise BadData(f"{path.name}: the header lacks {', '.join(missing)}")
        rows = []
        for row in reader:
            if None in row or None in row.values():
                raise BadData(f"{path.name}: line {reader.line_num} has a wrong number of cells")
            rows.append((reader.line_num, row))
    return rows
