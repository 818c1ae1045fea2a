"""The Great Flank March (SLB 13.2) and what Sedgwick to the Rescue shares with it (SLB 13.3c)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.gcacw.combat import Attack, appraise
from hardtack.battles.gcacw.sequence import TurnBegins
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.umpire import deciding

BOTH = pytest.mark.parametrize("scenario_id", ["great-flank-march", "sedgwick-to-the-rescue"])


@pytest.fixture
def game() -> Game:
    return Game("great-flank-march").begin()


def lines(game: Game, attacker: str, target: str, kind: str = "normal") -> dict[str, int]:
    """The modifier list of an attack by words key."""
    unit = game.scene.index[attacker]
    attack = Attack(game.scene.side_of[unit], (unit,), game.scene.hex(target), kind)
    return {line.key: line.value for line in appraise(game.state, attack).lines}


# -- sequence and initiative


@pytest.mark.rule("SLB 13.2b", "SLB 13.3c")
@BOTH
def test_turn_one_starts_with_the_first_action_phase(scenario_id: str) -> None:
    game = Game(scenario_id).begin()
    assert (game.frame, game.side, game.state.phase) == ("Activation", UNION, 1)
    assert "leader_transfer" not in game.scene.phases(1)
    book = [name for name in game.scene.phases(2) if name != "reckoning"]  # a count of points is no phase of the book
    assert book == ["leader_transfer", "attachment", "action_cycle", "recovery"]


@pytest.mark.rule("SLB 13.2c", "SLB 13.2d", "SLB 13.3c")
@BOTH
def test_log_and_prompt_say_what_each_fixed_phase_is_for(scenario_id: str) -> None:
    game = Game(scenario_id).begin()
    chapter = {"great-flank-march": "SLB 13.2", "sedgwick-to-the-rescue": "SLB 13.3"}[scenario_id]
    for phase, key in enumerate(("purpose.corps", "purpose.units", "purpose.leader"), 1):
        game.next_phase(phase)
        assert [event.key for event in game.events] == ["event.initiative_given", key]
        assert all(event.clause.startswith(chapter) for event in game.events)
        asked = deciding(game.state)
        assert asked is not None
        assert asked.prompt(game.state).key == key  # and the player is asked in the same words
    game.next_phase(4, 1, 6)
    assert deciding(game.state).prompt(game.state).key == "prompt.activation"  # type: ignore[union-attr]
    game = Game(scenario_id, without_f_lee=True).next_phase(2)
    assert not game.told("purpose.units")  # nobody is there to be activated


@pytest.mark.rule("SLB 13.2c", "SLB 13.3c")
@BOTH
def test_the_first_phase_is_for_one_unit_of_iii_or_xii_corps(scenario_id: str) -> None:
    game = Game(scenario_id).begin()
    marches = {"march Birney", "march Berry", "march Whipple", "march Williams", "march Geary"}
    assert set(game.offers("march")) == marches
    assert set(game.offers("activate")) == {"activate Sickles", "activate Slocum"}
    assert game.offers("assault") == []
    clause = {"great-flank-march": "SLB 13.2c", "sedgwick-to-the-rescue": "SLB 13.3c"}[scenario_id]
    assert game.why_not("march Hancock") == {clause}
    assert game.why_not("activate Couch") == {clause}


@pytest.mark.rule("SLB 13.2c")
def test_a_corps_leader_may_go_along_but_activates_one_unit_only(game: Game) -> None:
    game.do("activate Sickles")
    assert set(game.offers()) == {"name Birney", "name Whipple", "name Berry"}
    game.do("name Birney", 4)  # one is enough: the movement die is rolled at once
    assert game.state.agenda[-1].with_leaders == ("Sickles",)  # type: ignore[attr-defined]
    other = Game("great-flank-march").begin().do("march Berry", 4)
    assert other.why_not("bring Hooker") == set()  # whoever stands with the unit may ride along (GC 6.3.2)


@pytest.mark.rule("SLB 13.2c")
def test_the_unit_of_the_first_phase_goes_no_further_west_than_column_33(game: Game) -> None:
    game.do("march Birney", 6)
    assert game.why_not("step Birney 3229") == {"SLB 13.2c"}
    assert game.why_not("step Birney 3328") == set()
    game.put("GA23", "3229")
    assert "SLB 13.2c" in game.why_not("attack Birney hasty 3229")


@pytest.mark.rule("SLB 13.2c")
def test_a_passed_first_phase_is_nobody_elses(game: Game) -> None:
    game.do("pass")
    assert (game.side, game.state.phase) == (CONFEDERATE, 2)


@pytest.mark.rule("SLB 13.2d", "SLB 13.3c")
@BOTH
def test_in_the_second_phase_stuart_must_activate_f_lee(scenario_id: str) -> None:
    game = Game(scenario_id).begin().do("pass")
    assert game.offers() == ["activate Stuart"]
    clause = {"great-flank-march": "SLB 13.2d", "sedgwick-to-the-rescue": "SLB 13.3c"}[scenario_id]
    assert game.why_not("pass") == {clause}
    assert clause in game.why_not("march FLee")
    game.do("activate Stuart", 3, 3)
    assert game.frame == "March"
    assert game.state.agenda[-1].unit == "FLee"  # type: ignore[attr-defined]


@pytest.mark.rule("SLB 13.2d")
def test_in_the_third_phase_jackson_must_activate_his_corps(game: Game) -> None:
    game.next_phase(3)
    assert (game.side, game.offers()) == (CONFEDERATE, ["activate Jackson"])
    game.do("activate Jackson")
    assert set(game.offers()) == {"name Rodes", "name Colston", "name Hill"}  # Thomas and 23 GA are too far
    game.do("name Rodes").do("name Hill").do("ready", 3)
    assert set(game.offers("march")) == {"march Rodes", "march Hill"}


@pytest.mark.rule("SLB 13.2d")
def test_jacksons_surprise_is_plus_one_in_that_phase_only(game: Game) -> None:
    game.edit(phase=3)
    assert lines(game, "Rodes", "3127")["line.surprise"] == 1
    assert "line.surprise" not in lines(game, "McLaws", "3527")  # not under Jackson
    game.edit(phase=4)
    assert "line.surprise" not in lines(game, "Rodes", "3127")


@pytest.mark.rule("SLB 13.2d")
def test_without_f_lee_the_second_phase_passes_by_itself() -> None:
    game = Game("great-flank-march", without_f_lee=True).begin().do("pass")
    assert (game.side, game.state.phase, game.offers()) == (CONFEDERATE, 3, ["activate Jackson"])


@pytest.mark.rule("SLB 13.2e", "SLB 13.3c")
@BOTH
@pytest.mark.parametrize(("phase", "winner"), [(4, CONFEDERATE), (5, CONFEDERATE), (6, CONFEDERATE), (7, UNION)])
def test_phases_four_to_six_add_one_to_the_confederate_die(scenario_id: str, phase: int, winner: str) -> None:
    game = Game(scenario_id).begin().next_phase(phase, 4, 3)
    assert game.side == winner
    assert game.told("event.initiative_modifier") == (phase < 7)  # the log says why a 3 shows as a 4
    second = Game(scenario_id).begin().edit(turn=2).next_phase(phase, 4, 3)
    assert (second.side, second.told("event.initiative_modifier")) == (UNION, False)  # on turn 1 alone


@pytest.mark.rule("SLB 13.2e")
def test_that_bonus_is_not_on_combat_dice(game: Game) -> None:
    game.edit(phase=5)
    assert set(lines(game, "Rodes", "3127")) & {"line.surprise", "line.darkness"} == set()


@pytest.mark.rule("SLB 13.2e", "SLB 13.3c")
@BOTH
def test_the_first_tie_from_the_seventh_phase_on_brings_night(scenario_id: str) -> None:
    game = Game(scenario_id).begin().next_phase(6, 3, 2)  # 3 to 2 + 1: a tie too early
    assert not game.fact("night")
    game.next_phase(7, 4, 4)
    assert game.told("event.night")
    assert game.side == CONFEDERATE  # who still wins the tie
    assert lines(game, "Rodes", "3127")["line.darkness"] == -1
    assert lines(game, "Devens", "3026")["line.darkness"] == -1  # for either side
    game.next_phase(8, 5, 5)
    assert not game.told("event.night")


@pytest.mark.rule("SLB 13.2e")
def test_night_ends_when_turn_two_begins(game: Game) -> None:
    game.remember("night").edit(turn=2, agenda=(TurnBegins(),)).begin()
    assert not game.fact("night")
    assert "line.darkness" not in lines(game, "Rodes", "3127")
    game.edit(turn=2).next_phase(7, 4, 4)
    assert not game.fact("night")  # and does not come again


# -- the river


@pytest.mark.rule("SLB 13.2f")
@pytest.mark.parametrize("turn", [1, 2])
def test_nobody_crosses_the_river_east_of_scotts_dam_ford_but_may_retreat(game: Game, turn: int) -> None:
    scene = game.scene
    banks = next(c for c in scene.board.crossings if c.name_en == "Banks' Ford").sides
    a, b = (scene.name(hex_) for hex_ in banks)
    game.clear("McLaws").put("McLaws", a, manpower=13).edit(turn=turn).marching("McLaws", 9)
    assert game.why_not(f"step McLaws {b}") == {"SLB 13.2f"}
    assert not scene.bars_retreat(game.state, CONFEDERATE, *banks)


@pytest.mark.rule("SLB 13.2f")
def test_us_ford_and_scotts_dam_ford_stay_open(game: Game) -> None:
    scene = game.scene
    for name in ("U.S. Ford", "Scott's Dam Ford"):
        a, b = next(c for c in scene.board.crossings if c.name_en == name).sides
        game.clear("Robinson").put("Robinson", scene.name(a), manpower=9).marching("Robinson", 9)
        assert game.why_not(f"step Robinson {scene.name(b)}") == set()


@pytest.mark.rule("SLB 13.2f")
def test_no_attack_over_a_closed_ford_either(game: Game) -> None:
    scene = game.scene
    a, b = next(c for c in scene.board.crossings if c.name_en == "Banks' Ford").sides
    game.clear("McLaws", "Geary").put("McLaws", scene.name(a), manpower=13).put("Geary", scene.name(b), manpower=13)
    game.marching("McLaws", 9)
    assert "SLB 13.2f" in game.why_not(f"attack McLaws hasty {scene.name(b)}")


# -- substitutes


@pytest.mark.rule("SLB 13.2g")
def test_only_the_confederates_detach_and_only_in_turn_two_attach(game: Game) -> None:
    game.marching("Hill", 6)
    assert "detach Hill CSub1 8" in game.offers("detach")
    game.marching("Geary", 6)
    assert game.offers("detach") == []
    assert [counter.id for counter in game.scene.pieces if counter.substitute and counter.side == UNION] == []
    assert game.scene.special_phase(game.state, "attachment") == ()
    second = game.edit(turn=2)
    assert [frame.side for frame in second.scene.special_phase(second.state, "attachment")] == [CONFEDERATE]  # type: ignore[attr-defined]


@pytest.mark.rule("SLB 13.2g", "SLB 21.2c")
def test_in_turn_two_units_of_one_command_in_a_hex_may_be_attached(game: Game) -> None:
    from hardtack.battles.chancellorsville.attachment import Attachment

    game.put("Thomas", "2926", manpower=3).put("Hill", manpower=10).put("GA23", "3528").edit(turn=2)
    game.edit(agenda=(*game.state.agenda[:1], Attachment(CONFEDERATE)))
    assert set(game.offers("attach")) == {"attach Thomas Hill"}  # 23 GA stands with another command
    assert "SLB 21.2c" in game.why_not("attach GA23 Anderson")
    game.do("attach Thomas Hill")
    assert game.row("manpower", "Hill") == 13


# -- points


@pytest.mark.rule("SLB 13.2i")
def test_chancellorsville_scores_eight_or_five(game: Game) -> None:
    assert game.points()["chancellorsville"] == 5  # Anderson stands next to it at 3528
    game.put("Anderson", "3630").put("Lee", "3630").put("McLaws", "3729")
    assert game.points()["chancellorsville"] == 8
    game.put("Thomas", "3428").put("Williams", "3426")
    assert game.points()["chancellorsville"] == 8  # a brigade is no division
    for unit in ("French", "Berry", "Geary", "Hooker", "Slocum"):
        game.put(unit, "3526")
    assert "chancellorsville" not in game.points()
    game.put("Devin", "3427")
    assert "chancellorsville" not in game.points()  # cavalry is no infantry division


@pytest.mark.rule("SLB 13.2i")
def test_a_free_road_from_us_ford_to_salem_church(game: Game) -> None:
    assert game.points()["road_to_salem_church"] == 6  # by the River Road, round Lee's right
    game.put("McLaws", "3928")
    assert "road_to_salem_church" not in game.points()
    game.clear("Geary").put("Geary", "3427", manpower=13)
    assert game.points()["road_to_salem_church"] == 6
    game.put("GA23", "4028", manpower=1)
    assert "road_to_salem_church" not in game.points()  # an enemy in the church


@pytest.mark.rule("SLB 13.2i")
def test_enemy_zones_block_the_road_unless_a_union_unit_stands_there(game: Game) -> None:
    """Every road to the church comes by the hex before it or ends in it: put a zone on the church itself."""
    game.clear("Geary").put("Geary", "3427", manpower=13).put("GA23", "4128", manpower=1)
    assert game.scene.ground.normal[game.scene.hex("4128")] >> game.scene.hex("4028") & 1
    assert "road_to_salem_church" not in game.points()
    game.put("Geary", "4028")
    assert game.points()["road_to_salem_church"] == 6


@pytest.mark.rule("SLB 13.2i")
def test_limited_zones_do_not_block_the_road(game: Game) -> None:
    """3826 and 3827 are parted by a woods hexside: the zone from one into the other is limited."""
    ground, index = game.scene.ground, game.scene.hex
    game.clear("Geary").put("Geary", "3427", manpower=13)
    way = [index(name) for name in ("3526", "3626", "3727", "3827", "3927", "3928")]
    beside = next(
        hex_
        for hex_ in range(game.scene.board.grid.size)
        if any(ground.limited[hex_] >> step & 1 for step in way)
        and not any(ground.normal[hex_] >> step & 1 for step in way)
        and hex_ not in way
        and not ground.normal[hex_] >> index("4028") & 1
    )
    game.put("GA23", game.scene.name(beside), manpower=1)
    assert game.points()["road_to_salem_church"] == 6


@pytest.mark.rule("SLB 13.2i")
def test_the_road_runs_south_of_the_river_only(game: Game) -> None:
    """23 GA at 3626 cuts both roads from the ford; the way round by the north bank and Banks' Ford does not help."""
    game.clear("Geary").put("Geary", "3427", manpower=13).put("GA23", "3626", manpower=1)
    scene, state = game.scene, game.state
    enemy = (state.occupied("confederate") | state.deployment.zone("confederate")) & scene.road_hexes
    assert scene.is_road_open(scene.hex("3525"), scene.hex("4028"), enemy)  # over both banks there is a way
    assert "road_to_salem_church" not in game.points()


