"""Marching: allowance, extended and force march, costs, zones, flanks refused (GC 5.1, 6.1, 6.2, 7.8)."""

import pytest
from gc_field import Unit, game, ground, leader, marching, with_march

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import Activation, TurnEnds
from hardtack.referee.events import reason

BLUE, GREY = Unit("N", "u inf", "0909"), Unit("Z", "c inf", "1313")


# -- the movement dice (GC 5.1.1)


@pytest.mark.rule("GC 5.1.1", "GC 1.2")
@pytest.mark.parametrize(
    ("what", "dice", "points"),
    [("u inf", (3,), 3), ("u art", (5,), 5), ("c inf", (5,), 6), ("c art", (1,), 2), ("u cav", (3, 4), 7),
     ("c cav", (6, 2), 8)],
)  # fmt: skip
def test_movement_allowance_of_a_lone_march(what, dice, points):
    side = "union" if what[0] == "u" else "confederate"
    found = game(Unit("A", what, "0505"), side=side).do("march A", *dice)
    assert found.frame.mp == points
    assert found.get("fatigue", "A") == 1


@pytest.mark.rule("GC 5.1.1", "GC 5.2.3")
@pytest.mark.parametrize(
    ("what", "led", "dice", "points"),
    [("u inf", 1, (3,), 4), ("c inf", 1, (3,), 5), ("u cav", 1, (3, 4), 8), ("c cav", 2, (3, 4), 9)],
)
def test_movement_allowance_under_a_leader(what, led, dice, points):
    side = "union" if what[0] == "u" else "confederate"
    found = game(Unit("A", what, "0505"), leader("L", what[0], "0505", led_cavalry=led), side=side)
    found.do("activate L", *dice)
    assert found.frame.mp == points


@pytest.mark.rule("GC 5.1.2", "GC 5.1.2a")
def test_a_least_allowance_under_a_leader_where_the_parameter_asks_for_it():
    found = game(Unit("A", "u cav", "0505"), leader("L", "u", "0505", led_cavalry=-1), min_ma_leader=2)
    assert found.do("activate L", 1, 1).frame.mp == 2


@pytest.mark.rule("GC 5.1.1", "GC 6.5")
def test_a_unit_of_fatigue_four_cannot_march():
    found = game(Unit("A", "u inf", "0505", fatigue=4), Unit("B", "u inf", "0909"))
    assert found.why("march A") == ["GC 4.3"]
    assert found.why("march B") == []


@pytest.mark.rule("GC 5.1.2", "GC 12.2")
def test_one_hex_is_always_possible():
    found = game(Unit("A", "u inf", "0505"), board=ground(woods="0504")).do("march A", 1).do("step A 0504")
    assert found.at("A") == "0504"
    assert found.frame.mp == 0
    rain = game(Unit("A", "u inf", "0505"), board=ground(road="0505-0605-0705")).edit(rain=1).do("march A", 1)
    rain.do("step A 0605")
    assert rain.at("A") == "0605"


@pytest.mark.rule("GC 5.1.2")
def test_no_second_hex_without_the_points_and_none_after_an_attack():
    found = marching(Unit("A", "u inf", "0505"), unit="A", mp=4)
    found.do("step A 0504")
    assert found.why("step A 0503") == ["GC 6.1.1"]
    fought = marching(Unit("A", "u inf", "0505", mv=18), Unit("B", "c inf", "0504", mv=1), unit="A", mp=2)
    fought = with_march(fought, fought=True)
    assert fought.why("step A 0506") == ["GC 6.1.1"]
    assert not [action for action in fought.legal if action.startswith("step")]


class Sluggish(Campaign):
    """Like Rodes at Culpeper: a die of 1 gives nothing at all."""

    def march_modifier(self, state, unit, leader):
        return -1


@pytest.mark.rule("GC 5.1.2")
def test_an_allowance_of_nothing_moves_nobody_but_tires():
    found = game(Unit("A", "u inf", "0505"), Unit("B", "c inf", "1010"), campaign=Sluggish).do("march A", 1, 6, 6)
    assert "event.no_march" in found.told
    assert (found.at("A"), found.get("fatigue", "A")) == ("0505", 1)


# -- extended march (GC 5.1.3)


