"""Who is here: the players whose pages are open. Each process notes those of its own in the store now and then."""

from __future__ import annotations

from collections.abc import Callable

import sqlalchemy as sa

from hardtack.server.schema import seats
from hardtack.server.store import Store
from hardtack.server.watching import Broadcaster

AGAIN = 20.0  # seconds from one note to the next
HERE = 45.0  # and how long one holds


class Presence:
    def __init__(self, store: Store, broadcaster: Broadcaster, clock: Callable[[], float]) -> None:
        self.store, self.broadcaster, self.clock = store, broadcaster, clock
        self._noted: dict[tuple[str, str], float] = {}

    def note(self) -> None:
        """Note in the store who is here, unless that was done a moment ago."""
        at, here = self.clock(), self.broadcaster.present()
        self._noted = {seat: when for seat, when in self._noted.items() if seat in here}
        due = sorted(seat for seat in here if at - self._noted.get(seat, 0.0) >= AGAIN)
        if due:
            with self.store.writing() as connection:
                for game, side in due:
                    seat = (seats.c.game == game) & (seats.c.side == side)
                    connection.execute(seats.update().where(seat), {"seen": at})
            self._noted.update(dict.fromkeys(due, at))

    def of(self, game_id: str) -> tuple[list[str], int]:
        """The sides whose players are here, in whatever process, and how many watch in this one."""
        query = sa.select(seats.c.side).where(seats.c.game == game_id, seats.c.seen > self.clock() - HERE)
        with self.store.reading() as connection:
            noted = set(connection.execute(query).scalars())
        noted |= {side for game, side in self.broadcaster.present() if game == game_id}
        return sorted(noted), self.broadcaster.spectators(game_id)
