"""Bans: the one list of checks behind what is offered, what is accepted and "why not?".

A `Ban` is a clause that forbids something: its words, and whom or what it forbids, as a set of numbers (counters or
hexes, bit n for number n). What no ban holds is offered and accepted, the bans that hold are the refusal (`orders`):
the three answers cannot disagree.

Where a way has to be found, `Way` is the ban on every place that cannot be got to. It knows what may stand in the way
as `Limit`s and names those whose absence would open the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, islice
from typing import Any, Generic, NamedTuple, Self, TypeVar

from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.native import mypyc_attr
from hardtack.referee.events import Reason, Value, pack
from hardtack.referee.frames import Decision
from hardtack.referee.state import State

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Decision)
Q = TypeVar("Q", bound="Asked[Any, Any]")

Ruled = tuple[str, str]
"""What tells one ban from another: its clause and its words."""
EVERYTHING = -1  # the set of all numbers


@mypyc_attr(allow_interpreted_subclasses=True)
class Asked(Generic[S, F]):
    """What is asked of the bans: a state, the decision to be made and, for places, the counter that would go there."""

    __slots__ = ("frame", "lifted", "side", "state", "unit")

    def __init__(self, state: S, frame: F, unit: int = -1, lifted: Collection[Ruled] = ()) -> None:
        self.state = state
        self.frame = frame
        self.side = frame.side
        self.unit = unit
        self.lifted = lifted  # bans that are left out, to see what would be without them

    def about(self, unit: int) -> Self:
        """The same question about the places of one counter."""
        kind = type(self)
        if kind is Asked:  # nearly always: a class that is known is called at once where it is compiled
            return Asked(self.state, self.frame, unit, self.lifted)  # type: ignore[return-value]
        return kind(self.state, self.frame, unit, self.lifted)

    def on_map(self, unit: int) -> bool:
        """Whether a counter is one of the side's on the map."""
        return bool(self.state.at[unit] >= 0 and self.state.scenario.forces[self.side] >> unit & 1)

    @property
    def own(self) -> int:
        """The side's counters on the map."""
        present: int = self.state.deployment.present
        return present & self.state.scenario.forces[self.side]

    def without(self, lifted: Collection[Ruled]) -> Self:
        return type(self)(self.state, self.frame, self.unit, lifted)


Args = Mapping[str, Value]
Words = Callable[[Q, int], Args]
"""Parameters of a refusal besides the counter and the hex, which every refusal names."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Ban(Generic[Q]):
    """A clause that forbids, its words, and the numbers it forbids."""

    __slots__ = ("clause", "forbids", "key", "ruled", "words")

    def __init__(self, clause: str, key: str, forbids: Callable[[Q], int], words: Words[Q] | None = None) -> None:
        self.clause = clause
        self.key = key
        self.ruled: Ruled = (clause, key)
        self.forbids = forbids
        self.words = words

    def narrow(self, asked: Q, open_: int) -> int:
        """Those of the open numbers that this ban leaves open."""
        if asked.lifted and self.ruled in asked.lifted:
            return open_
        forbidden = self.forbids(asked)
        return open_ & ~forbidden if forbidden else open_

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        """Why this ban is against a number, if it is; `named` are the counter and the hex the action names."""
        if not self.narrow(asked, 1 << number):
            yield Reason(self.clause, self.key, pack(self.say(asked, number, named)))

    def say(self, asked: Q, number: int, named: Args) -> Args:
        return named if self.words is None else {**named, **self.words(asked, number)}

    def explain(self, asked: Q, found: Iterable[Reason], named: Args) -> Iterator[Reason]:
        """Reasons found against a number, or the ban's own clause and words where none was; but for what is lifted."""
        for one in [*found] or [Reason(self.clause, self.key, pack(named))]:
            if (one.clause, one.key) not in asked.lifted:
                yield one

    def lifted_from(self, asked: Q, closed: int) -> int:
        """Those of the closed numbers against which nothing is left once some bans are lifted."""
        return mask_of(number for number in hexes_in(closed) if next(self.reasons(asked, number, {}), None) is None)


@mypyc_attr(allow_interpreted_subclasses=True)
class Labelled(Ban[Q]):
    """A ban on one set that goes by several clauses and words: `label` tells which of them is against a number."""

    __slots__ = ("label",)

    def __init__(
        self, label: Callable[[Q, int], Ruled], forbids: Callable[[Q], int], words: Words[Q] | None = None
    ) -> None:
        super().__init__("", "", forbids, words)
        self.label = label

    def narrow(self, asked: Q, open_: int) -> int:
        left = open_ & ~self.forbids(asked)
        for number in hexes_in(open_ ^ left) if asked.lifted else ():
            if self.label(asked, number) in asked.lifted:
                left |= 1 << number
        return left

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        if not self.narrow(asked, 1 << number):
            yield Reason(*self.label(asked, number), pack(self.say(asked, number, named)))


