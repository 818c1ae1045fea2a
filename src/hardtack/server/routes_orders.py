"""Orders that spare a player clicks: a column along a route, everybody named at once, answers once for all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field

from hardtack.referee.actions import Action
from hardtack.referee.errors import WrongSeat
from hardtack.referee.journal import Entry
from hardtack.server import bodies
from hardtack.server.answers import Key, Language, answer
from hardtack.server.catalogue import Json, find_unit
from hardtack.server.errors import NoSeat
from hardtack.server.live import LiveGame
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import Body, Count, Expecting, Mark, Word
from hardtack.server.routes_games import PROBLEMS, QUESTION, GameId, Seen, changing, seated, service_of, your_turn
from hardtack.table import orders
from hardtack.table.seats import PERSON

router = APIRouter(prefix="/api/games", tags=["orders"], responses=PROBLEMS)


class ColumnBody(Expecting):
    """Counters and the hexes they are to pass, in order."""

    units: list[Word] = Field(min_length=1, max_length=100)
    route: list[Mark] = Field(min_length=1, max_length=200)


class Column(BaseModel):
    version: int
    units: list[str]


class AnswerBody(Body):
    """An answer of a seat to a kind of question; without one it is asked again."""

    side: Word
    frame: Word
    verb: Word | None
    expected: Count | None = None


class AnswerChoice(BaseModel):
    verb: str
    name: str


class AnswerQuestion(BaseModel):
    """A kind of question that can be answered once for all, by the name of its decision."""

    frame: str
    name: str
    choices: list[AnswerChoice]


class AnswerSeat(BaseModel):
    side: str
    answers: dict[str, str]  # verbs by frame; what is not there is asked


class Answers(BaseModel):
    version: int
    questions: list[AnswerQuestion]
    seats: list[AnswerSeat]


@router.get("/{game}/column", response_model=Column, responses=QUESTION)
def column(
    request: Request, game: GameId, lang: Language, key: Key, unit: Annotated[str, Query(max_length=40)],
    expected: Seen = None,
) -> Response:  # fmt: skip
    """The counters that one order could send along a route with a unit, itself first; none where it goes alone."""
    with your_turn(request, game, key, lang, expected) as (_, presenter):
        find_unit(presenter.scenario, unit)
        units = presenter.battle.page.column(presenter.state, unit)
        return answer({"version": presenter.match.version, "units": list(units)})


@router.post("/{game}/column", response_model=bodies.View)
def march(request: Request, game: GameId, body: ColumnBody, lang: Language, key: Key) -> Response:
    """March a column: one action after the other until a die falls or something has to be decided."""
    column = partial(orders.march_column, units=body.units, route=body.route)
    return _ordered(request, game, lang, key, body.expected, column)


@router.post("/{game}/all", response_model=bodies.View)
def name_all(request: Request, game: GameId, body: Expecting, lang: Language, key: Key) -> Response:
    """Name everybody who can be named."""
    return _ordered(request, game, lang, key, body.expected, orders.name_all)


@router.get("/{game}/answers", response_model=Answers)
def answers(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """The questions your seats may answer once for all, and how they do."""
    with seated(request, game, key) as (live, sides):
        return answer(show_answers(live, own_seats(live, sides), lang))


@router.put("/{game}/answers", response_model=Answers)
def answer_always(request: Request, game: GameId, body: AnswerBody, lang: Language, key: Key) -> Response:
    """Answer a kind of question once for all, what is asked now included; `verb` null: be asked again."""
    with seated(request, game, key) as (live, sides):
        own = own_seats(live, sides)
        if body.side not in own:
            raise WrongSeat(f"you hold {' and '.join(own)}, not {body.side}")
        if body.expected is not None:
            Viewer(sides, lang).known(live.match).check_version(body.expected)
        service_of(request).answer_always(live, body.side, body.frame, body.verb)
        return answer(show_answers(live, own, lang))


def own_seats(live: LiveGame, sides: tuple[str, ...]) -> list[str]:
    """The seats of whoever asks where somebody decides."""
    own = [side for side in sides if live.match.seats[side].kind == PERSON]
    if not own:
        raise NoSeat("spectators are asked nothing")
    return own


def show_answers(live: LiveGame, sides: list[str], lang: str) -> Json:
    match, word = live.match, live.match.battle.words.word
    questions = [
        {"frame": one.frame, "name": word(f"reaction.{one.frame}", lang),
         "choices": [{"verb": verb, "name": word(f"reaction.{one.frame}.{verb}", lang)} for verb in one.verbs]}
        for one in match.battle.page.reactions_of(match.scenario)
    ]  # fmt: skip
    return {
        "version": Viewer(tuple(sides), lang).known(match).version,
        "questions": questions,
        "seats": [{"side": side, "answers": dict(match.seats[side].answers)} for side in sides],
    }


def _ordered(
    request: Request, game: str, lang: Language, key: str | None, expected: int,
    go: Callable[..., list[Entry]],
) -> Response:  # fmt: skip
    """Carry an order out; each of its actions is stored as if it had been sent alone."""
    with changing(request, game, key, lang, expected, "act") as (live, viewer):
        before, service = viewer.known(live.match).number, service_of(request)

        def play(action: Action, side: str) -> Entry:
            return service.play(live, action, side, live.match.version)

        go(live.match, seat=live.match.legal_side(viewer.sides), play=play)
        return answer(live.views.whole(viewer, before))
