"""Actions: what a player chose. Each has a short, language-free text form, the notation.

An action class declares its verb and its fields; the notation is the verb followed by the fields, a
tuple written with `+` between its parts (`-` when empty): `move SHE 0804`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields
from typing import Any, ClassVar

from hardtack.board.native import dataclass, mypyc_attr
from hardtack.referee.errors import BadNotation


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Action:
    verb: ClassVar[str] = ""
    secret: ClassVar[bool] = False  # True: only the seat that chose it may see it before the game is over

    @property
    def actor(self) -> str:
        """The piece that acts, or an empty string for an action of the whole side."""
        return ""

    def __str__(self) -> str:
        words = [self.verb]
        for name in parts_of(type(self)):
            value = getattr(self, name)
            words.append(value if isinstance(value, str) else _write(value))
        return " ".join(words)


@dataclass(frozen=True, slots=True)
class Unknown(Action):
    """What a seat knows of actions decided in secret, however many they were. Nobody plays it."""

    verb: ClassVar[str] = "?"
    secret: ClassVar[bool] = True


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class UnitAction(Action):
    """An action of one piece."""

    unit: str

    @property
    def actor(self) -> str:
        return self.unit


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class HexAction(UnitAction):
    """An action of one piece toward a hex."""

    hex: str


@dataclass(frozen=True, slots=True)
class Move(HexAction):
    verb: ClassVar[str] = "move"

    def __str__(self) -> str:  # as any action is written, and sooner: most options are marches
        return f"move {self.unit} {self.hex}"


@dataclass(frozen=True, slots=True)
class End(Action):
    """The side is through with a phase."""

    verb: ClassVar[str] = "end"


@dataclass(frozen=True, slots=True)
class Attack(HexAction):
    """A counter opens an attack on a hex."""

    verb: ClassVar[str] = "attack"


@dataclass(frozen=True, slots=True)
class Join(UnitAction):
    """One more counter takes part in the attack."""

    verb: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Retreat(HexAction):
    """A beaten counter goes back to a hex."""

    verb: ClassVar[str] = "retreat"


@dataclass(frozen=True, slots=True)
class Stay(Action):
    """Nobody moves, or nobody goes on."""

    verb: ClassVar[str] = "stay"


def _write(value: object) -> str:
    if isinstance(value, tuple):
        return "+".join(map(str, value)) or "-"
    return str(value)


def _read(kind: str, word: str) -> Any:
    if kind == "int":
        return int(word)
    if kind.startswith("tuple"):
        return () if word == "-" else tuple(word.split("+"))
    return word


def verbs(classes: Iterable[type[Action]]) -> Mapping[str, type[Action]]:
    return {cls.verb: cls for cls in classes}


def parts_of(cls: type[Any]) -> Mapping[str, str]:
    """The fields of a kind of action, or of another data class, each with its type."""
    found = _PARTS.get(cls)
    if found is None:
        found = _PARTS[cls] = {part.name: str(part.type) for part in fields(cls)}
    return found


_PARTS: dict[type, Mapping[str, str]] = {}


def parse_action(text: str, known: Mapping[str, type[Action]]) -> Action:
    """Read an action from its notation; whether it is legal is another question."""
    words = text.split()
    if not words:
        raise BadNotation("an empty line is not an action")
    cls = known.get(words[0])
    if cls is None:
        raise BadNotation(f"unknown verb {words[0][:20]!r}; this battle knows {', '.join(sorted(known))}")
    parts = parts_of(cls)
    if len(words) - 1 != len(parts):
        raise BadNotation(f"'{words[0]}' takes {len(parts)} words ({' '.join(parts)}), got {len(words) - 1}")
    try:
        values = [_read(kind, word) for kind, word in zip(parts.values(), words[1:], strict=True)]
    except ValueError:
        raise BadNotation(f"{text[:60]!r} has a word where '{words[0]}' takes a number") from None
    return cls(*values)
