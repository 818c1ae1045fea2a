"""Ammunition of units that part and join (SLB 21.1b, 21.3, 21.4b, 21.4f), and joining across commands (SLB 21.2)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.attachment import Attachment
from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.resupply import AmmunitionPhase
from hardtack.battles.gcacw.sequence import Activation, CycleEnds, PhaseEnds, TurnEnds

AFTERWARDS = (TurnEnds(), CycleEnds(), PhaseEnds(), Activation("union"))  # where the phase in question stops


def fresh(*keep: str) -> Game:
    return Game("certain-destruction").clear(*keep)


def attaching(game: Game, side: str = "confederate") -> Game:
    return game.edit(agenda=(*AFTERWARDS, Attachment(side)))


def resupplying(game: Game) -> Game:
    return game.edit(agenda=(*AFTERWARDS, AmmunitionPhase())).begin()


def pouch(game: Game, unit: str) -> tuple[int, int]:
    return game.row("boxes", unit), game.row("marks", unit)


@pytest.mark.rule("SLB 21.1b", "SLB 21.3")
@pytest.mark.parametrize(("marks", "boxes"), [(0, 4), (1, 3), (3, 1), (4, 0)])
def test_a_substitute_gets_as_many_boxes_as_its_parent_has_left(marks: int, boxes: int) -> None:
    """N9: from a parent that is out it gets none and is out too."""
    game = fresh().put("Rodes", "4531", manpower=18, marks=marks).marching("Rodes", 5).do("detach Rodes CSub1 4")
    assert (pouch(game, "CSub1"), pouch(game, "Rodes")) == ((boxes, 0), (4, marks))
    out = "no_ammo" in BATTLE.page.look(game.state, game.scene.index["CSub1"]).markers
    assert out == (boxes == 0)


@pytest.mark.rule("SLB 21.3")
def test_a_unit_that_others_join_keeps_its_boxes_and_theirs_are_struck_out() -> None:
    game = fresh().put("Rodes", "4531", manpower=10, marks=3)
    game.put("CSub1", "4531", manpower=4, boxes=4, parent=game.scene.index["Rodes"])
    attaching(game).do("attach CSub1 Rodes")
    assert (pouch(game, "Rodes"), pouch(game, "CSub1")) == ((4, 3), (0, 0))


@pytest.mark.rule("SLB 21.3")
@pytest.mark.parametrize(("manpower", "result"), [(3, (2, 0)), (2, (4, 3)), (1, (4, 3))])
def test_a_larger_unit_brings_its_number_of_boxes(manpower: int, result: tuple[int, int]) -> None:
    """Thomas has 2 manpower and one box left; a substitute of 3 with two boxes left makes it two. On equal manpower
    the target counts."""
    game = fresh().put("Thomas", "4431", manpower=2, marks=3)
    game.put("CSub1", "4431", manpower=manpower, boxes=3, marks=1, parent=game.scene.index["Thomas"])
    attaching(game).do("attach CSub1 Thomas")
    assert pouch(game, "Thomas") == result


@pytest.mark.rule("SLB 21.3", "SLB 20.2d")
def test_a_substitute_without_marks_gains_boxes_up_to_its_arms_number() -> None:
    game = fresh().put("Rodes", "4531", manpower=18)
    game.put("CSub1", "4531", manpower=4, boxes=2, marks=1, parent=game.scene.index["Rodes"])
    game.put("CHorse1", "4531", manpower=1, boxes=2, parent=game.scene.index["VA3"]).put("VA3", "4531", manpower=1)
    resupplying(game)
    for unit in ("CSub1", "CSub1", "CHorse1", "CHorse1"):
        game.do(f"resupply {unit}")
    game.do("done", 1, 1, 1)  # the mark first, then a box; the cavalry needs one box only
    assert (pouch(game, "CSub1"), pouch(game, "CHorse1")) == ((3, 0), (3, 0))
    keys = [(event.key, event.clause) for event in game.events if event.dice]
    assert keys[1] == ("event.gains_box", "SLB 21.3")
    assert game.told("event.resupply_not_needed")
    again = resupplying(game).do("resupply CSub1").do("done", 1)
    assert pouch(again, "CSub1") == (4, 0)
    assert "resupply CSub1" not in resupplying(again.put("Rodes", marks=1)).offers()
    assert again.why_not("resupply CSub1") == {"SLB 20.2d"}


@pytest.mark.rule("SLB 21.3", "SLB 20.2f")
def test_a_substitute_without_any_box_is_out_and_fights_again_with_the_first() -> None:
    game = fresh().put("Rodes", "4531", manpower=18, marks=4).marching("Rodes", 5).do("detach Rodes CSub1 4")
    sub = game.scene.index["CSub1"]
    assert game.scene.lacking(game.state, [sub]) == [sub]
    resupplying(game).do("resupply CSub1").do("done", 6)
    assert (pouch(game, "CSub1"), game.scene.lacking(game.state, [sub])) == ((1, 0), [])


@pytest.mark.rule("SLB 21.4b", "SLB 21.3")
def test_a_division_that_breaks_up_hands_its_boxes_to_every_brigade() -> None:
    game = fresh().put("Anderson", "4531", manpower=12, marks=1).marching("Anderson", 5)
    game.do("split Anderson").do("brigade PerryA 5").do("brigade Mahone 4").do("rest Posey")
    assert [pouch(game, unit) for unit in ("PerryA", "Mahone")] == [(3, 0), (3, 0)]
    assert pouch(game, "Posey") == (4, 1)  # the rest is the division itself under another name
    assert pouch(game, "Anderson") == (0, 0)


@pytest.mark.rule("SLB 21.4b", "SLB 21.3")
@pytest.mark.parametrize(
    ("marks", "result"),
    [((2, 0, 0), (4, 2)), ((3, 1, 0), (4, 3)), ((0, 4, 4), (4, 0))],
)
def test_a_division_that_forms_has_the_ammunition_of_its_largest_brigade(
    marks: tuple[int, int, int], result: tuple[int, int]
) -> None:
    game = fresh()
    for unit, manpower, used in zip(("PerryA", "Posey", "Wilcox"), (5, 4, 4), marks, strict=True):
        game.put(unit, "3427", manpower=manpower, marks=used)
    attaching(game.put("AndersonLdr", "3427")).do("form Anderson 3427")
    for unit in ("PerryA", "Posey", "Wilcox"):
        game.do(f"name {unit}")
    game.do("ready") if game.frame == "Forming" else None
    assert game.at("Anderson") == "3427"
    assert pouch(game, "Anderson") == result


@pytest.mark.rule("SLB 21.4b")
def test_of_equal_brigades_the_best_state_of_ammunition_counts() -> None:
    game = fresh()
    for unit, used in (("PerryA", 3), ("Posey", 1)):
        game.put(unit, "3427", manpower=5, marks=used)
    attaching(game.put("AndersonLdr", "3427")).do("form Anderson 3427").do("name PerryA").do("name Posey")
    game.do("ready") if game.frame == "Forming" else None
    assert pouch(game, "Anderson") == (4, 1)


@pytest.mark.rule("SLB 21.4d", "SLB 21.4f")
def test_a_brigade_that_changes_its_counter_keeps_its_ammunition() -> None:
    """The worked example: Perry-A and Mahone form Anderson, Posey elsewhere becomes a counter without guns."""
    game = fresh().put("PerryA", "3427", manpower=5).put("Mahone", "3427", manpower=4)
    game.put("Posey", "2926", manpower=1, marks=2).put("AndersonLdr", "2926")
    attaching(game).do("form Anderson 3427").do("name PerryA").do("name Mahone")
    game.do("ready") if game.frame == "Forming" else None
    game.do("swap Posey Mahone")
    assert (game.at("Mahone"), pouch(game, "Mahone"), pouch(game, "Posey")) == ("2926", (4, 2), (0, 0))
    assert (game.at("AndersonLdr"), game.row("manpower", "Anderson")) == ("-", 9)


@pytest.mark.rule("SLB 21.2a", "SLB 21.2c")
def test_in_the_advanced_game_units_of_other_commands_may_be_joined() -> None:
    """R17; in scenarios 1 to 3 the command must be the same."""
    game = fresh().put("Thomas", "4229", manpower=3).put("McLaws", "4229", manpower=10)
    assert attaching(game, "confederate").why_not("attach Thomas McLaws") == set()
    game.do("attach Thomas McLaws")
    assert (game.row("manpower", "McLaws"), game.at("Thomas")) == (13, "x")


@pytest.mark.rule("SLB 21.2a", "GC 2.2.6")
def test_a_leader_whose_last_men_join_another_command_looks_for_others_of_his() -> None:
    game = fresh().put("Newton", "4427", manpower=10).put("Sykes", "4426", manpower=9).put("Meade", "4427")
    game.put("USub1", "4427", manpower=2, boxes=4, parent=game.scene.index["Sykes"])
    attaching(game, "union").do("attach USub1 Newton")
    assert game.at("Meade") == "4426"


def test_basic_scenarios_keep_no_pad_when_units_part_and_join() -> None:
    game = Game("great-flank-march").begin().put("Rodes", manpower=12).marching("Rodes", 5).do("detach Rodes CSub1 4")
    assert not hasattr(game.state, "boxes")
    attaching(game.edit(turn=2)).do("attach CSub1 Rodes")
    assert not hasattr(game.state, "boxes")
