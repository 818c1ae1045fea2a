"""The bot that plays any legal action: a floor for strength, a fuzzer for the rules."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, ClassVar

from hardtack.generals.general import General
from hardtack.referee.actions import Action
from hardtack.referee.events import Text
from hardtack.referee.umpire import options
from hardtack.referee.views import View


class RandomBot(General):
    name: ClassVar[str] = "random"

    def choose(self, view: View, random: Random) -> Action:
        return options(view.state).pick(random)

    def intention(self, state: Any, side: str, action: Action) -> Sequence[Text]:
        return (Text("motive.random"),)
