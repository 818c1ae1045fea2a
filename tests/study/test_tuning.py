"""Tuning: what wins is found out by play, kept with how it was found, and used by bots that plan."""

from __future__ import annotations

import json
import math
from random import Random

import pytest

from hardtack.battles import all_battles, find_battle
from hardtack.cli import main
from hardtack.generals import tempers
from hardtack.generals.plans import Plan, worth_to
from hardtack.generals.recruit import weighing
from hardtack.generals.tempers import EVEN, Temper, names_of, read_tempers, temper_of, tempered
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import BadOption
from hardtack.referee.events import SIDES
from hardtack.referee.umpire import begin, options, to_act
from hardtack.referee.views import view
from hardtack.study import tuning as study
from hardtack.study.tuning import Trial, Tuning, compare, play_trial, start_tuning, tune

SCENARIOS = [name for battle in all_battles() for name in battle.scenarios]


def opening(scenario):
    battle = find_battle(scenario)
    return begin(battle.set_up(battle.scenario(scenario)), SeededDice(1)).state


@pytest.mark.parametrize("scenario", ["bull-run", "sharpsburg", "shiloh", "salem-church"])
def test_an_even_temper_keeps_to_the_weights_given_by_hand(scenario):
    state = opening(scenario)
    for side in SIDES:
        by_hand = weighing(state.scenario.battle.knowledge.plan_terms(), side)
        assert tempered(state.scenario, side, EVEN)(state) == pytest.approx(by_hand(state))


@pytest.mark.parametrize("scenario", ["bull-run", "sharpsburg", "salem-church"])
def test_every_term_and_trait_can_be_leant_on(scenario):
    state = opening(scenario)
    knowledge = state.scenario.battle.knowledge
    late = state.turn / state.scenario.turns
    even = tempered(state.scenario, "union", EVEN)(state)
    for name in names_of(knowledge):
        weight, term = (knowledge.plan_terms() | knowledge.traits())[name]
        leaning = tempered(state.scenario, "union", Temper({name: (0.7, 0.4)}))(state)
        factor = 0.7 + 0.4 * (late - 0.5)
        more = math.exp(factor) - 1 if name in knowledge.plan_terms() else factor
        assert leaning - even == pytest.approx(weight * more * term(state, "union"), abs=1e-6)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_what_is_shipped_leans_on_terms_there_are_and_says_how_it_was_made(scenario):
    file = tempers.temper_file(scenario)
    if not file.exists():
        assert temper_of(scenario, "union") == EVEN
        return
    data = json.loads(file.read_text(encoding="utf-8"))
    assert data["scenario"] == scenario
    if "as" in data:  # those of another scenario, which stand there
        assert temper_of(scenario, "union") == temper_of(data["as"], "union") != EVEN
        return
    assert data["made"]["command"].startswith(f"hardtack tune {scenario} ")
    assert data["made"]["games"] > 0
    assert data["made"]["rules"] == find_battle(scenario).rules_version
    for side in SIDES:
        names = set(names_of(find_battle(scenario).knowledge))
        assert set(data["sides"][side]) == names
        assert set(data.get("bold", {}).get(side, {})) <= names
    state = opening(scenario)
    assert worth_to(state, "union", Plan())(state) == pytest.approx(
        tempered(state.scenario, "union", temper_of(scenario, "union"))(state)
    )


def test_the_leanings_go_where_the_games_are_won(monkeypatch):
    """Games that are won by whoever cares for his losses, and for the objective late in the day."""

    def play(trial):
        worth = 0.0
        for side, temper in trial.tempers:
            sign = 1 if side == "union" else -1
            worth += sign * (temper.leanings["strength_lost"][0] + temper.leanings["objective_held"][1])
        return (1.0 if worth > 0 else 0.0), round(10 * worth)

    monkeypatch.setattr(study, "play_trial", play)
    tuning = Tuning("bull-run", "1")
    tune(tuning, 4, 300, jobs=1)
    assert tuning.games == 1200
    for side in SIDES:
        found = tuning.middle[side]
        level, slope = found["strength_lost"][0], found["objective_held"][1]
        assert level > 1.0
        assert slope > 2.0
        for name, (other_level, other_slope) in found.items():
            if name not in ("strength_lost", "objective_held"):
                assert abs(other_level) < level
                assert abs(other_slope) < slope
    again = Tuning("bull-run", "1")
    tune(again, 4, 300, jobs=1)
    assert again.middle == tuning.middle
    found = compare(tuning, 3, jobs=1)
    assert (found.better, found.worse, found.level) == (3, 0, 0)
    assert (found.union, found.confederate) == (1.0, 1.0)


