"""Preparing a combat: units join an attack, guns a bombardment, until the attacker goes (MS 7.2, 7.63)."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from hardtack.battles.musket.actions import GO, Go, Join
from hardtack.battles.musket.state import Fight, MusketState
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, Text, reason, text
from hardtack.referee.frames import Decision
from hardtack.referee.options import NOT_ASKED, Options
from hardtack.referee.umpire import Umpire


class JoinOptions(Options):
    def __init__(self, state: MusketState, frame: Preparation) -> None:
        self.state = state
        self.frame = frame
        self.scenario = state.scenario

    def actors(self) -> Sequence[str]:
        return [self.scenario.ids[piece] for piece in self.frame.joiners(self.state)]

    def of(self, actor: str) -> Sequence[Action]:
        return [Join(actor)] if actor in self.actors() else []

    def general(self) -> Sequence[Action]:
        return [GO]

    def all(self) -> list[Action]:
        return [GO, *(Join(actor) for actor in self.actors())]

    def reasons(self, action: Action) -> list[Reason]:
        if isinstance(action, Go):
            return []
        if isinstance(action, Join):
            piece = self.scenario.index[action.unit]
            if piece in self.frame.units:
                return [reason("MS 7.2", "reason.has_joined", unit=action.unit)]
            return self.frame.bars(self.state, piece)
        return [reason(self.frame.clause, NOT_ASKED)]


@dataclass(frozen=True, slots=True)
class Preparation(Decision):
    """A combat is being prepared: who takes part in it?"""

    follow_up: ClassVar[bool] = True
    clause: ClassVar[str]
    question: ClassVar[str]  # key of the prompt
    kind: str  # as in Fight
    target: int
    units: tuple[int, ...]

    @abstractmethod
    def joiners(self, state: MusketState) -> list[int]:
        """Who may still join."""

    @abstractmethod
    def bars(self, state: MusketState, piece: int) -> list[Reason]:
        """Why a piece that has not joined may not."""

    @abstractmethod
    def begin(self, draft: MusketState, umpire: Umpire, fight: Fight) -> None:
        """Everybody has joined."""

    def joined_by(self, piece: int) -> Self:
        return replace(self, units=(*self.units, piece))

    def options(self, state: MusketState) -> Options:
        return JoinOptions(state, self)

    def prompt(self, state: MusketState) -> Text:
        scenario = state.scenario
        units = tuple(scenario.ids[piece] for piece in self.units)
        return text(self.question, units=units, hex=scenario.names[self.target])

    def apply(self, draft: MusketState, action: Any, umpire: Umpire) -> None:
        if isinstance(action, Join):
            umpire.replace(self.joined_by(draft.scenario.index[action.unit]))
            return
        umpire.pop()
        self.begin(draft, umpire, self.planned_fight(draft))

    def planned_fight(self, state: MusketState) -> Fight:
        """The combat this would be. Guns that bombard are led by the first of them (MS 7.63)."""
        scenario = state.scenario
        stack = state.deployment.stacks[self.target]
        defenders = tuple(piece for piece in stack if scenario.side_of[piece] != self.side and scenario.weight[piece])
        origins = tuple(state.at[piece] for piece in self.units)
        lead = self.units[0] if self.kind == "bombard" else -1
        return Fight(self.kind, self.side, self.target, self.units, origins, defenders, lead)
