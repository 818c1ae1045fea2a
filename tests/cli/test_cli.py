"""The command line: what it prints, and that bad input gives one clear line and a non-zero exit."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import hardtack
from hardtack.board.native import COMPILED
from hardtack.cli import main

COMMANDS = [
    "play", "list", "simulate", "ladder", "train", "replay", "report", "rules", "map", "check", "backup", "restore",
    "perft", "bench", "mail",
]  # fmt: skip


def run(capsys, *arguments):
    status = main(list(arguments))
    found = capsys.readouterr()
    return status, found.out, found.err


def run_json(capsys, *arguments):
    status, out, _ = run(capsys, *arguments, "--json")
    return status, json.loads(out)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(capsys, command):
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert "usage: hardtack" in capsys.readouterr().out


def test_list(capsys):
    status, rows = run_json(capsys, "list")
    assert status == 0
    row = next(row for row in rows if row["id"] == "bull-run")
    assert (row["turns"], row["units"], row["hexes"]) == (15, 25, 280)
    assert row["titles"]["ja"] == "ブルランの戦い"
    assert row["provenance"]["units"] == {"seed": 2, "reconstructed": 23}


def test_simulate(capsys):
    status, data = run_json(capsys, "simulate", "bull-run", "--games", "4", "--seed", "9", "--confederate", "doctrine")
    assert status == 0
    assert data["games"] == 4
    assert sum(data["wins"].values()) + data["draws"] == 4
    _, again = run_json(capsys, "simulate", "bull-run", "--games", "4", "--seed", "9", "--confederate", "doctrine")
    assert again["wins"] == data["wins"]
    status, out, _ = run(capsys, "simulate", "bull-run", "--games", "2")
    assert "2 games of bull-run" in out


def test_simulate_saves_the_record_of_every_game(capsys, tmp_path):
    words = ("simulate", "bull-run", "--union", "recruit", "--games", "2", "--seed", "a/9", "--set", "hold_turns=2")
    status, _, _ = run(capsys, *words, "--save", str(tmp_path / "deep" / "records"))
    assert status == 0
    files = sorted((tmp_path / "deep" / "records").iterdir())
    assert [file.name for file in files] == [f"bull-run-recruit-random-a_9-{n}.hardtack" for n in (0, 1)]
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert "\nset hold_turns: 2\n" in text
        assert "\nunion: recruit\nconfederate: random\nfinal: " in text
        assert run(capsys, "replay", str(file), "--verify")[0] == 0
        assert hardtack.replay(text).state.outcome is not None
    status, _, err = run(capsys, *words, "--save", str(files[0]))
    assert (status != 0, "bull-run-recruit" in err) == (True, True)


def test_replay(capsys, tmp_path):
    game = hardtack.new("bull-run", seed=7, union="random", confederate="random")
    game.run_bots()
    path = tmp_path / "game.txt"
    path.write_text(game.record(), encoding="utf-8")
    status, data = run_json(capsys, "replay", str(path), "--verify")
    assert (status, data["verified"], data["actions"]) == (0, True, game.number)
    status, out, _ = run(capsys, "replay", str(path), "--lang", "ja")
    assert "第1ターン" in out
    path.write_text(game.record().replace("0 : ", "0 : 1 "), encoding="utf-8")
    status, _, err = run(capsys, "replay", str(path))
    assert status == 2
    assert err.count("\n") == 1


def test_rules_say_which_clauses_are_not_the_books_own(capsys):
    _, out, _ = run(capsys, "rules", "shiloh", "4.65a")
    assert out.startswith("MS 4.65a   A march keeps from the enemy [reconstructed]")
    _, out, _ = run(capsys, "rules", "shiloh", "8.6", "--lang", "ja")
    assert "[公開資料による]" in out.splitlines()[0]
    _, out, _ = run(capsys, "rules", "shiloh", "TE3")
    assert "[" not in out


def test_rules(capsys):
    status, out, _ = run(capsys, "rules", "bull-run", "8.3")
    assert status == 0
    assert "BR 8.3" in out
    _, rows = run_json(capsys, "rules", "bull-run", "--lang", "ja")
    assert len(rows) == 92
    status, _, err = run(capsys, "rules", "bull-run", "99.9")
    assert status == 2
    assert "99.9" in err


def test_the_version_says_which_build_is_running(capsys):
    with pytest.raises(SystemExit):
        main(["--version"])
    said = capsys.readouterr().out
    assert said == f"hardtack {hardtack.__version__} ({'compiled' if COMPILED else 'plain Python'})\n"
    assert hardtack.__version__.endswith("+compiled") == COMPILED


def test_perft(capsys):
    status, data = run_json(capsys, "perft", "bull-run", "--depth", "1")
    assert (status, data["counts"]) == (0, [113])


def test_check(capsys, tmp_path):
    path = tmp_path / "map.toml"
    path.write_text("[grid]\n", encoding="utf-8")
    status, out, _ = run(capsys, "check", str(path))
    assert status == 1
    assert str(path) in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["simulate", "atlantis"], "no scenario 'atlantis'"),
        (["simulate", "bull-run", "--union", "napoleon"], "no bot 'napoleon'"),
        (["simulate", "bull-run", "--set", "hold_turns=99"], "hold_turns"),
        (["simulate", "bull-run", "--set", "hold_turns"], "NAME=VALUE"),
        (["ladder", "bull-run", "--bots", "random"], "two or more"),
        (["ladder", "atlantis", "--bots", "random,idler"], "no scenario 'atlantis'"),
        (["ladder", "bull-run", "--bots", "random,doctrine"], "does not command the union side"),
        (["replay", "no-such-file"], "no-such-file"),
        (["perft", "atlantis"], "atlantis"),
        (["map", "bull-run", "-o", "picture.bmp"], "bmp"),
        (["rules", "atlantis"], "atlantis"),
    ],
)
def test_bad_input_gives_one_clear_line(capsys, arguments, says):
    status, _, err = run(capsys, *arguments)
    assert status == 2
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err


@pytest.mark.parametrize("suffix", ["svg", "png", "pdf"])
def test_map(capsys, tmp_path, suffix):
    path = tmp_path / f"board.{suffix}"
    assert run(capsys, "map", "bull-run", "-o", str(path))[0] == 0
    head = {"svg": b"<svg", "png": b"\x89PNG", "pdf": b"%PDF"}[suffix]
    assert head in path.read_bytes()[:200]


def test_the_package_runs_as_a_module():
    found = subprocess.run([sys.executable, "-m", "hardtack", "list", "--json"], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert "bull-run" in {row["id"] for row in json.loads(found.stdout)}


def test_a_report_of_a_finished_game(capsys, tmp_path):
    record = Path(__file__).parents[1] / "records" / "kellys-ford-recruit-recruit-1-0.hardtack"
    page, paper = tmp_path / "report.html", tmp_path / "report.pdf"
    assert run(capsys, "report", str(record), "--lang", "ja", "--out", str(page))[0] == 0
    assert "戦闘報告" in page.read_text("utf-8")
    assert run(capsys, "report", str(record), "--out", str(paper))[0] == 0
    assert paper.read_bytes().startswith(b"%PDF")
    status, _, complaint = run(capsys, "report", str(record), "--out", str(tmp_path / "report.txt"))
    assert (status, complaint) == (2, "hardtack: a report is a .pdf or .html file, not 'report.txt'\n")
    unfinished = tmp_path / "running.hardtack"
    lines = record.read_text("utf-8").splitlines()
    begun = [line for line in lines if not line.startswith(("result", "final"))]
    kept = [line for line in begun if not line[:1].isdigit() or int(line.split()[0]) < 20]
    unfinished.write_text("\n".join(kept) + "\n")
    status, _, complaint = run(capsys, "report", str(unfinished), "--out", str(page))
    assert status == 2
    assert "not over" in complaint
