"""The bots: they sit where they may, see only views, and recruit beats random."""

from __future__ import annotations

from random import Random

import pytest

from hardtack.battles.bull_run.battle import BATTLE
from hardtack.generals import BOTS, find_bot
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadOption
from hardtack.referee.umpire import begin, options, play_trusted, to_act
from hardtack.referee.views import view
from hardtack.study.simulate import make_plan, simulate


def opening(**settings):
    return begin(BATTLE.set_up(BATTLE.scenario("bull-run", settings)), SeededDice(2)).state


@pytest.mark.usefixtures("quick")  # in full it might be cut short by the clock of a busy machine, and choose otherwise
@pytest.mark.parametrize("name", BOTS)
def test_every_bot_plays_legal_actions_and_the_same_ones_again(name):
    dice, random, again = SeededDice(4), Random(4), Random(4)
    state = opening(solitaire=True)
    bots = {"union": find_bot("random"), "confederate": find_bot(name)}
    for _ in range(25):
        side = to_act(state)
        bot = bots[side]
        action = bot.choose(view(state, side), random)
        assert action in options(state)
        assert bot.choose(view(state, side), again) == action
        state = play_trusted(state, action, dice).state
        if state.outcome is not None:
            break


def test_doctrine_commands_only_the_side_the_book_gives_it():
    find_bot("doctrine").check_seat(BATTLE, "bull-run", "confederate")
    with pytest.raises(BadOption, match="union"):
        find_bot("doctrine").check_seat(BATTLE, "bull-run", "union")
    with pytest.raises(BadOption, match="no bot"):
        find_bot("doctrine").check_seat(*_battle("sharpsburg"), "union")


def _battle(scenario_id):
    from hardtack.battles import find_battle

    return find_battle(scenario_id), scenario_id


def test_unknown_bots_are_named():
    with pytest.raises(BadOption, match="recruit"):
        find_bot("napoleon")


@pytest.mark.parametrize("side", ["union", "confederate"])
def test_recruit_beats_random_at_bull_run(side):
    """At least nine of ten decided games; this seed is fixed, the claim over many games is in docs/strength.md."""
    bots = {"union": "random", "confederate": "random", side: "recruit"}
    report = simulate(make_plan("bull-run", bots, "recruit", {}), 12)
    decided = report.wins["union"] + report.wins["confederate"]
    assert decided >= 6
    assert report.wins[side] >= 0.9 * decided


def test_recruit_uses_nothing_but_its_view():
    """The seat's random source and its view are all a bot gets: same view, same choice, whatever the dice hold."""
    state = opening()
    side = to_act(state)
    assert find_bot("recruit").choose(view(state, side), Random(1)) == find_bot("recruit").choose(
        view(state, side), Random(1)
    )
