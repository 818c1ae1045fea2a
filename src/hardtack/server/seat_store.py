"""Keys and links in the store. Every change counts the game's `seating` up, so that other processes notice.

That count is also the lock: whoever changes the seats of a game takes its row first, so that of two who take up one
invitation, in one process or in two, exactly one succeeds.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from hardtack.server.errors import NameNeeded, NoSeat, UnknownGame
from hardtack.server.keys import hash_key, hash_token, new_id, new_key
from hardtack.server.schema import games, seat_keys, seat_links, seats
from hardtack.server.seating import (
    ASKED,
    DEVICE,
    HANDOVER,
    INVITATION,
    MOST_KEYS,
    MOST_LINKS,
    OPEN,
    TAKEN,
    WITHDRAWN,
    LinkAsked,
    LinkTaken,
    LinkWithdrawn,
    NotOffered,
    Seating,
    SeatKey,
    SeatTaken,
    TooManyKeys,
    UnknownLink,
    read_seating,
    read_sides,
    write_sides,
)  # fmt: skip
from hardtack.server.store import WANTED, Row, Store, now
from hardtack.table.seats import BOT

RATED = "agreed"  # both play for the standings: see `standings`
MOST_ANSWERS = 4_000  # characters of the standing answers of a seat


@dataclass(frozen=True, slots=True)
class NewLink:
    """A link as it is told to whoever made it, once."""

    id: str
    sides: tuple[str, ...]
    token: str
    made: float


def key_row(game_id: str, sides: Iterable[str], key: str, device: str) -> dict[str, Any]:
    return {
        "id": new_id(), "game": game_id, "sides": write_sides(sides), "key_hash": hash_key(key), "device": device,
        "made": now(),
    }  # fmt: skip


def link_row(game_id: str, sides: Iterable[str], kind: str, token: str) -> dict[str, Any]:
    return {
        "id": new_id(), "game": game_id, "sides": write_sides(sides), "kind": kind, "token_hash": hash_token(token),
        "state": OPEN, "made": now(),
    }  # fmt: skip


def seat_of(game_id: str, side: str) -> sa.ColumnElement[bool]:
    return (seats.c.game == game_id) & (seats.c.side == side)


KEYS = sa.select(seat_keys).where(seat_keys.c.game.in_(WANTED))
LINKS = sa.select(seat_links).where(seat_links.c.game.in_(WANTED), seat_links.c.state == OPEN)


def seatings(store: Store, game_ids: Iterable[str]) -> dict[str, Seating]:
    """The seating of each of these games."""
    wanted = list(game_ids)
    with store.reading() as connection:
        return read_seatings(connection, wanted)


def read_seatings(connection: sa.Connection, wanted: list[str]) -> dict[str, Seating]:
    keys = connection.execute(KEYS, {"wanted": wanted}).mappings().all()
    links = connection.execute(LINKS, {"wanted": wanted}).mappings().all()
    found: dict[str, tuple[list[Row], list[Row]]] = {game_id: ([], []) for game_id in wanted}
    for row in keys:
        found[row["game"]][0].append(row)
    for row in links:
        found[row["game"]][1].append(row)
    return {game_id: read_seating(*rows) for game_id, rows in found.items()}


@contextmanager
def reseating(store: Store, game_id: str) -> Iterator[tuple[sa.Connection, Seating]]:
    """A change of the seats of a game, alone with it: how they stand, and the transaction to change them in."""
    with store.writing() as connection:
        game = games.c.id == game_id
        counted = connection.execute(games.update().where(game).values(seating=games.c.seating + 1))
        if counted.rowcount != 1:
            raise UnknownGame(f"no game {game_id[:20]!r}")
        yield connection, read_seatings(connection, [game_id])[game_id]


def invite(store: Store, game_id: str, key: str, side: str) -> NewLink:
    """A new invitation for a seat that nobody holds; one that still waits is withdrawn."""
    with reseating(store, game_id) as (connection, seating):
        seating.key(key)
        _free_seat(connection, game_id, seating, side)
        waiting = seating.invitation(side)
        if waiting is not None:
            _end(connection, waiting.id, WITHDRAWN)
        return _add_link(connection, game_id, (side,), INVITATION)


def _free_seat(connection: sa.Connection, game_id: str, seating: Seating, side: str) -> Row:
    """A seat that nobody holds."""
    row = connection.execute(sa.select(seats).where(seat_of(game_id, side))).mappings().first()
    if row is None:
        raise UnknownLink(f"there is no seat {side[:20]!r}")
    if row["kind"] == BOT or seating.held(side):
        raise SeatTaken(f"{side} is taken")
    return row


def link_device(store: Store, game_id: str, key: str) -> NewLink:
    """A link for another device of whoever holds a key, to the same seat."""
    with reseating(store, game_id) as (connection, seating):
        sides = seating.key(key).sides
        _check_room(seating, sides)
        waiting = [link.id for link in seating.links if link.kind == DEVICE and link.sides == sides]
        for old in waiting[: max(0, len(waiting) - MOST_LINKS + 1)]:
            _end(connection, old, WITHDRAWN)
        return _add_link(connection, game_id, sides, DEVICE)


def _add_link(connection: sa.Connection, game_id: str, sides: tuple[str, ...], kind: str) -> NewLink:
    token = new_key()
    row = link_row(game_id, sides, kind, token)
    connection.execute(seat_links.insert(), row)
    return NewLink(row["id"], sides, token, row["made"])


def _check_room(seating: Seating, sides: tuple[str, ...]) -> None:
    if sum(1 for key in seating.keys if key.sides == sides) >= MOST_KEYS:
        raise TooManyKeys(f"{MOST_KEYS} devices hold this seat")


def _end(connection: sa.Connection, link_id: str, state: str) -> None:
    connection.execute(seat_links.update().where(seat_links.c.id == link_id), {"state": state})


def withdraw(store: Store, game_id: str, key: str, link_id: str) -> None:
    """Withdraw a link that waits: an invitation by anybody of the game, a device link by whose seat it is."""
    with reseating(store, game_id) as (connection, seating):
        own = seating.key(key).sides
        link = next((link for link in seating.links if link.id == link_id), None)
        if link is None or (link.kind != INVITATION and link.sides != own):
            raise UnknownLink(f"no link {link_id[:20]!r} waits")
        _end(connection, link.id, WITHDRAWN)


def revoke(store: Store, game_id: str, key: str, key_id: str) -> None:
    """Take the seat from one of the devices that hold it: one's own, or another with the same seat."""
    with reseating(store, game_id) as (connection, seating):
        own = seating.key(key).sides
        found = next((one for one in seating.keys if one.id == key_id), None)
        if found is None or found.sides != own:
            raise UnknownLink(f"no key {key_id[:20]!r} of this seat")
        connection.execute(seat_keys.delete().where(seat_keys.c.id == key_id))
        for link in seating.links:  # which the lost device may have made, to come back by
            if link.kind == DEVICE and link.sides == own:
                _end(connection, link.id, WITHDRAWN)


