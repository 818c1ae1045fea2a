"""Live updates: everybody who watches a game hears of every change, also of those other processes made."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterable
from typing import Any

from hardtack.server.live import LiveGame
from hardtack.server.store import Store, StoreBusy

POLL_SECONDS = 0.4  # how soon a change made by another process is noticed
HEARTBEAT_SECONDS = 15.0

News = dict[str, Any]


class Gallery:
    """The watchers of all games. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._watchers: dict[str, set[asyncio.Queue[News]]] = {}
        self._told: dict[str, int] = {}
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
        self._told[game_id] = news["version"]
        for queue in watchers:
            while not queue.empty():  # only the latest counts: whoever is slow skips what is past
                queue.get_nowait()
            queue.put_nowait(news)

    def behind(self, versions: dict[str, int]) -> list[str]:
        """The watched games whose watchers have not been told of these versions."""
        return [game_id for game_id, version in versions.items() if self._told.get(game_id, version) != version]

    @property
    def watched(self) -> list[str]:
        return list(self._watchers)

    async def stream(self, game_id: str, first: News) -> AsyncIterator[str]:
        """Server-sent events of one game for one watcher, until they go."""
        queue: asyncio.Queue[News] = asyncio.Queue()
        self._watchers.setdefault(game_id, set()).add(queue)
        self._told.setdefault(game_id, first["version"])
        try:
            yield write_event(first)
            while not self._closing:
                try:
                    news = await asyncio.wait_for(queue.get(), HEARTBEAT_SECONDS)
                except TimeoutError:
                    yield ": still here\n\n"
                    continue
                if news:
                    yield write_event(news)
        finally:
            self._leave(game_id, queue)

    def _leave(self, game_id: str, queue: asyncio.Queue[News]) -> None:
        watchers = self._watchers.get(game_id, set())
        watchers.discard(queue)
        if not watchers:
            self._watchers.pop(game_id, None)
            self._told.pop(game_id, None)


def news_of(live: LiveGame) -> News:
    match = live.match
    return {
        "version": match.version,
        "number": match.number,
        "to_act": match.to_act,
        "over": match.outcome is not None,
        "thinking": live.bot_next and not live.paused,
        "paused": live.paused,
        "pace_ms": live.pace_ms,
    }


def write_event(news: News) -> str:
    return f"event: change\nid: {news['version']}\ndata: {json.dumps(news)}\n\n"


class Lookout(threading.Thread):
    """Notices what other processes wrote into the games watched here, and has them told."""

    def __init__(self, store: Store, gallery: Gallery, refresh: Any) -> None:
        super().__init__(name="lookout", daemon=True)
        self.store, self.gallery, self.refresh = store, gallery, refresh
        self.stopping = threading.Event()

    def run(self) -> None:
        while not self.stopping.wait(POLL_SECONDS):
            watched = self.gallery.watched
            if not watched:
                continue
            try:
                self.look(self.gallery.behind(self.store.versions(watched)))
            except StoreBusy:
                continue  # the next look will do

    def look(self, changed: Iterable[str]) -> None:
        for game_id in changed:
            self.refresh(game_id)
