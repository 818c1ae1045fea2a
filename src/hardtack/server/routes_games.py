"""Games: making, seeing, playing and replaying them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BeforeValidator
from starlette.concurrency import run_in_threadpool

from hardtack.referee.endings import ENDINGS
from hardtack.referee.errors import BadOption, HardtackError
from hardtack.referee.events import DRAW
from hardtack.referee.register import LANGUAGES
from hardtack.server import archive, asking, bodies, catalogue, request_bodies, seat_store
from hardtack.server.allowances import CLIENT, Allowances, AtOnce
from hardtack.server.answers import Key, Language, Me, Passed, answer, problems, write_json
from hardtack.server.beginning import new_game
from hardtack.server.catalogue import Json
from hardtack.server.clocks import read_clock
from hardtack.server.errors import NoSeat, OldRules
from hardtack.server.game_service import GameService
from hardtack.server.live import LiveGame
from hardtack.server.new_games import ANYBODY
from hardtack.server.pacing import desk_of
from hardtack.server.present import Presenter, Viewer, level_name
from hardtack.server.seating import ASKED, OPEN, Seating
from hardtack.server.store import Row
from hardtack.server.survey import Film, show_film
from hardtack.server.viewing import check_number, iso, news_of, show_clock, show_seat
from hardtack.server.watching import Broadcaster, Told
from hardtack.server.wire import EventStream
from hardtack.table import Seat
from hardtack.table.seats import BOT

FRAMES = 300  # actions of a film in one answer
LINES = 500  # actions of a log in one answer
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

PROBLEMS = problems(400, 403, 404, 409, 413, 422, 429, 500, 503)
router = APIRouter(prefix="/api/games", tags=["games"], responses=PROBLEMS)
GameId = Annotated[str, Path(max_length=16)]
Number = Annotated[int | None, Query(ge=0, le=10_000_000)]
From = Annotated[int, Query(alias="from", ge=0, le=10_000_000)]
To = Annotated[int | None, Query(alias="to", ge=0, le=10_000_000)]
Seen = Annotated[int | None, Query(ge=0, le=2**31 - 1, description="the version asked about")]
Changes = Annotated[bool, Query(description="answer only what has changed since `expected`")]
AllOptions = Annotated[bool, Query(description="with `changes`: add the options, if there are too many for those")]
Watching = Annotated[bool, Query(description="tell what has changed in the view, not only that it has")]
QUESTION: dict[int | str, dict[str, Any]] = {204: {"description": "the game has moved on from the version asked about"}}


def written_out(moment: object) -> object:
    """A moment is told as `updated` is: a bare number would be read as seconds since 1970."""
    if isinstance(moment, str) and "-" not in moment.lstrip("-"):
        raise ValueError("a moment is written like 2026-03-01T10:00:00Z")
    return moment


Moment = Annotated[datetime, BeforeValidator(written_out)]


def service_of(request: Request) -> GameService:
    service: GameService = request.app.state.service
    return service


@contextmanager
def seated(request: Request, game: str, key: str | None) -> Iterator[tuple[LiveGame, tuple[str, ...]]]:
    """The game, held for this request, and the sides of whoever asks."""
    with service_of(request).game(game) as live:
        request.state.battle = live.match.battle
        if live.private and key is None:
            invited(request, live)
        yield live, live.seating.sides_of(key)


def invited(request: Request, live: LiveGame) -> None:
    """Whoever has a link to a seat of a private game may see what it is about before taking it, and no longer."""
    token = request.headers.get("X-Seat-Link")
    found = None if token is None else seat_store.find_link(service_of(request).store, live.id, token[:100])
    if found is None or found["state"] not in (OPEN, ASKED):  # it opens nothing, nor will when the other side agrees
        live.check_looker(None)


@router.post("", status_code=201, response_model=bodies.Created)
async def create(request: Request, body: request_bodies.NewGame, lang: Language, key: Key, me: Me) -> Response:
    """A new game: who sits where, with which options. The key, if any, is for the game it branches off."""
    counted = rationed(request.app.state.allowances, body)
    if counted is not None:
        counted.check(request.scope.get(CLIENT, ()))
    return await desk_of(request).do(request, lambda: allowed_game(request, body, lang, key, me, counted))


def rationed(allowances: Allowances | None, body: request_bodies.NewGame) -> AtOnce | None:
    """A client may let only so many games of bots alone run at once, and offer only so many seats in the lobby."""
    if allowances is None:
        return None
    if len(body.seats) > 1 and all(seat.who == BOT for seat in body.seats.values()):
        return allowances.bot_games
    return allowances.offers if any(seat.who == ANYBODY for seat in body.seats.values()) else None


def allowed_game(
    request: Request, body: request_bodies.NewGame, lang: Language, key: str | None, me: str | None,
    counted: AtOnce | None,
) -> Response:  # fmt: skip
    service = service_of(request)
    if counted is None:
        return new_game(service, body, lang, key, me)[1]
    who = request.scope.get(CLIENT, ())
    bots_only = counted is request.app.state.allowances.bot_games
    counted.admit(who, partial(running, service) if bots_only else partial(seat_store.offering, service.store))
    game_id, made = new_game(service, body, lang, key, me)
    counted.note(who, game_id)
    return made


def running(service: GameService, ids: Iterable[str]) -> list[str]:
    """Those of some games that are not over."""
    return [row["id"] for row in service.store.games(ids) if not row["over"]]


@router.get("", response_model=bodies.Cards)
def index(
    request: Request, lang: Language, state: Literal["running", "finished", "all"] = "all",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    before: Annotated[Moment | None, Query(description="an `updated` value, to page on")] = None,
) -> Response:  # fmt: skip
    """Games, latest change first."""
    service = service_of(request)
    over = {"running": False, "finished": True}.get(state)
    rows = archive.latest(service.store, over, limit, None if before is None else seconds_of(before))
    shown = [watched(show_card(service, row, seats, seating, lang), row) for row, seats, seating in rows]
    return answer({"games": shown})


def watched(card: Json, row: Row) -> Json:
    """A card for those who watch: of a game that they are shown late it does not tell how it stands now."""
    if row["delay"] and not row["over"]:
        clock = show_clock(read_clock(row["clock"], row["clock_state"]), running=False)
        card |= {"turn": max(min(1, row["turn"]), row["turn"] - row["delay"]), "to_act": None, "clock": clock}
    return card


def show_card(service: GameService, row: Row, seat_rows: list[Row], seating: Seating, lang: str) -> Json:
    card: Json = {
        "id": row["id"], "scenario": row["scenario"], "title": row["scenario"],
        "state": "finished" if row["over"] else "running", "turn": row["turn"], "turns": 0, "number": row["number"],
        "to_act": row["to_act"], "seats": [], "created": iso(row["created"]), "updated": iso(row["updated"]),
        "result": "", "clock": show_clock(read_clock(row["clock"], row["clock_state"])),
    }  # fmt: skip
    try:
        battle, info = service.library.info(row["scenario"])
        card["turns"] = catalogue.turns_of(battle, row["scenario"], row["settings"])
    except HardtackError:
        return card  # a scenario this program does not have (any more) is listed by its id
    for row_of in seat_rows:
        seat = Seat(row_of["side"], row_of["kind"], row_of["name"])
        shown = show_seat(seat, battle, Viewer((), lang), seating, row_of["bot"], row_of["person"])
        card["seats"].append(shown)
    card["title"] = info.titles[LANGUAGES.index(lang)]
    if row["outcome"]:
        outcome = json.loads(row["outcome"])
        winner = battle.words.word(f"term.{outcome['winner']}", lang)
        level = level_name(battle, outcome["level"], lang)
        drawn = outcome["winner"] == DRAW and outcome["level"] not in ENDINGS  # a draw by the rules has no degrees
        card["result"] = winner if drawn else f"{winner} · {level}"
    return card


def seconds_of(moment: datetime) -> float:
    """As the store counts; a moment without a zone is Greenwich's. Unlike `timestamp`, of any year."""
    return ((moment if moment.tzinfo else moment.replace(tzinfo=UTC)) - EPOCH).total_seconds()


