"""Leaders: activation, going along, transfer, and what becomes of one left alone (GC 2.2, 5.2, 6.3)."""

from dataclasses import replace

import pytest
from gc_field import Unit, game, ground, leader, marching, with_march

from hardtack.battles.gcacw.actions import NameUnit, TransferLeader
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.leaders import LeaderTransfer
from hardtack.battles.gcacw.losses import Losses
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import TurnEnds
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import reason

FOE = Unit("Z", "c inf", "1313")


# -- who activates whom (GC 5.2)


@pytest.mark.rule("GC 5.2.1")
def test_army_leaders_do_not_activate():
    found = game(leader("H", "u", "0505", rank="army"), leader("L", "u", "0505"), Unit("A", "u inf", "0505"), FOE)
    assert found.why("activate H") == ["GC 5.2.1"]
    assert found.why("activate L") == []
    assert "GC 5.2.1" in found.why("activate A")


@pytest.mark.rule("GC 5.2.2", "GC 2.5")
def test_only_fit_own_units_in_radius_follow():
    found = game(
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505"),
        Unit("NEAR", "u inf", "0508"),
        Unit("FAR", "u inf", "0509"),
        Unit("OTHER", "u inf", "0504", corps="Y"),
        Unit("TIRED", "u inf", "0504", fatigue=4),
        FOE,
    ).do("activate L")
    assert found.legal == ["name A", "name NEAR"]
    assert found.why("name FAR") == ["GC 5.2.2"]
    none = game(leader("L", "u", "0505"), Unit("A", "u inf", "0505", fatigue=4), Unit("B", "u inf", "0909"), FOE)
    assert none.why("activate L") == ["GC 4.3"]  # A is near enough but spent
    away = game(leader("L", "u", "0505"), Unit("X", "u inf", "0505", corps="Y"), Unit("B", "u inf", "0909"), FOE)
    assert away.why("activate L") == ["GC 5.2.2"]


@pytest.mark.rule("GC 5.2.2", "GC 4.3", "GC 2.5")
def test_every_unit_that_cannot_be_named_has_its_own_reason():
    found = game(
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505"),
        Unit("B", "u inf", "0505"),
        Unit("FAR", "u inf", "0509"),
        Unit("OTHER", "u inf", "0504", corps="Y"),
        Unit("TIRED", "u inf", "0504", fatigue=4),
        Unit("SPENT", "u inf", "0509", fatigue=4),
        FOE,
    ).do("activate L")
    keys = lambda notation: [reason.key for reason in found.reasons(notation)]  # noqa: E731
    assert keys("ready") == ["reason.name_first"]
    found.do("name A")
    assert keys("name A") == ["reason.already_named"]
    assert keys("name B") == []
    assert keys("name FAR") == ["reason.too_far"]
    assert keys("name OTHER") == ["reason.not_his_command"]
    assert keys("name TIRED") == ["reason.too_tired"]
    assert keys("name SPENT") == ["reason.too_tired", "reason.too_far"]
    assert keys("name Z") == keys("name L") == ["reason.not_your_unit"]
    assert keys("pass") == ["referee.not_asked"]


@pytest.mark.rule("GC 5.2.2")
def test_a_scenario_may_limit_how_many_are_named():
    class One(Campaign):
        def bars_action(self, state, side, action):
            full = isinstance(action, NameUnit) and state.agenda[-1].named
            return reason("SLB 13.2c", "reason.already_named") if full else None

    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0505"), FOE)
    found = game(*units, campaign=One).do("activate L")
    assert found.why("name B") == []
    found.edit(agenda=(*found.state.agenda[:-1], replace(found.frame, named=("A",))))
    assert found.why("name B") == ["SLB 13.2c"]
    assert found.legal == ["ready"]


@pytest.mark.rule("GC 5.2.5")
def test_division_leaders_command_their_division_and_corps_leaders_their_corps():
    units = (
        leader("D", "c", "0505", rank="division", division="E"), leader("K", "c", "0505"),
        Unit("A", "c inf", "0505", division="E"), Unit("B", "c inf", "0506", division="E"),
        Unit("C", "c inf", "0506", division="F"), Unit("U", "u inf", "1313"),
    )  # fmt: skip
    assert game(*units, side="confederate").do("activate D").legal == ["name A", "name B"]
    assert game(*units, side="confederate").do("activate K").legal == ["name A", "name B", "name C"]


