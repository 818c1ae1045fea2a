"""Passkeys: a name of one's own that is kept by a telephone, a computer or a security key, and asks for no password.

What is signed and how it is checked is the business of the `webauthn` package, which a host installs; without it no
passkey is offered. A passkey is good for the one address it was made at. Every ceremony answers a challenge of ours
that was never used before and is a few minutes old.
"""

from __future__ import annotations

import ipaddress
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from typing import Any, TypeVar

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.server.catalogue import Json
from hardtack.server.connections import count
from hardtack.server.keys import new_id
from hardtack.server.people_store import Person, add_key
from hardtack.server.schema import passkey_challenges, passkeys
from hardtack.server.seating import UnknownLink
from hardtack.server.store import Row, Store
from hardtack.server.talk_store import TooOften

CHALLENGE_SECONDS = 300.0
MOST_CHALLENGES = 2_000  # that wait at a time, on the whole server
MOST_PASSKEYS = 10  # of one person
ADD, ENTER = "add", "enter"

Verdict = TypeVar("Verdict")


class NoPasskeys(HardtackError):
    """The server has not what it takes, or stands at a number instead of a name."""


class BadPasskey(HardtackError):
    """What was signed does not hold, or nobody knows the passkey."""


class PasskeyLate(HardtackError):
    """The challenge is old, was answered before, or is none of ours."""


class TooManyPasskeys(HardtackError):
    """A name has as many as it may have."""


@dataclass(frozen=True, slots=True)
class Site:
    """Where the page stands, as its browser sees it."""

    host: str
    origin: str

    @property
    def has_passkeys(self) -> bool:
        """Browsers keep passkeys for names, never for numbers."""
        try:
            ipaddress.ip_address(self.host.strip("[]"))
        except ValueError:
            return bool(self.host) and at_hand()
        return False


@cache
def at_hand() -> bool:
    return find_spec("webauthn") is not None


def _check(site: Site) -> None:
    if not site.has_passkeys:
        raise NoPasskeys("no passkeys here")


def _written(options: Any) -> Json:
    from webauthn import options_to_json

    written: Json = json.loads(options_to_json(options))
    return written


def begin_adding(store: Store, site: Site, person: Person, at: float) -> Json:
    """What a browser needs to make a passkey for a name."""
    _check(site)
    from webauthn import generate_registration_options
    from webauthn.helpers import structs

    held = own(store, person)
    if len(held) >= MOST_PASSKEYS:
        raise TooManyPasskeys(f"{MOST_PASSKEYS} are enough")
    known = [structs.PublicKeyCredentialDescriptor(id=bytes.fromhex(row["credential"])) for row in held]
    options = generate_registration_options(
        rp_id=site.host, rp_name="Hardtack", user_name=person.name, user_id=person.id.encode(),
        exclude_credentials=known, authenticator_selection=structs.AuthenticatorSelectionCriteria(
            resident_key=structs.ResidentKeyRequirement.REQUIRED,
            user_verification=structs.UserVerificationRequirement.PREFERRED,
        ),
    )  # fmt: skip
    _keep_challenge(store, options.challenge, ADD, person.id, at)
    return _written(options)


def add(store: Store, site: Site, person: Person, credential: Json, device: str, at: float) -> Json:
    """Keep the passkey that a browser has made."""
    _check(site)
    from webauthn import verify_registration_response

    challenge = _challenge_of(credential)
    with store.writing() as connection:
        _use_challenge(connection, challenge, ADD, person.id, at)
    made = _judged(
        lambda: verify_registration_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin
        )
    )
    row: Json = {
        "id": new_id(), "person": person.id, "credential": made.credential_id.hex(), "host": site.host,
        "public_key": made.credential_public_key.hex(), "count": made.sign_count, "device": device, "made": at,
    }  # fmt: skip
    with store.writing() as connection:
        if connection.execute(sa.select(passkeys.c.id).where(passkeys.c.credential == row["credential"])).first():
            raise BadPasskey("the passkey is known already")
        if count(connection, passkeys, passkeys.c.person == person.id) >= MOST_PASSKEYS:
            raise TooManyPasskeys(f"{MOST_PASSKEYS} are enough")
        connection.execute(passkeys.insert(), row)
    return row


