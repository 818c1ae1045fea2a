"""The referee against a second reading of the book: marches and attacks worked out here from the bare board.

Nothing of the battle's own rule code is used, only the board and the plain facts of a state. A refusal must name
clauses whose lifting alone makes the action legal, and none that could be left out.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from heapq import heappop, heappush
from random import Random

import pytest
from bull_run_field import BATTLE, Combat, EndTurn, Movement, clauses, do, moving, stage

from hardtack.battles.bull_run.actions import Attack
from hardtack.battles.bull_run.state import BullRunState
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import CONFEDERATE, SIDES, UNION, enemy_of
from hardtack.referee.umpire import deciding, options, play, why_not

COST = {"clear": 2, "town": 1, "hill": 2, "woods": 3}  # the book's terrain table (8.1b)
ROAD, CROSSING, ALLOWANCE, STACK, PLENTY = 1, 2, 4, 2, 99
FARM_FORD = ({"0704", "0705"}, "BR 8.4c")
BOARD = BATTLE.scenario("bull-run").board
GRID = BOARD.grid
PIECES = BATTLE.scenario("bull-run").pieces
NAMES = {side: [piece.id for piece in PIECES if piece.side == side] for side in SIDES}
GREY = {piece.id for piece in PIECES if piece.colour == "grey"}


def is_south(hex_: int) -> bool:
    return bool(BOARD.regions["south_bank"] >> hex_ & 1)


def places(state: BullRunState) -> dict[str, int]:
    """Where every counter on the map stands."""
    return {piece.id: hex_ for piece, hex_ in zip(PIECES, state.at, strict=True) if hex_ >= 0}


# -- marches


def step_price(a: int, b: int, dry: bool) -> int | None:
    """What a step costs by the table; None over bare creek (8.1b)."""
    if "creek" in BOARD.side(a, b):
        if BOARD.crossing(a, b) is not None:
            return CROSSING
        return COST[BOARD.terrain[b]] if dry else None
    return ROAD if BOARD.along("road", a, b) else COST[BOARD.terrain[b]]


def may_march(state: BullRunState, name: str, goal: int, lifted: Collection[str]) -> bool:
    """Whether chapter 8 lets a brigade march to a hex, some clauses struck out."""
    at = places(state)
    side = UNION if name in NAMES[UNION] else CONFEDERATE
    unit = state.scenario.index[name]
    here = at[name]
    enemies = {hex_ for other, hex_ in at.items() if other in NAMES[enemy_of(side)]}
    zone = {b for hex_ in enemies for b in GRID.around[hex_]}
    friends = [other for other, hex_ in at.items() if hex_ == goal and other in NAMES[side]]
    if len(friends) >= STACK and "BR 8.2" not in lifted:
        return False
    if state.spent[unit] and here in zone and "BR 8.2b" not in lifted:
        return False

    def closed(a: int, b: int) -> bool:
        names = {GRID.name(a), GRID.name(b)}
        bound = name in GREY and not state.crossed[unit]
        return (
            (b in enemies and "BR 8.2a" not in lifted)
            or (side == CONFEDERATE and not state.flank_known and GRID.column(b) <= 7 and "BR 8.4" not in lifted)
            or (bound and is_south(a) and not is_south(b) and "BR 8.3" not in lifted)
            or (side == UNION and not state.farm_ford_found and names == FARM_FORD[0] and FARM_FORD[1] not in lifted)
        )

    points = PLENTY if "BR 8.1a" in lifted else ALLOWANCE - state.spent[unit]
    best = {here: 0}
    waiting = [(0, here)]
    while waiting:
        spent, a = heappop(waiting)
        if spent > best[a]:
            continue
        if a != here and a in zone and "BR 8.2b" not in lifted:
            continue
        for b in GRID.around[a]:
            price = step_price(a, b, "BR 8.1b" in lifted)
            if price is None or spent + price > points or closed(a, b):
                continue
            if spent + price < best.get(b, PLENTY + 1):
                best[b] = spent + price
                heappush(waiting, (best[b], b))
    return goal in best and goal != here


def scattered(seed: int, agenda: tuple[object, ...]) -> BullRunState:
    """Brigades thrown close together over both banks, so that everything gets in everybody's way."""
    random = Random(seed)
    left, top = random.choice([(3, 2), (7, 4), (12, 7), (15, 7), (16, 8)])
    hexes = [
        h for h in range(GRID.size) if left <= GRID.column(h) < left + 5 and top <= int(GRID.name(h)[2:]) < top + 6
    ]
    owner: dict[int, str] = {}
    units: dict[str, str] = {}
    for name in random.sample([piece.id for piece in PIECES], 15):
        side = UNION if name in NAMES[UNION] else CONFEDERATE
        hex_ = random.choice(hexes)
        if owner.setdefault(hex_, side) == side and list(units.values()).count(GRID.name(hex_)) < STACK:
            units[name] = GRID.name(hex_)
    for side, spare in ((UNION, "0101"), (CONFEDERATE, "0114")):  # an army that lives on whatever happens
        if not any(name in units for name in NAMES[side]):
            units[NAMES[side][0]] = spare
    facts = {"flank_known": random.random() < 0.5, "farm_ford_found": random.random() < 0.5, "south_known": True}
    marks = {"crossed": [name for name in units if random.random() < 0.4]}
    return stage(agenda, units, marks=marks, initiative=random.choice(SIDES), **facts)  # type: ignore[arg-type]


