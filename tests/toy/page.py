"""What a page shows of the Mill beyond the defaults, and what a bot knows of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from hardtack.board.reach import path_to
from hardtack.referee.actions import Move
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, Text, enemy_of, text
from hardtack.referee.knowledge import Knowledge
from hardtack.referee.page import Page
from hardtack.referee.showing import Chart, Goal, Hint, Look, Modifier, Standing

if TYPE_CHECKING:
    from .battle import Mill, MillState


class MillPage(Page["MillState"]):
    def hint(self, state: MillState, action: Any) -> Hint:
        shown = super().hint(state, action)
        if not isinstance(action, Move):
            return shown
        unit, goal = state.scenario.index[action.unit], state.scenario.place_at(action.hex)
        costs, parents = state.march(unit)
        path = tuple(state.scenario.place_name(hex_) for hex_ in path_to(parents, state.at[unit], goal)[1:])
        stops = bool(state.zones[enemy_of(state.scenario.pieces[unit].side)] >> goal & 1)
        return replace(shown, cost=costs[goal], path=path, stops=stops)

    def look(self, state: MillState, piece: int) -> Look:
        acted = state.outcome is None and bool(state.done[piece])
        return Look((str(state.steps[piece]), str(state.scenario.points)), spent=acted)

    def standing(self, state: MillState) -> Standing:
        union, confederate = state.army(UNION), state.army(CONFEDERATE)
        lines = (text("standing.steps", union=union, confederate=confederate),)
        full = {side: sum(state.scenario.pieces[n].steps for n in state.scenario.of_side[side]) for side in SIDES}
        losses = tuple((side, full[side] - state.army(side)) for side in SIDES)
        return Standing((union - confederate) / max(1, union + confederate), lines, losses)

    def goals(self, scenario: Mill) -> Sequence[Goal]:
        steps = Goal("TOY 6", text("goal.steps", n=scenario.turns))
        return steps, Goal("TOY 6", text("goal.colours"), sudden=True)

    def modifiers(self, state: MillState, action: Any) -> Sequence[Modifier]:
        if action.verb != "attack":
            return ()
        terrain = state.scenario.board.terrain[state.at[state.scenario.index[action.unit_target]]]
        return (Modifier("TOY 4", text(f"planner.{terrain}"), f"{state.scenario.hit_from[terrain]}+"),)

    def aftermath(self, before: MillState, after: MillState, action: Any) -> Sequence[tuple[str, int | str]]:
        return (("loss", sum(before.steps) - sum(after.steps)),) if action.verb == "attack" else ()

    def charts(self, scenario: Mill) -> Sequence[Chart]:
        return (Chart("chart.combat", "TOY 4", ("term.clear", "term.woods"), (("4-6", "5-6"),), "public"),)

    def terrain_card(self, scenario: Mill, hex_number: int) -> Sequence[Text]:
        return (text("card.terrain", term=scenario.board.terrain[hex_number]),)


class MillKnowledge(Knowledge["MillState"]):
    def terms(self) -> dict[str, tuple[float, Any]]:
        return {"steps": (1.0, lambda state, side: float(state.army(side) - state.army(enemy_of(side))))}
