"""Live updates: everybody who watches a game hears of every change, also of those other processes made.

Some are told only that the game stands elsewhere now; some what has changed in their view of it. What one viewer is
told is made once, however many of their devices listen, and only while somebody does.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from typing import Any, NamedTuple
from weakref import WeakSet

from starlette.concurrency import run_in_threadpool
from starlette.types import Send

from hardtack.referee.errors import HardtackError
from hardtack.server.answers import write_json
from hardtack.server.errors import BadKey
from hardtack.server.live import LiveGame
from hardtack.server.pacing import measured
from hardtack.server.present import Viewer
from hardtack.server.store import Standing
from hardtack.server.wire import write_chunk

HEARTBEAT_SECONDS = 15.0
STILL_HERE = b": still here\n\n"
CLOSED = b"event: closed\ndata: {}\n\n"  # the last word to whoever may not watch any more
RECONNECT_MS = 1000  # how soon a browser comes back after a broken line
MOST_WAITING = 64_000  # bytes for a watcher who is slow; then the whole view is sent instead
FEW = 8  # onlookers of a game who hear of a change at once; of a crowd all hear a little later, and of several together
LATER_SECONDS = 0.15
SLICE = 20  # lines that are written to before somebody else has their turn

News = dict[str, Any]
EVERYBODY = Viewer((), "en")


class Told(NamedTuple):
    """How a game stands for a watcher, and as it is written; `version` is that of the store.

    Where something was decided in secret a watcher's own version counts only what he has heard of.
    """

    news: News
    data: bytes
    version: int

    @property
    def event(self) -> bytes:
        return write_event(self.news["version"], self.data)


class Change(NamedTuple):
    """What one viewer is told: how the game stands for them, the version it leads on from, and the event.

    No event: nothing has changed that they may know of.
    """

    news: News
    since: int
    event: bytes


def write_event(version: int, data: bytes) -> bytes:
    return b"event: change\nid: %d\ndata: %b\n\n" % (version, data)


class Watcher:
    """One line to somebody who watches: an iterator of server-sent events, until they go or may not look any more."""

    def __init__(self, broadcaster: Broadcaster, game_id: str, ask: Callable[[], Told], viewer: Viewer | None) -> None:
        self.game_id, self.viewer = game_id, viewer
        self._broadcaster, self._ask = broadcaster, ask
        self._news: News = {}  # the last told, or waiting to be
        self._version = -1  # of the store, then
        self._latest = -1  # the last one heard of
        self._waiting: list[bytes] = []
        self._behind = False  # what waits does not lead on from what was told: the whole is to be asked for
        self._ended = False
        self._bell: asyncio.Future[None] | None = None
        self._line: Send | None = None  # by which events can be written at once
        self._sending = False  # what was said before is still on its way
        self.later = False  # what is to be told waits until somebody flushes it: see `Broadcaster`

    @property
    def plays(self) -> bool:
        """Whether a player listens, who waits for it."""
        return self.viewer is not None and bool(self.viewer.sides)

    async def begin(self) -> None:
        """Ask how the game stands. Whatever that raises, the watcher has not come."""
        first = await run_in_threadpool(measured(self._ask))
        meanwhile, self._waiting = self._waiting, [b"retry: %d\n" % RECONNECT_MS + first.event]
        self._stand(first)
        if self._behind and meanwhile:  # that it changed is all there is to say
            self._waiting += meanwhile
            self._version, self._behind = self._latest, False

    def _stand(self, told: Told) -> None:
        self._news, self._version = told.news, told.version
        self.stood = standing_of(told.news, told.version)
        self._behind = self._latest > self._version  # it changed while it was asked

    def hear(self, version: int, news: News, change: Change | None) -> None:
        """The game has changed. `change`: what those are told who see as this watcher does; None: each must ask.

        Where something was decided in secret the versions of `change` are what this watcher counts, not the store.
        """
        self._latest = max(self._latest, version)
        if self._version < 0:
            self._waiting = [change.event] if self.viewer is None and change is not None else []
            return
        if self._behind or version < self._version:
            return  # it will be asked for, or is past
        if change is None or news["seating"] != self._news["seating"]:
            self._behind = True  # nor may the key be good any more
        elif self.viewer is None:
            self._waiting = []  # only the latest counts: whoever is slow skips what is past
            self._tell(change.event)
        elif version == self._version and change.since < change.news["version"]:
            return  # told already
        elif change.since != self._news["version"] or sum(map(len, self._waiting)) > MOST_WAITING:
            self._behind = True
        elif change.event:
            self._tell(change.event)
        if not self._behind and change is not None:
            self._news, self._version = change.news, version
        if (self._behind or self._waiting) and not self.later:
            self.wake()

    def flush(self) -> None:
        """Write what was to be told later, in one piece, if the line is free."""
        self.later = False
        free = self._waiting and not self._behind and not self._sending
        if free and self._line is not None and write_chunk(self._line, b"".join(self._waiting)):
            self._waiting = []
        if self._behind or self._waiting:
            self.wake()

    def _tell(self, event: bytes) -> None:
        """Write an event at once, if everything before it is written and the line is free; else it waits its turn."""
        free = not self._waiting and not self._sending and not self.later
        if self._line is None or not free or not write_chunk(self._line, event):
            self._waiting.append(event)

    def say(self, line: bytes) -> None:
        if not self._waiting and not self.later:
            self._tell(line)
        if self._waiting and not self.later:
            self.wake()

    def wake(self) -> None:
        if self._bell is not None and not self._bell.done():
            self._bell.set_result(None)

    def leave(self) -> None:
        self._ended, self._line = True, None
        self._broadcaster.leave(self)
        self.wake()

    def __aiter__(self) -> AsyncIterator[bytes]:
        return self

    async def go_out(self, line: Send) -> None:
        """Send what comes, as long as somebody watches; what can be written at once does not come by here."""
        self._line = line
        async for event in self:
            self._sending = True
            await line({"type": "http.response.body", "body": event, "more_body": True})
            self._sending, event = False, b""  # it may be a whole view: nobody keeps it until the next one comes

    async def __anext__(self) -> bytes:
        while not self._ended:
            if self._behind:
                if await self._catch_up():
                    continue
                self.leave()
                return CLOSED
            if self._waiting:
                return self._waiting.pop(0)
            if self._broadcaster.closing:
                break
            self._bell = asyncio.get_running_loop().create_future()
            await self._bell
        self.leave()
        raise StopAsyncIteration

    async def _catch_up(self) -> bool:
        """Ask for the whole; False when the watcher's key has been revoked."""
        try:
            told = await run_in_threadpool(self._ask)
        except BadKey:
            return False
        except HardtackError:  # the game cannot be asked just now; what is told next says how it stands
            self._news, self._behind = self._news | {"seating": -1}, False
            return True
        if told.news != self._news:  # nor may anybody count what he is not told
            self._waiting = [told.event]
        self._stand(told)
        return True