@pytest.mark.rule("BR 8.1a", "BR 8.1b", "BR 8.2", "BR 8.2a", "BR 8.2b", "BR 8.3", "BR 8.4", "BR 8.4c")
@pytest.mark.parametrize("seed", range(10))
def test_marches_and_their_refusals(seed):
    random = Random(seed)
    side = SIDES[seed % 2]
    state = scattered(seed, (EndTurn(), Movement(side)))
    dice = SeededDice(seed)
    for _ in range(3):
        for name in [name for name in places(state) if name in NAMES[side]]:
            near = [h for h in range(GRID.size) if GRID.distance(h, places(state)[name]) <= 4]
            for goal in random.sample(near, 8):
                judge_march(state, name, goal)
        moves = [action for action in options(state).all() if str(action) != "end"]
        if not moves:
            break
        state = play(state, random.choice(moves), dice).state


def judge_march(state, name, goal):
    action = f"move {name} {GRID.name(goal)}"
    named = clauses(state, action)
    if goal == places(state)[name]:
        assert named == ["BR 8.1a"]
        return
    assert may_march(state, name, goal, ()) == (not named), action
    assert may_march(state, name, goal, named), f"{action}: lifting {named} is not enough"
    for clause in named:
        others = [other for other in named if other != clause]
        assert not may_march(state, name, goal, others), f"{action}: {clause} forbids nothing"


@pytest.mark.rule("BR 8.1b")
def test_over_the_bare_creek_the_creek_is_named_and_not_the_points():
    state = moving(UNION, {"SHE": "0906", "COC": "1209"})
    assert clauses(state, "move SHE 0806") == ["BR 8.1b"]
    assert clauses(state, "move SHE 0608") == ["BR 8.1a"]  # too far, by the bridge or over dry ground
    grey = moving(CONFEDERATE, {"COC": "0806", "SHE": "1104"})
    assert clauses(grey, "move COC 0906") == ["BR 8.3", "BR 8.1b"]
    assert clauses(grey, "cross COC 0906") == ["BR 8.1b"]


@pytest.mark.rule("BR 8.2b")
def test_a_brigade_stopped_by_a_zone_is_told_of_the_zone_and_not_of_points():
    state = do(moving(UNION, {"KEY": "1104", "JAC": "1202"}), "move KEY 1203").state
    assert clauses(state, "move KEY 1303") == ["BR 8.2b"]  # three points are left
    assert clauses(state, "move KEY 1602") == ["BR 8.2b", "BR 8.1a"]
    [refusal] = why_not(state, BATTLE.parse(state.scenario, "move KEY 1303"))
    assert "zone of control" in BATTLE.words.say(refusal.key, refusal.args, "en")
    grey = moving(CONFEDERATE, {"BON": "1310", "RIC": "1408", "BLE": "1802"})
    stopped = do(grey, "move BON 1309").state
    assert clauses(stopped, "cross BON 1308") == ["BR 8.2b"]


