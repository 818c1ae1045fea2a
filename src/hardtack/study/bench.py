"""The engine's part of the benchmark: rounds of ours, interleaved with yardsticks and with another build of ours.

Rounds alternate in one run, because ratios taken so are all that a noisy machine can tell (`rounds` says what one is).
"""

from __future__ import annotations

import gc
import statistics
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hardtack import __version__
from hardtack.study.rounds import OURS, Build, Rate, installed, measure

YARDSTICK = "python-chess"  # everything is told as a ratio to it
WARM_UP = 0.5  # seconds of processor time before the first round: a battle is loaded, its memory filled


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
