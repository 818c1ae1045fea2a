"""The benchmark suite behind `hardtack bench`: engine, thinking, server, faults, browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from hardtack.battles import all_battles, find_battle
from hardtack.generals import BOTS, find_bot
from hardtack.study import bench, bench_thinking

UNTIMED = ("random", "doctrine")  # do not think
PARTS = ("engine", "thinking", "server", "faults", "browser")


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
        data["engine"] = bench.engine(names, rounds, seconds, tell, against)
    if "thinking" in wanted:
        data["thinking"] = {}
        for name in names:
            able = find_battle(name).scenarios[name].bots
            timed = bots or [bot for bot in BOTS if bot in able and bot not in UNTIMED]
            tell(f"thinking: {name} ({', '.join(timed)})")
            data["thinking"][name] = bench_thinking.thinking(name, timed)
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
