"""Games played on in thought before the initiative is spent."""

from __future__ import annotations

from random import Random
from typing import Any

import hardtack
from hardtack.generals import find_bot
from hardtack.generals.foresight import Course, Quick, Thought, foresee
from hardtack.generals.playout import EvenDice, Habit, Work
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

    def try_out(self, course: Course, number: int) -> float:
        self.work.done += 1
        return self.worths[course.action] + 0.1 * (number % 3)


def rigged(**better: float) -> tuple[Action, Action]:
    """What is taken of everything there is, and what would be usual."""
    state = start()
    usual, *others = options(state).all()
    thought = Rigged(state, "union", Random(1), 500)
    thought.worths = dict.fromkeys([usual, *others], 0.5)
    thought.worths[usual] += better.get("usual", 0.0)
    thought.worths[others[0]] += better.get("gain", 0.0)
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
    taken, usual = rigged(usual=0.5, gain=0.7)
    assert taken == usual


def test_both_kinds_of_mind_play_a_game_to_its_end() -> None:
    for plain in (False, True):
        state, work, dice = start(), Work(), EvenDice(Random(1))
        minds = {side: Quick(state, side, Random(2), work, Habit(), plain) for side in SIDES}
        for _ in range(600):
            if to_act(state) is None:
                break
            state = play_trusted(state, minds[str(to_act(state))].choose(state), dice).state
        assert state.outcome is not None
        assert work.done


def test_the_same_seed_thinks_the_same_and_no_work_is_no_thought() -> None:
    state = start()
    everything = options(state).all()
    commander = state.scenario.battle.knowledge.instinct(state)
    choices = [Course(*one) for one in commander.lines(state)]
    usual = Course(everything[-1], commander)
    found = [foresee(state, "union", usual, Random(5), 2000, choices).action for _ in range(2)]
    assert found[0] == found[1] in everything
    assert foresee(state, "union", usual, Random(5), 0, choices) is usual


def on_the_march() -> Any:
    """Sargent has his points and has not set off."""
    state, dice = start(), SeededDice(1)
    march = next(action for action in options(state).all() if str(action) == "march Sargent")
    return play_trusted(state, march, dice).state


def test_where_a_march_should_go_is_thought_about_before_it_sets_off_and_not_on_the_way() -> None:
    state = on_the_march()
    commander = state.scenario.battle.knowledge.instinct(state)
    choices = commander.lines(state)
    assert any(str(action).startswith("halt") for action, _ in choices)
    assert len({mind.way[-1] for action, mind in choices if str(action).startswith("step")}) > 2
    state = play_trusted(state, commander.choose(state, Random(1)), SeededDice(1)).state
    assert not commander.lines(state)


def test_a_march_goes_where_the_chosen_course_leads() -> None:
    state = on_the_march()
    commander = state.scenario.battle.knowledge.instinct(state)
    usual = commander.copy()
    usual.choose(state, Random(1))
    grid, unit = state.scenario.board.grid, state.scenario.index["Sargent"]
    other = next(mind for action, mind in commander.lines(state) if mind.way[-1] != usual.way[-1] and len(mind.way) > 2)
    for _ in range(len(other.way) - 1):
        state = play_trusted(state, other.choose(state, Random(1)), SeededDice(1)).state
    assert grid.name(state.at[unit]) == grid.name(other.way[-1])


def test_trying_a_course_out_leaves_its_commander_as_he_was() -> None:
    state = on_the_march()
    commander = state.scenario.battle.knowledge.instinct(state)
    action, mind = commander.lines(state)[-1]
    before = mind.way
    Thought(state, "union", Random(1), 500).try_out(Course(action, mind), 0)
    assert mind.way == before


def test_brandy_station_is_played_at_a_glance_only_by_who_looks_ahead() -> None:
    state = hardtack.new("brandy-station", seed=3, union="random", confederate="random").state
    bots: list[Any] = [find_bot("veteran"), find_bot("general-brief")]
    for bot in bots:
        assert bot.choose(view(state, "union"), Random(1)) in options(state)
    assert [bot.instinct is not None for bot in bots] == [False, True]


def test_only_who_looks_ahead_thinks_about_marches() -> None:
    state = on_the_march()
    for name, thinks in (("veteran", False), ("general-brief", True)):
        bot: Any = find_bot(name)
        bot.instinct = state.scenario.battle.knowledge.instinct(state)
        assert bool(bot.courses(state)) is thinks
        assert len(bot.courses(start())) > 2
