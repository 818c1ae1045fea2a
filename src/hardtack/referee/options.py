"""Options: what may be chosen now, lazily and grouped by piece.

The full list exists on demand; membership, random choice and explanations never build it.
"""

from __future__ import annotations

from abc import ABCMeta, abstractmethod
from collections.abc import Iterator, Sequence
from random import Random

from hardtack.board.native import mypyc_attr
from hardtack.referee.actions import Action
from hardtack.referee.events import Reason, reason

NOT_ASKED = "referee.not_asked"


@mypyc_attr(allow_interpreted_subclasses=True)
class Options(metaclass=ABCMeta):
    def actors(self) -> Sequence[str]:
        """Pieces that may still act, as far as can be told cheaply; `of` may turn out empty."""
        return ()

    def of(self, actor: str) -> Sequence[Action]:
        """Everything this piece may do now."""
        return ()

    def general(self) -> Sequence[Action]:
        """Everything the side may do that belongs to no single piece."""
        return ()

    @abstractmethod
    def reasons(self, action: Action) -> list[Reason]:
        """Every clause that forbids the action; empty exactly when the action is legal."""

    def kinds(self) -> set[type[Action]]:
        """The kinds of actions this is about, whether or not anybody may do one now; none where only lists tell."""
        return set()

    def __iter__(self) -> Iterator[Action]:
        for actor in self.actors():
            yield from self.of(actor)
        yield from self.general()

    def all(self) -> list[Action]:
        found = list(self.general())
        for actor in self.actors():
            found += self.of(actor)
        return found

    def __contains__(self, action: object) -> bool:
        if not isinstance(action, Action):
            return False
        if action.actor:
            return action in self.of(action.actor)
        return action in self.general()

    def pick(self, random: Random) -> Action:
        """A random option: first the piece (or the side as a whole), then what it does."""
        actors = list(self.actors())
        general = self.general()
        while actors:
            number = int(random.random() * (len(actors) + len(general)))
            if number >= len(actors):
                return general[number - len(actors)]
            choices = self.of(actors[number])
            if choices:
                return choices[int(random.random() * len(choices))]
            actors.pop(number)
        return general[int(random.random() * len(general))]


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Options):
    """A short list of alternatives, with one shared explanation for everything else."""

    def __init__(self, choices: Sequence[Action], clause: str, why: str = NOT_ASKED) -> None:
        self.choices = choices
        self.clause = clause
        self.why = why

    def actors(self) -> Sequence[str]:
        return tuple(dict.fromkeys(choice.actor for choice in self.choices if choice.actor))

    def of(self, actor: str) -> Sequence[Action]:
        return [choice for choice in self.choices if choice.actor == actor]

    def general(self) -> Sequence[Action]:
        return [choice for choice in self.choices if not choice.actor]

    def reasons(self, action: Action) -> list[Reason]:
        return [] if action in self.choices else [reason(self.clause, self.why)]

    def __contains__(self, action: object) -> bool:
        return action in self.choices

    def all(self) -> list[Action]:
        return [*self.choices]
