"""What was found out about a position, whoever decides what in it: shared by states that differ in their agenda alone.

A bot that weighs an action sees the same position again and again: dice that only give other movement points, a choice
that only says who is next. `state.situation` is one `Situation` for all of them, which remembers answers to questions
that do not ask for the agenda. Every other field is in it, so no answer can be out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import lru_cache
from itertools import compress
from operator import is_not
from typing import Any, TypeVar

T = TypeVar("T")
Fields = tuple[Any, ...]


class Situation:
    """All fields of a state but scenario and agenda, with what was found out about them."""

    def __init__(self, fields: Fields, before: dict[str, Any]) -> None:
        self.fields = fields
        self.answers: dict[Hashable, Any] = {}
        self.facts: dict[str, Any] = {}
        self.before = before  # what the facts were in the situation this one follows from, or in those before it

    def recall(self, question: Hashable, answer: Callable[[], T]) -> T:
        """An answer that does not rest on the agenda, worked out once."""
        if question not in self.answers:
            self.answers[question] = answer()
        found: T = self.answers[question]
        return found

    def follow(self, name: str, answer: Callable[[T | None], T]) -> T:
        """A fact that can be worked out from its last value, which is None the first time."""
        if name not in self.facts:
            self.facts[name] = answer(self.before.get(name))
        found: T = self.facts[name]
        return found

    def then(self, fields: Fields) -> Situation:
        """The situation once the fields are these; this very one if they are the same."""
        if self.fields == fields:
            return self
        written = compress(range(len(fields)), map(is_not, self.fields, fields))  # most fields have not been touched
        return _after(self, tuple([(n, fields[n]) for n in written if fields[n] != self.fields[n]]))


@lru_cache(maxsize=512)
def _after(last: Situation, changes: tuple[tuple[int, Any], ...]) -> Situation:
    """The situation that some changes lead to: the same one for equal changes, by whatever dice."""
    fields = list(last.fields)
    for number, value in changes:
        fields[number] = value
    return Situation(tuple(fields), last.before | last.facts)
