"""The list in docs/add-a-battle.md, walked with the toy battle: what it names is there, and it needs nothing else."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from doc_pages import ROOT, code_words, read

from hardtack.referee import (
    actions,
    bans,
    battle,
    conformance,
    decisions,
    events,
    folder,
    frames,
    knowledge,
    orders,
    page,
    showing,
    state,
    umpire,
)
from hardtack.referee.frames import Decision
from toy import battle as toy

STEP = re.compile(r"^\d+\. (.*?)(?=^\d+\. |^## )", re.MULTILINE | re.DOTALL)
TOY = ROOT / "tests" / "toy"
ROOMS = (
    actions, bans, battle, conformance, decisions, events, folder, frames, knowledge, orders, page, showing, state,
    umpire,
)  # fmt: skip
MOST_LINES = 200


def steps() -> list[str]:
    return [" ".join(found.split()) for found in STEP.findall(read("docs/add-a-battle.md"))]


def test_the_steps_are_numbered_through() -> None:
    numbers = re.findall(r"^(\d+)\. ", read("docs/add-a-battle.md"), re.MULTILINE)
    assert [int(number) for number in numbers] == list(range(1, len(numbers) + 1))
    assert len(steps()) == len(numbers)


@pytest.mark.parametrize("step", steps(), ids=lambda step: step.split("**")[1].rstrip("."))
def test_the_toy_has_what_the_step_names(step: str) -> None:
    text, colon, in_toy = step.partition("Toy: ")
    assert colon or text.startswith("**Write it down")
    for name in code_words(in_toy):
        if "/" in name or name.endswith(".py"):
            assert (TOY / name).exists() or (ROOT / name).exists(), name
        else:
            found: Any = toy
            for part in name.split("."):
                found = getattr(found, part)
    for name in code_words(text):
        if re.fullmatch(r"[A-Z][A-Za-z]+", name) and name != "BATTLE":
            assert any(hasattr(room, name) for room in ROOMS), f"the referee has no {name}"


def test_what_the_toy_leaves_to_the_defaults_exists_too() -> None:
    for step in steps()[10:14]:
        for name in code_words(step.partition("Toy: ")[0]):
            if re.fullmatch(r"[a-z_]+", name) and name not in ("recruit",):
                assert any(hasattr(part, name) for part in (toy.BATTLE, toy.BATTLE.page, toy.BATTLE.knowledge)), name


def test_the_rules_of_the_toy_fit_one_page() -> None:
    assert len((TOY / "battle.py").read_text(encoding="utf-8").splitlines()) < MOST_LINES


def test_the_toy_registers_and_words_everything() -> None:
    defined = {cls for cls in vars(toy).values() if isinstance(cls, type) and cls.__module__ == toy.__name__}
    assert {cls for cls in defined if issubclass(cls, frames.Frame)} == set(toy.BATTLE.frame_types)
    assert {cls for cls in defined if issubclass(cls, actions.Action)} <= set(toy.BATTLE.action_types)
    for frame in toy.BATTLE.frame_types:
        if issubclass(frame, Decision):
            assert f"phase.{frame.__name__}" in toy.BATTLE.words
    for piece in toy.BATTLE.scenario("mill").pieces:
        assert f"unit.{piece.id}" in toy.BATTLE.words


def test_the_toy_conforms() -> None:
    (game,) = conformance.check_battle(toy.BATTLE, "mill", games=1, seed=3)
    assert game.state.outcome is not None


@pytest.fixture(scope="module")
def with_toy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A package that differs from ours in one thing: the toy's folder lies among the battles."""
    home = tmp_path_factory.mktemp("with_toy")
    source = ROOT / "src" / "hardtack"
    (home / "hardtack" / "battles").mkdir(parents=True)
    for part in source.iterdir():
        if part.name not in ("battles", "__pycache__"):
            (home / "hardtack" / part.name).symlink_to(part)
    for part in (source / "battles").iterdir():
        if part.name != "__pycache__":
            (home / "hardtack" / "battles" / part.name).symlink_to(part)
    (home / "hardtack" / "battles" / "mill").symlink_to(TOY)
    return home


def hardtack(home: Path, *words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "hardtack.cli", *words], capture_output=True, text=True, check=False,
        env=os.environ | {"PYTHONPATH": str(home), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_folder_is_all_it_takes(with_toy: Path) -> None:
    assert "mill" in hardtack(with_toy, "list")
    assert "TOY 5" in hardtack(with_toy, "rules", "toy")
    report = json.loads(hardtack(with_toy, "simulate", "mill", "--union", "recruit", "--games", "3", "--json"))
    assert report["games"] == 3
    hardtack(with_toy, "map", "mill", "-o", str(with_toy / "mill.svg"))
    assert "<svg" in (with_toy / "mill.svg").read_text(encoding="utf-8")
