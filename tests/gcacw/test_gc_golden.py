"""Worked examples of published play: dice, modifiers and results as they were seen (golden cases G..)."""

import pytest
from gc_field import Unit, game, ground, leader, marching

from hardtack.battles.gcacw.combat import Attack, appraise, artillery_difference
from hardtack.battles.gcacw.flank import flank
from hardtack.battles.gcacw.recovery import Recover, Works
from hardtack.battles.gcacw.sequence import TurnEnds

FOE = Unit("Z", "c inf", "1414")


def walk(found):
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    return found


@pytest.mark.rule("GC 7.4", "GC 7.5", "GC 6.5", "GC 7.4.1")
def test_g1_willcox_on_colquitt():
    """7:2, tactical +1, prepared +1, flank +1, creek -1: +4; dice give +1: D against 1D."""
    board = ground(creek="0506-0507")
    units = (
        Unit("WILLCOX", "u inf", "0507", mv=7, art=2, tac=(3, 3), fatigue=1), Unit("REST", "u inf", "0406", mv=3),
        Unit("COLQUITT", "c inf", "0506", mv=2, tac=(2, 2)),
    )  # fmt: skip
    found = game(*units, board=board).do("march WILLCOX", 5)
    assert flank(found.state, found.state.scenario.hex("0506"), "union").bonus == 1
    found.do("attack WILLCOX prepared 0506", 1, 4)
    told = next(event for event in found.events if event.key == "event.combat")
    assert (told.get("modifiers"), told.get("difference")) == ("+4", "+1")
    assert (told.get("result_defender"), told.get("result_attacker")) == ("D", "1D")
    assert (found.get("disorganised", "COLQUITT"), found.get("fatigue", "COLQUITT")) == (1, 3)
    assert (
        found.get("manpower", "WILLCOX"),
        found.get("disorganised", "WILLCOX"),
        found.get("fatigue", "WILLCOX"),
    ) == (6, 1, 4)


@pytest.mark.rule("GC 7.1.4", "GC 11.2", "GC 7.6.1", "GC 7.6.6", "GC 6.2.3")
def test_g2_rodman_routs_colquitt():
    """A hasty attack with the last point; difference +6 reads 1DR and a."""
    board = ground(road="0808-0708-0607-0507")
    units = (
        Unit("RODMAN", "u inf", "0808", mv=6, fatigue=1), Unit("STOP", "u inf", "0607", mv=4),
        Unit("COLQUITT", "c inf", "0506", mv=2, disorganised=True, fatigue=3),
    )  # fmt: skip
    found = game(*units, board=board).do("march RODMAN", 5)
    found.do("step RODMAN 0708").do("step RODMAN 0607").do("step RODMAN 0507")
    assert found.frame.mp == 1  # three road hexes and one for stacking
    assert "attack RODMAN hasty 0506" in found.legal
    assert "attack RODMAN normal 0506" not in found.legal
    found.do("attack RODMAN hasty 0506", 5, 2)  # ratio +5, hasty -1, artillery -1, dice +3
    told = next(event for event in found.events if event.key == "event.combat")
    assert (told.get("difference"), told.get("result_defender"), told.get("result_attacker")) == ("+6", "1DR", "a")
    assert (
        found.get("manpower", "COLQUITT"),
        found.get("fatigue", "COLQUITT"),
        found.get("demoralised", "COLQUITT"),
    ) == (1, 4, 1)
    walk(found).do("advance RODMAN", 6, 1)
    routed = [event.get("hex") for event in found.events if event.key == "event.retreats"]
    assert len(routed) >= 4
    assert (found.at("RODMAN"), found.get("fatigue", "RODMAN")) == ("0506", 2)


@pytest.mark.rule("GC 9.3", "GC 7.2.2", "GC 7.4.6", "GC 7.3")
def test_g4_abatis_changes_ratio_flank_and_guns():
    """Cutler 10 under Abatis: 15 for the ratio; Stuart's 3 fall short of a quarter; guns 2 become 3."""
    units = (Unit("FIELD", "c inf", "0507", mv=15, art=4), Unit("STUART", "c cav", "0505", mv=3))
    plain = game(*units, Unit("CUTLER", "u inf", "0506", mv=10, art=2))
    dug_in = game(*units, Unit("CUTLER", "u inf", "0506", mv=10, art=2, works="abatis"))
    target = plain.state.scenario.hex("0506")
    blocked = [flank(found.state, target, "confederate").blocked for found in (plain, dug_in)]
    assert blocked == [6, 3]
    assert artillery_difference(plain.state, (0,), target) == 2
    assert artillery_difference(dug_in.state, (0,), target) == 1
    assert appraise(dug_in.state, Attack("confederate", (0,), target, "normal")).defence_quarters == 60


