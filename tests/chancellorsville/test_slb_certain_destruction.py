"""Certain Destruction Awaits, and what the campaign shares with it (SLB 22.0, 22.1, 22.2a, 22.2i)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.attachment import Attachment
from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.gcacw.counters import WORKS
from hardtack.battles.gcacw.recovery import Recover, Works
from hardtack.battles.gcacw.retreat import Retreat
from hardtack.battles.gcacw.sequence import CycleEnds, PhaseEnds, TurnEnds
from hardtack.battles.gcacw.state import CAUSES
from hardtack.referee.events import CONFEDERATE, SIDES, UNION
from hardtack.referee.state import put

FIVE, SIX = "certain-destruction", "chancellorsville-campaign"
FREE = ("FLee", "WHFLee", "VA3", "Posey", "Mahone", "Wright")
HELD = ("McLaws", "Barksdale", "PerryB", "Wilcox", "Early", "Rodes", "GA23", "Hill", "Thomas", "Colston")


@pytest.fixture
def game() -> Game:
    """Turn 1, after a rain that is taken away again."""
    return Game(FIVE).begin(1, 1).edit(rain=0)


def to_left(game: Game, unit: str) -> Game:
    """As if the unit had left by the south edge."""
    number = game.scene.index[unit]
    return game.edit(at=put(game.state.at, number, game.scene.place_at("left")))


@pytest.mark.rule("SLB 22.0")
def test_the_two_advanced_scenarios() -> None:
    assert (Game(FIVE).scene.turns, Game(SIX).scene.turns) == (7, 10)
    for scenario_id in (FIVE, SIX):
        game = Game(scenario_id)
        assert not any((*game.state.fatigue, *game.state.disorganised))


@pytest.mark.rule("SLB 22.1a", "SLB 22.2a")
@pytest.mark.parametrize(("scenario_id", "entrenched", "exhausted"), [
    (FIVE, {"McLaws", "Barksdale", "PerryB", "Early", "Wilcox"}, {"Griffin", "Sykes", "Humphreys"}),
    (SIX, {"Barksdale", "Wilcox", "Posey", "Mahone", "Early", "Colston"}, set()),
])  # fmt: skip
def test_works_and_tired_men_at_the_start(scenario_id: str, entrenched: set[str], exhausted: set[str]) -> None:
    game = Game(scenario_id)
    names = [piece.id for piece in game.scene.pieces]
    assert {name for name in names if WORKS[game.row("works", name)] == "breastworks"} == entrenched
    assert {name for name in names if game.row("exhausted", name)} == exhausted


# -- the first turn (SLB 22.1b)


@pytest.mark.rule("SLB 22.1b")
def test_who_may_act_on_turn_one(game: Game) -> None:
    game.next_phase(2, 1, 6)
    assert all(game.why_not(f"march {unit}") == set() for unit in FREE)
    assert all(game.why_not(f"march {unit}") == {"SLB 22.1b"} for unit in HELD)
    assert not {f"march {unit}" for unit in HELD} & set(game.offers("march"))
    assert game.why_not("activate AndersonLdr") == set()
    assert game.why_not("activate Jackson") == {"SLB 22.1b"}
    game.edit(turn=2).next_phase(2, 1, 6)
    assert all(game.why_not(f"march {unit}") == set() for unit in HELD)
    assert game.why_not("activate Jackson") == set()


@pytest.mark.rule("SLB 22.1b")
def test_stuart_may_activate_his_cavalry_or_not_as_the_setting_says(game: Game) -> None:
    game.next_phase(2, 1, 6)
    assert game.why_not("activate Stuart") == set()
    strict = Game(FIVE, stuart_free=False).begin(1, 1).next_phase(2, 1, 6)
    assert strict.why_not("activate Stuart") == {"SLB 22.1b"}
    assert strict.why_not("march FLee") == set()


@pytest.mark.rule("SLB 22.1b")
def test_the_right_wing_frees_whom_it_comes_near(game: Game) -> None:
    """Devin of the right wing comes within 4 hexes of Wilcox at 4027, but not of Perry at 4227."""
    game.put("Devin", "3526").marching("Devin", 8).do("step Devin 3626")
    assert game.fact("freed") == 1 << game.scene.index["Wilcox"]
    assert next(line for line in game.events if line.key == "event.released").get("units") == ("Wilcox",)
    game.next_phase(3, 1, 6)
    assert game.why_not("march Wilcox") == set()
    assert game.why_not("march PerryB") == {"SLB 22.1b"}
    game.marching("Wilcox", 6)
    assert "step Wilcox 3927" in game.offers("step")  # he may go anywhere


@pytest.mark.rule("SLB 22.1b")
def test_the_left_wing_frees_nobody_by_moving(game: Game) -> None:
    game.marching("Wadsworth", 6)
    game.do(game.offers("step")[0])
    assert game.fact("freed") == 0


@pytest.mark.rule("SLB 22.1b")
def test_a_leader_is_free_with_a_unit_of_his_command_in_his_hex(game: Game) -> None:
    game.remember("freed", 1 << game.scene.index["Rodes"]).next_phase(3, 1, 6)
    assert game.why_not("activate Jackson") == set()
    game.do("activate Jackson", 4)  # Rodes alone may follow: nobody else is named
    assert getattr(game.state.agenda[-1], "unit", "") == "Rodes"


@pytest.mark.rule("SLB 22.1b")
def test_an_attack_of_the_left_wing_frees_all_in_the_east(game: Game) -> None:
    game.marching("Brooks", 6).do("attack Brooks column 4328", 3, 3)
    assert game.fact("east_freed") == 1
    game.next_phase(4, 1, 6)
    assert all(game.why_not(f"march {unit}") == set() for unit in HELD)
    assert game.why_not("activate Jackson") == set()
    game.marching("Wilcox", 6)
    assert game.why_not("step Wilcox 3927") == {"SLB 22.1b"}
    assert game.why_not("step Wilcox 4127") == set()
    game.put("Posey", "4027").marching("Posey", 6)
    assert game.why_not("step Posey 3927") == set()  # named: free everywhere


@pytest.mark.rule("SLB 22.1b")
def test_a_failed_assault_counts_and_the_right_wing_does_not(game: Game) -> None:
    game.put("Sedgwick", "4428").next_phase(3, 6, 1).do("assault Sedgwick 4328", 6, 6, 1)
    assert game.told("event.assault_fails")
    assert game.fact("east_freed") == 1
    other = Game(FIVE).begin(1, 1).edit(rain=0).put("Devin", "3428")
    other.marching("Devin", 8).do("attack Devin column 3427", 3, 3)
    assert other.fact("east_freed") == 0


@pytest.mark.rule("SLB 22.1b", "SLB 21.1c")
def test_what_a_free_unit_detaches_is_free(game: Game) -> None:
    game.marching("Mahone", 6).do("detach Mahone CSub1 2")
    game.next_phase(3, 1, 6)
    assert game.why_not("march CSub1") == set()


@pytest.mark.rule("SLB 22.1b", "GC 9.2")
def test_those_who_may_not_act_may_entrench(game: Game) -> None:
    game.edit(agenda=(TurnEnds(), Recover(), Works(UNION), Works(CONFEDERATE)))
    assert game.why_not("dig Rodes") == set()
    game.do("dig Rodes")
    assert WORKS[game.row("works", "Rodes")] == "breastworks"
    game.do("dig McLaws")
    assert WORKS[game.row("works", "McLaws")] == "fort_build"
    assert game.why_not("dig FLee") == {"GC 9.2a"}


# -- bridges and guards (SLB 22.1c, 22.2a; R13)


@pytest.mark.rule("SLB 22.1c")
def test_the_bridges_at_the_start(game: Game) -> None:
    assert {frozenset(bridge[:2]) for bridge in game.state.bridges} == {
        frozenset({"4529", "4628"}), frozenset({"4427", "4428"}),
    }  # fmt: skip
    game.marching("Newton", 6)
    assert game.why_not("step Newton 4428") == set()


@pytest.mark.rule("SLB 22.1c", "SLB 22.2a")
@pytest.mark.parametrize(("scenario_id", "clause"), [(FIVE, "SLB 22.1c"), (SIX, "SLB 22.2a")])
def test_the_provost_guard_and_one_reserve_stay_north(scenario_id: str, clause: str) -> None:
    game = Game(scenario_id).edit(turn=4, bridges=(("4427", "4428", "union"),))
    for unit in ("Early", "Barksdale", "McLaws"):
        game.put(unit, "4533")
    game.put("Lee", "4533").put("Provost", "4427").marching("Provost", 6)
    assert game.why_not("step Provost 4428") == {clause}
    game.put("ArtRes1", "4427").put("ArtRes2", "4427").marching("ArtRes1", 6)
    assert game.why_not("step ArtRes1 4428") == set()
    game.do("step ArtRes1 4428")
    assert game.fact("reserve_crossed") == 1 << game.scene.index["ArtRes1"]
    game.marching("ArtRes2", 6)
    assert game.why_not("step ArtRes2 4428") == {clause}
    game.put("ArtRes1", "4427").marching("ArtRes1", 6)
    assert game.why_not("step ArtRes1 4428") == set()  # the one that went may come and go
    game.put("ArtRes1", "x").marching("ArtRes2", 6)
    assert game.why_not("step ArtRes2 4428") == {clause}


@pytest.mark.rule("SLB 22.1c")
def test_a_part_of_the_provost_guard_stays_too_and_none_retreats_over(game: Game) -> None:
    game.put("Provost", "4427").marching("Provost", 6).do("detach Provost USub1 2").marching("USub1", 6)
    assert game.why_not("step USub1 4428") == {"SLB 22.1c"}
    for unit in ("Brooks", "Newton", "Howe", "Sedgwick", "ArtRes1", "USub1"):
        game.put(unit, "4527" if unit != "USub1" else "-")
    frame = Retreat(UNION, ("Provost",), (), ("4326",), 2, 4, "retreat", ("4427",))
    game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), frame))
    assert "SLB 22.1c" in game.why_not("retreat 4428")


@pytest.mark.rule("SLB 22.1c", "SLB 21.2c")
def test_the_provost_guard_is_attached_to_nobody_else(game: Game) -> None:
    game.marching("Provost", 6).do("detach Provost USub1 2")
    game.edit(agenda=(TurnEnds(), Attachment(UNION))).put("Gibbon", manpower=9)
    assert game.why_not("attach Provost Gibbon") == {"SLB 22.1c"}
    assert game.why_not("attach USub1 Gibbon") == {"SLB 22.1c"}
    assert game.why_not("attach USub1 Provost") == set()


@pytest.mark.rule("SLB 22.2b", "SLB 22.2e", "GC 10.2")
def test_no_works_on_the_campaigns_first_turn_and_no_great_bridge_before_the_third() -> None:
    game = Game(SIX)
    game.edit(agenda=(TurnEnds(), Recover(), Works(UNION)), turn=1).put("Newton", "4427").put("Sedgwick", "4427")
    assert game.why_not("dig Newton") == {"SLB 22.2b"}
    assert "SLB 22.2e" in game.why_not("bridge Newton 4428")
    game.edit(turn=2)
    assert game.why_not("dig Newton") == set()
    assert game.why_not("bridge Newton 4428") == {"SLB 22.2e"}
    game.edit(turn=3)
    assert game.why_not("bridge Newton 4428") == set()
    game.do("bridge Newton 4428")
    assert ("4427", "4428", "union") in game.state.bridges


# -- victory (SLB 22.1d-e, 22.2i)


def bare() -> Game:
    """Scenario 5 with nothing that scores: a division each of the XI and XII Corps is still between the rivers."""
    game = Game(FIVE).begin(1, 1).edit(rain=0).put("Schurz", "2822").put("Williams", "2822")
    assert game.points() == {}
    return game


@pytest.mark.rule("SLB 22.1d")
def test_stations_score_once_when_damaged() -> None:
    game = bare().put("Davis", "1418").edit(turn=2)
    game.next_phase(3, 6, 1).do("burn Davis", 3, 6, 1)
    assert game.points() == {"culpeper_station": 2}
    game.next_phase(4, 6, 1).do("burn Davis", 1, 6, 1)
    assert game.points() == {"culpeper_station": 2}
    assert game.why_not("burn Davis") == {"GC 5.4.1"}
    game.put("Buford", "0832").put("Stoneman", "2219").next_phase(5, 6, 1).do("burn Buford", 6, 6, 1)
    assert game.points() == {"culpeper_station": 2}
    game.next_phase(6, 6, 1).do("burn Buford", 2, 6, 1)
    assert game.points() == {"culpeper_station": 2, "orange_station": 2}


@pytest.mark.rule("SLB 22.1d")
def test_towns_and_manpower_gone() -> None:
    game = bare().put("Brooks", "4329")
    assert game.points() == {"fredericksburg": 4}  # Confederate divisions next door make no difference
    game.put("Brooks", "4428").put("Griffin", "3427")
    for unit in ("AndersonLdr", "Mahone", "Posey", "Wright"):
        game.put(unit, "3529")
    assert game.points() == {"chancellorsville_held": 3}
    game.put("Griffin", "3125").put("Provost", "3427")
    assert game.points() == {}  # a brigade is no division
    game.put("Provost", "4426").remember("left_confederate", 14).remember("left_union", 29)
    assert game.points() == {"confederates_gone": 2, "union_pursuit": 2}
    assert game.remember("wings_united").points()["wings_united"] == 6


@pytest.mark.rule("SLB 22.1d")
def test_depots_and_losses() -> None:
    game = bare().put("HamDepot", "x")
    assert game.points() == {"hamiltons_crossing_depot": 3}
    game.put("FalDepot", "x").put("AquDepot", "x")
    assert game.points()["union_depots"] == -10
    row = [0] * (len(SIDES) * len(CAUSES))
    for side, first in ((UNION, 1), (CONFEDERATE, 2)):
        for number, _ in enumerate(CAUSES):
            row[SIDES.index(side) * len(CAUSES) + number] = first
    game.edit(losses=tuple(row))
    assert (game.points()["union_losses"], game.points()["confederate_losses"]) == (-3, 6)


@pytest.mark.rule("SLB 22.1d")
def test_a_corps_scores_when_it_is_wholly_south_of_both_rivers() -> None:
    game = bare()
    for unit in ("Griffin", "Sykes", "Humphreys"):
        game.put(unit, "3125").put("Meade", "3125")
    region = game.scene.board.regions["south_of_both_rivers"]
    south = "2926" if region >> game.scene.hex("2926") & 1 else "3427"
    game.put("VA3", "1825")
    for unit in ("Griffin", "Sykes"):
        game.put(unit, south)
    game.put("Humphreys", "2822")
    assert "corps_across" not in game.points()
    to_left(game, "Humphreys")  # whoever left has gone south
    assert game.points()["corps_across"] == 2


@pytest.mark.rule("SLB 22.1e", "SLB 22.2i")
@pytest.mark.parametrize(("scenario_id", "floors"), [(FIVE, (53, 38, 23, 8, -8)), (SIX, (48, 33, 18, 3, -13))])
def test_levels(scenario_id: str, floors: tuple[int, ...]) -> None:
    scene = Game(scenario_id).scene
    names = (
        (UNION, "decisive"), (UNION, "substantive"), (UNION, "marginal"), (CONFEDERATE, "marginal"),
        (CONFEDERATE, "substantive"), (CONFEDERATE, "decisive"),
    )  # fmt: skip
    for floor, above, below in zip(floors, names, names[1:], strict=False):
        assert scene.level(floor)[:2] == above
        assert scene.level(floor - 1)[:2] == below


@pytest.mark.rule("SLB 22.2i")
def test_the_campaign_scores_as_scenario_five_does() -> None:
    five, six = Game(FIVE).scene.book.victory.points, Game(SIX).scene.book.victory.points
    plain = [(line.key, line.kind, line.points, line.hexes, line.per, line.at_most) for line in five]
    assert plain == [(line.key, line.kind, line.points, line.hexes, line.per, line.at_most) for line in six]
    assert (five[0].until_turn, six[0].until_turn) == (2, 5)


def test_every_line_of_the_table_has_words() -> None:
    for line in Game(FIVE).scene.book.victory.points:
        assert f"score.{line.key}" in BATTLE.words
        assert f"term.{line.key}" in BATTLE.words
