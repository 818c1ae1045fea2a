"""Whose bot is next: in turn by who made their games, so that nobody's many games keep the others' bots waiting.

Bots that play with people have threads of their own. Those among themselves, for whom nobody waits, share one; on a
server that strangers may reach it rests after every action, and longer the more of the processor that took.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

OwnerOf = Callable[[str], str | None]  # who made a game, as far as is known


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
        self._busy[owner] -= 1
        if not self._busy[owner]:
            del self._busy[owner]


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
