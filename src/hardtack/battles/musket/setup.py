"""The set-up phase: counters the book places "within N hexes" are placed by their owner (MS 2.5, CK 17.1).

A player may leave the rest to the referee at any time. There is one order of preference for that, for the bots and for
whoever takes the first hex offered: the printed hex, then the nearest to it, and of those the nearest to the enemy. It
hangs on the printed set-up alone, so that a record made today is replayed alike for ever.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from hardtack.battles.musket.actions import PLACE_REST, Place
from hardtack.battles.musket.placing import CLOSED_GROUND, FULL, OUT_OF_PLAY, enemy_hexes, standing_room
from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState, Question
from hardtack.board.masks import hexes_in, mask_of, seen_in
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action
from hardtack.referee.bans import EVERYTHING, Args, Asked, Ban
from hardtack.referee.decisions import OrderDecision
from hardtack.referee.events import Text, text
from hardtack.referee.orders import MarchOrder, Order, SideOrder, march_row
from hardtack.referee.state import WAITING, put
from hardtack.referee.umpire import Umpire

TO_PLACE = -1
"""In the row `due`: a counter that waits for the set-up phase."""


def unplaced(state: MusketState, side: str) -> list[int]:
    return [
        piece for piece in state.scenario.of_side[side] if state.at[piece] == WAITING and state.due[piece] == TO_PLACE
    ]


@lru_cache(maxsize=1024)
def allowed_ground(scenario: MusketScenario, piece: int) -> Sequence[int]:
    """Hexes within the printed distance that the piece may stand in, the best first."""
    counter, grid = scenario.counters[piece], scenario.board.grid
    printed = grid.index(counter.place)
    near = (
        grid.within(printed, counter.within)
        & scenario.board.playable
        & standing_room(scenario.ground.ways(scenario.profile((piece,))))
    )
    hexes = [*hexes_in(near)]
    enemies = enemy_posts(scenario, counter.side)
    far = {hex_: min((grid.distance(hex_, foe) for foe in enemies), default=0) for hex_ in hexes}
    hexes.sort(key=lambda hex_: (grid.distance(printed, hex_), far[hex_]))
    return hexes


def enemy_posts(scenario: MusketScenario, side: str) -> list[int]:
    """Where the book puts the enemy's counters before the first turn, give or take the distance it allows."""
    grid = scenario.board.grid
    return [
        grid.index(counter.place)
        for counter in scenario.counters
        if counter.side != side and counter.turn == 1 and grid.has(counter.place)
    ]


def too_far(asked: Question) -> int:
    scenario, grid = asked.state.scenario, asked.state.scenario.board.grid
    counter = scenario.counters[asked.unit]
    return ~scenario.ground.disc(grid.index(counter.place), counter.within) if grid.has(counter.place) else EVERYTHING


def printed_place(asked: Question, hex_: int) -> Args:
    counter = asked.state.scenario.counters[asked.unit]
    return {"n": counter.within, "hex": counter.place}


PLACE_BANS = (
    Ban("MS 2.5", "reason.not_within", too_far, printed_place),
    OUT_OF_PLAY,
    CLOSED_GROUND,
    Ban("MS 4.5", "reason.enemy_hex", enemy_hexes),
    FULL,
)


@lru_cache(maxsize=1024)
def allowed_hexes(scenario: MusketScenario, piece: int) -> int:
    """The same as a set."""
    return mask_of(allowed_ground(scenario, piece))


def place_grounds(asked: Question, unit: int) -> Hashable:
    """What decides where a counter may be placed, besides its own ground: the enemy, and who stands there."""
    state = asked.state
    weight = state.scenario.weight[unit]
    near = allowed_hexes(state.scenario, unit)
    return seen_in(near, state.enemies(asked.side), state.full(weight) if weight else 0, 0)


class PlaceOrder(MarchOrder[Question]):
    """The best hex is listed first: whoever takes the first offered keeps to the printed set-up."""

    def find(self, asked: Question, unit: int) -> Sequence[Action]:
        scenario, goals = asked.state.scenario, self.goals(asked, unit)
        row = march_row(scenario, self.verb, unit)
        return [row[hex_] for hex_ in allowed_ground(scenario, unit) if goals >> hex_ & 1]


def place(frame: SetUp, draft: MusketState, action: Any, umpire: Umpire) -> None:
    scenario = draft.scenario
    piece = scenario.index[action.unit]
    draft.at = put(draft.at, piece, scenario.board.grid.index(action.hex))
    draft.due = put(draft.due, piece, 0)
    umpire.tell("MS 2.5", "event.placed", unit=action.unit, hex=action.hex)


def place_rest(frame: SetUp, draft: MusketState, action: Action, umpire: Umpire) -> None:
    """Every counter still to be placed goes to the best hex left to it: combat units first, leaders to them."""
    scenario, side = draft.scenario, frame.side
    rest = sorted(unplaced(draft, side), key=lambda piece: not scenario.weight[piece])
    umpire.tell("MS 2.5", "event.places_rest", side=side, n=len(rest))
    for piece in rest:
        places: list[Any] = [*PLACE.of(Asked(draft, frame), piece)]
        if not scenario.weight[piece]:
            troops = draft.troops(side)
            places.sort(key=lambda option: not troops >> scenario.board.grid.index(option.hex) & 1)
        place(frame, draft, places[0], umpire)


NOT_TO_PLACE: Ban[Question] = Ban(
    "MS 2.5", "reason.not_to_place", lambda asked: ~mask_of(unplaced(asked.state, asked.side))
)
PLACE = PlaceOrder(Place, (NOT_TO_PLACE,), PLACE_BANS, place, place_grounds)


@dataclass(frozen=True, slots=True)
class SetUp(OrderDecision):
    """One side places its counters; the frame ends by itself when none is left."""

    clause: ClassVar[str] = "MS 2.5"
    standing_orders: ClassVar[Sequence[Order[Question]]] = (PLACE, SideOrder(PLACE_REST, (), place_rest))

    def prompt(self, state: MusketState) -> Text:
        return text("prompt.set_up", side=self.side, n=len(unplaced(state, self.side)))

    def idle(self, draft: MusketState) -> bool:
        return not unplaced(draft, self.side)
