"""What a bot knows of a fight beyond its attacks: blows back, stacks without a way out, hexes that must be taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from musket_field import Field

from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.intent import Intent
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.outlook import Outlook, worth_of_attack
from hardtack.battles.musket.perils import assaults, blows_back, prizes, snared, storms, worn
from hardtack.referee.knowledge import Field as Ground

UNION, CONFEDERATE = "union", "confederate"


class Level(Intent):
    """All ground is alike; one hex is wanted."""

    def __init__(self, wanted: Mapping[int, float]) -> None:
        self.wanted = wanted

    def ground(self, state: Any, side: str) -> Ground:
        return [0.0] * state.scenario.board.grid.size

    def purpose(self, state: Any, side: str) -> str:
        return "ground"

    def zeal(self, state: Any, side: str) -> float:
        return 0.0

    def garrisons(self, state: Any, side: str) -> Mapping[int, float]:
        return self.wanted


def seen(
    places: Mapping[str, str], frame: Any = None, wanted: Mapping[str, float] | None = None, **marks: Any
) -> Outlook:
    field = Field()
    state = field.state(frame or Attacks(UNION), places, phasing=UNION, **marks)
    return Outlook(state, Level({field.hex(name): worth for name, worth in (wanted or {}).items()}))


@pytest.mark.rule("MS 8.6")
def test_an_enemy_who_is_left_alone_strikes_back_with_doubled_factors() -> None:
    """4 against 4 is no danger in his own turn; doubled it is one, until somebody has attacked him."""
    places = {"ua": "0504", "ca": "0505"}
    assert blows_back(seen(places), UNION, moving=False) == pytest.approx(0.8 * worth_of_attack(2 * 4 - 4))
    assert blows_back(seen(places, fought="ua"), UNION, moving=False) == pytest.approx(worth_of_attack(2 * 4 - 4))
    assert blows_back(seen(places, struck="ca"), UNION, moving=False) == 0.0
    assert blows_back(seen(places, disordered="ca"), UNION, moving=False) == 0.0
    assert blows_back(seen(places), CONFEDERATE, moving=False) == 0.0  # it is not his turn


def test_while_units_move_an_enemy_who_can_be_attacked_costs_no_more_than_the_attack() -> None:
    weak, even = {"ud": "0504", "cc": "0505"}, {"ua": "0504", "ca": "0505"}
    assert 0.0 < blows_back(seen(weak, Movement(UNION)), UNION, moving=True) < worth_of_attack(2 * 6 - 3)
    assert blows_back(seen(even, Movement(UNION)), UNION, moving=True) == 0.0


def test_two_who_strike_at_the_same_stack_are_counted_together() -> None:
    view = seen({"ua": "0504", "ca": "0505", "cd": "0404"}, fought="ua")
    assert blows_back(view, UNION, moving=False) == pytest.approx(worth_of_attack(2 * (4 + 2) - 4))


def test_nobody_attacks_twice() -> None:
    """One brigade next to two enemies can fight one of them."""
    view = seen({"uc": "0504", "cd": "0505", "cx": "0503"}, Movement(UNION))
    promised, attacked = assaults(view, UNION)
    assert len(attacked) == 1
    assert promised == max(view.counts[UNION].hopes.values()) < view.contact(UNION)


@pytest.mark.rule("MS 8.4", "MS 11.3")
def test_a_stack_between_two_enemies_has_no_way_out() -> None:
    free, closed = {"ua": "0504", "cc": "0505"}, {"ua": "0504", "cc": "0505", "cb": "0503", "cv": "0303"}
    assert snared(seen(free), UNION) == 0.0
    assert snared(seen(closed), UNION) > 0.0
    covered = closed | {"ub": "0404"}
    assert snared(seen(covered), UNION) < snared(seen(closed), UNION)


def test_a_hex_that_must_be_taken_is_worth_an_attack() -> None:
    places = {"ua": "0504", "ub": "0404", "ca": "0505"}
    view = seen(places, Movement(UNION), wanted={"0505": 10.0, "0101": 10.0})
    assert prizes(view, UNION) == {Field().hex("0505"): 20.0}  # what he loses and we gain
    assert 0.0 < storms(view, UNION) < 20.0
    assert storms(seen(places, Movement(UNION)), UNION) == 0.0


def test_disorder_in_an_enemy_zone_does_not_mend() -> None:
    places = {"ua": "0504", "ub": "0501", "ca": "0505"}
    assert worn(seen(places, disordered="ua ub"), UNION) == 1