def find_link(store: Store, game_id: str, token: str) -> Row:
    """What a link is for and how it stands; looking does not take it."""
    with store.reading() as connection:
        return _find_link(connection, game_id, token)


def _find_link(connection: sa.Connection, game_id: str, token: str) -> Row:
    wanted = (seat_links.c.game == game_id) & (seat_links.c.token_hash == hash_token(token))
    row = connection.execute(sa.select(seat_links).where(wanted)).mappings().first()
    if row is None:
        raise UnknownLink("no such link")
    return row


def claim(
    store: Store, game_id: str, token: str, name: str, person: str | None, device: str
) -> tuple[str, SeatKey, str]:
    """Exchange the token of a link for a fresh key, and tell its kind. From then on the token opens nothing."""
    with reseating(store, game_id) as (connection, seating):
        link = _find_link(connection, game_id, token)
        if link["state"] == WITHDRAWN:
            raise LinkWithdrawn("the link was withdrawn")
        if link["state"] == ASKED:
            raise LinkAsked("the other side has not agreed yet")
        sides = read_sides(link["sides"])
        invitation = link["kind"] == INVITATION
        if link["state"] == TAKEN or (invitation and any(map(seating.held, sides))):
            raise LinkTaken("the link was taken")
        if link["kind"] != DEVICE:
            _check_name(connection, game_id, person)
        _check_room(seating, sides)
        key = new_key()
        row = key_row(game_id, sides, key, device)
        connection.execute(seat_keys.insert(), row)
        if link["kind"] == HANDOVER:
            _stand_up(connection, game_id, seating, sides[0], row["id"])
        _end(connection, link["id"], TAKEN)
        if link["kind"] != DEVICE:
            _sit_down(connection, game_id, sides, name, person)
        return key, SeatKey(row["id"], sides, row["key_hash"], device, row["made"]), link["kind"]


