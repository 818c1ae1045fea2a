"""How long bots think: of a decision and of a turn, by bot and scenario; how long forecasts take, how large saves get.

Processor time, not the clock's: what else a machine does meanwhile does not count. A bot plays against itself.
"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Sequence
from random import Random
from typing import Any

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.referee.chance import forecast
from hardtack.referee.dice import SeededDice
from hardtack.referee.position import write_position
from hardtack.referee.umpire import begin, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.study.simulate import unhurried

DECISIONS = 300  # of a bot that are measured at most
SECONDS = 60.0  # of processor time, after which a bot that thinks long is measured enough


def thinking(scenario_id: str, bots: Sequence[str], seconds: float = SECONDS) -> dict[str, Any]:
    """The figures of each bot on a scenario, by its name, and those of the referee on the way."""
    figures: dict[str, Any] = {}
    forecasts: list[float] = []
    largest = 0
    for bot in bots:
        timed = _Timed(scenario_id, bot, seconds)
        figures[bot] = timed.figures()
        forecasts += timed.forecasts
        largest = max(largest, timed.largest)
    return {"forecast_ms_max": 1000 * share_of(forecasts, 1.0), "saved_state_bytes_max": largest} | figures


class _Timed:
    """One game of a bot against itself, or the beginning of one."""

    def __init__(self, scenario_id: str, bot: str, seconds: float) -> None:
        self.decisions: list[float] = []
        self.turns: dict[tuple[int, str], float] = defaultdict(float)  # by turn and side
        self.forecasts: list[float] = []
        self.largest = 0
        self._play(scenario_id, bot, seconds)

    @unhurried()
    def _play(self, scenario_id: str, bot: str, seconds: float) -> None:
        battle = find_battle(scenario_id)
        players = {side: find_bot(bot) for side in battle.sides}
        random, dice = Random(0), SeededDice("thinking/0")
        state = begin(battle.set_up(battle.scenario(scenario_id)), dice).state
        while (side := to_act(state)) is not None and len(self.decisions) < DECISIONS and sum(self.decisions) < seconds:
            started = time.process_time()
            action = players[side].choose(view(state, side), random)
            spent = time.process_time() - started
            self.decisions.append(spent)
            self.turns[state.turn, side] += spent
            if battle.page.modifiers(state, action):
                started = time.process_time()
                forecast(state, action)
                self.forecasts.append(time.process_time() - started)
            self.largest = max(self.largest, len(write_position(state).encode()))
            state = play_trusted(state, action, dice).state

    def figures(self) -> dict[str, float]:
        turns = list(self.turns.values())
        return {
            "decisions": len(self.decisions),
            "ms_median": 1000 * share_of(self.decisions, 0.5),
            "ms_p95": 1000 * share_of(self.decisions, 0.95),
            "ms_max": 1000 * share_of(self.decisions, 1.0),
            "turn_ms_median": 1000 * share_of(turns, 0.5),
            "turn_ms_max": 1000 * share_of(turns, 1.0),
        }


def share_of(times: Sequence[float], share: float) -> float:
    """The time that a share of all stays within."""
    if not times:
        return 0.0
    ranked = sorted(times)
    return round(ranked[min(len(ranked) - 1, int(share * len(ranked)))], 5)
