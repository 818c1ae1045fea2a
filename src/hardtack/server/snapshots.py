"""Snapshots: the state of a game after some of its changes, so that a long game need not be played from its beginning.

They are written after the change they are of, by whoever writes, and are never waited for: a game without any is
opened all the same. One is used only if it is whole, and of this very program.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa

from hardtack import __version__
from hardtack.referee.dice import SeededDice
from hardtack.referee.errors import HardtackError
from hardtack.referee.position import read_position, write_position
from hardtack.server.library import Library
from hardtack.server.logs import log
from hardtack.server.schema import snapshots
from hardtack.server.store import Row, Store
from hardtack.table import Match

EVERY = 50  # actions from one to the next
WORTH_KEEPING = 10  # actions since the last one, when a game leaves the memory
LATELY = 400  # states of games that have left the memory: some 6 MB
KEPT = 4  # of a game: the oldest of them are older than the log a view brings


class Taken(NamedTuple):
    """A snapshot that is yet to be written down; its state is a value, so that takes no haste."""

    game: str
    version: int
    number: int
    rolled: int
    behind: tuple[str, ...]  # whose the actions before it are that may be taken back, the latest first
    state: Any

    def row(self) -> dict[str, Any]:
        row = {
            "game": self.game, "version": self.version, "number": self.number, "rolled": self.rolled,
            "behind": " ".join(self.behind), "program": __version__, "state": write_position(self.state),
        }  # fmt: skip
        return row | {"digest": digest(row)}


def digest(row: Mapping[str, Any] | Row) -> str:
    parts = (row[name] for name in ("game", "version", "number", "rolled", "behind", "program", "state"))
    return hashlib.sha256("\n".join(map(str, parts)).encode()).hexdigest()


def due(game_id: str, match: Match) -> Taken | None:
    """A snapshot of a match, if it is time for one."""
    return None if match.number % EVERY or not match.number else take(game_id, match)


def worth_keeping(match: Match, last: int) -> bool:
    """Whether much was played since the last snapshot, for a match that leaves the memory."""
    return match.number % EVERY >= WORTH_KEEPING <= match.number - last


def take(game_id: str, match: Match) -> Taken | None:
    if not isinstance(match.dice, SeededDice):
        return None
    if match.journal.veiled or match.state.audience is not None:
        return None  # what each seat has heard of is not in the state
    return Taken(game_id, match.version, match.number, match.dice.rolled, match.journal.undoable, match.state)


class LatelyLeft:
    """The states of games that left the memory last: a state is a small part of a game, and the dearest to read.

    They count like snapshots. May be asked from any thread.
    """

    def __init__(self, most: int = LATELY) -> None:
        self.most = most
        self._left: OrderedDict[str, tuple[Taken, int]] = OrderedDict()
        self._lock = threading.Lock()

    def note(self, taken: Taken, stored_at: int) -> None:
        """`stored_at`: how many actions the game had when its last snapshot was written."""
        with self._lock:
            self._left[taken.game] = taken, stored_at
            self._left.move_to_end(taken.game)
            if len(self._left) > self.most:
                self._left.popitem(last=False)

    def take(self, game_id: str, version: int) -> tuple[Taken, int] | None:
        """What is known of a game that stands at a version by now; it is not needed a second time."""
        with self._lock:
            found = self._left.pop(game_id, None)
        return found if found is not None and found[0].version <= version else None

    def drop(self, game_id: str) -> None:
        with self._lock:
            self._left.pop(game_id, None)


def keep(store: Store, taken: Taken) -> None:
    row = taken.row()
    same_game = snapshots.c.game == taken.game
    # What was taken back and played again is of another version; so is what is too old to be used.
    old = same_game & ((snapshots.c.number == taken.number) | (snapshots.c.number <= taken.number - KEPT * EVERY))
    past = same_game & (snapshots.c.number > taken.number) & (snapshots.c.version < taken.version)
    with store.writing(fleeting=True) as connection:
        connection.execute(snapshots.delete().where(old | past))
        connection.execute(snapshots.insert(), row)


def drop(store: Store, game_id: str) -> None:
    """Throw the snapshots of a game away."""
    store.change(snapshots.delete().where(snapshots.c.game == game_id))


LATEST = (
    sa.select(snapshots)
    .where(
        snapshots.c.game == sa.bindparam("id"),
        snapshots.c.number <= sa.bindparam("number"),
        snapshots.c.version <= sa.bindparam("version"),
        snapshots.c.program == __version__,
    )
    .order_by(snapshots.c.number.desc())
    .limit(1)
)


def find(store: Store, game: Row, number: int, library: Library) -> tuple[Row, Any] | None:
    """The latest snapshot of so many actions or fewer, and its state; None if there is none to rely on."""
    row = store.row(LATEST, {"id": game["id"], "number": number, "version": game["version"]})
    if row is None:
        return None
    if row["digest"] != digest(row):
        log.warning("the snapshot of game %s after %s actions is damaged", game["id"], row["number"])
        return None
    try:
        return row, read_position(row["state"], library.find)
    except HardtackError as error:
        log.warning("the snapshot of game %s after %s actions: %s", game["id"], row["number"], error)
        return None