@pytest.mark.rule("GC 7.4.1", "GC 7.5")
def test_g6_robertson_over_the_ford():
    units = (Unit("ROBERTSON", "c cav", "0507", mv=3, tac=(2, 2)), Unit("BAYARD", "u cav", "0506", mv=1, tac=(1, 1)))
    board = ground(minor="0507-0506", ford="0507-0506")
    found = marching(*units, unit="ROBERTSON", mp=4, board=board)
    found.do("attack ROBERTSON normal 0506", 5, 3)  # ratio +2, tactical +1, artillery -1, ford -2, dice +2
    told = next(event for event in found.events if event.key == "event.combat")
    assert (told.get("difference"), told.get("result_defender"), told.get("result_attacker")) == ("+2", "Dr", "Da")
    assert found.get("disorganised", "BAYARD") == 1
    walk(found)
    found.do("advance ROBERTSON")
    assert (found.at("ROBERTSON"), found.get("disorganised", "ROBERTSON")) == ("0506", 1)


@pytest.mark.rule("GC 5.1.1")
@pytest.mark.parametrize(
    ("what", "led", "dice", "points"),
    [
        ("u inf", True, (3,), 4),
        ("u inf", True, (4,), 5),
        ("u inf", True, (6,), 7),
        ("c inf", True, (3,), 5),
        ("c inf", True, (1,), 3),
        ("c inf", True, (5,), 7),
        ("c inf", True, (4,), 6),
        ("c inf", False, (5,), 6),
        ("c inf", False, (3,), 4),
        ("c inf", False, (1,), 2),
        ("u cav", False, (3, 4), 7),
        ("c cav", False, (2, 6), 8),
        ("u cav", False, (5, 5), 10),
    ],
)
def test_g7_movement_rolls(what, led, dice, points):
    side = "union" if what[0] == "u" else "confederate"
    found = game(Unit("A", what, "0505"), leader("L", what[0], "0505"), side=side)
    assert found.do("activate L" if led else "march A", *dice).frame.mp == points


@pytest.mark.rule("GC 5.1.3")
@pytest.mark.parametrize(("what", "mv", "die"), [("u inf", 6, 1), ("c inf", 2, 3), ("c inf", 4, 5)])
def test_g8_extended_marches_without_effect(what, mv, die):
    side = "union" if what[0] == "u" else "confederate"
    found = game(Unit("A", what, "0505", mv=mv, fatigue=2), side=side).do("march A", 4, die)
    assert (found.get("fatigue", "A"), found.get("manpower", "A"), found.get("disorganised", "A")) == (3, mv, 0)


@pytest.mark.rule("GC 5.1.3")
def test_g9_hatch_loses_two_and_marches_on():
    found = game(Unit("HATCH", "u inf", "0505", mv=10, fatigue=3)).do("march HATCH", 4, 5)
    assert (found.get("manpower", "HATCH"), found.get("disorganised", "HATCH"), found.frame.mp) == (8, 1, 4)


@pytest.mark.rule("GC 7.7.2", "GC 7.7.3")
def test_g10_fifth_virginia_slips_away_in_the_mountains():
    board = ground(mountain="0506", road="0508-0507-0506-0505-0504")
    found = marching(
        Unit("COX", "u inf", "0508"), Unit("VA5", "c cav", "0506", mv=1), FOE, unit="COX", mp=2, board=board
    )
    found.do("step COX 0507").do("retire 0506", 6)  # 6 + 3 - 1 = 8, halved 4: Cox has 1 left and stops
    assert next(event for event in found.events if event.key == "event.cavalry_retreat").get("n") == 4
    walk(found)
    assert found.frame is None
    assert (found.at("COX"), found.get("fatigue", "VA5"), found.get("disorganised", "VA5")) == ("0507", 1, 1)


@pytest.mark.rule("GC 6.2.3")
def test_g13_sturgis_passes_cox():
    board = ground(road="0808-0708-0607-0507")
    found = marching(
        Unit("STURGIS", "u inf", "0808"), Unit("COX", "u inf", "0708"), FOE, unit="STURGIS", mp=6, board=board
    )
    found.do("step STURGIS 0708").do("step STURGIS 0607").do("step STURGIS 0507")
    assert found.frame.mp == 6 - 4


@pytest.mark.rule("GC 6.2.4")
def test_g14_cox_stops_in_hills_zone():
    found = marching(Unit("COX", "u inf", "0508"), Unit("HILL", "c inf", "0506"), unit="COX", mp=9).do("step COX 0507")
    assert found.why("step COX 0508") == ["GC 6.2.4"]


