"""The Crossroads: a small battle of the Musket & Saber series, with one rule of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from hardtack.battles.musket.book import MusketBattle
from hardtack.battles.musket.folio import day_of, scenario_info
from hardtack.referee.events import Outcome, text
from hardtack.referee.showing import Goal


class Crossroads(MusketBattle):
    id = "crossroads"
    rules_version = "1"
    folder = Path(__file__).parent / "data"

    def __init__(self) -> None:
        super().__init__()
        self.scenarios = {self.id: scenario_info(self, length_minutes=20)}

    def holder(self, state: Any) -> str | None:
        """CX 1: the side that stands at the crossroads."""
        return state.deployment.side_at(state.scenario.place_at(state.scenario.data["crossroads"]))

    def verdict(self, state: Any) -> Outcome:
        """CX 2: whoever holds the crossroads after the last turn wins; else the victory points decide."""
        winner = self.holder(state)
        return Outcome(winner, "crossroads", "CX 2", "crossroads") if winner else super().verdict(state)

    def ways_to_win(self, scenario: Any) -> tuple[Goal, ...]:
        return (Goal("CX 2", text("win.crossroads", hex=scenario.data["crossroads"])),)

    def clock(self, state: Any) -> str:
        return day_of(state)


BATTLE = Crossroads()
