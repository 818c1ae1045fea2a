"""What a page and a bot make of ammunition: counters, forces, supply lines drawn, odds, charts, sensible attempts."""

from __future__ import annotations

from random import Random

import pytest
from slb_game import Game

from hardtack.battles.chancellorsville.battle import BATTLE
from hardtack.battles.chancellorsville.outlook import goals_of
from hardtack.battles.chancellorsville.resupply import AmmunitionPhase
from hardtack.battles.chancellorsville.stores import ammunition
from hardtack.battles.gcacw.sequence import Activation, CycleEnds, PhaseEnds, TurnEnds
from hardtack.draw.counters import counter_group
from hardtack.draw.picture import counter_look
from hardtack.generals.recruit import Recruit
from hardtack.referee.showing import Cell
from hardtack.referee.umpire import options
from hardtack.referee.views import view

AFTERWARDS = (TurnEnds(), CycleEnds(), PhaseEnds(), Activation("union"))


def fresh(*keep: str) -> Game:
    return Game("certain-destruction").clear(*keep)


def resupplying(game: Game) -> Game:
    return game.edit(agenda=(*AFTERWARDS, AmmunitionPhase())).begin()


def cornered() -> Game:
    """Rodes at 4332 draws on Hamilton's Crossing through Hill at 4431, the only way left."""
    game = fresh().put("GuinDepot", "x").put("Rodes", "4332", manpower=18, exhausted=1, marks=2)
    game.put("Hill", "4431", manpower=16, marks=4)
    return game.put("Wadsworth", "4331", manpower=15).put("Brooks", "4231", manpower=14)


def cells(game: Game, hex_: str) -> dict[str, Cell]:
    return {cell.hex: cell for cell in BATTLE.page.overlay(game.state, "supply", game.scene.hex(hex_))}


def said(cell: Cell) -> str:
    assert cell.label is not None
    return BATTLE.words.say(cell.label.key, cell.label.args, "en")


# -- counters and forces


@pytest.mark.parametrize(
    ("marks", "markers"), [(0, ()), (1, ("ammunition3",)), (3, ("ammunition1",)), (4, ("no_ammo",))]
)
def test_a_counter_shows_its_ammunition(marks: int, markers: tuple[str, ...]) -> None:
    game = fresh().put("Hill", "4431", manpower=16, marks=marks)
    hill = game.scene.index["Hill"]
    shown = BATTLE.page.look(game.state, hill)
    assert shown.markers == markers
    drawn = counter_look(game.scene, game.scene.pieces[hill], "en", shown)
    rounds = 4 - marks if 0 < marks < 4 else 0
    assert (drawn.rounds, "no_ammunition" in drawn.markers, drawn.badges) == (rounds, marks == 4, ())
    assert counter_group(drawn).count('class="cartridge"') == (1 if marks == 4 else rounds)


def test_the_numbers_of_a_counter_out_of_ammunition_are_what_it_fights_with() -> None:
    game = fresh().put("Hill", "4431", manpower=16)
    hill = game.scene.index["Hill"]
    assert BATTLE.page.look(game.state, hill).numbers[:2] == ("16", "5")
    assert BATTLE.page.look(game.put("Hill", marks=4).state, hill).numbers[:2] == ("16(8)", "0")


def test_forces_tell_the_ammunition_of_a_corps_and_who_has_none() -> None:
    game = fresh().put("Hill", "4431", manpower=16, marks=4).put("Rodes", "4332", manpower=18, marks=1)
    corps = next(one for one in BATTLE.page.roster(game.state) if "Hill" in one.units)
    lines = [BATTLE.words.say(line.key, line.args, "en") for line in corps.lines]
    assert lines[-2:] == ["Ammunition 3 of 8", "Out of ammunition: Hill"]
    full = next(
        one for one in BATTLE.page.roster(fresh().put("Hill", "4431", manpower=16).state) if "Hill" in one.units
    )
    assert not [line for line in full.lines if "mmunition" in line.key]


# -- the overlay


def test_the_overlay_draws_a_line_with_what_each_hex_costs() -> None:
    game = cornered()
    found = cells(game, "4332")
    assert set(found) == {"4531", "4431", "4332"}
    assert (found["4332"].kind, found["4332"].text) == ("here", "1-4")
    assert "succeeds on 1-4 (exhausted +1, blocked hexes +1, river +0)" in said(found["4332"])
    assert (found["4431"].kind, said(found["4431"]).split(":")[0]) == ("poor", "Blocked hex")
    assert said(found["4531"]) == "The supply line starts here."


def test_the_overlay_names_the_bank_a_river_is_crossed_from() -> None:
    found = cells(fresh().put("Griffin", "3427", manpower=13), "3427")
    assert (found["3624"].text, said(found["3624"])) == ("+1", "Last hex before the river: 4 hexes to the unit, +1.")


