"""Plays the bots of all games, one action at a time at each game's pace, so that viewers can follow.

Several processes may serve one store: the one that has taken charge of a game plays its bots (see `charges`). When
it dies another, or the next to start, goes on where it stopped.

Bots take turns by who made their games, so that nobody's many games keep the others' bots waiting. Those that play
with people have threads of their own. Those among themselves, for whom nobody waits, share one; on a server that
strangers may reach it rests after every action, and longer the more of the processor that took.
"""

from __future__ import annotations

import heapq
import math
import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Collection
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass

from hardtack.referee.actions import Action
from hardtack.referee.errors import HardtackError
from hardtack.server.allowances import drop
from hardtack.server.charges import SWEEP_SECONDS, Charges, last_of_others
from hardtack.server.connections import StoreTrouble
from hardtack.server.game_service import GameService
from hardtack.server.live import LiveGame
from hardtack.server.logs import log
from hardtack.server.metrics import Metrics
from hardtack.server.store import Standing
from hardtack.table import Fault, StaleMove
from hardtack.table.seats import bot_random, read_answer
from hardtack.table.thinking import BotWorkers

OwnerOf = Callable[[str], str | None]  # who made a game, as far as is known
MISHAP_SECONDS = 10.0  # before trying again what went wrong for no known reason
SECRET_SECONDS = 10.0  # what a bot decides in secret takes so long, or a multiple of it
# After each action of bots among themselves where they must not be a burden: seconds, and times what it took.
REST_SECONDS, REST_TIMES = 0.025, 4.0


class Turns:
    """Games that wait for a thread: one of each owner in turn, those of one in the order they came."""

    def __init__(self, owner_of: OwnerOf, most: int) -> None:
        self.owner_of, self.most = owner_of, most  # games of one owner at a time
        self._waiting: dict[str, deque[str]] = {}  # by owner; the first of them is next
        self._busy: Counter[str] = Counter()

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, game_id: str) -> None:
        self._waiting.setdefault(self.owner_of(game_id) or game_id, deque()).append(game_id)

    def take(self) -> tuple[str, str] | None:
        """The owner and the game whose turn it is; None when nobody waits who may."""
        for owner, games in self._waiting.items():
            if self._busy[owner] < self.most:
                del self._waiting[owner]
                game_id = games.popleft()
                if games:
                    self._waiting[owner] = games  # behind everybody else
                self._busy[owner] += 1
                return owner, game_id
        return None

    def done(self, owner: str) -> None:
        drop(self._busy, owner)


class Lane:
    """Some threads that do a piece of work for one game after the other."""

    def __init__(
        self, name: str, threads: int, work: Callable[[str], None], owner_of: OwnerOf, rest: float = 0.0,
        rest_times: float = 0.0,
    ) -> None:  # fmt: skip
        """`rest`: seconds after each piece of work, and at least so many times as long as it kept the processor."""
        self.work, self.rest, self.rest_times = work, rest, rest_times
        self._turns = Turns(owner_of, max(1, threads - 1))
        self._lock = threading.Lock()
        self._stopping = threading.Event()
        self._hands = ThreadPoolExecutor(threads, thread_name_prefix=name)

    def put(self, game_id: str) -> None:
        with self._lock:
            self._turns.put(game_id)
        self._wake()

    def close(self) -> None:
        self._stopping.set()
        self._hands.shutdown(wait=False, cancel_futures=True)

    def _wake(self) -> None:
        with suppress(RuntimeError):  # it has been closed
            self._hands.submit(self._serve)

    def _serve(self) -> None:
        with self._lock:
            found = self._turns.take()
        if found is None:
            return  # another game of an owner who has enough threads: whoever is done with theirs takes it
        owner, game_id = found
        begun = time.thread_time()
        try:
            self.work(game_id)
        finally:
            with self._lock:
                self._turns.done(owner)
                more = len(self._turns)
            if self.rest:
                self._stopping.wait(max(self.rest, self.rest_times * (time.thread_time() - begun)))
            if more and not self._stopping.is_set():
                self._wake()


def nobody(game_id: str) -> None:
    """Who made a game, where that does not matter."""


