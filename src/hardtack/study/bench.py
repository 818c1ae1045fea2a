"""The engine's part of the benchmark: random games, interleaved with python-chess as a yardstick.

One action is: list every option of the present decision, pick one at random, apply it. Rounds alternate
between ours and the yardstick in one run, because these ratios are all that a noisy machine can tell.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from random import Random
from typing import Any

from hardtack.battles import find_battle
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, options, play_trusted

MAX_PLIES = 400  # of a chess game, as in the published comparison


@dataclass(frozen=True, slots=True)
class Rate:
    """What one round did, per second of processor time."""

    actions: float
    listed: float


def random_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Random games of a scenario for so long."""
    battle = find_battle(scenario_id)
    scenario = battle.scenario(scenario_id)
    random = Random(seed)
    actions = listed = game = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        game += 1
        dice = SeededDice(f"{seed}/{game}")
        state = begin(battle.set_up(scenario), dice).state
        while state.outcome is None and time.process_time() - started < seconds:
            choices = options(state).all()
            listed += len(choices)
            state = play_trusted(state, choices[int(random.random() * len(choices))], dice).state
            actions += 1
    spent = time.process_time() - started
    return Rate(actions / spent, listed / spent)


def chess_round(seconds: float, seed: int) -> Rate:
    """Random games of chess by python-chess for so long."""
    import chess  # the yardstick is a development dependency

    random = Random(seed)
    actions = listed = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        board = chess.Board()
        for _ in range(MAX_PLIES):
            moves = list(board.legal_moves)
            if not moves or time.process_time() - started >= seconds:
                break
            listed += len(moves)
            board.push(moves[int(random.random() * len(moves))])
            actions += 1
    spent = time.process_time() - started
    return Rate(actions / spent, listed / spent)


def engine(scenario_ids: list[str], rounds: int, seconds: float, tell: Callable[[str], None]) -> dict[str, Any]:
    """Medians and ratios of the scenarios and the yardstick, rounds interleaved."""
    rates: dict[str, list[Rate]] = {name: [] for name in ("python-chess", *scenario_ids)}
    for scenario_id in scenario_ids:
        random_round(scenario_id, min(seconds, 0.5), 0)  # load the battle outside the measured time
    with quiet_collector():
        for number in range(rounds):
            tell(f"round {number + 1} of {rounds}")
            rates["python-chess"].append(chess_round(seconds, number))
            for scenario_id in scenario_ids:
                rates[scenario_id].append(random_round(scenario_id, seconds, number))
    yard = rates["python-chess"]
    report: dict[str, Any] = {}
    for name, found in rates.items():
        report[name] = {
            "actions_per_s": round(statistics.median(rate.actions for rate in found)),
            "options_per_s": round(statistics.median(rate.listed for rate in found)),
            "actions_ratio": _ratio([r.actions for r in found], [r.actions for r in yard]),
            "options_ratio": _ratio([r.listed for r in found], [r.listed for r in yard]),
        }
    return report


@contextmanager
def quiet_collector() -> Iterator[None]:
    """No cyclic garbage collection while the clock runs, for us and for the yardstick, as `timeit` does it."""
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def _ratio(ours: list[float], theirs: list[float]) -> float:
    """The median of the ratios of each round, so that a slow minute of the machine weighs on both."""
    return round(statistics.median(a / b for a, b in zip(ours, theirs, strict=True)), 2)
