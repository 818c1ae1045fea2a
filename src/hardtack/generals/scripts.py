"""Plain opponents for measuring: each follows one habit, whatever the battle. A bot worth playing never loses to them.

| name | its habit |
|---|---|
| `idler` | ends every phase at once |
| `rusher` | sends everything to the nearest hex it can win by, and attacks whatever it can |
| `sitter` | marches to the hexes the other side can win by (its own where there are none), and stays there |

They know a battle only by what any page shows: its objectives and what kind of thing an action is. They are for the
command line and are not offered to players.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from collections.abc import Set as Hexes
from functools import lru_cache
from heapq import heappop, heappush
from random import Random
from typing import Any, ClassVar

from hardtack.board.board import Board
from hardtack.generals.general import General
from hardtack.referee.actions import Action
from hardtack.referee.battle import Battle
from hardtack.referee.events import enemy_of
from hardtack.referee.showing import Hint
from hardtack.referee.state import State
from hardtack.referee.umpire import options
from hardtack.referee.views import View

AFOOT = 0.97  # how often a piece is set going where the phase could be ended instead: so that every phase ends
FAR = 9999
DETOURS = {"creek": 3, "minor_river": 12, "major_river": 12, "river": 12, "water": 12}  # hexes gone round for water

Seen = tuple[Action, Hint]


class Script(General):
    """A bot without judgement."""

    def check_seat(self, battle: Battle, scenario_id: str, side: str) -> None:
        """It plays every side of everything."""


class Idler(Script):
    name: ClassVar[str] = "idler"

    def choose(self, view: View, random: Random) -> Action:
        state = view.state
        return ending(state, options(state).general()) or only_answer(state, random)


class Marcher(Script):
    """Marches to some hexes: attack where it wants to, else the best step nearer, else set somebody going, else end."""

    def choose(self, view: View, random: Random) -> Action:
        state, side = view.state, str(view.seat)
        goals = self.goals(state, side)
        shown = [(action, state.scenario.battle.page.hint(state, action)) for action in options(state)]
        strikes = [action for action, hint in shown if hint.kind == "attack" and self.strikes(state, hint, goals)]
        if strikes:
            return random.choice(strikes)
        moves = [(action, hint) for action, hint in shown if hint.kind == "move"]
        nearer = best_step(state, side, moves, goals, random)
        if nearer is not None:
            return nearer
        end = ending(state, [action for action, hint in shown if hint.kind == "end"])
        able = self.set_going(state, side, shown, goals)
        if able and end is not None and not moves and random.random() < AFOOT:
            return random.choice(able)
        return end or only_answer(state, random)

    @abstractmethod
    def goals(self, state: Any, side: str) -> Hexes[int]:
        """The hexes it is after."""

    @abstractmethod
    def strikes(self, state: Any, hint: Hint, goals: Hexes[int]) -> bool:
        """Whether it makes an attack it could make."""

    @abstractmethod
    def set_going(self, state: Any, side: str, shown: Iterable[Seen], goals: Hexes[int]) -> list[Action]:
        """The choices by which it names pieces or sets them going."""


class Rusher(Marcher):
    name: ClassVar[str] = "rusher"

    def goals(self, state: Any, side: str) -> Hexes[int]:
        wanted = objectives(state, lambda owner, holder: owner != enemy_of(side) and holder != side)
        return wanted or objectives(state, lambda owner, holder: True)

    def strikes(self, state: Any, hint: Hint, goals: Hexes[int]) -> bool:
        return True

    def set_going(self, state: Any, side: str, shown: Iterable[Seen], goals: Hexes[int]) -> list[Action]:
        return [action for action, hint in shown if hint.kind == "choose"]


class Sitter(Marcher):
    name: ClassVar[str] = "sitter"

    def goals(self, state: Any, side: str) -> Hexes[int]:
        guarded = objectives(state, lambda owner, holder: owner != side)
        return guarded or objectives(state, lambda owner, holder: True)

    def strikes(self, state: Any, hint: Hint, goals: Hexes[int]) -> bool:
        """Only to clear one of its hexes, or where an attack has been begun."""
        return not hint.hex or state.scenario.board.grid.index(hint.hex) in goals

    def set_going(self, state: Any, side: str, shown: Iterable[Seen], goals: Hexes[int]) -> list[Action]:
        """Whoever is not there yet; what names no piece of the map (a choice of a card, a place) is as good as any."""
        able = []
        for action, hint in shown:
            here = place_of(state, hint.unit)
            if hint.kind == "choose" and (here is None or distance(state, here, goals) > 1):
                able.append(action)
        return able


# -- what they see


def objectives(state: Any, wanted: Callable[[str, str], bool]) -> Hexes[int]:
    """The hexes a page marks, chosen by whose they are to win by and who holds them."""
    grid = state.scenario.board.grid
    marked = state.scenario.battle.page.objectives(state)
    return {grid.index(mark.hex) for mark in marked if grid.has(mark.hex) and wanted(mark.side, mark.holder)}


def place_of(state: State, unit: str) -> int | None:
    """The hex a piece stands on."""
    number = state.scenario.index.get(unit)
    return state.at[number] if number is not None and state.at[number] >= 0 else None


def distance(state: Any, hex_: int, goals: Hexes[int]) -> int:
    """To the nearest of some hexes, by land and over bridges and fords as the map shows them."""
    board = state.scenario.board
    return min((ways_to(board, goal)[hex_] for goal in goals if hex_ < board.grid.size), default=0)


@lru_cache(maxsize=256)
def ways_to(board: Board, goal: int) -> Sequence[int]:
    """From every hex of a map: one for each hex, more for water without a bridge or ford."""
    found = [FAR] * board.grid.size
    found[goal] = 0
    queue = [(0, goal)]
    while queue:
        so_far, here = heappop(queue)
        if so_far > found[here]:
            continue
        for there in board.grid.around[here]:
            total = so_far + step_cost(board, there, here)
            if total < found[there]:
                found[there] = total
                heappush(queue, (total, there))
    return found


def step_cost(board: Board, here: int, there: int) -> int:
    wet = "" if board.crossing(here, there) else max(board.side(here, there) & DETOURS.keys(), default="")
    return 1 + DETOURS.get(wet, 0) + DETOURS.get(board.terrain[there], 0)


def best_step(
    state: Any, side: str, moves: Iterable[Seen], goals: Hexes[int], random: Random
) -> Action | None:  # fmt: skip
    """The move that brings its piece most nearer to a goal; an enemy piece it may move goes the other way."""
    best = 0
    found: list[Action] = []
    grid, ours = state.scenario.board.grid, set(state.scenario.of_side[side])
    for action, hint in moves:
        here = place_of(state, hint.unit)
        if here is None or not grid.has(hint.hex):
            continue
        gain = distance(state, here, goals) - distance(state, grid.index(hint.hex), goals)
        gain = gain if state.scenario.index[hint.unit] in ours else -gain
        if gain > best:
            best, found = gain, []
        if gain == best and gain > 0:
            found.append(action)
    return random.choice(found) if found else None


def ending(state: Any, actions: Iterable[Action]) -> Action | None:
    """The action that ends a phase, a march, a retreat or an advance, if there is one."""
    battle = state.scenario.battle
    over = [action for action in actions if battle.knowledge.ends_phase(state, action)]
    return over[0] if over else next((a for a in actions if battle.page.hint(state, a).kind == "end"), None)


def only_answer(state: Any, random: Random) -> Action:
    """What has to be answered is answered as a forecast presumes it; now and then the naming of pieces is cut short."""
    presumed: Action = state.scenario.battle.knowledge.presume(state)
    whole_side = options(state).general()
    return random.choice(whole_side) if presumed.actor and whole_side and random.random() < 0.5 else presumed
