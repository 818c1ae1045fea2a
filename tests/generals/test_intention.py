"""What a bot says it is after: the parts of its own evaluation, in both languages, and no secrets."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.generals import find_bot
from hardtack.generals.intention import expected_gains
from hardtack.generals.recruit import evaluation
from hardtack.referee.chance import expected_value
from hardtack.referee.umpire import to_act
from hardtack.referee.words import parameters
from hardtack.table import Match

SCENARIOS = sorted(name for battle in all_battles() for name in battle.scenarios)


@cache
def positions(scenario: str):
    """The first positions of a game between bots, each with the side to act and what it did."""
    match = Match.new(scenario, seed=11, seats={side: find_bot("recruit") for side in find_battle(scenario).sides})
    found = []
    while match.outcome is None and len(found) < 25:
        before, side = match.state, match.to_act
        found.append((before, side, match.run_bots(step=True)[0].action))
    return found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_motives_are_the_evaluation_part_by_part(scenario):
    """What a bot says adds up to what it thinks: of the position, and of the action it chose."""
    for state, side, action in positions(scenario):
        battle, value = state.scenario.battle, evaluation(state, side)
        worth = value(state)
        assert sum(battle.knowledge.motives(state, side).values()) == pytest.approx(worth, abs=1e-6)
        if battle.knowledge.ends_phase(state, action):
            continue
        gains, victory = expected_gains(state, side, action)
        if victory == 0.0 and gains:
            wanted = expected_value(state, action, battle.knowledge.intend, value) - worth
            assert sum(gains.values()) == pytest.approx(wanted, abs=1e-6)


@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("name", ["recruit", "random"])
def test_every_action_has_a_motive_with_words_in_both_languages(scenario, name):
    bot = find_bot(name)
    for state, side, action in positions(scenario):
        motives = bot.intention(state, side, action)
        assert 1 <= len(motives) <= 2
        words = state.scenario.battle.words
        for motive in motives:
            assert motive.key in words, motive.key
            assert parameters(words.word(motive.key, "en")) == {argument for argument, _ in motive.args}
            assert words.say(motive.key, motive.args, "ja") != words.say(motive.key, motive.args, "en")


def test_every_term_of_every_battle_has_words():
    for battle in all_battles():
        for scenario in battle.scenarios:
            state = Match.new(scenario, seed=1).state
            for side in battle.sides:
                motives = battle.knowledge.motives(state, side)
                assert [motive.key for motive in motives if motive.key not in battle.words] == []


@pytest.mark.rule("BR 9.0b", "BR 9.0e")
def test_doctrine_names_the_mission_it_carries_out():
    match = Match.new("bull-run", seed=3, solitaire=True)
    match.sit("union", find_bot("random"))
    match.sit("confederate", find_bot("doctrine"))
    told = {}
    while match.outcome is None:
        before, side = match.state, match.to_act
        action = match.run_bots(step=True)[0].action
        if side == "confederate":
            (motive,) = match.seats[side].bot.intention(before, side, action)
            assert motive.key in match.battle.words
            told.setdefault(motive.key, []).append((before, action))
    assert {"motive.mission_centreville", "motive.missions_done"} <= set(told)
    for state, action in told["motive.mission_centreville"]:
        assert state.missions[state.scenario.index[action.unit]] == "centreville"


def test_the_reasons_of_the_simple_cases():
    recruit = find_bot("recruit")
    match = Match.new("bull-run", seed=3)
    (ended,) = recruit.intention(match.state, match.to_act, match.parse("end"))
    assert ended.key == "motive.nothing_better"
    random = Random(5)
    while to_act(match.state) is not None and len(match.legal()) != 1:
        match.play(match.options.pick(random))
    assert match.outcome is None, "this game meets a decision with one choice"
    (only,) = recruit.intention(match.state, match.to_act, match.legal()[0])
    assert only.key == "motive.only_choice"
