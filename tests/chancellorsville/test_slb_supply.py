"""Ammunition in the two advanced scenarios: boxes, depots, supply lines, resupply (SLB 20.1, 20.2, 15.0d)."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville import supply
from hardtack.battles.chancellorsville.ammunition import Resupply
from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.events import DELAYED, IMPROVED
from hardtack.battles.chancellorsville.resupply import AmmunitionPhase, order_for
from hardtack.battles.chancellorsville.supply import SupplyLine, burden, country, crowded, cut, supply_line
from hardtack.battles.gcacw.engagement import Strain
from hardtack.battles.gcacw.flank import flank_hexes
from hardtack.battles.gcacw.screen import delay_modifier, retire
from hardtack.battles.gcacw.sequence import Activation, CycleEnds, PhaseEnds, TurnEnds
from hardtack.battles.gcacw.state import disorganise
from hardtack.referee.chance import forecast
from hardtack.referee.dice import LoadedDice, SeededDice
from hardtack.referee.position import read_position, write_position
from hardtack.referee.state import freeze
from hardtack.referee.umpire import Umpire, begin, options, play, play_trusted

SCENARIOS = ("certain-destruction", "chancellorsville-campaign")


def fresh(*keep: str) -> Game:
    """Scenario 5 before anything, with only these counters on the map (and the depots)."""
    return Game("certain-destruction").clear(*keep)


def ammunition_phase(game: Game, *dice: int) -> Game:
    """Play the phase; whatever follows it waits for the Union."""
    after = (TurnEnds(), CycleEnds(), PhaseEnds(), Activation("union"))
    return game.edit(agenda=(*after, AmmunitionPhase())).begin(*dice)


def line_of(game: Game, unit: str) -> SupplyLine | None:
    return supply_line(game.state, game.scene.index[unit])


def hexes(game: Game, *names: str) -> tuple[int, ...]:
    return tuple(game.scene.hex(name) for name in names)


def way(game: Game, unit: str) -> list[str]:
    """The hexes of a unit's line, from the depot on; nothing where it has none."""
    line = line_of(game, unit)
    return [] if line is None else [game.scene.name(hex_) for hex_ in line.hexes]


def in_the_way(game: Game, unit: str) -> list[str]:
    line = line_of(game, unit)
    return [] if line is None else [game.scene.name(hex_) for hex_ in line.blocked]


def cause(game: Game, unit: str) -> str:
    found = cut(game.state, game.scene.index[unit])
    return "" if found is None else found.cause


def modifier(game: Game, unit: str) -> int:
    line = line_of(game, unit)
    assert line is not None
    return line.attempt(bool(game.row("exhausted", unit))).modifier


# -- depots


@pytest.mark.rule("SLB 20.1a")
@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_both_sides_have_depots_on_the_map(scenario_id: str) -> None:
    game = Game(scenario_id)
    assert [game.at(name) for name in ("HamDepot", "GuinDepot", "FalDepot", "AquDepot")] == [
        "4531", "guiney", "4426", "5021",
    ]  # fmt: skip
    for side in ("union", "confederate"):  # they hold no hex and have no zone
        emptied = Game(scenario_id).clear()
        assert emptied.state.occupied(side) == 0
        assert emptied.state.deployment.zone(side) == 0
    starts = {game.scene.name(hex_) for hex_ in supply.sources(game.state, "confederate")}
    assert starts == {"4531", "4233", "4534"}
    assert {game.scene.name(hex_) for hex_ in supply.sources(game.state, "union")} == {"4426", "5021"}


@pytest.mark.rule("SLB 20.1a", "SLB 22.1d")
def test_a_unit_that_enters_an_enemy_depot_destroys_it_for_good() -> None:
    game = fresh().put("Wadsworth", "4530", manpower=12).marching("Wadsworth", 4)
    assert "hamiltons_crossing_depot" not in game.points()
    game.do("step Wadsworth 4531")
    assert (game.at("HamDepot"), game.points()["hamiltons_crossing_depot"]) == ("x", 3)
    told = next(event for event in game.events if event.key == "event.depot_destroyed")
    assert (told.clause, told.get("unit_depot"), told.get("hex")) == ("SLB 20.1a", "HamDepot", "4531")
    starts = {game.scene.name(hex_) for hex_ in supply.sources(game.state, "confederate")}
    assert starts == {"4233", "4534"}


