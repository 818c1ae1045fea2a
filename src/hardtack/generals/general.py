"""What every bot is: something that answers a view with an action; and the two that need no judgement for it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.errors import BadOption
from hardtack.referee.events import Text
from hardtack.referee.umpire import options
from hardtack.referee.views import View


class General(ABC):
    name: ClassVar[str]
    version: ClassVar[str] = "1"  # raised when the bot plays otherwise: results of another version are another bot's

    @abstractmethod
    def choose(self, view: View, random: Random) -> Action:
        """The action for the seat of the view, which is the one to decide. `random` is the bot's own, not the dice."""

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]:
        """What the side did the action for, as somebody who sees this state may be told; nothing, without judgement."""
        return (Text("motive.random"),)

    def check_seat(self, battle: Battle, scenario_id: str, side: str) -> None:
        """Raise BadOption when this bot cannot command the side in the scenario."""
        if self.name not in battle.scenarios[scenario_id].bots:
            raise BadOption(f"{scenario_id} has no bot {self.name!r}")


class RandomBot(General):
    """Any legal action: a floor for strength, a fuzzer for the rules."""

    name: ClassVar[str] = "random"

    def choose(self, view: View, random: Random) -> Action:
        return options(view.state).pick(random)


class DoctrineBot(General):
    """The rule book's own solitaire player, where a battle has one."""

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
