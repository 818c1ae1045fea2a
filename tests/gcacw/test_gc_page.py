"""What a page says of a battle of the series: hex cards, labels, the planner, and what a click means."""

from __future__ import annotations

import pytest
from gc_field import Game, Unit, game, ground, leader, marching, with_march

from hardtack.battles.gcacw.actions import Ready, RetireCavalry
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.recovery import Works
from hardtack.battles.gcacw.sequence import Activation, TurnEnds
from hardtack.referee.chance import forecast
from hardtack.referee.events import Text
from hardtack.referee.register import LANGUAGES

UNION = Unit("A", "u inf", "0505", mv=6, art=2)
HORSE = Unit("H", "u cav", "0305")
ENEMY = Unit("E", "c inf", "0506", mv=5, art=1)


class Digging(Campaign):
    may_entrench = True


class NoDice(Campaign):
    def pass_ends_cycle(self, state):
        return True


def said(found: Game, text: Text) -> str:
    return found.state.scenario.battle.words.say(text.key, text.args, "en")


def labels(found: Game, *notations: str) -> list[str]:
    battle, scenario = found.state.scenario.battle, found.state.scenario
    return [
        said(found, battle.page.hint(found.state, battle.parse(scenario, notation)).label) for notation in notations
    ]


# -- the hex card


def card(board, hex_: str, **settings) -> list[str]:
    found = game(UNION, ENEMY, board=board, **settings)
    scenario = found.state.scenario
    return [said(found, line) for line in scenario.battle.page.terrain_card(scenario, scenario.hex(hex_))]


@pytest.mark.rule("GC 6.2.2")
def test_a_hex_card_tells_the_points_of_every_way_into_the_hex():
    board = ground(woods="0505", road="0504-0505", railroad="0505-0506", creek="0505-0605", ridge="0505-0604")
    assert card(board, "0505") == [
        "Terrain: woods",
        "Off road: 4 MP to enter.",
        "By road, railroad: 1 MP.",
        "Over the creek off road: +1 MP.",
        "Zones of control are limited here except along roads.",
    ]
    assert "By railroad: 2 MP." in card(board, "0505", rr_cost=2)
    assert "Up the ridge off road: +1 MP." in card(board, "0604"), "only on the way up"


@pytest.mark.rule("GC 2.3.5", "GC 6.2.2")
def test_a_hex_card_tells_the_ways_over_a_river():
    river = "0505-0506 0505-0605 0505-0405"
    board = ground(minor=river, ford="0505-0506", swamp="0707", water="0909")
    assert card(board, "0505")[1:] == [
        "Off road: 3 MP to enter.",
        "Over the river by ford: +1 MP.",
        "Elsewhere only a bridge that was built leads over the river.",
    ]
    assert card(board, "0605")[1:] == [
        "Off road: 3 MP to enter.",
        "Only a bridge that was built leads over the river here.",
    ]
    assert card(board, "0707")[1:] == ["Can be entered only by a road, pike, trail or railroad."]
    assert card(board, "0909") == ["Terrain: water"]


# -- what a click means


def clicked(found: Game, unit: str, hex_: str) -> tuple[str, list[str]]:
    """The action a click is taken for, and the words against it."""
    action = found.state.scenario.battle.page.meant(found.state, unit, hex_)
    return str(action), [reason.key for reason in found.reasons(str(action))]


@pytest.mark.rule("GC 5.1.1")
def test_before_a_march_a_click_asks_for_the_order_to_march():
    found = game(UNION, ENEMY, leader("L", "u", "0505"))
    assert clicked(found, "A", "0506") == ("attack A column 0506", ["reason.march_first"])
    assert clicked(found, "A", "0504") == ("step A 0504", ["reason.march_first"])
    assert clicked(found.set("fatigue", "A", 4), "A", "0504") == ("step A 0504", ["reason.too_tired"])


@pytest.mark.rule("GC 6.3.1", "GC 5.3.1")
def test_a_click_with_a_leader_is_an_assault_or_a_march_he_cannot_make_alone():
    found = game(UNION, ENEMY, leader("L", "u", "0505"))
    assert clicked(found, "L", "0506") == ("assault L 0506", [])
    assert clicked(found, "L", "0504") == ("step L 0504", ["reason.leader_moves"])


