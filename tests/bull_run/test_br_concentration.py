"""What `veteran` reckons with at Bull Run beyond one stack: attacks together, odds on the spot, marches in turns."""

from __future__ import annotations

from random import Random

from bull_run_field import at, do, fighting, moving

from hardtack.battles import find_battle
from hardtack.battles.bull_run.concentration import (
    assault,
    combined,
    cornered,
    gathered,
    in_time,
    last_chance,
    outnumbered,
    ramparts,
    retake,
)
from hardtack.generals import find_bot
from hardtack.generals.recruit import first_of_best
from hardtack.referee.state import freeze
from hardtack.referee.umpire import options
from hardtack.referee.views import view

UNION, CONFEDERATE = "union", "confederate"


def test_several_stacks_on_one_pay_for_one_answer():
    alone = fighting(UNION, {"RIC": "1803", "DAV": "1803", "JAC": "1804", "BLE": "1801"})
    beside = fighting(UNION, {"RIC": "1803", "DAV": "1803", "JAC": "1804", "BLE": "1904"})
    assert combined(beside, UNION) > combined(alone, UNION) > 0.0
    assert assault(alone, UNION) == combined(alone, UNION) - combined(alone, CONFEDERATE)


def test_an_attack_that_costs_more_than_it_brings_counts_for_nothing():
    assert combined(fighting(UNION, {"SCH": "1803", "BON": "1703", "LON": "1703"}), UNION) == 0.0


def test_union_attacks_south_of_the_run_count_for_a_third():
    north = fighting(UNION, {"RIC": "1603", "DAV": "1603", "STU": "1604"})
    south = fighting(UNION, {"RIC": "1312", "DAV": "1312", "STU": "1313"})
    assert 0.0 < combined(south, UNION) < combined(north, UNION)


def test_an_intruder_is_cornered_by_those_near_him_on_his_bank():
    far, near, over = (
        moving(UNION, {"EWE": "1906", "RIC": place, "DAV": place}) for place in ("1302", "1806", "1812")
    )  # fmt: skip
    assert cornered(near, UNION) > cornered(far, UNION)
    assert cornered(over, UNION) == cornered(far, UNION)


def test_a_brigade_alone_among_enemies_is_outnumbered():
    alone = moving(UNION, {"SCH": "1604", "BON": "1605", "LON": "1605", "RIC": "1802"})
    together = moving(UNION, {"SCH": "1604", "BON": "1605", "LON": "1605", "RIC": "1603"})
    assert outnumbered(alone, UNION) < outnumbered(together, UNION) < 0.0


def test_marches_are_counted_in_turns():
    """Ewell is two marches from Centreville: who is as near makes up for him, who is farther does not."""
    nobody, late, ready = (
        moving(UNION, {"EWE": "1906", "RIC": place}) for place in ("0401", "1203", "1704")
    )  # fmt: skip
    assert in_time(nobody, UNION) <= in_time(late, UNION) < in_time(ready, UNION) <= 0.0


def test_the_heights_about_centreville_are_worth_having():
    ours = moving(UNION, {"BLE": "1802", "RIC": "1703", "EAR": "1704"})
    open_ground = moving(UNION, {"BLE": "1802", "RIC": "1902", "EAR": "1704"})
    theirs = moving(UNION, {"BLE": "1802", "RIC": "1902", "EAR": "1703"})
    assert ramparts(ours, UNION) > ramparts(open_ground, UNION) > ramparts(theirs, UNION)


def test_whoever_holds_centreville_is_to_be_driven_out():
    units = {"BON": "1802", "RIC": "1803", "KEY": "1702"}
    taken, holding = fighting(UNION, units), fighting(UNION, units, held_centreville=1)
    assert retake(holding, UNION) > retake(taken, UNION) > 0.0
    assert last_chance(holding, UNION) == -1.0
    assert last_chance(taken, UNION) == 0.0
    assert retake(fighting(UNION, units | {"BON": "1703"}), UNION) == 0.0


def test_the_last_chance_to_win_centreville_back_is_taken_against_odds():
    """Ended the phase once, with seven strength points beside twelve, and lost the game with it."""
    units = {"BON": "1802", "LON": "1802", "SHE": "1702", "SCH": "1702", "KEY": "1801", "RIC": "1602", "EAR": "1903"}
    state = fighting(UNION, units, held_centreville=1)
    assert str(find_bot("veteran").choose(view(state, UNION), Random(1))).endswith("1802")


def test_an_enemy_who_stands_still_over_the_run_is_fighting():
    """Taken for one who only waits, he was once left in peace before Centreville."""
    knowledge = find_battle("bull-run").knowledge
    home, over = (moving(UNION, {"BLE": "1802", "JAC": place, "RIC": "1604"}) for place in ("1309", "1703"))
    assert knowledge.left_alone(home, UNION)
    assert not knowledge.left_alone(over, UNION)
    assert knowledge.left_alone(over, CONFEDERATE)
    for state, bold in ((home, True), (over, False)):
        bot = find_bot("veteran")
        bot.choose(view(state, UNION), Random(1))
        later = replaced(state, turn=6)
        bot.choose(view(later, UNION), Random(1))
        assert bot.plan.bold is bold


def replaced(state, **facts):
    draft = state.draft()
    for name, value in facts.items():
        setattr(draft, name, value)
    return freeze(draft)


RIDGE = {"KEY": "1802", "BLE": "1802", "RIC": "1507", "DAV": "1507", "SHE": "1104", "SCH": "1104"}
RAID = {"COC": "1702", "BEE": "1702", "JAC": "1703", "HOL": "1803", "BAR": "1803", "LON": "1508", "EAR": "1509"}
RAID |= {"BON": "1403", "EVA": "1602", "JON": "1610", "EWE": "1913"}
LOSSES = {"COC": 3, "BEE": 1, "JAC": 1}


def test_a_stack_marches_to_the_relief_of_centreville_together():
    """Richardson and Davies once stayed above Blackburn's Ford, since neither would leave the other."""
    state = moving(UNION, RIDGE | RAID, strengths=LOSSES)
    bot, random = find_bot("veteran"), Random(2)
    for _ in range(12):
        action = bot.choose(view(state, UNION), random)
        if action.verb == "end":
            break
        state = do(state, str(action)).state
    assert at(state, "RIC") == at(state, "DAV") != "1507"


def test_only_both_brigades_of_a_stack_march_together_and_to_where_there_is_room():
    state = moving(UNION, RIDGE | RAID, strengths=LOSSES)
    for first, second in state.scenario.battle.knowledge.together(state):
        assert first.verb == second.verb == "move"
        assert first.actor != second.actor
        assert first.hex == second.hex not in set(RIDGE.values())
        assert second in options(do(state, str(first)).state).all()


def test_what_is_best_alone_is_done_where_nothing_is_better_together():
    state = moving(UNION, RIDGE | RAID, strengths=LOSSES)
    end = next(action for action in options(state) if action.verb == "end")
    assert first_of_best(state, lambda after: 0.0, end, len(state.agenda)) == end


def test_strength_gathers_about_centreville():
    """On it rather than beside it, on a height beside it rather than below, and near rather than far."""
    places = ("1802", "1703", "1903", "1904", "1104")
    worths = [gathered(moving(UNION, {"RIC": place, "EAR": "1511"}), UNION) for place in places]
    assert worths == sorted(worths, reverse=True)
    assert len(set(worths)) == len(places)
