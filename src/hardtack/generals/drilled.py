"""Drilled: `recruit` with the evaluation of a bot that plans, its weights found by play. It makes no plans.

It is what `hardtack tune` lets play, and the measure of what planning adds; it is not offered to players.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.generals.general import General
from hardtack.generals.intention import motives_of
from hardtack.generals.recruit import best_action, weighing
from hardtack.generals.weights import Factors, tuned_terms
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.chance import settling_floor
from hardtack.referee.events import Text
from hardtack.referee.views import View


class Drilled(General):
    name: ClassVar[str] = "drilled"

    def __init__(self, factors: Factors | None = None) -> None:
        self.factors = factors  # other ones than those shipped

    def choose(self, view: View, random: Random) -> Action:
        assert view.seat is not None  # a bot always sits somewhere
        state = view.state.scenario.battle.imagine(view.state, view.seat, random)
        value = weighing(tuned_terms(state, view.seat, self.factors), view.seat)
        return best_action(state, value, random, 0.0, settling_floor(state))

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]:
        return motives_of(state, side, action)

    def check_seat(self, battle: Battle, scenario_id: str, side: str) -> None:
        """It plays every side of everything, where it is asked for by its name."""