@pytest.mark.rule("GC 5.3.3")
def test_g17_sigel_can_send_three_at_most():
    four = [Unit(f"D{n}", "u inf", "0505") for n in range(4)]
    for die, wanted in ((1, 3), (4, 0), (6, 0)):
        found = game(leader("SIGEL", "u", "0505", command=4), *four, Unit("B", "c inf", "0504"), FOE)
        found.do("assault SIGEL 0504").do("name D0").do("name D1").do("name D2")
        found.do("name D3", *((die,) if wanted else (die, 6, 1)))
        assert getattr(found.frame, "number", 0) == wanted


@pytest.mark.rule("GC 7.4.6")
def test_g18_garland_surrounded_in_the_mountains():
    """Six blocked, one of them held and two roadless mountains: +4 - 3; another held one leaves the floor of +1."""
    board = ground(mountain="0505 0606")
    units = (
        Unit("U1", "u inf", "0507", mv=6),
        Unit("U2", "u inf", "0406", mv=6),
        Unit("U3", "u inf", "0706", mv=6),
        Unit("GARLAND", "c inf", "0506", mv=3),
        Unit("ROSSER", "c inf", "0405", mv=1),
    )
    for more, reductions in (((), 3), ((Unit("ANDERSON", "c inf", "0605", mv=3),), 4)):
        found = game(*units, *more, board=board)
        result = flank(found.state, found.state.scenario.hex("0506"), "union")
        assert (result.blocked, result.basic, result.reductions, result.bonus) == (6, 4, reductions, 1)
    hexes = {found.state.scenario.name(e.hex): (e.blocked, e.lessened) for e in result.hexes}
    assert (hexes["0505"], hexes["0405"], hexes["0605"]) == (("ground", "ground"), ("zone", "held"), ("zone", "held"))


@pytest.mark.rule("GC 7.4.6", "GC 2.4.4")
def test_g19_limited_zone_and_river():
    """Defender 9: a limited zone of 4 is enough; one blocked hex behind a river; all six blocked: +4 - 2."""
    board = ground(woods="0605", minor="0506-0405", ford="0506-0405")
    units = (
        Unit("A", "u inf", "0507", mv=4),
        Unit("C", "u inf", "0404", mv=4),
        Unit("D", "u inf", "0706", mv=4),
        Unit("B", "c inf", "0506", mv=9),
    )
    found = game(*units, board=board)
    result = flank(found.state, found.state.scenario.hex("0506"), "union")
    hexes = {found.state.scenario.name(e.hex): (e.blocked, e.lessened) for e in result.hexes}
    assert hexes["0605"] == ("zone", "limited")
    assert hexes["0405"] == ("zone", "river")
    assert (result.blocked, result.basic, result.bonus) == (6, 4, 2)


@pytest.mark.rule("GC 12.2", "GC 5.1.2")
def test_g21_rain():
    board = ground(road="0505-0605", pike="0505-0504")
    found = game(Unit("A", "u inf", "0505"), FOE, board=board).edit(rain=1).do("march A", 1)
    assert {"step A 0605", "step A 0504"} <= set(found.legal)
    rich = marching(Unit("A", "u inf", "0505"), FOE, unit="A", mp=5, board=board).edit(rain=1)
    assert rich.do("step A 0605").frame.mp == 3
    pike = marching(Unit("A", "u inf", "0505"), FOE, unit="A", mp=5, board=board).edit(rain=1)
    assert pike.do("step A 0504").frame.mp == 4


@pytest.mark.rule("GC 8.0")
def test_g24_recovery():
    units = (
        Unit("A", "u inf", "0505", fatigue=4, disorganised=True), Unit("B", "u inf", "0505", fatigue=3),
        Unit("C", "u inf", "0505", fatigue=2, disorganised=True, exhausted=True), FOE,
    )  # fmt: skip
    found = game(*units, agenda=(TurnEnds(), Works("union"), Recover())).start()
    states = [(found.get("fatigue", u), found.get("exhausted", u), found.get("disorganised", u)) for u in "ABC"]
    assert states == [(1, 1, 1), (0, 1, 0), (0, 0, 0)]


@pytest.mark.rule("GC W1", "GC W3", "GC 7.1.3", "GC 7.7.1", "GC 6.2.5")
def test_g27_through_the_woods_past_cavalry():
    board = ground(woods="0507 0607", road="0508-0507-0607")
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506", mv=3), unit="A", mp=6, board=board)
    found.do("step A 0507")
    assert (found.frame.unit, found.frame.mp, found.frame.stopped) == ("A", 5, False)  # no stop, no cavalry retreat
    assert found.why("attack A hasty 0506") == ["GC 7.1.3"]
    assert found.do("step A 0607").frame.mp == 4  # no exit cost
