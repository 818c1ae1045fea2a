"""Assaults and grand assaults (GC 5.3, 7.4.7, 7.7.5)."""

import pytest
from gc_field import Unit, game, ground, leader

from hardtack.battles.gcacw.actions import GrandAssault, NoGrandAssault, OrderAssault
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.combat import ASSAULT, Attack, appraise
from hardtack.battles.gcacw.showing import hint, modifiers

FOE = Unit("B", "c inf", "0504", mv=6)
CHIEF = leader("L", "u", "0505", command=6)
THREE = tuple(Unit(name, "u inf", "0505", mv=4) for name in ("A", "A2", "A3"))


class Inspired(Campaign):
    """A game whose army leader and one corps leader strengthen assaults."""

    inspiring = frozenset({"LEE", "JACK"})


def lines(found, attackers, target="0504"):
    units = tuple(found.number(unit) for unit in attackers.split())
    side = found.state.scenario.side_of[units[0]]
    appraisal = appraise(found.state, Attack(side, units, found.state.scenario.hex(target), ASSAULT))
    return {line.key.removeprefix("line."): line.value for line in appraisal.lines}


@pytest.mark.rule("GC 5.3", "GC 7.1.2")
def test_several_units_attack_one_hex_without_movement_points():
    found = game(CHIEF, *THREE, FOE).do("assault L 0504").do("name A").do("name A2").do("name A3", 3, 3, 3)
    told = next(event for event in found.events if event.key == "event.attacks")
    assert told.get("units") == ("A", "A2", "A3")
    assert "event.marches" not in found.told
    assert [event.get("difference") for event in found.events if event.key == "event.combat"] == [
        "+1"
    ]  # 12:6, guns, assault


@pytest.mark.rule("GC 5.3.1")
def test_who_may_order_an_assault():
    units = (
        CHIEF,
        leader("H", "u", "0505", rank="army"),
        leader("M", "u", "0909"),
        *THREE,
        Unit("M1", "u inf", "0909"),
        FOE,
    )
    found = game(*units)
    assert found.why("assault L 0504") == []
    assert found.why("assault H 0504") == ["GC 5.3.1"]
    assert "GC 7.1.1" in found.why("assault M 0504")


@pytest.mark.rule("GC 5.3.2")
def test_participants_are_fit_units_of_his_in_his_hex():
    units = (
        CHIEF, *THREE, Unit("Y", "u inf", "0505", corps="Y"), Unit("TIRED", "u inf", "0505", fatigue=4),
        Unit("SHAKEN", "u inf", "0505", demoralised=2), Unit("NEXT", "u inf", "0604"), FOE,
    )  # fmt: skip
    found = game(*units).do("assault L 0504")
    assert found.legal == ["name A", "name A2", "name A3"]
    assert [reason.key for reason in found.reasons("name Y")] == ["reason.not_his_command"]
    assert [reason.key for reason in found.reasons("name NEXT")] == ["reason.leader_elsewhere"]
    assert [reason.key for reason in found.reasons("name B")] == ["reason.not_your_unit"]
    assert [reason.key for reason in found.reasons("ready")] == ["reason.name_first"]
    assert (found.why("name TIRED"), found.why("name SHAKEN"), found.why("pass")) == (
        ["GC 4.3"],
        ["GC 11.3"],
        ["GC 5.3.2"],
    )
    assert [reason.key for reason in found.do("name A").reasons("name A")] == ["reason.already_named"]


@pytest.mark.rule("GC 5.3.2", "GC 7.1.3")
def test_artillery_needs_company():
    guns = Unit("G", "u art", "0505", art=5)
    assert game(CHIEF, guns, FOE).why("assault L 0504") == ["GC 7.1.3a"]
    found = game(CHIEF, guns, *THREE, FOE).do("assault L 0504").do("name G")
    assert "ready" not in found.legal
    assert [reason.key for reason in found.reasons("ready")] == ["reason.artillery_alone"]
    picking = found.do("name A").do("name A2").do("ready", 4)  # 6 - 4: two units, and one of them may be the guns
    assert [reason.key for reason in picking.reasons("name A3")] == ["reason.not_named"]
    picking.do("name G")
    assert picking.legal == ["name A", "name A2"]
    assert [reason.key for reason in picking.reasons("name G")] == ["reason.already_named"]
    assert picking.why("ready") == ["GC 5.3.3"]
    alone = game(CHIEF, guns, *THREE, FOE).do("assault L 0504").do("name G").do("name A").do("ready", 5)
    assert alone.legal == ["name A"]  # one unit, and it may not be the guns
    assert [reason.key for reason in alone.reasons("name G")] == ["reason.artillery_alone"]