@router.get("/{game}", response_model=bodies.View)
def view(
    request: Request, game: GameId, lang: Language, key: Key, since: Number = None, number: Number = None
) -> Response:
    """The game as you may see it, now or (with `number`) after an earlier action."""
    with seated(request, game, key) as (live, sides):
        return answer(live.views.whole(Viewer(sides, lang), since, number))


@router.delete("/{game}", status_code=204, response_class=Response)
def delete(request: Request, game: GameId, key: Key) -> None:
    """Throw a game away for good, if you have a key to it and nobody else has taken a seat."""
    archive.delete(service_of(request), game, key)


@router.get("/{game}/options", response_model=bodies.OptionsAnswer, responses=QUESTION)
def options(
    request: Request, game: GameId, lang: Language, key: Key,
    unit: Annotated[str | None, Query(max_length=40)] = None,
    hex: Annotated[str | None, Query(max_length=10)] = None,
    expected: Seen = None,
) -> Response:  # fmt: skip
    """What one unit may do, or everything that may be done to a hex."""
    with your_turn(request, game, key, lang, expected) as (live, presenter):
        if unit is not None:
            catalogue.find_unit(live.match.scenario, unit)
            found = presenter.options_of(unit)
        else:
            catalogue.find_hex(live.match.scenario.board, hex or "")
            found = presenter.options_at(str(hex))
        return answer({"version": presenter.match.version, "options": found})


