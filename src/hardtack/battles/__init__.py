"""One package per battle or series: rules as code, scenarios, counters and tables as data beside it.

A package is a battle when it has a module `battle` with an object `BATTLE`; nothing else has to be told.
A series has the module without the object.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path

from hardtack.referee.battle import Battle, BattleOf
from hardtack.referee.errors import UnknownScenario


@cache
def package_names() -> tuple[str, ...]:
    here = Path(__file__).parent
    return tuple(sorted(folder.parent.name for folder in here.glob("*/battle.py")))


@cache
def load_battle(package: str) -> Battle | None:
    battle = getattr(import_module(f"hardtack.battles.{package}.battle"), "BATTLE", None)
    assert battle is None or isinstance(battle, BattleOf)  # a programming slip in the package, not input
    return battle


def all_battles() -> tuple[Battle, ...]:
    return tuple(battle for package in package_names() if (battle := load_battle(package)) is not None)


def find_battle(scenario_id: str) -> Battle:
    """The battle that has this scenario. The package named like it is tried first, to load no other."""
    likely = scenario_id.replace("-", "_")
    for package in sorted(package_names(), key=lambda name: name != likely):
        battle = load_battle(package)
        if battle is not None and scenario_id in battle.scenarios:
            return battle
    known = sorted(name for battle in all_battles() for name in battle.scenarios)
    raise UnknownScenario(f"no scenario {scenario_id[:40]!r}; there are {', '.join(known)}")
