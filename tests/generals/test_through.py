"""Carrying an action through: what it comes to counts, not what it promises."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.battles.gcacw.sequence import Activation
from hardtack.generals import find_bot
from hardtack.generals.plans import Plan, worth_to
from hardtack.generals.through import ANSWERED, FEARED, Answers, Through, best_through
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import enemy_of
from hardtack.referee.limits import Patience, TooLong, patience
from hardtack.referee.umpire import begin, deciding, options, play_trusted, to_act
from hardtack.referee.views import view


def opening(scenario="brandy-station", dice=None):
    battle = find_battle(scenario)
    return begin(battle.set_up(battle.scenario(scenario)), dice or SeededDice("d/3")).state


def through(state, side, seed=1):
    value, replies = (worth_to(state, whose, Plan()) for whose in (side, enemy_of(side)))
    return Through(state, side, value, replies, Random(seed))


def best(state, side, seed=1, **how):
    return best_through(state, side, worth_to(state, side, Plan()), Random(seed), **how)


def marches_for_nothing(name, phases=14):
    """How often the Confederates at Brandy Station tire a unit that ends where it was and has fought nobody."""
    dice = SeededDice("d/3")
    state, bots = opening(dice=dice), {"union": find_bot("recruit"), "confederate": find_bot(name)}
    chances = {side: Random(f"d/3/{side}") for side in bots}
    count, before, fought = 0, None, False
    while (side := to_act(state)) is not None and state.phase <= phases:
        if isinstance(deciding(state), Activation):
            if before is not None and not fought and before.at == state.at and before.fatigue != state.fatigue:
                count += 1
            before, fought = (state if side == "confederate" else None), False
        action = bots[side].choose(view(state, side), chances[side])
        fought = fought or action.verb in ("attack", "charge", "assault", "issue")
        state = play_trusted(state, action, dice).state
    return count


def test_nobody_is_tired_for_nothing():
    """Recruit sets out in hope of an attack, forces the march, finds the attack not worth making and stays where it is:
    so half of Stuart's brigades were spent before the enemy came."""
    assert marches_for_nothing("recruit") >= 3
    assert marches_for_nothing("veteran") <= 1  # the die for the march may spoil one


def test_ending_the_phase_leaves_everything_as_it_is():
    state = opening()
    side = to_act(state)
    assert through(state, side).worth(passing(state)) == worth_to(state, side, Plan())(state)


def test_the_best_is_legal_and_the_same_with_the_same_chance():
    state = opening()
    side = to_act(state)
    first, again = (best(state, side, 3) for _ in range(2))
    assert first == again
    assert first in options(state)


def test_half_of_what_the_enemys_answer_changes_counts(monkeypatch):
    state = opening()
    side = to_act(state)
    known = worth_to(state, side, Plan())(state)
    answered = through(state, side)
    answered.answers = Answers(answered)
    monkeypatch.setattr(Answers, "_find", lambda self, state, as_it_is: as_it_is - 10.0)
    assert answered.worth(passing(state)) == pytest.approx(known - ANSWERED * 10.0)


def test_the_enemy_answers_to_his_own_good():
    """In one position or the other he finds nothing, or the dice are against him; in the mean it costs the side."""
    changes, dice = [], SeededDice("d/3")
    state, chances = opening(dice=dice), Random(4)
    recruit = find_bot("recruit")
    while len(changes) < 12:
        side = to_act(state)
        if isinstance(deciding(state), Activation):
            looking = through(state, side)
            now = looking.value(state)
            changes.append(Answers(looking).worth(state, now) - now)
        state = play_trusted(state, recruit.choose(view(state, side), chances), dice).state
    assert sum(changes) < 0 > min(changes)


def test_with_answers_the_best_is_legal_and_the_same_with_the_same_chance():
    state = opening("salem-church")
    side = to_act(state)
    first, again = (best(state, side, 3, answers=True) for _ in range(2))
    assert first == again
    assert first in options(state)


def test_it_can_be_broken_off():
    state = opening()
    with patience(Patience(0.0)), pytest.raises(TooLong):
        best(state, to_act(state))


def test_the_work_allowed_bounds_what_is_carried_through(monkeypatch):
    """However little it is, one action is carried through, and staying as one is costs nothing."""
    state = opening()
    knowledge = state.scenario.battle.knowledge
    looked = []
    monkeypatch.setattr(Through, "worth", lambda self, action: looked.append(action) or 0.0)
    monkeypatch.setattr(knowledge, "effort", type(knowledge.effort)(work=0))
    best(state, to_act(state))
    assert [knowledge.ends_phase(state, action) for action in looked] == [False, True]


def test_whoever_is_at_ease_acts_only_for_what_is_worth_it(monkeypatch):
    state = opening("kellys-ford")
    state = play_trusted(state, passing(state), SeededDice(1)).state  # the Confederates would win as things stand
    looks = through(state, "confederate")
    rest = passing(state)
    monkeypatch.setattr(Through, "worth", lambda self, action: looks.value(state) + (0.0 if action == rest else 2.0))
    assert best(state, "confederate") != rest
    assert best(state, "confederate", ease=1.9) != rest
    assert best(state, "confederate", ease=2.1) == rest


def passing(state):
    return next(action for action in options(state).general() if action.verb == "pass")


def test_whoever_has_not_won_does_not_pass_the_game_away():
    """At Salem Church the Union, four points short of a victory, once passed after an enemy who had passed."""
    state = opening("kellys-ford")
    now = worth_to(state, "union", Plan())(state)
    assert through(state, "union").worth(passing(state)) == pytest.approx(now - FEARED)
    theirs = play_trusted(state, passing(state), SeededDice(1)).state
    assert to_act(theirs) == "confederate"
    ahead = worth_to(theirs, "confederate", Plan())(theirs)
    assert through(theirs, "confederate").worth(passing(theirs)) == ahead  # over and won
