"""The line to a browser: half a request is not waited for, and what is no request is refused like everything else."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from hardtack.server.errors import error_body
from hardtack.server.guard import SAFETY

IDLE_SECONDS = 30.0  # for a line on which nothing has come yet; browsers open some in advance
HEAD_SECONDS = 5.0  # for a request to be whole, once its first byte is here
BYTES_A_SECOND = 10_000  # slower than this nobody sends a body


class Wire(H11Protocol):
    """HTTP/1.1 as uvicorn speaks it, with a time limit on what comes in."""

    _limit: asyncio.TimerHandle | None = None
    _begun = 0.0  # when the request under way began to come in
    _taken = 0  # bytes of it

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._limit = self.loop.call_later(IDLE_SECONDS, self._drop)

    def data_received(self, data: bytes) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        if not self._begun:
            self._begun, self._taken = self.loop.time(), 0
        self._taken += len(data)
        super().data_received(data)
        if self.transport.is_closing() or not self._half_sent:
            self._begun = 0.0
            return
        until = self._begun + HEAD_SECONDS + self._taken / BYTES_A_SECOND
        self._limit = self.loop.call_at(until, self._drop)

    @property
    def _half_sent(self) -> bool:
        if self.conn.their_state is h11.SEND_BODY:
            return True
        return self.conn.their_state is h11.IDLE and bool(self.conn.trailing_data[0])

    def _drop(self) -> None:
        self._limit = None
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """What cannot be read as HTTP; in the middle of an answer there is nothing more to say."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE) or (self.cycle and self.cycle.response_started):
            self.transport.close()
            return
        body = json.dumps(error_body("bad_request", "en", msg)).encode()
        headers: list[tuple[str, Any]] = [
            ("Content-Type", "application/json"), ("Content-Length", str(len(body))), ("Connection", "close"),
            ("Cache-Control", "no-store"), *SAFETY.items(),
        ]  # fmt: skip
        for event in (h11.Response(status_code=400, headers=headers), h11.Data(data=body), h11.EndOfMessage()):
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()