def _check_name(connection: sa.Connection, game_id: str, person: str | None) -> None:
    """Whoever sits down at a rated game agrees that it is; they need a name of their own for that."""
    rated = connection.execute(sa.select(games.c.rated).where(games.c.id == game_id)).scalar_one()
    if rated == RATED and person is None:
        raise NameNeeded("the game is rated")


def sit(store: Store, game_id: str, side: str, name: str, person: str | None, device: str, kept: bool = False) -> str:
    """Take a seat that is offered to anybody, or to this person, or is kept for whoever asks; returns the key."""
    with reseating(store, game_id) as (connection, seating):
        row = _free_seat(connection, game_id, seating, side)
        if not (kept or row["offered"] or (person is not None and row["asked"] == person)):
            raise NotOffered(f"{side} is not offered to you")
        own = sa.select(seats.c.side).where(seats.c.game == game_id, seats.c.person == person, seats.c.side != side)
        if person is not None and connection.execute(own).first():
            raise SeatTaken("nobody sits down against himself")
        _check_name(connection, game_id, person)
        key = new_key()
        connection.execute(seat_keys.insert(), key_row(game_id, (side,), key, device))
        _sit_down(connection, game_id, (side,), name, person)
        return key


def recover(store: Store, game_id: str, person: str, device: str) -> tuple[str, tuple[str, ...]]:
    """A fresh key to the seats that are bound to a person; the oldest gives way where there are too many."""
    with reseating(store, game_id) as (connection, seating):
        theirs = sa.select(seats.c.side).where(seats.c.game == game_id, seats.c.person == person, seats.c.kind != BOT)
        sides = tuple(sorted(connection.execute(theirs).scalars(), reverse=True))  # union first
        if not sides:
            raise NoSeat("no seat of this game is yours")
        same = [one for one in seating.keys if one.sides == sides]
        for old in same[: max(0, len(same) - MOST_KEYS + 1)]:
            connection.execute(seat_keys.delete().where(seat_keys.c.id == old.id))
        key = new_key()
        connection.execute(seat_keys.insert(), key_row(game_id, sides, key, device))
        return key, sides


def bind(store: Store, game_id: str, key: str, person: str, name: str) -> tuple[str, ...]:
    """Seats that a key holds become those of a person, if they are nobody else's."""
    with reseating(store, game_id) as (connection, seating):
        sides = seating.key(key).sides
        seat = (seats.c.game == game_id) & seats.c.side.in_(sides)
        owners = set(connection.execute(sa.select(seats.c.person).where(seat)).scalars())
        if owners - {None, person}:
            raise SeatTaken("the seat has another's name")
        connection.execute(seats.update().where(seat), {"person": person, "name": name})
        return sides


def _sit_down(
    connection: sa.Connection, game_id: str, sides: tuple[str, ...], name: str, person: str | None = None
) -> None:
    """Whoever sits down says who they are, unless the game was set up with a name for the seat; nor do they answer as
    somebody did who sat there before."""
    taken = (seats.c.game == game_id) & seats.c.side.in_(sides)
    fresh = {"answers": "", "notes": "", "person": person, "asked": None, "offered": False}
    connection.execute(seats.update().where(taken), fresh)
    if name and person is not None:
        connection.execute(seats.update().where(taken), {"name": name})
    elif name:
        connection.execute(seats.update().where(taken, seats.c.name == ""), {"name": name})


