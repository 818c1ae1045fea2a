"""A line of play for searches: the rules as ever, without the log.

A search plays thousands of actions of which nobody will read a word. The position `Playout` stands at is an ordinary
state, the same as `play_trusted` would give, and may be kept: it is a value.

Actions are not checked: play only what `options` listed.
"""

from __future__ import annotations

from typing import Any

from hardtack.referee.actions import Action
from hardtack.referee.dice import Dice, SeededDice
from hardtack.referee.events import Outcome, Value
from hardtack.referee.options import Options
from hardtack.referee.state import State, seal
from hardtack.referee.umpire import Umpire, deciding, options, run_agenda, to_act

SILENCE: Any = []  # nothing is ever added: one list for all of them


class SilentUmpire(Umpire):
    """Keeps no log of what happens."""

    def __init__(self, draft: State, dice: Dice) -> None:
        self.draft = draft
        self.dice = dice
        self.events = self.rollers = self._unsaid = SILENCE
        self.rolled = []
        self.frame = None
        self.revealed = False
        self.listens = False

    def tell(self, clause: str, key: str, *, seats: tuple[str, ...] | None = None, **args: Value) -> None:
        pass

    def _keep(self, face: int, by: str | None) -> int:
        self.rolled.append(face)  # some rules look back at a die
        return face


def unlogged(state: State, action: Action, dice: Dice, floor: int = 0) -> Any:
    """The state a listed action leads to, as `play_trusted` has it, without a word about the way there."""
    draft = state.draft()
    umpire = SilentUmpire(draft, dice)
    umpire.frame = decision = deciding(state)
    decision.apply(draft, action, umpire)
    run_agenda(draft, umpire, floor)
    return seal(draft)


class Playout:
    """A line of play from a state on. `state` is where it stands, `depth` how many actions it has come.

    Where nobody will ever `undo`, say so: the states it has come through are then dropped.
    """

    def __init__(self, state: State, *, undoable: bool = True) -> None:
        self.state: Any = state
        self.depth = 0
        self._past: list[State] | None = [] if undoable else None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; None while somebody has to decide."""
        found: Outcome | None = self.state.outcome
        return found

    @property
    def side(self) -> str | None:
        """The side that must decide, or None when the game is over."""
        return to_act(self.state)

    def options(self) -> Options:
        """What the side to act may choose."""
        return deciding(self.state).options(self.state)

    def apply(self, action: Action, dice: Dice, floor: int = 0) -> None:
        """Carry out a listed action; for `floor` see `play_trusted`."""
        after = unlogged(self.state, action, dice, floor)
        if self._past is not None:
            self._past.append(self.state)
        self.depth += 1
        self.state = after

    def undo(self, actions: int = 1) -> None:
        """Go back by some actions, and whatever their dice were."""
        past = self._past
        if past is None or actions > len(past):
            raise IndexError(f"this line of play goes back by {len(past or ())} actions")
        for _ in range(actions):
            self.state = past.pop()
        self.depth -= actions


def perft(state: State, depth: int, seed: int | str, rolled: int = 0) -> int:
    """The number of action sequences of a length; each line of play rolls the same seeded dice on.

    It pins the rules like a fingerprint.
    """
    if depth == 0 or state.outcome is not None:
        return 1
    actions = options(state).all()
    if depth == 1:
        return len(actions)
    total = 0
    for action in actions:
        dice = SeededDice(seed, rolled)
        total += perft(unlogged(state, action, dice), depth - 1, seed, dice.rolled)
    return total
