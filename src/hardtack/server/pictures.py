"""Pictures of boards and counters, drawn by `hardtack.draw` from what a battle shows, and kept.

Boards are kept on disk: to draw all of them takes a quarter of a minute that the next start can save.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import threading
import zlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import hardtack
from hardtack.board.board import Board
from hardtack.draw import board_svg, counter_svg, legend_svg
from hardtack.draw.counters import counters_layer
from hardtack.draw.picture import counter_look, stacks_of
from hardtack.referee.battle import Scenario
from hardtack.referee.dice import SeededDice
from hardtack.referee.register import LANGUAGES
from hardtack.referee.showing import Look
from hardtack.referee.umpire import begin
from hardtack.server.answers import SVG, Packed, pack, unpack
from hardtack.server.catalogue import find_unit
from hardtack.server.library import Library
from hardtack.table.thinking import start_python
from hardtack.table.worker import read_message

PACKAGE = Path(hardtack.__file__).parent
# All that a drawing depends on.
INK = ("board/*.py", "draw/*", "battles/**/*.py", "battles/**/*.toml", "battles/**/words.csv")
LETTERING = re.compile(r'<g id="[^"]*-(ids|names)" class="\1">.*?</g>', re.DOTALL)


@lru_cache(maxsize=1)
def edition() -> str:
    """A name for all that drawings depend on: another edition draws them anew."""
    digest = hashlib.sha256()
    for path in sorted(path for pattern in INK for path in PACKAGE.glob(pattern) if path.is_file()):
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:20]


class PictureCache:
    """Drawings of this edition in a folder; a folder that cannot be read or written is done without."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / edition()

    def find(self, name: str) -> Packed | None:
        try:
            return unpack((self.folder / f"{name}.svg.gz").read_bytes(), SVG)
        except (OSError, EOFError, zlib.error):  # not there, or spoilt
            return None

    def keep(self, name: str, drawn: Packed) -> None:
        if drawn.packed is None:
            return
        with suppress(OSError):
            self.folder.mkdir(parents=True, exist_ok=True)
            with NamedTemporaryFile(dir=self.folder, delete=False) as file:
                try:
                    file.write(drawn.packed)
                    file.flush()
                    os.replace(file.name, self.folder / f"{name}.svg.gz")  # another server may read it meanwhile
                except OSError:  # no room: leave no half of it behind
                    os.unlink(file.name)

    def clear_old(self) -> None:
        """Throw other editions away."""
        with suppress(OSError):
            for other in self.folder.parent.iterdir():
                if other != self.folder and other.is_dir():
                    shutil.rmtree(other, ignore_errors=True)


def make_picture(svg: str) -> Packed:
    return pack(svg.encode(), SVG)


_boards: dict[tuple[Board, str], Packed] = {}
_drawing = threading.Lock()  # a board that is being drawn is waited for, not drawn twice


def board(scenario: Scenario, lang: str) -> Packed:
    """The terrain. A large board takes a second or two to draw, so each is drawn once."""
    with _drawing:
        key = (scenario.board, lang)
        if key not in _boards:
            _boards[key] = make_picture(board_svg(scenario.board, lang=lang))
        return _boards[key]


PAINTER = """
import os, sys
from importlib import import_module
from hardtack.draw import board_svg
from hardtack.table.worker import write_message
os.nice(10) if hasattr(os, "nice") else None
for module, scenario, lang in zip(*[iter(sys.argv[1:])] * 3):
    drawn = board_svg(import_module(module).BATTLE.scenario(scenario).board, lang=lang)
    try:
        write_message(sys.stdout.buffer, drawn)
    except BrokenPipeError:  # the server has gone
        os._exit(0)
"""


def wanted_boards(library: Library) -> dict[tuple[Board, str], tuple[str, str, str]]:
    """Every board in every language: the module of its battle, a scenario played on it, and the language."""
    wanted: dict[tuple[Board, str], tuple[str, str, str]] = {}
    for lang in LANGUAGES:
        for battle, info in library.scenarios():
            wanted.setdefault((battle.scenario(info.id).board, lang), (type(battle).__module__, info.id, lang))
    return wanted


def warm_up(library: Library, cache: PictureCache) -> None:
    """Have every board ready: from the cache, or drawn in a process of its own so that nobody who plays waits."""
    wanted = wanted_boards(library)
    for key, triple in wanted.items():
        if (known := cache.find(".".join(triple))) is not None:
            _boards.setdefault(key, known)
    missing = {key: triple for key, triple in wanted.items() if key not in _boards}
    if not missing:
        return
    words = [word for triple in missing.values() for word in triple]
    with start_python("-c", PAINTER, *words, stdin=subprocess.DEVNULL) as painter, suppress(EOFError):
        assert painter.stdout is not None  # asked for by start_python
        for key, triple in missing.items():
            drawn = make_picture(read_message(painter.stdout))
            _boards.setdefault(key, drawn)
            cache.keep(".".join(triple), drawn)
    cache.clear_old()


@lru_cache(maxsize=64)
def opening(scenario: Scenario, lang: str) -> Packed:
    """The board with every counter that is on it when the first decision is made.

    Without the numbers of its hexes and its names: on a card nobody could read them, and to set them all takes a
    browser longer than the rest of such a picture.
    """
    counters = counters_layer(scenario.board, stacks_of(first_state(scenario), lang))
    ground = LETTERING.sub("", board(scenario, lang).text)
    return make_picture(ground.removesuffix("</svg>") + counters + "</svg>")


@lru_cache(maxsize=64)
def legend(board: Board, lang: str) -> Packed:
    """What the signs on a board mean."""
    return make_picture(legend_svg(board, lang=lang))


@lru_cache(maxsize=4096)
def counter(
    scenario: Scenario, unit: str, lang: str, numbers: tuple[str, ...] | None, markers: tuple[str, ...] | None
) -> Packed:
    """One counter; what is not given is as in the opening. Whether it can act is the page's to show."""
    place = find_unit(scenario, unit)
    if numbers is None or markers is None:
        first = scenario.battle.page.look(first_state(scenario), place)
        numbers = first.numbers if numbers is None else numbers
        markers = first.markers if markers is None else markers
    return make_picture(counter_svg(counter_look(scenario, scenario.pieces[place], lang, Look(numbers, markers))))


def first_state(scenario: Scenario) -> Any:
    """How a game may begin; the dice of the opening move no counter."""
    return begin(scenario.battle.set_up(scenario), SeededDice("opening")).state


def listed(text: str | None) -> tuple[str, ...] | None:
    """Words separated by commas; no counter has room for more than a few."""
    return None if text is None else tuple(part[:20] for part in text.split(",") if part)[:12]
