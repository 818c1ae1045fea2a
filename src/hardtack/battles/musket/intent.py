"""What a battle of the series is about, for its bots, and how they measure ground."""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hardtack.battles.musket.scenario import MusketScenario
from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in
from hardtack.board.native import mypyc_attr
from hardtack.board.reach import reach
from hardtack.referee.knowledge import Aim, Field, hex_distances

if TYPE_CHECKING:
    from hardtack.battles.musket.outlook import Outlook

FAR = 40  # movement points from a goal beyond which all hexes are alike
CLOSE = 2.0  # hexes at which an enemy is as near as one could wish: pushing him back a hex costs nothing
HORIZON = 14  # hexes beyond which all enemies are equally far


class Posts:
    """Where troops who come or go matter for hexes that must not fall (see `posts`)."""

    hexes: frozenset[int] = frozenset()
    key: tuple[Any, ...] = ()  # what all that rests on: equal ones say the same

    def change(self, hex_: int, factors: int) -> float:
        """What so many factors more in a hex, or fewer, are worth."""
        return 0.0

    def total(self) -> float:
        """What those hexes are worth as they are guarded."""
        return 0.0


NO_POSTS = Posts()


@mypyc_attr(allow_interpreted_subclasses=True)
class Intent(metaclass=ABCMeta):
    """What the sides of a battle want, for its bots. It may rest on anything in a state but the agenda."""

    wait = 0.5  # what a unit off the map is worth less than on the hex where it comes in
    wary = False  # whether a unit on the move minds enemies who would strike back unattacked (MS 8.6)

    @abstractmethod
    def ground(self, state: Any, side: str) -> Field:
        """The worth of each hex to a combat unit of a side, wherever the enemy is."""

    @abstractmethod
    def purpose(self, state: Any, side: str) -> str:
        """What that ground is wanted for: `motive.<purpose>` are its words."""

    @abstractmethod
    def zeal(self, state: Any, side: str) -> float:
        """What a hex nearer the enemy is worth to a combat unit of a side."""

    @abstractmethod
    def garrisons(self, state: Any, side: str) -> Mapping[int, float]:
        """Hexes worth holding, whoever holds them."""

    def tie(self, state: Any, piece: int) -> float:
        """What keeps a unit where it is."""
        return 0.0

    def at_front(self, piece: int, kind: str) -> float:
        """How well a leader, HQ or train stands with troops who have the enemy before them; with others it is 1."""
        return 2.0 if kind == "leader" else 1.0

    def berth(self, here: int) -> float:
        """What a hex of the river is worth to a gunboat, besides the enemy it can reach."""
        return 0.0

    def aims(self, state: Any, side: str) -> Sequence[Aim]:
        """Goals a plan may set."""
        return ()

    def vital(self, side: str) -> int:
        """Hexes a side must not lose, or the battle is lost."""
        return 0

    def posts(self, view: Outlook, side: str) -> Posts:
        """Where troops who come or go change `other`."""
        return NO_POSTS

    def other(self, view: Outlook, side: str) -> float:
        """Anything else."""
        return 0.0


def nearness(scenario: MusketScenario, goals: int, at_least: int = 0) -> Field:
    """Movement points by which each hex is nearer a goal than FAR is: never below 0, so that a unit lost is a loss."""
    field = [0.0] * scenario.board.grid.size
    flow = scenario.ground.ways(("infantry",)).flow
    for goal in hexes_in(goals):
        field[goal] = float(FAR - at_least)
        for hex_, cost in reach(flow, goal, FAR, 0).items():
            field[hex_] = max(field[hex_], float(FAR - max(cost, at_least)))
    return field


@lru_cache(maxsize=512)
def distances(grid: Grid, goals: int) -> Field:
    """How far every hex is from the nearest of some hexes, from CLOSE to HORIZON; armies stand still mostly.

    The last entry is 0 and no hex's: a piece that is nowhere may be looked up as -1.
    """
    return [max(distance, CLOSE) for distance in hex_distances(grid, goals, HORIZON)] + [0.0]
