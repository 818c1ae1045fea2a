"""The set-up phase: counters the book places "within N hexes" are placed by their owner (MS 2.5, CK 17.1).

A player may leave the rest to the referee at any time. There is one order of preference for that, for the bots and for
whoever takes the first hex offered: the printed hex, then the nearest to it, and of those the nearest to the enemy. It
hangs on the printed set-up alone, so that a record made today is replayed alike for ever.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from hardtack.battles.musket.actions import PLACE_REST, Place, PlaceRest
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.state import WAITING, put
from hardtack.referee.umpire import Umpire

TO_PLACE = -1
"""In the row `due`: a counter that waits for the set-up phase."""


def unplaced(state: MusketState, side: str) -> list[int]:
    return [
        piece for piece in state.scenario.of_side[side] if state.at[piece] == WAITING and state.due[piece] == TO_PLACE
    ]


@lru_cache(maxsize=1024)
def allowed_ground(scenario: MusketScenario, piece: int) -> dict[int, Place]:
    """Hexes within the printed distance that the piece may stand in, the best first."""
    counter, grid = scenario.counters[piece], scenario.board.grid
    printed = grid.index(counter.place)
    near = grid.within(printed, counter.within)
    ways = scenario.ground.ways(scenario.profile((piece,)))
    hexes = [hex_ for hex_ in hexes_in(near & scenario.board.playable) if ways.into[hex_]]
    enemies = enemy_posts(scenario, counter.side)
    far = {hex_: min((grid.distance(hex_, foe) for foe in enemies), default=0) for hex_ in hexes}
    hexes.sort(key=lambda hex_: (grid.distance(printed, hex_), far[hex_]))
    return {hex_: Place(counter.id, scenario.names[hex_]) for hex_ in hexes}


def enemy_posts(scenario: MusketScenario, side: str) -> list[int]:
    """Where the book puts the enemy's counters before the first turn, give or take the distance it allows."""
    grid = scenario.board.grid
    return [
        grid.index(counter.place)
        for counter in scenario.counters
        if counter.side != side and counter.turn == 1 and grid.has(counter.place)
    ]


class SetUpOptions(Options):
    def __init__(self, state: MusketState, side: str) -> None:
        self.state = state
        self.side = side
        self.scenario = state.scenario
        self._barred: dict[int, int] = {}

    def bans(self, weight: int) -> list[tuple[str, str, int]]:
        """Hexes closed to a counter of such stacking weight: the enemy's and full ones (MS 4.5, 5.1)."""
        return [
            ("MS 4.5", "reason.enemy_hex", self.state.enemies(self.side)),
            ("MS 5.1", "reason.full", self.state.full(weight) if weight else 0),
        ]

    def barred(self, weight: int) -> int:
        if weight not in self._barred:
            self._barred[weight] = 0
            for _, _, mask in self.bans(weight):
                self._barred[weight] |= mask
        return self._barred[weight]

    def placings(self, piece: int) -> list[Place]:
        barred = self.barred(self.scenario.weight[piece])
        return [place for hex_, place in allowed_ground(self.scenario, piece).items() if not barred >> hex_ & 1]

    def all(self) -> list[Action]:
        return [*(place for piece in unplaced(self.state, self.side) for place in self.placings(piece)), PLACE_REST]

    def general(self) -> Sequence[Action]:
        return [PLACE_REST]

    def actors(self) -> Sequence[str]:
        return [self.scenario.ids[piece] for piece in unplaced(self.state, self.side)]

    def of(self, actor: str) -> Sequence[Action]:
        piece = self.scenario.index.get(actor, -1)
        if piece < 0 or actor not in self.actors():
            return ()
        return self.placings(piece)

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, PlaceRest):
            return []
        if not isinstance(action, Place):
            return [reason("MS 2.5", NOT_ASKED)]
        if action.unit not in self.actors():
            return [reason("MS 2.5", "reason.not_to_place", unit=action.unit)]
        return self.place_reasons(self.scenario.index[action.unit], self.scenario.board.grid.index(action.hex))

    def place_reasons(self, piece: int, goal: int) -> list[Reason]:
        """Too far from the printed hex, ground it may not stand on, enemies, no room."""
        scenario = self.scenario
        counter, name = scenario.counters[piece], scenario.names[goal]
        found = []
        if scenario.board.grid.distance(scenario.board.grid.index(counter.place), goal) > counter.within:
            found.append(reason("MS 2.5", "reason.not_within", unit=counter.id, n=counter.within, hex=counter.place))
        if not scenario.board.playable >> goal & 1:
            found.append(reason("MS 4.8", "reason.out_of_play", hex=name))
        elif not scenario.ground.ways(scenario.profile((piece,))).into[goal]:
            found.append(reason(scenario.ground.terrain[goal].clause, "reason.prohibited", hex=name))
        limit = scenario.params.stack_limit
        bans = self.bans(scenario.weight[piece])
        return found + [reason(clause, key, hex=name, n=limit) for clause, key, mask in bans if mask >> goal & 1]


@dataclass(frozen=True, slots=True)
class SetUp(Decision):
    """One side places its counters; the frame ends by itself when none is left."""

    def options(self, state: MusketState) -> Options:
        return SetUpOptions(state, self.side)

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.set_up", side=self.side, n=len(unplaced(state, self.side)))

    def idle(self, draft: MusketState) -> bool:
        return not unplaced(draft, self.side)

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, PlaceRest):
            place_rest(draft, umpire, self.side)
        else:
            place(draft, umpire, action)


def place(draft: MusketState, umpire: Umpire, action: Place) -> None:
    scenario = draft.scenario
    piece = scenario.index[action.unit]
    draft.at = put(draft.at, piece, scenario.board.grid.index(action.hex))
    draft.due = put(draft.due, piece, 0)
    umpire.tell("MS 2.5", "event.placed", unit=action.unit, hex=action.hex)


def place_rest(draft: MusketState, umpire: Umpire, side: str) -> None:
    """Every counter still to be placed goes to the best hex left to it: combat units first, leaders to them."""
    scenario = draft.scenario
    rest = sorted(unplaced(draft, side), key=lambda piece: not scenario.weight[piece])
    umpire.tell("MS 2.5", "event.places_rest", side=side, n=len(rest))
    for piece in rest:
        places = SetUpOptions(draft, side).placings(piece)
        if not scenario.weight[piece]:
            troops = draft.troops(side)
            places.sort(key=lambda option: not troops >> scenario.board.grid.index(option.hex) & 1)
        place(draft, umpire, places[0])