@pytest.mark.rule("BR 8.2a", "BR 8.1a")
def test_an_enemy_hex_out_of_reach_is_refused_for_every_cause():
    state = moving(UNION, {"KEY": "1104", "COC": "0907"})
    assert clauses(state, "move KEY 0907") == ["BR 8.2a", "BR 8.2b", "BR 8.1a"]


# -- attacks


class Ledger:
    """Who has done what in a combat phase, kept by a clerk who reads the log."""

    def __init__(self) -> None:
        self.attacked: set[str] = set()
        self.defended: set[str] = set()
        self.hesitated: set[str] = set()
        self.finished: set[str] = set()  # by the side whose half it is
        self.facing: set[str] = set()  # the defending stack now dealt with
        self.side = ""

    def new_half(self, side: str) -> None:
        if side != self.side:
            self.side, self.finished, self.facing = side, set(), set()

    def note(self, before: BullRunState, events: tuple[object, ...]) -> None:
        at = places(before)
        for event in events:
            args = dict(event.args)  # type: ignore[attr-defined]
            key = event.key  # type: ignore[attr-defined]
            if key == "event.hesitates":
                self.hesitated |= stack_of(at, args["hex"])
            elif key == "event.attack":
                self.attacked |= stack_of(at, args["hex"])
                target = stack_of(at, args["hex_target"])
                if target != self.facing:
                    self.finished |= self.facing
                self.facing = target
                self.defended |= target
            elif key == "event.retreat" and stack_of(at, args["hex"]) & set(NAMES[enemy_of(self.side)]):
                self.finished |= stack_of(at, args["hex"])

    def against(self, state: BullRunState, half: int, here: str, there: str) -> set[str]:
        """The clauses that forbid an attack, by the book and the readings."""
        at = places(state)
        mine, theirs = stack_of(at, here), stack_of(at, there)
        a, b = GRID.index(here), GRID.index(there)
        found = set()
        if b not in GRID.around[a]:
            found.add("BR 10.1")
        elif "creek" in BOARD.side(a, b):
            hidden = self.side == UNION and {here, there} == FARM_FORD[0] and not state.farm_ford_found
            if BOARD.crossing(a, b) is None or hidden:
                found.add("BR C15")
        if mine & self.attacked:
            found.add("BR 10.1a")
        if mine & self.hesitated:
            found.add("BR C16")
        if half == 2 and mine & self.defended:
            found.add("BR C14")
        if theirs <= self.finished:
            found.add("BR 10.1d")
        return found


def stack_of(at: dict[str, int], hex_: str) -> set[str]:
    return {name for name, place in at.items() if place == GRID.index(hex_)}


def fronts(state: BullRunState, side: str) -> Iterator[tuple[str, str]]:
    """Every own stack with every enemy stack."""
    at = places(state)
    own = {GRID.name(hex_) for name, hex_ in at.items() if name in NAMES[side]}
    enemy = {GRID.name(hex_) for name, hex_ in at.items() if name in NAMES[enemy_of(side)]}
    yield from ((here, there) for here in sorted(own) for there in sorted(enemy))


@pytest.mark.rule("BR 10.1", "BR 10.1a", "BR 10.1d", "BR 10.1f", "BR 11.2a", "BR C13", "BR C14", "BR C15", "BR C16")
@pytest.mark.parametrize("seed", range(40))
def test_who_may_attack_whom_in_which_half(seed):
    random = Random(seed)
    first = SIDES[seed % 2]
    state = scattered(1000 + seed, (EndTurn(), Movement(UNION), Combat(enemy_of(first), 2), Combat(first, 1)))
    ledger = Ledger()
    dice = SeededDice(seed)
    while state.outcome is None and not isinstance(deciding(state), Movement):
        frame = deciding(state)
        if isinstance(frame, Combat):
            ledger.new_half(frame.side)
            for here, there in fronts(state, frame.side):
                wanted = ledger.against(state, frame.half, here, there)
                assert set(clauses(state, f"attack {here} {there}")) == wanted, f"attack {here} {there}"
        offered = options(state).all()
        attacks = [action for action in offered if isinstance(action, Attack)]
        before = state
        ruling = play(state, random.choice(attacks or offered), dice)
        state = ruling.state
        ledger.note(before, ruling.events)
