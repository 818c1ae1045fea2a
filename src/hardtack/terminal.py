"""What the commands share: arguments as people type them, reports as lines or JSON, a bar that grows."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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


@contextmanager
def progress_bar(total: int) -> Iterator[Callable[[int], None] | None]:
    """A plain bar on the terminal; none where nobody looks at one."""

    def show_bar(done: int) -> None:
        filled = 40 * done // total
        print(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{total}", end="", file=sys.stderr, flush=True)

    if not sys.stderr.isatty():
        yield None
        return
    yield show_bar
    print(file=sys.stderr)
