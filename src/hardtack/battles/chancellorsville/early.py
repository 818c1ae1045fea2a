"""Turns 1 to 3 of the campaign: what is remembered of them, and the message that ends them (SLB 22.2b-h)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from hardtack.battles.gcacw.state import CampaignState
from hardtack.board.native import dataclass
from hardtack.referee.actions import Action

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene

FIRST, SECOND, THIRD = 1, 2, 3
WEST = "west"  # Confederate pieces that stood west of the line when turn 3 began, as a mask
RELEASED = "released"  # how far the others are
NEAR, FULLY = 1, 2  # within their own columns; everywhere
MET = "met"  # a Union division has been met south of the river, so that a message can be sent
SOUTH = "south_of_rappahannock"


@dataclass(frozen=True, slots=True)
class SendMessage(Action):
    """SLB 22.2h: spend the initiative to tell those in the east; nothing moves."""

    verb: ClassVar[str] = "message"


def column_of(scene: AdvancedScene, state: CampaignState, piece: int) -> int:
    """The column a piece stands in; 0 off the map."""
    return scene.board.grid.column(state.at[piece]) if state.at[piece] >= 0 else 0
