"""What a lesson or a puzzle asks for, as data the referee can check: on the state, on what was played and told.

A task has a kind and the words that kind needs; `wrong_words` says which are missing or do not exist in a scenario.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hardtack.board.native import dataclass
from hardtack.referee.blows import Blow, worst
from hardtack.referee.errors import BadNotation
from hardtack.referee.state import LOST

if TYPE_CHECKING:
    from hardtack.referee.battle import Scenario
    from hardtack.referee.journal import Entry

# The words each kind of task needs; any other it can do without.
NEEDS: Mapping[str, tuple[str, ...]] = {
    "reach": ("units", "hexes"),  # all these units stand in one or other of these hexes
    "leave": ("units", "hexes"),  # none of these units stands in any of these hexes
    "together": ("units",),  # they share a hex
    "lost": ("units",),  # they are off the map for good
    "played": ("verb",),  # the seat chose such an action, if units or hexes are named: one that names one of them
    "chose": ("actions",),  # the seat chose one of these actions, before anything else
    "told": ("event",),  # the log says so
    "asked": ("frame",),  # this decision is to be made now
    "shows": ("units", "row"),  # a number of all these units is `value` or more
    "refused": ("clauses",),  # something was tried that one of these clauses forbids
    "outcome": ("winner",),  # the game is over and won by
    "hold": ("hexes",),  # the enemy clears none of these hexes with more than `value` %
    "withdraw": ("units", "hexes"),  # nor drives these units off, nor gets to any of these hexes, with more than that
}
THREATS = ("hold", "withdraw")


@dataclass(frozen=True, slots=True)
class Task:
    kind: str
    units: tuple[str, ...] = ()
    hexes: tuple[str, ...] = ()
    verb: str = ""
    actions: tuple[str, ...] = ()
    event: str = ""
    frame: str = ""
    row: str = ""
    value: int = 1
    clauses: tuple[str, ...] = ()
    unless: tuple[str, ...] = ()  # of what is refused: it was something else if one of these clauses forbids it, too
    winner: str = ""


@dataclass(frozen=True, slots=True)
class Attempt:
    """A seat's attempt at something: everything played so far, and the clauses that forbid what it tried last."""

    seat: str
    entries: Sequence[Entry]
    refused_by: Collection[str] = ()

    @property
    def state(self) -> Any:
        return self.entries[-1].after

    @property
    def own(self) -> list[Entry]:
        """What the seat itself has played."""
        return [entry for entry in self.entries if entry.side == self.seat and entry.action is not None]

    @property
    def standing(self) -> Any:
        """Where the seat leaves its units: the position before it gave the phase away, if it did that."""
        own = [number for number, entry in enumerate(self.entries) if entry.side == self.seat and entry.action]
        if own:
            before = self.entries[own[-1] - 1].after
            if before.scenario.battle.knowledge.ends_phase(before, self.entries[own[-1]].action):
                return before
        return self.state


def is_done(task: Task, attempt: Attempt) -> bool:
    return CHECKS[task.kind](task, attempt)


def threat(task: Task, attempt: Attempt) -> Blow | None:
    """The worst the enemy can do about where the seat has left its units; None while it is at it."""
    state, scenario = attempt.standing, attempt.state.scenario
    if task.kind not in THREATS or not attempt.own:
        return None
    places = tuple(scenario.place_name(state.at[scenario.index[unit]]) for unit in task.units)
    hold, rear = (task.hexes, places) if task.kind == "hold" else (places, task.hexes)
    found: Blow | None = state.recall(
        ("blow", attempt.seat, hold, rear), lambda: worst(state, attempt.seat, hold=hold, rear=rear)
    )
    return found


def _withstands(task: Task, attempt: Attempt) -> bool:
    blow = threat(task, attempt)
    return blow is not None and 100 * blow.chance <= task.value


def _places(task: Task, attempt: Attempt) -> list[str]:
    scenario, at = attempt.state.scenario, attempt.state.at
    return [scenario.place_name(at[scenario.index[unit]]) for unit in task.units]


def _played(task: Task, attempt: Attempt) -> bool:
    wanted = {*task.units, *task.hexes}
    for entry in attempt.own:
        verb, *words = str(entry.action).split()
        if verb == task.verb and (not wanted or wanted & {part for word in words for part in word.split("+")}):
            return True
    return False


def _shows(task: Task, attempt: Attempt) -> bool:
    state = attempt.state
    row = getattr(state, task.row)
    return all(row[state.scenario.index[unit]] >= task.value for unit in task.units)


def _told(task: Task, attempt: Attempt) -> bool:
    return any(event.key == task.event for entry in attempt.entries[1:] for event in entry.events)


def _asked(task: Task, attempt: Attempt) -> bool:
    agenda = attempt.state.agenda
    return bool(agenda) and type(agenda[-1]).__name__ == task.frame


def _won(task: Task, attempt: Attempt) -> bool:
    outcome = attempt.state.outcome
    return outcome is not None and outcome.winner == task.winner


CHECKS: Mapping[str, Callable[[Task, Attempt], bool]] = {
    "reach": lambda task, attempt: all(place in task.hexes for place in _places(task, attempt)),
    "leave": lambda task, attempt: not any(place in task.hexes for place in _places(task, attempt)),
    "together": lambda task, attempt: len(set(_places(task, attempt))) == 1,
    "lost": lambda task, attempt: all(
        attempt.state.at[attempt.state.scenario.index[unit]] == LOST for unit in task.units
    ),
    "played": _played,
    "chose": lambda task, attempt: bool(attempt.own) and str(attempt.own[0].action) in task.actions,
    "told": _told,
    "asked": _asked,
    "shows": _shows,
    "refused": lambda task, attempt: (
        any(clause in task.clauses for clause in attempt.refused_by)
        and not any(clause in task.unless for clause in attempt.refused_by)
    ),
    "outcome": _won,
    "hold": _withstands,
    "withdraw": _withstands,
}


def wrong_words(task: Task, scenario: Scenario) -> list[str]:
    """What is wrong with a task in a scenario: a sentence for each word that is missing or means nothing there."""
    if task.kind not in NEEDS:
        return [f"no kind of task is called {task.kind!r}; there are {', '.join(NEEDS)}"]
    battle = scenario.battle
    wrong = [f"a task {task.kind!r} needs {name!r}" for name in NEEDS[task.kind] if not getattr(task, name)]
    wrong += [f"no counter {unit!r}" for unit in task.units if unit not in scenario.index]
    wrong += [f"no hex {hex_!r} on this map" for hex_ in task.hexes if not scenario.board.grid.has(hex_)]
    wrong += [f"no clause {clause!r}" for clause in (*task.clauses, *task.unless) if clause not in battle.register]
    wrong += [problem for action in task.actions if (problem := _misread(scenario, action))]
    known: list[tuple[str, str, Collection[str]]] = [
        ("verb", task.verb, battle.known_verbs),
        ("event", task.event, battle.words.entries),
        ("frame", task.frame, battle.known_frames),
        ("row", task.row, battle.state_of(scenario).piece_rows),
        ("winner", task.winner, (*battle.sides, "draw")),
    ]
    wrong += [f"no {name} {word!r} in this battle" for name, word, words in known if word and word not in words]
    return wrong


def _misread(scenario: Scenario, action: str) -> str:
    try:
        scenario.battle.parse(scenario, action)
    except BadNotation as error:
        return str(error)
    return ""
