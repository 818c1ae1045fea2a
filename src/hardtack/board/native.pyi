from collections.abc import Callable, Mapping
from dataclasses import dataclass as dataclass
from dataclasses import replace as replace
from typing import Any

from mypy_extensions import mypyc_attr as mypyc_attr
from typing_extensions import TypeVar as type_variable

__all__ = [
    "COMPILED", "annotations_of", "dataclass", "is_class_variable", "is_compiled", "mypyc_attr", "protect",
    "replace", "take_over", "type_variable",
]  # fmt: skip

COMPILED: bool

def protect(cls: type[Any], may_edit: Callable[[Any], bool], why: str) -> None: ...
def is_compiled(cls: type[Any]) -> bool: ...
def take_over(one: object) -> None: ...
def annotations_of(cls: type[Any]) -> Mapping[str, str]: ...
def is_class_variable(annotation: str) -> bool: ...
