"""The rule book's own solitaire player, where a battle has one."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.generals.general import General
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.errors import BadOption
from hardtack.referee.events import Text
from hardtack.referee.views import View


class DoctrineBot(General):
    name: ClassVar[str] = "doctrine"

    def choose(self, view: View, random: Random) -> Action:
        action: Action = view.state.scenario.battle.knowledge.doctrine()(view.state)
        return action

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]:
        return (state.scenario.battle.knowledge.doctrine_motive(state, action),)

    def check_seat(self, battle: Battle, scenario_id: str, side: str) -> None:
        super().check_seat(battle, scenario_id, side)
        if battle.scenarios[scenario_id].solitaire_side != side:
            raise BadOption(f"the book's own system does not command the {side} side of {scenario_id}")
