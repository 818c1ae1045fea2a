"""What the bots know of a battle: how a position is weighed, what a choice is for, the book's own player."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Generic, TypeVar

from hardtack.board.native import mypyc_attr
from hardtack.referee.actions import Action
from hardtack.referee.events import Text
from hardtack.referee.state import State
from hardtack.referee.umpire import options

S = TypeVar("S", bound=State)


@mypyc_attr(allow_interpreted_subclasses=True)
class Knowledge(Generic[S]):
    """What a battle tells a bot. A battle without knowledge of its own is still played, but blindly."""

    def presume(self, state: S) -> Action:
        """The choice a forecast takes for granted inside an attack (whom to hit, where to retreat)."""
        return next(iter(options(state)))

    def intend(self, state: S) -> Action:
        """The same for a bot, which means to go on with what it begins; what a forecast presumes, as a rule."""
        return self.presume(state)

    def terms(self) -> Mapping[str, tuple[float, Any]]:
        """Evaluation terms: name -> (weight, function of state and side). Higher is better for the side."""
        return {}

    def motives(self, state: S, side: str) -> Mapping[Text, float]:
        """The worth of a state to a side, part by part, each part named by what a bot would do it for."""
        return {Text(f"motive.{name}"): weight * term(state, side) for name, (weight, term) in self.terms().items()}

    def ends_phase(self, state: S, action: Action) -> bool:
        """Whether the action only ends a phase or passes: worth what the position is worth without it."""
        return action.verb in ("end", "pass")

    def goes_on(self, state: S, action: Action) -> bool:
        """Whether the action only carries on what has been begun and can be left: not to be done for no gain."""
        return False

    def doctrine(self) -> Any:
        """The book's own solitaire player: a function from state to action, or None."""
        return None

    def doctrine_motive(self, state: S, action: Action) -> Text:
        """What the book's own player does an action for."""
        return Text("motive.doctrine")
