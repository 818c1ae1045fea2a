"""What the build writes down for the compiler is what the classes say of themselves (docs/speed.md)."""

from __future__ import annotations

import ast
import dataclasses
import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from hardtack.referee.state import State

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tools():
    sys.path.insert(0, str(ROOT / "tools"))
    yield importlib.import_module("spelled_out")
    sys.path.remove(str(ROOT / "tools"))


@pytest.fixture(scope="module")
def source(tools):
    return tools.Source(ROOT / "src" / "hardtack")


def made(source: Any, name: str) -> Any:
    module, node = source.classes[name]
    return getattr(importlib.import_module(module), node.name)


def hot(name: str) -> bool:
    return name.startswith(("hardtack.battles", "hardtack.referee"))


def test_a_constructor_takes_the_fields_of_its_data_class(source):
    data = [name for name in source.classes if hot(name) and source.is_data(name)]
    assert len(data) > 200
    for name in data:
        fields = [(part.name, part.kw_only) for part in dataclasses.fields(made(source, name))]
        assert [(part.name, part.named) for part in source.parts(name)] == sorted(fields, key=lambda one: one[1]), name


def test_what_has_a_hash_keeps_it(tools, source):
    spelled = 0
    for name in [name for name in source.classes if hot(name) and source.is_data(name)]:
        lines = "\n".join(tools.data_methods(source, *source.classes[name], {}))
        if "def __eq__" in lines:
            spelled += 1
            assert ("def __hash__" in lines) == (made(source, name).__hash__ is not None), name
    assert spelled > 100


def test_a_state_is_copied_and_compared_with_all_its_fields(source):
    states = [name for name in source.classes if hot(name) and "hardtack.referee.state.State" in source.lineage(name)]
    assert len(states) > 5
    for name in states:
        kind = made(source, name)
        if kind is not State:
            assert ("scenario", *source.fields(name)) == kind.fields, name


def test_every_fact_has_a_place(tools, source):
    module = "hardtack.battles.bull_run.state"
    path = ROOT / "src" / Path(*module.split(".")).with_suffix(".py")
    written = ast.parse(tools.spell_out(source, module, path.read_text(encoding="utf-8")))
    state = next(node for node in written.body if isinstance(node, ast.ClassDef) and node.name == "BullRunState")
    methods = {part.name: [*map(ast.unparse, part.decorator_list)] for part in state.body if hasattr(part, "name")}
    assert {"copy_to", "forget", "essence", "find_fronts"} <= methods.keys()
    assert methods["fronts"] == ["property"]


def test_a_name_in_capitals_that_is_given_once_is_final(tools, source):
    text = (
        '"""About."""\nfrom x import y\nONE = 1\nTWO: dict[str,\n    int] = {}\nthree = 3\nFOUR = 4\nFOUR = 5\n'
        + "SIX = (1, 2)\n"
    )
    source.names["made_up"] = {}
    written = tools.spell_out(source, "made_up", text).splitlines()
    assert written[:3] == ['"""About."""', "from typing import Final", "from x import y"]
    assert written[3:5] == ["ONE: Final = 1", "TWO: Final[dict[str, int]] = {}"]
    assert written[5:] == ["three = 3", "FOUR = 4", "FOUR = 5", "SIX = (1, 2)"]
