"""Checks of a written position: what this battle could never reach is refused with a clear sentence."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hardtack.battles.sharpsburg.combat import Attacking, everyone_against
from hardtack.battles.sharpsburg.results import Advancing
from hardtack.battles.sharpsburg.retreat import Displacing, Follow, Retreating
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import CONFEDERATE, SIDES, UNION
from hardtack.referee.soundness import BOTTOM, Soundness
from hardtack.referee.state import WAITING

RETREATING = ("Combat", "Advancing", "Retreating", "Follow")
SOUNDNESS = Soundness(
    rows={"hitched": (0, 1), "ready": (0, 99)},
    numbers={"owed": (-99, 99)},
    pieces=frozenset({"unit", "units", "gone"}),
    hexes=frozenset({"hex"}),
    beneath={
        "PlayerTurn": (BOTTOM,), "EndOfPlayerTurn": (BOTTOM,), "Combat": ("EndOfPlayerTurn",), "Movement": ("Combat",),
        "Attacking": ("Combat",), "Advancing": ("Combat",), "Exchange": ("Advancing",),
        "Retreating": RETREATING, "Follow": RETREATING, "Displacing": ("Follow",),
    },
    several=frozenset({"Retreating", "Follow"}),
    phases=frozenset({"Combat", "EndOfPlayerTurn", "Movement", "PlayerTurn"}),
)  # fmt: skip


def check(state: SharpsburgState) -> None:
    """Raise BadPosition at the first thing that breaks the battle's own rules."""
    field = state.scenario
    for name in ("moved", "fought"):
        _known(name, getattr(state, name), field.index)
    _known("struck", state.struck, field.board.grid.names)
    _known("taken", state.taken, field.limits.objective)
    _check_engagements(state)
    if type(state.corps_left) is not int or not 0 <= state.corps_left <= field.limits.union_corps_even:
        raise BadPosition(f"corps_left must be 0 to {field.limits.union_corps_even}, not {state.corps_left!r}")
    _check_places(state)
    _check_guns(state)
    _check_frames(state)


def _known(what: str, given: Any, known: Iterable[str]) -> None:
    """A field must be a list of known names without repeats."""
    if not isinstance(given, tuple) or not all(isinstance(name, str) for name in given):
        raise BadPosition(f"{what} must be a list of names")
    strange = [name for name in given if name not in known]
    if strange:
        raise BadPosition(f"{what} names {strange[0]!r}, which is not in this battle")
    if len(set(given)) != len(given):
        raise BadPosition(f"{what} names something twice")


def _check_engagements(state: SharpsburgState) -> None:
    for entry in state.engaged if isinstance(state.engaged, tuple) else ((),):
        if not isinstance(entry, tuple) or len(entry) != 4 or type(entry[0]) is not int:
            raise BadPosition("engaged must list entries of turn, hex, attackers and defenders")
        _known("engaged", (entry[1],), state.scenario.board.grid.names)
        _known("engaged", entry[2], state.scenario.index)
        _known("engaged", entry[3], state.scenario.index)


def _check_frames(state: SharpsburgState) -> None:
    """Frames speak of units on the map, of the side that decides; attackers may attack, whoever retreats can."""
    field = state.scenario
    for frame in state.agenda:
        name, side = type(frame).__name__, getattr(frame, "side", "")
        for unit in (*getattr(frame, "units", ()), *([frame.unit] if isinstance(frame, Follow) else [])):
            if side not in ("", field.counters[field.index[unit]].side):
                raise BadPosition(f"frame {name} cannot speak of {unit}, who is of the other side")
            if state.at[field.index[unit]] < 0 and not isinstance(frame, Advancing):
                raise BadPosition(f"frame {name} speaks of {unit}, who is not on the map")
        if isinstance(frame, Attacking):
            able = everyone_against(state, frame.side, field.board.grid.index(frame.hex))
            if not frame.units or not set(frame.units) <= set(able):
                raise BadPosition(f"nobody attacks {frame.hex} like that")
        if isinstance(frame, Retreating | Displacing) and not frame.options(state).all():
            raise BadPosition(f"frame {name} leaves nothing to choose")


def _check_places(state: SharpsburgState) -> None:
    """Stacking (SH 8, SH 8a), enemies apart (SH 5d), hexes in play (SH C7), nobody early (SH 2)."""
    field = state.scenario
    name = field.board.grid.name
    for piece, at in enumerate(state.at):
        if at >= 0 and not field.board.playable >> at & 1:
            raise BadPosition(f"{field.ids[piece]} stands in {name(at)}, which is out of play")
        if at == WAITING and field.counters[piece].starts_on_map:
            raise BadPosition(f"{field.ids[piece]} starts on the map and cannot be yet to come")
        if at >= 0 and field.counters[piece].turn > state.turn:
            raise BadPosition(f"{field.ids[piece]} arrives on turn {field.counters[piece].turn}, not before")
    both = state.occupied(UNION) & state.occupied(CONFEDERATE)
    if both:
        raise BadPosition(f"both sides stand in {name(both.bit_length() - 1)}")
    for side in SIDES:
        foot = [state.at[piece] for piece in field.of_side[side] if field.is_infantry[piece] and state.at[piece] >= 0]
        for at in foot:
            if foot.count(at) > field.limits.stack[side]:
                raise BadPosition(f"too much {side} infantry in {name(at)}")


def _check_guns(state: SharpsburgState) -> None:
    for piece, unit in enumerate(state.scenario.ids):
        if state.hitched[piece] not in (0, 1) or state.ready[piece] < 0:
            raise BadPosition(f"{unit}: hitched is 0 or 1 and ready a turn")
        if (state.hitched[piece] or state.ready[piece]) and not state.scenario.limbers(piece):
            raise BadPosition(f"{unit} never limbers")
