"""What the tests of the folio battles share: bare fields, changed states, and plays with loaded dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from hardtack.battles.musket.sequence import EndOfTurn
from hardtack.battles.musket.state import ALIVE, LEFT, MusketState
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Event
from hardtack.referee.frames import Frame
from hardtack.referee.state import LOST, freeze, put
from hardtack.referee.umpire import begin, deciding, options
from hardtack.referee.umpire import play as referee_play

S = TypeVar("S", bound=MusketState)


def laid_out(state: S, places: Mapping[str, str], agenda: Iterable[Frame], nowhere: Callable[[int], str]) -> S:
    """The counters in these places, every other where `nowhere` puts it; the frames happen, then the turn ends."""
    draft: Any = state.draft()
    scenario = state.scenario
    for piece, unit in enumerate(scenario.index):
        draft.at = put(draft.at, piece, scenario.place_at(places.get(unit) or nowhere(piece)))
        draft.fate = put(draft.fate, piece, LEFT if draft.at[piece] == LOST else ALIVE)
        draft.due = put(draft.due, piece, 0)
    draft.agenda = (EndOfTurn(), *reversed(tuple(agenda)))
    new: S = freeze(draft)
    return new


def changed(state: S, **facts: Any) -> S:
    """The state with some fields changed; rows are given as {unit: value}."""
    draft = state.draft()
    for name, value in facts.items():
        if name in state.piece_rows:
            row = getattr(draft, name)
            for unit, number in value.items():
                row = put(row, state.scenario.index[unit], number)
            value = row
        setattr(draft, name, value)
    new: S = freeze(draft)
    return new


def run(state: S, dice: Iterable[int] = ()) -> tuple[S, list[Event]]:
    """Run the agenda to the next decision with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = begin(state, loaded)
    loaded.finish()
    return ruling.state, list(ruling.events)


def play(state: S, notation: str, dice: Iterable[int] = ()) -> tuple[S, list[Event]]:
    """Play one action with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = referee_play(state, state.scenario.battle.parse(state.scenario, notation), loaded)
    loaded.finish()
    return ruling.state, list(ruling.events)


def until(state: S, frame: type[Frame], dice: Iterable[int] = ()) -> S:
    """Run on to a decision of this kind, everybody passing on the way, with exactly these dice."""
    loaded = LoadedDice(dice)
    state = begin(state, loaded).state
    while not isinstance(deciding(state), frame):
        state = referee_play(state, state.scenario.battle.parse(state.scenario, "end"), loaded).state
    loaded.finish()
    return state


def offered(state: MusketState) -> set[str]:
    return {str(action) for action in options(state).all()}


def where(state: MusketState, unit: str) -> str:
    return state.scenario.place_name(state.at[state.scenario.index[unit]])


def row(state: MusketState, name: str, unit: str) -> int:
    value: int = getattr(state, name)[state.scenario.index[unit]]
    return value


def clauses(events: Iterable[Event]) -> list[str]:
    return [event.clause for event in events]
