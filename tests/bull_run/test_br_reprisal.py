"""Who attacks first: a stack that has been attacked attacks nobody in the second half (C14)."""

from __future__ import annotations

from bull_run_field import fighting, moving

from hardtack.battles.bull_run.reprisal import reprisals

UNION, CONFEDERATE = "union", "confederate"
BESET = {"KEY": "1802", "BLE": "1802", "EAR": "1703"}


def test_an_enemy_who_has_been_attacked_is_no_more_to_be_feared():
    free, bound = fighting(UNION, BESET), fighting(UNION, BESET, marks={"defended": ["EAR"]})
    assert reprisals(free, UNION) < 0.0
    assert reprisals(bound, UNION) == 0.0


def test_with_the_other_reading_he_is():
    """Where whoever was attacked may attack all the same, attacking him keeps him off nobody."""
    bound = fighting(UNION, BESET, marks={"defended": ["EAR"]}, settings={"second_half": "any"})
    assert reprisals(bound, UNION) < 0.0


def test_only_in_the_first_half_and_only_for_the_side_that_has_it():
    assert reprisals(fighting(UNION, BESET, half=2), UNION) == 0.0
    assert reprisals(fighting(UNION, BESET), CONFEDERATE) == 0.0
    assert reprisals(moving(UNION, BESET), UNION) == 0.0


def test_who_stands_on_the_objective_has_most_to_fear():
    there, elsewhere = (
        fighting(UNION, {"KEY": place, "BLE": place, "LON": "1703", "EAR": "1703"}) for place in ("1802", "1602")
    )
    assert reprisals(there, UNION) < reprisals(elsewhere, UNION) < 0.0
