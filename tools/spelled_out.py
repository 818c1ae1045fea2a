"""What reads best and what compiles best is not always the same: here the first becomes the second.

mypyc compiles the methods it finds in a class. Those that `@dataclass` adds when a program starts stay interpreted, and
frames and actions are made a hundred thousand times a second. So the copy of the source that is compiled has them
spelled out: the constructor, the comparison and the hash of every data class (the decorator still runs; it leaves alone
what is there), the copying of a state field by field, and a place of its own for every fact a state remembers. A
name in capitals, which is given once, is `Final`: any other is looked up in its module whenever it is read. That it is
compiled is known (`COMPILED`), and nothing is made ready to be told to an umpire who does not listen.
"""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

STATE = "hardtack.referee.state.State"
DATA_CLASS = "hardtack.board.native.dataclass"
FACTS = ("derived", "tracked")
NO_FIELDS = ("is_draft", "before", "scenario")  # of a state
CONSTANT = re.compile(r"_?[A-Z][A-Z0-9_]+$")  # TypeVars have one letter
COMPILED = re.compile(r"(\b(?:if|and) )COMPILED(:| else\b| and\b)")


@dataclass(frozen=True)
class Part:
    """A field of a data class: its name, its type and its default as written, and the module they are written in."""

    name: str
    kind: ast.expr
    default: ast.expr | None
    module: str
    named: bool = False  # `kw_only`: given by name


class Source:
    """The modules of the package as they stand: what the names in each of them mean, and every class."""

    def __init__(self, folder: Path) -> None:
        self.names: dict[str, dict[str, str]] = {}  # by module: what a name is called in full
        self.classes: dict[str, tuple[str, ast.ClassDef]] = {}
        for path in sorted(folder.rglob("*.py")):
            module = ".".join(path.relative_to(folder.parent).with_suffix("").parts).removesuffix(".__init__")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            self.names[module] = dict(named_in(tree, module))
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    self.classes[f"{module}.{node.name}"] = (module, node)

    def full_name(self, module: str, node: ast.expr) -> str:
        """What a base class or a decorator is called in full: of `Orders[Q]` and `dataclass(...)` the first word."""
        if isinstance(node, ast.Subscript):
            return self.full_name(module, node.value)
        if isinstance(node, ast.Call):
            return self.full_name(module, node.func)
        written = ast.unparse(node)
        return self.home(self.names[module].get(written, written))

    def home(self, name: str) -> str:
        """The name of a thing where it is made: modules hand on what they import."""
        module, _, word = name.rpartition(".")
        handed_on = self.names.get(module, {}).get(word, name)
        return name if handed_on == name else self.home(handed_on)

    def lineage(self, name: str) -> Iterator[str]:
        """The classes of the package that a class comes from, the most general first, itself last."""
        if name in self.classes:
            module, node = self.classes[name]
            for base in reversed(node.bases):
                yield from self.lineage(self.full_name(module, base))
            yield name

    def is_data(self, name: str) -> bool:
        module, node = self.classes[name]
        return any(self.full_name(module, one) == DATA_CLASS for one in node.decorator_list)

    def words(self, name: str) -> dict[str, bool]:
        """What `@dataclass` is told of a class: `frozen=True` and the like."""
        module, node = self.classes[name]
        return {
            str(word.arg): ast.literal_eval(word.value)
            for one in node.decorator_list
            if isinstance(one, ast.Call) and self.full_name(module, one) == DATA_CLASS
            for word in one.keywords
        }

    def fields(self, name: str) -> list[str]:
        """The fields of a state, the inherited ones first."""
        found = [part for base in self.lineage(name) for part in annotated(self.classes[base][1])]
        kinds = {ast.unparse(part.target): ast.unparse(part.annotation) for part in found}
        return [field for field, kind in kinds.items() if not kind.startswith("ClassVar") and field not in NO_FIELDS]

    def parts(self, name: str) -> list[Part]:
        """The fields of a data class, the inherited ones first."""
        found: dict[str, Part] = {}
        for base in self.lineage(name):
            if self.is_data(base):
                module, node = self.classes[base]
                named = self.words(base).get("kw_only", False)
                for part in annotated(node):
                    if not ast.unparse(part.annotation).startswith("ClassVar"):
                        title = ast.unparse(part.target)
                        found[title] = Part(title, part.annotation, default_of(part.value), module, named)
        return sorted(found.values(), key=lambda part: part.named)


