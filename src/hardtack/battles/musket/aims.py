"""What a battle of the series is about, for its bots, and the fields by which they measure ground."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from hardtack.battles.musket.scenario import MusketScenario
from hardtack.battles.musket.state import MusketState
from hardtack.board.masks import hexes_in
from hardtack.board.reach import reach

if TYPE_CHECKING:
    from hardtack.battles.musket.outlook import Outlook

FAR = 40  # movement points from a goal beyond which all hexes are alike
CLOSE = 2  # hexes at which an enemy is as near as one could wish: pushing him back a hex costs nothing
HORIZON = 14  # hexes beyond which all enemies are equally far
KEPT = 500  # distance fields worth keeping

Field = Sequence[float]
"""A worth or a distance for each hex."""


class Aims(ABC):
    """What a battle is about, for its bots. Ground and zeal may change with the turn, garrisons with anything."""

    @abstractmethod
    def ground(self, state: MusketState, army: int) -> Field:
        """The worth of each hex to a combat unit of an army, wherever the enemy is."""

    @abstractmethod
    def purpose(self, state: MusketState, army: int) -> str:
        """What that ground is wanted for: `motive.<purpose>` are its words."""

    @abstractmethod
    def zeal(self, state: MusketState, army: int) -> float:
        """What a hex nearer the enemy is worth to a combat unit of an army."""

    @abstractmethod
    def garrisons(self, state: MusketState, army: int) -> Mapping[int, float]:
        """Hexes worth holding, whoever holds them."""

    def tie(self, state: MusketState, piece: int) -> float:
        """What keeps a unit where it is."""
        return 0.0

    def other(self, state: Any, view: Outlook, army: int) -> float:
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


class Distances:
    """How far every hex is from the nearest of some hexes; the answers are kept, for armies stand still mostly."""

    def __init__(self) -> None:
        self.known: dict[int, Field] = {}
        self.lures: dict[tuple[int, float, int], Field] = {}

    def to(self, scenario: MusketScenario, goals: int) -> Field:
        """From CLOSE to HORIZON. The last entry is 0 and no hex's: a piece that is nowhere may be looked up as -1."""
        field = self.known.get(goals)
        if field is None:
            if len(self.known) > KEPT:
                self.known.clear()
            field = self.known[goals] = _distances(scenario, goals)
        return field

    def lure(self, scenario: MusketScenario, ground: Field, zeal: float, enemy: int) -> Field:
        """The worth of each hex with the enemy where he is: its ground, less for every hex he is away."""
        key = (id(ground), zeal, enemy)  # the grounds of a battle are made once and live as long as this does
        field = self.lures.get(key)
        if field is None:
            if len(self.lures) > KEPT:
                self.lures.clear()
            far = self.to(scenario, enemy)
            field = self.lures[key] = [worth - zeal * away for worth, away in zip(ground, far, strict=False)]
        return field


def _distances(scenario: MusketScenario, goals: int) -> Field:
    around = scenario.board.grid.around_mask
    field = [float(HORIZON)] * scenario.board.grid.size + [0.0]
    front, seen = goals, goals
    for distance in range(HORIZON):
        onward = 0
        for hex_ in hexes_in(front):
            field[hex_] = float(max(distance, CLOSE))
            onward |= around[hex_]
        front = onward & ~seen
        seen |= front
    return field