@contextmanager
def your_turn(
    request: Request, game: str, key: str | None, lang: Language, expected: int | None
) -> Iterator[tuple[LiveGame, Presenter]]:
    """For what only the side to act may ask; Passed when it was asked about a version that is no more."""
    with seated(request, game, key) as (live, sides):
        viewer = Viewer(sides, lang)
        if not sides:
            raise NoSeat("spectators have no options")
        if expected is not None and expected != viewer.known(live.match).version:
            raise Passed
        live.match.legal_side(sides)
        yield live, Presenter(live.match, viewer)


@contextmanager
def changing(
    request: Request, game: str, key: str | None, lang: Language, expected: int, what: str
) -> Iterator[tuple[LiveGame, Viewer]]:
    """A game for whoever is about to change it: somebody with a seat, who saw it as it stands."""
    with seated(request, game, key) as (live, sides):
        if not sides:
            raise NoSeat(f"spectators cannot {what}")
        viewer = Viewer(sides, lang)
        viewer.known(live.match).check_version(expected)
        yield live, viewer


@router.post("/{game}/actions", response_model=bodies.View | bodies.News)
def act(
    request: Request, game: GameId, body: request_bodies.ActionBody, lang: Language, key: Key,
    changes: Changes = False, options: AllOptions = False,
) -> Response:  # fmt: skip
    """Play an action. It is on disk before the answer is sent. `LeanPath` takes the plain case."""
    with changing(request, game, key, lang, body.expected, "act") as (live, viewer):
        before = viewer.known(live.match).number
        service_of(request).play(live, body.action, live.match.legal_side(viewer.sides), live.match.version)
        if changes:
            return answer(live.views.since(viewer, body.expected, before, options))
        return answer(live.views.whole(viewer, before))


@router.post("/{game}/undo", response_model=bodies.View)
def undo(request: Request, game: GameId, body: request_bodies.UndoBody, lang: Language, key: Key) -> Response:
    """Take back your own actions, never past dice, a reveal or somebody else's action, nor once the game is over."""
    with changing(request, game, key, lang, body.expected, "take anything back") as (live, viewer):
        service_of(request).undo(live, body.count, viewer.sides, live.match.version)
        return answer(live.views.whole(viewer, viewer.known(live.match).number))


@router.post("/{game}/why-not", response_model=bodies.WhyNot, responses=QUESTION)
def why_not(request: Request, game: GameId, body: request_bodies.Question, lang: Language, key: Key) -> Response:
    """Every clause that forbids an action, or a click on a hex with a unit chosen, or a unit to act at all."""
    with your_turn(request, game, key, lang, body.expected) as (live, presenter):
        if body.action is not None:
            return answer(asking.explain(presenter, live.match.parse(body.action)))
        if body.unit is None:
            raise BadOption("ask about an action, or about a unit, with a hex or without")
        if body.hex is None:
            return answer(asking.explain_unit(presenter, body.unit))
        return answer(asking.explain_click(presenter, body.unit, body.hex))


