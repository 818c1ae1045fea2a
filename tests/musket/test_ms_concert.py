"""Attacks of several units, reckoned before the first of them moves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from musket_field import Field
from test_ms_perils import Level

from hardtack.battles.musket.closing import MARCH, MOVE
from hardtack.battles.musket.concert import Concert, joint_attacks
from hardtack.battles.musket.movement import Movement, Moving
from hardtack.battles.musket.outlook import Outlook
from hardtack.referee.umpire import deciding, options

UNION = "union"
STACK = {"cc": "0505", "cg": "0505"}  # nine factors
ARMY = {"ua": "0502", "ub": "0502", "uc": "0402", "ud": "0402", "uv": "0602", "uq": "0801"}


def seen(places: Mapping[str, str], frame: Any = None, **marks: Any) -> Outlook:
    field = Field()
    return Outlook(field.state(frame or Movement(UNION), places, phasing=UNION, **marks), Level({}))


def orders(view: Outlook) -> list[list[str]]:
    return [[str(action) for action in each] for each in joint_attacks(view, UNION, deciding(view.state))]


def group(name: str) -> tuple[int, ...]:
    return (Field().scenario.index[name],)


def test_those_who_can_come_beside_a_stack_are_brought_up_together() -> None:
    """No brigade alone is a match for the nine; all of them are."""
    field = Field()
    view = seen(STACK | ARMY)
    (advance,) = orders(view)
    assert len(advance) > 4
    state = field.after(view.state, *advance)
    there = Outlook(state, Level({}))
    target = field.hex("0505")
    assert there.counts[UNION].press[target] - there.counts["confederate"].defence[target] >= 6


def test_no_more_come_up_than_are_needed() -> None:
    (advance,) = orders(seen({"cd": "0505"} | ARMY))
    assert len(advance) == 2 * 3


@pytest.mark.parametrize("marks", [{"disordered": "ua ub uc"}, {"moved": "ua ub uc"}, {"inactive": "uq"}])
def test_whoever_cannot_be_brought_up_is_not_reckoned_with(marks: dict[str, str]) -> None:
    """Disorder, a move that has been made, and an HQ that gives nobody his full march."""
    assert orders(seen(STACK | ARMY, **marks)) == []


def test_a_brigade_that_has_set_out_goes_first() -> None:
    (advance,) = orders(seen(STACK | ARMY, (Moving(UNION, group("ub"), 4, MOVE), Movement(UNION))))
    assert advance[0].startswith("to ")
    assert "walk ub" not in advance
    assert "walk ua" in advance
    assert orders(seen(STACK | ARMY, (Moving(UNION, group("ub"), 4, MARCH), Movement(UNION)))) == []


def test_a_hex_holds_no_more_than_two_brigades_and_nobody_is_used_twice() -> None:
    """Two stacks are attacked from the ground between them by the units there are."""
    view = seen({"cd": "0505", "cx": "0605"} | ARMY)
    for marches in Concert(view, UNION, deciding(view.state)).advances():
        goals = [goal for _, goal in marches]
        assert len({piece for piece, _ in marches}) == len(marches)
        assert max(map(goals.count, goals)) <= 2
        assert not any(view.state.troops("confederate") >> goal & 1 for goal in goals)


def test_all_that_is_named_can_be_done() -> None:
    field = Field()
    view = seen(STACK | {"cd": "0605", "ca": "0404"} | ARMY)
    for advance in orders(view):
        state = view.state
        for action in advance:
            assert action in {str(each) for each in options(state).all()}
            state = field.after(state, action)
