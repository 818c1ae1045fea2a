"""The wings of the Union army: traced, paralysed, doubting, united; and leaving the map (SLB 16.0, 19.0)."""

from __future__ import annotations

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville import wings
from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.state import LEFT_WING, RIGHT_WING
from hardtack.battles.gcacw.participants import extra_units
from hardtack.battles.gcacw.retreat import Retreat
from hardtack.battles.gcacw.sequence import (
    ActionPhase,
    Activation,
    CycleEnds,
    PhaseEnds,
    RandomEvents,
    TurnBegins,
    TurnEnds,
)
from hardtack.battles.gcacw.state import CAUSES
from hardtack.board.masks import hexes_in
from hardtack.referee.events import CONFEDERATE, SIDES, UNION
from hardtack.referee.position import read_position, write_position

FIVE, SIX = "certain-destruction", "chancellorsville-campaign"


@pytest.fixture
def game() -> Game:
    return Game(FIVE).begin(1, 1).edit(rain=0)


def wing(game: Game, piece: str) -> int:
    return wings.wing_of(game.state, game.scene.index[piece])


def retrace(game: Game) -> Game:
    """The start of a turn: the wings are traced again."""
    draft = game.state.draft()
    wings.assign(game.scene, draft)  # type: ignore[arg-type]  # an advanced scenario
    return game.edit(wing=draft.wing)  # type: ignore[attr-defined]


def paralyse(game: Game, held: int) -> Game:
    return game.remember("paralysed", held)


# -- which wing (SLB 16.0b)


@pytest.mark.rule("SLB 16.0b")
def test_the_wings_of_scenario_five(game: Game) -> None:
    left = ("Hooker", "Gibbon", "Reynolds", "Wadsworth", "Sedgwick", "Brooks", "Newton", "Sickles", "Birney", "ArtRes1")
    right = ("Meade", "Griffin", "Humphreys", "Howard", "Devens", "Slocum", "Geary", "Devin", "Stoneman", "Davis")
    assert {wing(game, piece) for piece in left} == {LEFT_WING}
    assert {wing(game, piece) for piece in right} == {RIGHT_WING}
    assert wing(game, "Lee") == 0


@pytest.mark.rule("SLB 16.0b")
def test_hexes_are_counted_and_a_tie_is_the_right_wings(game: Game) -> None:
    left, right = wings.distances(game.scene, game.state)  # type: ignore[arg-type]
    tie = next(hex_ for hex_ in sorted(left) if left[hex_] == right.get(hex_))
    nearer = next(hex_ for hex_ in sorted(left) if left[hex_] == right.get(hex_, 0) - 1)
    game.put("Davis", game.scene.name(tie)).put("McIntosh", game.scene.name(nearer))
    retrace(game)
    assert (wing(game, "Davis"), wing(game, "McIntosh")) == (RIGHT_WING, LEFT_WING)


@pytest.mark.rule("SLB 16.0b")
def test_paths_cross_rivers_at_bridges_and_fords_only(game: Game) -> None:
    """Brooks at 4428 is cut off with his bridge gone; he keeps the wing he had, or without one is of the right."""
    ground = game.scene.ground_with(game.state.bridges)
    a, b = game.scene.hex("4427"), game.scene.hex("4428")
    assert wings.links(ground)[a] >> b & 1
    bare = game.scene.ground_with(())
    assert not wings.links(bare)[a] >> b & 1
    for here, ways in enumerate(wings.links(bare)):
        for there in hexes_in(ways):
            assert not bare.is_river(here, there) or bare.crossing(here, there) in ("bridge", "ford")
    for unit in ("Early", "Barksdale", "McLaws"):
        game.put(unit, {"Early": "4530", "Barksdale": "4328", "McLaws": "4429"}[unit])
    game.edit(bridges=())
    retrace(game)
    assert wing(game, "Brooks") == LEFT_WING  # as on the turn before
    game.edit(wing=(0,) * len(game.scene.pieces))
    assert wing(retrace(game), "Brooks") == RIGHT_WING


