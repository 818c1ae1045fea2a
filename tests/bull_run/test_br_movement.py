"""Chapter 8: costs, stacking, zones of control, Beauregard's muddle, awareness of the flank, Farm Ford."""

from __future__ import annotations

import pytest
from bull_run_field import (
    Movement,
    StartMovement,
    at,
    clauses,
    do,
    fighting,
    hex_,
    legal,
    marked,
    moving,
    opening,
    run,
    scenario,
    stage,
    told,
    unit,
)

from hardtack.battles.bull_run.movement import reach_of
from hardtack.referee.events import CONFEDERATE, UNION
from hardtack.referee.umpire import to_act, why_not


def costs(state, name):
    grid = state.scenario.board.grid
    return {grid.name(place): cost for place, cost in reach_of(state, unit(name)).costs.items()}


def step_cost(a, b, **settings):
    return scenario(**settings).ground.cost(hex_(a), hex_(b))


@pytest.mark.rule("BR 8.1")
@pytest.mark.parametrize(("die", "first"), [(2, UNION), (5, CONFEDERATE)])
def test_the_side_with_the_initiative_moves_first(die, first):
    state = opening([die, 1] if first == UNION else [die]).state
    assert to_act(state) == first
    ended = do(state, "end", [1] if first == CONFEDERATE else [])
    assert to_act(ended.state) != first


@pytest.mark.rule("BR 8.1")
def test_nobody_moves_the_enemys_units():
    state = moving(UNION, {"SHE": "1104", "EVA": "0805"})
    assert clauses(state, "move EVA 0806") == ["BR 8.1"]


@pytest.mark.rule("BR 8.1a")
def test_four_points_a_turn_and_no_more():
    state = moving(UNION, {"KEY": "1104", "EVA": "0805"})
    assert max(costs(state, "KEY").values()) == 4
    assert costs(state, "KEY")["1503"] == 4  # four hexes of turnpike
    assert clauses(state, "move KEY 1602") == ["BR 8.1a"]
    halfway = do(state, "move KEY 1303").state
    assert marked(halfway, "spent", "KEY") == 2
    assert clauses(halfway, "move KEY 1602") == ["BR 8.1a"]
    done = do(halfway, "move KEY 1503").state
    assert not [text for text in legal(done) if "KEY" in text]


@pytest.mark.rule("BR 8.1a")
def test_points_are_not_saved_for_the_next_turn():
    state = stage((Movement(UNION),), {"KEY": "1104", "EVA": "0805"}, marks={"spent": ["KEY"]})
    ruling = run(stage(_turn_start(), {"KEY": "1104", "EVA": "0805"}, spent=state.spent), [1, 1])
    assert marked(ruling.state, "spent", "KEY") == 0


def _turn_start():
    from bull_run_field import StartTurn

    return (StartTurn(),)


# The seed's table, cell by cell: a step into such a hex, or over such a hexside.
@pytest.mark.rule("BR 8.1b")
@pytest.mark.parametrize(
    ("terrain", "a", "b", "cost"),
    [
        ("clear", "0905", "0904", 2),
        ("road", "1104", "1203", 1),
        ("creek", "0905", "0805", None),
        ("ford", "0302", "0303", 2),
        ("bridge", "0804", "0805", 2),
        ("town", "1801", "1802", 1),
        ("hill", "0406", "0307", 2),
        ("woods", "0904", "0903", 3),
    ],
)
def test_terrain_costs(terrain, a, b, cost):
    assert step_cost(a, b) == cost
    if terrain in ("woods", "hill", "town", "clear"):
        assert scenario().board.terrain[hex_(b)] == terrain


@pytest.mark.rule("BR 8.1b", "BR C4")
def test_worked_case_burnside_over_sudley_ford():
    state = moving(UNION, {"BUR": "0301", "EVA": "0805"})
    found = costs(state, "BUR")
    assert (found["0302"], found["0303"], found["0403"]) == (1, 3, 4)
    assert at(do(state, "move BUR 0403").state, "BUR") == "0403"