@pytest.mark.rule("GC 5.3.2", "GC 6.5", "GC 5.1.3")
def test_named_units_tire_without_an_extended_march_check():
    tired = Unit("A", "u inf", "0505", fatigue=3)
    found = game(CHIEF, tired, Unit("A2", "u inf", "0505"), FOE, Unit("Z", "u inf", "1010")).do("assault L 0504")
    found.do("name A").do("name A2", 6, 6, 1)  # the roll fails; then the next initiative
    assert (found.get("fatigue", "A"), found.get("fatigue", "A2")) == (4, 1)
    assert "event.extended_march" not in found.told


@pytest.mark.rule("GC 5.3.2", "GC 5.3.2a")
def test_fatigue_only_for_those_who_attack_where_the_parameter_says_so():
    found = game(CHIEF, *THREE, FOE, assault_fatigue_on_declare=False).do("assault L 0504").do("name A").do("name A2")
    found.do("name A3", 5).do("name A2", 3, 3)
    assert [found.get("fatigue", unit) for unit in ("A", "A2", "A3")] == [0, 1 + 3, 0]  # the assault and its 1D


@pytest.mark.rule("GC 5.3.3")
@pytest.mark.parametrize(("command", "die", "number"), [(6, 4, 2), (6, 5, 1), (4, 3, 1)])
def test_command_value_minus_die_may_attack(command, die, number):
    found = game(leader("L", "u", "0505", command=command), *THREE, FOE).do("assault L 0504")
    found.do("name A").do("name A2").do("name A3", die)
    assert found.frame.number == number
    assert found.legal == ["name A", "name A2", "name A3"]


@pytest.mark.rule("GC 5.3.3", "GC 5.3.4")
def test_a_failed_assault_attacks_nobody_but_counts_as_an_attack():
    orders = []

    class Watched(Campaign):
        def attack_ordered(self, draft, umpire, by, target):
            orders.append((self.pieces[by].id, self.name(target)))

    found = game(leader("L", "u", "0505", command=3), *THREE, FOE, campaign=Watched).do("assault L 0504")
    found.do("name A").do("ready", 3, 6, 1)
    assert orders == [("L", "0504")]
    assert "event.assault_fails" in found.told
    assert "event.attacks" not in found.told


@pytest.mark.rule("GC 5.3.3")
def test_a_penalty_takes_units_away():
    class Wary(Campaign):
        def assault_modifier(self, state, side):
            return -1

    found = game(CHIEF, *THREE, FOE, campaign=Wary).do("assault L 0504").do("name A").do("name A2").do("name A3", 4)
    assert found.frame.number == 1


@pytest.mark.rule("GC 5.3.6")
def test_an_assault_adds_one_and_has_no_type():
    found = game(CHIEF, *THREE, FOE)
    found_lines = lines(found, "A A2 A3")
    assert found_lines["assault"] == 1
    assert not {"column", "hasty", "normal", "prepared"} & set(found_lines)


@pytest.mark.rule("GC 5.3.7")
def test_there_is_no_charge_in_an_assault():
    class Charging(Campaign):
        has_charges = True

    found = game(CHIEF, Unit("C", "u cav", "0505"), Unit("D", "c cav", "0504"), campaign=Charging)
    assert found.legal == ["activate L", "assault L 0504", "march C", "pass"]
    assert found.why("charge C hasty 0504") == ["GC 5.1.1"]


@pytest.mark.rule("GC 7.4.7")
def test_lee_or_jackson_add_one_in_all():
    units = (
        leader("LEE", "c", "0505", rank="army"),
        leader("JACK", "c", "0505", corps="J"),
        Unit("A", "c inf", "0505", corps="J"),
        Unit("A2", "c inf", "0505", corps="L"),
        Unit("B", "u inf", "0504"),
    )
    assert lines(game(*units, campaign=Inspired), "A A2")["assault_leader"] == 1
    jackson = game(*units[1:], campaign=Inspired)
    assert lines(jackson, "A")["assault_leader"] == 1
    assert "assault_leader" not in lines(jackson, "A2")  # not his corps
    assert "assault_leader" not in lines(game(*units), "A A2")


@pytest.mark.rule("GC 7.4.7")
def test_lee_within_radius_where_the_parameter_says_so():
    units = (
        leader("LEE", "c", "0507", rank="army"),
        Unit("G", "c inf", "0507"),
        Unit("A", "c inf", "0505"),
        Unit("B", "u inf", "0504"),
    )
    assert "assault_leader" not in lines(game(*units, campaign=Inspired), "A")
    assert lines(game(*units, campaign=Inspired, lee_condition="radius"), "A")["assault_leader"] == 1


