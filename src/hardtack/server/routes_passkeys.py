"""Passkeys: a name of one's own on every device that has the passkey."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, Field, StringConstraints

from hardtack.server import passkeys
from hardtack.server.answers import Language, Me, answer
from hardtack.server.catalogue import Json
from hardtack.server.passkeys import Site
from hardtack.server.request_bodies import Body, DeviceBody
from hardtack.server.routes_games import PROBLEMS, service_of
from hardtack.server.routes_people import Named, person_of
from hardtack.server.routes_seats import LinkId, Since
from hardtack.server.store import Row
from hardtack.server.viewing import iso

Coded = Annotated[str, StringConstraints(min_length=1, max_length=8_000, pattern=r"^[A-Za-z0-9_-]+$")]


class Made(Body):
    """The answer of an authenticator that made a passkey."""

    clientDataJSON: Coded
    attestationObject: Coded


class Signed(Body):
    """The answer of an authenticator that signed a challenge."""

    clientDataJSON: Coded
    authenticatorData: Coded
    signature: Coded


class Credential(Body):
    id: Coded
    rawId: Coded
    type: Annotated[str, StringConstraints(pattern="^public-key$")] = "public-key"


class NewPasskey(Credential):
    response: Made


class ShownPasskey(Credential):
    response: Signed


class AddBody(DeviceBody):
    credential: NewPasskey


class EnterBody(DeviceBody):
    credential: ShownPasskey


class Ceremony(BaseModel):
    """What the browser's own dialogue is to be given, as WebAuthn writes it."""

    options: dict[str, Any] = Field(description="PublicKeyCredentialCreationOptions or -RequestOptions as JSON")


class Passkey(Since):
    device: str


class Passkeys(BaseModel):
    """Whether passkeys can be used at this address, and those that are yours."""

    offered: bool
    passkeys: list[Passkey]


router = APIRouter(prefix="/api", tags=["people"], responses=PROBLEMS)


def site_of(request: Request) -> Site:
    """Whatever name the browser used. One that lies about it lies to itself: no passkey was made for that name."""
    url = request.url
    return Site((url.hostname or "").lower(), f"{url.scheme}://{url.netloc}".lower())


def shown(row: Row | Json) -> Json:
    return {"id": row["id"], "device": row["device"], "since": iso(row["made"])}


@router.get("/passkeys", response_model=Passkeys)
def own_passkeys(request: Request, lang: Language, me: Me) -> Response:
    """Whether this server takes passkeys at the address you see it under, and yours, if you show who you are."""
    held = passkeys.own(service_of(request).store, person_of(request, me)) if me else []
    return answer({"offered": site_of(request).has_passkeys, "passkeys": [shown(row) for row in held]})


@router.post("/passkeys/new", response_model=Ceremony)
def begin_adding(request: Request, lang: Language, me: Me) -> Response:
    """Begin to make a passkey for your name; what comes of it goes to `POST /api/passkeys` within five minutes."""
    service, person = service_of(request), person_of(request, me)
    return answer({"options": passkeys.begin_adding(service.store, site_of(request), person, service.clock())})


@router.post("/passkeys", status_code=201, response_model=Passkey)
def add(request: Request, body: AddBody, lang: Language, me: Me) -> Response:
    service, person = service_of(request), person_of(request, me)
    credential = body.credential.model_dump()
    row = passkeys.add(service.store, site_of(request), person, credential, body.device, service.clock())
    return answer(shown(row), 201)


@router.delete("/passkeys/{passkey}", status_code=204, response_class=Response)
def remove(request: Request, passkey: LinkId, lang: Language, me: Me) -> None:
    """It opens nothing any more. Browsers that came in by it keep the name until they lose it themselves."""
    passkeys.remove(service_of(request).store, person_of(request, me), passkey)


@router.post("/passkeys/enter/new", response_model=Ceremony)
def begin_entering(request: Request, lang: Language) -> Response:
    """Begin to come in by a passkey; what it signs goes to `POST /api/passkeys/enter` within five minutes."""
    service = service_of(request)
    return answer({"options": passkeys.begin_entering(service.store, site_of(request), service.clock())})


@router.post("/passkeys/enter", response_model=Named)
def enter(request: Request, body: EnterBody, lang: Language) -> Response:
    """Exchange what a passkey has signed for a key of this browser's own."""
    service = service_of(request)
    credential = body.credential.model_dump()
    person, key = passkeys.enter(service.store, site_of(request), credential, body.device, service.clock())
    return answer({"id": person.id, "name": person.name, "key": key})