@pytest.mark.rule("GC 7.1.1")
def test_on_a_march_a_click_on_the_enemy_is_an_attack():
    found = marching(UNION, ENEMY, Unit("F", "c inf", "0510"), unit="A", mp=3)
    assert clicked(found, "A", "0506") == ("attack A column 0506", [])
    assert clicked(found, "A", "0510") == ("attack A column 0510", ["reason.target_not_adjacent"])
    assert clicked(found, "A", "0503") == ("step A 0503", ["reason.out_of_reach", "reason.not_adjacent"])
    far = marching(UNION, ENEMY, unit="A", mp=9)
    assert clicked(far, "A", "0503") == ("step A 0503", ["reason.not_adjacent"]), "it could, hex by hex"
    assert far.why("step A 0503") == ["GC 6.2.1"]


@pytest.mark.rule("GC 7.1.3")
def test_a_far_target_is_not_also_said_to_lie_behind_woods():
    board = ground(woods="0510 0506")
    found = marching(UNION, Unit("F", "c inf", "0510"), ENEMY, unit="A", mp=9, board=board)
    moved = with_march(found, moved=1)
    assert clicked(moved, "A", "0510")[1] == ["reason.target_not_adjacent"]
    assert clicked(moved, "A", "0506")[1] == ["reason.attack_woods"]


def test_one_point_is_left_and_two_are():
    for mp, told in ((1, "This takes 3 MP; 1 is left."), (2, "This takes 3 MP; 2 are left.")):
        found = with_march(marching(UNION, unit="A", mp=mp), moved=1)
        assert [said(found, why) for why in found.reasons("step A 0504")] == [told]


def test_a_click_while_something_else_is_asked_is_left_to_the_words():
    two = game(UNION, Unit("B", "u inf", "0505"), ENEMY, leader("L", "u", "0505"))
    found = two.do("activate L")
    assert found.state.scenario.battle.page.meant(found.state, "A", "0504") is None


# -- labels


class NoRecovery(Campaign):
    def phases(self, turn: int) -> tuple[str, ...]:
        return ("action_cycle",)


@pytest.mark.rule("GC 4.2")
def test_a_second_pass_says_what_it_ends():
    for campaign, turns, label, prompt in (
        (Campaign, 1, "Pass and end the action cycle", "prompt.activation_second"),
        (NoRecovery, 2, "Pass and end the action cycle", "prompt.activation_second"),
        (NoRecovery, 1, "Pass and end the game", "prompt.activation_last"),
    ):
        found = game(UNION, ENEMY, campaign=campaign, turns=turns)
        assert labels(found, "pass") == ["Pass"]
        found.do("pass")
        assert labels(found, "pass") == [label]
        assert found.frame.prompt(found.state).key == prompt


@pytest.mark.rule("GC 5.2.2", "GC 5.3.2")
def test_those_named_so_far_are_told():
    stack = (UNION, Unit("B", "u inf", "0505"), Unit("C", "u inf", "0505"), ENEMY, leader("L", "u", "0505"))
    for order, prompts in (
        ("activate L", ("prompt.muster", "prompt.muster_more")),
        ("assault L 0506", ("prompt.assault_muster", "prompt.assault_muster_more")),
    ):
        found = game(*stack).do(order)
        assert found.frame.prompt(found.state).key == prompts[0]
        found.do("name B")
        assert found.frame.prompt(found.state).key == prompts[1]
        assert dict(found.frame.prompt(found.state).args)["units"] == ("B",)
        ready = found.state.scenario.battle.page.hint(found.state, Ready())
        assert (ready.kind, said(found, ready.label)) == ("choose", "Begin with unit.B")


@pytest.mark.rule("GC 5.1.1")
def test_the_log_tells_how_tired_a_march_makes_the_unit():
    found = game(UNION).do("march A", 3)
    assert said(found, found.events[0]) == "Unit.A marches with 3 MP, fatigue 1."


