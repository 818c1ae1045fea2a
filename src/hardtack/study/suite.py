"""The benchmark suite behind `hardtack bench`: engine, thinking, server, browser."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from hardtack.battles import all_battles, find_battle
from hardtack.study import bench

PARTS = ("engine", "thinking", "server", "browser")


def run_suite(
    scenario_ids: Sequence[str], parts: Sequence[str], rounds: int, seconds: float, tell: Callable[[str], None]
) -> dict[str, Any]:
    """Run the wanted parts (all without any named) and return their figures."""
    wanted = parts or PARTS
    names = list(scenario_ids) or [name for battle in all_battles() for name in battle.scenarios]
    for name in names:
        find_battle(name)
    data: dict[str, Any] = {}
    if "engine" in wanted:
        tell("engine: random games against python-chess")
        data["engine"] = bench.engine(names, rounds, seconds, tell)
    if "thinking" in wanted:
        data["thinking"] = {}
        for name in names:
            tell(f"thinking: {name}")
            data["thinking"][name] = bench.thinking(name)
    if "server" in wanted:
        from hardtack.study.bench_load import server_figures  # needs the web stack

        tell("server: open games, live viewers, durable actions")
        data["server"] = server_figures(tell)
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
                shown = "  ".join(f"{key} {value}" for key, value in values.items())
                lines.append(f"  {name:26} {shown}")
            else:
                lines.append(f"  {name:26} {values}")
    return lines
