"""What Chickamauga adds to the state of the series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hardtack.battles.musket.state import MusketState

if TYPE_CHECKING:
    from hardtack.battles.chickamauga.scenario import ChickamaugaScenario  # noqa: F401  # named in quotes below


UNWRITTEN, HIDDEN = "", "?"
OPTION_A, OPTION_B = "A", "B"


class ChickamaugaState(MusketState["ChickamaugaScenario"]):
    plan: str  # the Confederate's secret choice (CK 18.2): UNWRITTEN, A or B; HIDDEN in everybody else's view
    step_die: int  # the Union replacement die of this phase (CK 17.22), 0 before it is rolled
