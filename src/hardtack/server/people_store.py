"""Names that are somebody's own, in the store: no account, no password. A key in each browser, links that carry it on.

Keys and tokens are kept as hashes only. A seat may be bound to a person; then it is in their list on every device, and
any of their browsers can have a key to it.
"""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hardtack.referee.errors import HardtackError
from hardtack.referee.limits import NAME
from hardtack.server.connections import count
from hardtack.server.keys import hash_player, new_id, new_key
from hardtack.server.schema import games, passkeys, people, person_keys, person_links, seats
from hardtack.server.seating import OPEN, TAKEN, WITHDRAWN, LinkTaken, LinkWithdrawn, UnknownLink
from hardtack.server.store import Row, Store
from hardtack.server.talk_store import TooOften

# letters by their kind, but blank: fillers of Hangul, marks that vary a sign, the joiner of graphemes
UNSEEN = frozenset(map(chr, (0x115F, 0x1160, 0x3164, 0xFFA0, 0x034F, 0x2800, *range(0xFE00, 0xFE10))))
LONGEST = 80  # letters by which names are compared, as the store has them
MOST_DEVICES = 20
LINK_SECONDS = 3_600.0  # a link to a name is good for an hour
NEW_NAMES, WITHIN = 60, 60.0  # so many in so many seconds, on the whole server


class NameTaken(HardtackError):
    """The name is somebody else's."""


class BadName(HardtackError):
    """No name, or one that looks like nothing."""


class BadPlayerKey(HardtackError):
    """The key is nobody's, or was revoked."""


class UnknownPerson(HardtackError):
    """Nobody is called so."""


class LinkExpired(HardtackError):
    """A link to a name that was not used in time."""


@dataclass(frozen=True, slots=True)
class Person:
    id: str
    name: str
    key: str  # the id of the key that was shown


def plain(name: str) -> str:
    """What makes two names the same: neither case, width, blanks nor what nobody sees tell them apart."""
    seen = "".join(letter for letter in unicodedata.normalize("NFKC", name) if not is_unseen(letter))
    return " ".join(unicodedata.normalize("NFKC", seen.casefold()).split())


def is_unseen(letter: str) -> bool:
    """Marks that join, part or turn letters round, and the like: they take no room of their own."""
    return unicodedata.category(letter) in ("Cf", "Cc", "Co", "Cn", "Cs") or letter in UNSEEN


def is_mixed(name: str) -> bool:
    """Whether letters of alphabets that look alike stand in one name, as a Cyrillic a in a Latin one."""
    alphabets = {unicodedata.name(letter, "").partition(" ")[0] for letter in unicodedata.normalize("NFKC", name)}
    return len(alphabets & {"LATIN", "GREEK", "CYRILLIC"}) > 1


def check_name(name: str) -> tuple[str, str]:
    """A name as it is shown, and what makes it the same as another; BadName for one that is none or looks like
    another."""
    wanted = plain(name)
    if len(wanted) < 2 or not any(letter.isalnum() for letter in wanted):
        raise BadName("a name has two letters or more")
    if len(name) > NAME or len(wanted) > LONGEST:  # some signs stand for many letters
        raise BadName(f"a name has {NAME} letters at most")
    if is_mixed(wanted):
        raise BadName("the letters of a name are of one alphabet")
    return " ".join("".join(letter for letter in name if not is_unseen(letter)).split()), wanted


def take_name(store: Store, name: str, device: str, at: float) -> tuple[Person, str]:
    """A name nobody has; the person, and the key for this browser."""
    shown, wanted = check_name(name)
    row: dict[str, Any] = {"id": new_id(), "name": shown, "name_key": wanted, "made": at}
    try:
        with store.writing() as connection:
            if count(connection, people, people.c.made > at - WITHIN) >= NEW_NAMES:
                raise TooOften("many names are being taken")
            connection.execute(people.insert(), row)
            return add_key(connection, row["id"], device, at)
    except IntegrityError:
        raise NameTaken(f"{row['name']!r} is somebody's") from None


def add_key(connection: sa.Connection, person: str, device: str, at: float) -> tuple[Person, str]:
    """One more browser that has the name."""
    key, key_id = new_key(), new_id()
    name = connection.execute(sa.select(people.c.name).where(people.c.id == person)).scalar_one()
    held = sa.select(person_keys.c.id).where(person_keys.c.person == person).order_by(person_keys.c.made.desc())
    for old in connection.execute(held).scalars().all()[MOST_DEVICES - 1 :]:
        connection.execute(person_keys.delete().where(person_keys.c.id == old))  # the oldest gives way
    row = {"id": key_id, "person": person, "key_hash": hash_player(key), "device": device, "made": at}
    connection.execute(person_keys.insert(), row)
    return Person(person, name, key_id), key


