"""Terrain, hexsides, zones of control, movement costs and weather (GC 2.3, 2.4, 6.2.2, 12.2, W)."""

import pytest
from gc_field import Unit, game, ground, leader, marching

from hardtack.battles.gcacw.campaign import survey
from hardtack.battles.gcacw.leaders import command_radius
from hardtack.battles.gcacw.parameters import parameters
from hardtack.battles.gcacw.state import FOOT
from hardtack.board.deployment import UNIT
from hardtack.referee.events import SIDES

PARAMS = parameters({})


def look(board, **settings):
    """A question of the ground by hex names."""
    survey_of = survey(board, parameters(settings))

    class Ask:
        def __getattr__(self, name):
            return lambda a, b: getattr(survey_of, name)(board.grid.index(a), board.grid.index(b))

        def price(self, a, b, rain=False):
            table = survey_of.rain_cost if rain else survey_of.cost
            return table[board.grid.index(a)].get(board.grid.index(b))

    return Ask()


@pytest.mark.rule("GC 2.3.1")
def test_odd_columns_sit_half_a_hex_north():
    grid = ground().grid
    around = lambda name: {grid.name(hex_) for hex_ in grid.around[grid.index(name)]}  # noqa: E731
    assert around("0505") == {"0504", "0506", "0404", "0405", "0604", "0605"}
    assert around("0605") == {"0604", "0606", "0505", "0506", "0705", "0706"}


@pytest.mark.rule("GC 2.3.2", "GC 6.2.2", "GC 12.2a")
def test_cost_of_each_terrain_dry_and_in_rain():
    board = ground(rolling="0404", rough="0405", woods="0504", hill="0506", mountain="0604", swamp="0605")
    ask = look(board)
    # clear ground is measured from the other side of the map
    assert (ask.price("0909", "0910"), ask.price("0909", "0910", rain=True)) == (3, 4)
    for hex_, dry, wet in (("0404", 3, 4), ("0405", 4, 5), ("0504", 4, 5), ("0506", 4, 5)):
        assert ask.price("0505", hex_) == dry
        assert ask.price("0505", hex_, rain=True) == wet
    assert ask.price("0505", "0604") is None
    assert ask.price("0505", "0605") is None
    assert ask.price("0605", "0505") == 3  # leaving a swamp is not barred


@pytest.mark.rule("GC 2.3.3", "GC 6.2.2", "GC 12.2")
def test_lines_ignore_terrain_and_creek():
    board = ground(
        woods="0505 0605 0705 0805", creek="0505-0605",
        road="0404-0505-0605", pike="0605-0705", railroad="0705-0805", trail="0805-0905", mountain="0905",
    )  # fmt: skip
    ask = look(board)
    assert (ask.price("0505", "0605"), ask.price("0505", "0605", rain=True)) == (1, 2)
    assert (ask.price("0605", "0705"), ask.price("0605", "0705", rain=True)) == (1, 1)
    assert (ask.price("0705", "0805"), ask.price("0705", "0805", rain=True)) == (1, 2)
    assert (ask.price("0805", "0905"), ask.price("0805", "0905", rain=True)) == (1, 2)
    assert ask.price("0506", "0605") == 4


@pytest.mark.rule("GC 6.2.2", "GC 2.3.5", "GC 10.4", "GC 12.2")
def test_crossings():
    board = ground(
        creek="0504-0505", minor="0505-0605 0505-0506 1105-1106", major="0505-0604 0505-0405 0505-0404",
        ford="0505-0605", bridge="0505-0604", ferry="0505-0405", ridge="0909-0910", dam="1105-1106",
    )  # fmt: skip
    ask = look(board)
    assert (ask.price("0505", "0504"), ask.price("0505", "0504", rain=True)) == (4, 6)
    assert (ask.price("0505", "0605"), ask.price("0505", "0605", rain=True)) == (4, None)
    assert (ask.price("0505", "0604"), ask.price("0505", "0604", rain=True)) == (3, 4)
    assert (ask.price("0505", "0405"), ask.price("0505", "0405", rain=True)) == (5, 6)
    assert (ask.price("1105", "1106"), ask.price("1105", "1106", rain=True)) == (4, None)
    assert ask.zone_kind("1105", "1106") == "normal"
    assert ask.price("0505", "0506") is None
    assert ask.price("0505", "0404") is None
    assert (ask.price("0909", "0910"), ask.price("0910", "0909")) == (4, 3)


