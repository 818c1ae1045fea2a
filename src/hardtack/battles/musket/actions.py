"""What a player may choose in a Musket & Saber battle, with its notation."""

from __future__ import annotations

from typing import ClassVar

from hardtack.board.native import dataclass, mypyc_attr
from hardtack.referee.actions import Action, HexAction, UnitAction
from hardtack.referee.actions import Attack as Attack
from hardtack.referee.actions import End as End
from hardtack.referee.actions import Join as Join
from hardtack.referee.actions import Retreat as Retreat
from hardtack.referee.actions import Stay as Stay


@dataclass(frozen=True, slots=True)
class Walk(UnitAction):
    """Move with the standard allowance (MS 4.3)."""

    verb: ClassVar[str] = "walk"


@dataclass(frozen=True, slots=True)
class Roll(UnitAction):
    """Roll for the movement allowance (MS 4.3)."""

    verb: ClassVar[str] = "roll"


@dataclass(frozen=True, slots=True)
class March(UnitAction):
    """March movement (MS 4.63)."""

    verb: ClassVar[str] = "march"


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Gather(UnitAction):
    """Begin a stack that moves together (MS 4.1)."""

    verb: ClassVar[str] = "gather"


@dataclass(frozen=True, slots=True)
class With(UnitAction):
    """Add a piece of the same hex to the stack."""

    verb: ClassVar[str] = "with"


@dataclass(frozen=True, slots=True)
class To(Action):
    """Move to a hex."""

    verb: ClassVar[str] = "to"
    hex: str


@dataclass(frozen=True, slots=True)
class Exit(Action):
    """Leave the map into an off-map box."""

    verb: ClassVar[str] = "exit"
    box: str


@dataclass(frozen=True, slots=True)
class Assist(UnitAction):
    """A leader assists the roll about to be made (MS 12.13)."""

    verb: ClassVar[str] = "assist"


@dataclass(frozen=True, slots=True)
class Alone(Action):
    """Roll without assistance."""

    verb: ClassVar[str] = "alone"


@dataclass(frozen=True, slots=True)
class Bombard(HexAction):
    """Artillery begins a bombardment (MS 7.6); others may join."""

    verb: ClassVar[str] = "bombard"


@dataclass(frozen=True, slots=True)
class Go(Action):
    """Everybody has joined: the combat begins."""

    verb: ClassVar[str] = "go"


@dataclass(frozen=True, slots=True)
class Lead(UnitAction):
    """Name the lead unit (MS 7.3)."""

    verb: ClassVar[str] = "lead"


@dataclass(frozen=True, slots=True)
class Charge(UnitAction):
    """A leader makes the attack a charge (MS 9.3)."""

    verb: ClassVar[str] = "charge"


@dataclass(frozen=True, slots=True)
class Advance(HexAction):
    """MS 8.5."""

    verb: ClassVar[str] = "advance"


@dataclass(frozen=True, slots=True)
class Escort(UnitAction):
    """A leader goes with the unit that has just advanced (MS 8.5)."""

    verb: ClassVar[str] = "escort"


@dataclass(frozen=True, slots=True)
class Restore(UnitAction):
    """Spend a replacement step to turn a reduced unit to full strength (MS 13.1)."""

    verb: ClassVar[str] = "restore"


@dataclass(frozen=True, slots=True)
class Recall(UnitAction):
    """Spend a replacement step to bring back a routed unit or a battalion (MS 13.2)."""

    verb: ClassVar[str] = "recall"


@dataclass(frozen=True, slots=True)
class Place(HexAction):
    """Put a counter on the map: set-up, returning units."""

    verb: ClassVar[str] = "place"


@dataclass(frozen=True, slots=True)
class PlaceRest(Action):
    """Leave the rest of one's set-up to the referee, who keeps to the printed distances (MS 2.5)."""

    verb: ClassVar[str] = "place_rest"


@dataclass(frozen=True, slots=True)
class Confuse(UnitAction):
    """Use a FOW on an enemy unit (MS 14.2)."""

    verb: ClassVar[str] = "fog"


ACTIONS: tuple[type[Action], ...] = (
    Walk, Roll, March, Gather, With, To, Exit, Stay, End, Assist, Alone, Attack, Bombard, Join, Go, Lead, Charge,
    Retreat, Advance, Escort, Restore, Recall, Place, PlaceRest, Confuse,
)  # fmt: skip
STAY, END, ALONE, GO, PLACE_REST = Stay(), End(), Alone(), Go(), PlaceRest()
