"""What the page shows of Chickamauga beyond the series: the road, the plan, the HQ to come."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hardtack.battles.chickamauga import support, victory
from hardtack.battles.chickamauga.scenario import HIDDEN, UNWRITTEN, ChickamaugaScenario, ChickamaugaState
from hardtack.battles.musket.page import MusketPage
from hardtack.referee.events import UNION, Text, text
from hardtack.referee.showing import Goal, Hint, Objective, Standing


class ChickamaugaPage(MusketPage[ChickamaugaState]):
    def goals(self, scenario: ChickamaugaScenario) -> Sequence[Goal]:
        return (*victory.conditions(scenario), *super().goals(scenario))

    def objectives(self, state: ChickamaugaState) -> Sequence[Objective]:
        return victory.marked(state)

    def terrain_card(self, scenario: ChickamaugaScenario, hex_number: int) -> Sequence[Text]:
        """The series' lines, then whether the hex is one that decides (CK 18.1)."""
        decides = [text("card.road_and_west")] if scenario.road_and_west >> hex_number & 1 else []
        return [*super().terrain_card(scenario, hex_number), *decides]

    def hint(self, state: ChickamaugaState, action: Any) -> Hint:
        if isinstance(action, victory.Plan):
            return Hint("choose", text("action.plan", term=f"plan_{action.option}"))
        return super().hint(state, action)

    def standing(self, state: ChickamaugaState) -> Standing:
        """The special conditions of either side, what the viewer may know of the plan, then the series' lines."""
        shown = super().standing(state)
        left = sum(1 for piece in state.scenario.fighters[UNION] if state.at[piece] >= 0)
        lines = [
            text("standing.road_safe" if victory.road_is_safe(state) else "standing.road_open"),
            text("standing.field", n=left),
            text("standing.removed", n=victory.union_removed(state), limit=state.scenario.removed_needed),
        ]
        if state.plan == HIDDEN:
            lines.append(text("standing.plan_hidden"))
        elif state.plan != UNWRITTEN:
            lines.append(text("standing.plan", term=f"plan_{state.plan}"))
        return replace(shown, lines=(*lines, *shown.lines))

    def arrivals(self, state: ChickamaugaState) -> Sequence[tuple[int, str]]:
        """The series' list, and the Confederate HQ at the next turn whose roll may bring it (CK 17.31)."""
        return [*super().arrivals(state), *support.hq_to_come(state)]
