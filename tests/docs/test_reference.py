"""The reference tables agree with the code: actions, state fields, dependencies, settings."""

from __future__ import annotations

import json
import re
import tomllib
from dataclasses import fields

import pytest
from doc_pages import ROOT, code_words, read, rows, section

from hardtack.battles import all_battles, load_battle
from hardtack.generals import BOTS, YARDSTICKS
from hardtack.generals.learned import model_of
from hardtack.referee.actions import Action

ADDS = re.compile(r"^(\S.*) adds:$", re.MULTILINE)


def form(cls: type[Action]) -> str:
    return " ".join([cls.verb, *(part.name.upper() for part in fields(cls))])


def documented(heading: str, addition: str = "") -> list[str]:
    """The forms in the tables under a heading; with an addition, also those of the battle that adds some."""
    parts = ADDS.split(section("docs/notation.md", heading))
    tables = [parts[0], *(text for name, text in zip(parts[1::2], parts[2::2], strict=True) if name == addition)]
    return [code_words(row[0])[0] for text in tables for row in rows(text)]


@pytest.mark.parametrize(
    ("package", "heading", "addition"),
    [
        ("bull_run", "Bull Run", ""),
        ("sharpsburg", "Sharpsburg", ""),
        ("shiloh", "Musket & Saber", ""),
        ("chickamauga", "Musket & Saber", "Chickamauga"),
        ("chancellorsville", "Great Campaigns", "Stonewall's Last Battle"),
    ],
)
def test_the_notation_lists_every_action(package: str, heading: str, addition: str) -> None:
    battle = load_battle(package)
    assert battle is not None
    assert sorted(documented(heading, addition)) == sorted(form(cls) for cls in battle.action_types)


def test_the_notation_covers_every_battle() -> None:
    assert {battle.id for battle in all_battles()} == {
        "bull-run", "sharpsburg", "shiloh", "chickamauga", "chancellorsville",
    }  # fmt: skip


def test_the_notation_cites_registered_clauses() -> None:
    known = {clause for battle in all_battles() for clause in battle.register}
    for row in rows(section("docs/notation.md", "Actions")):
        if len(row) < 3:
            continue
        prefix = row[2].split()[0]
        for cited in row[2].split(", "):
            clause = cited if cited.startswith(prefix) else f"{prefix} {cited}"
            assert clause in known, f"{row[0]} cites {cited}"


def test_the_notation_lists_every_field_of_a_state() -> None:
    listed = {row[0]: (code_words(row[2]), code_words(row[3])) for row in rows(section("docs/notation.md", "Positions"))
              if len(row) == 4}  # fmt: skip
    cases = {
        "bull_run": ["Bull Run"], "sharpsburg": ["Sharpsburg"], "shiloh": ["Musket & Saber", "Shiloh adds"],
        "chickamauga": ["Musket & Saber", "Chickamauga adds"], "chancellorsville": ["Great Campaigns"],
    }  # fmt: skip
    for package, names in cases.items():
        battle = load_battle(package)
        assert battle is not None
        state = battle.state_type
        apart = ("at", "scenario", "agenda", "outcome")
        assert {r for n in names for r in listed[n][0]} == {r for r in state.piece_rows if r not in apart}, package
        facts = {name for name in state.fields if name not in (*state.piece_rows, *apart)}
        assert {f for n in names for f in listed[n][1]} == facts, package


def test_the_list_of_dependencies_is_complete() -> None:
    project = tomllib.loads(read("pyproject.toml"))
    wanted = list(project["project"]["dependencies"])
    wanted += [name for extra in project["project"].get("optional-dependencies", {}).values() for name in extra]
    wanted += project["dependency-groups"]["dev"]
    wanted += json.loads(read("tests/browser/node/package.json"))["dependencies"]
    described = {
        re.split(r"[ (]", row[0])[0]
        for heading in ("To play", "To test")
        for row in rows(section("docs/dependencies.md", heading))
    }
    assert {re.split(r"[\[<>=~! ]", name)[0] for name in wanted} == described


def test_settings_in_the_documents_exist() -> None:
    named = re.findall(r"--set (\w+)=(\w+)", read("docs/readings.md"))
    known = {
        s.name: {str(v) for v in s.values} for b in all_battles() for i in b.scenarios.values() for s in i.settings
    }
    assert named
    for name, value in named:
        assert value in known[name]


def test_the_tables_of_strength_name_bots_and_scenarios_that_exist() -> None:
    scenarios = {name for battle in all_battles() for name in battle.scenarios}
    measured = [row for row in rows(read("docs/strength.md")) if len(row) > 5 and code_words(row[1])]
    assert measured
    for row in measured:
        assert code_words(row[0])[0] in scenarios
        assert {code_words(row[1])[0], code_words(row[2])[0]} <= {*BOTS, *YARDSTICKS}


def test_the_table_of_what_was_learned_is_that_of_the_files() -> None:
    shown = [row for row in rows(read("docs/strength.md")) if len(row) == 9 and not code_words(row[1])]
    found = {code_words(row[0])[0]: row[1:6] for row in shown if code_words(row[0])}
    shipped = [model_of(name) for battle in all_battles() for name in battle.scenarios]
    models = {model.scenario: model.made for model in shipped if model is not None}
    assert found.keys() == models.keys()
    for name, made in models.items():
        surprise = [f"{made['log_loss'][key]:.3f}" for key in ("learned", "hand_made", "side_only")]
        assert found[name] == [str(made["games"]), str(made["positions"]), *surprise]


def test_the_changelog_names_every_battle_and_its_rules_version() -> None:
    changes = read("CHANGELOG.md")
    for battle in all_battles():
        title = (
            next(iter(battle.scenarios.values())).titles[0] if len(battle.scenarios) == 1 else "Stonewall's Last Battle"
        )
        line = next((line for line in changes.split("\n- ") if title in line), "")
        assert f"rules version {battle.rules_version}" in " ".join(line.split()), title


def test_the_version_of_the_package_is_written_once_each() -> None:
    import hardtack

    version = hardtack.__version__.removesuffix("+compiled")
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == version
    assert f"## {version}" in read("CHANGELOG.md")
