"""What the files of one folio say about it: the entry on the home page and the calendar."""

from __future__ import annotations

import tomllib
from datetime import timedelta
from typing import TYPE_CHECKING

from hardtack.battles.musket.reaching import of
from hardtack.battles.musket.state import MusketState
from hardtack.referee.showing import ScenarioInfo

if TYPE_CHECKING:
    from hardtack.battles.musket.book import MusketBattle


def scenario_info(battle: MusketBattle, length_minutes: int) -> ScenarioInfo:
    """The scenario as the home page and `hardtack list` show it."""
    data = tomllib.loads((battle.folder / "scenario.toml").read_text(encoding="utf-8"))
    return ScenarioInfo(
        id=data["id"],
        battle=battle.id,
        titles=(data["title_en"], data["title_ja"]),
        about=(data["description_en"], data["description_ja"]),
        date=str(data["date"]),
        turns=data["turns"],
        first_side=data["first"],
        settings=battle.series_settings(),
        length_minutes=length_minutes,
    )


def day_of(state: MusketState) -> str:
    """The date of the present turn (MS 1.2): the days of the scenario file follow one another."""
    data = of(state).data
    for number, day in enumerate(data["days"]):
        if state.turn <= day["last_turn"]:
            return str(data["date"] + timedelta(days=number))
    return str(data["date"])
