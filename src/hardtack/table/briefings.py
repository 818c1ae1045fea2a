"""Briefings: what a commander should know before the first move of a scenario. Data in the battle's folder.

What wins and where the objectives lie is not written there: the battle's page says that (`goals`, `objectives`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import hardtack.battles
from hardtack.battles import package_names
from hardtack.referee.battle import Battle
from hardtack.referee.datafile import Defects, defects_in, read_records

Both = tuple[str, str]  # a text in English and Japanese
FILE = "briefings.toml"
THINGS = 3  # to do, and to fear


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
    battles = Path(hardtack.battles.__file__).parent
    files = [file for name in package_names() if (file := battles / name / "data" / FILE).is_file()]
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


def defects_of(file: Path) -> list[str]:
    return defects_in(lambda: read_briefings(file))


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
