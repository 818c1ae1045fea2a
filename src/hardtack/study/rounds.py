"""Rounds of the engine's benchmark: what one does is counted per second of processor time.

Run as a program this module measures rounds on demand, a line of JSON for each: that is how one run compares two
builds of the package, each in a process of its own, and how a yardstick stays outside ours.
"""

from __future__ import annotations

import gc
import importlib.util
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Any

from hardtack import __version__
from hardtack.battles import find_battle
from hardtack.referee.chance import forecast
from hardtack.referee.dice import SeededDice
from hardtack.referee.playout import Playout
from hardtack.referee.umpire import begin, options, play_trusted, to_act

MAX_PLIES = 400  # of a chess game, as in the published comparison
LOOKS = 16  # actions between two looks at the clock, which cost as much as a tenth of an action
SAMPLES = 24  # positions a single question is asked of
APART = 9  # actions between two of them


@dataclass(frozen=True, slots=True)
class Rate:
    """What one round did, per second of processor time; `listed` are the options that were listed for it."""

    actions: float
    listed: float


def random_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Random games: list every option of the present decision, pick one at random, apply it."""
    battle = find_battle(scenario_id)
    scenario = battle.scenario(scenario_id)
    random = Random(seed)
    actions = listed = game = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        game += 1
        dice = SeededDice(f"{seed}/{game}")
        state = begin(battle.set_up(scenario), dice).state
        while state.outcome is None and (actions % LOOKS or time.process_time() - started < seconds):
            choices = options(state).all()
            listed += len(choices)
            state = play_trusted(state, choices[int(random.random() * len(choices))], dice).state
            actions += 1
    spent = time.process_time() - started
    return Rate(actions / spent, listed / spent)


def playout_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Random games as a search plays them: no log, and an option picked without listing those of every unit."""
    battle = find_battle(scenario_id)
    scenario = battle.scenario(scenario_id)
    random = Random(seed)
    actions = game = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        game += 1
        dice = SeededDice(f"{seed}/{game}")
        line = Playout(begin(battle.set_up(scenario), dice).state, undoable=False)
        while line.outcome is None and (actions % LOOKS or time.process_time() - started < seconds):
            line.apply(line.options().pick(random), dice)
            actions += 1
    return Rate(actions / (time.process_time() - started), 0.0)


def positions(scenario_id: str) -> list[Any]:
    """Positions of a random game, some actions apart."""
    battle = find_battle(scenario_id)
    dice, random = SeededDice("positions"), Random(1)
    state = begin(battle.set_up(battle.scenario(scenario_id)), dice).state
    found = []
    for number in range(SAMPLES * APART):
        if state.outcome is not None:
            break
        if number % APART == 0:
            found.append(state)
        state = play_trusted(state, options(state).pick(random), dice).state
    return found


def question_round(scenario_id: str, seconds: float, ask: Callable[[Any], object]) -> Rate:
    """One question asked of position after position; none is asked twice of the same state, which would know."""
    asked = 0
    spent = 0.0
    for state in cycle(positions(scenario_id)):
        fresh = state.changed()
        started = time.process_time()
        ask(fresh)
        spent += time.process_time() - started
        asked += 1
        if spent >= seconds:
            break
    return Rate(asked / spent, 0.0)


def copying_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Drafts made of a state."""
    states = positions(scenario_id)
    made = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        for state in states:
            state.draft()
        made += len(states)
    return Rate(made / (time.process_time() - started), 0.0)


def evaluation_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """The worth of a position to the side to act, all terms together."""
    knowledge = find_battle(scenario_id).knowledge

    def worth(state: Any) -> float:
        return sum(knowledge.motives(state, to_act(state) or "union").values())

    return question_round(scenario_id, seconds, worth)


def forecast_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Exact chances of an action that rolls dice, or of whatever can be done where none does."""
    page = find_battle(scenario_id).page

    def ask(state: Any) -> object:
        choices = options(state).all()
        risky = next((action for action in choices if page.modifiers(state, action)), choices[0])
        return forecast(state, risky)

    return question_round(scenario_id, seconds, ask)


