"""Looks after the games whose time runs: starts clocks, and does what was chosen when a player lets the time run out.

Every process looks; what is done is a change of the seats under the game's own lock in the store, so that of several
processes one does it.
"""

from __future__ import annotations

import logging

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
from hardtack.server.notices import TIME_SHORT, TIME_UP
from hardtack.server.presence import Presence
from hardtack.server.schema import games
from hardtack.server.store import Store

log = logging.getLogger("hardtack.server")

LOOK_SECONDS = 5.0
SHORT_SECONDS = 4 * 3_600.0  # a player hears that time is short so long before it is up, or when a quarter is left


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


def due_games(store: Store, until: float) -> list[str]:
    """Running games whose time is up by then, the most urgent first."""
    return store.column(
        sa.select(games.c.id).where(games.c.due <= until, ~games.c.over).order_by(games.c.due).limit(200)
    )


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
            found = due_games(self.service.store, self.service.clock() + SHORT_SECONDS)
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
