"""Which clauses have a test: reads the `rule` marks out of the test files, without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from hardtack.battles import all_battles
from hardtack.referee.errors import BadData


def find_tests() -> Path:
    """The tests folder of the checkout this package runs from, or is run in: a compiled build lies elsewhere."""
    folder = Path(__file__).parents[3] / "tests"
    if not folder.is_dir():
        folder = Path.cwd() / "tests"
    if not (folder / "conftest.py").is_file():
        raise BadData("the coverage report needs the tests folder: run it from a checkout of the project")
    return folder


def marked_clauses(tests: Path) -> dict[str, list[str]]:
    """Clause id -> the tests marked with it."""
    found: dict[str, list[str]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), filename=str(path))
        module_marks = [clause for node in tree.body if isinstance(node, ast.Assign) for clause in _pytestmark(node)]
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                marks = [clause for decorator in node.decorator_list for clause in _rule_marks(decorator)]
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
                    marks += module_marks
                for clause in marks:
                    found.setdefault(clause, []).append(f"{path.relative_to(tests).as_posix()}::{node.name}")
    return found


def _pytestmark(node: ast.Assign) -> Iterator[str]:
    if any(isinstance(target, ast.Name) and target.id == "pytestmark" for target in node.targets):
        for part in ast.walk(node.value):
            if isinstance(part, ast.Call):
                yield from _rule_marks(part)


def _rule_marks(node: ast.expr) -> Iterator[str]:
    """The arguments of `@pytest.mark.rule("...")`."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule"):
        return
    for argument in node.args:
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
            yield argument.value


def coverage(tests: Path | None = None) -> list[dict[str, Any]]:
    """Per battle: clauses, clauses with a test, and those without."""
    marks = marked_clauses(tests or find_tests())
    report = []
    for battle in all_battles():
        clauses = list(battle.register)
        missing = [clause for clause in clauses if clause not in marks]
        report.append(
            {
                "battle": battle.id,
                "clauses": len(clauses),
                "tested": len(clauses) - len(missing),
                "percent": round(100 * (len(clauses) - len(missing)) / max(len(clauses), 1), 1),
                "missing": missing,
            }
        )
    return report
