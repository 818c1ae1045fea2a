"""Retreats, routs, surrender, advance, cavalry retreat and demoralisation (GC 7.6, 7.7, 11.2)."""

import pytest
from gc_field import Unit, game, ground, leader, marching

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.retreat import Flight, Retreat, priorities, retreat_choices
from hardtack.battles.gcacw.screen import delay_modifier
from hardtack.referee.umpire import options

GUARD = Unit("U2", "u inf", "1212")


def fleeing(*units, stack="B", result="r", origins=("0507",), shaken=(), **rest):
    """A Confederate stack that must retreat (r) or rout (R, R*)."""
    names = tuple(stack.split())
    frame = Flight("confederate", names, result, shaken, origins)
    base = game(*units, **rest)
    return base.edit(agenda=(*base.state.agenda, frame)).start()


def walk(found, choose=lambda legal: legal[0]):
    """Follow a retreat to its end; returns the hexes of the first unit."""
    while found.frame.__class__.__name__ == "Retreat":
        found.do(choose(found.legal))
    return [event.get("hex") for event in found.events if event.key == "event.retreats"]


# -- length, together, surrender (GC 7.6.1-7.6.3)


@pytest.mark.rule("GC 7.6.1")
def test_a_retreat_is_two_to_four_hexes_and_a_rout_four_to_six():
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506"), GUARD)
    for result, least, most in (("r", 2, 4), ("R", 4, 6)):
        short = walk(fleeing(*units, result=result), lambda legal: legal[-1])
        assert len(short) == least  # "stop" sorts last
        far = walk(fleeing(*units, result=result), lambda legal: legal[0])
        assert len(far) == most or far[-1].endswith("01")
    found = fleeing(*units)
    assert found.why("stop") == ["GC 7.6.1"]


@pytest.mark.rule("GC 7.6.1")
def test_the_stack_stays_together_and_ground_costs_nothing():
    units = (
        Unit("A", "u inf", "0507"),
        Unit("B", "c inf", "0506"),
        Unit("C", "c inf", "0506"),
        leader("K", "c", "0506"),
        GUARD,
    )
    found = fleeing(*units, stack="B C", board=ground(woods="0505 0504 0503", rough="0404 0604"))
    walk(found)
    assert found.at("B") == found.at("C") == found.at("K")


@pytest.mark.rule("GC 6.3.5", "GC 2.2.6")
def test_a_leader_left_alone_on_the_way_does_not_come_back_to_the_stack():
    # the only way out is through D's zone; the point is taken from the leader's own unit, which is gone
    board = ground(major="0506-0505 0506-0605 0506-0606 0506-0406")
    units = (
        Unit("A", "u inf", "0507"),
        Unit("D", "u inf", "0305"),
        Unit("B", "c inf", "0506", mv=1),
        Unit("C", "c inf", "0506", mv=5, corps="Y"),
        leader("K", "c", "0506"),
        leader("M", "c", "0506", corps="Y"),
        Unit("FAR", "c inf", "1212"),
        GUARD,
    )
    found = fleeing(*units, stack="B C", board=board)
    assert found.at("K") == "0405"
    found.do("lose B")
    walk(found)
    assert (found.at("B"), found.at("K")) == ("x", "1212")
    assert found.at("C") == found.at("M") != "0405"


@pytest.mark.rule("GC 7.6.2")
def test_where_a_retreat_may_not_go():
    board = ground(major="0506-0505 0506-0405", mountain="0605", ford="0506-0405")
    found = fleeing(
        Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506"), Unit("D", "u inf", "0606"), GUARD, board=board
    )
    # the river bars 0505, the mountain 0605, enemies 0507 and 0606; the ford to 0405 is open, 0406 lies in zones
    assert found.events[1].get("hex") == "0405"
    frame = next(event for event in found.events if event.key == "event.retreats")
    assert frame.get("hex") == "0405"


