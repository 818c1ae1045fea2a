"""Veteran: it makes plans and keeps them, says what they are, and needs nothing but its view and its own chance."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace

import pytest
from bull_run_field import moving

from hardtack.battles import find_battle
from hardtack.generals import find_bot, planning, veteran
from hardtack.generals.planning import Race, _pick
from hardtack.generals.plans import Plan, candidates, goal_of, variations, worth_to
from hardtack.generals.recruit import weighing
from hardtack.generals.veteran import Veteran
from hardtack.referee.dice import SeededDice
from hardtack.referee.limits import Patience, TooLong, patience
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.referee.words import parameters
from hardtack.table.worker import BOTS_KEPT, Question, bot_for, kept

SMALL = ("bull-run", "sharpsburg", "kellys-ford")


def opening(scenario, seed=2):
    battle = find_battle(scenario)
    return begin(battle.set_up(battle.scenario(scenario)), SeededDice(seed)).state


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("scenario", SMALL)
def test_the_same_view_and_the_same_chance_give_the_same_move(scenario):
    """Whatever it thought before: a bot that has its plan already moves as one that makes it now."""
    state = opening(scenario)
    side = to_act(state)
    bot, random = find_bot("veteran"), Random(6)
    first = bot.choose(view(state, side), random)
    assert first in options(state)
    assert bot.choose(view(state, side), Random(6)) == first
    again = Random(6)
    assert find_bot("veteran").choose(view(state, side), again) == first
    assert random.getstate() == again.getstate()  # a long thought takes no more of the seat's chance than a short one


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", ["veteran", "general"])
@pytest.mark.parametrize("scenario", SMALL)
def test_the_dice_of_the_game_do_not_change_a_move(scenario, name):
    """Two games with other dice, brought to the same position: the bots of the same seed play the same actions on."""
    games = []
    for dice in (SeededDice(1), SeededDice("other")):
        state, bot, random, moves = opening(scenario), find_bot(name), Random(6), []
        side = to_act(state)
        while len(moves) < 3 and to_act(state) == side:
            action = bot.choose(view(state, side), random)
            moves.append(str(action))
            ruling = play_trusted(state, action, dice)
            state = ruling.state
            if ruling.dice:
                break  # from here on the positions differ
        games.append(moves)
    assert games[0] == games[1]


@pytest.mark.usefixtures("quick")
def test_openings_vary_with_the_chance_of_the_bot():
    state = opening("bull-run")
    side = to_act(state)
    openings = set()
    for seed in range(4):
        bot, random, now = find_bot("veteran"), Random(seed), state
        moves = []
        while len(moves) < 3 and to_act(now) == side:
            moves.append(bot.choose(view(now, side), random))
            now = play_trusted(now, moves[-1], SeededDice(1)).state
        openings.add(frozenset(map(str, moves)))
    assert len(openings) > 1


@pytest.mark.usefixtures("quick")
def test_a_plan_is_kept_until_the_enemy_upsets_it_or_the_turn_ends(monkeypatch):
    monkeypatch.setattr(Veteran, "plans_on", lambda self, scenario: True)
    enemies = {"EVA": "0805", "COC": "0907", "BON": "1309", "LON": "1509"}
    state = moving("union", {"SHE": "0804", "SCH": "0905", "BLE": "1802"} | enemies)
    bot = Veteran()
    bot.choose(view(state, "union"), Random(1))
    plan, made_for = bot.plan, bot.enemies
    moved = play_trusted(state, options(state).of("SCH")[0], SeededDice(1)).state
    bot.choose(view(moved, "union"), Random(2))
    assert bot.plan is plan
    assert bot.enemies is made_for
    index, grid = state.scenario.index, state.scenario.board.grid
    at = list(moved.at)
    for name, place in zip(enemies, ("0806", "0908", "1310", "1510"), strict=True):
        at[index[name]] = grid.index(place)
    upset = moved.changed(at=tuple(at))
    bot.choose(view(upset, "union"), Random(3))
    assert bot.enemies is not made_for
    made_for = bot.enemies
    bot.choose(view(upset.changed(turn=6), "union"), Random(3))
    assert bot.enemies is not made_for


def test_a_plan_must_beat_the_usual_way_by_more_than_the_dice_explain():
    state = opening("bull-run")
    race = Race(state, "union", Random(1))
    lucky, sound = candidates(state, "union")[1:3]
    race.marks = {Plan(): [0.0, 0.0, 0.0], lucky: [30.0, -14.0, -10.0], sound: [9.0, 8.0, 10.0]}
    assert [plan for _, plan in race.standing()] == [sound, Plan(), lucky]


@pytest.mark.parametrize("scenario", ["kellys-ford", "salem-church"])
def test_a_battle_of_one_day_is_not_an_opening_to_its_end(scenario):
    """In the opening chance has a hand in what is done; in a battle of one turn it once had it all day."""
    state = opening(scenario)
    knowledge = state.scenario.battle.knowledge
    assert knowledge.opening(state)
    assert not knowledge.opening(state.changed(phase=9))


def test_the_usual_way_is_taken_where_no_plan_is_better():
    """Every plan may lead to the same end: that is no reason to take any."""
    state = opening("bull-run")
    race = Race(state.changed(turn=6), "union", Random(1))
    race.marks = {plan: [1000.0, 1000.0, 1000.0] for plan in candidates(state, "union")}
    assert {_pick(race, Random(seed)) for seed in range(5)} == {Plan()}
    race.state = state
    assert len({_pick(race, Random(seed)) for seed in range(5)}) > 1


def test_a_plan_tried_once_is_not_taken():
    state = opening("bull-run")
    race = Race(state.changed(turn=6), "union", Random(1))
    once, twice = candidates(state, "union")[1:3]
    race.marks = {Plan(): [0.0, 0.0], once: [90.0], twice: [4.0, 5.0]}
    assert _pick(race, Random(1)) == twice


def test_no_more_plans_start_than_can_be_tried_again(monkeypatch):
    state = opening("bull-run")
    race = Race(state, "union", Random(1))
    monkeypatch.setattr(race, "run", lambda plan, tries: setattr(race.work, "done", race.effort.work // 7))
    plans = candidates(state, "union")
    started = race.starters(plans, plans[3], Random(1))
    assert len(started) == 2
    assert started[0] == plans[3]


def test_an_enemy_who_has_not_stirred_may_be_one_who_stays(monkeypatch):
    state = opening("bull-run")
    race = Race(state, "union", Random(1))
    replies = []
    monkeypatch.setattr(planning, "Greedy", lambda value, *others: replies.append(value) or SimpleNamespace())
    monkeypatch.setattr(planning, "play_on", lambda state, *others: state)
    for race.idle in (False, True):
        for number in range(2):
            race.try_out(Plan(), number)
    assert [value is planning.stays for value in replies[1::2]] == [False, False, False, True]


def test_where_weights_found_by_play_do_better_alone_no_plan_is_made(monkeypatch):
    """One whose temper waits goes over to the attack where the enemy does not come on."""
    monkeypatch.setattr(Veteran, "plans_on", lambda self, scenario: False)
    monkeypatch.setattr(veteran, "waits", lambda scenario, side: side == waiting)
    waiting = "union"
    posts = {"EVA": "0805", "COC": "0907", "BON": "1309", "LON": "1509"}
    state = moving("union", {"SHE": "0804", "SCH": "0905", "BLE": "1802"} | posts)
    scenario = state.scenario
    bot = Veteran()

    def plan_at(turn, places):
        at = list(state.at)
        for name, place in places.items():
            at[scenario.index[name]] = scenario.board.grid.index(place)
        bot.choose(view(state.changed(turn=turn, at=tuple(at)), "union"), Random(1))
        return bot.plan

    assert plan_at(5, posts) == Plan()
    assert plan_at(6, posts | {"EVA": "0806"}) == Plan(bold=True)
    newcomers = {"JAC": "1209", "BEE": "1310", "BAR": "1310"}  # they have not stirred, they have come
    assert plan_at(7, posts | newcomers) == Plan(bold=True)
    drawn_off = {"EVA": "0806", "COC": "0908", "BON": "1310", "LON": "1510"}
    assert plan_at(8, drawn_off) == Plan(bold=True)
    assert plan_at(9, posts) == Plan()
    waiting = "confederate"
    assert plan_at(10, posts) == Plan()
    assert bot.plan_in_words == ()


def test_who_is_left_alone_weighs_by_hand_where_no_other_weights_are_shipped():
    state = opening("sharpsburg")
    by_hand = weighing(state.scenario.battle.knowledge.plan_terms(), "union")
    assert worth_to(state, "union", Plan(bold=True))(state) == pytest.approx(by_hand(state))
    assert worth_to(state, "union", Plan())(state) != pytest.approx(by_hand(state))


def test_plans_a_step_away_set_drop_and_strengthen_goals():
    state = opening("bull-run")
    aim, other = find_battle("bull-run").knowledge.aims(state, "union")
    plan = Plan(goals=(goal_of(state, "union", aim),))
    near = variations(plan, [Plan(goals=(goal_of(state, "union", other),))])
    assert Plan() in near
    assert any({goal.aim for goal in one.goals} == {aim, other} for one in near)
    assert any(one.goals and one.goals[0].zeal > plan.goals[0].zeal for one in near)


def test_a_goal_draws_strength_toward_it():
    """Of two positions that differ only in a brigade's place the plan prefers the one nearer its goal."""
    near = moving("union", {"SHE": "1612", "BLE": "1802", "EVA": "0805"})
    far = moving("union", {"SHE": "0905", "BLE": "1802", "EVA": "0805"})
    take = next(aim for aim in find_battle("bull-run").knowledge.aims(near, "union") if aim.name.key == "plan.take")
    plan = Plan(goals=(goal_of(near, "union", take),))
    gain = [worth_to(s, "union", plan)(s) - worth_to(s, "union", Plan())(s) for s in (near, far)]
    assert gain[0] > gain[1]


