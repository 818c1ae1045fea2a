"""What the bots know of Stonewall's Last Battle, for the referee; `knowledge` weighs positions, `motives` says why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hardtack.battles.chancellorsville import planning
from hardtack.battles.chancellorsville.instinct import Instinct, leads
from hardtack.battles.chancellorsville.knowledge import TERMS, leads_nowhere
from hardtack.battles.chancellorsville.motives import motives
from hardtack.battles.chancellorsville.state import SceneState
from hardtack.battles.gcacw.actions import Done, Pass, StepTo
from hardtack.battles.gcacw.knowledge import SeriesKnowledge
from hardtack.battles.gcacw.march import March
from hardtack.referee.actions import Action
from hardtack.referee.events import Text

HANDFUL = 8  # units


class ChancellorsvilleKnowledge(SeriesKnowledge[SceneState]):
    effort = planning.EFFORT

    def plan_terms(self) -> Mapping[str, tuple[float, Any]]:
        return planning.TERMS

    def traits(self) -> Mapping[str, tuple[float, Any]]:
        return planning.TRAITS

    def ends_phase(self, state: SceneState, action: Action) -> bool:
        """Halting is not among them: it gives up what the march could still reach, which `terms` counts."""
        return isinstance(action, Pass | Done)

    def goes_on(self, state: SceneState, action: Action) -> bool:
        """A step of a march that is on no way is one too many."""
        frame = state.agenda[-1]
        if not isinstance(action, StepTo) or not isinstance(frame, March):
            return False
        return leads_nowhere(state, frame, state.scenario.board.grid.index(action.hex))

    def leads(self, state: SceneState, side: str) -> bool:
        return leads(state, side)

    def instinct(self, state: SceneState) -> Instinct | None:
        """For a handful of units (Kelly's Ford); larger armies are beyond a glance."""
        return Instinct() if sum(len(units) for units in state.scenario.units_of.values()) <= HANDFUL else None

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        return TERMS

    def motives(self, state: SceneState, side: str) -> Mapping[Text, float]:
        return motives(state, side)
