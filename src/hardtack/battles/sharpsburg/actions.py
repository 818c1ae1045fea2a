"""What a player of Sharpsburg can choose, and its notation."""

from __future__ import annotations

from typing import ClassVar

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, UnitAction
from hardtack.referee.actions import Attack as Attack
from hardtack.referee.actions import End as End
from hardtack.referee.actions import Join as Join
from hardtack.referee.actions import Move as Move
from hardtack.referee.actions import Retreat as Retreat


@dataclass(frozen=True, slots=True)
class Limber(UnitAction):
    """Order a deployed Union gun to limber (SH 11h)."""

    verb: ClassVar[str] = "limber"


@dataclass(frozen=True, slots=True)
class AttackAll(Action):
    """Open an attack on a hex with every unit that can take part in it (SH C10)."""

    verb: ClassVar[str] = "assault"
    hex: str


@dataclass(frozen=True, slots=True)
class Fight(Action):
    """Roll for the attack as planned (SH 9a)."""

    verb: ClassVar[str] = "fight"


@dataclass(frozen=True, slots=True)
class Lose(UnitAction):
    """Remove a unit to pay for an exchange (SH 9h)."""

    verb: ClassVar[str] = "lose"


@dataclass(frozen=True, slots=True)
class Push(UnitAction):
    """Say which friend makes room for a retreat (SH C15)."""

    verb: ClassVar[str] = "push"


@dataclass(frozen=True, slots=True)
class Advance(UnitAction):
    """Advance a unit into the hex the defenders left (SH C14, only where that reading is chosen)."""

    verb: ClassVar[str] = "advance"


ACTIONS = (Move, Limber, Attack, AttackAll, Join, Fight, Lose, Retreat, Push, Advance, End)
END = End()
FIGHT = Fight()
