"""Bans: the one list of checks behind what is offered, what is accepted and "why not?".

A `Ban` is a clause that forbids something: its words, and whom or what it forbids, as a set of numbers (counters or
hexes, bit n for number n). An `Order` is one kind of action with the bans on it; `Orders` are a decision's options.
What no ban holds is offered and accepted, the bans that hold are the refusal: the three answers cannot disagree.

Where a way has to be found, `Way` is the ban on every place that cannot be got to. It knows what may stand in the way
as `Limit`s and names those whose absence would open the way.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, Self, TypeVar

from hardtack.board.masks import hexes_in, mask_of
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Value, pack, reason
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.rows import hex_row, listed, march_row, unit_row
from hardtack.referee.state import State

if TYPE_CHECKING:
    from hardtack.referee.umpire import Umpire

S = TypeVar("S", bound=State)
F = TypeVar("F", bound=Decision)
Q = TypeVar("Q", bound="Asked[Any, Any]")

Ruled = tuple[str, str]
"""What tells one ban from another: its clause and its words."""
EVERYTHING = -1  # the set of all numbers


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
        return type(self)(self.state, self.frame, unit, self.lifted)

    def on_map(self, unit: int) -> bool:
        """Whether a counter is one of the side's on the map."""
        return bool(self.state.at[unit] >= 0 and self.state.scenario.forces[self.side] >> unit & 1)

    def without(self, lifted: Collection[Ruled]) -> Self:
        return type(self)(self.state, self.frame, self.unit, lifted)


Args = Mapping[str, Value]
Words = Callable[[Q, int], Args]
"""Parameters of a refusal besides the counter and the hex, which every refusal names."""


class Ban(Generic[Q]):
    """A clause that forbids, its words, and the numbers it forbids."""

    __slots__ = ("clause", "forbids", "key", "words")

    def __init__(self, clause: str, key: str, forbids: Callable[[Q], int], words: Words[Q] | None = None) -> None:
        self.clause = clause
        self.key = key
        self.forbids = forbids
        self.words = words

    def narrow(self, asked: Q, open_: int) -> int:
        """Those of the open numbers that this ban leaves open."""
        return open_ if (self.clause, self.key) in asked.lifted else open_ & ~self.forbids(asked)

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        """Why this ban is against a number, if it is; `named` are the counter and the hex the action names."""
        if not self.narrow(asked, 1 << number):
            yield Reason(self.clause, self.key, pack(self.say(asked, number, named)))

    def say(self, asked: Q, number: int, named: Args) -> Args:
        return named if self.words is None else {**named, **self.words(asked, number)}


class Check(Ban[Q]):
    """A ban that is told for one number at a time; asked only of those that nothing else forbids."""

    __slots__ = ("holds",)

    def __init__(self, clause: str, key: str, holds: Callable[[Q, int], bool], words: Words[Q] | None = None) -> None:
        super().__init__(clause, key, _nothing, words)
        self.holds = holds

    def narrow(self, asked: Q, open_: int) -> int:
        if (self.clause, self.key) in asked.lifted:
            return open_
        left = open_
        for number in hexes_in(open_):
            if self.holds(asked, number):
                left ^= 1 << number
        return left


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


