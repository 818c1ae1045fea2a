"""The rules as a book: chapters in plain words over the clauses they explain, with examples.

A `book.toml` in the data folder of a battle or a series is found without being listed anywhere; a battle has the
chapters that explain one of its clauses. The examples are lessons: each can be looked at, and played.

Briefings beside it (`briefings.toml`) say what a commander should know before the first move of a scenario. What wins
and where the objectives lie is not written there: the battle's page says that (`goals`, `objectives`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import hardtack.battles
from hardtack.battles import package_names
from hardtack.referee.battle import Battle
from hardtack.referee.datafile import Defects, defects_in, read_records
from hardtack.table.lessons import Both, UnknownLesson, find_lesson

BATTLES = Path(hardtack.battles.__file__).parent
THINGS = 3  # to do, and to fear


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
    files = sorted(BATTLES.glob("*/data/book.toml"), key=lambda file: (file.parts[-3] in package_names(), file))
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


@dataclass(frozen=True, slots=True)
class Briefing:
    scenario: str
    side: str
    who: Both
    do: tuple[Both, ...]
    fear: tuple[Both, ...]


@cache
def all_briefings() -> dict[tuple[str, str], Briefing]:
    """Every briefing by scenario and side."""
    files = [file for name in package_names() if (file := BATTLES / name / "data" / "briefings.toml").is_file()]
    return {(one.scenario, one.side): one for file in files for one in read_briefings(file)}


def find_briefing(scenario_id: str, side: str) -> Briefing | None:
    return all_briefings().get((scenario_id, side))


def read_briefings(file: Path) -> list[Briefing]:
    defects = Defects(file.name)
    found = read_records(Briefing, file, "briefing", defects)
    for one in found:
        place = f"{one.scenario} {one.side}"
        for name, things in (("do", one.do), ("fear", one.fear)):
            if len(things) != THINGS:
                defects.add(place, f"{THINGS} things to {name}, not {len(things)}")
        if not all(text.strip() for pair in (one.who, *one.do, *one.fear) for text in pair):
            defects.add(place, "a text is missing in one of the languages")
    defects.complain()
    return found


def defects_of(file: Path, read: Callable[[Path], object]) -> list[str]:
    """What is wrong with a file of chapters or of briefings."""
    return defects_in(lambda: read(file))


def arrival_hexes(battle: Battle, scenario_id: str, side: str) -> list[str]:
    """Where units of a side come on later: its entries of the map, but for camps and where somebody stands already."""
    scenario = battle.scenario(scenario_id)
    board, opening = scenario.board, battle.set_up(scenario)
    own = {at for at, owner in zip(opening.at, scenario.side_of, strict=True) if owner == side}
    reinforced = f"{side}_reinforcements"
    names = [
        board.grid.name(entry.hex)
        for entry in board.entries.values()
        if reinforced in entry.tags
        or (entry.side == side and entry.hex not in own and not {"camp", "exit"} & set(entry.tags))
    ]
    return list(dict.fromkeys(names))
