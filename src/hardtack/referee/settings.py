"""The settings of a battle or series: one file, one format (`data/settings.toml`).

Each `[[setting]]` is something a player may choose before the game: an option of the book, a reading of it, or a number
no source settles. The record of a game carries what was chosen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeVar

from hardtack.board.native import dataclass
from hardtack.referee.datafile import Defects, read_records
from hardtack.referee.errors import BadData
from hardtack.referee.register import PROVENANCES
from hardtack.referee.showing import ScenarioInfo, Setting

P = TypeVar("P")

KINDS = ("option", "reading", "number")
CONFIDENCE = ("", "high", "medium", "low")


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One `[[setting]]` as it is written. The first of the values is the default."""

    id: str
    values: tuple[Any, ...]
    clause: str
    label_en: str
    label_ja: str
    kind: str
    provenance: str
    confidence: str = ""  # how sure a reconstructed default is
    choices_en: tuple[str, ...] = ()  # what each value is called, where it does not speak for itself
    choices_ja: tuple[str, ...] = ()

    def defect(self) -> str:
        """What is wrong with the row, or an empty string."""
        if not self.values:
            return "it has no values"
        if len(set(map(repr, self.values))) != len(self.values):
            return "a value appears twice"
        if self.kind not in KINDS:
            return f"kind is one of {', '.join(KINDS)}, not {self.kind!r}"
        if self.provenance not in PROVENANCES:
            return f"provenance is one of {', '.join(PROVENANCES)}, not {self.provenance!r}"
        if self.confidence not in CONFIDENCE:
            return f"confidence is high, medium or low, not {self.confidence!r}"
        if self.choices_en and len(self.choices_en) != len(self.values):
            return f"{len(self.choices_en)} names for {len(self.values)} values"
        if len(self.choices_en) != len(self.choices_ja):
            return "the two languages name a different number of values"
        return ""


def load_settings(path: Path) -> tuple[Setting, ...]:
    """The settings of a file, in its order; raises BadData with every defect."""
    defects = Defects(path.name)
    rows = read_records(SettingRow, path, "setting", defects)
    seen: set[str] = set()
    for row in rows:
        defect = "it appears twice" if row.id in seen else row.defect()
        if defect:
            defects.add(f"setting {row.id}", defect)
        seen.add(row.id)
    defects.complain()
    return tuple(
        Setting(
            row.id, row.values[0], row.values, row.clause, (row.label_en, row.label_ja), row.kind,
            tuple(zip(row.choices_en, row.choices_ja, strict=True)),
        )
        for row in rows
    )  # fmt: skip


def chosen(record: type[P], declared: tuple[Setting, ...], settings: Mapping[str, Any]) -> P:
    """The settings of a game as a record with one field for each, so that a misspelt name is a type error."""
    names = {part.name for part in fields(record)}  # type: ignore[arg-type]  # a dataclass
    values = {setting.name: settings.get(setting.name, setting.default) for setting in declared}
    if names != set(values):
        raise BadData(f"settings and code differ in {', '.join(sorted(names ^ set(values)))}")
    return record(**values)


def scenario_info(
    battle: str, about: Mapping[str, Any], turns: int, settings: tuple[Setting, ...], **more: Any
) -> ScenarioInfo:
    """What the home page shows of a scenario, from the headlines of its file."""
    try:
        return ScenarioInfo(
            about["id"], battle, (about["title_en"], about["title_ja"]), (about["summary_en"], about["summary_ja"]),
            str(about["date"]), turns, about["first_side"], settings, length_minutes=about["length_minutes"], **more,
        )  # fmt: skip
    except KeyError as missing:
        raise BadData(f"the scenario file lacks {missing.args[0]}") from None
