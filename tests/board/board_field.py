"""A board asked by hex name, as a rule book would ask it."""

from collections.abc import Callable, Iterable

from hardtack.board.board import Board, Crossing
from hardtack.board.grid import Grid
from hardtack.board.masks import hexes_in, mask_of
from hardtack.board.trace import trace


class Field:
    """A board whose questions and answers are hex names."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.grid: Grid = board.grid
        self.at = board.grid.index

    def terrain(self, name: str) -> str:
        return self.board.terrain[self.at(name)]

    def playable(self, name: str) -> bool:
        return bool(self.board.playable >> self.at(name) & 1)

    def adjacent(self, a: str, b: str) -> bool:
        return self.grid.adjacent(self.at(a), self.at(b))

    def side(self, a: str, b: str) -> frozenset[str]:
        return self.board.side(self.at(a), self.at(b))

    def crossing(self, name_en: str) -> Crossing:
        return next(one for one in self.board.crossings if one.name_en == name_en)

    def crossing_sides(self, name_en: str) -> set[str]:
        return {self.grid.name(hex_) for hex_ in self.crossing(name_en).sides}

    def places(self, name: str) -> set[str]:
        return {place.name_en for place in self.board.places_at(self.at(name))}

    def region(self, name: str) -> set[str]:
        return {self.grid.name(hex_) for hex_ in hexes_in(self.board.regions[name])}

    def on_path(self, name_en: str, hexes: Iterable[str]) -> bool:
        on_it = {hex_ for path in self.board.paths if path.name_en == name_en for hex_ in path.hexes}
        return {self.at(hex_) for hex_ in hexes} <= on_it

    def on_edge(self, name: str) -> bool:
        """Whether the hex has a neighbour that is off the grid or out of play."""
        here = self.at(name)
        return any(there < 0 or not self.board.playable >> there & 1 for there in self.grid.toward[here])

    def joined(self, a: str, b: str, may_cross: Callable[[frozenset[str]], bool]) -> bool:
        """Whether a way on land leads from a to b over hexsides that may be crossed."""
        ways = [
            [there for there in near if may_cross(self.board.side(here, there))]
            for here, near in enumerate(self.grid.around)
        ]
        wet = mask_of(hex_ for hex_, terrain in enumerate(self.board.terrain) if terrain in ("river", "water"))
        closed = wet | (mask_of(range(self.grid.size)) & ~self.board.playable)
        return trace(ways, self.at(a), 1 << self.at(b), closed) is not None
