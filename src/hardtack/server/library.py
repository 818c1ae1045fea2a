"""What the server has to offer: the battles, and the bots by name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardtack.battles import all_battles, find_battle
from hardtack.referee.battle import Battle, Scenario
from hardtack.referee.errors import BadOption
from hardtack.referee.showing import ScenarioInfo
from hardtack.server.errors import own_words
from hardtack.table import Bot

DOCTRINE = "doctrine"


def find_bot(name: str) -> Bot:
    """A bot by its name; the generals are loaded when the first is asked for."""
    from hardtack.generals import find_bot

    return find_bot(name)


@dataclass(frozen=True)
class Library:
    """Battles and bots; tests put their own in. `find_bot` is also called in worker processes: a plain function."""

    battles: Callable[[], tuple[Battle, ...]] = all_battles
    find: Callable[[str], Battle] = find_battle
    find_bot: Callable[[str], Bot] = find_bot

    def scenarios(self) -> list[tuple[Battle, ScenarioInfo]]:
        """Every scenario, in the order of the battles' dates."""
        found = [(battle, info) for battle in self.battles() for info in battle.scenarios.values()]
        return sorted(found, key=lambda pair: (pair[1].date, pair[1].turns, pair[1].id))

    def info(self, scenario_id: str) -> tuple[Battle, ScenarioInfo]:
        battle = self.find(scenario_id)
        return battle, battle.scenarios[scenario_id]

    def check_bot(self, scenario: Scenario, side: str, name: str) -> None:
        """Refuse a bot the scenario does not offer, or one that cannot command this side as the game is set up."""
        info = self.info(scenario.id)[1]
        if name not in info.bots:
            raise BadOption(f"{scenario.id} has no bot {name[:40]!r}; it has {', '.join(info.bots)}")
        if name == DOCTRINE:
            needed = {key: value for key, value in info.doctrine_settings if scenario.settings[key] != value}
            if side != info.solitaire_side or needed:
                wanted = dict(info.doctrine_settings)
                raise BadOption(f"{DOCTRINE} commands the {info.solitaire_side} side, with {wanted}")


def bot_strength(bot: str, scenario: str, lang: str) -> str:
    """How a bot has fared against the level below it on a scenario, in a sentence; nothing where nobody measured it."""
    from hardtack.generals.strength import LEVELS, record_of

    other = LEVELS[LEVELS.index(bot) - 1] if bot in LEVELS[1:] else ""
    met = next((record for record in record_of(bot, scenario) if record.other == other), None)
    if met is None:
        return ""
    games = met.wins + met.losses + met.draws
    key = "bot_strength_drawn" if met.draws else "bot_strength"
    sentence = own_words().word(key, lang)
    return sentence.format(games=games, wins=met.wins, draws=met.draws, other=bot_words(other, lang)[0])


def bot_words(bot: str, lang: str) -> tuple[str, str]:
    """A bot's name and what it is like, in a language."""
    words = own_words()
    name, about = words.word(f"bot.{bot}", lang), words.word(f"bot_about.{bot}", lang)
    return name.removeprefix("bot."), "" if about.startswith("bot_about.") else about