def begin_entering(store: Store, site: Site, at: float) -> Json:
    """What a browser needs to ask its owner for a passkey; whose it is, the passkey itself tells."""
    _check(site)
    from webauthn import generate_authentication_options

    options = generate_authentication_options(rp_id=site.host)
    _keep_challenge(store, options.challenge, ENTER, None, at)
    return _written(options)


def enter(store: Store, site: Site, credential: Json, device: str, at: float) -> tuple[Person, str]:
    """Exchange what a passkey has signed for a key of this browser's own."""
    _check(site)
    from webauthn import verify_authentication_response

    challenge = _challenge_of(credential)
    with store.writing() as connection:
        _use_challenge(connection, challenge, ENTER, None, at)
        named = passkeys.c.credential == _bytes(credential["rawId"]).hex()
        known = connection.execute(sa.select(passkeys).where(named)).mappings().first()
    if known is None or known["host"] != site.host:
        raise BadPasskey("nobody knows this passkey")
    shown = _judged(
        lambda: verify_authentication_response(
            credential=credential, expected_challenge=challenge, expected_rp_id=site.host, expected_origin=site.origin,
            credential_public_key=bytes.fromhex(known["public_key"]), credential_current_sign_count=known["count"],
        )
    )  # fmt: skip
    with store.writing() as connection:
        still = (passkeys.c.id == known["id"]) & (passkeys.c.count == known["count"])
        if connection.execute(passkeys.update().where(still), {"count": shown.new_sign_count}).rowcount != 1:
            raise BadPasskey("the passkey was removed, or used elsewhere at the same moment")
        return add_key(connection, known["person"], device, at)


def own(store: Store, person: Person) -> list[Row]:
    query = sa.select(passkeys).where(passkeys.c.person == person.id).order_by(passkeys.c.made)
    return store.rows(query)


def remove(store: Store, person: Person, passkey: str) -> None:
    mine = (passkeys.c.person == person.id) & (passkeys.c.id == passkey)
    if store.change(passkeys.delete().where(mine)) != 1:
        raise UnknownLink(f"no passkey {passkey[:20]!r} of yours")


def _judged(check: Callable[[], Verdict]) -> Verdict:
    """Whatever is wrong with what was sent, it is no passkey of ours."""
    from webauthn.helpers.exceptions import WebAuthnException

    try:
        return check()
    except (WebAuthnException, ValueError, KeyError, TypeError, IndexError) as error:
        raise BadPasskey(f"{type(error).__name__}: {error}") from None


def _bytes(text: str) -> bytes:
    from webauthn import base64url_to_bytes

    return _judged(lambda: base64url_to_bytes(text))


def _challenge_of(credential: Json) -> bytes:
    from webauthn.helpers import parse_client_data_json

    return _judged(lambda: parse_client_data_json(_bytes(credential["response"]["clientDataJSON"])).challenge)


def _keep_challenge(store: Store, challenge: bytes, purpose: str, person: str | None, at: float) -> None:
    row = {"challenge": challenge.hex(), "purpose": purpose, "person": person, "expires": at + CHALLENGE_SECONDS}
    with store.writing() as connection:
        connection.execute(passkey_challenges.delete().where(passkey_challenges.c.expires <= at))
        if count(connection, passkey_challenges) >= MOST_CHALLENGES:
            raise TooOften("many passkeys are being asked for")
        connection.execute(passkey_challenges.insert(), row)


def _use_challenge(connection: sa.Connection, challenge: bytes, purpose: str, person: str | None, at: float) -> None:
    """Once, whatever comes of it."""
    ours = (passkey_challenges.c.challenge == challenge.hex()) & (passkey_challenges.c.purpose == purpose)
    whose = passkey_challenges.c.person.is_(None) if person is None else passkey_challenges.c.person == person
    fresh = ours & whose & (passkey_challenges.c.expires > at)
    if connection.execute(passkey_challenges.delete().where(fresh)).rowcount != 1:
        raise PasskeyLate("no challenge of ours waits for this")
