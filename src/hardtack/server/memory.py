"""Which games stay in memory: the rest is read again from the store when somebody looks."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable

from hardtack.server import snapshots
from hardtack.server.live import LiveGame

KEPT_BYTES = 192_000_000  # of live games in memory, about


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