@pytest.mark.rule("SLB 16.0b")
def test_confederates_and_their_zones_bar_the_way_and_union_units_cancel_zones(game: Game) -> None:
    scene = game.scene
    game.clear("FLee", "Devin", "Hooker", "Gibbon").put("Gibbon", "4426", manpower=10).put("Hooker", "4426")
    game.put("FLee", "3620", manpower=2).put("Devin", "3520", manpower=2)
    barred = wings.barred_hexes(game.state)
    assert barred >> scene.hex("3620") & 1
    assert not barred >> scene.hex("3520") & 1  # next to F Lee, but Devin stands there
    assert game.state.deployment.zone(CONFEDERATE) >> scene.hex("3520") & 1


@pytest.mark.rule("SLB 16.0b")
def test_movement_does_not_change_a_wing_within_the_turn(game: Game) -> None:
    game.put("Davis", "4425")
    assert wing(game, "Davis") == RIGHT_WING
    assert wing(retrace(game), "Davis") == LEFT_WING


@pytest.mark.rule("SLB 16.0b", "SLB 21.1c")
def test_a_substitute_is_in_the_wing_of_its_parent(game: Game) -> None:
    game.marching("Gibbon", 6).do("detach Gibbon USub1 3")
    assert wing(game, "USub1") == LEFT_WING
    game.put("USub1", "2724")
    assert wing(retrace(game), "USub1") == LEFT_WING
    game.put("Gibbon", "x").put("Hooker", "4427")
    assert wing(retrace(game), "USub1") == RIGHT_WING


@pytest.mark.rule("SLB 16.0b")
def test_wings_are_saved_with_the_position(game: Game) -> None:
    again = read_position(write_position(game.state), lambda _: BATTLE)
    assert again.wing == game.state.wing  # type: ignore[attr-defined]


# -- paralysis (SLB 16.0a, 16.0c)


def event(game: Game, *dice: int) -> Game:
    game.edit(agenda=(TurnEnds(), CycleEnds(), ActionPhase(), RandomEvents()), turn=3)
    return game.begin(4, 4, *dice, 6, 1)


@pytest.mark.rule("SLB 16.0a")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_die_says_which_wing_is_paralysed(game: Game, die: int) -> None:
    event(game, die, 6)
    held = RIGHT_WING if die <= 4 else LEFT_WING  # Hooker is with the left
    assert game.fact("paralysed") == held
    told = next(line for line in game.events if line.key == "event.wing_paralysed")
    assert told.get("term") == {LEFT_WING: "left_wing", RIGHT_WING: "right_wing"}[held]


@pytest.mark.rule("SLB 16.0a")
def test_paralysis_ends_with_its_turn_and_needs_divided_wings(game: Game) -> None:
    paralyse(game, LEFT_WING).edit(agenda=(TurnBegins(),)).begin(2, 2)
    assert game.fact("paralysed") == 0
    event(game.remember("wings_united"), 6)  # only the die of confidence
    assert game.told("event.random_paralysis_united")
    assert game.fact("paralysed") == 0


@pytest.mark.rule("SLB 16.0c")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 1), (4, 2), (6, 4)])
def test_infantry_marches_with_two_points_fewer(game: Game, die: int, points: int) -> None:
    paralyse(game, LEFT_WING).next_phase(3, 6, 1).do("march Gibbon", die)
    march = game.state.agenda[-1]
    assert getattr(march, "mp", 0) == points
    free = Game(FIVE).begin(1, 1).edit(rain=0)
    paralyse(free, RIGHT_WING).next_phase(3, 6, 1).do("march Gibbon", die)
    assert getattr(free.state.agenda[-1], "mp", 0) == die


@pytest.mark.rule("SLB 16.0c")
def test_a_leaders_activation_is_slowed_too_but_not_artillery_or_cavalry(game: Game) -> None:
    paralyse(game, LEFT_WING).next_phase(3, 6, 1).do("activate Sedgwick")
    game.do("name Newton").do("name Howe").do("ready", 5)
    game.do("march Newton")
    assert getattr(game.state.agenda[-1], "mp", 0) == 4  # 5, +1 under a leader, -2
    game.next_phase(4, 6, 1).do("march ArtRes1", 5)
    assert getattr(game.state.agenda[-1], "mp", 0) == 5
    paralyse(game, RIGHT_WING).next_phase(5, 6, 1).do("march Davis", 2, 3)
    assert getattr(game.state.agenda[-1], "mp", 0) == 5