def who(store: Store, key: str) -> Person:
    """Whose key it is."""
    query = sa.select(people.c.id, people.c.name, person_keys.c.id).join_from(people, person_keys)
    with store.reading() as connection:
        row = connection.execute(query.where(person_keys.c.key_hash == hash_player(key))).first()
    if row is None:
        raise BadPlayerKey("the key is nobody's")
    return Person(*row)


def by_name(store: Store, name: str) -> Row:
    row = store.row(sa.select(people).where(people.c.name_key == plain(name)))
    if row is None:
        raise UnknownPerson(f"nobody is called {name[:40]!r}")
    return row


def devices(store: Store, person: Person) -> list[Row]:
    query = sa.select(person_keys).where(person_keys.c.person == person.id).order_by(person_keys.c.made)
    return store.rows(query)


def waiting_links(store: Store, person: Person, at: float) -> list[Row]:
    mine = (person_links.c.person == person.id) & (person_links.c.state == OPEN) & (person_links.c.expires > at)
    return store.rows(sa.select(person_links).where(mine))


def revoke(store: Store, person: Person, key_id: str) -> None:
    """A browser loses the name at once."""
    mine = (person_keys.c.person == person.id) & (person_keys.c.id == key_id)
    with store.writing() as connection:
        if connection.execute(person_keys.delete().where(mine)).rowcount != 1:
            raise UnknownLink(f"no device {key_id[:20]!r} of yours")
        withdraw_links(connection, person.id)  # it may have made them, to come back by


def withdraw_links(connection: sa.Connection, person: str) -> int:
    """Links to a name that wait open nothing any more; how many there were."""
    waiting = (person_links.c.person == person) & (person_links.c.state == OPEN)
    return connection.execute(person_links.update().where(waiting), {"state": WITHDRAWN}).rowcount


def new_link(store: Store, person: str, at: float, alone: bool = True) -> tuple[str, str]:
    """A link that brings the name to another browser, once and within the hour: its id and token."""
    token = new_key()
    row: dict[str, Any] = {"id": new_id(), "person": person, "token_hash": hash_player(token), "state": OPEN}
    with store.writing() as connection:
        if alone:  # one at a time; but nobody's asking for mail takes another's link away
            withdraw_links(connection, person)
        connection.execute(person_links.insert(), row | {"made": at, "expires": at + LINK_SECONDS})
    return row["id"], token


def withdraw_link(store: Store, person: Person, link_id: str) -> None:
    mine = (person_links.c.person == person.id) & (person_links.c.id == link_id) & (person_links.c.state == OPEN)
    if store.change(person_links.update().where(mine), {"state": WITHDRAWN}) != 1:
        raise UnknownLink(f"no link {link_id[:20]!r} waits")


def use_link(store: Store, token: str, device: str, at: float) -> tuple[Person, str]:
    """Exchange the token of a link for a key of this browser's own."""
    with store.writing() as connection:
        same = person_links.c.token_hash == hash_player(token)
        link = connection.execute(sa.select(person_links).where(same)).mappings().first()
        if link is None:
            raise UnknownLink("no such link")
        if link["state"] == WITHDRAWN:
            raise LinkWithdrawn("the link was withdrawn")
        if link["expires"] <= at:
            raise LinkExpired("the link is older than an hour")
        fresh = same & (person_links.c.state == OPEN)
        if connection.execute(person_links.update().where(fresh), {"state": TAKEN}).rowcount != 1:
            raise LinkTaken("the link was used")
        return add_key(connection, link["person"], device, at)


def games_of(store: Store, person: Person, limit: int = 200) -> list[str]:
    """The games in which somebody has a seat, or is challenged to one; the latest first."""
    theirs = sa.select(seats.c.game).where((seats.c.person == person.id) | (seats.c.asked == person.id))
    query = sa.select(games.c.id).where(games.c.id.in_(theirs)).order_by(games.c.updated.desc()).limit(limit)
    return store.column(query)


def give_up(store: Store, person: Person) -> None:
    """The name is nobody's any more; the seats stay with the browsers that have their keys."""
    with store.writing() as connection:
        connection.execute(seats.update().where(seats.c.person == person.id), {"person": None})
        connection.execute(seats.update().where(seats.c.asked == person.id), {"asked": None})
        for table in (person_links, person_keys, passkeys):
            connection.execute(table.delete().where(table.c.person == person.id))
        connection.execute(people.delete().where(people.c.id == person.id))