def test_nobody_is_thanked_for_having_met_a_weak_enemy(monkeypatch):
    """The enemy alone decides: whoever happened to lean somewhere against the weak one learns nothing from it."""
    met = []

    def play(trial):
        met.append((trial.against, tuple(side for side, _ in trial.tempers)))
        return (float(trial.tempers[0][0] == "union") if trial.against == "idler" else 0.5), 0.0

    monkeypatch.setattr(study, "play_trial", play)
    tuning = Tuning("bull-run", "1", ("recruit", "idler"))
    names = tuning.names()
    study.tune_round(tuning, 120, 0, jobs=1)
    assert set(met) == {
        ("itself", SIDES), *((enemy, (side,)) for enemy in ("recruit", "idler") for side in SIDES)
    }  # fmt: skip
    ways = study.way_up(tuning, "union", names, 0)
    assert len(ways) == 2 * len(names)
    assert max(map(abs, ways)) < 0.05


def test_the_enemies_it_meets_are_told_with_what_was_found(tmp_path):
    found = tmp_path / "found.json"
    small = ["--rounds", "1", "--games", "6", "--pairs", "1", "--jobs", "1", "--against", "rusher,idler"]
    assert main(["tune", "kellys-ford", *small, "--out", str(found), "--json"]) == 0
    assert "--against rusher,idler" in json.loads(found.read_text(encoding="utf-8"))["made"]["command"]
    with pytest.raises(BadOption, match="no bot"):
        start_tuning("kellys-ford", "1", against=("nobody",))


def test_one_side_and_some_terms_can_be_looked_at_alone(tmp_path, monkeypatch):
    tried = []

    def play(trial):
        tried.append(trial)
        return 1.0, 3.0

    monkeypatch.setattr(study, "play_trial", play)
    start, found = tempers.temper_file("brandy-station"), tmp_path / "found.json"
    few = ["--sides", "union", "--terms", "hope,troops", "--level", "--through"]
    small = ["--rounds", "1", "--games", "40", "--pairs", "1", "--jobs", "1", "--start", str(start)]
    assert main(["tune", "brandy-station", *few, *small, "--out", str(found)]) == 0
    assert all(trial.through for trial in tried)
    assert all([side for side, _ in trial.tempers] == ["union"] for trial in tried[:40])
    before, after = (read_tempers(file.read_text(encoding="utf-8")) for file in (start, found))
    assert after["confederate"] == before["confederate"]
    for trial in tried[:40]:
        was, tries = before["union"].leanings, trial.tempers[0][1].leanings
        assert {name for name in was if tries[name] != was[name]} == {"hope", "troops"}
        assert all(tries[name][1] == was[name][1] for name in was)
    command = json.loads(found.read_text(encoding="utf-8"))["made"]["command"]
    assert "--through --level --sides union --terms hope,troops" in command


def test_terms_and_sides_there_are_not_are_refused(tmp_path, capsys):
    with pytest.raises(BadOption, match="no term 'luck'"):
        start_tuning("brandy-station", "1", terms=("luck",))
    assert main(["tune", "brandy-station", "--sides", "north", "--out", str(tmp_path / "found.json")]) == 2
    assert "--sides takes union and confederate" in capsys.readouterr().err


def test_who_carries_actions_through_goes_by_the_temper_that_is_tried():
    state = opening("salem-church")
    side = to_act(state)
    leaning = Temper({"points": (0.5, 0.0), "hope": (-2.0, 0.0)})
    bot = study.Thorough(leaning)
    assert bot.worth(state, side, Plan())(state) == tempered(state.scenario, side, leaning)(state)
    assert bot.choose(view(state, side), Random(1)) in options(state)


def test_the_same_trial_is_the_same_game():
    trial = Trial("kellys-ford", "7", (("union", Temper({"points": (0.5, 0.0)})),))
    assert play_trial(trial) == play_trial(trial)


def test_the_command_keeps_what_it_found_and_goes_on_from_it(tmp_path, capsys):
    first, second = tmp_path / "first.json", tmp_path / "second.json"
    small = ["--rounds", "1", "--games", "3", "--pairs", "1", "--jobs", "1"]
    assert main(["tune", "kellys-ford", *small, "--out", str(first), "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["games"] == 3
    assert told["better"] + told["worse"] + told["level"] == 1
    found = read_tempers(first.read_text(encoding="utf-8"))
    assert set(found) == set(SIDES)
    assert any(level or slope for level, slope in found["union"].leanings.values())
    assert main(["tune", "kellys-ford", *small, "--start", str(first), "--out", str(second)]) == 0
    assert "--start first.json" in json.loads(second.read_text(encoding="utf-8"))["made"]["command"]
    assert start_tuning("kellys-ford", "1", second).middle["union"]


def test_a_battle_without_terms_cannot_be_tuned(monkeypatch):
    monkeypatch.setattr(type(find_battle("bull-run").knowledge), "plan_terms", lambda self: {})
    with pytest.raises(BadOption, match="no terms"):
        start_tuning("bull-run", "1")