@pytest.mark.rule("SLB 20.1a", "SLB 22.1d")
@pytest.mark.parametrize("depot", ["FalDepot", "AquDepot"])
def test_each_union_depot_counts_against_the_union(depot: str) -> None:
    game = fresh()
    there = game.scene.hex(game.at(depot))
    around, costs = game.scene.board.grid.around[there], game.scene.ground.cost
    start = next(game.scene.name(near) for near in around if there in costs[near])
    game.put("FLee", start, manpower=2).marching("FLee", 6)
    game.do(f"step FLee {game.at(depot)}")
    assert (game.at(depot), game.points()["union_depots"]) == ("x", -5)


@pytest.mark.rule("SLB 20.1a")
def test_a_guarded_depot_is_not_entered_and_a_depot_alone_is_not_attacked() -> None:
    game = fresh().put("Wadsworth", "4530", manpower=12).put("Thomas", "4531", manpower=6).marching("Wadsworth", 4)
    assert "step Wadsworth 4531" not in game.offers()
    alone = fresh().put("Wadsworth", "4530", manpower=12).marching("Wadsworth", 4)
    assert not [action for action in alone.offers("attack") if action.endswith("4531")]
    assert alone.why_not("attack Wadsworth normal 4531") == {"GC 7.1.1"}


@pytest.mark.rule("SLB 20.1a")
def test_an_advance_and_a_retreat_enter_a_depot_too_and_friends_do_not_harm_it() -> None:
    for how in ("advance", "retreat"):
        game = fresh().put("Wadsworth", "4531", manpower=12)
        draft, dice = game.state.draft(), LoadedDice(())
        unit = game.scene.index["Wadsworth"]
        game.scene.entered(draft, Umpire(draft, dice), unit, game.scene.hex("4531"), how)
        assert draft.at[game.scene.index["HamDepot"]] == -2
    game = fresh().put("Rodes", "4532", manpower=18).marching("Rodes", 4).do("step Rodes 4531")
    assert game.at("HamDepot") == "4531"


# -- what uses ammunition


def strain(game: Game, units: tuple[str, ...], result: str) -> Game:
    draft = game.state.draft()
    umpire = Umpire(draft, LoadedDice(()))
    Strain(units, result).run(draft, umpire)
    game.state, game.events = freeze(draft), tuple(umpire.events)
    return game


@pytest.mark.rule("SLB 20.2a")
@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_every_unit_starts_with_its_boxes_and_leaders_have_none(scenario_id: str) -> None:
    game = Game(scenario_id)
    for number, piece in enumerate(game.scene.pieces):
        expected = 0 if not piece.is_unit or piece.substitute else 3 if piece.type == "cavalry" else 4
        assert (game.state.boxes[number], game.state.marks[number]) == (expected, 0)  # type: ignore[attr-defined]


@pytest.mark.rule("SLB 20.2b")
def test_a_d_marks_one_box_of_each_unit_that_takes_it_and_nothing_else_does() -> None:
    game = fresh().put("Hancock", "3624", manpower=12).put("French", "3624", manpower=9)
    for result in ("f", "F"):
        strain(game, ("Hancock", "French"), result)
        assert game.row("marks", "Hancock") == game.row("marks", "French") == 0
    strain(game, ("Hancock",), "D")
    assert (game.row("marks", "Hancock"), game.row("marks", "French")) == (1, 0)
    assert next(e for e in game.events if e.key == "event.uses_ammunition").get("n") == 3
    for _ in range(2):
        strain(game, ("Hancock", "French"), "D")
    assert (game.row("marks", "Hancock"), game.row("marks", "French")) == (3, 2)
    assert strain(game, ("Hancock",), "D").told("event.out_of_ammunition")
    strain(game, ("Hancock",), "D")  # already out: nothing more to mark
    assert game.row("marks", "Hancock") == 4
    assert not game.told("event.out_of_ammunition")
    assert not game.told("event.uses_ammunition")


@pytest.mark.rule("SLB 20.2b")
def test_a_combat_marks_the_boxes_of_both_sides_but_not_of_those_who_only_stand_beside() -> None:
    """Wadsworth attacks Thomas; Robinson, next to Thomas too, only helps to a flank."""

    def fight(first: int, second: int) -> Game:
        game = fresh().put("Wadsworth", "4530", manpower=15).put("Robinson", "4631", manpower=9)
        game.put("Thomas", "4531", manpower=6).marching("Wadsworth", 6)
        loaded = LoadedDice((first, second, 3, 3, 3, 3))
        ruling = play(game.state, BATTLE.parse(game.scene, "attack Wadsworth normal 4531"), loaded)
        game.state, game.events = ruling.state, ruling.events
        return game

    seen = set()
    for first in range(1, 7):
        for second in range(1, 7):
            game = fight(first, second)
            combat = next(event for event in game.events if event.key == "event.combat")
            for unit, result in (("Wadsworth", "result_attacker"), ("Thomas", "result_defender")):
                if game.at(unit) != "x":
                    assert game.row("marks", unit) == ("D" in str(combat.get(result)))
                    seen.add((unit, game.row("marks", unit)))
            assert game.row("marks", "Robinson") == 0
    assert {("Wadsworth", 0), ("Wadsworth", 1), ("Thomas", 1)} <= seen


