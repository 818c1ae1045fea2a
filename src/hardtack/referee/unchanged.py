"""What something is made of, all the way down: to see that play has changed nothing of it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import FunctionType, ModuleType
from typing import Any

PLAIN = (int, float, str, bytes, bool, type(None), type, FunctionType, ModuleType)  # nothing inside them can change
SHELF = "_made"  # where a battle has the scenarios it has made so far: there may be more later


def contents(root: object) -> dict[int, tuple[str, list[Any]]]:
    """Everything a thing is made of, by identity: the way to each part, and the parts of that.

    The parts are held, so that no other thing can come to have the identity of one.
    """
    found: dict[int, tuple[str, list[Any]]] = {}
    open_ = [("", root)]
    while open_:
        way, thing = open_.pop()
        if id(thing) in found or isinstance(thing, PLAIN):
            continue
        parts = list(_parts(thing))
        found[id(thing)] = way, [thing, *(part for _, part in parts)]
        open_ += ((way + name, part) for name, part in parts)
    return found


def differences(before: Mapping[int, tuple[str, list[Any]]], after: Mapping[int, tuple[str, list[Any]]]) -> list[str]:
    """The ways to what has other parts than before."""
    changed = [way for one, (way, parts) in before.items() if one not in after or not _same(parts, after[one][1])]
    return changed or [way for one, (way, _) in after.items() if one not in before]


def _same(some: list[Any], others: list[Any]) -> bool:
    return len(some) == len(others) and all(one is other for one, other in zip(some, others, strict=True))


def _parts(thing: Any) -> Iterator[tuple[str, Any]]:
    if isinstance(thing, Mapping):
        for key, value in thing.items():
            yield f"[{key!r}]", key
            yield f"[{key!r}]", value
    elif isinstance(thing, (list, tuple, set, frozenset)):
        for part in thing:
            yield "[]", part
    else:
        slots = (slot for base in type(thing).__mro__ for slot in getattr(base, "__slots__", ()))
        for name in (*slots, *getattr(thing, "__dict__", ())):
            if name != SHELF and hasattr(thing, name):
                yield f".{name}", getattr(thing, name)
