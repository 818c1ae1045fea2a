"""What follows a combat, corner by corner: flight, capture, retreat in company, advance, fog of war (MS 8, 11, 14)."""

from __future__ import annotations

import pytest
from musket_field import Field

from hardtack.battles.musket.combat import Attacks, Counterattacks
from hardtack.battles.musket.fog import FogOfWar
from hardtack.battles.musket.movement import Moving
from hardtack.battles.musket.replacement import CountSteps
from hardtack.battles.musket.sequence import CombatPhase
from hardtack.battles.musket.state import MusketState

ROUT = [5, 6, 1, 1]  # at +6: Dm, failed, back next turn, ammunition holds


def routed(field: Field, places: dict[str, str], **marks: str) -> MusketState:
    """ua and ub attack cd in 0505, whose check fails."""
    state = field.state(Attacks("union"), {"ua": "0504", "ub": "0504", "cd": "0505", **places}, **marks)
    ready = field.after(state, "attack ua 0505", "join ub", "go")
    return field.play(ready, "lead ua", ROUT).state


# -- leaders left alone, and captures


@pytest.mark.rule("MS 11.3", "MS 12.16")
@pytest.mark.parametrize(("friend", "place"), [("0508", "0508"), ("0608", "x")])
def test_a_leader_flees_three_hexes_and_no_farther(friend: str, place: str) -> None:
    field = Field()
    assert field.grid.distance(field.hex("0505"), field.hex(friend)) == (4 if place == "x" else 3)
    assert field.where(routed(field, {"cl": "0505", "ca": friend}, inactive="cl"), "cl") == place


@pytest.mark.rule("MS 11.3", "MS TE3")
def test_an_enemy_next_door_is_a_danger_even_where_no_zone_reaches() -> None:
    """Deep woods know no zones, but the enemy who drove the escort out of them stands beside the leader."""
    field = Field(terrain={"deep_woods": ["0505"]})
    state = field.state(Attacks("union"), {"ua": "0504", "ub": "0404", "uc": "0604", "cd": "0505", "cl": "0505"},
                        inactive="cl")  # fmt: skip
    ready = field.after(state, "attack ua 0505", "join ub", "join uc", "go")
    after = field.play(ready, "lead ua", [6, 6, 1, 1]).state  # halved from the open: 2 + 2 + 3 - 2, Dm failed
    assert (field.where(after, "cl"), after.points) == ("x", (2, 0))


@pytest.mark.rule("MS 11.3", "MS 8.4")
def test_a_captured_escort_leaves_its_leader_to_the_enemy() -> None:
    field = Field()
    ring = {"ua": "0504", "ub": "0506", "uc": "0404", "ud": "0605"}
    state = field.state(Attacks("union"), {**ring, "cd": "0505", "cl": "0505"}, inactive="cl")
    after = field.after(state, "attack ua 0505", "go", dice=[5, 1])  # +2: Dr and no way out; ammunition holds
    assert (field.where(after, "cd"), field.where(after, "cl"), after.points) == ("x", "x", (4, 0))


@pytest.mark.rule("MS 10.4", "MS 8.4", "MS 4.8")
def test_a_unit_at_the_door_of_its_box_is_never_surrounded() -> None:
    field = Field()
    places = {"ua": "1001", "cc": "1002", "ca": "0901", "cb": "0902"}
    ready = field.after(field.state(Attacks("confederate"), places), "attack cc 1001", "join ca", "join cb", "go")
    after = field.play(ready, "lead cc", [4, 6, 2]).state  # 14 - 4: Dm(Dx), failed
    assert field.where(after, "ua") == "track"
    assert after.points == (0, 0)


@pytest.mark.rule("MS 11.2", "MS 11.3", "MS 10.2")
def test_a_battalion_comes_back_from_the_pool_in_good_order() -> None:
    field = Field()
    ring = {"ca": "0504", "cb": "0506", "cc": "0404", "cd": "0605"}
    state = field.state(Attacks("confederate"), {**ring, "uz": "0505"}, disordered="uz")
    after = field.after(state, "attack ca 0505", "go", dice=[5, 1])  # +3: Dr, surrounded
    assert field.where(after, "uz") == "aside"
    assert field.has(after, "disordered", "uz") == 0


# -- retreats


@pytest.mark.rule("MS 8.4")
def test_defenders_fall_back_away_from_every_attacker() -> None:
    """Deep woods around them know no zones: 0404 and 0604 are open, but next to the attackers, and 0506 is not."""
    field = Field(terrain={"deep_woods": ["0404", "0405", "0604", "0605", "0506"]})
    state = field.state(Attacks("union"), {"ua": "0504", "cd": "0505"})
    after = field.after(state, "attack ua 0505", "go", dice=[4])  # +2: Dr
    assert field.legal(after) == {"retreat cd 0405", "retreat cd 0605", "retreat cd 0506"}
    two = field.state(Attacks("union"), {"ua": "0504", "ub": "0405", "cd": "0505"})
    after = field.after(two, "attack ua 0505", "join ub", "go", "lead ua", dice=[1])  # +6: Dr
    assert field.where(after, "cd") == "0605"  # the one hex that lies next to neither


