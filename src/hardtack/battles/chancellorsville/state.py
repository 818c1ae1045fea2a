"""What a game of the advanced scenarios remembers beyond the series (SLB 14.0-22.2)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.gcacw.state import CampaignState
from hardtack.referee.state import Row, tracked

if TYPE_CHECKING:
    from hardtack.battles.chancellorsville.advanced import AdvancedScene  # noqa: F401  # named in quotes below
    from hardtack.battles.chancellorsville.rules import Scene  # noqa: F401

SceneState = CampaignState["Scene"]  # of any scenario of this battle
NO_WING, LEFT_WING, RIGHT_WING = 0, 1, 2
FREED = "freed"  # Confederate units the right wing has come near to, as a mask
EAST_FREED = "east_freed"  # the left wing has attacked
CROSSED_OVER = "reserve_crossed"  # Union units of the rear guard that have crossed, as a mask


class AdvancedState(CampaignState["AdvancedScene"]):
    """The state of scenarios 5 and 6."""

    boxes: Row  # ammunition boxes of each unit (SLB 20.2a)
    marks: Row  # how many of them are marked
    wing: Row  # the Union wing of each piece this turn (SLB 16.0b)
    unseen: Row  # 0, or 1 + the hex in which a hidden Confederate piece stands (SLB 22.2c)
    secret_bridges: tuple[tuple[str, str, str], ...]  # builder, north hex, south hex (SLB 22.2e)
    covered: tuple[tuple[int, ...], ...]  # how those stood who move hidden, before they did (see `hidden`)

    @property
    def veil(self) -> tuple[str, ...] | None:  # type: ignore[override]  # asked of every event, and mostly for nothing
        """The Confederate alone, while he moves hidden (SLB 22.2c)."""
        for frame in self.agenda if self.covered else ():
            if frame.audience and not frame.waits:
                return frame.audience
        return None

    def able_rests_on(self) -> object:
        """Who has begun to move hidden (SLB 22.2c)."""
        return self.covered

    @tracked
    def barrier(self, last: int | None) -> int:
        """The hexes that keep the Union's wings apart, as a mask (SLB 19.1b): the same ones as long as all of them are
        closed, whatever happens elsewhere."""
        closed = self.scenario.shut_roads(self)
        return last if last and last & closed == last else self.scenario.barrier(closed)
