"""A battle of an existing series takes a few lines: the Crossroads of docs/add-a-battle.md is a real one."""

from __future__ import annotations

import pytest
from doc_pages import ROOT

from hardtack.battles.musket.book import MusketBattle
from hardtack.referee.conformance import Kit, check_battle, random_game
from toy_series.battle import BATTLE

MOST_LINES = 60


def test_it_is_written_in_a_few_lines() -> None:
    lines = (ROOT / "tests" / "toy_series" / "battle.py").read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) < MOST_LINES


def test_it_conforms() -> None:
    for game in check_battle(BATTLE, "crossroads", games=3, seed=1, look_every=9):
        assert game.state.turn == 4
        assert game.state.outcome is not None


@pytest.mark.rule("CX 1", "CX 2")
@pytest.mark.parametrize(("unit", "winner"), [("u1", "union"), ("c1", "confederate")])
def test_whoever_stands_at_the_crossroads_wins(unit: str, winner: str) -> None:
    state = random_game(Kit(BATTLE, "crossroads", {}), 1).state
    scenario = state.scenario
    crossroads = scenario.place_at("0503")
    away = tuple(scenario.place_at("x") if at == crossroads else at for at in state.at)
    assert BATTLE.verdict(state.changed(at=away)) == MusketBattle.verdict(BATTLE, state.changed(at=away))
    there = tuple(crossroads if scenario.ids[number] == unit else at for number, at in enumerate(away))
    outcome = BATTLE.verdict(state.changed(at=there))
    assert (outcome.winner, outcome.level, outcome.clause) == (winner, "crossroads", "CX 2")