@pytest.mark.rule("GC 5.1.3")
def test_extended_march_disorganises_and_costs_manpower_before_moving():
    found = game(Unit("A", "u inf", "0505", mv=6, fatigue=2)).do("march A", 6, 5)
    assert (found.get("fatigue", "A"), found.get("manpower", "A"), found.get("disorganised", "A")) == (3, 5, 1)
    assert found.frame.mp == 6  # it still marches


@pytest.mark.rule("GC 5.1.3", "GC 2.2.2")
def test_only_exhausted_units_check_at_fatigue_two():
    fresh = game(Unit("A", "u inf", "0505", fatigue=1)).do("march A", 6)
    assert "event.extended_march" not in fresh.told
    worn = game(Unit("A", "u inf", "0505", fatigue=1, exhausted=True)).do("march A", 6, 1)
    assert "event.extended_march" in worn.told


@pytest.mark.rule("GC 5.1.3")
def test_d_does_nothing_more_to_a_disorganised_unit():
    found = game(Unit("A", "c inf", "0505", mv=3, fatigue=2, disorganised=True), side="confederate")
    found.do("march A", 4, 6)
    assert (found.get("manpower", "A"), found.get("disorganised", "A")) == (3, 1)


@pytest.mark.rule("GC 5.1.3", "GC 2.2.4")
def test_an_extended_march_can_kill_and_never_scores():
    found = game(Unit("A", "u inf", "0505", mv=1, fatigue=3), Unit("B", "u inf", "0909"), Unit("C", "c inf", "1111"))
    found.do("march A", 4, 6, 6, 1)
    assert found.at("A") == "x"
    assert found.state.losses == (0, 0, 0, 1, 0, 0) + (0,) * 6


# -- force march (GC 5.1.4)


@pytest.mark.rule("GC 5.1.4")
def test_force_march_once_before_any_attack():
    found = marching(Unit("A", "c inf", "0505"), unit="A", mp=1).do("force A", 3)
    assert found.frame.mp == 3
    assert found.get("disorganised", "A") == 0
    assert found.why("force A") == ["GC 5.1.4"]
    horse = marching(Unit("A", "u cav", "0505"), unit="A", mp=1).do("force A", 6)
    assert horse.frame.mp == 5
    assert (horse.get("disorganised", "A"), horse.get("manpower", "A")) == (1, 3)
    assert horse.state.losses[4] == 1


@pytest.mark.rule("GC 5.1.3", "GC 5.1.4")
def test_the_log_names_the_modified_dice_of_marching():
    """Union, exhausted and at fatigue 4: +3 on the extended march; Union, exhausted and disorganised: +3 again."""
    found = game(Unit("A", "u inf", "0505", mv=6, fatigue=3, exhausted=True, disorganised=True), BLUE, GREY)
    found.do("march A", 4, 2).do("force A", 1)
    rolls = [event.get("n") for event in found.events if event.key in ("event.extended_march", "event.force_march")]
    assert rolls == [5, 4]
    assert found.get("manpower", "A") == 5  # 5 on the extended march does nothing, 4 costs the disorganised a man


@pytest.mark.rule("GC 5.1.4", "GC 11.3")
def test_no_force_march_for_the_demoralised_or_after_a_fight():
    found = marching(Unit("A", "u inf", "0505", demoralised=1), unit="A", mp=1)
    assert found.why("force A") == ["GC 11.3"]
    mild = marching(Unit("A", "u inf", "0505", demoralised=1), unit="A", mp=1, demoralize_effects="mild")
    assert mild.why("force A") == []
    fought = with_march(marching(Unit("A", "u inf", "0505"), unit="A", mp=1), fought=True)
    assert fought.why("force A") == ["GC 5.1.4"]


