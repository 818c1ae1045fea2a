"""Pictures of boards and counters, drawn by `hardtack.draw` from what a battle shows, and kept."""

from __future__ import annotations

import subprocess
import threading
from contextlib import suppress
from functools import lru_cache
from typing import Any

from hardtack.board.board import Board
from hardtack.draw import CounterLook, board_svg, counter_svg
from hardtack.draw.counters import COLOURS, MARKERS, MOST_PIPS
from hardtack.draw.position import counters_layer
from hardtack.draw.unit_symbols import SYMBOLS
from hardtack.referee.battle import Piece, Scenario
from hardtack.referee.dice import SeededDice
from hardtack.referee.register import LANGUAGES
from hardtack.referee.umpire import begin
from hardtack.server.errors import UnknownUnit
from hardtack.server.library import Library
from hardtack.table.thinking import start_python
from hardtack.table.worker import read_message

SIZE_MARKS = {"corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II"}
DRAWN_AS = {"disordered": "disorganised", "reduced": "exhausted", "no_ammo": "no_ammunition"}
FATIGUE = "fatigue"


_boards: dict[tuple[Board, str], str] = {}
_drawing = threading.Lock()  # a board that is being drawn is waited for, not drawn twice


def board(scenario: Scenario, lang: str) -> str:
    """The terrain. A large board takes a second or two to draw, so each is drawn once."""
    with _drawing:
        key = (scenario.board, lang)
        if key not in _boards:
            _boards[key] = board_svg(scenario.board, lang=lang)
        return _boards[key]


PAINTER = """
import os, sys
from importlib import import_module
from hardtack.draw import board_svg
from hardtack.table.worker import write_message
os.nice(10) if hasattr(os, "nice") else None
for module, scenario, lang in zip(*[iter(sys.argv[1:])] * 3):
    drawn = board_svg(import_module(module).BATTLE.scenario(scenario).board, lang=lang)
    write_message(sys.stdout.buffer, drawn)
"""


def warm_up(library: Library) -> None:
    """Have every board drawn, in a process of its own so that nobody who plays waits for it."""
    wanted: dict[tuple[Board, str], list[str]] = {}
    for lang in LANGUAGES:
        for battle, info in library.scenarios():
            wanted.setdefault((battle.scenario(info.id).board, lang), [type(battle).__module__, info.id, lang])
    words = [word for triple in wanted.values() for word in triple]
    with start_python("-c", PAINTER, *words, stdin=subprocess.DEVNULL) as painter, suppress(EOFError):
        assert painter.stdout is not None  # asked for by start_python
        for key in wanted:
            _boards.setdefault(key, read_message(painter.stdout))


@lru_cache(maxsize=64)
def opening(scenario: Scenario, lang: str) -> str:
    """The board with every counter that is on it when the first decision is made."""
    state = first_state(scenario)
    stacks: dict[str, list[CounterLook]] = {}
    for number, piece in enumerate(scenario.pieces):
        if state.at[number] >= 0:
            look = scenario.battle.look(state, number)
            stacks.setdefault(scenario.board.grid.name(state.at[number]), []).append(
                counter_look(scenario, piece, lang, look.numbers, look.markers)
            )
    return board(scenario, lang).removesuffix("</svg>") + counters_layer(scenario.board, stacks) + "</svg>"


@lru_cache(maxsize=4096)
def counter(
    scenario: Scenario, unit: str, lang: str, numbers: tuple[str, ...] | None, markers: tuple[str, ...] | None
) -> str:
    """One counter; what is not given is as in the opening."""
    if unit not in scenario.index:
        raise UnknownUnit(f"no counter {unit!r}")
    place = scenario.index[unit]
    if numbers is None or markers is None:
        look = scenario.battle.look(first_state(scenario), place)
        numbers = look.numbers if numbers is None else numbers
        markers = look.markers if markers is None else markers
    return counter_svg(counter_look(scenario, scenario.pieces[place], lang, numbers, markers))


def first_state(scenario: Scenario) -> Any:
    """How a game may begin; the dice of the opening move no counter."""
    return begin(scenario.battle.set_up(scenario), SeededDice("opening")).state


def counter_look(
    scenario: Scenario, piece: Piece, lang: str, numbers: tuple[str, ...], markers: tuple[str, ...]
) -> CounterLook:
    drawn = {DRAWN_AS.get(marker, marker) for marker in markers}
    pips = [marker.removeprefix(FATIGUE) for marker in markers if marker.startswith(FATIGUE)]
    return CounterLook(
        side=piece.side,
        symbol=piece.type if piece.type in SYMBOLS else "infantry",
        name=scenario.battle.words.word(f"unit.{piece.id}", lang),
        size=SIZE_MARKS.get(piece.size, ""),
        numbers=tuple(number[:6] for number in numbers[:5]),
        colour=piece.colour if piece.colour in COLOURS[piece.side] else "",
        fatigue=min(MOST_PIPS, max((int(pip) for pip in pips if pip.isdecimal()), default=0)),
        markers=frozenset(drawn & set(MARKERS)),
        spent="moved" in markers,
    )


def listed(text: str | None) -> tuple[str, ...] | None:
    return None if text is None else tuple(part for part in text.split(",") if part)