@pytest.mark.rule("SLB 16.0c")
def test_no_force_march_for_infantry_of_the_wing(game: Game) -> None:
    paralyse(game, LEFT_WING).marching("Gibbon", 3)
    assert game.why_not("force Gibbon") == {"SLB 16.0c"}
    game.marching("ArtRes1", 3)
    assert game.why_not("force ArtRes1") == set()
    paralyse(game, RIGHT_WING).marching("Gibbon", 3)
    assert game.why_not("force Gibbon") == set()


@pytest.mark.rule("SLB 16.0c")
def test_leaders_of_the_wing_declare_no_assault(game: Game) -> None:
    game.put("Sedgwick", "4428").next_phase(3, 6, 1)
    assert game.why_not("assault Sedgwick 4328") == set()
    assert game.why_not("assault Sedgwick 4328") != paralyse(game, LEFT_WING).why_not("assault Sedgwick 4328")
    assert game.why_not("assault Sedgwick 4328") == {"SLB 16.0c"}
    assert game.why_not("activate Sedgwick") == set()


@pytest.mark.rule("SLB 16.0c", "GC 5.3.5")
def test_units_of_the_wing_may_join_a_grand_assault_of_the_other(game: Game) -> None:
    """Griffin of the right wing stands beside Brooks of the left before Fredericksburg."""
    game.put("Griffin", "4329")
    paralyse(game, RIGHT_WING)
    assert wing(game, "Griffin") == RIGHT_WING
    assert "Griffin" in extra_units(game.state, UNION, game.scene.hex("4328"), ("Brooks",))


# -- confidence (SLB 16.0d-f)


def losses(game: Game, union: int, confederate: int) -> Game:
    row = [0] * (len(SIDES) * len(CAUSES))
    row[SIDES.index(UNION) * len(CAUSES)] = union
    row[SIDES.index(CONFEDERATE) * len(CAUSES)] = confederate
    return game.edit(losses=tuple(row))


@pytest.mark.rule("SLB 16.0d", "SLB 16.0f")
@pytest.mark.parametrize(("die", "both", "lost"), [(3, False, 1), (4, False, 0), (3, True, 0), (2, True, 1)])
def test_the_worked_example_in_a_game(die: int, both: bool, lost: int) -> None:
    """SLB 16.0f: 19 against 10, Chancellorsville held; with Fredericksburg too the die has +1."""
    game = Game(FIVE).begin(1, 1)
    for unit in ("AndersonLdr", "Mahone", "Posey", "Wright"):
        game.put(unit, "3529")
    game.put("Griffin", "3427")
    if both:
        game.put("Brooks", "4329")
    event(losses(game, 19, 10), 1, die)
    assert game.fact("confidence_lost") == lost
    assert game.told("event.confidence_lost" if lost else "event.confidence_kept")


@pytest.mark.rule("SLB 16.0d")
def test_confidence_is_tested_when_the_wings_are_united_too(game: Game) -> None:
    event(losses(game, 19, 10).remember("wings_united"), 2)
    assert game.fact("confidence_lost") == 1
    event(game)  # and not once more
    assert game.fact("confidence_lost") == 1


@pytest.mark.rule("SLB 16.0e")
def test_lost_confidence_takes_one_from_every_union_attack(game: Game) -> None:
    game.marching("Brooks", 6)
    action = BATTLE.parse(game.scene, "attack Brooks normal 4328")
    before = {line.label.key: line.value for line in BATTLE.page.modifiers(game.state, action)}
    game.remember("confidence_lost")
    after = {line.label.key: line.value for line in BATTLE.page.modifiers(game.state, action)}
    assert "line.confidence" not in before
    assert after["line.confidence"] == "-1"
    assert game.scene.assault_modifier(game.state, UNION) == -1
    assert game.scene.assault_modifier(game.state, CONFEDERATE) == 0
    game.marching("Barksdale", 6)
    theirs = BATTLE.page.modifiers(game.state, BATTLE.parse(game.scene, "attack Barksdale normal 4428"))
    assert "line.confidence" not in {line.label.key for line in theirs}


