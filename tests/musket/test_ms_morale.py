"""Morale, disorder, rout, losses, capture and points (MS 10, 11)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from musket_field import Field, FieldBattle, told

from hardtack.battles.musket import losses
from hardtack.battles.musket.checks import Check, chance_to_pass, passes
from hardtack.battles.musket.command import Recoveries
from hardtack.battles.musket.fog import FogOfWar
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.state import MusketState
from hardtack.referee.dice import LoadedDice
from hardtack.referee.state import freeze
from hardtack.referee.umpire import Umpire, deciding


def suffer(field: Field, state: MusketState, what: str, unit: str, dice: tuple[int, ...] = ()) -> MusketState:
    """Apply one function of the losses chapter to a unit."""
    draft = state.draft()
    loaded = LoadedDice(dice)
    getattr(losses, what)(draft, Umpire(draft, loaded), field.piece(unit))
    loaded.finish()
    after: MusketState = freeze(draft)
    return after


@pytest.mark.rule("MS 10.1")
@pytest.mark.parametrize(
    ("morale", "bonus", "faces"),
    [(1, 0, 1), (2, 0, 2), (4, 0, 4), (5, 0, 5), (6, 0, 5), (4, 1, 5), (5, 1, 5), (1, 1, 2)],
)
def test_odds_of_a_morale_check(morale: int, bonus: int, faces: int) -> None:
    assert chance_to_pass(morale, bonus) == Fraction(faces, 6)


@pytest.mark.rule("MS 10.1")
def test_a_one_always_passes_and_a_six_always_fails() -> None:
    """Acceptance check 5.2-6."""
    assert passes(1, 0)
    assert not passes(6, 6, bonus=2)


@pytest.mark.rule("MS 10.2")
def test_disordered_twice_routs() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505"})
    once = suffer(field, state, "disorder", "ua")
    assert field.has(once, "disordered", "ua") == 1
    twice = suffer(field, once, "disorder", "ua", (3,))
    assert field.where(twice, "ua") == "track"
    assert field.has(twice, "disordered", "ua") == 0


@pytest.mark.rule("MS 10.3", "MS 3.3", "MS 12.13")
@pytest.mark.parametrize(("die", "disordered"), [(4, 0), (5, 1)])
def test_recovery_is_a_morale_check_outside_enemy_zones(die: int, disordered: int) -> None:
    field = Field()
    places = {"ua": "0505", "ub": "0202", "ca": "0203"}
    ruling = field.run(field.state(Recoveries("union"), places, disordered="ua ub"), [die])
    assert field.has(ruling.state, "disordered", "ua") == disordered
    assert field.has(ruling.state, "disordered", "ub") == 1  # in a zone: no roll


@pytest.mark.rule("MS 10.3")
def test_units_in_boxes_recover() -> None:
    field = Field()
    ruling = field.run(field.state(Recoveries("union"), {"ua": "depot"}, disordered="ua"), [1])
    assert "event.recovers" in told(ruling)


@pytest.mark.rule("MS 10.3", "MS 12.13", "MS 12.14")
def test_a_leader_may_assist_recovery_and_turns_inactive_if_it_fails() -> None:
    field = Field()
    asked = field.run(field.state(Recoveries("union"), {"ua": "0505", "ul": "0505"}, disordered="ua")).state
    assert field.legal(asked) == {"assist ul", "alone"}
    helped = field.play(asked, "assist ul", [5]).state
    assert (field.has(helped, "disordered", "ua"), field.has(helped, "active", "ul")) == (0, 1)
    failed = field.play(asked, "assist ul", [6]).state
    assert (field.has(failed, "disordered", "ua"), field.has(failed, "active", "ul")) == (1, 0)
    alone = field.play(asked, "alone", [5]).state
    assert (field.has(alone, "disordered", "ua"), field.has(alone, "active", "ul")) == (1, 1)


@pytest.mark.rule("MS 10.4", "MS 10.5")
def test_a_rout_goes_to_the_track_on_the_reduced_side_and_scores_nothing() -> None:
    field = Field()
    state = suffer(field, field.state(Movement("union"), {"ua": "0505"}, turn=2), "rout", "ua", (3,))
    assert field.where(state, "ua") == "track"
    assert (field.has(state, "due", "ua"), field.has(state, "reduced", "ua")) == (5, 1)
    assert state.points == (0, 0)
    assert field.has(state, "fate", "ua") == 0
    assert (5, "ua") in field.battle.page.arrivals(state)


@pytest.mark.rule("MS 10.4", "MS 10.5")
def test_a_rout_past_the_last_turn_is_out_but_not_destroyed() -> None:
    field = Field()
    state = suffer(field, field.state(Movement("union"), {"ua": "0505"}, turn=4), "rout", "ua", (3,))
    assert field.where(state, "ua") == "x"
    assert state.points == (0, 0)
    fixed = Field(settings={"rout_delay": 2})
    state = suffer(fixed, fixed.state(Movement("union"), {"ua": "0505"}, turn=4), "rout", "ua")
    assert fixed.has(state, "due", "ua") == 6


@pytest.mark.rule("MS 10.4", "MS 2.4")
def test_a_routing_battalion_or_gunboat_is_removed() -> None:
    field = Field(overlays={"river_partial": ["0505"]})
    state = field.state(Movement("union"), {"uz": "0303", "uw": "0505"})
    assert field.where(suffer(field, state, "rout", "uz"), "uz") == "aside"
    after = suffer(field, state, "rout", "uw")
    assert (field.where(after, "uw"), after.points) == ("x", (0, 0))


@pytest.mark.rule("MS 10.4", "MS 11.3")
def test_a_surrounded_unit_that_routs_is_captured() -> None:
    field = Field()
    places = {"ua": "0505", "ca": "0504", "cb": "0506", "cc": "0404", "cd": "0605"}
    state = suffer(field, field.state(Movement("union"), places), "rout", "ua")
    assert field.where(state, "ua") == "x"
    assert state.points == (0, 2)


@pytest.mark.rule("MS 11.1", "MS 11.2", "MS 2.4")
def test_step_losses_reduce_then_destroy() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505"})
    once = suffer(field, state, "lose_step", "ua")
    assert (field.has(once, "reduced", "ua"), once.points) == (1, (0, 0))
    twice = suffer(field, once, "lose_step", "ua")
    assert (field.where(twice, "ua"), twice.points) == ("x", (0, 1))


@pytest.mark.rule("MS 11.2", "MS 2.5")
def test_battalions_are_never_destroyed() -> None:
    field = Field()
    state = suffer(field, field.state(Movement("union"), {"uz": "0505"}), "lose_step", "uz")
    assert (field.where(state, "uz"), state.points) == ("aside", (0, 0))


@pytest.mark.rule("MS 11.3", "MS 11.4")
@pytest.mark.parametrize(("unit", "points"), [("ua", 2), ("ul", 2), ("uq", 4), ("ut", 4), ("uz", 2)])
def test_points_for_captures(unit: str, points: int) -> None:
    field = Field()
    state = suffer(field, field.state(Movement("union"), {unit: "0505"}), "capture", unit)
    assert state.points == (0, points)


@pytest.mark.rule("MS 11.3")
def test_a_captured_battalion_scores_and_may_be_used_again() -> None:
    field = Field()
    state = suffer(field, field.state(Movement("union"), {"uz": "0505"}), "capture", "uz")
    assert field.where(state, "uz") == "aside"


@pytest.mark.rule("MS 11.3", "MS 12.16")
def test_escorts_lost_leaders_flee_to_a_friend_within_three_hexes_or_are_captured() -> None:
    field = Field()
    places = {"ua": "0504", "ul": "0504", "ca": "0505", "ub": "0501"}
    near = suffer(field, field.state(Movement("union"), places), "rout", "ua", (1,))
    assert field.where(near, "ul") == "0501"
    far = suffer(field, field.state(Movement("union"), {**places, "ub": "0101"}), "rout", "ua", (1,))
    assert (field.where(far, "ul"), far.points) == ("x", (0, 2))
    quiet = suffer(field, field.state(Movement("union"), {"ua": "0504", "ul": "0504"}), "rout", "ua", (1,))
    assert field.where(quiet, "ul") == "0504"  # no enemy near: nothing happens to him


@pytest.mark.rule("MS 11.4")
@pytest.mark.parametrize(
    ("points", "winner"),
    [((12, 11), "union"), ((9, 3), "draw"), ((3, 10), "confederate"), ((11, 11), "draw"), ((0, 0), "draw")],
)
def test_the_verdict_on_points(points: tuple[int, int], winner: str) -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505"}, points=points)
    assert field.battle.verdict(state).winner == winner


class Asking(FieldBattle):
    asked: list[tuple[str, bool]] = []

    def after_check(self, draft: object, umpire: object, check: Check, passed: bool) -> None:
        self.asked.append((check.purpose, passed))


@pytest.mark.rule("MS 10.1", "MS 1.4")
def test_a_battle_may_ask_for_checks_of_its_own() -> None:
    field = Field(Asking)
    field.battle.words.entries["term.purpose.alarm"] = ("alarm", "警報")
    state = field.run(field.state(Check("union", field.piece("uc"), "alarm"), {"uc": "0505"}), [3]).state
    assert Asking.asked == [("alarm", False)]  # morale 2
    assert deciding(state).side == "union"


class Panic(FieldBattle):
    """A check of its own that disorders whoever fails it, in the Movement Phase."""

    def after_check(self, draft: Any, umpire: Umpire, check: Check, passed: bool) -> None:
        if not passed:
            losses.disorder(draft, umpire, check.piece)


@pytest.mark.rule("MS 14.2", "MS 14.1", "MS 10.2")
def test_fow_for_a_rout_outside_combat_are_used_at_once() -> None:
    field = Field(Panic, settings={"fow_per_rout": 1})
    field.battle.words.entries["term.purpose.panic"] = ("panic", "恐慌")
    frames = (Check("union", field.piece("uc"), "panic"), Movement("union"))
    state = field.state(frames, {"uc": "0505", "ua": "0101", "ca": "0808"}, disordered="uc")
    assert deciding(field.run(state, [5, 2]).state) == FogOfWar("confederate", 1, False)
