"""A library for the server's tests: the toy battle, and a bot that plays it."""

from random import Random

from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.errors import UnknownScenario
from hardtack.referee.umpire import options
from hardtack.referee.views import View
from hardtack.server.library import Library
from toy.battle import BATTLE


class Chance:
    def choose(self, view: View, random: Random) -> Action:
        return options(view.state).pick(random)


def find_bot(name: str) -> Chance:
    return Chance()


def find(scenario_id: str) -> Battle:
    if scenario_id not in BATTLE.scenarios:
        raise UnknownScenario(f"no scenario {scenario_id!r}")
    return BATTLE


SHELF = Library(lambda: (BATTLE,), find, find_bot)
