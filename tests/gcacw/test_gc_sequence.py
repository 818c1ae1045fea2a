"""The sequence of play, the action cycle, and what an initiative may be spent on (GC 1, 3, 4, 5.0, 5.4)."""

import pytest
from gc_field import FieldBattle, Game, Unit, game, ground, leader

from hardtack.battles.gcacw.actions import MarchUnit
from hardtack.battles.gcacw.campaign import Campaign
from hardtack.battles.gcacw.recovery import CycleEnds
from hardtack.battles.gcacw.sequence import ActionPhase, TurnBegins, TurnEnds
from hardtack.referee.dice import LoadedDice
from hardtack.referee.errors import DiceError
from hardtack.referee.events import reason

BLUE, GREY = Unit("A", "u inf", "0505"), Unit("B", "c inf", "1010")


def opening(*units, campaign=Campaign, turns=1, board=None, **settings):
    battle = FieldBattle(board or ground(), units, campaign, turns)
    return Game(battle.set_up(battle.scenario("field", settings)))


class CycleOnly(Campaign):
    def phases(self, turn):
        return ("action_cycle",)


@pytest.mark.rule("GC 1.1", "GC 2.1", "GC 2.2.1")
def test_two_sides_and_the_values_of_their_counters():
    found = opening(
        Unit("A", "u inf", "0505", mv=7, art=3, tac=(2, 2)), Unit("G", "u art", "0505", mv=2, art=6),
        Unit("C", "c cav", "0909", mv=3), leader("L", "u", "0505", command=6, tac=(4, 3)),
    )  # fmt: skip
    scenario, battle = found.state.scenario, found.state.scenario.battle
    assert battle.sides == ("union", "confederate")
    assert [scenario.pieces[n].type for n in scenario.combat_units] == ["infantry", "artillery", "cavalry"]
    assert battle.page.look(found.state, 0).numbers == ("7", "3", "2")
    assert battle.page.look(found.state, 3).numbers == ("4/3", "6")
    assert set(found.state.fatigue) == {0}


@pytest.mark.rule("GC 1.2")
def test_dice_have_six_sides():
    with pytest.raises(DiceError):
        LoadedDice([7])


@pytest.mark.rule("GC 3.0", "GC 3.1", "GC 3.2", "GC 3.3", "GC 3.4", "GC 3.5", "GC 12.1", "GC 12.3")
def test_a_turn_runs_its_phases_in_order():
    seen = []

    class Watched(Campaign):
        def random_events(self, draft, umpire):
            seen.append("events")

        def initiative_rolled(self, draft, umpire, union, confederate):
            seen.append("initiative")

        def turn_begins(self, draft, umpire):
            seen.append("begin")

        def turn_ends(self, draft, umpire):
            seen.append("end")

    units = (leader("L", "u", "0505"), BLUE, Unit("A2", "u inf", "0507"), GREY)
    found = opening(*units, campaign=Watched, turns=2).start()
    assert found.frame.__class__.__name__ == "LeaderTransfer"
    assert found.frame.side == "union"  # no Confederate leader: his half passes by itself
    found.do("done", 5, 2)
    assert seen == ["begin", "events", "initiative"]
    found.do("pass").do("pass")
    assert found.state.turn == 2
    assert seen == ["begin", "events", "initiative", "end", "begin", "events"]
    found.do("done", 5, 2).do("pass").do("pass")
    assert found.state.outcome is not None
    assert found.state.turn == 2


@pytest.mark.rule("GC 12.1")
def test_basic_scenarios_roll_no_events():
    found = opening(BLUE, GREY).start(3, 4)  # the two dice are the initiative
    assert found.told == ["event.turn_begins", "event.initiative"]


@pytest.mark.rule("GC 4.1")
@pytest.mark.parametrize(
    ("union", "confederate", "winner"), [(5, 2, "union"), (2, 5, "confederate"), (4, 4, "confederate")]
)
def test_initiative_goes_to_the_higher_die_and_ties_to_the_confederate(union, confederate, winner):
    found = opening(BLUE, GREY, campaign=CycleOnly).start(union, confederate)
    assert found.frame.side == winner
    key = "event.initiative_tie" if union == confederate else "event.initiative"
    told = next(event for event in found.events if event.key == key)
    assert (told.get("union"), told.get("confederate"), told.get("side")) == (union, confederate, winner)


class Favoured(CycleOnly):
    """A modifier for one side, and a first phase without dice."""

    def forced_initiative(self, state):
        return "union" if state.phase == 1 else None

    def initiative_modifier(self, state, side):
        return 1 if side == "confederate" else 0


@pytest.mark.rule("GC 4.1", "GC 4.4")
def test_forced_and_modified_initiatives():
    found = opening(BLUE, Unit("A2", "u inf", "0909"), GREY, campaign=Favoured).start()
    assert found.frame.side == "union"
    found.do("march A", 1).do("halt A", 5, 4)  # 5 against 4 + 1: a tie, and ties go to the Confederate
    assert (found.frame.side, found.state.phase) == ("confederate", 2)


@pytest.mark.rule("GC 4.2")
def test_passing():
    found = opening(BLUE, GREY, campaign=CycleOnly).start(6, 1).do("pass")
    assert (found.frame.side, found.frame.second) == ("confederate", True)
    found.do("march B", 1).do("halt B", 6, 1)  # he acts, and a pass is not for good
    assert found.frame.side == "union"
    found.do("pass").do("pass")
    assert found.state.outcome is not None


