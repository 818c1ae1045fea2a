"""Whether games can be read and written: tried, not presumed; and whether new requests are welcome."""

from __future__ import annotations

import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing

from hardtack.referee.errors import HardtackError
from hardtack.server.connections import StoreBroken, StoreTrouble
from hardtack.server.store import Store

KEPT_SECONDS = 1.0  # an answer holds so long: asking often must not keep the disk busy
WHOLE_SECONDS = 20.0  # how often the whole of an SQLite file is looked through
LOOK_SECONDS = 1.0  # and for how long at most; a very large file is looked through in part
BOTS_SECONDS = 20.0  # so long a server that was just started is not ready, should its bots take that to load


class Leaving(HardtackError):
    """The server is about to stop: another one should be asked."""


class OtherTables(HardtackError):
    """The tables of the store are those of another version of this program."""


class Loading(HardtackError):
    """Bots that may have to be taken over from another server are still being loaded."""


class Health:
    def __init__(self, store: Store, stands_by: Callable[[], bool] = lambda: True) -> None:
        """`stands_by`: whether bots that another server plays could go on here at once."""
        self.store, self.stands_by, self.begun = store, stands_by, time.monotonic()
        self.leaving = False  # set before the server stops: whoever shares out requests then passes it over
        self._lock = threading.Lock()
        self._asked = self._looked = -WHOLE_SECONDS
        self._trouble: StoreTrouble | None = None

    def check(self) -> None:
        """Raise what is wrong with the store."""
        with self._lock:
            if time.monotonic() > self._asked + KEPT_SECONDS:
                self._trouble = self._try_out()
                self._asked = time.monotonic()
            if self._trouble is not None:
                raise self._trouble

    def check_ready(self) -> None:
        """Raise why requests should rather be sent elsewhere."""
        if self.leaving:
            raise Leaving("the server is about to stop")
        self.check()
        if not self.store.is_up_to_date():
            raise OtherTables("the tables are of another version of the program")
        if time.monotonic() < self.begun + BOTS_SECONDS and not self.stands_by():
            raise Loading("the bots of other servers are being loaded")

    def _try_out(self) -> StoreTrouble | None:
        try:
            if self.store.file is not None and time.monotonic() > self._looked + WHOLE_SECONDS:
                check_file(str(self.store.file))
                self._looked = time.monotonic()  # only if it was sound: damage is told until it is mended
            self.store.pulse()
        except StoreTrouble as trouble:
            return trouble
        return None


def check_file(file: str) -> None:
    """Read an SQLite file from disk as far as time allows and see whether it holds together."""
    until = time.monotonic() + LOOK_SECONDS
    try:
        with closing(sqlite3.connect(file, isolation_level=None)) as connection:
            connection.execute("PRAGMA query_only=ON")
            connection.set_progress_handler(lambda: time.monotonic() > until, 1_000)
            [found] = connection.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        return  # out of time, or locked: whether it can be used is tried next
    except sqlite3.DatabaseError as error:
        raise StoreBroken("the file of the games is damaged") from error
    if found != "ok":
        raise StoreBroken("the file of the games is damaged")
