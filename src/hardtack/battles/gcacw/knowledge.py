"""What every bot of the series weighs first: the victory points as they stand. A battle adds its own terms."""

from __future__ import annotations

from hardtack.battles.gcacw.state import CampaignState
from hardtack.referee.events import UNION


def points(state: CampaignState, side: str) -> float:
    """Victory points as they stand, for the side."""
    total = sum(line[1] for line in state.scenario.score(state))
    return float(total if side == UNION else -total)
