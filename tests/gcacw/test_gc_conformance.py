"""The series as a whole: the conformance kit on a made-up campaign, perft, forecasts, positions, the page."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from gc_field import FieldBattle, Unit, game, ground, leader, marching

from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.state import FOOT
from hardtack.board.deployment import UNIT, Deployment
from hardtack.referee.chance import forecast, results
from hardtack.referee.conformance import check_battle
from hardtack.referee.dice import LoadedDice
from hardtack.referee.errors import BadPosition
from hardtack.referee.events import SIDES
from hardtack.referee.playout import perft
from hardtack.referee.umpire import options, play_trusted
from machine import calls_of

BOARD = ground(
    road="0505-0605-0705-0804-0905-1004-1104", woods="0606 0707 0808 0706", creek="0604-0704", rough="0903",
    minor="1001-1101 1002-1102 1003-1103 1004-1104 1005-1105 1006-1106", ford="1004-1104", rolling="0805 0904",
)  # fmt: skip
ARMIES = (
    Unit("A", "u inf", "0505", mv=6, art=2, tac=(2, 2)),
    Unit("A2", "u inf", "0505", mv=9, art=3, tac=(2, 2)),
    Unit("AC", "u cav", "0606", mv=3),
    Unit("G", "u art", "0505", mv=2, art=5),
    leader("L", "u", "0505", command=6, tac=(3, 3)),
    leader("H", "u", "0505", command=6, rank="army"),
    Unit("B", "c inf", "0905", mv=8, art=3, tac=(3, 3)),
    Unit("B2", "c inf", "0906", mv=12, tac=(3, 3)),
    Unit("BC", "c cav", "0803", mv=3, tac=(2, 2)),
    Unit("BD", "c cav", "0804", mv=2, tac=(2, 2)),
    leader("J", "c", "0905", command=7, tac=(4, 3)),
    leader("LEE", "c", "0906", rank="army"),
)


class Everything(Campaign):
    """Every optional part of the series at once."""

    may_entrench = True
    inspiring = frozenset({"LEE", "J"})

    @property
    def stations(self):
        return (self.hex("0705"),)

    has_charges = True

    def may_bridge_major(self, state, side, here, there):
        return side == "union"

    def random_events(self, draft, umpire):
        draft.rain = draft.turn % 2


@pytest.mark.parametrize("seed", [1, 21])
def test_the_contract_holds_in_random_games(seed):
    check_battle(FieldBattle(BOARD, ARMIES, Everything, 2), "field", games=6, seed=seed, look_every=5)


def test_the_contract_holds_with_every_alternative_of_every_parameter():
    battle = FieldBattle(BOARD, ARMIES, Everything, 2)
    others = {s.name: next(v for v in s.values if v != s.default) for s in battle.scenarios["field"].settings}
    check_battle(battle, "field", games=4, seed=5, **others)


def test_deployments_followed_move_by_move_are_those_of_a_fresh_look():
    """A deployment is carried over from one state to the next; a whole game must not wear it out."""
    (journal,) = check_battle(FieldBattle(BOARD, ARMIES, Everything, 2), "field", games=1, seed=8)
    for entry in journal.entries:
        known, state = entry.after.deployment, entry.after
        fresh = Deployment(state.scenario.order_of_battle, state.at, state.zone_tables())
        assert (known.layers, known.loads()) == (fresh.layers, fresh.loads())
        for side in SIDES:
            for kind in (UNIT, FOOT):
                assert known.held(kind, side) == fresh.held(kind, side)
        assert [known.zone(side) for side in SIDES] == [fresh.zone(side) for side in SIDES]


def test_perft_pins_the_rules():
    found = game(*ARMIES, board=BOARD, campaign=Everything)
    assert len(options(found.state).all()) == 6
    assert [perft(found.state, depth, seed=1) for depth in (1, 2, 3)] == [6, 49, 229]


@pytest.mark.rule("GC 5.1.1", "GC 7.5")
@pytest.mark.parametrize(
    ("notation", "unit", "mp"), [("attack A normal 0605", "A", 4), ("march C", "", 0)], ids=["combat", "march"]
)
def test_chances_read_off_a_pair_of_dice_are_those_of_all_36(notation, unit, mp):
    units = Unit("A", "u inf", "0505", mv=6), Unit("C", "u cav", "0303", mv=3), Unit("B", "c inf", "0605", mv=5)
    found = marching(*units, unit=unit, mp=mp) if unit else game(*units)
    action = found.state.scenario.battle.parse(found.state.scenario, notation)
    floor = len(found.state.agenda)
    rolled = Counter(
        play_trusted(found.state, action, LoadedDice(pair), floor).state for pair in product(range(1, 7), repeat=2)
    )
    assert results(found.state, action) == {after: Fraction(number, 36) for after, number in rolled.items()}


@pytest.mark.rule("GC 7.4", "GC 7.5")
def test_a_forecast_is_exact_and_quick():
    board = ground(rough="0506")  # a starred artillery modifier: three dice
    found = marching(
        Unit("A", "u inf", "0507", mv=8, tac=(2, 2)),
        Unit("B", "c inf", "0506", mv=4),
        Unit("C", "c inf", "0506", mv=4),
        unit="A",
        mp=4,
        board=board,
    )
    action = found.state.scenario.battle.parse(found.state.scenario, "attack A prepared 0506")
    assert calls_of(lambda: forecast(found.state, action)) < 140_000  # 35,000
    result = forecast(found.state, action)
    assert sum(share for _, share in result.chances) == 1
    # ratio 0, tactical +2, prepared +1, artillery -1 on an even die: net +3 or +2
    assert result.chance(defender="destroyed") == 0
    flight = result.chance(defender="retreats") + result.chance(defender="demoralised")
    assert flight == Fraction(26 + 21, 72)


@pytest.mark.rule("GC 7.4.6")
def test_the_planner_explains_every_number_and_the_six_hexes():
    found = marching(Unit("A", "u inf", "0507", mv=8), Unit("B", "c inf", "0506", mv=4), unit="A", mp=4)
    battle = found.state.scenario.battle
    lines = battle.page.modifiers(found.state, battle.parse(found.state.scenario, "attack A prepared 0506"))
    assert {line.clause for line in lines} >= {"GC 7.2.1", "GC 7.3", "GC 7.4.2", "GC 7.4.3", "GC 7.1.4", "GC 7.4.6"}
    assert sum(1 for line in lines if line.label.key.startswith("flank.")) == 6
    assert all(line.label.key in battle.words for line in lines)


def test_hints_tell_a_screen_what_a_click_does():
    found = marching(Unit("A", "u inf", "0508", mv=8), Unit("B", "c inf", "0506", mv=4), unit="A", mp=9)
    battle, scenario = found.state.scenario.battle, found.state.scenario
    step = battle.page.hint(found.state, battle.parse(scenario, "step A 0507"))
    assert (step.kind, step.cost, step.stops) == ("move", 3, True)
    found.do("step A 0507")
    attack = battle.page.hint(found.state, battle.parse(scenario, "attack A normal 0506"))
    assert (attack.kind, attack.cost, attack.target) == ("attack", 2, "0506")
    assert battle.page.hint(found.state, battle.parse(scenario, "halt A")).kind == "end"


@pytest.mark.rule("GC 5.2.2", "GC 7.7.1", "GC 2.4.2")
def test_hints_show_whom_a_leader_reaches_and_what_the_opponent_may_do():
    units = (
        leader("L", "u", "0505"),
        Unit("A", "u inf", "0505"),
        Unit("FAR", "u inf", "1010"),
        Unit("C", "c cav", "0503"),
    )
    found = game(*units)
    battle, scenario = found.state.scenario.battle, found.state.scenario
    assert battle.page.hint(found.state, battle.parse(scenario, "activate L")).attackers == ("A",)
    found.do("march A", 6)
    step = battle.page.hint(found.state, battle.parse(scenario, "step A 0504"))
    assert (step.stops, step.risk.key) == (True, "risk.cavalry_retreat")
    assert found.state.zones["confederate"] >> scenario.hex("0504") & 1


def test_charts_show_the_tables_of_this_game():
    found = game(*ARMIES, board=BOARD, mp_woods=5)
    charts = {chart.key: chart for chart in found.state.scenario.battle.page.charts(found.state.scenario)}
    assert len(charts["chart.combat_defender"].rows) == len(charts["chart.combat_attacker"].rows) == 19
    assert ("term.woods", "5", "6") in charts["chart.movement"].rows
    assert all(len(row) == len(chart.columns) for chart in charts.values() for row in chart.rows)


@pytest.mark.rule("GC 7.4.1", "GC 7.4.6", "GC 7.6.4", "GC 7.7.2", "GC 7.8", "GC 9.3")
def test_charts_of_combat_follow_the_parameters_and_the_map():
    def rows(**rest):
        found = game(*ARMIES, **rest).state.scenario
        return {chart.key.removeprefix("chart."): chart.rows for chart in found.battle.page.charts(found)}

    flat, steep = rows(), rows(
        board=ground(mountain="0101", hill="0201", ridge="0505-0504"), flank_base="1/3/4", refuse_effect="0/1",
        retreat_loss="0/0/1/1/2", cavret_terrain=False, fort_factor=4, art_table="steep", campaign=Everything,
    )  # fmt: skip
    assert flat["flank"][:4] == (("0-3", "0", "+1"), ("4", "+1", "+1"), ("5", "+2", "+1"), ("6", "+4", "+2"))
    assert steep["flank"][2:4] == (("5", "+3", "+0"), ("6", "+4", "+1"))
    assert [row[2] for row in flat["retreat"]] == ["0", "0", "0", "1", "2"]
    assert [row[2] for row in steep["retreat"]] == ["0", "0", "1", "1", "2"]
    assert flat["cavalry_size"] == (("1", "-1"), ("2-3", "+0"), ("4", "+1"), ("5+", "+2"))
    assert flat["cavalry_retreat"] == (("line.crossing", "+2"), ("chart.slowing_ground", "+1"))
    assert steep["cavalry_retreat"] == (("line.crossing", "+2"), ("term.mountain", "+3"))
    assert [row[1] for row in flat["works"]] == ["×2", "×1", "×3"]
    assert steep["works"][-1] == ("term.fort", "×4")
    lines, more = (
        {row[0].removeprefix("line."): row[1:] for row in found["combat_modifiers"]} for found in (flat, steep)
    )
    assert lines["ratio"] == ("1:3 -2, 1:2 -1, 1:1 +0, 2:1 +1, 3:1 +2", "-")
    assert (lines["artillery"], lines["chart.attack_types"]) == (("-3 … +2", "-"), ("-3 … +1", "-"))
    assert (lines["creek"], lines["chart.creek_rain"], lines["crossing"]) == (("-", "+1"), ("-", "+2"), ("-", "+2"))
    assert set(more) - set(lines) == {"hill", "mountain", "ridge", "assault_leader"}
    assert flat["combat_defender"][0][0] == "≤ -8"
    assert flat["combat_attacker"][-1][0] == "≥ +10"


@pytest.mark.parametrize(
    ("row", "unit", "value", "message"),
    [
        ("fatigue", "A", 5, "fatigue"),
        ("manpower", "A", 0, "manpower"),
        ("demoralised", "A", 3, "demoralised must be"),
        ("works", "A", 9, "works must be"),
    ],
)
def test_impossible_positions_are_refused(row, unit, value, message):
    found = game(*ARMIES, board=BOARD).set(row, unit, value)
    with pytest.raises(BadPosition, match=message):
        found.state.scenario.battle.check_position(found.state)


def test_enemies_never_share_a_hex():
    found = game(*ARMIES, board=BOARD)
    found.set("at", "B", found.state.scenario.hex("0505"))
    with pytest.raises(BadPosition, match="0505"):
        found.state.scenario.battle.check_position(found.state)