@pytest.mark.rule("SLB 20.2b")
def test_cavalry_retreat_uses_no_ammunition() -> None:
    game = fresh().put("FLee", "3427", manpower=2).put("Hancock", "3426", manpower=12)
    draft = game.state.draft()
    umpire = Umpire(draft, LoadedDice((4,)))
    retire(draft, umpire, game.scene.hex("3427"), game.scene.hex("3426"), "Hancock")
    assert draft.disorganised[game.scene.index["FLee"]] == 1
    assert draft.marks[game.scene.index["FLee"]] == 0  # type: ignore[attr-defined]


# -- out of ammunition


def planned(game: Game, text: str) -> dict[str, str]:
    """The first value of each line of a planned attack."""
    lines = BATTLE.page.modifiers(game.state, BATTLE.parse(game.scene, text))
    found: dict[str, str] = {}
    for line in lines:
        found.setdefault(line.label.key, line.value)
    return found


def attack(**rows: int) -> Game:
    """Hancock (12, artillery 3) attacks Anderson's three brigades (4, 3 and 3 with one gun) in the open."""
    game = fresh().put("Hancock", "3426", manpower=12, **rows)
    for unit, manpower in (("Mahone", 4), ("Posey", 3), ("Wright", 3)):
        game.put(unit, "3427", manpower=manpower)
    return game.marching("Hancock", 6)


@pytest.mark.rule("SLB 20.2c")
def test_an_attacker_out_of_ammunition_has_half_his_value_and_no_guns() -> None:
    order = "attack Hancock normal 3427"
    full, out = planned(attack(), order), planned(attack(marks=4), order)
    assert (full["line.attack_value"], out["line.attack_value"]) == ("12", "6")
    assert (full["line.artillery_difference"], out["line.artillery_difference"]) == ("+2", "-1")
    assert planned(attack(marks=3), order) == full


@pytest.mark.rule("SLB 20.2c")
def test_defenders_out_of_ammunition_are_added_up_before_they_are_halved() -> None:
    """Posey and Wright, 3 each: 3 together, not 1 and 1; with Mahone's 4 that makes 7, in works as much more."""
    order = "attack Hancock normal 3427"
    game = attack().put("Posey", marks=4).put("Wright", marks=4)
    assert planned(game, order)["line.defence_value"] == "7"
    assert planned(game, order)["line.artillery_difference"] == "+3"  # Posey's gun is silent
    for unit in ("Mahone", "Posey", "Wright"):
        game.put(unit, works="breastworks")
    assert planned(game, order)["line.defence_works"] == "14"


@pytest.mark.rule("SLB 20.2c")
def test_no_unit_counts_less_than_a_half() -> None:
    order = "attack Hancock normal 3427"
    game = fresh().put("Hancock", "3426", manpower=12).put("Posey", "3427", manpower=1, marks=4).marching("Hancock", 6)
    assert planned(game, order)["line.defence_value"] == "0.5"


@pytest.mark.rule("SLB 20.2c")
def test_only_fighting_is_halved() -> None:
    """R8: who helps to a flank helps with his full value, against the halved defence; a line is blocked as before."""
    game = attack().put("French", "3327", manpower=5, marks=4)
    target, beside = hexes(game, "3427", "3327")
    full = {entry.hex: entry for entry in flank_hexes(game.state, target, "union")}
    assert full[beside].strength >= 10  # French's five, in halves, although out
    assert BATTLE.page.look(game.state, game.scene.index["French"]).numbers[0] == "5(2)"
    near = game.put("French", manpower=2).put("Hancock", "-")
    assert {entry.blocked for entry in flank_hexes(near.state, target, "union")} <= {"", "ground"}
    for unit in ("Mahone", "Posey", "Wright"):  # the defence falls from 10 to 5, and what reaches in is enough
        near.put(unit, marks=4)
    assert "unit" in {entry.blocked for entry in flank_hexes(near.state, target, "union")}
    assert crowded(game.state, "confederate") == 1 << target


@pytest.mark.rule("SLB 20.2c")
def test_demoralised_and_out_of_ammunition_may_not_attack() -> None:
    order = "attack Hancock normal 3427"
    assert attack(marks=4, demoralised=1).why_not(order) == {"SLB 20.2c"}
    assert attack(marks=3, demoralised=1).why_not(order) == set()
    assert attack(marks=4).why_not(order) == set()