@pytest.mark.rule("SLB 16.0e")
@pytest.mark.parametrize(("lost", "number"), [(0, 2), (1, 1)])
def test_an_assault_is_one_unit_smaller(game: Game, lost: int, number: int) -> None:
    """Sedgwick, command 6, rolls a 4: two of his three divisions attack, one without confidence."""
    game.put("Newton", "4428").put("Howe", "4428").put("Sedgwick", "4428")
    game.remember("confidence_lost", lost).next_phase(3, 6, 1).do("assault Sedgwick 4328")
    game.do("name Brooks").do("name Newton").do("name Howe", 4)
    told = next(line for line in game.events if line.key == "event.assault_roll")
    assert told.get("n") == number


# -- the union of the wings (SLB 19.1)


def emptied(game: Game) -> Game:
    """Every Confederate but the two Lees' cavalry is away; Stuart too."""
    for piece in game.scene.pieces:
        if piece.side == CONFEDERATE and piece.type != "marker" and piece.id not in ("FLee", "WHFLee"):
            game.put(piece.id, "-")
    return game


@pytest.mark.rule("SLB 19.1b")
def test_the_wings_are_not_united_at_the_start() -> None:
    for scenario_id in (FIVE, SIX):
        scene, state = (found := Game(scenario_id)).scene, found.state
        assert wings.barrier(scene, wings.barred_hexes(state, scene.union_roads))


@pytest.mark.rule("SLB 19.1b")
def test_the_last_enemy_who_goes_unites_the_wings_at_once(game: Game) -> None:
    emptied(game).edit(turn=2).put("FLee", "3526", manpower=2)
    game.marching("FLee", 9).do("step FLee 3426")
    assert game.fact("wings_united") == 0  # from there his zone still reaches the road
    while not game.fact("wings_united"):
        assert len(game.offers("step")) > 0, "he has gone far enough"
        barred = wings.barred_hexes(game.state, game.scene.union_roads)  # type: ignore[attr-defined]
        assert wings.barrier(game.scene, barred)
        south = max(game.offers("step"), key=lambda step: int(step[-2:]))
        game.do(south)
    assert game.told("event.wings_united")


@pytest.mark.rule("SLB 19.1b")
def test_united_for_good_and_scored(game: Game) -> None:
    emptied(game).put("FLee", "2030", manpower=2).marching("FLee", 8)
    game.do("step FLee 2029")
    assert game.fact("wings_united") == 1
    assert game.told("event.wings_united")
    assert game.points()["wings_united"] == 6
    game.put("FLee", "3525", manpower=2).marching("FLee", 8).do("step FLee 3526")  # cut again: no matter
    assert game.fact("wings_united") == 1


@pytest.mark.rule("SLB 19.1b")
def test_union_units_cancel_zones_on_the_path_and_the_end_counts(game: Game) -> None:
    emptied(game)
    scene = game.scene
    goals = [scene.hex(name) for name in ("4328", "4329", "4228", "4229", "4230")]
    closed = sum(1 << goal for goal in goals)
    assert not wings.barrier(scene, 0)
    assert wings.barrier(scene, closed)
    assert not wings.barrier(scene, closed & ~(1 << scene.hex("4228")))
    assert wings.barrier(scene, 1 << scene.hex("3525"))
    north = ~scene.board.regions["south_of_rappahannock"] & ((1 << scene.board.grid.size) - 1)
    assert not wings.barrier(scene, north)  # only the south bank is used
    game.put("Wilcox", "3526", manpower=4)
    assert wings.barred_hexes(game.state) >> scene.hex("3525") & 1
    game.put("Hancock", "3525")
    assert not wings.barred_hexes(game.state) >> scene.hex("3525") & 1


