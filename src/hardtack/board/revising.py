"""A data object with some of its fields changed: rules revise frames with every action.

It has a module of its own so that it is compiled: what `native` does besides is done once, when a program starts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from operator import attrgetter
from typing import Any, TypeVar

T = TypeVar("T")


def replace(value: T, /, **changes: object) -> T:
    """`dataclasses.replace`, in a third of the time."""
    kind: Any = type(value)
    form = _FORMS.get(kind)
    if form is None:
        form = _FORMS[kind] = _form_of(kind)
    read, places = form
    values = list(read(value))
    for name, new in changes.items():
        values[places[name]] = new
    revised: T = kind(*values)
    return revised


def _form_of(kind: Any) -> tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]:
    """How the fields of a class are read, and the place of each."""
    names = [field.name for field in fields(kind)]
    if len(names) > 1:
        return attrgetter(*names), {name: place for place, name in enumerate(names)}
    return lambda one: (getattr(one, names[0]),), {names[0]: 0}


_FORMS: dict[Any, tuple[Callable[[Any], tuple[Any, ...]], dict[str, int]]] = {}
