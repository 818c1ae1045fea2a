"""The shapes of requests and answers about people, open seats and standings."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from hardtack.referee.limits import NAME
from hardtack.server.bodies import Card, View
from hardtack.server.request_bodies import NOT_BLANK, Body, Device, Name, Word
from hardtack.server.seat_bodies import Token
from hardtack.server.terms_bodies import Clock

GameName = Annotated[str, StringConstraints(max_length=16)]


class NameBody(Body):
    name: Annotated[str, StringConstraints(min_length=2, max_length=NAME, strip_whitespace=True, pattern=NOT_BLANK)]
    device: Device = ""


class MailBody(Body):
    name: Annotated[str, StringConstraints(min_length=1, max_length=254, strip_whitespace=True, pattern=NOT_BLANK)]


class LinkBody(Body):
    token: Token
    device: Device = ""


class DeviceBody(Body):
    device: Device = ""


class SitBody(Body):
    side: Word
    name: Name = ""
    device: Device = ""


class KeysBody(Body):
    """Keys of seats by the ids of their games."""

    keys: dict[GameName, Token] = Field(max_length=1_000)


class Named(BaseModel):
    """A name that is yours, and the key of this browser; it is told only now."""

    id: str
    name: str
    key: str


class Waiting(BaseModel):
    id: str
    since: str
    expires: str


class OneTimeLink(BaseModel):
    id: str
    token: str


class OwnDevice(BaseModel):
    id: str
    device: str
    since: str
    this: bool


class OwnRating(BaseModel):
    series: str
    series_name: str
    rating: int
    deviation: int
    games: int


class Myself(BaseModel):
    id: str
    name: str
    devices: list[OwnDevice]
    links: list[Waiting]
    ratings: list[OwnRating]


class OwnCard(Card):
    """A game with the sides that are yours, and those you are challenged to."""

    yours: list[str]
    asked: list[str]


class OwnCards(BaseModel):
    games: list[OwnCard]


class Recovered(BaseModel):
    key: str
    sides: list[str]
    game: View


class Bound(BaseModel):
    sides: list[str]


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
