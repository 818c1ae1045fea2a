"""The answer to whoever watches a game: server-sent events for as long as they do."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from hardtack.server.watching import Watcher
from hardtack.server.wire import LINE, STREAM


class EventStream(Response):
    """The answer that goes on for as long as somebody watches."""

    media_type = "text/event-stream"

    def __init__(self, watcher: Watcher) -> None:
        super().__init__(headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self.watcher = watcher

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """The head and the first event go through every layer. What follows does not, where somebody in front of them
        takes it on: else each stream would keep the whole stack of them in memory for as long as it lasts."""
        try:
            await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
            await send({"type": "http.response.body", "body": await anext(self.watcher, b""), "more_body": True})
        except BaseException:
            self.watcher.leave()
            raise
        if LINE in scope:
            scope[STREAM] = self
        else:
            await self.go_on(receive, send)

    async def go_on(self, receive: Receive, send: Send) -> None:
        leaving = asyncio.ensure_future(self._see_off(receive))
        try:
            await self.watcher.go_out(send)
            with suppress(OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})
        finally:
            leaving.cancel()
            self.watcher.leave()

    async def _see_off(self, receive: Receive) -> None:
        while (await receive())["type"] != "http.disconnect":
            pass
        self.watcher.leave()