@pytest.mark.rule("SLB 20.2c")
def test_cavalry_out_of_ammunition_delays_the_enemy_less() -> None:
    game = fresh().put("FLee", "3427", manpower=2).put("Hancock", "3426", manpower=12)
    there, origin = hexes(game, "3427", "3426")
    full = delay_modifier(game.state, there, origin)
    assert delay_modifier(game.put("FLee", marks=3).state, there, origin) == full - 2
    game.put("VA3", "3427", manpower=1)  # one die for the stack: one of it without ammunition is enough
    with_friend = delay_modifier(game.state, there, origin)
    assert delay_modifier(game.put("VA3", marks=3).state, there, origin) == with_friend


# -- the supply line


def cornered() -> Game:
    """Rodes at 4332 with one way left to Hamilton's Crossing, through 4431."""
    game = fresh().put("GuinDepot", "x").put("Rodes", "4332", manpower=18)
    return game.put("Wadsworth", "4331", manpower=15).put("Brooks", "4231", manpower=14)


@pytest.mark.rule("SLB 20.2e")
@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_every_unit_has_a_supply_line_at_the_start(scenario_id: str) -> None:
    game = Game(scenario_id)
    for number in game.scene.combat_units:
        if game.state.at[number] >= 0:
            assert supply_line(game.state, number) is not None, game.scene.pieces[number].id
            assert cut(game.state, number) is None


@pytest.mark.rule("SLB 20.2e")
def test_a_line_follows_roads_from_the_nearest_depot_and_may_leave_them_for_one_hex() -> None:
    game = fresh().put("Rodes", "4532", manpower=18)
    assert way(game, "Rodes") == ["4531", "4532"]
    assert way(game.put("Rodes", "4432"), "Rodes") == ["4531", "4431", "4432"]  # no road leads into 4432
    board, grid = game.scene.board, game.scene.board.grid
    roads = ("road", "pike", "railroad")
    off = next(
        hex_
        for hex_ in range(grid.size)
        if board.playable >> hex_ & 1
        and not any(board.along(roads, hex_, near) for near in grid.around[hex_])
        and not any(board.along(roads, near, far) for near in grid.around[hex_] for far in grid.around[near])
        and game.scene.ground.cost[hex_]
    )
    game.put("Rodes", grid.name(off))
    assert (way(game, "Rodes"), cause(game, "Rodes")) == ([], "road")


@pytest.mark.rule("SLB 20.2e")
def test_the_off_map_depot_supplies_through_either_gate() -> None:
    game = fresh().put("Rodes", "4533", manpower=18).put("HamDepot", "x")
    assert way(game, "Rodes") == ["4534", "4533"]
    assert way(game.put("Rodes", "4232"), "Rodes") == ["4233", "4232"]


@pytest.mark.rule("SLB 20.2e")
def test_enemies_and_their_normal_zones_cut_a_line_and_friends_cancel_the_zone() -> None:
    """Rodes at 4332 draws on Hamilton's Crossing through 4431; Union divisions shut every other way."""
    game = cornered()
    assert way(game, "Rodes") == ["4531", "4431", "4332"]
    game.put("Doubleday", "4430", manpower=7)  # its zone is normal along the road into the depot's own hex
    assert (way(game, "Rodes"), cause(game, "Rodes")) == ([], "enemy")
    found = cut(game.state, game.scene.index["Rodes"])
    assert found is not None
    assert found.shut == hexes(game, "4531")
    game.put("VA3", "4531", manpower=1)  # the smallest friend cancels it
    assert way(game, "Rodes") == ["4531", "4431", "4332"]
    game.put("VA3", "x").put("Doubleday", "4431")  # an enemy on the way itself
    assert (way(game, "Rodes"), cause(game, "Rodes")) == ([], "enemy")


@pytest.mark.rule("SLB 20.2e")
def test_limited_zones_do_not_cut_a_line() -> None:
    """4432 is wooded and has no road to 4431: a unit there has only a limited zone into it."""
    game = cornered().put("Doubleday", "4432", manpower=7)
    here, there = hexes(game, "4432", "4431")
    assert game.scene.ground.zone_kind(here, there) == "limited"
    assert way(game, "Rodes") == ["4531", "4431", "4332"]