# -- grand assault (GC 5.3.5)

HELPERS = (
    leader("H", "u", "0505", rank="army", command=4),
    Unit("N1", "u inf", "0604", corps="Y"),
    Unit("N2", "u inf", "0404", corps="Y"),
    Unit("N3", "u inf", "0404", corps="Y", fatigue=4),
)


@pytest.mark.rule("GC 5.3.5")
def test_a_grand_assault_brings_units_of_any_command_next_to_the_target():
    found = game(CHIEF, *THREE, *HELPERS, FOE, Unit("FAR", "u inf", "0507")).do("assault L 0504")
    found.do("name A").do("ready", 3)
    assert found.legal == ["alone", "grand"]
    found.do("grand", 2)  # 4 - 2: two more
    assert found.legal == ["name A2", "name A3", "name N1", "name N2", "ready"]
    assert (found.why("name N3"), found.why("name FAR")) == (["GC 4.3"], ["GC 5.3.5", "GC 7.1.1"])
    assert [reason.key for reason in found.reasons("name A")] == ["reason.already_named"]
    assert [reason.key for reason in found.reasons("name B")] == ["reason.not_your_unit"]
    assert found.why("pass") == ["GC 5.3.5"]
    found.do("name N1").do("name A2", 3, 3)
    told = next(event for event in found.events if event.key == "event.attacks")
    assert told.get("units") == ("A", "N1", "A2")
    assert found.get("fatigue", "N1") >= 1


@pytest.mark.rule("GC 5.3.5")
def test_one_more_unit_is_a_grand_assault_too_and_the_owner_may_do_with_fewer():
    found = game(CHIEF, *THREE, *HELPERS, FOE).do("assault L 0504").do("name A").do("ready", 3).do("grand", 3)
    assert found.frame.number == 1
    found.do("ready", 3, 3)
    told = next(event for event in found.events if event.key == "event.attacks")
    assert told.get("units") == ("A",)


@pytest.mark.rule("GC 5.3.5")
def test_a_failed_call_leaves_the_assault_as_it_was():
    found = game(CHIEF, *THREE, *HELPERS, FOE).do("assault L 0504").do("name A").do("ready", 3).do("grand", 4, 3, 3)
    told = next(event for event in found.events if event.key == "event.attacks")
    assert told.get("units") == ("A",)


@pytest.mark.rule("GC 5.3.5", "GC 2.5")
def test_the_army_leader_must_be_within_radius():
    far = (leader("H", "u", "0509", rank="army"), Unit("HQ", "u inf", "0509"), *HELPERS[1:])
    found = game(CHIEF, *THREE, *far, FOE).do("assault L 0504").do("name A").do("ready", 3, 3, 3)
    assert "event.grand_roll" not in found.told


@pytest.mark.rule("GC 5.3.5")
def test_all_join_where_the_parameter_says_so():
    found = game(CHIEF, *THREE, *HELPERS, FOE, grand_assault="all").do("assault L 0504").do("name A").do("ready", 3)
    assert found.do("grand", 4).frame.number == 4
    none = game(CHIEF, *THREE, *HELPERS, FOE, grand_assault="all").do("assault L 0504").do("name A").do("ready", 3)
    none.do("grand", 5, 3, 3)
    assert "event.attacks" in none.told


# -- aftermath


@pytest.mark.rule("GC 7.6.6", "GC 6.3.5")
def test_after_an_assault_any_or_all_attackers_and_the_leader_may_advance():
    strong = tuple(Unit(name, "u inf", "0505", mv=16) for name in ("A", "A2"))
    found = (
        game(CHIEF, *strong, Unit("B", "c inf", "0504", mv=2)).do("assault L 0504").do("name A").do("name A2", 1, 6, 1)
    )
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    assert found.legal == ["advance A", "advance A2", "stay"]
    found.do("advance A")
    assert found.legal == ["advance A2", "advance L", "stay"]
    found.do("advance L")
    assert (found.at("A"), found.at("A2"), found.at("L")) == ("0504", "0505", "0504")


