"""Checks of a written position: what this battle could never reach is refused with a clear sentence."""

from __future__ import annotations

from collections.abc import Container, Sequence

from hardtack.battles.sharpsburg.combat import Attacking, everyone_against
from hardtack.battles.sharpsburg.results import Advancing
from hardtack.battles.sharpsburg.retreat import Displacing, Follow, Retreating
from hardtack.battles.sharpsburg.state import SharpsburgState
from hardtack.referee.events import SIDES
from hardtack.referee.soundness import BOTTOM, Soundness, require, require_apart
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
    for _, hex_, attackers, defenders in state.engaged:
        _known("engaged", (hex_,), field.board.grid.names)
        _known("engaged", attackers, field.index)
        _known("engaged", defenders, field.index)
    most = field.limits.union_corps_even
    require(0 <= state.corps_left <= most, f"corps_left must be 0 to {most}, not {state.corps_left!r}")
    _check_places(state)
    for piece, unit in enumerate(field.ids):
        limbers = state.hitched[piece] or state.ready[piece]
        require(not limbers or field.limbers(piece), f"{unit} never limbers")
    _check_frames(state)


def _known(what: str, given: Sequence[str], known: Container[str]) -> None:
    """A list of known names without repeats."""
    for name in given:
        require(name in known, f"{what} names {name[:40]!r}, which is not in this battle")
    require(len(set(given)) == len(given), f"{what} names something twice")


def _check_frames(state: SharpsburgState) -> None:
    """Frames speak of units on the map, of the side that decides; attackers may attack, whoever retreats can."""
    field = state.scenario
    for frame in state.agenda:
        name, side = type(frame).__name__, getattr(frame, "side", "")
        for unit in (*getattr(frame, "units", ()), *([frame.unit] if isinstance(frame, Follow) else [])):
            own = side in ("", field.counters[field.index[unit]].side)
            require(own, f"frame {name} cannot speak of {unit}, who is of the other side")
            there = state.at[field.index[unit]] >= 0 or isinstance(frame, Advancing)
            require(there, f"frame {name} speaks of {unit}, who is not on the map")
        if isinstance(frame, Attacking):
            able = everyone_against(state, frame.side, field.board.grid.index(frame.hex))
            fit = bool(frame.units) and set(frame.units) <= set(able)
            require(fit, f"nobody attacks {frame.hex} like that")
        if isinstance(frame, Retreating | Displacing):
            require(bool(frame.options(state).all()), f"frame {name} leaves nothing to choose")


def _check_places(state: SharpsburgState) -> None:
    """Stacking (SH 8, SH 8a), enemies apart (SH 5d), nobody early (SH 2)."""
    field = state.scenario
    for piece, at in enumerate(state.at):
        unit, counter = field.ids[piece], field.counters[piece]
        waits = at == WAITING and counter.starts_on_map
        require(not waits, f"{unit} starts on the map and cannot be yet to come")
        require(at < 0 or counter.turn <= state.turn, f"{unit} arrives on turn {counter.turn}, not before")
    require_apart(state)
    for side in SIDES:
        foot = [state.at[piece] for piece in field.of_side[side] if field.is_infantry[piece] and state.at[piece] >= 0]
        for at in foot:
            crowded = foot.count(at) > field.limits.stack[side]
            require(not crowded, f"too much {side} infantry in {field.board.grid.name(at)}")
