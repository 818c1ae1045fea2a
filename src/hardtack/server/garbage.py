"""When a server looks through its whole memory for garbage: seldom, because everybody waits meanwhile.

What goes out of use is freed at once, unless it refers to itself in a circle. For that the collector goes through all
there is: a thousand games hold it up for half a second. Left to itself it does so whenever a quarter has been added,
every half minute on a busy server, and one in twenty finds it at it. Young circles are still found as they come.
"""

from __future__ import annotations

import gc
import threading
import time
from collections.abc import Callable

YOUNG, MIDDLE, NEVER = 10_000, 20, 1_000_000_000
LOOK_SECONDS = 5.0
SELDOM_SECONDS = 300.0  # from one time to the next
SOON_SECONDS = 30.0  # the same, when games were put out of memory
MUCH_BYTES = 40_000_000  # of games put out of memory


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