def chess_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Random games of chess by python-chess."""
    import chess  # the yardstick is a development dependency

    random = Random(seed)
    actions = listed = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        board = chess.Board()
        for _ in range(MAX_PLIES):
            moves = list(board.legal_moves)
            if not moves or (actions % LOOKS == 0 and time.process_time() - started >= seconds):
                break
            listed += len(moves)
            board.push(moves[int(random.random() * len(moves))])
            actions += 1
    spent = time.process_time() - started
    return Rate(actions / spent, listed / spent)


def spiel_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Random games of chess by OpenSpiel, which is written in C++."""
    import pyspiel  # type: ignore[import-not-found]  # measured where it is installed

    random, game = Random(seed), pyspiel.load_game("chess")
    actions = listed = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        state = game.new_initial_state()
        while not state.is_terminal() and (actions % LOOKS or time.process_time() - started < seconds):
            moves = state.legal_actions()
            listed += len(moves)
            state.apply_action(moves[int(random.random() * len(moves))])
            actions += 1
    spent = time.process_time() - started
    return Rate(actions / spent, listed / spent)


def catan_round(scenario_id: str, seconds: float, seed: int) -> Rate:
    """Random games of Catan by catanatron, four players, in its own loop."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]  # where it is installed

    actions = 0
    started = time.process_time()
    while time.process_time() - started < seconds:
        game = Game([RandomPlayer(colour) for colour in Color])
        while game.winning_color() is None and (actions % LOOKS or time.process_time() - started < seconds):
            game.play_tick()
            actions += 1
    return Rate(actions / (time.process_time() - started), 0.0)


Round = Callable[[str, float, int], Rate]
OURS: dict[str, Round] = {
    "play": random_round, "playout": playout_round, "copying": copying_round, "evaluation": evaluation_round,
    "forecast": forecast_round,
}  # fmt: skip
YARDSTICKS: dict[str, tuple[str, Round]] = {  # the module that must be installed
    "python-chess": ("chess", chess_round), "openspiel-chess": ("pyspiel", spiel_round),
    "catanatron": ("catanatron", catan_round),
}  # fmt: skip


def installed() -> list[str]:
    """The yardsticks that can be laid beside ours."""
    return [name for name, (module, _) in YARDSTICKS.items() if importlib.util.find_spec(module)]


def measure(kind: str, scenario_id: str, seconds: float, seed: int) -> Rate:
    """One round of a kind of ours, or of a yardstick."""
    chosen = OURS.get(kind) or YARDSTICKS[kind][1]
    return chosen(scenario_id, seconds, seed)


class Build:
    """A build of the package in a process of its own, which measures rounds when asked to."""

    def __init__(self, folder: Path | None = None) -> None:
        source = folder or Path(__file__).parents[2]
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])}
        self._process = subprocess.Popen(
            [sys.executable, "-m", "hardtack.study.rounds"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
            env=environment,
        )  # fmt: skip
        self.version: str = self._ask()

    def _ask(self, *question: object) -> Any:
        assert self._process.stdin
        assert self._process.stdout
        if question:
            self._process.stdin.write(json.dumps(question) + "\n")
            self._process.stdin.flush()
        answer = self._process.stdout.readline()
        if not answer:
            raise RuntimeError(f"a build stopped while it measured {question}")
        return json.loads(answer)

    def measure(self, kind: str, scenario_id: str, seconds: float, seed: int) -> Rate:
        return Rate(**self._ask(kind, scenario_id, seconds, seed))

    def close(self) -> None:
        assert self._process.stdin
        self._process.stdin.close()
        self._process.wait()


def main() -> None:
    """Answer questions until there are no more."""
    print(json.dumps(__version__), flush=True)
    gc.disable()  # for us and for the yardsticks, as `timeit` does it
    for line in sys.stdin:
        kind, scenario_id, seconds, seed = json.loads(line)
        print(json.dumps(asdict(measure(kind, scenario_id, seconds, seed))), flush=True)
        gc.collect()


if __name__ == "__main__":
    main()
