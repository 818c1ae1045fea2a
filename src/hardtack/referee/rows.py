"""Actions kept ready: one row for each kind, with an action for every counter or hex, made when it is first wanted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hardtack.board.masks import hexes_in
from hardtack.referee.actions import Action

if TYPE_CHECKING:
    from hardtack.referee.battle import Scenario


class Row:
    """One kind of action for every number, each made when it is first wanted."""

    __slots__ = ("_made", "make")

    def __init__(self, make: Callable[[int], Action]) -> None:
        self.make = make
        self._made: dict[int, Action] = {}

    def __getitem__(self, number: int) -> Action:
        action = self._made.get(number)
        if action is None:
            action = self._made[number] = self.make(number)
        return action


@lru_cache(maxsize=512)
def unit_row(scenario: Scenario, verb: Any) -> Row:
    ids = scenario.ids
    return Row(lambda unit: verb(ids[unit]))


@lru_cache(maxsize=512)
def hex_row(scenario: Scenario, verb: Any) -> Row:
    names = scenario.board.grid.names
    return Row(lambda hex_: verb(names[hex_]))


@lru_cache(maxsize=8192)
def march_row(scenario: Scenario, verb: Any, unit: int) -> Row:
    name, names = scenario.ids[unit], scenario.board.grid.names
    return Row(lambda hex_: verb(name, names[hex_]))


@lru_cache(maxsize=1 << 15)
def listed(row: Row, hexes: int) -> Sequence[Action]:
    """The actions of a row for a set of numbers. The same sets come up again and again."""
    return tuple([row[hex_] for hex_ in hexes_in(hexes)])
