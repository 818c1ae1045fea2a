"""How a battle went in history: a few sentences of our own for each scenario, in `data/history.toml` of its battle."""

from __future__ import annotations

import inspect
from functools import cache
from pathlib import Path

from hardtack.board.native import dataclass
from hardtack.referee.battle import Battle
from hardtack.referee.datafile import Defects, read_records
from hardtack.referee.errors import BadData
from hardtack.referee.register import LANGUAGES, PROVENANCES

FILE = "history.toml"


@dataclass(frozen=True, slots=True)
class History:
    """What happened, and where we know it from. Losses are men killed, wounded, missing and captured; 0: not told."""

    scenario: str
    en: str
    ja: str
    provenance: str
    source: str
    union_losses: int = 0
    confederate_losses: int = 0

    def text(self, lang: str) -> str:
        return (self.en, self.ja)[LANGUAGES.index(lang)]


def history_of(battle: Battle, scenario: str) -> History | None:
    """The history of a scenario, where it has one."""
    path = Path(inspect.getfile(type(battle))).parent / "data" / FILE
    return load_history(path).get(scenario) if path.is_file() else None


@cache
def load_history(path: Path) -> dict[str, History]:
    defects = Defects(path.name)
    rows = read_records(History, path, "history", defects)
    for row in rows:
        if row.provenance not in PROVENANCES or not row.en or not row.ja or not row.source:
            raise BadData(f"{path.name}: {row.scenario}: both languages, a provenance and a source are needed")
    defects.complain()
    return {row.scenario: row for row in rows}
