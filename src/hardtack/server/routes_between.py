"""Between players: talk, notes, resigning, and what needs the other side's consent."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, Path, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from hardtack.referee.errors import BadOption
from hardtack.server import between, bodies, people_store, talk_store, timekeeper
from hardtack.server.allowances import CLIENT
from hardtack.server.answers import Key, Language, Me, answer
from hardtack.server.bodies import Proposal, View
from hardtack.server.catalogue import Json
from hardtack.server.errors import NoSeat
from hardtack.server.live import LiveGame
from hardtack.server.notices import SAID
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import ABSENT, NOT_BLANK, Body, Expecting, Word, described, given
from hardtack.server.routes_games import PROBLEMS, GameId, changing, running, seated, service_of
from hardtack.server.store import Row
from hardtack.server.talk_store import GALLERY, LINE, LOG, NOTES, TABLE, Voice
from hardtack.server.viewing import iso, show_proposal, talk_line
from hardtack.table.seats import BOT

SEVERAL_LINES = r"^[^\x00-\x08\x0b-\x1f\x7f]*$"

Said = Annotated[str, StringConstraints(min_length=1, max_length=LINE, strip_whitespace=True, pattern=NOT_BLANK)]
Notes = Annotated[str, StringConstraints(max_length=NOTES, pattern=SEVERAL_LINES)]


class SayBody(Body):
    text: Said


class NotesBody(Body):
    text: Notes
    side: Word | None = None


class NotesAnswer(BaseModel):
    side: str
    text: str


class SideBody(Expecting):
    """At a hot seat the side that does it; otherwise one's own."""

    side: Word | None = None


class VacationBody(Body):
    side: Word | None = None
    days: int = Field(ge=0, le=60)


class ProposalBody(SideBody):
    """What is asked of the other side: `count` actions to be taken back, a `bot` for the seat."""

    model_config = described(
        oneOf=[
            given("count", kind={"const": "takeback"}, bot=ABSENT),
            given("bot", kind={"const": "bot"}, count=ABSENT),
            given(kind={"enum": ["draw", "person"]}, count=ABSENT, bot=ABSENT),
        ]
    )
    kind: Literal["draw", "takeback", "bot", "person"]
    count: int | None = Field(None, ge=1, le=10_000)
    bot: Word | None = None


class DecisionBody(Expecting):
    agree: bool


class Proposed(BaseModel):
    """What waits for an answer (null: it was done), and for `person` the token of the link, told only now."""

    proposal: Proposal | None
    token: str | None
    game: View


class TalkLine(BaseModel):
    number: int
    room: Literal["table", "gallery", "log"]
    side: str | None
    name: str
    text: str
    at: str
    yours: bool


class Talk(BaseModel):
    """`count`: how much has been said and proposed; `room`: where you speak, if you do."""

    count: int
    room: Literal["table", "gallery"] | None
    lines: list[TalkLine]
    present: list[str]  # the sides whose players are here
    watching: int


router = APIRouter(prefix="/api/games", tags=["between players"], responses=PROBLEMS)
ProposalId = Annotated[str, Path(max_length=16)]


def rooms_of(live: LiveGame, sides: tuple[str, ...]) -> tuple[str, ...]:
    """Players and spectators do not read each other's talk before the game is over."""
    if live.match.outcome is not None:
        return (TABLE, GALLERY, LOG)
    return (TABLE if sides else GALLERY, LOG)


