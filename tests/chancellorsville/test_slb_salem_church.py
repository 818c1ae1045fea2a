"""Salem Church (SLB 13.1)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.referee.events import CONFEDERATE, UNION

LINE = ("4127", "4227", "4228", "4229", "4330", "4430", "4530")


def opened() -> Game:
    """The first action phase, after nobody has transferred a leader."""
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    return game


@pytest.fixture
def game() -> Game:
    return opened()


# -- initiative


@pytest.mark.rule("SLB 13.1b")
def test_the_union_has_the_initiative_until_it_attacks(game: Game) -> None:
    assert (game.side, game.state.phase) == (UNION, 1)
    game.do("march Howe", 1).do("halt Howe")
    assert (game.side, game.state.phase) == (UNION, 2)
    game.do("march Newton", 6).do("attack Newton hasty 4228", 1, 6)
    assert game.fact("struck")
    assert game.told("event.union_initiative_over")


@pytest.mark.rule("SLB 13.1b")
def test_after_the_first_attack_the_dice_decide_from_the_next_phase_on(game: Game) -> None:
    game.remember("struck").next_phase(5, 2, 2)
    assert (game.side, game.state.phase) == (CONFEDERATE, 5)
    game.next_phase(6, 5, 2)
    assert game.side == UNION


@pytest.mark.rule("SLB 13.1b")
def test_an_assault_ends_the_automatic_initiatives_even_if_it_fails(game: Game) -> None:
    """Sedgwick's command value is 6: a 6 fails."""
    game.do("assault Sedgwick 4228", 6, 1, 6)
    assert game.told("event.union_initiative_over")
    assert game.told("event.assault_fails")
    assert game.side == CONFEDERATE


@pytest.mark.rule("SLB 13.1b")
def test_moving_a_unit_north_of_the_river_ends_them_too(game: Game) -> None:
    game.do("march Brooks", 6).do("step Brooks 4427")
    assert game.fact("struck")
    game.do("halt Brooks", 1, 6)
    assert game.side == CONFEDERATE


@pytest.mark.rule("SLB 13.1b")
def test_moving_on_the_north_bank_or_to_the_south_does_not(game: Game) -> None:
    game.do("march Gibbon", 6).do("step Gibbon 4328")
    assert not game.fact("struck")
    game.put("Gibbon", "4427").marching("Gibbon", 6).do("step Gibbon 4426")
    assert not game.fact("struck")


@pytest.mark.rule("SLB 13.1b")
def test_a_confederate_attack_changes_nothing(game: Game) -> None:
    game.marching("MS18", 6).do("attack MS18 hasty 4328", 1, 6)
    assert not game.fact("struck")


# -- the warning


@pytest.mark.rule("SLB 13.1c")
def test_mclaws_cannot_be_activated_before_the_warning(game: Game) -> None:
    game.remember("struck").next_phase(5, 1, 6)
    assert game.why_not("march McLaws") == {"SLB 13.1c"}
    assert "march Wilcox" in game.offers()


@pytest.mark.rule("SLB 13.1c")
def test_the_warning_waits_for_two_empty_hexes_of_seven(game: Game) -> None:
    game.remember("struck").next_phase(5, 1, 6)
    assert game.why_not("warn McLaws") == {"SLB 13.1c"}
    game.do("march Hays", 6).do("step Hays 4127").do("halt Hays", 1, 6)  # Snowden is empty, one of seven
    assert game.why_not("warn McLaws") == {"SLB 13.1c"}
    game.do("march Wilcox", 6).do("step Wilcox 4128").do("halt Wilcox", 1, 6)  # Hays still holds 4127
    assert game.why_not("warn McLaws") == {"SLB 13.1c"}
    game.do("march Hays", 6).do("step Hays 4128")
    assert game.told("event.alarm")
    game.do("halt Hays", 1, 6)
    assert game.why_not("warn McLaws") == set()


@pytest.mark.rule("SLB 13.1c")
def test_units_lost_to_a_union_attack_empty_a_hex_too(game: Game) -> None:
    game.put("MS18", "x").put("Barksdale", "x").remember("struck").next_phase(5, 1, 6).do("pass").do("march Howe", 1)
    game.do("halt Howe", 1, 6)
    assert game.fact("breached")


