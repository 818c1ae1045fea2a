"""Work that may take long: few pieces of it at once, in threads of their own, and only while somebody waits for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

import anyio
import anyio.to_thread
from starlette.requests import Request

from hardtack.referee.limits import Patience, patience

T = TypeVar("T")

SECONDS = 20.0  # for one piece of work, waiting for its turn included
AT_ONCE = 4
LOOK_SECONDS = 0.25  # how often to see whether the client is still there


class Desk:
    """Where heavy work is done. Everybody else's requests have their own threads and do not wait for it."""

    def __init__(self) -> None:
        self._limiter = anyio.CapacityLimiter(AT_ONCE)
        self._under_way: set[Patience] = set()

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

        def patiently() -> T:
            with patience(waiting):
                waiting.check()  # the turn may have come too late
                return work()

        task = asyncio.ensure_future(anyio.to_thread.run_sync(patiently, limiter=self._limiter))
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=LOOK_SECONDS)
                if not task.done() and await request.is_disconnected():
                    waiting.stop()
            return task.result()
        finally:
            waiting.stop()
            self._under_way.discard(waiting)


def desk_of(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
