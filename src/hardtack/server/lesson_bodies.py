"""The shapes of answers about lessons, as docs/api.md describes them."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel

from hardtack.server.bodies import Created


class LessonCard(BaseModel):
    id: str
    title: str
    scenario: str
    theme: Literal["", "attack", "withdraw", "hold"]  # of a puzzle: what it asks for


class LessonSet(BaseModel):
    id: str
    kind: Literal["lesson", "puzzle"]
    title: str
    about: str
    lessons: list[LessonCard]


class LessonSets(BaseModel):
    sets: list[LessonSet]


class Clause(BaseModel):
    id: str
    title: str


class Lesson(BaseModel):
    set: str
    id: str
    kind: Literal["lesson", "puzzle"]
    number: int
    of: int
    set_title: str
    title: str
    idea: str
    task: str
    hint: str
    show: list[str]
    look: list[str]
    scored: bool  # how the game stands belongs to the lesson
    clauses: list[Clause]
    next: str | None  # the address of the lesson after it, `SET/LESSON`


class Begun(BaseModel):
    lesson: Lesson
    created: Created


class Progress(BaseModel):
    """How the attempt stands, at which version, and the sentence that belongs to it."""

    state: Literal["going", "done", "failed"]
    text: str
    version: int
