"""Everything a player can choose in Bull Run."""

from __future__ import annotations

from typing import ClassVar

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, End, HexAction, Move, Stay, UnitAction


@dataclass(frozen=True, slots=True)
class Cross(HexAction):
    """Try to step over to the north bank of Bull Run with a grey brigade: 5-6 (8.3)."""

    verb: ClassVar[str] = "cross"


@dataclass(frozen=True, slots=True)
class Attack(Action):
    """Attack the stack in one hex with the stack in another (10.1)."""

    verb: ClassVar[str] = "attack"
    hex: str
    hex_target: str


@dataclass(frozen=True, slots=True)
class Hit(UnitAction):
    """Choose the enemy brigade that takes the hits (10.3)."""

    verb: ClassVar[str] = "hit"


@dataclass(frozen=True, slots=True)
class Retreat(Action):
    """Choose the hex a beaten stack goes back to (11.1d)."""

    verb: ClassVar[str] = "retreat"
    hex: str


@dataclass(frozen=True, slots=True)
class Advance(Action):
    """Move the winning stack into the emptied hex (11.2)."""

    verb: ClassVar[str] = "advance"


END = End()
ADVANCE = Advance()
STAY = Stay()
ACTIONS: tuple[type[Action], ...] = (Move, Cross, End, Attack, Hit, Retreat, Advance, Stay)
