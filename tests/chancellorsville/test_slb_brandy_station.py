"""Brandy Station (SLB 13.4)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.referee.events import CONFEDERATE, UNION

UNION_UNITS = ("Davis", "Devin", "Buford", "Ames", "Cesnola", "Gregg", "Kilpatrick", "Wyndham", "Russell")
HORSE = ("Robertson", "WJones", "WHFLee", "FLee", "Hampton")


@pytest.fixture
def game() -> Game:
    return Game("brandy-station").begin()


@pytest.mark.rule("SLB 13.4a")
def test_the_turn_is_an_action_cycle_only(game: Game) -> None:
    assert game.scene.phases(1) == ("action_cycle",)
    assert (game.frame, game.state.phase) == ("Activation", 1)


@pytest.mark.rule("SLB 13.4b")
def test_the_first_five_initiatives_are_fixed(game: Game) -> None:
    assert game.side == UNION
    assert set(game.offers()) == {"march Davis", "march Devin", "march Buford", "pass"}
    game.do("march Davis", 1, 1).do("halt Davis")
    assert (game.side, game.state.phase) == (UNION, 2)
    assert set(game.offers()) == {"march Devin", "march Buford", "pass"}  # another brigade each time
    assert game.why_not("march Davis") == {"SLB 13.4b"}
    assert game.why_not("march Gregg") == {"SLB 13.4b"}
    game.do("pass")  # the phase is the Union's alone
    assert (game.side, game.state.phase) == (UNION, 3)
    told = next(event for event in game.events if event.key == "purpose.division")
    assert (told.clause, told.get("term_division")) == ("SLB 13.4b", ("2Cav",))
    assert set(game.offers()) == {"march Cesnola", "march Gregg", "pass"}
    game.do("march Gregg", 1, 1).do("halt Gregg")
    assert (game.side, game.state.phase) == (UNION, 4)
    game.do("pass")
    assert (game.side, game.state.phase) == (CONFEDERATE, 5)
    assert {"march Hampton", "activate Stuart", "issue"} <= set(game.offers())
    game.do("pass", 3, 2)
    assert (game.side, game.state.phase) == (UNION, 6)
    assert "march Russell" in game.offers()


@pytest.mark.rule("SLB 13.4c")
def test_the_game_ends_when_all_units_are_spent_or_both_pass(game: Game) -> None:
    for unit in (*UNION_UNITS, *HORSE):
        game.put(unit, fatigue=4)
    game.put("Rodes", fatigue=3).remember("roused").next_phase(6, 1, 6)
    assert game.state.outcome is None
    assert "march Rodes" in game.offers()
    game.put("Rodes", fatigue=4).next_phase(7)
    assert game.state.outcome is not None
    assert next(event for event in game.events if event.key == "event.cycle_over").clause == "SLB 13.4c"
    both = Game("brandy-station").begin().next_phase(6, 1, 6).do("pass").do("pass")
    assert both.state.outcome is not None


# -- Union movement


@pytest.mark.rule("SLB 13.4d")
@pytest.mark.parametrize("unit", ["Davis", "Devin", "Buford", "Ames"])
def test_the_first_division_and_ames_cross_first_at_beverly_ford(game: Game, unit: str) -> None:
    game.put("WJones", "1710").marching(unit, 9)
    assert game.why_not(f"step {unit} 2213") == set()
    game.put(unit, "2718").marching(unit, 9)
    assert game.why_not(f"step {unit} 2618") == {"SLB 13.4d"}


@pytest.mark.rule("SLB 13.4d")
@pytest.mark.parametrize("unit", ["Cesnola", "Gregg", "Russell"])
def test_the_second_division_and_russell_cross_first_at_kellys_ford(game: Game, unit: str) -> None:
    game.marching(unit, 9)
    assert game.why_not(f"step {unit} 2618") == set()
    game.put(unit, "2414").marching(unit, 9)
    assert game.why_not(f"step {unit} 2315") == {"SLB 13.4d"}


@pytest.mark.rule("SLB 13.4d")
def test_the_third_division_waits_for_the_second(game: Game) -> None:
    game.marching("Kilpatrick", 9)
    assert game.why_not("step Kilpatrick 2618") == {"SLB 13.4d"}
    game.marching("Gregg", 9).do("step Gregg 2618").marching("Kilpatrick", 9)
    assert game.why_not("step Kilpatrick 2618") == {"SLB 13.4d"}
    game.marching("Cesnola", 9).do("step Cesnola 2618").marching("Kilpatrick", 9)
    assert game.why_not("step Kilpatrick 2618") == set()


@pytest.mark.rule("SLB 13.4d")
def test_a_lost_brigade_of_the_second_division_holds_nobody_up(game: Game) -> None:
    game.put("Cesnola", "x").marching("Gregg", 9).do("step Gregg 2618").marching("Wyndham", 9)
    assert game.why_not("step Wyndham 2618") == set()


@pytest.mark.rule("SLB 13.4d")
def test_once_across_a_unit_goes_back_and_forth_by_any_crossing(game: Game) -> None:
    game.marching("Gregg", 9).do("step Gregg 2618")
    game.put("Gregg", "2315").marching("Gregg", 9)
    assert game.why_not("step Gregg 2414") == set()
    game.do("step Gregg 2414").marching("Gregg", 9)
    assert game.why_not("step Gregg 2315") == set()


@pytest.mark.rule("SLB 13.4d")
def test_the_union_goes_and_attacks_no_further_west_than_column_14(game: Game) -> None:
    game.put("Rodes", "1318").put("Gregg", "1418").marching("Gregg", 9)
    assert game.why_not("step Gregg 1319") == {"SLB 13.4d"}
    assert game.why_not("attack Gregg hasty 1318") == {"SLB 13.4d"}
    assert game.why_not("step Gregg 1419") == set()


@pytest.mark.rule("SLB 13.4d")
def test_the_union_does_not_cross_the_rapidan(game: Game) -> None:
    game.put("Gregg", "1624").remember("crossed", 1 << game.scene.index["Gregg"]).marching("Gregg", 9)
    assert "ford" in game.scene.board.side(game.scene.hex("1624"), game.scene.hex("1625"))
    assert game.why_not("step Gregg 1625") == {"SLB 13.4d"}
    here, there = game.scene.hex("1624"), game.scene.hex("1625")
    assert game.scene.bars_retreat(game.state, UNION, here, there)  # not in retreat either
    assert not game.scene.bars_retreat(game.state, CONFEDERATE, here, there)


@pytest.mark.rule("SLB 13.4d")
def test_cavalry_pays_nothing_extra_for_friends_in_the_way(game: Game) -> None:
    game.marching("Cesnola", 9).do("step Cesnola 2618").marching("Gregg", 9).do("step Gregg 2618")
    top = game.state.agenda[-1]
    assert top.mp == 9 - 2  # type: ignore[attr-defined]  # road 1 and ford 1, Cesnola in the hex or not


# -- Rodes and the county


@pytest.mark.rule("SLB 13.4e")
def test_rodes_sleeps_until_a_union_unit_comes_within_three_hexes_of_culpeper(game: Game) -> None:
    game.next_phase(6, 1, 6)
    assert game.why_not("march Rodes") == {"SLB 13.4e"}
    game.put("Gregg", "1817").put("Hampton", "1710").marching("Gregg", 9).do("step Gregg 1818")
    assert not game.fact("roused")  # four hexes away
    game.marching("Gregg", 9).do("step Gregg 1718")
    assert game.fact("roused")
    game.next_phase(8, 1, 6)
    assert "march Rodes" in game.offers()


@pytest.mark.rule("SLB 13.4e")
def test_rodes_stirs_when_all_confederate_cavalry_is_at_fatigue_two(game: Game) -> None:
    for unit in HORSE[1:]:
        game.put(unit, fatigue=2)
    game.put("Robertson", fatigue=1).next_phase(6, 1, 6).do("issue", 1, 6)
    assert not game.fact("roused")
    game.put("Robertson", fatigue=2).do("march Hampton", 1, 1, 6).do("halt Hampton", 1, 6)
    assert game.fact("roused")


@pytest.mark.rule("SLB 13.4e")
def test_rodes_marches_at_minus_one_and_a_one_leaves_him_standing(game: Game) -> None:
    game.remember("roused").next_phase(6, 1, 6).do("march Rodes", 4)
    assert game.state.agenda[-1].mp == 3  # type: ignore[attr-defined]
    game.do("halt Rodes", 1, 6).do("march Rodes", 1, 1, 6)
    assert game.frame == "Activation"  # 1 - 1 = 0: nothing to do
    assert game.row("fatigue", "Rodes") == 2
    game.do("march Rodes", 1, 6, 1, 6)  # to fatigue 3: the extended march is checked all the same
    assert game.row("fatigue", "Rodes") == 3
    assert game.row("disorganised", "Rodes") == 1


@pytest.mark.rule("SLB 13.4e")
def test_confederates_stay_in_culpeper_county(game: Game) -> None:
    board = game.scene.board
    county = board.regions["culpeper_county"]
    game.put("FLee", "2213").put("Davis", "2412").put("Devin", "2412").put("Buford", "2412").put("Ames", "2313")
    game.marching("FLee", 9)
    assert county >> game.scene.hex("2213") & 1
    assert not county >> game.scene.hex("2313") & 1
    assert "SLB 13.4e" in game.why_not("attack FLee hasty 2313")
    game.put("Ames", "2412").marching("FLee", 9)
    assert game.why_not("step FLee 2313") == {"SLB 13.4e"}
    assert game.why_not("step FLee 2114") == set()


# -- charge against infantry


@pytest.mark.rule("SLB 13.4f")
def test_no_charge_at_infantry_that_is_not_demoralised(game: Game) -> None:
    game.put("Ames", "2115").put("FLee", "2114").marching("FLee", 9)
    assert game.why_not("charge FLee hasty 2115") == {"SLB 13.4f"}
    game.put("Ames", demoralised=1)
    assert game.why_not("charge FLee hasty 2115") == set()
    game.put("Rodes", "2116").remember("roused").marching("Rodes", 9)
    assert game.why_not("charge Rodes hasty 2115") == {"SLB 13.4f"}  # infantry does not charge


# -- the horse artillery


@pytest.mark.rule("SLB 13.4g")
def test_confederate_cavalry_has_no_guns_until_they_are_issued(game: Game) -> None:
    def guns() -> dict[str, int]:
        scene = game.scene
        return {unit: scene.artillery_value(game.state, scene.index[unit]) for unit in (*HORSE, "Rodes", "Davis")}

    assert guns() == {**dict.fromkeys(HORSE, 0), "Rodes": 4, "Davis": 1}
    assert game.why_not("issue") == {"SLB 13.4g"}  # not a Union matter
    game.next_phase(5).do("issue", 1, 6)
    assert game.state.phase == 6  # it took the initiative
    assert game.at("HorseArty") == "x"
    assert sorted(guns()[unit] for unit in HORSE) == [0, 0, 1, 1, 1]
    assert game.why_not("issue") == {"SLB 13.4g"}


@pytest.mark.rule("SLB 13.4g", "SLB 13.4h")
def test_a_union_unit_in_the_park_takes_the_guns_for_good(game: Game) -> None:
    game.put("Davis", "2215").remember("crossed", 1 << game.scene.index["Davis"]).marching("Davis", 9)
    game.do("step Davis 2115")
    assert game.told("event.guns_taken")
    assert game.at("HorseArty") == "x"
    assert game.points() == {"guns_taken": 1, "fleetwood_hill_held": -1}
    assert game.scene.artillery_value(game.state, game.scene.index["WJones"]) == 0
    game.next_phase(6, 1, 6)
    assert "issue" not in game.offers()


@pytest.mark.rule("SLB 13.4g")
def test_confederates_pass_through_the_park_without_taking_their_own_guns(game: Game) -> None:
    game.put("WJones", "2114").marching("WJones", 9).do("step WJones 2115")
    assert (game.at("WJones"), game.at("HorseArty")) == ("2115", "2115")
    assert not game.told("event.guns_taken")


@pytest.mark.rule("SLB 13.4g")
def test_issued_guns_cannot_be_taken(game: Game) -> None:
    game.next_phase(5).do("issue", 1, 6).put("Davis", "2215").marching("Davis", 9).do("step Davis 2115")
    assert "guns_taken" not in game.points()


# -- points


@pytest.mark.rule("SLB 13.4h")
def test_victory_points_of_places(game: Game) -> None:
    assert game.points() == {"fleetwood_hill_held": -1}  # Robertson starts there
    game.put("Robertson", "1815").put("Stuart", "1815")
    assert game.points() == {}
    game.put("Rodes", "2015")
    assert game.points() == {}  # the book wants cavalry there
    game.put("Rodes", "1418")
    game.put("Gregg", "1921").marching("Gregg", 9).do("step Gregg 1920")
    assert game.told("event.objective")
    game.put("Gregg", "1520").marching("Gregg", 9).do("step Gregg 1519")
    near = next(event for event in game.events if event.key == "event.near_objective")
    assert near.get("hex") == "1418"  # the log names the town, not the hex beside it
    game.put("Davis", "2015")
    assert game.points() == {"stevensburg": 1, "next_to_culpeper": 2, "fleetwood_hill": 1}
    game.put("Gregg", "2718")
    assert game.points()["next_to_culpeper"] == 2  # once is enough


@pytest.mark.rule("SLB 13.4e", "SLB 13.4h")
def test_a_retreat_past_culpeper_neither_scores_nor_rouses_rodes(game: Game) -> None:
    from hardtack.referee.dice import LoadedDice
    from hardtack.referee.umpire import Umpire

    for how, counts in (("retreat", 0), ("advance", 1)):
        draft = game.state.draft()
        game.scene.entered(draft, Umpire(draft, LoadedDice(())), game.scene.index["Gregg"], game.scene.hex("1519"), how)
        facts = dict(draft.facts)
        assert (facts.get("next_to_culpeper", 0), facts.get("roused", 0)) == (counts, counts)


@pytest.mark.rule("SLB 13.4h", "SLB 1.0d")
def test_all_three_kinds_of_combat_loss_score(game: Game) -> None:
    game.put("Robertson", "1815").edit(losses=(1, 2, 3, 9, 9, 9, 4, 0, 1, 9, 9, 9))
    assert game.points() == {"confederate_losses": 5, "union_losses": -6}


@pytest.mark.rule("SLB 13.4h", "SLB 13.4i")
def test_the_published_totals(game: Game) -> None:
    """Stevensburg 1 and Culpeper 2 less Fleetwood Hill 1 is 2: a Union marginal victory already."""
    game.remember("stevensburg").remember("next_to_culpeper")
    assert sum(game.points().values()) == 2
    assert game.scene.level(2) == (UNION, "marginal", "SLB 13.4i")


def test_without_f_lee_the_brigade_is_not_there() -> None:
    assert "FLee" not in Game("brandy-station", without_f_lee=True).scene.index


# -- charge after an activation


@pytest.mark.rule("SLB 13.4f")
@pytest.mark.parametrize(("hampton", "charges"), [("2015", False), ("2014", True)])
def test_a_charge_needs_the_unit_outside_enemy_zones_when_the_activation_began(
    game: Game, hampton: str, charges: bool
) -> None:
    """Stuart activates W Jones and Hampton; W Jones destroys Davis, and with him the zone Hampton began in."""
    game.clear("Stuart", "WJones", "Hampton", "Davis", "Devin")
    game.put("Stuart", "2115").put("WJones", "2115", manpower=4).put("Davis", "2116", manpower=1, disorganised=1)
    game.put("Hampton", hampton).put("Devin", "1815").next_phase(5)
    game.do("activate Stuart").do("name WJones").do("name Hampton", 6, 6).do("march WJones")
    game.do("attack WJones prepared 2116", 6, 1)
    assert game.at("Davis") == "x"
    if game.frame == "Advance":
        game.do("stay")
    if game.frame == "March":
        game.do("halt WJones")
    game.do("step Hampton 1915")
    assert game.why_not("attack Hampton column 1815") == set()
    assert game.why_not("charge Hampton column 1815") == (set() if charges else {"SLB 13.4f"})


@pytest.mark.rule("SLB 13.4f")
def test_a_unit_that_came_into_a_zone_after_the_activation_began_may_charge(game: Game) -> None:
    """Davis comes beside Hampton during W Jones' march; Hampton was free when Stuart activated both."""
    game.clear("Stuart", "WJones", "Hampton", "Davis")
    game.put("Stuart", "2115").put("WJones", "2115").put("Davis", "2116").put("Hampton", "2014").next_phase(5)
    game.do("activate Stuart").do("name WJones").do("name Hampton", 6, 6).do("march WJones")
    game.put("Davis", "2013").do("halt WJones")
    assert game.why_not("charge Hampton column 2013") == set()