def default_of(value: ast.expr | None) -> ast.expr | None:
    """What stands in a field's place: `field(default=...)` is a long way to say it."""
    if isinstance(value, ast.Call) and [word.arg for word in value.keywords] == ["default"]:
        return value.keywords[0].value
    return value


def annotated(node: ast.ClassDef) -> list[ast.AnnAssign]:
    """The annotations in the body of a class."""
    return [part for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)]


def named_in(tree: ast.Module, module: str) -> Iterator[tuple[str, str]]:
    """What a module imports or makes, by the names it has there."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield from ((one.asname or one.name, f"{node.module}.{one.name}") for one in node.names)
    for part in tree.body:
        if isinstance(part, ast.ClassDef | ast.FunctionDef):
            yield part.name, f"{module}.{part.name}"
        elif isinstance(part, ast.Assign | ast.AnnAssign):
            for target in part.targets if isinstance(part, ast.Assign) else [part.target]:
                if isinstance(target, ast.Name):
                    yield target.id, f"{module}.{target.id}"


def spell_out(source: Source, module: str, text: str) -> str:
    """The text of a module with what its classes leave unsaid."""
    text = told_if_heard(COMPILED.sub(r"\1True\2", text))
    lines, tree = text.splitlines(), ast.parse(text)
    wanted: dict[str, str] = {}  # names of other modules, to be imported for the types
    for node in reversed(tree.body):
        if isinstance(node, ast.ClassDef):
            name = f"{module}.{node.name}"
            if source.is_data(name):
                lines[node.end_lineno : node.end_lineno] = data_methods(source, module, node, wanted)
            elif STATE in source.lineage(name):
                name_places(node, lines, source.fields(name), name == STATE)
                wanted.setdefault("State", STATE)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and is_constant(node, tree):
            make_final(node, lines)
    imports = [
        f"    from {full.rpartition('.')[0]} import {name}"
        for name, full in wanted.items()
        if name not in source.names[module]
    ]
    head = ["import typing", "if typing.TYPE_CHECKING:", *imports] if imports else []
    head += [] if "Final" in source.names[module] else ["from typing import Final"]
    lines[first_import(tree) : first_import(tree)] = head
    return "\n".join(lines) + "\n"


def told_if_heard(text: str) -> str:
    """What is told to an umpire, only if he listens: to gather it costs more than many a rule.

    To look at what an event says never changes anything: that is how events are written.
    """
    lines = text.splitlines()
    told = [one for one in ast.walk(ast.parse(text)) if isinstance(one, ast.Expr) and is_telling(one.value)]
    for one in sorted(told, key=lambda one: -one.lineno):
        assert isinstance(one.value, ast.Call)
        assert isinstance(one.value.func, ast.Attribute)
        room, first, last = " " * one.col_offset, one.lineno - 1, one.end_lineno
        heard = f"{room}if {ast.unparse(one.value.func.value)}.listens:"
        lines[first:last] = [heard, *(f"    {line}" for line in lines[first:last])]
    return "\n".join(lines) + "\n"


def is_telling(value: ast.expr) -> bool:
    """Whether a statement is `umpire.tell(...)`, and says nothing that has to be rolled for."""
    if not (isinstance(value, ast.Call) and ast.unparse(value.func) == "umpire.tell"):
        return False
    said = [*value.args, *(word.value for word in value.keywords)]
    return not any("umpire" in ast.unparse(one) for one in said)


def first_import(tree: ast.Module) -> int:
    """The line of a module where more can be imported."""
    for part in tree.body:
        if not isinstance(part, ast.Expr | ast.ImportFrom) or getattr(part, "module", "") not in ("", "__future__"):
            return part.lineno - 1
    return 0


# -- constants


def is_constant(node: ast.Assign | ast.AnnAssign, tree: ast.Module) -> bool:
    """Whether a name in capitals is given here, and nowhere else.

    A tuple without a type would be taken apart, and put together again wherever it is read.
    """
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
        return False
    targets = node.targets if isinstance(node, ast.Assign) else [node.target]
    name = ast.unparse(targets[0])
    if len(targets) > 1 or node.value is None or not CONSTANT.match(name):
        return False
    stores = [one for one in ast.walk(tree) if isinstance(one, ast.Name) and one.id == name]
    return sum(isinstance(one.ctx, ast.Store) for one in stores) == 1


def make_final(node: ast.Assign | ast.AnnAssign, lines: list[str]) -> None:
    """Say so in its type: `NAME: typing.Final = ...`."""
    if isinstance(node, ast.Assign):
        name, kind, last = ast.unparse(node.targets[0]), "", node.targets[0]
    else:
        name, kind, last = ast.unparse(node.target), f"[{ast.unparse(node.annotation)}]", node.annotation
        if kind.startswith(("[Final", "[ClassVar", "[TypeAlias")):
            return
    assert last.end_lineno is not None
    rest = lines[last.end_lineno - 1].encode()[last.end_col_offset :].decode()
    lines[node.lineno - 1 : last.end_lineno] = [f"{name}: Final{kind}{rest}"]


# -- data classes


def data_methods(source: Source, module: str, node: ast.ClassDef, wanted: dict[str, str]) -> list[str]:
    """Constructor, comparison and hash, as `@dataclass` would make them; nothing where it is asked for more."""
    name = f"{module}.{node.name}"
    how, parts = source.words(name), source.parts(name)
    written = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    if written & {"__init__", "__eq__", "__hash__", "__post_init__"} or not all(
        is_plain(part, module) for part in parts
    ):
        return []
    for part in parts:
        for word in names_of(part.kind):
            full = source.home(f"{part.module}.{word}")
            if source.home(f"{module}.{word}") not in (full, f"{module}.{word}"):
                return []  # the same word for something else
            wanted[word] = full
    by_name = [part for part in parts if part.named]
    signature = ["self", *map(as_argument, parts[: len(parts) - len(by_name)])]
    signature += ["*", *map(as_argument, by_name)] if by_name else []
    excuse = "  # type: ignore[misc]" if how.get("frozen") else ""
    body = [f"        self.{part.name} = {part.name}{excuse}" for part in parts]
    lines = ["", f"    def __init__({', '.join(signature)}) -> None:", *(body or ["        pass"])]
    if not how.get("eq", True) or how.get("order"):  # a comparison of our own would stand in the way of the others
        return lines
    same = [f"self.{part.name} == other.{part.name}" for part in parts]
    lines += ["", "    def __eq__(self, other: object) -> bool:"]
    lines += ["        if type(other) is not type(self):", "            return NotImplemented"]
    lines += [f"        assert isinstance(other, {node.name})", f"        return {' and '.join(same) or True}"]
    if how.get("frozen") or how.get("unsafe_hash"):
        values = "".join(f"self.{part.name}, " for part in parts)
        lines += ["", "    def __hash__(self) -> int:", f"        return hash(({values}))"]
    return lines


def is_plain(part: Part, module: str) -> bool:
    """Whether a default can be written into the head of a constructor of this module."""
    if part.default is None or isinstance(part.default, ast.Constant):
        return True
    literal = not any(isinstance(one, ast.Name | ast.Call | ast.List | ast.Dict) for one in ast.walk(part.default))
    return literal or (part.module == module and isinstance(part.default, ast.Name))


def as_argument(part: Part) -> str:
    written = f"{part.name}: {ast.unparse(part.kind)}"
    return written if part.default is None else f"{written} = {ast.unparse(part.default)}"


def names_of(kind: ast.expr) -> set[str]:
    """The names a type is made of; parts of it may be written in quotes."""
    found = set()
    for one in ast.walk(kind):
        if isinstance(one, ast.Name) and not hasattr(builtins, one.id):
            found.add(one.id)
        elif isinstance(one, ast.Constant) and isinstance(one.value, str):
            found |= names_of(ast.parse(one.value, mode="eval").body)
    return found


# -- states


def name_places(node: ast.ClassDef, lines: list[str], fields: list[str], topmost: bool) -> None:
    """Copy each field by name, and give each fact a place instead of an entry in a dictionary."""
    facts = [part for part in node.body if isinstance(part, ast.FunctionDef) and fact_kind(part)]
    tracked = [part.name for part in facts if fact_kind(part) == "tracked"]
    copied = [f"        twin.last_{name} = self.last_{name}" for name in tracked]
    forgotten = [f"        self.{place} = None" for fact in facts for place in places_of(fact)]
    if not topmost:
        own = [ast.unparse(part.target) for part in annotated(node)]
        lines[node.end_lineno : node.end_lineno] = [
            *("", "    def copy_to(self, twin: State) -> None:", "        super().copy_to(twin)"),
            *(
                f"        assert isinstance(twin, {node.name})",
                *(f"        twin.{one} = self.{one}" for one in fields if one in own),
            ),
            *copied,
            *("", "    def forget(self) -> None:", "        super().forget()", *forgotten),
            *("", "    def essence(self) -> tuple[object, ...]:"),
            f"        return ({', '.join(f'self.{one}' for one in fields)})",
        ]
    for part in reversed(node.body):
        if isinstance(part, ast.FunctionDef) and part in facts:
            assert part.end_lineno is not None
            lines[part.lineno - 2 : part.end_lineno] = placed(part, lines[part.lineno : part.end_lineno])
        elif topmost and isinstance(part, ast.FunctionDef) and part.name in ("copy_to", "forget"):
            lines[part.end_lineno : part.end_lineno] = copied if part.name == "copy_to" else forgotten


def fact_kind(part: ast.FunctionDef) -> str:
    """`derived` or `tracked`; nothing for a method, and for a fact that may be that there is none."""
    kinds = [ast.unparse(one) for one in part.decorator_list if ast.unparse(one) in FACTS]
    assert part.returns is not None
    return kinds[0] if kinds and "None" not in ast.unparse(part.returns) else ""


def places_of(fact: ast.FunctionDef) -> list[str]:
    return [f"kept_{fact.name}", *([f"last_{fact.name}"] if fact_kind(fact) == "tracked" else [])]


def placed(fact: ast.FunctionDef, body: list[str]) -> list[str]:
    """A fact as a property: kept on a value, followed from what it was last, worked out anew on a draft."""
    assert fact.returns is not None
    name, kind = fact.name, ast.unparse(fact.returns)
    lines = [f"    {place}: {kind} | None = None" for place in places_of(fact)]
    lines += ["", "    @property", f"    def {name}(self) -> {kind}:"]
    lines += [f"        kept = self.kept_{name}", "        if kept is not None:", "            return kept"]
    if fact_kind(fact) == "tracked":
        lines += [f"        found = self.find_{name}(self.last_{name})", f"        self.last_{name} = found"]
        head = f"    def find_{name}(self, {ast.unparse(fact.args.args[1])}) -> {kind}:"
    else:
        lines += [f"        found = self.find_{name}()"]
        head = f"    def find_{name}(self) -> {kind}:"
    lines += ["        if not self.is_draft:", f"            self.kept_{name} = found", "        return found"]
    return [*lines, "", head, *body]
