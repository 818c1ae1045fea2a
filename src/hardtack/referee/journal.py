"""The journal of a game: every action with its dice and events, and how far back undo may go."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import takewhile
from typing import Any

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, Unknown
from hardtack.referee.dice import Dice
from hardtack.referee.errors import GameOver, NothingToUndo
from hardtack.referee.events import Event, Outcome
from hardtack.referee.state import State
from hardtack.referee.umpire import Ruling, begin, deciding, play
from hardtack.referee.views import visible


@dataclass(frozen=True, slots=True)
class Entry:
    """One action as it was played. The opening entry, before anybody decided, has neither side nor action."""

    side: str | None
    action: Action | None
    dice: tuple[int, ...]
    rollers: tuple[str, ...]  # whose each die was; "": nobody's in particular
    events: tuple[Event, ...]
    revealed: bool
    after: Any
    audience: tuple[str, ...] | None = None  # who may know of it; None: everybody, as far as the action is not secret
    standing: bool = False  # played by an answer its side had given once for all

    def hidden_from(self, seat: str | None) -> bool:
        """Whether a seat may not know what was done."""
        secret = self.action is not None and self.action.secret and self.side != seat
        return secret or is_hidden(self.audience, seat)

    @property
    def undoable(self) -> bool:
        """Dice that have fallen and secrets that are out cannot be taken back."""
        return self.action is not None and not self.dice and not self.revealed


class Journal:
    """A game in progress, oldest entry first. Only appended to and, within limits, shortened."""

    ended: Outcome | None = None  # by the players, when they end it before the rules do

    def __init__(self, opening: State, dice: Dice) -> None:
        self.opening = opening
        ruling = begin(opening, dice)
        self.entries = [_entry(None, None, ruling)]
        self.veiled = False  # whether anything was ever decided in secret
        self._seen: dict[str | None, tuple[Any, Journal]] = {}

    @property
    def state(self) -> Any:
        return self.entries[-1].after

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: by the rules, or by its players."""
        outcome: Outcome | None = self.state.outcome
        return self.ended if outcome is None else outcome

    def __len__(self) -> int:
        """The number of actions played."""
        return len(self.entries) - 1

    def state_after(self, number: int) -> Any:
        """The state after so many actions."""
        return self.entries[number].after

    def until(self, number: int) -> Journal:
        """A journal of its own with the first so many actions."""
        return self._part(self.entries[: number + 1], self.veiled)

    def _part(self, entries: list[Entry], veiled: bool) -> Journal:
        """A journal of its own with these entries, all of them in memory."""
        part = object.__new__(Journal)
        part.opening, part.entries, part.veiled, part._seen = self.opening, entries, veiled, {}
        return part

    def seen_by(self, seat: str | None) -> Journal:
        """The journal as a seat may know it (None: a spectator).

        What others decide in secret is one action to it, of which it hears when it is over: neither what was done nor
        how often, nor the dice. So the actions have other numbers here. The states are not redacted.
        """
        if not self.veiled:
            return self
        state, seen = self._seen.get(seat, (None, self))
        if state is not self.state or seen.ended is not self.ended:  # several ask for it after every action
            seen = self._lift_veil(seat)
            self._seen[seat] = self.state, seen
        return seen

    def _lift_veil(self, seat: str | None) -> Journal:
        known: list[Entry] = []
        run: list[Entry] = []
        for entry in self.entries:
            if run and entry.audience != run[0].audience:
                known.append(_veil(run, seat))
                run = []
            if is_hidden(entry.audience, seat):
                run.append(entry)
            else:
                known.append(entry)
        if run and self.state.audience != run[0].audience:  # else it still goes on
            known.append(_veil(run, seat))
            run = []
        if len(known) == len(self.entries) and not run:
            return self
        seen = self._part(known, veiled=False)
        seen.ended = self.ended
        return seen

    def play(self, action: Action, dice: Dice, standing: bool = False) -> Entry:
        before = self.state
        entry = _entry(deciding(before).side, action, play(before, action, dice), before.audience, standing)
        self.entries.append(entry)
        self.veiled = self.veiled or before.audience is not None
        return entry

    def undo_limit(self, side: str | Collection[str] | None = None) -> int:
        """How many actions may be taken back now; with a side or several, only as far as they are their own.

        None once there is a result: everything is laid open then, the secret of the dice included.
        """
        if self.outcome is not None:
            return 0
        sides = (side,) if isinstance(side, str) else side
        return sum(1 for _ in takewhile(lambda owner: sides is None or owner in sides, self.owners()))

    @property
    def undoable(self) -> tuple[str, ...]:
        """Whose the actions are that came after the last dice or reveal, the latest first."""
        return tuple(self.owners())

    def owners(self) -> Iterator[str]:
        """The same, as far as anybody wants to know."""
        return owners(reversed(self.entries))

    def undo(self, count: int = 1, side: str | Collection[str] | None = None) -> None:
        """Take actions back, never past dice or a reveal; a game that is over stays as it is: its secrets are out."""
        if self.outcome is not None:
            raise GameOver("the game is over: nothing is taken back any more")
        if count < 1 or count > self.undo_limit(side):
            raise NothingToUndo("nothing to take back: no action since the last dice, reveal or change of side")
        self.shorten(count)

    def shorten(self, count: int) -> None:
        """Drop the last actions, whatever they were: for games in which this was done elsewhere."""
        del self.entries[-count:]


def owners(latest_first: Iterable[Entry]) -> Iterator[str]:
    """Whose the actions are, down to one that cannot be taken back."""
    for entry in latest_first:
        if not entry.undoable:
            return
        yield str(entry.side)


def is_hidden(audience: tuple[str, ...] | None, seat: str | None) -> bool:
    """Whether a seat may not know what an audience decides."""
    return audience is not None and seat not in audience


def _entry(
    side: str | None, action: Action | None, ruling: Ruling, audience: tuple[str, ...] | None = None,
    standing: bool = False,
) -> Entry:  # fmt: skip
    told = (ruling.dice, ruling.rollers, ruling.events, ruling.revealed, ruling.state)
    return Entry(side, action, *told, audience, standing)


def _veil(run: list[Entry], seat: str | None) -> Entry:
    """What a seat hears of a run of secret actions when it is over: its public events, with their dice."""
    told = tuple(event for entry in run for event in visible(entry.events, seat))
    dice = tuple(face for event in told for face in event.dice)
    rollers = ("",) * len(dice)
    first, last = run[0], run[-1]
    return Entry(first.side, Unknown(), dice, rollers, told, True, last.after, first.audience)