@pytest.mark.rule("GC 7.7.1", "GC 7.7.3")
def test_cavalry_asked_to_retreat_is_told_who_came_where_who_would_go_and_at_what_price():
    riders = (Unit("D", "c cav", "0505"), Unit("E", "c cav", "0505"))
    found = marching(Unit("A", "u inf", "0507"), *riders, unit="A", mp=6).do("step A 0506")
    prompt = found.frame.prompt(found.state)
    assert said(found, prompt).startswith("Unit.A marches and is in 0506, in the zone of your cavalry.")
    assert labels(found, "retire 0505") == ["Cavalry retreat of unit.D, unit.E from 0505"]
    price = found.state.scenario.battle.page.hint(found.state, RetireCavalry("0505")).risk
    assert said(found, price) == "Fatigue +1 and disorganised; on a die of 1, 1 manpower lost"


@pytest.mark.rule("GC 7.6.1", "GC 7.6.5")
def test_a_retreat_tells_how_far_it_goes_and_whether_it_may_end():
    rider = Unit("D", "c cav", "0505")
    found = marching(Unit("A", "u inf", "0507"), rider, unit="A", mp=6).do("step A 0506").do("retire 0505", 3)
    told = [said(found, found.frame.prompt(found.state))]
    while "stop" not in found.legal:
        found.do(found.legal[0])
        told.append(said(found, found.frame.prompt(found.state)))
    assert told[0] == "Retreat of unit.D: 2 to 4 hexes, 0 so far. Choose the next hex."
    assert told[-1] == "Retreat of unit.D: 2 to 4 hexes, 2 so far. Choose the next hex, or end it here."


@pytest.mark.rule("GC 7.6.6")
def test_an_advance_is_a_click_on_the_emptied_hex():
    strong, weak = Unit("A", "u inf", "0505", mv=18), Unit("B", "c inf", "0504", mv=1)
    found = marching(strong, weak, Unit("Z", "c inf", "1313"), unit="A", mp=4).do("attack A prepared 0504", 6, 1)
    battle, scenario = found.state.scenario.battle, found.state.scenario
    hints = {notation: battle.page.hint(found.state, battle.parse(scenario, notation)) for notation in found.legal}
    places = {notation: (hint.unit, hint.hex) for notation, hint in hints.items()}
    assert places == {"advance A": ("A", "0504"), "stay": ("", "")}


@pytest.mark.rule("GC 5.3.3", "GC 5.3.5")
def test_an_assault_tells_how_many_attack_and_who_can_call_for_more():
    stack = [Unit(name, "u inf", "0505") for name in "ABC"]
    army = leader("H", "u", "0405", command=6, rank="army")
    found = game(*stack, Unit("X", "u inf", "0605", corps="Y"), army, leader("L", "u", "0505", command=5), ENEMY)
    found.do("assault L 0506").do("name A").do("name B").do("name C", 3)
    assert said(found, found.frame.prompt(found.state)) == "2 of the named units may attack; still to be chosen: 2."
    found.do("name A")
    assert said(found, found.frame.prompt(found.state)) == "2 of the named units may attack; still to be chosen: 1."
    found.do("name B")
    told = said(found, found.frame.prompt(found.state))
    assert told == "Unit.H can call more units into the assault on 0506. Call a grand assault?"


@pytest.mark.rule("GC 9.2", "GC 10.1")
def test_works_are_asked_for_as_the_scenario_has_them():
    class Diggers(Campaign):
        may_entrench = True

    class OnlyDiggers(Diggers):
        may_bridge = False

    told = []
    for campaign in (Campaign, Diggers, OnlyDiggers):
        found = game(UNION, campaign=campaign)
        told.append(said(found, Works("union").prompt(found.state)))
    assert told == [
        "Choose units to build or take down bridges, or finish.",
        "Choose units to build or take down bridges, or to entrench, or finish.",
        "Choose units to entrench, or finish.",
    ]


