"""What must hold for any ground and any placing: reach by single steps, refusals, odds."""

from __future__ import annotations

import heapq
from random import Random

import pytest
from musket_field import Field, destinations

from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.umpire import options, why_not

KINDS = ("light_woods", "deep_woods", "swamp", "rough", "town")
HEXES = [f"{column:02d}{row:02d}" for column in range(1, 11) for row in range(1, 9)]


def random_field(random: Random) -> Field:
    """Random ground with a road and a trail across it."""
    picked = random.sample(HEXES, 40)
    terrain = {kind: sorted(picked[number * 6 : number * 6 + 6]) for number, kind in enumerate(KINDS)}
    road = [f"05{row:02d}" for row in range(1, 9)]
    trail = ["0206", "0306", "0405", "0505", "0605", "0705"]
    slopes = [("0303", "0304"), ("0704", "0703"), ("0503", "0504")]
    creek = [(f"06{row:02d}", f"07{row:02d}") for row in range(1, 8)]
    return Field(
        terrain=terrain, overlays={"stream": sorted(picked[30:38])}, paths={"road": road, "trail": trail},
        slopes=slopes, hexsides={"creek": creek}, crossings=[("ford", *creek[2]), ("bridge", *creek[5])],
    )  # fmt: skip


def random_state(field: Field, random: Random, units: str, points: int, mode: str = "move") -> MusketState:
    """The group in one hex, friends and enemies about it; some of the group may be Disordered."""
    group = units.split()
    others = ("ub", "uc", "uh", "ca", "cb", "cg", "cl", "cq")
    start, *rest = random.sample(HEXES, 1 + len(others))
    places = dict.fromkeys(group, start) | dict(zip(others, rest, strict=True))
    frame = Moving("union", tuple(field.piece(unit) for unit in group), points, mode)
    fighters = [unit for unit in group if field.scenario.weight[field.piece(unit)]]
    shaken = random.choice(["", *fighters]) if mode == "move" else ""
    return field.state(frame, places, disordered=shaken)


class Table:
    """The rules of a move applied one hex at a time, as players at a table would."""

    def __init__(self, field: Field, state: MusketState, units: str, points: int, mode: str) -> None:
        self.field, self.points, self.march = field, points, mode == "march"
        self.ground = field.scenario.ground
        pieces = [field.piece(unit) for unit in units.split()]
        self.kinds = [field.scenario.kind[piece] for piece in pieces]
        self.weight = sum(field.scenario.weight[piece] for piece in pieces)
        self.shaken = any(state.disordered[piece] for piece in pieces)
        self.start, self.state = state.at[pieces[0]], state
        self.zone = state.zone("confederate")
        self.closed = state.troops("confederate")
        if not self.weight:
            self.closed |= state.alone("confederate") | (self.zone & ~state.troops("union"))
        elif self.march:
            self.closed |= self.zone
            for foe in hexes_in(state.troops("confederate")):
                self.closed |= field.grid.within(foe, 3)  # MS 4.65a
        self.stops = (self.zone | state.alone("confederate")) if self.weight else 0

    def member(self, kind: str, here: int, there: int) -> tuple[int, bool] | None:
        """What one of the group pays for a step, and whether it must stop there."""
        way = self.ground.way(here, there)
        by_road = way is not None and not (kind in ("infantry", "cavalry") and self.zone >> there & 1)
        if by_road and way is not None:
            return (way.march_halves if self.march else 1), False
        rate = self.ground.terrain_rate(kind, here, there)
        passable = self.ground.terrain[here].march and self.ground.terrain[there].march
        if rate is None or (self.march and not passable):
            return None
        return rate * (2 if self.march else 1), self.ground.halts(kind, there)

    def step(self, here: int, there: int) -> tuple[int, bool] | None:
        """The dearest member's price; the group stops where one of it must."""
        if self.closed >> there & 1:
            return None
        prices = [self.member(kind, here, there) for kind in self.kinds]
        if None in prices:
            return None
        return max(price[0] for price in prices if price), any(price[1] for price in prices if price)

    def reach(self) -> dict[int, int]:
        found: dict[int, int] = {}
        best = {self.start: 0}
        queue = [(0, self.start)]
        while queue:
            spent, here = heapq.heappop(queue)
            if spent > best[here]:
                continue
            for there in self.field.grid.around[here]:
                zone_to_zone = here == self.start and self.zone >> here & self.zone >> there & 1
                price = self.step(here, there)
                if price is None or spent + price[0] > self.points or (zone_to_zone and self.weight):
                    continue
                cost = spent + price[0]
                found[there] = min(found.get(there, cost), cost)
                if not (price[1] or self.stops >> there & 1) and cost < best.get(there, self.points + 1):
                    best[there] = cost
                    heapq.heappush(queue, (cost, there))
        found.pop(self.start, None)
        if not self.march:
            self.add_single_steps(found)
        return {hex_: cost for hex_, cost in found.items() if self.state.deployment.load(hex_) + self.weight <= 4}

    def add_single_steps(self, found: dict[int, int]) -> None:
        """One hex may always be moved for everything (MS 4.33), zone to zone only in good order (MS 6.3)."""
        for there in self.field.grid.around[self.start]:
            held = self.weight and self.shaken and self.zone >> self.start & self.zone >> there & 1
            if there not in found and not held and self.step(self.start, there) is not None:
                found[there] = self.points


GROUPS = ["ua", "ug", "uv", "ul", "uq", "ut", "ua ug", "ua ul", "ug ul", "uv ua"]


@pytest.mark.rule(
    "MS 4.1", "MS 4.33", "MS 4.4", "MS 4.61", "MS 4.62", "MS 4.64", "MS 4.65", "MS 5.2", "MS 6.3", "MS 6.5"
)
@pytest.mark.parametrize("seed", range(24))
def test_reach_is_what_single_steps_allow(seed: int) -> None:
    """Normal and March moves of every kind of piece and of mixed stacks."""
    random = Random(seed)
    field = random_field(random)
    for units in GROUPS:
        mode = random.choice(("move", "move", "march"))
        points = random.randint(1, 6) if mode == "move" else random.randint(4, 20)
        state = random_state(field, random, units, points, mode)
        found = destinations(state, tuple(field.piece(unit) for unit in units.split()), points, mode)
        assert found == Table(field, state, units, points, mode).reach(), (units, mode, points)


@pytest.mark.rule("MS 4.1", "MS 5.1")
@pytest.mark.parametrize("units", GROUPS)
@pytest.mark.parametrize("mode", ["move", "march"])
def test_every_hex_is_reachable_or_explained(units: str, mode: str) -> None:
    random = Random(f"{units} {mode}")
    field = random_field(random)
    state = random_state(field, random, units, 4, mode)
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
