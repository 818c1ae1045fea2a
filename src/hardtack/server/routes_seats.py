"""Seats: who holds them, invitations, links for other devices, and taking both back."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import BaseModel

from hardtack.server import between, people_store, seat_store
from hardtack.server.answers import Key, Language, Me, answer
from hardtack.server.bodies import Seat, View
from hardtack.server.catalogue import Json
from hardtack.server.errors import NoSeat, own_words
from hardtack.server.hosting import addresses_for
from hardtack.server.live import LiveGame
from hardtack.server.notices import JOINED
from hardtack.server.present import Viewer
from hardtack.server.request_bodies import Body, DeviceBody, Name, Token, Word
from hardtack.server.routes_games import PROBLEMS, GameId, seated, service_of
from hardtack.server.seat_store import NewLink
from hardtack.server.seating import DEVICE, INVITATION, OPEN, SeatKey
from hardtack.server.store import Store
from hardtack.server.viewing import iso, show_seats


class InvitationBody(Body):
    side: Word


class ClaimBody(DeviceBody):
    token: Token
    name: Name = ""


class Since(BaseModel):
    """Something by its id, and when it was made."""

    id: str
    since: str


class Link(Since):
    """A link that was just made; its token is told only now."""

    sides: list[str]
    token: str


class LinkCard(BaseModel):
    """What a link is for, to whoever has it."""

    kind: Literal["invitation", "device", "handover"]
    sides: list[str]
    state: Literal["open", "taken", "withdrawn", "asked"]
    since: str
    text: str


class Claimed(BaseModel):
    key: str
    sides: list[str]
    game: View


class SeatCard(Seat):
    invitation: Since | None


class DeviceCard(Since):
    device: str
    this: bool


class Seats(BaseModel):
    seats: list[SeatCard]
    devices: list[DeviceCard]
    links: list[Since]


class Addresses(BaseModel):
    """Where else this server can be reached, for whoever reached it at the machine's own address."""

    local: bool
    open: bool
    addresses: list[str]


router = APIRouter(prefix="/api/games", tags=["seats"], responses=PROBLEMS)
place = APIRouter(prefix="/api", tags=["seats"])
LinkId = Annotated[str, Path(max_length=16)]
LinkToken = Annotated[str, Header(alias="X-Seat-Link", max_length=100, description="Token of a link")]


def own_key(key: str | None) -> str:
    if key is None:
        raise NoSeat("spectators hold no seat")
    return key


@router.get("/{game}/seats", response_model=Seats)
def seats(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """Who holds the seats; with a key also the invitations that wait, and the devices that hold your own seat."""
    with seated(request, game, key) as (live, sides):
        mine = None if key is None else live.seating.key(key)
        return answer(show_seating(live, Viewer(sides, lang), mine))


def show_seating(live: LiveGame, viewer: Viewer, mine: SeatKey | None) -> Json:
    shown = []
    for seat in show_seats(live, viewer):
        waiting = None if mine is None else live.seating.invitation(seat["side"])
        shown.append(seat | {"invitation": None if waiting is None else {"id": waiting.id, "since": iso(waiting.made)}})
    devices = [] if mine is None else [key for key in live.seating.keys if key.sides == mine.sides]
    links = [] if mine is None else [one for one in live.seating.links if one.kind != INVITATION]
    return {
        "seats": shown,
        "devices": [
            {"id": one.id, "device": one.device, "since": iso(one.made), "this": one is mine} for one in devices
        ],
        "links": [{"id": one.id, "since": iso(one.made)} for one in links if mine and one.sides == mine.sides],
    }


@router.post("/{game}/invitations", status_code=201, response_model=Link)
def invite(request: Request, game: GameId, body: InvitationBody, lang: Language, key: Key) -> Response:
    """A new invitation for a seat that nobody holds; one that still waits is withdrawn."""
    made = seat_store.invite(service_of(request).store, game, own_key(key), body.side)
    return told(request, game, made)


@router.post("/{game}/devices", status_code=201, response_model=Link)
def link_device(request: Request, game: GameId, lang: Language, key: Key) -> Response:
    """A link to your own seat for another device; it can be used once."""
    return told(request, game, seat_store.link_device(service_of(request).store, game, own_key(key)))


def told(request: Request, game: str, made: NewLink) -> Response:
    reseated(request, game)
    shown = {"id": made.id, "sides": list(made.sides), "token": made.token, "since": iso(made.made)}
    return answer(shown, 201)


def sitter(store: Store, me: str | None, name: str) -> tuple[str, str | None]:
    """The name of whoever sits down, and who they are, if they have one of their own."""
    person = None if me is None else people_store.who(store, me)
    return (name, None) if person is None else (person.name, person.id)


def reseated(request: Request, game: str) -> None:
    """Opening a game catches up with its seats and tells everybody who watches it."""
    with service_of(request).game(game):
        pass


@router.delete("/{game}/links/{link}", status_code=204, response_class=Response)
def withdraw(request: Request, game: GameId, link: LinkId, lang: Language, key: Key) -> None:
    """Withdraw an invitation or a device link that nobody has used."""
    seat_store.withdraw(service_of(request).store, game, own_key(key), link)
    reseated(request, game)


@router.delete("/{game}/devices/{device}", status_code=204, response_class=Response)
def revoke(request: Request, game: GameId, device: LinkId, lang: Language, key: Key) -> None:
    """Take your seat from a device, at once; from the last one, and the seat is open."""
    seat_store.revoke(service_of(request).store, game, own_key(key), device)
    reseated(request, game)


@router.get("/{game}/link", response_model=LinkCard)
def describe_link(request: Request, game: GameId, lang: Language, x_seat_link: LinkToken) -> Response:
    """What a link is for. Looking does not use it up."""
    row = seat_store.find_link(service_of(request).store, game, x_seat_link)
    gone = None if row["state"] == OPEN else own_words().word(f"error.link_{row['state']}", lang)
    return answer(
        {"kind": row["kind"], "sides": row["sides"].split(), "state": row["state"], "since": iso(row["made"]),
         "text": gone or ""}
    )  # fmt: skip


@router.post("/{game}/claim", response_model=Claimed)
def claim(request: Request, game: GameId, body: ClaimBody, lang: Language, me: Me) -> Response:
    """Exchange the token of a link for a key of your own. It works once."""
    store = service_of(request).store
    key, made, kind = seat_store.claim(store, game, body.token, *sitter(store, me, body.name), body.device)
    with seated(request, game, key) as (live, sides):
        if kind != DEVICE:
            between.tell_others(service_of(request), live, sides, JOINED)
        return answer({"key": key, "sides": list(made.sides), "game": live.views.whole(Viewer(sides, lang))})


@place.get("/addresses", response_model=Addresses)
def addresses(request: Request) -> Response:
    """Where a friend can reach this server."""
    caller = "" if request.client is None else request.client.host
    if request.app.state.public is not None:
        return answer({"local": False, "open": True, "addresses": [request.app.state.public]})
    return answer(addresses_for(request.app.state.bound, caller, request.headers.get("host", "")))
