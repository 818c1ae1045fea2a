"""A journal of which only the latest part is in memory; the rest is fetched when somebody asks for it.

Whoever plays looks at the latest actions only. What a long game was like before is asked for seldom (a film, an old
page of the log), and can be played again from what is on disk.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableSequence, Sequence
from typing import Any, NamedTuple, overload

from hardtack.referee.errors import BadRecord
from hardtack.referee.journal import Entry, Journal, owners
from hardtack.referee.state import State


class Earlier(NamedTuple):
    """Entries that came before: the number of the first of them, the state before it (None: there is none), and all."""

    first: int
    base: State | None
    entries: Sequence[Entry]


Fetch = Callable[[int, int], Earlier]  # the entries from one number (or an earlier one) up to another, exclusive


class TailEntries(MutableSequence[Entry]):
    """The entries of a journal by their numbers, from `first` on in memory."""

    def __init__(
        self, first: int, late: list[Entry], base: State | None, fetch: Fetch, behind: tuple[str, ...] = ()
    ) -> None:
        """`behind`: whose the entries just before are that may be taken back, the latest first."""
        self.first, self._late, self._base, self._fetch, self._behind = first, late, base, fetch, behind

    def __len__(self) -> int:
        return self.first + len(self._late)

    @overload
    def __getitem__(self, place: int) -> Entry: ...
    @overload
    def __getitem__(self, place: slice) -> list[Entry]: ...
    def __getitem__(self, place: int | slice) -> Entry | list[Entry]:
        if isinstance(place, slice):
            wanted = range(len(self))[place]
            if wanted and min(wanted) < self.first:
                self._fetch_from(min(wanted))
            return [self._late[number - self.first] for number in wanted]
        number = range(len(self))[place]
        if number < self.first:
            self._fetch_from(number)
        return self._late[number - self.first]

    def __setitem__(self, place: Any, entry: Any) -> None:
        raise TypeError("what was played is not changed, only taken back")

    def __delitem__(self, place: int | slice) -> None:
        """Only ever at the end."""
        numbers = range(len(self))[place if isinstance(place, slice) else slice(place, place + 1 or None)]
        if numbers and min(numbers) < self.first:
            self._fetch_from(min(numbers))
        if numbers:
            del self._late[min(numbers) - self.first :]

    def insert(self, place: int, entry: Entry) -> None:
        """Only ever at the end."""
        self._late.append(entry)

    @property
    def in_memory(self) -> int:
        return len(self._late)

    def after(self, number: int) -> Any:
        """The state after an action; that before the first entry in memory is there too."""
        return self._base if number == self.first - 1 else self[number].after

    def _fetch_from(self, number: int) -> None:
        """Fetch what is missing from an entry on. It must lead to the state we went on from."""
        first, base, entries = self._fetch(number, self.first)
        if first > number or first + len(entries) != self.first or entries[-1].after != self._base:
            raise BadRecord(f"the first {self.first - 1} actions do not lead to the state kept of them")
        self._late[:0] = entries
        self.first, self._base, self._behind = first, base, self._behind[len(entries) :]

    def owners(self) -> Iterator[str]:
        """Whose the entries are that may be taken back, the latest first, without a look at what is not in memory."""
        yield from owners(reversed(self._late))
        if all(entry.undoable for entry in self._late):
            yield from self._behind


class TailJournal(Journal):
    """A journal that begins in the middle of a game."""

    entries: TailEntries  # type: ignore[assignment]  # used like the list it stands for

    def __init__(
        self, number: int, base: State, fetch: Fetch, late: Sequence[Entry] = (), behind: tuple[str, ...] = ()
    ) -> None:
        """`base`: the state after `number` actions; `late`: the entries that follow.

        `behind`: whose the actions just before are that may be taken back, the latest first.
        """
        self.opening = base
        self.veiled = False
        self._seen = {}
        self.entries = TailEntries(number + 1, list(late), base, fetch, behind)

    @property
    def state(self) -> Any:
        return self.entries.after(len(self.entries) - 1)

    def state_after(self, number: int) -> Any:
        return self.entries.after(number)

    def owners(self) -> Iterator[str]:
        return self.entries.owners()


def in_memory(journal: Journal) -> int:
    """How many entries of a journal are in memory."""
    return journal.entries.in_memory if isinstance(journal, TailJournal) else len(journal.entries)


def shortened(journal: Journal, keep: int, fetch: Fetch) -> Journal:
    """The same game with only its latest entries in memory."""
    number = len(journal) - keep
    if number < 1 or in_memory(journal) <= keep:
        return journal
    late = journal.entries[number + 1 :]
    short = TailJournal(number, journal.state_after(number), fetch, late, journal.undoable[keep:])
    short.ended = journal.ended
    return short