def test_thinking_can_be_broken_off():
    state = opening("bull-run")
    with patience(Patience(0.0)), pytest.raises(TooLong):
        find_bot("veteran").choose(view(state, to_act(state)), Random(1))


def test_every_plan_has_words_in_both_languages():
    for scenario in ("bull-run", "sharpsburg", "shiloh", "chickamauga", "kellys-ford"):
        state, battle = opening(scenario), find_battle(scenario)
        for side in battle.sides:
            for plan in candidates(state, side):
                for name in plan.names:
                    assert parameters(battle.words.word(name.key, "en")) == {argument for argument, _ in name.args}
                    assert battle.words.say(name.key, name.args, "en") != battle.words.say(name.key, name.args, "ja")


def test_it_says_which_goal_an_action_serves():
    """From what the asker may know, not from the plan it has: a march to Manassas is one whoever asks."""
    state = moving("union", {"SHE": "1612", "BLE": "1802", "EVA": "0805"})
    march = state.scenario.battle.parse(state.scenario, "move SHE 1613")
    told = find_bot("veteran").intention(state, "union", march)
    assert (told[0].key, dict(told[0].args)) == ("plan.take", {"hex": "1614"})
    assert len(told) == 2
    (ended,) = find_bot("veteran").intention(state, "union", state.scenario.battle.parse(state.scenario, "end"))
    assert ended.key == "motive.nothing_better"


def test_a_worker_asks_the_same_bot_about_the_same_game():
    def ask(table, side="union"):
        return bot_for(Question("", "", {}, {}, side, "veteran", find_bot, 1, table))

    kept.clear()
    try:
        bot = ask("a")
        assert ask("a") is bot
        assert ask("a", "confederate") is not bot
        assert ask("") is not ask("")
        for number in range(BOTS_KEPT):
            ask(f"game {number}")
        assert ask("a") is not bot
        assert len(kept) == BOTS_KEPT
    finally:
        kept.clear()
