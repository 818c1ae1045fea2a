"""Lines of sight and what artillery can reach (MS 7.61, 7.62, 7.7)."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise, product

from hardtack.battles.musket.ground import Ground
from hardtack.board.sight import line


class Sight:
    """Who sees whom on one board."""

    def __init__(self, ground: Ground) -> None:
        self.ground = ground

    def blocked(self, observer: int, target: int) -> str:
        """The clause of the first thing that blocks the view, "" when it is open (MS 7.7)."""
        return blocked(self, observer, target)

    def blocked_along(self, way: tuple[int, ...]) -> str:
        observer, target = way[0], way[-1]
        from_hill = bool(self.ground.hill >> observer & 1)
        terrain = self.ground.terrain
        for hex_ in way[1:-1]:
            if terrain[hex_].los == "deep" or (terrain[hex_].los == "light" and not from_hill):
                return terrain[hex_].clause
        if terrain[target].los == "deep" and target != observer:
            return terrain[target].clause
        for here, there in pairwise(way):
            clause = self._blocked_by_side(observer, here, there, there == target)
            if clause:
                return clause
        return ""

    def _blocked_by_side(self, observer: int, here: int, there: int, last: bool) -> str:
        """Slopes seen from below, treelines not overlooked, the protected side of the target."""
        ground = self.ground
        from_hill = bool(ground.hill >> observer & 1)
        features = ground.board.side(here, there)
        if ground.board.slope_up(here, there) and not from_hill:
            return ground.tables.sides["slope"].clause
        treeline_on_hill = bool((ground.hill >> here | ground.hill >> there) & 1)
        if "treeline" in features and (not from_hill or treeline_on_hill):
            return ground.tables.sides["treeline"].clause
        if last and "protected" in features:
            return ground.tables.sides["protected"].clause
        return ""

    def reach_of(self, hex_: int, field_range: int) -> int:
        """The range of guns in a hex: one farther from a hill (MS 7.61, TE8)."""
        return field_range + (self.ground.tables.overlays["hill"].range if self.ground.hill >> hex_ & 1 else 0)

    def across_water(self, a: int, b: int, afloat: bool = False) -> bool:
        """An adjacent hex that cannot be attacked because of a creek or river (MS 7.61); from a boat any dry land."""
        if afloat:
            return not self.ground.sailable >> b & 1
        return not self.ground.side_open(a, b) or bool((self.ground.river >> a | self.ground.river >> b) & 1)

    def near(self, here: int, there: int, afloat: bool = False) -> bool:
        """An adjacent hex, which is attacked and not bombarded (MS 7.65)."""
        adjacent = self.ground.board.grid.around_mask[here] >> there & 1
        return bool(adjacent) and not self.across_water(here, there, afloat)

    def wooded(self, here: int, there: int, afloat: bool = False) -> bool:
        """Deep woods, which nobody bombards (MS 7.62)."""
        return bool(self.ground.no_bombardment >> there & 1)

    def hidden(self, here: int, there: int, afloat: bool = False) -> bool:
        return bool(self.blocked(here, there))


@lru_cache(maxsize=1 << 17)
def blocked(sight: Sight, observer: int, target: int) -> str:
    """Where the line runs along a hexside either hex beside it will do."""
    steps = line(sight.ground.board.grid, observer, target)
    found = [sight.blocked_along(way) for way in product(*steps)]
    return "" if "" in found else found[0]


RULES: tuple[tuple[str, str, Callable[[Sight, int, int, bool], bool]], ...] = (
    ("MS 7.65", "reason.attack_instead", Sight.near),
    ("MS 7.62", "reason.deep_woods", Sight.wooded),
    ("MS 7.7", "reason.no_sight", Sight.hidden),
)
"""What forbids guns (or a boat) in a hex to bombard another in range: clause, words, and whether it holds."""
