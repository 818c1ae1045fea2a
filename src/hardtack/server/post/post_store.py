"""How each person wants to hear of their games, in the store: what of it, in which language, and by which ways."""

from __future__ import annotations

import hmac
import secrets
from contextlib import suppress
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hardtack.referee.errors import HardtackError
from hardtack.server.errors import NoSeat
from hardtack.server.keys import hash_of, new_id, new_key
from hardtack.server.schema import correspondents, game_choices, people, seats, server_secrets, subscriptions
from hardtack.server.store import Row, Store

TURN, DIGEST, TIME, NONE = "turn", "digest", "time", "none"  # what of a game a person hears of
MOST_SUBSCRIPTIONS = 20
LINKS = "links"  # the secret behind links that need not be kept: see `mailing`


class SubscriptionTaken(HardtackError):
    """The address of a browser that is another's."""


class UnknownFeed(HardtackError):
    """No feed has this address, or it was revoked."""


def secret(store: Store, name: str, at: float, value: str | None = None) -> str:
    """A secret of the server, made on first use; every process that shares the store has the same."""
    query = sa.select(server_secrets.c.value).where(server_secrets.c.name == name)
    found = store.value(query)
    if found is None:
        with suppress(IntegrityError):  # another process was quicker
            store.change(
                server_secrets.insert(), {"name": name, "value": value or secrets.token_urlsafe(32), "made": at}
            )
        [found] = store.column(query)
    return str(found)


def sign(store: Store, text: str, at: float) -> str:
    """What proves that a link is ours, so that it need not be kept."""
    return hmac.new(secret(store, LINKS, at).encode(), text.encode(), sha256).hexdigest()


def settings_of(store: Store, person: str) -> Row | None:
    with store.reading() as connection:
        return find(connection, person)


def find(connection: sa.Connection, person: str) -> Row | None:
    return connection.execute(sa.select(correspondents).where(correspondents.c.person == person)).mappings().first()


def change(store: Store, person: str, values: dict[str, Any]) -> None:
    """Note something about how a person hears; from the first time on they are known here."""
    with store.writing() as connection:
        put(connection, person, values)


def put(connection: sa.Connection, person: str, values: dict[str, Any]) -> None:
    mine = correspondents.c.person == person
    if connection.execute(correspondents.update().where(mine), values).rowcount:
        return
    try:
        with connection.begin_nested():
            connection.execute(correspondents.insert(), {"person": person} | values)
    except IntegrityError:  # somebody with the same name, at the same moment
        connection.execute(correspondents.update().where(mine), values)


# -- browsers


def subscribe(store: Store, person: str, key: str, keys: dict[str, str], lang: str, at: float) -> str:
    """A browser that may be told with its page closed. The same one, subscribed again, is not told twice."""
    hashed = hash_of("push", keys["endpoint"])
    row = {"person": person, "key": key, "lang": lang, "made": at} | keys
    with store.writing() as connection:
        same = subscriptions.c.endpoint_hash == hashed
        found = connection.execute(sa.select(subscriptions).where(same)).mappings().first()
        if found is not None:
            own = found["person"] == person or all(found[name] == keys[name] for name in ("p256dh", "auth"))
            if not own:  # who knows an address only must not take it from the browser that has its keys
                raise SubscriptionTaken("this browser is another's")
            connection.execute(subscriptions.update().where(same), row)
            put(connection, person, {"lang": lang})
            return str(found["id"])
        held = sa.select(subscriptions.c.id).where(subscriptions.c.person == person)
        newest = connection.execute(held.order_by(subscriptions.c.made.desc())).scalars().all()
        for old in newest[MOST_SUBSCRIPTIONS - 1 :]:
            connection.execute(subscriptions.delete().where(subscriptions.c.id == old))
        made = new_id()
        connection.execute(subscriptions.insert(), row | {"id": made, "endpoint_hash": hashed})
        put(connection, person, {"lang": lang})
        return made


def subscribed(store: Store, person: str) -> list[Row]:
    query = sa.select(subscriptions).where(subscriptions.c.person == person).order_by(subscriptions.c.made)
    return store.rows(query)


def subscription(store: Store, person: str, wanted: str) -> Row | None:
    mine = (subscriptions.c.id == wanted) & (subscriptions.c.person == person)
    return store.row(sa.select(subscriptions).where(mine))


def unsubscribe(store: Store, person: str, wanted: str) -> bool:
    mine = (subscriptions.c.id == wanted) & (subscriptions.c.person == person)
    return store.change(subscriptions.delete().where(mine)) == 1


# -- one game


def choice_for(store: Store, game: str, person: str) -> tuple[str | None, str]:
    """What a person chose for a game, if anything, and what they chose for all."""
    with store.reading() as connection:
        theirs = sa.select(seats.c.side).where(
            seats.c.game == game, (seats.c.person == person) | (seats.c.asked == person)
        )
        if connection.execute(theirs).first() is None:
            raise NoSeat("no seat of this game is yours")
        return choices(connection, game, person)


def choices(connection: sa.Connection, game: str, person: str) -> tuple[str | None, str]:
    one = (game_choices.c.game == game) & (game_choices.c.person == person)
    chosen = connection.execute(sa.select(game_choices.c.choice).where(one)).scalar()
    usual = connection.execute(sa.select(correspondents.c.choice).where(correspondents.c.person == person)).scalar()
    return chosen, usual or TURN


def choose_for(store: Store, game: str, person: str, choice: str | None) -> None:
    """Choose for one game; None: as for all."""
    choice_for(store, game, person)
    one = (game_choices.c.game == game) & (game_choices.c.person == person)
    with store.writing() as connection:
        connection.execute(game_choices.delete().where(one))
        if choice is not None:
            connection.execute(game_choices.insert(), {"game": game, "person": person, "choice": choice})


# -- webhook and feed


def set_hook(store: Store, person: str, url: str, lang: str) -> str:
    """The address of a person's own that is called; the secret that signs the calls is told only now."""
    made = new_key()
    change(store, person, {"hook": url, "hook_secret": made, "lang": lang})
    return made


def new_feed(store: Store, person: str, lang: str) -> str:
    """The secret part of the address of a feed; one that was made before opens nothing any more."""
    token = new_key()
    change(store, person, {"feed_hash": hash_of("feed", token), "lang": lang})
    return token


def whose_feed(store: Store, token: str) -> Row:
    """The person behind the address of a feed: their id, name and language."""
    query = sa.select(people.c.id, people.c.name, correspondents.c.lang).join_from(people, correspondents)
    row = store.row(query.where(correspondents.c.feed_hash == hash_of("feed", token)))
    if row is None:
        raise UnknownFeed("no feed has this address")
    return row