@pytest.mark.rule("GC 6.2.2")
def test_costs_follow_their_parameters():
    board = ground(
        rolling="0404", rough="0405", woods="0504", creek="0505-0506", minor="0505-0605 0505-0604", ford="0505-0605",
        ferry="0505-0604", railroad="0909-0910",
    )  # fmt: skip
    ask = look(board, mp_rolling=2, mp_rough=3, mp_woods=5, mp_creek=2, mp_ford=0, ferry=1, rr_cost=3)
    prices = [ask.price("0505", hex_) for hex_ in ("0404", "0405", "0504", "0506", "0605", "0604")]
    assert prices == [2, 3, 5, 5, 3, 4]
    assert ask.price("0909", "0910") == 3


@pytest.mark.rule("GC 2.3.4")
def test_woods_hexside():
    ask = look(ground(woods="0505", road="0505-0605"))
    assert ask.is_woods_side("0505", "0504")
    assert ask.is_woods_side("0504", "0505")
    assert not ask.is_woods_side("0505", "0605")
    assert not ask.is_woods_side("0404", "0403")


@pytest.mark.rule("GC 2.4.2", "GC W1")
def test_kinds_of_zones():
    board = ground(
        woods="0505", mountain="0810", swamp="1010", road="0505-0605 0810-0809",
        minor="0505-0506 0304-0305 0304-0404", ford="0304-0404",
    )  # fmt: skip
    ask = look(board)
    assert ask.zone_kind("0303", "0302") == "normal"
    assert ask.zone_kind("0505", "0605") == "normal"  # a road through the woods
    assert ask.zone_kind("0505", "0504") == "limited"
    assert ask.zone_kind("0504", "0505") == "limited"
    assert ask.zone_kind("0810", "0811") == "none"
    assert ask.zone_kind("0811", "0810") == "none"
    assert ask.zone_kind("0810", "0809") == "normal"
    assert ask.zone_kind("1010", "1011") == "none"
    assert ask.zone_kind("0304", "0305") == "none"
    assert ask.zone_kind("0304", "0404") == "normal"
    assert ask.zone_kind("0505", "0506") == "none"


@pytest.mark.rule("GC 2.4.1")
def test_leaders_and_markers_exert_no_zone():
    found = game(Unit("A", "u inf", "0505"), leader("L", "u", "0505"), Unit("GUNS", "u mrk", "0909", mv=0))
    zone = found.state.deployment.zone("union")
    hexes = {name for name in found.state.scenario.board.grid.names if zone >> found.state.scenario.hex(name) & 1}
    assert hexes == {"0504", "0506", "0404", "0405", "0604", "0605"}


@pytest.mark.rule("GC 2.4.3", "GC 6.2.4")
def test_a_normal_zone_stops_a_march():
    found = marching(Unit("A", "u inf", "0507"), Unit("B", "c inf", "0504"), unit="A", mp=20)
    found.do("step A 0506").do("step A 0505")
    assert found.why("step A 0605") == ["GC 6.2.4"]
    assert "attack A prepared 0504" in found.legal


@pytest.mark.rule("GC 2.4.4", "GC 6.2.5", "GC W3")
def test_limited_zones_do_not_stop_or_tax():
    found = marching(
        Unit("A", "u inf", "0507"), Unit("B", "c inf", "0505"), unit="A", mp=12, board=ground(woods="0506 0606 0605")
    )
    found.do("step A 0506")
    assert found.frame.mp == 8
    assert not found.frame.stopped
    found.do("step A 0605")  # along the enemy, from woods to woods
    assert found.frame.mp == 4
    assert not found.frame.barred


