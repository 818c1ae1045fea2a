"""What the commands share: arguments as people type them, reports as lines or JSON, a bar that grows."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from typing import Any


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


def show(options: argparse.Namespace, data: Any, lines: Sequence[str]) -> None:
    """Print a report: as JSON when asked for, else as lines."""
    print(json.dumps(data, ensure_ascii=False, indent=2) if options.json else "\n".join(lines))


def progress_bar(total: int) -> Callable[[int], None]:
    """A plain bar on the terminal."""

    def show_bar(done: int) -> None:
        filled = 40 * done // total
        print(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{total}", end="", file=sys.stderr, flush=True)

    return show_bar
