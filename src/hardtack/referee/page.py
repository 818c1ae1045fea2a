"""What a page shows of a battle: counters, actions, the standing, charts. No page knows a particular battle."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from hardtack.referee.events import Text
from hardtack.referee.showing import Cell, Chart, Formation, Hint, Look, Modifier, Standing, Way
from hardtack.referee.state import State

if TYPE_CHECKING:
    from hardtack.referee.actions import Action

S = TypeVar("S", bound=State)


class Page(ABC, Generic[S]):
    """How a battle shows itself. Everything is plain data; a battle adds what it has to tell."""

    numbers: ClassVar[Mapping[str, tuple[str, ...]]] = {}  # words for the numbers of a `Look`, by type; "": the others
    overlays: ClassVar[tuple[str, ...]] = ()  # tints of the board this battle can show from a hex: sight, command

    @abstractmethod
    def hint(self, state: S, action: Any) -> Hint: ...

    def meant(self, state: S, unit: str, hex_name: str) -> Action | None:
        """What a click on a hex with a unit in hand most likely means, so that a refusal answers the right question.

        None: every action with a unit and a hex is tried, and the first that says something is answered.
        """
        return None

    @abstractmethod
    def look(self, state: S, piece: int) -> Look: ...

    @abstractmethod
    def standing(self, state: S) -> Standing: ...

    def modifiers(self, state: S, action: Any) -> Sequence[Modifier]:
        """Every number that goes into an attack, each with its clause; empty for other actions."""
        return ()

    def aftermath(self, before: S, after: S, action: Any) -> Sequence[tuple[str, int | str]]:
        """What an attack did, as named numbers a forecast can count: losses, retreats, an advance."""
        return ()

    def charts(self, scenario: Any) -> Sequence[Chart]:
        return ()

    def phase(self, state: S) -> Text:
        """The name of the present phase, for the page's headline."""
        return Text("phase." + type(state.agenda[-1]).__name__ if state.agenda else "phase.over")

    def clock(self, state: S) -> str:
        """The time of day or date of the present turn."""
        return ""

    def arrivals(self, state: S) -> Sequence[tuple[int, str]]:
        """Turn and piece id of every piece still to come."""
        return ()

    def terrain_card(self, scenario: Any, hex_number: int) -> Sequence[Text]:
        """What a hex card says about a hex: terrain, cost, defence."""
        return ()

    def overlay(self, state: S, kind: str, hex_number: int) -> Sequence[Cell]:
        """The hexes one of the battle's `overlays` tints, asked from a hex."""
        return ()

    def ways(self, state: S, unit: str) -> Sequence[Way]:
        """Where a unit that goes hex by hex could get to with several actions; empty where one action is enough."""
        return ()

    def roster(self, state: S) -> Sequence[Formation]:
        """Every formation of both sides; without formations, a side is one."""
        scenario = state.scenario
        return [
            Formation(
                Text(f"term.{side}"), side, tuple(scenario.pieces[number].id for number in scenario.of_side[side])
            )
            for side in scenario.battle.sides
        ]
