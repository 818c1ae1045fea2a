"""One view: `view(state, seat)` is the only way out, for screens, spectators, saved seat files and bots."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.actions import parts_of
from hardtack.referee.errors import WrongSeat
from hardtack.referee.events import Event
from hardtack.referee.state import State
from hardtack.referee.umpire import to_act

SPECTATOR = None


@dataclass(frozen=True, slots=True)
class View:
    """What one seat may know. Its state is redacted: hidden fields hold what the seat could tell, no more."""

    seat: str | None
    state: Any

    @property
    def to_act(self) -> str | None:
        return to_act(self.state)

    def data(self) -> dict[str, Any]:
        """The view as plain data, ready for JSON."""
        state = self.state
        scenario = state.scenario
        rows, facts = split_fields(state)
        pieces = []
        for number, piece in enumerate(scenario.pieces):
            entry = {"id": piece.id, "side": piece.side, "at": scenario.place_name(state.at[number])}
            entry |= {name: row[number] for name, row in rows.items()}
            pieces.append(entry)
        agenda = [{"frame": type(frame).__name__} | frame_data(frame) for frame in state.agenda]
        return {
            "scenario": scenario.id,
            "settings": dict(scenario.settings),
            "seat": self.seat,
            "to_act": self.to_act,
            "agenda": agenda,
            "outcome": None if state.outcome is None else frame_data(state.outcome),
            **facts,
            "pieces": pieces,
        }


def view(state: State, seat: str | None) -> View:
    """What the seat may know of the state (None: what a spectator may know)."""
    battle = state.scenario.battle
    if seat is not SPECTATOR and seat not in battle.sides:
        raise WrongSeat(f"there is no seat {seat!r}; the seats are {', '.join(battle.sides)}")
    return View(seat, battle.redact(state, seat))


def visible(events: Iterable[Event], seat: str | None) -> list[Event]:
    """The events a seat may know of."""
    return [event for event in events if may_know(event, seat)]


def may_know(event: Event, seat: str | None) -> bool:
    return event.seats is None or seat in event.seats


def split_fields(state: State) -> tuple[dict[str, tuple[Any, ...]], dict[str, Any]]:
    """The fields with one entry per piece, and the others; the agenda, places and outcome stand apart."""
    rows = {name: getattr(state, name) for name in state.piece_rows if name != "at"}
    apart = (*state.piece_rows, "agenda", "outcome")
    return rows, {name: value for name, value in state.values() if name not in apart}


def frame_data(frame: Any) -> dict[str, Any]:
    """The fields of a frame, or of whatever else is a data class."""
    return {name: getattr(frame, name) for name in parts_of(type(frame))}
