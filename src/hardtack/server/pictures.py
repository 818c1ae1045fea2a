"""Pictures of boards and counters, drawn by `hardtack.draw` from what a battle shows, and kept."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from hardtack.draw import CounterLook, board_svg, counter_svg, position_svg
from hardtack.draw.counters import COLOURS, MARKERS, MOST_PIPS
from hardtack.draw.unit_symbols import SYMBOLS
from hardtack.referee.battle import Piece, Scenario
from hardtack.referee.dice import SeededDice
from hardtack.referee.register import LANGUAGES
from hardtack.referee.umpire import begin
from hardtack.server.errors import UnknownUnit
from hardtack.server.library import Library

SIZE_MARKS = {"corps": "XXX", "division": "XX", "brigade": "X", "regiment": "III", "battalion": "II"}
DRAWN_AS = {"disordered": "disorganised", "reduced": "exhausted", "no_ammo": "no_ammunition"}
FATIGUE = "fatigue"


@lru_cache(maxsize=64)
def board(scenario: Scenario, lang: str) -> str:
    return board_svg(scenario.board, lang=lang)


def warm_up(library: Library) -> None:
    """Draw the board of every scenario in both languages; scenarios of one board share the drawing."""
    for lang in LANGUAGES:
        for battle, info in library.scenarios():
            board(battle.scenario(info.id), lang)


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
    return position_svg(scenario.board, stacks, lang=lang)


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
