"""Imports point one way; the inner rooms use the standard library only."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[1] / "src" / "hardtack"
# What each room may import of the others.
MAY_IMPORT = {
    "board": set(),
    "referee": {"board"},
    "battles": {"board", "referee"},
    "generals": {"board", "referee", "battles"},
    "draw": {"board", "referee", "battles"},
    "table": {"board", "referee", "battles"},
    "mail": {"board", "referee", "battles", "table"},
    "server": {"board", "referee", "battles", "generals", "draw", "table", "mail"},
    "study": {"board", "referee", "battles", "generals", "draw", "table", "mail", "server"},
}
STANDARD_LIBRARY_ONLY = ("board", "referee", "battles")


def imports(path: Path) -> set[str]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found.add(node.module)
    return found


def modules(room: str) -> list[Path]:
    return sorted((SOURCE / room).rglob("*.py"))


@pytest.mark.parametrize("room", MAY_IMPORT)
def test_imports_point_one_way(room):
    allowed = MAY_IMPORT[room] | {room}
    for path in modules(room):
        for name in imports(path):
            parts = name.split(".")
            if parts[0] == "hardtack" and len(parts) > 1:
                assert parts[1] in allowed, f"{path.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("room", STANDARD_LIBRARY_ONLY)
def test_inner_rooms_need_nothing_but_python(room):
    for path in modules(room):
        for name in imports(path):
            top = name.split(".")[0]
            assert top in sys.stdlib_module_names or top == "hardtack", f"{path.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("room", STANDARD_LIBRARY_ONLY)
def test_classes_of_data_survive_the_compiler(room):
    """mypyc forgets what is a field of a dataclass; `hardtack.board.native` knows it (docs/speed.md)."""
    for path in modules(room):
        if path.name != "native.py":
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                taken = isinstance(node, ast.ImportFrom) and node.module == "dataclasses" and node.names
                assert "dataclass" not in [alias.name for alias in taken or ()], path.relative_to(SOURCE)


def test_no_battle_knows_another_and_a_series_knows_none_of_its_battles():
    series = {"chancellorsville": {"gcacw"}, "shiloh": {"musket"}, "chickamauga": {"musket"}}
    for folder in sorted(path for path in (SOURCE / "battles").iterdir() if path.is_dir()):
        allowed = {folder.name} | series.get(folder.name, set())
        for path in folder.rglob("*.py"):
            for name in imports(path):
                parts = name.split(".")
                if parts[:2] == ["hardtack", "battles"] and len(parts) > 2:
                    assert parts[2] in allowed, f"{path.relative_to(SOURCE)} imports {name}"


def test_modules_stay_readable():
    """Modules of about 400 lines at most."""
    long = {
        path.relative_to(SOURCE).as_posix(): lines
        for path in SOURCE.rglob("*.py")
        if (lines := path.read_text(encoding="utf-8").count("\n")) > 430
    }
    assert not long


def test_a_process_that_thinks_for_bots_does_without_the_web_stack() -> None:
    """It is started while somebody waits for the bot's first move: the server's library must not bring the rest."""
    code = "import sys, hardtack.server.library; print(sorted({'fastapi', 'sqlalchemy', 'uvicorn'} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["[]"]


def test_scripts_of_the_page_fit_on_a_screen():
    """Lines of 120 columns at most. A text shown to a player stays in one piece, however long it is."""
    a_text = re.compile(r"""\s*([\w".]+: )?(["`]).*\2,?""")
    long = [
        f"{path.name}:{number}"
        for path in sorted((SOURCE / "web").rglob("*.js"))
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > 120 and not a_text.fullmatch(line)
    ]
    assert long == []


def test_style_sheets_have_one_declaration_a_line():
    crowded = [
        f"{path.name}:{number}"
        for path in sorted((SOURCE / "web" / "style").glob("*.css"))
        if path.name != "map_colours.css"  # made by a function, read by nobody
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if line.count(";") > 1 or re.search(r"\{.*[;:].*\}", line)
    ]
    assert crowded == []
