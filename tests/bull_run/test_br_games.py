"""Whole games: the conformance kit, a thousand random games, strength of the bots, the pinned perft."""

from __future__ import annotations

import pytest
from bull_run_field import BATTLE, scenario

from hardtack.referee.conformance import check_battle, replay_elsewhere
from hardtack.referee.dice import SeededDice
from hardtack.referee.playout import perft
from hardtack.referee.record import write_record
from hardtack.referee.umpire import begin
from hardtack.study.simulate import make_plan, simulate


def test_register_has_exactly_the_92_clauses_of_the_book():
    assert len(BATTLE.register) == 92
    assert all(clause.startswith("BR ") for clause in BATTLE.register)


def test_conformance_two_player():
    journals = check_battle(BATTLE, "bull-run", games=3, seed=11)
    assert replay_elsewhere(write_record(journals[0])) == write_record(journals[0])


def test_conformance_solitaire_with_initiatives_rolled_beforehand():
    check_battle(BATTLE, "bull-run", games=2, seed=21, solitaire=True, initiative_beforehand=True)


@pytest.mark.parametrize("setting", BATTLE.scenarios["bull-run"].settings, ids=lambda setting: setting.name)
def test_every_value_of_every_setting_plays(setting):
    for value in setting.values:
        check_battle(BATTLE, "bull-run", games=1, seed=31, look_every=40, **{setting.name: value})


@pytest.mark.parametrize("confederate", ["random", "doctrine"])
def test_a_thousand_random_games_hold_every_invariant(confederate):
    """Half of them against chance, half against the book's own system."""
    plan = make_plan("bull-run", {"union": "random", "confederate": confederate}, "thousand", {}, checked=True)
    report = simulate(plan, 500)
    assert report.games == 500
    assert report.wins["confederate"] > 0
    assert report.wins["union"] > 0


def test_perft_is_pinned():
    dice = SeededDice(1)
    state = begin(BATTLE.set_up(scenario()), dice).state
    assert [perft(state, depth, 1, dice.rolled) for depth in (1, 2)] == [113, 10967]
