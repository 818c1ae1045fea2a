"""The rules as a book: chapters in plain words over the clauses they explain, with examples.

A `book.toml` in the data folder of a battle or a series is found without being listed anywhere; a battle has the
chapters that explain one of its clauses. The examples are lessons: each can be looked at, and played.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import hardtack.battles
from hardtack.battles import package_names
from hardtack.referee.battle import Battle
from hardtack.referee.datafile import Defects, defects_in, read_records
from hardtack.table.lessons import UnknownLesson, find_lesson

Both = tuple[str, str]  # a text in English and Japanese
FILE = "book.toml"


@dataclass(frozen=True, slots=True)
class Chapter:
    title: Both
    text: Both
    clauses: tuple[str, ...]  # `BR 8` means BR 8 and everything below it: BR 8.1, BR 8.1a; `MS TE`: MS TE1, MS TE18
    examples: tuple[str, ...] = ()  # lessons, as `SET/LESSON`

    def explains(self, clause: str) -> bool:
        return any(
            re.match(re.escape(known) + ("(?![0-9])" if known[-1].isdigit() else ""), clause) for known in self.clauses
        )


@cache
def all_chapters() -> tuple[Chapter, ...]:
    """Every chapter: those of the series first, then those of the battles."""
    battles = Path(hardtack.battles.__file__).parent
    files = sorted(battles.glob(f"*/data/{FILE}"), key=lambda file: (file.parts[-3] in package_names(), file))
    return tuple(chapter for file in files for chapter in read_chapters(file))


def chapters_of(battle: Battle) -> list[tuple[Chapter, list[str]]]:
    """The chapters of a battle, each with the clauses it explains; a clause is in the first that explains it."""
    found: dict[int, list[str]] = {}
    chapters = all_chapters()
    for clause in battle.register:
        place = next((place for place, chapter in enumerate(chapters) if chapter.explains(clause)), None)
        if place is not None:
            found.setdefault(place, []).append(clause)
    return [(chapters[place], found[place]) for place in sorted(found)]


def read_chapters(file: Path) -> list[Chapter]:
    defects = Defects(file.name)
    found = read_records(Chapter, file, "chapter", defects)
    for number, chapter in enumerate(found, 1):
        if not all(text.strip() for text in (*chapter.title, *chapter.text)):
            defects.add(f"chapter {number}", "a text is missing in one of the languages")
        for problem in unknown_examples(chapter.examples):
            defects.add(f"chapter {number}", problem)
    defects.complain()
    return found


def unknown_examples(names: Iterable[str]) -> list[str]:
    problems = []
    for name in names:
        try:
            find_lesson(*name.split("/", 1))
        except (UnknownLesson, TypeError):
            problems.append(f"no lesson {name!r}")
    return problems


def defects_of(file: Path) -> list[str]:
    return defects_in(lambda: read_chapters(file))