Why = Callable[[Q, int], Iterable[Reason]]
"""Every reason against a number."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Several(Ban[Q]):
    """Bans that are worked out together: sets of what they forbid, one after the other, each with its reasons.

    Where none is given against a number of a set, the ban's own clause and words are.
    """

    __slots__ = ("sets",)

    def __init__(self, clause: str, key: str, sets: Callable[[Q], Iterable[tuple[int, Why[Q]]]]) -> None:
        super().__init__(clause, key, _nothing)
        self.sets = sets

    def narrow(self, asked: Q, open_: int) -> int:
        left = open_
        for forbidden, _ in self.sets(asked):
            left &= ~forbidden
            if not left:
                break
        return left | self.lifted_from(asked, open_ ^ left) if asked.lifted else left

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        for forbidden, why in self.sets(asked):
            if forbidden >> number & 1:
                yield from self.explain(asked, why(asked, number), named)


@mypyc_attr(allow_interpreted_subclasses=True)
class Told(Several[Q]):
    """A ban on one set with several reasons, all of which `why` gives."""

    __slots__ = ()

    def __init__(self, clause: str, key: str, forbids: Callable[[Q], int], why: Why[Q]) -> None:
        super().__init__(clause, key, lambda asked: ((forbids(asked), why),))
        self.forbids = forbids

    def narrow(self, asked: Q, open_: int) -> int:
        return super().narrow(asked, open_) if asked.lifted else open_ & ~self.forbids(asked)


@mypyc_attr(allow_interpreted_subclasses=True)
class Check(Ban[Q]):
    """A ban that is told for one number at a time; asked only of those that nothing else forbids."""

    __slots__ = ("holds",)

    def __init__(self, clause: str, key: str, holds: Callable[[Q, int], bool], words: Words[Q] | None = None) -> None:
        super().__init__(clause, key, _nothing, words)
        self.holds = holds

    def narrow(self, asked: Q, open_: int) -> int:
        if self.ruled in asked.lifted:
            return open_
        left = open_
        for number in hexes_in(open_):
            if self.holds(asked, number):
                left ^= 1 << number
        return left


@mypyc_attr(allow_interpreted_subclasses=True)
class Among(Ban[Q]):
    """A ban that is told for some numbers at once: which of those that nothing else forbids it forbids."""

    __slots__ = ("among",)

    def __init__(self, clause: str, key: str, among: Callable[[Q, int], int], words: Words[Q] | None = None) -> None:
        super().__init__(clause, key, _nothing, words)
        self.among = among

    def narrow(self, asked: Q, open_: int) -> int:
        return open_ if self.ruled in asked.lifted else open_ & ~self.among(asked, open_)


@mypyc_attr(allow_interpreted_subclasses=True)
class Explained(Check[Q]):
    """A check with several reasons, all of which `why` gives; its own clause and words are for where it gives none."""

    __slots__ = ("why",)

    def __init__(self, clause: str, key: str, holds: Callable[[Q, int], bool], why: Why[Q]) -> None:
        super().__init__(clause, key, holds)
        self.why = why

    def narrow(self, asked: Q, open_: int) -> int:
        left = open_
        for number in hexes_in(open_):
            if self.holds(asked, number):
                left ^= 1 << number
        return left | self.lifted_from(asked, open_ ^ left) if asked.lifted else left

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        return self.explain(asked, self.why(asked, number), named) if self.holds(asked, number) else iter(())


@mypyc_attr(allow_interpreted_subclasses=True)
class Each(Explained[Q]):
    """A ban that is told for one number at a time, with every reason: what `why` has nothing against is open."""

    __slots__ = ()

    def __init__(self, why: Why[Q]) -> None:
        super().__init__("", "", lambda asked, number: any(why(asked, number)), why)


def _nothing(asked: object) -> int:
    return 0


class Limit(NamedTuple):
    """Something that may stand in the way to a place: its clause and its words.

    `there` are the words where the place itself is what is closed, `closes` those places.
    """

    clause: str
    key: str
    there: str = ""
    closes: Callable[[Any], int] | None = None


@mypyc_attr(allow_interpreted_subclasses=True)
class Way(Ban[Q]):
    """Bans every place that cannot be got to. `goals` says where one gets to with some of the limits lifted.

    Lifting more never closes a place. With every limit lifted each place of the map must be open, or the fault is
    nobody's: so the ground itself is the last of the limits. A battle whose limits hang on the mover overrides
    `limits_to` and `opens`.
    """

    __slots__ = ("first", "goals", "limits")

    def __init__(
        self, limits: Sequence[Limit], goals: Callable[[Q, Collection[Limit]], int], words: Words[Q] | None = None,
        *, first: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(limits[0].clause, limits[0].key, _nothing, words)
        self.limits = tuple(limits)
        self.goals = goals
        self.first = first

    def _lifted(self, asked: Q) -> Collection[Limit]:
        lifted = asked.lifted
        return [one for one in self.limits if (one.clause, one.key) in lifted or (one.clause, one.there) in lifted]

    def narrow(self, asked: Q, open_: int) -> int:
        return open_ & self.goals(asked, self._lifted(asked) if asked.lifted else ())

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        if self.narrow(asked, 1 << number):
            return
        args = pack(self.say(asked, number, named))
        for limit in self.in_the_way(asked, number):
            closed = limit.closes is not None and limit.closes(asked) >> number & 1
            yield Reason(limit.clause, limit.there if closed else limit.key, args)

    def limits_to(self, asked: Q, place: int) -> Sequence[Limit]:
        """What may stand in the way to a place, what is to be named first before the rest."""
        return self.limits

    def opens(self, asked: Q, place: int, lifted: Collection[Limit]) -> bool:
        """Whether a place can be got to with some of the limits lifted."""
        return bool(self.goals(asked, lifted) >> place & 1)

    def in_the_way(self, asked: Q, place: int) -> Sequence[Limit]:
        """The fewest limits whose absence together opens the place, of equally few those listed first.

        Where one alone would do, every such is named, unless the `first` of them is enough.
        """
        lifted, limits = frozenset(self._lifted(asked)), self.limits_to(asked, place)

        def opened_by(some: Collection[Limit]) -> bool:
            return self.opens(asked, place, lifted.union(some))

        opening = (limit for limit in limits if opened_by((limit,)))
        single = [*islice(opening, 1)] if self.first else [*opening]
        if single or not opened_by(limits):
            return single or limits
        needed = [one for one in limits if not opened_by([other for other in limits if other is not one])]
        others = [limit for limit in limits if limit not in needed]
        some = ((*needed, *more) for size in range(len(others)) for more in combinations(others, size))
        fewest = next(filter(opened_by, some), limits)
        return tuple(limit for limit in limits if limit in fewest)


@mypyc_attr(allow_interpreted_subclasses=True)
class Toward(Ban[Q]):
    """A ban on hexes, asked the other way round: of the counters that would go for one hex, or attack it."""

    __slots__ = ("ban", "place")

    def __init__(self, ban: Ban[Q], place: Callable[[Q], int]) -> None:
        super().__init__(ban.clause, ban.key, _nothing)
        self.ban = ban
        self.place = place

    def narrow(self, asked: Q, open_: int) -> int:
        place, left = 1 << self.place(asked), open_
        for unit in hexes_in(open_):
            if asked.on_map(unit) and not self.ban.narrow(asked.about(unit), place):
                left ^= 1 << unit
        return left

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        if not asked.on_map(number):
            return iter(())
        place = self.place(asked)
        named = {**named, "hex": asked.state.scenario.board.grid.name(place)}
        return self.ban.reasons(asked.about(number), place, named)


def absent(asked: Asked[Any, Any]) -> int:
    """Whoever is not one of the side's counters on the map."""
    return ~asked.own


def open_numbers(bans: Sequence[Ban[Q]], asked: Q, of: int) -> int:
    """Those of the numbers that no ban forbids."""
    for ban in bans:
        of = ban.narrow(asked, of)
        if not of:
            break
    return of


def against(bans: Sequence[Ban[Q]], asked: Q, number: int, named: Args) -> Iterator[Reason]:
    """Every ban that holds against a number."""
    for ban in bans:
        yield from ban.reasons(asked, number, named)


# Sets that bans of several battles speak of.


def own_hex(asked: Asked[Any, Any]) -> int:
    """Where the counter stands that would go elsewhere."""
    here: int = asked.state.at[asked.unit]
    return 1 << here


def not_adjacent(asked: Asked[Any, Any]) -> int:
    """Every hex that is not next to that counter."""
    near: int = asked.state.scenario.board.grid.around_mask[asked.state.at[asked.unit]]
    return ~near


def out_of_play(asked: Asked[Any, Any]) -> int:
    playable: int = asked.state.scenario.board.playable
    return ~playable
