"""What an advantage is worth: measured from games, kept with how it was found, and used by bots that plan."""

from __future__ import annotations

import json
import math

import pytest

from hardtack.battles import find_battle
from hardtack.generals import learned
from hardtack.generals.learned import chance_to_win, put_odds, read_odds
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadOption
from hardtack.referee.umpire import begin
from hardtack.study import selfplay as study
from hardtack.study.selfplay import Series, measure_odds, play_sample


def test_positions_of_a_game_are_judged_once_a_turn_and_side():
    found = play_sample(Series("salem-church", "recruit", "1", 0))
    assert len({result for _, result in found}) == 1
    assert len(found) >= 2
    assert all(math.isfinite(worth) for worth, _ in found)


def test_positions_are_judged_where_nobody_makes_plans_for_a_turn():
    """At Shiloh veteran makes none, and the command once found nothing to count."""
    found = play_sample(Series("shiloh", "random", "1", 0))
    assert len(found) >= 8
    assert len({result for _, result in found}) == 1


def test_the_odds_are_those_of_the_games(monkeypatch):
    """Games in which every ten points are worth a step of the curve, and the Union has half a step from the start."""

    def play(sample):
        worth = 10.0 * (sample.number % 9 - 4)
        chance = 1 / (1 + math.exp(-(worth / 10 + 0.5)))
        return [(worth, float(rank < 100 * chance)) for rank in range(100)]

    monkeypatch.setattr(study, "play_sample", play)
    scale, union = measure_odds("salem-church", 18, "1", jobs=1)
    assert scale == pytest.approx(10.0, rel=0.05)
    assert union == pytest.approx(0.5, abs=0.1)
    monkeypatch.setattr(study, "play_sample", lambda sample: [(-worth, result) for worth, result in play(sample)])
    with pytest.raises(BadOption, match="play more"):
        measure_odds("salem-church", 18, "1", jobs=1)


def test_what_was_found_is_put_among_what_is_there(tmp_path):
    file = tmp_path / "odds.json"
    put_odds(file, "bull-run", (120.04, -1.004), "command a")
    put_odds(file, "sharpsburg", (12.0, 0.5), "command b")
    put_odds(file, "bull-run", (130.0, -1.0), "command c")
    assert json.loads(file.read_text()) == {
        "bull-run": {"scale": 130.0, "union": -1.0, "made": "command c"},
        "sharpsburg": {"scale": 12.0, "union": 0.5, "made": "command b"},
    }


def test_what_is_shipped_is_of_scenarios_there_are_and_says_how_it_was_made():
    for scenario, row in read_odds(learned.ODDS).items():
        assert find_battle(scenario)
        assert row["scale"] > 0
        assert row["made"].startswith(f"hardtack odds {scenario} ")


def test_chances_are_even_handed(monkeypatch):
    battle = find_battle("bull-run")
    state = begin(battle.set_up(battle.scenario("bull-run")), SeededDice(1)).state
    monkeypatch.setattr(learned, "measured", lambda: {"bull-run": (50.0, -1.0)})
    chance = chance_to_win(state, "union", 50.0)
    assert chance == pytest.approx(0.5)
    assert chance_to_win(state, "confederate", -50.0) == pytest.approx(1 - chance)
    assert chance_to_win(state, "union", 100.0) > chance
