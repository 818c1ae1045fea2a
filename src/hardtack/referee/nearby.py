"""Marches whose lists are kept while nothing changes near their counters.

To compare what each list rests on costs more than making the few an action changes: an action moves a counter or two.
So what the lists of all counters rest on is compared at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from hardtack.board.masks import Kept, gathered, picked, still, unkept
from hardtack.board.native import mypyc_attr
from hardtack.referee.actions import Action
from hardtack.referee.bans import Ban, Q
from hardtack.referee.orders import Carry, MarchOrder

if TYPE_CHECKING:
    from hardtack.referee.battle import Scenario


class Scene:
    """What the lists of an order rest on, and those that hold then.

    What is `general` is so for all counters; `rows` have an entry for each; of the `sets` of hexes those near it count.
    """

    __slots__ = ("general", "lists", "rows", "sets")

    def __init__(self, general: Hashable, rows: tuple[tuple[int, ...], ...], sets: tuple[int, ...]) -> None:
        self.general = general
        self.rows = rows
        self.sets = sets
        self.lists: Kept = []  # by counter: the hexes near it, and what may be ordered of it

    def follow(self, last: Scene | None) -> None:
        """Take over the lists of those for whom nothing is different."""
        if last is None or last.general != self.general:
            self.lists = [None] * len(self.rows[0])
        else:
            self.lists = still(last.lists, last.rows, self.rows, last.sets, self.sets)


@mypyc_attr(allow_interpreted_subclasses=True)
class NearbyOrder(MarchOrder[Q]):
    """An action that names a counter and a hex, where all that the hexes open to it follow from lies near.

    `scene` says what that is for all counters, `near` which hexes count for one.
    """

    def __init__(
        self, verb: type[Action], bans: Sequence[Ban[Q]], hex_bans: Sequence[Ban[Q]], do: Carry,
        scene: Callable[[Q], Scene], near: Callable[[Q, int], int],
    ) -> None:  # fmt: skip
        super().__init__(verb, bans, hex_bans, do)
        self.scene = scene
        self.near = near

    def of_all(self, asked: Q, units: int) -> list[Action]:
        if asked.lifted:
            return super().of_all(asked, units)
        lists = self.present(asked).lists
        for unit in unkept(lists, units):
            lists[unit] = self.near(asked, unit), self.find(asked, unit)
        return gathered(lists, units)

    def find(self, asked: Q, unit: int) -> Sequence[Action]:
        return picked(full_rows(asked.state.scenario, self.verb)[unit], self.goals(asked, unit))

    def present(self, asked: Q) -> Scene:
        """The scene as it is now, which is where the last one has led."""
        scenes = asked.state.listed
        now = self.scene(asked)
        now.follow(scenes.get(self))
        scenes[self] = now
        return now


@lru_cache(maxsize=16)
def full_rows(scenario: Scenario, verb: Any) -> tuple[tuple[Action, ...], ...]:
    """One kind of action of every counter for every hex, all of them made at once: on a small map they are few."""
    names = scenario.board.grid.names
    return tuple(tuple([verb(unit, hex_) for hex_ in names]) for unit in scenario.ids)
