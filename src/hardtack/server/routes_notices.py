"""Notices: what a person hears of and by which ways, and a feed of their games."""

from __future__ import annotations

from typing import Annotated, Literal

from fastapi import APIRouter, Path, Request, Response
from pydantic import BaseModel, Field, StringConstraints, WithJsonSchema
from starlette.responses import RedirectResponse

from hardtack.referee.errors import HardtackError
from hardtack.server import people_store
from hardtack.server.allowances import Buckets, address_name
from hardtack.server.answers import Language, Me, answer
from hardtack.server.catalogue import Json
from hardtack.server.people_store import Person
from hardtack.server.post import letters, mailing, outward, post_store, push, weighing
from hardtack.server.post.letters import CONFIRM, MAIL, TRIAL
from hardtack.server.post.outbox import Outbox
from hardtack.server.post.outward import LONGEST
from hardtack.server.request_bodies import PRINTABLE, Body, Token
from hardtack.server.routes_games import PROBLEMS, GameId, service_of
from hardtack.server.routes_people import person_of
from hardtack.server.routes_seats import DeviceCard
from hardtack.server.seating import UnknownLink
from hardtack.server.talk_store import TooOften
from hardtack.server.viewing import iso

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


class Wishes(BaseModel):
    ways: Ways
    lang: Literal["en", "ja"] | None  # of what is sent; none: nothing was chosen yet
    choice: Choice
    talk: bool
    hour: int
    mail: OwnAddress | None
    browsers: list[DeviceCard]
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


router = APIRouter(prefix="/api", tags=["notices"], responses=PROBLEMS)
place = APIRouter(tags=["notices"], responses=PROBLEMS)
Id = Annotated[str, Path(max_length=16)]
SecretToken = Annotated[str, Path(max_length=100)]

ASKS, WITHIN = 10, 3_600.0  # mails one client may ask for, in so many seconds
TRIALS = 60.0  # seconds from one trial to the next


class NotHere(HardtackError):
    """The host has not set this up."""


class Asking:
    """How often each client has asked lately for mails to others; every server counts that, hosted or not."""

    def __init__(self) -> None:
        self.buckets = Buckets(ASKS / WITHIN, ASKS)

    def check(self, request: Request) -> None:
        if self.buckets.take("?" if request.client is None else address_name(request.client.host)):
            raise TooOften(f"more than {ASKS} mails within the hour")


def outbox_of(request: Request) -> Outbox:
    outbox: Outbox = request.app.state.outbox
    return outbox


def ways(outbox: Outbox) -> Json:
    settings = outbox.settings
    key = outbox.pusher.public_key if settings.push else None
    return {"mail": settings.mail, "push": key, "webhook": settings.webhooks}


@router.get("/notices", response_model=Ways)
def show_ways(request: Request) -> Response:
    """By which ways this server reaches people who are not looking."""
    return answer(ways(outbox_of(request)))


@router.get("/me/notices", response_model=Wishes)
def show(request: Request, lang: Language, me: Me) -> Response:
    """What you hear of, and by which ways."""
    return answer(wishes(request, person_of(request, me)))


def wishes(request: Request, person: Person) -> Json:
    store = service_of(request).store
    row, names = post_store.settings_of(store, person.id), people_store.devices(store, person)
    devices = {one["id"]: one["device"] for one in names}
    browsers = [
        {"id": one["id"], "device": devices.get(one["key"], ""), "since": iso(one["made"]),
         "this": one["key"] == person.key}
        for one in post_store.subscribed(store, person.id)
    ]  # fmt: skip
    shown: Json = {
        "ways": ways(outbox_of(request)), "lang": None, "choice": post_store.TURN, "talk": False, "hour": 7,
        "mail": None, "browsers": browsers, "webhook": None, "feed": False,
    }  # fmt: skip
    if row is not None:
        shown |= {"choice": row["choice"], "talk": row["talk"], "hour": row["hour"], "webhook": row["hook"]}
        shown |= {"lang": row["lang"], "feed": row["feed_hash"] is not None}
        if row["address"] is not None:
            shown["mail"] = {"address": row["address"], "confirmed": row["confirmed"] is not None}
    return shown


@router.put("/me/notices", response_model=Wishes)
def choose(request: Request, body: WishBody, lang: Language, me: Me) -> Response:
    """Choose what you hear of, in the language of this request; each game may have a choice of its own."""
    person = person_of(request, me)
    post_store.change(service_of(request).store, person.id, body.model_dump() | {"lang": lang})
    return answer(wishes(request, person))


@router.post("/me/notices/trial", status_code=202, response_class=Response)
def trial(request: Request, lang: Language, me: Me) -> None:
    """Send yourself a notice by every way you have, to see whether it arrives."""
    service, person, outbox = service_of(request), person_of(request, me), outbox_of(request)
    with service.store.writing() as connection:
        reader = post_store.find(connection, person.id)
        if reader is not None:
            if reader["told"] > service.clock() - TRIALS:
                raise TooOften("one a minute")
            post_store.put(connection, person.id, {"told": service.clock()})
            letters.post_everywhere(connection, outbox.settings, reader, {"kind": TRIAL}, service.clock())
    outbox.wake()


@router.get("/games/{game}/notices", response_model=GameWish)
def show_game(request: Request, game: GameId, lang: Language, me: Me) -> Response:
    """What you hear of one game; nothing chosen: as of all."""
    choice, usual = post_store.choice_for(service_of(request).store, game, person_of(request, me).id)
    return answer({"choice": choice, "usual": usual})


