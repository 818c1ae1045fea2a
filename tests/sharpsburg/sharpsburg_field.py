"""Positions of Sharpsburg made to order, and a short way to play through them with loaded dice."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hardtack.battles.sharpsburg.battle import BATTLE
from hardtack.battles.sharpsburg.combat import Combat
from hardtack.battles.sharpsburg.movement import Movement
from hardtack.battles.sharpsburg.sequence import EndOfPlayerTurn, PlayerTurn
from hardtack.battles.sharpsburg.state import Field, SharpsburgState
from hardtack.referee.dice import LoadedDice
from hardtack.referee.events import Event
from hardtack.referee.state import LOST, freeze
from hardtack.referee.umpire import begin, deciding, options, play, why_not

UNION, CONFEDERATE = "union", "confederate"


def field(**settings: Any) -> Field:
    made = BATTLE.scenario("sharpsburg", settings)
    assert isinstance(made, Field)
    return made


def set_up(**settings: Any) -> SharpsburgState:
    """The game after its set-up, at the first decision."""
    state: SharpsburgState = begin(BATTLE.set_up(field(**settings)), LoadedDice(())).state
    return state


def placed(side: str, phase: str, where: dict[str, str], *, turn: int = 9, settings: dict[str, Any] | None = None,
           **facts: Any) -> SharpsburgState:  # fmt: skip
    """A position: the named units where they are said to be, everyone else out of the game."""
    ground = field(**(settings or {}))
    draft = BATTLE.set_up(ground).draft()
    draft.turn = turn
    draft.at = tuple(ground.place_at(where[unit]) if unit in where else LOST for unit in ground.ids)
    draft.corps_left = 3
    later = (EndOfPlayerTurn(side), Combat(side))
    draft.agenda = {"turn": (PlayerTurn(side),), "move": (*later, Movement(side)), "combat": later}[phase]
    for name, value in facts.items():
        setattr(draft, name, value)
    state: SharpsburgState = freeze(draft)
    if phase != "turn":
        BATTLE.check_position(state)
    return state


def opened(side: str, where: dict[str, str], dice: Iterable[int] = (), **more: Any) -> SharpsburgState:
    """The same at the start of a side's turn, run to its first decision."""
    loaded = LoadedDice(dice)
    state: SharpsburgState = begin(placed(side, "turn", where, **more), loaded).state
    loaded.finish()
    return state


def do(state: SharpsburgState, *actions: str, dice: Iterable[int] = ()) -> SharpsburgState:
    """Play actions with exactly these dice."""
    return told(state, *actions, dice=dice)[0]


def told(state: SharpsburgState, *actions: str, dice: Iterable[int] = ()) -> tuple[SharpsburgState, list[Event]]:
    """As `do`, with the events. An attack nobody else could join is fought as soon as it is opened: the
    `fight` that follows it in a test has then been done already.
    """
    loaded = LoadedDice(dice)
    events: list[Event] = []
    for action in actions:
        if action == "fight" and frame(state) != "Attacking":
            continue
        ruling = play(state, BATTLE.parse(state.scenario, action), loaded)
        state = ruling.state
        events += ruling.events
    loaded.finish()
    return state, events


def clauses(state: SharpsburgState, action: str) -> set[str]:
    """The clauses that forbid an action; empty when it is allowed."""
    return {refusal.clause for refusal in why_not(state, BATTLE.parse(state.scenario, action))}


def allowed(state: SharpsburgState, action: str) -> bool:
    return BATTLE.parse(state.scenario, action) in options(state)


def at(state: SharpsburgState, unit: str) -> str:
    """Where a unit is: a hex, `-` (yet to come) or `x` (eliminated)."""
    return state.scenario.place_name(state.at[state.scenario.index[unit]])


def goals(state: SharpsburgState, unit: str) -> set[str]:
    """The hexes a unit may go to now, in a move or a retreat."""
    return {str(action).split()[2] for action in options(state).of(unit) if len(str(action).split()) == 3}


def choices(state: SharpsburgState) -> set[str]:
    return {str(action) for action in options(state)}


def frame(state: SharpsburgState) -> str:
    return type(deciding(state)).__name__
