"""What the register says of its clauses: a rule that is ours is never passed off as the book's."""

from __future__ import annotations

import pytest

from hardtack.battles.chickamauga.battle import BATTLE as CHICKAMAUGA
from hardtack.battles.musket.tables import SETTINGS
from hardtack.battles.shiloh.battle import BATTLE as SHILOH

# Clauses that no book at hand prints whole: allowances, limits and effects that had to be made up.
OURS = (
    "1.3 2.3 2.4 3.3 3.4 4.1 4.2 4.3 4.31 4.32 4.33 4.5 4.65 4.65a 4.66 4.7 4.8 5.1 5.2 5.3 6.3 6.4 6.5 7.2 7.3 7.4 "
    "7.61 7.63 7.64 7.65 7.7 8.2 8.3 8.4 8.5 8.7 9.3 9.4 10.1 10.2 10.3 10.4 11.2 11.3 12.11 12.12 12.13 12.14 12.15 "
    "12.16 12.2 12.32 12.33 12.41 12.42 12.43 12.52 12.53 13.1 13.2 13.3 14.1 14.2 14.3"
)
# What the two books print of those rules stands under clauses of its own.
PRINTED = "1.3a 4.4 4.61 4.62 4.64 4.67 4.7a 6.2 7.5 7.62 8.1 10.5 11.4 12.34 CR1 CR2 CR3 CR4"


@pytest.mark.parametrize("battle", [SHILOH, CHICKAMAUGA], ids=["shiloh", "chickamauga"])
def test_clauses_are_marked_as_what_they_are(battle) -> None:
    found = {clause: battle.register[f"MS {clause}"].provenance for clause in (*OURS.split(), *PRINTED.split())}
    assert {clause for clause, source in found.items() if source == "reconstructed"} == set(OURS.split())
    assert {clause for clause, source in found.items() if source == "seed"} == set(PRINTED.split())
    chart = {f"MS TE{line}" for line in range(1, 19)}
    assert {battle.register[clause].provenance for clause in chart} == {"seed"}
    assert {clause.provenance for clause in battle.register.values() if not clause.id.startswith("MS")} == {"seed"}


def test_the_clause_of_a_number_nobody_prints_is_not_marked_as_printed() -> None:
    numbers = [setting for setting in SETTINGS if setting.kind == "number"]
    register = SHILOH.register | CHICKAMAUGA.register
    wrong = {setting.name for setting in numbers if register[setting.clause].provenance == "seed"}
    assert not wrong
