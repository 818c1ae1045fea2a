"""What whoever runs a server does to games and names, straight in the store while servers run.

Keys and tokens are not in the store, only their hashes, and not even those are shown. A link made here for somebody
who lost theirs is told once, to whoever asked for it.
"""

from __future__ import annotations

from functools import partial

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hardtack.referee.errors import HardtackError
from hardtack.server import people_store, seat_store
from hardtack.server.archive import Card, these
from hardtack.server.catalogue import Json
from hardtack.server.clocks import DAY
from hardtack.server.connections import count
from hardtack.server.keys import new_id, new_key
from hardtack.server.people_store import BadName, NameTaken, UnknownPerson
from hardtack.server.schema import (
    changes,
    games,
    metadata,
    people,
    person_keys,
    person_links,
    ratings,
    seat_keys,
    seat_links,
    seats,
)
from hardtack.server.seating import ASKED, DEVICE, OPEN, WITHDRAWN
from hardtack.server.store import Row, Store
from hardtack.server.viewing import iso
from hardtack.table.seats import BOT


class NoSuchSeat(HardtackError):
    """The game has no such seat, or a bot has it."""

    code = "bad_seat"


# -- looking


def list_games(store: Store, state: str = "all", limit: int = 50) -> list[Json]:
    """The games of the store, the latest first, listed and unlisted alike."""
    query = sa.select(games.c.id).order_by(games.c.updated.desc()).limit(limit)
    if state != "all":
        query = query.where(games.c.over == (state == "finished"))
    found = store.column(query)
    return [_card(card) for card in these(store, found)]


def _card(card: Card) -> Json:
    row, seat_rows, seating = card
    return {
        "id": row["id"], "scenario": row["scenario"], "state": "finished" if row["over"] else "running",
        "turn": row["turn"], "actions": row["number"], "visibility": row["visibility"], "rated": row["rated"],
        "created": iso(row["created"]), "updated": iso(row["updated"]),
        "seats": {
            seat["side"]: {
                "kind": seat["kind"], "name": seat["bot"] or seat["name"], "held": seating.held(seat["side"]),
                "person": seat["person"],
            }
            for seat in seat_rows
        },
    }  # fmt: skip


def show_game(store: Store, game_id: str) -> Json:
    store.known_game(game_id)
    [card] = these(store, [game_id])
    row, _, seating = card
    with store.reading() as connection:
        written = count(connection, changes, changes.c.game == game_id)
    return _card(card) | {
        "rules": row["rules"], "changes": written, "to_act": row["to_act"], "clock": row["clock"],
        "lesson": row["lesson"], "rematch": row["rematch"],
        "keys": [{"id": key.id, "sides": list(key.sides), "since": iso(key.made)} for key in seating.keys],
        "links": [
            {"id": link.id, "kind": link.kind, "sides": list(link.sides), "since": iso(link.made)}
            for link in seating.links
        ],
    }  # fmt: skip


def list_people(store: Store, limit: int = 50) -> list[Json]:
    """Who has a name of their own, the newest first."""
    with store.reading() as connection:
        rows = connection.execute(sa.select(people).order_by(people.c.made.desc()).limit(limit)).mappings().all()
        return [_person(connection, row) for row in rows]


def show_person(store: Store, name: str) -> Json:
    row = people_store.by_name(store, name)
    theirs = sa.select(games.c.id).where(games.c.id.in_(sa.select(seats.c.game).where(seats.c.person == row["id"])))
    rated = sa.select(ratings.c.series, ratings.c.rating, ratings.c.games).where(ratings.c.who == row["id"])
    with store.reading() as connection:
        return _person(connection, row) | {
            "games": list(connection.execute(theirs.order_by(games.c.updated.desc()).limit(200)).scalars()),
            "ratings": {one.series: round(one.rating) for one in connection.execute(rated)},
        }


def _person(connection: sa.Connection, row: Row) -> Json:
    held = count(connection, person_keys, person_keys.c.person == row["id"])
    return {
        "id": row["id"], "name": row["name"], "since": iso(row["made"]), "browsers": held,
        "seats": count(connection, seats, seats.c.person == row["id"]),
        "links": count(connection, person_links, (person_links.c.person == row["id"]) & (person_links.c.state == OPEN)),
    }  # fmt: skip


