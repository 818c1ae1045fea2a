"""The agenda is a stack of frames: plain data that says what happens next and who decides.

A `Step` runs by itself (roll for initiative, place arrivals, end the turn). A `Decision` belongs to a
side: it offers options and carries out the one chosen. Either may push further frames, also for the
other side, so that a reaction in the middle of a march is nothing special. A game can be saved
between any two decisions because a frame holds only strings, numbers and tuples of them.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar

from hardtack.board.native import dataclass, mypyc_attr
from hardtack.referee.events import Text

if TYPE_CHECKING:
    from hardtack.referee.actions import UnitAction
    from hardtack.referee.options import Options
    from hardtack.referee.umpire import Umpire


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Frame:
    """One entry of the agenda. Its class name is its name in saved games: renaming breaks old saves."""

    waits: ClassVar[bool] = False  # for a side to decide
    audience: ClassVar[tuple[str, ...] | None] = None  # who may know what it decides; None: everybody


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Step(Frame, metaclass=ABCMeta):
    """A frame that runs by itself. It has already left the agenda when `run` is called."""

    @abstractmethod
    def run(self, draft: Any, umpire: Umpire) -> None: ...


@mypyc_attr(allow_interpreted_subclasses=True)
@dataclass(frozen=True, slots=True)
class Decision(Frame, metaclass=ABCMeta):
    """A frame that waits for a side. It stays on the agenda until it is popped."""

    waits: ClassVar[bool] = True
    side: str
    naming: ClassVar[type[UnitAction] | None] = None  # the action that names one more of several counters
    follow_up: ClassVar[bool] = False  # True: settles what an earlier action began (hits, retreats, advances)

    @abstractmethod
    def options(self, state: Any) -> Options: ...

    @abstractmethod
    def apply(self, draft: Any, action: Any, umpire: Umpire) -> None: ...

    @abstractmethod
    def prompt(self, state: Any) -> Text:
        """What the player must do now, in one plain sentence."""

    def room_for_more(self) -> int | None:
        """Where several are named one by one, how many more may be; None: as many as there are."""
        return None

    def half_answered(self) -> bool:
        """Whether part of the answer has been given: what ends the question now is no answer to the whole of it."""
        return False

    def idle(self, draft: Any) -> bool:
        """True when nothing can be decided; the frame then leaves the agenda without asking."""
        return False

    def settle(self, draft: Any, umpire: Umpire) -> bool:
        """Do what needs no decision, each time the frame comes to the top; True when the agenda has changed."""
        if self.idle(draft):
            umpire.pop()
            return True
        return False
