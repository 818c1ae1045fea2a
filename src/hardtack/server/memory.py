"""Which games stay in memory: the rest is read again from the store when somebody looks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from hardtack.server import snapshots
from hardtack.server.live import LiveGame

KEPT_BYTES = 192_000_000  # of live games in memory, about


def tidy(live_games: OrderedDict[str, LiveGame], keep: Callable[[snapshots.Taken], None]) -> int:
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
        snapshot = on_leaving(live)
        if snapshot is not None:
            keep(snapshot)
    return before - total


def on_leaving(live: LiveGame) -> snapshots.Taken | None:
    """A snapshot of a game that leaves, so that who comes back to it finds it near to where it was."""
    if not live.lock.acquire(blocking=False):
        return None
    try:
        leaving = live.stored == live.match.version and not live.forgotten
        return snapshots.on_leaving(live.id, live.match, live.opened_at) if leaving else None
    finally:
        live.lock.release()