@pytest.mark.rule("SLB 20.2e")
def test_a_ford_serves_only_in_dry_weather() -> None:
    """Hancock beyond U.S. Ford."""
    game = fresh().put("Hancock", "3525", manpower=12)
    assert ("4026", "3927") in list(pairwise(way(game, "Hancock")))  # over Banks' Ford
    game.edit(rain=1)  # a long way round, by the bridges at Rappahannock and Rapidan Station
    assert {("2414", "2315"), ("1128", "1129")} <= set(pairwise(way(game, "Hancock")))
    game.put("FLee", "2315", manpower=2).put("WHFLee", "1805", manpower=2)  # horsemen at both bridges
    assert (way(game, "Hancock"), cause(game, "Hancock")) == ([], "rain")
    assert way(game.edit(rain=0), "Hancock")


@pytest.mark.rule("SLB 20.2e")
def test_a_built_bridge_joins_two_road_hexes_or_reaches_the_hex_at_its_end() -> None:
    """R5: 4427 to 4328 joins roads; the bridge from 4427 to 4428, which has none, serves 4428 and no further."""
    game = fresh().put("Brooks", "4328", manpower=14).edit(bridges=(("4427", "4328", "union"),), rain=1)
    assert way(game, "Brooks") == ["4426", "4427", "4328"]
    assert way(game.put("Howe", "4329", manpower=12), "Howe") == ["4426", "4427", "4328", "4329"]
    game = fresh().put("Brooks", "4428", manpower=14).put("Howe", "4429", manpower=12)
    game.edit(bridges=(("4427", "4428", "union"),), rain=1)
    assert way(game, "Brooks") == ["4426", "4427", "4428"]
    assert "4428" not in way(game, "Howe")


@pytest.mark.rule("SLB 20.2e")
def test_the_last_hex_must_be_one_that_can_be_entered() -> None:
    """R6: across a river without a crossing no line comes to a unit, however near the road."""
    game = fresh().put("Brooks", "4428", manpower=14).put("Early", "4429", manpower=16).edit(bridges=())
    assert game.scene.board.grid.adjacent(*hexes(game, "4427", "4428"))
    assert way(game, "Brooks")[-2:] != ["4427", "4428"]
    assert way(game.edit(bridges=(("4427", "4428", "union"),)), "Brooks") == ["4426", "4427", "4428"]


# -- modifiers


@pytest.mark.rule("SLB 20.2d")
def test_river_distance_is_straight_from_the_bank_before_the_first_crossing() -> None:
    """R7: Griffin beyond the river: 1 to 5 hexes +1, 6 to 14 +2, more +3; the second river adds nothing."""
    game = fresh().put("Griffin", "3427", manpower=13)
    found = {}
    for name in ("3427", "2926", "2724", "1825", "1128"):
        line = line_of(game.put("Griffin", name), "Griffin")
        assert line is not None
        found[name] = (game.scene.name(line.bank), line.river, line.attempt().parts["river"])
    assert found == {
        "3427": ("3624", 4, 1), "2926": ("4126", 12, 2), "2724": ("4126", 14, 2), "1825": ("2718", 12, 2),
        "1128": ("4126", 30, 3),
    }  # fmt: skip
    line = line_of(game.put("Griffin", "3624"), "Griffin")
    assert line is not None
    assert (line.bank, line.river, line.attempt().modifier) == (-1, 0, 0)  # the depot's own bank


@pytest.mark.rule("SLB 20.2d")
def test_of_several_lines_the_one_that_adds_least_is_taken() -> None:
    """Friends in the direct way cost +1, so the line goes round them where it can."""
    game = fresh().put("Rodes", "4532", manpower=18).put("Hill", "4531", manpower=16)
    assert (way(game, "Rodes"), modifier(game, "Rodes")) == (["4534", "4533", "4532"], 0)
    game.put("GuinDepot", "x")
    assert (in_the_way(game, "Rodes"), modifier(game, "Rodes")) == (["4531"], 1)
    assert modifier(game.put("Rodes", exhausted=1), "Rodes") == 2
    game.put("Rodes", exhausted=0)
    game.put("Hill", manpower=2)  # combat value under 3 is in nobody's way
    assert modifier(game, "Rodes") == 0
    game.put("Hill", "x").put("FLee", "4531", manpower=4)  # nor is cavalry
    assert modifier(game, "Rodes") == 0


def fewest(start: dict[int, int], steps: dict[int, list[int]], blocked: int) -> dict[int, int]:
    """The fewest blocked hexes on the way to each hex, by going round until nothing gets better."""
    found = dict(start)
    while True:
        better = {}
        for here, cost in found.items():
            for there in steps.get(here, ()):
                price = cost + (blocked >> there & 1)
                if price < min(found.get(there, 99), better.get(there, 99)):
                    better[there] = price
        if not better:
            return found
        found |= better


