"""What the page says of an action before it is done: the points it brings, the odds, what it may cost."""

from __future__ import annotations

import pytest
from musket_field import Field, told

from hardtack.battles.musket.bombard import Bombardments
from hardtack.battles.musket.checks import RECOVERY, Check
from hardtack.battles.musket.combat import Attacks
from hardtack.battles.musket.fog import FogOfWar
from hardtack.battles.musket.movement import Movement
from hardtack.battles.musket.replacement import Replacements
from hardtack.battles.musket.state import MusketState
from hardtack.referee.events import Text
from hardtack.referee.umpire import deciding


def say(field: Field, words: Text | None) -> str:
    return "" if words is None else field.battle.words.say(words.key, words.args, "en")


def label(field: Field, state: MusketState, action: str) -> str:
    return say(field, field.battle.page.hint(state, field.battle.parse(field.scenario, action)).label)


def risk(field: Field, state: MusketState, action: str) -> str:
    return say(field, field.battle.page.hint(state, field.battle.parse(field.scenario, action)).risk)


def prompt(field: Field, state: MusketState) -> str:
    return say(field, deciding(state).prompt(state))


@pytest.mark.rule("MS 4.2", "MS 4.3", "MS 4.31", "MS 4.63")
def test_every_way_to_move_names_the_points_it_brings() -> None:
    field = Field()
    state = field.state(Movement("union"), {"ua": "0505", "uv": "0606", "ub": "0707", "uq": "1008"}, disordered="ub")
    assert label(field, state, "walk ua") == "Move UA: standard 4 MP"
    assert label(field, state, "roll ua") == "Move UA: roll for 1 to 6 MP"
    assert label(field, state, "roll uv") == "Move UV: roll for 3 to 8 MP"
    assert label(field, state, "walk ub") == "Move UB: standard 2 MP"
    assert label(field, state, "roll ub") == "Move UB: roll for 1 to 3 MP"
    assert label(field, state, "march ua") == "March UA: 6 MP"
    assert "no attack" in risk(field, state, "march ua")
    assert prompt(field, field.after(state, "walk ua")).startswith("UA: choose a hex to move to (4 MP)")
    assert prompt(field, field.after(state, "march uv")).startswith("UV: choose a hex to march to (15 MP, a road")


@pytest.mark.rule("MS 4.1", "MS 4.2")
def test_a_stack_is_told_the_points_of_its_slowest_member() -> None:
    field = Field()
    state = field.state(Movement("union"), {"uv": "0505", "ua": "0505", "uq": "1008"})
    together = field.after(state, "gather uv", "with ua")
    assert label(field, together, "walk uv") == "Move UV, UA: standard 4 MP"
    assert label(field, together, "roll uv") == "Move UV, UA: roll for 1 to 6 MP"


@pytest.mark.rule("MS 12.32", "MS 12.52")
def test_moving_an_hq_or_a_train_is_a_risk_and_moving_a_brigade_is_none() -> None:
    field = Field()
    state = field.state(Movement("union"), {"uq": "1008", "ut": "0908", "ua": "0505"})
    assert risk(field, state, "walk uq").startswith("Turns inactive: units must roll")
    assert risk(field, state, "march ut").startswith("Turns inactive: harder ammunition")
    assert risk(field, state, "walk ua") == ""
    assert {say(field, way.risk) for way in field.battle.page.ways(state, "uq")} == {risk(field, state, "walk uq")}
    assert {way.risk for way in field.battle.page.ways(state, "ua")} == {None}
    idle = field.state(Movement("union"), {"uq": "1008", "ut": "0908"}, inactive="uq")
    assert risk(field, idle, "roll uq") == ""  # nothing is lost that way


@pytest.mark.rule("MS 7.3", "MS 9.3", "MS 9.4")
def test_a_lead_unit_shows_its_morale_and_a_charge_its_odds() -> None:
    """UC has morale 2, with the leader's free help it passes on 3 faces."""
    field = Field()
    state = field.state(Attacks("union"), {"uc": "0504", "ua": "0504", "ul": "0504", "ca": "0505"})
    named = field.after(state, "attack uc 0505", "join ua")
    assert label(field, named, "go") == "Attack on CA in 0505: UC, UA"
    named = field.after(named, "go")
    assert label(field, named, "lead uc") == "UC leads: morale 2"
    asked = field.after(named, "lead uc")
    assert risk(field, asked, "charge ul").startswith("3 of 6 (50%) for a shift")
    assert label(field, asked, "stay") == "Attack without a charge"
    guns = field.after(field.state(Bombardments("union"), {"ug": "0502", "ca": "0504"}), "bombard ug 0504")
    assert label(field, guns, "go") == "Bombardment of CA in 0504: UG"