@pytest.mark.rule("GC 5.1.4", "GC 7.8")
def test_orders_on_a_march_say_what_they_bring():
    foot, horse = marching(UNION, HORSE, unit="A", mp=4), marching(UNION, HORSE, unit="H", mp=4)
    assert labels(foot, "force A", "refuse A") == [
        "Force march unit.A: 2 more MP",
        "Unit.A refuses its flanks and ends its march",
    ]
    assert labels(horse, "force H") == ["Force march unit.H: 4 more MP"]
    by_die = marching(UNION, unit="A", mp=4, force_march_mp="half_die")
    assert labels(by_die, "force A") == ["Force march unit.A: half a die more MP"]


@pytest.mark.rule("GC 7.1.4", "SLB 13.4f")
def test_an_attack_is_labelled_with_its_points_and_its_modifier():
    foot = marching(UNION, ENEMY, unit="A", mp=4)
    assert labels(foot, "attack A column 0506", "attack A prepared 0506") == [
        "Unit.A attacks 0506: column attack (0 MP, -3)",
        "Unit.A attacks 0506: prepared attack (4 MP, +1)",
    ]
    charging = marching(HORSE, Unit("E", "c cav", "0306"), unit="H", mp=5)
    assert labels(charging, "charge H hasty 0306") == ["Unit.H charges 0306: hasty attack (5 MP, +0)"]


# -- the planner


@pytest.mark.rule("GC 7.4")
def test_the_planner_adds_the_modifiers_up():
    found = marching(UNION, ENEMY, unit="A", mp=4)
    battle, scenario = found.state.scenario.battle, found.state.scenario
    lines = battle.page.modifiers(found.state, battle.parse(scenario, "attack A hasty 0506"))
    parts = {said(found, line.label): line.value for line in lines}
    assert parts["Artillery"] == "-1"
    assert parts["Hasty attack"] == "-1"
    assert parts["Together, on the difference of the two dice"] == "-2"


@pytest.mark.rule("GC 5.3.3", "GC 9.3")
def test_the_planner_of_an_assault_tells_of_the_command_die_and_of_works():
    stack = (UNION, Unit("B", "u inf", "0505"), leader("L", "u", "0505", command=4))
    for works, label, value in (
        ("none", "Defending combat value", "5"),
        ("breastworks", "Defending combat value with entrenchment", "10"),
    ):
        found = game(*stack, Unit("E", "c inf", "0506", mv=5, works=works))
        battle, scenario = found.state.scenario.battle, found.state.scenario
        lines = battle.page.modifiers(found.state, battle.parse(scenario, "assault L 0506"))
        parts = {said(found, line.label): line.value for line in lines}
        assert parts["Units that may attack: command value less a die"] == "4 - D6"
        assert parts[label] == value


@pytest.mark.rule("GC 5.2.2")
def test_an_activation_is_labelled_with_those_who_may_march():
    found = game(UNION, Unit("B", "u inf", "0505"), leader("L", "u", "0505"), ENEMY)
    assert labels(found, "activate L") == ["Activate unit.L: unit.A, unit.B may march"]


@pytest.mark.rule("GC 7.4.4")
def test_the_planner_says_that_the_artillery_may_not_count():
    found = marching(UNION, ENEMY, unit="A", mp=4, board=ground(woods="0506", road="0505-0506"))
    battle, scenario = found.state.scenario.battle, found.state.scenario
    lines = battle.page.modifiers(found.state, battle.parse(scenario, "attack A hasty 0506"))
    parts = {said(found, line.label): line.value for line in lines}
    assert parts["Artillery, if an extra die comes up even"] == "-1"
    assert parts["Together, without the artillery"] == "-1"
    assert parts["Together, if the artillery counts"] == "-2"


def test_everything_a_forecast_counts_has_words():
    found = marching(UNION, ENEMY, Unit("F", "c inf", "0504", demoralised=1), unit="A", mp=4)
    battle, scenario = found.state.scenario.battle, found.state.scenario
    keys = set()
    for notation in ("attack A normal 0506", "attack A column 0506", "attack A normal 0504"):
        for results, _ in forecast(found.state, battle.parse(scenario, notation)).chances:
            keys |= {name for name, _ in results} | {value for _, value in results if isinstance(value, str)}
    assert {"attacker", "defender", "advance", "disorganised", "holds", "retreats", "advances", "stays"} <= keys
    for key in keys:
        for lang in LANGUAGES:
            assert battle.words.word(f"forecast.{key}", lang) != f"forecast.{key}"


