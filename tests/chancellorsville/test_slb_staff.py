"""What the page shows of corps, commands and marches in the scenarios of the book."""

from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.scenarios import SCENARIO_IDS
from hardtack.battles.gcacw.march import March
from hardtack.referee.dice import SeededDice
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import begin, deciding, options, play, play_trusted


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_every_counter_in_play_has_its_place_in_the_roster(scenario_id: str) -> None:
    random, dice = Random(5), SeededDice(5)
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
    while state.outcome is None:
        state = play_trusted(state, options(state).pick(random), dice).state
    formations = BATTLE.page.roster(state)
    listed = sorted(unit for formation in formations for unit in formation.units)
    pieces = state.scenario.pieces
    assert listed == sorted(piece.id for n, piece in enumerate(pieces) if state.at[n] != WAITING)
    for formation in formations:
        assert all(key in BATTLE.words for key in (formation.label.key, *(line.key for line in formation.lines)))
        assert {pieces[state.scenario.index[unit]].side for unit in formation.units} == {formation.side}


def test_the_strength_of_a_corps_adds_up_to_its_set_up() -> None:
    game = Game("great-flank-march")
    (eleventh,) = (formation for formation in BATTLE.page.roster(game.state) if formation.label.key == "term.XI")
    assert eleventh.units == ("Howard", "Devens", "Schurz", "Steinwehr")
    assert dict(eleventh.lines[0].args) == {"n": 24, "full": 24}


@pytest.mark.rule("SLB 21.1c")
def test_a_substitute_is_listed_with_the_corps_it_came_from() -> None:
    game = Game("salem-church").begin()
    while game.frame == "LeaderTransfer":
        game.do("done")
    game.marching("Newton", 6).do(next(offer for offer in game.offers("detach") if offer.endswith(" 3")))
    (sixth,) = (formation for formation in BATTLE.page.roster(game.state) if formation.label.key == "term.VI")
    assert any(unit.startswith("USub") for unit in sixth.units)
    assert dict(sixth.lines[0].args) == {"n": 43, "full": 43}


@pytest.mark.rule("SLB 13.5d")
def test_a_way_ends_at_the_ford_that_must_be_rolled_for() -> None:
    game = Game("kellys-ford").begin()
    game.put("Sargent", "2817").marching("Sargent", 9)
    ways = {way.hex: way for way in BATTLE.page.ways(game.state, "Sargent")}
    ford = ways["2618"]
    assert ford.path == ("2718", "2618")
    assert ford.risk is not None
    assert ford.risk.key == "risk.crossing"
    assert not any("2618" in way.path[:-1] for way in ways.values())
    game.remember("crossing_open")
    beyond = [way for way in BATTLE.page.ways(game.state, "Sargent") if "2618" in way.path[:-1]]
    assert beyond
    assert not any(way.risk for way in beyond if not way.stops)


@pytest.mark.parametrize("scenario_id", SCENARIO_IDS)
def test_ways_keep_to_every_ban_of_the_scenario(scenario_id: str) -> None:
    random, dice = Random(7), SeededDice(7)
    state = begin(BATTLE.set_up(BATTLE.scenario(scenario_id)), dice).state
    marched = 0
    while state.outcome is None and marched < 25:
        frame = deciding(state)
        if isinstance(frame, March) and not frame.moved:
            marched += 1
            for way in BATTLE.page.ways(state, frame.unit)[::3]:
                after = state
                for action in way.actions:
                    after = play(after, action, SeededDice(1)).state
                unit = state.scenario.index[frame.unit]
                assert way.risk or state.scenario.name(after.at[unit]) == way.hex
        state = play_trusted(state, options(state).pick(random), dice).state
    assert marched > 5