@pytest.mark.rule("MS 12.13", "MS 12.14", "MS 4.32")
def test_assistance_tells_what_it_brings_and_what_it_may_cost() -> None:
    field = Field()
    places = {"uc": "0505", "ul": "0505"}
    asked = field.run(field.state(Check("union", field.piece("uc"), RECOVERY), places, disordered="uc")).state
    assert risk(field, asked, "assist ul") == "Passes on 3 faces of 6 (50%); if not, the leader turns inactive"
    assert risk(field, asked, "alone") == "Passes on 2 faces of 6 (33%)"
    rolling = field.after(field.state(Movement("union"), places), "roll uc")
    assert (risk(field, rolling, "assist ul"), risk(field, rolling, "alone")) == ("Adds 1 MP to the roll", "")


@pytest.mark.rule("MS 10.1", "MS 12.13")
def test_the_log_never_says_that_a_6_would_do() -> None:
    """UD has morale 5 and the leader helps, but a 6 fails all the same."""
    field = Field()
    state = field.state(Check("union", field.piece("ud"), RECOVERY), {"ud": "0505", "ul": "0505"}, disordered="ud")
    events = field.play(field.run(state).state, "assist ul", [6]).events
    failed = next(event for event in events if event.key == "event.check_failed")
    assert failed.get("limit") == 5


@pytest.mark.rule("MS 13.2", "MS 11.2")
def test_a_return_roll_tells_what_failing_means() -> None:
    """A routed brigade that fails is destroyed; a battalion merely stays aside."""
    field = Field()
    places = {"ub": "track", "ux": "aside", "uq": "1008"}
    state = field.state(Replacements("union"), places, reduced="ub", due={"ub": 1}, steps=1)
    assert risk(field, state, "recall ub") == "Passes on 3 faces of 6 (50%); if not, the unit is destroyed"
    assert risk(field, state, "recall ux") == "Passes on 3 faces of 6 (50%)"


@pytest.mark.rule("MS 14.2")
def test_fog_of_war_says_whose_unit_is_moved_and_why_not_where() -> None:
    field = Field()
    state = field.state(FogOfWar("union", 1, True), {"ca": "0505", "ua": "0508"})
    assert "choose a Confederate unit that you will move" in prompt(field, state)
    astray = field.after(state, "fog ca", dice=[6])
    assert label(field, astray, "stay") == "Leave it where it is"
    assert field.why_not(astray, "to 0508") == {"MS 14.2"}


@pytest.mark.rule("MS 7.4", "MS 10.2")
def test_a_factor_stands_once_in_the_planner_with_what_changes_it() -> None:
    """CA is disordered: 4 on the counter, 2 in the fight; with a stream as well the value still stands once."""
    for stream, lines in (([], [("MS 10.2", "2")]), (["0505"], [("MS TE11", ""), ("MS 10.2", "2")])):
        field = Field(overlays={"stream": stream})
        state = field.state(Attacks("union"), {"ua": "0504", "ca": "0505"}, disordered="ca")
        declared = field.after(state, "attack ua 0505")
        found = field.battle.page.modifiers(declared, field.battle.parse(field.scenario, "go"))
        about = [line for line in found if line.side == "confederate" and line.clause != "MS 10.1"]
        assert [(line.clause, line.value) for line in about] == lines
        assert say(field, about[-1].label) == "CA: 4 on the counter, disordered"


@pytest.mark.rule("MS 8.2", "MS 7.64")
def test_the_log_says_in_words_what_a_result_of_combat_means() -> None:
    field = Field()
    state = field.state(Attacks("union"), {"ua": "0504", "ca": "0505"})
    ruling = field.play(field.after(state, "attack ua 0505"), "go", [1])
    line = next(event for event in ruling.events if event.key == "event.result")
    said = field.battle.words.say(line.key, line.args, "en")
    assert said == "Difference +0 (column 0, +1), die 1: Ar, the attacker retreats."
    guns = field.state(Bombardments("union"), {"ug": "0502", "ca": "0504"})
    assert "event.fire_result" in told(field.play(field.after(guns, "bombard ug 0504"), "go", [1]))
