"""Which games stay in memory: the rest is read again from the store when somebody looks."""

from __future__ import annotations

from collections import OrderedDict

from hardtack.server.live import LiveGame

KEPT_BYTES = 192_000_000  # of live games in memory, about


def tidy(live_games: OrderedDict[str, LiveGame]) -> None:
    """Keep the games in memory within bounds: the long past of those nobody plays goes first, then they do.

    The one that was looked at last stays. Whoever calls holds off everybody who would open another.
    """
    games = list(live_games.values())
    taken = {live: live.memory for live in games}
    total = sum(taken.values())
    for live in games[:-1]:
        if total <= KEPT_BYTES:
            return
        if live.lock.acquire(blocking=False):
            try:
                live.shorten_memory()
            finally:
                live.lock.release()
            total += live.memory - taken[live]
            taken[live] = live.memory
    for live in games[:-1]:
        if total <= KEPT_BYTES:
            return
        total -= taken[live]
        live_games.pop(live.id, None)
