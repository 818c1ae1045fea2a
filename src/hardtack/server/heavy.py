"""Work that may take long: few pieces of it at once, in threads of their own, and only while somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TypeVar

import anyio
import anyio.to_thread
from starlette.requests import Request

from hardtack.referee.limits import Patience, patience
from hardtack.server.allowances import address_name
from hardtack.server.pacing import measured

T = TypeVar("T")

SECONDS = 20.0  # for one piece of work, waiting for its turn included
AT_ONCE = 4
FOR_ONE = 2  # of them for one client: whoever asks for much waits for himself, not the others for him
LOOK_SECONDS = 0.25  # how often to see whether the client is still there


class Desk:
    """Where heavy work is done. Everybody else's requests have their own threads and do not wait for it."""

    def __init__(self) -> None:
        self._limiter = anyio.CapacityLimiter(AT_ONCE)
        self._under_way: set[Patience] = set()
        self._clients: dict[str, tuple[asyncio.Semaphore, int]] = {}  # and how many pieces each has asked for

    def close(self) -> None:
        """Give up all that is under way. May be called from any thread or signal handler."""
        for waiting in list(self._under_way):
            waiting.stop()

    @property
    def waiting(self) -> int:
        """Pieces of work under way or waiting for their turn."""
        return len(self._under_way)

    async def do(self, request: Request, work: Callable[[], T]) -> T:
        """What the work gives; TooLong when it takes longer than it may, or when the client goes away meanwhile."""
        waiting = Patience(SECONDS)
        self._under_way.add(waiting)

        @measured
        def patiently() -> T:
            with patience(waiting):
                waiting.check()  # the turn may have come too late
                return work()

        async def in_turn() -> T:
            async with self._turn(request):
                return await anyio.to_thread.run_sync(patiently, limiter=self._limiter)

        task = asyncio.ensure_future(in_turn())
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=LOOK_SECONDS)
                if not task.done() and await request.is_disconnected():
                    waiting.stop()
            return task.result()
        finally:
            waiting.stop()
            self._under_way.discard(waiting)

    @asynccontextmanager
    async def _turn(self, request: Request) -> AsyncIterator[None]:
        """One of the few turns a client has at a time; whoever has no address is not told from others."""
        if request.client is None:
            yield
            return
        who = address_name(request.client.host)
        turn, asked = self._clients.get(who, (asyncio.Semaphore(FOR_ONE), 0))
        self._clients[who] = turn, asked + 1
        try:
            async with turn:
                yield
        finally:
            asked = self._clients[who][1] - 1
            if asked:
                self._clients[who] = turn, asked
            else:
                del self._clients[who]


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