def _stand_up(connection: sa.Connection, game_id: str, seating: Seating, side: str, but: str = "") -> None:
    """Whoever sits there holds the seat no more: their keys and links open nothing, their name is gone."""
    for key in seating.keys:
        left = tuple(one for one in key.sides if one != side)
        if key.id != but and left != key.sides:
            this = seat_keys.c.id == key.id
            change = seat_keys.update().values(sides=write_sides(left)) if left else seat_keys.delete()
            connection.execute(change.where(this))
    for link in seating.links:
        if side in link.sides:
            _end(connection, link.id, WITHDRAWN)
    connection.execute(seats.update().where(seat_of(game_id, side)), {"name": "", "person": None})


def offer_seat(store: Store, game_id: str, side: str, at_once: bool) -> NewLink:
    """A link by which somebody else takes a seat over: at once, or when the other side has agreed."""
    with reseating(store, game_id) as (connection, _):
        same = (seat_links.c.game == game_id) & (seat_links.c.kind == HANDOVER) & (seat_links.c.sides == side)
        waiting = seat_links.c.state.in_((OPEN, ASKED))
        connection.execute(seat_links.update().where(same & waiting), {"state": WITHDRAWN})
        made = _add_link(connection, game_id, (side,), HANDOVER)
        if not at_once:
            _end(connection, made.id, ASKED)
        return made


def settle_offer(store: Store, game_id: str, link_id: str, agreed: bool) -> None:
    """The other side has agreed that a seat is taken over by a link, or has not."""
    with reseating(store, game_id) as (connection, _):
        asked = (seat_links.c.id == link_id) & (seat_links.c.game == game_id) & (seat_links.c.state == ASKED)
        connection.execute(seat_links.update().where(asked), {"state": OPEN if agreed else WITHDRAWN})


def seat_bot(store: Store, game_id: str, side: str, bot: str) -> bool:
    """A bot takes the seat of a person; False when it is a bot's already."""
    with reseating(store, game_id) as (connection, seating):
        _stand_up(connection, game_id, seating, side)
        persons = seat_of(game_id, side) & (seats.c.kind != BOT)
        stood_in = {"kind": BOT, "bot": bot, "answers": "", "notes": "", "offered": False, "asked": None}
        if connection.execute(seats.update().where(persons), stood_in).rowcount != 1:
            return False
        theirs = (games.c.id == game_id) & (games.c.to_act == side)
        connection.execute(games.update().where(theirs), {"bot_next": True})
        return True


def read_answers(noted: str) -> dict[str, Any]:
    """The standing answers of a seat as they are noted; none where that makes no sense."""
    try:
        found = json.loads(noted) if noted and len(noted) <= MOST_ANSWERS else {}
    except ValueError:
        found = {}
    return found if isinstance(found, dict) else {}


def answer_always(store: Store, game_id: str, side: str, frame: str, verb: str | None) -> None:
    """Note an answer given once for all; None: be asked again."""
    with reseating(store, game_id) as (connection, _):
        seat = seat_of(game_id, side)
        answers = read_answers(connection.execute(sa.select(seats.c.answers).where(seat)).scalar_one())
        answers.pop(frame, None)
        if verb is not None:
            answers[frame] = verb
        connection.execute(seats.update().where(seat), {"answers": json.dumps(answers) if answers else ""})


def offering(store: Store, among: Iterable[str] | None = None) -> list[str]:
    """Running games with a seat that anybody may take, the newest first; of all games, or of some."""
    offered = sa.select(seats.c.game).where(seats.c.offered)
    query = sa.select(games.c.id).where(games.c.id.in_(offered), ~games.c.over, games.c.visibility == "open")
    if among is not None:
        query = query.where(games.c.id.in_(list(among)))
    return store.column(query.order_by(games.c.created.desc()).limit(100))
