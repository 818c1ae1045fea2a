"""Looks after the games whose time runs: starts clocks, and does what was chosen when a player lets the time run out.
Notes who is here: the players whose pages are open, and how many watch.

Every process looks; what is done is a change of the seats under the game's own lock in the store, so that of several
processes one does it. Each notes those who are here of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import sqlalchemy as sa

from hardtack.referee.endings import TIME
from hardtack.referee.errors import GameOver, HardtackError, WrongSeat
from hardtack.referee.events import enemy_of
from hardtack.server import between, seat_store, standings
from hardtack.server.background import BackgroundThread
from hardtack.server.clocks import DAY, STAND_IN, NoVacation, TimeLeft
from hardtack.server.connections import StoreTrouble
from hardtack.server.game_service import GameService
from hardtack.server.live import LiveGame
from hardtack.server.logs import log
from hardtack.server.notices import TIME_SHORT, TIME_UP
from hardtack.server.schema import games, onlookers, seats
from hardtack.server.store import Store
from hardtack.server.watching import Broadcaster

AGAIN = 20.0  # seconds from one note to the next, as long as nothing changes
HERE = 45.0  # and how long one holds
LOOK_SECONDS = 5.0
SHORT_SECONDS = 4 * 3_600.0  # a player hears that time is short so long before it is up, or when a quarter is left


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


def claim_game(service: GameService, live: LiveGame, sides: tuple[str, ...]) -> None:
    """The other side has let its time run out: the game is won."""
    if live.match.outcome is not None:
        raise GameOver("the game is over")
    clock = live.clock
    if clock is None or clock.side is None or clock.terms.late == STAND_IN or not clock.is_up(service.clock()):
        raise TimeLeft("there is time left, or no clock")
    winner = enemy_of(clock.side)
    if winner not in sides or clock.side in sides:
        raise WrongSeat(f"{winner} may claim the game")
    between.end_game(service, live, winner, winner, TIME)
    between.log(service, live, winner, "time.claimed")


def go_away(service: GameService, live: LiveGame, side: str, days: int) -> None:
    """A player's clock stands still for some days, or runs again."""
    if live.clock is None or live.match.outcome is not None:
        raise NoVacation("the game has no clock")
    live.clock.go_away(side, days * DAY, service.clock())
    service.keep_clock(live)
    between.log(service, live, side, "away" if days else "back", str(days))


class Timekeeper(BackgroundThread):
    def __init__(self, service: GameService, presence: Presence) -> None:
        super().__init__("timekeeper")
        self.service, self.presence = service, presence
        self._told: set[tuple[str, str, float]] = set()  # notices that have been given

    def run(self) -> None:
        while not self.stopping.wait(LOOK_SECONDS):
            self.check_clocks()

    def check_clocks(self) -> None:
        """Look once at every game whose time is up or nearly so."""
        try:
            up = games.c.due <= self.service.clock() + SHORT_SECONDS
            urgent = sa.select(games.c.id).where(up, ~games.c.over).order_by(games.c.due).limit(200)
            found = self.service.store.column(urgent)
            uncounted = standings.uncounted(self.service.store)
            self.presence.note()
        except StoreTrouble:
            return
        self._told = {one for one in self._told if one[0] in found}
        for game_id in (*found, *uncounted):
            try:
                with self.service.game(game_id) as live:
                    self.attend(live)
            except HardtackError:
                continue  # a game that cannot be opened here must not stop the others' clocks
            except Exception:  # the last stop of this thread
                log.exception("the clock of game %s", game_id)

    def attend(self, live: LiveGame) -> None:
        standings.count(self.service.store, live, self.service.clock())
        clock = live.clock
        if clock is None or clock.side is None or clock.due is None:
            return
        if not clock.is_up(self.service.clock()):
            if clock.is_short(self.service.clock(), SHORT_SECONDS):
                self._tell(TIME_SHORT, live, clock.side, clock.due)
        elif clock.terms.late == STAND_IN:
            side, bot = clock.side, clock.terms.bot
            if seat_store.seat_bot(self.service.store, live.id, side, bot):
                between.log(self.service, live, side, "bot.stands_in", bot)
        else:
            self._tell(TIME_UP, live, enemy_of(clock.side), clock.due)

    def _tell(self, kind: str, live: LiveGame, side: str, due: float) -> None:
        which = (live.id, kind, due)
        if which not in self._told:
            self._told.add(which)
            self.service.tell(live, side, kind, f"{due:.0f}")