@pytest.mark.rule("SLB 13.1c")
def test_the_warning_spends_the_initiative_and_moves_nothing(game: Game) -> None:
    game.remember("struck").remember("breached").next_phase(5, 1, 6)
    before = game.state.at
    assert "warn McLaws" in game.offers()
    assert "warn McLaws" not in game.next_phase(5, 6, 1).offers()  # no Union matter
    game.next_phase(5, 1, 6).do("warn McLaws", 1, 6)
    assert (game.state.at, game.state.phase, game.side) == (before, 6, CONFEDERATE)
    assert "march McLaws" in game.offers()
    assert game.why_not("warn McLaws") == {"SLB 13.1c"}


@pytest.mark.rule("SLB 13.1c")
def test_the_seven_hexes_are_those_of_the_set_up(game: Game) -> None:
    rule = game.scene.book.warning
    assert rule is not None
    assert set(rule.hexes) == set(LINE)
    assert {line.hex for line in game.scene.book.setup.confederate if line.unit != "McLaws"} == set(LINE)


# -- the river


@pytest.mark.rule("SLB 13.1d")
def test_confederates_do_not_march_north_of_the_river_but_may_retreat_there(game: Game) -> None:
    game.clear("Hays", "Newton").put("Newton", "4530", manpower=17).put("Hays", "4328", manpower=4)
    game.marching("Hays", 6)
    assert game.why_not("step Hays 4427") == {"SLB 13.1d"}
    here, there = game.scene.hex("4328"), game.scene.hex("4427")
    assert not game.scene.bars_retreat(game.state, CONFEDERATE, here, there)
    game.put("Newton", "4328").put("Hays", "4427").put("Newton", "4530").marching("Hays", 6)
    assert game.why_not("step Hays 4426") == set()  # a unit forced across moves normally
    assert game.why_not("step Hays 4328") == set()


@pytest.mark.rule("SLB 13.1d")
def test_no_advance_to_the_north_bank(game: Game) -> None:
    """An attack over the bridge may be made, but the victor stays on his own bank."""
    from hardtack.battles.gcacw.engagement import Advance

    game.clear("Hays").put("Hays", "4328", manpower=4)
    game.marching("Hays", 2)
    game.edit(agenda=(*game.state.agenda, Advance(CONFEDERATE, ("Hays",), "4427"))).begin()
    assert game.frame == "March"  # nobody was asked
    assert game.at("Hays") == "4328"


@pytest.mark.rule("SLB 13.1f")
def test_sedgwick_does_not_command_gibbon(game: Game) -> None:
    scene, state = game.scene, game.state
    sedgwick = scene.index["Sedgwick"]
    assert not scene.commands(state, sedgwick, scene.index["Gibbon"])
    game.do("activate Sedgwick")
    assert set(game.offers("name")) == {"name Newton", "name Howe", "name Brooks"}


@pytest.mark.rule("SLB 13.1e")
def test_the_turn_has_an_attachment_phase_after_leader_transfer() -> None:
    game = Game("salem-church")
    assert game.scene.phases(1) == ("leader_transfer", "attachment", "action_cycle", "recovery")


@pytest.mark.rule("SLB 13.1e")
def test_two_brigades_of_earlys_division_may_be_attached_at_the_start() -> None:
    game = Game("salem-church").put("Gordon", "4330").put("Barksdale", "4228").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    assert game.frame == "Attachment"
    assert set(game.offers("attach")) == {"attach Gordon Hoke", "attach Hoke Gordon"}
    assert "SLB 13.1e" in game.why_not("attach MS18 Barksdale")
    game.do("attach Gordon Hoke")
    assert (game.row("manpower", "Hoke"), game.at("Gordon")) == (8, "-")
    assert game.frame == "Activation"  # two brigades and no more


@pytest.mark.rule("SLB 13.1e")
def test_a_third_brigade_is_not_attached_even_where_it_would_fit() -> None:
    game = Game("salem-church").put("Gordon", "4330", manpower=2).put("Smith", "4330", manpower=2).begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.do("attach Gordon Hoke")
    assert game.row("manpower", "Hoke") == 6
    assert game.frame == "Activation"


