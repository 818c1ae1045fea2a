"""How a process hears what others wrote into the store: PostgreSQL sends word, at an SQLite file one has to look.

PostgreSQL's word (`NOTIFY`) comes with the transaction that made the change, from a trigger of the table of games, and
says how the game stands now. Whoever listens needs a line of their own to the database; while it is lost nothing is
heard, so everything is looked at once it is there again, and every few seconds in any case.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, NamedTuple

import sqlalchemy as sa

from hardtack.referee.errors import HardtackError
from hardtack.server.background import BackgroundThread
from hardtack.server.connections import StoreTrouble
from hardtack.server.logs import log
from hardtack.server.store import Standing, Store
from hardtack.server.watching import Broadcaster

if TYPE_CHECKING:  # the driver is loaded where it is used
    import psycopg


POLL_SECONDS = 0.4  # how soon a change made by another process is noticed by looking
WHOLE_SECONDS = 5.0  # from one look at everything to the next, for whoever hears of changes
HEAR_SECONDS = 0.2  # how long to listen before looking up whether to stop
AGAIN_SECONDS = 0.5  # before another try to listen
CHANNEL = "hardtack"

Tell = Callable[[str, Standing | None], None]  # of a game, and how it stands as far as was heard
Heard = Callable[[str, Standing], None]


class Word(NamedTuple):
    """What the database says: a game, how it stands, and which process has written that."""

    game: str
    stands: Standing
    process: str


def read_word(payload: str) -> Word | None:
    """None: nothing we would say."""
    game, *counted = payload.split(" ", 6)
    try:
        version, pace_ms, paused, seating, talk, process = counted
        return Word(game, Standing(int(version), int(pace_ms), paused == "1", int(seating), int(talk)), process)
    except ValueError:
        return None


class StorePoller(BackgroundThread):
    """Notices what other processes wrote into the games watched here, and has them told."""

    def __init__(self, store: Store, broadcaster: Broadcaster, tell: Tell) -> None:
        super().__init__("store poller")
        self.store, self.broadcaster, self.tell = store, broadcaster, tell
        self.said = ""  # the fault last told, which is told once

    def run(self) -> None:
        while not self.stopping.wait(POLL_SECONDS):
            self.tell_all()

    def tell_all(self) -> None:
        for game_id in self.changed():
            self.tell_of(game_id)

    def changed(self) -> list[str]:
        """The watched games to tell of. Whatever the database may say, the next look is not far."""
        try:
            watched = self.broadcaster.watched
            found = self.broadcaster.behind(self.store.standing(watched)) if watched else []
        except StoreTrouble:
            return []  # the store has told the log
        except Exception as error:  # nor may a fault of ours end this thread
            self.complain(error)
            return []
        self.said = ""
        return found

    def complain(self, error: Exception) -> None:
        if repr(error) != self.said:
            log.error("cannot look for changes of others", exc_info=error)
        self.said = repr(error)

    def tell_of(self, game_id: str, heard: Standing | None = None) -> None:
        try:
            self.tell(game_id, heard)
        except HardtackError:
            pass  # a game that cannot be opened here (old rules) must not blind the others
        except Exception:  # the last stop of this thread
            log.exception("cannot tell the watchers of game %s", game_id)


class StoreListener(StorePoller):
    """The same on PostgreSQL: hears of every change in the moment it is written.

    `heard` is called for every change of others, whether somebody watches or not.
    """

    def __init__(self, store: Store, broadcaster: Broadcaster, tell: Tell, heard: Heard) -> None:
        super().__init__(store, broadcaster, tell)
        self.heard = heard
        self._own: dict[str, Standing] = {}  # what we wrote ourselves: whoever writes tells, as a rule

    def run(self) -> None:
        with self.store.lines.keeping():
            self.stay_in_touch()

    def stay_in_touch(self) -> None:
        while not self.stopping.is_set():
            try:
                with closing(open_line(self.store.engine)) as line:
                    self.tell_all()
                    self.listen(line)
            except (sa.exc.SQLAlchemyError, OSError):
                pass  # the database is away; whoever asks it for something else tells the log
            except Exception as error:
                from psycopg import Error

                if not isinstance(error, Error):  # that the line is lost is no fault of ours
                    self.complain(error)
            self.stopping.wait(AGAIN_SECONDS)

    def listen(self, line: psycopg.Connection) -> None:
        """Hear what is said until the line is lost or the server stops."""
        next_look = time.monotonic() + WHOLE_SECONDS
        while not self.stopping.is_set():
            own, self._own = self._own, {}
            for said in line.notifies(timeout=HEAR_SECONDS):
                word = read_word(said.payload)
                if word is not None:
                    self.hear(word)
            for game_id in self.broadcaster.behind(own):
                self.tell_of(game_id)
            if time.monotonic() >= next_look:
                self.tell_all()
                next_look = time.monotonic() + WHOLE_SECONDS

    def hear(self, word: Word) -> None:
        if word.process == self.store.process:
            self._own[word.game] = word.stands
            return
        self.heard(word.game, word.stands)
        for game_id in self.broadcaster.behind({word.game: word.stands}):
            self.tell_of(game_id, word.stands)


def open_line(engine: sa.Engine) -> psycopg.Connection:
    """A connection that listens, and is nobody else's."""
    pooled = engine.raw_connection()
    line: psycopg.Connection | None = pooled.driver_connection  # the only driver we use
    assert line is not None  # it has just been opened
    pooled.detach()
    line.autocommit = True
    line.execute(f"LISTEN {CHANNEL}")
    return line


def lookout(store: Store, broadcaster: Broadcaster, tell: Tell, heard: Heard) -> StorePoller:
    """Whoever notices what others write, as this store allows."""
    if store.engine.dialect.name == "postgresql":
        return StoreListener(store, broadcaster, tell, heard)
    return StorePoller(store, broadcaster, tell)