@pytest.mark.rule("GC 5.2.3", "GC 6.5")
def test_one_roll_for_all_and_fatigue_when_each_begins():
    found = game(leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0506"), FOE)
    found.do("activate L").do("name A")
    assert found.legal == ["name B", "ready"]
    found.do("name B", 4)  # the last one named: the roll follows at once
    assert found.legal == ["march A", "march B"]
    assert found.why("march Z") == ["GC 5.2.3"]
    found.do("march B")
    assert (found.get("fatigue", "A"), found.get("fatigue", "B"), found.frame.mp) == (0, 1, 5)
    found.do("halt B")
    assert found.frame.unit == "A"  # the last one needs no choosing
    assert (found.get("fatigue", "A"), found.frame.mp) == (1, 5)


@pytest.mark.rule("GC 5.2.3")
def test_each_unit_of_an_activation_marches_once():
    units = [Unit(name, "u inf", "0505") for name in "ABCD"]
    found = game(leader("L", "u", "0505"), *units, FOE).do("activate L").do("name A").do("name B").do("name C")
    found.do("ready", 4).do("march A").do("halt A")
    keys = lambda notation: [reason.key for reason in found.reasons(notation)]  # noqa: E731
    assert keys("march A") == ["reason.already_marched"]
    assert keys("march D") == ["reason.not_named"]
    assert keys("pass") == ["referee.not_asked"]


@pytest.mark.rule("GC 5.2.3")
def test_cavalry_and_foot_under_one_leader_roll_apart():
    found = game(leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("C", "u cav", "0505"), FOE)
    found.do("activate L").do("name A").do("name C", 4, 6, 5)
    assert found.told.count("event.led_roll") == 2
    assert found.do("march A").frame.mp == 5
    assert found.do("halt A").frame.mp == 12
    horse = game(leader("L", "u", "0505"), Unit("C", "u cav", "0505"), Unit("D", "u cav", "0505"), FOE)
    horse.do("activate L").do("name C").do("name D", 6, 5)
    assert [event.get("term") for event in horse.events if event.key == "event.led_roll"] == ["cavalry"]


@pytest.mark.rule("GC 5.2.4", "GC 6.3.3")
def test_the_leader_moves_with_one_unit_only():
    road = ground(road="0505-0605-0705")
    found = game(
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505"),
        Unit("B", "u inf", "0505"),
        Unit("C", "u inf", "0506"),
        FOE,
        board=road,
    )
    found.do("activate L").do("name A").do("name B").do("name C", 3).do("march A").do("bring L").do("step A 0605")
    assert found.at("L") == "0605"
    found.do("halt A").do("march C")
    assert found.why("bring L") == ["GC 5.2.4"]


@pytest.mark.rule("GC 6.3.3")
def test_the_leader_may_first_join_any_unit_he_activated():
    found = game(leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0507"), FOE)
    found.do("activate L").do("name A").do("name B", 3).do("march B").do("bring L")
    assert found.at("L") == "0507"
    found.do("step B 0508")
    assert found.at("L") == "0508"


@pytest.mark.rule("GC 6.3.3")
def test_the_leader_may_join_a_unit_that_is_not_on_the_march():
    """Between two marches he goes to any unit of the activation: one that waits, or one that has marched."""
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0507"),
             Unit("C", "u inf", "0508"), Unit("N", "u inf", "0506"), FOE)  # fmt: skip
    found = game(*units).do("activate L").do("name A").do("name B").do("name C").do("ready", 3).do("march A")
    assert [action for action in found.legal if "L" in action] == ["transfer L B", "transfer L C"]
    found.do("transfer L B")  # he would have had to go with A, the only unit beside him
    assert found.why("bring L") == found.why("transfer L C") == ["GC 6.3.3"]
    found.do("step A 0504")
    assert (found.at("L"), found.at("A")) == ("0507", "0504")
    found.do("halt A").do("march C").do("transfer L A")
    assert found.at("L") == "0504"
    found.do("halt C").do("bring L").do("step B 0506")  # and in the end he comes along with the last
    assert found.at("L") == "0506"


@pytest.mark.rule("GC 6.3.3", "GC 5.2.4")
def test_why_the_leader_cannot_join_a_unit():
    units = (leader("L", "u", "0505"), leader("H", "u", "0505", rank="army"), Unit("A", "u inf", "0505"),
             Unit("B", "u inf", "0505"), Unit("C", "u inf", "0508"), Unit("N", "u inf", "0506"), FOE)  # fmt: skip
    found = game(*units).do("activate L").do("name A").do("name B").do("name C").do("ready", 3).do("march A")
    keys = lambda notation: [reason.key for reason in found.reasons(notation)]  # noqa: E731
    assert keys("transfer L A") == ["reason.bring_him"]
    assert keys("transfer L B") == ["reason.same_hex"]
    assert keys("transfer L N") == ["reason.not_named"]
    assert keys("transfer H C") == ["reason.no_leader"]
    fought = replace(found.frame, fought=True)
    after = fought.options(found.state)
    assert [action for action in after if isinstance(action, TransferLeader)] == []
    assert [reason.key for reason in after.reasons(TransferLeader("L", "C"))] == ["reason.leader_too_late"]
    found.do("bring L").do("step A 0504")
    assert keys("transfer L C") == ["reason.leader_too_late", "reason.leader_moved"]
    found.do("halt A").do("march B")
    assert keys("transfer L C") == ["reason.leader_moved"]
    alone = game(*units).do("march A", 3)
    assert [reason.key for reason in alone.reasons("transfer L C")] == ["reason.no_leader"]


@pytest.mark.rule("GC 6.3.3")
def test_an_army_leader_goes_only_with_the_activated_leaders_unit():
    units = (leader("H", "u", "0505", rank="army"), leader("L", "u", "0505"), Unit("A", "u inf", "0505"),
             Unit("B", "u inf", "0505"), FOE)  # fmt: skip
    found = game(*units).do("activate L").do("name A").do("ready", 3)
    assert found.why("bring H") == ["GC 6.3.3"]
    found.do("bring L")
    assert found.why("bring H") == []


@pytest.mark.rule("GC 5.2.4", "GC 6.3.3", "GC 6.3.5")
def test_an_advance_is_a_move_with_the_leader_too():
    """He advances with one unit, marches on with it, and goes with no other."""
    found = game(
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505", mv=18),
        Unit("B", "u inf", "0505"),
        Unit("C", "u inf", "0506"),
        Unit("E", "c inf", "0504", mv=1),
        FOE,
    )
    found.do("activate L").do("name A").do("name B").do("name C", 6).do("march A").do("bring L")
    found.do("attack A hasty 0504", 6, 1)
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    found.do("advance A").do("step A 0404").do("halt A").do("march C")
    assert (found.at("L"), found.why("bring L")) == ("0404", ["GC 5.2.4"])


@pytest.mark.rule("GC 6.3.2", "GC 6.3.3")
def test_a_division_leader_goes_with_his_own_unit_under_the_corps_leader():
    units = (
        leader("J", "c", "0505"), leader("D", "c", "0507", rank="division", division="E"), Unit("A", "c inf", "0505"),
        Unit("G", "c inf", "0507", division="E"), Unit("H", "c inf", "0507", division="E"),
        Unit("I", "c inf", "0508", division="E"), Unit("U", "u inf", "1313"),
    )  # fmt: skip
    found = game(*units, side="confederate").do("activate J").do("name G").do("name H").do("name I").do("ready", 3)
    found.do("march G").do("bring D").do("step G 0508").do("halt G").do("march I")
    assert (found.at("D"), found.at("J")) == ("0508", "0505")
    assert found.why("bring D") == ["GC 6.3.3"]  # one unit in an action, like every leader
    assert found.why("bring J") == []


@pytest.mark.rule("GC 6.3.1", "GC 6.3.2")
def test_a_leader_goes_along_or_stays_with_others():
    found = marching(
        leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0505"), FOE, unit="A", mp=9
    )
    assert "bring L" in found.legal
    assert "bring L" not in with_march(found, fought=True).legal
    assert found.why("bring L") == ["GC 6.3.3"]
    with_march(found, fought=False)
    left = found.do("step A 0504")
    assert left.at("L") == "0505"
    assert "GC 6.3.3" in left.why("bring L")
    alone = game(leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "u inf", "0505", corps="Y"), FOE)
    alone.do("march A", 6).do("step A 0504")
    assert alone.at("L") == "0504"


