"""The secret choice never leaks; the referee's promises hold; random games end; perft pins the rules."""

from __future__ import annotations

import json
import os
from random import Random

import pytest
from chickamauga_kit import BATTLE, CONFEDERATE, UNION, field, opening
from folio_kit import changed, clauses, play
from hypothesis import given, settings
from hypothesis import strategies as st

from hardtack.battles.chickamauga.scenario import HIDDEN, ChickamaugaState
from hardtack.battles.chickamauga.victory import ChoosePlan, Plan
from hardtack.battles.musket.movement import Movement
from hardtack.generals import find_bot
from hardtack.referee.conformance import check_battle, replay_elsewhere
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadNotation
from hardtack.referee.journal import Journal
from hardtack.referee.playout import perft
from hardtack.referee.record import write_record
from hardtack.referee.umpire import deciding, options
from hardtack.referee.views import view, visible
from hardtack.table.story import story

STRANGERS = (UNION, None)
RANDOM_GAMES = int(os.environ.get("HARDTACK_RANDOM_GAMES", "12"))


@pytest.mark.rule("CK 18.2", "MS 2.8")
def test_the_choice_is_made_once_and_told_to_the_confederate_alone() -> None:
    state = changed(opening(), agenda=(Movement(UNION), ChoosePlan(CONFEDERATE)))
    chosen, events = play(state, "plan B")
    assert chosen.plan == "B"
    assert len(visible(events, CONFEDERATE)) == len(events)
    for seat in STRANGERS:
        told = visible(events, seat)
        assert clauses(told) == ["CK 18.2"]
        assert not any("plan_" in str(value) for event in told for _, value in event.args)
    with pytest.raises(BadNotation):
        BATTLE.parse(state.scenario, "plan C")


@pytest.mark.rule("CK 18.2")
def test_views_hide_the_choice_until_the_game_is_over() -> None:
    state = field({"law": "0910", "u1b1": "0123"}, turn=16, plan="B")
    assert view(state, CONFEDERATE).state.plan == "B"
    assert [view(state, seat).state.plan for seat in STRANGERS] == [HIDDEN, HIDDEN]
    guesses = {BATTLE.imagine(view(state, UNION).state, UNION, Random(seed)).plan for seed in range(30)}
    assert guesses == {"A", "B"}
    journal = Journal(state, SeededDice(1))
    assert journal.state.outcome is not None
    assert [view(journal.state, seat).state.plan for seat in STRANGERS] == ["B", "B"]
    assert "event.plan_revealed" in [event.key for event in journal.entries[0].events]


def twins(seed: int) -> tuple[Journal, Journal, SeededDice, SeededDice, Random]:
    """Two games alike in everything but the choice, played up to and with it."""
    random = Random(seed)
    games = [(Journal(BATTLE.set_up(BATTLE.scenario("chickamauga")), dice), dice) for dice in _dice_pair(seed)]
    (one, dice_one), (two, dice_two) = games
    while not isinstance(deciding(one.state), ChoosePlan):
        action = options(one.state).pick(random)
        one.play(action, dice_one)
        two.play(action, dice_two)
    one.play(Plan("A"), dice_one)
    two.play(Plan("B"), dice_two)
    return one, two, dice_one, dice_two, random


def _dice_pair(seed: int) -> tuple[SeededDice, SeededDice]:
    return SeededDice(seed), SeededDice(seed)


@pytest.mark.rule("CK 18.2", "MS 2.8")
@settings(max_examples=3, deadline=None, derandomize=True)
@given(st.integers(0, 2**32))
def test_nobody_but_the_confederate_can_tell_a_from_b(seed: int) -> None:
    """Whatever both sides do, all that strangers see, read and record is the same whichever was chosen."""
    one, two, dice_one, dice_two, random = twins(seed)
    while one.state.outcome is None and two.state.outcome is None:
        for seat in STRANGERS:
            assert view(one.state, seat).state == view(two.state, seat).state
            assert visible(one.entries[-1].events, seat) == visible(two.entries[-1].events, seat)
        if len(one) % 250 == 0:
            assert options(one.state).all() == options(two.state).all()
            look_at_everything(one, two)
        action = options(one.state).pick(random)
        one.play(action, dice_one)
        two.play(action, dice_two)
    assert (one.state.outcome is None) == (two.state.outcome is None)


def look_at_everything(one: Journal, two: Journal) -> None:
    """Plain data, log in both languages, standing, record for the seat: all without a trace of the choice."""
    for seat in STRANGERS:
        seen_one, seen_two = view(one.state, seat), view(two.state, seat)
        assert json.dumps(seen_one.data()) == json.dumps(seen_two.data())
        assert BATTLE.page.standing(seen_one.state) == BATTLE.page.standing(seen_two.state)
        assert write_record(one, seat=seat) == write_record(two, seat=seat)
        for lang in ("en", "ja"):
            assert list(story(one, lang, seat)) == list(story(two, lang, seat))


@pytest.mark.rule("CK 18.2")
@pytest.mark.parametrize("bot", ["random", "recruit"])
def test_a_union_bot_cannot_act_on_the_choice(bot: str) -> None:
    one, two, dice_one, dice_two, random = twins(11)
    for _ in range(12):
        if one.state.agenda[-1].side == UNION:  # type: ignore[attr-defined]
            choices = [find_bot(bot).choose(view(game.state, UNION), Random(5)) for game in (one, two)]
            assert choices[0] == choices[1]
        action = options(one.state).pick(random)
        one.play(action, dice_one)
        two.play(action, dice_two)


def test_the_contract_of_the_referee_holds() -> None:
    games = check_battle(BATTLE, "chickamauga", games=1, seed=3, look_every=31)
    assert replay_elsewhere(write_record(games[0])) == write_record(games[0])


@pytest.mark.parametrize("seed", range(100, 100 + RANDOM_GAMES))
def test_random_games_end(seed: int) -> None:
    """Without a dead end, through positions that could be; HARDTACK_RANDOM_GAMES=300 plays as many."""
    random, dice = Random(seed), SeededDice(seed)
    game = Journal(BATTLE.set_up(BATTLE.scenario("chickamauga")), dice)
    while game.state.outcome is None:
        game.play(options(game.state).pick(random), dice)
        BATTLE.check_position(game.state)
    assert game.state.turn == 16


def at_first_move() -> ChickamaugaState:
    """The first Union Movement Phase after a set-up in which everybody stands as near his hex as he can."""
    dice = SeededDice(5)
    game = Journal(BATTLE.set_up(BATTLE.scenario("chickamauga")), dice)
    while not isinstance(deciding(game.state), Movement):
        game.play(next(iter(options(game.state).all())), dice)
    return game.state  # type: ignore[return-value]


def test_perft() -> None:
    """Counts of legal action sequences: they change only when a rule does."""
    setting_up = opening()
    assert [perft(setting_up, depth, 1) for depth in (1, 2)] == [252, 59674]
    moving = at_first_move()
    assert [perft(moving, depth, 1) for depth in (1, 2)] == [70, 3716]  # marches keep from the enemy (MS 4.65a)