def least(game: Game, unit: int) -> int | None:
    """The least modifier of any supply line, found without the search of the game: the ways that cross no river, and
    for every crossing the ways that cross there first."""
    scene, side = game.scene, game.scene.side_of[unit]
    board, land = scene.board, country(game.state, side)
    ground, grid = land.ground, scene.board.grid
    rivers = {
        (a, b)
        for name in ("rappahannock_river", "rapidan_river")
        for side_ in board.streams[name].sides
        for a, b in (side_, side_[::-1])
    }
    free = [hex_ for hex_ in range(grid.size) if not land.closed >> hex_ & 1]
    lines = ("road", "pike", "railroad")

    def joined(a: int, b: int) -> bool:
        fit = not ground.is_river(a, b) or ground.crossing(a, b) in (
            "bridge",
            "ferry",
            *(() if land.rain else ("ford",)),
        )
        return fit and board.along(lines, a, b) and not land.closed >> b & 1

    steps = {a: [b for b in grid.around[a] if joined(a, b)] for a in free}
    dry = {a: [b for b in near if (a, b) not in rivers] for a, near in steps.items()}
    start = {hex_: land.blocked >> hex_ & 1 for hex_ in land.starts if not land.closed >> hex_ & 1}
    home = fewest(start, dry, land.blocked)
    here = game.state.at[unit]
    costs = ground.rain_cost if land.rain else ground.cost
    ends = [end for end in grid.around[here] if here in costs[end] and (end, here) not in rivers]
    over = [end for end in grid.around[here] if here in costs[end] and (end, here) in rivers]
    found = []
    for bank, reached in [(-1, home), *((bank, None) for bank in home if len(dry[bank]) < len(steps[bank]))]:
        if reached is None:
            beyond = {b: home[bank] + (land.blocked >> b & 1) for b in steps[bank] if (bank, b) in rivers}
            reached = fewest(beyond, steps, land.blocked)
        for end in (here, *ends):
            if end in reached:
                count = reached[end] - (land.blocked >> here & 1 if end == here else 0)
                river = 0 if bank < 0 else grid.distance(bank, here)
                found.append(Resupply(False, count, river).modifier)
        for end in over:  # the last step itself crosses
            if end in reached:
                river = grid.distance(end if bank < 0 else bank, here)
                found.append(Resupply(False, reached[end], river).modifier)
    return min(found, default=None)


@pytest.mark.rule("SLB 20.2d", "SLB 20.2e")
@pytest.mark.parametrize("scenario_id", SCENARIOS)
@pytest.mark.parametrize("rain", [0, 1])
def test_the_search_finds_the_least_modifier_of_all_ways(scenario_id: str, rain: int) -> None:
    """Against a count of its own, unit by unit: the bridges of the set-up left out, which no road crosses."""
    game = Game(scenario_id).edit(rain=rain, bridges=())
    for unit in game.scene.combat_units[::8]:
        if game.state.at[unit] >= 0:
            line = supply_line(game.state, unit)
            assert (None if line is None else line.attempt().modifier) == least(game, unit)


@pytest.mark.rule("SLB 20.2d", "SLB 20.2e")
@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_what_the_dice_reckon_with_is_what_the_best_line_has(scenario_id: str) -> None:
    """It is worked out without the line: over a random game, unit by unit."""
    dice, random = SeededDice("burden"), Random(5)
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
    for number in range(600):
        if number % 60 == 0:
            for unit in [n for n in state.scenario.combat_units[number % 7 :: 7] if state.at[n] >= 0]:
                line, found = supply_line(state, unit), burden(state, unit)
                expected = None if line is None else order_for(state, unit, line)
                assert (found and (found.parts, found.blocked)) == (expected and (expected.parts, expected.blocked))
        state = play_trusted(state, options(state).pick(random), dice).state


# -- the phase


def example() -> Game:
    """SLB 20.2g: Hill beside the depot, and Rodes whose only way to it leads through Hill's hex."""
    game = cornered().put("Hill", "4431", manpower=16, exhausted=1, marks=2)
    return game.put("Rodes", exhausted=1, marks=2)


