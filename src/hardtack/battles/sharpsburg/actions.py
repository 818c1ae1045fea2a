"""What a player of Sharpsburg can choose, and its notation."""

from __future__ import annotations

from typing import ClassVar

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, HexAction, UnitAction


@dataclass(frozen=True, slots=True)
class Move(HexAction):
    """Move a unit to a hex (SH 5)."""

    verb: ClassVar[str] = "move"


@dataclass(frozen=True, slots=True)
class Limber(UnitAction):
    """Order a deployed Union gun to limber (SH 11h)."""

    verb: ClassVar[str] = "limber"


@dataclass(frozen=True, slots=True)
class Attack(HexAction):
    """Open an attack on a hex with a unit, be it hand to hand or by bombardment (SH 9, SH 11)."""

    verb: ClassVar[str] = "attack"


@dataclass(frozen=True, slots=True)
class AttackAll(Action):
    """Open an attack on a hex with every unit that can take part in it (SH C10)."""

    verb: ClassVar[str] = "assault"
    hex: str


@dataclass(frozen=True, slots=True)
class Join(UnitAction):
    """Add a unit to the attack being planned (SH C10, SH 11f)."""

    verb: ClassVar[str] = "join"


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """Roll for the attack as planned (SH 9a)."""

    verb: ClassVar[str] = "fight"


@dataclass(frozen=True, slots=True)
class Lose(UnitAction):
    """Remove a unit to pay for an exchange (SH 9h)."""

    verb: ClassVar[str] = "lose"


@dataclass(frozen=True, slots=True)
class Retreat(HexAction):
    """Retreat a unit to a hex (SH 10)."""

    verb: ClassVar[str] = "retreat"


@dataclass(frozen=True, slots=True)
class Push(UnitAction):
    """Say which friend makes room for a retreat (SH C15)."""

    verb: ClassVar[str] = "push"


@dataclass(frozen=True, slots=True)
class Advance(UnitAction):
    """Advance a unit into the hex the defenders left (SH C14, only where that reading is chosen)."""

    verb: ClassVar[str] = "advance"


@dataclass(frozen=True, slots=True)
class End(Action):
    """End the phase, or advance no further (SH 4a)."""

    verb: ClassVar[str] = "end"


ACTIONS = (Move, Limber, Attack, AttackAll, Join, Fight, Lose, Retreat, Push, Advance, End)
END = End()
FIGHT = Fight()