@pytest.mark.rule("MS 8.4", "MS 8.3")
def test_leaders_stay_with_a_unit_that_stays_and_are_left_where_they_cannot_follow() -> None:
    field = Field()
    places = {"ua": "0504", "ub": "0504", "ul": "0504", "cc": "0505"}
    state = field.state(Attacks("union"), places, inactive="ul")
    after = field.after(state, "attack ua 0505", "go", "retreat ua 0503", dice=[2])  # -2: Ar, ub took no part
    assert (field.where(after, "ua"), field.where(after, "ul")) == ("0503", "0504")
    woods = Field(terrain={"deep_woods": ["0503"], "river": ["0403", "0404", "0603", "0604"]})
    state = woods.state(Attacks("union"), {"ua": "0504", "ut": "0504", "cc": "0505"})
    after = woods.after(state, "attack ua 0505", "go", dice=[2])
    assert woods.where(after, "ua") == "0503"
    assert woods.where(after, "ut") == "x"  # no wheels in deep woods: taken where it stands
    assert after.points == (0, 4)


# -- advances


@pytest.mark.rule("MS 8.5")
def test_a_defender_follows_into_a_hex_that_an_exchange_has_emptied_but_his_guns_do_not() -> None:
    field = Field()
    places = {"ua": "0504", "ca": "0505", "cg": "0505", "ub": "0101", "cb": "0102"}  # others keep the phase open
    state = field.state(Attacks("union"), places, reduced="ua ca cg")
    ready = field.after(state, "attack ua 0505", "go")
    after = field.play(ready, "lead cg", [4, 2]).state  # 2 - 4: Ac(Ex), passed: both leads are gone
    assert (field.where(after, "ua"), field.where(after, "cg")) == ("x", "x")
    assert field.legal(after) == {"advance ca 0504", "end"}
    after = field.play(ready, "lead ca", [4, 2]).state
    assert not any(word.startswith("advance") for word in field.legal(after))  # only guns are left


@pytest.mark.rule("MS 8.5", "MS 4.5")
def test_a_pursuit_does_not_run_into_the_enemy() -> None:
    """In deep woods no zone stops it, but the second hex may not hold an enemy."""
    field = Field(terrain={"deep_woods": ["0506"]})
    state = routed(field, {"ca": "0506"})
    assert "advance ua 0505" in field.legal(state)
    assert "advance ua 0506" not in field.legal(state)
    assert field.why_not(state, "advance ua 0506") == {"MS 4.5"}


# -- counterattacks and the phase


@pytest.mark.rule("MS 8.6", "MS 9.3")
def test_a_counterattack_is_never_a_charge() -> None:
    field = Field()
    state = field.state(Counterattacks("confederate"), {"ca": "0505", "cl": "0505", "ua": "0504"})
    fought = field.after(state, "attack ca 0504", "go", dice=[1, 2])  # 8 - 4: Dc(Ex), passed, without a question
    assert (field.has(fought, "reduced", "ca"), field.has(fought, "reduced", "ua")) == (1, 1)


@pytest.mark.rule("MS 7.2", "MS 3.4")
def test_a_hex_attacked_in_one_phase_may_be_attacked_in_the_next() -> None:
    field = Field()
    state = field.state(CombatPhase("union"), {"ua": "0504", "ca": "0505"}, attacked=(field.hex("0505"),))
    assert "attack ua 0505" in field.legal(field.run(state).state)


# -- entering under the enemy's eyes


@pytest.mark.rule("MS 4.65", "MS 4.7", "MS 6.5")
def test_no_march_and_no_leader_enters_the_map_into_an_enemy_zone() -> None:
    field = Field()
    near = {"ca": "1006"}
    march = field.state(Moving("union", (field.piece("ur"),), 20, "march"), near, turn=2, due={"ur": 2})
    assert field.goals(march) == set()
    walk = field.state(Moving("union", (field.piece("ur"),), 4, "move"), near, turn=2, due={"ur": 2})
    assert field.goals(walk) == {"1005"}
    leader = field.state(Moving("union", (field.piece("ul"),), 10, "move"), {"ul": "depot", "ca": "1002"})
    assert field.goals(leader) == set()


# -- fog of war and replacements


@pytest.mark.rule("MS 14.2")
def test_each_fow_moves_one_land_unit_once() -> None:
    field = Field(overlays={"river_partial": ["0905"]})
    places = {"ua": "0505", "ub": "0303", "uc": "0707", "uw": "0905", "ca": "0101"}
    state = field.state(FogOfWar("confederate", 2, True), places)
    assert field.legal(state) == {"fog ua", "fog ub", "fog uc", "end"}  # never a gunboat
    assert field.why_not(state, "fog uw") == {"MS 14.2"}
    once = field.after(state, "fog ua", "stay", dice=[2])
    assert field.legal(once) == {"fog ub", "fog uc", "end"}
    twice = field.after(once, "fog ub", "stay", dice=[2])
    assert field.legal(twice) == {"end"}  # two were held


@pytest.mark.rule("MS 13.1")
def test_a_disordered_unit_in_a_box_takes_the_step_one_on_the_map_does_not() -> None:
    field = Field()
    places = {"ua": "depot", "ub": "0505"}
    state = field.run(field.state(CountSteps("union"), places, reduced="ua ub", disordered="ua ub")).state
    assert field.legal(state) == {"restore ua", "end"}
