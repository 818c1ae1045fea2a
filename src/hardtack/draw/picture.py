"""A game as a picture: what a battle says of its pieces, turned into counters on its board."""

import re
from pathlib import Path
from typing import Any, Final

from hardtack.board.board import Board
from hardtack.draw.counters import COLOURS, MARKERS, MOST_PIPS, CounterLook
from hardtack.draw.export import svg_to_pdf, svg_to_png
from hardtack.draw.layout import Layout
from hardtack.draw.poster import poster_svg
from hardtack.draw.unit_symbols import SYMBOLS
from hardtack.referee.battle import Piece, Scenario
from hardtack.referee.errors import BadOption
from hardtack.referee.showing import Look

SIZE_MARKS: Final = {
    "corps": "XXX", "division": "XX", "brigade": "X", "legion": "III", "regiment": "III", "battalion": "II",
    "batteries": "I", "battery": "I",
}  # fmt: skip
_DRAWN_AS: Final = {
    "disordered": "disorganised", "reduced": "exhausted", "no_ammo": "no_ammunition", "routed": "demoralised",
}  # fmt: skip
_FATIGUE: Final = "fatigue"
_ROUNDS: Final = "ammunition"
"""With the rounds a counter has left, where it has used some up."""
_DIMMED: Final = "moved"
"""A counter that has moved is dimmed: it needs no letter."""
_IN_BRACKETS: Final = re.compile(r"\s*[(（][^)）]*[)）]")
"""What stands in brackets after a name is for lists; a counter has no room for it.  Words under `counter.` are names
made for the counter, for units whose own is too long or says what the symbol shows."""
_MOST_PIXELS: Final = 4500
KINDS: Final = (".svg", ".png", ".pdf")


def counter_look(scenario: Scenario, piece: Piece, lang: str, look: Look) -> CounterLook:
    """What is drawn on a counter.  States may carry a number ("fatigue2"); those without a shape show as a letter."""
    plain = [marker.rstrip("0123456789") for marker in look.markers]
    pips = [marker.removeprefix(_FATIGUE) for marker in look.markers if marker.startswith(_FATIGUE)]
    rounds = [marker.removeprefix(_ROUNDS) for marker in look.markers if marker.startswith(_ROUNDS)]
    drawn = [_DRAWN_AS.get(marker, marker) for marker in plain]
    lettered = [marker for marker in drawn if marker not in (*MARKERS, _FATIGUE, _ROUNDS, _DIMMED)]
    words = scenario.battle.words
    word, name = words.word, words.word(f"unit.{piece.id}", lang)
    printed = word(f"counter.{piece.id}", lang) if f"counter.{piece.id}" in words else _IN_BRACKETS.sub("", name)
    return CounterLook(
        side=piece.side,
        symbol=piece.type if piece.type in SYMBOLS else "marker",
        name=printed or name,
        title=name,
        size=SIZE_MARKS.get(piece.size, ""),
        numbers=look.numbers,
        colour=piece.colour if piece.colour in COLOURS[piece.side] else "",
        fatigue=min(MOST_PIPS, max((int(pip) for pip in pips if pip.isdecimal()), default=0)),
        rounds=min(MOST_PIPS, max((int(left) for left in rounds if left.isdecimal()), default=0)),
        markers=frozenset(drawn) & frozenset(MARKERS),
        badges=tuple(word(f"marker.{marker}", lang).removeprefix("marker.")[:1].upper() for marker in lettered),
        active=look.can_act,
        spent=look.spent,
    )


def stacks_of(state: Any, lang: str) -> dict[str, list[CounterLook]]:
    """The counters on the board by hex, lowest first."""
    scenario: Scenario = state.scenario
    stacks: dict[str, list[CounterLook]] = {}
    for number, piece in enumerate(scenario.pieces):
        at = state.at[number]
        if at >= 0:
            look = counter_look(scenario, piece, lang, scenario.battle.page.look(state, number))
            stacks.setdefault(scenario.board.grid.name(at), []).append(look)
    return stacks


def save_picture(state: Any, path: Path, lang: str = "en", theme: str = "light") -> None:
    """Save a position as a framed map, in the form the file's ending asks for."""
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise BadOption(f"a picture is one of {', '.join(KINDS)}, not {path.name!r}")
    svg = poster_svg(state.scenario.board, stacks_of(state, lang), lang=lang, theme=theme)
    if kind == ".svg":
        path.write_text(svg, "utf-8")
    else:
        path.write_bytes(svg_to_png(svg, _sharpness(state.scenario.board)) if kind == ".png" else svg_to_pdf(svg))


def _sharpness(board: Board) -> float:
    """Two pixels to a unit, fewer where that would make a picture too large to open with ease."""
    layout = Layout(board)
    return min(2.0, _MOST_PIXELS / max(layout.width, layout.height))
