"""What published games and rulings of Stonewall's Last Battle say happened, or may happen, on its map."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.referee.events import CONFEDERATE, UNION


@pytest.mark.rule("SLB 13.5a", "SLB 13.5d", "GC 5.1.1")
def test_the_opening_of_the_published_game_at_kellys_ford() -> None:
    """Sargent rolls 10, crosses with a 6 and goes on off the road to 2517; Gregg rolls 8 and crosses with 6 + 2."""
    game = Game("kellys-ford").begin()
    game.do("march Sargent", 5, 5)
    for hex_ in ("3017", "2917", "2817", "2718"):
        game.do(f"step Sargent {hex_}")
    game.do("step Sargent 2618", 6).do("step Sargent 2518").do("step Sargent 2517")
    assert (game.at("Sargent"), game.row("fatigue", "Sargent"), game.row("disorganised", "Sargent")) == ("2517", 2, 0)
    game.do("halt Sargent")
    assert (game.side, game.state.phase) == (UNION, 2)
    game.do("march Gregg", 4, 4)
    for hex_ in ("3017", "2917", "2817", "2718"):
        game.do(f"step Gregg {hex_}")
    game.do("step Gregg 2618", 6)
    assert game.told("event.crossing_open")
    assert (game.at("Gregg"), game.row("fatigue", "Gregg"), game.frame) == ("2618", 1, "March")


@pytest.mark.rule("SLB 13.1b", "SLB 21.1a")
def test_part_of_a_division_may_be_moved_north_first_and_ends_the_automatic_initiatives() -> None:
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.do("march Newton", 6).do("detach Newton USub1 8").do("step Newton 4427")
    assert game.told("event.union_initiative_over")
    assert (game.at("USub1"), game.at("Newton")) == ("4328", "4427")


@pytest.mark.rule("SLB 13.4d")
def test_beverly_ford_is_contested_at_the_start_and_kellys_ford_is_not() -> None:
    game = Game("brandy-station").begin()
    zones = game.state.deployment.zone("confederate")
    assert zones >> game.scene.hex("2213") & 1
    assert not zones >> game.scene.hex("2618") & 1


@pytest.mark.rule("GC 2.5", "SLB 13.4b")
def test_2117_is_within_the_command_radius_of_1818() -> None:
    game = Game("brandy-station").begin().put("Stuart", "1818").put("Robertson", "2117").put("WHFLee", "2218")
    game.next_phase(6, 1, 6).do("activate Stuart")
    assert {"name Hampton", "name Robertson"} <= set(game.offers("name"))
    assert "name WHFLee" not in game.offers("name")


@pytest.mark.rule("SLB 13.2f", "SLB 13.3d", "GC 2.4.2")
@pytest.mark.parametrize(("scenario_id", "clause"), [
    ("great-flank-march", "SLB 13.2f"), ("sedgwick-to-the-rescue", "SLB 13.3d"),
])  # fmt: skip
def test_zones_reach_over_the_closed_fords_but_attacks_do_not(scenario_id: str, clause: str) -> None:
    game = Game(scenario_id).begin()
    ford = next(crossing for crossing in game.scene.board.crossings if crossing.name_en == "Banks' Ford")
    south = next(hex_ for hex_ in ford.sides if game.scene.board.within("south_of_rappahannock", hex_))
    north = next(hex_ for hex_ in ford.sides if hex_ != south)
    game.put("Berry", game.scene.name(north)).put("McLaws", game.scene.name(south))
    assert game.state.deployment.zone("confederate") >> north & 1
    assert game.state.deployment.zone("union") >> south & 1
    game.marching("Berry", 6)
    assert game.why_not(f"attack Berry normal {game.scene.name(south)}") == {clause}
    game.marching("McLaws", 6)
    assert game.why_not(f"attack McLaws normal {game.scene.name(north)}") == {clause}


@pytest.mark.rule("SLB 13.3b")
def test_the_fredericksburg_units_stay_frozen_with_the_enemy_behind_them() -> None:
    game = Game("sedgwick-to-the-rescue").begin().put("Berry", "4128").next_phase(9, 1, 6)
    for unit in ("Wilcox", "Hays", "MS18", "Barksdale"):
        assert game.why_not(f"march {unit}") == {"SLB 13.3b"}
    assert game.side == CONFEDERATE