@pytest.mark.rule("GC 6.3.1", "GC 2.2.5")
def test_a_leader_goes_with_nobody_elses_unit():
    found = marching(
        leader("L", "u", "0505"), Unit("A", "u inf", "0505", corps="Y"), Unit("B", "u inf", "0505"), FOE, unit="A", mp=9
    )
    assert found.why("bring L") == ["GC 6.3.1"]
    elsewhere = marching(
        leader("L", "u", "0909"), Unit("B", "u inf", "0909"), Unit("A", "u inf", "0505"), FOE, unit="A", mp=9
    )
    assert elsewhere.why("bring L") == ["GC 6.3.1"]


@pytest.mark.rule("GC 2.2.5")
def test_a_leader_alone_is_no_position():
    found = game(leader("L", "u", "0505"), Unit("A", "u inf", "0506"), FOE)
    with pytest.raises(BadPosition, match="leader L"):
        found.state.scenario.battle.check_position(found.state)
    army = game(leader("H", "u", "0505", rank="army"), Unit("A", "u inf", "0505", corps="Y"), FOE)
    army.state.scenario.battle.check_position(army.state)


@pytest.mark.rule("GC 2.2.7")
def test_a_tactical_pair_is_attack_then_defence():
    found = game(leader("L", "u", "0505", tac=(4, 3), reverse=(2, 5)), Unit("A", "u inf", "0505"), FOE)
    scenario = found.state.scenario
    assert (scenario.tactical(found.state, 0, True), scenario.tactical(found.state, 0, False)) == (4, 3)
    found.set("reversed", "L", 1)
    assert (scenario.tactical(found.state, 0, True), scenario.command_value(found.state, 0)) == (2, 5)


