"""Hexes that must not fall: who could come against them, and what troops in and beside them are worth."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from shiloh_kit import CONFEDERATE, UNION, field

from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.outlook import Outlook
from hardtack.battles.musket.posts import comers, guard_of, overrun, risk
from hardtack.battles.shiloh.knowledge import ShilohPlan
from hardtack.referee.frames import Frame

LANDING = {"u2b1": "1809", "u2b2": "1910"}


def seen(places: Mapping[str, str], *agenda: Frame, turn: int = 5) -> Outlook:
    return field(places, *agenda, turn=turn, phasing=UNION).plan_outlook


def hex_of(view: Outlook, name: str) -> int:
    return view.scenario.board.grid.index(name)


def plan_of(view: Outlook) -> ShilohPlan:
    assert isinstance(view.intent, ShilohPlan)
    return view.intent


def test_an_enemy_counts_the_less_the_farther_he_is() -> None:
    found = []
    for place in ("1712", "1615", "1317", "0422"):
        view = seen(LANDING | {"cleburne": place})
        found.append(sum(comers(view, UNION, 1 << hex_of(view, "1810"))))
    assert found == sorted(found, reverse=True)
    assert found[0] > found[-1] == 0.0


def test_troops_in_the_way_hold_an_enemy_up() -> None:
    """The brigades on the road control the ground beside them."""
    places = LANDING | {"cleburne": "1614"}
    screen = {"u4b1": "1711", "u4b2": "1512", "u4b3": "1913"}
    open_road, barred = seen(places), seen(places | screen)
    sides = 1 << hex_of(open_road, "1810")
    assert sum(comers(barred, UNION, sides)) < sum(comers(open_road, UNION, sides))


def test_a_guard_is_worth_more_the_more_it_has_against_it() -> None:
    pressed = seen(LANDING | {"cleburne": "1711", "shaver": "1711", "wood": "1811"})
    quiet = seen(LANDING | {"cleburne": "0422"})
    landing = hex_of(quiet, "1809")
    assert pressed.posts(UNION).change(landing, 4) > quiet.posts(UNION).change(landing, 4) + 5.0


def test_troops_beside_the_landing_count_by_their_strength() -> None:
    """A brigade in disorder does not bar a hex to an army; two fresh ones do."""
    army = dict.fromkeys(("cleburne", "shaver"), "1712") | dict.fromkeys(("wood", "gladden"), "1812")
    army |= dict.fromkeys(("statham", "gibson"), "1611") | dict.fromkeys(("pond", "russell"), "1712")
    view = seen(LANDING | army | dict.fromkeys(("stewart", "trabue"), "1912"))
    posts, beside = view.posts(UNION), hex_of(view, "1710")
    assert 0.0 < posts.change(beside, 1) < posts.change(beside, 4) < posts.change(beside, 8)
    assert posts.change(beside, 16) == posts.change(beside, 20)


def test_nobody_is_missed_where_no_enemy_can_come() -> None:
    view = seen(LANDING | {"cleburne": "0422"})
    assert view.posts(UNION).change(hex_of(view, "1810"), 8) == 0.0


@pytest.mark.rule("SL 19.12")
def test_boats_are_best_beside_the_landing() -> None:
    """There they help whoever stands in it; in it they would take the room of two brigades."""
    view = seen(LANDING | {"tyler": "1909"})
    assert guard_of(view, hex_of(view, "1809"), UNION) == 4 + 4
    assert guard_of(view, hex_of(view, "1910"), UNION) == 5 + 4
    berth = plan_of(view).berth
    assert berth(hex_of(view, "1909")) > berth(hex_of(view, "1910")) > berth(hex_of(view, "2008"))


@pytest.mark.rule("MS 8.6")
def test_an_enemy_left_alone_beside_the_landing_may_take_it_by_a_counterattack() -> None:
    places = LANDING | {"cleburne": "1911", "shaver": "1911"}
    alone, stronger = (seen(places | more, Attacks(UNION)) for more in ({}, {"u4b1": "1910"}))
    landing = plan_of(alone).vital(UNION)
    assert overrun(alone, UNION, landing, moving=False) > overrun(stronger, UNION, landing, moving=False) > 0.0
    assert overrun(alone, CONFEDERATE, landing, moving=False) == 0.0  # it is not his turn
    assert overrun(seen(LANDING, Movement(UNION)), UNION, landing, moving=True) == 0.0


def test_the_risk_grows_however_hopeless_it_is() -> None:
    worths = [risk(8, force) for force in (0, 4, 8, 14, 20, 30)]
    assert worths == sorted(worths)
    assert worths[0] == 0.0
    assert risk(0, 1) >= 1.0


def test_the_line_falls_back_before_the_head_of_the_advance() -> None:
    """Ground that was in front of the landing is beside the enemy's way now."""
    far = seen(LANDING | {"cleburne": "0918", "shaver": "0918"})
    near = seen(LANDING | {"cleburne": "1513", "shaver": "1513"})
    flank, landing = hex_of(far, "1011"), hex_of(far, "1809")
    assert far.ground[UNION][landing] == near.ground[UNION][landing]
    assert far.ground[UNION][flank] > near.ground[UNION][flank]
