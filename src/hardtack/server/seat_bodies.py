"""The shapes of requests and answers about seats, as docs/api.md describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, StringConstraints

from hardtack.server.bodies import View
from hardtack.server.request_bodies import Body, Device, Name, Word

Token = Annotated[str, StringConstraints(min_length=1, max_length=100)]


class InvitationBody(Body):
    side: Word


class ClaimBody(Body):
    token: Token
    name: Name = ""
    device: Device = ""


class Link(BaseModel):
    """A link that was just made; its token is told only now."""

    id: str
    sides: list[str]
    token: str
    since: str


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


class WaitingLink(BaseModel):
    id: str
    since: str


class SeatCard(BaseModel):
    side: str
    side_name: str
    who: Literal["person", "bot"]
    name: str
    bot_name: str | None
    yours: bool
    state: Literal["bot", "taken", "invited", "open"]
    since: str | None
    named: bool
    invitation: WaitingLink | None


class DeviceCard(BaseModel):
    id: str
    device: str
    since: str
    this: bool


class Seats(BaseModel):
    seats: list[SeatCard]
    devices: list[DeviceCard]
    links: list[WaitingLink]


class Addresses(BaseModel):
    """Where else this server can be reached, for whoever reached it at the machine's own address."""

    local: bool
    open: bool
    addresses: list[str]