# -- transfer (GC 6.3.4)


def transfer_game(*units, **settings):
    return game(*units, agenda=(LeaderTransfer("union"),), **settings)


@pytest.mark.rule("GC 6.3.4")
def test_transfer_within_ten_hexes():
    """Golden case G16: exactly ten hexes was legal."""
    units = (
        leader("L", "u", "0501"),
        Unit("A", "u inf", "0501"),
        Unit("TEN", "u inf", "0511"),
        Unit("ELEVEN", "u inf", "0512"),
        Unit("OTHER", "u inf", "0503", corps="Y"),
        FOE,
    )
    found = transfer_game(*units)
    assert found.legal == ["done", "transfer L TEN"]
    assert found.why("transfer L ELEVEN") == ["GC 6.3.4"]
    assert found.why("transfer L OTHER") == ["GC 6.3.4"]
    assert found.why("transfer L A") == ["GC 6.3.4"]


@pytest.mark.rule("GC 6.3.4", "GC 3.2")
def test_a_transferred_leader_stands_with_his_new_unit():
    units = (leader("L", "u", "0501"), leader("M", "u", "0501"), Unit("A", "u inf", "0501"), Unit("B", "u inf", "0503"))
    found = game(*units, FOE, agenda=(TurnEnds(), LeaderTransfer("union")))
    found.do("transfer L B")
    assert (found.at("L"), found.at("M")) == ("0503", "0501")
    assert found.legal == ["done", "transfer M B"]  # each leader once
    assert [reason.key for reason in found.reasons("transfer L A")] == ["reason.already_transferred"]
    assert found.do("transfer M B").state.outcome is not None  # nobody is left to transfer: the phase is over


@pytest.mark.rule("GC 6.3.4")
def test_only_leaders_of_the_side_in_play_transfer():
    units = (leader("L", "u", "0501"), Unit("A", "u inf", "0501"), Unit("B", "u inf", "0503"), leader("M", "u", ""),
             leader("K", "c", "0901"), Unit("Y", "c inf", "0901"), Unit("Z", "c inf", "0903"))  # fmt: skip
    found = transfer_game(*units)
    keys = lambda notation: [reason.key for reason in found.reasons(notation)]  # noqa: E731
    assert keys("transfer L B") == []
    assert keys("transfer A B") == keys("transfer M B") == ["reason.no_leader"]
    assert keys("transfer K Z")[0] == "reason.no_leader"
    assert keys("pass") == ["referee.not_asked"]


@pytest.mark.rule("GC 6.3.4")
def test_a_scenario_may_hold_a_leader_back():
    class Asleep(Campaign):
        def leader_bans(self, state, leader, what):
            yield reason("SLB 13.5b", f"reason.{what}")

    units = (leader("L", "u", "0501"), Unit("A", "u inf", "0501"), Unit("A2", "u inf", "0501"),
             Unit("B", "u inf", "0503"), Unit("E", "c inf", "0502"), FOE)  # fmt: skip
    found = game(*units, campaign=Asleep)
    for asked, notation, what in (
        (transfer_game(*units[:-2], campaign=Asleep), "transfer L B", "transfer"),
        (found, "activate L", "activate"),
        (found, "assault L 0502", "assault"),
        (marching(*units, unit="A", mp=3, campaign=Asleep), "bring L", "move"),
    ):
        assert [(reason.clause, reason.key) for reason in asked.reasons(notation)] == [("SLB 13.5b", f"reason.{what}")]
        assert notation not in asked.legal


@pytest.mark.rule("GC 6.3.4", "GC 6.3.4a")
def test_each_leader_transfers_once_and_only_where_the_path_is_free():
    wall = [Unit(f"Z{n}", "c inf", f"{n:02d}08") for n in range(1, 17)]
    units = (
        leader("L", "u", "0504"),
        Unit("A", "u inf", "0504"),
        Unit("B", "u inf", "0511"),
        Unit("C", "u inf", "0502"),
    )
    assert transfer_game(*units, *wall).legal == ["done", "transfer L C"]
    assert "transfer L B" in transfer_game(*units, *wall, transfer_path="counted").legal
    found = game(*units, agenda=(LeaderTransfer("union", ("L",)),))
    assert found.why("transfer L C") == ["GC 6.3.4"]


