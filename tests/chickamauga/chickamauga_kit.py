"""Positions of Chickamauga for tests: an opening, or a bare field with a few counters and a chosen agenda."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hardtack.battles.chickamauga.battle import BATTLE
from hardtack.battles.chickamauga.plan import ChoosePlan
from hardtack.battles.chickamauga.state import ChickamaugaState
from hardtack.battles.musket.sequence import EndOfTurn
from hardtack.battles.musket.state import ALIVE, LEFT
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Event
from hardtack.referee.frames import Frame
from hardtack.referee.state import LOST, freeze, put
from hardtack.referee.umpire import begin, deciding, options
from hardtack.referee.umpire import play as referee_play

UNION, CONFEDERATE = "union", "confederate"
STOP = ChoosePlan(CONFEDERATE)
"""A decision that holds the agenda up, for tests that must not run on into the next turn."""


def opening(dice: Iterable[int] = ()) -> ChickamaugaState:
    """The first decision of the game."""
    state: ChickamaugaState = begin(BATTLE.set_up(BATTLE.scenario("chickamauga")), LoadedDice(dice)).state
    return state


def field(places: Mapping[str, str], *agenda: Frame, **facts: Any) -> ChickamaugaState:
    """Only these counters (by id) are in play; other units wait off the map, other leaders, HQ and trains are gone.

    The frames of `agenda` happen in the order given, then the turn ends.
    """
    state = opening()
    draft = state.draft()
    scenario = state.scenario
    for piece, unit in enumerate(scenario.ids):
        nowhere = "-" if scenario.weight[piece] else "x"
        draft.at = put(draft.at, piece, scenario.place_at(places.get(unit, nowhere)))
        draft.fate = put(draft.fate, piece, LEFT if draft.at[piece] == LOST else ALIVE)
        draft.due = put(draft.due, piece, 0)
    draft.agenda = (EndOfTurn(), *reversed(agenda))
    return changed(freeze(draft), **({"plan": "B"} | facts))


def changed(state: ChickamaugaState, **facts: Any) -> ChickamaugaState:
    """The state with some fields changed; rows are given as {unit: value}."""
    draft = state.draft()
    for name, value in facts.items():
        if name in state.piece_rows:
            row = getattr(draft, name)
            for unit, number in value.items():
                row = put(row, state.scenario.index[unit], number)
            value = row
        setattr(draft, name, value)
    new: ChickamaugaState = freeze(draft)
    return new


def run(state: ChickamaugaState, dice: Iterable[int] = ()) -> tuple[ChickamaugaState, list[Event]]:
    """Run the agenda to the next decision with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = begin(state, loaded)
    loaded.finish()
    return ruling.state, list(ruling.events)


def play(state: ChickamaugaState, notation: str, dice: Iterable[int] = ()) -> tuple[ChickamaugaState, list[Event]]:
    """Play one action with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = referee_play(state, BATTLE.parse(state.scenario, notation), loaded)
    loaded.finish()
    return ruling.state, list(ruling.events)


def until(state: ChickamaugaState, frame: type[Frame], dice: Iterable[int] = ()) -> ChickamaugaState:
    """Run on to a decision of this kind, everybody passing on the way, with exactly these dice."""
    loaded = LoadedDice(dice)
    state = begin(state, loaded).state
    while not isinstance(deciding(state), frame):
        state = referee_play(state, BATTLE.parse(state.scenario, "end"), loaded).state
    loaded.finish()
    return state


def offered(state: ChickamaugaState) -> set[str]:
    return {str(action) for action in options(state).all()}


def where(state: ChickamaugaState, unit: str) -> str:
    return state.scenario.place_name(state.at[state.scenario.index[unit]])


def row(state: ChickamaugaState, name: str, unit: str) -> int:
    value: int = getattr(state, name)[state.scenario.index[unit]]
    return value


def clauses(events: Iterable[Event]) -> list[str]:
    return [event.clause for event in events]