@pytest.mark.rule("GC 7.6.2")
def test_a_retreat_never_enters_a_hex_twice_and_obeys_the_scenario():
    found = fleeing(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506"), GUARD)
    assert found.why("retreat 0506") == ["GC 7.6.2"]

    class Barred(Campaign):
        def bars_retreat(self, state, side, here, there):
            return self.name(there) in ("0505", "0405")

    barred = fleeing(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506"), GUARD, campaign=Barred)
    assert barred.events[1].get("hex") == "0605"


@pytest.mark.rule("GC 7.6.3")
def test_no_way_out_is_surrender_and_scores():
    ring = [Unit(f"A{n}", "u inf", hex_) for n, hex_ in enumerate(("0505", "0507", "0405", "0406", "0605", "0606"))]
    found = fleeing(*ring, Unit("B", "c inf", "0506", mv=7), Unit("C", "c inf", "1212"))
    assert found.at("B") == "x"
    assert "event.surrenders" in found.told
    assert found.state.losses[6 + 1] == 7  # Confederate, retreat


# -- priorities (GC 7.6.4)


def ranks(found, here="0506", origins=("0507",), used=None):
    frame = Retreat("confederate", ("B",), (), origins, 2, 4, "retreat", used or (here,))
    grid = found.state.scenario.board.grid
    ranked = priorities(found.state, frame)
    return {grid.name(hex_): ranked.get(hex_) for hex_ in grid.around[grid.index(here)]}


@pytest.mark.rule("GC 7.6.4")
def test_the_five_priorities():
    board = ground(road="0506-0505")
    found = game(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506"), Unit("D", "u inf", "0305"), board=board)
    assert ranks(found) == {"0505": 1, "0605": 2, "0606": 5, "0507": None, "0406": 5, "0405": 4}
    aside = game(Unit("A", "u inf", "0508"), Unit("B", "c inf", "0506"), board=board)
    assert ranks(aside, origins=("0508",))["0606"] == 3


@pytest.mark.rule("GC 7.6.4", "GC 7.6.4a")
def test_each_step_takes_the_best_priority_and_pays_for_zones():
    # everything but 0405 is closed, and an enemy controls 0405: one manpower
    board = ground(major="0506-0505 0506-0605 0506-0606 0506-0406")
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", mv=5), Unit("D", "u inf", "0305"), GUARD)
    found = fleeing(*units, board=board)
    assert found.get("manpower", "B") == 4
    assert found.state.losses[6 + 1] == 1
    dear = fleeing(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", mv=5), GUARD, retreat_loss="0/0/1/1/2")
    assert dear.get("manpower", "B") == 5


@pytest.mark.rule("GC 7.6.4")
def test_a_step_not_away_into_a_zone_costs_two():
    board = ground(major="0506-0505 0506-0605 0506-0606 0506-0405")
    found = fleeing(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", mv=5), GUARD, board=board)
    assert found.events[1].get("hex") == "0406"
    assert found.get("manpower", "B") == 3


@pytest.mark.rule("GC 7.6.4")
def test_a_worse_hex_is_refused_with_its_clause():
    found = fleeing(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506"), GUARD)
    assert found.why("retreat 0606") == ["GC 7.6.4"]
    assert found.legal == ["retreat 0405", "retreat 0505", "retreat 0605"]


@pytest.mark.rule("GC 7.6.5")
def test_a_retreat_leaves_enemy_zones_if_it_can():
    # after two steps along the road the stack stands next to D and must go on
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", mv=9), Unit("D", "u inf", "0403"), GUARD)
    frame = Retreat("confederate", ("B",), (), ("0507",), 2, 4, "retreat", ("0506", "0505", "0504"))
    for setting, may_stop in ((True, False), (False, True)):
        found = game(*units, retreat_continue=setting)
        found.set("at", "B", found.state.scenario.hex("0504"))
        assert retreat_choices(found.state, frame)[1] is may_stop


# -- voluntary retreat and advance (GC 7.6.6, 7.6.7)


@pytest.mark.rule("GC 7.6.7")
def test_a_defender_may_withdraw_after_any_combat():
    units = (Unit("A", "u inf", "0507", mv=8), Unit("B", "c inf", "0506", mv=8), GUARD)
    found = marching(*units, unit="A", mp=2).do("attack A normal 0506", 1, 3)
    assert (found.frame.side, found.legal) == ("confederate", ["hold", "withdraw"])
    found.do("withdraw")
    walk(found)
    assert found.at("B") != "0506"
    shut = ground(major="0506-0505 0506-0605 0506-0606 0506-0405 0506-0406")
    closed_in = marching(*units, unit="A", mp=2, board=shut).do("attack A normal 0506", 1, 3)
    assert closed_in.frame is None  # nowhere to go, nothing to ask
    stays = marching(*units, unit="A", mp=2, voluntary_retreat=False).do("attack A normal 0506", 1, 3)
    assert stays.frame is None
    assert stays.at("B") == "0506"


@pytest.mark.rule("GC 7.6.4", "GC 7.6.7")
def test_the_manpower_a_step_costs_is_shown_beforehand():
    def risks(found):
        hints = [found.state.scenario.battle.page.hint(found.state, action) for action in options(found.state).all()]
        return [(hint.risk.key, dict(hint.risk.args)["n"]) if hint.risk else None for hint in hints]

    units = (Unit("A", "u inf", "0507", mv=8), Unit("B", "c inf", "0506", mv=8), GUARD)
    board = ground(major="0506-0505 0506-0605 0506-0606 0506-0405")  # only 0406, in the attacker's zone, is open
    shut = marching(*units, unit="A", mp=2, board=board).do("attack A normal 0506", 1, 3)
    assert risks(shut) == [None, ("risk.retreat_loss", 2)]
    free = marching(*units, unit="A", mp=2).do("attack A normal 0506", 1, 3)
    assert risks(free) == [None, None]
    ring = [Unit(f"A{n}", "u inf", hex_) for n, hex_ in enumerate(("0506", "0502", "0303", "0305", "0703", "0705"))]
    base = game(*ring, Unit("B", "c inf", "0504"))
    frame = Retreat("confederate", ("B",), (), ("0506",), 2, 4, "retreat", ("0605", "0604", "0504"))
    asked = base.edit(agenda=(*base.state.agenda, frame))
    assert asked.legal == ["retreat 0403", "retreat 0503", "retreat 0603", "stop"]
    assert risks(asked) == [("risk.retreat_loss", 1)] * 3 + [None]


@pytest.mark.rule("GC 7.6.6")
def test_an_advance_is_optional_free_and_ignores_zones():
    units = (Unit("A", "u inf", "0507", mv=12), Unit("B", "c inf", "0506", mv=2), Unit("C", "c inf", "0404", mv=2))
    found = marching(*units, unit="A", mp=8).do("attack A prepared 0506", 6, 5)
    walk(found)
    assert found.legal == ["advance A", "stay"]
    found.do("advance A")
    assert (found.at("A"), found.frame.mp, found.frame.stopped) == ("0506", 4, False)
    stays = marching(*units, unit="A", mp=8).do("attack A prepared 0506", 6, 5)
    walk(stays)
    assert stays.do("stay").at("A") == "0507"


@pytest.mark.rule("GC 5.2.4", "GC 7.6.6")
@pytest.mark.parametrize("dice", [(6, 5), (3, 4)])  # a: the march goes on; fa: it ends
def test_an_advance_is_the_leaders_move_too(dice):
    units = (
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505", mv=12),
        Unit("C", "u inf", "0505"),
        Unit("D", "c inf", "0504", mv=2),
        Unit("Z", "c inf", "1313"),
    )
    found = game(*units)
    found.do("activate L").do("name A").do("name C", 3).do("march A").do("bring L").do("attack A prepared 0504", *dice)
    walk(found)
    found.do("advance A")
    if found.frame.unit == "A":
        found.do("halt A")
    assert (found.at("L"), found.frame.unit) == ("0504", "C")
    assert found.why("bring L") == ["GC 5.2.4"]


@pytest.mark.rule("GC 7.6.8", "GC 9.4")
def test_works_stay_behind_in_a_retreat():
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", works="breastworks", refused=True), GUARD)
    found = fleeing(*units)
    walk(found)
    assert (found.get("works", "B"), found.get("refused", "B")) == (0, 0)


# -- demoralisation (GC 11.2)


@pytest.mark.rule("GC 11.2", "GC 11.1")
@pytest.mark.parametrize(
    ("result", "shaken", "before", "level"),
    [
        ("r", ("B",), 0, 0),
        ("R", (), 0, 0),
        ("R", ("B",), 0, 1),
        ("R*", (), 0, 1),
        ("R*", ("B",), 0, 2),
        ("R*", ("B",), 1, 2),
    ],
)
def test_routs_demoralise_the_disorganised(result, shaken, before, level):
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", demoralised=before), GUARD)
    assert fleeing(*units, result=result, shaken=shaken).get("demoralised", "B") == level


@pytest.mark.rule("GC 11.2")
def test_r_star_may_cost_manpower_instead():
    units = (Unit("A", "u inf", "0507"), Unit("B", "c inf", "0506", mv=5), GUARD)
    found = fleeing(*units, result="R*", rstar="loss")
    assert (found.get("demoralised", "B"), found.get("manpower", "B")) == (0, 4)


# -- cavalry retreat (GC 7.7)


@pytest.mark.rule("GC 7.7.1", "GC 6.2.4")
def test_cavalry_may_retreat_before_marching_foot_and_the_march_goes_on():
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506", mv=2), unit="A", mp=12).do("step A 0507")
    assert (found.frame.side, found.legal) == ("confederate", ["retire 0506", "stand"])
    found.do("retire 0506", 5)  # 5 + 0, halved: 2 points
    walk(found)
    assert found.frame.mp == 12 - 3 - 2
    assert found.why("step A 0506") == []
    assert (found.get("fatigue", "C"), found.get("disorganised", "C"), found.get("manpower", "C")) == (1, 1, 2)


@pytest.mark.rule("GC 7.7.1")
def test_the_cavalry_may_stand_and_is_asked_again_at_each_entry():
    found = (
        marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), unit="A", mp=12).do("step A 0507").do("stand")
    )
    assert found.frame.unit == "A"
    assert "attack A normal 0506" in found.legal


@pytest.mark.rule("GC 7.7.1")
def test_no_cavalry_retreat_from_cavalry_mixed_stacks_or_over_woods():
    horse = marching(Unit("A", "u cav", "0508"), Unit("C", "c cav", "0506"), unit="A", mp=12).do("step A 0507")
    assert horse.frame.side == "union"
    mixed = marching(
        Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), Unit("D", "c inf", "0506"), unit="A", mp=12
    )
    assert mixed.do("step A 0507").frame.side == "union"
    woods = marching(
        Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), unit="A", mp=12, board=ground(woods="0506")
    )
    assert woods.do("step A 0507").frame.side == "union"
    foot = Unit("F", "c inf", "0606")  # A stops in the zone of foot, and the cavalry beyond the woods stays unasked
    other = marching(
        Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), foot, unit="A", mp=12, board=ground(woods="0506")
    ).do("step A 0507")
    assert (other.frame.side, other.frame.stopped) == ("union", True)


@pytest.mark.rule("GC 7.7.1")
def test_it_also_comes_when_the_march_begins_in_the_zone():
    found = game(Unit("A", "u inf", "0507"), Unit("C", "c cav", "0506")).do("march A", 4)
    assert found.frame.__class__.__name__ == "Screen"


@pytest.mark.rule("GC 7.7.1", "GC 7.6.6")
def test_it_also_comes_when_an_advance_brings_the_march_into_the_zone():
    units = (Unit("A", "u inf", "0507", mv=12), Unit("B", "c inf", "0506", mv=2), Unit("C", "c cav", "0605", mv=2))
    found = marching(*units, unit="A", mp=8, board=ground(woods="0507")).do("attack A prepared 0506", 6, 5)
    walk(found)
    found.do("advance A")
    assert (found.frame.side, found.legal) == ("confederate", ["retire 0605", "stand"])
    found.do("retire 0605", 4)  # halved: two of the four points left
    walk(found)
    assert (found.at("A"), found.frame.unit, found.frame.mp) == ("0506", "A", 2)
    stays = marching(*units, unit="A", mp=8, board=ground(woods="0507")).do("attack A prepared 0506", 6, 5)
    walk(stays)
    assert stays.do("stay").frame.unit == "A"


@pytest.mark.rule("GC 7.7.2")
@pytest.mark.parametrize(
    ("mv", "board", "modifier"),
    [(1, {}, -1), (2, {}, 0), (3, {}, 0), (4, {}, 1), (5, {}, 2), (2, {"mountain": "0506", "road": "0507-0506"}, 3),
     (2, {"minor": "0507-0506", "ford": "0507-0506"}, 2), (2, {"creek": "0507-0506"}, 1), (2, {"rough": "0506"}, 1),
     (2, {"rough": "0506", "creek": "0507-0506"}, 1),
     (2, {"minor": "0507-0506", "ford": "0507-0506", "rough": "0506"}, 3),
     (2, {"mountain": "0506", "road": "0507-0506", "creek": "0507-0506"}, 4)],
)  # fmt: skip
def test_cavalry_retreat_modifiers(mv, board, modifier):
    found = game(Unit("A", "u inf", "0507"), Unit("C", "c cav", "0506", mv=mv), board=ground(**board))
    hex_ = found.state.scenario.hex
    assert delay_modifier(found.state, hex_("0506"), hex_("0507")) == modifier


@pytest.mark.rule("GC 7.7.2", "GC 7.7.2a")
def test_rounding_and_terrain_parameters():
    units = (Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506", mv=2))
    up = marching(*units, unit="A", mp=12, cavret_round="up").do("step A 0507").do("retire 0506", 5)
    walk(up)
    assert up.frame.mp == 12 - 3 - 3
    plain = game(*units, board=ground(rough="0506"), cavret_terrain=False)
    hex_ = plain.state.scenario.hex
    assert delay_modifier(plain.state, hex_("0506"), hex_("0507")) == 0


@pytest.mark.rule("GC 7.7.2")
def test_a_march_without_points_left_ends():
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), GUARD, unit="A", mp=4)
    found.do("step A 0507").do("retire 0506", 6)
    walk(found)
    assert found.frame is None