@pytest.mark.rule("SLB 19.1a")
def test_union_infantry_keeps_out_of_the_south_west_until_then(game: Game) -> None:
    game.put("Geary", "2731").marching("Geary", 6)
    assert game.why_not("step Geary 2732") == {"SLB 19.1a"}
    assert "step Geary 2732" not in game.offers("step")
    game.remember("wings_united")
    assert game.why_not("step Geary 2732") == set()
    game.remember("wings_united", 0).put("Devin", "2731").put("Geary", "2725").marching("Devin", 8)
    assert game.why_not("step Devin 2732") == set()  # cavalry may
    game.put("Posey", "2731").put("Devin", "2725").marching("Posey", 6)
    assert game.why_not("step Posey 2732") == set()


# -- leaving the map (SLB 19.2)


@pytest.mark.rule("SLB 19.2a")
def test_confederates_leave_by_the_south_edge_with_their_companions(game: Game) -> None:
    game.put("Jackson", "4534").put("Rodes", "4534").put("GA23", "4534").put("Hill", "4431")
    game.marching("Rodes", 4, with_leaders=("Jackson",)).do("leave Rodes", 6, 1)
    assert (game.at("Rodes"), game.at("Jackson"), game.at("GA23")) == ("left", "left", "4534")
    assert game.fact("left_confederate") == 18
    assert game.points()["confederates_gone"] == 3
    BATTLE.check_position(game.state)
    assert game.side is not None


@pytest.mark.rule("SLB 19.2a")
def test_leaving_costs_a_point_by_road_and_the_hex_elsewhere(game: Game) -> None:
    game.put("Colston", "4534").marching("Colston", 1, moved=1)
    assert game.why_not("leave Colston") == set()
    game.marching("Colston", 0, moved=1)
    assert game.why_not("leave Colston") == {"GC 6.1.1"}
    game.put("Colston", "4433").marching("Colston", 1, moved=1)  # no road leaves the map here
    price = game.scene.ground.open_price(game.scene.board.terrain[game.scene.hex("4433")])
    assert (game.why_not("leave Colston") == set()) == (price <= 1)
    game.marching("Colston", 1)  # the first hex of a march may cost anything
    assert game.why_not("leave Colston") == set()
    game.put("Colston", "4532").marching("Colston", 6)
    assert game.why_not("leave Colston") == {"SLB 19.2a"}


@pytest.mark.rule("SLB 19.2a")
def test_a_retreat_may_lead_off_the_map(game: Game) -> None:
    game.put("Colston", "4334").put("Jackson", "4334")
    frame = Retreat(CONFEDERATE, ("Colston",), ("Jackson",), ("4333",), 2, 4, "retreat", ("4334",))
    game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), frame))
    assert "flee" in game.offers()
    risk = BATTLE.page.hint(game.state, BATTLE.parse(game.scene, "flee")).risk
    assert risk is not None
    assert risk.key == "risk.gone"  # who is asked knows what it costs
    game.do("flee", 6, 1)
    assert (game.at("Colston"), game.at("Jackson"), game.fact("left_confederate")) == ("left", "left", 13)
    assert game.row("manpower", "Colston") == 13


@pytest.mark.rule("SLB 19.2a", "GC 7.6.3")
def test_a_stack_with_no_other_way_leaves_instead_of_surrendering(game: Game) -> None:
    game.put("Colston", "4334")
    enemies = ("Sykes", "Devens", "Schurz", "Geary", "Berry")
    for unit, hex_ in zip(enemies, game.scene.board.grid.around[game.scene.hex("4334")], strict=False):
        game.put(unit, game.scene.name(hex_))
    frame = Retreat(CONFEDERATE, ("Colston",), (), ("4333",), 2, 4, "retreat", ("4334",))
    game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), frame))
    assert game.offers() == ["flee"]
    assert BATTLE.knowledge.presume(game.state).verb == "flee"
    game.do("flee", 6, 1)
    assert game.at("Colston") == "left"


@pytest.mark.rule("SLB 19.2b")
def test_no_union_retreat_leads_off_the_map(game: Game) -> None:
    game.put("Devin", "4334", manpower=2).remember("wings_united").remember("left_confederate", 20)
    frame = Retreat(UNION, ("Devin",), (), ("4333",), 2, 4, "retreat", ("4334",))
    game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), frame))
    assert game.why_not("flee") == {"SLB 19.2b"}


