"""Two procedures of the advanced game: Hooker's confidence (SLB 16.0) and ammunition (SLB 20.2), cell by cell."""

from __future__ import annotations

import pytest

from hardtack.battles.chancellorsville.ammunition import (
    Pouch,
    Resupply,
    artillery_without,
    attempts_allowed,
    cavalry_retreat_modifier,
    is_blocked,
    may_attack,
    stack_halves,
)
from hardtack.battles.chancellorsville.counters import load_counters
from hardtack.battles.chancellorsville.ground import load_map
from hardtack.battles.chancellorsville.wings import confidence_table, lack_of_confidence, loses_confidence

# -- Hooker's confidence

UNION = ((0, 9), (10, 18), (19, 27), (28, 36), (37, 45), (46, 80))
CONFEDERATE = ((0, 6), (7, 12), (13, 18), (19, 24), (25, 30), (31, 60))
PRINTED = """
-    -    -    -    -    -
1-2  1    -    -    -    -
1-4  1-3  1-2  1    -    -
1-6  1-6  1-6  1-5  1-4  1-3
1-6  1-6  1-6  1-5  1-4  1-3
1-6  1-6  1-6  1-6  1-6  1-5
"""
CELLS = [
    (rows, columns, 0 if cell == "-" else int(cell[-1]))
    for rows, line in zip(UNION, PRINTED.strip().splitlines(), strict=True)
    for columns, cell in zip(CONFEDERATE, line.split(), strict=True)
]


@pytest.mark.rule("SLB 16.0d")
@pytest.mark.parametrize(("union", "confederate", "limit"), CELLS)
def test_confidence_cell_by_cell(union: tuple[int, int], confederate: tuple[int, int], limit: int) -> None:
    for ours in union:
        for theirs in confederate:
            lost = [die for die in range(1, 7) if loses_confidence(die, ours, theirs)]
            assert lost == list(range(1, limit + 1))


@pytest.mark.rule("SLB 16.0d", "SLB 16.0f")
def test_g26_hooker_loses_confidence() -> None:
    """Golden case G26: 19 against 10 lost, nothing modifies the die: a 3 is enough; with both towns held it is not."""
    assert loses_confidence(3, 19, 10)
    assert not loses_confidence(4, 19, 10)
    assert not loses_confidence(3, 19, 10, both_towns=True)


@pytest.mark.rule("SLB 16.0d")
def test_both_modifiers_add_up() -> None:
    assert loses_confidence(1, 19, 10, wings_united=True, both_towns=True)
    assert not loses_confidence(2, 19, 10, wings_united=True, both_towns=True)
    assert loses_confidence(2, 19, 10, wings_united=True)
    board = load_map()
    towns = {place.name_en for town in confidence_table().towns for place in board.places_at(board.grid.index(town))}
    assert towns == {"Fredericksburg (south)", "Chancellorsville"}


@pytest.mark.rule("SLB 16.0e")
def test_lost_confidence_weakens_attacks_until_hooker_goes() -> None:
    assert lack_of_confidence(lost=True, hooker_commands=True, attacking=True) == (-1, -1)
    assert lack_of_confidence(lost=True, hooker_commands=True, attacking=False) == (0, 0)
    assert lack_of_confidence(lost=True, hooker_commands=False, attacking=True) == (0, 0)
    assert lack_of_confidence(lost=False, hooker_commands=True, attacking=True) == (0, 0)


# -- ammunition


@pytest.mark.rule("SLB 20.2a")
def test_a_unit_with_every_box_marked_is_out() -> None:
    assert not Pouch(4, 3).is_out
    assert Pouch(4, 4).is_out
    counters = load_counters()
    assert (counters["Hill"].ammunition, counters["FLee"].ammunition, counters["Lee"].ammunition) == (4, 3, 0)


@pytest.mark.rule("SLB 20.2b")
def test_only_a_d_result_uses_ammunition() -> None:
    assert Pouch(4, 1).after_combat(disorganised=True) == Pouch(4, 2)
    assert Pouch(4, 1).after_combat(disorganised=False) == Pouch(4, 1)
    assert Pouch(4, 4).after_combat(disorganised=True) == Pouch(4, 4)


@pytest.mark.rule("SLB 20.2c")
@pytest.mark.parametrize(
    ("supplied", "out", "halves"),
    [
        ((), (8,), 4),  # 4 becomes 2
        ((), (10,), 4),  # 5 becomes 2½, rounded down to 2
        ((), (2,), 1),  # 1 becomes ½, which no unit falls below
        ((), (1,), 1),
        ((), (6, 6), 6),  # 3 and 3 are added up before they are halved: 3, not 1 and 1
        ((), (1, 1), 2),  # two halves stay two halves
        ((8,), (10,), 12),  # only those without ammunition are halved
        ((8,), (), 8),
    ],
)
def test_units_out_of_ammunition_fight_at_half(supplied: tuple[int, ...], out: tuple[int, ...], halves: int) -> None:
    assert stack_halves(supplied, out) == halves


@pytest.mark.rule("SLB 20.2c")
def test_what_else_running_out_means() -> None:
    assert (artillery_without(3, True), artillery_without(3, False)) == (0, 3)
    assert (cavalry_retreat_modifier(True), cavalry_retreat_modifier(False)) == (-2, 0)
    assert not may_attack(is_out=True, demoralised=True)
    assert may_attack(is_out=True, demoralised=False)
    assert may_attack(is_out=False, demoralised=True)


BLOCKED = [(0, 0), (1, 1), (2, 1), (3, 2), (9, 2)]
RIVER = [(0, 0), (1, 1), (5, 1), (6, 2), (14, 2), (15, 3), (40, 3)]


@pytest.mark.rule("SLB 20.2d")
@pytest.mark.parametrize("exhausted", [False, True])
@pytest.mark.parametrize(("blocked", "by_blocked"), BLOCKED)
@pytest.mark.parametrize(("river", "by_river"), RIVER)
def test_resupply_modifiers_cell_by_cell(
    exhausted: bool, blocked: int, by_blocked: int, river: int, by_river: int
) -> None:
    order = Resupply(exhausted, blocked, river)
    assert order.modifier == int(exhausted) + by_blocked + by_river
    assert [die for die in range(1, 7) if order.succeeds(die)] == list(range(1, 7 - order.modifier))


@pytest.mark.rule("SLB 20.2d")
def test_attempts_are_limited() -> None:
    assert (attempts_allowed("union"), attempts_allowed("confederate")) == (6, 4)
    assert (attempts_allowed("union", 2), attempts_allowed("confederate", 0)) == (12, 0)


@pytest.mark.rule("SLB 20.2d")
def test_three_strength_points_of_infantry_block_a_hex() -> None:
    assert is_blocked((4, 2))
    assert not is_blocked((4, 1))
    assert not is_blocked(())


@pytest.mark.rule("SLB 20.2f")
def test_one_mark_erased_ends_being_out() -> None:
    assert not Pouch(4, 4).resupplied(1).is_out
    assert Pouch(4, 4).resupplied(0).is_out
    assert Pouch(4, 1).resupplied(2) == Pouch(4, 0)
