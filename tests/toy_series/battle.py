"""The Crossroads: a small battle of the Musket & Saber series, with one rule of its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from hardtack.battles.musket.book import MusketBattle
from hardtack.battles.musket.page import MusketPage
from hardtack.referee.events import Outcome, text
from hardtack.referee.showing import Goal


class CrossroadsPage(MusketPage[Any]):
    def goals(self, scenario: Any) -> Sequence[Goal]:
        return (Goal("CX 2", text("win.crossroads", hex=scenario.data["crossroads"])), *super().goals(scenario))


class Crossroads(MusketBattle):
    id = "crossroads"
    rules_version = "1"
    page = CrossroadsPage()

    def holder(self, state: Any) -> str | None:
        """CX 1: the side that stands at the crossroads."""
        return state.deployment.side_at(state.scenario.place_at(state.scenario.data["crossroads"]))

    def verdict(self, state: Any) -> Outcome:
        """CX 2: whoever holds the crossroads after the last turn wins; else the victory points decide."""
        winner = self.holder(state)
        return Outcome(winner, "crossroads", "CX 2", "crossroads") if winner else super().verdict(state)


BATTLE = Crossroads()
