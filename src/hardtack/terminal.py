"""What the commands share: arguments as people type them, reports as lines or JSON, a bar that grows."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, Protocol

from hardtack.referee.register import LANGUAGES


def positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def names(text: str) -> list[str]:
    return [name for name in text.split(",") if name]


Parser = argparse.ArgumentParser


class Add(Protocol):
    """Puts a command among the others: what runs it, what it is about, which usual options it has."""

    def __call__(
        self, name: str, run: Callable[[argparse.Namespace], int | None], about: str, *usual: str
    ) -> Parser: ...


USUAL: dict[str, dict[str, Any]] = {
    "json": {"action": "store_true"},
    "lang": {"choices": LANGUAGES, "default": "en"},
    "seed": {"default": "1", "metavar": "S"},
    "jobs": {"type": positive, "metavar": "J", "help": "processes; as many as there are cores without it"},
    "on": {"default": "", "metavar": "ray://...", "help": "play the same games on a Ray cluster at this address"},
    "port": {"type": int, "default": 8000, "help": "0 picks a free one"},
    "database": {
        "metavar": "URL",
        "help": "a database instead of the file under $HARDTACK_HOME; $HARDTACK_DATABASE says the same",
    },
    "no-open": {"action": "store_true", "help": "only print the address"},
}


def add_parser(among: Any, name: str, about: str, *usual: str, **defaults: Any) -> Parser:
    """A command among others, with usual options and what it is known by."""
    made: Parser = among.add_parser(name, help=about, description=about[0].upper() + about[1:] + ".")
    made.set_defaults(**defaults)
    for option in usual:
        made.add_argument(f"--{option}", **USUAL[option])
    return made


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
