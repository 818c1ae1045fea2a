"""General: as `veteran`, but it tries plans longer, against more of what the enemy may have in mind, and judges where
they lead by what was learned from self-play, where that predicts games better than the hand-made evaluation does.

Nobody has measured it yet: it goes by its name on the command line and is not offered to players.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from random import Random
from typing import Any, ClassVar

from hardtack.generals.learned import Model, features, model_of
from hardtack.generals.planning import TRIES, Race
from hardtack.generals.plans import Plan, candidates, worth_to
from hardtack.generals.recruit import Evaluate
from hardtack.generals.veteran import Veteran
from hardtack.referee.battle import Battle
from hardtack.referee.events import enemy_of

MORE_WORK = 4


class DeepRace(Race):
    """A race with more tries, in which the enemy may have any of the plans he could have."""

    tries: ClassVar[int] = 2 * TRIES

    def __init__(self, state: Any, side: str, random: Random, base: Plan | None = None) -> None:
        super().__init__(state, side, random, base)
        self.effort = replace(self.effort, work=MORE_WORK * self.effort.work)
        self.learned = trusted(model_of(state.scenario.id))
        self.his_plans = candidates(state, enemy_of(side))

    def reply(self, number: int) -> tuple[Hashable, Evaluate]:
        """A plain fighter, one with the usual plan, then whatever he may have in mind."""
        if number < 2:
            return super().reply(number)
        plan = Random(f"{self.seeds[number]}/reply").choice(self.his_plans)
        return ("his", plan), worth_to(self.state, enemy_of(self.side), plan)

    def mark(self, end: Any) -> float:
        if self.learned is None or end.outcome is not None:
            return super().mark(end)
        ours, theirs = (self.learned.predict(features(end, side))[0] for side in (self.side, enemy_of(self.side)))
        return (ours + 1 - theirs) / 2


def trusted(model: Model | None) -> Model | None:
    """A model that has shown itself better than the hand-made evaluation on games neither had seen."""
    if model is None or model.made["log_loss"]["learned"] >= model.made["log_loss"]["hand_made"]:
        return None
    return model


class GeneralBot(Veteran):
    name: ClassVar[str] = "general"
    race: ClassVar[type[Race]] = DeepRace

    def plans_on(self, scenario_id: str) -> bool:
        """Everywhere: that a temper alone does better was shown beside plans of shorter races."""
        return True

    def check_seat(self, battle: Battle, scenario_id: str, side: str) -> None:
        """It plays every side of everything, where it is asked for by its name."""
