"""Positions of Shiloh for tests: an opening, or a bare field with a few counters and a chosen agenda."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hardtack.battles.musket.sequence import EndOfTurn
from hardtack.battles.musket.state import ALIVE, LEFT
from hardtack.battles.shiloh.battle import BATTLE
from hardtack.battles.shiloh.state import ShilohState
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Event
from hardtack.referee.frames import Frame
from hardtack.referee.state import LOST, freeze, put
from hardtack.referee.umpire import begin, deciding, options
from hardtack.referee.umpire import play as referee_play

UNION, CONFEDERATE = "union", "confederate"


def opening(dice: Iterable[int] = ()) -> ShilohState:
    """The first decision of the game."""
    state: ShilohState = begin(BATTLE.set_up(BATTLE.scenario("shiloh")), LoadedDice(dice)).state
    return state


def field(places: Mapping[str, str], *agenda: Frame, cup: Iterable[str] = (), **facts: Any) -> ShilohState:
    """Only these counters (by id) stand on the map; those named in `cup` sleep; everybody else is gone.

    The frames of `agenda` happen in the order given, then the turn ends.
    """
    state = opening()
    draft = state.draft()
    scenario = state.scenario
    for piece, unit in enumerate(scenario.ids):
        name = places.get(unit)
        if name is not None:
            draft.at = put(draft.at, piece, scenario.place_at(name))
        elif unit not in cup:
            draft.at = put(draft.at, piece, LOST)
        draft.fate = put(draft.fate, piece, LEFT if draft.at[piece] == LOST else ALIVE)
        draft.due = put(draft.due, piece, 0)
    draft.agenda = (EndOfTurn(), *reversed(agenda))
    return changed(freeze(draft), **facts)


def changed(state: ShilohState, **facts: Any) -> ShilohState:
    """The state with some fields changed; rows are given as {unit: value}."""
    draft = state.draft()
    for name, value in facts.items():
        if name in state.piece_rows:
            row = getattr(draft, name)
            for unit, number in value.items():
                row = put(row, state.scenario.index[unit], number)
            value = row
        setattr(draft, name, value)
    new: ShilohState = freeze(draft)
    return new


def run(state: ShilohState, dice: Iterable[int] = ()) -> tuple[ShilohState, list[Event]]:
    """Run the agenda to the next decision with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = begin(state, loaded)
    loaded.finish()
    return ruling.state, list(ruling.events)


def play(state: ShilohState, notation: str, dice: Iterable[int] = ()) -> tuple[ShilohState, list[Event]]:
    """Play one action with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = referee_play(state, BATTLE.parse(state.scenario, notation), loaded)
    loaded.finish()
    return ruling.state, list(ruling.events)


def until(state: ShilohState, frame: type[Frame], dice: Iterable[int] = ()) -> ShilohState:
    """Run on to a decision of this kind, everybody passing on the way, with exactly these dice."""
    loaded = LoadedDice(dice)
    state = begin(state, loaded).state
    while not isinstance(deciding(state), frame):
        state = referee_play(state, BATTLE.parse(state.scenario, "end"), loaded).state
    loaded.finish()
    return state


def offered(state: ShilohState) -> set[str]:
    return {str(action) for action in options(state).all()}


def where(state: ShilohState, unit: str) -> str:
    return state.scenario.place_name(state.at[state.scenario.index[unit]])


def row(state: ShilohState, name: str, unit: str) -> int:
    value: int = getattr(state, name)[state.scenario.index[unit]]
    return value


def clauses(events: Iterable[Event]) -> list[str]:
    return [event.clause for event in events]