@pytest.mark.rule("GC 2.4.5", "GC 2.5")
def test_friends_cancel_zones_for_command_but_not_for_marching():
    enemy = Unit("B", "c inf", "0604")
    chief, first = leader("L", "u", "0505"), Unit("A", "u inf", "0505")
    hex_of = lambda found, name: found.state.scenario.hex(name)  # noqa: E731
    # 0806 can be reached in three hexes only through 0605, next to the enemy
    bare = game(chief, first, enemy)
    with_friend = game(chief, first, enemy, Unit("F", "u inf", "0605"))
    target = hex_of(bare, "0806")
    assert not command_radius(bare.state, bare.number("L")) >> target & 1
    assert command_radius(with_friend.state, with_friend.number("L")) >> target & 1
    stopped = marching(first, enemy, Unit("F", "u inf", "0605"), Unit("G", "u inf", "0507"), unit="G", mp=20)
    stopped.do("step G 0606").do("step G 0605")
    assert stopped.why("step G 0606") == ["GC 6.2.4"]


@pytest.mark.rule("GC 2.5", "GC 2.5a")
def test_command_radius_is_three_hexes_round_enemies_and_rivers():
    found = game(leader("L", "u", "0505"), Unit("A", "u inf", "0505"))
    state = found.state
    area = command_radius(state, found.number("L"))
    hexes = {name for name in state.scenario.board.grid.names if area >> state.scenario.hex(name) & 1}
    assert {"0502", "0508", "0806", "0206"} <= hexes
    assert not {"0501", "0509", "0907", "0105"} & hexes
    river = game(
        leader("L", "u", "0505"), Unit("A", "u inf", "0505"),
        board=ground(major="0505-0504 0505-0604 0505-0605 0505-0506 0505-0405 0505-0404", ford="0505-0504"),
    )  # fmt: skip
    wet = command_radius(river.state, river.number("L"))
    assert wet >> river.state.scenario.hex("0504") & 1
    assert not wet >> river.state.scenario.hex("0507") & 1
    counted = game(
        leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"), command_path="counted"
    )
    assert command_radius(counted.state, counted.number("L")) >> counted.state.scenario.hex("0502") & 1


@pytest.mark.rule("GC 10.2", "GC 2.4.2")
def test_a_built_bridge_changes_costs_and_zones_of_its_hexside_only():
    board = ground(minor="0505-0504 0505-0604")
    found = game(Unit("A", "u inf", "0505"), board=board)
    plain = found.state.scenario.ground
    a, b, other = (found.state.scenario.hex(name) for name in ("0505", "0504", "0604"))
    bridged = found.state.scenario.ground_with((("0504", "0505", "union"),))
    assert (plain.cost[a].get(b), bridged.cost[a].get(b)) == (None, 3)
    assert bridged.normal[a] >> b & 1
    assert not plain.normal[a] >> b & 1
    assert other not in bridged.cost[a]
    assert found.state.scenario.ground_with((("0505", "0504", "union"),)) is bridged


@pytest.mark.rule("GC 6.2.8")
def test_nobody_steps_into_water_or_off_the_map():
    found = marching(Unit("A", "u inf", "0101"), unit="A", mp=20, board=ground(water="0102"))
    assert [(reason.clause, reason.key) for reason in found.reasons("step A 0102")] == [("GC 6.2.2", "reason.water")]
    assert found.legal == ["force A", "halt A", "refuse A", "step A 0201"]


@pytest.mark.rule("GC 2.4.1")
def test_positions_are_kept_apart_by_side():
    found = game(Unit("A", "u cav", "0505"), Unit("B", "c inf", "0909"))
    held, scenario = found.state.deployment.held, found.state.scenario
    assert [held(UNIT, side) for side in SIDES] == [1 << scenario.hex("0505"), 1 << scenario.hex("0909")]
    assert [held(FOOT, side) for side in SIDES] == [0, 1 << scenario.hex("0909")]
