"""The roster of the formations and the reach of the leaders, as a page shows them."""

import pytest
from gc_field import Unit, game, ground, leader, marching

from hardtack.battles.gcacw.actions import ActivateLeader
from hardtack.referee.umpire import options

ARMY = (
    leader("H", "u", "0505", rank="army"),
    leader("L", "u", "0505", corps="I"),
    Unit("A", "u inf", "0505", mv=6, corps="I", exhausted=True),
    Unit("B", "u inf", "0607", mv=8, corps="I", disorganised=True),
    Unit("T", "u inf", "0705", mv=5, corps="I", fatigue=4, demoralised=1),
    Unit("F", "u inf", "1105", mv=5, corps="I"),
    Unit("K", "u cav", "0503", mv=3, corps="Cav", division="1Cav"),
    Unit("P", "u inf", "0503", mv=2, corps=""),
    Unit("E", "c inf", "1410", mv=9, corps="J"),
)


def test_a_roster_has_a_formation_for_each_corps_with_its_leader_first():
    found = game(*ARMY)
    formations = found.state.scenario.battle.page.roster(found.state)
    assert [(formation.label.key, formation.side, formation.units) for formation in formations] == [
        ("term.army_union", "union", ("H",)),
        ("term.I", "union", ("L", "A", "B", "T", "F")),
        ("term.1Cav", "union", ("K",)),
        ("term.unattached", "union", ("P",)),
        ("term.J", "confederate", ("E",)),
    ]


@pytest.mark.rule("GC 2.2.4")
def test_a_formation_says_what_is_left_of_it():
    found = game(*ARMY).set("manpower", "A", 4).set("at", "B", -2).set("manpower", "B", 0)
    lines = found.state.scenario.battle.page.roster(found.state)[1].lines
    assert [(line.key, line.args) for line in lines] == [
        ("roster.strength", (("n", 14), ("full", 24))),
        ("roster.exhausted", (("n", 1),)),
        ("roster.demoralised", (("n", 1),)),  # the lost unit is disorganised no more
    ]


def test_counters_not_in_play_are_not_in_the_roster():
    found = game(*ARMY).set("at", "P", -1).set("manpower", "P", 0)
    names = [formation.label.key for formation in found.state.scenario.battle.page.roster(found.state)]
    assert "term.unattached" not in names


def cells_of(found, hex_: str) -> dict[str, tuple[str, str]]:
    battle, scenario = found.state.scenario.battle, found.state.scenario
    cells = battle.page.overlay(found.state, "command", scenario.hex(hex_))
    assert all(cell.label is None or cell.label.key in battle.words for cell in cells)
    return {cell.hex: (cell.kind, cell.text) for cell in cells}


@pytest.mark.rule("GC 2.5", "GC 5.2.2")
def test_the_command_overlay_shows_whom_a_leader_can_activate():
    found = game(*ARMY)
    cells = cells_of(found, "0505")
    assert cells["0505"] == ("here", "1")
    assert cells["0607"] == ("good", "1")
    assert cells["0705"] == ("good", "")  # too tired to be activated
    assert cells["1105"] == ("bad", "")  # of his command, but too far
    assert cells["0805"] == ("good", "")
    assert "0905" not in cells
    counted = sum(int(text) for _, text in cells.values() if text)
    eligible = found.do("activate L").frame.eligible
    assert counted == len(eligible)


@pytest.mark.rule("GC 2.5")
def test_the_overlay_is_the_path_the_activation_uses():
    river = "0505-0605 0505-0604 0505-0504 0505-0404 0505-0405 0505-0506"
    found = game(*ARMY, board=ground(minor=river))
    cells = cells_of(found, "0505")
    assert {hex_ for hex_, (kind, _) in cells.items() if kind in ("here", "good")} == {"0505"}
    assert cells["0607"] == ("bad", "")
    assert ActivateLeader("L") in options(found.state).all()  # he still has the unit beside him


@pytest.mark.rule("GC 5.2.1")
def test_an_army_leader_reaches_but_activates_nobody():
    found = game(leader("H", "u", "0505", rank="army"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0605"))
    assert set(cells_of(found, "0505").values()) == {("here", ""), ("good", "")}


@pytest.mark.rule("GC 5.2.1", "GC 5.2.2")
def test_the_overlay_names_only_the_leaders_who_command_the_units():
    second = leader("M", "u", "0505", corps="Y")
    units = (Unit("Q", "u inf", "0505", corps="Y"), Unit("R", "u inf", "0606", corps="Y", fatigue=4))
    found = game(*ARMY, second, *units)
    cells = found.state.scenario.battle.page.overlay(found.state, "command", found.state.scenario.hex("0505"))
    said = {cell.hex: (cell.label.key, dict(cell.label.args)["units_leaders"]) for cell in cells}
    assert said["0607"] == ("command.activates", ("L",))
    assert said["0505"] == ("command.activates", ("L", "M"))
    assert said["0606"] == ("command.unfit", ("M",))
    assert said["1105"] == ("command.beyond", ("L",))
    assert said["0605"] == ("command.within", ("H", "L", "M"))


def test_a_hex_without_a_leader_shows_who_reaches_it():
    found = game(*ARMY)
    assert cells_of(found, "0607") == {"0607": ("here", ""), "0505": ("fair", "")}
    assert cells_of(found, "1410") == {"1410": ("here", "")}


def test_there_is_no_other_overlay():
    found = game(*ARMY)
    assert found.state.scenario.battle.page.overlays == ("command",)
    assert not found.state.scenario.battle.page.overlay(found.state, "sight", 0)


@pytest.mark.rule("GC 7.4.6")
def test_every_line_of_the_flank_diagram_names_its_hex():
    found = marching(Unit("A", "u inf", "0505", mv=9), Unit("B", "c inf", "0605"), unit="A", mp=6)
    battle, scenario = found.state.scenario.battle, found.state.scenario
    lines = battle.page.modifiers(found.state, battle.parse(scenario, "attack A normal 0605"))
    around = {scenario.name(hex_) for hex_ in scenario.board.grid.around[scenario.hex("0605")]}
    assert {line.hex for line in lines if line.hex} == around
    assert len([line for line in lines if line.hex]) == 6