class Way(Ban[Q]):
    """Bans every place that cannot be got to. `goals` says where one gets to with some of the limits lifted.

    Lifting more never closes a place. With every limit lifted each place of the map must be open, or the fault is
    nobody's: so the ground itself is the last of the limits.
    """

    __slots__ = ("goals", "limits")

    def __init__(
        self, limits: Sequence[Limit], goals: Callable[[Q, Collection[Limit]], int], words: Words[Q] | None = None
    ) -> None:
        super().__init__(limits[0].clause, limits[0].key, _nothing, words)
        self.limits = tuple(limits)
        self.goals = goals

    def _lifted(self, asked: Q) -> Collection[Limit]:
        lifted = asked.lifted
        if not lifted:
            return ()
        return [one for one in self.limits if (one.clause, one.key) in lifted or (one.clause, one.there) in lifted]

    def narrow(self, asked: Q, open_: int) -> int:
        return open_ & self.goals(asked, self._lifted(asked))

    def reasons(self, asked: Q, number: int, named: Args) -> Iterator[Reason]:
        if self.narrow(asked, 1 << number):
            return
        args = pack(self.say(asked, number, named))
        for limit in self.in_the_way(asked, number):
            closed = limit.closes is not None and limit.closes(asked) >> number & 1
            yield Reason(limit.clause, limit.there if closed else limit.key, args)

    def in_the_way(self, asked: Q, place: int) -> Sequence[Limit]:
        """Every limit whose absence alone would open the place; if there is none, the fewest that do it together."""
        lifted = frozenset(self._lifted(asked))

        def opened_by(limits: Collection[Limit]) -> bool:
            return bool(self.goals(asked, lifted.union(limits)) >> place & 1)

        single = [limit for limit in self.limits if opened_by((limit,))]
        if single or not opened_by(self.limits):
            return single or self.limits
        needed = list(self.limits)
        for limit in self.limits:
            fewer = [one for one in needed if one is not limit]
            if opened_by(fewer):
                needed = fewer
        # None of these can be spared, but others may do with fewer.
        smaller = (some for size in range(2, len(needed)) for some in combinations(self.limits, size))
        return next((some for some in smaller if opened_by(some)), needed)


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
    at = asked.state.at
    return ~mask_of(unit for unit in asked.state.scenario.of_side[asked.side] if at[unit] >= 0)


# -- kinds of actions

Carry = Callable[[Any, Any, Any, "Umpire"], None]
"""Carries an order out: the frame, the draft, the action, the umpire."""


def leave(frame: Decision, draft: State, action: Action, umpire: Umpire) -> None:
    """The decision is made and leaves the agenda."""
    umpire.pop()


class Order(Generic[Q]):
    """One kind of action of a decision: the bans on it, and what it does. The kinds below say what the action names."""

    def __init__(self, verb: type[Action], bans: Sequence[Ban[Q]] = (), do: Carry | None = None) -> None:
        self.verb: Any = verb
        self.form: object = verb  # what `covers` goes by: no two orders of a decision have the same
        self.bans = tuple(bans)
        self.do = do or leave

    def covers(self, action: Action) -> bool:
        """Whether an action is of this kind."""
        return type(action) is self.verb

    def units(self, asked: Q) -> int:
        """The counters this may be ordered of; none for an action of the whole side."""
        return 0

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        """What may be ordered of one of those counters."""
        return ()

    def general(self, asked: Q) -> Sequence[Action]:
        """What may be ordered of the side as a whole."""
        return ()

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        """Every ban that holds against an action of this kind."""
        raise NotImplementedError

    def allows(self, asked: Q, action: Any) -> bool:
        return next(self.reasons(asked, action), None) is None


def open_numbers(bans: Sequence[Ban[Q]], asked: Q, of: int) -> int:
    """Those of the numbers that no ban forbids."""
    for ban in bans:
        of = ban.narrow(asked, of)
        if not of:
            return 0
    return of


def against(bans: Sequence[Ban[Q]], asked: Q, number: int, named: Args) -> Iterator[Reason]:
    """Every ban that holds against a number."""
    for ban in bans:
        yield from ban.reasons(asked, number, named)


class SideOrder(Order[Q]):
    """An action of the whole side that names nothing: end, go, stay. Its bans forbid everything or nothing."""

    def __init__(self, action: Action, bans: Sequence[Ban[Q]] = (), do: Carry | None = None) -> None:
        super().__init__(type(action), bans, do)
        self.action = self.form = action

    def covers(self, action: Action) -> bool:
        return action == self.action

    def general(self, asked: Q) -> Sequence[Action]:
        return (self.action,) if open_numbers(self.bans, asked, 1) else ()

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, 0, {})


class UnitOrder(Order[Q]):
    """An action that names one counter."""

    def units(self, asked: Q) -> int:
        return open_numbers(self.bans, asked, asked.state.scenario.everybody)

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        return (unit_row(asked.state.scenario, self.verb)[unit],)

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, asked.state.scenario.index[action.unit], {"unit": action.unit})


class HexOrder(Order[Q]):
    """An action that names a place on the map: a hex to retreat to, a hex to attack with all."""

    def general(self, asked: Q) -> Sequence[Action]:
        scenario = asked.state.scenario
        return listed(hex_row(scenario, self.verb), open_numbers(self.bans, asked, scenario.board.grid.everywhere))

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, asked.state.scenario.board.grid.index(action.hex), {"hex": action.hex})