@router.post("/{game}/forecast", response_model=bodies.Forecast, responses=QUESTION)
async def forecast(
    request: Request, game: GameId, body: request_bodies.ForecastBody, lang: Language, key: Key
) -> Response:
    """The exact chances of what an action would do."""

    def work_out() -> Response:
        with your_turn(request, game, key, lang, body.expected) as (live, presenter):
            return answer(asking.show_forecast(presenter, live.match.forecast(body.action, presenter.eye)))

    return await desk_of(request).do(request, work_out)


@router.get("/{game}/log", response_model=bodies.Lines)
def log(request: Request, game: GameId, lang: Language, key: Key, first: From = 0, last: To = None) -> Response:
    """The log of the actions `from` to `to`, both included."""
    with seated(request, game, key) as (live, sides):
        presenter = Presenter(live.match, Viewer(sides, lang))
        until = min(presenter.number if last is None else last, first + LINES - 1, presenter.number)
        lines = presenter.show_lines(first - 1, until)
        return answer({"lines": lines, "from": first, "to": until, "last_number": presenter.number})


@router.get("/{game}/replay", response_model=Film)
async def replay(
    request: Request, game: GameId, lang: Language, key: Key, first: From = 0, last: To = None
) -> Response:
    """The film of the actions after `from`, up to and with `to`."""

    def show() -> Response:
        with seated(request, game, key) as (live, sides):
            check_number(known := Viewer(sides, lang).known(live.match), first)
            until = max(first, min(known.number if last is None else last, first + FRAMES, known.number))
            return answer(show_film(live.match, Viewer(sides, lang), first, until))

    return await desk_of(request).do(request, show)


@router.get("/{game}/record", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
def record(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """The record as you may know it; the whole of it, with the seed of the dice, when the game is over."""
    try:
        with seated(request, game, key) as (live, sides):
            viewer = Viewer(sides, lang)
            scenario, text = live.match.scenario.id, viewer.known(live.match).record(viewer.eye(live.match.to_act))
    except OldRules:  # it cannot be replayed here, but what was played is known
        scenario, text = archive.stored_record(service_of(request), game, key)
    name = f"{scenario}-{game}.hardtack"
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type="text/plain; charset=utf-8")


@router.put("/{game}/pace", response_model=bodies.Pace)
def pace(request: Request, game: GameId, body: request_bodies.PaceBody, lang: Language, key: Key) -> Response:
    """How fast the bots play. Any seat may set it; in a game of bots only, anybody."""
    with seated(request, game, key) as (live, sides):
        bots_only = all(seat.kind == BOT for seat in live.match.seats.values())
        if not sides and not bots_only:
            raise NoSeat("spectators cannot set the pace")
        service_of(request).set_pace(live, body.pace_ms, body.paused)
        return answer({"pace_ms": live.pace_ms, "paused": live.paused})


@router.get("/{game}/events", response_class=Response, responses={200: {"content": {"text/event-stream": {}}}})
async def events(request: Request, game: GameId, lang: Language, key: Key, view: Watching = False) -> Response:
    """Server-sent events: one now and one after every change."""
    broadcaster: Broadcaster = request.app.state.broadcaster
    sides = await run_in_threadpool(sides_of, request, game, key) if view else ()
    viewer = Viewer(sides, lang) if view else None

    def ask() -> Told:
        with seated(request, game, key) as (live, sides):
            live.check_looker(key)  # a link shows what it is for, not how the game goes on
            news = news_of(live, Viewer(sides, lang))
            data = write_json(news) if viewer is None else live.views.opening(viewer)
            return Told(news, data, live.match.version)

    # an unknown game or a wrong key is refused before the stream begins
    return EventStream(await broadcaster.watch(game, ask, viewer))


def sides_of(request: Request, game: str, key: str | None) -> tuple[str, ...]:
    with seated(request, game, key) as (_, sides):
        return sides
