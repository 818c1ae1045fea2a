"""What the compiler is told, and what it forgets.

The rooms `board`, `referee` and `battles` run as plain Python, and faster once mypyc has made modules of C of them
(`docs/speed.md`). To the type checker and to the compiler the names of this module are those of `mypy_extensions` and
`dataclasses` (see the stub beside it); neither a compiler nor its library is needed where games are played.

A compiled class has forgotten how its annotations were written. The rules read some of them: which fields a frame
has, which rows a state has. So the build writes them down in a file beside this module, and here they are put back.
"""

from __future__ import annotations

import dataclasses
import inspect
import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from hardtack.board.revising import replace as replace

T = TypeVar("T")


def type_variable(name: str, *, bound: str, default: str, covariant: bool) -> Any:
    """A type variable that need not be given: to the type checker the one of `typing_extensions`."""
    return TypeVar(name, covariant=covariant)  # type: ignore[misc]


_WRITTEN_DOWN = Path(__file__).with_name("annotations.json")
COMPILED = _WRITTEN_DOWN.exists()
_ANNOTATIONS: Mapping[str, Mapping[str, str]] = (
    json.loads(_WRITTEN_DOWN.read_text(encoding="utf-8")) if COMPILED else {}
)


def mypyc_attr(**told: bool) -> Callable[[type[T]], type[T]]:
    """`native_class=False`: keep it an ordinary class. `allow_interpreted_subclasses=True`: it has some."""

    def unchanged(cls: type[T]) -> type[T]:
        return cls

    return unchanged


def protect(cls: type[Any], may_edit: Callable[[Any], bool], why: str) -> None:
    """Fields are set only while that is allowed. Compiled rules are not asked: they were tested as they stand."""

    def set_field(one: Any, name: str, value: object) -> None:
        if not may_edit(one):
            raise AttributeError(f"{why}: {name!r} cannot be set")
        object.__setattr__(one, name, value)

    def delete_field(one: Any, name: str) -> None:
        raise AttributeError(f"{why}: {name!r} cannot be deleted")

    type.__setattr__(cls, "__setattr__", set_field)
    type.__setattr__(cls, "__delattr__", delete_field)


def is_compiled(cls: type[Any]) -> bool:
    """Whether a class is one of those made of C."""
    return f"{cls.__module__}.{cls.__qualname__}" in _ANNOTATIONS


def take_over(one: object) -> None:
    """Let compiled rules see what a plain subclass says in its body: they look at the places of the object alone."""
    kinds = type(one).__mro__
    plain = [cls for cls in kinds if not is_compiled(cls)] if COMPILED else []
    for cls in reversed(plain):
        for name, said in vars(cls).items():
            hidden = (vars(base).get(name) for base in kinds if is_compiled(base))
            place = next((each for each in hidden if inspect.isgetsetdescriptor(each)), None)
            if place is not None and not name.startswith("__"):
                with suppress(AttributeError):  # where that is a property, it has no place
                    place.__set__(one, said.__get__(one) if isinstance(said, property) else said)


def annotations_of(cls: type[Any]) -> Mapping[str, str]:
    """The annotations in the body of a class, as they are written."""
    known = _ANNOTATIONS.get(f"{cls.__module__}.{cls.__qualname__}")
    return known if known is not None else inspect.get_annotations(cls)


def dataclass(bare: type[Any] | None = None, /, **how: bool) -> Any:
    """`dataclasses.dataclass`; a compiled class has its slots anyway, and gets its annotations back."""

    def make(cls: type[Any]) -> type[Any]:
        written = _ANNOTATIONS.get(f"{cls.__module__}.{cls.__qualname__}")
        if written is None:  # it may inherit from a compiled one, and must not make the same places again
            kind = {**how, "slots": False} if COMPILED else how
            return dataclasses.dataclass(**kind)(cls)  # type: ignore[call-overload, no-any-return]
        # Names would be looked up in a module that is not there yet: all that matters now is what is no field.
        cls.__annotations__ = {name: ClassVar if is_class_variable(kind) else object for name, kind in written.items()}
        hashed = vars(cls).get("__hash__") is not None  # spelled out by the build, and not to be made again
        kind = {**how, "slots": False, "unsafe_hash": how.get("unsafe_hash", False) and not hashed}
        made: type[Any] = dataclasses.dataclass(**kind)(cls)  # type: ignore[call-overload]
        for field in dataclasses.fields(made):
            if field.name in written:
                field.type = written[field.name]
        cls.__annotations__ = dict(written)
        type.__setattr__(made, "__reduce__", _taken_apart)
        return made

    return make if bare is None else make(bare)


def _taken_apart(one: Any) -> tuple[Any, ...]:
    """How a compiled value is copied and sent to another process: it can be made by its constructor alone."""
    return _made_again, (
        type(one),
        {part.name: getattr(one, part.name) for part in dataclasses.fields(one) if part.init},
    )


def _made_again(kind: type[T], values: Mapping[str, Any]) -> T:
    return kind(**values)


def is_class_variable(annotation: str) -> bool:
    """Whether an annotation is that of something all instances share."""
    return annotation.startswith("ClassVar")