@pytest.mark.rule("GC 7.6.6", "GC 6.3.5")
def test_leaders_advance_with_the_attackers_they_stood_with_and_with_nobody_else():
    units = (
        CHIEF,
        leader("OTHER", "u", "0505", corps="Y"),
        leader("NEXT", "u", "0604", corps="Y"),
        leader("H", "u", "0505", rank="army", command=6),
        Unit("A", "u inf", "0505", mv=16),
        Unit("STAYS", "u inf", "0505"),
        Unit("Y1", "u inf", "0505", corps="Y"),
        Unit("N1", "u inf", "0604", corps="Y", mv=16),
        Unit("N2", "u inf", "0604", corps="Y"),
        Unit("B", "c inf", "0504", mv=2),
    )
    found = game(*units).do("assault L 0504").do("name A").do("ready", 1).do("grand", 1).do("name N1").do("ready", 6, 1)
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    found.do("advance A")
    assert found.legal == ["advance H", "advance L", "advance N1", "stay"]  # his corps did not attack from OTHER's hex
    found.do("advance L").do("advance N1").do("advance NEXT")
    assert found.legal == ["advance H", "stay"]
    assert [found.at(piece) for piece in ("A", "L", "N1", "NEXT", "OTHER")] == ["0504"] * 4 + ["0505"]


@pytest.mark.rule("GC 7.8")
def test_units_that_assault_no_longer_refuse_their_flanks():
    units = (CHIEF, *(Unit(name, "u inf", "0505", refused=True) for name in ("A", "A2", "A3")), FOE)
    found = game(*units).do("assault L 0504").do("name A").do("name A2").do("ready", 5).do("name A", 3, 3)
    assert [found.get("refused", unit) for unit in ("A", "A2", "A3")] == [0, 1, 1]


@pytest.mark.rule("GC 7.7.5", "GC 6.3.5")
def test_the_leader_follows_into_the_hex_the_cavalry_left():
    horse = Unit("C", "c cav", "0504", mv=2)
    units = (CHIEF, Unit("A", "u inf", "0505"), Unit("STAYS", "u inf", "0505"), horse, Unit("Z", "c inf", "1212"))
    found = game(*units).do("assault L 0504").do("name A").do("ready").do("retire 0504", 4)
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    assert found.do("advance A").legal == ["advance L", "stay"]


@pytest.mark.rule("GC 7.7.5")
def test_cavalry_may_slip_away_from_an_assault():
    horse = Unit("C", "c cav", "0504", mv=2)
    units = (CHIEF, Unit("A", "u inf", "0505"), Unit("A2", "u inf", "0505"), horse, Unit("Z", "c inf", "1212"))
    found = game(*units).do("assault L 0504").do("name A").do("name A2")
    assert found.legal == ["retire 0504", "stand"]
    found.do("retire 0504", 4)
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    assert found.legal == ["advance A", "advance A2", "stay"]
    assert (found.get("fatigue", "A"), found.get("fatigue", "C")) == (1, 1)
    stands = game(*units).do("assault L 0504").do("name A").do("name A2").do("stand", 2, 3, 3)
    assert "event.attacks" in stands.told
    barred = game(*units, cavret_assault=False).do("assault L 0504").do("name A").do("name A2", 2, 3, 3)
    assert "event.attacks" in barred.told


@pytest.mark.rule("GC 5.3.1", "GC 7.1.3")
def test_no_assault_over_a_closed_hexside():
    found = game(CHIEF, *THREE, FOE, board=ground(major="0505-0504"))
    assert found.why("assault L 0504") == ["GC 7.1.3"]


@pytest.mark.rule("GC 5.3.3", "GC 7.4")
def test_the_numbers_of_an_assault_that_was_made_are_those_of_who_made_it():
    """The card of the fight told those of everybody who had been meant to attack, beside a roll with others."""
    found = game(CHIEF, *THREE, FOE)
    before, order = found.state, OrderAssault("L", "0504")
    found.do("assault L 0504").do("name A").do("name A2").do("name A3", 5).do("name A2", 3, 3)
    rolled = next(event.get("modifiers") for event in found.events if event.key == "event.combat")
    ordered, fought = (
        next(one.value for one in modifiers(before, order, who) if one.label.key == "line.total")
        for who in ((), ("A2",))
    )
    assert fought == rolled
    assert ordered != rolled


@pytest.mark.rule("GC 5.3.5")
@pytest.mark.parametrize(("settings", "key"), [({}, "risk.grand"), ({"grand_assault": "all"}, "risk.grand_all")])
def test_what_a_grand_assault_hangs_on_is_said_with_the_order(settings, key):
    """Whoever was asked had to look up what the die decides."""
    found = game(CHIEF, *THREE, *HELPERS, FOE, **settings).do("assault L 0504").do("name A").do("ready", 3)
    risk = hint(found.state, GrandAssault()).risk
    assert risk is not None
    assert (risk.key, dict(risk.args)["n"]) == (key, 4)
    assert hint(found.state, NoGrandAssault()).risk is None
