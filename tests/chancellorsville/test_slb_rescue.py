"""Sedgwick to the Rescue (SLB 13.3)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.gcacw.retreat import Retreat
from hardtack.battles.gcacw.sequence import CycleEnds, PhaseEnds, TurnEnds
from hardtack.referee.events import CONFEDERATE, UNION

FROZEN_UNITS = ("Wilcox", "Hays", "MS18", "Barksdale", "Hoke", "Gordon", "Smith", "Newton", "Howe", "Gibbon", "Brooks")


@pytest.fixture
def game() -> Game:
    return Game("sedgwick-to-the-rescue").begin()


def banks_ford(game: Game) -> tuple[int, int]:
    return next(c for c in game.scene.board.crossings if c.name_en == "Banks' Ford").sides


@pytest.mark.rule("SLB 13.3b")
@pytest.mark.parametrize("unit", FROZEN_UNITS)
def test_the_fredericksburg_units_do_not_act_before_turn_two(game: Game, unit: str) -> None:
    side = game.scene.pieces[game.scene.index[unit]].side
    dice = (6, 1) if side == UNION else (1, 6)
    game.next_phase(8, *dice)
    assert game.why_not(f"march {unit}") == {"SLB 13.3b"}
    game.edit(turn=2).next_phase(8, *dice)
    assert game.why_not(f"march {unit}") == set()


@pytest.mark.rule("SLB 13.3b")
def test_neither_do_their_leaders_but_mclaws_is_free(game: Game) -> None:
    game.next_phase(8, 1, 6)
    assert game.why_not("activate EarlyLdr") == {"SLB 13.3b"}
    assert game.why_not("march McLaws") == set()
    game.next_phase(8, 6, 1)
    assert game.why_not("activate Sedgwick") == {"SLB 13.3b"}
    assert game.why_not("assault Sedgwick 4228") == {"SLB 13.3b"}
    game.edit(turn=2).next_phase(8, 6, 1)
    assert game.why_not("activate Sedgwick") == set()


@pytest.mark.rule("SLB 13.3b")
def test_they_stay_frozen_even_with_an_enemy_behind_them(game: Game) -> None:
    game.put("Geary", "4128").put("Slocum", "3427").next_phase(8, 1, 6)
    assert game.why_not("march Hays") == {"SLB 13.3b"}


@pytest.mark.rule("SLB 13.3b")
def test_nobody_entrenches_in_this_scenario(game: Game) -> None:
    assert game.scene.may_entrench is False


@pytest.mark.rule("SLB 13.3d")
def test_on_turn_one_nobody_crosses_east_of_scotts_dam_ford_not_even_in_retreat(game: Game) -> None:
    a, b = banks_ford(game)
    game.clear("McLaws").put("McLaws", game.scene.name(a), manpower=13).marching("McLaws", 9)
    assert game.why_not(f"step McLaws {game.scene.name(b)}") == {"SLB 13.3d"}
    assert game.scene.bars_retreat(game.state, CONFEDERATE, a, b)
    assert game.scene.bars_retreat(game.state, UNION, b, a)
    names = game.scene.name(a), game.scene.name(b)
    fleeing = Retreat(CONFEDERATE, ("McLaws",), (), ("3729",), 2, 4, "retreat", names[:1])
    game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), fleeing))
    assert f"retreat {names[1]}" not in game.offers("retreat")
    assert game.why_not(f"retreat {names[1]}") == {"SLB 13.3d"}  # the scenario's clause, not the series'


@pytest.mark.rule("SLB 13.3d")
def test_from_turn_two_on_the_river_is_open(game: Game) -> None:
    a, b = banks_ford(game)
    game.clear("McLaws").put("McLaws", game.scene.name(a), manpower=13).edit(turn=2).marching("McLaws", 9)
    assert game.why_not(f"step McLaws {game.scene.name(b)}") == set()
    assert not game.scene.bars_retreat(game.state, CONFEDERATE, a, b)


@pytest.mark.rule("SLB 13.3e")
def test_both_sides_detach_but_only_the_confederates_attach(game: Game) -> None:
    game.marching("Geary", 5)
    assert "detach Geary USub1 8" in game.offers("detach")
    game.marching("Rodes", 5)
    assert "detach Rodes CSub1 8" in game.offers("detach")
    assert game.scene.special_phase(game.state, "attachment") == ()
    game.edit(turn=2)
    frames = game.scene.special_phase(game.state, "attachment")
    assert [frame.side for frame in frames] == [CONFEDERATE]  # type: ignore[attr-defined]


@pytest.mark.rule("SLB 13.3e", "SLB 13.1f")
def test_gibbon_belongs_to_couch_and_not_to_sedgwick(game: Game) -> None:
    scene = game.scene
    gibbon = scene.index["Gibbon"]
    assert scene.commands(game.state, scene.index["Couch"], gibbon)
    assert not scene.commands(game.state, scene.index["Sedgwick"], gibbon)


@pytest.mark.rule("SLB 13.3f")
def test_victory_points_at_the_start(game: Game) -> None:
    """Chancellorsville 5 beside Anderson, Fredericksburg 2, III, V, XI and XII Corps 2 each, the River Road 10."""
    assert game.points() == {
        "chancellorsville": 5, "road_to_salem_church": 10, "fredericksburg_line": 2, "corps_across": 10,
    }  # fmt: skip


@pytest.mark.rule("SLB 13.3f")
def test_seven_corps_can_score_and_gibbon_counts_for_the_second(game: Game) -> None:
    for unit in ("Reynolds", "Robinson", "Wadsworth", "Doubleday"):
        game.put(unit, "3525")
    assert game.points()["corps_across"] == 12  # I, III, V, VI, XI, XII; Gibbon of II Corps is at Falmouth
    game.put("Gibbon", "4328")
    assert game.points()["corps_across"] == 14
    game.put("USub1", "3624", manpower=2, parent=game.scene.index["Robinson"])
    assert game.points()["corps_across"] == 12  # a detachment left behind belongs to its parent's corps


@pytest.mark.rule("SLB 13.3f")
def test_there_is_no_penalty_for_a_guard_in_salem_church(game: Game) -> None:
    game.put("McLaws", "4028")
    assert "salem_church_guard" not in game.points()


@pytest.mark.rule("SLB 13.3f")
def test_the_four_hexes_score_two_each(game: Game) -> None:
    game.remember("held", sum(1 << game.scene.hex(name) for name in ("4227", "4530", "4531", "4328")))
    assert game.points()["fredericksburg_line"] == 8


@pytest.mark.rule("SLB 13.3f", "SLB 1.0d")
def test_losses_score(game: Game) -> None:
    game.edit(losses=(2, 1, 1, 7, 7, 7, 5, 1, 1, 7, 7, 7))
    assert game.points()["confederate_losses"] == 7
    assert game.points()["union_losses"] == -4


@pytest.mark.rule("SLB 13.3g")
def test_level_of_the_final_total(game: Game) -> None:
    assert game.scene.level(39) == (UNION, "decisive", "SLB 13.3g")
    assert game.scene.level(8) == (CONFEDERATE, "substantive", "SLB 13.3g")
