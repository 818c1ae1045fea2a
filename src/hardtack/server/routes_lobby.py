"""Finding each other: open seats, challenges, rematches, standings."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel

from hardtack.server import between, people_store, seat_store, standings, stored_cards
from hardtack.server.answers import Key, Language, Me, answer
from hardtack.server.beginning import rematch
from hardtack.server.bodies import Clock
from hardtack.server.catalogue import Json
from hardtack.server.library import bot_words
from hardtack.server.notices import JOINED
from hardtack.server.presence import HERE
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import Body, Device, DeviceBody, Name, Word
from hardtack.server.routes_games import PROBLEMS, GameId, seated, service_of, show_card
from hardtack.server.routes_seats import Claimed
from hardtack.server.standings import BOT, series_name, series_of
from hardtack.server.store import Row
from hardtack.server.viewing import iso


class SitBody(Body):
    side: Word
    name: Name = ""
    device: Device = ""


class OpenSeat(BaseModel):
    """A seat anybody may take."""

    game: str
    scenario: str
    title: str
    side: str
    side_name: str
    by: str  # who sits on the other side
    by_bot: bool
    named: bool
    present: bool
    level: Literal["any", "beginner", "seasoned"]
    rated: bool
    clock: Clock | None
    since: str


class Lobby(BaseModel):
    seats: list[OpenSeat]


class NextGame(BaseModel):
    """The game that follows, sides swapped, and your key to it."""

    id: str
    key: str
    sides: list[str]


class Series(BaseModel):
    id: str
    name: str


class Place(BaseModel):
    name: str
    bot: bool
    rating: int
    deviation: int
    games: int


class Standings(BaseModel):
    series: list[Series]
    chosen: str | None
    places: list[Place]


router = APIRouter(prefix="/api", tags=["lobby"], responses=PROBLEMS)


@router.get("/lobby", response_model=Lobby)
def lobby(request: Request, lang: Language) -> Response:
    """Seats that anybody may take, the newest first."""
    service = service_of(request)
    found = []
    for row, seats, seating in stored_cards.these(service.store, seat_store.offering(service.store)):
        card = show_card(service, row, seats, seating, lang)
        for seat in seats:
            if seat["offered"] and not seating.held(seat["side"]):
                other = next((one for one in seats if one["side"] != seat["side"]), seat)
                found.append(show_open(card, row, seat, other, service.clock(), lang))
    return answer({"seats": found})


def show_open(card: Json, row: Row, seat: Row, other: Row, at: float, lang: str) -> Json:
    names = {one["side"]: one["side_name"] for one in card["seats"]}
    bot = other["bot"]
    return {
        "game": row["id"], "scenario": row["scenario"], "title": card["title"], "side": seat["side"],
        "side_name": names.get(seat["side"], seat["side"]),
        "by": other["name"] if bot is None else bot_words(bot, lang)[0], "by_bot": bot is not None,
        "named": other["person"] is not None, "present": other["seen"] > at - HERE, "level": row["level"],
        "rated": row["rated"] != "no", "clock": card["clock"], "since": iso(row["created"]),
    }  # fmt: skip


@router.post("/games/{game}/sit", response_model=Claimed)
def sit(request: Request, game: GameId, body: SitBody, lang: Language, me: Me) -> Response:
    """Take a seat that is offered to anybody, or to which you are challenged by name."""
    store = service_of(request).store
    person = None if me is None else people_store.who(store, me)
    name = body.name if person is None else person.name
    key = seat_store.sit(store, game, body.side, name, body.device, None if person is None else person.id)
    with seated(request, game, key) as (live, sides):
        between.tell_others(service_of(request), live, sides, JOINED)
        return answer({"key": key, "sides": list(sides), "game": live.views.whole(Viewer(sides, lang))})


@router.post("/games/{game}/rematch", response_model=NextGame)
def play_again(request: Request, game: GameId, body: DeviceBody, lang: Language, key: Key) -> Response:
    """The same again with sides swapped: set up by whoever asks first, taken up by the other."""
    service = service_of(request)
    with seated(request, game, key) as (live, sides):
        made, own = rematch(service, live, sides, body.device)
    with seated(request, made, own) as (_, sides):
        return answer({"id": made, "key": own, "sides": list(sides)})


@router.get("/standings", response_model=Standings)
def show_standings(
    request: Request, lang: Language, series: Annotated[str | None, Query(max_length=40)] = None
) -> Response:
    """Who is rated how in a series; bots are in it, too."""
    service = service_of(request)
    known = list(dict.fromkeys(series_of(battle) for battle in service.library.battles()))
    chosen = series if series in known else next(iter(known), None)
    places = [
        {"name": row["name"] or bot_words(row["who"].removeprefix(BOT), lang)[0], "bot": row["name"] is None,
         "rating": round(row["rating"]), "deviation": round(row["deviation"]), "games": row["games"]}
        for row in standings.table(service.store, chosen)
    ]  # fmt: skip
    names = [{"id": one, "name": series_name(service.library, one, lang)} for one in known]
    return answer({"series": names, "chosen": chosen, "places": places})
