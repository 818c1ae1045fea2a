"""Which games stay in memory, the rest being read again from the store when somebody looks; and when the memory is
looked through for garbage: seldom, because everybody waits meanwhile.

What goes out of use is freed at once, unless it refers to itself in a circle. For that the collector goes through all
there is: a thousand games hold it up for half a second. Left to itself it does so whenever a quarter has been added,
every half minute on a busy server, and one in twenty finds it at it. Young circles are still found as they come.
"""

from __future__ import annotations

import gc
import threading
import time
from collections import OrderedDict
from collections.abc import Callable

from hardtack.server import snapshots
from hardtack.server.live import LiveGame

KEPT_BYTES = 192_000_000  # of live games in memory, about
YOUNG, MIDDLE, NEVER = 10_000, 20, 1_000_000_000
LOOK_SECONDS = 5.0
SELDOM_SECONDS = 300.0  # from one time to the next
SOON_SECONDS = 30.0  # the same, when games were put out of memory
MUCH_BYTES = 40_000_000  # of games put out of memory


def tidy(
    live_games: OrderedDict[str, LiveGame], keep: Callable[[snapshots.Taken], None], lately: snapshots.LatelyLeft
) -> int:
    """Keep the games in memory within bounds: the long past of those nobody plays goes first, then they do.

    The one that was looked at last stays; `keep` takes snapshots of those that leave. Whoever calls holds off
    everybody who would open another. Returns about how many bytes were let go.
    """
    games = list(live_games.values())
    taken = {live: live.memory for live in games}
    before = total = sum(taken.values())
    for live in games[:-1]:
        if total <= KEPT_BYTES:
            return before - total
        if live.lock.acquire(blocking=False):
            try:
                live.shorten_memory()
            finally:
                live.lock.release()
            total += live.memory - taken[live]
            taken[live] = live.memory
    for live in games[:-1]:
        if total <= KEPT_BYTES:
            break
        total -= taken[live]
        live_games.pop(live.id, None)
        snapshot = on_leaving(live, lately)
        if snapshot is not None:
            keep(snapshot)
    return before - total


def on_leaving(live: LiveGame, lately: snapshots.LatelyLeft) -> snapshots.Taken | None:
    """A snapshot of a game that leaves, so that who comes back to it finds it near to where it was; who comes back soon
    finds it where it was."""
    if not live.lock.acquire(blocking=False):
        return None
    try:
        if live.stored != live.match.version or live.forgotten:
            return None
        taken = snapshots.take(live.id, live.match)
        if taken is None:
            return None
        worth_keeping = snapshots.worth_keeping(live.match, live.opened_at)
        taken.state.forget()  # what can be worked out again
        lately.note(taken, live.match.number if worth_keeping else live.opened_at)
        return taken if worth_keeping else None
    finally:
        live.lock.release()


def spare_what_lasts() -> None:
    """What the program itself consists of lives as long as it does: nobody need look through it again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)


class Sweeper(threading.Thread):
    """Has the whole memory looked through. `let_go`: how many bytes of games have been put out of it so far."""

    def __init__(self, let_go: Callable[[], int]) -> None:
        super().__init__(name="sweeper", daemon=True)
        self.let_go = let_go
        self._swept, self._gone = time.monotonic(), 0

    def run(self) -> None:
        while True:
            time.sleep(LOOK_SECONDS)
            self.sweep()

    def sweep(self) -> bool:
        """True when it was time."""
        now, gone = time.monotonic(), self.let_go()
        since = now - self._swept
        if since < SOON_SECONDS or (since < SELDOM_SECONDS and gone - self._gone < MUCH_BYTES):
            return False
        gc.collect()
        self._swept, self._gone = now, gone
        return True
