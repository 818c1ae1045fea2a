"""Live updates: everybody who watches a game hears of every change, also of those other processes made."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any
from weakref import WeakSet

from starlette.concurrency import run_in_threadpool

from hardtack.referee.errors import HardtackError
from hardtack.server.errors import BadKey
from hardtack.server.live import LiveGame
from hardtack.server.present import Viewer
from hardtack.server.store import Standing, Store, StoreTrouble

log = logging.getLogger("hardtack.server")

POLL_SECONDS = 0.4  # how soon a change made by another process is noticed
HEARTBEAT_SECONDS = 15.0
CLOSED = "event: closed\ndata: {}\n\n"  # the last word to whoever may not watch any more
RECONNECT_MS = 1000  # how soon a browser comes back after a broken line

News = dict[str, Any]


class Broadcaster:
    """The watchers of all games. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        # Weak: a stream that is given up before it begins takes its queue with it.
        self._watchers: dict[str, WeakSet[asyncio.Queue[News]]] = {}
        self._told: dict[str, Standing] = {}
        self._closing = False

    def start(self) -> None:
        self._loop = asyncio.get_running_loop()

    def close(self) -> None:
        """End every stream, so that the server can stop. May be called from any thread or signal handler."""
        self._closing = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._wake)

    def _wake(self) -> None:
        for watchers in self._watchers.values():
            for queue in watchers:
                queue.put_nowait({})

    def tell(self, live: LiveGame) -> None:
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, live.id, news_of(live))

    def _spread(self, game_id: str, news: News) -> None:
        watchers = self._watchers.get(game_id)
        if not watchers:
            return
        self._told[game_id] = standing_of(news)
        for queue in watchers:
            while not queue.empty():  # only the latest counts: whoever is slow skips what is past
                queue.get_nowait()
            queue.put_nowait(news)

    def behind(self, standing: Mapping[str, Standing]) -> list[str]:
        """The watched games whose watchers have not been told that they stand so; newcomers are being told already."""
        return [game_id for game_id, stands in standing.items() if self._told.get(game_id, stands) != stands]

    @property
    def watched(self) -> list[str]:
        return [game_id for game_id, watchers in list(self._watchers.items()) if watchers]

    async def watch(self, game_id: str, ask: Callable[[], News]) -> AsyncIterator[str]:
        """The stream of server-sent events of one game for one watcher.

        The watcher is listed before asking how the game stands: a change in that moment is told twice, not never.
        Whatever `ask` raises is raised before the stream begins.
        """
        queue: asyncio.Queue[News] = asyncio.Queue()
        self._watchers.setdefault(game_id, WeakSet()).add(queue)
        try:
            first = await run_in_threadpool(ask)
        except BaseException:
            self._leave(game_id, queue)
            raise
        self._told.setdefault(game_id, standing_of(first))
        return self._stream(game_id, queue, first, ask)

    async def _stream(
        self, game_id: str, queue: asyncio.Queue[News], latest: News, ask: Callable[[], News]
    ) -> AsyncIterator[str]:
        """Events until the watcher goes, or may not look any more."""
        try:
            yield f"retry: {RECONNECT_MS}\n{write_event(latest)}"
            while not self._closing:
                try:
                    news = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if news and news["seating"] != latest["seating"] and not await allowed(ask):
                    yield CLOSED
                    return
                if news and news.get("_veiled"):  # somebody has decided in secret: each hears what he may know
                    news = await own_news(ask, latest)
                    if write_event(news) == write_event(latest):
                        continue  # nor may anybody count what he is not told
                if news and news["version"] >= latest["version"]:
                    latest = news
                    yield write_event(news)
        finally:
            self._leave(game_id, queue)

    def _leave(self, game_id: str, queue: asyncio.Queue[News]) -> None:
        watchers = self._watchers.get(game_id, WeakSet())
        watchers.discard(queue)
        if not watchers:
            self._watchers.pop(game_id, None)
            self._told.pop(game_id, None)


async def own_news(ask: Callable[[], News], latest: News) -> News:
    """How the game stands for one watcher; as before, if it cannot be asked just now."""
    try:
        return await run_in_threadpool(ask)
    except HardtackError:
        return latest


async def allowed(ask: Callable[[], News]) -> bool:
    """False when a watcher's key has been revoked."""
    try:
        await run_in_threadpool(ask)
    except BadKey:
        return False
    except HardtackError:
        return True  # the game cannot be asked just now; what is told next says how it stands
    return True


def news_of(live: LiveGame, viewer: Viewer | None = None) -> News:
    """How a game stands, as a viewer may count; without a viewer, whether each has to be asked for himself.

    What begins with `_` is for this process alone.
    """
    match = live.match if viewer is None else viewer.known(live.match)
    return {
        "_version": live.match.version,
        "_veiled": viewer is None and match.journal.veiled and match.outcome is None,
        "version": match.version,
        "number": match.number,
        "to_act": match.to_act,
        "over": match.outcome is not None,
        "thinking": live.bot_next and not live.paused,
        "paused": live.paused,
        "pace_ms": live.pace_ms,
        "seating": live.seating_count,
    }


def standing_of(news: News) -> Standing:
    version = news["_version"] if "_version" in news else news["version"]
    return Standing(version, news["pace_ms"], news["paused"], news["seating"])


def write_event(news: News) -> str:
    told = {name: value for name, value in news.items() if not name.startswith("_")}
    return f"event: change\nid: {news['version']}\ndata: {json.dumps(told)}\n\n"


class StorePoller(threading.Thread):
    """Notices what other processes wrote into the games watched here, and has them told."""

    def __init__(self, store: Store, broadcaster: Broadcaster, tell: Callable[[str], None]) -> None:
        super().__init__(name="store poller", daemon=True)
        self.store, self.broadcaster, self.tell = store, broadcaster, tell
        self.stopping = threading.Event()
        self.said = ""  # the fault last told, which is told once

    def run(self) -> None:
        while not self.stopping.wait(POLL_SECONDS):
            for game_id in self.changed():
                self.look(game_id)

    def changed(self) -> list[str]:
        """The watched games to tell of. Whatever the database may say, the next look is not far."""
        try:
            watched = self.broadcaster.watched
            found = self.broadcaster.behind(self.store.standing(watched)) if watched else []
        except StoreTrouble:
            return []  # the store has told the log
        except Exception as error:  # nor may a fault of ours end this thread
            if repr(error) != self.said:
                log.exception("cannot look for changes of others")
            self.said = repr(error)
            return []
        self.said = ""
        return found

    def look(self, game_id: str) -> None:
        try:
            self.tell(game_id)
        except HardtackError:
            pass  # a game that cannot be opened here (old rules) must not blind the others
        except Exception:  # the last stop of this thread
            log.exception("cannot tell the watchers of game %s", game_id)