@router.put("/games/{game}/notices", response_model=GameWish)
def choose_game(request: Request, game: GameId, body: GameWishBody, lang: Language, me: Me) -> Response:
    person, store = person_of(request, me), service_of(request).store
    post_store.choose_for(store, game, person.id, body.choice)
    return show_game(request, game, lang, me)


# -- browsers


@router.post("/me/push", status_code=201, response_model=Subscribed)
def subscribe(request: Request, body: SubscriptionBody, lang: Language, me: Me) -> Response:
    """This browser wants to be told with its page closed: what its `PushManager` said."""
    person, outbox, service = person_of(request, me), outbox_of(request), service_of(request)
    if not outbox.settings.push:
        raise NotHere("this server has no web push")
    keys = push.check_keys(body.endpoint, body.keys.p256dh, body.keys.auth, outbox.settings.private_targets)
    made = post_store.subscribe(service.store, person.id, person.key, keys, lang, service.clock())
    outbox.wake()
    return answer({"id": made}, 201)


@router.delete("/me/push/{browser}", status_code=204, response_class=Response)
def unsubscribe(request: Request, browser: Id, lang: Language, me: Me) -> None:
    if not post_store.unsubscribe(service_of(request).store, person_of(request, me).id, browser):
        raise UnknownLink(f"no browser {browser[:20]!r} of yours")


# -- mail


@router.put("/me/mail", status_code=202, response_class=Response)
def give_address(request: Request, body: AddressBody, lang: Language, me: Me) -> None:
    """An address for mail. A link goes there; until it comes back nothing else does."""
    service, person, outbox = service_of(request), person_of(request, me), outbox_of(request)
    if not outbox.settings.mail:
        raise NotHere("this server sends no mail")
    address = mailing.check_address(body.address)
    request.app.state.asking.check(request)
    mailing.give_address(service.store, person.id, address, lang)
    if mailing.may_ask(service.store, address, service.clock()):  # whose it is need not know that it is written to
        with service.store.writing() as connection:
            content = {"kind": CONFIRM, "to": mailing.address_hash(address)}
            letters.write(connection, person.id, MAIL, content, service.clock())
        outbox.wake()


@router.delete("/me/mail", status_code=204, response_class=Response)
def forget_address(request: Request, lang: Language, me: Me) -> None:
    mailing.forget_address(service_of(request).store, person_of(request, me).id)


@router.post("/letters/confirm", status_code=204, response_class=Response)
def confirm(request: Request, body: ConfirmBody, lang: Language) -> None:
    """The token of the link that was mailed: the address is its reader's. It works once, for a day."""
    service = service_of(request)
    mailing.confirm(service.store, body.token, service.clock())
    outbox_of(request).wake()


@router.post("/letters/stop/{token}", status_code=204, response_class=Response)
def stop(request: Request, token: SecretToken, lang: Language) -> None:
    """No more mail to an address: with the token that stands in each. A mail program may do it by itself (RFC 8058)."""
    service = service_of(request)
    mailing.stop(service.store, token, service.clock())


@router.get("/letters/stop/{token}", status_code=303, response_class=Response)
def show_stop(token: SecretToken) -> Response:
    """Looking stops nothing: to the page that asks first."""
    return RedirectResponse(f"/letters#stop={token}", 303, {"Cache-Control": "no-store"})


# -- webhook and feed


@router.put("/me/webhook", response_model=HookSecret)
def set_hook(request: Request, body: HookBody, lang: Language, me: Me) -> Response:
    """An address of your own that is called with each notice, signed with the secret that is told now."""
    person, outbox = person_of(request, me), outbox_of(request)
    settings = outbox.settings
    if not settings.webhooks:
        raise NotHere("this server calls no webhooks")
    outward.resolve(outward.read_target(body.url, settings.private_targets), settings.private_targets)
    secret = post_store.set_hook(service_of(request).store, person.id, body.url, lang)
    outbox.wake()
    return answer({"secret": secret})


@router.delete("/me/webhook", status_code=204, response_class=Response)
def remove_hook(request: Request, lang: Language, me: Me) -> None:
    post_store.change(service_of(request).store, person_of(request, me).id, {"hook": None, "hook_secret": None})


@router.post("/me/feed", status_code=201, response_model=FeedAddress)
def new_feed(request: Request, lang: Language, me: Me) -> Response:
    """A secret address under which your games are a feed; one made before is revoked."""
    token = post_store.new_feed(service_of(request).store, person_of(request, me).id, lang)
    return answer({"path": f"/feed/{token}"}, 201)


@router.delete("/me/feed", status_code=204, response_class=Response)
def remove_feed(request: Request, lang: Language, me: Me) -> None:
    post_store.change(service_of(request).store, person_of(request, me).id, {"feed_hash": None})


@place.get("/feed/{token}", response_class=Response)
def show_feed(request: Request, token: SecretToken) -> Response:
    """Your games as an Atom feed: what awaits you, and what has ended."""
    service, outbox = service_of(request), outbox_of(request)
    owner = post_store.whose_feed(service.store, token)
    lang, at = owner["lang"], service.clock()
    found = weighing.entries(service.store, service.library, owner["id"], lang, at)
    site = outbox.settings.address or str(request.base_url).rstrip("/")
    body = weighing.write_atom(owner, found, site, lang, at)
    return Response(body, headers={"Cache-Control": "no-store"}, media_type="application/atom+xml")