@pytest.mark.rule("SLB 13.2i")
def test_corps_wholly_across_score_two_each(game: Game) -> None:
    assert game.points()["corps_across"] == 10  # I Corps is still north of the river
    for unit in ("Reynolds", "Robinson", "Wadsworth", "Doubleday"):
        game.put(unit, "3525")
    assert game.points()["corps_across"] == 12
    game.put("Devens", "3624")
    assert game.points()["corps_across"] == 10  # one unit spoils the corps
    game.put("Devens", "2820")
    assert game.points()["corps_across"] == 10
    game.put("Devens", "2721")  # south of the Rappahannock, north of the Rapidan
    assert game.points()["corps_across"] == 10


@pytest.mark.rule("SLB 13.2i")
def test_fresh_confederate_infantry_in_salem_church_costs_six(game: Game) -> None:
    game.put("McLaws", "4028")
    assert game.points()["salem_church_guard"] == -6
    game.put("McLaws", fatigue=4)
    assert "salem_church_guard" not in game.points()
    game.put("McLaws", fatigue=3, manpower=11)
    assert "salem_church_guard" not in game.points()
    game.put("GA23", "4028", manpower=1)
    assert game.points()["salem_church_guard"] == -6  # 11 and 1 together
    game.put("McLaws", disorganised=1)
    assert "salem_church_guard" not in game.points()


