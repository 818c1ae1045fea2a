"""Who is here: the players whose pages are open, and how many watch.

Each process notes those of its own in the store now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sqlalchemy as sa

from hardtack.server.schema import games, onlookers, seats
from hardtack.server.store import Store
from hardtack.server.watching import Broadcaster

AGAIN = 20.0  # seconds from one note to the next, as long as nothing changes
HERE = 45.0  # and how long one holds


class Presence:
    def __init__(self, store: Store, broadcaster: Broadcaster, clock: Callable[[], float]) -> None:
        self.store, self.broadcaster, self.clock = store, broadcaster, clock
        self._noted: dict[tuple[str, str], float] = {}
        self._counted: Mapping[str, int] = {}
        self._counted_at = 0.0

    def note(self) -> None:
        """Note in the store who is here, unless that was done a moment ago."""
        at, here = self.clock(), self.broadcaster.present()
        self._noted = {seat: when for seat, when in self._noted.items() if seat in here}
        due = sorted(seat for seat in here if at - self._noted.get(seat, 0.0) >= AGAIN)
        if due:
            seat = (seats.c.game == sa.bindparam("of_game")) & (seats.c.side == sa.bindparam("at_side"))
            # One statement for all, and no waiting for the disk: others wait to write meanwhile.
            with self.store.writing(fleeting=True) as connection:
                rows = [{"of_game": game, "at_side": side, "seen": at} for game, side in due]
                connection.execute(seats.update().where(seat), rows)
            self._noted.update(dict.fromkeys(due, at))
        watching = self.broadcaster.onlookers()
        if watching != self._counted or (watching and at - self._counted_at >= AGAIN):
            self._count(watching, at)

    def _count(self, watching: Mapping[str, int], at: float) -> None:
        with self.store.writing(fleeting=True) as connection:
            old = (onlookers.c.process == self.store.process) | (onlookers.c.seen < at - HERE)
            connection.execute(onlookers.delete().where(old))
            # A game that has just been thrown away is left out.
            for game, count in sorted(watching.items()):
                row = sa.select(
                    sa.literal(self.store.process), games.c.id, sa.literal(count), sa.literal(at, sa.Double)
                ).where(games.c.id == game)
                connection.execute(onlookers.insert().from_select(["process", "game", "count", "seen"], row))
        self._counted, self._counted_at = watching, at

    def of(self, game_id: str) -> tuple[list[str], int]:
        """The sides whose players are here, and how many watch, in whatever process."""
        since = self.clock() - HERE
        query = sa.select(seats.c.side).where(seats.c.game == game_id, seats.c.seen > since)
        elsewhere = sa.select(sa.func.coalesce(sa.func.sum(onlookers.c.count), 0)).where(
            onlookers.c.game == game_id, onlookers.c.process != self.store.process, onlookers.c.seen > since
        )
        with self.store.reading() as connection:
            noted = set(connection.execute(query).scalars())
            others = int(connection.execute(elsewhere).scalar_one())
        noted |= {side for game, side in self.broadcaster.present() if game == game_id}
        return sorted(noted), self.broadcaster.spectators(game_id) + others