@pytest.mark.rule("GC 7.7.1", "GC 7.7.2")
def test_nobody_else_is_asked_once_the_march_has_ended():
    units = (Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), Unit("D", "c cav", "0606"), GUARD)
    for points, asked in ((4, False), (12, True)):
        found = marching(*units, unit="A", mp=points).do("step A 0507")
        assert found.legal == ["retire 0506", "retire 0606", "stand"]
        walk(found.do("retire 0506", 6))
        assert (found.frame is not None) is asked
        if asked:
            assert found.legal == ["retire 0606", "stand"]


@pytest.mark.rule("GC 7.7.3")
def test_an_unmodified_one_costs_a_manpower_that_scores():
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506", mv=5), unit="A", mp=12)
    found.do("step A 0507").do("retire 0506", 1)
    assert found.get("manpower", "C") == 4
    assert found.state.losses[6 + 2] == 1
    small = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506", mv=1), unit="A", mp=12)
    small.do("step A 0507").do("retire 0506", 1)
    assert small.at("C") == "x"


@pytest.mark.rule("GC 7.7.4")
def test_the_cavalry_goes_two_to_four_hexes_and_nobody_advances():
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), unit="A", mp=12)
    found.do("step A 0507").do("retire 0506", 4)
    assert (found.frame.least, found.frame.most) == (2, 4)
    walk(found)
    assert found.frame.__class__.__name__ == "March"
    assert found.at("A") == "0507"


@pytest.mark.rule("GC 7.7.6")
def test_worn_cavalry_may_still_retreat():
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506", fatigue=4), unit="A", mp=12)
    found.do("step A 0507").do("retire 0506", 4)
    walk(found)
    assert found.get("fatigue", "C") == 4


@pytest.mark.rule("GC 7.7.1")
def test_cavalry_with_nowhere_to_go_is_not_asked():
    ring = [Unit(f"A{n}", "u inf", hex_) for n, hex_ in enumerate(("0505", "0405", "0406", "0605", "0606"))]
    found = marching(Unit("A", "u inf", "0508"), Unit("C", "c cav", "0506"), *ring, unit="A", mp=12)
    assert found.do("step A 0507").frame.side == "union"
