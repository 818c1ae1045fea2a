"""The shapes of requests and answers about notices, as docs/notices.md describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints

from hardtack.server.request_bodies import PRINTABLE, Body
from hardtack.server.seat_bodies import Token

Choice = Literal["turn", "digest", "time", "none"]
Url = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=PRINTABLE)]
BrowserKey = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_=-]*$")]


class WishBody(Body):
    """What to hear of: each turn, a daily digest, only that time is nearly up, nothing; and whether of talk."""

    choice: Choice
    talk: bool = False
    hour: int = Field(7, ge=0, le=23, description="of the day, UTC, for the digest")


class GameWishBody(Body):
    choice: Choice | None = None


class BrowserKeys(Body):
    p256dh: BrowserKey
    auth: BrowserKey


class SubscriptionBody(Body):
    endpoint: Url
    keys: BrowserKeys


class AddressBody(Body):
    address: Annotated[str, StringConstraints(min_length=3, max_length=254, pattern=PRINTABLE)]


class HookBody(Body):
    url: Url


class ConfirmBody(Body):
    token: Token


class Ways(BaseModel):
    """How this server reaches people; `push` is the key a browser subscribes with."""

    mail: bool
    push: str | None
    webhook: bool


class OwnAddress(BaseModel):
    address: str
    confirmed: bool


class OwnBrowser(BaseModel):
    id: str
    device: str
    since: str
    this: bool


class Wishes(BaseModel):
    ways: Ways
    lang: Literal["en", "ja"] | None  # of what is sent; none: nothing was chosen yet
    choice: Choice
    talk: bool
    hour: int
    mail: OwnAddress | None
    browsers: list[OwnBrowser]
    webhook: str | None
    feed: bool


class GameWish(BaseModel):
    choice: Choice | None  # none: as for all
    usual: Choice


class Subscribed(BaseModel):
    id: str


class HookSecret(BaseModel):
    """What signs the calls; it is told only now."""

    secret: str


class FeedAddress(BaseModel):
    """The secret address of a feed; it is told only now."""

    path: str