@pytest.mark.rule("SLB 20.2d", "SLB 20.2g", "SLB 20.2e")
def test_the_worked_example_of_hill_and_rodes() -> None:
    game = example()
    assert (way(game, "Hill"), in_the_way(game, "Hill")) == (["4531", "4431"], [])
    assert (way(game, "Rodes"), in_the_way(game, "Rodes")) == (["4531", "4431", "4332"], ["4431"])
    ammunition_phase(game)
    assert (game.side, game.frame) == ("confederate", "Resupplying")
    for unit in ("Hill", "Rodes", "Hill", "Rodes"):
        game.do(f"resupply {unit}")
    assert game.offers() == ["done"]  # four attempts, all assigned; no die rolled yet
    game.do("done", 3, 4, 4, 5)
    rolls = [event for event in game.events if event.key in ("event.resupplied", "event.resupply_fails")]
    assert [(e.get("unit"), e.get("die"), e.get("needs"), e.key) for e in rolls] == [
        ("Hill", 3, 5, "event.resupplied"), ("Hill", 4, 5, "event.resupplied"),
        ("Rodes", 4, 4, "event.resupplied"), ("Rodes", 5, 4, "event.resupply_fails"),
    ]  # fmt: skip
    assert (rolls[2].get("exhausted"), rolls[2].get("blocked"), rolls[2].get("river")) == ("+1", "+1", "+0")
    assert (game.row("marks", "Hill"), game.row("marks", "Rodes")) == (0, 1)


@pytest.mark.rule("SLB 20.2d")
def test_attempts_are_limited_and_all_assigned_before_the_first_die() -> None:
    game = fresh()
    for unit in ("Rodes", "Hill", "Colston"):
        game.put(unit, "4531", manpower=10, marks=4)
    ammunition_phase(game)
    assert "SLB 20.2a" in game.why_not("resupply Early")  # not on the map
    assert game.why_not("resupply HamDepot") == {"SLB 20.2a"}
    game.do("resupply Rodes").do("resupply Rodes")
    assert game.why_not("resupply Rodes") == {"SLB 20.2d"}
    assert "2 attempts" in game.refusal("resupply Rodes")[0]
    assert game.row("marks", "Rodes") == 4
    game.do("resupply Hill").do("resupply Colston")
    assert game.why_not("resupply Hill") == {"SLB 20.2d"}
    game.do("done", 6, 6, 6, 6)  # in their own depot no die can fail
    assert [game.row("marks", unit) for unit in ("Rodes", "Hill", "Colston")] == [2, 3, 3]


@pytest.mark.rule("SLB 20.2d")
def test_fewer_attempts_may_be_made_and_a_unit_in_no_need_is_not_named() -> None:
    game = fresh().put("Rodes", "4531", manpower=10, marks=1).put("Hill", "4531", manpower=10)
    ammunition_phase(game)
    assert game.why_not("resupply Hill") == {"SLB 20.2d"}
    assert game.offers() == ["done", "resupply Rodes"]
    game.do("resupply Rodes").do("resupply Rodes").do("done", 2)  # the second attempt has nothing left to erase
    assert game.told("event.resupply_not_needed")
    assert game.row("marks", "Rodes") == 0


@pytest.mark.rule("SLB 20.2e", "SLB 20.2d")
def test_without_a_line_there_is_no_attempt() -> None:
    game = (
        cornered().put("Rodes", marks=2).put("Doubleday", "4431", manpower=7).put("Thomas", "4531", manpower=2, marks=1)
    )
    ammunition_phase(game)
    assert game.why_not("resupply Rodes") == {"SLB 20.2e"}
    assert game.refusal("resupply Rodes") == ["Rodes has no supply line: the enemy shuts 4431."]
    gone = fresh().put("Rodes", "4533", manpower=18, marks=2).put("HamDepot", "x").put("GuinDepot", "x")
    assert cause(gone, "Rodes") == "depot"
    assert ammunition_phase(gone).frame == "Activation"  # nobody can be supplied: nobody is asked
    wet = fresh().put("Griffin", "2724", manpower=13, marks=1).put("Gibbon", "4426", manpower=9, marks=1)
    wet.put("FLee", "2315", manpower=2).put("WHFLee", "1805", manpower=2).edit(rain=1)
    assert ammunition_phase(wet).why_not("resupply Griffin") == {"SLB 20.2e"}


@pytest.mark.rule("SLB 20.2f")
def test_one_mark_erased_gives_a_unit_its_strength_back() -> None:
    game = fresh().put("Hill", "4531", manpower=16, marks=4)
    hill = game.scene.index["Hill"]
    assert BATTLE.page.look(game.state, hill).markers == ("no_ammo",)
    ammunition_phase(game).do("resupply Hill").do("done", 6)
    assert game.told("event.back_in_supply")
    assert BATTLE.page.look(game.state, hill).markers == ("ammunition1",)
    assert game.scene.lacking(game.state, [hill]) == []