def test_every_level_of_victory_has_a_name():
    battle = game(UNION).state.scenario.battle
    for level in ("decisive", "substantive", "marginal"):
        for lang in LANGUAGES:
            assert battle.words.word(f"term.level_{level}", lang) != f"term.level_{level}"


# -- the charts


def notes_of(found: Game, key: str) -> list[str]:
    scenario = found.state.scenario
    chart = next(chart for chart in scenario.battle.page.charts(scenario) if chart.key == key)
    return [said(found, note) for note in chart.notes]


@pytest.mark.rule("GC 7.5", "GC 6.5")
def test_the_letters_of_the_combat_chart_are_explained_under_it():
    found = game(UNION, ENEMY)
    assert "f: fatigue +1. F: fatigue +2. D: disorganised, fatigue +3." in notes_of(found, "chart.combat_defender")
    assert notes_of(found, "chart.combat_defender")[-1].startswith("r: retreat. R: rout.")
    assert notes_of(found, "chart.combat_attacker")[-1].startswith("a: may advance. E: the march ends.")
    mild = game(UNION, ENEMY, d_fatigue=2)
    assert "f: fatigue +1. F: fatigue +2. D: disorganised, fatigue +2." in notes_of(mild, "chart.combat_attacker")
    assert notes_of(found, "chart.artillery") == ["*: only if an extra die comes up even."]


# -- what an order brings


def prices(found: Game, *notations: str) -> list[str | None]:
    battle, scenario = found.state.scenario.battle, found.state.scenario
    hints = [battle.page.hint(found.state, battle.parse(scenario, notation)) for notation in notations]
    return [None if hint.risk is None else said(found, hint.risk) for hint in hints]


@pytest.mark.rule("GC 9.2", "GC 9.3")
def test_digging_says_what_it_builds_and_a_fort_is_begun_apart():
    units = [Unit(name, "u inf", "0505", works=name) for name in ("none", "breastworks", "fort_build")]
    found = game(*units, ENEMY, agenda=(Works("union"),), campaign=Digging)
    assert prices(found, "dig none", "dig breastworks", "dig fort_build") == [
        "Breastworks: twice the combat and artillery value in defence",
        "Begins a fort: no cover until it is finished",
        "Finishes the fort",
    ]
    battle, scenario = found.state.scenario.battle, found.state.scenario
    apart = [battle.page.hint(found.state, battle.parse(scenario, f"dig {unit.id}")).apart for unit in units]
    assert apart == [False, True, False]


@pytest.mark.rule("GC 5.1.3", "GC 5.2.2")
def test_activating_a_leader_says_who_has_to_be_checked():
    """It was said of one unit's march only; the same units marched under their leader without a word."""
    tired = [Unit("A", "u inf", "0505", fatigue=2), Unit("B", "u inf", "0505", fatigue=0)]
    chief = leader("L", "u", "0505")
    assert prices(game(*tired, chief, ENEMY), "activate L") == ["Extended march check for unit.A: disorder or losses"]
    assert prices(game(tired[0], chief, ENEMY), "activate L") == ["Extended march check: disorder or losses"]
    assert prices(game(tired[1], chief, ENEMY), "activate L") == [None]


@pytest.mark.rule("GC 4.2")
def test_a_pass_that_ends_the_cycle_says_so():
    for second, words in ((False, "Pass"), (True, "Pass and end the action cycle")):
        found = game(UNION, ENEMY, agenda=(TurnEnds(), Activation("union", second)), turns=3)
        assert labels(found, "pass") == [words]
    lone = game(UNION, ENEMY, agenda=(TurnEnds(), Activation("union")), campaign=NoDice, turns=3)
    assert labels(lone, "pass") == ["Pass and end the action cycle"]
