"""The undrawn cup keeps its secret; the referee's promises hold; random games end; perft pins the rules."""

from __future__ import annotations

import json
import os
from itertools import product
from random import Random

import pytest
from folio_kit import changed, where
from hypothesis import given, settings
from hypothesis import strategies as st
from shiloh_kit import BATTLE, UNION, opening

from hardtack.battles.musket.sequence import EndOfTurn, StartRolls
from hardtack.battles.shiloh.camps import Muster, in_cup
from hardtack.battles.shiloh.scenario import ShilohState
from hardtack.referee.conformance import check_battle, replay_elsewhere
from hardtack.referee.dice import LoadedDice, SeededDice
from hardtack.referee.journal import Journal
from hardtack.referee.playout import perft
from hardtack.referee.position import write_position
from hardtack.referee.record import write_record
from hardtack.referee.state import WAITING
from hardtack.referee.umpire import begin, deciding, options
from hardtack.referee.views import view

RANDOM_GAMES = int(os.environ.get("HARDTACK_RANDOM_GAMES", "12"))


def some_way_into_a_game(seed: int, decisions: int) -> ShilohState:
    random, dice = Random(seed), SeededDice(seed)
    game = Journal(BATTLE.set_up(BATTLE.scenario("shiloh")), dice)
    for _ in range(decisions):
        if game.state.outcome is not None or game.state.turn > 2:
            break
        game.play(options(game.state).pick(random), dice)
    return game.state  # type: ignore[return-value]


@pytest.mark.rule("SL 17.31", "MS 2.8")
@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(0, 120))
def test_whatever_has_happened_every_sleeper_may_be_the_next_out_of_the_cup(seed: int, decisions: int) -> None:
    """Nothing a state holds tells which counter comes next: from one and the same state the dice can draw each."""
    state = some_way_into_a_game(seed, decisions)
    left = in_cup(state)
    if not left:
        return
    ready = changed(state, turn=1, agenda=(EndOfTurn(), StartRolls(UNION)))
    drawn = set()
    for faces in product(range(1, 7), repeat=2):
        events = begin(ready, LoadedDice([1, *faces, 1, 1])).events  # one counter, by these faces or by ones
        drawn |= {event.get("unit") for event in events if event.key == "event.cup_drawn"}
    assert drawn == {state.scenario.ids[piece] for piece in left}


@pytest.mark.rule("SL 17.31", "MS 2.8")
@settings(max_examples=10, deadline=None, derandomize=True)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_the_state_before_a_draw_does_not_know_the_dice_of_the_draw(one: int, two: int) -> None:
    """Two games with the same past and other dice ahead look the same to everybody until the cup is opened."""
    texts = set()
    for seed in (one, two):
        dice = SeededDice(seed)
        game = Journal(BATTLE.set_up(BATTLE.scenario("shiloh")), dice)
        for notation in ("march russell", "stay", "march stewart", "stay"):
            game.play(BATTLE.parse(game.state.scenario, notation), dice)
        views = [json.dumps(view(game.state, seat).data()) for seat in (*BATTLE.sides, None)]
        texts.add((write_position(game.state), *views))
    assert len(texts) == 1


@pytest.mark.rule("SL 17.31")
def test_sleepers_look_alike_in_every_view() -> None:
    """A counter in the cup shows nothing but that it is off the map."""
    state = opening()
    sleepers = {state.scenario.ids[piece] for piece in in_cup(state)}
    for seat in (*BATTLE.sides, None):
        shown = [piece for piece in view(state, seat).data()["pieces"] if piece["id"] in sleepers]
        rows = {tuple(value for name, value in piece.items() if name != "id") for piece in shown}
        assert len(rows) == 1
    assert {where(state, unit) for unit in sleepers} == {"-"}
    assert not [unit for _, unit in BATTLE.page.arrivals(state) if unit in sleepers]
    assert all(state.due[piece] == 0 for piece, at in enumerate(state.at) if at == WAITING and piece in in_cup(state))


def test_the_contract_of_the_referee_holds() -> None:
    games = check_battle(BATTLE, "shiloh", games=1, seed=3, look_every=31)
    assert replay_elsewhere(write_record(games[0])) == write_record(games[0])


@pytest.mark.parametrize("seed", range(100, 100 + RANDOM_GAMES))
def test_random_games_end(seed: int) -> None:
    """Without a dead end, through positions that could be; HARDTACK_RANDOM_GAMES=300 plays as many."""
    random, dice = Random(seed), SeededDice(seed)
    game = Journal(BATTLE.set_up(BATTLE.scenario("shiloh")), dice)
    while game.state.outcome is None:
        game.play(options(game.state).pick(random), dice)
        BATTLE.check_position(game.state)
    assert game.state.turn <= 17


def test_perft() -> None:
    """Counts of legal action sequences: they change only when a rule does."""
    state = opening()
    assert [perft(state, depth, 1) for depth in (1, 2)] == [75, 3073]  # marches keep from the enemy (MS 4.65a)
    dice = SeededDice(8)
    game = Journal(BATTLE.set_up(BATTLE.scenario("shiloh")), dice)
    game.play(BATTLE.parse(game.state.scenario, "end"), dice)
    assert isinstance(deciding(game.state), Muster)
    assert [perft(game.state, depth, 1) for depth in (1, 2, 3)] == [7, 49, 294]
