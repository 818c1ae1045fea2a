"""What happened, told to somebody who reads it afterwards: the lines of a fight as a few sentences, places by names.

A battle may have words of its own for a report beside those of its log: `story.<event>`, and `story.same.<event>` where
the line before was about the same units. Beside the parameters of the event they may name `who`, the `units` with
their army, and `count`, how many they are, for the verb.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from hardtack.referee.battle import Scenario
from hardtack.referee.events import Args, Value
from hardtack.referee.fights import Fight, Told
from hardtack.referee.words import LIST_SEPARATOR, Shown, Words, load_words

PARTS = ("begins", "loss", "destroyed", "shaken", "retreat", "advance")
LONG = 7  # sentences of a fight
NEAR = 2  # hexes from a place with a name: a bare hex is told by it
UNITS = "units"


@cache
def report_words() -> Words:
    return load_words([Path(__file__).parent / "data" / "report_words.csv"])


class Teller:
    """Tells events of a scenario in one language."""

    def __init__(self, words: Words, scenario: Scenario, lang: str) -> None:
        self.words = words
        self.scenario = scenario
        self.lang = lang

    def say(self, key: str, args: Args, army: str = "", *, again: bool = False, near: bool = True) -> str:
        """One event; `again`: of those the last sentence was about; `near`: a bare hex by the place beside it."""
        known = [f"story.same.{key}"] * again + [f"story.{key}"]
        template = self.words.word(next((one for one in known if one in self.words), key), self.lang)
        shown = {name: Shown(self.show(name, value, near=near)) for name, value in args}
        units = dict(args).get(UNITS, ())
        count = len(units) if isinstance(units, tuple) else 1
        said = template.format(**{"who": self.who(shown.get(UNITS, ""), army), "count": Shown(count)} | shown)
        return said[:1].upper() + said[1:] if template.startswith("{") else said

    def who(self, names: str, army: str) -> str:
        """Units with the army they belong to, where no name tells it."""
        word = self.words.word(f"term.{army}", self.lang)
        return names if word in names else report_words().say("of_army", (("names", names), ("army", word)), self.lang)

    def show(self, name: str, value: Value, *, near: bool) -> str:
        if isinstance(value, tuple):
            return listed([self.show(name, part, near=near) for part in value], self.lang)
        if near and name.startswith("hex"):
            return self.place(str(value))
        return self.words.show(name, value, self.lang)

    def place(self, hex_: str) -> str:
        """A hex by its name, or by that of a place close to it."""
        grid = self.scenario.board.grid
        if f"hex.{hex_}" in self.words or not grid.has(hex_):
            return self.words.hex(hex_, self.lang)
        here = grid.index(hex_)
        named = [key.removeprefix("hex.") for key in self.words if key.startswith("hex.")]
        away = [(grid.distance(here, grid.index(name)), name) for name in named if grid.has(name)]
        close = [(distance, name) for distance, name in away if distance <= NEAR]
        if not close:
            return hex_
        place = self.words.word(f"hex.{min(close)[1]}", self.lang)
        return report_words().say("near", (("at", hex_), ("place", place)), self.lang)

    def fight(self, fight: Fight) -> list[str]:
        """A fight in a few sentences: the opening, then what it cost and where they went."""
        told: list[str] = []
        last: Any = None
        for line in shortened(merged([line for line in fight.lines if line.meaning.part in PARTS])):
            units = dict(line.event.args).get(UNITS)
            opens = line.meaning.part == "begins"
            again = units is not None and units == last
            told.append(self.say(line.event.key, line.event.args, fight.side, again=again, near=opens))
            last = None if opens else units
        return told


def listed(names: Sequence[str], lang: str) -> str:
    """Names as a sentence has them: the last with an `and`."""
    if lang != "en" or len(names) < 2:
        return LIST_SEPARATOR[lang].join(names)
    return f"{LIST_SEPARATOR[lang].join(names[:-1])} and {names[-1]}"


def merged(lines: Sequence[Told]) -> list[Told]:
    """Of a retreat over several hexes only the last step."""
    kept: list[Told] = []
    for line in lines:
        again = kept and kept[-1].event.key == line.event.key and line.meaning.part == "retreat"
        if again and dict(kept[-1].event.args).get(UNITS) == dict(line.event.args).get(UNITS):
            kept.pop()
        kept.append(line)
    return kept


def shortened(lines: Sequence[Told]) -> Sequence[Told]:
    """Of a long fight, who was lost and where everybody went; who was tired or shaken only where there is room."""
    if len(lines) > LONG:
        lines = [line for line in lines if line.meaning.part != "shaken"]
    return lines[:LONG]
