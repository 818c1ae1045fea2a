"""Words: the sentences of a battle in English and Japanese, and how parameters become readable.

A template names its parameters: `{unit} moves to {hex}.` The parameter's name says how to show it:
`unit...` is a counter's name, `units...` a list of them, `hex...` a hex with the place it is known by,
`side...` an army, `term...` a word of the battle; anything else is shown as it is. `{n:hit|hits}` is the first word
where the value is one, else the second.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path

from hardtack.referee.errors import BadData
from hardtack.referee.events import Args, Value
from hardtack.referee.register import LANGUAGES, read_csv

COLUMNS = ("key", "en", "ja")
LIST_SEPARATOR = {"en": ", ", "ja": "、"}
PLACE = {"en": "{} ({})", "ja": "{}（{}）"}  # a place by its name and its hex


class Shown(str):
    """A parameter as it is shown; in a template it may choose between one and many."""

    __slots__ = ()

    def __format__(self, spec: str) -> str:
        one, choice, many = spec.partition("|")
        if not choice:
            return super().__format__(spec)
        return one if self == "1" else many


class Words:
    """Templates by key and language."""

    def __init__(self, entries: Mapping[str, tuple[str, str]]) -> None:
        self.entries = dict(entries)

    def __or__(self, other: Words) -> Words:
        return Words({**self.entries, **other.entries})

    def __contains__(self, key: object) -> bool:
        return key in self.entries

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def word(self, key: str, lang: str) -> str:
        """A fixed word; a key nobody wrote words for shows as itself, which the tests hunt for."""
        entry = self.entries.get(key)
        return key if entry is None else entry[LANGUAGES.index(lang)]

    def say(self, key: str, args: Args, lang: str) -> str:
        """A sentence from its template and parameters; it begins with a capital whatever word comes first."""
        shown = {name: Shown(self.show(name, value, lang)) for name, value in args}
        template = self.word(key, lang)
        said = template.format(**shown)
        return said[:1].upper() + said[1:] if template.startswith("{") else said

    def show(self, name: str, value: Value, lang: str) -> str:
        if isinstance(value, tuple):
            return LIST_SEPARATOR[lang].join(self.show(name, part, lang) for part in value)
        kind = name.rstrip("0123456789").split("_")[0]
        look_up = KINDS.get(kind)
        return look_up(self, value, lang) if look_up else str(value)

    def unit(self, value: Value, lang: str) -> str:
        return self.word(f"unit.{value}", lang)

    def hex(self, value: Value, lang: str) -> str:
        """The hex number, with the name of the place it is known by, if any."""
        place = self.entries.get(f"hex.{value}")
        return str(value) if place is None else PLACE[lang].format(place[LANGUAGES.index(lang)], value)

    def term(self, value: Value, lang: str) -> str:
        return self.word(f"term.{value}", lang)


KINDS: dict[str, Callable[[Words, Value, str], str]] = {
    "unit": Words.unit,
    "units": Words.unit,
    "hex": Words.hex,
    "hexes": Words.hex,
    "side": Words.term,
    "term": Words.term,
}


def load_words(paths: Iterable[Path]) -> Words:
    """Read words.csv files, later ones on top; both languages must use the same parameters."""
    entries: dict[str, tuple[str, str]] = {}
    for path in paths:
        for line, row in read_csv(path, COLUMNS):
            english, japanese = row["en"], row["ja"]
            if not english or not japanese:
                raise BadData(f"{path.name}: line {line}: {row['key']} lacks a language")
            if parameters(english) != parameters(japanese):
                raise BadData(f"{path.name}: line {line}: {row['key']} differs in its parameters")
            entries[row["key"]] = (english, japanese)
    return Words(entries)


def parameters(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def load_battle_words(*folders: Path) -> Words:
    """The words of a battle: what every battle shares, then each folder's words.csv, a series' before a battle's."""
    common = Path(__file__).parent / "data" / "common_words.csv"
    return load_words([common, *(folder / "words.csv" for folder in folders)])
