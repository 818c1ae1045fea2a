"""Orders: the kinds of actions a decision offers, each with the bans on it and what it does."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any, Generic

from hardtack.board.masks import hexes_in, mask_of, nth, picked
from hardtack.board.native import mypyc_attr
from hardtack.referee.actions import Action
from hardtack.referee.bans import Args, Ban, Q, against, open_numbers
from hardtack.referee.events import Reason, reason
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import State

if TYPE_CHECKING:
    from hardtack.referee.battle import Scenario
    from hardtack.referee.umpire import Umpire

Kept = dict[int, tuple[Hashable, Sequence[Action]]]
"""Lists by counter, each with what it rests on."""
Carry = Callable[[Any, Any, Any, "Umpire"], None]
"""Carries an order out: the frame, the draft, the action, the umpire."""


def leave(frame: Decision, draft: State, action: Action, umpire: Umpire) -> None:
    """The decision is made and leaves the agenda."""
    umpire.pop()


MOST_APART = 512
_APART: set[tuple[Any, ...]] = set()  # orders of decisions that have been looked at


@mypyc_attr(allow_interpreted_subclasses=True)
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

    def offered_to(self, asked: Q, unit: int) -> Sequence[Action]:
        """What may be ordered of one counter, whoever it is."""
        return self.of(asked, unit) if self.units(asked) >> unit & 1 else ()

    def of_all(self, asked: Q, units: int) -> list[Action]:
        """What may be ordered of each of some counters, one after the other."""
        found: list[Action] = []
        for unit in hexes_in(units):
            found += self.of(asked, unit)
        return found

    def general(self, asked: Q) -> Sequence[Action]:
        """What may be ordered of the side as a whole."""
        return ()

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        """Every ban that holds against an action of this kind."""
        raise NotImplementedError


@mypyc_attr(allow_interpreted_subclasses=True)
class SideOrder(Order[Q]):
    """An action of the whole side that names nothing: end, go, stay. Its bans forbid everything or nothing."""

    def __init__(self, action: Action, bans: Sequence[Ban[Q]] = (), do: Carry | None = None) -> None:
        super().__init__(type(action), bans, do)
        self.action = self.form = action

    def covers(self, action: Action) -> bool:
        return type(action) is self.verb and action == self.action

    def general(self, asked: Q) -> Sequence[Action]:
        return (self.action,) if not self.bans or open_numbers(self.bans, asked, 1) else ()

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, 0, {})


@mypyc_attr(allow_interpreted_subclasses=True)
class UnitOrder(Order[Q]):
    """An action that names one counter."""

    def __init__(self, verb: type[Action], bans: Sequence[Ban[Q]] = (), do: Carry | None = None) -> None:
        super().__init__(verb, bans, do)
        self.of_its_own = type(self).of is not UnitOrder.of  # it offers something else

    def units(self, asked: Q) -> int:
        return open_numbers(self.bans, asked, asked.state.scenario.everybody)

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        return (unit_row(asked.state.scenario, self.verb)[unit],)

    def offered_to(self, asked: Q, unit: int) -> Sequence[Action]:
        return self.of(asked, unit) if open_numbers(self.bans, asked, 1 << unit) else ()

    def of_all(self, asked: Q, units: int) -> list[Action]:
        if self.of_its_own:
            return super().of_all(asked, units)
        return picked(unit_row(asked.state.scenario, self.verb), units)

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, asked.state.scenario.index[action.unit], {"unit": action.unit})


@mypyc_attr(allow_interpreted_subclasses=True)
class HexOrder(Order[Q]):
    """An action that names a place on the map: a hex to retreat to, a hex to attack with all."""

    def general(self, asked: Q) -> Sequence[Action]:
        scenario = asked.state.scenario
        return picked(hex_row(scenario, self.verb), open_numbers(self.bans, asked, scenario.board.grid.everywhere))

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        return against(self.bans, asked, asked.state.scenario.board.grid.index(action.hex), {"hex": action.hex})


@mypyc_attr(allow_interpreted_subclasses=True)
class MarchOrder(UnitOrder[Q]):
    """An action that names a counter and a hex: the bans on the counter come first, then those on the hex.

    What a counter may do is mostly what it could a moment ago. Where `rests_on` says all that the hexes open to a
    counter follow from, its list is kept until something of that is different. With `only_with_goals` it is an order
    only to counters that have a hex to be named: where few have, nobody else need be offered.
    """

    def __init__(
        self, verb: type[Action], bans: Sequence[Ban[Q]] = (), hex_bans: Sequence[Ban[Q]] = (), do: Carry | None = None,
        rests_on: Callable[[Q, int], Hashable] | None = None, *, only_with_goals: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(verb, bans, do)
        self.hex_bans = tuple(hex_bans)
        self.rests_on = rests_on
        self.only_with_goals = only_with_goals

    def units(self, asked: Q) -> int:
        units = super().units(asked)
        return mask_of(unit for unit in hexes_in(units) if self.goals(asked, unit)) if self.only_with_goals else units

    def goals(self, asked: Q, unit: int) -> int:
        """The hexes the order may name for a counter."""
        return open_numbers(self.hex_bans, asked.about(unit), asked.state.scenario.board.grid.everywhere)

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        if self.rests_on is None or asked.lifted:
            return self.find(asked, unit)
        return self.keep(self.kept(asked), asked, unit)

    def of_all(self, asked: Q, units: int) -> list[Action]:
        if self.rests_on is None or asked.lifted:
            return super().of_all(asked, units)
        found: list[Action] = []
        kept = self.kept(asked)
        for unit in hexes_in(units):
            found += self.keep(kept, asked, unit)
        return found

    def kept(self, asked: Q) -> Kept:
        """The lists of this line of play."""
        lists = asked.state.listed
        kept: Kept | None = lists.get(self)
        if kept is None:
            kept = lists[self] = {}
        return kept

    def keep(self, kept: Kept, asked: Q, unit: int) -> Sequence[Action]:
        """The list of a counter: the last one, unless something that it rests on is different."""
        assert self.rests_on is not None
        grounds, last = self.rests_on(asked, unit), kept.get(unit)
        if last is not None and last[0] == grounds:
            return last[1]
        kept[unit] = grounds, (found := self.find(asked, unit))
        return found

    def find(self, asked: Q, unit: int) -> Sequence[Action]:
        """The list of a counter, made anew."""
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


@mypyc_attr(allow_interpreted_subclasses=True)
class TargetOrder(MarchOrder[Q]):
    """An action that names a counter and another one, its target: what are bans on hexes above are bans on targets."""

    def __init__(
        self, verb: type[Action], bans: Sequence[Ban[Q]] = (), target_bans: Sequence[Ban[Q]] = (),
        do: Carry | None = None, rests_on: Callable[[Q, int], Hashable] | None = None, *, field: str = "unit_target",
        only_with_goals: bool = False,
    ) -> None:  # fmt: skip
        super().__init__(verb, bans, target_bans, do, rests_on, only_with_goals=only_with_goals)
        self.field = field  # of the action: the target

    def goals(self, asked: Q, unit: int) -> int:
        return open_numbers(self.hex_bans, asked.about(unit), asked.state.scenario.everybody)

    def find(self, asked: Q, unit: int) -> Sequence[Action]:
        ids = asked.state.scenario.ids
        return [self.verb(ids[unit], ids[target]) for target in hexes_in(self.goals(asked, unit))]

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        index, target = asked.state.scenario.index, getattr(action, self.field)
        return self.against_both(asked, index[action.unit], index[target], {"unit": action.unit, self.field: target})


@mypyc_attr(allow_interpreted_subclasses=True)
class ListedOrder(Order[Q]):
    """Actions that a function lists, a handful at most; another one says why anything else of their kind is not there.

    It is for whatever `verb` names: a kind of action, or `Action` for all that no other order is about.
    """

    def __init__(
        self, verb: type[Action], listed: Callable[[Q], Sequence[Action]],
        why: Callable[[Q, Any], Iterable[Reason]], do: Carry, *, besides: tuple[type[Action], ...] = (),
    ) -> None:  # fmt: skip
        super().__init__(verb, (), do)
        self.listed = listed
        self.why = why
        self.besides = besides

    def covers(self, action: Action) -> bool:
        return isinstance(action, self.verb) and not isinstance(action, self.besides)

    def units(self, asked: Q) -> int:
        index = asked.state.scenario.index
        return mask_of(index[action.actor] for action in self.listed(asked) if action.actor)

    def of(self, asked: Q, unit: int) -> Sequence[Action]:
        found, name = self.listed(asked), asked.state.scenario.ids[unit]
        return [action for action in found if action.actor == name] if found else ()

    def offered_to(self, asked: Q, unit: int) -> Sequence[Action]:
        return self.of(asked, unit)

    def general(self, asked: Q) -> Sequence[Action]:
        found = self.listed(asked)
        return [action for action in found if not action.actor] if found else ()

    def reasons(self, asked: Q, action: Any) -> Iterator[Reason]:
        if action not in self.listed(asked):
            for one in [*self.why(asked, action)] or [reason(asked.state.scenario.battle.fallback_clause, NOT_ASKED)]:
                if (one.clause, one.key) not in asked.lifted:
                    yield one


@mypyc_attr(native_class=False)
class Row(dict[int, Action]):
    """One kind of action of a counter for every hex, each made when it is first wanted: there are very many."""

    __slots__ = ("make",)
    __hash__ = object.__hash__  # type: ignore[assignment]  # it is always the same row, however much of it is made

    def __init__(self, make: Callable[[int], Action]) -> None:
        self.make = make

    def __missing__(self, number: int) -> Action:
        action = self[number] = self.make(number)
        return action


@lru_cache(maxsize=512)
def unit_row(scenario: Scenario, verb: Any) -> tuple[Action, ...]:
    """One kind of action for every counter."""
    return tuple(map(verb, scenario.ids))


@lru_cache(maxsize=512)
def hex_row(scenario: Scenario, verb: Any) -> tuple[Action, ...]:
    """One kind of action for every hex."""
    return tuple(map(verb, scenario.board.grid.names))


@lru_cache(maxsize=8192)
def march_row(scenario: Scenario, verb: Any, unit: int) -> Row:
    name, names = scenario.ids[unit], scenario.board.grid.names
    return Row(lambda hex_: verb(name, names[hex_]))


@lru_cache(maxsize=1 << 15)
def listed(row: Row | tuple[Action, ...], hexes: int) -> Sequence[Action]:
    """The actions of a row for a set of numbers. The same sets come up again and again."""
    return tuple(map(row.__getitem__, hexes_in(hexes)))


def told_apart(orders: tuple[Order[Q], ...]) -> tuple[Order[Q], ...]:
    """The orders of a decision, once it is sure that no two are about the same actions."""
    if orders not in _APART:
        if len({order.form for order in orders}) < len(orders):
            raise TypeError(f"two orders for the same actions: {[order.form for order in orders]}")
        if len(_APART) == MOST_APART:
            _APART.clear()
        _APART.add(orders)
    return orders


@mypyc_attr(allow_interpreted_subclasses=True)
class Orders(Options, Generic[Q]):
    """The options of a decision: its kinds of orders, and a clause for whatever else is tried (else the battle's).

    Whoever has `actors` of its own, or another order of them, says how one is picked (`pick`), too.
    """

    def __init__(self, asked: Q, orders: Sequence[Order[Q]], clause: str) -> None:
        self.asked = asked
        self.orders = told_apart(tuple(orders))
        self.clause = clause
        self._free: list[int] | None = None

    @property
    def free(self) -> list[int]:
        """Whom each order may name; nobody need know who only asks whether one action is among them."""
        if self._free is None:
            self._free = [order.units(self.asked) for order in self.orders]
        return self._free

    def anybody(self) -> int:
        """Whom some order may name."""
        anybody = 0
        for free in self.free:
            anybody |= free
        return anybody

    def actors(self) -> Sequence[str]:
        return picked(self.asked.state.scenario.ids, self.anybody())

    def of(self, actor: str) -> Sequence[Action]:
        unit = self.asked.state.scenario.index.get(actor, -1)
        return self.of_unit(unit) if unit >= 0 else ()

    def of_unit(self, unit: int) -> Sequence[Action]:
        """Everything this counter may do now."""
        found: list[Action] = []
        for number, free in enumerate(self.free):  # far quicker than pairs, once it is compiled
            if free >> unit & 1:
                found += self.orders[number].of(self.asked, unit)
        return found

    def pick(self, random: Random) -> Action:
        """As all options are picked from, without the names of those that are passed over."""
        general, left = self.general(), self.anybody()
        waiting = left.bit_count()
        while waiting:
            number = int(random.random() * (waiting + len(general)))
            if number >= waiting:
                return general[number - waiting]
            unit = nth(left, number)
            choices = self.of_unit(unit)
            if choices:
                return choices[int(random.random() * len(choices))]
            left ^= 1 << unit
            waiting -= 1
        return general[int(random.random() * len(general))]

    def general(self) -> Sequence[Action]:
        found: list[Action] = []
        for order in self.orders:
            found += order.general(self.asked)
        return found

    def kinds(self) -> set[type[Action]]:
        return {order.verb for order in self.orders}

    def all(self) -> list[Action]:
        found: list[Action] = []
        for order in self.orders:
            found += order.general(self.asked)
        for number, free in enumerate(self.free):
            if free:
                found += self.orders[number].of_all(self.asked, free)
        return found

    def __contains__(self, action: object) -> bool:
        return isinstance(action, Action) and not any(self._against(action))

    def reasons(self, action: Action) -> list[Reason]:
        return [*self._against(action)]

    def _against(self, action: Action) -> Iterator[Reason]:
        for order in self.orders:
            if order.covers(action):
                return order.reasons(self.asked, action)
        return iter((reason(self.clause or self.asked.state.scenario.battle.fallback_clause, NOT_ASKED),))

    def lifting(self, refusals: Collection[Reason]) -> Orders[Q]:
        """The options there would be without the bans behind some refusals."""
        return Orders(self.asked.without({(one.clause, one.key) for one in refusals}), self.orders, self.clause)
