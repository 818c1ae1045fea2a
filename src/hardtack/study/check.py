"""Validates the files a player may edit: maps, counters, words, clauses, lessons, records, positions."""

from __future__ import annotations

import tomllib
from pathlib import Path

from hardtack.battles import find_battle
from hardtack.board.mapfile import check_map
from hardtack.referee import position, record
from hardtack.referee.errors import HardtackError
from hardtack.referee.history import load_history
from hardtack.referee.register import PROVENANCES, load_register, read_csv
from hardtack.referee.words import load_words
from hardtack.table import Match, books, lessons


def check_file(path: Path) -> list[str]:
    """Every defect of the file, each with its place; an empty list when it is fine."""
    text = path.read_text(encoding="utf-8")
    try:
        if path.suffix == ".csv":
            return _check_csv(path)
        if path.suffix == ".toml":
            return _check_toml(path, text)
        if text.startswith(record.FIRST_LINE):
            Match.from_record(text)
            return []
        if text.startswith(position.FIRST_LINE):
            position.read_position(text, find_battle)
            return []
    except HardtackError as error:
        return [str(error)]
    return ["neither a map or scenario (.toml), counters, words or clauses (.csv), a record nor a position"]


def _check_toml(path: Path, text: str) -> list[str]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return [str(error)]
    if "grid" in data:
        return [str(defect) for defect in check_map(text, path.name)]
    if "history" in data:
        load_history(path)
    if "lesson" in data:
        return lessons.defects_of(path)
    if "briefing" in data:
        return books.defects_of(path, books.read_briefings)
    if isinstance(data.get("chapter"), list):  # that of a scenario is a clause
        return books.defects_of(path, books.read_chapters)
    return []


def _check_csv(path: Path) -> list[str]:
    rows = read_csv(path, ())
    header = set(rows[0][1]) if rows else set()
    if "summary_en" in header:
        load_register(path)
    elif {"key", "en", "ja"} <= header:
        load_words([path])
    elif {"id", "side", "provenance"} <= header:
        return _check_units(rows)
    else:
        return [f"unknown kind of table: its columns are {', '.join(sorted(header)) or 'missing'}"]
    return []


def _check_units(rows: list[tuple[int, dict[str, str]]]) -> list[str]:
    defects = []
    seen: set[str] = set()
    for line, row in rows:
        if not row["id"]:
            defects.append(f"line {line}: a counter without an id")
        if row["id"] in seen:
            defects.append(f"line {line}: {row['id']} appears twice")
        seen.add(row["id"])
        if row["side"] not in ("union", "confederate"):
            defects.append(f"line {line}: {row['id']}: side is union or confederate, not {row['side']!r}")
        if row["provenance"] not in PROVENANCES:
            defects.append(f"line {line}: {row['id']}: provenance is one of {', '.join(PROVENANCES)}")
    return defects
