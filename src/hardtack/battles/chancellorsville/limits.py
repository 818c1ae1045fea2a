"""Where a scenario forbids units to go, to attack or to retreat (SLB 13.1d, 13.2f, 13.3d, 13.4d-e, 13.5c).

Each ban answers with its own reason, so that a refusal can name every clause behind it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from hardtack.battles.chancellorsville.book import ClosedRegion, ClosedSides, FirstFord, ScenarioBook
from hardtack.battles.gcacw.counters import Counter
from hardtack.battles.gcacw.state import CampaignState, fact
from hardtack.board.board import Board, both_ways, slug_of
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass, replace
from hardtack.referee.events import Reason, reason

Hexside = tuple[int, int]
CROSSED = "crossed"  # units that have made their first crossing, as a mask


@dataclass(frozen=True, slots=True)
class _Closed:
    """Hexsides with what forbids them."""

    rule: ClosedSides
    sides: frozenset[Hexside]


@dataclass(frozen=True, slots=True)
class _River:
    """A river that a side may cross only at some hexsides (none: nowhere)."""

    sides: frozenset[Hexside]
    open: frozenset[Hexside]
    for_: tuple[str, ...]
    why: Reason


class Limits:
    """The bans of one scenario, worked out once for its board."""

    def __init__(self, book: ScenarioBook, board: Board, pieces: tuple[Counter, ...]) -> None:
        self.book = book
        self.board = board
        self.pieces = pieces
        self.closed = tuple(_Closed(rule, self._sides_of(rule)) for rule in book.closed_sides)
        self.rivers = tuple(self._rivers())
        first = book.first_crossing
        self.fords: dict[int, FirstFord] = {
            number: ford
            for number, piece in enumerate(pieces)
            for ford in (first.ford if first is not None else ())
            if piece.id in ford.units or piece.division in ford.divisions
        }
        after = first.after if first is not None else None
        self.leading: tuple[int, ...] = ()  # those whose crossing others wait for
        self.held_up: dict[int, FirstFord] = {}  # those who wait for it, with a ford between no hexes
        if after is not None:
            self.leading = tuple(n for n in self.fords if pieces[n].division == after.waits_for)
            nowhere = {ford: replace(ford, between=("", "")) for ford in self.fords.values()}
            self.held_up = {n: nowhere[f] for n, f in self.fords.items() if pieces[n].division == after.division}
        # The same fords by number, 0 for none: a set of closed steps is known by small things.
        different = [*dict.fromkeys([*self.fords.values(), *self.held_up.values()])]
        self.numbered: tuple[FirstFord | None, ...] = (None, *different)
        self.ford_of = {n: 1 + different.index(ford) for n, ford in self.fords.items()}
        self.held_up_at = {n: 1 + different.index(ford) for n, ford in self.held_up.items()}
        self.touched = self._touched()
        self.touched_from: dict[int, list[int]] = {}
        for a, b in sorted(self.touched):
            self.touched_from.setdefault(a, []).append(b)
        self.touching = mask_of(self.touched_from)  # the hexes from which any of these steps leads

    def _touched(self) -> frozenset[Hexside]:
        """Every step that some ban could forbid to somebody at some time: all others need no asking."""
        found = {side for ban in self.closed for side in ban.sides}
        found |= {side for river in self.rivers for side in river.sides - river.open}
        around = self.board.grid.around
        for b in range(self.board.grid.size):
            if any(True for bound in self.book.bounds for _ in self._bounds(bound.side, b)):
                found.update((a, b) for a in around[b])
        entered = [self.board.regions[ban.region] for ban in self.book.closed_regions]
        first = self.book.first_crossing
        if first is not None:  # leaving the east bank is entering what is not it
            entered.append(~self.board.regions[first.east_bank])
        for region in entered:
            outside = [a for a in range(self.board.grid.size) if not region >> a & 1]
            found.update((a, b) for a in outside for b in around[a] if region >> b & 1)
        return frozenset(found)

    def _both_ways(self, sides: Iterable[tuple[str, str]]) -> frozenset[Hexside]:
        index = self.board.grid.index
        return frozenset(both_ways((index(a), index(b)) for a, b in sides))

    def _sides_of(self, rule: ClosedSides) -> frozenset[Hexside]:
        named = self.board.side_sets[rule.side_set] if rule.side_set else frozenset()
        return self._both_ways(rule.sides) | named

    def _river(self, name: str) -> frozenset[Hexside]:
        return frozenset(both_ways(self.board.streams[slug_of(name)].sides))

    def _rivers(self) -> Iterator[_River]:
        for ban in self.book.closed_rivers:
            why = reason(ban.clause, "reason.closed_river", term_river=ban.river)
            yield _River(self._river(ban.river), frozenset(), ban.for_, why)
        for only in self.book.ford_only:
            ford = self.board.crossing(*next(iter(self._both_ways(only.fords))))
            name = ford.name_en if ford else ""
            why = reason(only.clause, "reason.only_ford", term_river=only.river, term_ford=name)
            yield _River(self._river(only.river), self._both_ways(only.fords), only.for_, why)

    # -- the three questions

    def on_march(self, state: CampaignState, unit: int, a: int, b: int) -> Iterator[Reason]:
        """Why a unit may not step from a to b."""
        yield from self.on_attack(state, unit, a, b, "march")
        side = self.pieces[unit].side
        for ban in self.book.closed_regions:
            if self._enters(ban, side, a, b):
                yield reason(ban.clause, "reason.closed_region", side=side, term_region=ban.region)

    def on_attack(self, state: CampaignState, unit: int, a: int, b: int, how: str = "attack") -> Iterator[Reason]:
        """Why a unit in a may not attack b: beyond its bounds, or over water that is closed to it (GC 7.1.3)."""
        side = self.pieces[unit].side
        yield from self._closed_side(state.turn, side, a, b, how)
        yield from self._closed_river(side, a, b)
        yield from self._bounds(side, b)
        yield from self._first_crossing(state, unit, a, b)

    def on_retreat(self, state: CampaignState, side: str, a: int, b: int) -> Iterator[Reason]:
        """Why a retreat may not go from a to b."""
        yield from self._closed_side(state.turn, side, a, b, "retreat")
        yield from self._closed_river(side, a, b)

    def open_way(self, turn: int, side: str, ford: FirstFord | None, a: int, b: int) -> bool:
        """Whether a side may ever march from a to b on a turn; `ford`: the one its first crossing must use."""
        if (a, b) not in self.touched:
            return True
        if any(self._closed_side(turn, side, a, b, "march")) or any(self._closed_river(side, a, b)):
            return False
        if any(self._bounds(side, b)):
            return False
        first = self.book.first_crossing
        if ford is not None and first is not None:
            east = self.board.regions[first.east_bank]
            crosses = east >> a & 1 and not east >> b & 1
            if crosses and {self.board.grid.name(a), self.board.grid.name(b)} != set(ford.between):
                return False
        return not any(self._enters(ban, side, a, b) for ban in self.book.closed_regions)

    def barred_steps(self, state: CampaignState, unit: int, here: int) -> int:
        """The hexes next to a hex that `on_march` closes to a unit, as a mask."""
        if not self.touching >> here & 1:
            return 0
        ford = 0
        if unit in self.fords and not has_crossed(state, unit):
            held_up = unit in self.held_up and not self.leading_across(state)
            ford = self.held_up_at[unit] if held_up else self.ford_of[unit]
        return closed_steps(self, state.turn, state.scenario.side_of[unit], ford, here)

    def since(self, turn: int) -> int:
        """The turn since which the ways have been as open as on this one; 0: since the beginning."""
        return max((rule.until_turn for rule in self.book.closed_sides if rule.until_turn <= turn), default=0)

    def next_ford(self, state: CampaignState, unit: int) -> FirstFord:
        """The ford of a unit's first crossing (SLB 13.4d); a ford between no hexes while it must wait for others."""
        return self.fords[unit] if unit not in self.held_up or self.leading_across(state) else self.held_up[unit]

    # -- single bans

    def _enters(self, ban: ClosedRegion, side: str, a: int, b: int) -> bool:
        """Whether the step leads from outside into a region closed to the side."""
        return side in ban.for_ and self.board.within(ban.region, b) and not self.board.within(ban.region, a)

    def _closed_side(self, turn: int, side: str, a: int, b: int, how: str) -> Iterator[Reason]:
        for ban in self.closed:
            until = ban.rule.until_turn
            if getattr(ban.rule, how) and (a, b) in ban.sides and side in ban.rule.for_ and (not until or turn < until):
                key = "reason.closed_crossing_until" if until else "reason.closed_crossing"
                yield reason(ban.rule.clause, key, turn=until)

    def _closed_river(self, side: str, a: int, b: int) -> Iterator[Reason]:
        for river in self.rivers:
            if side in river.for_ and (a, b) in river.sides and (a, b) not in river.open:
                yield river.why

    def _bounds(self, side: str, b: int) -> Iterator[Reason]:
        for bound in self.book.bounds:
            if bound.side != side:
                continue
            if bound.lowest_column and self.board.grid.column(b) < bound.lowest_column:
                yield reason(bound.clause, "reason.west_limit", column=bound.lowest_column)
            if bound.region and not self.board.within(bound.region, b):
                yield reason(bound.clause, "reason.outside_region")

    def _first_crossing(self, state: CampaignState, unit: int, a: int, b: int) -> Iterator[Reason]:
        """SLB 13.4d: the first crossing is at the unit's own ford, the 3rd Division's after the 2nd's."""
        rule = self.book.first_crossing
        ford = self.fords.get(unit)
        if rule is None or ford is None or has_crossed(state, unit):
            return
        east = self.board.regions[rule.east_bank]
        if not east >> a & 1 or east >> b & 1:
            return
        name = self.board.grid.name
        piece = self.pieces[unit]
        if {name(a), name(b)} != set(ford.between):
            yield reason(rule.clause, "reason.first_ford", unit=piece.id, term_ford=ford.name)
        after = rule.after
        if after is not None and piece.division == after.division and not self.leading_across(state):
            yield reason(rule.clause, "reason.wait_for_division", unit=piece.id, term_division=after.waits_for)

    def leading_across(self, state: CampaignState) -> bool:
        """Every unit on the map that others wait for has made its first crossing; a lost one holds nobody up."""
        crossed = fact(state, CROSSED)
        return all(crossed >> unit & 1 or state.at[unit] < 0 for unit in self.leading)


@lru_cache(maxsize=1 << 14)
def closed_steps(limits: Limits, turn: int, side: str, ford: int, here: int) -> int:
    """The hexes next to a hex to which no way is open on a turn; `ford`: the number of the one that must be used."""
    near, over = limits.touched_from[here], limits.numbered[ford]
    return mask_of(there for there in near if not limits.open_way(turn, side, over, here, there))


def has_crossed(state: CampaignState, unit: int) -> bool:
    return bool(fact(state, CROSSED) >> unit & 1)
