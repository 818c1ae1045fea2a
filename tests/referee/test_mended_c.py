"""What the build changes in the C it was given (docs/speed.md)."""

from __future__ import annotations

import importlib
import re
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def tools() -> Any:
    sys.path.insert(0, str(ROOT / "tools"))
    yield importlib.import_module("compile")
    sys.path.remove(str(ROOT / "tools"))


def written(*lines: str) -> str:
    return "".join(f"    {line}\n" for line in lines) + "}\n"


SHIFTED = "cpy_r_r4 = CPyTagged_Rshift(cpy_r_r3, cpy_r_at);"
CHECKED = "if (unlikely(cpy_r_r4 == CPY_INT_TAG)) {"
ASKED = "cpy_r_r5 = CPyTagged_And(cpy_r_r4, 2);"
LET_GO = "CPyTagged_DECREF(cpy_r_r4);"
INVERTED = "cpy_r_r4 = CPyTagged_Invert(cpy_r_out);"
WANTED = "cpy_r_r5 = CPyTagged_And(cpy_r_all, cpy_r_r4);"
USED = "cpy_r_r6 = CPyTagged_Or(cpy_r_r4, cpy_r_all);"


def test_a_bit_is_asked_of_a_set_that_nobody_else_wants(tools):
    text = written(SHIFTED, "CPyTagged_DECREF(cpy_r_r3);", CHECKED, ASKED, LET_GO)
    assert tools.BIT_ASKED.sub(tools.ask_bit, text) == text.replace("CPyTagged_Rshift", "LAST_BITS")


def test_a_set_is_left_out_without_being_inverted(tools):
    for wanted in (WANTED, "cpy_r_r5 = CPyTagged_And(cpy_r_r4, cpy_r_all);"):
        text = written(INVERTED, "CPyTagged_DECREF(cpy_r_out);", wanted, LET_GO)
        assert tools.LEFT_OUT.sub(tools.leave_out, text) == written(
            "cpy_r_r4 = cpy_r_out;", "CPyTagged_INCREF(cpy_r_r4);", "CPyTagged_DECREF(cpy_r_out);",
            "cpy_r_r5 = WITHOUT(cpy_r_all, cpy_r_r4);", LET_GO,
        )  # fmt: skip


@pytest.mark.parametrize(("made", "wanted", "name"), [(SHIFTED, ASKED, "ask_bit"), (INVERTED, WANTED, "leave_out")])
def test_what_is_used_elsewhere_stays(tools, made, wanted, name):
    pattern: re.Pattern[str] = {"ask_bit": tools.BIT_ASKED, "leave_out": tools.LEFT_OUT}[name]
    for text in (
        written(made, wanted, USED, LET_GO),
        written(made, USED, wanted, LET_GO),
        written(made, wanted, "cpy_r_kept = cpy_r_r4;"),
        written(made) + "\n" + written(wanted),  # the same name in another function
    ):
        assert pattern.search(text)
        assert pattern.sub(getattr(tools, name), text) == text


def test_an_attribute_is_visited_once(tools):
    text = written("A_traverse(A *self)", "{", "Py_VISIT(self->b);", "Py_VISIT(self->c);", "Py_VISIT(self->b);")
    text = "static int\n" + text.replace("    A", "A", 1)
    assert tools.visit_once(text) == text[: text.rindex("Py_VISIT")] + ";\n}\n"


def test_a_blank_is_asked_of_its_class(tools):
    text = written(
        "cpy_r_r2 = CPyStatics[1]; /* '__new__' */", "PyObject *cpy_r_r3[2] = {cpy_r_kind, cpy_r_kind};",
        "cpy_r_r4 = (PyObject **)&cpy_r_r3;",
        "cpy_r_r5 = PyObject_VectorcallMethod(cpy_r_r2, cpy_r_r4, 9223372036854775810ULL, 0);",
    )  # fmt: skip
    made = "BLANK(cpy_r_kind, cpy_r_r2, cpy_r_r4, 9223372036854775810ULL, 0);"
    assert f"cpy_r_r5 = {made}" in tools.MADE_BLANK.sub(r"\1BLANK(\2, \3);", text)
    other = text.replace("__new__", "__eq__")
    assert tools.MADE_BLANK.sub("", other) == other


def test_only_who_listens_is_told(tools):
    told = importlib.import_module("spelled_out").told_if_heard
    lines = (
        "def go(umpire):",
        "    if ready:",
        "        umpire.tell(",
        "            'BR 1', 'gone', unit=name(1)",
        "        )",
    )
    text = "\n".join((*lines, "    return 1\n"))
    heard = told(text)
    assert "        if umpire.listens:\n            umpire.tell(\n                'BR 1', 'gone'" in heard
    assert heard.endswith("            )\n    return 1\n")
    for kept in ("umpire.tell('BR 1', 'event.rolled', die=umpire.roll())\n", "said = umpire.tell('BR 1', 'x')\n"):
        assert told(kept) == kept


def test_that_it_is_compiled_is_known(tools):
    known = importlib.import_module("spelled_out").COMPILED
    for text, wanted in (
        ("if COMPILED:", "if True:"),
        ("if COMPILED and other:", "if True and other:"),
        ("if not COMPILED or other:", "if not COMPILED or other:"),
    ):
        assert known.sub(r"\1True\2", text) == wanted
