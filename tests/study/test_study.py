"""Simulation, coverage, file checks."""

from __future__ import annotations

from pathlib import Path

import pytest

import hardtack
from hardtack.battles import all_battles
from hardtack.board.native import COMPILED
from hardtack.generals.strength import wilson
from hardtack.study.bench import engine, share_of, thinking
from hardtack.study.bench_load import run_all
from hardtack.study.check import check_file
from hardtack.study.coverage import coverage, marked_clauses
from hardtack.study.postgres import NoPostgres
from hardtack.study.simulate import Report, make_plan, play_game, simulate

SOURCE = Path(__file__).parents[2] / "src"
DATA = Path(__file__).parents[2] / "src" / "hardtack" / "battles"


def test_same_seed_same_games_however_many_processes():
    plan = make_plan("bull-run", {"union": "random", "confederate": "random"}, 5, {})
    one, two = simulate(plan, 6), simulate(plan, 6, jobs=2)
    assert one.wins == two.wins
    assert (one.turns, one.decisions) == (two.turns, two.decisions)
    assert play_game(plan, 3) == play_game(plan, 3)


def test_progress_hears_of_every_game():
    heard = []
    simulate(make_plan("bull-run", {"union": "random", "confederate": "random"}, 1, {}), 3, progress=heard.append)
    assert heard == [1, 2, 3]


def test_doctrine_switches_solitaire_on():
    plan = make_plan("bull-run", {"union": "random", "confederate": "doctrine"}, 1, {})
    assert dict(plan.settings)["solitaire"] is True


def test_wilson_interval():
    assert wilson(0, 0) == (0.0, 1.0)
    low, high = wilson(90, 100)
    assert (round(low, 3), round(high, 3)) == (0.826, 0.945)  # the textbook figures
    assert wilson(10, 10)[1] == 1.0


def test_report_counts():
    report = Report("x", {"union": "a", "confederate": "b"})
    plan = make_plan("bull-run", {"union": "random", "confederate": "random"}, 9, {})
    report.add(play_game(plan, 0))
    data = report.data()
    assert data["games"] == 1
    assert sum(data["wins"].values()) + data["draws"] == 1


def test_the_report_gives_the_mean_of_the_points():
    plan = make_plan("kellys-ford", {"union": "random", "confederate": "random"}, 3, {})
    scored = [dict(play_game(plan, number).points)["union"] for number in range(4)]
    assert simulate(plan, 4).data()["mean_points"] == {"union": sum(scored) / 4}


def test_coverage_finds_marks_and_misses_clauses_without_a_test(tmp_path):
    (tmp_path / "test_some.py").write_text(
        'import pytest\n\n@pytest.mark.rule("BR 8.3", "BR 8.4")\ndef test_it():\n    pass\n', encoding="utf-8"
    )
    assert set(marked_clauses(tmp_path)) == {"BR 8.3", "BR 8.4"}
    row = next(row for row in coverage(tmp_path) if row["battle"] == "bull-run")
    assert (row["clauses"], row["tested"]) == (92, 2)
    assert "BR 8.1" in row["missing"]


def test_no_test_is_marked_with_a_clause_nobody_registered():
    known = {clause for battle in all_battles() for clause in battle.register}
    strangers = {clause for clause in marked_clauses(Path(__file__).parents[1]) if clause not in known}
    assert not {clause for clause in strangers if not clause.startswith(("TOY ", "CX "))}


@pytest.mark.parametrize(
    "path", sorted(DATA.rglob("*.csv")) + sorted(DATA.rglob("*.toml")), ids=lambda p: "/".join(p.parts[-3:])
)
def test_every_shipped_data_file_checks_fine(path):
    defects = check_file(path)
    assert not [defect for defect in defects if not defect.startswith("unknown kind of table")]


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("map.toml", 'id = "x"\n[grid]\n', "grid"),
        ("broken.toml", "= nonsense", "Invalid"),
        ("units.csv", "id,side,provenance\nA,blue,seed\nA,union,guess\n", "side is union or confederate"),
        ("odd.csv", "a,b\n1,2\n", "unknown kind of table"),
        ("game.txt", "hardtack record 1\nscenario: bull-run\n", "rules"),
        ("letter.txt", "Dear General", "neither"),
    ],
)
def test_broken_files_are_named(tmp_path, name, text, says):
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    assert any(says in defect for defect in check_file(path))


def test_the_benchmark_measures_something():
    figures = engine(["bull-run"], 1, 0.05, lambda line: None)
    kinds = ("bull-run", *(f"bull-run {kind}" for kind in ("playout", "copying", "evaluation", "forecast")))
    assert all(figures[kind]["actions_per_s"] > 0 for kind in kinds)
    assert figures["python-chess"]["actions_ratio"] == 1.0
    figures = thinking("kellys-ford", ["recruit", "random"], seconds=2.0)
    assert figures["saved_state_bytes_max"] < 20_000
    for bot in ("recruit", "random"):
        times = figures[bot]
        assert times["decisions"] > 0
        assert times["ms_median"] <= times["ms_p95"] <= times["ms_max"] <= times["turn_ms_max"] + 0.1
    assert figures["recruit"]["turn_ms_max"] > figures["random"]["turn_ms_max"]


def test_the_share_of_times():
    assert [share_of([3.0, 1.0, 2.0], share) for share in (0.5, 0.95, 1.0)] == [2.0, 3.0, 3.0]
    assert share_of([], 0.5) == 0.0


def test_the_benchmark_compares_two_builds():
    figures = engine(["bull-run"], 1, 0.05, lambda line: None, SOURCE, ["play"])
    other = hardtack.__version__.removesuffix("+compiled") if COMPILED else SOURCE  # by its version where that tells
    assert figures[f"bull-run [{other}]"]["actions_per_s"] > 0


def test_single_figures_of_the_server_can_be_asked_for_and_each_is_told_when_it_is_there():
    told: list[str] = []

    def not_installed():
        raise NoPostgres("there is none")

    measures = {"actions here": lambda: {"n": 1}, "actions there": lambda: {"n": 2}, "other": not_installed}
    assert run_all("server", measures, told.append, ["actions t"]) == {"actions there": {"n": 2}}
    assert told == ["server: actions there", "server: {'n': 2}"]
    assert run_all("server", measures, told.append) == {"actions here": {"n": 1}, "actions there": {"n": 2}}
    assert told[-1] == "server: there is none"
