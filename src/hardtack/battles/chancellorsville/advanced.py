"""The advanced game as the series plays it: each hook hands over to the module that holds the rule (SLB 14.0-22.2)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from hardtack.battles.chancellorsville.book import ScenarioBook
from hardtack.battles.chancellorsville.counters import SlbCounter
from hardtack.battles.chancellorsville.rules import Scene
from hardtack.battles.chancellorsville.scenarios import BOXES
from hardtack.battles.gcacw.state import CampaignState
from hardtack.board.board import Board
from hardtack.referee.battle import Battle
from hardtack.referee.frames import Frame


class AdvancedScene(Scene):
    """Scenario 5 or 6, with everything the basic scenarios leave out."""

    may_entrench = True

    def __init__(
        self, battle: Battle, book: ScenarioBook, board: Board, pieces: Sequence[SlbCounter],
        settings: Mapping[str, Any],
    ) -> None:  # fmt: skip
        super().__init__(battle, book, board, pieces, settings, boxes=BOXES)
        burnt = [name for line in book.victory.points if line.kind == "station" for name in line.hexes]
        self.stations = tuple(self.hex(name) for name in burnt)

    def opening_rows(self) -> dict[str, Any]:
        """SLB 20.2a: every unit with its ammunition boxes unmarked; nobody hidden, no wing told yet."""
        none = (0,) * len(self.pieces)
        boxes = tuple(piece.ammunition for piece in self.pieces)
        return {"boxes": boxes, "marks": none, "wing": none, "unseen": none, "secret_bridges": ()}

    def special_phase(self, state: CampaignState, name: str) -> Sequence[Frame]:
        if name == "ammunition":
            return ()
        return super().special_phase(state, name)