# -- left alone (GC 2.2.6) and leader loss (GC 6.3.6)


@pytest.mark.rule("GC 2.2.6")
def test_an_orphaned_leader_joins_the_nearest_unit():
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505", mv=1, fatigue=3), Unit("B", "u inf", "0508"),
             Unit("C", "u inf", "0510"), FOE)  # fmt: skip
    found = game(*units).do("march A", 3, 6, 6, 1)
    assert (found.at("A"), found.at("L")) == ("x", "0508")


@pytest.mark.rule("GC 2.2.6")
def test_the_owner_breaks_ties_and_nobody_left_removes_the_leader():
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505", mv=1, fatigue=3))
    tie = game(*units, Unit("B", "u inf", "0507"), Unit("C", "u inf", "0503"), FOE).do("march A", 3, 6)
    assert tie.legal == ["transfer L B", "transfer L C"]
    tie.do("transfer L C", 6, 1)
    assert tie.at("L") == "0503"
    gone = game(*units, Unit("B", "u inf", "0507", corps="Y"), FOE).do("march A", 3, 6, 6, 1)
    assert gone.at("L") == "x"
    removed = game(*units, Unit("B", "u inf", "0507"), FOE, leader_orphan="removed").do("march A", 3, 6, 6, 1)
    assert removed.at("L") == "x"


@pytest.mark.rule("GC 2.2.6", "GC 7.5.1")
def test_no_orphan_joins_a_unit_that_fell_in_the_same_losses():
    """A grand assault from two hexes loses both its weak units: the leader is not sent to the second of them."""
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505", mv=1), Unit("B", "u inf", "0604", mv=1),
             Unit("C", "u inf", "0405"), Unit("E", "c inf", "0504", mv=9), FOE)  # fmt: skip
    losses = Losses("union", ("A", "B"), 2, "combat", "GC 7.5.1")
    found = game(*units, agenda=(TurnEnds(), CycleEnds(), losses)).start()
    assert (found.at("A"), found.at("B")) == ("x", "x")
    assert found.legal == ["transfer L C"]


@pytest.mark.rule("GC 2.2.6", "GC 6.3.3")
def test_a_leader_out_of_play_goes_with_nobody():
    """His unit dies on the march and he leaves play with it; the others he activated march without him."""
    units = (leader("L", "u", "0505"), Unit("A", "u inf", "0505", mv=1, fatigue=3), Unit("B", "u inf", "0507"),
             Unit("C", "u inf", "0508"), FOE)  # fmt: skip
    found = game(*units, leader_orphan="removed").do("activate L").do("name A").do("name B").do("name C", 3)
    found.do("march A", 6).do("march B")
    assert found.at("L") == "x"
    assert not [action for action in found.legal if "L" in action]
    assert found.why("bring L") == ["GC 2.2.6"]
    assert found.why("transfer L C") == ["GC 6.3.3"]


@pytest.mark.rule("GC 6.3.6")
def test_leaders_fall_only_where_a_scenario_says_so():
    units = (leader("J", "c", "0505"), Unit("A", "c inf", "0505", mv=8), Unit("B", "u inf", "0504", mv=8))
    plain = marching(*units, unit="A", mp=4).do("attack A prepared 0504", 1, 1)
    assert plain.at("J") == "0505"

    class Deadly(Campaign):
        def combat_rolled(self, draft, umpire, attack, dice):
            assert dice == (1, 1)
            draft.reversed = tuple(int(piece.is_leader) for piece in self.pieces)

    deadly = marching(*units, unit="A", mp=4, campaign=Deadly).do("attack A prepared 0504", 1, 1)
    assert deadly.get("reversed", "J") == 1


@pytest.mark.rule("GC 6.3.5")
def test_leaders_retreat_and_advance_with_their_units():
    units = (
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505", mv=12),
        leader("K", "c", "0504"),
        Unit("B", "c inf", "0504", mv=2),
    )
    found = game(*units).do("march A", 6).do("attack A prepared 0504", 6, 1)
    while found.frame.__class__.__name__ == "Retreat":
        found.do(found.legal[0])
    assert found.at("K") == found.at("B") != "0504"
    found.do("advance A")
    assert (found.at("A"), found.at("L")) == ("0504", "0504")
