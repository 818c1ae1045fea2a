"""Lessons and puzzles: which there are, beginning one, and how it stands.

A lesson is a game like any other, in no list and thrown away some time after it was left. What the other side does in
it, and whether its task is done, is in `hardtack.table.lessons`.
"""

from __future__ import annotations

from typing import Annotated, Literal

import sqlalchemy as sa
from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel

from hardtack.referee.register import LANGUAGES
from hardtack.server import request_bodies
from hardtack.server.answers import Key, Language, answer
from hardtack.server.asking import explain_click, explain_unit
from hardtack.server.beginning import show_created
from hardtack.server.bodies import Created
from hardtack.server.catalogue import Json
from hardtack.server.errors import NoSeat, clause_title
from hardtack.server.game_service import GameService
from hardtack.server.live import LiveGame
from hardtack.server.new_games import NOBODY, Conditions, SeatPlan
from hardtack.server.pacing import desk_of
from hardtack.server.present import Presenter, Viewer
from hardtack.server.routes_games import PROBLEMS, GameId, seated, service_of
from hardtack.server.schema import games
from hardtack.server.store import now
from hardtack.table import lessons


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


KEPT_SECONDS = 24 * 3600.0  # how long a lesson that was left can be taken up again
AT_ONCE = 20  # thrown away when a new one begins

router = APIRouter(prefix="/api/lessons", tags=["lessons"], responses=PROBLEMS)
place = APIRouter(prefix="/api/games", tags=["lessons"], responses=PROBLEMS)
Name = Annotated[str, Path(max_length=40)]


@router.get("", response_model=LessonSets)
def index(lang: Language) -> Response:
    """Every set, in the order a newcomer should meet them."""
    return answer({"sets": [show_set(found, lang) for found in lessons.all_sets()]}, cache="public, max-age=300")


def show_set(found: lessons.LessonSet, lang: str) -> Json:
    place_of = LANGUAGES.index(lang)
    return {
        "id": found.id,
        "kind": found.kind,
        "title": found.title[place_of],
        "about": found.about[place_of],
        "lessons": [
            {"id": lesson.id, "title": lesson.title[place_of], "scenario": lesson.scenario, "theme": lesson.theme}
            for lesson in found.lesson
        ],
    }


@router.post("/{set_id}/{lesson_id}", status_code=201, response_model=Begun)
async def begin(
    request: Request, set_id: Name, lesson_id: Name, body: request_bodies.DeviceBody, lang: Language
) -> Response:
    """A game of a lesson, with the seat it is taken from."""

    def make() -> Response:
        service = service_of(request)
        found, lesson = lessons.find_lesson(set_id, lesson_id)
        throw_away_left(service, now() - KEPT_SECONDS)
        match = lessons.begin(lesson, service.library.find)
        plans = {side: SeatPlan() if side == lesson.side else SeatPlan(NOBODY) for side in match.seats}
        made = service.create(match, plans, 0, body.device, Conditions(lesson=f"{found.id}/{lesson.id}"))
        with service.game(made.id) as live:
            created = show_created(made, live, Viewer((lesson.side,), lang))
            return answer({"lesson": show_lesson(found, lesson, live, lang), "created": created}, 201)

    return await desk_of(request).do(request, make)


def throw_away_left(service: GameService, before: float) -> None:
    """Throw away lessons that nobody has touched since: they are games like others, but nobody comes back."""
    left = sa.select(games.c.id).where(games.c.lesson.is_not(None), games.c.updated < before).limit(AT_ONCE)
    for game_id in service.store.column(left):
        service.remove(game_id)


def show_lesson(found: lessons.LessonSet, lesson: lessons.Lesson, live: LiveGame, lang: str) -> Json:
    place_of, battle = LANGUAGES.index(lang), live.match.battle
    number = found.lesson.index(lesson) + 1
    follows = found.lesson[number : number + 1]
    return {
        "set": found.id,
        "id": lesson.id,
        "kind": found.kind,
        "number": number,
        "of": len(found.lesson),
        "set_title": found.title[place_of],
        "title": lesson.title[place_of],
        "idea": lesson.idea[place_of],
        "task": lesson.task[place_of],
        "hint": lesson.hint[place_of],
        "show": list(lesson.show),
        "look": list(lesson.look),
        "scored": lesson.scored or any(goal.kind == "outcome" for goal in lesson.goals),
        "clauses": [{"id": clause, "title": clause_title(battle, clause, lang)} for clause in lesson.clauses],
        "next": f"{found.id}/{follows[0].id}" if follows else None,
    }


@place.post("/{game}/lesson", response_model=Progress)
def progress(request: Request, game: GameId, body: request_bodies.Tried, lang: Language, key: Key) -> Response:
    """How a lesson stands. Where the other side has to answer, it does so first."""
    with seated(request, game, key) as (live, sides):
        if live.lesson is None:
            raise lessons.UnknownLesson("this game is no lesson")
        if not sides:
            raise NoSeat("spectators learn by watching")
        _, lesson = lessons.find_lesson(*live.lesson.split("/"))
        service = service_of(request)
        lessons.answer(lesson, live.match, lambda action, side: service.play(live, action, side, live.match.version))
        found = lessons.judge(lesson, live.match, refusal(live, body, Viewer(sides, lang)))
        text = found.say[LANGUAGES.index(lang)]
        return answer({"state": found.state, "text": text, "version": live.match.version})


def refusal(live: LiveGame, body: request_bodies.Tried, viewer: Viewer) -> list[str]:
    """The clauses that forbid what was tried, if anything was."""
    match = live.match
    if match.to_act not in viewer.sides:
        return []
    if body.action is not None:
        return [reason.clause for reason in match.why_not(body.action)]
    if body.unit is None:
        return []
    presenter = Presenter(match, viewer)
    told = explain_unit(presenter, body.unit) if body.hex is None else explain_click(presenter, body.unit, body.hex)
    return [reason["clause"] for reason in told["reasons"]]
