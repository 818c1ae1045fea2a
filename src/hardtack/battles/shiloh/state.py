"""What Shiloh adds to the state of the series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.musket.state import MusketState
from hardtack.referee.state import Row

if TYPE_CHECKING:
    from hardtack.battles.shiloh.scenario import ShilohScenario  # noqa: F401  # named in quotes below


class ShilohState(MusketState["ShilohScenario"]):
    surprised: Row  # surprise checks a Union unit has failed (SL 19.21)
    fatigued: bool  # the Confederate army is Fatigued (SL 19.31)
    marker: int  # turn space of the Fresh/Fatigued marker; 0 when it has left play
