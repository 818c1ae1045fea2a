"""What must hold for any ground and any placing: reach by single steps, refusals, odds."""

from __future__ import annotations

import heapq
from random import Random

import pytest
from musket_field import Field, destinations

from hardtack.battles.musket.lay import lay_of
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.state import MusketState
from hardtack.referee.umpire import options, why_not

KINDS = ("light_woods", "deep_woods", "swamp", "rough", "town")
HEXES = [f"{column:02d}{row:02d}" for column in range(1, 11) for row in range(1, 9)]


def random_field(random: Random) -> Field:
    """Random ground with a road across it."""
    picked = random.sample(HEXES, 40)
    terrain = {kind: sorted(picked[number * 6 : number * 6 + 6]) for number, kind in enumerate(KINDS)}
    road = [f"05{row:02d}" for row in range(1, 9)]
    slopes = [("0303", "0304"), ("0704", "0703"), ("0503", "0504")]
    creek = [(f"06{row:02d}", f"07{row:02d}") for row in range(1, 8)]
    return Field(
        terrain=terrain, overlays={"stream": sorted(picked[30:38])}, paths={"road": road}, slopes=slopes,
        hexsides={"creek": creek}, crossings=[("ford", *creek[2]), ("bridge", *creek[5])],
    )  # fmt: skip


def random_state(field: Field, random: Random, unit: str, points: int) -> MusketState:
    places = dict(zip(("ua", "ub", "ug", "ca", "cb", "cg", "cl"), random.sample(HEXES, 7), strict=True))
    frame = Moving("union", (field.piece(unit),), points, "move")
    return field.state(frame, places)


def step_by_step(field: Field, state: MusketState, unit: str, points: int) -> dict[int, int]:
    """The rules of a move applied one hex at a time, as a player at a table would."""
    ground, lay = field.scenario.ground, lay_of(state)
    kind = field.scenario.kind[field.piece(unit)]
    enemy, zone, alone = lay.combat[1], lay.zone[1], lay.soft[1]
    start = state.at[field.piece(unit)]
    found: dict[int, int] = {}
    best = {start: 0}
    queue = [(0, start)]
    while queue:
        spent, here = heapq.heappop(queue)
        if spent > best[here]:
            continue
        for there in field.grid.around[here]:
            if enemy >> there & 1 or (here == start and zone >> here & 1 and zone >> there & 1):
                continue
            rate, way = ground.terrain_rate(kind, here, there), ground.way(here, there)
            by_road = way is not None and not (kind == "infantry" and zone >> there & 1)
            if rate is None and not by_road:
                continue
            cost = 1 if by_road else int(rate or 0)
            if spent + cost > points:
                continue
            found[there] = min(found.get(there, points), spent + cost)
            stops = (zone | alone) >> there & 1 or (not by_road and ground.halts(kind, there))
            if not stops and spent + cost < best.get(there, points + 1):
                best[there] = spent + cost
                heapq.heappush(queue, (spent + cost, there))
    found.pop(start, None)
    return {hex_: cost for hex_, cost in found.items() if lay.load.get(hex_, 0) <= 2}


@pytest.mark.rule("MS 4.4", "MS 4.61", "MS 4.62", "MS 6.3", "MS 5.2")
@pytest.mark.parametrize("seed", range(40))
def test_reach_is_what_single_steps_allow(seed: int) -> None:
    random = Random(seed)
    field = random_field(random)
    unit, points = random.choice(("ua", "ug")), random.randint(2, 6)
    state = random_state(field, random, unit, points)
    found = destinations(state, (field.piece(unit),), points, "move")
    expected = step_by_step(field, state, unit, points)
    assert {hex_: found[hex_] for hex_ in expected} == expected
    extra = set(found) - set(expected)  # one hex may always be moved (MS 4.33)
    assert all(field.grid.adjacent(state.at[field.piece(unit)], hex_) and found[hex_] == points for hex_ in extra)


@pytest.mark.rule("MS 4.1", "MS 5.1")
@pytest.mark.parametrize("seed", range(6))
def test_every_hex_is_reachable_or_explained(seed: int) -> None:
    random = Random(100 + seed)
    field = random_field(random)
    state = random_state(field, random, "ua", 4)
    offered = options(state)
    for name in HEXES:
        action = field.battle.parse(field.scenario, f"to {name}")
        reasons = why_not(state, action)
        assert (action in offered) == (not reasons)
        assert all(reason.clause in field.battle.register and reason.key in field.battle.words for reason in reasons)


@pytest.mark.rule("MS 3.2")
def test_every_action_is_refused_with_a_clause_in_a_foreign_frame() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "ca": "0101"})
    words = ["go", "alone", "stay", "to 0504", "lead ua", "charge ul", "retreat ua 0504", "advance ua 0504", "fog ca",
             "attack ua 0504", "bombard ug 0504", "restore ua", "place ua 0504", "exit depot", "join ua"]  # fmt: skip
    for word in words:
        assert field.why_not(state, word) == {"MS 4.1"}, word
