"""How far a piece can go: the cheapest way to every hex within its movement points.

This is the hot kernel of every battle.  Costs are whole numbers (a game with halves doubles them), so a list
of buckets, one per cost, does the work of a priority queue at a fraction of its price.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Protocol, TypeVar

from hardtack.board.board import Board
from hardtack.board.masks import entries_of, hexes_in, mask_of
from hardtack.board.native import COMPILED

if COMPILED:
    from hardtack.board.kernel import Ways  # the same search in C

T = TypeVar("T")


class Edges:
    """For each hex the (neighbour, cost) pairs of the moves that leave it: `moves[hex]`."""

    def __init__(self, moves: Iterable[tuple[tuple[int, int], ...]]) -> None:
        self.moves = tuple(moves)


class Move:
    """A move into a neighbour, with those that can be worth making after it.

    After a move from a to b nothing is won by going back to a, nor by going on to what is no dearer to enter from a
    itself: by then all moves from a have been looked at.  That spares :func:`reach` about half of its questions.
    """

    __slots__ = ("onward", "price", "there")

    def __init__(self, there: int, price: int) -> None:
        self.there = there
        self.price = price
        self.onward: tuple[Move, ...] = ()


@lru_cache(maxsize=256)
def turned_round(edges: Edges) -> Edges:
    """The same moves by the hex they enter: where each comes from, lowest first, and its cost."""
    into: list[list[tuple[int, int]]] = [[] for _ in edges.moves]
    for here, moves in enumerate(edges.moves):
        for there, price in moves:
            into[there].append((here, price))
    return Edges(map(tuple, into))


@lru_cache(maxsize=256)
def leaving(edges: Edges) -> tuple[tuple[Move, ...], ...]:
    """The same moves as :func:`reach` wants them, by the hex they leave."""
    table = tuple(tuple(Move(there, price) for there, price in moves) for moves in edges.moves)
    for here, moves in enumerate(table):
        direct = {here: 0, **dict(edges.moves[here])}
        for move in moves:
            after = table[move.there]
            move.onward = tuple(on for on in after if move.price + on.price < direct.get(on.there, DEAREST))
    return table


@lru_cache(maxsize=1024)
def in_c(edges: Edges) -> Ways:
    """The same moves as the search in C wants them."""
    return Ways(edges.moves)


DEAREST = 1 << 60  # no way costs as much
CLOSED = ord("1")  # in a set of closed hexes written out


def build_edges(board: Board, cost: Callable[[int, int], int | None]) -> Edges:
    """The moves of one kind of piece; ``cost(a, b)`` is the price from a to its neighbour b, None for never.

    Hexes out of play are left out.  Build once per movement class when a battle is loaded.
    """
    table: list[tuple[tuple[int, int], ...]] = []
    for here in range(board.grid.size):
        moves: list[tuple[int, int]] = []
        if board.playable >> here & 1:
            for there in board.grid.around[here]:
                price = cost(here, there) if board.playable >> there & 1 else None
                if price is None:
                    continue
                if price < 1:
                    names = f"{board.grid.name(here)} to {board.grid.name(there)}"
                    raise ValueError(f"every move costs a point or more: {names} costs {price}")
                moves.append((there, price))
        table.append(tuple(moves))
    return Edges(table)


def reach(edges: Edges, start: int, points: int, closed: int = 0, stops: int = 0) -> dict[int, int]:
    """The cheapest cost of every hex that can be entered from ``start`` with ``points``.

    Hexes in the set ``closed`` are never entered; a hex in ``stops`` is entered but not left.  The start is
    always left, whatever it is in, and is not part of the answer.
    """
    if COMPILED:
        everywhere = (1 << len(edges.moves)) - 1
        return in_c(edges).reach(start, points, closed & everywhere, stops & everywhere)
    costs: dict[int, int] = {}
    if points < 1:
        return costs
    # Only a cost below the best one known is news; closed hexes and the start can never make any.
    best = _best_known(len(edges.moves), points, closed)
    best[start] = 0
    # Every move costs something, so a hex that takes the last point leads nowhere: the last bucket is not read.
    buckets: list[list[Move]] = [[] for _ in range(points + 1)]
    for move in leaving(edges)[start]:
        there = move.there
        if move.price < best[there]:
            best[there] = costs[there] = move.price
            buckets[move.price].append(move)
    for spent in range(1, points):
        for last in buckets[spent]:
            here = last.there
            if best[here] != spent or (stops and stops >> here & 1):
                continue
            for move in last.onward:
                total, there = spent + move.price, move.there
                if total < best[there]:
                    best[there] = costs[there] = total
                    buckets[total].append(move)
    return costs


def goals(edges: Edges, start: int, points: int, closed: int, stops: int) -> int:
    """What :func:`reach` finds, as a set: the quickest to be had where nobody asks what it costs."""
    if COMPILED:
        return in_c(edges).goals(start, points, closed, stops, 0)
    return mask_of(reach(edges, start, points, closed, stops))


def way_to(edges: Edges, start: int, points: int, closed: int, stops: int, goal: int) -> tuple[int, list[int]]:
    """What it costs to get to a hex, and the way of :func:`way_back`; KeyError when it is not reached."""
    if COMPILED:
        return in_c(edges).way(start, points, closed, stops, goal)
    costs = reach(edges, start, points, closed, stops)
    return costs[goal], way_back(edges, costs, start, goal, stops)


class Reached(Protocol):
    """What a march comes to, in the order it does, and what each hex costs. A compiled build keeps it in C."""

    def by_hex(self) -> dict[int, int]:
        """What each hex costs."""

    def picked(self, row: tuple[T, ...], /) -> list[T]:
        """The entries of a row for the hexes."""

    def meets(self, hexes: int, /) -> bool:
        """Whether one of some hexes is among them."""

    def cost(self, hex_: int, /) -> int:
        """What a hex costs; -1 where it is not among them."""

    def leave_out(self, hexes: int, /) -> None:
        """Strike some hexes."""

    def after(self, first: int, price: int, /) -> None:
        """Put a first hex with its price before all of it."""


class ByHex:
    """The same in plain Python."""

    __slots__ = ("costs",)

    def __init__(self, costs: dict[int, int]) -> None:
        self.costs = costs

    def by_hex(self) -> dict[int, int]:
        return self.costs

    def picked(self, row: tuple[T, ...]) -> list[T]:
        return entries_of(row, self.costs)

    def meets(self, hexes: int) -> bool:
        return not self.costs.keys().isdisjoint(hexes_in(hexes))

    def cost(self, hex_: int) -> int:
        return self.costs.get(hex_, -1)

    def leave_out(self, hexes: int) -> None:
        for hex_ in hexes_in(hexes):
            self.costs.pop(hex_, None)

    def after(self, first: int, price: int) -> None:
        onward = self.costs.items()
        self.costs = {first: price, **{hex_: price + cost for hex_, cost in onward if hex_ != first}}


class Course:
    """Ways to go and last steps that lead no further; `come_to` says how far both together go.

    Moves of `halts` are last ones wherever they lead. `into` has the moves of both by the hex they enter, `into_zone`
    those of them by which a zone is entered, at the same price or a higher one. `goals` is for each hex the set that
    both lead to.
    """

    def __init__(self, flow: Edges, halts: Edges | None, into: Edges, into_zone: Edges, goals: tuple[int, ...]) -> None:
        self.flow = flow
        self.halts = halts
        self.into = into
        self.into_zone = into_zone
        self.goals = goals
        if COMPILED:
            self._flow, self._into, self._into_zone = in_c(flow), in_c(into), in_c(into_zone)
            self._halts: Ways | None = None if halts is None else in_c(halts)

    def come_to(self, start: int, points: int, closed: int, ends: int, zone: int, single: int) -> Reached:
        """What :func:`reach` comes to past closed hexes, with the last steps.

        Hexes in `ends`, which are closed to the rest of the way, are entered by `into`, those of a `zone` by
        `into_zone` and not straight from another of the zone where the way starts. Hexes in `single` cost all the
        points where nothing is cheaper.
        """
        if COMPILED:
            return self._flow.come_to(
                self._halts, self._into, self._into_zone, start, points, closed | ends, ends, zone, single
            )
        closed |= ends
        found = reach(self.flow, start, points, closed)
        if self.halts is not None or ends:
            self.add_last_steps(found, start, points, closed, ends, zone)
        for hex_ in hexes_in(single) if points >= 0 else ():
            found.setdefault(hex_, points)
        return ByHex(found)

    def add_last_steps(self, found: dict[int, int], start: int, points: int, closed: int, ends: int, zone: int) -> None:
        """Enter what only the last step comes to. What the way itself comes to is in `found` already."""
        on_the_way = {start: 0, **found}
        if self.halts is not None:
            halts = self.halts.moves
            for here, spent in on_the_way.items():
                for there, cost in halts[here]:
                    total = spent + cost
                    beyond = there == start or closed >> there & 1
                    if total <= points and not beyond and total < found.get(there, total + 1):
                        found[there] = total
        near = 0
        for here in on_the_way if ends else ():
            near |= self.goals[here]
        barred = start if zone >> start & 1 else -1
        for hex_ in hexes_in(near & ends):
            in_zone = zone >> hex_ & 1
            best = points + 1
            for before, cost in (self.into_zone if in_zone else self.into).moves[hex_]:
                if before in on_the_way and on_the_way[before] + cost < best and not (in_zone and before == barred):
                    best = on_the_way[before] + cost
            if best <= points:
                found[hex_] = best


def _best_known(size: int, points: int, closed: int) -> list[int]:
    """Before the first step: 0 for a closed hex, more than the points for an open one.

    Writing the set out as text and translating its signs is by far the quickest way to mark many hexes.
    """
    signs = _written_out(size, closed)
    if points < 255:
        return list(signs.translate(_translation(points)))
    return [0 if sign == CLOSED else points + 1 for sign in signs]


@lru_cache(maxsize=8)
def _written_out(size: int, closed: int) -> bytes:
    """A set of hexes, one sign for each hex; kept, as the hexes closed to one unit are mostly so to the next."""
    beyond = 1 << size
    return bin(closed & (beyond - 1) | beyond)[:2:-1].encode()


@cache
def _translation(points: int) -> bytes:
    return bytes(0 if sign == CLOSED else points + 1 for sign in range(256))


def reach_tree(
    edges: Edges, start: int, points: int, closed: int = 0, stops: int = 0
) -> tuple[dict[int, int], dict[int, int]]:
    """As :func:`reach`, with the hex each hex is entered from.

    Among equally cheap ways the hex with the lowest number wins, so a path is the same on every machine.
    """
    costs = reach(edges, start, points, closed, stops)
    stops &= ~(1 << start)
    parents: dict[int, int] = {}
    for here in sorted((start, *costs)):
        if stops >> here & 1:
            continue
        spent = costs.get(here, 0)
        for there, price in edges.moves[here]:
            if costs.get(there) == spent + price:
                parents.setdefault(there, here)
    return costs, parents


def path_to(parents: Mapping[int, int], start: int, goal: int) -> list[int]:
    """The hexes from ``start`` to ``goal``, both ends counted; KeyError when the goal was not reached."""
    path = [goal]
    while path[-1] != start:
        path.append(parents[path[-1]])
    path.reverse()
    return path


def way_back(edges: Edges, costs: dict[int, int], start: int, goal: int, stops: int = 0) -> list[int]:
    """The hexes entered from ``start`` to ``goal``, in order, worked out from the costs :func:`reach` gave.

    Quicker than a whole tree when one way is wanted; it is the way :func:`reach_tree` gives.
    """
    way, entering = [], turned_round(edges).moves
    while goal != start:
        way.append(goal)
        goal = _entered_from(entering[goal], costs, start, goal, stops)
    way.reverse()
    return way


def _entered_from(
    entering: Iterable[tuple[int, int]], costs: Mapping[int, int], start: int, here: int, stops: int
) -> int:
    """The hex from which a hex is entered at its cost, the lowest of several; KeyError when it was not reached."""
    total = costs[here]
    for before, price in entering:
        if before == start:
            if price == total:
                return before
        elif price < total and costs.get(before) == total - price and not stops >> before & 1:
            return before
    raise KeyError(here)


def ways_back(
    edges: Edges, costs: dict[int, int], start: int, name: Callable[[int], str], stops: int = 0
) -> Callable[[int], tuple[str, ...]]:
    """The ways of :func:`way_back` by name, to one goal after another: what they have in common is found once."""
    known: dict[int, tuple[str, ...]] = {start: ()}
    entering = turned_round(edges).moves

    def way(goal: int) -> tuple[str, ...]:
        found = known.get(goal)
        if found is None:
            before = _entered_from(entering[goal], costs, start, goal, stops)
            found = known[goal] = (*way(before), name(goal))
        return found

    return way
