"""Marches whose lists are kept while nothing changes near their counters.

To compare what each list rests on costs more than making the few an action changes: an action moves a counter or two.
So what the lists of all counters rest on is compared at once.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Any

from hardtack.board.masks import hexes_in, still
from hardtack.board.native import mypyc_attr
from hardtack.referee.actions import Action
from hardtack.referee.bans import Ban, Q
from hardtack.referee.orders import Carry, MarchOrder


class Scene:
    """What the lists of an order rest on, and those that hold then.

    What is `general` is so for all counters; `rows` have an entry for each; of the `sets` of hexes those near it count.
    """

    __slots__ = ("general", "lists", "rows", "sets")

    def __init__(self, general: Hashable, rows: tuple[tuple[int, ...], ...], sets: tuple[int, ...]) -> None:
        self.general = general
        self.rows = rows
        self.sets = sets
        self.lists: list[tuple[int, Any] | None] = []  # by counter: the hexes near it, and what may be ordered of it

    def follow(self, last: Scene | None) -> None:
        """Take over the lists of those for whom nothing is different."""
        if last is None or last.general != self.general:
            self.lists = [None] * len(self.rows[0])
            return
        changed = 0
        for number in range(len(self.sets)):
            changed |= self.sets[number] ^ last.sets[number]
        self.lists = still(last.lists, last.rows, self.rows, changed)


@mypyc_attr(allow_interpreted_subclasses=True)
class NearbyOrder(MarchOrder[Q]):
    """An action that names a counter and a hex, where all that the hexes open to it follow from lies near.

    `scene` says what that is for all counters, `near` which hexes count for one; `rests_on` says the same for one
    counter, whose list may hold though something has changed and changed back.
    """

    def __init__(
        self, verb: type[Action], bans: Sequence[Ban[Q]], hex_bans: Sequence[Ban[Q]], do: Carry,
        rests_on: Callable[[Q, int], Hashable], scene: Callable[[Q], Scene], near: Callable[[Q, int], int],
    ) -> None:  # fmt: skip
        super().__init__(verb, bans, hex_bans, do, rests_on)
        self.scene = scene
        self.near = near

    def of_all(self, asked: Q, units: int) -> list[Action]:
        if asked.lifted:
            return super().of_all(asked, units)
        scene, kept, found = self.present(asked), self.kept(asked), list[Action]()
        for unit in hexes_in(units):
            known = scene.lists[unit]
            if known is None:
                known = scene.lists[unit] = self.near(asked, unit), self.keep(kept, asked, unit)
            found += known[1]
        return found

    def present(self, asked: Q) -> Scene:
        """The scene as it is now, which is where the last one has led."""
        scenes = asked.state.listed
        now = self.scene(asked)
        now.follow(scenes.get(self.scene))
        scenes[self.scene] = now
        return now
