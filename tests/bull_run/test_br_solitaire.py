"""Chapter 9: the action table, the orders, and the machine that carries them out."""

from __future__ import annotations

from random import Random

import pytest
from bull_run_field import (
    BATTLE,
    Combat,
    EndTurn,
    Movement,
    StartMovement,
    do,
    fighting,
    hex_,
    legal,
    marked,
    moving,
    run,
    stage,
    told,
    unit,
)

from hardtack.battles.bull_run.combat import AllotHits, Losses
from hardtack.battles.bull_run.doctrine import doctrine
from hardtack.battles.bull_run.retreat import ChooseRetreat, OfferAdvance
from hardtack.battles.bull_run.solitaire import action_column, give_missions, is_stopped
from hardtack.referee.events import CONFEDERATE
from hardtack.referee.state import LOST, freeze, put

SOLO = {"solitaire": True}
SOUTH_HEXES = ("0303", "0304", "0403", "0405", "0504")
UNION_NAMES = ("BUR", "POR", "FRA", "WIL", "HOW")

# The seed's table: die -> the order in each column.
ACTION_TABLE = {1: "ACD", 2: "ACD", 3: "ACE", 4: "ACE", 5: "BCE", 6: "BCE"}


def order_phase(over: int, *, aware: bool = True, **more):
    units = {"EVA": "0805", "JAC": "1209", "BLE": "1802", **dict(zip(UNION_NAMES[:over], SOUTH_HEXES, strict=False))}
    agenda = (EndTurn(), Movement(CONFEDERATE), StartMovement(CONFEDERATE))
    facts = {"south_known": aware, "flank_known": aware, **more}
    return stage(agenda, units, settings=SOLO, **facts)


def missions(state, *names):
    return [state.missions[unit(name)] for name in names]


def with_orders(order, units, **more):
    """The missions of an order, in a Confederate movement phase."""
    state = moving(CONFEDERATE, units, settings=SOLO, order=order, **more)
    draft = state.draft()
    give_missions(draft, order)
    return freeze(draft)


def give(state, **wanted):
    draft = state.draft()
    for name, mission in wanted.items():
        draft.missions = put(draft.missions, unit(name), mission)
    return freeze(draft)


@pytest.mark.rule("BR 9.0")
@pytest.mark.parametrize("die", ACTION_TABLE)
@pytest.mark.parametrize(("over", "column"), [(0, 0), (1, 1), (3, 1), (4, 2), (5, 2)])
def test_action_table_cell_by_cell(die, over, column):
    ruling = run(order_phase(over), [die])
    assert ruling.state.order == ACTION_TABLE[die][column]
    assert told(ruling, "event.order")[0].clause == "BR 9.0"


@pytest.mark.rule("BR 9.0")
def test_no_action_die_in_the_two_player_game():
    agenda = (EndTurn(), Movement(CONFEDERATE), StartMovement(CONFEDERATE))
    assert run(stage(agenda, {"EVA": "0805", "BLE": "1802"}), []).dice == ()


@pytest.mark.rule("BR 9.0a", "BR C22")
def test_worked_case_unaware_first_column_only():
    state = order_phase(2, aware=False)
    assert action_column(state) == 0
    assert run(state, [5]).state.order == "B"
    assert run(order_phase(5, aware=False), [1]).state.order == "A"
    always = order_phase(2, aware=False).draft()
    always.scenario = BATTLE.scenario("bull-run", {**SOLO, "unaware": "order_a"})
    assert run(freeze(always), [5]).state.order == "A"


@pytest.mark.rule("BR C22")
def test_any_contact_south_of_the_run_makes_them_aware_for_the_table():
    state = moving("union", {"RIC": "1508", "LON": "1510", "BLE": "1802"}, settings=SOLO)
    met = do(state, "move RIC 1509").state
    assert met.south_known
    assert not met.flank_known
    assert action_column(met) == 1


@pytest.mark.rule("BR C24")
def test_the_action_die_is_thrown_before_the_awareness_die():
    ruling = run(order_phase(2, aware=False, flank_crossed=True), [1, 6])
    assert [event.clause for event in ruling.events] == ["BR 9.0a", "BR 8.4b"]
    assert ruling.state.order == "A"  # still the first column
    assert ruling.state.flank_known
    other = order_phase(2, aware=False, flank_crossed=True).draft()
    other.scenario = BATTLE.scenario("bull-run", {**SOLO, "action_roll": "after_awareness"})
    assert run(freeze(other), [6, 1]).state.order == "C"