class MarchOrder(UnitOrder[Q]):
    """An action that names a counter and a hex: the bans on the counter come first, then those on the hex."""

    def __init__(
        self, verb: type[Action], bans: Sequence[Ban[Q]] = (), hex_bans: Sequence[Ban[Q]] = (), do: Carry | None = None
    ) -> None:
        super().__init__(verb, bans, do)
        self.hex_bans = tuple(hex_bans)

    def goals(self, asked: Q, unit: int) -> int:
        """The hexes the order may name for a counter."""
        return open_numbers(self.hex_bans, asked.about(unit), asked.state.scenario.board.grid.everywhere)

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        goals = self.goals(asked, unit)
        return listed(march_row(asked.state.scenario, self.verb, unit), goals) if goals else ()

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        scenario, named = asked.state.scenario, {"unit": action.unit, "hex": action.hex}
        return self.against_both(asked, scenario.index[action.unit], scenario.board.grid.index(action.hex), named)

    def against_both(self, asked: Q, unit: int, goal: int, named: Args) -> Iterator[Reason]:
        """What holds against the counter, and against the hex."""
        yield from against(self.bans, asked, unit, named)
        if self.stands(asked, unit) or open_numbers(self.bans, asked.without(()), 1 << unit):
            yield from against(self.hex_bans, asked.about(unit), goal, named)

    def stands(self, asked: Q, unit: int) -> bool:
        """Whether hexes are told of a counter the order is barred to: the enemy's, and those nowhere, have no way."""
        return asked.on_map(unit)


class TargetOrder(MarchOrder[Q]):
    """An action that names a counter and another one, its target: what are bans on hexes above are bans on targets."""

    def goals(self, asked: Q, unit: int) -> int:
        return open_numbers(self.hex_bans, asked.about(unit), asked.state.scenario.everybody)

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        ids = asked.state.scenario.ids
        return [self.verb(ids[unit], ids[target]) for target in hexes_in(self.goals(asked, unit))]

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        index, named = asked.state.scenario.index, {"unit": action.unit, "unit_target": action.unit_target}
        return self.against_both(asked, index[action.unit], index[action.unit_target], named)


class Orders(Options, Generic[Q]):
    """The options of a decision: its kinds of orders, and a clause for whatever else is tried."""

    def __init__(self, asked: Q, orders: Sequence[Order[Q]], clause: str) -> None:
        if len({order.form for order in orders}) < len(orders):
            raise TypeError(f"two orders for the same actions: {[order.form for order in orders]}")
        self.asked = asked
        self.orders = orders
        self.clause = clause
        self.free = [order.units(asked) for order in orders]

    def actors(self) -> Sequence[str]:
        anybody = 0
        for free in self.free:
            anybody |= free
        ids = self.asked.state.scenario.ids
        return [ids[unit] for unit in hexes_in(anybody)]

    def of(self, actor: str) -> Sequence[Action]:
        unit = self.asked.state.scenario.index.get(actor, -1)
        found: list[Action] = []
        if unit >= 0:
            for order, free in zip(self.orders, self.free, strict=True):
                if free >> unit & 1:
                    found += order.of(self.asked, unit)
        return found

    def general(self) -> Sequence[Action]:
        return [action for order in self.orders for action in order.general(self.asked)]

    def all(self) -> list[Action]:
        found = [*self.general()]
        for order, free in zip(self.orders, self.free, strict=True):
            for unit in hexes_in(free):
                found += order.of(self.asked, unit)
        return found

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and not any(self._against(action))

    def reasons(self, action: Action) -> list[Reason]:
        return [*self._against(action)]

    def _against(self, action: Action) -> Iterator[Reason]:
        for order in self.orders:
            if order.covers(action):
                return order.reasons(self.asked, action)
        return iter((reason(self.clause, NOT_ASKED),))

    def lifting(self, refusals: Collection[Reason]) -> Orders[Q]:
        """The options there would be without the bans behind some refusals."""
        return Orders(self.asked.without({(one.clause, one.key) for one in refusals}), self.orders, self.clause)
