"""Who one is: a name of one's own without an account, and all of one's games on every device. Finding each other: open
seats, challenges, rematches, standings."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Query, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from hardtack.referee.limits import NAME
from hardtack.server import between, people_store, seat_store, standings
from hardtack.server.answers import Key, Language, Me, answer
from hardtack.server.archive import these
from hardtack.server.beginning import rematch
from hardtack.server.bodies import Called, Card, Clock
from hardtack.server.catalogue import Json
from hardtack.server.errors import NameNeeded
from hardtack.server.library import Library, bot_words
from hardtack.server.notices import JOINED, SIGN_IN, Notice
from hardtack.server.people_store import Person
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import NOT_BLANK, Body, DeviceBody, Name, Token, Word
from hardtack.server.routes_games import PROBLEMS, GameId, seated, service_of, show_card
from hardtack.server.routes_seats import Claimed, DeviceCard, LinkId, Since, own_key, reseated, sitter
from hardtack.server.standings import BOT, series_name, series_of
from hardtack.server.store import Row
from hardtack.server.timekeeper import HERE
from hardtack.server.viewing import iso

GameName = Annotated[str, StringConstraints(max_length=16)]


class NameBody(DeviceBody):
    name: Annotated[str, StringConstraints(min_length=2, max_length=NAME, strip_whitespace=True, pattern=NOT_BLANK)]


class MailBody(Body):
    name: Annotated[str, StringConstraints(min_length=1, max_length=254, strip_whitespace=True, pattern=NOT_BLANK)]


class LinkBody(DeviceBody):
    token: Token


class KeysBody(Body):
    """Keys of seats by the ids of their games."""

    keys: dict[GameName, Token] = Field(max_length=1_000)


class Named(Called):
    """A name that is yours, and the key of this browser; it is told only now."""

    key: str


class Waiting(Since):
    expires: str


class OneTimeLink(BaseModel):
    id: str
    token: str


class OwnRating(BaseModel):
    series: str
    series_name: str
    rating: int
    deviation: int
    games: int


class Myself(Called):
    devices: list[DeviceCard]
    links: list[Waiting]
    ratings: list[OwnRating]


class OwnCard(Card):
    """A game with the sides that are yours, and those you are challenged to."""

    yours: list[str]
    asked: list[str]


class OwnCards(BaseModel):
    games: list[OwnCard]


class Bound(BaseModel):
    sides: list[str]


router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def person_of(request: Request, me: str | None) -> Person:
    if me is None:
        raise NameNeeded("the header X-Player-Key is missing")
    return people_store.who(service_of(request).store, me)


@router.post("/people", status_code=201, response_model=Named)
def take_name(request: Request, body: NameBody, lang: Language) -> Response:
    """Take a name that nobody has; from now on it is yours. There is no password: the key stays in this browser."""
    service = service_of(request)
    person, key = people_store.take_name(service.store, body.name, body.device, service.clock())
    return answer({"id": person.id, "name": person.name, "key": key}, 201)


@router.post("/people/link", response_model=Named)
def use_link(request: Request, body: LinkBody, lang: Language) -> Response:
    """Exchange the token of a link to your name for a key of this browser's own. It works once, for an hour."""
    service = service_of(request)
    person, key = people_store.use_link(service.store, body.token, body.device, service.clock())
    return answer({"id": person.id, "name": person.name, "key": key})


@router.post("/people/mail", status_code=202, response_class=Response)
def mail_link(request: Request, body: MailBody, lang: Language) -> None:
    """Ask for a link by mail, by your name or the address you confirmed. The answer tells nobody who is known here."""
    request.app.state.asking.check(request)
    service_of(request).notices.tell(Notice(SIGN_IN, text=body.name))  # whom that is nobody looks up meanwhile


@router.get("/me", response_model=Myself)
def myself(request: Request, lang: Language, me: Me) -> Response:
    """Your name, the browsers that have it, links to it that wait, and your ratings."""
    service, person = service_of(request), person_of(request, me)
    devices = [
        {"id": one["id"], "device": one["device"], "since": iso(one["made"]), "this": one["id"] == person.key}
        for one in people_store.devices(service.store, person)
    ]
    links = [
        {"id": one["id"], "since": iso(one["made"]), "expires": iso(one["expires"])}
        for one in people_store.waiting_links(service.store, person, service.clock())
    ]
    rated = [show_rating(service.library, row, lang) for row in standings.table(service.store, None, person.id)]
    return answer({"id": person.id, "name": person.name, "devices": devices, "links": links, "ratings": rated})


def show_rating(library: Library, row: Json, lang: str) -> Json:
    return {
        "series": row["series"], "series_name": series_name(library, row["series"], lang),
        "rating": round(row["rating"]), "deviation": round(row["deviation"]), "games": row["games"],
    }  # fmt: skip


