"""What the terrain chart bars, line by line, so that an explanation can ask what would be open without a line.

A rule that is *lifted* is one set aside for the sake of an explanation (see `obstacles`).  Nothing here is needed for
play: the steps that are open are in `ground`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from hardtack.battles.musket.ground import Ground, Profile, Ways, ways_of
from hardtack.board.reach import turned_round

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


@lru_cache(maxsize=64)
def shut(ground: Ground, profile: Profile, march: bool) -> tuple[Barrier, ...]:
    """The steps closed to a profile."""
    neighbours = ground.ways(profile, march).neighbours
    return tuple(
        Barrier(here, there, price(ground, profile, march, there), bars(ground, profile, march, here, there))
        for here, there in ground.steps
        if there not in neighbours[here]
    )


@lru_cache(maxsize=64)
def halting(ground: Ground, profile: Profile, march: bool) -> tuple[Barrier, ...]:
    """The steps that end a move by the ground alone (MS 4.4)."""
    return tuple(
        Barrier(here, there, cost, halts(ground, profile, there))
        for here, moves in enumerate(ground.ways(profile, march).halts.moves)
        for there, cost in moves
    )


@lru_cache(maxsize=64)
def lines(ground: Ground, profile: Profile, march: bool) -> tuple[str, ...]:
    """Every line of the chart that bars a profile somewhere, those that end a move first."""
    kinds = (halting(ground, profile, march), shut(ground, profile, march))
    return tuple(line for steps in kinds for line in sorted({line for step in steps for line in step.clauses}))


def halts(ground: Ground, profile: Profile, hex_: int) -> Lifted:
    return frozenset(line for moving in profile for line in ground.halt_lines(moving, hex_))


def bars(ground: Ground, profile: Profile, march: bool, a: int, b: int) -> Lifted:
    """The lines of the chart against a step off the road."""
    found = set(ground.side_bars(a, b))
    if prohibited(ground, profile, b):
        found.add(ground.terrain[b].clause)
    if march:
        found |= {ground.terrain[hex_].clause for hex_ in (a, b) if not ground.terrain[hex_].march}
    return frozenset(found)


def prohibited(ground: Ground, profile: Profile, hex_: int) -> bool:
    """Whether the terrain of a hex is closed to a member of a profile, however it moves."""
    return not all(ground.terrain[hex_].cost[ground.tables.classes[moving]] for moving in profile)


def price(ground: Ground, profile: Profile, march: bool, hex_: int) -> int:
    """What a closed step would cost if it were open: the terrain where it has a price, else a point."""
    costs = [ground.terrain[hex_].cost[ground.tables.classes[moving]] or 1 for moving in profile]
    return max(costs) * (2 if march else 1)


def ways_without(ground: Ground, profile: Profile, march: bool, lifted: Lifted) -> Ways:
    """The steps open to a profile if some clauses did not hold."""
    ground_alone = lifted.intersection((ROAD_RATE, *lines(ground, profile, march)))
    return _ways_freed(ground, profile, march, ground_alone) if ground_alone or march else ground.ways(profile, march)


@lru_cache(maxsize=KEPT)
def _ways_freed(ground: Ground, profile: Profile, march: bool, lifted: Lifted) -> Ways:
    freed = [step for step in shut(ground, profile, march) if step.clauses <= lifted]
    passed = [step for step in halting(ground, profile, march) if step.clauses <= lifted]
    road_rate = march or ROAD_RATE in lifted  # a march that entered a zone would march on
    return with_steps(ground.ways(profile, march), freed, passed, road_rate)


def with_steps(ways: Ways, freed: Sequence[Barrier], passed: Sequence[Barrier], road_rate: bool) -> Ways:
    """Ways with closed steps opened, halting ones passed through, and zones entered at the road rate if need be."""
    flow, halts = [list(moves) for moves in ways.flow.moves], [list(moves) for moves in ways.halts.moves]
    zoned = [list(moves) for moves in turned_round(ways.into_zone).moves]
    for here, there, cost, _ in freed:
        flow[here].append((there, cost))
        zoned[here].append((there, cost))
    for here, there, cost, _ in passed:
        flow[here].append((there, cost))
        halts[here].remove((there, cost))
    both = [[*goes_on, *stops] for goes_on, stops in zip(flow, halts, strict=True)]
    zoned = both if road_rate else zoned
    found = ways_of(flow, halts, both, zoned)
    return replace(found, entered_from=ways.entered_from, neighbours=ways.neighbours)
