"""What the terrain chart bars, line by line, so that an explanation can ask what would be open without a line.

A rule that is *lifted* is one set aside for the sake of an explanation (see `obstacles`).  Nothing here is needed for
play: the steps that are open are in `ground`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from hardtack.battles.musket.ground import Ground, Profile, Ways, goals_of, turn_round
from hardtack.board.reach import Edges

Lifted = frozenset[str]
"""Clauses set aside for the sake of an explanation: what would be legal without them?"""
NOTHING: Lifted = frozenset()
ROAD_RATE = "MS 4.62"
KEPT = 40  # answers worth keeping: an explanation asks about a dozen


class Barrier(NamedTuple):
    """A step the chart does not allow, or allows only as the last: what it would cost, and the lines against it."""

    here: int
    there: int
    cost: int
    clauses: Lifted


class Barriers:
    """The closed and the halting steps of one board, worked out when first asked for."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground
        self._shut: dict[tuple[Profile, bool], tuple[Barrier, ...]] = {}
        self._halting: dict[tuple[Profile, bool], tuple[Barrier, ...]] = {}
        self._lines: dict[tuple[Profile, bool], list[str]] = {}
        self._without: dict[tuple[Profile, bool, Lifted], Ways] = {}

    def shut(self, profile: Profile, march: bool) -> tuple[Barrier, ...]:
        """The steps closed to a profile."""
        key = (profile, march)
        if key not in self._shut:
            neighbours = self.ground.ways(profile, march).neighbours
            self._shut[key] = tuple(
                Barrier(here, there, self.price(profile, march, there), self.bars(profile, march, here, there))
                for here, there in self.ground.steps
                if there not in neighbours[here]
            )
        return self._shut[key]

    def halting(self, profile: Profile, march: bool) -> tuple[Barrier, ...]:
        """The steps that end a move by the ground alone (MS 4.4)."""
        key = (profile, march)
        if key not in self._halting:
            self._halting[key] = tuple(
                Barrier(here, there, cost, self.halts(profile, there))
                for here, moves in enumerate(self.ground.ways(profile, march).halts.moves)
                for there, cost in moves
            )
        return self._halting[key]

    def lines(self, profile: Profile, march: bool) -> list[str]:
        """Every line of the chart that bars a profile somewhere, those that end a move first."""
        key = (profile, march)
        if key not in self._lines:
            kinds = (self.halting(profile, march), self.shut(profile, march))
            self._lines[key] = [
                line for steps in kinds for line in sorted({line for step in steps for line in step.clauses})
            ]
        return self._lines[key]

    def halts(self, profile: Profile, hex_: int) -> Lifted:
        return frozenset(line for moving in profile for line in self.ground.halt_lines(moving, hex_))

    def bars(self, profile: Profile, march: bool, a: int, b: int) -> Lifted:
        """The lines of the chart against a step off the road."""
        ground = self.ground
        found = set(ground.side_bars(a, b))
        if self.prohibited(profile, b):
            found.add(ground.terrain[b].clause)
        if march:
            found |= {ground.terrain[hex_].clause for hex_ in (a, b) if not ground.terrain[hex_].march}
        return frozenset(found)

    def prohibited(self, profile: Profile, hex_: int) -> bool:
        """Whether the terrain of a hex is closed to a member of a profile, however it moves."""
        return not all(self.ground.terrain[hex_].cost[self.ground.tables.classes[moving]] for moving in profile)

    def price(self, profile: Profile, march: bool, hex_: int) -> int:
        """What a closed step would cost if it were open: the terrain where it has a price, else a point."""
        costs = [self.ground.terrain[hex_].cost[self.ground.tables.classes[moving]] or 1 for moving in profile]
        return max(costs) * (2 if march else 1)

    def ways_without(self, profile: Profile, march: bool, lifted: Lifted) -> Ways:
        """The steps open to a profile if some clauses did not hold; a few answers are kept."""
        ground_alone = lifted.intersection((ROAD_RATE, *self.lines(profile, march)))
        if not ground_alone and not march:
            return self.ground.ways(profile, march)
        key = (profile, march, ground_alone)
        known = self._without.get(key)
        if known is None:
            if len(self._without) >= KEPT:
                self._without.clear()
            freed = [step for step in self.shut(profile, march) if step.clauses <= lifted]
            passed = [step for step in self.halting(profile, march) if step.clauses <= lifted]
            road_rate = march or ROAD_RATE in lifted  # a march that entered a zone would march on
            known = self._without[key] = with_steps(self.ground.ways(profile, march), freed, passed, road_rate)
        return known


def with_steps(ways: Ways, freed: Sequence[Barrier], passed: Sequence[Barrier], road_rate: bool) -> Ways:
    """Ways with closed steps opened, halting ones passed through, and zones entered at the road rate if need be."""
    flow, halts = [list(moves) for moves in ways.flow.moves], [list(moves) for moves in ways.halts.moves]
    zoned = [list(moves) for moves in turn_round(ways.into_zone).moves]
    for here, there, cost, _ in freed:
        flow[here].append((there, cost))
        zoned[here].append((there, cost))
    for here, there, cost, _ in passed:
        flow[here].append((there, cost))
        halts[here].remove((there, cost))
    both = [[*goes_on, *stops] for goes_on, stops in zip(flow, halts, strict=True)]
    zoned = both if road_rate else zoned
    edges = [Edges(tuple(moves) for moves in table) for table in (flow, halts, both, zoned)]
    return replace(
        ways, flow=edges[0], halts=edges[1], into=turn_round(edges[2]), into_zone=turn_round(edges[3]),
        enterable=goals_of(both), zone_enterable=goals_of(zoned), halting=any(halts),
    )  # fmt: skip
