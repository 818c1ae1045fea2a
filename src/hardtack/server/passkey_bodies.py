"""The shapes of requests and answers about passkeys: those of WebAuthn, as far as we read them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, Field, StringConstraints

from hardtack.server.request_bodies import Body, Device

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


class NewPasskey(Body):
    id: Coded
    rawId: Coded
    type: Annotated[str, StringConstraints(pattern="^public-key$")] = "public-key"
    response: Made


class ShownPasskey(Body):
    id: Coded
    rawId: Coded
    type: Annotated[str, StringConstraints(pattern="^public-key$")] = "public-key"
    response: Signed


class AddBody(Body):
    credential: NewPasskey
    device: Device = ""


class EnterBody(Body):
    credential: ShownPasskey
    device: Device = ""


class Ceremony(BaseModel):
    """What the browser's own dialogue is to be given, as WebAuthn writes it."""

    options: dict[str, Any] = Field(description="PublicKeyCredentialCreationOptions or -RequestOptions as JSON")


class Passkey(BaseModel):
    id: str
    device: str
    since: str


class Passkeys(BaseModel):
    """Whether passkeys can be used at this address, and those that are yours."""

    offered: bool
    passkeys: list[Passkey]