@router.delete("/me", status_code=204, response_class=Response)
def give_up(request: Request, lang: Language, me: Me) -> None:
    """Give your name up: it is nobody's any more. Seats stay with the browsers that hold them."""
    people_store.give_up(service_of(request).store, person_of(request, me))


@router.post("/me/links", status_code=201, response_model=OneTimeLink)
def link(request: Request, lang: Language, me: Me) -> Response:
    """A link that brings your name to another browser, once; one that still waits is withdrawn."""
    service, person = service_of(request), person_of(request, me)
    link_id, token = people_store.new_link(service.store, person.id, service.clock())
    return answer({"id": link_id, "token": token}, 201)


@router.delete("/me/links/{link}", status_code=204, response_class=Response)
def withdraw_link(request: Request, link: LinkId, lang: Language, me: Me) -> None:
    people_store.withdraw_link(service_of(request).store, person_of(request, me), link)


@router.delete("/me/devices/{device}", status_code=204, response_class=Response)
def revoke(request: Request, device: LinkId, lang: Language, me: Me) -> None:
    """Take your name from a browser, at once. Its keys to seats are revoked seat by seat."""
    people_store.revoke(service_of(request).store, person_of(request, me), device)


@router.get("/me/games", response_model=OwnCards)
def own_games(request: Request, lang: Language, me: Me) -> Response:
    """All your games, whatever device they were begun on, and those you are challenged to."""
    service, person = service_of(request), person_of(request, me)
    rows = these(service.store, people_store.games_of(service.store, person))
    shown = []
    for row, seats, seating in rows:
        card = show_card(service, row, seats, seating, lang)
        card["yours"] = [seat["side"] for seat in seats if seat["person"] == person.id]
        card["asked"] = [seat["side"] for seat in seats if seat["asked"] == person.id]
        shown.append(card)
    return answer({"games": shown})


@router.post("/me/games/{game}/key", response_model=Claimed)
def recover(request: Request, game: GameId, body: DeviceBody, lang: Language, me: Me) -> Response:
    """A key to your seat for this browser."""
    person = person_of(request, me)
    key, sides = seat_store.recover(service_of(request).store, game, person.id, body.device)
    with seated(request, game, key) as (live, _):
        return answer({"key": key, "sides": list(sides), "game": live.views.whole(Viewer(sides, lang))})


@router.put("/me/games/{game}", response_model=Bound)
def bind(request: Request, game: GameId, lang: Language, key: Key, me: Me) -> Response:
    """The seat whose key you hold becomes yours by name: it can be recovered on every device."""
    person = person_of(request, me)
    sides = seat_store.bind(service_of(request).store, game, own_key(key), person.id, person.name)
    reseated(request, game)
    return answer({"sides": list(sides)})


@router.post("/held", response_model=OwnCards)
def held(request: Request, body: KeysBody, lang: Language) -> Response:
    """The games of which you hold keys, listed or not. Keys that open nothing are passed over."""
    service = service_of(request)
    shown = []
    for row, seats, seating in these(service.store, body.keys):
        sides = seating.sides_if(body.keys[row["id"]])
        if sides is not None:
            card = show_card(service, row, seats, seating, lang)
            shown.append(card | {"yours": list(sides), "asked": []})
    return answer({"games": shown})


# -- finding each other


class SitBody(DeviceBody):
    side: Word
    name: Name = ""


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


class Place(BaseModel):
    name: str
    bot: bool
    rating: int
    deviation: int
    games: int


class Standings(BaseModel):
    series: list[Called]
    chosen: str | None
    places: list[Place]


place = APIRouter(prefix="/api", tags=["lobby"], responses=PROBLEMS)


@place.get("/lobby", response_model=Lobby)
def lobby(request: Request, lang: Language) -> Response:
    """Seats that anybody may take, the newest first."""
    service = service_of(request)
    found = []
    for row, seats, seating in these(service.store, seat_store.offering(service.store)):
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


@place.post("/games/{game}/sit", response_model=Claimed)
def sit(request: Request, game: GameId, body: SitBody, lang: Language, me: Me) -> Response:
    """Take a seat that is offered to anybody, or to which you are challenged by name."""
    store = service_of(request).store
    key = seat_store.sit(store, game, body.side, *sitter(store, me, body.name), body.device)
    with seated(request, game, key) as (live, sides):
        between.tell_others(service_of(request), live, sides, JOINED)
        return answer({"key": key, "sides": list(sides), "game": live.views.whole(Viewer(sides, lang))})


@place.post("/games/{game}/rematch", response_model=NextGame)
def play_again(request: Request, game: GameId, body: DeviceBody, lang: Language, key: Key) -> Response:
    """The same again with sides swapped: set up by whoever asks first, taken up by the other."""
    service = service_of(request)
    with seated(request, game, key) as (live, sides):
        made, own = rematch(service, live, sides, body.device)
    with seated(request, made, own) as (_, sides):
        return answer({"id": made, "key": own, "sides": list(sides)})


@place.get("/standings", response_model=Standings)
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