class TestOrders:
    ARMY = {
        "BON": "1309", "JON": "1610", "EWE": "1913", "BEE": "1310", "BAR": "1310", "EVA": "0805", "COC": "0907",
        "JAC": "1209", "SMI": "1014", "HOL": "1714", "LON": "1509", "EAR": "1511", "BLE": "1802", "BUR": "0403",
    }  # fmt: skip

    @pytest.mark.rule("BR 9.0b")
    def test_order_a_sends_three_brigades_to_centreville(self):
        state = with_orders("A", self.ARMY)
        assert missions(state, "BON", "JON", "EWE") == ["centreville"] * 3
        assert missions(state, "JAC", "EVA", "LON") == ["hold"] * 3
        assert str(doctrine(state)) == "cross BON 1308"

    @pytest.mark.rule("BR 9.0b", "BR C12")
    def test_the_drive_goes_on_north_of_the_run_by_the_cheapest_way(self):
        state = give(moving(CONFEDERATE, {"BON": "1308", "BLE": "1802"}, settings=SOLO, order="A"), BON="centreville")
        assert str(doctrine(state)) == "move BON 1505"  # four hexes along the Centreville road

    @pytest.mark.rule("BR 9.0c")
    def test_order_b_moves_only_brigades_already_across(self):
        south = give(moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"}, settings=SOLO, order="B"), BON="centreville")
        assert str(doctrine(south)) == "end"
        across = give(moving(CONFEDERATE, {"BON": "1308", "BLE": "1802"}, settings=SOLO, order="B"), BON="centreville")
        assert str(doctrine(across)).startswith("move BON")
        before = give(moving(CONFEDERATE, self.ARMY, settings=SOLO), BON="centreville", JAC="counter")
        draft = before.draft()
        give_missions(draft, "B")
        assert draft.missions == before.missions

    @pytest.mark.rule("BR 9.0d")
    def test_order_c_adds_bee_and_bartow_against_a_ford(self):
        state = with_orders("C", self.ARMY, sudley_crossed=True, flank_known=True, south_known=True)
        assert missions(state, "BON", "JON", "EWE") == ["centreville"] * 3
        assert missions(state, "BEE", "BAR") == ["ford 0303"] * 2
        farm = with_orders("C", self.ARMY, sudley_crossed=True, farm_crossed=True, flank_known=True)
        assert missions(farm, "BEE") == ["ford 0705"]  # the nearer of the two

    @pytest.mark.rule("BR 9.0d", "BR C12")
    def test_an_unreachable_ford_is_replaced_by_the_nearest_crossing_beside_the_union(self):
        units = {**self.ARMY, "BUR": "1408", "RIC": "1409"}
        unaware = with_orders("C", units, sudley_crossed=True)
        assert missions(unaware, "BEE") == ["ford 1309"]

    @pytest.mark.rule("BR 9.0e")
    def test_order_d_commits_the_reserves_and_sends_evans_and_cocke_to_henry_hill(self):
        state = with_orders("D", self.ARMY, sudley_crossed=True, flank_known=True, south_known=True)
        assert missions(state, "EVA", "COC") == ["at 0507"] * 2
        assert missions(state, "BAR", "BEE", "JAC", "SMI") == ["counter"] * 4
        assert missions(state, "LON", "HOL") == ["hold"] * 2
        no_sudley = with_orders("D", self.ARMY, flank_known=True, south_known=True)
        assert missions(no_sudley, "EVA", "COC") == ["hold"] * 2

    @pytest.mark.rule("BR 9.0e")
    def test_order_d_keeps_only_a_drive_that_is_under_way_and_not_stopped(self):
        units = {"BON": "1308", "JON": "1610", "BLE": "1802", "BUR": "0403"}
        before = give(moving(CONFEDERATE, units, settings=SOLO), BON="centreville", JON="centreville")
        draft = before.draft()
        give_missions(draft, "D")
        assert [draft.missions[unit(name)] for name in ("BON", "JON")] == ["centreville", "hold"]
        blocked = give(moving(CONFEDERATE, {**units, "RIC": "1407", "DAV": "1407"}, settings=SOLO), BON="centreville")
        assert is_stopped(blocked, unit("BON"))
        draft = blocked.draft()
        give_missions(draft, "D")
        assert draft.missions[unit("BON")] == "hold"

    @pytest.mark.rule("BR 9.0f")
    def test_order_e_calls_the_drive_back_and_guards_the_western_fords(self):
        units = {**self.ARMY, "BON": "1308", "COC": "0807"}
        before = give(
            moving(CONFEDERATE, units, settings=SOLO, sudley_crossed=True, flank_known=True), BON="centreville"
        )
        draft = before.draft()
        give_missions(draft, "E")
        state = freeze(draft)
        assert missions(state, "BON", "LON", "JAC", "EAR") == ["counter"] * 4
        assert missions(state, "HOL", "EWE") == ["guard 0907", "guard 1309"]
        assert missions(state, "EVA") == ["at 0507"]

    @pytest.mark.rule("BR C12")
    def test_the_unnamed_brigades_are_reserves_under_d_and_e_only(self):
        assert missions(with_orders("D", self.ARMY), "EAR", "HAM", "STU") == ["counter"] * 3
        assert missions(with_orders("A", self.ARMY), "EAR", "HAM", "STU") == ["hold"] * 3

    @pytest.mark.rule("BR C12")
    def test_a_counterattacker_takes_good_ground_beside_the_enemy_or_waits_for_numbers(self):
        facts = {"flank_known": True, "south_known": True, "order": "D"}
        # Burnside and Porter (9 SP) at Stone House; Jackson comes up: Henry Hill is beside them and a hill.
        units = {"BUR": "0506", "POR": "0506", "JAC": "0608", "BLE": "1802"}
        state = give(moving(CONFEDERATE, units, settings=SOLO, **facts), JAC="counter")
        goal = str(doctrine(state)).split()[-1]
        assert goal == "0507"
        # Against one weak brigade he has the numbers and closes in on open ground.
        weak = give(
            moving(
                CONFEDERATE, {"BUR": "0610", "JAC": "0808", "BLE": "1802"}, settings=SOLO, strengths={"BUR": 1}, **facts
            ),
            JAC="counter",
        )
        after = weak
        while str(doctrine(after)) != "end":
            after = do(after, str(doctrine(after))).state
        assert weak.scenario.board.grid.adjacent(after.at[unit("JAC")], after.at[unit("BUR")])


class TestComingBack:
    """Order E calls everybody back who was sent against Centreville, whoever stands beside them (9.0f)."""

    AWARE = {"flank_known": True, "south_known": True, "flank_crossed": True, "sudley_crossed": True}
    FOUR = {"BUR": "0403", "POR": "0404", "FRA": "0303", "WIL": "0505"}

    def after_orders(self, letters, units, **missions_before):
        state = moving(CONFEDERATE, {**self.FOUR, **units}, settings=SOLO, order=letters[-1], **self.AWARE)
        draft = give(state, **missions_before).draft()
        for order in letters:
            give_missions(draft, order)
        return freeze(draft)

    @pytest.mark.rule("BR 9.0f")
    def test_longstreet_is_committed_with_an_enemy_across_the_ford(self):
        state = self.after_orders("E", {"LON": "1509", "RIC": "1508"})
        action = str(doctrine(state))
        assert action.startswith("move LON")
        assert state.scenario.ground.on_south(hex_(action.split()[-1]))

    @pytest.mark.rule("BR 9.0f")
    def test_jones_comes_back_south_with_an_enemy_beside_him(self):
        state = self.after_orders("E", {"JON": "1709", "DAV": "1708"}, JON="centreville")
        after = do(state, str(doctrine(state))).state
        assert after.scenario.ground.on_south(after.at[unit("JON")])

    @pytest.mark.rule("BR 9.0f")
    def test_he_goes_round_an_enemy_who_holds_the_ford(self):
        state = self.after_orders("E", {"JON": "1709", "DAV": "1710"}, JON="centreville")
        walked = []
        for _ in range(6):  # a turn each; the Union stands still
            action = str(doctrine(state))
            if action == "end":
                break
            after = do(state, action).state
            walked.append(action)
            draft = after.draft()
            draft.spent = (0,) * len(draft.spent)
            state = freeze(draft)
            if state.scenario.ground.on_south(state.at[unit("JON")]):
                break
        assert state.scenario.ground.on_south(state.at[unit("JON")]), walked

    @pytest.mark.rule("BR 9.0f", "BR C12")
    def test_a_drive_that_order_d_halted_across_the_run_is_called_back_by_e(self):
        units = {"BON": "1308", "JON": "1610", "RIC": "1407", "DAV": "1407"}
        halted = self.after_orders("D", units, BON="centreville", JON="centreville")
        assert missions(halted, "BON", "JON") == ["hold", "hold"]
        recalled = self.after_orders("DE", units, BON="centreville", JON="centreville")
        assert missions(recalled, "BON", "JON") == ["counter", "hold"]  # D had already kept Jones south
        after = do(recalled, str(doctrine(recalled))).state
        assert after.scenario.ground.on_south(after.at[unit("BON")])

    @pytest.mark.rule("BR 9.0f")
    def test_ewell_comes_back_even_when_every_post_is_taken(self):
        taken = {"COC": "0907", "LON": "1309", "EAR": "1509", "HOL": "1714", "EWE": "1911"}
        state = self.after_orders("E", taken, EWE="centreville")
        assert missions(state, "HOL", "EWE") == ["hold", "counter"]

    @pytest.mark.rule("BR 9.0f", "BR C12")
    def test_a_dead_holmes_takes_no_post(self):
        state = moving(CONFEDERATE, {**self.FOUR, "EWE": "1913"}, settings=SOLO, order="E", **self.AWARE)
        draft = state.draft()
        draft.at = put(draft.at, unit("HOL"), LOST)
        draft.strength = put(draft.strength, unit("HOL"), 0)
        for mission in ("hold", "guard 0907"):  # never posted, or posted before he fell
            draft.missions = put(draft.missions, unit("HOL"), mission)
            give_missions(draft, "E")
            assert missions(freeze(draft), "HOL", "EWE") == [mission, "guard 0907"]

    @pytest.mark.rule("BR 9.0c", "BR 9.0f")
    def test_under_order_b_a_brigade_across_goes_on_with_coming_back(self):
        state = give(moving(CONFEDERATE, {"JON": "1709", "DAV": "1708"}, settings=SOLO, order="B"), JON="counter")
        after = do(state, str(doctrine(state))).state
        assert after.scenario.ground.on_south(after.at[unit("JON")])

    @pytest.mark.rule("BR 9.0e")
    def test_nobody_is_sent_over_the_run_but_against_centreville(self):
        # Longstreet's shortest way to a Union brigade at Union Mills would lead over the north bank.
        random = Random(7)
        ground = BATTLE.scenario("bull-run").ground
        south = [h for h in range(BATTLE.scenario("bull-run").board.grid.size) if ground.on_south(h)]
        names = BATTLE.scenario("bull-run").board.grid.names
        for _ in range(60):
            one, two, three = random.sample(south, 3)
            units = {"LON": names[one], "RIC": names[two], "SHE": names[three]}
            state = give(moving(CONFEDERATE, units, settings=SOLO, order="E", **self.AWARE), LON="counter")
            action = str(doctrine(state))
            assert not action.startswith("cross")
            assert action == "end" or ground.on_south(hex_(action.split()[-1]))


class TestFords:
    """Order C sends Bee and Bartow against a ford the Union holds (9.0d)."""

    AWARE = TestComingBack.AWARE

    @pytest.mark.rule("BR 9.0d", "BR C12")
    def test_a_ford_with_the_union_on_it_is_the_one_to_attack(self):
        units = {"BEE": "1310", "BAR": "1310", "BUR": "0303", "BLE": "1802"}
        state = with_orders("C", units, **self.AWARE)
        assert missions(state, "BEE", "BAR") == ["ford 0303"] * 2
        assert str(doctrine(state)).startswith("move BEE")

    @pytest.mark.rule("BR 9.0d", "BR C12")
    def test_any_ford_will_do_if_the_union_really_holds_it(self):
        units = {"BEE": "1310", "BAR": "1310", "RIC": "1509", "BLE": "1802"}
        state = with_orders("C", units, south_known=True)
        assert missions(state, "BEE", "BAR") == ["ford 1509"] * 2
        both = with_orders("C", {**units, "BUR": "0303"}, **self.AWARE)
        assert missions(both, "BEE") == ["ford 0303"]  # the flank first
        left = with_orders("C", {**units, "BUR": "0505"}, **self.AWARE)
        assert missions(left, "BEE") == ["ford 1509"]  # nobody is at Sudley Ford any more

    @pytest.mark.rule("BR 9.0d")
    def test_bee_already_across_goes_on_with_his_task(self):
        units = {"BEE": "1508", "BAR": "1310", "RIC": "1509", "BLE": "1802"}
        state = moving(CONFEDERATE, units, settings=SOLO, order="C", south_known=True)
        draft = give(state, BEE="counter").draft()
        give_missions(draft, "C")
        assert missions(freeze(draft), "BEE", "BAR") == ["counter", "ford 1509"]

    @pytest.mark.rule("BR 9.0d", "BR 9.0b")
    def test_only_a_stack_in_the_way_holds_a_drive_up(self):
        beside = give(
            moving(CONFEDERATE, {"BON": "1505", "SCH": "1405", "BLE": "1802"}, settings=SOLO, order="A"),
            BON="centreville",
        )
        assert str(doctrine(beside)).startswith("move BON")
        ahead = give(
            moving(CONFEDERATE, {"BON": "1505", "SCH": "1604", "BLE": "1802"}, settings=SOLO, order="A"),
            BON="centreville",
        )
        assert str(doctrine(ahead)) == "end"


class TestCombat:
    @pytest.mark.rule("BR 9.0g")
    def test_with_the_initiative_every_stack_attacks(self):
        units = {"STU": "1203", "SHE": "1104", "KEY": "1104", "BON": "1309"}
        state = fighting(CONFEDERATE, units, settings=SOLO, initiative=CONFEDERATE)
        assert str(doctrine(state)) == "attack 1203 1104"  # 1 SP against 9, mission or not

    @pytest.mark.rule("BR 9.0h", "BR C25")
    def test_without_it_each_stack_decides_for_itself(self):
        units = {"JAC": "1203", "SCH": "1104", "BON": "1309"}
        idle = fighting(CONFEDERATE, units, half=2, settings=SOLO)
        assert str(doctrine(idle)) == "end"  # no offensive mission
        assert str(doctrine(give(idle, JAC="counter"))) == "attack 1203 1104"  # 5 SP against 3
        strong = fighting(CONFEDERATE, {"JAC": "1203", "SHE": "1104", "SCH": "1104"}, half=2, settings=SOLO)
        assert str(doctrine(give(strong, JAC="counter"))) == "end"  # 5 SP against 8
        two = fighting(CONFEDERATE, {"JAC": "1203", "STU": "1103", "SCH": "1104"}, half=2, settings=SOLO)
        assert str(doctrine(give(two, JAC="counter", STU="counter"))) == "attack 1203 1104"  # not Stuart's

    @pytest.mark.rule("BR 9.0i")
    def test_the_weakest_adjacent_stack_first(self):
        units = {"JAC": "1203", "SHE": "1104", "SCH": "1303", "BON": "1309"}
        state = fighting(CONFEDERATE, units, settings=SOLO, initiative=CONFEDERATE)
        assert str(doctrine(state)) == "attack 1203 1303"

    @pytest.mark.rule("BR 9.0i")
    def test_among_equals_the_one_in_the_way_then_the_one_without_shelter(self):
        units = {"BON": "1203", "KEY": "1104", "DAV": "1303"}
        state = give(fighting(CONFEDERATE, units, settings=SOLO, initiative=CONFEDERATE), BON="centreville")
        assert str(doctrine(state)) == "attack 1203 1303"  # toward Centreville
        shelter = fighting(
            CONFEDERATE, {"JAC": "1506", "KEY": "1507", "DAV": "1505"}, settings=SOLO, initiative=CONFEDERATE
        )
        assert str(doctrine(shelter)) == "attack 1506 1505"  # 1507 is a hill

    @pytest.mark.rule("BR 9.0i")
    @pytest.mark.parametrize("bridge", [0, -2])
    def test_ford_and_bridge_count_as_terrain_among_equals(self, bridge):
        settings = {**SOLO, "bridge_modifier": bridge}
        units = {"EVA": "0805", "KEY": "0806", "SHE": "0804", "BLE": "1802"}
        state = fighting(CONFEDERATE, units, settings=settings, initiative=CONFEDERATE, strengths={"SHE": 4})
        assert str(doctrine(state)) == "attack 0805 0806"
        ford = fighting(
            CONFEDERATE, {"LON": "1509", "DAV": "1508", "KEY": "1510"}, settings=settings, initiative=CONFEDERATE
        )
        assert str(doctrine(ford)) == "attack 1509 1508"  # Key in woods, Davies behind the ford: both are helped
        plain = fighting(
            CONFEDERATE, {"LON": "1509", "DAV": "1508", "KEY": "1409"}, settings=settings, initiative=CONFEDERATE
        )
        assert str(doctrine(plain)) == "attack 1509 1409"

    @pytest.mark.rule("BR 9.0j")
    @pytest.mark.parametrize(("hits", "first", "second", "aimed"), [
        (3, 3, 4, "SHE"), (3, 1, 3, "KEY"), (1, 4, 2, "KEY"), (2, 2, 2, "SHE"), (1, 5, 5, "SHE"),
    ])  # fmt: skip
    def test_hits_destroy_a_unit_if_they_can_else_fall_on_the_weaker(self, hits, first, second, aimed):
        agenda = (
            EndTurn(),
            Movement("union"),
            Losses(CONFEDERATE, "1203", "1104", hits, 0, "SHE", "JAC"),
            AllotHits(CONFEDERATE, "1104", hits),
        )
        state = stage(
            agenda,
            {"JAC": "1203", "SHE": "1104", "KEY": "1104"},
            strengths={"SHE": first, "KEY": second},
            settings=SOLO,
        )
        assert str(doctrine(state)) == f"hit {aimed}"

    @pytest.mark.rule("BR 9.0k")
    def test_advance_under_offensive_orders_unless_a_stronger_fresh_stack_waits(self):
        agenda = (EndTurn(), Combat("union", 2), OfferAdvance(CONFEDERATE, "1203", "1104"))
        units = {"JAC": "1203", "KEY": "1303"}
        calm = stage(agenda, units, settings=SOLO)
        assert str(doctrine(calm)) == "stay"  # no offensive order
        assert str(doctrine(give(calm, JAC="counter"))) == "advance"
        danger = stage(agenda, {**units, "SHE": "1003", "SCH": "1003"}, settings=SOLO)
        assert str(doctrine(give(danger, JAC="counter"))) == "stay"
        tired = stage(agenda, {**units, "SHE": "1003", "SCH": "1003"}, settings=SOLO, marks={"attacked": ["SHE"]})
        assert str(doctrine(give(tired, JAC="counter"))) == "advance"

    @pytest.mark.rule("BR 9.0k", "BR 9.0g")
    def test_with_the_initiative_a_stack_that_holds_is_ordered_to_attack_and_so_advances(self):
        agenda = (EndTurn(), Combat("union", 2), OfferAdvance(CONFEDERATE, "1203", "1104"))
        units = {"JAC": "1203", "KEY": "1303"}
        assert str(doctrine(stage(agenda, units, settings=SOLO, initiative=CONFEDERATE))) == "advance"
        other = {**SOLO, "initiative_advance": "mission"}
        assert str(doctrine(stage(agenda, units, settings=other, initiative=CONFEDERATE))) == "stay"
        danger = {**units, "SHE": "1003", "SCH": "1003"}
        assert str(doctrine(stage(agenda, danger, settings=SOLO, initiative=CONFEDERATE))) == "stay"

    @pytest.mark.rule("BR 9.0l")
    def test_a_beaten_stack_goes_to_the_hex_that_serves_best(self):
        agenda = (EndTurn(), Combat("union", 2), ChooseRetreat(CONFEDERATE, "1409", "1408"))
        state = stage(agenda, {"JAC": "1409", "RIC": "1408"}, settings=SOLO)
        choice = str(doctrine(state))
        assert choice in legal(state)
        assert choice == "retreat 1410"  # woods, away from the enemy


@pytest.mark.rule("BR C23")
def test_orders_draw_the_ring():
    draft = moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"}, settings=SOLO).draft()
    give_missions(draft, "A")
    assert marked(freeze(draft), "active", "BON") == 1