@router.get("/{game}/talk", response_model=Talk)
def read_talk(
    request: Request, game: GameId, lang: Language, key: Key, me: Me,
    after: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> Response:  # fmt: skip
    """What was said where you sit, and what was settled; spectators have a room of their own."""
    with seated(request, game, key) as (live, sides):
        room = TABLE if sides else None if me is None else GALLERY
        return answer(show_talk(request, live, Viewer(sides, lang), room, rooms_of(live, sides), after))


def show_talk(
    request: Request, live: LiveGame, viewer: Viewer, room: str | None, rooms: tuple[str, ...], after: int
) -> Json:
    rows = talk_store.lines(service_of(request).store, live.id, rooms, after)
    present, watching = request.app.state.timekeeper.presence.of(live.id)
    lines = [show_said(live, row, viewer) for row in rows]
    return {"count": live.talk_count, "room": room, "lines": lines, "present": present, "watching": watching}


def show_said(live: LiveGame, row: Row, viewer: Viewer) -> Json:
    said = row["text"] if not row["key"] else talk_line(live, row["key"], row["side"], row["text"], viewer.lang)
    return {
        "number": row["number"], "room": row["room"], "side": row["side"] or None, "name": row["name"], "text": said,
        "at": iso(row["at"]), "yours": row["side"] in viewer.sides,
    }  # fmt: skip


@router.post("/{game}/talk", status_code=201, response_model=Talk)
def say(request: Request, game: GameId, body: SayBody, lang: Language, key: Key, me: Me) -> Response:
    """Say something to the other players; whoever watches speaks to the others who do, under a name of their own."""
    service = service_of(request)
    with seated(request, game, key) as (live, sides):
        if sides:
            side = between.seat_of(live, sides, None)
            voice = Voice(TABLE, side, live.match.seats[side].name)
        elif me is None:
            raise NoSeat("whoever watches needs a name of their own to speak")
        else:
            voice = Voice(GALLERY, "", people_store.who(service.store, me).name)
        number = talk_store.say(service.store, game, voice, body.text, service.clock())
        service.catch_up(live)
        if voice.room == TABLE:
            between.tell_others(service, live, sides, SAID)
        return answer(show_talk(request, live, Viewer(sides, lang), voice.room, (voice.room,), number - 1), 201)


@router.get("/{game}/notes", response_model=NotesAnswer)
def read_notes(
    request: Request, game: GameId, lang: Language, key: Key, side: Annotated[str | None, Query(max_length=40)] = None
) -> Response:
    """Your own notes on the game; nobody else reads them."""
    with seated(request, game, key) as (live, sides):
        seat = between.seat_of(live, sides, side)
        return answer({"side": seat, "text": talk_store.notes(service_of(request).store, game, seat)})


@router.put("/{game}/notes", response_model=NotesAnswer)
def write_notes(request: Request, game: GameId, body: NotesBody, lang: Language, key: Key) -> Response:
    with seated(request, game, key) as (live, sides):
        seat = between.seat_of(live, sides, body.side)
        talk_store.keep_notes(service_of(request).store, game, seat, body.text)
        return answer({"side": seat, "text": body.text})


@router.post("/{game}/resign", response_model=bodies.View)
def resign(request: Request, game: GameId, body: SideBody, lang: Language, key: Key) -> Response:
    """Give the game up: the other side has won."""
    with changing(request, game, key, lang, body.expected, "resign") as (live, viewer):
        between.resign(service_of(request), live, between.seat_of(live, viewer.sides, body.side))
        return answer(live.views.whole(viewer))


@router.post("/{game}/abandon", response_model=bodies.View)
def abandon(request: Request, game: GameId, body: SideBody, lang: Language, key: Key) -> Response:
    """Give up a game in which not both sides have acted: nobody has won."""
    with changing(request, game, key, lang, body.expected, "give a game up") as (live, viewer):
        between.abandon(service_of(request), live, between.seat_of(live, viewer.sides, body.side))
        return answer(live.views.whole(viewer))


@router.post("/{game}/time", response_model=bodies.View)
def claim_game(request: Request, game: GameId, body: SideBody, lang: Language, key: Key) -> Response:
    """Claim the game: the other side has let its time run out."""
    with changing(request, game, key, lang, body.expected, "claim a game") as (live, viewer):
        timekeeper.claim_game(service_of(request), live, viewer.sides)
        return answer(live.views.whole(viewer))


@router.put("/{game}/vacation", response_model=bodies.View)
def go_away(request: Request, game: GameId, body: VacationBody, lang: Language, key: Key) -> Response:
    """Your clock stands still for some days; 0: you are back."""
    with seated(request, game, key) as (live, sides):
        timekeeper.go_away(service_of(request), live, between.seat_of(live, sides, body.side), body.days)
        return answer(live.views.whole(Viewer(sides, lang)))


@router.post("/{game}/proposals", status_code=201, response_model=Proposed)
def propose(request: Request, game: GameId, body: ProposalBody, lang: Language, key: Key) -> Response:
    """Offer a draw, ask to take back past dice, or to hand your seat over. Where nobody is to be asked it is done."""
    with changing(request, game, key, lang, body.expected, "propose anything") as (live, viewer):
        side = between.seat_of(live, viewer.sides, body.side)
        if body.kind == "bot":
            count_bots(request, live, side)
        wish = between.propose(service_of(request), live, viewer.sides, side, body.kind, wish_of(body))
        shown = None if wish.proposal is None else show_proposal(live, wish.proposal, viewer)
        return answer({"proposal": shown, "token": wish.token, "game": live.views.whole(viewer)}, 201)


def count_bots(request: Request, live: LiveGame, side: str) -> None:
    """Whoever leaves a game to bots alone has one more of those running."""
    allowances = request.app.state.allowances
    alone = all(seat.kind == BOT for one, seat in live.match.seats.items() if one != side)
    if allowances is not None and alone:
        who = request.scope.get(CLIENT, ())
        allowances.bot_games.admit(who, partial(running, service_of(request)))
        allowances.bot_games.note(who, live.id)


def wish_of(body: ProposalBody) -> str:
    given = {"takeback": body.count, "bot": body.bot}
    if any((value is not None) != (body.kind == kind) for kind, value in given.items()):
        raise BadOption("`count` belongs to takeback, `bot` to bot")
    return str(given.get(body.kind) or "")


@router.post("/{game}/proposals/{proposal}", response_model=bodies.View)
def decide(
    request: Request, game: GameId, proposal: ProposalId, body: DecisionBody, lang: Language, key: Key
) -> Response:
    """Agree to what the other side proposes, or decline it."""
    with changing(request, game, key, lang, body.expected, "agree to anything") as (live, viewer):
        between.decide(service_of(request), live, viewer.sides, proposal, body.agree)
        return answer(live.views.whole(viewer))


@router.delete("/{game}/proposals/{proposal}", status_code=204, response_class=Response)
def withdraw(request: Request, game: GameId, proposal: ProposalId, lang: Language, key: Key) -> None:
    """Take back what you proposed."""
    with seated(request, game, key) as (live, sides):
        between.withdraw(service_of(request), live, sides, proposal)
