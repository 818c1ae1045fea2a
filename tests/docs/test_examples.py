"""What the documents show works: Python runs, commands run, excerpts are in the code, records replay."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from doc_pages import NAMES, ROOT, Block, blocks, code_words, read, rows, section

import hardtack
from hardtack.battles import all_battles, find_battle
from hardtack.cli import main
from hardtack.generals import find_bot

SOURCE_OF_EXCERPT = re.compile(r"<!-- from (\S+) -->")
# Commands that serve, look after a store, measure for minutes or need a file of the reader's; and the first lines
# of our formats.
NOT_RUN = (
    "hardtack play",
    "hardtack serve",
    "hardtack admin",
    "hardtack bench",
    "hardtack replay",
    "hardtack record 1",
    "hardtack position 1",
)
PLACEHOLDERS = {"FILE", "SCENARIO"}


def all_blocks(language: str) -> list[tuple[str, Block]]:
    return [(name, block) for name in NAMES for block in blocks(name) if block.language == language]


def is_excerpt(block: Block) -> bool:
    return SOURCE_OF_EXCERPT.match(block.before) is not None


@pytest.mark.parametrize(("name", "block"), [pair for pair in all_blocks("python") if not is_excerpt(pair[1])])
def test_python_examples_run(name: str, block: Block) -> None:
    exec(compile(block.text, name, "exec"), {})


def test_the_readme_example_does_what_it_says(capsys: pytest.CaptureFixture[str]) -> None:
    (block,) = [block for name, block in all_blocks("python") if name == "README.md"]
    names: dict[str, object] = {}
    exec(compile(block.text, "README.md", "exec"), names)
    assert "Reason(clause=" in capsys.readouterr().out
    assert names["same"].state == names["game"].state == names["again"].state


@pytest.mark.parametrize(
    ("name", "block"), [(name, block) for name in NAMES for block in blocks(name) if is_excerpt(block)]
)
def test_excerpts_are_in_the_code(name: str, block: Block) -> None:
    source = SOURCE_OF_EXCERPT.match(block.before)
    assert source is not None
    code = read(source[1])
    place = 0
    for part in re.split(r"^\s*\.\.\.\n", block.text, flags=re.MULTILINE):
        found = code.find(part.rstrip("\n"), place)
        assert found >= 0, f"{name}: {source[1]} has no\n{part}"
        place = found + len(part)


def commands() -> list[str]:
    lines = [line for name in ("README.md",) for block in blocks(name) for line in block.text.splitlines()]
    lines += [word for name in NAMES for word in code_words(read(name))]
    found = [line.partition("#")[0].strip() for line in lines if line.startswith("hardtack ")]
    runnable = {line for line in found if not line.startswith(NOT_RUN) and not PLACEHOLDERS & set(line.split())}
    return sorted(runnable - {"hardtack check"})


def chance_in_place_of_bots(words: list[str]) -> list[str]:
    """Arguments with which chance plays for the bots a command names, which may sit there: they play elsewhere."""
    found: list[str] = []
    for side in ("union", "confederate"):
        bot = words[words.index(f"--{side}") + 1] if f"--{side}" in words else "random"
        find_bot(bot).check_seat(find_battle(words[1]), words[1], side)
        found += [f"--{side}", "random"]
    return found


@pytest.mark.parametrize("line", commands())
def test_commands_run(
    line: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = shlex.split(line)[1:]
    if "-o" in words:
        words[words.index("-o") + 1] = str(tmp_path / words[words.index("-o") + 1])
    if words[0] == "simulate":
        words += ["--games", "1"]  # one shows that it runs; what many come to is measured, not tested
        if line not in read("README.md"):
            words += chance_in_place_of_bots(words)
    monkeypatch.chdir(ROOT)
    try:
        status = main(words)
    except SystemExit as stopped:  # --version and --help
        status = int(stopped.code or 0)
    assert status == 0 or words == ["rules", "--coverage"], capsys.readouterr().err
    assert capsys.readouterr().out or "-o" in words


def test_the_record_of_the_notation_replays() -> None:
    (block,) = [block for _, block in all_blocks("record")]
    assert hardtack.replay(block.text).to_act == "confederate"


def test_the_readme_lists_every_scenario_and_no_other() -> None:
    listed = [word for row in rows(section("README.md", "The games")) for word in code_words(row[1])]
    assert sorted(listed) == sorted(name for battle in all_battles() for name in battle.scenarios)


def test_the_two_commands_are_in_the_makefile() -> None:
    targets = set(re.findall(r"^([\w-]+):", read("Makefile"), re.MULTILINE))
    named = {word.split()[1] for name in NAMES for word in code_words(read(name)) if word.startswith("make ")}
    shown = {line.split()[1] for block in blocks("README.md") for line in block.text.splitlines() if "make " in line}
    assert shown == {"play", "test"}
    assert named | shown <= targets