@pytest.mark.rule("BR C4")
def test_a_crossing_costs_two_whatever_lies_beyond_and_even_by_road():
    assert step_cost("0804", "0805") == 2  # turnpike over the Stone Bridge
    assert step_cost("1309", "1308") == 2
    assert step_cost("1610", "1710") == 2
    assert step_cost("0704", "0705") == 2  # a hill beyond
    assert step_cost("0907", "1006") is None  # the run without a crossing
    assert step_cost("1913", "1912", crossing_cost="highest") == 2


@pytest.mark.rule("BR C5")
def test_the_road_rate_needs_the_road_under_both_hexes():
    assert step_cost("1603", "1604") == 1  # along the Centreville road
    assert step_cost("0303", "0403") == 1  # the road leads through woods
    assert step_cost("0402", "0403") == 3  # not along it
    assert step_cost("2011", "1912") == 2  # the railroad is no road


@pytest.mark.rule("BR 8.2", "BR C7")
def test_two_units_at_most_at_the_end_of_a_move_but_passing_is_free():
    state = moving(UNION, {"KEY": "1104", "SHE": "1203", "SCH": "1203", "EVA": "0805"})
    assert clauses(state, "move KEY 1203") == ["BR 8.2"]
    assert costs(state, "KEY")["1303"] == 2
    assert at(do(state, "move KEY 1303").state, "KEY") == "1303"


@pytest.mark.rule("BR 8.2a")
def test_an_enemy_hex_is_never_entered_nor_passed():
    state = moving(UNION, {"BUR": "0301", "EVA": "0302"})
    assert clauses(state, "move BUR 0302") == ["BR 8.2a"]
    assert "BR 8.2a" in clauses(state, "move BUR 0303")


@pytest.mark.rule("BR 8.2b")
def test_worked_case_sherman_stops_beside_evans_and_leaves_next_turn():
    state = moving(UNION, {"SHE": "0905", "EVA": "0805"})
    # 0905 itself touches Evans: Sherman may leave it, and 0904 is out of the zone.
    step = do(state, "move SHE 0904").state
    assert marked(step, "spent", "SHE") == 2
    stopped = do(step, "move SHE 0804").state
    assert stopped.has_stopped(unit("SHE"))
    assert not [text for text in legal(stopped) if "SHE" in text]
    later = moving(UNION, {"SHE": "0804", "EVA": "0805"}, farm_ford_found=True)
    assert costs(later, "SHE")["0704"] == 2


@pytest.mark.rule("BR 8.2b")
def test_a_zone_stops_a_march_even_with_points_left():
    state = moving(UNION, {"KEY": "1104", "JAC": "1202"})
    stopped = do(state, "move KEY 1203").state
    assert marked(stopped, "spent", "KEY") == 1  # three points are left, and useless
    assert not [text for text in legal(stopped) if "KEY" in text]
    assert clauses(state, "move KEY 1403") == ["BR 8.2b"]


@pytest.mark.rule("BR C6")
def test_zones_reach_over_the_creek_unless_the_other_reading_is_chosen():
    units = {"COC": "0907", "SHE": "1005"}
    over = moving(UNION, units)
    assert do(over, "move SHE 1006").state.has_stopped(unit("SHE"))
    bounded = moving(UNION, units, settings={"zoc_over_creek": False})
    assert not do(bounded, "move SHE 1006").state.has_stopped(unit("SHE"))
    start_in_zone = moving(UNION, {"COC": "0907", "SHE": "1006"})
    assert not start_in_zone.has_stopped(unit("SHE"))
    assert do(start_in_zone, "move SHE 1007").state.has_stopped(unit("SHE"))  # zone to zone: one step, then stop


@pytest.mark.rule("BR 8.2a", "BR 8.3")
def test_a_click_is_answered_as_a_march_unless_the_crossing_roll_leads_there():
    state = moving(UNION, {"KEY": "1007", "COC": "0907"})
    meant = state.scenario.battle.page.meant(state, "KEY", "0907")
    assert str(meant) == "move KEY 0907"
    assert [reason.key for reason in why_not(state, meant)] == ["reason.enemy_hex"]
    grey = moving(CONFEDERATE, {"BON": "1309", "KEY": "1104"})
    assert str(grey.scenario.battle.page.meant(grey, "BON", "1308")) == "cross BON 1308"
    assert str(grey.scenario.battle.page.meant(grey, "BON", "1409")) == "move BON 1409"
    fight = fighting(UNION, {"KEY": "1104", "COC": "1203"})
    assert fight.scenario.battle.page.meant(fight, "KEY", "1203") is None


