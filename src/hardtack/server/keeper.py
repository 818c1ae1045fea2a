"""Plays the bots of all games, one action at a time at each game's pace, so that viewers can follow.

Several processes may serve one store: the one that has taken charge of a game plays its bots. When it dies its
charge runs out and another, or the next to start, goes on where it stopped.
"""

from __future__ import annotations

import heapq
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

from hardtack.referee.actions import Action
from hardtack.referee.errors import HardtackError
from hardtack.server.house import House
from hardtack.server.live import LiveGame
from hardtack.server.store import StoreBusy
from hardtack.table import Fault, StaleMove
from hardtack.table.seats import ILLEGAL, NONSENSE, bot_random, check_answer
from hardtack.table.thinking import Staff

CHARGE_SECONDS = 60.0  # longer than any bot may think
SWEEP_SECONDS = 5.0  # how often to look for games nobody has taken charge of


class Keeper:
    def __init__(self, house: House, staff: Staff, threads: int) -> None:
        self.house, self.staff = house, staff
        self.name = uuid4().hex
        self._due: list[tuple[float, str]] = []
        self._planned: set[str] = set()
        self._charges: dict[str, float] = {}  # games in our charge, and until when
        self._change = threading.Condition()
        self._stopping = False
        self._hands = ThreadPoolExecutor(threads, thread_name_prefix="bot")
        self._clock = threading.Thread(target=self._run, name="keeper", daemon=True)

    def start(self) -> None:
        self._clock.start()

    def close(self) -> None:
        with self._change:
            self._stopping = True
            self._change.notify()
        self._clock.join()
        self.staff.close()
        self._hands.shutdown(wait=False, cancel_futures=True)

    def notice(self, live: LiveGame) -> None:
        """A game has changed: if a bot is next, it plays after the game's pace."""
        if live.bot_next and not live.paused:
            self.plan(live.id, live.pace_ms / 1000)

    def plan(self, game_id: str, seconds: float) -> None:
        with self._change:
            if game_id not in self._planned and not self._stopping:
                self._planned.add(game_id)
                heapq.heappush(self._due, (time.monotonic() + seconds, game_id))
                self._change.notify()

    def _run(self) -> None:
        next_sweep = 0.0
        while not self._stopping:
            now = time.monotonic()
            if now >= next_sweep:
                next_sweep = now + SWEEP_SECONDS
                self._sweep()
            with self._change:
                while self._due and self._due[0][0] <= now:
                    game_id = heapq.heappop(self._due)[1]
                    self._hands.submit(self._move, game_id)
                upcoming = min([next_sweep, *(due for due, _ in self._due[:1])])
                self._change.wait(max(0.0, upcoming - time.monotonic()))

    def _sweep(self) -> None:
        try:
            for game_id in self.house.store.waiting_for_bots():
                self.plan(game_id, 0.0)
        except StoreBusy:
            return  # the next sweep will do

    def _move(self, game_id: str) -> None:
        """Let the bot of a game make one action, then plan the next."""
        with self._change:
            self._planned.discard(game_id)
        try:
            if self._in_charge(game_id):
                self._play_one(game_id)
        except StaleMove:
            pass  # somebody acted or took back meanwhile; that change has planned what follows
        except StoreBusy:
            self.plan(game_id, 1.0)
        except HardtackError:
            pass  # a game that cannot be opened (old rules) stays as it is

    def _in_charge(self, game_id: str) -> bool:
        """True when this process plays the bots of the game; the charge is renewed before it runs out."""
        now = time.time()
        if self._charges.get(game_id, 0.0) > now + CHARGE_SECONDS / 2:
            return True
        if not self.house.store.take_charge(game_id, self.name, CHARGE_SECONDS):
            return False
        self._charges = {known: until for known, until in self._charges.items() if until > now}
        self._charges[game_id] = now + CHARGE_SECONDS
        return True

    def _play_one(self, game_id: str) -> None:
        with self.house.game(game_id) as live:
            if not live.bot_next or live.paused:
                return
            match, side = live.match, str(live.match.to_act)
            version = match.version
            random = bot_random(str(match.seed), side, match.number)
            legal = match.legal()
            only = legal[0] if len(legal) == 1 else None
            ready = only is not None or match.seats[side].dismissed
            view, bot = match.seen(side), str(live.bot_of[side])
        notation, kind, detail = ("", "", "") if ready else self.staff.ask(view, bot, random.getrandbits(64))
        with self.house.game(game_id) as live:
            match = live.match
            match.check_version(version)
            action: Action | None = only
            if not ready and not kind:
                action, kind, detail = self._read(live, notation)
            if action is None:
                action = match.options.pick(random)
            fault = Fault(match.number, side, bot, kind, detail) if kind else None
            self.house.play(live, action, side, version, fault)

    def _read(self, live: LiveGame, notation: str) -> tuple[Action | None, str, str]:
        try:
            action = live.match.parse(notation)
        except HardtackError as error:
            return None, NONSENSE, str(error)
        kind, detail = check_answer(action, live.match.state)
        return (None, kind, detail) if kind in (ILLEGAL, NONSENSE) else (action, "", "")
