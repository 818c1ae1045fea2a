"""What is said and proposed at the table of a game, in the store.

Everything counts the game's `talk` up, so that other processes notice; that count is also the lock, as `seating` is for
seats, and the number of the line that was said.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.server.connections import count
from hardtack.server.errors import UnknownGame
from hardtack.server.keys import new_id
from hardtack.server.schema import games, seats, talk
from hardtack.server.schema import proposals as proposal_table
from hardtack.server.store import Row, Store

TABLE, GALLERY, LOG = "table", "gallery", "log"  # the players; those who watch; what was asked and agreed
DRAW, TAKE_BACK, TO_BOT, TO_PERSON = "draw", "takeback", "bot", "person"
LINE = 500  # characters of what somebody says
NOTES = 20_000  # characters of somebody's own notes
OFTEN, WITHIN = 10, 60.0  # so many lines of one voice in so many seconds
MOST_LINES = 2_000  # of a game; the oldest give way


class TooOften(HardtackError):
    """Somebody says, or asks for, too much in too short a time."""


class UnknownProposal(HardtackError):
    """Nothing of the kind is proposed: it was answered, taken back, or the game has moved on."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """What one side asks of the other, until it is answered."""

    id: str
    side: str
    kind: str
    what: str  # actions to take back, a bot, a link: see the schema
    version: int
    made: float


@dataclass(frozen=True, slots=True)
class Voice:
    """Who says something, and where."""

    room: str
    side: str = ""
    name: str = ""


PROPOSALS = sa.select(proposal_table).where(proposal_table.c.game == sa.bindparam("id")).order_by(proposal_table.c.made)


def proposals(store: Store, game_id: str) -> tuple[Proposal, ...]:
    return tuple(
        Proposal(row["id"], row["side"], row["kind"], row["what"], row["version"], row["made"])
        for row in store.rows(PROPOSALS, {"id": game_id})
    )


@contextmanager
def speaking(store: Store, game_id: str) -> Iterator[tuple[sa.Connection, int]]:
    """Something is about to be said or proposed, by one at a time: the transaction, and the number it has."""
    with store.writing() as connection:
        game = games.c.id == game_id
        if connection.execute(games.update().where(game).values(talk=games.c.talk + 1)).rowcount != 1:
            raise UnknownGame(f"no game {game_id[:20]!r}")
        yield connection, connection.execute(sa.select(games.c.talk).where(game)).scalar_one()


def say(store: Store, game_id: str, voice: Voice, text: str, at: float) -> int:
    """Say something; TooOften when the same voice has said so much already. Returns the number of the line."""
    with speaking(store, game_id) as (connection, number):
        own = (talk.c.game == game_id) & (talk.c.room == voice.room) & (talk.c.side == voice.side)
        if count(connection, talk, own, talk.c.name == voice.name, talk.c.at > at - WITHIN) >= OFTEN:
            raise TooOften(f"more than {OFTEN} lines in {WITHIN:g} s")
        _add(connection, game_id, number, voice, "", text, at)
        return number


def note(store: Store, game_id: str, side: str, key: str, text: str, at: float) -> None:
    """A line of the log: what a side asked for, agreed to, or did besides its actions."""
    with speaking(store, game_id) as (connection, number):
        _add(connection, game_id, number, Voice(LOG, side), key, text, at)


def _add(connection: sa.Connection, game_id: str, number: int, voice: Voice, key: str, text: str, at: float) -> None:
    row = {"game": game_id, "number": number, "room": voice.room, "side": voice.side, "name": voice.name}
    connection.execute(talk.insert(), row | {"key": key, "text": text, "at": at})
    connection.execute(talk.delete().where(talk.c.game == game_id, talk.c.number <= number - MOST_LINES))


def lines(store: Store, game_id: str, rooms: tuple[str, ...], after: int) -> list[Row]:
    query = sa.select(talk).where(talk.c.game == game_id, talk.c.room.in_(rooms), talk.c.number > after)
    return store.rows(query.order_by(talk.c.number))


def propose(store: Store, game_id: str, side: str, kind: str, what: str, version: int, at: float) -> Proposal:
    """Ask something of the other side; the same, asked before, gives way."""
    made = Proposal(new_id(), side, kind, what, version, at)
    with speaking(store, game_id) as (connection, number):
        same = (proposal_table.c.game == game_id) & (proposal_table.c.side == side) & (proposal_table.c.kind == kind)
        connection.execute(proposal_table.delete().where(same))
        row = {"id": made.id, "side": side, "kind": kind, "what": what, "version": version, "made": at}
        connection.execute(proposal_table.insert(), row | {"game": game_id})
        _add(connection, game_id, number, Voice(LOG, side), f"{kind}.asked", what, at)
    return made


def settle(store: Store, game_id: str, proposal: Proposal, side: str, how: str, at: float) -> None:
    """A proposal is answered or withdrawn by a side, once."""
    with speaking(store, game_id) as (connection, number):
        wanted = (proposal_table.c.game == game_id) & (proposal_table.c.id == proposal.id)
        if connection.execute(proposal_table.delete().where(wanted)).rowcount != 1:
            raise UnknownProposal("it has been answered already")
        _add(connection, game_id, number, Voice(LOG, side), f"{proposal.kind}.{how}", proposal.what, at)


def notes(store: Store, game_id: str, side: str) -> str:
    [text] = store.column(sa.select(seats.c.notes).where(seats.c.game == game_id, seats.c.side == side))
    return str(text)


def keep_notes(store: Store, game_id: str, side: str, text: str) -> None:
    store.change(seats.update().where((seats.c.game == game_id) & (seats.c.side == side)), {"notes": text})
