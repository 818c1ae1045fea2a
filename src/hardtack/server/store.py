"""The store: games on disk, the same code on SQLite and PostgreSQL. What it has answered is durable.

Optimistic concurrency: a change is written as version n + 1 of its game, and only if the game still stands at
n. Two writers of one version, in one process or in two, cannot both succeed.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext
from functools import cache
from typing import Any, NamedTuple, cast

import alembic.command
import alembic.util
import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from hardtack.referee.errors import HardtackError
from hardtack.server.connections import Connections, StoreTrouble
from hardtack.server.database import migrations, newest_tables
from hardtack.server.errors import UnknownGame
from hardtack.server.keys import GAME_ID
from hardtack.server.schema import (
    changes,
    games,
    metadata,
    onlookers,
    proposals,
    seat_keys,
    seat_links,
    seats,
    snapshots,
    talk,
)

Row = sa.RowMapping
MIGRATION_LOCK = 1861_07_21  # PostgreSQL: only one process migrates


class Conflict(Exception):
    """Somebody else wrote this version of the game first."""


class StoreUnusable(HardtackError):
    """The store cannot be opened; the reason in one line."""

    code = "broken_store"


class Standing(NamedTuple):
    """How a game stands, for whoever has the rest of it in memory."""

    version: int
    pace_ms: int
    paused: bool
    seating: int = 0
    talk: int = 0


class Write(NamedTuple):
    """One change of a game, and the summary after it.

    With a `seating`, it counts only while the same people hold the seats.
    """

    change: Mapping[str, Any]
    summary: Mapping[str, Any]
    seating: int | None = None


# The statements of every action, as each driver wants them: no text is made for each action.
STANDS = f"SELECT {', '.join(Standing._fields)} FROM games WHERE id = "
STANDING = f"SELECT id, {', '.join(Standing._fields)} FROM games WHERE id"
NAMES = tuple(column.name for column in changes.c)
# Made once, since to make one takes longer than to ask it:
WANTED: sa.BindParameter[Any] = sa.bindparam("wanted", expanding=True)
GAME = sa.select(games).where(games.c.id == sa.bindparam("id"))
SEATS = sa.select(seats).where(seats.c.game.in_(WANTED)).order_by(seats.c.game, seats.c.side)
FAULTS = (
    f"SELECT {', '.join(NAMES)} FROM changes WHERE game = {{0}} AND version <= {{0}} AND fault IS NOT NULL "
    "ORDER BY version"
)
CHANGES = f"SELECT {', '.join(NAMES)} FROM changes WHERE game = {{0}} AND version > {{0}} ORDER BY version"
CHANGE = f"INSERT INTO changes ({', '.join(NAMES)}) VALUES ({', '.join(f':{name}' for name in NAMES)})"


@cache
def note_sql(columns: tuple[str, ...]) -> str:
    """The statement that notes a summary with a version, if the game stands at the one before. For SQLite."""
    return (
        f"UPDATE games SET version = :version, {', '.join(f'{name} = :{name}' for name in columns)} "
        "WHERE id = :game AND version = :version - 1 AND (:seating IS NULL OR seating = :seating)"
    )


@cache
def append_sql(columns: tuple[str, ...]) -> str:
    """The same, and the change with it. For PostgreSQL."""
    summary = ", ".join(f"{name} = %({name})s" for name in columns)
    return (
        f"WITH noted AS (UPDATE games SET version = %(version)s, {summary} WHERE id = %(game)s "
        "AND version = %(version)s - 1 AND (%(seating)s::int IS NULL OR seating = %(seating)s::int) RETURNING id) "
        f"INSERT INTO changes ({', '.join(NAMES)}) SELECT {', '.join(f'%({name})s' for name in NAMES)} FROM noted"
    )


class Store(Connections):
    def migrate(self) -> None:
        """Bring the tables up to date. A second process that starts meanwhile waits and finds it done."""
        with self.writing() as connection:
            if connection.dialect.name == "postgresql":
                connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MIGRATION_LOCK)))
            config = migrations()
            config.attributes["connection"] = connection
            alembic.command.upgrade(config, "head")

    def is_up_to_date(self) -> bool:
        """Whether the tables are those of this program: neither older nor, after another's migration, newer."""
        with self.reading() as connection:
            found = connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalars().all()
        return list(found) == newest_tables()

    def pulse(self) -> None:
        """Read something of every table and write something; raise what is wrong if that cannot be done."""
        with self.writing() as connection:
            for table in metadata.sorted_tables:
                connection.execute(sa.select(table).limit(1)).first()
            if connection.dialect.name == "sqlite":  # a number of the file's own that means nothing to us
                beat = int(connection.exec_driver_sql("PRAGMA user_version").scalar_one())
                connection.exec_driver_sql(f"PRAGMA user_version={(beat + 1) % 1_000_000}")
            else:
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

    # -- games

    def create(
        self, game: Mapping[str, Any], seat_rows: Sequence[Mapping[str, Any]], past: Sequence[Mapping[str, Any]],
        keys: Sequence[Mapping[str, Any]] = (), links: Sequence[Mapping[str, Any]] = (),
    ) -> None:  # fmt: skip
        """A new game with its seats, the actions it already has, and who holds the seats or is invited to them."""
        with self.writing() as connection:
            connection.execute(games.insert(), dict(game))
            for table, rows in ((seats, seat_rows), (changes, past), (seat_keys, keys), (seat_links, links)):
                if rows:
                    connection.execute(table.insert(), [dict(row) for row in rows])

    def game(self, game_id: str) -> Row | None:
        if not GAME_ID.fullmatch(game_id):  # not every database can even be asked for it
            return None
        return self.row(GAME, {"id": game_id})

    def known_game(self, game_id: str) -> Row:
        row = self.game(game_id)
        if row is None:
            raise UnknownGame(f"no game {game_id[:20]!r}")
        return row

    def seats_of(self, game_ids: Iterable[str]) -> list[Row]:
        return self.rows(SEATS, {"wanted": list(game_ids)})

    def faults_until(self, game_id: str, version: int) -> list[Row]:
        """The faults of bots up to a version, oldest first."""
        return self._changes(FAULTS, game_id, version)

    def changes_after(self, game_id: str, version: int) -> list[Row]:
        """What was done in a game since; asked for at every process that shows it, with every action of another."""
        return self._changes(CHANGES, game_id, version)

    def _changes(self, query: str, game_id: str, version: int) -> list[Row]:
        with self._driver() as connection:
            found = connection.execute(query.format("?" if self.is_sqlite else "%s"), (game_id, version))
            return [cast(Row, dict(zip(NAMES, row, strict=True))) for row in found.fetchall()]

    def standing(self, game_ids: Iterable[str]) -> dict[str, Standing]:
        """How some games stand; asked several times a second for all that are watched, where nobody sends word."""
        ids = list(game_ids)
        named = f"IN ({', '.join('?' * len(ids))})" if self.is_sqlite else "= ANY(%s)"
        with self._driver() as connection:
            found = connection.execute(f"{STANDING} {named}", ids if self.is_sqlite else (ids,)).fetchall()
        return {row[0]: Standing(row[1], row[2], bool(row[3]), *row[4:]) for row in found}

    def stands(self, game_id: str) -> Standing | None:
        """How one game stands; asked for with every request."""
        with self._driver() as connection:
            row = connection.execute(f"{STANDS}{'?' if self.is_sqlite else '%s'}", (game_id,)).fetchone()
        return None if row is None else Standing(row[0], row[1], bool(row[2]), *row[3:])

    def append_row(self, writes: Sequence[Write]) -> None:
        """Write changes of one game that follow each other, all of them or none."""
        try:
            with self.writing() as connection:
                if not all(self._note(connection, write) for write in writes):
                    raise Conflict
        except IntegrityError:
            raise Conflict from None

    def append_all(self, writes: Sequence[Write]) -> list[bool]:
        """Write changes of several games in one transaction; False for each whose game has moved on meanwhile."""
        try:
            return self._append_sqlite(writes) if self.is_sqlite else self._append_postgres(writes)
        except self.driver.IntegrityError:  # the version is there already, of a game that says it is not
            if len(writes) == 1:
                return [False]
            return [self.append_all([write])[0] for write in writes]

    def _note(self, connection: sa.Connection, write: Write) -> bool:
        change = write.change
        stood = (games.c.id == change["game"]) & (games.c.version == change["version"] - 1)
        if write.seating is not None:
            stood &= games.c.seating == write.seating
        summary = dict(write.summary) | {"version": change["version"]}
        noted = connection.execute(games.update().where(stood), summary).rowcount == 1
        if noted:
            connection.execute(changes.insert(), dict(change))
        return noted

    def _append_sqlite(self, writes: Sequence[Write]) -> list[bool]:
        done = []
        with self._troubles(), self.in_turn(), self._driver() as connection:
            connection.execute("BEGIN IMMEDIATE")
            try:
                for change, summary, seating in writes:
                    note = {**change, **summary, "seating": seating}
                    done.append(connection.execute(note_sql(tuple(summary)), note).rowcount == 1)
                    if done[-1]:
                        connection.execute(CHANGE, change)
                connection.execute("COMMIT")
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise
        return done

    def _append_postgres(self, writes: Sequence[Write]) -> list[bool]:
        done = {}
        with self._driver() as connection, connection.transaction() if len(writes) > 1 else nullcontext():
            # In the order of their ids: of two processes neither then waits for a row the other has.
            for place, (change, summary, seating) in sorted(enumerate(writes), key=lambda pair: pair[1].change["game"]):
                note = {**change, **summary, "seating": seating}
                done[place] = connection.execute(append_sql(tuple(summary)), note).rowcount == 1
        return [done[place] for place in range(len(writes))]

    def games(self, game_ids: Iterable[str]) -> list[Row]:
        return self.rows(sa.select(games).where(games.c.id.in_(list(game_ids))))

    def delete(self, game_id: str) -> None:
        """Throw a game away, whole; who writes to it afterwards finds nothing there (see `append_all`)."""
        with self.writing() as connection:
            for table in (snapshots, changes, talk, proposals, onlookers, seat_links, seat_keys, seats):
                connection.execute(table.delete().where(table.c.game == game_id))
            connection.execute(games.delete().where(games.c.id == game_id))

    # -- time

    def set_clock(self, game_id: str, version: int, state: str, due: float | None) -> bool:
        """Note how the time of a game stands besides its changes; False when it has changed meanwhile."""
        stood = (games.c.id == game_id) & (games.c.version == version)
        return self.change(games.update().where(stood), {"clock_state": state, "due": due}) == 1

    # -- bots

    def set_pace(self, game_id: str, pace_ms: int, paused: bool) -> None:
        self.change(games.update().where(games.c.id == game_id), {"pace_ms": pace_ms, "paused": paused})


def open_store(url: str) -> Store:
    """The store, its tables up to date."""
    try:
        store = Store(url)
        store.migrate()
    except (OSError, ImportError, StoreTrouble, sa.exc.SQLAlchemyError, alembic.util.CommandError) as error:
        cause = error.__cause__ if isinstance(error, StoreTrouble) else error
        reason = getattr(cause, "orig", None) or cause
        raise StoreUnusable(str(reason).strip().partition("\n")[0]) from error
    store.speak_up()
    return store


def now() -> float:
    """The time to the microsecond, as a list of games writes it and reads it back."""
    return round(time.time(), 6)