@pytest.mark.rule("BR 8.2c")
def test_stacked_units_move_apart():
    state = moving(UNION, {"RIC": "1507", "DAV": "1507", "EVA": "0805"})
    apart = do(state, "move RIC 1506").state
    assert (at(apart, "RIC"), at(apart, "DAV")) == ("1506", "1507")


class TestMuddle:
    @pytest.mark.rule("BR 8.3")
    def test_a_grey_unit_needs_a_roll_to_cross_north(self):
        state = moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"})
        assert "cross BON 1308" in legal(state)
        assert "BR 8.3" in clauses(state, "move BON 1308")

    @pytest.mark.rule("BR 8.3")
    @pytest.mark.parametrize(("die", "crosses"), [(1, False), (4, False), (5, True), (6, True)])
    def test_five_or_six_crosses(self, die, crosses):
        ruling = do(moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"}), "cross BON 1308", [die])
        assert at(ruling.state, "BON") == ("1308" if crosses else "1309")
        assert marked(ruling.state, "crossed", "BON") == int(crosses)

    @pytest.mark.rule("BR 8.3")
    def test_each_unit_rolls_for_itself(self):
        state = moving(CONFEDERATE, {"BON": "1309", "LON": "1309", "BLE": "1802"})
        after = do(state, "cross BON 1308", [6]).state
        assert "BR 8.3" in clauses(after, "move LON 1308")
        assert "cross LON 1308" in legal(after)

    @pytest.mark.rule("BR 8.3")
    def test_once_across_it_moves_freely_both_ways(self):
        state = moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"}, marks={"crossed": ["BON"]})
        assert "move BON 1308" in legal(state)
        assert "cross BON 1308" not in legal(state)
        assert clauses(state, "cross BON 1308") == ["BR 8.3"]

    @pytest.mark.rule("BR 8.3", "BR C8")
    def test_other_confederates_and_the_way_south_need_no_roll(self):
        butternut = moving(CONFEDERATE, {"JAC": "1309", "BLE": "1802"})
        assert "move JAC 1308" in legal(butternut)
        home = moving(CONFEDERATE, {"BON": "1308", "BLE": "1802"})
        assert "move BON 1309" in legal(home)

    @pytest.mark.rule("BR C8")
    def test_one_roll_a_turn_and_a_failure_costs_no_points(self):
        state = moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"})
        failed = do(state, "cross BON 1308", [3]).state
        assert clauses(failed, "cross BON 1308") == ["BR C8"]
        assert marked(failed, "spent", "BON") == 0
        assert "move BON 1310" in legal(failed)

    @pytest.mark.rule("BR C8")
    def test_the_roll_is_made_where_it_would_step_over(self):
        state = moving(CONFEDERATE, {"BON": "1310", "BLE": "1802"})
        assert clauses(state, "cross BON 1308") == ["BR 8.3"]
        tired = moving(CONFEDERATE, {"BON": "1309", "BLE": "1802"}, spent=(3,) * 25)
        assert "BR 8.1a" in clauses(tired, "cross BON 1308")


class TestFlank:
    @pytest.mark.rule("BR 8.4", "BR C9")
    def test_worked_case_evans_may_not_go_west_before_he_knows(self):
        units = {"EVA": "0805", "SHE": "1104"}
        assert "BR 8.4" in clauses(moving(CONFEDERATE, units), "move EVA 0507")
        assert "BR 8.4" in clauses(moving(CONFEDERATE, units), "move EVA 0706")
        aware = moving(CONFEDERATE, units, flank_known=True)
        assert costs(aware, "EVA")["0507"] == 4

    @pytest.mark.rule("BR C9")
    def test_west_means_columns_one_to_seven(self):
        west = scenario().ground.west
        grid = scenario().board.grid
        assert all(bool(west >> h & 1) == (grid.column(h) <= 7) for h in range(grid.size))
        state = moving(CONFEDERATE, {"EVA": "0805", "SHE": "1104"})
        assert "move EVA 0806" in legal(state)

    @pytest.mark.rule("BR 8.4a")
    def test_awareness_by_contact(self):
        state = moving(
            UNION, {"BUR": "0403", "EVA": "0805", "COC": "0507"}, marks={"flanking": ["BUR"]}, flank_crossed=True
        )
        ruling = do(state, "move BUR 0405" if "move BUR 0405" in legal(state) else "move BUR 0505")
        assert not ruling.state.flank_known
        near = moving(
            UNION, {"BUR": "0505", "EVA": "0805", "COC": "0507"}, marks={"flanking": ["BUR"]}, flank_crossed=True
        )
        met = do(near, "move BUR 0506")
        assert met.state.flank_known
        assert told(met, "event.flank_met")

    @pytest.mark.rule("BR 8.4a", "BR 8.4b")
    @pytest.mark.parametrize(("die", "known"), [(1, False), (4, False), (5, True), (6, True)])
    def test_awareness_by_the_scouts_die(self, die, known):
        state = stage((StartMovement(CONFEDERATE),), {"BUR": "0303", "EVA": "0805"}, flank_crossed=True)
        draft = state.draft()
        draft.agenda = (Movement(CONFEDERATE), StartMovement(CONFEDERATE))
        from hardtack.referee.state import freeze

        ruling = run(freeze(draft), [die])
        assert ruling.state.flank_known is known

    @pytest.mark.rule("BR 8.4b")
    def test_no_roll_before_the_first_crossing_and_none_once_known(self):
        agenda = (Movement(CONFEDERATE), StartMovement(CONFEDERATE))
        units = {"BUR": "0301", "EVA": "0805"}
        assert run(stage(agenda, units), []).dice == ()
        assert run(stage(agenda, units, flank_crossed=True, flank_known=True), []).dice == ()

    @pytest.mark.rule("BR 8.4b")
    def test_the_first_crossing_is_noted_at_either_ford_and_only_there(self):
        sudley = do(moving(UNION, {"BUR": "0301", "EVA": "0805"}), "move BUR 0303")
        assert sudley.state.flank_crossed
        assert sudley.state.sudley_crossed
        farm = do(moving(UNION, {"SHE": "0704", "COC": "0907"}, farm_ford_found=True), "move SHE 0705")
        assert farm.state.flank_crossed
        assert not farm.state.sudley_crossed
        other = do(moving(UNION, {"RIC": "1508", "COC": "0907"}), "move RIC 1509")
        assert not other.state.flank_crossed

    @pytest.mark.rule("BR C10")
    def test_contact_counts_at_any_moment_but_only_for_flanking_units(self):
        elsewhere = do(moving(UNION, {"RIC": "1508", "LON": "1510"}), "move RIC 1509")
        assert not elsewhere.state.flank_known
        assert elsewhere.state.south_known
        # The Confederates walk into a flanking unit themselves: the ban is lifted in the middle of their phase.
        state = moving(
            CONFEDERATE, {"COC": "0807", "EVA": "0806", "BUR": "0706"}, marks={"flanking": ["BUR"]}, flank_crossed=True
        )
        assert "BR 8.4" in clauses(state, "move COC 0707")
        met = do(state, "move EVA 0805")
        assert met.state.flank_known
        assert "BR 8.4" not in clauses(met.state, "move COC 0707")

    @pytest.mark.rule("BR 8.4c")
    @pytest.mark.parametrize(("die", "found"), [(1, False), (4, False), (5, True), (6, True)])
    def test_farm_ford_is_found_on_five_or_six(self, die, found):
        ruling = opening([1, die])
        assert ruling.state.farm_ford_found is found

    @pytest.mark.rule("BR 8.4c")
    def test_farm_ford_is_closed_to_the_union_until_found_and_never_rolled_for_again(self):
        units = {"SHE": "0704", "COC": "0907"}
        assert clauses(moving(UNION, units), "move SHE 0705") == ["BR 8.4c"]
        found = moving(UNION, units, farm_ford_found=True)
        assert costs(found, "SHE")["0705"] == 2
        agenda = (Movement(UNION), StartMovement(UNION))
        assert run(stage(agenda, units, farm_ford_found=True), []).dice == ()

    @pytest.mark.rule("BR C11")
    def test_the_confederates_know_farm_ford_from_the_start(self):
        state = moving(CONFEDERATE, {"JAC": "0705", "BLE": "1802"}, flank_known=True)
        assert "move JAC 0704" in legal(state)
