"""General: longer races against more of the enemy's plans, judged by what was learned where that is better."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.generals import BOTS, find_bot, planning
from hardtack.generals.learned import Layer, Model, features
from hardtack.generals.planning import DeepRace, Race, trusted
from hardtack.generals.strength import record_of
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import Outcome
from hardtack.referee.knowledge import Effort
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view

BATTLE = find_battle("kellys-ford")


@pytest.fixture
def state(monkeypatch):
    """An opening, for bots that think little."""
    monkeypatch.setattr(type(BATTLE.knowledge), "effort", Effort(turns=1, work=120, decisions=15))
    return begin(BATTLE.set_up(BATTLE.scenario("kellys-ford")), SeededDice(1)).state


def model(names, learned=0.3, hand_made=0.5):
    """A model that counts the force: ours for us, theirs against us."""
    weights = [{"force.ours": 1.0, "force.theirs": -1.0}.get(name, 0.0) for name in names]
    made = {"log_loss": {"learned": learned, "hand_made": hand_made}}
    zeros, ones = [0.0] * len(names), [1.0] * len(names)
    return Model("kellys-ford", tuple(names), zeros, ones, (Layer([weights, zeros], [0.0, 0.0]),), made)


def test_it_is_offered_where_the_ladder_has_shown_it_better_than_veteran_and_nowhere_else():
    assert find_bot("general").name == "general"
    infos = [info for battle in all_battles() for info in battle.scenarios.values()]
    met = {info.id: [each for each in record_of("general", info.id) if each.other == "veteran"] for info in infos}
    better = {name for name, records in met.items() if any(each.shows_it_better() for each in records)}
    assert {info.id for info in infos if "general" in info.bots} == better


def test_it_plays_legally_and_the_same_on_the_same_view_and_chance(state):
    side = to_act(state)
    chosen = [find_bot("general").choose(view(state, side), Random(3)) for _ in range(2)]
    assert chosen[0] == chosen[1]
    bot, random, dice = find_bot("general"), Random(3), SeededDice(1)
    for _ in range(6):
        side = to_act(state)
        action = bot.choose(view(state, side), random)
        assert action in options(state)
        state = play_trusted(state, action, dice).state


def test_a_model_is_trusted_only_where_it_predicts_better_than_the_hand_made():
    names = ("force.ours", "force.theirs")
    assert trusted(None) is None
    assert trusted(model(names, 0.6, 0.5)) is None
    assert trusted(better := model(names, 0.4, 0.5)) is better


def test_where_a_plan_leads_is_judged_by_what_was_learned(state, monkeypatch):
    side = to_act(state)
    learned = model(list(features(state, side)))
    monkeypatch.setattr(planning, "model_of", lambda scenario: learned)
    race = DeepRace(state, side, Random(1))
    chance = learned.predict(features(state, side))[0]
    assert race.mark(state) == pytest.approx(chance, abs=0.01)
    over = state.changed(outcome=Outcome(side, "decisive", "GC 1.0", "x"))
    assert race.mark(over) == 1.0
    assert race.mark(state.changed(outcome=Outcome("draw", "", "GC 1.0", "x"))) == 0.5
    monkeypatch.setattr(planning, "model_of", lambda scenario: None)
    assert DeepRace(state, side, Random(1)).mark(state) == Race(state, side, Random(1)).mark(state)


def test_it_thinks_longer_and_of_more_replies():
    battle = find_battle("bull-run")
    state = begin(battle.set_up(battle.scenario("bull-run")), SeededDice(1)).state
    side = to_act(state)
    plain, deep = Race(state, side, Random(1)), DeepRace(state, side, Random(1))
    assert deep.effort.work > 3 * plain.effort.work
    assert deep.tries > plain.tries
    replies = {round(deep.reply(number)[1](state), 6) for number in range(deep.tries)}
    assert len(replies) >= 2


def test_by_hand_it_is_the_same_but_for_what_was_learned(state, monkeypatch):
    side = to_act(state)
    learned = model(list(features(state, side)))
    monkeypatch.setattr(planning, "model_of", lambda scenario: learned)
    general, by_hand = find_bot("general"), find_bot("general-by-hand")
    races = [bot.race(state, side, Random(1)) for bot in (general, by_hand)]
    assert [race.learned for race in races] == [learned, None]
    assert races[0].effort == races[1].effort
    assert by_hand.name not in BOTS
