"""Which process plays the bots of a game, without trusting anybody's clock but one's own.

A process that has bots to play counts its beat up several times a second. Another one that has watched that beat stand
still for long enough, by its own steady clock, takes it that the keeper of a game is gone and takes over, if the beat
is still the same. What the time of day is, or becomes, on any machine does not matter. Who was taken for gone too soon
finds out with the next beat; what two play at once is written once. Keepers and beats are in the store.
"""

from __future__ import annotations

import threading
import time
from typing import NamedTuple

import sqlalchemy as sa

from hardtack.server.schema import games, processes
from hardtack.server.store import Store

CHARGE_SECONDS = 0.75  # how long a beat may stand still before its keeper is taken for gone
SWEEP_SECONDS = 0.2  # how often to beat, and to look for bots that wait: after another process, or a mishap


class Charge(NamedTuple):
    """The process that plays the bots of a game, if any, and its beat; None: it has not beaten yet."""

    keeper: str | None
    beat: int | None


class Waiting(NamedTuple):
    """A game where a bot is next."""

    game: str
    pace_ms: int
    charge: Charge
    scenario: str


KEPT = games.outerjoin(processes, processes.c.name == games.c.keeper)


def waiting(store: Store) -> list[Waiting]:
    """Games where a bot is next; their pace, and who is in charge of them."""
    query = sa.select(games.c.id, games.c.pace_ms, games.c.keeper, processes.c.beat, games.c.scenario).select_from(KEPT)
    with store.reading() as connection:
        found = connection.execute(query.where(games.c.bot_next, ~games.c.over, ~games.c.paused))
        return [Waiting(row.id, row.pace_ms, Charge(row.keeper, row.beat), row.scenario) for row in found]


def last_of_others(store: Store, process: str) -> list[str]:
    """The scenario that another process has played bots of last, if any has."""
    query = sa.select(games.c.scenario).where(games.c.keeper != process).order_by(games.c.updated.desc()).limit(1)
    return store.column(query)


def charge_of(store: Store, game_id: str) -> Charge | None:
    query = sa.select(games.c.keeper, processes.c.beat).select_from(KEPT).where(games.c.id == game_id)
    row = store.row(query)
    return None if row is None else Charge(row["keeper"], row["beat"])


def take(store: Store, game_id: str, keeper: str, seen: Charge) -> bool:
    """Become the process that plays the bots of a game; False when its charge is no longer as it was seen."""
    beat = sa.select(processes.c.beat).where(processes.c.name == seen.keeper).scalar_subquery()
    same = (games.c.id == game_id) & games.c.keeper.is_not_distinct_from(seen.keeper)
    same &= beat.is_not_distinct_from(seen.beat)
    return store.change(games.update().where(same), {"keeper": keeper}, fleeting=True) == 1


def beat(store: Store, keeper: str) -> set[str]:
    """Show the others that a process lives; returns the games that are in its charge."""
    with store.writing(fleeting=True) as connection:
        own = processes.c.name == keeper
        if connection.execute(processes.update().where(own).values(beat=processes.c.beat + 1)).rowcount == 0:
            _clear(connection)
            connection.execute(processes.insert(), {"name": keeper, "beat": 1})
        kept = sa.select(games.c.id).where(games.c.keeper == keeper, ~games.c.over)
        return set(connection.execute(kept).scalars())


def release(store: Store, keeper: str) -> None:
    """Leave the bots of all games to whoever is there."""
    with store.writing(fleeting=True) as connection:
        connection.execute(games.update().where(games.c.keeper == keeper), {"keeper": None})
        _clear(connection)


def _clear(connection: sa.Connection) -> None:
    """Forget processes that have no game in their charge; one that lives counts on from one."""
    kept = sa.select(games.c.keeper).where(games.c.keeper.is_not(None), ~games.c.over)
    connection.execute(processes.delete().where(processes.c.name.not_in(kept)))


class Charges:
    """The games in charge of this process, and what it has heard of the others'."""

    def __init__(self, store: Store, name: str) -> None:
        self.store, self.name = store, name
        self._ours: dict[str, float] = {}  # until when, by our clock, nobody else can have taken it for given up
        self._heard: dict[str, tuple[Charge, float]] = {}  # of other keepers: the last change, and when we saw it
        self._lock = threading.Lock()

    def waiting(self) -> list[Waiting]:
        """The games where a bot is next. If any of them is ours, the others are told that we are here."""
        found = waiting(self.store)
        if any(one.charge.keeper == self.name for one in found):
            self.beat()
        with self._lock:
            for game_id in self._heard.keys() - {one.game for one in found}:
                del self._heard[game_id]
        return found

    def beat(self) -> None:
        """Tell the others that we are here, and learn what is still ours."""
        begun = time.monotonic()
        kept = beat(self.store, self.name)
        with self._lock:
            # One that was taken in this moment is looked up again before it is played.
            self._ours = dict.fromkeys(kept, begun + CHARGE_SECONDS)

    def free(self, game_id: str, charge: Charge) -> bool:
        """Whether we may play the bots of a game: in our charge already, in nobody's, or its keeper is silent."""
        if charge.keeper in (None, self.name):
            return True
        now = time.monotonic()
        with self._lock:
            heard, since = self._heard.get(game_id, (None, now))
            if heard != charge:
                since = now
            self._heard[game_id] = (charge, since)
        return now - since >= CHARGE_SECONDS

    def is_ours(self, game_id: str) -> bool:
        """Whether a game was in our charge when we last looked."""
        return game_id in self._ours

    def take(self, game_id: str) -> bool:
        """True when this process plays the bots of the game, now at the latest."""
        begun = time.monotonic()
        with self._lock:
            if self._ours.get(game_id, 0.0) > begun + SWEEP_SECONDS:
                return True
        charge = charge_of(self.store, game_id)
        if charge is None or not self.free(game_id, charge):
            return False
        if charge.keeper == self.name:
            self.beat()  # after a while without bots to play
            return self.is_ours(game_id)
        if not take(self.store, game_id, self.name, charge):
            return False
        with self._lock:
            self._ours[game_id] = begun + CHARGE_SECONDS
            self._heard.pop(game_id, None)
        return True

    def forget(self, game_id: str) -> None:
        """A game that needs no keeper any more."""
        with self._lock:
            self._ours.pop(game_id, None)

    def release(self) -> None:
        """Leave the bots of all games to whoever is there."""
        release(self.store, self.name)
