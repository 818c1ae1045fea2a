"""What belongs to the scenario that was asked about last, at hand for the next question: mostly it is the same one."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from hardtack.referee.actions import Action

if TYPE_CHECKING:
    from hardtack.battles.musket.ground import Ground, Profile, Ways
    from hardtack.battles.musket.scenario import MusketScenario


class LastRow:
    """A row of actions, one for every counter or for every hex."""

    __slots__ = ("last", "make", "verb")

    def __init__(self, make: Callable[[Any, Any], tuple[Action, ...]], verb: Any) -> None:
        self.make = make
        self.verb = verb
        self.last: tuple[Any, tuple[Action, ...]] = (None, ())

    def of(self, scenario: MusketScenario) -> tuple[Action, ...]:
        last = self.last  # looked at once: another thread may ask about another scenario
        if last[0] is not scenario:
            last = self.last = scenario, self.make(scenario, self.verb)
        return last[1]


class WaysAtHand:
    """The ways of the ground that was asked about last, by profile."""

    __slots__ = ("last",)

    def __init__(self) -> None:
        self.last: tuple[Ground | None, dict[Profile, Ways], dict[Profile, Ways]] = (None, {}, {})

    def of(self, ground: Ground, march: bool) -> dict[Profile, Ways]:
        """Those of a march, or those of other moves."""
        last = self.last  # looked at once: another thread may ask about another ground
        if last[0] is not ground:
            last = self.last = ground, {}, {}
        return last[2] if march else last[1]
