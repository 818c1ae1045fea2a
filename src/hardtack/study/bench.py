"""The benchmark suite behind `hardtack bench`: engine, thinking, server, faults, browser.

The engine's part is here: rounds of ours, interleaved with yardsticks and with another build of ours. Rounds alternate
in one run, because ratios taken so are all that a noisy machine can tell (`rounds` says what one is). So is how long
bots think, of a decision and of a turn, how long forecasts take and how large saves get: processor time, not the
clock's. What else a machine does meanwhile does not count. A bot plays against itself.
"""

from __future__ import annotations

import gc
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

from hardtack import __version__
from hardtack.battles import all_battles, find_battle
from hardtack.generals import BOTS, find_bot
from hardtack.referee.chance import forecast
from hardtack.referee.dice import SeededDice
from hardtack.referee.position import write_position
from hardtack.referee.umpire import begin, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.study.rounds import OURS, Build, Rate, installed, measure
from hardtack.study.simulate import unhurried

YARDSTICK = "python-chess"  # everything is told as a ratio to it
WARM_UP = 0.5  # seconds of processor time before the first round: a battle is loaded, its memory filled
UNTIMED = ("random", "doctrine")  # do not think
PARTS = ("engine", "thinking", "server", "faults", "browser")
DECISIONS = 300  # of a bot that are measured at most
SECONDS = 60.0  # of processor time, after which a bot that thinks long is measured enough


def engine(
    scenario_ids: Sequence[str], rounds: int, seconds: float, tell: Callable[[str], None],
    against: Path | None = None, kinds: Sequence[str] = tuple(OURS),
) -> dict[str, Any]:  # fmt: skip
    """Medians and ratios of the scenarios and the yardsticks; `against` is the folder of another build of ours."""
    other = Build(against) if against is not None else None
    builds: dict[str, Callable[[str, str, float, int], Rate]] = {__version__: measure}
    if other is not None:
        builds[other.version if other.version != __version__ else str(against)] = other.measure
    asked = [(build, kind, name) for name in scenario_ids for kind in kinds for build in builds]
    rates: dict[tuple[str, str, str], list[Rate]] = {question: [] for question in asked}
    yards: dict[str, list[Rate]] = {name: [] for name in installed()}
    for build, kind, name in asked:
        builds[build](kind, name, min(seconds, WARM_UP), 0)
    with quiet_collector():
        for number in range(rounds):
            tell(f"round {number + 1} of {rounds}")
            for name, found in yards.items():
                found.append(measure(name, "", seconds, number))
            for build, kind, name in asked:
                rates[build, kind, name].append(builds[build](kind, name, seconds, number))
    if other is not None:
        other.close()
    report: dict[str, Any] = {name: _figures("play", found, yards[YARDSTICK]) for name, found in yards.items()}
    for (build, kind, name), found in rates.items():
        label = name if kind == "play" else f"{name} {kind}"
        report[label if build == __version__ else f"{label} [{build}]"] = _figures(kind, found, yards[YARDSTICK])
    return report


def _figures(kind: str, found: list[Rate], yard: list[Rate]) -> dict[str, float]:
    """What is told of some rounds: how many a second, and as a ratio to the yardstick."""
    figures = {
        "actions_per_s": round(statistics.median(rate.actions for rate in found)),
        "actions_ratio": _ratio([r.actions for r in found], [r.actions for r in yard]),
    }
    if kind == "play":
        figures["options_per_s"] = round(statistics.median(rate.listed for rate in found))
        figures["options_ratio"] = _ratio([r.listed for r in found], [r.listed for r in yard])
    return figures


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


def run_suite(
    scenario_ids: Sequence[str],
    parts: Sequence[str],
    rounds: int,
    seconds: float,
    tell: Callable[[str], None],
    bots: Sequence[str] = (),
    against: Path | None = None,
    figures: Sequence[str] = (),
    games: int | None = None,
) -> dict[str, Any]:
    """Run the wanted parts (all without any named) and return their figures. `bots` are those timed at thinking.

    `against` is the folder of another build of ours, to be measured beside this one. `figures` are those wanted of the
    server and of faults, by how their names begin; `games` is how many are open there at once.
    """
    wanted = parts or PARTS
    names = list(scenario_ids) or [name for battle in all_battles() for name in battle.scenarios]
    for name in names:
        find_battle(name)
    for bot in bots:
        find_bot(bot)
    data: dict[str, Any] = {}
    if "engine" in wanted:
        tell("engine: random games against python-chess")
        data["engine"] = engine(names, rounds, seconds, tell, against)
    if "thinking" in wanted:
        data["thinking"] = {}
        for name in names:
            able = find_battle(name).scenarios[name].bots
            timed = bots or [bot for bot in BOTS if bot in able and bot not in UNTIMED]
            tell(f"thinking: {name} ({', '.join(timed)})")
            data["thinking"][name] = thinking(name, timed)
    if "server" in wanted:
        from hardtack.study.bench_load import GAMES, server_figures  # needs the web stack

        data["server"] = server_figures(tell, figures, games or GAMES)
    if "faults" in wanted:
        from hardtack.study.bench_load import fault_figures

        data["faults"] = fault_figures(tell, figures)
    if "browser" in wanted:
        from hardtack.study.bench_page import browser_figures

        tell("browser: first paint and action to repaint")
        data["browser"] = browser_figures(tell)
    return data


def table(data: dict[str, Any]) -> list[str]:
    """The figures as lines for a terminal."""
    lines = []
    for part, figures in data.items():
        lines.append(part)
        for name, values in figures.items():
            if isinstance(values, dict):
                plain = {key: value for key, value in values.items() if not isinstance(value, dict)}
                lines.append(f"  {name:26} {_row(plain)}")
                lines += [f"    {key:24} {_row(value)}" for key, value in values.items() if key not in plain]
            else:
                lines.append(f"  {name:26} {values}")
    return lines


def _row(values: dict[str, Any]) -> str:
    rounded = ((key, round(value, 2) if isinstance(value, float) else value) for key, value in values.items())
    return "  ".join(f"{key} {value}" for key, value in rounded)


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
