"""What never changes during a game: the counters as printed, and a battle made ready to play."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from hardtack.board.board import Board
from hardtack.board.deployment import UNIT, ZONE, OrderOfBattle, ZoneTables
from hardtack.board.masks import mask_of
from hardtack.board.native import dataclass, mypyc_attr, protect, take_over
from hardtack.referee.state import FIRST_BOX, LOST, WAITING

if TYPE_CHECKING:
    from hardtack.referee.battle import Battle


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Piece:
    """What never changes about a counter. Battles extend it with their own printed values."""

    id: str
    side: str
    type: str  # infantry, cavalry, artillery, leader, hq, train, gunboat, depot
    size: str = ""  # corps, division, brigade, regiment, battalion
    colour: str = ""
    provenance: str = "reconstructed"


@mypyc_attr(allow_interpreted_subclasses=True)
class Scenario:
    """A battle made ready to play: board, pieces and settings. Once its battle has made it, nothing is written on it:
    what play finds out is kept on states (`State.recall`, `@derived`, `@tracked`).
    """

    is_made: bool = False

    def __init__(
        self, battle: Battle, scenario_id: str, board: Board, pieces: Sequence[Piece], settings: Mapping[str, Any],
        *, turns: int, first_side: str, boxes: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.battle = battle
        self.id = scenario_id
        self.board = board
        self.pieces = tuple(pieces)
        self.ids = tuple(piece.id for piece in self.pieces)
        self.index = {name: number for number, name in enumerate(self.ids)}
        self.side_of = tuple(piece.side for piece in self.pieces)
        self.everybody = (1 << len(self.pieces)) - 1  # the set of all counters
        self.settings = MappingProxyType(dict(settings))
        self.turns = turns
        self.first_side = first_side
        self.boxes = tuple(boxes)  # one word each, as the position format writes them
        self.key = (battle.id, scenario_id, tuple(sorted((k, str(v)) for k, v in settings.items())))
        self.of_side = {
            side: tuple(n for n, piece in enumerate(self.pieces) if piece.side == side) for side in battle.sides
        }
        self.forces = {side: mask_of(numbers) for side, numbers in self.of_side.items()}  # the same as sets
        self.order_of_battle = self.draw_up()
        self.zone_tables: ZoneTables = {ZONE: board.grid.around_mask}
        take_over(self)
        self.prepare()

    def prepare(self) -> None:
        """What a battle works out besides, once for all games: costs, tables, sets of hexes."""

    def draw_up(self) -> OrderOfBattle:
        """What the counters are to a deployment: here all alike, each with the zone the battle gives it."""
        return OrderOfBattle(
            self.board.grid, self.battle.sides, self.side_of, {UNIT: range(len(self.pieces))}, zoned=UNIT
        )

    def close(self) -> None:
        """It is made: from now on nothing is set any more."""
        self.is_made = True

    def place_name(self, at: int) -> str:
        """The text form of where a piece is: a hex, a box, `-` (yet to come) or `x` (lost)."""
        if at >= 0:
            return self.board.grid.name(at)
        if at == WAITING:
            return "-"
        if at == LOST:
            return "x"
        return self.boxes[FIRST_BOX - at]

    def place_at(self, name: str) -> int:
        if name == "-":
            return WAITING
        if name == "x":
            return LOST
        if name in self.boxes:
            return FIRST_BOX - self.boxes.index(name)
        return self.board.grid.index(name)


protect(Scenario, lambda scenario: not scenario.is_made, "a scenario never changes")
