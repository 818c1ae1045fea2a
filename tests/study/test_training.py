"""Self-play and training: features are what a seat may know, weights are plain data, and the judging is honest."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.battles.chickamauga.victory import ChoosePlan
from hardtack.cli import main
from hardtack.generals import planning
from hardtack.generals.general import RandomBot
from hardtack.generals.learned import LARGEST, Layer, Model, features, model_file, read_model
from hardtack.referee.dice import SeededDice
from hardtack.referee.umpire import begin, deciding, options, play_trusted
from hardtack.referee.views import view
from hardtack.study import selfplay
from hardtack.study.regression import logit, ridge
from hardtack.study.selfplay import BadPositions, Position, Series, play_series, read_positions
from hardtack.study.training import held_out, log_loss, network_guess, train

SCENARIOS = [name for battle in all_battles() for name in battle.scenarios]


@pytest.mark.parametrize("scenario_id", SCENARIOS)
def test_every_position_of_a_scenario_has_the_same_numbers_by_name(scenario_id):
    battle = find_battle(scenario_id)
    state = begin(battle.set_up(battle.scenario(scenario_id)), dice := SeededDice(1)).state
    names = list(features(state, "union"))
    random = Random(1)
    for _ in range(5):
        state = play_trusted(state, options(state).pick(random), dice).state
    for side in battle.sides:
        found = features(state, side)
        assert list(found) == names
        assert all(math.isfinite(value) for value in found.values())


def test_the_numbers_tell_nothing_of_a_secret():
    """Chickamauga's secret plan: whatever it is, the other side's numbers are the same."""
    battle = find_battle("chickamauga")
    random = Random(2)
    state = begin(battle.set_up(battle.scenario("chickamauga")), dice := SeededDice(1)).state
    while not isinstance(deciding(state), ChoosePlan):
        state = play_trusted(state, options(state).pick(random), dice).state
    seen = []
    for choice in options(state).all():
        after = play_trusted(state, choice, SeededDice(3)).state
        known = battle.imagine(view(after, "union").state, "union", Random(5))
        seen.append(features(known, "union"))
    assert len(seen) > 1
    assert all(numbers == seen[0] for numbers in seen)


def test_no_clock_cuts_a_bot_short_that_plays_against_itself(monkeypatch):
    """A busy machine would otherwise learn from other games of the same seed."""
    allowed = []

    class Watched(RandomBot):
        def choose(self, view, random):
            allowed.append(planning.SECONDS)
            return super().choose(view, random)

    monkeypatch.setattr(selfplay, "find_bot", lambda name: Watched())
    play_series(Series("kellys-ford", "watched", "5", 3))
    assert set(allowed) == {math.inf}
    assert math.inf > planning.SECONDS


def test_the_same_series_gives_the_same_positions():
    series = Series("kellys-ford", "random", "5", 3)
    first = play_series(series)
    assert first == play_series(series)
    assert {position.result for position in first} <= {0.0, 0.5, 1.0}
    by_side = {side: {p.result for p in first if p.side == side} for side in ("union", "confederate")}
    assert by_side["union"] == {1 - result for result in by_side["confederate"]}


def test_regression_finds_what_is_there():
    random = Random(1)
    rows = [[random.gauss(0, 1), random.gauss(0, 1)] for _ in range(400)]
    weights, bias = ridge(rows, [3 * a - 2 * b + 1 for a, b in rows], 1e-6)
    assert [round(value, 4) for value in (*weights, bias)] == [3.0, -2.0, 1.0]
    wins = [float(random.random() < 1 / (1 + math.exp(-(2 * a - b)))) for a, b in rows]
    weights, bias = logit(rows, wins, 0.1)
    assert weights[0] == pytest.approx(2.0, abs=0.5)
    assert weights[1] == pytest.approx(-1.0, abs=0.4)


def made_up(games, lesson):
    """Positions in which one number decides; the hand-made evaluation knows it or does not."""
    random = Random(7)
    found = []
    for number in range(games):
        for turn in range(4):
            truth = random.gauss(0, 1)
            numbers = {"late": turn / 4, "union": float(number % 2), "truth": truth, "noise": random.gauss(0, 1)}
            result = float(truth + random.gauss(0, 0.3) > 0)
            worth = truth if lesson else random.gauss(0, 1)
            found.append(
                Position("bull-run", "x", "2", f"g{number}", turn, "union", numbers, worth, result, 5 * truth)
            )  # fmt: skip
    return found


def test_what_is_learned_is_judged_on_other_games_beside_the_hand_made():
    positions = made_up(80, lesson=False)
    model = train(positions, "a test")
    judged = model.made["log_loss"]
    assert judged["learned"] < 0.4 < 0.6 < judged["hand_made"]
    assert model.made["margin_error"]["learned"] < 1.0 < model.made["margin_error"]["side_only"]
    others = [position for position in positions if held_out(position.game)]
    assert judged["learned"] == round(log_loss(network_guess(model), others), 4)
    assert model.made["held_out_games"] == len({position.game for position in others})
    wise = train(made_up(80, lesson=True), "a test").made["log_loss"]
    assert wise["hand_made"] < 0.4  # a good evaluation of one's own is not talked down


def test_a_model_is_plain_data_and_answers_alike_when_read_again():
    model = train(made_up(40, lesson=True), "a test")
    again = read_model(model.text())
    numbers = {"late": 0.5, "union": 1.0, "truth": 0.7, "noise": -0.2}
    assert again.predict(numbers) == pytest.approx(model.predict(numbers), rel=1e-4)
    assert again.made == json.loads(json.dumps(model.made))


def test_layers_are_worked_out_as_a_network_is():
    model = Model(
        "x", ("a",), [1.0], [2.0], (Layer([[1.0], [-1.0]], [0.0, 0.5]), Layer([[1.0, 2.0], [3.0, 0.0]], [0.1, 0.2])), {}
    )
    first, second = math.tanh(1.0), math.tanh(-0.5)
    chance, margin = model.predict({"a": 3.0})
    assert chance == pytest.approx(1 / (1 + math.exp(-(first + 2 * second + 0.1))))
    assert margin == pytest.approx(3 * first + 0.2)


def test_the_command_plays_learns_and_goes_on(tmp_path, capsys):
    data, out = tmp_path / "positions.jsonl", tmp_path / "weights.json"
    words = ["train", "kellys-ford", "--bot", "rusher", "--data", str(data), "--out", str(out), "--jobs", "1"]
    assert main([*words, "--games", "12"]) == 0
    lines = data.read_text().splitlines()
    assert main([*words, "--games", "14", "--json"]) == 0
    assert data.read_text().splitlines()[: len(lines)] == lines
    printed = capsys.readouterr().out
    told = json.loads(printed[printed.index("{\n") :])
    assert told["games"] == len({position.game for position in read_positions(data)})
    assert read_model(out.read_text()).made["command"].startswith("hardtack train kellys-ford --bot rusher --games 14")


def test_too_little_to_learn_from_is_said():
    with pytest.raises(BadPositions, match="too few"):
        train(made_up(3, lesson=True), "a test")
    mixed = made_up(10, lesson=True)
    with pytest.raises(BadPositions, match="one scenario"):
        train([*mixed, replace(mixed[0], scenario="sharpsburg")], "a test")


def test_shipped_weights_are_small_and_say_how_they_were_made():
    for scenario_id in SCENARIOS:
        path = model_file(scenario_id)
        if path.exists():
            assert path.stat().st_size < LARGEST
            made = read_model(path.read_text(encoding="utf-8")).made
            assert {"command", "games", "positions", "log_loss", "method"} <= made.keys()
