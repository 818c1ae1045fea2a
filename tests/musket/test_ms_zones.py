"""Entering the map and enemy zones: what a move costs there, where it ends, and why a hex is refused (MS 4, 6)."""

from __future__ import annotations

from typing import Any

import pytest
from musket_field import Field, destinations

from hardtack.battles.musket.movement import Movement, Moving
from hardtack.referee.umpire import deciding

ROAD = {"road": ["0503", "0504", "0505"]}


def moving(field: Field, units: str, points: int, mode: str = "move") -> Moving:
    return Moving("union", tuple(field.piece(unit) for unit in units.split()), points, mode)


@pytest.mark.rule("MS 4.33", "MS 4.7")
def test_a_newcomer_goes_on_with_the_points_he_has_left() -> None:
    """One hex may always be moved, but only as a whole move: entering the map has been one already."""
    field = Field(terrain={"swamp": ["1004"]})
    two = field.state(moving(field, "ur", 2), {}, turn=2, due={"ur": 2})
    assert "1005" in field.goals(two)
    assert "0905" in field.goals(two)
    assert field.why_not(two, "to 1004") == {"MS 4.2"}  # one point is left and the swamp costs three
    four = field.state(moving(field, "ur", 4), {}, turn=2, due={"ur": 2})
    assert "1004" in field.goals(four)


@pytest.mark.rule("MS 4.7", "MS 4.4", "MS TE11", "MS 12.51")
def test_the_first_hex_off_a_road_costs_and_stops_like_any_other() -> None:
    field = Field(overlays={"stream": ["1005"]})
    foot = field.state(moving(field, "ur", 4), {}, turn=2, due={"ur": 2})
    assert destinations(foot, (field.piece("ur"),), 4, "move")[field.hex("1005")] == 2
    ground = field.scenario.ground
    stream, clear = field.hex("1005"), field.hex("1004")
    assert ground.entry_price(("artillery",), stream, False) == (1, True)
    assert ground.entry_price(("train",), clear, False) == (1, True)
    train = field.state(moving(field, "ut", 4), {"ut": "depot"})
    assert field.goals(train) == {"1001"}  # the open stops it at once
    road = Field(paths={"road": ["1001", "1002", "1003"]})
    assert {"1002", "1003"} <= road.goals(road.state(moving(road, "ut", 4), {"ut": "depot"}))


@pytest.mark.rule("MS 4.62", "MS 4.33", "MS TE5")
def test_ground_open_by_road_alone_is_closed_to_foot_in_an_enemy_zone() -> None:
    field = Field(terrain={"swamp_creek": ["0504"]}, paths=ROAD)
    held = {"ua": "0503", "ug": "0403", "ca": "0505"}
    assert field.why_not(field.state(moving(field, "ua", 4), held), "to 0504") == {"MS 4.62"}
    free = field.state(moving(field, "ua", 4), {"ua": "0503", "ca": "0707"})
    assert "0504" in field.goals(free)
    guns = field.state(moving(field, "ug", 4), {"ug": "0503", "ca": "0505"})
    assert "0504" in field.goals(guns)


@pytest.mark.rule("MS 4.62", "MS 4.1")
def test_in_a_mixed_stack_the_guns_keep_the_road_rate_into_a_zone() -> None:
    """Infantry pays one point for the light woods, the guns one for the road: one point, not the guns' two."""
    field = Field(terrain={"light_woods": ["0504", "0505"]}, paths=ROAD)
    state = field.state(moving(field, "ua ug", 2), {"ua": "0503", "ug": "0503", "ca": "0506"})
    found = destinations(state, (field.piece("ua"), field.piece("ug")), 2, "move")
    assert found[field.hex("0505")] == 2
    swamp = Field(terrain={"swamp": ["0504"]}, paths=ROAD)
    state = swamp.state(moving(swamp, "ua ug", 4), {"ua": "0503", "ug": "0503", "ca": "0505"})
    assert destinations(state, (swamp.piece("ua"), swamp.piece("ug")), 4, "move")[swamp.hex("0504")] == 3


REFUSALS: list[tuple[str, dict[str, Any], dict[str, str], int, str, str]] = [
    ("zone to zone in disorder", {"terrain": {"river": ["0603"]}}, {"ua": "0504", "ca": "0505"}, 2, "0604", "MS 6.3"),
    ("road into a zone", {"terrain": {"swamp": ["0504", "0505"]}, "paths": ROAD}, {"ua": "0503", "ca": "0506"}, 3,
     "0505", "MS 4.62"),
    ("a zone in the way", {"terrain": {"river": [f"{column:02d}04" for column in (1, 2, 3, 4, 7, 8, 9, 10)]}},
     {"ua": "0503", "ca": "0604"}, 4, "0506", "MS 6.3"),
    ("a leader in the way", {"terrain": {"river": [f"{column:02d}04" for column in (1, 2, 3, 4, 6, 7, 8, 9, 10)]}},
     {"ua": "0503", "cl": "0504"}, 4, "0505", "MS 4.5"),
    ("too far", {}, {"ua": "0503", "ca": "1008"}, 4, "0508", "MS 4.2"),
]  # fmt: skip


@pytest.mark.rule("MS 6.3", "MS 4.62", "MS 4.2", "MS 4.5")
@pytest.mark.parametrize(("name", "ground", "places", "points", "goal", "clause"), REFUSALS)
def test_a_refused_hex_is_refused_for_the_right_reason(
    name: str, ground: dict[str, Any], places: dict[str, str], points: int, goal: str, clause: str
) -> None:
    field = Field(**ground)
    state = field.state(moving(field, "ua", points), places, disordered="ua" if "disorder" in name else "")
    assert field.why_not(state, f"to {goal}") == {clause}, name


@pytest.mark.rule("MS 4.1", "MS 4.31", "MS 1.3")
def test_the_slowest_member_is_found_after_disorder_has_halved() -> None:
    """Infantry 5 in disorder makes 3, and the guns make 3 in good order: the stack has 3 and not half of 3."""
    field = Field(settings={"ma_infantry": 5, "ma_artillery": 3})
    state = field.state(Movement("union"), {"uq": "1008", "ua": "0505", "ug": "0505"}, disordered="ua")
    frame = deciding(field.after(state, "gather ua", "with ug", "walk ua"))
    assert isinstance(frame, Moving)
    assert frame.points == 3


@pytest.mark.rule("MS 4.62", "MS 6.3")
def test_the_way_shown_into_a_zone_is_the_one_that_is_paid() -> None:
    """By the road 0505 would cost two, but a zone is entered at the terrain rate: uphill and over a wall four."""
    field = Field(slopes=[("0504", "0505")], hexsides={"protected": [("0504", "0505")]}, paths=ROAD)
    state = field.state(moving(field, "ua", 4), {"ua": "0503", "ca": "0506"})
    hint = field.battle.page.hint(state, field.battle.parse(field.scenario, "to 0505"))
    assert (hint.cost, hint.path) == (3, ("0503", "0403", "0404", "0505"))


@pytest.mark.rule("MS 4.33")
def test_a_single_step_is_shown_as_one() -> None:
    """Two points do not pay for the swamp by any way, so it is the one hex that may always be moved."""
    field = Field(terrain={"swamp": ["0504"]}, slopes=[("0503", "0504")])
    state = field.state(moving(field, "ua", 2), {"ua": "0503"})
    hint = field.battle.page.hint(state, field.battle.parse(field.scenario, "to 0504"))
    assert (hint.cost, hint.path) == (2, ("0503", "0504"))
