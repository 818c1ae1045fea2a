"""The shapes of requests and answers about notices, as docs/notices.md describes them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field, StringConstraints, WithJsonSchema

from hardtack.server.post import mailing
from hardtack.server.post.outward import LONGEST
from hardtack.server.request_bodies import PRINTABLE, Body
from hardtack.server.seat_bodies import Token

Choice = Literal["turn", "digest", "time", "none"]
# Where a host lets notices go to its own network, other addresses do as well: `outward` is the judge of them.
ADDRESS = (
    r"^https://[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?(\.[A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?){0,9}"
    r"(:(443|102[4-9]|10[3-9][0-9]|1[1-9][0-9]{2}|[2-9][0-9]{3}|[1-5][0-9]{4}|6[0-4][0-9]{3}))?"
    r'(/[!"$-~]*)?$'
)
Url = Annotated[
    str, StringConstraints(min_length=1, max_length=LONGEST, pattern=PRINTABLE),
    WithJsonSchema({"type": "string", "maxLength": LONGEST, "pattern": ADDRESS}),
]  # fmt: skip
BrowserKey = Annotated[str, StringConstraints(min_length=1, max_length=100, pattern=r"^[A-Za-z0-9_=-]*$")]
Point = Annotated[BrowserKey, WithJsonSchema({"type": "string", "pattern": "^B[A-P][A-Za-z0-9_-]{85}=?$"})]  # 65 bytes
Auth = Annotated[BrowserKey, WithJsonSchema({"type": "string", "pattern": "^[A-Za-z0-9_-]{22}(==)?$"})]  # 16 bytes
MailAddress = Annotated[
    str, StringConstraints(min_length=3, max_length=mailing.LONGEST, pattern=PRINTABLE),
    WithJsonSchema(
        {"type": "string", "maxLength": mailing.LONGEST, "pattern": f"^{mailing.ADDRESS.pattern}$",
         "not": {"pattern": r"\.\."}}
    ),
]  # fmt: skip


class WishBody(Body):
    """What to hear of: each turn, a daily digest, only that time is nearly up, nothing; and whether of talk."""

    choice: Choice
    talk: bool = False
    hour: int = Field(7, ge=0, le=23, description="of the day, UTC, for the digest")


class GameWishBody(Body):
    choice: Choice | None = None


class BrowserKeys(Body):
    p256dh: Point
    auth: Auth


class SubscriptionBody(Body):
    endpoint: Url
    keys: BrowserKeys


class AddressBody(Body):
    address: MailAddress


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
