"""A short choice that says of everything left out which clauses keep it out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from hardtack.referee.actions import Action
from hardtack.referee.events import Reason
from hardtack.referee.options import Choice


class Explained(Choice):
    """A choice that says of a unit, or of ending the choice, which clause keeps it out."""

    def __init__(self, choices: Sequence[Action], clause: str, explain: Callable[[Action], Iterator[Reason]]) -> None:
        super().__init__(choices, clause)
        self.explain = explain

    def reasons(self, action: Action) -> list[Reason]:
        return [] if action in self.choices else [*self.explain(action)] or super().reasons(action)