@pytest.mark.rule("SLB 13.1e")
def test_both_sides_may_detach(game: Game) -> None:
    game.marching("Newton", 5)
    assert "detach Newton USub1 8" in game.offers("detach")
    game.marching("Wilcox", 5)
    assert "detach Wilcox CSub1 3" in game.offers("detach")


@pytest.mark.rule("SLB 13.1g")
def test_the_two_bridges_carry_marching_units(game: Game) -> None:
    ground = game.scene.ground_with(game.state.bridges)
    for a, b in (("4427", "4328"), ("4427", "4428")):
        assert ground.crossing(game.scene.hex(a), game.scene.hex(b)) == "bridge"
        assert game.scene.ground.crossing(game.scene.hex(a), game.scene.hex(b)) == ""


# -- points


@pytest.mark.rule("SLB 13.1h")
def test_points_at_the_start_are_fredericksburg_alone(game: Game) -> None:
    assert game.points() == {"fredericksburg_line": 2}


@pytest.mark.rule("SLB 13.1h")
def test_a_hex_stays_controlled_after_its_last_union_unit_has_left(game: Game) -> None:
    game.clear("Hays", "Newton").put("Hays", "4127").put("Newton", "4228")
    game.marching("Newton", 6).do("step Newton 4227")
    assert game.points() == {"fredericksburg_line": 4}
    game.put("Newton", "4428")
    assert game.points() == {"fredericksburg_line": 4}  # nobody has come since
    game.marching("Hays", 6).do("step Hays 4227")
    assert game.points() == {"fredericksburg_line": 2}


@pytest.mark.rule("SLB 13.1h")
def test_each_of_the_four_hexes_scores_two(game: Game) -> None:
    for unit, hex_ in (("Newton", "4227"), ("Howe", "4530"), ("Brooks", "4531"), ("Gibbon", "4328")):
        game.remember("held", game.fact("held") | 1 << game.scene.hex(hex_)).put(unit, hex_)
    assert game.points() == {"fredericksburg_line": 8}


@pytest.mark.rule("SLB 13.1h")
def test_the_churches_score_only_while_a_union_unit_is_there(game: Game) -> None:
    game.put("Newton", "4028").put("Howe", "3828")
    assert game.points() == {"salem_church": 5, "tabernacle_church": 8, "fredericksburg_line": 2}
    game.put("Newton", "4128").put("Howe", "3928")
    assert game.points() == {"fredericksburg_line": 2}


@pytest.mark.rule("SLB 13.1h", "SLB 13.1i")
def test_the_published_finish_is_a_confederate_marginal_victory(game: Game) -> None:
    """Snowden 2, Fredericksburg 2, Salem Church 5, Confederate loss 3, Union loss 4: 8 points."""
    game.put("Newton", "4028").remember("held", 1 << game.scene.hex("4227") | 1 << game.scene.hex("4328"))
    game.edit(losses=(3, 1, 0, 5, 5, 5, 2, 0, 1, 5, 5, 5))
    assert sum(game.points().values()) == 8
    assert game.scene.level(8) == (CONFEDERATE, "marginal", "SLB 13.1i")


@pytest.mark.rule("SLB 1.0d", "SLB 13.1h")
def test_losses_of_a_fight_are_recorded_and_score(game: Game) -> None:
    """Newton (17) storms 18 MS (1) in its works: what each side loses is what the points say."""
    before = {unit: game.row("manpower", unit) for unit in ("MS18", "Newton")}
    game.marching("Newton", 6).do("attack Newton prepared 4228", 6, 1)
    lost = {unit: before[unit] - game.row("manpower", unit) for unit in before}
    assert lost["MS18"] == 1
    assert game.points().get("confederate_losses", 0) == lost["MS18"]
    assert game.points().get("union_losses", 0) == -lost["Newton"]


@pytest.mark.rule("SLB 1.0d")
def test_losses_of_marching_are_recorded_but_never_score(game: Game) -> None:
    """Newton marches to fatigue 4: a 6, +1 Union, +1 fatigue 4 is 8, and 17 men lose 3."""
    game.put("Newton", fatigue=3).do("march Newton", 2, 6)
    assert game.row("manpower", "Newton") == 14
    assert sum(game.state.losses) == 3
    assert game.points() == {"fredericksburg_line": 2}