def statistics(store: Store, at: float) -> Json:
    """Numbers about the whole store."""
    with store.reading() as connection:
        how_many = partial(count, connection)
        by_scenario = sa.select(games.c.scenario, sa.func.count()).group_by(games.c.scenario).order_by(games.c.scenario)
        return {
            "games": how_many(games), "running": how_many(games, ~games.c.over),
            "finished": how_many(games, games.c.over),
            "played_today": how_many(games, games.c.updated > at - DAY),
            "made_today": how_many(games, games.c.created > at - DAY),
            "actions": how_many(changes), "people": how_many(people),
            "rated": how_many(games, games.c.rated != "no"),
            "open_links": how_many(seat_links, seat_links.c.state == OPEN),
            "scenarios": {row[0]: row[1] for row in connection.execute(by_scenario)},
        }  # fmt: skip


# -- changing


def remove_game(store: Store, game_id: str) -> None:
    store.known_game(game_id)
    store.delete(game_id)


def block(store: Store, name: str, at: float) -> bool:
    """Nobody is called so any more, nor will be: the name stays taken, and nothing opens it. True: it was somebody's.

    Whatever belongs to it goes: keys, links, passkeys, addresses. A link (`link_to_name`) gives it back to somebody.
    """
    wanted = people_store.plain(name)
    if len(wanted) < 2:
        raise BadName("a name has two letters or more")
    with store.writing() as connection:
        row = connection.execute(sa.select(people.c.id).where(people.c.name_key == wanted)).first()
        if row is None:
            made = {"id": new_id(), "name": " ".join(name.split()), "name_key": wanted, "made": at}
            connection.execute(people.insert(), made)
            return False
        for table in metadata.sorted_tables:
            for key in table.foreign_keys:
                if key.column is people.c.id:
                    connection.execute(table.delete().where(key.parent == row.id))
        return True


def rename(store: Store, name: str, new: str) -> None:
    """Somebody is called otherwise from now on, at their seats, too."""
    shown, wanted = people_store.check_name(new)
    person = people_store.by_name(store, name)["id"]
    try:
        with store.writing() as connection:
            connection.execute(people.update().where(people.c.id == person), {"name": shown, "name_key": wanted})
            connection.execute(seats.update().where(seats.c.person == person), {"name": shown})
            theirs = sa.select(seats.c.game).where(seats.c.person == person)
            connection.execute(games.update().where(games.c.id.in_(theirs)).values(seating=games.c.seating + 1))
    except IntegrityError:
        raise NameTaken(f"{shown!r} is somebody's") from None


def revoke_person(store: Store, name: str) -> tuple[int, int]:
    """Every browser loses a name, and every link to it; how many there were. Seats stay."""
    person = people_store.by_name(store, name)["id"]
    with store.writing() as connection:
        lost = connection.execute(person_keys.delete().where(person_keys.c.person == person)).rowcount
        return lost, people_store.withdraw_links(connection, person)


def revoke_game(store: Store, game_id: str, keys: bool) -> tuple[int, int]:
    """Every link to a game that waits is withdrawn; with `keys`, every key opens nothing any more, too."""
    with seat_store.reseating(store, game_id) as (connection, _):
        mine = seat_keys.c.game == game_id
        lost = connection.execute(seat_keys.delete().where(mine)).rowcount if keys else 0
        waiting = (seat_links.c.game == game_id) & seat_links.c.state.in_((OPEN, ASKED))
        return lost, connection.execute(seat_links.update().where(waiting), {"state": WITHDRAWN}).rowcount


def link_to_name(store: Store, name: str, at: float) -> str:
    """A one-time link for somebody who has lost every browser: what follows the server's address."""
    try:
        person = people_store.by_name(store, name)["id"]
    except UnknownPerson:
        raise UnknownPerson(f"nobody is called {name[:40]!r}: `people` lists who is") from None
    _, token = people_store.new_link(store, person, at)
    return f"/you#name={token}"


def link_to_seat(store: Store, game_id: str, side: str) -> str:
    """A one-time link to a seat of a game for somebody who has lost its key."""
    with seat_store.reseating(store, game_id) as (connection, _):
        kind = connection.execute(sa.select(seats.c.kind).where(seat_store.seat_of(game_id, side))).scalar()
        if kind is None or kind == BOT:
            raise NoSuchSeat(f"game {game_id} has no person's seat {side[:20]!r}")
        token = new_key()
        connection.execute(seat_links.insert(), seat_store.link_row(game_id, (side,), DEVICE, token))
    return f"/play/{game_id}#take={token}"
