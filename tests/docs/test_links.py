"""Links resolve, named files exist, and nothing in the repository speaks of the place it was written at."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from doc_pages import NAMES, ROOT, code_words, prose, read, section

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
# Built from parts, so that this file does not hold what it forbids.
FORBIDDEN = ["/" + "work/", "sha" + "red/", "/" + "tmp/briefs", "/" + "root/", "see" + "ds/", "inter" + "face.md"]


def anchors(name: str) -> set[str]:
    """The anchors of a document's headings, made as code hosts make them."""
    heads = re.findall(r"^#+ (.+)$", prose(name), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("name", NAMES)
def test_links_resolve(name: str) -> None:
    for target in LINK.findall(prose(name)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, anchor = target.partition("#")
        file = (ROOT / name).parent / path if path else ROOT / name
        assert file.exists(), f"{name} links to {target}"
        if anchor:
            assert anchor in anchors(file.resolve().relative_to(ROOT).as_posix()), f"{name} links to {target}"


def test_every_document_can_be_reached_from_the_readme() -> None:
    reached: set[str] = set()
    open_ends = ["README.md"]
    while open_ends:
        name = open_ends.pop()
        if name in reached:
            continue
        reached.add(name)
        for target in LINK.findall(prose(name)):
            file = ((ROOT / name).parent / target.partition("#")[0]).resolve()
            if file.suffix == ".md" and file.is_relative_to(ROOT):
                open_ends.append(file.relative_to(ROOT).as_posix())
    assert set(NAMES) <= reached


def test_modules_named_by_the_architecture_exist() -> None:
    battles = ROOT / "src" / "hardtack" / "battles"
    by_rule, exclusive = section("docs/architecture.md", "Where is rule X?").split("\nThe exclusive rules")
    packages: list[str] = []
    for line in by_rule.splitlines():
        cells = line.strip("|").split("|")
        if line.startswith("| rule |"):
            packages = [code_words(cell)[0] for cell in cells[1:]]
        elif packages and line.startswith("| ") and "---" not in line:
            for package, cell in zip(packages, cells[1:], strict=True):
                for module in code_words(cell):
                    assert (battles / package / module).exists(), f"{package}/{module}"
    for line in exclusive.splitlines():
        cells = line.strip("|").split("|")
        if line.startswith("| `"):
            for module in code_words(cells[2]):
                assert (battles / code_words(cells[0])[0] / module).exists(), line


def test_the_path_of_an_action_names_real_code() -> None:
    for line in section("docs/architecture.md", "One action, from click to disk").splitlines():
        place = line.split("|")[2] if line.startswith("| ") else ""
        words = code_words(place)
        if words and words[0].endswith(".py"):
            code = (ROOT / "src" / "hardtack" / words[0]).read_text(encoding="utf-8")
            for name in words[1:]:
                assert f"def {name.rpartition('.')[2]}(" in code, line


def tracked_texts() -> list[Path]:
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not a git checkout")
    return [ROOT / name for name in done.stdout.split("\0") if name and (ROOT / name).is_file()]


def test_nothing_names_the_place_it_was_written_at() -> None:
    for path in tracked_texts():
        try:
            text = path.read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue  # a picture or a font
        for word in FORBIDDEN:
            assert word not in text, f"{path.relative_to(ROOT)} has {word!r}"


def test_every_battle_has_its_readings() -> None:
    packages = {path.parent.name for path in (ROOT / "src" / "hardtack" / "battles").glob("*/data")}
    indexed = {Path(target).stem for target in LINK.findall(read("docs/readings.md")) if target.startswith("readings/")}
    assert indexed == packages
