"""What the page shows of Shiloh beyond the series: camps, the cup, the marker of fatigue, the objectives."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from hardtack.battles.musket.closing import MOVE
from hardtack.battles.musket.hints import odds
from hardtack.battles.musket.page import MusketPage
from hardtack.battles.musket.reaching import Moved
from hardtack.battles.shiloh import camps, objectives, surprise
from hardtack.battles.shiloh.scenario import ShilohScenario, ShilohState
from hardtack.referee.events import UNION, Text, text
from hardtack.referee.showing import Goal, Objective, Standing


class ShilohPage(MusketPage[ShilohState]):
    def entry_risk(self, state: ShilohState, group: tuple[int, ...], goal: int) -> Text | None:
        """SL 19.32: a Fatigued unit may be disordered on entering an enemy ZOC."""
        side = state.scenario.side_of[group[0]]
        if side == UNION:
            return None
        chance = surprise.entry_odds(state, Moved(side, group, state.at[group[0]], goal, MOVE))
        return None if chance is None else odds(chance, "risk.fatigue")

    def goals(self, scenario: ShilohScenario) -> Sequence[Goal]:
        return (*objectives.conditions(scenario), *super().goals(scenario))

    def objectives(self, state: ShilohState) -> Sequence[Objective]:
        return objectives.marked(state)

    def terrain_card(self, scenario: ShilohScenario, hex_number: int) -> Sequence[Text]:
        """The series' lines, then the camp and the objective of the hex."""
        ids = scenario.ids
        camps_here = [
            text("card.camp", units=tuple(ids[piece] for piece in camp.units))
            for camp in scenario.camps
            if camp.hex == hex_number
        ]
        flags = objectives.flags(scenario)
        won_here = [text(f"card.{flag.name}") for flag in flags if flag.hexes >> hex_number & 1]
        return [*super().terrain_card(scenario, hex_number), *camps_here, *won_here]

    def standing(self, state: ShilohState) -> Standing:
        """The objectives that end the battle, the series' lines, then the cup and the marker."""
        shown = super().standing(state)
        if state.outcome is not None:
            return shown
        lines = [*objectives.chances(state), *shown.lines]
        sleeping = len(camps.in_cup(state))
        if sleeping:
            lines.append(text("standing.cup", n=sleeping))
        if state.fatigued:
            lines.append(text("standing.fatigued"))
        elif state.marker:
            lines.append(text("standing.fresh", n=state.marker))
        return replace(shown, lines=tuple(lines))

    def arrivals(self, state: ShilohState) -> Sequence[tuple[int, str]]:
        """The series' list, and those who come by die at the earliest turn they may (SL 17.35)."""
        return [*super().arrivals(state), *camps.earliest(state)]
