"""What Chickamauga adds to the state of the series."""

from __future__ import annotations

from hardtack.battles.musket.state import MusketState

UNWRITTEN, HIDDEN = "", "?"
OPTION_A, OPTION_B = "A", "B"


class ChickamaugaState(MusketState):
    plan: str  # the Confederate's secret choice (CK 18.2): UNWRITTEN, A or B; HIDDEN in everybody else's view
    step_die: int  # the Union replacement die of this phase (CK 17.22), 0 before it is rolled
