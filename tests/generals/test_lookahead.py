"""Looking ahead: a phase is thought through as a whole, and what is usual gives way to what is surely better."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles import find_battle
from hardtack.generals import find_bot
from hardtack.generals.lookahead import Lookahead, PhaseDice, able, sure
from hardtack.generals.plans import Plan, worth_to
from hardtack.generals.recruit import usual_action
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view

BATTLE = find_battle("bull-run")


@pytest.fixture
def state():
    return begin(BATTLE.set_up(BATTLE.scenario("bull-run")), SeededDice(1)).state


def looking(state, work=2000, value=None):
    side = to_act(state)
    return Lookahead(state, side, value or worth_to(state, side, Plan()), Random(1), work)


def first_of(state):
    return usual_action(state, worth_to(state, to_act(state), Plan()), Random(1))


def test_the_usual_line_goes_through_the_phase_as_far_as_no_die_decides(state):
    line = looking(state).usual_line(first_of(state))
    assert len(line) > 1
    for action in line[:-1]:
        assert action in options(state)
        state = sure(state, action)
        assert state is not None
    assert sure(state, line[-1]) is None


def test_a_line_that_is_surely_better_is_taken_and_one_that_is_as_good_is_not(state, monkeypatch):
    usual = looking(state).usual_line(first_of(state))
    wanted = next(line for line in looking(state).neighbours(usual) if line[0] not in usual)[0]
    monkeypatch.setattr(Lookahead, "try_out", lambda self, line, number: 0.5 + 0.1 * (wanted in line))
    assert wanted in looking(state).best_line(usual[0])
    monkeypatch.setattr(Lookahead, "try_out", lambda self, line, number: 0.5)
    assert looking(state).best_line(usual[0]) == usual
    monkeypatch.setattr(Lookahead, "try_out", lambda self, line, number: (len(line) % 7 - 3) * (-1) ** number)
    assert looking(state).best_line(usual[0]) == usual


def test_what_cannot_be_done_because_somebody_stays_is_left_out(state):
    line = looking(state).usual_line(first_of(state))
    after = sure(state, line[0])
    assert line[0] not in options(after)
    assert able(after, (line[0], *line[1:])) == line[1:]
    assert able(after, line[:1]) == ()


def test_every_phase_has_its_own_luck_whatever_was_rolled_before():
    one, other = PhaseDice(5), PhaseDice(5)
    for dice, rolls in ((one, 3), (other, 8)):
        dice.enter("movement")
        for _ in range(rolls):
            dice.roll()
        dice.enter("combat")
    assert [one.roll() for _ in range(6)] == [other.roll() for _ in range(6)]


def test_it_stops_when_the_work_is_done(state):
    thought = looking(state, work=700)
    thought.best_line(first_of(state))
    assert 0 < thought.work.done < 3000


def test_general_keeps_to_its_line_and_plays_the_same_on_the_same_view_and_chance(state, monkeypatch):
    monkeypatch.setattr("hardtack.generals.veteran.PHASE", 600)
    thoughts = []
    best_line = Lookahead.best_line
    monkeypatch.setattr(Lookahead, "best_line", lambda self, usual: thoughts.append(1) or best_line(self, usual))
    games = []
    for _ in range(2):
        now, bot, random, dice, done = state, find_bot("general"), Random(3), SeededDice(1), []
        side = to_act(now)
        thoughts.clear()
        while to_act(now) == side and len(done) < 12:
            done.append(bot.choose(view(now, side), random))
            assert done[-1] in options(now)
            now = play_trusted(now, done[-1], dice).state
        games.append(done)
        assert len(thoughts) < len(done)
    assert games[0] == games[1]
