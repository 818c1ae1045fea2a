"""Sets up any situation of Bull Run for a test: these units here, this phase, these facts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.battles.bull_run.combat import Combat
from hardtack.battles.bull_run.movement import Movement
from hardtack.battles.bull_run.state import BullRunState
from hardtack.battles.bull_run.turns import EndTurn, StartMovement, StartTurn
from hardtack.referee.dice import LoadedDice
from hardtack.referee.frames import Frame
from hardtack.referee.state import WAITING, freeze, put
from hardtack.referee.umpire import Ruling, begin, options, play, why_not


def scenario(**settings: Any) -> Any:
    return BATTLE.scenario("bull-run", settings)


def hex_(name: str) -> int:
    return scenario().board.grid.index(name)


def unit(name: str) -> int:
    return scenario().index[name]


def opening(dice: Iterable[int], **settings: Any) -> Ruling:
    """A new game run to its first decision with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = begin(BATTLE.set_up(scenario(**settings)), loaded)
    loaded.finish()
    return ruling


def stage(
    agenda: tuple[Frame, ...], units: Mapping[str, str], *, strengths: Mapping[str, int] | None = None,
    marks: Mapping[str, Iterable[str]] | None = None, settings: Mapping[str, Any] | None = None, **facts: Any,
) -> BullRunState:  # fmt: skip
    """Only the named units are on the map; `marks` sets rows (spent=4 is written spent4) for units by name."""
    ground = scenario(**(settings or {}))
    draft = BATTLE.set_up(ground).draft()
    draft.at = (WAITING,) * len(ground.pieces)
    draft.turn = 5
    draft.initiative = "union"
    for name, place in units.items():
        draft.at = put(draft.at, ground.index[name], ground.board.grid.index(place))
        north = ground.ground.north >> ground.board.grid.index(place) & 1
        draft.crossed = put(draft.crossed, ground.index[name], int(north))
    for name, strength in (strengths or {}).items():
        draft.strength = put(draft.strength, ground.index[name], strength)
        draft.fresh = put(draft.fresh, ground.index[name], strength)
    for row, names in (marks or {}).items():
        for name in names:
            setattr(draft, row, put(getattr(draft, row), ground.index[name], 1))
    for fact, value in facts.items():
        setattr(draft, fact, value)
    draft.agenda = agenda
    return freeze(draft)


def moving(side: str, units: Mapping[str, str], **more: Any) -> BullRunState:
    return stage((EndTurn(), Movement(side)), units, **more)


def fighting(side: str, units: Mapping[str, str], half: int = 1, **more: Any) -> BullRunState:
    """A combat phase with a decision of the Union waiting behind it, so that no die of the next turn is rolled."""
    return stage((EndTurn(), Movement("union"), Combat(side, half)), units, **more)


def run(state: BullRunState, dice: Iterable[int]) -> Ruling:
    """Run the steps on the agenda with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = begin(state, loaded)
    loaded.finish()
    return ruling


def do(state: BullRunState, text: str, dice: Iterable[int] = ()) -> Ruling:
    """Play an action given in notation, with exactly these dice."""
    loaded = LoadedDice(dice)
    ruling = play(state, BATTLE.parse(state.scenario, text), loaded)
    loaded.finish()
    return ruling


def legal(state: BullRunState) -> set[str]:
    return {str(action) for action in options(state)}


def clauses(state: BullRunState, text: str) -> list[str]:
    """The clauses that forbid an action."""
    return [reason.clause for reason in why_not(state, BATTLE.parse(state.scenario, text))]


def at(state: BullRunState, name: str) -> str:
    return state.scenario.place_name(state.at[state.scenario.index[name]])


def strength(state: BullRunState, name: str) -> int:
    return state.strength[state.scenario.index[name]]


def marked(state: BullRunState, row: str, name: str) -> int:
    return int(getattr(state, row)[state.scenario.index[name]])


def told(ruling: Ruling, key: str) -> list[Any]:
    return [event for event in ruling.events if event.key == key]


__all__ = [
    "BATTLE", "Combat", "EndTurn", "Movement", "StartMovement", "StartTurn", "at", "clauses", "do", "fighting", "hex_",
    "legal", "marked", "moving", "opening", "run", "scenario", "stage", "strength", "told", "unit",
]  # fmt: skip