@pytest.mark.rule("SLB 19.2b")
def test_pursuit_is_twice_as_much_once_the_wings_are_united(game: Game) -> None:
    """The book's 8 Confederate manpower let 16 Union follow, on that turn or later."""
    game.put("Geary", "4534").put("Devens", "4534", manpower=3).marching("Geary", 6)
    assert game.why_not("leave Geary") == {"SLB 19.2b"}
    game.remember("left_confederate", 8)
    assert game.why_not("leave Geary") == {"SLB 19.2b"}
    game.remember("wings_united")
    assert game.why_not("leave Geary") == set()
    game.do("leave Geary", 6, 1)
    assert game.fact("left_union") == 13
    assert game.points()["union_pursuit"] == 1
    game.marching("Devens", 6).do("leave Devens", 6, 1)
    assert game.fact("left_union") == 16
    game.put("Schurz", "4534", manpower=1).marching("Schurz", 6)
    assert game.why_not("leave Schurz") == {"SLB 19.2b"}


@pytest.mark.rule("SLB 22.1d", "SLB 19.2b")
def test_cavalry_raids_by_the_four_roads_before_the_end_of_turn_two(game: Game) -> None:
    game.edit(turn=2).put("Davis", "1033").marching("Davis", 8)
    assert game.why_not("leave Davis") == set()  # the wings are apart and nobody left before
    game.do("leave Davis", 6, 1)
    assert (game.fact("raiders"), game.fact("left_union"), game.points()["cavalry_raid"]) == (1, 0, 2)
    game.put("McIntosh", "1134").marching("McIntosh", 8)
    assert game.why_not("leave McIntosh") == {"SLB 19.2b"}
    game.put("McIntosh", "1633").edit(turn=3)
    assert game.why_not("leave McIntosh") == {"SLB 19.2b"}
    game.put("Griffin", "0334").edit(turn=2).marching("Griffin", 6)
    assert game.why_not("leave Griffin") == {"SLB 19.2b"}


@pytest.mark.rule("SLB 22.1d")
def test_at_most_five_raiders_score_and_regiments_do_not(game: Game) -> None:
    game.remember("raiders", 6)
    assert game.points()["cavalry_raid"] == 10
    game.remember("raiders", 0).put("Davis", "0734").marching("Davis", 8).do("detach Davis UHorse1 1")
    game.marching("UHorse1", 8).do("leave UHorse1", 6, 1)
    assert (game.at("UHorse1"), game.fact("raiders")) == ("left", 0)
    game.marching("Davis", 8)
    assert not [offer for offer in game.offers("detach") if "UHorse1" in offer]  # he is out of play for good


@pytest.mark.rule("SLB 22.2i")
def test_the_campaigns_raid_lasts_to_turn_five() -> None:
    game = Game(SIX).put("Davis", "1033").edit(turn=5).marching("Davis", 8)
    assert game.why_not("leave Davis") == set()
    assert game.edit(turn=6).why_not("leave Davis") == {"SLB 19.2b"}


def test_nobody_leaves_in_the_basic_scenarios() -> None:
    game = Game("salem-church").begin()
    assert game.why_not("leave Newton") == {"SLB 19.2a"}
    assert game.why_not("flee") == {"SLB 19.2a"}


@pytest.mark.rule("SLB 19.2a")
def test_who_marches_last_of_an_activation_may_leave_the_others_behind(game: Game) -> None:
    """Jackson activates Rodes and GA23 on the edge; both leave, he with the first: the phase goes on."""
    game.put("Jackson", "4534").put("Rodes", "4534").put("GA23", "4534").remember("east_freed")
    game.edit(agenda=(TurnEnds(), CycleEnds(), PhaseEnds(), Activation(CONFEDERATE)), phase=3)
    game.do("activate Jackson").do("name Rodes").do("name GA23").do("ready", 3).do("march Rodes")
    game.do("bring Jackson").do("leave Rodes")
    game.do("leave GA23", 6, 1)
    assert (game.at("GA23"), game.at("Jackson"), game.fact("left_confederate")) == ("left", "left", 19)