@pytest.mark.rule("GC 4.2")
def test_a_forced_phase_may_belong_to_one_side_alone():
    class Alone(Favoured):
        def opponent_may_take(self, state):
            return False

    found = opening(BLUE, GREY, campaign=Alone).start().do("pass", 1, 1)
    assert (found.state.phase, found.frame.side) == (2, "confederate")


@pytest.mark.rule("GC 4.2")
def test_a_forced_phase_is_otherwise_passed_on_like_any_other():
    found = opening(BLUE, GREY, campaign=Favoured).start().do("pass")
    assert (found.state.phase, found.frame.side, found.frame.second) == (1, "confederate", True)
    assert found.do("pass").state.outcome is not None


@pytest.mark.rule("GC 4.2", "GC 5.0")
def test_a_scenario_may_say_what_an_initiative_is_for():
    class Fixed(CycleOnly):
        def bars_action(self, state, side, action):
            meant = isinstance(action, MarchUnit) and action.unit != "A"
            return None if meant else reason("SLB 13.2d", "reason.not_your_unit")

    found = opening(BLUE, Unit("A2", "u inf", "0909"), GREY, campaign=Fixed).start(6, 1)
    assert found.legal == ["march A2"]
    assert found.why("march A") == found.why("pass") == ["SLB 13.2d"]


@pytest.mark.rule("GC 4.3")
def test_a_side_that_cannot_act_passes_by_itself():
    tired = Unit("A", "u inf", "0505", fatigue=4)
    found = opening(tired, GREY, campaign=CycleOnly).start(6, 1)
    assert found.frame.side == "confederate"
    assert "event.cannot_act" in found.told
    over = opening(tired, Unit("B", "c inf", "1010", fatigue=4), campaign=CycleOnly).start(6, 1)
    assert over.state.outcome is not None


@pytest.mark.rule("GC 4.3")
def test_a_scenario_may_end_the_cycle_by_itself():
    class Short(CycleOnly):
        def cycle_over(self, state):
            return True

    found = opening(BLUE, GREY, campaign=Short).start()
    assert found.state.outcome is not None
    assert "event.cycle_over" in found.told


@pytest.mark.rule("GC 4.4")
def test_a_new_roll_after_every_action():
    found = opening(BLUE, GREY, campaign=CycleOnly).start(6, 1)
    for phase in (1, 2):
        assert found.state.phase == phase
        found.do("march A", 1).do("halt A", 6, 1)


@pytest.mark.rule("GC 5.0", "GC 5.5")
def test_the_actions_an_initiative_can_buy():
    class Burning(Campaign):
        may_entrench = True

        @property
        def stations(self):
            return (self.hex("0505"),)

    found = game(
        leader("L", "u", "0505"), Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"), campaign=Burning
    ).edit(stations=(0,))
    # the enemy next door: march, activate and assault are open, burning is not (GC 5.4.2), digging is no action
    assert found.legal == ["activate L", "assault L 0504", "march A", "pass"]
    assert found.why("dig A") == ["GC 5.0"]
    assert game(Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504")).why("dig A") == ["GC 9.2"]  # a basic scenario


class Depot(Campaign):
    @property
    def stations(self):
        return (self.hex("0505"),)


@pytest.mark.rule("GC 5.4.1", "GC 5.4.2")
def test_burning_a_station_step_by_step():
    units = (Unit("A", "u cav", "0505", mv=3), Unit("A2", "u cav", "0909"), Unit("B", "c inf", "1212"))
    found = game(*units, campaign=Depot).edit(stations=(0,))
    found.do("burn A", 3, 6, 1)
    assert found.state.stations == (1,)
    assert found.get("fatigue", "A") == 1
    found.do("burn A", 4, 6, 1)  # above the combat value: nothing
    assert found.state.stations == (1,)
    found.do("burn A", 1, 6, 1)
    assert found.state.stations == (2,)
    assert found.why("burn A") == ["GC 5.4.1"]
    assert found.why("burn A2") == ["GC 5.4.1"]


@pytest.mark.rule("GC 5.4.2")
def test_who_may_not_burn():
    units = (Unit("G", "u art", "0505"), Unit("A", "u inf", "0505"), Unit("B", "c inf", "0504"))
    found = game(*units, campaign=Depot).edit(stations=(0,))
    assert found.why("burn G") == ["GC 5.4.2", "GC 5.4.2"]
    assert found.why("burn A") == ["GC 5.4.2"]
    strong = game(Unit("A", "u inf", "0505", mv=2), GREY, campaign=Depot, burn_station="strong").edit(stations=(0,))
    strong.do("burn A", 6, 1)
    assert strong.state.stations == (1,)


@pytest.mark.rule("GC 3.5")
def test_the_end_tells_every_line_of_the_score():
    class Scored(Campaign):
        def score(self, state):
            return (("standing.points", 3, "GC 3.5"),)

    found = game(BLUE, GREY, campaign=Scored, agenda=(TurnEnds(), CycleEnds(), ActionPhase())).start(6, 1)
    found.do("pass").do("pass")
    assert found.state.outcome.winner == "union"
    assert found.state.outcome.points == (("union", 3),)
    assert found.told[-2:] == ["standing.points", "outcome.union_marginal"]


@pytest.mark.rule("GC 12.2", "GC 3.0")
def test_rain_ends_with_its_turn():
    found = game(BLUE, GREY, turns=2, agenda=(TurnBegins(),)).edit(rain=1).start(4, 4)
    assert found.state.rain == 0