@pytest.mark.rule("SLB 13.2i")
@pytest.mark.parametrize(("rows", "points"), [
    ({"fatigue": 3}, -6), ({"fatigue": 4}, 0), ({"fatigue": 1, "disorganised": 1}, 0),
])  # fmt: skip
def test_the_guard_of_salem_church_is_counted_before_the_last_rest(
    game: Game, rows: dict[str, int], points: int
) -> None:
    """The recovery phase would bring fatigue 4 down to 1 and rally the disorganised (GC 8.0)."""
    game.clear("McLaws", "Geary").put("Geary", "3427", fatigue=4, manpower=13)
    game.put("McLaws", "4028", manpower=13, **rows).edit(turn=2, agenda=(TurnBegins(),))
    game.begin(*((6, 1) if rows["fatigue"] == 4 else (1, 6)))
    if game.state.outcome is None:  # McLaws could still act
        game.do("pass")
    assert game.state.outcome is not None
    assert game.row("fatigue", "McLaws") < 2  # rested
    assert game.points().get("salem_church_guard", 0) == points
    assert dict(game.state.outcome.points)[UNION] == sum(game.points().values())


@pytest.mark.rule("SLB 13.2i")
def test_a_bridge_can_bring_a_zone_onto_the_road(game: Game) -> None:
    """Nothing has moved, but over the new bridge the zone of 23 GA reaches the south end of U.S. Ford."""
    game.clear("Geary").put("Geary", "3427", manpower=13).put("GA23", "3625", manpower=1)
    assert game.points()["road_to_salem_church"] == 6
    game.edit(bridges=(("3625", "3525", UNION),))
    assert "road_to_salem_church" not in game.points()


@pytest.mark.rule("SLB 13.2i")
def test_losses_score(game: Game) -> None:
    game.edit(losses=(2, 1, 0, 7, 7, 7, 5, 1, 1, 7, 7, 7))
    assert game.points()["confederate_losses"] == 7
    assert game.points()["union_losses"] == -3