@pytest.mark.rule("SLB 14.0", "SLB 20.2d")
def test_the_phase_passes_when_nobody_has_a_mark() -> None:
    for scenario_id in SCENARIOS:
        game = Game(scenario_id).edit(agenda=(TurnEnds(), AmmunitionPhase()))
        draft = game.state.draft()
        draft.agenda = draft.agenda[:-1]
        AmmunitionPhase().run(draft, Umpire(draft, LoadedDice(())))
        assert draft.agenda == (TurnEnds(),)


@pytest.mark.rule("SLB 14.0", "SLB 20.2d")
def test_both_sides_resupply_the_confederates_first() -> None:
    game = fresh().put("Hill", "4531", manpower=16, marks=4).put("Gibbon", "4426", manpower=10, marks=1)
    ammunition_phase(game)
    assert game.side == "confederate"
    assert "SLB 20.2a" in game.why_not("resupply Gibbon")
    game.do("done")
    assert (game.side, game.state.agenda[-1].attempts) == ("union", 6)  # type: ignore[attr-defined]


@pytest.mark.rule("SLB 15.0d")
@pytest.mark.parametrize(
    ("side", "unit", "hex_", "normal"), [("union", "Gibbon", "4426", 6), ("confederate", "Hill", "4531", 4)]
)
def test_logistics_double_or_cancel_the_attempts_of_this_phase(side: str, unit: str, hex_: str, normal: int) -> None:
    game = fresh().put(unit, hex_, manpower=10, marks=2).remember(f"logistics_{side}", IMPROVED)
    ammunition_phase(game)
    assert game.state.agenda[-1].attempts == 2 * normal  # type: ignore[attr-defined]
    assert game.fact(f"logistics_{side}") == 0  # for this phase only
    game = fresh().put(unit, hex_, manpower=10, marks=2).remember(f"logistics_{side}", DELAYED)
    draft = game.edit(agenda=(TurnEnds(),)).state.draft()
    umpire = Umpire(draft, LoadedDice(()))
    AmmunitionPhase().run(draft, umpire)
    assert draft.agenda == (TurnEnds(),)
    assert [event.key for event in umpire.events] == ["event.no_resupply"]
    other = {"union": "confederate", "confederate": "union"}[side]
    game = fresh().put(unit, hex_, manpower=10, marks=2).remember(f"logistics_{other}", DELAYED)
    assert ammunition_phase(game).state.agenda[-1].attempts == normal  # type: ignore[attr-defined]


@pytest.mark.rule("SLB 15.0d", "SLB 15.0a", "SLB 14.0")
@pytest.mark.parametrize(
    ("dice", "attempts"),
    [((1, 3), (4, 12)), ((2, 4), (4, 0)), ((4, 5), (0, 6)), ((5, 6), (8, 6)), ((6, 6), (8, 6))],
)
def test_the_event_of_the_turn_is_felt_in_the_phase_that_follows(
    dice: tuple[int, int], attempts: tuple[int, int]
) -> None:
    """4 and 6 are the Union's logistics, 9, 11 and 12 the Confederates'."""
    game = Game("certain-destruction").put("Hill", marks=2).put("Gibbon", marks=2).begin(*dice)
    found = {"confederate": 0, "union": 0}
    while game.frame == "Resupplying":
        found[str(game.side)] = game.state.agenda[-1].attempts  # type: ignore[attr-defined]
        game.do("done")
    assert (found["confederate"], found["union"]) == attempts
    assert (game.fact("logistics_union"), game.fact("logistics_confederate")) == (0, 0)


# -- the rest of the referee


@pytest.mark.rule("SLB 20.2d")
def test_the_dice_are_forecast_exactly() -> None:
    game = ammunition_phase(example()).do("resupply Hill").do("resupply Rodes").do("resupply Hill")
    found = forecast(game.state, BATTLE.parse(game.scene, "done"))
    assert found.chance(marks_erased=3) == Fraction(5, 6) ** 2 * Fraction(4, 6)
    assert sum(share for _, share in found.chances) == 1


def test_a_game_is_saved_between_two_attempts() -> None:
    game = ammunition_phase(example()).do("resupply Hill").do("resupply Hill")
    assert read_position(write_position(game.state), lambda _: BATTLE) == game.state


def test_basic_scenarios_know_no_ammunition() -> None:
    game = Game("salem-church").begin()
    assert game.why_not("resupply Early") == {"SLB 14.0"}
    before = game.state
    draft = before.draft()
    disorganise(draft, game.scene.index["Early"])
    Strain(("Early",), "D").run(draft, Umpire(draft, LoadedDice(())))
    assert not hasattr(draft, "marks")
    assert isinstance(game.state.agenda[0], TurnEnds | PhaseEnds)
