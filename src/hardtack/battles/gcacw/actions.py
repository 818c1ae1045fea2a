"""What players of the series can choose, each with its notation (docs/notation.md)."""

from __future__ import annotations

from typing import ClassVar

from hardtack.board.native import dataclass
from hardtack.referee.actions import Action, HexAction, UnitAction

# -- an action phase (GC 4.2, 5.0)


class Pass(Action):
    """GC 4.2: let the initiative go for this phase."""

    __slots__ = ()
    verb: ClassVar[str] = "pass"


class MarchUnit(UnitAction):
    """GC 5.1: march with one unit."""

    __slots__ = ()
    verb: ClassVar[str] = "march"


class ActivateLeader(UnitAction):
    """GC 5.2: a leader activates units of his command."""

    __slots__ = ()
    verb: ClassVar[str] = "activate"


class OrderAssault(HexAction):
    """GC 5.3: a leader orders an assault on a hex."""

    __slots__ = ()
    verb: ClassVar[str] = "assault"


class BurnStation(UnitAction):
    """GC 5.4: burn the railroad station in the unit's hex."""

    __slots__ = ()
    verb: ClassVar[str] = "burn"


# -- choosing units (GC 5.2.2, 5.3.2, 5.3.5)


class NameUnit(UnitAction):
    """Name one more unit for the activation or assault."""

    __slots__ = ()
    verb: ClassVar[str] = "name"


class Ready(Action):
    """No more units are named."""

    __slots__ = ()
    verb: ClassVar[str] = "ready"


class GrandAssault(Action):
    """GC 5.3.5: call on the army leader."""

    __slots__ = ()
    verb: ClassVar[str] = "grand"


class NoGrandAssault(Action):
    """GC 5.3.5: attack with the units the corps leader has, without the army leader."""

    __slots__ = ()
    verb: ClassVar[str] = "alone"


# -- a march (GC 6.0)


class StepTo(HexAction):
    """GC 6.2.1: one hex."""

    __slots__ = ()
    verb: ClassVar[str] = "step"


@dataclass(frozen=True, slots=True)
class AttackHex(UnitAction):
    """GC 7.1.4: attack an adjacent hex in one of the four ways."""

    verb: ClassVar[str] = "attack"
    type: str
    hex: str


@dataclass(frozen=True, slots=True)
class ChargeHex(UnitAction):
    """SLB 13.4f: the same as a cavalry charge."""

    verb: ClassVar[str] = "charge"
    type: str
    hex: str


class ForceMarch(UnitAction):
    """GC 5.1.4."""

    __slots__ = ()
    verb: ClassVar[str] = "force"


class RefuseFlanks(UnitAction):
    """GC 7.8."""

    __slots__ = ()
    verb: ClassVar[str] = "refuse"


class BringLeader(UnitAction):
    """GC 6.3.2, 6.3.3: this leader goes with the marching unit."""

    __slots__ = ()
    verb: ClassVar[str] = "bring"


class EndMarch(UnitAction):
    """GC 6.1.1: the unit chooses to end its march."""

    __slots__ = ()
    verb: ClassVar[str] = "halt"


# -- combat (GC 7.0)


class TakeLoss(UnitAction):
    """GC 7.5.1: this unit takes the next point of manpower loss."""

    __slots__ = ()
    verb: ClassVar[str] = "lose"


@dataclass(frozen=True, slots=True)
class RetreatTo(Action):
    """GC 7.6: the retreating stack goes one hex on."""

    verb: ClassVar[str] = "retreat"
    hex: str


class StopRetreat(Action):
    """GC 7.6.1, 7.6.5: the retreat is long enough and ends here."""

    __slots__ = ()
    verb: ClassVar[str] = "stop"


class Withdraw(Action):
    """GC 7.6.7: retreat although the result does not force it."""

    __slots__ = ()
    verb: ClassVar[str] = "withdraw"


class Hold(Action):
    """GC 7.6.7: stay, as the result allows."""

    __slots__ = ()
    verb: ClassVar[str] = "hold"


class AdvanceUnit(UnitAction):
    """GC 7.6.6: enter the emptied hex."""

    __slots__ = ()
    verb: ClassVar[str] = "advance"


class NoAdvance(Action):
    """GC 7.6.6: nobody, or nobody else, enters the emptied hex."""

    __slots__ = ()
    verb: ClassVar[str] = "stay"


@dataclass(frozen=True, slots=True)
class RetireCavalry(Action):
    """GC 7.7: the cavalry in a hex retreats before the enemy attacks."""

    verb: ClassVar[str] = "retire"
    hex: str


class Stand(Action):
    """GC 7.7.1: no cavalry retreat."""

    __slots__ = ()
    verb: ClassVar[str] = "stand"


# -- leaders (GC 6.3.4, 2.2.6) and recovery (GC 9.0, 10.0)


@dataclass(frozen=True, slots=True)
class TransferLeader(UnitAction):
    """GC 6.3.4, 6.3.3, 2.2.6: the leader joins a unit."""

    verb: ClassVar[str] = "transfer"
    unit_to: str


class Entrench(UnitAction):
    """GC 9.2: build the next step of an entrenchment."""

    __slots__ = ()
    verb: ClassVar[str] = "dig"


class BuildBridge(HexAction):
    """GC 10.2: bridge the river to an adjacent hex."""

    __slots__ = ()
    verb: ClassVar[str] = "bridge"


class TakeBridgeDown(HexAction):
    """GC 10.2: take an own major-river bridge down."""

    __slots__ = ()
    verb: ClassVar[str] = "unbridge"


class Done(Action):
    """Nothing more in this phase."""

    __slots__ = ()
    verb: ClassVar[str] = "done"


ACTIONS: tuple[type[Action], ...] = (
    Pass, MarchUnit, ActivateLeader, OrderAssault, BurnStation, NameUnit, Ready, GrandAssault, NoGrandAssault,
    StepTo, AttackHex, ChargeHex, ForceMarch, RefuseFlanks, BringLeader, EndMarch, TakeLoss, RetreatTo, StopRetreat,
    Withdraw, Hold, AdvanceUnit, NoAdvance, RetireCavalry, Stand, TransferLeader, Entrench, BuildBridge,
    TakeBridgeDown, Done,
)  # fmt: skip
