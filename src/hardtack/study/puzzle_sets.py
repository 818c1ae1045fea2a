"""Writes mined puzzles as a set of lessons of the kind `puzzle`: the position as changes to the opening of its
scenario, what is said about it in both languages, the answer, and the natural wrong one with what it is worth."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from hardtack.referee.datafile import read_table
from hardtack.referee.errors import BadOption
from hardtack.referee.position import write_position
from hardtack.referee.register import LANGUAGES
from hardtack.referee.state import State
from hardtack.study.puzzles import SAME, Find
from hardtack.table.lessons import Both, defects_of, head

TEXTS = ("title", "idea", "task", "hint", "wrong", "done", "weighed", "through")


@dataclass(frozen=True, slots=True)
class System:
    id: str
    order: int
    title: Both
    about: Both


@dataclass(frozen=True, slots=True)
class Theme:
    """What puzzles of one kind say, with the names of the numbers in braces; numbers in double braces are filled in
    when an answer has been given."""

    id: str
    title: Both
    idea: Both
    idea_one: Both  # the same where the enemy moves one unit at a time
    task: Both
    hint: Both
    wrong: Both
    done: Both
    weighed: Both
    through: Both | None = None  # of a wrong answer that leaves a gap


@dataclass(frozen=True, slots=True)
class Sayings:
    theme: tuple[Theme, ...]
    system: tuple[System, ...]


def sayings() -> Sayings:
    return read_table(Sayings, Path(__file__).parent / "data" / "puzzles.toml")


def find_system(system_id: str) -> System:
    systems = {system.id: system for system in sayings().system}
    if system_id not in systems:
        raise BadOption(f"no system {system_id[:40]!r}; there are {', '.join(systems)}")
    return systems[system_id]


def write_set(system_id: str, found: Sequence[Find]) -> str:
    """A set of puzzles as a file, kind by kind."""
    themes, system = {theme.id: theme for theme in sayings().theme}, find_system(system_id)
    heading = [
        "# Mined by `hardtack puzzles` from the records of played games; the chances are exact.",
        "",
        f"id = {_text(system.id)}",
        'kind = "puzzle"',
        f"order = {system.order}",
        f"title = {_text(system.title)}",
        f"about = {_text(system.about)}",
    ]
    body = []
    for theme in themes.values():
        own = [find for find in found if find.theme == theme.id]
        body += [_puzzle(f"{theme.id}-{number}", find, theme) for number, find in enumerate(own, 1)]
    return "\n".join([*heading, *body]) + "\n"


def is_playable(system_id: str, find: Find) -> bool:
    """Whether it can be played as it was counted: not where the enemy was in the middle of something himself."""
    with TemporaryDirectory() as folder:
        file = Path(folder, "set.toml")
        file.write_text(write_set(system_id, [find]), encoding="utf-8")
        return not defects_of(file)


def _puzzle(puzzle_id: str, find: Find, theme: Theme) -> str:
    keys = [key for key in TEXTS if getattr(theme, key) is not None]
    said = {key: [_said(find, theme, key, lang) for lang in LANGUAGES] for key in keys}
    return "\n".join(
        [
            "",
            "[[lesson]]",
            f"id = {_text(puzzle_id)}",
            f"theme = {_text(find.theme)}",
            f"side = {_text(find.side)}",
            *(f"{key} = {_text(pair)}" for key, pair in said.items()),
            *(["most = 1"] if find.theme == "attack" else []),
            f"look = {_text(looked_at(find))}",
            *([] if find.theme == "attack" else [f"show = {_text([find.hex])}"]),
            f"position = '''\n{short_position(find.state)}\n'''",
            f"goals = [{goal_of(find)}]",
            f"solution = {_text(find.solution)}",
            f"trap = {_text(find.trap)}",
            f"percents = [{percent(find.chance)}, {percent(find.trap_chance)}]",
            f"source = {_text(find.source)}",
        ]
    )


def goal_of(find: Find) -> str:
    if find.theme == "attack":
        return f'{{ kind = "chose", actions = {_text(find.answers)} }}'
    units = f" units = {_text([find.unit])}," if find.theme == "withdraw" else ""
    return f'{{ kind = "{find.theme}",{units} hexes = {_text([find.hex])}, value = {asked(find)} }}'


def asked(find: Find) -> int:
    """The chance in percent that an answer may leave the enemy; answers that are nearly as good as the best count."""
    return math.ceil(100 * (find.chance + SAME))


def looked_at(find: Find) -> list[str]:
    """The hexes at the corners of what is worth seeing."""
    if find.theme == "attack":
        return list(find.hexes)
    state, scenario = find.state, find.state.scenario
    units = {find.unit, find.trap_unit}
    return sorted({find.hex, find.trap_hex, *(scenario.place_name(state.at[scenario.index[unit]]) for unit in units)})


def _said(find: Find, theme: Theme, key: str, lang: str) -> str:
    battle = find.state.scenario.battle
    one = key == "idea" and battle.knowledge.one_at_a_time
    texts: Both = getattr(theme, "idea_one" if one else key)
    words = battle.words
    return texts[LANGUAGES.index(lang)].format(
        army=words.word(f"term.{find.side}", lang), turn=find.state.turn,
        hex=words.show("hex", find.hex, lang), unit=words.show("unit", find.unit, lang),
        count=len(find.hexes), best=percent(find.chance), next=percent(find.trap_chance), stay=percent(find.stay),
        asked=asked(find), trap_unit=words.show("unit", find.trap_unit, lang),
        trap_hex=words.show("hex", find.trap_hex, lang),
        places=either([words.show("hex", hex_, lang) for hex_ in find.hexes], lang),
    )  # fmt: skip


def either(names: Sequence[str], lang: str) -> str:
    """One of these: it tells puzzles apart, and no answer."""
    if lang == "ja":
        return "".join(f"{name}か" for name in names)
    return " or ".join([", ".join(names[:-1])] * (len(names) > 1) + list(names[-1:]))


def short_position(state: State) -> str:
    """A position as a lesson writes it: what differs from the opening of the scenario."""
    scenario = state.scenario
    usual = dict(_lines(write_position(scenario.battle.set_up(scenario))))
    lines = [f"scenario {scenario.id}", "others stay"]
    for name, line in _lines(write_position(state)):
        if name == "frame":
            lines.append(line)
        elif name.startswith("piece ") and usual.get(name) != line:
            before, words = set(usual[name].split()), line.split()
            lines.append(" ".join([*words[:3], *(word for word in words[3:] if word not in before)]))
        elif usual.get(name) != line:
            lines.append(line)
    return "\n".join(lines)


def _lines(text: str) -> Iterator[tuple[str, str]]:
    for line in text.splitlines()[1:]:
        if head(line) != "scenario":
            yield head(line), line


def percent(chance: Fraction) -> int:
    return round(chance * 100)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
