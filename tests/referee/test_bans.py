"""The three answers of an option list (listed, accepted, refused) come from its bans and cannot disagree.

Random bans of every kind are laid on orders of every shape, over six counters and twenty-five hexes. What ought to be
legal is worked out beside them, from the same random numbers and without `bans`, and every action there is gets asked.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import combinations
from typing import Any, ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, HexAction, UnitAction
from hardtack.referee.bans import Asked, Ban, Check, Explained, Labelled, Limit, Told, Toward, Way
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Reason, Text
from hardtack.referee.options import NOT_ASKED
from hardtack.referee.orders import (
    HexOrder,
    MarchOrder,
    Order,
    Orders,
    SideOrder,
    TargetOrder,
    UnitOrder,
    listed,
    unit_row,
)
from hardtack.referee.state import LOST, WAITING, freeze
from toy.battle import BATTLE

MILL = BATTLE.scenario("mill")
UNITS, HEXES = len(MILL.pieces), MILL.board.grid.size
NAMES = MILL.board.grid.names
MOST = max(UNITS, HEXES)


@dataclass(frozen=True, slots=True)
class Rest(Action):
    verb: ClassVar[str] = "rest"
    option: str = ""


@dataclass(frozen=True, slots=True)
class Dig(UnitAction):
    verb: ClassVar[str] = "dig"


@dataclass(frozen=True, slots=True)
class Mark(Action):
    verb: ClassVar[str] = "mark"
    hex: str


@dataclass(frozen=True, slots=True)
class March(HexAction):
    verb: ClassVar[str] = "march"


@dataclass(frozen=True, slots=True)
class Shoot(UnitAction):
    verb: ClassVar[str] = "shoot"
    unit_target: str


REST = Rest()
EVERY_ACTION: tuple[Action, ...] = (
    REST,
    Rest("otherwise"),
    *(Dig(unit) for unit in MILL.ids),
    *(Mark(hex_) for hex_ in NAMES),
    *(March(unit, hex_) for unit in MILL.ids for hex_ in NAMES),
    *(Shoot(unit, target) for unit in MILL.ids for target in MILL.ids),
)


@dataclass(frozen=True, slots=True)
class Deciding(OrderDecision):
    clause: ClassVar[str] = "TOY 1"

    def orders(self, state: Any) -> Sequence[Order[Any]]:
        return ()

    def prompt(self, state: Any) -> Text:
        return Text("prompt.movement")


# -- random bans, each with what it forbids as anybody can read it


@dataclass(frozen=True)
class Rule:
    """A ban and, apart from it, what it forbids.

    `expected` gives the sets of words a number may be refused with; none if this does not forbid it.
    """

    ban: Ban[Any]
    expected: Callable[[Asked[Any, Any], int], list[set[str]]]


numbers = st.frozensets(st.integers(0, MOST - 1), max_size=MOST)
by_unit = st.lists(numbers, min_size=UNITS + 1, max_size=UNITS + 1)  # the last one: asked of no unit in particular


def as_mask(forbidden: Collection[int], negative: bool) -> int:
    mask = sum(1 << number for number in forbidden)
    return ~(~mask & ((1 << MOST) - 1)) if negative else mask  # the same numbers, written the other way


def set_ban(key: str, sets: list[frozenset[int]], negative: bool) -> Rule:
    ban: Ban[Any] = Ban("TOY 2", key, lambda asked: as_mask(sets[asked.unit], negative))
    return Rule(ban, lambda asked, number: [{key}] if number in sets[asked.unit] else [])


def check_ban(key: str, sets: list[frozenset[int]]) -> Rule:
    ban: Ban[Any] = Check("TOY 3", key, lambda asked, number: number in sets[asked.unit])
    return Rule(ban, lambda asked, number: [{key}] if number in sets[asked.unit] else [])


def labelled_ban(key: str, sets: list[frozenset[int]], negative: bool) -> Rule:
    ban: Ban[Any] = Labelled(
        lambda asked, number: ("TOY 5", f"{key}.{number % 2}"), lambda asked: as_mask(sets[asked.unit], negative)
    )
    return Rule(ban, lambda asked, number: [{f"{key}.{number % 2}"}] if number in sets[asked.unit] else [])


def told_ban(key: str, sets: list[frozenset[int]], negative: bool) -> Rule:
    """Of every third number nothing in particular is told, of the others one reason or two."""

    def keys(number: int) -> set[str]:
        return {f"{key}.{reason}" for reason in range(number % 3)} or {key}

    def why(asked: Asked[Any, Any], number: int) -> list[Reason]:
        return [Reason("TOY 6", told) for told in sorted(keys(number))] if number % 3 else []

    ban: Ban[Any] = Told("TOY 6", key, lambda asked: as_mask(sets[asked.unit], negative), why)
    return Rule(ban, lambda asked, number: [keys(number)] if number in sets[asked.unit] else [])


def explained_ban(key: str, sets: list[frozenset[int]]) -> Rule:
    """The same of a ban that is told for one number at a time."""
    told = told_ban(key, sets, False)
    assert isinstance(told.ban, Told)
    [(_, why)] = told.ban.sets(Asked(MILL.battle.set_up(MILL), Deciding(MILL.battle.sides[0])))
    return Rule(Explained("TOY 6", key, lambda asked, number: number in sets[asked.unit], why), told.expected)


def way_ban(key: str, routes: list[list[frozenset[int]]], count: int, closing: frozenset[int]) -> Rule:
    """`routes[place]` are the ways to a place, each the set of limits that close it; one without limits is open."""
    limits = [
        Limit("TOY 4", f"{key}.0", f"{key}.0.there", lambda asked: as_mask(closing, False)),
        *(Limit("TOY 4", f"{key}.{number}") for number in range(1, count)),
    ]

    def needed(place: int) -> list[frozenset[int]]:
        return [frozenset(limit for limit in route if limit < count) for route in routes[place % len(routes)]]

    @cache
    def reached(gone: frozenset[int]) -> int:
        return sum(1 << place for place in range(MOST) if any(route <= gone for route in needed(place)))

    def goals(asked: Any, lifted: Collection[Limit]) -> int:
        return reached(frozenset(number for number, limit in enumerate(limits) if limit in lifted))

    def words(number: int, place: int) -> str:
        return f"{key}.0.there" if number == 0 and place in closing else f"{key}.{number}"

    def keys(asked: Any, place: int) -> list[set[str]]:
        ways = needed(place)
        if any(not way for way in ways):
            return []
        fewest = min(len(way) for way in ways)
        if fewest == 1:
            return [{words(number, place) for way in ways if len(way) == 1 for number in way}]
        return [{words(number, place) for number in way} for way in ways if len(way) == fewest]

    return Rule(Way(limits, goals), keys)


def toward_ban(inner: Rule, place: int) -> Rule:
    def keys(asked: Asked[Any, Any], unit: int) -> list[set[str]]:
        return inner.expected(asked.about(unit), place) if on_map(asked, unit) else []

    return Rule(Toward(inner.ban, lambda asked: place), keys)


def on_map(asked: Asked[Any, Any], unit: int) -> bool:
    return asked.state.at[unit] >= 0 and MILL.pieces[unit].side == asked.side


@st.composite
def rules(draw: st.DrawFn, name: str, *, toward: bool = False) -> Rule:
    kinds = ["set", "check", "explained", "labelled", "told", "way", *(["toward"] if toward else [])]
    kind = draw(st.sampled_from(kinds))
    if kind == "set":
        return set_ban(name, draw(by_unit), draw(st.booleans()))
    if kind in ("labelled", "told"):
        return (labelled_ban if kind == "labelled" else told_ban)(name, draw(by_unit), draw(st.booleans()))
    if kind in ("check", "explained"):
        return (check_ban if kind == "check" else explained_ban)(name, draw(by_unit))
    if kind == "toward":
        return toward_ban(draw(rules(name)), draw(st.integers(0, HEXES - 1)))
    route = st.frozensets(st.integers(0, 4), max_size=4)
    routes = draw(st.lists(st.lists(route, min_size=1, max_size=3), min_size=1, max_size=7))
    return way_ban(name, routes, draw(st.integers(2, 5)), draw(numbers))


def some_rules(draw: st.DrawFn, name: str, *, toward: bool = False) -> list[Rule]:
    return [draw(rules(f"{name}.{number}", toward=toward)) for number in range(draw(st.integers(0, 3)))]


@dataclass(frozen=True)
class Case:
    """An option list and the rules behind each of its orders, as they were drawn."""

    offered: Orders[Any]
    unit_rules: dict[type[Action], list[Rule]]
    hex_rules: dict[type[Action], list[Rule]]

    def expected(self, action: Any) -> list[list[set[str]]]:
        """For each rule against the action: the sets of words it may be refused with."""
        asked, kind = self.offered.asked, type(action)
        found: list[list[set[str]]] = []
        if kind is Rest:
            found = [rule.expected(asked, 0) for rule in self.unit_rules[Rest]]
        if kind in (Dig, March, Shoot):
            unit = MILL.index[action.unit]
            found = [rule.expected(asked, unit) for rule in self.unit_rules[kind]]
        if kind in (Mark, March, Shoot):
            unit = -1 if kind is Mark else MILL.index[action.unit]
            place = MILL.index[action.unit_target] if kind is Shoot else MILL.board.grid.index(action.hex)
            if kind is Mark or on_map(asked, unit) or not any(found):
                found += [rule.expected(asked.about(unit), place) for rule in self.hex_rules[kind]]
        return [choices for choices in found if choices]


@st.composite
def cases(draw: st.DrawFn) -> Case:
    places = draw(st.lists(st.integers(-2, HEXES - 1), min_size=UNITS, max_size=UNITS))
    draft = BATTLE.set_up(MILL).draft()
    draft.at = tuple({-1: WAITING, -2: LOST}.get(place, place) for place in places)
    side = draw(st.sampled_from(MILL.battle.sides))
    unit_rules = {
        Rest: some_rules(draw, "rest"),
        Dig: some_rules(draw, "dig", toward=True),
        March: some_rules(draw, "unit", toward=True),
        Shoot: some_rules(draw, "gun"),
    }
    hex_rules = {Mark: some_rules(draw, "mark"), March: some_rules(draw, "hex"), Shoot: some_rules(draw, "target")}
    orders: list[Order[Any]] = [
        SideOrder(REST, [rule.ban for rule in unit_rules[Rest]]),
        UnitOrder(Dig, [rule.ban for rule in unit_rules[Dig]]),
        HexOrder(Mark, [rule.ban for rule in hex_rules[Mark]]),
        MarchOrder(March, [rule.ban for rule in unit_rules[March]], [rule.ban for rule in hex_rules[March]]),
        TargetOrder(Shoot, [rule.ban for rule in unit_rules[Shoot]], [rule.ban for rule in hex_rules[Shoot]]),
    ]
    orders = draw(st.permutations(orders))[: draw(st.integers(1, 5))]
    return Case(Orders(Asked(freeze(draft), Deciding(side)), orders, "TOY 1"), unit_rules, hex_rules)


def covered(case: Case) -> Iterator[Action]:
    """The actions some order of the list is about."""
    return (action for action in EVERY_ACTION if any(order.covers(action) for order in case.offered.orders))


# -- what holds for all of them


@settings(max_examples=60)
@given(cases())
def test_listed_accepted_and_unrefused_are_the_same(case: Case) -> None:
    offered = case.offered
    listed_ones = offered.all()
    legal = {action for action in covered(case) if not case.expected(action)}
    assert len(set(listed_ones)) == len(listed_ones)
    assert set(listed_ones) == set(offered) == legal
    assert {action for action in EVERY_ACTION if action in offered} == legal
    assert {action for action in EVERY_ACTION if not offered.reasons(action)} == legal
    by_counter = [action for unit in MILL.ids for action in offered.of(unit)]
    assert sorted(map(str, [*by_counter, *offered.general()])) == sorted(map(str, listed_ones))
    assert {action.actor for action in legal if action.actor} <= set(offered.actors())


@settings(max_examples=60)
@given(cases())
def test_a_refusal_names_every_ban_that_forbids_and_no_other(case: Case) -> None:
    about = set(covered(case))
    for action in EVERY_ACTION:
        found = case.offered.reasons(action)
        if action not in about:
            assert found == [Reason("TOY 1", NOT_ASKED)]
            continue
        keys = {refusal.key for refusal in found}
        assert len(keys) == len(found), "no ban is named twice"
        for choices in case.expected(action):
            assert any(choice <= keys for choice in choices), action
            keys -= next(choice for choice in choices if choice <= keys)
        assert not keys, f"{action} is refused for something that does not forbid it"


@settings(max_examples=40)
@given(cases())
def test_without_the_bans_it_names_a_refused_action_is_legal(case: Case) -> None:
    for action in covered(case):
        refusals = case.offered.reasons(action)
        if refusals:
            lifted = case.offered.lifting(refusals)
            assert action in lifted
            assert not lifted.reasons(action)


@settings(max_examples=40)
@given(cases())
def test_each_ban_named_forbids_by_itself(case: Case) -> None:
    """With all the others lifted the action is still refused, unless one limit of a way makes up for another."""
    for action in covered(case):
        refusals = case.offered.reasons(action)
        for refusal in refusals:
            if refusal.clause != "TOY 4":  # the clause of the ways
                others = [one for one in refusals if one is not refusal]
                assert [one.key for one in case.offered.lifting(others).reasons(action)] == [refusal.key]


# -- ways


def way_to(*routes: set[int], limits: int) -> list[int]:
    """The limits a way names for a place that these routes lead to, each closed by some limits."""
    rule = way_ban("way", [[frozenset(route) for route in routes]], limits, frozenset())
    asked: Any = Asked(BATTLE.set_up(MILL), Deciding("union"))
    assert isinstance(rule.ban, Way)
    return sorted(rule.ban.limits.index(limit) for limit in rule.ban.in_the_way(asked, 0))


def test_a_way_names_every_limit_that_alone_would_open_it() -> None:
    assert way_to({0}, {2}, {0, 1}, limits=4) == [0, 2]


def test_a_way_may_name_only_the_first_limit_that_alone_would_open_it() -> None:
    every = way_ban("way", [[frozenset({1}), frozenset({2}), frozenset({0, 3})]], 4, frozenset()).ban
    assert isinstance(every, Way)
    asked: Any = Asked(BATTLE.set_up(MILL), Deciding("union"))
    assert list(every.in_the_way(asked, 0)) == [every.limits[1], every.limits[2]]
    assert list(Way(every.limits, every.goals, first=True).in_the_way(asked, 0)) == [every.limits[1]]


def test_a_way_names_the_fewest_limits_that_open_it_together() -> None:
    assert way_to({0, 1}, {2, 3, 4}, limits=5) == [0, 1]
    assert way_to({0, 1, 2}, {3, 4}, limits=5) == [3, 4]
    assert way_to({0, 1, 2}, {2, 3, 4}, {0, 1, 3, 4}, limits=5) in ([0, 1, 2], [2, 3, 4])


@given(st.lists(st.frozensets(st.integers(0, 4), min_size=2), min_size=1, max_size=4))
def test_no_smaller_set_of_limits_would_do(routes: list[frozenset[int]]) -> None:
    named = way_to(*map(set, routes), limits=5)
    assert any(route <= set(named) for route in routes)
    for smaller in combinations(range(5), len(named) - 1):
        assert not any(route <= set(smaller) for route in routes)


def test_a_way_nobody_can_open_names_all_its_limits() -> None:
    limits = [Limit("TOY 2", "reason.far"), Limit("TOY 2", "reason.woods")]
    never: Way[Any] = Way(limits, lambda asked, lifted: 0)
    assert never.in_the_way(Asked(BATTLE.set_up(MILL), Deciding("union")), 3) == tuple(limits)


# -- what cannot be written


def test_two_orders_for_the_same_actions_cannot_stand_in_one_list() -> None:
    """One could list what the other refuses."""
    asked: Any = Asked(BATTLE.set_up(MILL), Deciding("union"))
    with pytest.raises(TypeError, match="two orders"):
        Orders(asked, [UnitOrder(Dig), UnitOrder(Dig)], "TOY 1")
    with pytest.raises(TypeError, match="two orders"):
        Orders(asked, [SideOrder(REST), SideOrder(REST)], "TOY 1")
    several = Orders(asked, [SideOrder(Rest("a")), SideOrder(Rest("b"))], "TOY 1")
    assert [Rest(option) in several for option in "abc"] == [True, True, False]


def test_what_a_list_hands_out_is_its_own() -> None:
    """Lists of actions are shared between states: nobody can add to them."""
    assert isinstance(listed(unit_row(MILL, Dig), 0b101), tuple)
    offered: Any = Orders(Asked(BATTLE.set_up(MILL), Deciding("union")), [MarchOrder(March)], "TOY 1")
    offered.of("UA").clear()
    assert len(offered.of("UA")) == HEXES


def test_an_order_explains_an_action_with_the_counter_and_the_hex_it_names() -> None:
    ban: Ban[Any] = Ban("TOY 2", "reason.far", lambda asked: -1, lambda asked, number: {"points": 2})
    asked: Any = Asked(BATTLE.set_up(MILL), Deciding("union"))
    offered = Orders(asked, [MarchOrder(March, (), (ban,)), UnitOrder(Dig, (Toward(ban, lambda asked: 7),))], "TOY 1")
    args = (("unit", "UA"), ("hex", NAMES[7]), ("points", 2))
    assert offered.reasons(March("UA", NAMES[7])) == [Reason("TOY 2", "reason.far", args)]
    assert offered.reasons(Dig("UA")) == [Reason("TOY 2", "reason.far", args)]


SIZES = st.sampled_from([0, 1, 29, 30, 31, 60, 61, 62, 63, 64, 89, 90, 91, 500])
NUMBERS = st.builds(
    lambda size, bits, negative: (bits % (1 << size)) ^ -negative, SIZES, st.integers(0, 1 << 500), st.booleans()
)


@given(NUMBERS, NUMBERS)
def test_sets_of_every_size_are_narrowed_as_their_numbers_say(open_: int, forbidden: int) -> None:
    """A compiled build takes what is forbidden away with an operation of its own (`tools/int_ops.c`)."""
    asked: Any = Asked(BATTLE.set_up(MILL), Deciding("union"))
    left = Ban("TOY 2", "reason.key", lambda asked: forbidden).narrow(asked, open_)
    expected = open_
    for number in range(502):
        if forbidden >> number & 1 and open_ >> number & 1:
            expected -= 1 << number
    beyond = forbidden < 0 and open_ < 0
    assert left == (expected + (1 << 502) if beyond else expected)
    assert hash(left) == hash(left + 0)