def test_the_overlay_shows_what_shuts_a_line() -> None:
    game = cornered().put("Hill", "x").put("Doubleday", "4431", manpower=7)
    found = cells(game, "4332")
    assert (found["4332"].kind, said(found["4332"])) == ("bad", "Rodes: no supply line. The enemy shuts it.")
    assert (found["4431"].kind, found["4431"].text) == ("bad", "×")
    assert "4531" in found
    gone = fresh().put("Rodes", "4332", manpower=18).put("GuinDepot", "x").put("HamDepot", "x")
    assert said(cells(gone, "4332")["4332"]) == "Rodes: no supply line. No depot is left."
    assert cells(gone, "4426") == {}  # nobody there


def test_only_the_advanced_scenarios_have_the_overlay_and_the_chart() -> None:
    for scenario_id in BATTLE.scenarios:
        scene = BATTLE.scenario(scenario_id)
        advanced = scene.book.advanced is not None
        assert ("supply" in BATTLE.page.overlays_of(scene)) == advanced
        assert ("chart.resupply" in [chart.key for chart in BATTLE.page.charts(scene)]) == advanced


def test_the_chart_has_every_modifier() -> None:
    chart = next(
        one for one in BATTLE.page.charts(BATTLE.scenario("certain-destruction")) if one.key == "chart.resupply"
    )
    values = dict(chart.rows)
    assert (values["chart.attempts_union"], values["chart.attempts_confederate"]) == ("6", "4")
    assert [values[f"chart.blocked_{n}"] for n in range(3)] == ["+0", "+1", "+2"]
    assert [values[f"chart.river_{n}"] for n in range(4)] == ["+0", "+1", "+2", "+3"]
    assert all(name in BATTLE.words for name in values)


# -- hints and odds


def test_an_attempt_is_offered_with_its_odds() -> None:
    game = resupplying(cornered())
    hint = BATTLE.page.hint(game.state, BATTLE.parse(game.scene, "resupply Rodes"))
    assert (hint.unit, hint.hex) == ("Rodes", "4332")
    assert (
        BATTLE.words.say(hint.label.key, hint.label.args, "en") == "Resupply Rodes: attempt 1 (succeeds on a 4 or less)"
    )
    lines = BATTLE.page.modifiers(game.state, BATTLE.parse(game.scene, "resupply Rodes"))
    assert [(line.label.key, line.value) for line in lines if not line.hex] == [
        ("line.resupply_exhausted", "+1"), ("line.resupply_blocked", "+1"), ("line.resupply_river", "+0"),
        ("line.resupply_needs", "1-4"),
    ]  # fmt: skip
    assert [line.hex for line in lines if line.hex] == ["4431"]
    done = BATTLE.page.hint(game.do("resupply Rodes").do("resupply Rodes").state, BATTLE.parse(game.scene, "done"))
    assert BATTLE.words.say(done.label.key, done.label.args, "en") == "Roll for 2 attempts: Rodes"


# -- objectives and bots


def test_depots_are_objectives_of_the_enemy() -> None:
    game = fresh()
    found = {one.hex: one for one in BATTLE.page.objectives(game.state) if "depot" in str(one.label.args)}
    assert set(found) == {"4531", "4426", "5021"}
    assert (found["4531"].side, found["4531"].points, found["4531"].holder) == ("union", 3, "confederate")
    assert (found["4426"].side, found["4426"].points, found["4426"].holder) == ("confederate", 5, "union")
    game.put("HamDepot", "x")
    assert next(one for one in BATTLE.page.objectives(game.state) if one.hex == "4531").holder == "union"


def test_a_bot_goes_for_a_depot_until_it_is_gone() -> None:
    game = fresh().put("Wadsworth", "4530", manpower=15)
    depot = game.scene.hex("4531")
    assert depot in goals_of(game.scene, game.state).prizes["union"]
    assert depot not in goals_of(game.scene, game.state).prizes["confederate"]
    game.put("HamDepot", "x")
    assert depot not in goals_of(game.scene, game.state).prizes["union"]


def test_a_bot_misses_ammunition_where_a_unit_has_none() -> None:
    game = fresh().put("Rodes", "4531", manpower=10)
    game.put("CSub1", "4531", manpower=4, boxes=1, parent=game.scene.index["Rodes"])
    full = ammunition(game.state, "confederate")
    assert ammunition(game.put("CSub1", boxes=0).state, "confederate") < full == 0.0
    assert ammunition(game.state, "union") > 0.0


def test_recruit_resupplies_the_empty_and_the_large_first_and_uses_every_attempt_of_use() -> None:
    game = fresh()
    for unit, manpower, marks in (("Rodes", 18, 1), ("Hill", 16, 4), ("Colston", 13, 4), ("Thomas", 6, 2)):
        game.put(unit, "4531", manpower=manpower, marks=marks)
    resupplying(game)
    named = []
    while game.frame == "Resupplying":
        action = Recruit().choose(view(game.state, "confederate"), Random(1))
        if str(action) == "done":
            break
        named.append(str(action).split()[1])
        game.do(str(action))
    assert named[:2] == ["Hill", "Colston"]
    assert len(named) == 4
    before = ammunition(game.state, "confederate")
    game.do("done", 1, 1, 1, 1)
    assert ammunition(game.state, "confederate") == pytest.approx(before)  # in the depot every die succeeds
    assert "done" in [str(action) for action in options(resupplying(game).state).all()]
