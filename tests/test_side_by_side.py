"""Sessions run side by side: all to their ends, and what failed is told last."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import side_by_side

SCRIPT = Path(__file__).with_name("side_by_side.py")
MAKEFILE = """
good:
\t@echo 12 passed
late:
\t@sleep 1; echo late as it is
bad:
\t@echo FAILED test_one; echo 1 failed; false
worse:
\t@echo ERROR test_two; echo 1 error; false
"""


def run(folder: Path, *targets: str) -> tuple[int, list[str]]:
    (folder / "Makefile").write_text(MAKEFILE)
    done = subprocess.run([sys.executable, SCRIPT, *targets], cwd=folder, capture_output=True, text=True)
    return done.returncode, done.stdout.splitlines()


def test_whatever_passes_says_so_in_a_line(tmp_path):
    code, said = run(tmp_path, "good")
    assert code == 0
    assert len(said) == 1
    assert said[0].startswith("good: 12 passed [")


def test_what_failed_is_told_when_everything_has_ended(tmp_path):
    code, said = run(tmp_path, "late", "bad")
    assert code == 1
    assert sorted(line.partition(" [")[0] for line in said[:2]) == ["bad: failed", "late: late as it is"]
    assert said[3:6] == ["===== bad =====", "FAILED test_one", "1 failed"]


def test_where_several_failed_the_faults_of_all_come_last(tmp_path):
    code, said = run(tmp_path, "worse", "bad", "good")
    assert code == 1
    assert sorted(said[-2:]) == ["ERROR test_two", "FAILED test_one"]


def test_who_is_interrupted_tells_how_far_everything_has_come(tmp_path):
    (tmp_path / "Makefile").write_text("endless:\n\t@echo 3 of 4; touch begun; exec sleep 600\n")
    started = subprocess.Popen([sys.executable, SCRIPT, "endless"], cwd=tmp_path, stdout=subprocess.PIPE, text=True)
    while not (tmp_path / "begun").exists():
        time.sleep(0.02)
    started.terminate()
    said, _ = started.communicate(timeout=60)
    assert started.returncode == 1
    assert "3 of 4" in said.splitlines()


def test_a_wish_to_end_that_comes_while_sessions_are_started_is_not_lost(tmp_path, monkeypatch):
    """They were begun and nobody knew of them any more: nothing was told, and they went on."""
    (tmp_path / "Makefile").write_text("%:\n\t@exec sleep 600\n")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(side_by_side, "signals", [signal.SIGTERM])
    begun = []
    monkeypatch.setattr(side_by_side, "tell", begun.extend)
    assert side_by_side.run(["one", "two"]) == 1
    assert [session.target for session in begun] == ["one", "two"]
    assert all(session.process.wait(timeout=60) for session in begun)


def test_the_first_has_the_cores_before_the_others(tmp_path):
    (tmp_path / "Makefile").write_text("first second:\n\t@nice\n")
    done = subprocess.run([sys.executable, SCRIPT, "first", "second"], cwd=tmp_path, capture_output=True, text=True)
    ways = dict(line.partition(" [")[0].split(": ") for line in done.stdout.splitlines())
    assert int(ways["first"]) < int(ways["second"])
