"""Games played on in thought before the initiative is spent."""

from __future__ import annotations

from random import Random
from typing import Any

import hardtack
from hardtack.generals import find_bot
from hardtack.generals.foresight import Course, Quick, Thought, foresee
from hardtack.generals.playout import EvenDice, Greedy, Work
from hardtack.referee.actions import Action
from hardtack.referee.dice import SeededDice
from hardtack.referee.events import SIDES
from hardtack.referee.umpire import options, play_trusted, to_act
from hardtack.referee.views import view


def start() -> Any:
    return hardtack.new("kellys-ford", seed=3, union="random", confederate="random").state


class Rigged(Thought):
    """Every try of a course comes to what it is told, give or take some luck that all share."""

    worths: dict[Action, float]
    risks: dict[Action, float]

    def try_out(self, course: Course, number: int) -> float:
        self.work.done += 1
        risk = self.risks.get(course.action, 0.0)
        return self.worths[course.action] + 0.1 * (number % 3) - (risk if number == 7 else 0.0)


def rigged(risk: float = 0.0, **better: float) -> tuple[Action, Action]:
    """What is taken of everything there is, and what would be usual; `risk`: what the other loses on one try."""
    state = start()
    usual, *others = options(state).all()
    thought = Rigged(state, "union", Random(1), 500)
    thought.worths = dict.fromkeys([usual, *others], 0.5)
    thought.worths[usual] += better.get("usual", 0.0)
    thought.worths[others[0]] += better.get("gain", 0.0)
    thought.risks = {others[0]: risk}
    return thought.best(Course(usual), [Course(other) for other in others]).action, usual


def test_the_usual_is_kept_unless_something_is_better() -> None:
    taken, usual = rigged()
    assert taken == usual
    taken, usual = rigged(gain=-0.2)
    assert taken == usual


def test_what_is_better_is_taken() -> None:
    taken, usual = rigged(gain=0.2)
    assert taken == options(start()).all()[1] != usual


def test_a_game_that_is_won_is_not_put_at_risk_for_a_point_more() -> None:
    taken, usual = rigged(usual=0.5, gain=0.9, risk=1.0)
    assert taken == usual


def test_a_game_that_is_won_either_way_is_played_for_more_points() -> None:
    taken, usual = rigged(usual=0.5, gain=0.7)
    assert taken == options(start()).all()[1] != usual


def test_both_kinds_of_mind_play_a_game_to_its_end() -> None:
    for restless in (False, True):
        state, work, dice = start(), Work(), EvenDice(Random(1))
        minds = {side: Quick(state, side, Random(2), work, restless) for side in SIDES}
        for _ in range(600):
            if to_act(state) is None:
                break
            state = play_trusted(state, minds[str(to_act(state))].choose(state), dice).state
        assert state.outcome is not None
        assert work.done


def test_the_other_enemy_in_thought_looks_ahead_with_a_handful_of_units_and_never_waits_with_more() -> None:
    def other(scenario: str) -> object:
        state = hardtack.new(scenario, seed=3, union="random", confederate="random").state
        return Thought(state, "union", Random(1), 500).other("confederate", Random(2))

    assert isinstance(other("kellys-ford"), Greedy)
    assert isinstance(other("brandy-station"), Quick)


def test_the_same_seed_thinks_the_same_and_no_work_is_no_thought() -> None:
    state = start()
    everything = options(state).all()
    usual = Course(everything[-1], state.scenario.battle.knowledge.instinct(state))
    found = [foresee(state, "union", usual, Random(5), 2000).action for _ in range(2)]
    assert found[0] == found[1] in everything
    assert foresee(state, "union", usual, Random(5), 0) is usual


def on_the_march() -> Any:
    """Sargent has his points and has not set off."""
    state, dice = start(), SeededDice(1)
    march = next(action for action in options(state).all() if str(action) == "march Sargent")
    return play_trusted(state, march, dice).state


def test_in_the_middle_of_a_march_it_goes_on_as_it_was_meant() -> None:
    state = on_the_march()
    usual = Course(options(state).all()[0], state.scenario.battle.knowledge.instinct(state))
    assert foresee(state, "union", usual, Random(5), 2000) is usual


def test_trying_a_course_out_leaves_its_commander_as_he_was() -> None:
    state = on_the_march()
    commander = state.scenario.battle.knowledge.instinct(state)
    step = commander.choose(state, Random(1))
    before = commander.way
    Thought(state, "union", Random(1), 500).try_out(Course(step, commander), 0)
    assert before
    assert commander.way == before


def test_brandy_station_is_played_at_a_glance_only_by_who_looks_ahead() -> None:
    state = hardtack.new("brandy-station", seed=3, union="random", confederate="random").state
    bots: list[Any] = [find_bot("veteran"), find_bot("general-brief")]
    for bot in bots:
        assert bot.choose(view(state, "union"), Random(1)) in options(state)
    assert [bot.instinct is not None for bot in bots] == [False, True]
