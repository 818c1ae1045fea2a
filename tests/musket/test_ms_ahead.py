"""The standard move in one click: what the board lights is what the declared move would offer (MS 4.1, 4.3)."""

from __future__ import annotations

import pytest
from musket_field import Field

from hardtack.battles.musket.movement import Movement
from hardtack.referee.umpire import options

HQ = {"uq": "1008"}


def offered(field: Field, state, unit: str) -> dict[str, tuple[int | None, bool]]:
    """The hexes of the declared standard move, with cost and whether they end it."""
    declared = field.play(state, f"walk {unit}").state
    hints = [field.battle.page.hint(declared, action) for action in options(declared).all()]
    return {hint.hex: (hint.cost, hint.stops) for hint in hints if hint.kind == "move"}


@pytest.mark.rule("MS 4.1", "MS 4.3", "MS 5.1", "MS 6.3")
@pytest.mark.parametrize("unit", ["ua", "ug", "uv", "ul"])
def test_the_ways_of_a_piece_are_those_of_its_standard_move(unit: str) -> None:
    field = Field()
    places = {**HQ, unit: "0505", "uc": "0404", "ub": "0404", "ca": "0703", "cb": "0305"}
    state = field.state(Movement("union"), places)
    ways = field.battle.page.ways(state, unit)
    assert {way.hex: (way.cost, way.stops) for way in ways} == offered(field, state, unit)
    assert [way.cost for way in ways] == sorted(way.cost for way in ways)
    for way in ways:
        assert way.path[-1] == way.hex
        assert "0505" not in way.path
        after = state
        for action in way.actions:
            after = field.play(after, str(action)).state
        assert after.scenario.names[after.at[field.piece(unit)]] == way.hex


@pytest.mark.rule("MS 4.3", "MS 4.1")
def test_who_must_roll_or_has_moved_has_no_ways() -> None:
    field = Field()
    state = field.state(Movement("union"), {**HQ, "ua": "0505", "ub": "0606"}, inactive="uq")
    assert field.battle.page.ways(state, "ua") == []
    ready = field.state(Movement("union"), {**HQ, "ua": "0505", "ca": "0907"})
    assert field.battle.page.ways(ready, "ua")
    assert field.battle.page.ways(ready, "ca") == []
    declared = field.play(ready, "walk ua").state
    assert field.battle.page.ways(declared, "ua") == []
    assert field.battle.page.ways(field.play(declared, "stay").state, "ua") == []