class Broadcaster:
    """The watchers of all games. `tell` may be called from any thread."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._thread = 0
        # Weak: a stream that is given up before it begins takes its watcher with it.
        self._watchers: dict[str, WeakSet[Watcher]] = {}
        self._lock = threading.Lock()  # of the sets of watchers
        self._told: dict[str, Standing] = {}
        self._heart: asyncio.TimerHandle | None = None
        self._crowd: list[Watcher] = []  # who are to be told soon
        self._flush: asyncio.TimerHandle | None = None
        self.closing = False

    def start(self) -> None:
        self._loop, self._thread = asyncio.get_running_loop(), threading.get_ident()
        self._heart = self._loop.call_later(HEARTBEAT_SECONDS, self._beat)

    def close(self) -> None:
        """End every stream, so that the server can stop. May be called from any thread or signal handler."""
        self.closing = True
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._end)

    def _end(self) -> None:
        for timer in (self._heart, self._flush):
            if timer is not None:
                timer.cancel()
        for watcher in self._everybody():
            watcher.wake()

    def _everybody(self) -> list[Watcher]:
        with self._lock:
            return [watcher for watchers in self._watchers.values() for watcher in watchers]

    def _beat(self) -> None:
        self._in_slices(self._everybody(), lambda watcher: watcher.say(STILL_HERE))
        if self._loop is not None:
            self._heart = self._loop.call_later(HEARTBEAT_SECONDS, self._beat)

    def _in_slices(self, watchers: Sequence[Watcher], do: Callable[[Watcher], None]) -> None:
        """Do something to each of many watchers, a few in each turn of the event loop."""
        for watcher in watchers[:SLICE]:
            do(watcher)
        if len(watchers) > SLICE and self._loop is not None:
            self._loop.call_later(0.0, self._in_slices, watchers[SLICE:], do)

    def of_game(self, game_id: str) -> list[Watcher]:
        with self._lock:
            return list(self._watchers.get(game_id, ()))

    def present(self) -> set[tuple[str, str]]:
        """The seats whose players listen: game and side."""
        return {(one.game_id, side) for one in self._everybody() if one.viewer for side in one.viewer.sides}

    def onlookers(self) -> dict[str, int]:
        """How many watch without a seat, by game."""
        watching = Counter(one.game_id for one in self._everybody() if one.viewer is not None and not one.viewer.sides)
        return dict(watching)

    def spectators(self, game_id: str) -> int:
        return sum(1 for one in self.of_game(game_id) if one.viewer is not None and not one.viewer.sides)

    def tell(self, live: LiveGame) -> None:
        """A game has changed. Whoever tells holds it."""
        if self._loop is None or self._loop.is_closed() or live.id not in self._watchers:
            return
        news, version, watchers = live.views.news(EVERYBODY), live.match.version, self.of_game(live.id)
        changes: dict[Viewer | None, Change | None] = {}
        for watcher in watchers:
            if watcher.viewer not in changes:
                changes[watcher.viewer] = change_for(live, watcher.viewer, news)
        if threading.get_ident() == self._thread:
            self._tell_all(watchers, version, news, changes)
        else:
            self._loop.call_soon_threadsafe(self._spread, live.id, version, news, changes)

    def _spread(self, game_id: str, version: int, news: News, changes: Mapping[Viewer | None, Change | None]) -> None:
        self._tell_all(self.of_game(game_id), version, news, changes)

    def _tell_all(
        self, watchers: list[Watcher], version: int, news: News, changes: Mapping[Viewer | None, Change | None]
    ) -> None:
        if not watchers:
            return
        self._told[watchers[0].game_id] = standing_of(news, version)
        players = [watcher for watcher in watchers if watcher.plays]
        crowded = len(watchers) - len(players) > FEW
        for watcher in [*players, *(watcher for watcher in watchers if not watcher.plays)]:
            if crowded and not watcher.plays and not watcher.later:
                watcher.later = True
                self._crowd.append(watcher)
            watcher.hear(version, news, changes.get(watcher.viewer))
        if self._crowd and self._flush is None and self._loop is not None:
            self._flush = self._loop.call_later(LATER_SECONDS, self._flush_crowd)

    def _flush_crowd(self) -> None:
        crowd, self._crowd, self._flush = self._crowd, [], None
        self._in_slices(crowd, Watcher.flush)

    def behind(self, standing: Mapping[str, Standing]) -> list[str]:
        """The watched games whose watchers have not been told that they stand so; newcomers are being told already."""
        return [game_id for game_id, stands in standing.items() if self._told.get(game_id, stands) != stands]

    @property
    def watched(self) -> list[str]:
        with self._lock:
            return [game_id for game_id, watchers in self._watchers.items() if watchers]

    async def watch(self, game_id: str, ask: Callable[[], Told], viewer: Viewer | None = None) -> Watcher:
        """The stream of server-sent events of one game for one watcher.

        The watcher is listed before asking how the game stands: a change in that moment is told twice, not never.
        Whatever `ask` raises is raised before the stream begins.
        """
        watcher = Watcher(self, game_id, ask, viewer)
        with self._lock:
            self._watchers.setdefault(game_id, WeakSet()).add(watcher)
        try:
            await watcher.begin()
        except BaseException:
            self.leave(watcher)
            raise
        self._told.setdefault(game_id, watcher.stood)
        return watcher

    def leave(self, watcher: Watcher) -> None:
        with self._lock:
            watchers = self._watchers.get(watcher.game_id, WeakSet())
            watchers.discard(watcher)
            if not watchers:
                self._watchers.pop(watcher.game_id, None)
                self._told.pop(watcher.game_id, None)


def change_for(live: LiveGame, viewer: Viewer | None, news: News) -> Change | None:
    """What those who see a game alike are told of its last change; None when they must ask for the whole."""
    if live.match.delay:
        return None  # each hears what he may know
    if viewer is None:
        if live.veiled:
            return None  # some of them hold a key: each hears what he may know
        return Change(news, -1, write_event(news["version"], write_json(news)))
    found = live.views.changes(viewer)
    if found is None:
        return None
    since, written = found
    own = live.views.told(viewer)
    return Change(own, since, write_event(own["version"], written) if written else b"")


def standing_of(news: News, version: int) -> Standing:
    return Standing(version, news["pace_ms"], news["paused"], news["seating"], news["talk"])