@pytest.mark.rule("GC 5.1.4", "GC 6.2.4")
def test_no_force_march_for_a_unit_stopped_in_a_zone():
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0504"))
    found = marching(*units, unit="A", mp=8).do("step A 0506").do("step A 0505")
    assert found.why("force A") == ["GC 6.2.4"]
    began_there = marching(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"), unit="A", mp=8)
    assert began_there.why("force A") == []


@pytest.mark.rule("GC 5.1.4")
def test_a_scenario_may_forbid_force_marches():
    class Paralysed(Campaign):
        def bars_force_march(self, state, unit):
            return reason("SLB 16.0c", "reason.too_tired")

    found = marching(Unit("A", "u inf", "0505"), unit="A", mp=1, campaign=Paralysed)
    assert found.why("force A") == ["SLB 16.0c"]
    assert "force A" not in found.legal


@pytest.mark.rule("GC 5.1.4")
def test_force_march_by_half_a_die():
    found = marching(Unit("A", "c inf", "0505"), unit="A", mp=1, force_march_mp="half_die").do("force A", 5, 1)
    assert found.frame.mp == 4


# -- moving (GC 6.1, 6.2)


@pytest.mark.rule("GC 6.1.1", "GC 6.2.1", "GC 6.1.2")
def test_a_march_moves_and_attacks_in_any_order_until_it_ends():
    found = marching(Unit("A", "u inf", "0507", mv=18), Unit("B", "c inf", "0504", mv=1), unit="A", mp=12)
    found.do("step A 0506")
    assert (found.at("A"), found.frame.mp) == ("0506", 9)
    found.do("step A 0505")
    found.do("attack A prepared 0504", 6, 1)  # ratio +17: DR*, and an a for the attacker
    assert found.frame.__class__.__name__ in ("Retreat", "Advance")


@pytest.mark.rule("GC 6.2.1")
def test_no_step_into_the_enemy_or_over_two_hexes():
    found = marching(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"), unit="A", mp=9)
    assert "GC 6.2.1" in found.why("step A 0504")
    assert found.why("step A 0507") == ["GC 6.2.1"]


@pytest.mark.rule("GC 6.2.3")
def test_foot_pays_one_more_for_friendly_foot_and_cavalry_nothing():
    road = ground(road="0505-0605-0705-0804")
    friends = (Unit("F", "u inf", "0605"), Unit("F2", "u art", "0605"), Unit("C", "u cav", "0705"))
    foot = marching(Unit("A", "u inf", "0505"), *friends, unit="A", mp=9, board=road)
    assert foot.do("step A 0605").frame.mp == 7  # two units, one point
    assert foot.do("step A 0705").frame.mp == 6  # cavalry in the way costs nothing
    horse = marching(Unit("A", "u cav", "0505"), *friends, unit="A", mp=9, board=road)
    assert horse.do("step A 0605").frame.mp == 8


@pytest.mark.rule("GC 6.2.2", "GC 2.4.3")
def test_leaving_an_enemy_zone_costs_one_more():
    units = (Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"))
    found = marching(*units, unit="A", mp=9).do("step A 0506")
    assert found.frame.mp == 9 - 3 - 1
    dear = marching(*units, unit="A", mp=9, leave_ezoc=2).do("step A 0506")
    assert dear.frame.mp == 9 - 3 - 2


@pytest.mark.rule("GC 6.2.6")
def test_zone_to_zone_off_road_disorganises_and_bars_attacks():
    units = (Unit("A", "u inf", "0505"), Unit("B", "c inf", "0604"))
    found = marching(*units, unit="A", mp=9).do("step A 0504")
    assert found.get("disorganised", "A") == 1
    assert found.frame.barred
    assert "GC 6.2.6" in found.why("attack A hasty 0604")
    assert "GC 6.2.4" in found.why("step A 0503")


@pytest.mark.rule("GC 6.2.6")
def test_zone_to_zone_by_road_spares_order_but_not_the_attack():
    units = (Unit("A", "u inf", "0505"), Unit("B", "c inf", "0604"))
    found = marching(*units, unit="A", mp=9, board=ground(road="0505-0504")).do("step A 0504")
    assert found.get("disorganised", "A") == 0
    assert "GC 6.2.6" in found.why("attack A hasty 0604")


@pytest.mark.rule("GC 6.2.6", "GC 6.2.6a")
def test_zone_to_zone_costs_the_disorganised_manpower_that_never_scores():
    units = (Unit("A", "u inf", "0505", disorganised=True), Unit("B", "c inf", "0604"))
    found = marching(*units, unit="A", mp=9).do("step A 0504")
    assert found.get("manpower", "A") == 3
    assert found.state.losses[5] == 1
    assert found.told[1:3] == ["event.zone_again", "event.loses"]
    spared = marching(*units, unit="A", mp=9, zoc_zoc_loss=0).do("step A 0504")
    assert spared.get("manpower", "A") == 4


@pytest.mark.rule("GC 6.2.6", "GC 2.2.4", "GC 2.2.6")
def test_zone_to_zone_can_cost_the_last_man():
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505", mv=1, disorganised=True), Unit("N", "u inf", "0909"),
             Unit("B", "c cav", "0604"))  # fmt: skip
    found = game(*units, agenda=(TurnEnds(), CycleEnds(), Activation("union"))).do("march A", 6).do("stand")
    found.do("step A 0504")  # the march is over, nobody is asked about a cavalry retreat
    assert (found.at("A"), found.at("L")) == ("x", "0909")
    assert found.state.outcome is not None


@pytest.mark.rule("GC 6.2.7", "GC 6.4")
def test_any_number_may_share_a_hex():
    stack = [Unit(f"U{n}", "u inf", "0506") for n in range(8)]
    found = marching(Unit("A", "u inf", "0505"), *stack, unit="A", mp=9).do("step A 0506")
    assert found.at("A") == "0506"


@pytest.mark.rule("GC 6.2.4")
def test_the_march_goes_on_when_the_zone_is_gone():
    found = marching(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0909"), unit="A", mp=9)
    assert found.why("step A 0504") == []
    stopped = with_march(found, stopped=True)  # it had stopped for an enemy who has left since
    assert stopped.why("step A 0504") == []


@pytest.mark.rule("GC 7.7.2", "GC 5.1.2")
def test_a_march_that_loses_its_last_points_to_cavalry_is_over():
    """Not even the one hex of every march is left to it: the cavalry took two points and more."""
    units = (Unit("A", "u inf", "0505"), Unit("C", "c cav", "0504", mv=2), Unit("Z", "c inf", "1313"))
    found = game(*units, agenda=(TurnEnds(), CycleEnds(), Activation("union"))).do("march A", 2)
    found.do("retire 0504", 6)
    while found.state.outcome is None:
        assert found.frame.__class__.__name__ == "Retreat"
        found.do("stop" if "stop" in found.legal else found.legal[0])
    assert found.at("A") == "0505"


# -- flanks refused (GC 7.8)


@pytest.mark.rule("GC 7.8")
def test_refusing_flanks_takes_points_and_ends_the_march():
    found = marching(Unit("A", "u inf", "0505"), Unit("B", "u inf", "0909"), Unit("C", "c inf", "1212"), unit="A", mp=2)
    found.do("refuse A")
    assert found.get("refused", "A") == 1
    short = marching(Unit("A", "u cav", "0505"), unit="A", mp=3)
    assert short.why("refuse A") == ["GC 7.8"]
    cheap = marching(Unit("A", "u cav", "0505"), unit="A", mp=3, refuse_mp="1/2")
    assert cheap.why("refuse A") == []
    again = marching(Unit("A", "u inf", "0505", refused=True), unit="A", mp=2)
    assert again.why("refuse A") == ["GC 7.8"]


@pytest.mark.rule("GC 7.8", "GC 7.6.8", "GC 9.4")
def test_moving_gives_up_refused_flanks_and_works():
    found = marching(
        Unit("A", "u inf", "0505", refused=True, works="breastworks"), Unit("C", "c inf", "1212"), unit="A", mp=9
    )
    found.do("step A 0504")
    assert (found.get("refused", "A"), found.get("works", "A")) == (0, 0)


@pytest.mark.rule("GC 7.8")
def test_attacking_gives_up_refused_flanks():
    found = marching(Unit("A", "u inf", "0505", refused=True), Unit("B", "c inf", "0504"), unit="A", mp=2)
    found.do("attack A hasty 0504", 1, 6)
    assert found.get("refused", "A") == 0


# -- what belongs to the march of somebody else


@pytest.mark.rule("GC 5.2.3")
def test_only_the_marching_unit_acts():
    found = marching(Unit("A", "u inf", "0505"), Unit("B", "u inf", "0909"), unit="A", mp=9)
    assert found.why("step B 0908") == ["GC 5.2.3"]
    assert found.why("pass") == ["GC 6.1.1"]


@pytest.mark.rule("GC 2.4.5", "GC 2.4.5a", "GC 6.2.4")
def test_a_friend_in_the_hex_does_not_keep_an_enemy_zone_from_stopping_a_march():
    units = (Unit("A", "u inf", "0505"), Unit("FRIEND", "u inf", "0504"), Unit("B", "c inf", "0503"))
    found = marching(*units, unit="A", mp=9).do("step A 0504")
    assert found.why("step A 0404") == ["GC 6.2.4"]
