"""Throws away what nobody came back to: games never begun, games left in the middle, links that open nothing any more.

By command, or by a server that was told to. Of several servers one does it: PostgreSQL keeps a claim for it. Finished
and rated games are kept unless somebody says otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

import sqlalchemy as sa

from hardtack.mail.folder import Folder
from hardtack.server.background import BackgroundThread
from hardtack.server.clocks import DAY
from hardtack.server.connections import StoreTrouble, count
from hardtack.server.game_service import GameService
from hardtack.server.hosting import CleanUp
from hardtack.server.logs import log
from hardtack.server.schema import changes, games, metadata, seat_links, seats
from hardtack.server.seating import ASKED, OPEN
from hardtack.server.store import Store
from hardtack.table.seats import PERSON

FIRST_SECONDS, AGAIN_SECONDS = 60.0, 3_600.0
AT_ONCE = 500  # games in one round; the next round takes the next
CLAIM = 1862_09_17  # PostgreSQL: the lock of whoever cleans up


@dataclass
class Found:
    """What there is to throw away, or was thrown away."""

    unbegun: list[str] = field(default_factory=list)
    abandoned: list[str] = field(default_factory=list)
    finished: list[str] = field(default_factory=list)
    links: int = 0

    @property
    def games(self) -> list[str]:
        return [*self.unbegun, *self.abandoned, *self.finished]


def find_unwanted(store: Store, rules: CleanUp, at: float) -> Found:
    """What the rules would throw away now; nothing is touched."""
    moved = sa.exists().where(
        changes.c.game == games.c.id, changes.c.at > games.c.created, seats.c.game == games.c.id,
        seats.c.side == changes.c.side, seats.c.kind == PERSON,
    )  # fmt: skip
    invited = sa.exists().where(seats.c.game == games.c.id, seats.c.kind == PERSON)
    found = Found()
    if rules.unbegun:
        found.unbegun = _games(store, rules, at - rules.unbegun * DAY, ~games.c.over & invited & ~moved)
    if rules.abandoned:
        left = _games(store, rules, at - rules.abandoned * DAY, ~games.c.over)
        found.abandoned = [game_id for game_id in left if game_id not in found.unbegun]
    if rules.finished:
        found.finished = _games(store, rules, at - rules.finished * DAY, games.c.over)
    if rules.links:
        with store.reading() as connection:
            found.links = sum(count(connection, *stale) for stale in _stale(at, rules.links))
    return found


def _games(store: Store, rules: CleanUp, before: float, which: sa.ColumnElement[bool]) -> list[str]:
    """Games in which nothing happened, and at which nobody looked from a seat, since a moment; oldest first."""
    seen = sa.exists().where(seats.c.game == games.c.id, seats.c.seen >= before)
    query = sa.select(games.c.id).where(games.c.updated < before, which, ~seen, games.c.lesson.is_(None))
    if not rules.rated:
        query = query.where(games.c.rated == "no")
    return store.column(query.order_by(games.c.updated).limit(AT_ONCE))


def _stale(at: float, days: float) -> Iterator[tuple[sa.Table, sa.ColumnElement[bool]]]:
    """Whatever expires, some time after it has; links to seats that were used or withdrawn."""
    for table in metadata.sorted_tables:
        if "expires" in table.c:
            yield table, table.c.expires < at - days * DAY
    yield seat_links, seat_links.c.state.not_in((OPEN, ASKED)) & (seat_links.c.made < at - days * DAY)


def clean_up(store: Store, rules: CleanUp, at: float, remove: Callable[[str], None] | None = None) -> Found:
    """Throw away what the rules say; `remove` throws a game away where it is in memory, too."""
    found = find_unwanted(store, rules, at)
    for game_id in found.games:
        (remove or store.delete)(game_id)
    if found.links:
        with store.writing() as connection:
            for table, stale in _stale(at, rules.links):
                connection.execute(table.delete().where(stale))
    return found


@contextmanager
def claimed(store: Store) -> Iterator[bool]:
    """Whether this process may clean up: on PostgreSQL one of all at a time. On SQLite writers queue anyway."""
    if store.engine.dialect.name != "postgresql":
        yield True
        return
    with store.writing() as connection:  # the claim ends with its transaction, whatever happens meanwhile
        yield bool(connection.execute(sa.select(sa.func.pg_try_advisory_xact_lock(CLAIM))).scalar_one())


class Housekeeper(BackgroundThread):
    """Cleans up now and then."""

    def __init__(self, service: GameService, rules: CleanUp, mail: Folder) -> None:
        super().__init__("housekeeper")
        self.service, self.rules, self.mail = service, rules, mail

    def run(self) -> None:
        seconds = FIRST_SECONDS
        while not self.stopping.wait(seconds):
            self.round()
            seconds = AGAIN_SECONDS

    def round(self) -> Found | None:
        """Clean up once; None when another process is at it, or the store is away."""
        try:
            with claimed(self.service.store) as ours:
                if not ours:
                    return None
                found = clean_up(self.service.store, self.rules, self.service.clock(), self.service.remove)
                posted = self.mail.forget(self._since(self.rules.unbegun), self._since(self.rules.abandoned))
        except StoreTrouble:
            return None  # the store has told the log; the next round will do
        except Exception:  # the last stop of this thread
            log.exception("cannot clean up")
            return None
        if found.games or found.links or posted:
            log.info(
                "cleaned up: %d games never begun, %d left, %d finished, %d links, %d games by mail",
                len(found.unbegun), len(found.abandoned), len(found.finished), found.links, posted,
            )  # fmt: skip
        return found

    def _since(self, days: float) -> float:
        return self.service.clock() - days * DAY if days else float("-inf")