@dataclass
class Secret:
    """What a bot decides in secret: after which action that all know of, and since when.

    Then the action it ends with, at which version, and when that may be played.
    """

    number: int
    begun: float
    last: Action | None = None
    version: int = -1
    over: float = 0.0


class BotRunner:
    def __init__(
        self, service: GameService, workers: BotWorkers, threads: int, metrics: Metrics | None = None,
        maker_of: OwnerOf = nobody, sparing: bool = False,
    ) -> None:  # fmt: skip
        """`maker_of`: whose games take turns; `sparing`: bots among themselves rest, as others need the server."""
        self.service, self.workers, self.metrics = service, workers, metrics
        self.charges = Charges(service.store, service.store.process)
        self._due: list[tuple[float, str]] = []
        self._planned: dict[str, float] = {}  # the one time that counts for a game; other entries of `_due` are old
        self._moving: Counter[str] = Counter()  # games whose bot is at it
        self._hopeless: set[str] = set()  # games that cannot be opened here
        self._secrets: dict[str, Secret] = {}  # by game
        self._prepared: set[str] = set()  # scenarios for whose bots a process was ready
        self._coming: set[str] | None = None  # the scenario bots of others will be of, when we have just begun
        self.stands_by = True  # and that of all whose bots another process plays, as we saw last
        self._change = threading.Condition()
        self._stopping = False
        self._among_bots: set[str] = set()  # games in which nobody else plays, as far as we have seen them
        rest = (REST_SECONDS, REST_TIMES) if sparing else (0.0, 0.0)
        self._with_people = Lane("bot", threads, self._move, maker_of)
        self._by_themselves = Lane("bots", 1 if sparing else threads, self._move, maker_of, *rest)
        self._clock = threading.Thread(target=self._run, name="bot runner", daemon=True)

    def start(self) -> None:
        self._clock.start()

    def close(self) -> None:
        with self._change:
            self._stopping = True
            self._change.notify()
        self._clock.join()
        with suppress(StoreTrouble):  # then the charges run out by themselves
            self.charges.release()
        self.workers.close()
        for lane in (self._with_people, self._by_themselves):
            lane.close()

    @property
    def waiting(self) -> int:
        """Games whose bot is to move or at it."""
        return len(self._planned) + len(self._moving)

    def notice(self, live: LiveGame) -> None:
        """A game has changed: if a bot is next, it plays after the game's pace."""
        if live.match.state.audience is None:
            self._secrets.pop(live.id, None)
        if live.among_bots and live.bot_next:
            self._among_bots.add(live.id)
        else:
            self._among_bots.discard(live.id)
        if live.bot_next and not live.paused:
            if live.match.state.audience is not None:
                self._secret(live)
                self.plan(live.id, 0.0)  # nobody follows it, and by its pace it could be counted
            else:
                self.plan(live.id, live.pace_ms / 1000)

    def hear(self, game_id: str, stands: Standing) -> None:
        """Another process has changed a game. If its bots are ours, one may be next."""
        if self.charges.is_ours(game_id) and not stands.paused:
            self.plan(game_id, stands.pace_ms / 1000)

    def _secret(self, live: LiveGame) -> Secret:
        """What is decided in secret now, from its first action on."""
        number = live.match.for_seat(None).number
        found = self._secrets.get(live.id)
        if found is None or found.number != number:
            found = self._secrets[live.id] = Secret(number, time.monotonic())
        return found

    def seconds_left(self, live: LiveGame, action: Action) -> float:
        """How long an action must wait that ends what is decided in secret, or others could tell how much it was.

        Between bots nobody is to be kept from knowing.
        """
        match = live.match
        if match.state.audience is None or live.among_bots:
            return 0.0
        secret = self._secret(live)
        now = time.monotonic()
        if secret.version != match.version:
            if not match.ends_secret(action):
                return 0.0
            spans = max(1, math.ceil((now - secret.begun) / SECRET_SECONDS))
            secret.last, secret.version = action, match.version
            secret.over = secret.begun + SECRET_SECONDS * spans
        return max(0.0, secret.over - now)

    def plan(self, game_id: str, seconds: float) -> None:
        due = time.monotonic() + seconds
        with self._change:
            if due < self._planned.get(game_id, math.inf) and not self._stopping:
                self._planned[game_id] = due
                heapq.heappush(self._due, (due, game_id))
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
                    due, game_id = heapq.heappop(self._due)
                    if self._planned.get(game_id) == due:
                        del self._planned[game_id]
                        self._moving[game_id] += 1
                        (self._by_themselves if game_id in self._among_bots else self._with_people).put(game_id)
                upcoming = min([next_sweep, *(due for due, _ in self._due[:1])])
                if not self._stopping:  # who closes it says so with the lock held, and wakes whoever waits by then
                    self._change.wait(max(0.0, upcoming - time.monotonic()))

    def _sweep(self) -> None:
        """Renew our charges; plan for every bot that waits though nobody has planned for it.

        Such a bot may be of a process that died, or in our charge in a game that another process has changed.
        """
        try:
            waiting = self.charges.waiting()
            others = {one.scenario for one in waiting if one.charge.keeper not in (None, self.charges.name)}
            if self._coming is None:  # the next game of theirs may begin, and they be gone, in a moment
                self._coming = set(last_of_others(self.service.store, self.charges.name))
            self._stand_by(others | self._coming - self._prepared)
            for game_id, pace_ms, charge, _ in waiting:
                known = self._moving[game_id] or game_id in self._planned or game_id in self._hopeless
                if self.charges.free(game_id, charge) and not known:
                    self.plan(game_id, pace_ms / 1000)
        except StoreTrouble:
            return  # the next sweep will do
        except Exception:  # the clock of all bots must go on
            log.exception("cannot look for bots that wait")

    def _stand_by(self, scenarios: Collection[str]) -> None:
        """Should the keeper of a game die, its bot is to go on at once: with a process that has loaded its battle."""
        self.stands_by = self._prepared.issuperset(scenarios)
        for scenario in scenarios:
            try:
                is_ready = self.workers.prepare(self.service.library.find(scenario), scenario)
            except HardtackError:
                is_ready = True  # a battle we do not have
            if is_ready:
                self._prepared.add(scenario)
        self.stands_by = self._prepared.issuperset(scenarios)

    def _move(self, game_id: str) -> None:
        """Let the bot of a game make one action, then plan the next."""
        try:
            if self.charges.take(game_id):
                self._play_one(game_id)
        except StaleMove:
            pass  # somebody acted or took back meanwhile; that change, or the next sweep, plans what follows
        except StoreTrouble:
            self.plan(game_id, 1.0)
        except HardtackError:
            self._hopeless.add(game_id)  # a game that cannot be opened (old rules) stays as it is
        except Exception:  # the last stop of this thread: what is wrong with one game must not go unheard
            log.exception("the bot of game %s could not move", game_id)
            self.plan(game_id, MISHAP_SECONDS)
        finally:
            with self._change:
                drop(self._moving, game_id)

    def _play_one(self, game_id: str) -> None:
        with self.service.game(game_id) as live:
            if not live.bot_next or live.paused:
                return
            match, side = live.match, str(live.match.to_act)
            version = match.version
            random = bot_random(str(match.seed), side, match.number)
            legal = match.legal()
            only = legal[0] if len(legal) == 1 else self._said(live)
            ready = only is not None or match.seats[side].dismissed
            view, bot = match.seen(side), str(live.bot_of[side])
        notation, kind, detail = "", "", ""
        if not ready:
            begun = time.monotonic()
            notation, kind, detail = self.workers.ask(view, bot, random.getrandbits(64), game_id)
            if self.metrics is not None:
                self.metrics.thought(time.monotonic() - begun, kind)
        if self._stopping:
            return  # it may have been interrupted: whoever goes on with the game asks it again
        with self.service.game(game_id) as live:
            match = live.match
            match.check_version(version)
            action: Action | None = only
            if not ready and not kind:
                action, kind, detail = read_answer(notation, match.state)
            if action is None:
                action = match.options.pick(random)
            left = self.seconds_left(live, action)
            if left:
                self.plan(game_id, left)
                return
            fault = Fault(match.number, side, bot, kind, detail) if kind else None
            self.service.play(live, action, side, version, fault)
            if match.outcome is not None:
                self.charges.forget(game_id)

    def _said(self, live: LiveGame) -> Action | None:
        """What the bot of a game has decided already, if that only waits for its time."""
        secret = self._secrets.get(live.id)
        return None if secret is None or secret.version != live.match.version else secret.last
